"""Batching rules of ops that have a batch axis of their own: the rows are laid along it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphwright.core.dispatch import apply
from graphwright.functions.vectorize.batching import BatchedOp, BatchedValue, NoBatchingRule, rule


def _merged(op: BatchedOp, i: int, value: Any = None) -> Any:
    """Input `i` (or a value of its shape) with the rows along its own first axis."""
    value = op.spread(i) if value is None else value
    shape = apply("Shape", (value,))
    tail = apply("StridedSlice", (shape, [2], [0], [1]), {"end_mask": 1})
    known = [d for d in op.dims(i)[1:] if isinstance(d, int)]
    if len(known) == op.rank(i) - 1 and all(known):
        return apply("Reshape", (value, [-1, *known]))
    first = apply("Prod", (apply("StridedSlice", (shape, [0], [2], [1])), 0))
    return apply("Reshape", (value, apply("ConcatV2", ([apply("Reshape", (first, [1])), tail], 0))))


def _separated(op: BatchedOp, value: Any) -> Any:
    """A result with the axis of the rows before its own first one."""
    size = op.batch.size
    shape = apply("Shape", (value,))
    tail = apply("StridedSlice", (shape, [1], [0], [1]), {"end_mask": 1})
    own = apply("FloorDiv", (apply("StridedSlice", (shape, [0], [1], [1])), apply("Maximum", (size, 1))))
    return apply("Reshape", (value, apply("ConcatV2", ([apply("Reshape", (size, [1])), own, tail], 0))))


def _along_batch(op: BatchedOp, merged: Iterable[int]) -> Any:
    positions = set(merged)
    shared = [i for i in range(len(op.inputs)) if i not in positions]
    op.shared(*shared)
    found = op.call_grouped([_merged(op, i) if i in positions else op.tensor(i) for i in range(len(op.inputs))])
    if isinstance(found, list):
        return [_separated(op, v) for v in found]
    return _separated(op, found)


_IMAGES = (
    "Conv2D Conv3D DepthwiseConv2dNative MaxPool MaxPool3D AvgPool AvgPool3D ResizeBilinear ResizeBicubic ResizeArea "
    "ResizeNearestNeighbor SpaceToDepth DepthToSpace ExtractImagePatches ScaleAndTranslate"
)


@rule(_IMAGES)
def _images(op: BatchedOp) -> Any:
    return _along_batch(op, [0])


@rule("SoftmaxCrossEntropyWithLogits")
def _cross_entropy(op: BatchedOp) -> Any:
    first = 0 if op.dims(0)[0] != 1 else 1  # the other one may have a single example, which is then repeated
    shape = apply("Shape", (op.spread(first),))
    found = op.call([_merged(op, first, apply("BroadcastTo", (op.spread(i), shape))) for i in (0, 1)])
    return [_separated(op, v) for v in found]


@rule("SparseSoftmaxCrossEntropyWithLogits InTopKV2")
def _first_two(op: BatchedOp) -> Any:
    return _along_batch(op, [0, 1])


@rule("MaxPoolGrad MaxPool3DGrad MaxPoolGradGrad MaxPool3DGradGrad")
def _pool_gradient(op: BatchedOp) -> Any:
    return _along_batch(op, [0, 1, 2])


@rule("ResizeBilinearGrad ResizeBicubicGrad")
def _resize_gradient(op: BatchedOp) -> Any:
    return _along_batch(op, [0, 1])


@rule("ResizeNearestNeighborGrad")
def _resize_nearest_gradient(op: BatchedOp) -> Any:
    return _along_batch(op, [0])


def _with_sizes(op: BatchedOp, gradient: int) -> Any:
    """An op whose first input holds the dimensions of the result."""
    (sizes,) = op.shared(0)
    rows = apply("Mul", (apply("StridedSlice", (sizes, [0], [1], [1])), op.batch.size))
    sizes = apply("ConcatV2", ([rows, apply("StridedSlice", (sizes, [1], [0], [1]), {"end_mask": 1})], 0))
    others = [op.shared(i)[0] for i in range(1, len(op.inputs)) if i != gradient]
    return _separated(op, op.call([sizes, *others, _merged(op, gradient)]))


@rule("Conv2DBackpropInput Conv3DBackpropInputV2 DepthwiseConv2dNativeBackpropInput")
def _convolution_gradient(op: BatchedOp) -> Any:
    return _with_sizes(op, 2)


@rule("AvgPoolGrad AvgPool3DGrad")
def _average_gradient(op: BatchedOp) -> Any:
    return _with_sizes(op, 1)


@rule("FusedBatchNorm FusedBatchNormV2 FusedBatchNormV3")
def _batch_norm(op: BatchedOp) -> Any:
    if op.attrs["is_training"]:
        raise NoBatchingRule("it computes statistics of each row")
    scale, offset, mean, variance = op.shared(1, 2, 3, 4)
    y, *rest = op.call([_merged(op, 0), scale, offset, mean, variance])
    return [_separated(op, y), *(BatchedValue(v, False) for v in rest)]
