"""Convolution: values against plain loops, compiled code against the NumPy kernel, gradients, arguments, errors."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.runtime.selection import executor

Array = np.ndarray[Any, Any]
NATIVE = executor("native").name == "native"


def by_hand(x: Array, filters: Array, strides: Any, pads: Any, dilations: Any) -> Array:
    """Reference convolution, one output element at a time; `pads` has (before, after) for both axes."""
    padded = np.pad(x.astype(np.float64), ((0, 0), *pads, (0, 0)))
    kh, kw, input_channels, output_channels = filters.shape
    reach = (kh - 1) * dilations[0] + 1, (kw - 1) * dilations[1] + 1
    out = [(padded.shape[1 + i] - reach[i]) // strides[i] + 1 for i in range(2)]
    groups = x.shape[3] // input_channels
    result = np.zeros((x.shape[0], *out, output_channels))
    for n, i, j, o in np.ndindex(*result.shape):
        first = o // (output_channels // groups) * input_channels
        rows = i * strides[0] + np.arange(kh) * dilations[0]
        columns = j * strides[1] + np.arange(kw) * dilations[1]
        seen = padded[n][np.ix_(rows, columns)][..., first : first + input_channels]
        result[n, i, j, o] = np.sum(seen * filters[..., o])
    return result


def drawn(count: int, seed: int) -> Iterator[tuple[Array, Array, dict[str, Any], Any]]:
    """Random images and filters, arguments of `conv2d`, and the corresponding explicit padding."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        groups = int(rng.choice([1, 1, 1, 2]))
        input_channels, output_channels = int(rng.integers(1, 20)), groups * int(rng.integers(1, 20))
        kernel, stride = rng.integers(1, 4, 2).tolist(), rng.integers(1, 4, 2).tolist()
        dilation = rng.integers(1, 3, 2).tolist()
        size = [int(rng.integers(1, 9)) + (k - 1) * d for k, d in zip(kernel, dilation, strict=True)]
        dtype = np.float32 if rng.random() < 0.6 else np.float64
        x = rng.standard_normal((int(rng.integers(1, 4)), *size, input_channels * groups)).astype(dtype)
        filters = rng.standard_normal((*kernel, input_channels, output_channels)).astype(dtype)
        kind = str(rng.choice(["SAME", "VALID", "explicit"]))
        pads: Any = [(0, 0), (0, 0)]
        if kind == "explicit":
            pads = rng.integers(0, 3, (2, 2)).tolist()
        elif kind == "SAME":
            pads = []
            for s, k, step, d in zip(size, kernel, stride, dilation, strict=True):
                total = max((-(-s // step) - 1) * step + (k - 1) * d + 1 - s, 0)
                pads.append((total // 2, total - total // 2))
        padding = [[0, 0], *pads, [0, 0]] if kind == "explicit" else kind
        yield x, filters, {"strides": stride, "padding": padding, "dilations": dilation}, pads


def near(found: Any, expected: Any) -> None:
    found, expected = np.asarray(found), np.asarray(expected)
    tolerance = 2e-4 if found.dtype == np.float32 else 1e-10
    assert found.shape == expected.shape
    assert np.allclose(found, expected, tolerance, tolerance), np.abs(found - expected).max()


@pytest.mark.parametrize("seed", range(4))
def test_values(seed: int) -> None:
    for x, filters, arguments, pads in drawn(10, seed):
        expected = by_hand(x, filters, arguments["strides"], pads, arguments["dilations"])
        near(tf.nn.conv2d(x, filters, **arguments).numpy(), expected)


def with_gradients(convolve: Callable[..., Any]) -> Callable[..., Any]:
    def run(x: Any, filters: Any) -> list[Any]:
        with tf.GradientTape() as tape:
            tape.watch([x, filters])
            y = convolve(x, filters)
            total = tf.reduce_sum(tf.sin(y))
        return [y, *tape.gradient(total, [x, filters])]

    return run


@pytest.mark.executors
@pytest.mark.parametrize("any_batch", [False, True])
def test_compiled_is_eager(any_batch: bool) -> None:
    """Forward and both gradients, with a static and a dynamic batch size."""
    for x, filters, arguments, _ in drawn(24, 11):
        convolve = with_gradients(lambda x, filters, options=arguments: tf.nn.conv2d(x, filters, **options))
        batch = None if any_batch else x.shape[0]
        signature = [tf.TensorSpec([batch, *x.shape[1:]], x.dtype), tf.TensorSpec(filters.shape, filters.dtype)]
        staged = tf.function(convolve, input_signature=signature)
        for images in (x, x[:0], np.concatenate([x, x])) if any_batch else (x,):
            found, expected = (f(tf.constant(images), tf.constant(filters)) for f in (staged, convolve))
            for a, b in zip(found, expected, strict=True):
                near(a.numpy(), b.numpy())


@pytest.mark.executors
@pytest.mark.skipif(not NATIVE, reason="LLVM is not there")
def test_compiled_without_host_callbacks() -> None:
    """Channels-last images, one channel group: no NumPy kernel is called."""
    x, filters = tf.ones([2, 6, 5, 3]), tf.ones([3, 2, 3, 7])
    staged = tf.function(with_gradients(lambda x, filters: tf.nn.conv2d(x, filters, [2, 1], "SAME")))
    staged(x, filters)
    (trace,) = staged.explain().traces
    assert trace.host_calls == () and trace.regions


@pytest.mark.executors
def test_large_blocks() -> None:
    """More pixels than one matrix product takes, rows longer than its block, views as inputs."""
    rng = np.random.default_rng(3)
    x = rng.standard_normal((3, 40, 70, 40)).astype(np.float32)
    filters = rng.standard_normal((3, 5, 40, 33)).astype(np.float32) * 0.05
    convolve = with_gradients(lambda x, filters: tf.nn.conv2d(x[:, ::2, 3:], filters, 1, "SAME"))
    found, expected = (f(tf.constant(x), tf.constant(filters)) for f in (tf.function(convolve), convolve))
    for a, b in zip(found, expected, strict=True):
        assert np.allclose(a.numpy(), b.numpy(), 1e-3, 2e-3)


@pytest.mark.executors
def test_results_repeat_bit_for_bit() -> None:
    x, filters = tf.random.normal([2, 30, 30, 16]), tf.random.normal([3, 3, 16, 24])
    staged = tf.function(with_gradients(lambda x, filters: tf.nn.conv2d(x, filters, 1, "SAME")))
    first = [v.numpy() for v in staged(x, filters)]
    for _ in range(3):
        assert all(np.array_equal(a, b.numpy()) for a, b in zip(first, staged(x, filters), strict=True))


def test_formats_agree() -> None:
    rng = np.random.default_rng(0)
    x, filters = rng.standard_normal((2, 5, 4, 6)), rng.standard_normal((2, 3, 3, 4))
    for convolve in (tf.nn.conv2d, lambda *a, **k: tf.function(tf.nn.conv2d)(*a, **k)):
        last = convolve(tf.constant(x), tf.constant(filters), [1, 2], "SAME")
        first = convolve(tf.constant(x.transpose(0, 3, 1, 2)), tf.constant(filters), [1, 2], "SAME", "NCHW")
        near(first.numpy().transpose(0, 2, 3, 1), last.numpy())


def test_1d_and_extra_batch_axes() -> None:
    rng = np.random.default_rng(1)
    x, filters = rng.standard_normal((2, 3, 9, 4)), rng.standard_normal((3, 4, 5))
    whole = tf.nn.conv1d(x, filters, 2, "VALID", dilations=1)
    assert whole.shape == [2, 3, 4, 5]
    for i, j in itertools.product(range(2), range(3)):
        expected = by_hand(x[i : i + 1, j, None], filters[None], [1, 2], [(0, 0), (0, 0)], [1, 1])
        near(whole.numpy()[i, j], expected[0, 0])
    near(tf.nn.convolution(x[0], filters, 2).numpy(), whole.numpy()[0])
    padded = tf.nn.conv1d(x[0], filters, 1, [[0, 0], [2, 1], [0, 0]])
    near(padded.numpy(), tf.nn.conv1d(np.pad(x[0], ((0, 0), (2, 1), (0, 0))), filters, 1, "VALID").numpy())
    turned = tf.nn.conv1d(x[0].transpose(0, 2, 1), filters, 2, "VALID", "NCW")
    near(turned.numpy().transpose(0, 2, 1), whole.numpy()[0])


@pytest.mark.parametrize("spatial", [1, 2, 3])
def test_transposed_is_the_gradient(spatial: int) -> None:
    rng = np.random.default_rng(spatial)
    x, filters = rng.standard_normal((2, *(5,) * spatial, 3)), rng.standard_normal((*(2,) * spatial, 3, 4))
    with tf.GradientTape() as tape:
        images = tf.constant(x)
        tape.watch(images)
        y = tf.nn.convolution(images, filters, [2] * spatial, "SAME")
    grad = np.cos(np.arange(y.numpy().size)).reshape(y.shape)
    expected = tape.gradient(y, images, output_gradients=tf.constant(grad))
    found = tf.nn.conv_transpose(grad, filters, x.shape, [2] * spatial)
    near(found.numpy(), expected.numpy())
    near(tf.nn.conv_transpose(grad, filters, list(x.shape[1:-1]), [2] * spatial).numpy(), expected.numpy())


def test_depthwise_equals_a_grouped_convolution() -> None:
    rng = np.random.default_rng(0)
    x, filters = rng.standard_normal((2, 5, 6, 3)), rng.standard_normal((2, 3, 3, 2))
    as_groups = filters.reshape(2, 3, 1, 6)
    expected = tf.nn.conv2d(x, as_groups, 2, "SAME")
    near(tf.nn.depthwise_conv2d(x, filters, [1, 2, 2, 1], "SAME").numpy(), expected.numpy())
    point = rng.standard_normal((1, 1, 6, 2))
    separable = tf.nn.separable_conv2d(x, filters, point, [1, 2, 2, 1], "SAME")
    near(separable.numpy(), tf.nn.conv2d(expected, point, 1, "VALID").numpy())


@pytest.mark.parametrize("attrs", [{}, {"strides": 2}, {"dilations": 2}, {"padding": "VALID"}], ids=str)
def test_a_group_for_each_channel_is_a_depthwise_convolution(attrs: dict[str, Any]) -> None:
    """In compiled code too, where their kernels are the same, and with gradients."""
    rng = np.random.default_rng(0)
    x, filters = (tf.constant(rng.standard_normal(s), tf.float32) for s in ((2, 9, 8, 24), (3, 3, 1, 24)))
    arguments = {"strides": 1, "padding": "SAME", **attrs}

    def run(x: Any, filters: Any) -> list[Any]:
        with tf.GradientTape() as tape:
            tape.watch([x, filters])
            y = tf.nn.conv2d(x, filters, **arguments)
            loss = tf.reduce_sum(tf.sin(y))
        return [y, *tape.gradient(loss, [x, filters])]

    for found, expected in zip(tf.function(run)(x, filters), run(x, filters), strict=True):
        near(found.numpy(), expected.numpy())


def test_second_gradients() -> None:
    """The gradient of a gradient against finite differences of the gradient."""
    rng = np.random.default_rng(0)
    x, filters = rng.standard_normal((1, 4, 4, 2)), rng.standard_normal((2, 2, 2, 2))

    def first(x: Any, filters: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(filters)
            y = tf.reduce_sum(tf.nn.conv2d(x, filters, 1, "SAME") ** 3)
        return tape.gradient(y, filters)

    images = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(images)
        total = tf.reduce_sum(tf.sin(first(images, tf.constant(filters))))
    found = tape.gradient(total, images).numpy()
    for place in [(0, 0, 0, 0), (0, 1, 2, 1), (0, 3, 3, 0)]:
        ends = []
        for step in (1e-5, -1e-5):
            moved = x.copy()
            moved[place] += step
            ends.append(float(tf.reduce_sum(tf.sin(first(tf.constant(moved), tf.constant(filters))))))
        assert np.isclose(found[place], (ends[0] - ends[1]) / 2e-5, 1e-4)


_X, _F = np.ones((1, 4, 4, 2), np.float32), np.ones((2, 2, 2, 3), np.float32)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: tf.nn.conv2d(_X, _F, 1, "same "), ValueError, "`padding` must be"),
        (lambda: tf.nn.conv2d(_X, _F, 1, [[0, 0], [1, 1]]), ValueError, "4 pairs"),
        (lambda: tf.nn.conv2d(_X, _F, 1, [[1, 0], [0, 0], [0, 0], [0, 0]]), ValueError, "must be 0"),
        (lambda: tf.nn.conv2d(_X, _F, [1, 1, 1], "SAME"), ValueError, "length 1, 2 or 4"),
        (lambda: tf.nn.conv2d(_X, _F, 1, "SAME", "NWC"), ValueError, "`data_format` must be"),
        (lambda: tf.nn.conv2d(_X, _F[:, :, :1].repeat(3, 2), 1, "SAME"), errors.InvalidArgumentError, "2 vs 3"),
        (lambda: tf.nn.conv2d(_X[0], _F, 1, "SAME"), errors.InvalidArgumentError, "must be 4-dimensional: [4,4,2]"),
        (lambda: tf.nn.conv2d(_X, _F.astype(np.float64), 1, "SAME"), errors.InvalidArgumentError, "float"),
        (lambda: tf.nn.conv3d(_X[None], _F[None], [1] * 5, [[0, 0]] * 5), ValueError, "three axes"),
        (lambda: tf.nn.convolution(_X[0, 0], _F[0, 0]), ValueError, "3, 4 or 5 axes"),
        (lambda: tf.nn.separable_conv2d(_X, _F, _F, [1] * 4, "SAME"), ValueError, "pointwise_filter"),
    ],
)
def test_errors(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    for run in (call, tf.function(call, autograph=False)):
        with pytest.raises(error) as raised:
            run()
        assert message in str(raised.value)


@pytest.mark.parametrize("axes", [1, 2, 3])
def test_convolution_refuses_strides_together_with_dilations(axes: int) -> None:
    x, filters = tf.ones([1] + [9] * axes + [2]), tf.ones([3] * axes + [2, 4])
    with pytest.raises(ValueError, match="not supported in conjunction with"):
        tf.nn.convolution(x, filters, strides=2, dilations=[2] * axes)
    assert tf.nn.convolution(x, filters, strides=2, dilations=1).shape == [1] + [4] * axes + [4]
