"""Resizing in compiled code and by the kernels: the same sums of neighbours, of which nothing else is read."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ops.image import _resample

METHODS = ("bilinear", "bicubic", "area", "lanczos3", "gaussian")
DTYPES = ("uint8", "int8", "uint16", "int16", "int32", "int64", "float16", "bfloat16", "float64")


def _images(*shape: int) -> Any:
    return tf.constant(np.random.default_rng(0).integers(0, 100, shape).astype(np.float32))


@pytest.mark.parametrize("antialias", [False, True])
@pytest.mark.parametrize("channels", [1, 3, 12])
@pytest.mark.parametrize("method", METHODS)
def test_compiled_code_and_kernels_agree(method: str, channels: int, antialias: bool) -> None:
    images = _images(2, 11, 150, channels)
    for size in ((23, 9), (3, 170)):
        resize = tf.function(lambda x, size=size: tf.image.resize(x, size, method=method, antialias=antialias))
        compiled = resize(images)
        assert not resize.explain().traces[0].host_calls
        kernel = tf.image.resize(images, size, method=method, antialias=antialias)
        assert compiled.numpy() == pytest.approx(kernel.numpy(), rel=1e-5, abs=1e-4)


@pytest.mark.parametrize("dtype", DTYPES)
def test_pixels_of_every_dtype_are_read_as_they_are(dtype: str) -> None:
    images = _images(1, 9, 20, 3)
    resize = tf.function(lambda x: tf.image.resize(x, [5, 31]))
    expected = resize(images)
    assert np.array_equal(resize(tf.cast(images, dtype)), expected)


@pytest.mark.parametrize("method", METHODS)
def test_gradients_of_compiled_code_and_kernels_agree(method: str) -> None:
    images, weights = _images(1, 12, 60, 3), _images(1, 30, 17, 3)

    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.image.resize(x, [30, 17], method=method) * weights)
        return tape.gradient(y, x)

    if method == "area":  # which has no gradient
        with pytest.raises(LookupError, match="no entry for: ResizeArea"):
            slope(images)
        return
    assert tf.function(slope)(images).numpy() == pytest.approx(slope(images).numpy(), rel=1e-5, abs=1e-3)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_small_and_infinite_halves_are_read(dtype: str) -> None:
    pixels = tf.cast([6e-8, -6e-8, 1e-5, 65504.0, -1.0, 2.0, np.inf, -np.inf, np.nan, -0.0], dtype)
    resize = tf.function(lambda x: tf.image.resize(x, [2, x.shape[2]]))
    for count in (10, 7, 3):  # whole vectors, and what is left
        found = resize(pixels[:count][None, None, :, None])
        expected = np.tile(tf.cast(pixels[:count], tf.float32).numpy(), (2, 1))
        assert np.array_equal(found[0, :, :, 0], expected, equal_nan=True)


def test_an_infinity_stays_among_its_neighbours() -> None:
    pixels = np.zeros((1, 8, 80, 1), np.float32)
    pixels[0, 2, 5, 0] = np.inf
    for resize in (tf.image.resize, tf.function(tf.image.resize)):
        found = resize(tf.constant(pixels), [16, 160]).numpy()[0, :, :, 0]
        assert not np.isfinite(found[3:7, 9:13]).all()
        found[3:7, 9:13] = 0
        assert np.array_equal(found, np.zeros((16, 160), np.float32))


def test_spans_hold_what_counts() -> None:
    matrix = np.array([[0, 2, 0, 3, 0], [0, 0, 0, 0, 0], [0, 0, 0, 0, 5], [1, 0, 0, 0, 0]], np.float32)
    spans, weights = _resample.spans(matrix)
    assert spans.tolist() == [[1, 3], [0, 0], [4, 1], [0, 1]]
    assert weights.tolist() == [[2, 0, 3], [0, 0, 0], [5, 0, 0], [1, 0, 0]]


def test_sizes_that_are_found_while_running_are_the_kernels() -> None:
    @tf.function
    def resize(x: Any, size: Any) -> Any:
        return tf.image.resize(x, size)

    images = _images(1, 4, 6, 2)
    found = resize(images, tf.constant([7, 3]))
    assert found.numpy() == pytest.approx(tf.image.resize(images, [7, 3]).numpy(), rel=1e-6)
    with pytest.raises(tf.errors.InvalidArgumentError, match="output dimensions must be positive"):
        resize(images, tf.constant([0, 3]))
