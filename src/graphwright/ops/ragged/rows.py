"""Ragged ranges, masks and partitions, and what fills empty rows."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from graphwright.base.dtypes import as_dtype, int32, int64
from graphwright.core.prelude import (
    Application,
    Array,
    DTypeLike,
    Gradients,
    Tensor,
    TensorLike,
    apply,
    apply_multi,
    errors,
    name_scope,
    to_tensor,
)
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.ragged.ragged_tensor import RaggedTensor

# ranges ------------------------------------------------------------------------------------------------------


def _ranges(starts: Array, limits: Array, deltas: Array, Tsplits: Any) -> list[Array]:
    given = (starts, limits, deltas)
    for array, name in zip(given, ("starts", "limits", "deltas"), strict=True):
        if array.ndim > 1:
            raise errors.InvalidArgumentError(f"{name} must be a scalar or vector")
    lengths = {len(a) for a in given if a.ndim}
    if len(lengths) > 1:
        raise errors.InvalidArgumentError("starts, limits, and deltas must have the same shape")
    count = lengths.pop() if lengths else 1
    start, limit, delta = (np.broadcast_to(a, (count,)) for a in given)
    if (delta == 0).any():
        raise errors.InvalidArgumentError("Requires delta != 0")
    if starts.dtype.kind in "iu":
        sizes = np.maximum(-((start.astype(np.int64) - limit) // delta), 0)
    else:
        wide = [a.astype(np.float64) for a in (start, limit, delta)]
        sizes = np.maximum(np.ceil((wide[1] - wide[0]) / wide[2]), 0).astype(np.int64)
    splits = np.concatenate([[0], np.cumsum(sizes)]).astype(as_dtype(Tsplits).numpy)
    rows = np.repeat(np.arange(count), sizes)
    steps = np.arange(splits[-1]) - splits[rows]
    return [splits, (start[rows] + steps.astype(starts.dtype) * delta[rows]).astype(starts.dtype)]


def _range_rule(ctx: ShapeContext) -> list[Dims]:
    sizes = [d[0] for i in range(3) if (d := ctx.dims(i))]
    known = all(ctx.dims(i) is not None for i in range(3))
    count = next((n for n in sizes if isinstance(n, int)), Symbol() if sizes or not known else 1)
    return [(count + 1 if isinstance(count, int) else Symbol(),), (Symbol(),)]


RAGGED_RANGE: OpRecord = op(
    "RaggedRange",
    "starts: T, limits: T, deltas: T -> rt_nested_splits: Tsplits, rt_dense_values: T",
    "T: {bfloat16, float, double, int32, int64} = int32; Tsplits: index = int64",
    shape=_range_rule,
    kernel=_ranges,
    no_gradient=True,
)


def ragged_range(
    starts: TensorLike,
    limits: TensorLike | None = None,
    deltas: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = int64,
) -> RaggedTensor:
    """Rows of numbers, each from a start up to a limit; one argument gives limits, and the rows start at 0.

    Args:
      starts: vector of the first numbers, or a scalar for all rows.
      limits: vector of limits, which are left out, or a scalar.
      deltas: vector of steps, or a scalar.
      dtype: of the numbers, by default that of the arguments.
      name: the name of the operation.
      row_splits_dtype: int32 or int64.

    Raises InvalidArgumentError for a step of 0.

    >>> tf.ragged.range([3, 0, 2])
    <tf.RaggedTensor [[0, 1, 2], [], [0, 1]]>
    >>> tf.ragged.range([0, 5], [3, 12], 2)
    <tf.RaggedTensor [[0, 2], [5, 7, 9, 11]]>
    """
    if limits is None:
        starts, limits = 0, starts
    with name_scope(name or "RaggedRange"):
        given = (starts, limits, deltas)
        wanted = None if dtype is None else as_dtype(dtype)
        parts = [to_tensor(v, wanted) for v in given]
        if wanted is None:
            order = (int32, int64, as_dtype("bfloat16"), as_dtype("float32"), as_dtype("float64"))
            widest = max((p.dtype for p in parts), key=order.index)
            parts = [apply("Cast", (p,), {"DstT": widest}) if p.dtype != widest else p for p in parts]
        splits, values = apply_multi(RAGGED_RANGE, parts, {"Tsplits": as_dtype(row_splits_dtype)})
        return RaggedTensor.from_row_splits(values, splits, validate=False)


# segments ----------------------------------------------------------------------------------------------------


def _index_vector(value: TensorLike, label: str, dtype: DTypeLike | None) -> Tensor:
    found = to_tensor(value, None, label)
    if found.dtype not in (int32, int64) and found.shape.num_elements() != 0:
        raise ValueError(f"{label} must have dtype int32 or int64, got {found.dtype.name}")
    if dtype is not None or found.dtype not in (int32, int64):
        found = apply("Cast", (found,), {"DstT": as_dtype(dtype or int64)})
    return found


def _wide(value: TensorLike) -> TensorLike:
    """Lists of integers as int64."""
    if isinstance(value, (list, tuple)):
        found = to_tensor(value)
        if found.shape.num_elements() and not found.dtype.is_integer:
            raise TypeError(f"Cannot convert {value} to a tensor of int64")
        return apply("Cast", (found,), {"DstT": int64})
    return value


def row_splits_to_segment_ids(splits: TensorLike, name: str | None = None, out_type: DTypeLike | None = None) -> Tensor:
    """The row of each value, from where the rows begin and the last ends.

    >>> tf.ragged.row_splits_to_segment_ids([0, 3, 3, 5]).numpy().tolist()
    [0, 0, 0, 2, 2]
    """
    with name_scope(name or "RaggedSplitsToSegmentIds"):
        wide = _wide(splits)
        ends = _index_vector(wide, "splits", None)
        if ends.shape.rank == 1 and ends.shape[0] == 0:
            raise ValueError("Invalid row_splits: []")
        values = apply("ZerosLike", (apply("Range", (to_tensor(0, ends.dtype), ends[-1], to_tensor(1, ends.dtype))),))
        ids: Tensor = RaggedTensor.from_row_splits(values, ends, validate=False).value_rowids()
        return ids if out_type is None else apply("Cast", (ids,), {"DstT": as_dtype(out_type)})


def segment_ids_to_row_splits(
    segment_ids: TensorLike,
    num_segments: TensorLike | None = None,
    out_type: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """Where rows begin and the last ends, from the row of each value, in ascending order.

    >>> tf.ragged.segment_ids_to_row_splits([0, 0, 2, 2], 4).numpy().tolist()
    [0, 2, 2, 4, 4]
    """
    with name_scope(name or "SegmentIdsToRaggedSplits"):
        wide = _wide(segment_ids)
        ids = _index_vector(wide, "segment_ids", None)
        splits: Tensor = RaggedTensor.from_value_rowids(ids, ids, num_segments, validate=False).row_splits
        return splits if out_type is None else apply("Cast", (splits,), {"DstT": as_dtype(out_type)})


def stack_dynamic_partitions(
    data: Any, partitions: Any, num_partitions: TensorLike, name: str | None = None
) -> RaggedTensor:
    """Group values by partition: row `i` holds the values of partition `i`, in order.

    Args:
      data: tensor, or ragged tensor, whose first dimensions are those of `partitions`.
      partitions: integers from 0 to `num_partitions` - 1.
      num_partitions: the number of rows.
      name: the name of the operation.

    >>> tf.ragged.stack_dynamic_partitions(["a", "b", "c", "d"], [2, 0, 2, 1], 3)
    <tf.RaggedTensor [[b'b'], [b'd'], [b'a', b'c']]>
    """
    from graphwright.ops.index.sort import argsort
    from graphwright.ops.ragged.indexing import gather_rows

    with name_scope(name or "StackDynamicPartitions"):
        ids: Any = partitions if isinstance(partitions, RaggedTensor) else to_tensor(partitions)
        values: Any = data if isinstance(data, RaggedTensor) else to_tensor(data)
        if ids.shape.rank is None:
            raise ValueError("partitions must have known rank.")
        _require_fit(values, ids, "partitions")
        if isinstance(ids, RaggedTensor):
            ids = ids.with_flat_values(apply("Cast", (ids.flat_values,), {"DstT": ids.row_splits.dtype}))
        for _ in range(ids.shape.rank - 1):
            values = _flat_rows(values)
            ids = _flat_rows(ids)
        if not ids.shape.rank:
            ids = apply("Reshape", (ids, [-1]))
            values = apply("ExpandDims", (values, 0))
        if isinstance(values, RaggedTensor) and ids.dtype != values.row_splits.dtype:
            ids = apply("Cast", (ids,), {"DstT": values.row_splits.dtype})
        order = argsort(ids, stable=True)
        sorted_ids = apply("GatherV2", (ids, order, 0))
        chosen = (
            gather_rows(values, order) if isinstance(values, RaggedTensor) else apply("GatherV2", (values, order, 0))
        )
        count = apply("Cast", (to_tensor(num_partitions),), {"DstT": ids.dtype})
        return RaggedTensor.from_value_rowids(chosen, sorted_ids, count, validate=True)


def _require_fit(values: Any, numbers: Any, what: str) -> None:
    """Raise where the static shape of numbers is not that of the first dimensions of the values."""
    rank = numbers.shape.rank
    if values.shape.rank is None:
        return
    if values.shape.rank < rank:
        raise errors.ShapeMismatchError(
            f"Shape {values.shape} must have rank at least {rank}: {what} has the shape {numbers.shape}"
        )
    if not values.shape[:rank].is_compatible_with(numbers.shape):
        raise errors.ShapeMismatchError(
            f"Shapes {numbers.shape} of {what} and {values.shape[:rank]} of data are incompatible"
        )


def _flat_rows(x: Any) -> Any:
    if isinstance(x, RaggedTensor):
        return x.values
    shape = apply("Shape", (x,))
    return apply("Reshape", (x, apply("ConcatV2", ([[-1], shape[2:]], 0))))


# masks -------------------------------------------------------------------------------------------------------


def boolean_mask(data: Any, mask: Any, name: str | None = None) -> Any:
    """Keep the values at which `mask` is True, each in its row.

    Args:
      data: tensor or ragged tensor.
      mask: bools of the shape of the first dimensions of `data`; with one dimension, rows are chosen.
      name: the name of the operation.

    >>> tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False, False, False]])
    <tf.RaggedTensor [[1, 3], []]>
    """
    with name_scope(name or "RaggedMask"):
        values: Any = data if isinstance(data, RaggedTensor) else to_tensor(data)
        chosen: Any = mask if isinstance(mask, RaggedTensor) else to_tensor(mask, as_dtype("bool"), "mask")
        if chosen.dtype.name != "bool":
            raise ValueError(f"Tensor conversion requested dtype bool for Tensor with dtype {chosen.dtype.name}")
        if chosen.shape.rank is None:
            raise ValueError("mask.shape.ndims must be known statically.")
        if chosen.shape.rank == 0:
            raise ValueError("mask cannot be scalar.")
        _require_fit(values, chosen, "mask")
        return _masked(values, chosen)


def _masked(values: Any, mask: Any) -> Any:
    from graphwright.ops.index.slicing import boolean_mask as of_tensor
    from graphwright.ops.ragged.indexing import gather_rows
    from graphwright.ops.ragged.row_partition import require_equal
    from graphwright.ops.sparse.construct import true_indices

    if isinstance(mask, RaggedTensor) and not isinstance(values, RaggedTensor):
        values = RaggedTensor.from_tensor(values, row_splits_dtype=mask.row_splits.dtype)
    if isinstance(mask, RaggedTensor) or mask.shape.rank > 1:
        dtype = values.row_splits.dtype if isinstance(values, RaggedTensor) else int64
        if not isinstance(mask, RaggedTensor):
            mask = RaggedTensor.from_tensor(mask, row_splits_dtype=dtype)
        if not isinstance(values, RaggedTensor):
            values = RaggedTensor.from_tensor(values, row_splits_dtype=dtype)
        if mask.row_splits.dtype != values.row_splits.dtype:
            raise ValueError(
                "Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to "
                "convert them to compatible dtypes."
            )
        require_equal(mask.row_splits, values.row_splits, "Inputs must have identical ragged splits")
        inner = mask.values
        counted = inner if not isinstance(inner, RaggedTensor) and inner.shape.rank == 1 else None
        kept = _masked(values.values, inner)
        if counted is None:
            return values.with_values(kept)
        ids = apply("GatherV2", (values.value_rowids(), true_indices(counted), 0))
        return RaggedTensor.from_value_rowids(kept, ids, values.nrows(), validate=False)
    if isinstance(values, RaggedTensor):
        return gather_rows(values, true_indices(mask))
    return of_tensor(values, mask)


# empty rows --------------------------------------------------------------------------------------------------


def _filled(ids: Array, values: Array, nrows: Array, default: Array) -> list[Array]:
    rows = int(nrows)
    if default.ndim:
        raise errors.InvalidArgumentError(f"default_value must be a scalar, got the shape {default.shape}")
    if len(ids) != len(values):
        raise errors.InvalidArgumentError(
            f"value_rowids and values must have the same number of elements: {len(ids)}, {len(values)}"
        )
    if ids.size and (ids.min() < 0 or ids.max() >= rows):
        at = int(np.argmax((ids < 0) | (ids >= rows)))
        raise errors.InvalidArgumentError(f"value_rowids[{at}] = {ids[at]} is out of range [0, {rows})")
    empty = np.bincount(ids, minlength=rows)[:rows] == 0
    order = np.argsort(np.concatenate([ids, np.flatnonzero(empty)]), kind="stable")
    all_ids = np.concatenate([ids, np.flatnonzero(empty)])[order]
    all_values = np.concatenate([values, np.full(int(empty.sum()), default, values.dtype)])[order]
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order))
    return [all_ids.astype(np.int64), all_values, empty, places[: len(ids)]]


def _fill_gradient(op: Application, *grads: Tensor) -> Gradients:
    d_values, d_default = apply_multi(FILL_GRAD, (op.outputs[3], grads[1]))
    return [None, d_values, None, d_default]


def _fill_rule(ctx: ShapeContext) -> list[Dims]:
    ids = ctx.dims(0)
    rows = (ctx.dims_value(2) or (Symbol(),))[0]
    return [(count := Symbol(),), (count,), (rows,), (ids[0] if ids else Symbol(),)]


FILL: OpRecord = op(
    "RaggedFillEmptyRows",
    "value_rowids: int64, values: T, nrows: int64, default_value: T -> output_value_rowids: int64, output_values: T, "
    "empty_row_indicator: bool, reverse_index_map: int64",
    "T: type",
    shape=_fill_rule,
    kernel=_filled,
    gradient=_fill_gradient,
)


def _fill_grad(places: Array, grads: Array) -> list[Array]:
    if places.size and (places.min() < 0 or places.max() >= len(grads)):
        raise errors.InvalidArgumentError(f"Elements in reverse index must be in [0, {len(grads)})")
    others = np.ones(len(grads), bool)
    others[places] = False
    return [grads[places], np.asarray(grads[others].sum(), grads.dtype)]


def _fill_grad_gradient(op: Application, d_values: Tensor, d_default: Tensor) -> Gradients:
    places, grads = op.inputs
    rows = apply("ExpandDims", (places, 1))
    rest = apply("Fill", (apply("Shape", (grads,)), d_default))
    return [None, apply("TensorScatterUpdate", (rest, rows, d_values))]


FILL_GRAD: OpRecord = op(
    "RaggedFillEmptyRowsGrad",
    "reverse_index_map: int64, grad_values: T -> d_values: T, d_default_value: T",
    "T: type",
    shape=lambda ctx: [ctx.dims(0), ()],
    kernel=_fill_grad,
    gradient=_fill_grad_gradient,
)


def ragged_fill_empty_rows(
    value_rowids: TensorLike, values: TensorLike, nrows: TensorLike, default_value: TensorLike, name: str | None = None
) -> Any:
    """Give each row without values one value, `default_value`.

    Args:
      value_rowids: vector: the row of each value.
      values: vector of the values.
      nrows: the number of rows.
      default_value: scalar.
      name: the name of the operation.

    Returns the rows of all values, the values, a bool for each row that was empty, and where each of the given values
    is now.

    >>> found = tf.ragged_fill_empty_rows([0, 0, 2], [1, 2, 3], 3, 9)
    >>> found.output_value_rowids.numpy().tolist(), found.output_values.numpy().tolist()
    ([0, 0, 1, 2], [1, 2, 9, 3])
    """
    return _Filled(*apply_multi(FILL, (value_rowids, values, nrows, default_value), None, name))


def ragged_fill_empty_rows_grad(reverse_index_map: TensorLike, grad_values: TensorLike, name: str | None = None) -> Any:
    """The gradients of the values and of the default value of `tf.ragged_fill_empty_rows`.

    >>> tf.ragged_fill_empty_rows_grad([0, 2], [1.0, 2.0, 3.0]).d_values.numpy().tolist()
    [1.0, 3.0]
    """
    return _FilledGrad(*apply_multi(FILL_GRAD, (reverse_index_map, grad_values), None, name))


class _Filled(NamedTuple):
    output_value_rowids: Tensor
    output_values: Tensor
    empty_row_indicator: Tensor
    reverse_index_map: Tensor


class _FilledGrad(NamedTuple):
    d_values: Tensor
    d_default_value: Tensor
