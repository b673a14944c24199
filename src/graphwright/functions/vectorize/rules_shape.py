"""Batching rules of ops that take axes or dimensions: those of a row are one axis further on."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.shape import Symbol
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_any
from graphwright.functions.vectorize.batching import BatchedOp, BatchedValue, NoBatchingRule, rule, static_dims


@rule(
    "Sum Prod Max Min Mean Any All EuclideanNorm ArgMax ArgMin Cumsum Cumprod CumulativeLogsumexp ReverseV2 ExpandDims"
)
def _along_axes(op: BatchedOp) -> Any:
    return op.call([op.tensor(0), op.shifted_axis(1)])


@rule("Roll")
def _roll(op: BatchedOp) -> Any:
    return op.call([op.tensor(0), *op.shared(1), op.shifted_axis(2)])


@rule("Reverse")
def _reverse(op: BatchedOp) -> Any:
    (which,) = op.shared(1)
    return op.call([op.tensor(0), apply("ConcatV2", ([[False], which], 0))])


@rule("ConcatV2")
def _concat(op: BatchedOp) -> Any:
    last = len(op.inputs) - 1
    return op.call([[op.spread(i) for i in range(last)], op.shifted_axis(last)])


@rule("Concat")
def _concat_axis_first(op: BatchedOp) -> Any:
    return op.call([op.shifted_axis(0), [op.spread(i) for i in range(1, len(op.inputs))]])


@rule("Pack")
def _pack(op: BatchedOp) -> Any:
    return op.call([[op.spread(i) for i in range(len(op.inputs))]], axis=_shifted(op.attrs["axis"]))


@rule("Unpack")
def _unpack(op: BatchedOp) -> Any:
    return op.call([op.tensor(0)], axis=_shifted(op.attrs["axis"]))


@rule("Split")
def _split(op: BatchedOp) -> Any:
    return op.call([op.shifted_axis(0), op.tensor(1)])


@rule("SplitV")
def _split_sizes(op: BatchedOp) -> Any:
    return op.call([op.tensor(0), *op.shared(1), op.shifted_axis(2)])


def _shifted(axis: int) -> int:
    return axis + 1 if axis >= 0 else axis


@rule("Squeeze")
def _squeeze(op: BatchedOp) -> Any:
    axes = list(op.attrs["squeeze_dims"])
    if not axes:
        dims = op.dims(0)
        if any(isinstance(d, Symbol) for d in dims):
            raise NoBatchingRule("which dimensions are 1 is unknown")
        axes = [a for a, d in enumerate(dims) if d == 1]
    if not axes:
        return op.tensor(0)
    return op.call([op.tensor(0)], squeeze_dims=[_shifted(a) for a in axes])


@rule("Transpose ConjugateTranspose")
def _transpose(op: BatchedOp) -> Any:
    known = op.constant(1)
    if known is not None:
        order: Any = [0, *(axis % len(known) + 1 for axis in known.tolist())]
    else:
        (order,) = op.shared(1)
        order = apply("ConcatV2", ([[0], apply("AddV2", (order, 1))], 0))
    return op.call([op.tensor(0), order])


@rule("Reshape")
def _reshape(op: BatchedOp) -> Any:
    op.shared(1)
    dims = op.op.outputs[0].type.dims
    known = None if dims is None else static_dims(dims)
    if known is not None and isinstance(op.batch.size, int):
        return op.call([op.tensor(0), [op.batch.size, *known]])
    return op.call([op.tensor(0), op.prefixed(1)])


@rule("BroadcastTo")
def _broadcast_to(op: BatchedOp) -> Any:
    (rank,) = op.dims(1)
    if not isinstance(rank, int):
        raise NoBatchingRule("the rank of the result is unknown")
    return op.call([op.expanded(0, rank), op.prefixed(1)])


@rule("Fill")
def _fill(op: BatchedOp) -> Any:
    (rank,) = op.dims(0)
    if not isinstance(rank, int):
        raise NoBatchingRule("the rank of the result is unknown")
    return apply("BroadcastTo", (op.expanded(1, rank), op.prefixed(0)))


@rule("Tile")
def _tile(op: BatchedOp) -> Any:
    (times,) = op.shared(1)
    return op.call([op.tensor(0), apply("ConcatV2", ([to_tensor([1], times.dtype), times], 0))])


@rule("Pad PadV2 MirrorPad MirrorPadGrad")
def _pad(op: BatchedOp) -> Any:
    paddings, *fill = op.shared(*range(1, len(op.inputs)))
    return op.call([op.tensor(0), apply("ConcatV2", ([to_tensor([[0, 0]], paddings.dtype), paddings], 0)), *fill])


# what a row's dimensions are is the same for every row ---------------------------------------------------------


@rule("Shape ShapeN VariableShape")
def _shape(op: BatchedOp) -> Any:
    return [BatchedValue(_row_shape(op, i), False) for i in range(len(op.inputs))]


def _row_shape(op: BatchedOp, i: int) -> Any:
    dtype = op.op.outputs[i].type.dtype
    if not op.inputs[i].batched:
        return apply_any("Shape", (op.tensor(i),), {"out_type": dtype})
    dims = op.op.inputs[i].type.dims
    known = None if dims is None else static_dims(dims)
    if known is not None:
        return to_tensor(np.array(known, dtype.numpy), dtype)
    whole = apply_any("Shape", (op.tensor(i),), {"out_type": dtype})
    return apply("StridedSlice", (whole, [1], [0], [1]), {"end_mask": 1})


@rule("Rank")
def _rank(op: BatchedOp) -> Any:
    return BatchedValue(apply("Sub", (apply("Rank", (op.tensor(0),)), 1)), False)


@rule("Size")
def _size(op: BatchedOp) -> Any:
    shape = _row_shape(op, 0)
    return BatchedValue(apply("Prod", (shape, 0)), False)
