"""Keras models, saved in every way there is, and what comes of loading them; under this package and under TensorFlow.

    python -m tests.keras.exported save|load graphwright|tensorflow FOLDER

`save` trains each model for a step, writes it into the folder, and tells what it gives; `load` tells what each of the
files gives that the other one wrote. Both write what they tell to FOLDER/<command>.json.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

os.environ["KERAS_BACKEND"] = "tensorflow"


def mlp(keras: Any) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [layers.Input([6]), layers.Dense(8, "gelu"), layers.BatchNormalization(), layers.Dropout(0.5), layers.Dense(3)]
    )


def cnn(keras: Any) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [
            layers.Input([8, 8, 1]),
            layers.Conv2D(4, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.DepthwiseConv2D(3),
            layers.GlobalAveragePooling2D(),
            layers.Dense(3),
        ]
    )


def lstm(keras: Any) -> Any:
    layers = keras.layers
    return keras.Sequential(
        [layers.Input([5], dtype="int32"), layers.Embedding(7, 4, mask_zero=True), layers.LSTM(6), layers.Dense(3)]
    )


def transformer(keras: Any) -> Any:
    layers = keras.layers
    words = keras.Input([5], dtype="int32")
    x = layers.Embedding(7, 8)(words)
    x = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 4)(x, x, use_causal_mask=True))
    x = layers.LayerNormalization()(x + layers.Dense(8)(layers.Dense(16, "gelu")(x)))
    return keras.Model(words, layers.Dense(3)(layers.GlobalAveragePooling1D()(x)))


def subclassed(keras: Any) -> Any:
    class Residual(keras.Model):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.inside = [keras.layers.Dense(6, "tanh") for _ in range(2)]
            self.last = keras.layers.Dense(3)

        def call(self, inputs: Any) -> Any:
            for layer in self.inside:
                inputs = inputs + layer(inputs)
            return self.last(inputs)

    return Residual()


MODELS: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "mlp": (mlp, lambda random: random.random((4, 6), np.float32)),
    "cnn": (cnn, lambda random: random.random((4, 8, 8, 1), np.float32)),
    "lstm": (lstm, lambda random: random.integers(0, 7, (4, 5), np.int32)),
    "transformer": (transformer, lambda random: random.integers(0, 7, (4, 5), np.int32)),
    "subclassed": (subclassed, lambda random: random.random((4, 6), np.float32)),
}
"""By name, how a model is made and what it is given."""


def trained(keras: Any, name: str) -> tuple[Any, Any]:
    """A model that has been trained for a step, and what to call it with."""
    make, arguments = MODELS[name]
    keras.utils.set_random_seed(1)
    model, x = make(keras), arguments(np.random.default_rng(0))
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    model.fit(x, np.array([0, 1, 2, 0]), verbose=0)
    return model, x


def save(tf: Any, folder: Path) -> dict[str, Any]:
    """Write the models; what they give."""
    reported = {}
    for name in MODELS:
        model, x = trained(tf.keras, name)
        model.export(str(folder / f"{name}.exported"), verbose=False)
        tf.saved_model.save(model, str(folder / f"{name}.saved"))
        tf.train.Checkpoint(model=model).write(str(folder / f"{name}.checkpoint"))
        model.save_weights(str(folder / f"{name}.weights.h5"))
        if name != "subclassed":
            model.save(str(folder / f"{name}.keras"))
        reported[name] = model(x).numpy().tolist()
    return reported


def load(tf: Any, folder: Path) -> dict[str, Any]:
    """What the models of a folder give, by the ways in which they are loaded."""
    return {name: loaded(tf, folder, name) for name in MODELS}


def loaded(tf: Any, folder: Path, name: str) -> dict[str, Any]:
    x = MODELS[name][1](np.random.default_rng(0))
    exported, saved = (tf.saved_model.load(str(folder / f"{name}.{kind}")) for kind in ("exported", "saved"))
    found = {"the exported function": exported.serve(x)}
    for what, model in (("the exported signature", exported), ("the signature of the saved model", saved)):
        signature = model.signatures["serving_default"]
        (argument,) = signature.structured_input_signature[1]
        found[what] = signature(**{argument: tf.constant(x)})["output_0"]
    restored, _ = trained(tf.keras, name)
    tf.train.Checkpoint(model=restored).read(str(folder / f"{name}.checkpoint")).assert_existing_objects_matched()
    found["the checkpoint"] = restored(x)
    weighted, _ = trained(tf.keras, name)
    weighted.load_weights(str(folder / f"{name}.weights.h5"))
    found["the weights"] = weighted(x)
    if name != "subclassed":
        found["the Keras file"] = tf.keras.models.load_model(str(folder / f"{name}.keras"))(x)
    return {what: value.numpy().tolist() for what, value in found.items()}


def main() -> None:
    command, module, folder = sys.argv[1:]
    reported = {"save": save, "load": load}[command](importlib.import_module(module), Path(folder))
    (Path(folder) / f"{command}.json").write_text(json.dumps(reported), encoding="utf-8")


if __name__ == "__main__":
    main()
