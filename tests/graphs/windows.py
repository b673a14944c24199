"""Convolutions and pools of random sizes, and their gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.graphs.trial import Item, Refused
from tests.graphs.values import FLOATS

if TYPE_CHECKING:
    from tests.graphs.draw import Drawer

Drawn = tuple[str, list[Item]]

_CHANNELS = (1, 2, 3, 4, 5, 8, 16, 17)


def _images(d: Drawer, rank: int = 4) -> Item:
    fitting = [i for i in d.items if i.dtype in FLOATS and i.rank == rank and i.size > 0]
    if fitting and d.random.random() < 0.4:
        return d.random.choice(fitting)
    lengths = [d.random.randint(1, 9 if rank == 4 else 5) for _ in range(rank - 2)]
    shape = (d.random.choice([0, 1, 1, 2, 3]), *lengths, d.random.choice(_CHANNELS))
    return d.fresh(d.random.choice(["float32", "float32", "float64", "float16", "bfloat16"]), shape)


def _window(d: Drawer, rank: int) -> list[int]:
    return [d.random.choice([1, 1, 2, 3, 3, 4]) for _ in range(rank - 2)]


def _ways(d: Drawer, dilated: bool) -> str:
    """Strides or dilations, of which one must be 1."""
    way = d.random.choice(["strides=1", "strides=1", "strides=2", "strides=[1, 2]"])
    if dilated and d.random.random() < 0.25:
        way = "strides=1, dilations=2"
    return f"{way}, padding={d.random.choice(['SAME', 'VALID'])!r}"


def _either(d: Drawer, function: str, used: list[Item]) -> Drawn:
    """A function of the values, or its gradients."""
    names = ", ".join(i.name for i in used)
    if d.random.random() < 0.5:
        return f"gradient({function}, {names})", used
    return f"({function})({names})", used


def _convolution(d: Drawer) -> Drawn:
    a = _images(d)
    groups = d.random.choice([1, 1, 1, a.shape[-1]])
    results = d.random.choice(_CHANNELS) * groups
    if a.size * results > 200_000:
        raise Refused
    f = d.fresh(a.dtype, (*_window(d, 4), a.shape[-1] // groups, results))
    return _either(d, f"lambda x, f: tf.nn.conv2d(x, f, {_ways(d, True)})", [a, f])


def _convolution_3d(d: Drawer) -> Drawn:
    a = _images(d, 5)
    f = d.fresh(a.dtype, (*_window(d, 5), a.shape[-1], d.random.choice(_CHANNELS)))
    if a.size * f.size > 2_000_000:
        raise Refused
    padding = d.random.choice(["SAME", "VALID"])
    strides = [1, *(d.random.choice([1, 1, 2]) for _ in range(3)), 1]
    return _either(d, f"lambda x, f: tf.nn.conv3d(x, f, {strides}, {padding!r})", [a, f])


def _depthwise(d: Drawer) -> Drawn:
    a = _images(d)
    f = d.fresh(a.dtype, (*_window(d, 4), a.shape[-1], d.random.choice([1, 1, 2, 3])))
    stride, padding = d.random.choice([1, 1, 2]), d.random.choice(["SAME", "VALID"])
    return _either(d, f"lambda x, f: tf.nn.depthwise_conv2d(x, f, [1, {stride}, {stride}, 1], {padding!r})", [a, f])


def _pool(d: Drawer) -> Drawn:
    a = _images(d)
    kind = d.random.choice(["max_pool2d", "avg_pool2d"])
    return _either(d, f"lambda x: tf.nn.{kind}(x, {_window(d, 4)}, {_ways(d, False)})", [a])


def _pool_3d(d: Drawer) -> Drawn:
    a = _images(d, 5)
    kind = d.random.choice(["max_pool3d", "avg_pool3d"])
    return _either(d, f"lambda x: tf.nn.{kind}(x, {_window(d, 5)}, {_ways(d, False).replace('[1, 2]', '2')})", [a])


def _resized(d: Drawer) -> Drawn:
    a = _images(d)
    size = [d.random.randint(1, 12) for _ in range(2)]
    method = d.random.choice(["bilinear", "nearest", "bicubic", "area"])
    return f"tf.image.resize({a.name}, {size}, {method!r})", [a]


WINDOWS: dict[str, Callable[[Drawer], Drawn]] = {
    "Conv2D": _convolution,
    "Conv3D": _convolution_3d,
    "DepthwiseConv2dNative": _depthwise,
    "MaxPool and AvgPool": _pool,
    "MaxPool3D and AvgPool3D": _pool_3d,
    "ResizeBilinear and others": _resized,
}
"""By op, or by what is made with it."""
