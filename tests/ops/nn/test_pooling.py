"""Pooling, batch normalisation and resizing: values, compiled code against eager, arguments, errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors

Array = np.ndarray[Any, Any]


def by_hand(x: Array, ksize: Any, strides: Any, pads: Any, kind: str) -> Array:
    """Reference pooling, one window at a time."""
    fill = np.full((x.shape[0], *(s + sum(p) for s, p in zip(x.shape[1:3], pads, strict=True)), x.shape[3]), np.nan)
    (above, _), (left, _) = pads
    fill[:, above : above + x.shape[1], left : left + x.shape[2]] = x
    out = [(fill.shape[1 + i] - ksize[i]) // strides[i] + 1 for i in range(2)]
    result = np.zeros((x.shape[0], *out, x.shape[3]))
    for i, j in np.ndindex(*out):
        rows, columns = i * strides[0], j * strides[1]
        seen = fill[:, rows : rows + ksize[0], columns : columns + ksize[1]]
        result[:, i, j] = (np.nanmax if kind == "MAX" else np.nanmean)(seen, axis=(1, 2))
    return result


def drawn(count: int, seed: int) -> Iterator[tuple[Array, dict[str, Any], Any]]:
    rng = np.random.default_rng(seed)
    for _ in range(count):
        ksize, strides = rng.integers(1, 4, 2).tolist(), rng.integers(1, 5, 2).tolist()
        size = [int(rng.integers(0, 8)) + k for k in ksize]
        dtype = np.float32 if rng.random() < 0.6 else np.float64
        x = rng.standard_normal((int(rng.integers(1, 4)), *size, int(rng.integers(1, 36)))).astype(dtype)
        padding = str(rng.choice(["SAME", "VALID"]))
        totals = [
            max((-(-s // step) - 1) * step + k - s, 0) if padding == "SAME" else 0
            for s, k, step in zip(size, ksize, strides, strict=True)
        ]
        pads = [(t // 2, t - t // 2) for t in totals]
        yield x, {"ksize": ksize, "strides": strides, "padding": padding}, pads


@pytest.mark.parametrize("kind", ["MAX", "AVG"])
def test_values(kind: str) -> None:
    pool: Callable[..., Any] = tf.nn.max_pool2d if kind == "MAX" else tf.nn.avg_pool2d
    for x, arguments, pads in drawn(30, 5):
        expected = by_hand(x, arguments["ksize"], arguments["strides"], pads, kind)
        assert np.allclose(pool(x, **arguments).numpy(), expected, 1e-5, 1e-6)


@pytest.mark.executors
@pytest.mark.parametrize("any_batch", [False, True])
@pytest.mark.parametrize("kind", ["MAX", "AVG"])
def test_compiled_is_eager(kind: str, any_batch: bool) -> None:
    """Forward and gradient, with ties and overlapping windows."""
    pool: Callable[..., Any] = tf.nn.max_pool2d if kind == "MAX" else tf.nn.avg_pool2d
    for x, arguments, _ in drawn(20, 7):
        images = np.round(x)

        def run(x: Any, kwargs: dict[str, Any] = arguments) -> list[Any]:
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = pool(x, **kwargs)
                total = tf.reduce_sum(tf.sin(y + tf.cast(tf.range(y.shape[-1]), y.dtype)))
            return [y, tape.gradient(total, x)]

        batch = None if any_batch else x.shape[0]
        staged = tf.function(run, input_signature=[tf.TensorSpec([batch, *x.shape[1:]], x.dtype)])
        for some in (images, images[:0]) if any_batch else (images,):
            for a, b in zip(staged(tf.constant(some)), run(tf.constant(some)), strict=True):
                assert a.shape == b.shape
                assert np.allclose(a.numpy(), b.numpy(), 1e-5, 1e-6)


@pytest.mark.executors
@pytest.mark.parametrize("staged", [False, True])
def test_nan(staged: bool) -> None:
    """NaN is never selected, and a window of lowest values passes its gradient to the first of them."""
    x = tf.constant(np.array([np.nan, 1.0, 2.0, np.nan, -np.inf, -np.inf], np.float32).reshape(1, 1, 6, 1))

    def run(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.max_pool2d(x, [1, 2], [1, 2], "VALID")
        return y, tape.gradient(y, x)

    y, grad = (tf.function(run) if staged else run)(x)
    assert y.numpy().ravel().tolist() == [1.0, 2.0, -np.inf]
    assert grad.numpy().ravel().tolist() == [0.0, 1.0, 1.0, 0.0, 1.0, 0.0]


def test_ranks_and_formats() -> None:
    x = np.random.default_rng(0).standard_normal((2, 6, 5, 3))
    for pool in (tf.nn.max_pool, tf.nn.avg_pool):
        images = pool(x, [2, 3], 2, "SAME")
        turned = pool(x.transpose(0, 3, 1, 2), [2, 3], 2, "SAME", "NCHW")
        assert np.allclose(turned.numpy().transpose(0, 2, 3, 1), images.numpy())
        rows = pool(x[:, 0], 2, 1, "VALID")
        assert np.allclose(rows.numpy(), pool(x[:, :1], [1, 2], 1, "VALID").numpy()[:, 0])
        deep = pool(x[:, :, None].astype(np.float32), [2, 1, 3], [2, 1, 2], "SAME")
        assert np.allclose(deep.numpy()[:, :, 0], images.numpy(), 1e-5)
    assert np.allclose(tf.nn.pool(x, [2, 2], "AVG", [1, 2]).numpy(), tf.nn.avg_pool2d(x, 2, [1, 2], "VALID").numpy())


def test_argmax() -> None:
    x = np.random.default_rng(0).standard_normal((2, 4, 6, 3)).astype(np.float32)
    values, places = tf.nn.max_pool_with_argmax(x, 2, 2, "SAME", include_batch_in_index=True)
    assert np.array_equal(x.ravel()[places.numpy()], values.numpy())
    _, within = tf.nn.max_pool_with_argmax(x, 2, 2, "SAME", output_dtype=tf.int32)
    assert within.dtype == tf.int32 and np.array_equal(within.numpy()[0], places.numpy()[0])


_X = np.ones((1, 4, 4, 2), np.float32)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: tf.nn.max_pool(_X, 2, 2, "none"), ValueError, "`padding` must be"),
        (lambda: tf.nn.max_pool(_X[0, 0], 2, 2, "SAME"), ValueError, "3, 4 or 5 axes"),
        (lambda: tf.nn.avg_pool2d(_X, 2, 2, [[0, 0]] * 4), TypeError, "Explicit padding"),
        (lambda: tf.nn.max_pool2d(_X, 5, 1, "VALID"), errors.InvalidArgumentError, "subtracting 5 from 4"),
        (lambda: tf.nn.max_pool2d(_X, [1, 2, 2, 2], 1, "VALID"), errors.UnimplementedError, "batch and depth"),
        (lambda: tf.nn.pool(_X, [2, 2], "MIN"), ValueError, "'MAX' or 'AVG'"),
        (lambda: tf.nn.max_pool_with_argmax(_X, 2, 2, "SAME", "NCHW"), ValueError, "NHWC"),
        (lambda: tf.image.resize(_X, [2, 2], "none"), ValueError, "not implemented: none"),
        (lambda: tf.image.resize(_X, [2]), ValueError, "2 elements"),
        (lambda: tf.image.resize(_X[0, 0], [2, 2]), ValueError, "3 or 4 dimensions"),
        (lambda: tf.compat.v1.nn.fused_batch_norm(_X, [1.0, 1.0], [0.0, 0.0], is_training=False), ValueError, "mean"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    for run in (call, tf.function(call, autograph=False)):
        with pytest.raises(error) as raised:
            run()
        assert message in str(raised.value)


@pytest.mark.executors
def test_batch_norm_normalises() -> None:
    x = np.random.default_rng(0).standard_normal((4, 5, 3, 6)).astype(np.float32) * 3 + 2

    def run(x: Any, scale: Any, offset: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch([x, scale, offset])
            y, mean, variance = tf.compat.v1.nn.fused_batch_norm(x, scale, offset)
            total = tf.reduce_sum(tf.sin(y))
        return [y, mean, variance, *tape.gradient(total, [x, scale, offset])]

    kwargs = tf.constant(x), tf.ones([6]), tf.zeros([6])
    eager, staged = run(*kwargs), tf.function(run)(*kwargs)
    assert np.allclose(eager[0].numpy().mean((0, 1, 2)), 0, atol=1e-5)
    assert np.allclose(eager[0].numpy().std((0, 1, 2)), 1, atol=1e-3)
    assert np.allclose(eager[2].numpy(), x.var((0, 1, 2), ddof=1), 1e-4)
    for a, b in zip(eager, staged, strict=True):
        assert np.allclose(a.numpy(), b.numpy(), 1e-3, 1e-4)


def test_resize() -> None:
    image = np.arange(24.0).reshape(4, 6, 1)
    assert tf.image.resize(image, [2, 3], "nearest").dtype == tf.float64
    assert tf.image.resize(image, [2, 3]).dtype == tf.float32
    assert tf.image.resize(image, [8, 6], preserve_aspect_ratio=True).shape == [4, 6, 1]
    constant = np.full((1, 5, 7, 2), 3.0, np.float32)
    for method in ("bilinear", "nearest", "bicubic", "area", "lanczos3", "lanczos5", "gaussian", "mitchellcubic"):
        for antialias in (False, True):
            for size in ([3, 3], [9, 10], [5, 7]):
                resized = tf.image.resize(constant, size, method, antialias=antialias)
                assert resized.shape == [1, *size, 2] and np.allclose(resized.numpy(), 3.0, 1e-5)


def test_dynamic_sizes() -> None:
    """Images of known rank only."""
    x = np.random.default_rng(0).standard_normal((2, 7, 6, 3)).astype(np.float32)
    filters = np.random.default_rng(1).standard_normal((3, 3, 3, 4)).astype(np.float32)

    def run(x: Any) -> Any:
        y = tf.nn.max_pool2d(tf.nn.conv2d(x, filters, 2, "SAME"), 2, 1, "VALID")
        return tf.image.resize(y, [5, 5])

    staged = tf.function(run, input_signature=[tf.TensorSpec([None, None, None, 3])])
    assert np.allclose(staged(tf.constant(x)).numpy(), run(tf.constant(x)).numpy(), 1e-4, 1e-5)
