"""Ops that split tensors along an axis: unstack and split."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.size_arithmetic import as_size, divide_evenly, subtract
from graphwright.core.prelude import Array, Tensor, apply, apply_multi, errors, to_tensor
from graphwright.core.typing import Application, AxisLike, Gradients, TensorLike
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Bounds, Share, Strided, View
from graphwright.ir.prelude import (
    Dim,
    Dims,
    Emitter,
    Loader,
    Operand,
    Operation,
    ShapeContext,
    Symbol,
    Unsupported,
    describe_dims,
    op,
)
from graphwright.ops.array._dims import mismatch, normal_axis, static_axis, unknown
from graphwright.ops.array._moved_elements import moves
from graphwright.ops.array.concat import pack_axis, stack

# Unpack -----------------------------------------------------------------------------------------------------


def _unpack_shape(ctx: ShapeContext) -> list[Dims]:
    dims, num = ctx.dims(0), ctx.attrs["num"]
    if dims is None:
        return [None] * num
    if not dims:
        raise ctx.fail(f"axis = {ctx.attrs['axis']} not in [0, 0)")
    at = pack_axis(ctx.attrs["axis"], len(dims))
    if isinstance(dims[at], int) and dims[at] != num:
        raise ctx.fail(f"Input shape axis {at} must equal {num}, got shape {describe_dims(dims)}")
    return [(*dims[:at], *dims[at + 1 :])] * num


def _unpack_kernel(value: Array, num: int, axis: int) -> list[Array]:
    at = pack_axis(axis, value.ndim)
    if value.shape[at] != num:
        raise errors.InvalidArgumentError(
            f"Input shape axis {at} must equal {num}, got shape {describe_dims(value.shape)}"
        )
    # the ellipsis keeps what would be a single Python object an array
    return [value[(slice(None),) * at + (i, ...)] for i in range(num)]


def _unpack_views(op: Operation, constants: list[Array | None]) -> list[View] | None:
    dims = op.inputs[0].type.dims
    if dims is None:
        return None
    at = pack_axis(op.attrs["axis"], len(dims))
    strides = tuple((k, 1) for k in range(len(dims)) if k != at)
    return [View(((at, i),), strides) for i in range(op.attrs["num"])]


def _unpack_sizes(op: Operation) -> list[tuple[Dim, Dim]]:
    dims = op.inputs[0].type.dims or ()
    return [(dims[pack_axis(op.attrs["axis"], len(dims))], op.attrs["num"])]


UNPACK = op(
    "Unpack",
    "value: T -> output: num*T",
    "num: int >= 0; T: type; axis: int = 0",
    shape=_unpack_shape,
    kernel=_unpack_kernel,
    partial=moves(0),
    native=Strided(_unpack_views, exact=_unpack_sizes),
    gradient=lambda op, *grads: [stack(_with_zeros(op, grads), op.attrs["axis"])],
)


def _with_zeros(op: Application, grads: Sequence[Tensor | None]) -> Gradients:
    """The gradients of all outputs, zeros for unused ones."""
    from graphwright.ops.array.constants import zeros_like

    return [zeros_like(out) if g is None else g for out, g in zip(op.outputs, grads, strict=True)]


def unstack(value: TensorLike, num: int | None = None, axis: int = 0, name: str = "unstack") -> list[Tensor]:
    """The slices of a tensor along an axis, without that axis.

    `num` is their number; it is needed only where the size is unknown while tracing. Raises ValueError when
    it cannot be told or the axis does not exist, and InvalidArgumentError (ValueError in a graph) for a wrong `num`.

    >>> [int(t) for t in tf.unstack([1, 2])]
    [1, 2]
    """
    value, axis = value if isinstance(value, Tensor) else to_tensor(value), operator.index(axis)
    if num is None:
        dims = value._type.dims
        if dims is None:
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
        if not -len(dims) <= axis < len(dims):
            raise ValueError(f"Argument `axis` = {axis} not in range [{-len(dims)}, {len(dims)})")
        if isinstance(dims[axis], Symbol):
            raise ValueError(f"Cannot infer argument `num` from shape {value.shape}")
        num = int(dims[axis])  # type: ignore[arg-type]
    return apply_multi(UNPACK, (value,), {"num": num, "axis": axis}, name)


# Split, SplitV ----------------------------------------------------------------------------------------------


def _split_shape(ctx: ShapeContext) -> list[Dims]:
    axis, dims, num = static_axis(ctx, 0), ctx.dims(1), ctx.attrs["num_split"]
    if dims is None:
        return [None] * num
    if axis is None:
        return [unknown(len(dims)) for _ in range(num)]
    at = normal_axis(ctx, axis, len(dims), "split_dim")
    whole = dims[at]
    if isinstance(whole, int) and whole % num:
        shapes = f"split_dim {at} (size = {whole}) and num_split {num}"
        text = f"Number of ways to split should evenly divide the split dimension, but got {shapes}"
        raise mismatch(ctx, text, f"Dimension size must be evenly divisible by {num} but is {whole}. {text}")
    part = divide_evenly(whole, num)
    return [(*dims[:at], part, *dims[at + 1 :])] * num


def _split_kernel(split_dim: Array, value: Array, num_split: int) -> list[Array]:
    at = _existing_axis(int(split_dim.reshape(())), value.ndim)
    whole = value.shape[at]
    if whole % num_split:
        raise errors.InvalidArgumentError(
            f"Number of ways to split should evenly divide the split dimension, but got split_dim {at} "
            f"(size = {whole}) and num_split {num_split}"
        )
    return _parts(value, [whole // num_split] * num_split, at)


def _existing_axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise errors.InvalidArgumentError(f"-input rank(-{rank}) <= split_dim < input rank ({rank}), but got {axis}")
    return axis + rank if axis < 0 else axis


def _parts(value: Array, sizes: Sequence[int], at: int) -> list[Array]:
    result: list[Array] = []
    start = 0
    for size in sizes:
        result.append(value[(slice(None),) * at + (slice(start, start + size),)])
        start += size
    return result


def _split_views(op: Operation, sizes: Sequence[int] | None, axis: Array | None, source: int) -> list[View] | None:
    dims = op.inputs[source].type.dims
    if dims is None or axis is None or sizes is None:
        return None
    at = int(axis.reshape(())) % len(dims)
    strides = tuple((k, 1) for k in range(len(dims)))
    starts = itertools.accumulate(sizes[:-1], initial=0)
    return [View(((at, s),), strides) for s in starts]


def _even_views(op: Operation, axis: Array | None) -> list[View] | None:
    dims, num = op.inputs[1].type.dims, op.attrs["num_split"]
    if dims is None or axis is None:
        return None
    at = int(axis.reshape(())) % len(dims)
    if num == 1 or not isinstance(dims[at], Symbol):
        return _split_views(op, [0] if num == 1 else _even_sizes(op, axis), axis, 1)
    strides = tuple((k, 1) for k in range(len(dims)))
    return [View((), strides, (Bounds(at, at, Share(i, num), Share(i + 1, num), 1),)) for i in range(num)]


def _even_sizes(op: Operation, axis: Array | None) -> list[int] | None:
    dims, num = op.inputs[1].type.dims, op.attrs["num_split"]
    if dims is None or axis is None:
        return None
    whole = dims[int(axis.reshape(())) % len(dims)]
    return [whole // num] * num if isinstance(whole, int) else None


SPLIT = op(
    "Split",
    "split_dim: int32, value: T -> output: num_split*T",
    "num_split: int >= 1; T: type",
    shape=_split_shape,
    kernel=_split_kernel,
    gradient=lambda op, *grads: [
        None,
        apply("ConcatV2", (_with_zeros(op, grads), op.inputs[0])) if len(grads) > 1 else grads[0],
    ],
    partial=moves(1),
    native=Strided(lambda op, constants: _even_views(op, constants[0]), 1),
)


def _split_v_shape(ctx: ShapeContext) -> list[Dims]:
    dims, num = ctx.dims(0), ctx.attrs["num_split"]
    axis, sizes = static_axis(ctx, 2), ctx.dims_value(1)
    if dims is None:
        return [None] * num
    if axis is None:
        return [unknown(len(dims)) for _ in range(num)]
    at = normal_axis(ctx, axis, len(dims), "split_dim")
    if sizes is None:
        return [(*dims[:at], Symbol(), *dims[at + 1 :]) for _ in range(num)]
    if len(sizes) != num:
        raise ctx.fail(f"Length of size_splits should be equal to num_outputs, got {len(sizes)} and {num}")
    return [(*dims[:at], s, *dims[at + 1 :]) for s in _filled_sizes(sizes, dims[at])]


def _filled_sizes(sizes: Sequence[Dim], whole: Dim) -> list[Dim]:
    """The sizes with -1 resolved; raises unless they add up."""
    known = [s for s in sizes if isinstance(s, int) and s != -1]
    if any(s < 0 for s in known):
        raise errors.ShapeMismatchError(
            f"Split size at index {sizes.index(min(known))} must be >= 0. Got: {min(known)}"
        )
    total, open_ = sum(known), len(sizes) - len(known)
    if list(sizes).count(-1) > 1:
        raise errors.ShapeMismatchError("There can only be one -1 in the input.")
    if isinstance(whole, int) and (total > whole or (not open_ and total != whole)):
        raise errors.ShapeMismatchError(
            "Determined shape must either match input shape along split_dim exactly if fully specified, or be less "
            f"than the size of the input along split_dim if not fully specified.  Got: {total}"
        )
    if -1 not in sizes:
        return list(sizes)
    rest = whole
    for size in sizes:
        rest = subtract(rest, 0 if size == -1 else as_size(size))
    rest = as_size(rest)
    return [rest if s == -1 else s for s in sizes]


def _split_v_kernel(value: Array, size_splits: Array, split_dim: Array, num_split: int) -> list[Array]:
    at = _existing_axis(int(split_dim.reshape(())), value.ndim)
    if size_splits.size != num_split:
        raise errors.InvalidArgumentError(
            f"Length of size_splits should be equal to num_outputs, got {size_splits.size} and {num_split}"
        )
    return _parts(value, _filled_sizes(size_splits.tolist(), value.shape[at]), at)  # type: ignore[arg-type]


def _split_v_views(op: Operation, constants: list[Array | None]) -> list[View] | None:
    dims, sizes, axis = op.inputs[0].type.dims, constants[1], constants[2]
    if dims is None or sizes is None or axis is None:
        return None
    at, listed = int(axis.reshape(())) % len(dims), sizes.tolist()
    whole = dims[at]
    if not isinstance(whole, Symbol):
        filled: Any = _filled_sizes(listed, whole)
        return _split_views(op, filled, axis, 0)
    if -1 not in listed:
        return _split_views(op, listed, axis, 0)
    return _open_part_views(len(dims), at, listed)


def _open_part_views(rank: int, at: int, sizes: Sequence[int]) -> list[View]:
    """The parts of an open axis of which one takes what the others leave: those behind it are counted from the end."""
    strides, open_ = tuple((k, 1) for k in range(rank)), list(sizes).index(-1)
    views = []
    for i in range(len(sizes)):
        before, behind = sum(sizes[:i]), -sum(sizes[i + 1 :])
        if not sizes[i]:
            bounds = Bounds(at, at, 0, 0, 1)
        elif i < open_:
            bounds = Bounds(at, at, before, before + sizes[i], 1)
        else:
            bounds = Bounds(at, at, before if i == open_ else behind - sizes[i], behind or None, 1)
        views.append(View((), strides, (bounds,)))
    return views


def _split_v_fits(e: Emitter, load: Loader, op: Operation) -> Operand:
    """Whether there is as much as the parts of known sizes take."""
    sizes, axis = load.constant(1), load.constant(2)
    if sizes is None or axis is None:
        raise Unsupported("parts that are not known")
    least = int(sizes[sizes > 0].sum())
    return e.compare("ge", load.size(0, int(axis.reshape(())) % load.rank(0)), e.const(least, "int64"))


def _split_v_total(op: Operation) -> list[tuple[Dim, Dim]]:
    """The parts add up to the whole."""
    dims, sizes, axis = op.inputs[0].type.dims, constant_value(op.inputs[1]), constant_value(op.inputs[2])
    if dims is None or sizes is None or axis is None or -1 in sizes:
        return []
    return [(dims[int(axis.reshape(())) % len(dims)], int(sizes.sum()))]


SPLIT_V = op(
    "SplitV",
    "value: T, size_splits: Tlen, split_dim: int32 -> output: num_split*T",
    "num_split: int >= 1; T: type; Tlen: {int8, int32, int64} = int64",
    shape=_split_v_shape,
    kernel=_split_v_kernel,
    gradient=lambda op, *grads: [
        apply("ConcatV2", (_with_zeros(op, grads), op.inputs[2])) if len(grads) > 1 else grads[0],
        None,
        None,
    ],
    partial=moves(0),
    native=Strided(_split_v_views, exact=_split_v_total, accepts=_split_v_fits),
)


def split_v(
    value: TensorLike,
    sizes: Tensor | Sequence[TensorLike],
    axis: AxisLike,
    num: int | None = None,
    name: str | None = None,
) -> list[Tensor]:
    """Split along an axis into parts of these sizes."""
    if num is None:
        num = sizes.shape[0] if isinstance(sizes, Tensor) else len(sizes)
    return apply_multi(SPLIT_V, (value, sizes, axis), {"num_split": num}, name)


def split(
    value: TensorLike, num_or_size_splits: TensorLike, axis: AxisLike = 0, num: int | None = None, name: str = "split"
) -> list[Tensor]:
    """Split a tensor along an axis into equal parts (an integer) or parts of these sizes (a vector; one may be -1).

    `num` is the number of parts where the sizes are a tensor whose length is not known while tracing. Raises
    InvalidArgumentError (ValueError in a graph) when the parts do not add up.

    >>> [t.shape[0] for t in tf.split(tf.zeros([5]), [2, 3])]
    [2, 3]
    """
    if isinstance(num_or_size_splits, (int, np.integer)):
        return apply_multi(SPLIT, (axis, value), {"num_split": int(num_or_size_splits)}, name)
    sizes = num_or_size_splits if isinstance(num_or_size_splits, Tensor) else to_tensor(num_or_size_splits)
    if sizes.shape.rank == 0:
        raise ValueError(
            "Rank-0 tensors are not supported as the num_or_size_splits argument to split. Argument provided: "
            + repr(sizes)
        )
    if num is None:
        length = (sizes._type.dims or (None,))[0]
        if not isinstance(length, int):
            raise ValueError(f"Cannot infer argument `num` from shape {sizes.shape}")
        num = length
    return split_v(value, sizes, axis, num, name)
