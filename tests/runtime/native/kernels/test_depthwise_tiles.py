"""Depthwise convolution by tiles, and what follows a convolution: every edge, against the NumPy executor."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native.jit import jit
from graphwright.runtime.selection import executor

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]

#: Image, window, strides, padding.
WINDOWS: dict[str, tuple[tuple[int, ...], tuple[int, int], int, Any]] = {
    "whole tiles": ((1, 7, 14, 32), (3, 3), 1, "SAME"),
    "part of a tile": ((2, 5, 9, 16), (3, 3), 1, "SAME"),
    "less than a tile": ((2, 4, 3, 16), (3, 3), 1, "SAME"),
    "channels that leave lanes": ((1, 9, 8, 21), (3, 3), 1, "SAME"),
    "few channels": ((2, 6, 8, 3), (3, 3), 2, "SAME"),
    "strides": ((2, 13, 29, 24), (3, 3), 2, "VALID"),
    "five": ((1, 9, 15, 17), (5, 5), 1, "SAME"),
    "five by strides": ((2, 10, 16, 8), (5, 5), 2, "SAME"),
    "seven": ((1, 8, 12, 20), (7, 7), 1, "SAME"),
    "seven by strides": ((1, 15, 9, 5), (7, 7), 2, "SAME"),
    "a window larger than the image": ((1, 2, 2, 18), (7, 7), 1, "SAME"),
    "a flat window": ((1, 6, 11, 16), (1, 5), 1, "SAME"),
    "a tall window": ((1, 11, 9, 16), (4, 3), 1, "VALID"),
    "padding on one side": ((1, 6, 7, 16), (3, 3), 1, [[0, 0], [2, 0], [0, 2], [0, 0]]),
    "more padding than window": ((1, 4, 5, 16), (3, 3), 1, [[0, 0], [4, 3], [5, 4], [0, 0]]),
    "several chunks": ((3, 40, 56, 64), (3, 3), 1, "SAME"),
    "no images": ((0, 5, 5, 8), (3, 3), 1, "SAME"),
}


def _drawn(shape: tuple[int, ...], dtype: Any = np.float32) -> Any:
    return tf.constant(np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype))


def _agree(program: Callable[..., Any], *arguments: Any, close: float = 1e-4) -> str:
    """The compiled program's text; its results are those of the NumPy executor."""
    function = tf.function(program)
    found = function(*arguments)
    (trace,) = function.explain().traces
    assert trace.host_calls == ()
    graph = optimize(function.get_concrete_function(*arguments).graph)
    expected = executor("numpy").compile(graph).run([x.numpy() for x in arguments])
    for a, b in zip(tf.nest.flatten(found), expected, strict=True):
        np.testing.assert_allclose(a.numpy(), b, close, 10 * close)
    return str(function.experimental_get_compiler_ir(*arguments)(stage="llvm"))


def _tiles() -> str:
    return "@gw_depthwise_tiles_" if jit.host().vector_bits >= 256 else "@gw_depthwise"


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", WINDOWS)
def test_the_sums_are_those_of_numpy(name: str, dtype: str) -> None:
    image, window, stride, padding = WINDOWS[name]
    x, filters = _drawn(image, dtype), _drawn((*window, image[-1], 1), dtype)
    steps = [1, stride, stride, 1]
    text = _agree(lambda x, filters: tf.nn.depthwise_conv2d(x, filters, steps, padding), x, filters)
    assert _tiles() in text


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", WINDOWS)
def test_the_gradient_of_the_filter_is_that_of_numpy(name: str, dtype: str) -> None:
    image, window, stride, padding = WINDOWS[name]
    x, filters = _drawn(image, dtype), _drawn((*window, image[-1], 1), dtype)
    steps = [1, stride, stride, 1]

    def gradient(x: Any, filters: Any) -> Any:
        y = tf.nn.depthwise_conv2d(x, filters, steps, padding)
        return tf.gradients(y * y, filters)

    text = _agree(gradient, x, filters, close=1e-3 if dtype == "float32" else 1e-9)
    assert ("@gw_depthwise_filter_" in text) == (jit.host().vector_bits >= 256)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", WINDOWS)
def test_the_gradient_of_the_images_is_that_of_numpy(name: str, dtype: str) -> None:
    image, window, stride, padding = WINDOWS[name]
    x, filters = _drawn(image, dtype), _drawn((*window, image[-1], 1), dtype)
    steps = [1, stride, stride, 1]

    def gradient(x: Any, filters: Any) -> Any:
        y = tf.nn.depthwise_conv2d(x, filters, steps, padding)
        return tf.gradients(y * y, x)

    text = _agree(gradient, x, filters, close=1e-3 if dtype == "float32" else 1e-9)
    assert ("@gw_depthwise_into_input" in text) == (jit.host().vector_bits < 256 or stride > 1)


def test_what_no_window_sees_is_not_in_the_gradient_of_the_filter() -> None:
    x = np.ones((1, 5, 8, 16), np.float32)
    x[:, :, 7] = np.inf  # of 8 columns two steps see seven
    y = np.ones((1, 2, 3, 16), np.float32)
    program = tf.function(
        lambda x, y: tf.raw_ops.DepthwiseConv2dNativeBackpropFilter(
            input=x, filter_sizes=[3, 3, 16, 1], out_backprop=y, strides=[1, 2, 2, 1], padding="VALID"
        )
    )
    assert (program(x, y).numpy() == 6.0).all()


def test_the_gradient_of_the_filter_has_the_same_bits_in_any_number_of_threads() -> None:
    x, y = _drawn((8, 30, 31, 40)), _drawn((8, 15, 16, 40))
    program = tf.function(
        lambda x, y: tf.raw_ops.DepthwiseConv2dNativeBackpropFilter(
            input=x, filter_sizes=[5, 5, 40, 1], out_backprop=y, strides=[1, 2, 2, 1], padding="SAME"
        )
    )
    found = []
    try:
        for count in (1, 2, 3):
            tf.config.threading.set_intra_op_parallelism_threads(count)
            found.append(program(x, y).numpy().tobytes())
    finally:
        tf.config.threading.set_intra_op_parallelism_threads(0)
    assert len(set(found)) == 1


EPILOGUES: dict[str, Callable[[Any, Any, Any, Any], Any]] = {
    "bias": lambda y, a, b, z: y + a,
    "ReLU": lambda y, a, b, z: tf.nn.relu(y),
    "ReLU6": lambda y, a, b, z: tf.nn.relu6(y * 3.0 + 2.0),
    "ReLU6 alone": lambda y, a, b, z: tf.nn.relu6(y),
    "bias and ReLU6": lambda y, a, b, z: tf.nn.relu6(y + a),
    "scale, offset, ReLU6": lambda y, a, b, z: tf.nn.relu6(y * b + a),
    "normalised": lambda y, a, b, z: tf.nn.relu((y - a) * b + a),
    "residual": lambda y, a, b, z: tf.nn.relu6(y * b + a + z),
}


@pytest.mark.parametrize("kind", ["depthwise", "pointwise", "direct", "unfolded", "product"])
@pytest.mark.parametrize("name", EPILOGUES)
def test_what_follows_is_done_to_the_sums(name: str, kind: str) -> None:
    channels = 21
    x, row, scale = _drawn((2, 9, 11, channels)), _drawn((channels,)), _drawn((channels,)) * 4.0
    beside = _drawn((2, 9, 11, channels))

    def summed(x: Any, filters: Any) -> Any:
        if kind == "depthwise":
            return tf.nn.depthwise_conv2d(x, filters, [1, 1, 1, 1], "SAME")
        if kind == "product":
            return tf.reshape(tf.matmul(tf.reshape(x, [-1, channels]), filters), x.shape)
        return tf.nn.conv2d(x, filters, 1, "SAME")

    shapes = {"pointwise": (1, 1, channels, channels), "direct": (3, 3, channels, channels),
              "unfolded": (15, 15, channels, channels), "product": (channels, channels)}  # fmt: skip
    filters = _drawn(shapes.get(kind, (3, 3, channels, 1)))
    program = lambda x, f, a, b, z: EPILOGUES[name](summed(x, f), a, b, z)  # noqa: E731
    _agree(program, x, filters, row, scale, beside, close=1e-3 if kind == "unfolded" else 1e-4)


@pytest.mark.parametrize("kind", ["depthwise", "convolution"])
def test_relu6_keeps_nan(kind: str) -> None:
    x, image = np.zeros((1, 4, 4, 16), np.float32), tf.constant(np.eye(16, dtype=np.float32).reshape(1, 1, 16, 16))
    x[0, 1, 2] = [np.nan, np.inf, -np.inf, 7.0, -7.0, *range(11)]
    filters = tf.ones([1, 3, 16, 1]) if kind == "depthwise" else image
    one = tf.function(lambda x, f: tf.nn.relu6(tf.nn.conv2d(x, f, 1, "SAME")))
    many = tf.function(lambda x, f: tf.nn.relu6(tf.nn.depthwise_conv2d(x, f, [1, 1, 1, 1], "SAME")))
    found = (many if kind == "depthwise" else one)(tf.constant(x), filters).numpy()[0, 1, 2]
    if kind == "depthwise":
        assert np.isnan(found[0]) and found[1:].tolist() == [6, 0, 6, 0, *(min(i, 6) for i in range(11))]
    else:
        assert np.isnan(found).all()  # infinity by zero


@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("pad", [[[0, 0], [1, 2], [3, 0], [0, 0]], [[0, 0], [0, 0], [0, 1], [0, 0]]])
def test_zeros_around_images_are_seen_as_padding(pad: list[list[int]], data_format: str) -> None:
    first = data_format == "NCHW"
    edges = [pad[0], pad[3], *pad[1:3]] if first else pad
    x = _drawn((2, 5, 9, 10) if first else (2, 9, 10, 5))

    def program(x: Any, f: Any) -> Any:
        return tf.nn.conv2d(tf.pad(x, edges), f, 2, "VALID", data_format=data_format)

    text = _agree(program, x, _drawn((3, 3, 5, 8)))
    assert "@gw_convolve" in text


@pytest.mark.parametrize(
    "pad",
    [
        lambda x: tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]], constant_values=2.0),
        lambda x: tf.pad(x, [[1, 0], [1, 1], [1, 1], [0, 0]]),
        lambda x: tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 3]]),
        lambda x: tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]], "REFLECT"),
    ],
)
def test_other_pads_stay_as_they_are(pad: Callable[[Any], Any]) -> None:
    x = _drawn((1, 6, 6, 4))
    channels = pad(x).shape[-1]
    _agree(lambda x, f: tf.nn.conv2d(pad(x), f, 1, "VALID"), x, _drawn((3, 3, channels, 8)))


def test_padded_images_that_something_else_reads_are_made() -> None:
    x, f = _drawn((1, 6, 6, 4)), _drawn((3, 3, 4, 8))

    def program(x: Any, f: Any) -> Any:
        padded = tf.pad(x, [[0, 0], [1, 1], [1, 1], [0, 0]])
        return tf.nn.conv2d(padded, f, 1, "VALID"), padded

    _agree(program, x, f)
