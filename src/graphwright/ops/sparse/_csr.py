"""Matrices in compressed rows: what a variant of a CSRSparseMatrix holds, and arithmetic on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from graphwright.base.dtypes import from_numpy
from graphwright.core.prelude import Array, errors


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """One matrix: where each row starts, the columns of the stored elements, in order, and their values."""

    row_ptrs: Array
    columns: Array
    values: Array

    @property
    def rows(self) -> Array:
        """The row of each stored element."""
        return np.repeat(np.arange(len(self.row_ptrs) - 1), np.diff(self.row_ptrs))

    def with_values(self, values: Array) -> Rows:
        """Other values in the same places."""
        return Rows(self.row_ptrs, self.columns, values)


class CsrMatrix:
    """A matrix, or a batch of them, in compressed rows; it is no sequence, so that NumPy takes it as one object."""

    def __init__(self, dense_shape: Sequence[int], parts: Sequence[Rows], dtype: Any) -> None:
        self.dense_shape = tuple(int(n) for n in dense_shape)
        self.parts, self.dtype = list(parts), np.dtype(dtype)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, CsrMatrix)
            and (self.dense_shape, self.dtype) == (other.dense_shape, other.dtype)
            and all(
                np.array_equal(x, y)
                for a, b in zip(self.parts, other.parts, strict=True)
                for x, y in ((a.row_ptrs, b.row_ptrs), (a.columns, b.columns), (a.values, b.values))
            )
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"CsrMatrix(shape={list(self.dense_shape)}, stored={[len(p.columns) for p in self.parts]})"

    @property
    def is_batch(self) -> bool:
        """Whether it is a batch of matrices."""
        return len(self.dense_shape) == 3

    def map(self, function: Callable[[Rows], Rows], dense_shape: Sequence[int] | None = None) -> CsrMatrix:
        """The same function of each matrix."""
        shape = self.dense_shape if dense_shape is None else dense_shape
        return CsrMatrix(shape, [function(part) for part in self.parts], self.dtype)

    def encoded(self) -> Array:
        """The variant tensor."""
        result = np.empty((), object)
        result[()] = self
        return result


def decoded(variant: Array, dtype: Any = None) -> CsrMatrix:
    """The matrix of a variant; InvalidArgumentError for another variant, or values of another dtype."""
    found = variant.item() if variant.size == 1 else None
    if not isinstance(found, CsrMatrix):
        raise errors.InvalidArgumentError(f"The variant is no CSRSparseMatrix: {found!r}")
    if dtype is not None and found.dtype != np.dtype(dtype.numpy):
        raise errors.InvalidArgumentError(
            f"Asked for a CSRSparseMatrix of type {dtype.name} but saw dtype: {from_numpy(found.dtype).name}"
        )
    return found


def check_shape(dense_shape: Sequence[int]) -> None:
    """Raise InvalidArgumentError for what is neither a matrix nor a batch of them."""
    if len(dense_shape) not in (2, 3):
        raise errors.InvalidArgumentError(f"params must have rank == 2 or 3; but saw shape: {list(dense_shape)}")


def compressed(rows: Array, columns: Array, values: Array, count: int) -> Rows:
    """Elements, ordered by row and column, in compressed rows."""
    starts = np.searchsorted(rows, np.arange(count + 1)).astype(np.int32)
    return Rows(starts, columns.astype(np.int32), values)


def from_elements(indices: Array, values: Array, dense_shape: Sequence[int]) -> CsrMatrix:
    """A matrix from the places of its elements."""
    check_shape(dense_shape)
    if indices.ndim != 2 or indices.shape[1] != len(dense_shape):
        raise errors.InvalidArgumentError(
            f"Index rank ({indices.shape[-1] if indices.ndim else 0}) and shape rank ({len(dense_shape)}) do not match"
        )
    outside = (indices < 0) | (indices >= np.asarray(dense_shape))
    if outside.any():
        place = indices[outside.any(1)][0].tolist()
        raise errors.InvalidArgumentError(f"Index {place} is outside of the shape {list(dense_shape)}")
    order = np.lexsort(indices.T[::-1])
    indices, values = indices[order], values[order]
    batch = indices[:, 0] if len(dense_shape) == 3 else np.zeros(len(indices), np.int64)
    bounds = np.searchsorted(batch, np.arange((dense_shape[0] if len(dense_shape) == 3 else 1) + 1))
    parts = [compressed(indices[a:b, -2], indices[a:b, -1], values[a:b], dense_shape[-2]) for a, b in pairwise(bounds)]
    return CsrMatrix(dense_shape, parts, values.dtype)


def elements(matrix: CsrMatrix) -> tuple[Array, Array]:
    """The places of the stored elements, and their values."""
    places = [np.stack([p.rows, p.columns], 1).astype(np.int64) for p in matrix.parts]
    if matrix.is_batch:
        places = [np.concatenate([np.full((len(p), 1), i), p], 1) for i, p in enumerate(places)]
    values = [p.values for p in matrix.parts]
    rank = len(matrix.dense_shape)
    return (
        np.concatenate([np.zeros((0, rank), np.int64), *places]),
        np.concatenate([np.zeros(0, matrix.dtype), *values]),
    )


def dense(matrix: CsrMatrix) -> Array:
    """The whole matrix with its zeros."""
    result = np.zeros(matrix.dense_shape, matrix.dtype)
    places, values = elements(matrix)
    result[tuple(places.T)] = values
    return result


def transposed(matrix: CsrMatrix, conjugate: bool = False) -> CsrMatrix:
    """Columns as rows."""
    *batch, rows, columns = matrix.dense_shape

    def one(part: Rows) -> Rows:
        order = np.argsort(part.columns, kind="stable")
        values = part.values[order]
        return compressed(part.columns[order], part.rows[order], np.conj(values) if conjugate else values, columns)

    return matrix.map(one, (*batch, columns, rows))


def merged(rows: Array, columns: Array, values: Array, shape: Sequence[int]) -> Rows:
    """Elements of which several may be in one place, whose values are added."""
    keys, inverse = np.unique(rows.astype(np.int64) * shape[-1] + columns, return_inverse=True)
    total = np.zeros(len(keys), values.dtype)
    np.add.at(total, inverse, values)
    return compressed(keys // max(shape[-1], 1), keys % max(shape[-1], 1), total, shape[-2])


def product(a: Rows, b: Rows, shape: Sequence[int]) -> Rows:
    """The product of two matrices: elements for all pairs that meet, zeros among them included."""
    lengths = np.diff(b.row_ptrs)[a.columns]
    starts = np.repeat(b.row_ptrs[a.columns] - (np.cumsum(lengths) - lengths), lengths)
    of_b = starts + np.arange(int(lengths.sum()))
    values = np.repeat(a.values, lengths) * b.values[of_b]
    return merged(np.repeat(a.rows, lengths), b.columns[of_b], values, shape)


def row_sums(part: Rows, values: Array) -> Array:
    """The sum of the values of each row."""
    result = np.zeros(len(part.row_ptrs) - 1, values.dtype)
    np.add.at(result, part.rows, values)
    return result


def cholesky(part: Rows, permutation: Array, size: int) -> Rows:
    """The lower factor of a matrix whose rows and columns are permuted, with the zeros that elimination fills."""
    whole, stored = np.zeros((size, size), part.values.dtype), np.zeros((size, size), bool)
    whole[part.rows, part.columns], stored[part.rows, part.columns] = part.values, True
    order = np.ix_(permutation, permutation)
    lower, filled = np.tril(whole[order]), np.tril(stored[order])
    factor = np.linalg.cholesky(lower + np.conj(np.tril(lower, -1)).T)
    for k in range(size):
        below = np.flatnonzero(filled[k + 1 :, k]) + k + 1
        filled[np.ix_(below, below)] = True
    filled = np.tril(filled)
    rows, columns = np.nonzero(filled)
    return compressed(rows, columns, factor[rows, columns], size)
