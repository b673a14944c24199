"""Batching rules of tensor lists (TensorArrays): elements of a batched list have the rows along their first axis."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    if dims is None:
        raise NoBatchingRule("the rank of its elements is unknown")
    return apply("Transpose", (elements, [1, 0, *range(2, len(dims) + 1)]))


@rule("TensorListFromTensor", always=True)
def _from_tensor(op: BatchedOp) -> Any:
    def batched() -> Any:
        whole = op.spread(0)
        return op.call([apply("Transpose", (whole, [1, 0, *range(2, op.rank(0) + 1)])), _element_shape(op, 1)])

    return _lazily(op, batched)


@rule("TensorListLength")
def _length(op: BatchedOp) -> Any:
    return BatchedValue(op.call([op.tensor(0)]), False)


@rule("TensorListElementShape")
def _shape_of_elements(op: BatchedOp) -> Any:
    whole = op.call([op.tensor(0)])
    return BatchedValue(apply("StridedSlice", (whole, [1], [0], [1]), {"end_mask": 1}), False)
