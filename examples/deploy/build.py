"""Train the classifier of handwritten digits, and compile it and its training step to libraries without Python.

    python examples/deploy/build.py                            # build/deploy: C libraries and the examples beside them
    python examples/deploy/build.py --target wasm32            # build/web: a module of WebAssembly and a page

The C libraries are `digits`, which reads digits, and `trainer`, one step of training with Adam. The page is
examples/web/index.html.
"""

import argparse
import shutil
import sys
from pathlib import Path

import numpy as np

import graphwright as tf
from graphwright import aot

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from digits import Adam, Classifier, load_digits, make_step, train  # noqa: E402


def classifier(model):
    """What reads digits: 8 by 8 pixels from 0 to 1 each."""

    @tf.function(input_signature=[tf.TensorSpec([None, 64], tf.float32, name="pixels")])
    def classify(pixels):
        scores = tf.nn.softmax(model(pixels))
        return {"digit": tf.argmax(scores, 1, tf.int32), "scores": scores}

    return classify


def trainer(model, optimizer):
    """One step of training, or without `learn` a look at how good the model is."""

    @tf.function(
        input_signature=[
            tf.TensorSpec([None, 64], tf.float32, name="pixels"),
            tf.TensorSpec([None], tf.int32, name="labels"),
            tf.TensorSpec([], tf.bool, name="learn"),
        ]
    )
    def step(pixels, labels, learn):
        labels = tf.reshape(labels, tf.shape(pixels)[:1])  # as many as there are digits, whatever the caller passes
        with tf.GradientTape() as tape:
            scores = model(pixels)
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=scores)
            loss = tf.reduce_mean(losses)
        if learn:
            optimizer.apply(tape.gradient(loss, model.variables))
        right = tf.equal(tf.argmax(scores, 1, tf.int32), labels)
        return {"loss": loss, "right": tf.reduce_sum(tf.cast(right, tf.int32))}

    return step


def state_of(model, optimizer):
    """What training goes on from: in Python, and in the library of its step."""
    return tf.train.Checkpoint(
        weights=model.variables, means=optimizer.means, squares=optimizer.squares, steps=optimizer.steps
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--target", help="the machine, by default this one")
    parser.add_argument("--level", action="append", help="a kind of processor, by default all of the target")
    options = parser.parse_args()
    folder = options.output or Path("build/web" if options.target == "wasm32" else "build/deploy")

    tf.random.set_seed(7)
    rng = np.random.default_rng(7)
    (images, labels), (test_images, test_labels) = load_digits(rng)
    untrained, model = Classifier(64, 128, 10), Classifier(64, 128, 10)
    train(make_step(model, Adam(model.variables)), images, labels, options.epochs, rng)
    classify = classifier(model)
    found = classify(tf.constant(test_images))["digit"].numpy()
    print(f"accuracy in Python: {np.mean(found == test_labels):.3f}")

    chosen = {"target": options.target, "levels": options.level}
    aot.compile(classify, folder, name="digits", **chosen)
    if options.target == "wasm32":
        for source in (HERE.parent / "web").iterdir():
            if source.is_file():
                shutil.copy(source, folder)
    else:
        optimizer = Adam(untrained.variables)
        state = state_of(untrained, optimizer)
        aot.compile(trainer(untrained, optimizer), folder, name="trainer", checkpoint=state, **chosen)
        for source in HERE.iterdir():
            if source.is_file() and source.name != "build.py":
                shutil.copy(source, folder)
    with open(folder / "digits.bin", "wb") as file:  # counts, then pixels and labels: what is learnt first
        np.array([len(images), len(test_images)], np.int32).tofile(file)
        for part in (images, labels, test_images, test_labels):
            part.tofile(file)
    print(f"written to {folder}")


if __name__ == "__main__":
    main()
