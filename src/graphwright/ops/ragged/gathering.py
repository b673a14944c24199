"""`tf.gather` of ragged params or indices: along any axis, with batches."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, apply, errors, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.indexing import gather, gather_rows
from graphwright.ops.ragged.ragged_tensor import RaggedTensor

_OTHER_ROWS = "batch shape from indices does not match params shape"
_OUTSIDE = "indices are outside of their rows"


def gather_along(params: Any, indices: Any, axis: Any, batch_dims: int) -> Any:
    """Gather along an axis, at the positions for each element of the first `batch_dims` dimensions."""
    x, numbers = (v if isinstance(v, RaggedTensor) else to_tensor(v, None, "indices") for v in (params, indices))
    _check_splits(x, numbers)
    rank, width = x.shape.rank, numbers.shape.rank
    if width is None:
        raise ValueError("The number of dimensions of `indices` must be known where params or indices are ragged.")
    batch = int(batch_dims) + width if batch_dims < 0 else int(batch_dims)
    if not 0 <= batch <= width:
        raise ValueError(f"batch_dims={batch_dims} out of bounds: indices have {width} dimensions")
    at = batch if axis is None else int(axis)
    if at < 0:
        if rank is None:
            raise ValueError("A negative axis needs params of known rank.")
        at += rank
    if at < batch:
        raise ValueError(f"axis must be greater than or equal to batch_dims; got axis={axis}, batch_dims={batch_dims}")
    if at < 0 or (rank is not None and at >= rank):
        bounds = "" if rank is None else f": expected {-rank}<=axis<{rank}"
        raise ValueError(f"axis={axis} out of bounds{bounds}")
    known = x.shape[:batch] if rank is not None else None
    if known is not None and not known.is_compatible_with(numbers.shape[:batch]):
        raise ValueError(f"batch shape from indices {numbers.shape[:batch]} does not match params shape {x.shape}")
    if numbers.dtype.name not in ("int32", "int64"):
        raise errors.InvalidArgumentError(f"indices must be int32 or int64, got {numbers.dtype.name}")
    return _along(x, numbers, at, batch)


def _check_splits(params: Any, indices: Any) -> None:
    both = [v.row_splits.dtype for v in (params, indices) if isinstance(v, RaggedTensor)]
    if len(set(both)) > 1:
        raise ValueError(
            "Input RaggedTensors have mismatched row_splits dtypes; use RaggedTensor.with_row_splits_dtype() to "
            "convert them to compatible dtypes."
        )


def _along(params: Any, indices: Any, axis: int, batch: int) -> Any:
    if not isinstance(params, RaggedTensor):
        if not isinstance(indices, RaggedTensor):
            return apply("GatherV2", (params, indices, axis), {"batch_dims": batch})
        if not axis:
            return gather(params, indices)
        params = RaggedTensor.from_tensor(params, row_splits_dtype=indices.row_splits.dtype)
    if not axis:
        return gather(params, indices)
    if batch > 1:
        return _in_batches(params, indices, axis, batch)
    if axis > 1:
        # what holds for a row holds for each of its values
        each = gather(indices, params.value_rowids()) if batch else indices
        return params.with_values(_along(params.values, each, axis - 1, batch))
    return _in_rows(params, indices if batch else _for_each_row(indices, params.nrows()))


def _in_batches(params: RaggedTensor, indices: Any, axis: int, batch: int) -> RaggedTensor:
    """Each row by itself: both are divided into rows alike."""
    if not isinstance(indices, RaggedTensor):
        if params.uniform_row_length is None:
            raise ValueError(
                "batch shape from indices does not match params shape: ragged params dimensions must correspond to "
                f"ragged indices dimensions; got params of shape {params.shape} and indices of shape {indices.shape}"
            )
        indices = RaggedTensor.from_tensor(indices, row_splits_dtype=params.row_splits.dtype)
    found, wanted = constant_value(indices.row_splits), constant_value(params.row_splits)
    if found is None or wanted is None:
        assert_equal(indices.row_splits, params.row_splits, _OTHER_ROWS)
    elif not np.array_equal(found, wanted):
        raise errors.ShapeMismatchError(f"{_OTHER_ROWS}: row_splits {found.tolist()} and {wanted.tolist()}")
    return params.with_values(_along(params.values, indices.values, axis - 1, batch - 1))


def _for_each_row(indices: Any, rows: Tensor) -> Any:
    """The same indices for each of so many rows, behind a dimension for the rows."""
    if not isinstance(indices, RaggedTensor):
        shape = apply("Shape", (indices,), {"out_type": rows.dtype})
        target = apply("ConcatV2", ([apply("ExpandDims", (rows, 0)), shape], 0))
        return apply("BroadcastTo", (apply("ExpandDims", (indices, 0)), target))
    zero, one, count = np.zeros((), rows.dtype.numpy), np.ones((), rows.dtype.numpy), indices.nrows()
    every = apply("FloorMod", (apply("Range", (zero, apply("Mul", (rows, count)), one)), count))
    length = indices.shape[0] if indices.shape.rank else None
    length = count if length is None else length
    return RaggedTensor.from_uniform_row_length(gather_rows(indices, every), length, nrows=rows, validate=False)


def _in_rows(params: RaggedTensor, indices: Any) -> Any:
    """What is at positions in each row, which are counted among all values then."""
    flat = indices.flat_values if isinstance(indices, RaggedTensor) else indices
    wide = apply("Cast", (flat,), {"DstT": params.row_splits.dtype})
    starts, lengths = params.row_starts(), params.row_lengths()
    if isinstance(indices, RaggedTensor):
        rows = _outer_rows(indices)
        starts, lengths = (apply("GatherV2", (part, rows, 0)) for part in (starts, lengths))
    shape = np.asarray([-1] + [1] * (len(wide.shape) - 1), np.int32)
    starts, lengths = (apply("Reshape", (part, shape)) for part in (starts, lengths))
    zero = np.zeros((), wide.dtype.numpy)
    inside = apply("LogicalAnd", (apply("GreaterEqual", (wide, zero)), apply("Less", (wide, lengths))))
    if (known := constant_value(inside)) is None:
        assert_equal(inside, np.bool_(True), _OUTSIDE)
    elif not known.all():
        raise errors.InvalidArgumentError(_OUTSIDE)
    places = apply("AddV2", (starts, wide))
    return gather(params.values, indices.with_flat_values(places) if isinstance(indices, RaggedTensor) else places)


def _outer_rows(x: RaggedTensor) -> Tensor:
    """The row of the outermost dimension that each flat value is in."""
    rows: Tensor = x.value_rowids()
    inner = x.values
    while isinstance(inner, RaggedTensor):
        rows, inner = apply("GatherV2", (rows, inner.value_rowids(), 0)), inner.values
    return rows
