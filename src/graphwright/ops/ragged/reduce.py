"""Reductions of ragged tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, TensorLike, apply, errors
from graphwright.ops.array.shapes import expand_dims
from graphwright.ops.math._reduce import all_axes, as_whole
from graphwright.ops.ragged.ragged_tensor import RaggedTensor

_SEGMENT_OPS = {
    "Sum": "UnsortedSegmentSum",
    "Prod": "UnsortedSegmentProd",
    "Max": "UnsortedSegmentMax",
    "Min": "UnsortedSegmentMin",
    "ReduceJoin": "UnsortedSegmentJoin",
}
_NO_ATTRS: Mapping[str, Any] = {}


def reduce_ragged(name: str, x: RaggedTensor, axis: Any, keepdims: bool, attrs: Mapping[str, Any] = _NO_ATTRS) -> Any:
    """Reduce `x` with the named op over one axis, several, or all (None).

    `attrs` are further attributes of the reduction op and of its segment op.
    """
    rank = x.shape.rank
    if name == "Mean" and x.dtype.is_integer:  # integer means divide like `/`, in float64
        x = x.with_flat_values(apply("Cast", (x.flat_values,), {"DstT": "float64"}))
    if name in ("Any", "All") and x.dtype.name != "bool":  # numbers count as integers of 32 bits
        numbers = apply("Cast", (x.flat_values,), {"DstT": "int32"})
        x = x.with_flat_values(apply("NotEqual", (numbers, np.int32(0))))
    if axis is None:
        result = apply(name, (x.flat_values, all_axes(x.flat_values)), {"keep_dims": False, **attrs})
        result = as_whole(result, None, False)
        return apply("Reshape", (result, [1] * (rank or 0))) if keepdims else result
    axes = [int(a) for a in np.ravel(axis)]
    if rank is None and any(a < 0 for a in axes):
        raise ValueError("A negative axis of a RaggedTensor of unknown rank says nothing.")
    axes = sorted({a + (rank or 0) if a < 0 else a for a in axes}, reverse=True)
    if rank is not None and any(not 0 <= a < rank for a in axes):
        raise ValueError(f"axis={axis} is out of bounds for a RaggedTensor of rank {rank}.")
    if name == "Mean":
        return _mean(x, axes, keepdims)
    if name in ("Any", "All"):
        counted = x.with_flat_values(apply("Cast", (x.flat_values,), {"DstT": "int32"}))
        result = _reduce_axes("Max" if name == "Any" else "Min", counted, axes, keepdims)
        return _map_values(result, lambda values: apply("Greater", (values, np.int32(0))))
    if name not in _SEGMENT_OPS:
        raise errors.UnimplementedError(None, None, f"{name} of a RaggedTensor over axes; use axis=None.")
    return _reduce_axes(name, x, axes, keepdims, attrs)


def _map_values(x: RaggedTensor | Tensor, function: Callable[..., Tensor]) -> RaggedTensor | Tensor:
    return x.with_flat_values(function(x.flat_values)) if isinstance(x, RaggedTensor) else function(x)


def _mean(x: RaggedTensor, axes: list[int], keepdims: bool) -> Any:
    total = _reduce_axes("Sum", x, axes, keepdims)
    count = _reduce_axes("Sum", x.with_flat_values(apply("OnesLike", (x.flat_values,))), axes, keepdims)
    mean: Any = total / count
    if isinstance(mean, RaggedTensor):  # rows of one length are not known as such, as in TensorFlow
        return RaggedTensor.from_nested_row_splits(mean.flat_values, mean.nested_row_splits, validate=False)
    return mean


def _reduce_axes(
    name: str, x: TensorLike, axes: list[int], keepdims: bool, attrs: Mapping[str, Any] = _NO_ATTRS
) -> Any:
    for axis in axes:  # innermost first, so that the outer axes keep their numbers
        if isinstance(x, RaggedTensor):
            x = _reduce_axis(name, x, axis, keepdims, attrs)
        else:
            x = apply(name, (x, np.int32(axis)), {"keep_dims": keepdims, **attrs})
    return x


def _reduce_axis(name: str, x: RaggedTensor, axis: int, keepdims: bool, attrs: Mapping[str, Any]) -> Any:
    values = x.values
    if axis > 1:
        inner = _reduce_axis(name, values, axis - 1, keepdims, attrs) if isinstance(values, RaggedTensor) else apply(
            name, (values, np.int32(axis - 1)), {"keep_dims": keepdims, **attrs}
        )  # fmt: skip
        return x.with_values(inner)
    if axis == 1:
        ids, count = x.value_rowids(), x.nrows(x.row_splits.dtype)
    else:
        ids = _places(x)
        zero = np.zeros(1, ids.dtype.as_numpy_dtype)
        count = apply("Max", (apply("ConcatV2", ([x.row_lengths(), zero], 0)), np.int32(0)))
    result = aggregated(lambda *operands: apply(_SEGMENT_OPS[name], operands, dict(attrs)), values, ids, count)
    return expand_dims(result, axis) if keepdims else result


def _places(x: RaggedTensor) -> Any:
    """The place of each value in its row."""
    kind = x.row_splits.dtype.as_numpy_dtype
    every = apply("Range", (np.zeros((), kind), x.row_splits[-1], np.ones((), kind)))
    return every - apply("GatherV2", (x.row_splits, x.value_rowids(), 0))


def aggregated(segments: Callable[..., Tensor], values: Any, ids: Any, count: Any) -> Any:
    """Reduce the rows that have the same id, from 0 to below `count`: of ragged rows what is at the same place.

    `segments` is a reduction of a tensor by ids: `tf.math.unsorted_segment_sum` or the like.
    """
    if not isinstance(values, RaggedTensor):
        return segments(values, ids, count)
    zero = np.zeros(1, values.row_splits.dtype.as_numpy_dtype)
    longest = apply("Maximum", (apply("UnsortedSegmentMax", (values.row_lengths(), ids, count)), zero))
    splits = apply("ConcatV2", ([zero, apply("Cumsum", (longest, np.int32(0)))], 0))
    starts = apply("GatherV2", (apply("GatherV2", (splits, ids, 0)), values.value_rowids(), 0))
    inner = aggregated(segments, values.values, starts + _places(values), splits[-1])
    return RaggedTensor.from_row_splits(inner, splits, validate=False)
