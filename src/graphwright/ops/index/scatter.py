"""Writing by index: scatter_nd, updates of tensors at coordinates, and sums over segments."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, int32
from graphwright.core.prelude import Application, Array, Gradients, ShapeLike, Tensor, TensorLike, apply, errors
from graphwright.ir.lowering import Loader, Scatter
from graphwright.ir.prelude import (
    Dims,
    Emitter,
    Gradient,
    Kernel,
    Operand,
    Operation,
    OpRecord,
    ShapeContext,
    Symbol,
    describe_dims,
    op,
)
from graphwright.ir.sizes import listed_in
from graphwright.ops.array._dims import merge_dim, merge_dims, mismatch, unknown
from graphwright.ops.array._moved_elements import moves

# what all scatters share ------------------------------------------------------------------------------------


def _check_updates(ctx: ShapeContext, dims: Dims, indices: Dims, updates: Dims, message: str) -> None:
    """The updates must have a slice of the target for each row of coordinates."""
    for d, what in ((indices, "Indices"), (updates, "Updates")):
        if d == ():
            raise ctx.fail(f"{what} shape must have rank at least one. Found:[]")
    if dims is None or indices is None or updates is None or isinstance(indices[-1], Symbol):
        return
    depth = indices[-1]
    fits = depth <= len(dims)
    if fits:
        target = (*indices[:-1], *dims[depth:])
        fits = len(target) == len(updates) and None not in [
            merge_dim(a, b) for a, b in zip(target, updates, strict=True)
        ]
    if not fits:
        found = {"dims": describe_dims(dims), "updates": describe_dims(updates)}
        text = message.format(rows=len(indices) - 1, depth=depth, rank=len(dims), count=len(updates), **found)
        raise mismatch(ctx, text)


_TENSOR_MESSAGE = (
    "Inner dimensions of output shape must match inner dimensions of updates shape. Output: {dims} updates: {updates}"
)
_ND_MESSAGE = (
    "Dimensions [{depth},{rank}) of input[shape={dims}] must match dimensions [{rows},{count}) of updates"
    "[shape={updates}]"
)


def _rows(shape: Sequence[int], indices: Array, updates: Array, policy: str) -> tuple[Array, Array, tuple[int, ...]]:
    """The flat number of the slice that each row of coordinates names, the updates by row, and the slice's shape.

    Rows outside raise unless the policy is to ignore them.
    """
    if not indices.ndim:
        raise errors.InvalidArgumentError("Indices shape must have rank at least one. Found:[]")
    depth = indices.shape[-1]
    if not updates.ndim:
        raise errors.InvalidArgumentError("Updates shape must have rank at least one. Found:[]")
    if depth > len(shape) or updates.shape != indices.shape[:-1] + tuple(shape[depth:]):
        raise errors.InvalidArgumentError(
            _TENSOR_MESSAGE.format(dims=describe_dims(tuple(shape)), updates=describe_dims(updates.shape))
        )
    positions = indices.reshape(math.prod(indices.shape[:-1]), depth)
    bad = ((positions < 0) | (positions >= np.array(shape[:depth], np.int64))).any(axis=1)
    inner = tuple(shape[depth:])
    flat = updates.reshape((len(positions), *inner))
    if bad.any():
        if policy != "IGNORE":
            first = int(np.argmax(bad))
            where = ",".join(str(int(i)) for i in np.unravel_index(first, indices.shape[:-1]))
            found = ", ".join(str(int(v)) for v in positions[first])
            raise errors.InvalidArgumentError(
                f"indices[{where}] = [{found}] does not index into shape {describe_dims(tuple(shape))}"
            )
        positions, flat = positions[~bad], flat[~bad]
    if not depth:
        return np.zeros(len(positions), np.int64), flat, inner
    return (
        np.ravel_multi_index(tuple(positions.T), tuple(shape[:depth])) if len(positions) else positions[:, 0],
        flat,
        inner,
    )


def _combine_at(target: Array, rows: Array, updates: Array, combine: np.ufunc | None) -> None:
    """Write the updates into a fresh array of slices, in order where rows repeat."""
    if combine is None:
        target[rows] = updates
    elif target.dtype.kind in "bO" and combine is np.add:
        for row, update in zip(rows, updates, strict=True):
            target[row] = target[row] | update if target.dtype.kind == "b" else target[row] + update
    else:
        combine.at(target, rows, updates)


# ScatterNd --------------------------------------------------------------------------------------------------


def _scatter_nd_shape(ctx: ShapeContext) -> Dims:
    dims = ctx.dims_value(2)
    for d in dims or ():
        if isinstance(d, int) and d < 0:
            raise ctx.fail(f"Dimension {d} must be >= 0")
    if dims is None:
        length = (ctx.dims(2) or (None,))[0]
        return unknown(length) if isinstance(length, int) else None
    _check_updates(ctx, dims, ctx.dims(0), ctx.dims(1), _ND_MESSAGE)
    return dims


def _scatter_nd_kernel(indices: Array, updates: Array, shape: Array, bad_indices_policy: str) -> Array:
    dims = tuple(shape.tolist())
    rows, flat, inner = _rows(dims, indices, updates, bad_indices_policy)
    count = int(np.prod(dims[: indices.shape[-1]], dtype=np.int64))
    result = (
        np.full((count, *inner), b"", object) if updates.dtype.kind == "O" else np.zeros((count, *inner), updates.dtype)
    )
    _combine_at(result, rows, flat, np.add)
    return result.reshape(dims)


SCATTER_ND = op(
    "ScatterNd",
    "indices: Tindices, updates: T, shape: Tindices -> output: T",
    'T: type; Tindices: {int16, int32, int64}; bad_indices_policy: string = ""',
    shape=_scatter_nd_shape,
    kernel=_scatter_nd_kernel,
    gradient=lambda op, grad: [None, _picked(op, grad, op.inputs[0]), None],
    native=Scatter(lambda e, old, new: e.add(old, new), indices=0, updates=1, fill=lambda dtype: 0),
    sizes=listed_in(2),
)


def _picked(op: Application, grad: Tensor, indices: Tensor) -> Tensor:
    """The gradient at the coordinates."""
    if indices.dtype.size == 2:
        indices = apply("Cast", (indices,), {"DstT": int32})
    return apply("GatherNd", (grad, indices), {"bad_indices_policy": op.attrs["bad_indices_policy"]})


# TensorScatter... -------------------------------------------------------------------------------------------


def _tensor_scatter_shape(ctx: ShapeContext) -> Dims:
    dims = ctx.dims(0)
    if dims == ():
        raise ctx.fail(_TENSOR_MESSAGE.format(dims="[]", updates=describe_dims(ctx.dims(2))))
    _check_updates(ctx, dims, ctx.dims(1), ctx.dims(2), _TENSOR_MESSAGE)
    return dims


def scattered(combine: np.ufunc | None) -> Callable[..., Array]:
    """A kernel that gives a copy in which `combine` (None: the last one stays) put updates where coordinates say."""

    def kernel(tensor: Array, indices: Array, updates: Array, bad_indices_policy: str) -> Array:
        rows, flat, inner = _rows(tensor.shape, indices, updates, bad_indices_policy)
        result: Array = tensor.copy().reshape((-1, *inner)) if tensor.size else tensor
        if tensor.size:
            _combine_at(result, rows, flat, combine)
        result = result.reshape(tensor.shape)
        return result

    return kernel


def _update_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.array.constants import zeros_like

    _, indices, updates = op.inputs
    policy = {"bad_indices_policy": op.attrs["bad_indices_policy"]}
    kept = apply(TENSOR_SCATTER_UPDATE, (grad, indices, zeros_like(updates)), policy)
    return [kept, None, _picked(op, grad, indices)]


_UPDATE_ATTRS = 'T: type; Tindices: {int16, int32, int64, uint16}; bad_indices_policy: string = ""'
_COMBINE_ATTRS = 'T: type; Tindices: index; bad_indices_policy: string = ""'


def _tensor_scatter(
    name: str,
    kernel: Kernel,
    gradient: Gradient,
    emit: Callable[..., Operand],
    attrs: str = _COMBINE_ATTRS,
    partial: Callable[..., Any] | None = None,
) -> OpRecord:
    """Declare an op that combines slices of a tensor with updates; `emit(e, old, new)` is its native rule."""
    return op(
        name,
        "tensor: T, indices: Tindices, updates: T -> output: T",
        attrs,
        shape=_tensor_scatter_shape,
        kernel=kernel,
        gradient=gradient,
        partial=partial,
        native=Scatter(emit, indices=1, updates=2, onto=0),
    )


TENSOR_SCATTER_UPDATE: OpRecord = _tensor_scatter(
    "TensorScatterUpdate", scattered(None), _update_gradient, lambda e, old, new: new, _UPDATE_ATTRS, moves(0, 2)
)
TENSOR_SCATTER_ADD = _tensor_scatter(
    "TensorScatterAdd",
    scattered(np.add),
    lambda op, grad: [grad, None, _picked(op, grad, op.inputs[1])],
    lambda e, old, new: e.add(old, new),
)
TENSOR_SCATTER_SUB = _tensor_scatter(
    "TensorScatterSub",
    scattered(np.subtract),
    lambda op, grad: [grad, None, apply("Neg", (_picked(op, grad, op.inputs[1]),))],
    lambda e, old, new: e.sub(old, new),
)


def _extreme_gradient(op: Application, grad: Tensor) -> Gradients:
    """Each gradient is shared equally by all that equal the result at that position."""
    tensor, indices, updates = op.inputs
    policy = {"bad_indices_policy": op.attrs["bad_indices_policy"]}
    out = op.outputs[0]
    kept = _where_equal(tensor, out)
    won = _where_equal(updates, _picked(op, out, indices))
    count = apply(TENSOR_SCATTER_ADD, (kept, indices, won), policy)
    share = apply("DivNoNan", (grad, count))
    return [apply("Mul", (share, kept)), None, apply("Mul", (_picked(op, share, indices), won))]


def _where_equal(x: Tensor, y: Tensor) -> Tensor:
    return apply("Cast", (apply("Equal", (x, y)),), {"DstT": x.dtype})


def _extreme(combine: np.ufunc, least: float) -> Callable[..., Array]:
    """The kernel that keeps the larger or the smaller value; NaN updates change nothing."""
    kernel = scattered(combine)

    def without_nan(tensor: Array, indices: Array, updates: Array, bad_indices_policy: str) -> Array:
        if updates.dtype.kind not in "iubO":
            updates = np.where(np.isnan(updates), np.asarray(least, updates.dtype), updates)
        return kernel(tensor, indices, updates, bad_indices_policy)

    return without_nan


TENSOR_SCATTER_MAX = _tensor_scatter(
    "TensorScatterMax",
    _extreme(np.maximum, -np.inf),
    _extreme_gradient,
    lambda e, old, new: e.select(e.compare("gt", new, old), new, old),
)
TENSOR_SCATTER_MIN = _tensor_scatter(
    "TensorScatterMin",
    _extreme(np.minimum, np.inf),
    _extreme_gradient,
    lambda e, old, new: e.select(e.compare("lt", new, old), new, old),
)

# UnsortedSegmentSum -----------------------------------------------------------------------------------------


def segment_dims(ctx: ShapeContext) -> Dims:
    """Shape rule of sums, products and extremes of numbered segments."""
    if ctx.rank(2) not in (None, 0):
        raise ctx.fail("num_segments must be a scalar")
    data, ids, num = ctx.dims(0), ctx.dims(1), ctx.dims_value(2)
    if num is not None and isinstance(num[0], int) and num[0] < 0:
        raise ctx.fail(f"Input num_segments == {num[0]} must not be negative.")
    if data is None or ids is None:
        return None
    text = f"data.shape = {describe_dims(data)} does not start with segment_ids.shape = {describe_dims(ids)}"
    if len(ids) > len(data):
        raise ctx.fail(text)
    merge_dims(ctx, data[: len(ids)], ids, text)
    return (num[0] if num else Symbol(), *data[len(ids) :])


def segment_kernel(
    gather: Callable[[Array, Array, Array], None], initial: Callable[[np.dtype[Any]], float]
) -> Callable[..., Array]:
    """A kernel from `gather(result, ids, rows)`, which takes the rows into segments that start as `initial(dtype)`."""

    def kernel(data: Array, segment_ids: Array, num_segments: Array) -> Array:
        if num_segments.ndim:
            raise errors.InvalidArgumentError("num_segments must be a scalar")
        count = int(num_segments)
        if count < 0:
            raise errors.InvalidArgumentError(f"Input num_segments == {count} must not be negative.")
        if data.shape[: segment_ids.ndim] != segment_ids.shape:
            raise errors.InvalidArgumentError(
                f"data.shape = {describe_dims(data.shape)} does not start with segment_ids.shape = "
                f"{describe_dims(segment_ids.shape)}"
            )
        if not data.size:  # then TensorFlow looks at no number
            return np.full((count, *data.shape[segment_ids.ndim :]), initial(data.dtype), data.dtype)
        if segment_ids.max() >= count:
            position = tuple(int(i) for i in np.argwhere(segment_ids >= count)[0])
            raise errors.InvalidArgumentError(
                f"segment_ids{describe_dims(position) if position else ''} = {int(segment_ids[position])} "
                f"is out of range [0, {count})"
            )
        inner = data.shape[segment_ids.ndim :]
        ids, rows = segment_ids.reshape(-1), data.reshape((segment_ids.size, *inner))
        if ids.min() < 0:
            rows, ids = rows[ids >= 0], ids[ids >= 0]
        result = np.full((count, *inner), initial(data.dtype), data.dtype)
        gather(result, ids, rows)
        return result

    return kernel


def of_own_segment(values: Tensor, data: Tensor, ids: Tensor) -> Tensor:
    """For each element of `data` the value of its segment, 0 for dropped ones (negative ids)."""
    from graphwright.ops.array import constants, select, shapes
    from graphwright.ops.index import gather
    from graphwright.ops.math import binary, comparison

    picked = gather.gather(values, binary.maximum(ids, 0))
    kept = comparison.greater_equal(ids, 0)
    if data.shape.rank is None or ids.shape.rank is None:
        extra = constants.ones([apply("Sub", (shapes.rank(data), shapes.rank(ids)))], int32)
        kept = shapes.reshape(kept, apply("ConcatV2", ([shapes.shape(ids), extra], 0)))
    else:
        for _ in range(data.shape.rank - ids.shape.rank):
            kept = shapes.expand_dims(kept, -1)
    return select.where(kept, picked, constants.zeros_like(picked))


def by_segment(emit: Callable[..., Operand], fill: Callable[[DType], float]) -> Scatter:
    """The native rule of what combines the slices of numbered segments."""
    return Scatter(emit, indices=1, updates=0, fill=fill, numbers=True)


def segment_sizes(e: Emitter, load: Loader, op: Operation) -> list[Operand]:
    """The number of segments, and the sizes of a slice."""
    data, ids = (op.inputs[i].type.rank or 0 for i in (0, 1))
    return [e.convert(load(2, []), "int64"), *(load.size(0, axis) for axis in range(ids, data))]


UNSORTED_SEGMENT_SUM = op(
    "UnsortedSegmentSum",
    "data: T, segment_ids: Tindices, num_segments: Tnumsegments -> output: T",
    "T: quantized_number; Tindices: {int16, int32, int64}; Tnumsegments: index = int32",
    shape=segment_dims,
    kernel=segment_kernel(np.add.at, lambda dtype: 0),
    gradient=lambda op, grad: [of_own_segment(grad, op.inputs[0], op.inputs[1]), None, None],
    native=by_segment(lambda e, old, new: e.add(old, new), lambda dtype: 0),
    sizes=segment_sizes,
)


# public functions -------------------------------------------------------------------------------------------


def scatter_nd(
    indices: TensorLike, updates: TensorLike, shape: ShapeLike, bad_indices_policy: str = "", name: str | None = None
) -> Tensor:
    """Zeros of shape `shape` with `updates` added at the coordinates in the last axis of `indices`.

    Raises InvalidArgumentError for coordinates outside, unless `bad_indices_policy` is "IGNORE".

    >>> tf.scatter_nd([[1], [3]], [9, 10], [5])
    <tf.Tensor: shape=(5,), dtype=int32, numpy=array([ 0,  9,  0, 10,  0], dtype=int32)>
    """
    return apply(SCATTER_ND, (indices, updates, shape), {"bad_indices_policy": bad_indices_policy}, name)


def tensor_scatter_nd_update(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, name: str | None = None
) -> Tensor:
    """A copy of `tensor` with `updates` at the coordinates in the last axis of `indices`; the last of several wins.

    Raises InvalidArgumentError for coordinates outside.

    >>> tf.tensor_scatter_nd_update([1, 2, 3], [[0]], [9])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([9, 2, 3], dtype=int32)>
    """
    return apply(TENSOR_SCATTER_UPDATE, (tensor, indices, updates), None, name)


def tensor_scatter_nd_add(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: str = "", name: str | None = None
) -> Tensor:
    """A copy of `tensor` with `updates` added at the coordinates in the last axis of `indices`.

    >>> tf.tensor_scatter_nd_add([1, 2, 3], [[0], [0]], [9, 1])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([11,  2,  3], dtype=int32)>
    """
    return apply(TENSOR_SCATTER_ADD, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


def tensor_scatter_nd_sub(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: str = "", name: str | None = None
) -> Tensor:
    """A copy of `tensor` with `updates` taken off at the coordinates in the last axis of `indices`.

    >>> tf.tensor_scatter_nd_sub([1, 2, 3], [[0]], [9])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([-8,  2,  3], dtype=int32)>
    """
    return apply(TENSOR_SCATTER_SUB, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


def tensor_scatter_nd_max(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: str = "", name: str | None = None
) -> Tensor:
    """A copy of `tensor` with the greater of itself and `updates` at the coordinates in the last axis of `indices`.

    >>> tf.tensor_scatter_nd_max([1, 2, 3], [[0], [1]], [9, 0])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([9, 2, 3], dtype=int32)>
    """
    return apply(TENSOR_SCATTER_MAX, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


def tensor_scatter_nd_min(
    tensor: TensorLike, indices: TensorLike, updates: TensorLike, bad_indices_policy: str = "", name: str | None = None
) -> Tensor:
    """A copy of `tensor` with the smaller of itself and `updates` at the coordinates in the last axis of `indices`.

    >>> tf.tensor_scatter_nd_min([1, 2, 3], [[0], [1]], [9, 0])
    <tf.Tensor: shape=(3,), dtype=int32, numpy=array([1, 0, 3], dtype=int32)>
    """
    return apply(TENSOR_SCATTER_MIN, (tensor, indices, updates), {"bad_indices_policy": bad_indices_policy}, name)


def unsorted_segment_sum(
    data: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, name: str | None = None
) -> Tensor:
    """The sums of the slices of `data` that have the same id; slices with a negative id are left out.

    Raises InvalidArgumentError for an id that is not below `num_segments`.

    >>> tf.math.unsorted_segment_sum([1, 2, 3], [0, 1, 0], 2)
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([4, 2], dtype=int32)>
    """
    return apply(UNSORTED_SEGMENT_SUM, (data, segment_ids, num_segments), name=name)


def batch_coordinates(indices: Tensor, batch_dims: int) -> Tensor:
    """The coordinates with those of the `batch_dims` first axes, which run along with them, put in front."""
    from graphwright.ops.array import broadcasting, concat, ranges, shapes
    from graphwright.ops.math import casts

    rank = indices.shape.rank
    if rank is None:
        raise ValueError("batch_dims needs indices of known rank.")
    shape = shapes.shape(indices)
    parts: list[Tensor] = []
    for axis in range(batch_dims):
        row = [1] * rank
        row[axis] = -1
        steps = casts.cast(shapes.reshape(ranges.range(shape[axis]), row), indices.dtype)
        parts.append(broadcasting.broadcast_to(steps, concat.concat([shape[:-1], [1]], 0)))
    return concat.concat([*parts, indices], -1)
