"""Keras models: an epoch of `fit`, one step by `train_on_batch`, and `predict` on a single example.

The same code of Keras on both sides.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from bench.workload import Program, Stage, Workload

BATCH = 32
Data = tuple[np.ndarray, np.ndarray]


def _mlp(keras: Any) -> tuple[Any, Data]:
    layers = keras.layers
    model = keras.Sequential([layers.Input([64]), layers.Dense(128, "relu"), layers.Dense(10, "softmax")])
    return model, _numbers((2048, 64), 10)


def _cnn(keras: Any) -> tuple[Any, Data]:
    layers = keras.layers
    model = keras.Sequential(
        [
            layers.Input([28, 28, 1]),
            layers.Conv2D(16, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(32, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Flatten(),
            layers.Dense(10, "softmax"),
        ]
    )
    return model, _numbers((512, 28, 28, 1), 10)


def _lstm(keras: Any) -> tuple[Any, Data]:
    layers = keras.layers
    model = keras.Sequential(
        [
            layers.Input([32], dtype="int32"),
            layers.Embedding(40, 32),
            layers.LSTM(64),
            layers.Dense(40, "softmax"),
        ]
    )
    return model, _characters(40, 40)


def _transformer(keras: Any) -> tuple[Any, Data]:
    layers = keras.layers
    characters = layers.Input([32], dtype="int32")
    embedded = layers.Embedding(200, 32)(characters)
    attended = layers.LayerNormalization()(embedded + layers.MultiHeadAttention(2, 16)(embedded, embedded))
    hidden = layers.Dense(32)(layers.Dense(64, "relu")(attended))
    pooled = layers.GlobalAveragePooling1D()(layers.LayerNormalization()(attended + hidden))
    return keras.Model(characters, layers.Dense(2, "softmax")(pooled)), _characters(200, 2)


def _numbers(shape: tuple[int, ...], classes: int) -> Data:
    rng = np.random.default_rng(0)
    return rng.random(shape, np.float32), rng.integers(0, classes, shape[0])


def _characters(alphabet: int, classes: int) -> Data:
    rng = np.random.default_rng(0)
    return rng.integers(0, alphabet, (512, 32)).astype(np.int32), rng.integers(0, classes, 512)


def _compiled(tf: ModuleType, build: Callable[[Any], tuple[Any, Data]]) -> tuple[Any, Data]:
    tf.keras.utils.set_random_seed(1)
    model, data = build(tf.keras)
    model.compile("adam", "sparse_categorical_crossentropy", metrics=["accuracy"])
    return model, data


def _fit(build: Callable[[Any], tuple[Any, Data]]) -> Callable[[ModuleType, Stage], Program]:
    def program(tf: ModuleType, stage: Stage) -> Program:
        model, (x, y) = _compiled(tf, build)
        names = {"fit": model.fit, "x": x, "y": y}
        statement = f"fit(x, y, batch_size={BATCH}, verbose=0)"
        # while timing, each library shuffles in its own way; the compared results use the order of the data
        return Program(statement, names, lambda: model.fit(x, y, BATCH, shuffle=False, verbose=0).history["loss"])

    return program


def _train_on_batch(tf: ModuleType, stage: Stage) -> Program:
    model, (x, y) = _compiled(tf, _mlp)
    batches = [(x[i : i + BATCH], y[i : i + BATCH]) for i in range(0, 4 * BATCH, BATCH)]
    names = {"train": model.train_on_batch, "x": batches[0][0], "y": batches[0][1]}
    return Program("train(x, y)", names, lambda: [model.train_on_batch(*batch)[0] for batch in batches])


def _predict(tf: ModuleType, stage: Stage) -> Program:
    model, (x, _) = _compiled(tf, _mlp)
    return Program("predict(x, verbose=0)", {"predict": model.predict, "x": x[:1]})


def _workload(name: str, title: str, program: Callable[[ModuleType, Stage], Program]) -> Workload:
    return Workload(f"keras_{name}", f"Keras: {title}", program, tolerance=1e-3, in_quick=False, keras=True)


WORKLOADS = [
    _workload("mlp_fit", "`fit` of an MLP 64-128-10, an epoch of 64 steps", _fit(_mlp)),
    _workload("cnn_fit", "`fit` of a CNN on 28x28, an epoch of 16 steps", _fit(_cnn)),
    _workload("lstm_fit", "`fit` of an LSTM over 32 characters, an epoch of 16 steps", _fit(_lstm)),
    _workload("transformer_fit", "`fit` of a transformer over 32 characters, an epoch of 16 steps", _fit(_transformer)),
    _workload("train_on_batch", "a step of `train_on_batch` of the MLP", _train_on_batch),
    _workload("predict", "`predict` of an MLP on one example", _predict),
]
