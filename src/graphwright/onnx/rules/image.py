"""ONNX's resizing, sampling and box ops."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.known_values import known_elements
from graphwright.onnx.node import Node, constant, rule, static
from graphwright.onnx.rules.layout import behind_transpose, channels_first

_TRANSFORMS = (
    "half_pixel",
    "half_pixel_symmetric",
    "pytorch_half_pixel",
    "align_corners",
    "asymmetric",
    "tf_crop_and_resize",
    "tf_half_pixel_for_nn",
)
_ROUNDINGS = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
_MODES = ("nearest", "linear", "cubic")


@dataclass
class _Axis:
    """One axis that is resized: its sizes, as int64 scalars, its scale and its part of the region of interest."""

    axis: int
    size: Tensor
    wanted: Tensor
    scale: Tensor
    start: Tensor | None = None
    end: Tensor | None = None
    of_sizes: bool = False  # the scale is what the size becomes, as a share of what it was


@rule("Upsample")
def upsample(node: Node, x: Tensor, scales: Tensor | None = None) -> Tensor:
    """Larger by factors, as `Resize` does it with the transform `asymmetric`."""
    factors = tf.constant(node.numbers("scales")) if scales is None else scales
    return _resized(node, x, _scaled(x, factors, range(node.rank(x))), "asymmetric", "floor")


@rule("Resize")
def resize(
    node: Node, x: Tensor, roi: Tensor | None = None, scales: Tensor | None = None, sizes: Tensor | None = None
) -> Tensor:
    """To given sizes or by factors, to the nearest element or by linear or cubic interpolation."""
    rank = node.rank(x)
    if node.version < 11:
        assert roi is not None
        return _resized(node, x, _scaled(x, roi, range(rank)), "asymmetric", "floor")
    axes = [node.checked_axis(a, rank) for a in node.integers("axes", range(rank))]
    transform = node.one_of("coordinate_transformation_mode", "half_pixel", _TRANSFORMS)
    if sizes is not None and sizes.shape != (0,):
        resized = _sized(node, x, sizes, axes)
    elif scales is not None:
        resized = _scaled(x, scales, axes)
    else:
        raise node.error("neither scales nor sizes are given.")
    if transform == "tf_crop_and_resize":
        if roi is None:
            raise node.error("tf_crop_and_resize needs a region of interest.")
        for i, axis in enumerate(resized):
            axis.start = tf.cast(roi[i], tf.float64)
            axis.end = tf.cast(roi[i + len(resized)], tf.float64)
    return _resized(node, x, resized, transform, node.one_of("nearest_mode", "round_prefer_floor", _ROUNDINGS))


def _scaled(x: Tensor, scales: Tensor, axes: Sequence[int]) -> list[_Axis]:
    shape = tf.shape(x, out_type=tf.int64)
    result = []
    for i, axis in enumerate(axes):
        scale = tf.cast(scales[i], tf.float64)
        wanted = _times(shape[axis], scale)
        result.append(_Axis(axis, shape[axis], wanted, scale))
    return result


def _times(size: Tensor, scale: Tensor) -> Tensor:
    """A size times a scale, rounded down, in integers where the scale is a short fraction: those are followed."""
    known = static(scale)
    above, below = (0, 1) if known is None or not np.isfinite(known) else float(known).as_integer_ratio()
    if 0 < above < 2**16 and below < 2**16:
        return size * above // below
    return tf.cast(tf.floor(tf.cast(size, tf.float64) * scale), tf.int64)


def _sized(node: Node, x: Tensor, sizes: Tensor, axes: Sequence[int]) -> list[_Axis]:
    shape = tf.shape(x, out_type=tf.int64)
    policy = node.one_of("keep_aspect_ratio_policy", "stretch", ("stretch", "not_larger", "not_smaller"))
    known = [tf.cast(shape[a], tf.float64) for a in axes]
    scales, stretched = [tf.cast(sizes[i], tf.float64) / size for i, size in enumerate(known)], policy == "stretch"
    wanted = [tf.cast(sizes[i], tf.int64) for i in range(len(axes))]
    if not stretched:
        scale = (tf.reduce_min if policy == "not_larger" else tf.reduce_max)(tf.stack(scales))
        scales = [scale] * len(axes)
        wanted = [tf.cast(tf.floor(scale * size + 0.5), tf.int64) for size in known]
    if stretched:
        one, kept = tf.constant(1.0, tf.float64), _kept(x, sizes, axes)
        scales = [one if same else scale for same, scale in zip(kept, scales, strict=True)]
    return [_Axis(a, shape[a], w, s, of_sizes=stretched) for a, w, s in zip(axes, wanted, scales, strict=True)]


def _kept(x: Tensor, sizes: Tensor, axes: Sequence[int]) -> list[bool]:
    """Which axes keep their size, as far as is known before the model runs."""
    wanted, dims = known_elements(sizes), x.shape.symbolic
    if wanted is None or dims is None:
        return [False] * len(axes)
    return [size == dims[axis] for size, axis in zip(wanted, axes, strict=False)]


def _unchanged(axis: _Axis) -> bool:
    scale = static(axis.scale)
    return axis.start is None and scale is not None and float(scale) == 1.0


def _resized(node: Node, x: Tensor, axes: Sequence[_Axis], transform: str, rounding: str) -> Tensor:
    """The channels stay where they are: a row of them is moved at once where they are last."""
    behind, rank = behind_transpose(x), node.rank(x)
    changed = [axis for axis in axes if not _unchanged(axis)]
    if behind is None or any(axis.axis < 2 for axis in changed):
        return _resampled(node, x, changed, transform, rounding)
    moved = [replace(axis, axis=axis.axis - 1) for axis in changed]
    return channels_first(_resampled(node, behind, moved, transform, rounding, channels_last=True), rank)


def _resampled(
    node: Node, x: Tensor, axes: Sequence[_Axis], transform: str, rounding: str, channels_last: bool = False
) -> Tensor:
    mode = node.one_of("mode", "nearest", _MODES)
    if channels_last and mode == "linear" and _is_bilinear(node, x, axes, transform):
        return _bilinear(x, axes, transform)
    dtype = x.dtype
    outside: Tensor | None = None
    for axis in axes:
        at = _coordinates(axis, transform)
        if axis.start is not None:
            beyond = (at < 0) | (at > tf.cast(axis.size - 1, tf.float64))
            beyond = tf.reshape(beyond, [-1 if i == axis.axis else 1 for i in range(node.rank(x))])
            outside = beyond if outside is None else outside | beyond
        if mode == "nearest":
            x = tf.gather(x, _nearest(at, axis.size, rounding), axis=axis.axis)
        else:
            wide = x if x.dtype.is_floating else tf.cast(x, tf.float32)
            x = _interpolated(node, wide, axis, at, mode)
    if outside is not None:
        x = tf.where(outside, constant(node.number("extrapolation_value"), x), x)
    return x if x.dtype is dtype else tf.cast(tf.round(x), dtype)


def _is_bilinear(node: Node, x: Tensor, axes: Sequence[_Axis], transform: str) -> bool:
    """Whether this is `tf.image.resize`, for which scales are the ratios of sizes."""
    return (
        x.dtype is tf.float32
        and [axis.axis for axis in axes] == [1, 2]
        and transform in ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric")
        and not node.integer("antialias")
        and not node.integer("exclude_outside")
        and all(axis.of_sizes or _is_whole(static(axis.scale)) for axis in axes)
    )


def _is_whole(scale: np.ndarray[Any, Any] | None) -> bool:
    return scale is not None and float(scale) >= 1.0 and float(scale).is_integer()


def _bilinear(x: Tensor, axes: Sequence[_Axis], transform: str) -> Tensor:
    """Images with their channels last, by the op that does all of it at once."""
    if transform == "pytorch_half_pixel":  # the one element of a result is the first, not that in the middle
        read = []
        for axis in axes:
            known = static(axis.wanted)
            single = tf.equal(axis.wanted, 1) if known is None or int(known) == 1 else None
            read.append(slice(None) if single is None else slice(tf.where(single, tf.ones_like(axis.size), axis.size)))
        x = x[:, read[0], read[1]]
    size = tf.cast(tf.stack([axis.wanted for axis in axes]), tf.int32)
    result: Tensor = tf.raw_ops.ResizeBilinear(
        images=x, size=size, align_corners=transform == "align_corners",
        half_pixel_centers=transform in ("half_pixel", "pytorch_half_pixel"),
    )  # fmt: skip
    return result


def _coordinates(axis: _Axis, transform: str) -> Tensor:
    """Where in the input each element of the output is."""
    i = tf.cast(tf.range(axis.wanted), tf.float64)
    size = tf.cast(axis.size, tf.float64)
    wanted = axis.scale * size  # not rounded
    one = tf.constant(1.0, tf.float64)
    if transform == "asymmetric":
        return i / axis.scale
    if transform == "tf_half_pixel_for_nn":
        return (i + 0.5) / axis.scale
    if transform == "align_corners":
        return i * (size - one) / tf.maximum(wanted - one, one)
    if axis.start is not None and axis.end is not None:
        step = (axis.end - axis.start) * (size - one) / tf.maximum(wanted - one, one)
        middle = 0.5 * (axis.start + axis.end) * (size - one)
        return tf.where(wanted > one, axis.start * (size - one) + i * step, middle)
    centre = (i + 0.5) / axis.scale - 0.5
    if transform == "pytorch_half_pixel":
        return tf.where(wanted > one, centre, tf.zeros_like(centre))
    if transform == "half_pixel_symmetric":
        return size / 2.0 * (one - tf.cast(axis.wanted, tf.float64) / wanted) + centre
    return centre


def _nearest(at: Tensor, size: Tensor, rounding: str) -> Tensor:
    if rounding == "round_prefer_floor":
        at = tf.math.ceil(at - 0.5)
    elif rounding == "round_prefer_ceil":
        at = tf.floor(at + 0.5)
    else:
        at = tf.floor(at) if rounding == "floor" else tf.math.ceil(at)
    return tf.clip_by_value(tf.cast(at, tf.int64), tf.constant(0, tf.int64), size - 1)


def _cubic(distance: Tensor, a: float) -> Tensor:
    """The weight of an element at a distance."""
    d = tf.abs(distance)
    near = ((a + 2) * d - (a + 3)) * d * d + 1
    far = ((a * d - 5 * a) * d + 8 * a) * d - 4 * a
    return tf.where(d <= 1, near, tf.where(d < 2, far, tf.zeros_like(d)))


def _linear(distance: Tensor) -> Tensor:
    return tf.maximum(1 - tf.abs(distance), tf.zeros_like(distance))


def _interpolated(node: Node, x: Tensor, axis: _Axis, at: Tensor, mode: str) -> Tensor:
    """Weighted sums of neighbours along an axis."""
    reach, shrink = 1 if mode == "linear" else 2, tf.constant(1.0, tf.float64)
    if node.integer("antialias"):
        scale = float(node.known(axis.scale, "a scale with antialias"))
        if scale < 1.0:
            reach, shrink = int(np.ceil(reach / scale)), tf.constant(scale, tf.float64)
    first = tf.floor(at)
    offsets = tf.range(1 - reach, reach + 1)
    index = tf.cast(first, tf.int64)[:, None] + tf.cast(offsets, tf.int64)[None]
    distance = (at[:, None] - tf.cast(index, tf.float64)) * shrink
    weights = _linear(distance) if mode == "linear" else _cubic(distance, node.number("cubic_coeff_a", -0.75))
    last = axis.size - 1
    if node.integer("exclude_outside") or (node.integer("antialias") and reach > 2):
        weights = (
            tf.where((index >= 0) & (index <= last), weights, tf.zeros_like(weights))
            if node.integer("exclude_outside")
            else weights
        )
    weights = weights / tf.reduce_sum(weights, 1, True)
    index = tf.clip_by_value(index, tf.constant(0, tf.int64), last)
    factors = tf.cast(weights, x.dtype)
    shape = [-1 if i == axis.axis else 1 for i in range(node.rank(x))]
    parts = [tf.gather(x, index[:, k], axis=axis.axis) * tf.reshape(factors[:, k], shape) for k in range(2 * reach)]
    return tf.add_n(parts)


@rule("GridSample")
def grid_sample(node: Node, x: Tensor, grid: Tensor) -> Tensor:
    """Values of an image at positions from -1 to 1."""
    mode = {"bilinear": "linear", "bicubic": "cubic"}.get(node.text("mode"), node.text("mode", "linear"))
    padding = node.one_of("padding_mode", "zeros", ("zeros", "border", "reflection"))
    if mode not in _MODES:
        raise node.error(f"the attribute 'mode' is '{mode}'.")
    count, align = node.rank(x) - 2, bool(node.integer("align_corners"))
    sizes = tf.shape(x)
    taps = []
    for i in range(count):
        size = sizes[2 + i]
        wide = tf.cast(size, grid.dtype)
        g = grid[..., count - 1 - i]
        at = (g + 1) / 2 * (wide - 1) if align else ((g + 1) * wide - 1) / 2
        if padding == "border":
            at = tf.clip_by_value(at, tf.zeros_like(wide), wide - 1) if mode != "cubic" else at
        elif padding == "reflection" and mode != "cubic":
            at = _reflected(at, wide, align)
        taps.append(_taps(at, size, wide, mode, padding, align))
    rows = tf.transpose(x, [0, *range(2, count + 2), 1])
    total: Tensor | None = None
    for chosen in itertools.product(*taps):
        index = tf.stack([tap[0] for tap in chosen], -1)
        weight = chosen[0][1]
        for tap in chosen[1:]:
            weight = weight * tap[1]
        part = tf.gather_nd(rows, index, batch_dims=1) * tf.cast(weight, x.dtype)[..., None]
        total = part if total is None else total + part
    assert total is not None
    return tf.transpose(total, [0, count + 1, *range(1, count + 1)])


def _reflected(at: Tensor, size: Tensor, align: bool) -> Tensor:
    """Positions beyond the borders, reflected at them."""
    low, span = (tf.zeros_like(size), size - 1) if align else (tf.zeros_like(size) - 0.5, size)
    folded = tf.math.floormod(tf.abs(at - low), tf.maximum(2 * span, tf.ones_like(span)))
    return tf.where(folded > span, 2 * span - folded, folded) + low


def _taps(at: Tensor, size: Tensor, wide: Tensor, mode: str, padding: str, align: bool) -> list[tuple[Tensor, Tensor]]:
    """The indices along one axis and their weights, 0 for those outside of the image."""
    if mode == "nearest":
        pairs = [(tf.round(at), tf.ones_like(at))]
    else:
        first = tf.floor(at)
        offsets = (0, 1) if mode == "linear" else (-1, 0, 1, 2)
        pairs = [
            (first + o, _linear(at - first - o) if mode == "linear" else _cubic(at - first - o, -0.75)) for o in offsets
        ]
    result = []
    for position, weight in pairs:
        if padding == "reflection" and mode == "cubic":
            position = _reflected(position, wide, align)
        if padding == "zeros":
            inside = (position >= 0) & (position <= wide - 1)
            weight = tf.where(inside, weight, tf.zeros_like(weight))
        index = tf.cast(tf.clip_by_value(position, tf.zeros_like(wide), wide - 1), tf.int32)
        result.append((index, weight))
    return result


@rule("RoiAlign")
def roi_align(node: Node, x: Tensor, rois: Tensor, batch: Tensor) -> Tensor:
    """Averages or maxima of interpolated values in the cells of boxes."""
    rows, columns = node.integer("output_height", 1), node.integer("output_width", 1)
    ratio = node.integer("sampling_ratio")
    if ratio < 1:
        raise node.unsupported("a sampling_ratio that depends on the sizes of boxes")
    half = node.version >= 16 and node.text("coordinate_transformation_mode", "half_pixel") == "half_pixel"
    boxes = rois * constant(node.number("spatial_scale", 1.0), rois) - constant(0.5 if half else 0.0, rois)
    image = tf.transpose(x, [0, 2, 3, 1])
    points = [
        _points(boxes[:, 1], boxes[:, 3], rows, ratio, half),
        _points(boxes[:, 0], boxes[:, 2], columns, ratio, half),
    ]
    taps = [_roi_taps(p, tf.shape(x)[2 + i]) for i, p in enumerate(points)]
    shape = tf.stack([tf.shape(rois)[0], rows * ratio, columns * ratio])
    which = tf.broadcast_to(tf.cast(batch, tf.int32)[:, None, None], shape)
    largest = node.one_of("mode", "avg", ("avg", "max")) == "max"
    parts = []
    for (i, wi), (j, wj) in itertools.product(*taps):
        index = tf.stack([which, tf.broadcast_to(i[:, :, None], shape), tf.broadcast_to(j[:, None], shape)], -1)
        parts.append(tf.gather_nd(image, index) * (wi[:, :, None] * wj[:, None])[..., None])
    value = tf.reduce_max(tf.stack(parts), 0) if largest else tf.add_n(parts)
    cells = tf.reshape(value, tf.stack([shape[0], rows, ratio, columns, ratio, tf.shape(image)[3]]))
    cells = (tf.reduce_max if largest else tf.reduce_mean)(cells, [2, 4])
    return tf.transpose(cells, [0, 3, 1, 2])


def _points(start: Tensor, end: Tensor, count: int, ratio: int, half: bool) -> Tensor:
    """The positions of samples along an axis, for each box."""
    length = end - start if half else tf.maximum(end - start, constant(1, start))
    step = length / constant(count * ratio, start)
    return start[:, None] + (tf.cast(tf.range(count * ratio), start.dtype) + constant(0.5, start))[None] * step[:, None]


def _roi_taps(at: Tensor, size: Tensor) -> list[tuple[Tensor, Tensor]]:
    wide = tf.cast(size, at.dtype)
    inside = tf.cast((at >= constant(-1, at)) & (at <= wide), at.dtype)
    at = tf.clip_by_value(at, tf.zeros_like(wide), wide - 1)
    low = tf.floor(at)
    high = tf.minimum(low + 1, wide - 1)
    part = at - low
    return [(tf.cast(low, tf.int32), (1 - part) * inside), (tf.cast(high, tf.int32), part * inside)]


_FEW = 16  # selections of boxes that are written one after the other, not as a loop


@rule("NonMaxSuppression")
def non_max_suppression(
    node: Node,
    boxes: Tensor,
    scores: Tensor,
    most: Tensor | None = None,
    overlap: Tensor | None = None,
    lowest: Tensor | None = None,
) -> Tensor:
    """The batch, class and number of each box that is kept."""
    node.rank(scores)
    limit = tf.constant(0) if most is None else tf.cast(tf.reshape(most, []), tf.int32)
    bound = tf.constant(0.0) if overlap is None else tf.reshape(overlap, [])
    least = tf.constant(-np.inf, tf.float32) if lowest is None else tf.reshape(lowest, [])
    if node.integer("center_point_box"):
        centre, extent = boxes[..., :2], boxes[..., 2:] / 2
        boxes = tf.concat([centre - extent, centre + extent], -1)

    def kept(batch: int | Tensor, label: int | Tensor) -> Tensor:
        found = tf.cast(tf.image.non_max_suppression(boxes[batch], scores[batch, label], limit, bound, least), tf.int64)
        return tf.stack([tf.fill(tf.shape(found), tf.cast(n, tf.int64)) for n in (batch, label)] + [found], 1)

    batches, classes = (scores.shape.static_dims or (None, None))[:2]
    if batches is not None and classes is not None and batches * classes <= _FEW:
        rows = [kept(batch, label) for batch, label in itertools.product(range(batches), range(classes))]
        return tf.concat(rows, 0) if rows else tf.zeros([0, 3], tf.int64)
    sizes = tf.shape(scores)

    def step(i: Tensor, rows: Tensor) -> tuple[Tensor, Tensor]:
        return i + 1, tf.concat([rows, kept(i // sizes[1], i % sizes[1])], 0)

    start = tf.constant(0), tf.zeros([0, 3], tf.int64)
    shapes = [tf.TensorShape([]), tf.TensorShape([None, 3])]
    selected: Tensor = tf.while_loop(lambda i, _: i < sizes[0] * sizes[1], step, start, shape_invariants=shapes)[1]
    return selected
