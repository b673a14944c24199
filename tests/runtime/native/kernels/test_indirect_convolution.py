"""Indirect convolutions: edges of windows, tiles, passes and chunks, and filters whose panels stay."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.forms import has_tiles
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.selection import executor

Array = np.ndarray[Any, Any]
R = tf.raw_ops

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]
SYMBOL = "@gw_convolve_indirect"


def drawn(shape: Any, dtype: Any = np.float32) -> Array:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype)


def expected(x: Array, filters: Array, strides: int, dilations: int, pads: tuple[int, ...]) -> Array:
    """The definition, in double precision: a product for each tap."""
    top, bottom, left, right = pads
    high, wide, _, results = filters.shape
    padded = np.pad(x.astype(np.float64), ((0, 0), (top, bottom), (left, right), (0, 0)))
    rows = (padded.shape[1] - (high - 1) * dilations - 1) // strides + 1
    columns = (padded.shape[2] - (wide - 1) * dilations - 1) // strides + 1
    total = np.zeros((len(x), rows, columns, results))
    for i in range(high):
        for j in range(wide):
            down = slice(i * dilations, i * dilations + (rows - 1) * strides + 1, strides)
            across = slice(j * dilations, j * dilations + (columns - 1) * strides + 1, strides)
            total += padded[:, down, across] @ filters[i, j].astype(np.float64)
    return total


def close(found: Array, wanted: Array) -> None:
    tolerance = 1e-11 if found.dtype == np.float64 else 1e-4
    np.testing.assert_allclose(found, wanted, tolerance, tolerance * np.abs(wanted).max(initial=1))


#: Images, filter, strides, dilations, zeros above, below, to the left and the right.
WINDOWS: dict[str, tuple[tuple[int, ...], tuple[int, ...], int, int, tuple[int, ...]]] = {
    "pixels": ((1, 7, 7, 64), (1, 1, 64, 48), 1, 1, (0, 0, 0, 0)),
    "pixels of few channels": ((2, 5, 3, 3), (1, 1, 3, 17), 1, 1, (0, 0, 0, 0)),
    "every second pixel": ((2, 9, 7, 20), (1, 1, 20, 40), 2, 1, (0, 0, 0, 0)),
    "every third, behind zeros": ((1, 9, 8, 20), (1, 1, 20, 40), 3, 1, (1, 2, 3, 0)),
    "zeros on all sides": ((3, 7, 5, 24), (3, 3, 24, 40), 1, 1, (1, 1, 1, 1)),
    "strides": ((2, 11, 8, 16), (3, 3, 16, 64), 2, 1, (0, 1, 1, 0)),
    "dilated": ((2, 11, 12, 18), (3, 2, 18, 24), 1, 3, (3, 3, 1, 2)),
    "a window larger than the image": ((2, 2, 3, 16), (5, 7, 16, 16), 1, 1, (3, 4, 3, 5)),
    "more zeros than the window": ((1, 3, 4, 16), (2, 2, 16, 24), 1, 1, (4, 1, 3, 5)),
    "several passes of taps": ((1, 6, 7, 200), (3, 3, 200, 97), 1, 1, (1, 1, 1, 1)),
    "several passes of a tap": ((1, 3, 5, 1600), (1, 2, 1600, 30), 1, 1, (0, 0, 0, 1)),
    "several blocks of pixels": ((3, 25, 40, 16), (3, 3, 16, 24), 1, 1, (1, 1, 1, 1)),
    "chunks of pixels": ((2, 40, 41, 32), (3, 3, 32, 48), 1, 1, (1, 1, 1, 1)),
    "chunks of columns": ((1, 7, 7, 256), (3, 3, 256, 500), 1, 1, (1, 1, 1, 1)),
    "chunks of both": ((1, 14, 14, 300), (3, 3, 300, 200), 1, 1, (1, 1, 1, 1)),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", WINDOWS)
def test_windows(name: str, dtype: Any) -> None:
    image, filters, strides, dilations, pads = WINDOWS[name]
    x, weights = drawn(image, dtype), drawn(filters, dtype)
    attrs = {"strides": [1, strides, strides, 1], "dilations": [1, dilations, dilations, 1], "padding": "EXPLICIT"}
    attrs["explicit_paddings"] = [0, 0, *pads, 0, 0]
    wanted = expected(x, weights, strides, dilations, pads)
    constant, variable, captured = tf.constant(weights), tf.Variable(weights), tf.constant(weights)

    def run(x: Any, w: Any) -> list[Any]:
        return [R.Conv2D(input=x, filter=f, **attrs) for f in (w, tf.constant(weights), variable, captured)]

    function = tf.function(run)
    for _ in range(3):  # the second call keeps panels, the third finds them
        first, *others = function(tf.constant(x), constant)
        close(first.numpy(), wanted)
        for other in others:
            np.testing.assert_array_equal(other, first)
    if has_tiles(ELEMENTS[np.dtype(dtype).name], jit.host()):
        text = function.experimental_get_compiler_ir(tf.constant(x), constant)(stage="llvm")
        assert text.count(f"call void {SYMBOL}") >= 3  # equal constants are one


def test_what_follows_is_done_by_the_kernel() -> None:
    """Once, after the last pass: a row added, a normalisation, an addition, a ReLU."""
    x, w = drawn((1, 7, 9, 400)), drawn((3, 3, 400, 100))
    rows, beside = drawn((4, 100)), drawn((1, 7, 9, 100))
    y = expected(x, w, 1, 1, (1, 1, 1, 1))

    @tf.function
    def biased(x: Any, w: Any) -> Any:
        return tf.nn.relu(tf.nn.conv2d(x, w, 1, "SAME") + rows[0])

    @tf.function
    def normalised(x: Any, w: Any, beside: Any) -> Any:
        y = tf.nn.conv2d(x, w, 1, "SAME")
        return tf.nn.relu(tf.nn.batch_normalization(y, rows[0], rows[1] ** 2, rows[2], rows[3], 1e-3) + beside)

    close(biased(tf.constant(x), tf.constant(w)).numpy(), np.maximum(y + rows[0], 0))
    scaled = (y - rows[0]) / np.sqrt(rows[1] ** 2 + 1e-3) * rows[3] + rows[2] + beside
    close(normalised(*(tf.constant(each) for each in (x, w, beside))).numpy(), np.maximum(scaled, 0))


def test_kept_panels_follow_the_variable() -> None:
    x, variable = tf.constant(drawn((1, 8, 8, 32))), tf.Variable(drawn((3, 3, 32, 64)))
    function = tf.function(lambda x: tf.nn.conv2d(x, variable, 1, "SAME"))
    for scale in (1.0, 1.0, 1.0, 2.0, 2.0, -1.0):
        weights = drawn((3, 3, 32, 64)) * np.float32(scale)
        if not np.array_equal(variable.numpy(), weights):
            variable.assign(weights)
        close(function(x).numpy(), expected(x.numpy(), weights, 1, 1, (1, 1, 1, 1)))


def test_a_filter_that_is_a_matrix_too() -> None:
    """The panels of a filter are no panels of the matrix with its elements."""
    x, variable = drawn((1, 8, 8, 160)), tf.Variable(drawn((1, 1, 160, 128)))

    @tf.function
    def both(x: Any) -> Any:
        product = tf.reshape(x, (64, 160)) @ tf.reshape(variable, (160, 128))
        return tf.nn.conv2d(x, variable, 1, "SAME"), product

    for _ in range(3):
        for result in both(tf.constant(x)):
            close(result.numpy().reshape(64, 128), x.reshape(64, 160) @ variable.numpy().reshape(160, 128))


def test_volumes_and_batches_of_any_size() -> None:
    w = drawn((2, 3, 3, 16, 24))
    function = tf.function(
        lambda x: R.Conv3D(input=x, filter=w, strides=[1, 1, 2, 1, 1], padding="SAME"),
        input_signature=[tf.TensorSpec((None, 3, 5, 6, 16))],
    )
    for batch in (2, 0, 1):
        x = drawn((batch, 3, 5, 6, 16))
        padded = np.pad(x, ((0, 0), (0, 1), (1, 1), (1, 1), (0, 0)))
        parts = [expected(padded[:, i + d], w[d], 1, 1, (0, 0, 0, 0))[:, ::2] for i in range(3) for d in range(2)]
        wanted = np.stack([a + b for a, b in zip(parts[::2], parts[1::2], strict=True)], 1)
        close(function(tf.constant(x)).numpy(), wanted)


def test_numbers_that_are_none() -> None:
    """Only the windows that see them have them in their results."""
    x, w = drawn((1, 6, 7, 16)), drawn((3, 3, 16, 24))
    x[0, 2, 3, 1], x[0, 5, 6, 0] = np.nan, np.inf
    found = tf.function(lambda x: tf.nn.conv2d(x, w, 1, "SAME"))(tf.constant(x)).numpy()
    with np.errstate(invalid="ignore"):
        wanted = expected(x, w, 1, 1, (1, 1, 1, 1))
    np.testing.assert_allclose(found, wanted, 1e-3, 1e-3, equal_nan=True)
