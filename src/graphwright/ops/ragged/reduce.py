"""Reductions of ragged tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, TensorLike, apply, errors
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

    Raises UnimplementedError for the outer one of several ragged axes.
    """
    rank = x.shape.rank
    if name == "Mean" and x.dtype.is_integer:  # integer means divide like `/`, in float64
        x = x.with_flat_values(apply("Cast", (x.flat_values,), {"DstT": "float64"}))
    if axis is None:
        inner = np.arange(x.flat_values.shape.rank, dtype=np.int32)[::-1]
        result = apply(name, (x.flat_values, inner), {"keep_dims": False, **attrs})
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
        numbers = x.with_flat_values(apply("Cast", (x.flat_values,), {"DstT": "int32"}))
        result = _reduce_axes("Max" if name == "Any" else "Min", numbers, axes, keepdims)
        return _map_values(result, lambda values: apply("Greater", (values, np.int32(0))))
    if name not in _SEGMENT_OPS:
        raise errors.UnimplementedError(None, None, f"{name} of a RaggedTensor over axes; use axis=None.")
    return _reduce_axes(name, x, axes, keepdims, attrs)


def _map_values(x: RaggedTensor | Tensor, function: Callable[..., Tensor]) -> RaggedTensor | Tensor:
    return x.with_flat_values(function(x.flat_values)) if isinstance(x, RaggedTensor) else function(x)


def _mean(x: RaggedTensor, axes: list[int], keepdims: bool) -> Any:
    total = _reduce_axes("Sum", x, axes, keepdims)
    count = _reduce_axes("Sum", x.with_flat_values(apply("OnesLike", (x.flat_values,))), axes, keepdims)
    return total / count


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
    if isinstance(values, RaggedTensor):
        raise errors.UnimplementedError(
            None, None, f"Reducing axis {axis} of a RaggedTensor whose inner axes are ragged, too."
        )
    rows = x.value_rowids()
    if axis == 1:
        ids, count = rows, x.nrows(rows.dtype)
    else:
        lengths = x.row_lengths()
        start = apply("GatherV2", (x.row_splits, rows, 0))
        zero, one = np.zeros((), rows.dtype.as_numpy_dtype), np.ones((), rows.dtype.as_numpy_dtype)
        ids = apply("Range", (zero, x.row_splits[-1], one)) - start
        count = apply("Max", (apply("ConcatV2", ([lengths, zero[None]], 0)), np.int32(0)))
    result = apply(_SEGMENT_OPS[name], (values, ids, count), dict(attrs))
    return apply("ExpandDims", (result, np.int32(axis))) if keepdims else result
