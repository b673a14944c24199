"""The ops that give sparse tensors another order, shape or extent, their parts being inputs of their own."""

from __future__ import annotations

import math

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.sparse.records import (
    _OUT,
    _check,
    _coordinates,
    _keys,
    _sparse_dims,
    check_bounds,
    check_components,
    check_indices,
)


def _reorder(indices: Array, values: Array, shape: Array) -> list[Array]:
    _check(indices, values, shape)
    order = np.argsort(_keys(indices, shape), kind="stable")
    return [indices[order], values[order]]


def _reorder_gradient(op: Application, *grads: Tensor) -> Gradients:
    """The gradients in the order that the values had."""
    from graphwright.ops.index.sort import argsort
    from graphwright.ops.sparse.construct import flat_indices_of

    order = argsort(flat_indices_of(op.inputs[0], op.inputs[2]), stable=True)
    back = apply("InvertPermutation", (order,))
    return [None, apply("GatherV2", (grads[1], back, 0)), None]


REORDER: OpRecord = op(
    "SparseReorder",
    "input_indices: int64, input_values: T, input_shape: int64 -> output_indices: int64, output_values: T",
    "T: type",
    shape=lambda ctx: [ctx.dims(0), ctx.dims(1)],
    kernel=_reorder,
    gradient=_reorder_gradient,
)


def _reshape(indices: Array, shape: Array, target: Array) -> list[Array]:
    check_indices(indices, shape)
    check_bounds(indices, shape)
    if target.ndim != 1 or (target < -1).any():
        raise errors.InvalidArgumentError(
            f"new_shape must be a vector of sizes, of which one may be -1, got {target.tolist()}"
        )
    total = math.prod(shape.tolist())
    sizes = target.copy()
    if (sizes == -1).sum() > 1:
        raise errors.InvalidArgumentError("only one output dimension may be -1")
    rest = math.prod(int(n) for n in sizes if n != -1)
    if (sizes == -1).any():
        if not rest or total % rest:
            raise errors.InvalidArgumentError(
                f"Input to reshape is a SparseTensor with {total} dense values, but the requested shape requires a "
                f"multiple of {rest}. input_shape={shape.tolist()} output_shape={target.tolist()}"
            )
        sizes[sizes == -1] = total // rest
    elif rest != total:
        raise errors.InvalidArgumentError(
            f"Input to reshape is a tensor with {total} dense values, but the requested shape has {rest}. "
            f"input_shape={shape.tolist()} output_shape={target.tolist()}"
        )
    return [_coordinates(_keys(indices, shape), sizes), sizes]


RESHAPE: OpRecord = op(
    "SparseReshape",
    "input_indices: int64, input_shape: int64, new_shape: int64 -> output_indices: int64, output_shape: int64",
    shape=lambda ctx: [((ctx.dims(0) or (Symbol(),))[0], (ctx.dims(2) or (Symbol(),))[0]), ctx.dims(2)],
    kernel=_reshape,
    no_gradient=True,
)


def _slice(indices: Array, values: Array, shape: Array, start: Array, size: Array) -> list[Array]:
    _check(indices, values, shape)
    sizes = np.clip(shape - start, 0, size)
    moved = indices - start
    inside = ((moved >= 0) & (moved < sizes)).all(1)
    return [moved[inside], values[inside], sizes.astype(np.int64)]


def _slice_gradient(op: Application, *grads: Tensor) -> Gradients:
    indices, start = op.inputs[0], op.inputs[3]
    return [None, apply(SLICE_GRAD, (grads[1], indices, start, op.outputs[0])), None, None, None]


SLICE: OpRecord = op(
    "SparseSlice",
    f"indices: int64, values: T, shape: int64, start: int64, size: int64 -> {_OUT}",
    "T: type",
    shape=lambda ctx: _sparse_dims(ctx, 2),
    kernel=_slice,
    gradient=_slice_gradient,
)


def _slice_grad(grad: Array, indices: Array, start: Array, chosen: Array) -> Array:
    places = {tuple(at): i for i, at in enumerate((chosen + start).tolist())}
    result = np.zeros(len(indices), grad.dtype)
    for i, at in enumerate(indices.tolist()):
        if tuple(at) in places:
            result[i] = grad[places[tuple(at)]]
    return result


SLICE_GRAD: OpRecord = op(
    "SparseSliceGrad",
    "backprop_val_grad: T, input_indices: int64, input_start: int64, output_indices: int64 -> val_grad: T",
    "T: quantized_number",
    shape=lambda ctx: (ctx.dims(1) or (Symbol(),))[:1],
    kernel=_slice_grad,
)


def _concat(indices: list[Array], values: list[Array], shapes: list[Array], concat_dim: int) -> list[Array]:
    for parts in zip(indices, values, shapes, strict=True):
        check_components(*parts)
    rank = len(shapes[0])
    if not -rank <= concat_dim < rank:
        raise errors.InvalidArgumentError(f"Concat dimension must be in range [{-rank}, {rank}), got {concat_dim}")
    at, offset = concat_dim % rank, 0
    moved = []
    for i, shape in zip(indices, shapes, strict=True):
        if len(shape) != rank or (np.delete(shape, at) != np.delete(shapes[0], at)).any():
            raise errors.InvalidArgumentError(
                f"Input shapes should match: expected {shapes[0].tolist()} got {shape.tolist()}"
            )
        moved.append(i + np.eye(rank, dtype=np.int64)[at] * offset)
        offset += int(shape[at])
    total = np.array(shapes[0])
    total[at] = offset
    return [*_reorder(np.concatenate(moved), np.concatenate(values), total), total]


op(
    "SparseConcat",
    f"indices: N*int64, values: N*T, shapes: N*int64 -> {_OUT}",
    "concat_dim: int; N: int >= 2; T: type",
    shape=lambda ctx: _sparse_dims(ctx, len(ctx.types) - 1),
    kernel=_concat,
)


def _split(axis: Array, indices: Array, values: Array, shape: Array, num_split: int) -> list[Array]:
    _check(indices, values, shape)
    at = int(axis)
    if not -len(shape) <= at < len(shape):
        raise errors.InvalidArgumentError(f"Input split_dim should be between 0 and rank ({len(shape)}), got {at}")
    if not 1 <= num_split <= shape[at]:
        raise errors.InvalidArgumentError(
            f"Input num_split should be between 1 and the splitting dimension size ({shape[at]}), got {num_split}"
        )
    each, more = divmod(int(shape[at]), num_split)
    parts = []
    for i in range(num_split):
        start, size = np.zeros_like(shape), np.array(shape)
        start[at], size[at] = each * i + min(more, i), each + (i < more)
        parts.append(_slice(indices, values, shape, start, size))
    return [part[j] for j in range(3) for part in parts]


def _split_rule(ctx: ShapeContext) -> list[Dims]:
    parts = [_sparse_dims(ctx, 3) for _ in range(ctx.attrs["num_split"])]
    return [part[j] for j in range(3) for part in parts]


op(
    "SparseSplit",
    "split_dim: int64, indices: int64, values: T, shape: int64 -> "
    "output_indices: num_split*int64, output_values: num_split*T, output_shape: num_split*int64",
    "num_split: int >= 1; T: type",
    shape=_split_rule,
    kernel=_split,
)


def _softmax(indices: Array, values: Array, shape: Array) -> Array:
    _check(indices, values, shape)
    rows = _keys(indices[:, :-1], shape[:-1])
    _, place = np.unique(rows, return_inverse=True)
    count = int(place.max(initial=-1)) + 1
    wide = values.astype(np.float32 if values.dtype.itemsize < 4 else values.dtype)
    most = np.full(count, -np.inf, wide.dtype)
    np.maximum.at(most, place, wide)
    raised = np.exp(wide - most[place])
    sums = np.zeros(count, wide.dtype)
    np.add.at(sums, place, raised)
    return np.asarray(raised / sums[place], values.dtype)


def _softmax_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.sparse.construct import flat_indices_of

    indices, _, shape = op.inputs
    y, rows = op.outputs[0], flat_indices_of(indices[:, :-1], shape[:-1])
    weighted = apply("Mul", (grad, y))
    sums = apply("UnsortedSegmentSum", (weighted, rows, apply("Prod", (shape[:-1], 0))))
    return [None, apply("Sub", (weighted, apply("Mul", (y, apply("GatherV2", (sums, rows, 0)))))), None]


op(
    "SparseSoftmax",
    "sp_indices: int64, sp_values: T, sp_shape: int64 -> output: T",
    "T: {half, float, double}",
    shape=lambda ctx: ctx.dims(1),
    kernel=_softmax,
    gradient=_softmax_gradient,
)


def _fill(indices: Array, values: Array, shape: Array, default: Array) -> list[Array]:
    _check(indices, values, shape)
    rows = int(shape[0])
    empty = np.bincount(indices[:, 0], minlength=rows)[:rows] == 0
    added = np.zeros((int(empty.sum()), len(shape)), np.int64)
    added[:, 0] = np.flatnonzero(empty)
    order = np.argsort(np.concatenate([indices[:, 0], added[:, 0]]), kind="stable")
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    filler = np.full(len(added), default, values.dtype)
    return [
        np.concatenate([indices, added])[order], np.concatenate([values, filler])[order], empty, places[: len(indices)]
    ]  # fmt: skip


def _fill_gradient(op: Application, *grads: Tensor) -> Gradients:
    for_values, for_default = apply_multi("SparseFillEmptyRowsGrad", (op.outputs[3], grads[1]))
    return [None, for_values, None, for_default]


def _fill_rule(ctx: ShapeContext) -> list[tuple[object, ...]]:
    indices, shape = ctx.dims(0), ctx.dims_value(2)
    count, rank = Symbol(), indices[1] if indices else Symbol()
    return [(count, rank), (count,), ((shape or (Symbol(),))[0],), ((indices or (Symbol(),))[0],)]


op(
    "SparseFillEmptyRows",
    "indices: int64, values: T, dense_shape: int64, default_value: T -> output_indices: int64, output_values: T, "
    "empty_row_indicator: bool, reverse_index_map: int64",
    "T: type",
    shape=_fill_rule,
    kernel=_fill,
    gradient=_fill_gradient,
)


def _fill_grad(places: Array, grads: Array) -> list[Array]:
    if places.size and (places.min() < 0 or places.max() >= len(grads)):
        raise errors.InvalidArgumentError(f"Elements in reverse index must be in [0, {len(grads)})")
    others = np.ones(len(grads), bool)
    others[places] = False
    return [grads[places], np.asarray(grads[others].sum(), grads.dtype)]


def _fill_grad_gradient(op: Application, for_values: Tensor, for_default: Tensor) -> Gradients:
    places, grads = op.inputs
    rest = apply("Fill", (apply("Shape", (grads,)), for_default))
    return [None, apply("TensorScatterUpdate", (rest, apply("ExpandDims", (places, 1)), for_values))]


op(
    "SparseFillEmptyRowsGrad",
    "reverse_index_map: int64, grad_values: T -> d_values: T, d_default_value: T",
    "T: type",
    shape=lambda ctx: [ctx.dims(0), ()],
    kernel=_fill_grad,
    gradient=_fill_grad_gradient,
)
