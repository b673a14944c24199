"""Gradients of convolutions in their indirect forms: edges of windows, tiles, pieces and chunks."""

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


def drawn(shape: Any, dtype: Any = np.float32) -> Array:
    return np.random.default_rng(sum(shape)).standard_normal(shape).astype(dtype)


def gradients(
    x: Array, filters: Array, grad: Array, strides: int, dilations: int, pads: tuple[int, ...]
) -> tuple[Array, Array]:
    """Those of the images and of the filter by definition, in double precision: two products for each tap."""
    top, bottom, left, right = pads
    high, wide = filters.shape[:2]
    padded = np.pad(x.astype(np.float64), ((0, 0), (top, bottom), (left, right), (0, 0)))
    images, weights = np.zeros_like(padded), np.zeros(filters.shape)
    rows, columns = grad.shape[1:3]
    for i in range(high):
        for j in range(wide):
            down = slice(i * dilations, i * dilations + (rows - 1) * strides + 1, strides)
            across = slice(j * dilations, j * dilations + (columns - 1) * strides + 1, strides)
            images[:, down, across] += grad.astype(np.float64) @ filters[i, j].astype(np.float64).T
            weights[i, j] = np.einsum("byxc,byxo->co", padded[:, down, across], grad.astype(np.float64))
    return images[:, top : top + x.shape[1], left : left + x.shape[2]], weights


def close(found: Array, wanted: Array) -> None:
    tolerance = 1e-11 if found.dtype == np.float64 else 1e-4
    assert found.shape == wanted.shape
    np.testing.assert_allclose(found, wanted, tolerance, tolerance * np.nanmax(np.abs(wanted), initial=1))


#: Images, filter, strides, dilations, zeros above, below, to the left and the right.
WINDOWS: dict[str, tuple[tuple[int, ...], tuple[int, ...], int, int, tuple[int, ...]]] = {
    "whole tiles": ((2, 6, 7, 48), (3, 3, 48, 48), 1, 1, (1, 1, 1, 1)),
    "one vector": ((2, 9, 7, 40), (3, 3, 40, 16), 1, 1, (1, 1, 1, 1)),
    "two vectors": ((1, 5, 7, 24), (2, 3, 24, 32), 1, 1, (0, 1, 1, 1)),
    "rows and columns behind": ((3, 7, 5, 23), (3, 3, 23, 37), 1, 1, (1, 1, 1, 1)),
    "a channel behind": ((1, 7, 5, 17), (3, 2, 17, 65), 1, 1, (1, 1, 1, 0)),
    "few channels and results": ((1, 6, 6, 8), (3, 3, 8, 16), 1, 1, (1, 1, 1, 1)),
    "without padding": ((3, 8, 9, 16), (3, 2, 16, 33), 1, 1, (0, 0, 0, 0)),
    "every second pixel": ((2, 9, 7, 20), (1, 1, 20, 40), 2, 1, (0, 0, 0, 0)),
    "every third, behind zeros": ((1, 9, 8, 20), (1, 1, 20, 40), 3, 1, (1, 2, 3, 0)),
    "pixels behind the last window": ((1, 10, 9, 16), (2, 2, 16, 32), 3, 1, (0, 0, 0, 0)),
    "strides": ((2, 11, 8, 16), (3, 3, 16, 64), 2, 1, (0, 1, 1, 0)),
    "strides of three": ((2, 11, 13, 16), (5, 4, 16, 24), 3, 1, (1, 2, 1, 1)),
    "strides as long as the window": ((2, 8, 12, 32), (2, 2, 32, 64), 2, 1, (0, 0, 0, 0)),
    "strides longer than the window": ((1, 11, 9, 16), (2, 1, 16, 48), 4, 1, (0, 0, 1, 0)),
    "dilated": ((2, 11, 12, 18), (3, 2, 18, 24), 1, 3, (3, 3, 1, 2)),
    "dilated, with strides": ((2, 11, 12, 18), (3, 2, 18, 24), 2, 3, (3, 3, 1, 2)),
    "a window larger than the image": ((2, 2, 3, 16), (5, 7, 16, 16), 1, 1, (3, 4, 3, 5)),
    "more zeros than the window": ((1, 3, 4, 16), (2, 2, 16, 24), 1, 1, (4, 1, 3, 5)),
    "several pieces of pixels": ((2, 23, 31, 16), (3, 3, 16, 24), 1, 1, (1, 1, 1, 1)),
    "chunks of pixels": ((2, 40, 41, 32), (3, 3, 32, 48), 1, 1, (1, 1, 1, 1)),
    "chunks of taps and channels": ((1, 9, 8, 260), (3, 3, 260, 250), 1, 1, (1, 1, 1, 1)),
    "chunks of both": ((2, 14, 14, 100), (5, 5, 100, 130), 2, 1, (1, 2, 1, 2)),
    "one pixel": ((1, 1, 1, 16), (3, 3, 16, 32), 1, 1, (1, 1, 1, 1)),
}


def attributes(strides: int, dilations: int, pads: tuple[int, ...]) -> dict[str, Any]:
    return {
        "strides": [1, strides, strides, 1], "dilations": [1, dilations, dilations, 1],
        "padding": "EXPLICIT", "explicit_paddings": [0, 0, *pads, 0, 0],
    }  # fmt: skip


def gradient_of_results(x: Array, filters: Array, attrs: dict[str, Any]) -> Array:
    return drawn(R.Conv2D(input=x, filter=filters, **attrs).shape, x.dtype)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", WINDOWS)
def test_filter(name: str, dtype: Any) -> None:
    image, filters, *how = WINDOWS[name]
    x, weights, attrs = drawn(image, dtype), drawn(filters, dtype), attributes(*how)
    grad = gradient_of_results(x, weights, attrs)

    @tf.function
    def into_filter(x: Any, y: Any) -> Any:
        return R.Conv2DBackpropFilter(input=x, filter_sizes=filters, out_backprop=y, **attrs)

    close(into_filter(tf.constant(x), tf.constant(grad)).numpy(), gradients(x, weights, grad, *how)[1])
    if np.prod(grad.shape[:3]) >= 32 and has_tiles(ELEMENTS[np.dtype(dtype).name], jit.host()):
        text = into_filter.experimental_get_compiler_ir(tf.constant(x), tf.constant(grad))(stage="llvm")
        assert "call void @gw_convolve_indirect_into_filter" in text


#: Windows whose images' gradients have too few channels or pixels, or a few columns behind whole vectors, or taps that
#: are more than one stride apart.
_OTHERS = {
    "a channel behind", "few channels and results", "dilated", "dilated, with strides",
    "a window larger than the image", "one pixel",
}  # fmt: skip


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("name", WINDOWS)
def test_images(name: str, dtype: Any) -> None:
    image, filters, *how = WINDOWS[name]
    x, weights, attrs = drawn(image, dtype), drawn(filters, dtype), attributes(*how)
    grad = gradient_of_results(x, weights, attrs)

    @tf.function
    def into_input(w: Any, y: Any) -> Any:
        return R.Conv2DBackpropInput(input_sizes=image, filter=w, out_backprop=y, **attrs)

    wanted = gradients(x, weights, grad, *how)[0]
    for _ in range(2):  # what is not written the first time would be there the second
        close(into_input(tf.constant(weights), tf.constant(grad)).numpy(), wanted)
    if name not in _OTHERS and has_tiles(ELEMENTS[np.dtype(dtype).name], jit.host()):
        text = into_input.experimental_get_compiler_ir(tf.constant(weights), tf.constant(grad))(stage="llvm")
        assert "call void @gw_convolve_indirect_into_input" in text


@pytest.mark.parametrize("strides", [(1, 2), (3, 1)])
def test_strides_that_differ(strides: tuple[int, int]) -> None:
    """Along the lines and across them; and numbers that are none stay where windows see them."""
    high, wide = strides
    w, grad = drawn((3, 4, 24, 16)), drawn((2, 5, 6, 16))
    grad[1, 2, 3, 4] = np.nan
    sizes = (2, 4 * high + 3, 5 * wide + 4, 24)

    @tf.function
    def into_input(w: Any, y: Any) -> Any:
        return R.Conv2DBackpropInput(
            input_sizes=sizes, filter=w, out_backprop=y, strides=[1, high, wide, 1], padding="VALID"
        )

    wanted = np.zeros(sizes)
    for i in range(3):
        for j in range(4):
            part = grad.astype(np.float64) @ w[i, j].astype(np.float64).T
            wanted[:, i : i + 4 * high + 1 : high, j : j + 5 * wide + 1 : wide] += part
    close(into_input(tf.constant(w), tf.constant(grad)).numpy(), wanted)


def test_a_transposed_layer_with_what_follows() -> None:
    x, w, bias = drawn((2, 7, 6, 40)), drawn((5, 5, 24, 40)), drawn((24,))

    @tf.function
    def layer(x: Any) -> Any:
        return tf.nn.relu(tf.nn.conv2d_transpose(x, w, (2, 13, 12, 24), 2) + bias)

    images = np.zeros((2, 13, 12, 24), np.float32)
    wanted = np.maximum(gradients(images, w, x, 2, 1, (2, 2, 1, 2))[0] + bias, 0)
    for _ in range(3):
        close(layer(tf.constant(x)).numpy(), wanted)


def test_batches_of_any_size() -> None:
    w, attrs = drawn((3, 3, 16, 24)), attributes(2, 1, (1, 1, 1, 1))

    @tf.function(input_signature=[tf.TensorSpec((None, 7, 6, 16)), tf.TensorSpec((None, 4, 3, 24))])
    def both(x: Any, y: Any) -> Any:
        into_input = R.Conv2DBackpropInput(input_sizes=tf.shape(x), filter=w, out_backprop=y, **attrs)
        return into_input, R.Conv2DBackpropFilter(input=x, filter_sizes=w.shape, out_backprop=y, **attrs)

    for batch in (2, 0, 1, 30):
        x, grad = drawn((batch, 7, 6, 16)), drawn((batch, 4, 3, 24))
        wanted = gradients(x, w, grad, 2, 1, (1, 1, 1, 1))
        for found, each in zip(both(tf.constant(x), tf.constant(grad)), wanted, strict=True):
            close(found.numpy(), each)


@pytest.mark.parametrize("step", [1, 2])
def test_volumes(step: int) -> None:
    x, w = drawn((2, 3, 5, 6, 16)), drawn((2, 3, 3, 16, 24))
    attrs = {"strides": [1, step, step, step, 1], "padding": "SAME"}
    pads = (1, 1, 1, 1) if step == 1 else (1, 1, 0, 1)
    grad = drawn(R.Conv3D(input=x, filter=w, **attrs).shape)

    @tf.function
    def both(x: Any, w: Any, y: Any) -> Any:
        into_input = R.Conv3DBackpropInputV2(input_sizes=x.shape, filter=w, out_backprop=y, **attrs)
        return into_input, R.Conv3DBackpropFilterV2(input=x, filter_sizes=w.shape, out_backprop=y, **attrs)

    behind = np.pad(x, ((0, 0), (0, 1), (0, 0), (0, 0), (0, 0)))
    images, weights = np.zeros(behind.shape), np.zeros(w.shape)
    for i in range(grad.shape[1]):
        for d in range(2):
            image, weight = gradients(behind[:, i * step + d], w[d], grad[:, i], step, 1, pads)
            images[:, i * step + d] += image
            weights[d] += weight
    found = both(*(tf.constant(each) for each in (x, w, grad)))
    close(found[0].numpy(), images[:, :3])
    close(found[1].numpy(), weights)
