"""Compiled windows: every kind of convolution and pool, and resizing, against the NumPy kernels, without calls back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors
from graphwright.runtime.selection import executor

Array = np.ndarray[Any, Any]
R = tf.raw_ops

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]

FORMATS = {(2, False): "NHWC", (2, True): "NCHW", (3, False): "NDHWC", (3, True): "NCDHW"}
CONVOLUTIONS = {
    "across": ("Conv2D", "Conv2DBackpropInput", "Conv2DBackpropFilter"),
    "volumes": ("Conv3D", "Conv3DBackpropInputV2", "Conv3DBackpropFilterV2"),
    "depthwise": (
        "DepthwiseConv2dNative",
        "DepthwiseConv2dNativeBackpropInput",
        "DepthwiseConv2dNativeBackpropFilter",
    ),
}
POOLS = {
    2: ("MaxPool", "MaxPoolGrad", "AvgPool", "AvgPoolGrad"),
    3: ("MaxPool3D", "MaxPool3DGrad", "AvgPool3D", "AvgPool3DGrad"),
}


def agrees(run: Callable[..., list[Any]], *given: Array, any_batch: bool = False, tolerance: float = 0.0) -> None:
    """What compiled code computes is what the kernels compute, and it calls none of them."""
    tensors = [tf.constant(array) for array in given]
    signature = [tf.TensorSpec([None, *t.shape[1:]] if any_batch else t.shape, t.dtype) for t in tensors]
    staged = tf.function(run, input_signature=signature)
    for found, expected in zip(staged(*tensors), run(*tensors), strict=True):
        a, b = found.numpy(), expected.numpy()
        assert a.shape == b.shape and a.dtype == b.dtype
        if a.dtype.kind in "iu":
            assert np.array_equal(a, b)
            continue
        close = tolerance or (1e-10 if a.dtype == np.float64 else 3e-4)
        assert np.allclose(a, b, close, 10 * close), np.abs(a - b).max()
    (trace,) = staged.explain().traces
    assert trace.host_calls == ()


class Drawn:
    """A random window over random images: the attributes of the op, and the parts."""

    def __init__(self, rng: np.random.Generator, spatial: int, kind: str) -> None:
        pick = lambda *values: values[int(rng.integers(len(values)))]  # noqa: E731
        self.spatial, self.first = spatial, pick(False, False, True)
        depthwise = kind == "depthwise"
        groups = 1 if depthwise else pick(1, 1, 2, 3)
        taken = pick(1, 2, 3, 5, 17, 33)
        result = pick(1, 1, 2, 3) if depthwise else groups * pick(1, 2, 7, 19)
        pointwise = pick(True, False, False, False)
        self.window, self.strides = ([1] * spatial if pointwise else rng.integers(1, 4, spatial).tolist() for _ in "ab")
        dilations = rng.integers(1, 4, spatial).tolist()
        if depthwise:
            self.strides, dilations = [self.strides[0]] * 2, [dilations[0]] * 2
        size = [int(rng.integers(1, 10)) + (k - 1) * d for k, d in zip(self.window, dilations, strict=True)]
        self.padding = pick("SAME", "VALID", "EXPLICIT") if spatial == 2 else pick("SAME", "VALID")
        dtype = np.float32 if spatial == 3 or pick(True, True, False) else np.float64
        self.x = rng.standard_normal(self.full(size, pick(0, 1, 2, 3), taken * groups)).astype(dtype)
        self.filters = rng.standard_normal((*self.window, taken, result)).astype(dtype)
        self.attrs = self.moves()
        self.attrs["dilations"] = self.full(dilations, 1, 1)
        if self.padding == "EXPLICIT":
            pads = [rng.integers(0, 3, 2).tolist() for _ in self.window]
            self.attrs["explicit_paddings"] = [n for pair in self.full(pads, [0, 0], [0, 0]) for n in pair]

    def full(self, spatial: list[Any], batch: Any, channels: Any) -> list[Any]:
        return [batch, channels, *spatial] if self.first else [batch, *spatial, channels]

    def moves(self) -> dict[str, Any]:
        format_ = FORMATS[self.spatial, self.first]
        return {"strides": self.full(self.strides, 1, 1), "padding": self.padding, "data_format": format_}


def noise(shape: Any, dtype: Any) -> Array:
    return np.random.default_rng(0).standard_normal(shape).astype(dtype)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("kind", "spatial"), [("across", 2), ("depthwise", 2), ("volumes", 3)])
def test_convolution(kind: str, spatial: int, seed: int) -> None:
    forward, into_input, into_filter = (getattr(R, name) for name in CONVOLUTIONS[kind])
    rng = np.random.default_rng(seed)
    for _ in range(8):
        d = Drawn(rng, spatial, kind)
        try:
            result = forward(input=d.x, filter=d.filters, **d.attrs)
        except errors.InvalidArgumentError:
            continue  # the window is larger than the image
        grad = noise(result.shape, d.x.dtype)

        def run(x: Any, filters: Any, grad: Any, d: Drawn = d) -> list[Any]:
            return [
                forward(input=x, filter=filters, **d.attrs),
                into_input(input_sizes=d.x.shape, filter=filters, out_backprop=grad, **d.attrs),
                into_filter(input=x, filter_sizes=d.filters.shape, out_backprop=grad, **d.attrs),
            ]

        agrees(run, d.x, d.filters, grad)
        agrees(lambda x, d=d: [forward(input=x, filter=d.filters, **d.attrs)], d.x, any_batch=True)


@pytest.mark.parametrize("spatial", [2, 3])
def test_pools(spatial: int) -> None:
    greatest, greatest_grad, average, average_grad = (getattr(R, name) for name in POOLS[spatial])
    rng = np.random.default_rng(spatial)
    for _ in range(12):
        d = Drawn(rng, spatial, "")
        attrs = {**d.moves(), "ksize": d.full(d.window, 1, 1), "padding": "SAME"}
        x = np.round(d.x)
        grad = noise(greatest(input=x, **attrs).shape, x.dtype)

        def run(x: Any, grad: Any, attrs: Any = attrs, d: Drawn = d) -> list[Any]:
            y = greatest(input=x, **attrs)
            mean = average(value=x, **attrs) if d.spatial == 2 else average(input=x, **attrs)
            return [
                y,
                greatest_grad(orig_input=x, orig_output=y, grad=grad, **attrs),
                mean,
                average_grad(orig_input_shape=d.x.shape, grad=grad, **attrs),
            ]

        agrees(run, x, grad)
        agrees(lambda x, attrs=attrs: [greatest(input=x, **attrs)], x, any_batch=True)


def test_pool_of_other_dtype_than_its_gradient() -> None:
    """The gradient of volumes may be of another precision than they are."""
    x = np.round(noise((1, 2, 2, 2, 3), np.float16))
    attrs = {"ksize": [1, 2, 2, 2, 1], "strides": [1] * 5, "padding": "VALID"}
    y, grad = np.max(x, (1, 2, 3), keepdims=True), noise((1, 1, 1, 1, 3), np.float32)
    agrees(lambda x, y, grad: [R.MaxPool3DGrad(orig_input=x, orig_output=y, grad=grad, **attrs)], x, y, grad)


#: The op, its attributes besides the strides, the images, and the filter where there is one.
WINDOWS: dict[str, tuple[str, dict[str, Any], tuple[int, ...], tuple[int, ...]]] = {
    "across": ("Conv2D", {"padding": "SAME"}, (2, 6, 9, 5), (3, 2, 5, 18)),
    "one pixel": ("Conv2D", {"padding": "VALID"}, (2, 6, 3, 5), (1, 1, 5, 7)),
    "channels first": ("Conv2D", {"padding": "SAME", "data_format": "NCHW"}, (2, 5, 6, 4), (3, 3, 5, 3)),
    "no images": ("Conv2D", {"padding": "SAME"}, (0, 6, 4, 5), (3, 3, 5, 4)),
    "volumes": ("Conv3D", {"padding": "SAME"}, (1, 3, 4, 5, 3), (2, 2, 3, 3, 6)),
    "depthwise": ("DepthwiseConv2dNative", {"padding": "SAME"}, (2, 6, 5, 19), (3, 3, 19, 2)),
    "greatest": ("MaxPool", {"padding": "VALID", "ksize": 2}, (2, 6, 9, 35), ()),
    "greatest, overlapping": ("MaxPool", {"padding": "SAME", "ksize": 3}, (2, 6, 5, 70), ()),
    "average": ("AvgPool", {"padding": "VALID", "ksize": 3}, (2, 6, 5, 19), ()),
    "average, overlapping": ("AvgPool", {"padding": "SAME", "ksize": 3}, (2, 6, 5, 19), ()),
    "averages of volumes": ("AvgPool3D", {"padding": "SAME", "ksize": 2}, (1, 3, 4, 5, 7), ()),
}


def with_gradients(name: str) -> Callable[..., list[Any]]:
    """The op of `WINDOWS` and what its gradient is made of, for what it is given."""
    op, attrs, shape, _ = WINDOWS[name]
    spread = lambda n: [1, 1, n, n] if "data_format" in attrs else [1, *(n,) * (len(shape) - 2), 1]  # noqa: E731
    attrs = {**attrs, "strides": spread(2 if "ksize" in attrs else 1)}
    if "ksize" in attrs:
        attrs["ksize"] = spread(attrs["ksize"])
    first = "value" if op == "AvgPool" else "input"

    def run(*given: Any) -> list[Any]:
        with tf.GradientTape() as tape:
            tape.watch(given)
            y = getattr(R, op)(**dict(zip((first, "filter"), given, strict=False)), **attrs)
        return [y, *tape.gradient(y, list(given), 1 - y)]

    return run


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
@pytest.mark.parametrize("name", WINDOWS)
def test_half_precision(name: str, dtype: Any) -> None:
    """Added up in single precision and rounded once, as the kernels do: a unit apart where sums differ at a tie."""
    _, _, shape, filters = WINDOWS[name]
    arguments = [noise(s, dtype) for s in (shape, filters) if s]
    agrees(with_gradients(name), *arguments, tolerance=2 * float(ml_dtypes.finfo(dtype).eps))


INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "int64", "uint32", "uint64")


def all_integers(shape: tuple[int, ...], dtype: str) -> Array:
    ends = np.iinfo(dtype)
    return np.random.default_rng(0).integers(ends.min, ends.max, shape, dtype, endpoint=True)


@pytest.mark.parametrize(("size", "padding"), [(2, "VALID"), (3, "SAME")])
@pytest.mark.parametrize("dtype", INTEGERS)
def test_greatest_integers(dtype: str, size: int, padding: str) -> None:
    attrs = {"ksize": [1, size, size, 1], "strides": [1, 2, 2, 1], "padding": padding}
    x = all_integers((2, 6, 8, 70), dtype)
    x[0, :, :, 0], x[0, :, :, 1] = np.iinfo(dtype).min, np.iinfo(dtype).max
    grad = all_integers((2, 3, 4, 70), dtype)
    agrees(lambda x, y: [R.MaxPoolGrad(orig_input=x, orig_output=y, grad=y, **attrs)], x, grad)
    if dtype not in ("uint32", "uint64"):  # of which there is no forward op
        agrees(lambda x: [R.MaxPool(input=x, **attrs)], x, any_batch=True)


@pytest.mark.parametrize("stride", [1, 2])
def test_convolution_of_integers(stride: int) -> None:
    """Sums wrap."""
    attrs = {"strides": [1, stride, stride, 1], "padding": "SAME"}
    x, filters = all_integers((3, 9, 8, 5), "int32"), all_integers((3, 3, 5, 7), "int32")

    def run(x: Any, filters: Any) -> list[Any]:
        y = R.Conv2D(input=x, filter=filters, **attrs)
        back = R.Conv2DBackpropInput(input_sizes=(3, 9, 8, 5), filter=filters, out_backprop=y, **attrs)
        return [tf.nn.relu(y + filters[0, 0, 0]), back]

    agrees(run, x, filters)


SIZES = [((2, 5, 7, 3), (9, 4)), ((0, 3, 3, 2), (6, 6)), ((1, 1, 6, 40), (3, 6)), ((1, 90, 2, 1), (7, 200))]
FLAGS: list[dict[str, bool]] = [{}, {"align_corners": True}, {"half_pixel_centers": True}]


@pytest.mark.parametrize("any_batch", [False, True])
@pytest.mark.parametrize(("shape", "size"), SIZES)
def test_resizing(shape: tuple[int, ...], size: tuple[int, int], any_batch: bool) -> None:
    """Few and many neighbours to add up, few and many channels: as products and as sums of picked elements."""
    for flags in FLAGS:

        def run(x: Any, flags: Any = flags) -> list[Any]:
            return [
                R.ResizeBilinear(images=x, size=size, **flags),
                R.ResizeBicubic(images=x, size=size, **flags),
                R.ResizeNearestNeighbor(images=x, size=size, **flags),
            ]

        for dtype in (np.float32, np.uint8):
            agrees(run, np.abs(noise(shape, np.float32) * 50).astype(dtype), any_batch=any_batch, tolerance=1e-3)

        def back(grads: Any, flags: Any = flags) -> list[Any]:
            image = np.zeros(shape, np.float32)
            return [R.ResizeBilinearGrad(grads=grads, original_image=image, **flags)]

        agrees(back, noise((shape[0], *size, shape[3]), np.float32), any_batch=False, tolerance=1e-3)
    agrees(lambda x: [R.ResizeArea(images=x, size=size)], noise(shape, np.float32), any_batch=any_batch, tolerance=1e-3)


#: Large enough to be cut into chunks: by blocks of pixels, by images, and, for the filters, into sums of their own.
LARGE: dict[str, Callable[..., Any]] = {
    "across": lambda x, filters: tf.nn.conv2d(x, filters, 1, "SAME"),
    "one channel": lambda x, filters: tf.nn.conv2d(x[..., :1], filters[:, :, :1], 1, "SAME"),
    "one pixel": lambda x, filters: tf.nn.conv2d(x, filters[:1, :1], 1, "SAME"),
    "large filter": lambda x, filters: tf.nn.conv2d(x[:, :9], tf.tile(filters, [1, 1, 1, 35]), 1, "SAME"),
    "depthwise": lambda x, filters: tf.nn.depthwise_conv2d(x, filters[..., :2], [1, 1, 1, 1], "SAME"),
    "pools": lambda x, filters: tf.nn.max_pool2d(x, 3, 1, "SAME") + tf.nn.avg_pool2d(x, 3, 1, "SAME"),
}


@pytest.mark.parametrize("name", LARGE)
def test_same_bits_for_any_number_of_threads(name: str) -> None:
    from graphwright.runtime.native.runtime import thread_pool

    x, filters = tf.constant(noise((10, 40, 30, 24), np.float32)), tf.constant(noise((3, 3, 24, 40), np.float32))

    def run(x: Any, filters: Any) -> list[Any]:
        with tf.GradientTape() as tape:
            tape.watch([x, filters])
            y = LARGE[name](x, filters)
            total = tf.reduce_sum(y * tf.cast(tf.reshape(tf.range(tf.size(y)) % 7, tf.shape(y)), y.dtype))
        return [y, *(g for g in tape.gradient(total, [x, filters]) if g is not None)]

    staged = tf.function(run)
    found = []
    try:
        for count in (1, 2, 4):
            thread_pool.set_threads(count)
            found.append([v.numpy() for v in staged(x, filters)])
    finally:
        thread_pool.set_threads(0)
    for others in found[1:]:
        assert all(np.array_equal(a, b) for a, b in zip(found[0], others, strict=True))
    for a, b in zip(found[0], run(x, filters), strict=True):
        assert np.allclose(a, b.numpy(), 1e-3, 1e-2 * max(1.0, np.abs(a).max() * 1e-2))
