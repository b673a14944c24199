"""Padding: with zeros, with a value, or with the tensor's own mirror image."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.size_arithmetic import add, as_size
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors
from graphwright.ir.emit import Emitter, Operand, Unsupported
from graphwright.ir.lowering import Assemble, Box, Builder, Decompose, Element, Generate, Loader
from graphwright.ir.prelude import Dim, Operation, OpRecord, ShapeContext, Symbol, Value, constant_value, op
from graphwright.ir.types import Dims, describe_dims
from graphwright.ops.array._built_sizes import BuiltSizes, Size
from graphwright.ops.array._dims import unknown
from graphwright.ops.array._moved_elements import moves

# shapes -----------------------------------------------------------------------------------------------------


def _widths(ctx: ShapeContext) -> list[tuple[Dim, ...]] | None:
    """The paddings as far as they are known, checked against the input."""
    dims, rows = ctx.dims(0), ctx.dims(1)
    if rows is not None:
        if len(rows) != 2 or (isinstance(rows[1], int) and rows[1] != 2):
            raise ctx.fail(f"paddings must be a matrix with 2 columns: {describe_dims(rows)}")
        if dims is not None and isinstance(rows[0], int) and rows[0] != len(dims):
            raise ctx.fail(
                f"The first dimension of paddings must be the rank of inputs{describe_dims(rows)} {describe_dims(dims)}"
            )
    found = ctx.rows_value(1)
    return None if found is None else [(Symbol(), Symbol()) if row is None else row for row in found]


def _rank(ctx: ShapeContext) -> int | None:
    rows = ctx.dims(1)
    if ctx.rank(0) is not None or rows is None or not isinstance(rows[0], int):
        return ctx.rank(0)
    return rows[0]


def _pad_shape(ctx: ShapeContext) -> Dims:
    widths, dims = _widths(ctx), ctx.dims(0)
    if widths is None or dims is None:
        return unknown(_rank(ctx))
    for before, after in widths:
        if any(isinstance(width, int) and width < 0 for width in (before, after)):
            raise ctx.fail(f"Paddings must be non-negative: {before} {after}")
    return tuple(_wider(d, *row) for d, row in zip(dims, widths, strict=True))


def _wider(d: Dim, *by: Dim) -> Dim:
    for width in by:
        d = add(d, as_size(width))
    return d


def _padded_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    """The sizes of the input and the paddings of each axis, added up; -1 if one of the latter is negative."""
    if op.inputs[1].type.dims != (load.rank(0), 2):
        raise Unsupported("paddings that may be too few")
    sizes, zero = [], e.const(0, "int64")
    for axis in range(load.rank(0)):
        sides = [load(1, [e.const(axis, "int64"), e.const(side, "int64")]) for side in (0, 1)]
        before, after = (e.convert(side, "int64") for side in sides)
        size = e.add(load.size(0, axis), e.add(before, after))
        sizes.append(e.select(e.compare("lt", e.min(before, after), zero), e.const(-1, "int64"), size))
    return sizes


# Pad, PadV2 -------------------------------------------------------------------------------------------------


def _checked_widths(input: Array, paddings: Array) -> list[tuple[int, int]]:
    if paddings.shape != (input.ndim, 2):
        raise errors.InvalidArgumentError(
            f"The first dimension of paddings must be the rank of inputs{describe_dims(paddings.shape)} "
            f"{describe_dims(input.shape)}"
        )
    for before, after in paddings:
        if before < 0 or after < 0:
            raise errors.InvalidArgumentError(f"Paddings must be non-negative: {before} {after}")
    return [(int(a), int(b)) for a, b in paddings]


def _padded(input: Array, paddings: Array, value: bytes | Array) -> Array:
    widths = _checked_widths(input, paddings)
    result = np.full([d + a + b for d, (a, b) in zip(input.shape, widths, strict=True)], value, input.dtype)
    result[tuple(slice(a, a + d) for d, (a, _) in zip(input.shape, widths, strict=True))] = input
    return result


def _pad_kernel(input: Array, paddings: Array) -> Array:
    return _padded(input, paddings, b"" if input.dtype.kind == "O" else np.zeros((), input.dtype))


def _inside(grad: Tensor, paddings: Tensor, x: Tensor) -> Tensor:
    """The part of a gradient that belongs to the input itself."""
    from graphwright.ops.array import shapes
    from graphwright.ops.index import slicing

    known = constant_value(paddings)
    if known is not None:
        starts = known[:, 0].astype(np.int32)
        return slicing.slice(grad, starts, shapes.shape(x))
    return slicing.slice(grad, paddings[:, 0], shapes.shape(x, paddings.dtype))


def _pad_v2_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.math import reductions

    inside = _inside(grad, op.inputs[1], op.inputs[0])
    return [inside, None, reductions.reduce_sum(grad) - reductions.reduce_sum(inside)]


def _pad_boxes(op: Operation, constants: list[Array | None]) -> list[Box] | None:
    widths, rank = constants[1], op.inputs[0].type.rank
    if widths is None:
        if rank is None or op.inputs[1].type.dims != (rank, 2):
            return None
        return [Box(0, tuple((Element(1, 2 * axis),) for axis in range(rank)), tuple(range(rank)))]
    return [Box(0, tuple((int(w),) if w else () for w in widths[:, 0]), tuple(range(len(widths))))]


PAD = op(
    "Pad",
    "input: T, paddings: Tpaddings -> output: T",
    "T: type; Tpaddings: index = int32",
    shape=_pad_shape,
    kernel=_pad_kernel,
    gradient=lambda op, grad: [_inside(grad, op.inputs[1], op.inputs[0]), None],
    partial=moves(0),
    native=Assemble(_pad_boxes, lambda op: 0),
    sizes=_padded_sizes,
)

PAD_V2 = op(
    "PadV2",
    "input: T, paddings: Tpaddings, constant_values: T -> output: T",
    "T: type; Tpaddings: index = int32",
    shape=_pad_shape,
    kernel=_padded,
    gradient=_pad_v2_gradient,
    partial=moves(0, 2),
    native=Assemble(_pad_boxes, lambda op: Element(2, 0)),
    sizes=_padded_sizes,
)


# MirrorPad, MirrorPadGrad -----------------------------------------------------------------------------------


def _mirrored_axis(size: int, before: int, after: int, mode: str) -> Any:
    """For each position along a padded axis, the input position that it copies."""
    if mode == "REFLECT":
        if before >= max(size, 1) or after >= max(size, 1):
            raise errors.InvalidArgumentError(
                f"paddings must be less than the dimension size: {before}, {after} not less than {size}"
            )
        period = max(2 * size - 2, 1)
        at = np.abs((np.arange(-before, size + after) + period) % period)
        return np.minimum(at, period - at)
    if before > size or after > size:
        raise errors.InvalidArgumentError(
            f"paddings must be no greater than the dimension size: {before}, {after} greater than {size}"
        )
    at = (np.arange(-before, size + after) + 2 * size) % max(2 * size, 1)
    return np.minimum(at, 2 * size - 1 - at)


def _mirror_kernel(input: Array, paddings: Array, mode: str) -> Array:
    widths = _checked_widths(input, paddings)
    axes = [_mirrored_axis(d, a, b, mode) for d, (a, b) in zip(input.shape, widths, strict=True)]
    return input[np.ix_(*axes)] if axes else input


def _mirror_grad_kernel(input: Array, paddings: Array, mode: str) -> Array:
    result = input
    for axis, (before, after) in enumerate(_checked_widths(input, paddings)):
        if not before + after:
            continue
        size = input.shape[axis] - before - after
        if size < 0:
            raise errors.InvalidArgumentError(
                f"Total paddings must be less than the input dimension size: {before + after} was not less than "
                f"{input.shape[axis]}"
            )
        shape = (*result.shape[:axis], size, *result.shape[axis + 1 :])
        total = np.zeros(shape, result.dtype)
        position: Any = (slice(None),) * axis + (_mirrored_axis(size, before, after, mode),)
        np.add.at(total, position, result)
        result = total
    return result


def _mirror_grad_shape(ctx: ShapeContext) -> Dims:
    widths, dims = _widths(ctx), ctx.dims(0)
    if widths is None or dims is None:
        return unknown(_rank(ctx))
    return tuple(_narrower(d, *row) for d, row in zip(dims, widths, strict=True))


def _narrower(d: Dim, *by: Dim) -> Dim:
    if all(width == 0 for width in by):
        return d
    widths = [width for width in by if isinstance(width, int)]
    return max(d - sum(widths), 0) if isinstance(d, int) and len(widths) == len(by) else Symbol()


def _mirror_native(e: Emitter, load: Loader, index: Sequence[Operand], mode: str) -> Operand:
    zero = e.const(0, "int64")
    positions = []
    for axis, i in enumerate(index):
        before = e.convert(load(1, [e.const(axis, "int64"), zero]), "int64")
        size, at = load.size(0, axis), e.sub(i, before)
        edge = 0 if mode == "REFLECT" else 1
        # left of the input the image runs backwards, and again right of it
        left = e.sub(e.neg(at), e.const(edge, "int64"))
        right = e.sub(e.sub(e.add(size, size), e.const(2 - edge, "int64")), at)
        positions.append(e.select(e.compare("lt", at, zero), left, e.select(e.compare("ge", at, size), right, at)))
    return load(0, positions)


def _mirror_check(e: Emitter, load: Loader, index: Sequence[Operand], mode: str) -> Operand:
    zero, one = e.const(0, "int64"), e.const(1, "int64")
    fits = e.const(True, "bool")
    for axis in range(len(index)):
        limit = e.sub(load.size(0, axis), one) if mode == "REFLECT" else load.size(0, axis)
        for side in (zero, one):
            width = e.convert(load(1, [e.const(axis, "int64"), side]), "int64")
            ok = e.logical_and(e.compare("le", width, limit), e.compare("ge", width, zero))
            fits = e.logical_and(fits, ok)
    return fits


MIRROR_PAD = op(
    "MirrorPad",
    "input: T, paddings: Tpaddings -> output: T",
    'T: type; Tpaddings: index = int32; mode: {"REFLECT", "SYMMETRIC"}',
    shape=_pad_shape,
    kernel=_mirror_kernel,
    gradient=lambda op, grad: [apply(MIRROR_PAD_GRAD, (grad, op.inputs[1]), {"mode": op.attrs["mode"]}), None],
    partial=moves(0),
    native=Generate(_mirror_native, _mirror_check),
    sizes=_padded_sizes,
)


def _native_mirror_grad(build: Builder, op: Operation, input: Value, paddings: Value) -> list[Value]:
    """Axis by axis: the middle, plus the reversed padding before and after it."""
    widths, edge = constant_value(paddings), 1 if op.attrs["mode"] == "REFLECT" else 0
    if widths is None or input.type.dims is None:
        raise Unsupported("paddings that are not known")
    b, result = BuiltSizes(build), input
    for axis, (before, after) in enumerate(widths.tolist()):
        if before or after:
            result = _native_folded(b, result, axis, before, after, edge)
    return [result]


def _native_folded(b: BuiltSizes, x: Value, axis: int, before: int, after: int, edge: int) -> Value:
    rank, size = x.type.rank or 0, b.plus(b.of(x)[axis], -before - after)
    if min(before, after) < 0 or (isinstance(size, int) and size < max(before, after) + edge):
        raise Unsupported("paddings that do not fit")

    def part(first: int, behind: int | None, step: int = 1) -> Value:
        """Python's slice of the axis."""
        begin, end, strides = np.zeros(rank, np.int32), np.zeros(rank, np.int32), np.ones(rank, np.int32)
        begin[axis], end[axis], strides[axis] = first, behind or 0, step
        others = ((1 << rank) - 1) ^ (1 << axis)
        masks = {"begin_mask": others, "end_mask": others | ((behind is None) << axis)}
        return b.build("StridedSlice", x, *map(b.build.const, (begin, end, strides)), **masks)

    def placed(image: Value, at: Size, behind: Size) -> Value:
        """An image among zeros."""
        return b.build("Pad", image, b.matrix([0, 0] * axis + [at, behind] + [0, 0] * (rank - axis - 1), 2))

    result = part(before, -after or None)
    if before:
        behind = b.plus(size, -before - edge)
        result = b.build("AddV2", placed(part(before - 1, None, -1), edge, behind), result)
    if after:
        folded = part(-1, -after - 1, -1)
        result = b.build("AddV2", result, placed(folded, b.plus(size, -after - edge), edge))
    return result


def _mirrored_fits(e: Emitter, load: Loader, op: Operation) -> Operand:
    """Whether what is left is larger than what was mirrored."""
    fits, widths = e.const(True, "bool"), load.constant(1)
    edge = 1 if op.attrs["mode"] == "REFLECT" else 0
    for axis, (before, after) in enumerate(() if widths is None else widths.tolist()):
        if before or after:
            least = before + after + max(before, after) + edge
            fits = e.logical_and(fits, e.compare("ge", load.size(0, axis), e.const(least, "int64")))
    return fits


MIRROR_PAD_GRAD: OpRecord = op(
    "MirrorPadGrad",
    "input: T, paddings: Tpaddings -> output: T",
    'T: type; Tpaddings: index = int32; mode: {"REFLECT", "SYMMETRIC"}',
    shape=_mirror_grad_shape,
    kernel=_mirror_grad_kernel,
    gradient=lambda op, grad: [apply(MIRROR_PAD, (grad, op.inputs[1]), {"mode": op.attrs["mode"]}), None],
    native=Decompose(_native_mirror_grad, accepts=_mirrored_fits),
)


def pad(
    tensor: TensorLike,
    paddings: TensorLike,
    mode: str = "CONSTANT",
    constant_values: TensorLike = 0,
    name: str | None = None,
) -> Tensor:
    """Widen a tensor by `paddings[i] = [before, after]` along each axis i.

    `mode` "CONSTANT" fills with `constant_values`; "REFLECT" mirrors the tensor without repeating its edge and
    "SYMMETRIC" with it. Raises InvalidArgumentError for paddings that do not fit, ValueError for another mode.

    >>> tf.pad([1, 2, 3], [[1, 2]])
    <tf.Tensor: shape=(6,), dtype=int32, numpy=array([0, 1, 2, 3, 0, 0], dtype=int32)>
    >>> tf.pad([1, 2, 3], [[0, 2]], mode="REFLECT").numpy().tolist()
    [1, 2, 3, 2, 1]
    """
    kind = mode.upper()
    result: Tensor
    if kind == "CONSTANT":
        if isinstance(constant_values, Tensor) or hasattr(constant_values, "__tf_tensor__") or constant_values != 0:
            result = apply(PAD_V2, (tensor, paddings, constant_values), name=name)
        else:
            result = apply(PAD, (tensor, paddings), name=name)
    elif kind in ("REFLECT", "SYMMETRIC"):
        result = apply(MIRROR_PAD, (tensor, paddings), {"mode": kind}, name)
    else:
        raise ValueError(
            'Value of argument `mode` expected to be one of "CONSTANT", "REFLECT", or "SYMMETRIC". '
            f"Received `mode` = {kind}"
        )
    return result
