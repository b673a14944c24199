"""How often whole numbers occur, counted into sparse tensors, and of sparse tensors."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op

_COUNTED = "T: index; minlength: int >= -1 = -1; maxlength: int >= -1 = -1; binary_output: bool; " + (
    "output_type: {int32, int64, float32, float64}"
)
_RESULTS = "output_indices: int64, output_values: output_type, output_dense_shape: int64"


def _counted_dims(rank: int | None) -> list[Dims]:
    count, columns = Symbol(), Symbol() if rank is None else rank
    return [(count, columns), (count,), (columns,)]


def _counts(
    rows: list[Array], weights: list[Array] | None, dtype: Any, minlength: int, maxlength: int, binary_output: bool
) -> list[dict[int, Any]]:
    """What each number of each row counts."""
    found = []
    for i, row in enumerate(rows):
        counts: dict[int, Any] = {}
        for j, number in enumerate(row.tolist()):
            if number < 0:
                raise errors.InvalidArgumentError(f"Input values must all be non-negative, got {number}")
            if 0 <= maxlength <= number:
                continue
            amount = 1 if weights is None else weights[i][j]
            counts[number] = 1 if binary_output else dtype.type(counts.get(number, 0) + amount)
        found.append(counts)
    return found


def _sparse(found: dict[int, dict[int, Any]], count: int | None, dtype: Any, width: int) -> list[Array]:
    places = [[i, number] for i, counts in found.items() for number in sorted(counts)]
    values = np.array([found[i][number] for i, number in places], dtype)
    indices = np.array(places, np.int64).reshape(-1, 2)
    if count is None:
        return [np.ascontiguousarray(indices[:, 1:]), values, np.array([width], np.int64)]
    return [indices, values, np.array([count, width], np.int64)]


def _count(
    rows: list[Array],
    weights: list[Array] | None,
    is_vector: bool,
    output_type: Any,
    numbers: Sequence[int] | None = None,
    count: int | None = None,
    **attrs: Any,
) -> list[Array]:
    """The counts of these rows: all there are, or those with the numbers `numbers` of `count`."""
    dtype = np.dtype(output_type)
    found = _counts(rows, weights, dtype, **attrs)
    minlength, maxlength = attrs["minlength"], attrs["maxlength"]
    highest = max((int(row.max()) + 1 for row in rows if row.size), default=1)
    by_row = dict(zip(range(len(rows)) if numbers is None else numbers, found, strict=True))
    total = None if is_vector else len(rows) if count is None else count
    return _sparse(by_row, total, dtype, maxlength if maxlength >= 0 else max(minlength, highest))


def _checked_weights(weights: Array, size: int) -> Array | None:
    if not weights.size:
        return None
    if weights.size != size:
        raise errors.InvalidArgumentError(f"Weights and values must have the same size: {weights.size} and {size}")
    return weights


def _count_dense(values: Array, weights: Array, **attrs: Any) -> list[Array]:
    if values.ndim not in (1, 2):
        raise errors.InvalidArgumentError(f"Input must be a 1 or 2-dimensional tensor. Got: {values.ndim}")
    if weights.size and weights.shape != values.shape:
        raise errors.InvalidArgumentError(
            f"Weights and values must have the same shape: {list(weights.shape)} and {list(values.shape)}"
        )
    rows, heavy = np.atleast_2d(values), np.atleast_2d(weights) if weights.size else None
    return _count(list(rows), None if heavy is None else list(heavy), values.ndim == 1, weights.dtype, **attrs)


def _count_ragged(splits: Array, values: Array, weights: Array, **attrs: Any) -> list[Array]:
    if splits.size < 2 or splits[0] != 0 or splits[-1] != values.size or (np.diff(splits) < 0).any():
        raise errors.InvalidArgumentError(
            f"Splits must start with 0, ascend and end with the number of values, {values.size}; got {splits.tolist()}"
        )
    heavy, bounds = _checked_weights(weights, values.size), list(pairwise(splits.tolist()))
    parts = None if heavy is None else [heavy[a:b] for a, b in bounds]
    return _count([values[a:b] for a, b in bounds], parts, False, weights.dtype, **attrs)


def _rows_of_sparse(indices: Array, values: Array, shape: Array) -> tuple[list[int], list[Array]]:
    """The rows that have values, and the places of the values of each; of a vector, of one."""
    if indices.ndim != 2 or len(indices) != len(values) or indices.shape[1] != len(shape):
        raise errors.InvalidArgumentError(
            f"Indices of shape {list(indices.shape)} do not go with {len(values)} values of a tensor of shape "
            f"{shape.tolist()}"
        )
    if len(shape) == 1:
        return [0], [np.arange(len(values))]
    if indices.size and (indices[:, 0].min() < 0 or indices[:, 0].max() >= shape[0]):
        raise errors.InvalidArgumentError(f"A row of the indices is outside of the shape {shape.tolist()}")
    rows = np.unique(indices[:, 0])
    return rows.tolist(), [np.flatnonzero(indices[:, 0] == row) for row in rows]


def _count_sparse(indices: Array, values: Array, dense_shape: Array, weights: Array, **attrs: Any) -> list[Array]:
    numbers, rows = _rows_of_sparse(indices, values, dense_shape)
    heavy = _checked_weights(weights, values.size)
    parts = None if heavy is None else [heavy[row] for row in rows]
    found = [values[row] for row in rows]
    return _count(found, parts, len(dense_shape) == 1, weights.dtype, numbers, int(dense_shape[0]), **attrs)


def _sparse_rank(ctx: ShapeContext) -> list[Dims]:
    dims = ctx.dims(2)
    return _counted_dims(dims[0] if dims and isinstance(dims[0], int) else None)


DENSE_COUNT = op(
    "DenseCountSparseOutput", f"values: T, weights: output_type -> {_RESULTS}", _COUNTED,
    shape=lambda ctx: _counted_dims(ctx.rank(0)), kernel=_count_dense, no_gradient=True,
)  # fmt: skip
RAGGED_COUNT = op(
    "RaggedCountSparseOutput", f"splits: int64, values: T, weights: output_type -> {_RESULTS}", _COUNTED,
    shape=lambda ctx: _counted_dims(2), kernel=_count_ragged, no_gradient=True,
)  # fmt: skip
SPARSE_COUNT = op(
    "SparseCountSparseOutput",
    f"indices: int64, values: T, dense_shape: int64, weights: output_type -> {_RESULTS}", _COUNTED,
    shape=_sparse_rank, kernel=_count_sparse, no_gradient=True,
)  # fmt: skip


def _bincount(
    indices: Array, values: Array, dense_shape: Array, size: Array, weights: Array, binary_output: bool
) -> Array:
    if size.ndim or size < 0:
        raise errors.InvalidArgumentError(f"size is a non-negative scalar, got {size.tolist()}")
    if (values < 0).any():
        raise errors.InvalidArgumentError("Input arr must be non-negative!")
    heavy = _checked_weights(weights, values.size)
    numbers, rows = _rows_of_sparse(indices, values, dense_shape)
    is_vector = len(dense_shape) == 1
    result = np.zeros((1 if is_vector else int(dense_shape[0]), int(size)), weights.dtype)
    for i, row in zip(numbers, rows, strict=True):
        kept = row[values[row] < size]
        if binary_output:
            result[i, values[kept]] = 1
        else:
            np.add.at(result[i], values[kept], 1 if heavy is None else heavy[kept])
    return result[0] if is_vector else result


def _bincount_dims(ctx: ShapeContext) -> Dims:
    size, shape = ctx.value(3), ctx.dims(2)
    width = Symbol() if size is None else int(size)
    if not shape or not isinstance(shape[0], int):
        return None
    rows = ctx.dims_value(2)
    return (width,) if shape[0] == 1 else (rows[0] if rows else Symbol(), width)


SPARSE_BINCOUNT = op(
    "SparseBincount",
    "indices: int64, values: Tidx, dense_shape: int64, size: Tidx, weights: T -> output: T",
    "Tidx: index; T: {int32, int64, float32, float64}; binary_output: bool = false",
    shape=_bincount_dims, kernel=_bincount, no_gradient=True,
)  # fmt: skip
