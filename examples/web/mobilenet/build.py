"""Write a page that looks at pictures with MobileNetV2, compiled to WebAssembly.

    pip install '.[aot,keras]'
    python examples/web/mobilenet/build.py                     # build/web/mobilenet
    python -m http.server -d build/web/mobilenet

The network is Keras's, of width 0.35 and for pictures of 96 by 96 pixels. It is trained here, in about a minute, to
tell drawn shapes apart: nothing is downloaded.
"""

import argparse
import json
import shutil
from pathlib import Path

import numpy as np

import graphwright as tf
from graphwright import aot

HERE = Path(__file__).resolve().parent
KINDS = ("circle", "square", "triangle")
SIDE = 96
BATCH = 32


def draw(rng, kind):
    """A shape of any colour, size and place before a noisy background, with numbers from -1 to 1."""
    y, x = np.mgrid[:SIDE, :SIDE].astype(np.float32)
    radius, (left, top) = rng.uniform(14, 34), rng.uniform(34, 62, 2)
    x, y = (x - left) / radius, (y - top) / radius
    if kind == "circle":
        inside = x * x + y * y < 1
    elif kind == "square":
        inside = np.maximum(abs(x), abs(y)) < 0.9
    else:
        inside = (abs(x) < (y + 1) / 2) & (y < 1)
    background = rng.uniform(-1, -0.3, 3) + rng.uniform(0, 0.3, (SIDE, SIDE, 3))
    return np.where(inside[..., None], rng.uniform(0, 1, 3), background).astype(np.float32)


def pictures(count, seed):
    """Pictures, and the number of each one's shape."""
    rng = np.random.default_rng(seed)
    labels = np.arange(count, dtype=np.int32) % len(KINDS)
    return np.stack([draw(rng, KINDS[label]) for label in labels]), labels


def trained(epochs, count):
    """Keras's MobileNetV2, trained on drawn shapes."""
    keras = tf.keras
    keras.utils.set_random_seed(7)
    model = keras.applications.MobileNetV2(
        (SIDE, SIDE, 3), alpha=0.35, weights=None, classes=len(KINDS), classifier_activation="softmax"
    )
    for layer in model.layers:
        if isinstance(layer, keras.layers.BatchNormalization):
            layer.momentum = 0.9  # the steps are few
    model.compile(keras.optimizers.Adam(2e-3), "sparse_categorical_crossentropy", metrics=["accuracy"])
    model.fit(*pictures(count, 1), BATCH, epochs, verbose=2)
    return model


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--count", type=int, default=768)
    parser.add_argument("--output", type=Path, default=Path("build/web/mobilenet"))
    options = parser.parse_args()

    model = trained(options.epochs, options.count)

    @tf.function(input_signature=[tf.TensorSpec([1, SIDE, SIDE, 3], tf.float32, name="picture")])
    def classify(picture):
        return {"scores": model(picture, training=False)}

    aot.compile(classify, options.output, name="mobilenet", target="wasm32")
    # pictures for the page, and what the model makes of them in Python
    shown, labels = pictures(12, 2)
    rgb = np.clip(np.round((shown + 1) * 127.5), 0, 255).astype(np.uint8)
    scores = [classify(tf.constant(each[None] / np.float32(127.5) - 1))["scores"].numpy()[0] for each in rgb]
    right = np.mean(np.argmax(scores, 1) == labels)
    rgb.tofile(options.output / "pictures.bin")
    expected = {"kinds": KINDS, "side": SIDE, "scores": np.array(scores, float).tolist()}
    (options.output / "expected.json").write_text(json.dumps(expected))
    for file in HERE.iterdir():
        if file.suffix in (".html", ".js", ".mjs"):
            shutil.copy(file, options.output)
    print(f"accuracy in Python: {right:.3f}")
    print(f"written to {options.output}")


if __name__ == "__main__":
    main()
