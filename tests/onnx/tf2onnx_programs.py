"""Models that tf2onnx converts in process: each is checked by ONNX and run by ONNX Runtime, beside our own answers.

`python -m graphwright tests/onnx/tf2onnx_programs.py NAME` prints the largest relative difference of a model of
`MODELS`; with TensorFlow's Python it does the same there.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import onnx
import onnxruntime
import tensorflow as tf
import tf2onnx

OPSET = 17
_random = np.random.RandomState(0)
_RUN = ["-m", "graphwright"] if "graphwright" in sys.modules else []


def _floats(*shape: int) -> Any:
    return _random.standard_normal(shape).astype(np.float32)


def _difference(model: Any, arguments: Sequence[Any], expected: Any) -> float:
    onnx.checker.check_model(model, full_check=True)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    names = [value.name for value in session.get_inputs()]
    (found,) = session.run(None, dict(zip(names, arguments, strict=True)))
    wanted = np.asarray(expected)
    assert found.shape == wanted.shape and found.dtype == wanted.dtype
    return float(np.max(np.abs(found - wanted) / (1 + np.abs(wanted))))


def _function(function: Callable[..., Any], *arguments: Any) -> float:
    """A function with an unknown first dimension in place of that of each array."""
    specs = [tf.TensorSpec([None, *a.shape[1:]], tf.float32, name=f"x{i}") for i, a in enumerate(arguments)]
    staged = tf.function(function)
    model, _ = tf2onnx.convert.from_function(staged, input_signature=specs, opset=OPSET)
    return _difference(model, arguments, staged(*map(tf.constant, arguments)))


def _keras(model: Any) -> float:
    x = _floats(2, *model.input_shape[1:])
    converted, _ = tf2onnx.convert.from_keras(model, opset=OPSET)
    return _difference(converted, [x], model(x))


def _command_line(folder: str, x: Any, expected: Any) -> float:
    output = os.path.join(folder, "model.onnx")
    command = [sys.executable, *_RUN, "-m", "tf2onnx.convert", "--saved-model", folder, "--output", output]
    subprocess.run([*command, "--opset", str(OPSET)], check=True, capture_output=True)
    return _difference(onnx.load(output), [x], expected)


def mlp() -> float:
    w, b, v = tf.Variable(_floats(4, 8)), tf.Variable(_floats(8)), tf.Variable(_floats(8, 3))
    return _function(lambda x: tf.nn.softmax(tf.nn.relu(x @ w + b) @ v), _floats(5, 4))


def cnn() -> float:
    kernel, weights = tf.Variable(_floats(3, 3, 3, 4)), tf.Variable(_floats(64, 10))

    def call(x: Any) -> Any:
        y = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, kernel, 1, "SAME")), 2, 2, "VALID")
        return tf.reshape(y, [-1, 64]) @ weights

    return _function(call, _floats(2, 8, 8, 3))


def attention() -> float:
    q, k, v = (tf.Variable(_floats(8, 8)) for _ in range(3))

    def call(x: Any) -> Any:
        scores = tf.matmul(x @ q, x @ k, transpose_b=True) / np.sqrt(8).astype(np.float32)
        return tf.nn.softmax(scores) @ (x @ v) + x

    return _function(call, _floats(2, 6, 8))


def loop() -> float:
    w = tf.Variable(0.3 * _floats(3, 3))

    def call(x: Any) -> Any:
        state, states = tf.zeros([3]), tf.TensorArray(tf.float32, 0, dynamic_size=True)
        for i in tf.range(tf.shape(x)[0]):
            state = tf.tanh(tf.linalg.matvec(w, state) + x[i])
            if tf.reduce_sum(state) > 0.0:
                state = state * 0.5
            states = states.write(i, state)
        return states.stack()

    return _function(call, _floats(7, 3))


def keras_cnn() -> float:
    layers = tf.keras.layers
    return _keras(
        tf.keras.Sequential(
            [
                layers.Input((12, 12, 3)), layers.Conv2D(4, 3, activation="relu"), layers.BatchNormalization(),
                layers.MaxPooling2D(), layers.GlobalAveragePooling2D(), layers.Dense(3, activation="softmax"),
            ]
        )
    )  # fmt: skip


def keras_lstm() -> float:
    layers = tf.keras.layers
    return _keras(tf.keras.Sequential([layers.Input((6, 5)), layers.LSTM(7, return_sequences=True), layers.LSTM(4)]))


def keras_gru() -> float:
    layers = tf.keras.layers
    return _keras(tf.keras.Sequential([layers.Input((6, 5)), layers.Bidirectional(layers.GRU(7)), layers.Dense(2)]))


def keras_attention() -> float:
    layers = tf.keras.layers
    inputs = layers.Input((6, 8))
    outputs = layers.LayerNormalization()(inputs + layers.MultiHeadAttention(2, 4)(inputs, inputs))
    return _keras(tf.keras.Model(inputs, outputs))


def graph_def() -> float:
    with tf.Graph().as_default() as graph:
        x = tf.compat.v1.placeholder(tf.float32, [None, 4], name="x")
        weights = tf.compat.v1.get_variable("weights", [4, 3])
        y = tf.nn.sigmoid(tf.matmul(x, weights), name="y")
        with tf.compat.v1.Session() as session:
            session.run(tf.compat.v1.global_variables_initializer())
            message = graph.as_graph_def()
            frozen = tf.compat.v1.graph_util.convert_variables_to_constants(session, message, ["y"])
            value = _floats(2, 4)
            expected = session.run(y, {x: value})
    model, _ = tf2onnx.convert.from_graph_def(frozen, input_names=["x:0"], output_names=["y:0"], opset=OPSET)
    return _difference(model, [value], expected)


class _Module(tf.Module):  # type: ignore[misc, unused-ignore]
    def __init__(self) -> None:
        super().__init__()
        self.weights = tf.Variable(_floats(4, 3))

    @tf.function(input_signature=[tf.TensorSpec([None, 4], tf.float32, name="x")])
    def __call__(self, x: Any) -> Any:
        return tf.nn.relu(x @ self.weights)


def saved_module() -> float:
    module, x = _Module(), _floats(2, 4)
    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(module, folder)
        return _command_line(folder, x, module(x))


def saved_keras_model() -> float:
    layers = tf.keras.layers
    model = tf.keras.Sequential([layers.Input((8, 8, 3)), layers.Conv2D(4, 3), layers.Flatten(), layers.Dense(3)])
    x = _floats(2, 8, 8, 3)
    with tempfile.TemporaryDirectory() as folder:
        model.export(folder, verbose=False)
        return _command_line(folder, x, model(x))


MODELS = {
    f.__name__: f
    for f in (
        *(mlp, cnn, attention, loop, graph_def, saved_module),
        *(keras_cnn, keras_lstm, keras_gru, keras_attention, saved_keras_model),
    )
}

if __name__ == "__main__":
    print(MODELS[sys.argv[1]]())
