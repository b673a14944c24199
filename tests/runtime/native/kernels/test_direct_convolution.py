"""Direct convolutions and small pools: every edge of their blocks and tiles, against the NumPy kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.selection import executor

Array = np.ndarray[Any, Any]
R = tf.raw_ops

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]


def drawn(shape: Any, dtype: Any = np.float32) -> Array:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype)


def staged(run: Callable[..., list[Any]], *given: Array) -> tuple[list[Array], str]:
    """What compiled code computes, without a call back, and its text."""
    tensors = [tf.constant(array) for array in given]
    function = tf.function(run)
    found = [value.numpy() for value in function(*tensors)]
    (trace,) = function.explain().traces
    assert trace.host_calls == ()
    return found, function.experimental_get_compiler_ir(*tensors)(stage="llvm")


def check(run: Callable[..., list[Any]], *given: Array) -> str:
    found, text = staged(run, *given)
    for a, b in zip(found, run(*(tf.constant(array) for array in given)), strict=True):
        close = 1e-10 if a.dtype == np.float64 else 3e-4
        assert a.shape == b.shape and np.allclose(a, b.numpy(), close, 10 * close, equal_nan=True)
    return text


#: Image, filter, and what is other than strides of one and SAME; the kernels in their order that are direct.
WINDOWS: dict[str, tuple[tuple[int, ...], tuple[int, ...], dict[str, Any], str]] = {
    "one channel": ((2, 9, 7, 1), (3, 3, 1, 20), {}, "fwd input filter"),
    "without padding": ((3, 8, 9, 5), (3, 2, 5, 33), {"padding": "VALID"}, "fwd input filter"),
    "a window of one that moves": ((2, 7, 5, 6), (1, 1, 6, 9), {"strides": 2}, "fwd filter"),
    "strides": ((2, 11, 8, 6), (3, 3, 6, 9), {"strides": 2}, "fwd filter"),
    "dilated": ((2, 11, 12, 6), (3, 2, 6, 9), {"dilations": 3}, "fwd input filter"),
    "groups": ((2, 6, 7, 12), (3, 3, 4, 18), {}, "fwd input filter"),
    "wide padding": ((1, 5, 4, 8), (2, 2, 8, 8), {"pads": (4, 1, 3, 5)}, "fwd input filter"),
    "padding on one side": ((1, 5, 4, 8), (2, 3, 8, 8), {"pads": (0, 1, 2, 0)}, "fwd input filter"),
    "a window larger than the image": ((2, 2, 3, 4), (5, 7, 4, 16), {}, "fwd input filter"),
    "no images": ((0, 5, 5, 8), (3, 3, 8, 8), {}, "fwd input filter"),
    "one pixel": ((1, 1, 1, 8), (3, 3, 8, 8), {}, "fwd input filter"),
    "blocks of lines": ((2, 60, 50, 64), (3, 3, 64, 8), {}, "fwd input filter"),
    "blocks of images": ((9, 7, 7, 6), (3, 3, 6, 40), {}, "fwd input filter"),
    "few results": ((2, 6, 7, 8), (3, 3, 8, 2), {}, "fwd input"),
    "few results of few places": ((2, 6, 7, 2), (3, 3, 2, 2), {}, ""),
    "columns behind whole vectors": ((2, 7, 9, 12), (3, 3, 12, 19), {}, "fwd input"),
    "columns behind, without padding": ((3, 7, 9, 20), (3, 2, 20, 36), {"padding": "VALID"}, "fwd input"),
    "columns behind, dilated": ((2, 11, 12, 20), (3, 2, 20, 17), {"dilations": 3}, "fwd input"),
    "columns behind, strides": ((2, 11, 8, 16), (3, 3, 16, 4), {"strides": 2}, "fwd filter"),
    "long lines": ((1, 2, 4000, 64), (3, 3, 64, 8), {}, "input"),
    "a large filter": ((1, 4, 4, 256), (3, 3, 256, 160), {}, ""),
}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", WINDOWS)
def test_convolution(name: str, dtype: Any) -> None:
    image, filters, more, direct = WINDOWS[name]
    step, apart = more.get("strides", 1), more.get("dilations", 1)
    attrs = {"strides": [1, step, step, 1], "dilations": [1, apart, apart, 1], "padding": more.get("padding", "SAME")}
    if "pads" in more:
        attrs |= {"padding": "EXPLICIT", "explicit_paddings": [0, 0, *more["pads"], 0, 0]}
    x, weights = drawn(image, dtype), drawn(filters, dtype)
    grad = drawn(R.Conv2D(input=x, filter=weights, **attrs).shape, dtype)
    runs: dict[str, tuple[Callable[..., Any], list[Array]]] = {
        "fwd": (lambda x, w: [R.Conv2D(input=x, filter=w, **attrs)], [x, weights]),
        "input": (
            lambda w, y: [R.Conv2DBackpropInput(input_sizes=image, filter=w, out_backprop=y, **attrs)],
            [weights, grad],
        ),
        "filter": (
            lambda x, y: [R.Conv2DBackpropFilter(input=x, filter_sizes=filters, out_backprop=y, **attrs)],
            [x, grad],
        ),
    }
    texts = {which: check(run, *item) for which, (run, item) in runs.items()}
    from graphwright.runtime.native.jit import jit
    from graphwright.runtime.native.kernels.convolution.forms import has_tiles
    from graphwright.runtime.native.llvm.storage import ELEMENTS

    if has_tiles(ELEMENTS[np.dtype(dtype).name], jit.host()):
        found = [which for which, text in texts.items() if "@gw_convolve_direct" in text]
        # the tables and copies of a double are twice as large, and few results are for the widest vectors
        less = dtype is np.float64 or jit.host().vector_bits < 512
        assert found == direct.split() or (less and set(found) < set(direct.split()))


def test_volumes() -> None:
    x, weights = drawn((2, 5, 4, 6, 3)), drawn((3, 2, 3, 3, 8))
    for step, padding in ((1, "SAME"), (1, "VALID"), (2, "SAME")):
        attrs = {"strides": [1, step, step, step, 1], "padding": padding}
        grad = drawn(R.Conv3D(input=x, filter=weights, **attrs).shape)

        def run(x: Any, w: Any, y: Any, attrs: Any = attrs) -> list[Any]:
            return [
                R.Conv3D(input=x, filter=w, **attrs),
                R.Conv3DBackpropInputV2(input_sizes=(2, 5, 4, 6, 3), filter=w, out_backprop=y, **attrs),
                R.Conv3DBackpropFilterV2(input=x, filter_sizes=(3, 2, 3, 3, 8), out_backprop=y, **attrs),
            ]

        check(run, x, weights, grad)


def test_numbers_that_are_none() -> None:
    """Only the windows that see them have them in their results."""
    x = drawn((1, 6, 7, 4))
    x[0, 2, 3, 1], x[0, 5, 6, 0] = np.nan, np.inf
    bias = drawn((9,))
    check(lambda x, w, b: [tf.nn.relu(tf.nn.conv2d(x, w, 1, "SAME") + b)], x, drawn((3, 3, 4, 9)), bias)


#: Image, window, strides; whether the gradient is written for its sizes too.
POOLS: dict[str, tuple[tuple[int, ...], tuple[int, int], tuple[int, int], bool]] = {
    "halves": ((2, 8, 6, 32), (2, 2), (2, 2), True),
    "odd sizes": ((2, 7, 9, 5), (2, 2), (2, 2), True),
    "strides beyond the window": ((1, 9, 8, 20), (2, 1), (3, 4), True),
    "windows that overlap": ((2, 7, 7, 3), (3, 3), (2, 2), False),
    "one row": ((1, 3, 11, 17), (1, 3), (1, 3), True),
    "all of an image": ((3, 3, 3, 1), (3, 3), (1, 1), True),
    "no images": ((0, 4, 4, 3), (2, 2), (2, 2), True),
    "large": ((9, 40, 40, 24), (2, 2), (2, 2), True),
}


def pool_attrs(window: Any, strides: Any) -> dict[str, Any]:
    return {"ksize": [1, *window, 1], "strides": [1, *strides, 1], "padding": "VALID"}


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", POOLS)
def test_pools(name: str, dtype: Any) -> None:
    image, window, strides, back = POOLS[name]
    attrs = pool_attrs(window, strides)
    x = np.round(drawn(image, dtype))
    if x.size:
        x.flat[0], x.flat[x.size // 2], x.flat[-1] = np.nan, -np.inf, np.inf
    grad = drawn(R.MaxPool(input=x, **attrs).shape, dtype)

    def forward(x: Any) -> list[Any]:
        return [R.MaxPool(input=x, **attrs), R.AvgPool(value=tf.where(x == x, x, 0.0), **attrs)]

    def backward(x: Any, y: Any, grad: Any) -> list[Any]:
        return [
            R.MaxPoolGrad(orig_input=x, orig_output=y, grad=grad, **attrs),
            R.AvgPoolGrad(orig_input_shape=image, grad=grad, **attrs),
        ]

    assert "@gw_max_pool" not in check(forward, x)
    text = check(backward, x, R.MaxPool(input=x, **attrs).numpy(), grad)
    assert ("@gw_max_pool_into_input" not in text) is back


def relu_gradient(x: Any, grad: Any) -> Any:
    y = tf.nn.max_pool2d(x, 2, 2, "VALID")
    back = R.MaxPoolGrad(orig_input=x, orig_output=y, grad=grad, **pool_attrs((2, 2), (2, 2)))
    return back, R.ReluGrad(gradients=back, features=x)


def sums(x: Any, grad: Any) -> list[Any]:
    total = relu_gradient(x, grad)[1]
    return [total, tf.reduce_sum(total, [0, 1, 2]), tf.reduce_sum(total * 2.0, [0])]


#: What is made of the gradients, and how often the ReLU's is taken with the pool's.
RELUS: dict[str, tuple[Callable[..., list[Any]], int]] = {
    "alone": (lambda x, g: [relu_gradient(x, g)[1]], 1),
    "with sums": (sums, 1),
    "sums alone": (lambda x, g: sums(x, g)[1:], 1),
    "what is in between is read too": (lambda x, g: list(relu_gradient(x, g)), 0),
    "of something else": (lambda x, g: [R.ReluGrad(gradients=relu_gradient(x, g)[0], features=x * 2.0)], 0),
}


@pytest.mark.parametrize("name", RELUS)
def test_gradient_of_a_relu_before_a_pool(name: str) -> None:
    run, joined = RELUS[name]
    x = np.maximum(np.round(drawn((3, 7, 6, 19)) * 2), 0)
    x[0, 0, 0, 0], x[1, 2, 3, 4] = np.nan, np.inf
    grad = drawn((3, 3, 3, 19))
    grad[0, 1, 1, 3] = np.nan
    text = check(run, x, grad)
    assert ("_relu_float32_" in text) == bool(joined)
