"""Picking elements by index: gather along an axis, and gather_nd by coordinates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import int32
from graphwright.core.convert import to_tensor
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors, name_scope
from graphwright.core.tensor_like import AnyRagged
from graphwright.core.variable import Variable
from graphwright.ir.infer import KnownElements, ShapeContext, constant_value
from graphwright.ir.lowering import Decompose, Generate, Loader
from graphwright.ir.prelude import Dim, Dims, Emitter, Operand, Operation, Symbol, Unsupported, describe_dims, op
from graphwright.ops.array._dims import merge_dim, mismatch, static_axis, unknown
from graphwright.ops.array._moved_elements import moves

# GatherV2, Gather -------------------------------------------------------------------------------------------


def _gather_dims(ctx: ShapeContext, axis: int | None, batch_dims: int) -> Dims:
    params, indices = ctx.dims(0), ctx.dims(1)
    if params == ():
        raise ctx.fail("params must be at least 1 dimensional")
    if params is None or indices is None:
        return None
    batch = batch_dims + len(indices) if batch_dims < 0 else batch_dims
    if not 0 <= batch <= len(indices):
        raise ctx.fail(f"batch_dims must be in the range [{-len(indices)}, {len(indices)}], but is {batch_dims}")
    if axis is None:
        return unknown(len(params) + len(indices) - batch - 1)
    at = axis + len(params) if axis < 0 else axis
    if not 0 <= at < len(params):
        raise ctx.fail(f"Shape must be at least rank {axis + 1 if axis >= 0 else -axis} but is rank {len(params)}")
    if batch > at:
        raise ctx.fail(f"batch_dims ({batch}) must be less than or equal to axis ({at})")
    return (*_batch_of(params, indices, batch), *params[batch:at], *indices[batch:], *params[at + 1 :])


def _batch_of(params: Sequence[Dim], indices: Sequence[Dim], batch: int) -> list[Dim]:
    result: list[Dim] = []
    for i in range(batch):
        merged = merge_dim(params[i], indices[i])
        if merged is None:
            text = f"params.shape[{i}]: {params[i]} should be equal to indices.shape[{i}]: {indices[i]}"
            raise errors.ShapeMismatchError(text)
        result.append(merged)
    return result


def outside(indices: Array, size: int) -> errors.InvalidArgumentError:
    """The error for the first index that is not below `size`."""
    position = tuple(int(i) for i in np.argwhere((indices < 0) | (indices >= size))[0])
    return errors.InvalidArgumentError(
        f"indices{describe_dims(position) if position else ''} = {int(indices[position])} is not in [0, {size})"
    )


def _gather_kernel(params: Array, indices: Array, axis: Array, batch_dims: int) -> Array:
    at = int(axis.reshape(()))
    at = at + params.ndim if at < 0 else at
    batch = batch_dims + indices.ndim if batch_dims < 0 else batch_dims
    if not 0 <= at < params.ndim or batch > at:
        raise errors.InvalidArgumentError(f"axis {at} must be in the range [{batch}, {params.ndim})")
    size = params.shape[at]
    if 0 in params.shape[:at] + params.shape[at + 1 :]:
        return np.empty(params.shape[:at] + indices.shape[batch:] + params.shape[at + 1 :], params.dtype)
    if indices.size and (indices.min() < 0 or indices.max() >= size):
        raise outside(indices, size)
    if not batch:
        return np.asarray(params.take(indices, axis=at), dtype=params.dtype)
    _batch_of(params.shape, indices.shape, batch)
    lead, tail = params.shape[:batch], params.shape[at + 1 :]
    outer = params.shape[batch:at]
    count = math.prod(lead)
    source = params.reshape(count, math.prod(outer), size, math.prod(tail))
    chosen = indices.reshape(count, math.prod(indices.shape[batch:]))
    picked = source[np.arange(count)[:, None], :, chosen]  # [count, indices, outer, tail]
    return picked.transpose(0, 2, 1, 3).reshape(lead + outer + indices.shape[batch:] + tail)  # type: ignore[no-any-return]


def _gather_gradient(op: Application, grad: Tensor, axis: Tensor, batch_dims: int) -> Tensor | IndexedSlices:
    """The sum, for each element of params, of the gradients of all that was picked from it.

    Whole rows stay rows, as in TensorFlow. Otherwise everything is brought into the form [batch, outer, picked,
    inner]; the rows of all batches are then added up at once, each index moved on by its batch.
    """
    from graphwright.ops.array import rearrange, shapes
    from graphwright.ops.index.scatter import unsorted_segment_sum

    params, indices = op.inputs[0], op.inputs[1]
    known = constant_value(axis)
    if known is not None and known.reshape(()) == 0 and indices.dtype.size > 2:
        return _rows_gradient(params, indices, grad)
    whole: Any
    if params.shape.rank is None or indices.shape.rank is None or known is None:
        whole, factors = _unknown_factors(params, indices, axis, batch_dims)
    else:
        whole = shapes.sizes(params)
        factors = _factors(whole, shapes.sizes(indices), int(known.reshape(())), batch_dims)
    lead, outer, size, inner, picked = factors
    parts = rearrange.transpose(shapes.reshape(grad, [lead, outer, picked, inner]), [0, 2, 1, 3])
    ids = shapes.reshape(indices, [lead, picked])
    if batch_dims:
        ids = _offset_by_batch(ids, lead, size)
    flat = shapes.reshape(parts, [_product([lead, picked]), _product([outer, inner])])
    total = unsorted_segment_sum(flat, shapes.reshape(ids, [-1]), _product([lead, size]))
    back = rearrange.transpose(shapes.reshape(total, [lead, size, outer, inner]), [0, 2, 1, 3])
    return shapes.reshape(back, whole)


def _rows_gradient(params: Tensor, indices: Tensor, grad: Tensor) -> IndexedSlices:
    from graphwright.ops.array import concat, shapes

    shape = shapes.shape(params)
    row: Any
    if params.shape.rank is None:
        row = concat.concat([[-1], shape[1:]], 0)
    else:
        row = [-1, *shapes.sizes(params)[1:]]
    return IndexedSlices(shapes.reshape(grad, row), shapes.reshape(indices, [-1]), shape)


def _factors(whole: list[Tensor], chosen: list[Tensor], axis: int, batch_dims: int) -> tuple[Any, ...]:
    """The number of batches, of elements before, along and after the axis, and of indices in a batch."""
    at = axis % len(whole)
    batch = batch_dims % len(chosen) if batch_dims < 0 else batch_dims
    before, behind = _product(whole[batch:at]), _product(whole[at + 1 :])
    return _product(whole[:batch]), before, whole[at], behind, _product(chosen[batch:])


def _unknown_factors(
    params: Tensor, indices: Tensor, axis: Tensor, batch_dims: int
) -> tuple[Tensor, tuple[Tensor, ...]]:
    """The shape of params and the numbers of `_factors`, where ranks or the axis are known only at run time."""
    from graphwright.ops.array import shapes
    from graphwright.ops.math import casts, reductions

    whole = shapes.shape(params)
    chosen = shapes.shape(indices)
    at = apply("FloorMod", (casts.cast(shapes.reshape(axis, []), int32), shapes.rank(params)))
    batch = apply("AddV2", (shapes.rank(indices), batch_dims)) if batch_dims < 0 else batch_dims
    parts = (whole[:batch], whole[batch:at], whole[at], whole[apply("AddV2", (at, 1)) :], chosen[batch:])
    lead, outer, size, inner, picked = (p if i == 2 else reductions.reduce_prod(p) for i, p in enumerate(parts))
    return whole, (lead, outer, size, inner, picked)


def _product(sizes: Sequence[Tensor]) -> Any:
    """The product of sizes, of which some may be tensors."""
    known = math.prod(s for s in sizes if isinstance(s, int))
    unknown = [s for s in sizes if not isinstance(s, int)]
    if not unknown:
        return known
    total = unknown[0]
    for factor in [*unknown[1:], *([known] if known != 1 else [])]:
        total = apply("Mul", (total, factor))
    return total


def _offset_by_batch(ids: Tensor, lead: TensorLike, size: Tensor) -> Tensor:
    """The indices of each batch, offset by the rows of the batches before it."""
    from graphwright.ops.array import ranges, shapes
    from graphwright.ops.math import casts

    steps = apply("Mul", (ranges.range(lead), size))
    return apply("AddV2", (ids, casts.cast(shapes.reshape(steps, [-1, 1]), ids.dtype)))


def _gather_partial(op: Operation, known: KnownElements) -> Dims:
    """Sizes picked from a shape vector."""
    source = known(op.inputs[0])
    chosen = constant_value(op.inputs[1])
    if source is None or op.inputs[0].type.rank != 1 or chosen is None or chosen.ndim > 1:
        return None
    if chosen.size and (chosen.min() < 0 or chosen.max() >= len(source)):
        return None
    return tuple(source[int(i)] for i in chosen.reshape(-1))


def _gather_axes(load: Loader, index: Sequence[Operand], batch_dims: int) -> tuple[int, list[Operand], int]:
    """The axis of params, the index into the indices, and the end of the gathered axes in the output index."""
    value = load.constant(2)
    if value is None:
        raise Unsupported("a gather along an axis that is not known while compiling")
    at = int(value.reshape(())) % load.rank(0)
    batch = batch_dims % load.rank(1) if batch_dims < 0 else batch_dims
    end = at + load.rank(1) - batch
    return at, [*index[:batch], *index[at:end]], end


def _gather_native(e: Emitter, load: Loader, index: Sequence[Operand], batch_dims: int) -> Operand:
    at, position, end = _gather_axes(load, index, batch_dims)
    return load(0, [*index[:at], e.convert(load(1, position), "int64"), *index[end:]])


def _gather_check(e: Emitter, load: Loader, index: Sequence[Operand], batch_dims: int) -> Operand:
    at, position, _ = _gather_axes(load, index, batch_dims)
    batch = batch_dims % load.rank(1) if batch_dims < 0 else batch_dims
    chosen = e.convert(load(1, position), "int64")
    fits = e.logical_and(e.compare("ge", chosen, e.const(0, "int64")), e.compare("lt", chosen, load.size(0, at)))
    for axis in range(batch):
        fits = e.logical_and(fits, e.compare("eq", load.size(0, axis), load.size(1, axis)))
    return fits


GATHER_V2 = op(
    "GatherV2",
    "params: Tparams, indices: Tindices, axis: Taxis -> output: Tparams",
    "batch_dims: int = 0; Tparams: type; Tindices: {int16, int32, int64}; Taxis: index",
    shape=lambda ctx: _gather_dims(ctx, static_axis(ctx, 2), ctx.attrs["batch_dims"]),
    kernel=_gather_kernel,
    gradient=lambda op, grad: [_gather_gradient(op, grad, op.inputs[2], op.attrs["batch_dims"]), None, None],
    partial=lambda op, known: _gather_partial(op, known) or moves(0)(op, known),
    native=Generate(_gather_native, _gather_check),
)

_AXIS_0 = np.zeros((), np.int32)

GATHER = op(
    "Gather",
    "params: Tparams, indices: Tindices -> output: Tparams",
    "validate_indices: bool = true; Tparams: type; Tindices: index",
    shape=lambda ctx: _gather_dims(ctx, 0, 0),
    kernel=lambda params, indices, validate_indices: _gather_kernel(params, indices, _AXIS_0, 0),
    gradient=lambda op, grad: [_gather_gradient(op, grad, to_tensor(0), 0), None],
    partial=lambda op, known: _gather_partial(op, known) or moves(0)(op, known),
    native=Decompose(lambda b, op, params, indices: [b("GatherV2", params, indices, b.const(np.int32(0)))]),
)


def gather(
    params: TensorLike,
    indices: TensorLike,
    validate_indices: TensorLike | None = None,
    axis: TensorLike | None = None,
    batch_dims: int = 0,
    name: str | None = None,
) -> Tensor:
    """The slices of `params` along `axis` that `indices` name.

    The result has the shape of params with that of indices instead of the axis. The first `batch_dims` axes are
    common to both; `axis` is the one after them by default. Raises InvalidArgumentError for an index outside.
    Either may be a RaggedTensor, of which whole rows are taken (`axis` 0) or what is in each row.

    >>> tf.gather([10, 20, 30], [2, 0])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([30, 10], dtype=int32)>
    """
    if isinstance(params, AnyRagged) or isinstance(indices, AnyRagged):
        from graphwright.ops.ragged.gathering import gather_along

        return gather_along(params, indices, axis, batch_dims)  # type: ignore[no-any-return]
    if isinstance(params, Variable) and not batch_dims and (axis is None or (isinstance(axis, int) and axis == 0)):
        return params.sparse_read(indices, name or "Gather")
    return apply(GATHER_V2, (params, indices, batch_dims if axis is None else axis), {"batch_dims": batch_dims}, name)


def gather_densely(x: Any, indices: Array | Tensor, axis: int) -> Tensor:
    """A gather whose gradient is a tensor, where that of a plain one is IndexedSlices."""
    sizes = list(x._type.dims) if x._type.is_static else apply("Shape", (x,))
    return apply(GATHER_V2, (apply("Reshape", (x, sizes)), indices, axis))


# GatherNd ---------------------------------------------------------------------------------------------------


def _gather_nd_shape(ctx: ShapeContext) -> Dims:
    params, indices = ctx.dims(0), ctx.dims(1)
    if params == ():
        raise ctx.fail("params must be at least a vector")
    if indices == ():
        raise ctx.fail("indices must be at least a vector")
    if params is None or indices is None or isinstance(indices[-1], Symbol):
        return None
    depth = indices[-1]
    if depth > len(params):
        text = f"index innermost dimension length must be <= params rank; saw: {depth} vs. {len(params)}"
        found = f"{describe_dims(indices)} and params shape: {describe_dims(params)}"
        raise mismatch(ctx, text, f"indices.shape[-1] must be <= params.rank, but saw indices shape: {found}")
    return (*indices[:-1], *params[depth:])


def _gather_nd_kernel(params: Array, indices: Array, bad_indices_policy: str) -> Array:
    if not indices.ndim:
        raise errors.InvalidArgumentError("indices must be at least a vector")
    depth = indices.shape[-1]
    if depth > params.ndim:
        raise errors.InvalidArgumentError(
            f"index innermost dimension length must be <= params rank; saw: {depth} vs. {params.ndim}"
        )
    bad: Any = ((indices < 0) | (indices >= np.array(params.shape[:depth], np.int64))).any(axis=-1)
    if bad.any():
        if bad_indices_policy != "IGNORE":
            position = tuple(int(i) for i in np.argwhere(bad)[0])
            found = ", ".join(str(int(v)) for v in indices[position])
            raise errors.InvalidArgumentError(
                f"indices{describe_dims(position)} = [{found}] does not index into param shape "
                f"{describe_dims(params.shape)}, node name: GatherNd"
            )
        indices = np.where(bad[..., None], 0, indices)
    if not depth:
        return np.broadcast_to(params, indices.shape[:-1] + params.shape)
    picked = np.asarray(params[tuple(np.moveaxis(indices, -1, 0))], dtype=params.dtype)
    if bad.any():
        picked = picked.copy()
        picked[bad] = b"" if picked.dtype.kind == "O" else 0
    return picked


def _gather_nd_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.array import shapes

    params, indices = op.inputs
    shape = shapes.shape(params, indices.dtype) if indices.dtype.size > 2 else shapes.shape(params)
    policy = {"bad_indices_policy": op.attrs["bad_indices_policy"]}
    if indices.dtype.size == 2:
        indices = apply("Cast", (indices,), {"DstT": int32})
    if indices.shape.rank == 2 and indices.shape[-1] == 1 and op.attrs["bad_indices_policy"] != "IGNORE":
        return [IndexedSlices(grad, shapes.reshape(indices, [-1]), shape), None]  # whole rows
    if indices.shape.rank is None or indices.shape.rank == 1:  # a scatter takes a list of positions
        indices, grad = _as_coordinate_rows(indices, grad, shapes.shape(params))
    return [apply("ScatterNd", (indices, grad, shape), policy), None]


def _as_coordinate_rows(indices: Tensor, grad: Tensor, shape: Tensor) -> tuple[Tensor, Tensor]:
    """The coordinates as a matrix, and the gradient with one axis for its rows."""
    from graphwright.ops.array import concat, shapes
    from graphwright.ops.math import reductions

    sizes = shapes.shape(indices)
    count, depth = reductions.reduce_prod(sizes[:-1]), sizes[-1]
    slices = concat.concat([shapes.reshape(count, [1]), shape[depth:]], 0)
    return shapes.reshape(indices, [count, depth]), shapes.reshape(grad, slices)


def _coordinates(e: Emitter, load: Loader, index: Sequence[Operand], depth: int) -> list[Operand]:
    lead = list(index[: load.rank(1) - 1])
    return [e.convert(load(1, [*lead, e.const(k, "int64")]), "int64") for k in range(depth)]


def _nd_depth(load: Loader, index: Sequence[Operand]) -> int:
    """The length of the coordinates follows from the ranks."""
    return load.rank(0) + load.rank(1) - 1 - len(index)


def _gather_nd_native(e: Emitter, load: Loader, index: Sequence[Operand], bad_indices_policy: str) -> Operand:
    if bad_indices_policy == "IGNORE":
        raise Unsupported("a gather_nd that ignores bad indices")
    positions = _coordinates(e, load, index, _nd_depth(load, index))
    return load(0, [*positions, *index[load.rank(1) - 1 :]])


def _gather_nd_check(e: Emitter, load: Loader, index: Sequence[Operand], bad_indices_policy: str) -> Operand:
    fits, zero = e.const(True, "bool"), e.const(0, "int64")
    for axis, position in enumerate(_coordinates(e, load, index, _nd_depth(load, index))):
        inside = e.logical_and(e.compare("ge", position, zero), e.compare("lt", position, load.size(0, axis)))
        fits = e.logical_and(fits, inside)
    return fits


GATHER_ND = op(
    "GatherNd",
    "params: Tparams, indices: Tindices -> output: Tparams",
    'Tparams: type; Tindices: {int16, int32, int64}; bad_indices_policy: string = ""',
    shape=_gather_nd_shape,
    kernel=_gather_nd_kernel,
    gradient=_gather_nd_gradient,
    partial=moves(0),
    native=Generate(_gather_nd_native, _gather_nd_check),
)


def gather_nd(
    params: Tensor, indices: TensorLike, batch_dims: int = 0, name: str | None = None, bad_indices_policy: str = ""
) -> Tensor:
    """The slices of `params` at the coordinates in the last axis of `indices`.

    Coordinates may be shorter than the rank of params; what they leave open is taken whole. The first `batch_dims`
    axes are common to both. Raises InvalidArgumentError for coordinates outside unless `bad_indices_policy` is
    "IGNORE", which gives zeros there.

    >>> tf.gather_nd([[1, 2], [3, 4]], [[0, 1], [1, 0]])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([2, 3], dtype=int32)>
    """
    if batch_dims:
        from graphwright.ops.index.scatter import batch_coordinates

        with name_scope(name or "GatherNd") as scope:
            coordinates = to_tensor(indices, None, "indices")
            rank = coordinates.shape.rank
            if rank is not None and batch_dims >= rank:
                raise ValueError(f"Argument `batch_dims` = {batch_dims} must be less than rank(`indices`) = {rank}")
            positions = batch_coordinates(coordinates, batch_dims)
            return apply(GATHER_ND, (params, positions), {"bad_indices_policy": bad_indices_policy}, scope)
    return apply(GATHER_ND, (params, indices), {"bad_indices_policy": bad_indices_policy}, name)
