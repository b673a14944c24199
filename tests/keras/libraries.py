"""Models by Keras as C libraries, against the same in this process: python -m tests.keras.libraries NAME FOLDER.

NAME is one of the examples, whose model is compiled, or "step": a step of training with dropout.
"""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np

import graphwright as tf
from tests.aot.libraries import build, same_bits

EXAMPLES = Path(__file__).parents[2] / "examples" / "keras"
MODELS: dict[str, tuple[Any, ...]] = {"mlp": (), "cnn": (), "lstm": ("abcdefgh",), "transformer": ()}


def check_model(name: str, folder: Path) -> None:
    """The model of an example predicts the same."""
    sys.path.insert(0, str(EXAMPLES))
    model = importlib.import_module(name).build(*MODELS[name])
    given = model.inputs[0]
    spec = tf.TensorSpec([None, *given.shape[1:]], given.dtype, name="x")
    predict = tf.function(lambda x: model(x, training=False)).get_concrete_function(spec)
    library = build(predict, folder, name=name).Model()
    rng = np.random.default_rng(0)
    for rows in (1, 5):
        shape = [rows, *given.shape[1:]]
        x = rng.integers(0, 8, shape).astype(np.int32) if spec.dtype is tf.int32 else rng.random(shape, np.float32)
        same_bits(library(x), predict(tf.constant(x)))


def check_step(folder: Path) -> None:
    """Three steps of training have the same losses."""
    layers = tf.keras.layers
    tf.keras.utils.set_random_seed(3)
    model = tf.keras.Sequential([layers.Input([8]), layers.Dense(16, "relu"), layers.Dropout(0.5), layers.Dense(3)])
    optimizer = tf.keras.optimizers.Adam(0.01)
    optimizer.build(model.trainable_variables)
    losses = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    @tf.function(input_signature=[tf.TensorSpec([4, 8], name="x"), tf.TensorSpec([4], tf.int32, name="y")])
    def step(x: Any, y: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = losses(y, model(x, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return loss

    library = build(step, folder, name="step").Model()
    x, y = np.random.default_rng(0).random([4, 8], np.float32), np.array([0, 1, 2, 0], np.int32)
    for _ in range(3):
        same_bits(library(x, y), step(tf.constant(x), tf.constant(y)))


if __name__ == "__main__":
    wanted, place = sys.argv[1], Path(sys.argv[2])
    if wanted == "step":
        check_step(place)
    else:
        check_model(wanted, place)
    print("the same")
