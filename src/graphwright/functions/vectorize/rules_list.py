"""Batching rules of tensor lists (TensorArrays): elements of a batched list have the rows along their first axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.core.dispatch import apply
from graphwright.functions.vectorize.batching import BatchedOp, BatchedValue, NoBatchingRule, rule


@rule("TensorListReserve EmptyTensorList", always=True)
def _new_list(op: BatchedOp) -> Any:
    op.shared(0, 1)

    def batched() -> Any:
        return op.call([_element_shape(op, 0), op.tensor(1)])

    return BatchedValue(op.call([op.tensor(0), op.tensor(1)]), False, batched)


def _element_shape(op: BatchedOp, i: int) -> Any:
    """Input `i`, the shape of an element of a row's list, as that of an element for all rows."""
    op.shared(i)
    known, dims = op.constant(i), op.op.inputs[i].type.dims
    if dims == () or (known is not None and known.ndim == 0):  # -1: unknown
        return op.tensor(i)
    return op.prefixed(i)


def _list(op: BatchedOp) -> Any:
    """The list, with elements for all rows."""
    return op.batch.spread(op.inputs[0], None)


def _lazily(op: BatchedOp, batched: Callable[[], Any]) -> Any:
    """A list as `batched` makes it; one that is the same for every row until a row's own element is written."""
    if any(v.batched for v in op.inputs):
        return batched()
    return BatchedValue(op.call([v.tensor for v in op.inputs]), False, batched)


@rule("TensorListSetItem", always=True)
def _set_item(op: BatchedOp) -> Any:
    (index,) = op.shared(1)
    return _lazily(op, lambda: op.call([_list(op), index, op.spread(2)]))


@rule("TensorListPushBack", always=True)
def _push_back(op: BatchedOp) -> Any:
    return _lazily(op, lambda: op.call([_list(op), op.spread(1)]))


@rule("TensorListPopBack")
def _pop_back(op: BatchedOp) -> Any:
    return op.call([op.tensor(0), _element_shape(op, 1)])


@rule("TensorListResize")
def _resize(op: BatchedOp) -> Any:
    return op.call([op.tensor(0), *op.shared(1)])


@rule("TensorListGetItem")
def _get_item(op: BatchedOp) -> Any:
    if op.inputs[1].batched:
        raise NoBatchingRule("the index differs from row to row")
    return op.call([op.tensor(0), op.tensor(1), _element_shape(op, 2)])


@rule("TensorListStack")
def _stack(op: BatchedOp) -> Any:
    return _rows_first(op, op.call([op.tensor(0), _element_shape(op, 1)]))


@rule("TensorListGather")
def _gather(op: BatchedOp) -> Any:
    (indices,) = op.shared(1)
    return _rows_first(op, op.call([op.tensor(0), indices, _element_shape(op, 2)]))


def _rows_first(op: BatchedOp, elements: Any) -> Any:
    dims = op.op.outputs[0].type.dims
    return _exchanged(elements, None if dims is None else len(dims) + 1)


def _exchanged(tensor: Any, rank: int | None) -> Any:
    """A tensor with its first two axes exchanged."""
    if rank is not None:
        return apply("Transpose", (tensor, [1, 0, *range(2, rank)]))
    rest = apply("Range", (2, apply("Rank", (tensor,)), 1))
    return apply("Transpose", (tensor, apply("ConcatV2", ([np.array([1, 0], np.int32), rest], 0))))


@rule("TensorListScatterIntoExistingList", always=True)
def _scatter_into_list(op: BatchedOp) -> Any:
    (indices,) = op.shared(2)
    return _lazily(op, lambda: op.call([_list(op), _exchanged(op.spread(1), op.rank(1) + 1), indices]))


@rule("TensorListScatterV2", always=True)
def _scatter(op: BatchedOp) -> Any:
    indices, size = op.shared(1, 3)

    def batched() -> Any:
        return op.call([_exchanged(op.spread(0), op.rank(0) + 1), indices, _element_shape(op, 2), size])

    return _lazily(op, batched)


@rule("TensorListConcatLists", always=True)
def _concat_lists(op: BatchedOp) -> Any:
    return _lazily(op, lambda: op.call([op.batch.spread(value, None) for value in op.inputs]))


@rule("TensorListFromTensor", always=True)
def _from_tensor(op: BatchedOp) -> Any:
    def batched() -> Any:
        whole = op.spread(0)
        return op.call([_exchanged(whole, op.rank(0) + 1), _element_shape(op, 1)])

    return _lazily(op, batched)


@rule("TensorListLength")
def _length(op: BatchedOp) -> Any:
    return BatchedValue(op.call([op.tensor(0)]), False)


@rule("TensorListElementShape")
def _shape_of_elements(op: BatchedOp) -> Any:
    whole = op.call([op.tensor(0)])
    return BatchedValue(apply("StridedSlice", (whole, [1], [0], [1]), {"end_mask": 1}), False)
