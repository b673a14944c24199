"""Blocks of images moved into the batch or into the channels, and back."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.base.size_arithmetic import add, as_size, divide_evenly, multiply, subtract
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors, name_scope, to_tensor
from graphwright.ir.emit import Emitter, Operand, Unsupported
from graphwright.ir.infer import ShapeContext, constant_value
from graphwright.ir.prelude import (
    Builder,
    Decompose,
    Dim,
    Dims,
    Loader,
    Operation,
    OpRecord,
    Value,
    describe_dims,
    op,
)
from graphwright.ops.array._built_sizes import BuiltSizes, Size
from graphwright.ops.array._dims import unknown
from graphwright.ops.nn._window_geometry import channel_axis, spatial_axes, to_data_format, with_channels_last

_FORMATS = '{"NHWC", "NCHW", "NCHW_VECT_C"}'

# the batch ---------------------------------------------------------------------------------------------------


def _check(shape: Any, block: Array, pads: Array, what: str) -> tuple[list[int], list[tuple[int, int]]]:
    if block.ndim != 1:
        raise errors.ShapeMismatchError(f"block_shape must be 1-D: {describe_dims(block.shape)}")
    if pads.shape != (len(block), 2):
        raise errors.ShapeMismatchError(
            f"{what} should have shape [{len(block)}, 2] instead of {describe_dims(pads.shape)}"
        )
    if shape is not None and len(shape) < len(block) + 1:
        raise errors.ShapeMismatchError(f"input rank should be >= {len(block) + 1} instead of {len(shape)}")
    if block.size and block.min() <= 0:
        at = int(np.argmin(block))
        raise errors.ShapeMismatchError(
            f"All values in block_shape must be positive, got value, {block[at]} at index {at}."
        )
    if pads.size and pads.min() < 0:
        raise errors.ShapeMismatchError(f"{what.capitalize()} must be non-negative: {pads.tolist()}")
    return [int(b) for b in block], [(int(a), int(b)) for a, b in pads]


def _into_batch(size: Dim, block: int, pad: tuple[int, int], axis: int) -> Dim:
    padded = add(size, sum(pad))
    if isinstance(padded, int) and padded % block:
        raise errors.ShapeMismatchError(
            f"padded_shape[{axis}]={padded} is not divisible by block_shape[{axis}]={block}"
        )
    return divide_evenly(padded, block)


def _out_of_batch(size: Dim, block: int, crop: tuple[int, int], axis: int) -> Dim:
    left = subtract(multiply(size, block), sum(crop))
    if isinstance(left, int) and left < 0:
        raise errors.ShapeMismatchError(f"cropped_shape[{axis}]={left} must be non-negative")
    return as_size(left)


def _moved(dims: Any, block: list[int], pads: list[tuple[int, int]], into: bool) -> tuple[Any, ...]:
    """The dims after moving blocks into the batch, or out of it."""
    block_size = math.prod(block)
    batch = dims[0]
    if into:
        batch = multiply(batch, block_size)
    else:
        if isinstance(batch, int) and batch % block_size:
            raise errors.ShapeMismatchError(
                f"Input batch dimension ({batch}) is not divisible by product of block sizes ({block_size})"
            )
        batch = divide_evenly(batch, block_size)
    change = _into_batch if into else _out_of_batch
    spatial = [change(dims[1 + i], b, p, i) for i, (b, p) in enumerate(zip(block, pads, strict=True))]
    return (batch, *spatial, *dims[1 + len(block) :])


def _shape_rule(into: bool) -> Callable[[ShapeContext], Dims]:
    def rule(ctx: ShapeContext) -> Dims:
        block, pads, dims = ctx.value(1), ctx.value(2), ctx.dims(0)
        if block is None or pads is None:
            return unknown(ctx.rank(0))
        sizes, widths = _check(dims, block, pads, "paddings" if into else "crops")
        return None if dims is None else _moved(dims, sizes, widths, into)

    return rule


def _to_batch_kernel(x: Array, block_shape: Array, paddings: Array) -> Array:
    block, pads = _check(x.shape, block_shape, paddings, "paddings")
    result = _moved(x.shape, block, pads, True)
    n = len(block)
    wide = [s + before + after for s, (before, after) in zip(x.shape[1:], pads, strict=False)]
    padded = np.zeros((x.shape[0], *wide, *x.shape[1 + n :]), x.dtype)
    inside = (slice(None), *(slice(before, before + s) for s, (before, _) in zip(x.shape[1:], pads, strict=False)))
    padded[inside] = x
    split = [v for s, b in zip(result[1:], block, strict=False) for v in (s, b)]
    parts = padded.reshape(x.shape[0], *split, *x.shape[1 + n :])
    within, across = [2 * i + 2 for i in range(n)], [2 * i + 1 for i in range(n)]
    order = [*within, 0, *across, *range(2 * n + 1, parts.ndim)]
    return np.ascontiguousarray(parts.transpose(order)).reshape(result)


def _from_batch_kernel(x: Array, block_shape: Array, crops: Array) -> Array:
    block, pads = _check(x.shape, block_shape, crops, "crops")
    result = _moved(x.shape, block, pads, False)
    n = len(block)
    parts = x.reshape(*block, result[0], *x.shape[1:])
    order = [n, *(v for i in range(n) for v in (n + 1 + i, i)), *range(2 * n + 1, parts.ndim)]
    whole = parts.transpose(order).reshape(
        result[0], *(s * b for s, b in zip(x.shape[1:], block, strict=False)), *x.shape[1 + n :]
    )
    kept = (slice(None), *(slice(a, a + s) for s, (a, _) in zip(result[1:], pads, strict=False)))
    return np.ascontiguousarray(whole[kept])


def _blocks_fit(e: Emitter, load: Loader, op: Operation, into: bool) -> Operand:
    """Whether blocks and pads are of the right signs, and the blocks divide what they cut."""
    zero, one = e.const(0, "int64"), e.const(1, "int64")

    def at(input: int, *index: int) -> Operand:
        return e.convert(load(input, [e.const(i, "int64") for i in index]), "int64")

    holds, all_blocks = [], one
    for axis in range(_count(op)):
        block, before, after = at(1, axis), at(2, axis, 0), at(2, axis, 1)
        size, pads = load.size(0, axis + 1), e.add(before, after)
        holds += [e.compare("gt", block, zero), e.compare("ge", before, zero), e.compare("ge", after, zero)]
        if into:
            holds.append(_divides(e, block, e.add(size, pads)))
        else:
            holds.append(e.compare("ge", e.mul(size, block), pads))
        all_blocks = e.mul(all_blocks, block)
    if not into:
        holds.append(_divides(e, all_blocks, load.size(0, 0)))
    return reduce(e.logical_and, holds, e.compare("eq", zero, zero))


def _count(op: Operation) -> int:
    """The number of axes that are cut into blocks."""
    (count,) = op.inputs[1].type.dims or (None,)
    if not isinstance(count, int) or op.inputs[2].type.dims != (count, 2) or (op.inputs[0].type.rank or 0) <= count:
        raise Unsupported("blocks of which not even the number is known")
    return count


def _divides(e: Emitter, part: Operand, whole: Operand) -> Operand:
    return e.compare("eq", e.mul(e.floordiv(whole, part), part), whole)


def _rearranged(b: BuiltSizes, x: Value, split: Sequence[Size], order: Sequence[int], dims: Sequence[Size]) -> Value:
    """The array with its axes split, permuted and merged again."""
    parts = b.build("Transpose", b.reshape(x, split), b.build.const(np.array(order, np.int32)))
    return b.reshape(parts, dims)


def _native_to_batch(build: Builder, op: Operation, x: Value, block_shape: Value, paddings: Value) -> list[Value]:
    b, n = BuiltSizes(build), _count(op)
    rank, block, widths = x.type.rank or 0, b.elements(block_shape), constant_value(paddings)
    if widths is None or widths.any():
        none = [0] * 2 * (rank - n - 1)
        wide = [0, 0, *b.elements(paddings), *none]
        x = build("Pad", x, b.matrix(wide, 2))
    batch, *sizes = b.of(x)
    across = [b.over(size, each) for size, each in zip(sizes, block, strict=False)]
    split = [v for pair in zip(across, block, strict=True) for v in pair]
    order = [*range(2, 2 * n + 1, 2), 0, *range(1, 2 * n + 1, 2), *range(2 * n + 1, n + rank)]
    result = [b.product([batch, *block]), *across, *sizes[n:]]
    return [_rearranged(b, x, [batch, *split, *sizes[n:]], order, result)]


def _native_from_batch(build: Builder, op: Operation, x: Value, block_shape: Value, crops: Value) -> list[Value]:
    b, n = BuiltSizes(build), _count(op)
    rank, block, widths = x.type.rank or 0, b.elements(block_shape), constant_value(crops)
    batch, *sizes = b.of(x)
    left = b.over(batch, b.product(block))
    order = [n, *(v for i in range(n) for v in (n + 1 + i, i)), *range(2 * n + 1, n + rank)]
    whole = [left, *(b.product(pair) for pair in zip(sizes, block, strict=False)), *sizes[n:]]
    x = _rearranged(b, x, [*block, left, *sizes], order, whole)
    if widths is None or widths.any():
        parts = b.elements(crops)
        before, after = parts[::2], parts[1::2]
        begin = [0, *before, *[0] * (rank - n - 1)]
        taken = [b.product([-1, b.plus(*pair)]) for pair in zip(before, after, strict=True)]
        kept = [left, *(b.plus(*pair) for pair in zip(whole[1:], taken, strict=False)), *sizes[n:]]
        x = build("Slice", x, b.vector(begin), b.vector(kept))
    return [x]


SPACE_TO_BATCH: OpRecord = op(
    "SpaceToBatchND",
    "input: T, block_shape: Tblock_shape, paddings: Tpaddings -> output: T",
    "T: type; Tblock_shape: index = int32; Tpaddings: index = int32",
    shape=_shape_rule(True),
    kernel=_to_batch_kernel,
    gradient=lambda op, grad: [apply(BATCH_TO_SPACE, (grad, op.inputs[1], op.inputs[2])), None, None],
    native=Decompose(_native_to_batch, accepts=lambda e, load, op: _blocks_fit(e, load, op, True)),
)

BATCH_TO_SPACE: OpRecord = op(
    "BatchToSpaceND",
    "input: T, block_shape: Tblock_shape, crops: Tcrops -> output: T",
    "T: type; Tblock_shape: index = int32; Tcrops: index = int32",
    shape=_shape_rule(False),
    kernel=_from_batch_kernel,
    gradient=lambda op, grad: [apply(SPACE_TO_BATCH, (grad, op.inputs[1], op.inputs[2])), None, None],
    native=Decompose(_native_from_batch, accepts=lambda e, load, op: _blocks_fit(e, load, op, False)),
)

# the channels ------------------------------------------------------------------------------------------------


def _depth_rule(into: bool) -> Callable[[ShapeContext], Dims]:
    return lambda ctx: _deepened(ctx.dims(0), ctx.attrs["block_size"], ctx.attrs, into)


def _deepened(dims: Dims, block: int, attrs: Mapping[str, Any], into: bool) -> Dims:
    """The dims after moving blocks into the channels, or out of them."""
    if attrs["data_format"] == "NCHW_VECT_C":
        raise errors.UnimplementedError("data_format NCHW_VECT_C is only for quantized tensors on GPUs.")
    if dims is None:
        return unknown(4)
    if len(dims) != 4:
        raise errors.ShapeMismatchError(f"Input rank should be: 4 instead of: {len(dims)}")
    result = list(dims)
    channel = channel_axis(attrs, 4)
    for axis in spatial_axes(attrs, 4):
        result[axis] = _divided(dims[axis], block, "Image size") if into else multiply(dims[axis], block)
    depth = dims[channel]
    result[channel] = multiply(depth, block**2) if into else _divided(depth, block**2, "Input depth dimension")
    return tuple(result)


def _divided(size: Dim, by: int, what: str) -> Dim:
    if isinstance(size, int) and size % by:
        raise errors.ShapeMismatchError(f"{what} {size} should be divisible by: {by}")
    return divide_evenly(size, by)


def _to_depth_kernel(x: Array, block_size: int, data_format: str) -> Array:
    attrs = {"data_format": data_format}
    _deepened(x.shape, block_size, attrs, True)
    last, b = with_channels_last(x, attrs), block_size
    n, h, w, c = last.shape
    parts = last.reshape(n, h // b, b, w // b, b, c).transpose(0, 1, 3, 2, 4, 5)
    return to_data_format(parts.reshape(n, h // b, w // b, b * b * c), attrs)


def _from_depth_kernel(x: Array, block_size: int, data_format: str) -> Array:
    attrs = {"data_format": data_format}
    _deepened(x.shape, block_size, attrs, False)
    last, b = with_channels_last(x, attrs), block_size
    n, h, w, c = last.shape
    parts = last.reshape(n, h, w, b, b, c // (b * b)).transpose(0, 1, 3, 2, 4, 5)
    return to_data_format(parts.reshape(n, h * b, w * b, c // (b * b)), attrs)


def _depth_attrs(op: Operation) -> dict[str, Any]:
    return {"block_size": op.attrs["block_size"], "data_format": op.attrs["data_format"]}


def _images(b: BuiltSizes, x: Value, op: Operation) -> list[Size]:
    """The sizes of images: how many, down, right, channels."""
    sizes = b.of(x)
    return [sizes[0], *(sizes[axis] for axis in spatial_axes(op.attrs, 4)), sizes[channel_axis(op.attrs, 4)]]


def _native_to_depth(build: Builder, op: Operation, x: Value) -> list[Value]:
    b, each = BuiltSizes(build), op.attrs["block_size"]
    n, h, w, c = _images(b, x, op)
    h, w, deep = b.over(h, each), b.over(w, each), b.product([c, each**2])
    if op.attrs["data_format"] == "NCHW":
        return [_rearranged(b, x, [n, c, h, each, w, each], [0, 3, 5, 1, 2, 4], [n, deep, h, w])]
    return [_rearranged(b, x, [n, h, each, w, each, c], [0, 1, 3, 2, 4, 5], [n, h, w, deep])]


def _native_from_depth(build: Builder, op: Operation, x: Value) -> list[Value]:
    b, each = BuiltSizes(build), op.attrs["block_size"]
    n, h, w, c = _images(b, x, op)
    c, down, right = b.over(c, each**2), b.product([h, each]), b.product([w, each])
    if op.attrs["data_format"] == "NCHW":
        return [_rearranged(b, x, [n, each, each, c, h, w], [0, 3, 4, 1, 5, 2], [n, c, down, right])]
    return [_rearranged(b, x, [n, h, w, each, each, c], [0, 1, 3, 2, 4, 5], [n, down, right, c])]


def _depth_fits(e: Emitter, load: Loader, op: Operation, into: bool) -> Operand:
    """Whether the block divides what it cuts."""
    axes = spatial_axes(op.attrs, 4) if into else (channel_axis(op.attrs, 4),)
    block = op.attrs["block_size"] ** (1 if into else 2)
    return reduce(e.logical_and, [_divides(e, e.const(block, "int64"), load.size(0, axis)) for axis in axes])


SPACE_TO_DEPTH: OpRecord = op(
    "SpaceToDepth",
    "input: T -> output: T",
    f'T: type; block_size: int >= 2; data_format: {_FORMATS} = "NHWC"',
    shape=_depth_rule(True),
    kernel=_to_depth_kernel,
    gradient=lambda op, grad: [apply(DEPTH_TO_SPACE, (grad,), _depth_attrs(op))],
    native=Decompose(_native_to_depth, accepts=lambda e, load, op: _depth_fits(e, load, op, True)),
)

DEPTH_TO_SPACE: OpRecord = op(
    "DepthToSpace",
    "input: T -> output: T",
    f'T: type; block_size: int >= 2; data_format: {_FORMATS} = "NHWC"',
    shape=_depth_rule(False),
    kernel=_from_depth_kernel,
    gradient=lambda op, grad: [apply(SPACE_TO_DEPTH, (grad,), _depth_attrs(op))],
    native=Decompose(_native_from_depth, accepts=lambda e, load, op: _depth_fits(e, load, op, False)),
)

# public functions --------------------------------------------------------------------------------------------


def space_to_batch(input: TensorLike, block_shape: TensorLike, paddings: TensorLike, name: str | None = None) -> Tensor:
    """Cut the axes behind the first into blocks; the places within a block become part of the batch.

    `paddings[i] = [before, after]` are zeros added to axis i + 1 first. Raises InvalidArgumentError where blocks do
    not divide the padded sizes.

    >>> tf.space_to_batch([[[1], [2], [3], [4]]], [2], [[0, 0]]).numpy().tolist()
    [[[1], [3]], [[2], [4]]]
    """
    return apply(SPACE_TO_BATCH, (input, block_shape, paddings), None, name)


def batch_to_space(input: TensorLike, block_shape: TensorLike, crops: TensorLike, name: str | None = None) -> Tensor:
    """The reverse of `space_to_batch`: `crops[i] = [before, after]` are taken off axis i + 1 at the end.

    >>> tf.batch_to_space([[[1], [3]], [[2], [4]]], [2], [[0, 1]]).numpy().tolist()
    [[[1], [2], [3]]]
    """
    if isinstance(block_shape, int):
        block_shape = [block_shape, block_shape]
    return apply(BATCH_TO_SPACE, (input, block_shape, crops), None, name)


def space_to_depth(input: TensorLike, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Tensor:
    """Cut images into square blocks; the pixels of a block become channels of one pixel.

    Raises ValueError for sizes that the block does not divide.

    >>> tf.nn.space_to_depth([[[[1], [2]], [[3], [4]]]], 2).numpy().tolist()
    [[[[1, 2, 3, 4]]]]
    """
    attrs = {"block_size": block_size, "data_format": data_format}
    return apply(SPACE_TO_DEPTH, (input,), attrs, name)


def depth_to_space(input: TensorLike, block_size: int, data_format: str = "NHWC", name: str | None = None) -> Tensor:
    """The reverse of `space_to_depth`: channels become the pixels of a block.

    >>> tf.nn.depth_to_space([[[[1, 2, 3, 4]]]], 2).numpy().tolist()
    [[[[1], [2]], [[3], [4]]]]
    """
    attrs = {"block_size": block_size, "data_format": data_format}
    return apply(DEPTH_TO_SPACE, (input,), attrs, name)


def required_space_to_batch_paddings(
    input_shape: TensorLike,
    block_shape: TensorLike,
    base_paddings: TensorLike | None = None,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The paddings that make sizes multiples of blocks, and the crops that take them off again.

    Args:
      input_shape: the sizes, an integer vector.
      block_shape: the blocks, an integer vector of the same length.
      base_paddings: paddings to begin with, by default none; more zeros are added at the ends.
      name: the name of the operations.

    >>> paddings, crops = tf.required_space_to_batch_paddings([7, 8], [2, 3])
    >>> paddings.numpy().tolist(), crops.numpy().tolist()
    ([[0, 1], [0, 1]], [[0, 1], [0, 1]])
    """
    with name_scope(name or "required_space_to_batch_paddings"):
        sizes, blocks = (
            to_tensor(v, None, label, int32)
            for v, label in ((input_shape, "input_shape"), (block_shape, "block_shape"))
        )
        if blocks.shape.rank != 1 or blocks.shape[0] is None:
            raise ValueError("block_shape must be a vector of known length")
        zeros = apply("ZerosLike", (blocks,))
        base = None if base_paddings is None else to_tensor(base_paddings, None, "base_paddings", int32)
        first, last = (zeros, zeros) if base is None else (base[:, 0], base[:, 1])
        more = apply("FloorMod", (apply("Neg", (sizes + first + last,)), blocks))
        paddings = apply("Pack", ([first, apply("AddV2", (last, more))],), {"axis": 1})
        return paddings, apply("Pack", ([zeros, more],), {"axis": 1})
