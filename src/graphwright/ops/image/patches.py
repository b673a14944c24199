"""Patches of images and volumes, each laid out as one vector."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Dim, Dims, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.nn._window_geometry import Axis, PlacedWindow, output_size, pad, place


def _axes(strides: Sequence[int], rates: Sequence[int], padding: str) -> list[Axis]:
    edge = 0 if padding == "VALID" else None
    return [Axis(strides[i], rates[i], edge, edge) for i in (1, 2)]


def _is_too_large(size: Dim, window: int, axis: Axis) -> bool:
    """Whether the window is too large by at most a stride: it has no position then, and that is no error."""
    reach = (window - 1) * axis.dilation + 1
    return axis.before is not None and isinstance(size, int) and 0 < reach - size <= axis.stride


def _count(size: Dim, window: int, axis: Axis) -> Dim:
    return 0 if _is_too_large(size, window, axis) else output_size(size, window, axis)


def _place(size: int, window: int, axis: Axis) -> PlacedWindow:
    if _is_too_large(size, window, axis):
        return PlacedWindow(axis.stride, axis.dilation, window, size, 0, 0, 0)
    return place(size, window, axis)


def _patch_rule(ctx: ShapeContext) -> Dims:
    dims, attrs = ctx.dims(0), ctx.attrs
    if dims is None:
        return (Symbol(), Symbol(), Symbol(), Symbol())
    if len(dims) != 4:
        raise errors.ShapeMismatchError(f"input must be 4-dimensional{describe_dims(dims)}")
    axes = _axes(attrs["strides"], attrs["rates"], attrs["padding"])
    sizes = [_count(dims[i], attrs["ksizes"][i], axes[i - 1]) for i in (1, 2)]
    depth: Dim = dims[3] * attrs["ksizes"][1] * attrs["ksizes"][2] if isinstance(dims[3], int) else Symbol()
    return (dims[0], *sizes, depth)


def _placed(
    images: Array, ksizes: Sequence[int], strides: Sequence[int], rates: Sequence[int], padding: str
) -> list[PlacedWindow]:
    axes = _axes(strides, rates, padding)
    return [_place(images.shape[i], ksizes[i], axes[i - 1]) for i in (1, 2)]


def _patches(images: Array, ksizes: Sequence[int], strides: Sequence[int], rates: Sequence[int], padding: str) -> Array:
    if images.ndim != 4:
        raise errors.ShapeMismatchError(f"input must be 4-dimensional{describe_dims(images.shape)}")
    rows, columns = _placed(images, ksizes, strides, rates, padding)
    wide = pad(images, [rows, columns])
    taps = [wide[:, rows.at(i), columns.at(j)] for i in range(rows.window) for j in range(columns.window)]
    return np.concatenate(taps, -1) if taps else images[:, :0, :0]


def _patches_gradient(op: Application, grad: Tensor) -> Gradients:
    """Each element receives the gradients of all patches that contain it, found by extracting patches of its index."""
    images = op.inputs[0]
    attrs = {name: op.attrs[name] for name in ("ksizes", "strides", "rates", "padding")}
    shape = apply("Shape", (images,))
    count = apply("Prod", (shape[1:3], 0))
    depth = shape[3]
    positions = apply("AddV2", (apply("Range", (0, count, 1)), 1))  # 0 is what lies outside
    one = apply("ConcatV2", ([np.ones(1, np.int32), shape[1:3], np.ones(1, np.int32)], 0))
    numbers = apply(PATCHES, (apply("Reshape", (positions, one)),), attrs)
    rows = apply("Reshape", (numbers, [-1]))
    by_tap = apply("Reshape", (grad, apply("Pack", ([shape[0], -1, depth],))))
    transposed = apply("Transpose", (by_tap, [1, 0, 2]))
    summed = apply("UnsortedSegmentSum", (transposed, rows, count + 1))[1:]
    back = apply("Transpose", (summed, [1, 0, 2]))
    return [apply("Reshape", (back, shape))]


PATCHES: OpRecord = op(
    "ExtractImagePatches",
    "images: T -> patches: T",
    "ksizes: list(int) >= 4; strides: list(int) >= 4; rates: list(int) >= 4; "
    "T: {bfloat16, half, float, double, int8, int16, int32, int64, uint8, uint16, uint32, uint64, complex64, "
    'complex128, bool}; padding: {"SAME", "VALID"}',
    shape=_patch_rule,
    kernel=_patches,
    gradient=_patches_gradient,
)


def extract_patches(
    images: TensorLike,
    sizes: Sequence[int],
    strides: Sequence[int],
    rates: Sequence[int],
    padding: str,
    name: str | None = None,
) -> Tensor:
    """The patches that a window sees that slides over images, each laid out in the last axis.

    Args:
      images: tensor of shape [batch, rows, columns, depth].
      sizes: of the window, `[1, rows, columns, 1]`.
      strides: how far it moves, `[1, rows, columns, 1]`.
      rates: how far apart the pixels are that it sees, `[1, rows, columns, 1]`.
      padding: "VALID", or "SAME" for zeros around the images.

    >>> x = tf.reshape(tf.range(9), [1, 3, 3, 1])
    >>> tf.image.extract_patches(x, [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")[0, 0, 0].numpy()
    array([0, 1, 3, 4], dtype=int32)
    """
    for n, numbers in (("sizes", sizes), ("strides", strides), ("rates", rates)):
        if len(numbers) != 4:
            raise errors.AttributeValueError(f"`{n}` must have four numbers, one for each axis. Received: {numbers}")
    attrs = {"ksizes": list(sizes), "strides": list(strides), "rates": list(rates), "padding": padding}
    return apply(PATCHES, (images,), attrs, name)


# patches of volumes -----


def _volume_sizes(dims: Sequence[Dim], attrs: Mapping[str, Any]) -> list[tuple[Dim, int]]:
    """For planes, rows and columns: how many patches, and the zeros in front."""
    found: list[tuple[Dim, int]] = []
    for size, window, stride in zip(dims[1:4], attrs["ksizes"][1:4], attrs["strides"][1:4], strict=True):
        if not isinstance(size, int):
            found.append((Symbol(), 0))
        elif attrs["padding"] == "VALID":
            found.append((max((size - window) // stride + 1, 0), 0))
        else:
            count = -(-size // stride)
            found.append((count, max((count - 1) * stride + window - size, 0) // 2))
    return found


def _volume_rule(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims is None:
        return tuple(Symbol() for _ in range(5))
    if len(dims) != 5:
        raise errors.ShapeMismatchError(f"input must be 5-dimensional: {describe_dims(dims)}")
    depth: Dim = dims[4] * math.prod(ctx.attrs["ksizes"][1:4]) if isinstance(dims[4], int) else Symbol()
    return (dims[0], *(count for count, _ in _volume_sizes(dims, ctx.attrs)), depth)


def _volume_patches(volumes: Array, ksizes: Sequence[int], strides: Sequence[int], padding: str) -> Array:
    if volumes.ndim != 5:
        raise errors.ShapeMismatchError(f"input must be 5-dimensional: {describe_dims(volumes.shape)}")
    placed: Any = _volume_sizes(volumes.shape, {"ksizes": ksizes, "strides": strides, "padding": padding})
    ends = [max((n - 1) * s + k - size - before, 0) for (n, before), s, k, size in zip(
        placed, strides[1:4], ksizes[1:4], volumes.shape[1:4], strict=True
    )]  # fmt: skip
    edges = [(0, 0), *((before, end) for (_, before), end in zip(placed, ends, strict=True)), (0, 0)]
    wide = np.pad(volumes, edges)
    taps = []
    counts = [n for n, _ in placed]
    for at in itertools.product(*(range(k) for k in ksizes[1:4])):
        seen = [slice(i, i + n * s, s) if n else slice(0) for i, n, s in zip(at, counts, strides[1:4], strict=True)]
        key = (slice(None), *seen)
        taps.append(wide[key])
    return np.concatenate(taps, -1)


def _volume_gradient(op: Application, grad: Tensor) -> Gradients:
    """Each element receives the gradients of all patches that contain it, found by extracting patches of its index."""
    shape = apply("Shape", (op.inputs[0],), {"out_type": "int64"})
    count = apply("Prod", (shape, 0))
    attrs = {name: op.attrs[name] for name in ("ksizes", "strides", "padding")}
    positions = apply("AddV2", (apply("Range", (np.int64(0), count, np.int64(1))), np.int64(1)))  # 0 lies outside
    numbers = apply("ExtractVolumePatches", (apply("Reshape", (positions, shape)),), attrs)
    flat = (apply("Reshape", (grad, [-1])), apply("Reshape", (numbers, [-1])))
    return [apply("Reshape", (apply("UnsortedSegmentSum", (*flat, count + 1))[1:], shape))]


VOLUME_PATCHES: OpRecord = op(
    "ExtractVolumePatches",
    "input: T -> patches: T",
    'ksizes: list(int) >= 5; strides: list(int) >= 5; T: real; padding: {"SAME", "VALID"}',
    shape=_volume_rule,
    kernel=_volume_patches,
    gradient=_volume_gradient,
)


def extract_volume_patches(
    input: TensorLike, ksizes: Sequence[int], strides: Sequence[int], padding: str, name: str | None = None
) -> Tensor:
    """The patches that a window sees that slides over volumes, each laid out in the last axis.

    Args:
      input: tensor of shape [batch, planes, rows, columns, depth].
      ksizes: of the window, `[1, planes, rows, columns, 1]`.
      strides: how far it moves, `[1, planes, rows, columns, 1]`.
      padding: "VALID", or "SAME" for zeros around the volumes.
      name: the name of the operation.

    >>> x = tf.reshape(tf.range(8), [1, 2, 2, 2, 1])
    >>> tf.extract_volume_patches(x, [1, 2, 1, 2, 1], [1, 1, 1, 1, 1], "VALID").numpy().tolist()
    [[[[[0, 1, 4, 5]], [[2, 3, 6, 7]]]]]
    """
    return apply(VOLUME_PATCHES, (input,), {"ksizes": list(ksizes), "strides": list(strides), "padding": padding}, name)
