"""Batching rules of ops that take positions: slices, gathers, scatters, segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_any
from graphwright.functions.vectorize.batching import BatchedOp, NoBatchingRule, rule

# slices ---------------------------------------------------------------------------------------------------------


@rule("Slice")
def _slice(op: BatchedOp) -> Any:
    (sizes,) = op.shared(2)
    if not op.inputs[1].batched:
        (begin,) = op.shared(1)
        return op.call([op.tensor(0), _with_first(begin, 0), _with_first(sizes, -1)])
    known = op.constant(2)
    if known is None or (known < 0).any():
        raise NoBatchingRule("the rows begin at different positions, and their sizes are unknown")
    result, begin = op.spread(0), op.tensor(1)
    for axis, size in enumerate(known.tolist()):
        first = apply("ExpandDims", (_column(begin, axis), 1))
        result = _gather_rows(result, apply("AddV2", (first, to_tensor(np.arange(size), begin.dtype))), axis)
    return result


def _with_first(vector: Any, first: int) -> Any:
    return apply("ConcatV2", ([to_tensor([first], vector.dtype), vector], 0))


def _column(matrix: Any, i: int) -> Any:
    """Column `i` of a matrix."""
    masks = {"begin_mask": 1, "end_mask": 1, "shrink_axis_mask": 2}
    return apply("StridedSlice", (matrix, [0, i], [0, i + 1], [1, 1]), masks)


def _gather_rows(values: Any, indices: Any, axis: int) -> Any:
    """In each row, what lies at that row's indices along an axis of the row."""
    return apply("GatherV2", (values, indices, axis + 1), {"batch_dims": 1})


_MASKS = ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask")


@rule("StridedSlice")
def _strided_slice(op: BatchedOp) -> Any:
    if any(op.inputs[i].batched for i in (1, 2, 3)):
        return _slice_at_row(op)
    begin, end, strides = op.shared(1, 2, 3)
    return op.call(
        [op.tensor(0), _with_first(begin, 0), _with_first(end, 0), _with_first(strides, 1)], **_shifted_masks(op)
    )


def _shifted_masks(op: BatchedOp) -> dict[str, int]:
    masks = {name: op.attrs[name] << 1 for name in _MASKS}
    return {**masks, "begin_mask": masks["begin_mask"] | 1, "end_mask": masks["end_mask"] | 1}


def _slice_at_row(op: BatchedOp) -> Any:
    """`x[i, :, j]` where `i` or `j` differ from row to row; other axes are taken whole."""
    begin_mask, end_mask, ellipsis, new_axis, shrink = (op.attrs[name] for name in _MASKS)
    count = op.dims(1)[0]
    whole, strides = begin_mask & end_mask, op.constant(3)
    simple = strides is not None and (strides == 1).all() and not ellipsis and not new_axis
    if not isinstance(count, int) or not simple or (shrink | whole) != (1 << count) - 1:
        raise NoBatchingRule("a slice begins or ends at different positions")
    result, begin = op.spread(0), op.spread(1)
    for axis in reversed(range(count)):
        if shrink >> axis & 1:
            index = _column(begin, axis)
            size = apply_any("Cast", (_size_of(result, axis + 1),), {"DstT": index.dtype})
            negative = apply("Less", (index, to_tensor(0, index.dtype)))
            index = apply("SelectV2", (negative, apply("AddV2", (index, size)), index))
            result = _gather_rows(result, index, axis)
    return result


def _size_of(value: Any, axis: int) -> Any:
    return apply("StridedSlice", (apply("Shape", (value,)), [axis], [axis + 1], [1]), {"shrink_axis_mask": 1})


@rule("StridedSliceGrad")
def _strided_slice_gradient(op: BatchedOp) -> Any:
    shape = op.prefixed(0)
    begin, end, strides = op.shared(1, 2, 3)
    masks = _shifted_masks(op)
    return op.call([shape, _with_first(begin, 0), _with_first(end, 0), _with_first(strides, 1), op.tensor(4)], **masks)


# gathers --------------------------------------------------------------------------------------------------------


@rule("GatherV2 Gather ResourceGather")
def _gather(op: BatchedOp) -> Any:
    plain = len(op.inputs) == 2
    batch_dims = op.attrs.get("batch_dims", 0)
    axis = 0 if plain else int(_known(op, 2))
    axis = axis if plain or axis >= 0 else axis + op.rank(0)
    batch_dims = batch_dims if batch_dims >= 0 else batch_dims + op.rank(1)
    if not op.inputs[0].batched and not batch_dims:
        if plain:
            return op.call([op.tensor(0), op.tensor(1)])
        return _moved_to_front(op.call([op.tensor(0), op.tensor(1), axis]), axis, op)
    if not op.inputs[1].batched and not batch_dims:
        return apply("GatherV2", (op.tensor(0), op.tensor(1), axis + 1))
    return apply("GatherV2", (op.spread(0), op.spread(1), axis + 1), {"batch_dims": batch_dims + 1})


def _known(op: BatchedOp, i: int) -> Any:
    value = op.constant(i)
    if value is None:
        raise NoBatchingRule("the axis is no constant")
    return value


def _moved_to_front(value: Any, axis: int, op: BatchedOp) -> Any:
    """The value with this axis, that of the rows, first."""
    rank = op.rank(0) + op.rank(1)
    return apply("Transpose", (value, [axis, *range(axis), *range(axis + 1, rank)])) if axis else value


@rule("GatherNd")
def _gather_nd(op: BatchedOp) -> Any:
    if not op.inputs[0].batched:
        return op.call([op.tensor(0), op.tensor(1)])
    return op.call([op.tensor(0), _with_row(op, 1)])


def _with_row(op: BatchedOp, i: int) -> Any:
    """Input `i`, coordinates in a row, as coordinates in all rows."""
    indices = op.spread(i)
    rows = op.batch.rows(indices.dtype)
    for _ in range(op.rank(i)):
        rows = apply("ExpandDims", (rows, -1))
    shape = apply("Shape", (indices,))
    head = apply("StridedSlice", (shape, [0], [-1], [1]), {"begin_mask": 1})
    return apply("ConcatV2", ([apply("BroadcastTo", (rows, _and(head, 1))), indices], -1))


def _and(vector: Any, last: int) -> Any:
    return apply("ConcatV2", ([vector, to_tensor([last], vector.dtype)], 0))


@rule("OneHot")
def _one_hot(op: BatchedOp) -> Any:
    axis = op.attrs["axis"]
    return op.call([op.tensor(0), *op.shared(1, 2, 3)], axis=axis + 1 if axis >= 0 else axis)


# scatters and segments ------------------------------------------------------------------------------------------


@rule("ScatterNd")
def _scatter_nd(op: BatchedOp) -> Any:
    return op.call([_with_row(op, 0), op.spread(1), op.prefixed(2)])


@rule("TensorScatterUpdate TensorScatterAdd TensorScatterSub TensorScatterMax TensorScatterMin")
def _tensor_scatter(op: BatchedOp) -> Any:
    return op.call([op.spread(0), _with_row(op, 1), op.spread(2)])


@rule("UnsortedSegmentSum UnsortedSegmentProd UnsortedSegmentMax UnsortedSegmentMin")
def _unsorted_segments(op: BatchedOp) -> Any:
    (count,) = op.shared(2)
    data, ids = op.spread(0), op.spread(1)
    first = apply("Mul", (op.batch.rows(ids.dtype), apply_any("Cast", (count,), {"DstT": ids.dtype})))
    for _ in range(op.rank(1)):
        first = apply("ExpandDims", (first, -1))
    # elements of negative ids are dropped
    ids = apply("SelectV2", (apply("Less", (ids, to_tensor(0, ids.dtype))), ids, apply("AddV2", (ids, first))))
    size = op.batch.size_as(count.dtype)
    flat = op.call([data, ids, apply("Mul", (size, count))])
    shape = apply_any("Shape", (flat,), {"out_type": count.dtype})
    tail = apply("StridedSlice", (shape, [1], [0], [1]), {"end_mask": 1})
    leading = apply("Pack", ([size, count],))
    return apply("Reshape", (flat, apply("ConcatV2", ([leading, tail], 0))))


@rule("SegmentSum SegmentProd SegmentMean SegmentMax SegmentMin")
def _segments(op: BatchedOp) -> Any:
    (ids,) = op.shared(1)  # as many segments in every row
    order: Sequence[int] = [1, 0, *range(2, op.rank(0) + 1)]
    return apply("Transpose", (op.call([apply("Transpose", (op.tensor(0), order)), ids]), order))
