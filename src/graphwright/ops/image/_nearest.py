"""Native rules of resizing to nearest pixels, and of its gradient: gathers, and sums of what shows a pixel."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import bfloat16, float16, float32, float64, int32
from graphwright.base.size_arithmetic import floordiv
from graphwright.core.prelude import Application, errors
from graphwright.ir.prelude import Builder, Dim, Operation, Symbol, Value
from graphwright.ops.array._built_sizes import BuiltSizes
from graphwright.ops.image import _resample


def flags_of(op: Application) -> dict[str, Any]:
    """The attributes that say where pixels are sampled, as far as the op has them."""
    return {n: op.attrs[n] for n in ("align_corners", "half_pixel_centers") if n in op.attrs}


def dims_of(images: Value) -> tuple[Dim, Dim, Dim, Dim]:
    """The sizes of images: how many, down, right, channels."""
    count, height, width, channels = images.type.dims or (Symbol(), Symbol(), Symbol(), Symbol())
    return count, height, width, channels


def _check(images: Value, size: Value) -> None:
    if images.type.dims is None or size.type.dims != (2,):
        raise errors.UnimplementedError("Not even the number of axes is known while compiling.")


def nearest(b: Builder, op: Operation, images: Value, size: Value) -> list[Value]:
    """Whole lines are gathered, then pixels."""
    _check(images, size)
    sizes = BuiltSizes(b)
    count, height, width, channels = sizes.of(images)
    lines = sizes.reshape(images, [count, height, sizes.product([width, channels])])
    lines = b("GatherV2", lines, _places(b, op, images, size, 1, False), b.const(np.int32(1)), batch_dims=0)
    known = dims_of(op.outputs[0])[1]
    pixels = sizes.reshape(
        lines, [count, known if isinstance(known, int) else sizes.elements(size)[0], width, channels]
    )
    return [b("GatherV2", pixels, _places(b, op, images, size, 2, False), b.const(np.int32(2)), batch_dims=0)]


def _places(b: Builder, op: Operation, images: Value, size: Value, axis: int, resized: bool) -> Value:
    """The places along an axis that `_resample.nearest` finds; `resized` are the images rather than the output."""
    own, other = dims_of(images)[axis], dims_of(op.outputs[0])[axis]
    if isinstance(own, int) and isinstance(other, int):
        return b.const(_resample.nearest(*((other, own) if resized else (own, other)), **flags_of(op)).astype(np.int32))
    extent, wanted = _element(b, b("Shape", images), axis), _element(b, size, axis - 1)
    return _open_nearest(b, *((wanted, extent) if resized else (extent, wanted)), **flags_of(op))


def _element(b: Builder, vector: Value, at: int) -> Value:
    return b("GatherV2", vector, b.const(np.int32(at)), b.const(np.int32(0)), batch_dims=0)


def _open_nearest(b: Builder, size: Value, result: Value, align_corners: bool, half_pixel_centers: bool) -> Value:
    """`_resample.nearest`; products are taken in double precision and rounded, so that none is fused with a sum."""
    one, half = b.const(np.int32(1)), b.const(np.float32(0.5))

    def wide(x: Value) -> Value:
        return b("Cast", x, DstT=float64)

    last, extent, count = b("Sub", size, one), size, result
    if align_corners:
        several = b("Greater", result, one)
        extent, count = b("SelectV2", several, last, size), b("SelectV2", several, b("Sub", result, one), result)
    scale = b("Cast", b("RealDiv", wide(extent), wide(count)), DstT=float32)
    at = b("Cast", b("Range", b.const(np.int32(0)), result, one), DstT=float32)
    at = b("AddV2", at, half) if half_pixel_centers else at
    positions = b("Cast", b("Mul", wide(at), wide(scale)), DstT=float32)
    positions = b("Floor", b("AddV2", positions, half) if align_corners else positions)
    places = b("Cast", positions, DstT=int32)
    return b("Maximum", b("Minimum", places, last), b.const(np.int32(0)))


def nearest_gradient(b: Builder, op: Operation, grads: Value, size: Value) -> list[Value]:
    """The sums of blocks where each pixel was repeated over a block of its own, else of what shows a pixel."""
    _check(grads, size)
    if _shown_in_blocks(op):
        batch, i, j, channels = dims_of(grads)
        _, h, w, _ = dims_of(op.outputs[0])
        outer, inner = (-1 if isinstance(d, Symbol) else d for d in (batch, channels))
        sizes = [outer, h, floordiv(i, h), w, floordiv(j, w), inner]
        blocks = b("Reshape", grads, b.const(np.array(sizes, np.int32)))
        return [b("Sum", blocks, b.const(np.array([2, 4], np.int32)), keep_dims=False)]
    if grads.type.dtype in (float16, bfloat16, float32):
        total = b("_SumOfNearest", b("Cast", grads, DstT=float32), size, **flags_of(op))
        return [b("Cast", total, DstT=grads.type.dtype)]
    found = grads
    for axis, order in ((1, (1, 0, 2, 3)), (2, (2, 0, 1, 3))):
        found = b("Transpose", found, b.const(np.array(order, np.int32)))
        count = _element(b, size, axis - 1)
        found = b("UnsortedSegmentSum", found, _places(b, op, grads, size, axis, True), count)
    return [b("Transpose", found, b.const(np.array((2, 1, 0, 3), np.int32)))]


def _shown_in_blocks(op: Operation) -> bool:
    """Whether the gradient is known to be of pixels that were repeated a whole number of times."""
    grads, result = op.inputs[0].type.dims, op.outputs[0].type.dims
    if grads is None or result is None or isinstance(grads[0], Symbol) + isinstance(grads[3], Symbol) > 1:
        return False
    for small, large in zip(result[1:3], grads[1:3], strict=True):
        if isinstance(small, Symbol) or isinstance(large, Symbol) or not small:
            return False
        shown = np.arange(large) // max(large // small, 1)
        if not np.array_equal(_resample.nearest(small, large, **flags_of(op)), shown):
            return False
    return True


__all__ = ["dims_of", "flags_of", "nearest", "nearest_gradient"]
