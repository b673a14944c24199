"""Diagonals of matrices, their sums, and differences of neighbours."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, TensorLike, apply
from graphwright.numpy_api.arrays import asarray, cast, known_rank, numpy_dtype, sizes
from graphwright.numpy_api.shapes import axis_of, moveaxis, ravel, slices
from graphwright.ops.linalg.diagonals import diag as _diag
from graphwright.ops.linalg.diagonals import diag_part


def diag(v: TensorLike, k: int = 0) -> Tensor:
    """The matrix with a vector on its `k`-th diagonal, or that diagonal of a matrix.

    >>> tf.experimental.numpy.diag([1, 2]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    x = asarray(v)
    rank = known_rank(x, "diag")
    if rank not in (1, 2):
        raise ValueError(f"diag takes a vector or a matrix, got shape {x.shape}")
    return diagonal(x, k) if rank == 2 else _diag(x, k=k)


def diagflat(v: TensorLike, k: int = 0) -> Tensor:
    """The matrix with all elements in a row on its `k`-th diagonal.

    >>> tf.experimental.numpy.diagflat([[1, 2]]).numpy().tolist()
    [[1, 0], [0, 2]]
    """
    return diag(ravel(v), k)


def diagonal(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """A diagonal of the matrices that two axes are, as the last axis.

    Raises ValueError for fewer than two dimensions.

    >>> tf.experimental.numpy.diagonal([[1, 2], [3, 4]]).numpy().tolist()
    [1, 4]
    """
    x = asarray(a)
    rank = known_rank(x, "diagonal")
    if rank < 2:
        raise ValueError("diagonal requires a tensor of at least two dimensions")
    x = moveaxis(x, (axis1, axis2), (-2, -1))
    rows, columns = x.shape[-2], x.shape[-1]
    if rows is not None and columns is not None and (offset <= -rows or offset >= columns):
        return x[..., 0, :0] if rows and columns else apply("Reshape", (x, [*sizes(x)[:-2], 0]))
    return diag_part(x, k=offset)


def trace(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Tensor:
    """The sum along a diagonal; integers of more than a matrix are added up in 64 bits.

    >>> tf.experimental.numpy.trace([[1, 2], [3, 4]]).numpy().tolist()
    5
    """
    along = diagonal(a, offset, axis1, axis2)
    wanted = numpy_dtype(dtype)
    if wanted is None and len(along.shape) > 1 and along.dtype.is_integer and along.dtype.size < 8:
        wanted = np.dtype(np.uint64 if along.dtype.is_unsigned else np.int64)
    return apply("Sum", (along if wanted is None else cast(along, wanted), [-1]))


def diff(a: TensorLike, n: int = 1, axis: int = -1) -> Tensor:
    """The differences of neighbours along an axis, `n` times.

    Raises ValueError for a negative `n` or a number.

    >>> tf.experimental.numpy.diff([1, 4, 9]).numpy().tolist()
    [3, 5]
    """
    x = asarray(a)
    if n < 0:
        raise ValueError(f"order must be non-negative but got {n}")
    rank = known_rank(x, "diff")
    if not rank:
        raise ValueError("diff requires input that is at least one dimensional")
    along = axis_of(axis, rank)
    for _ in range(n):
        later, earlier = slices(x, along, 1, None), slices(x, along, None, -1)
        x = apply("NotEqual", (later, earlier)) if x.dtype.is_bool else later - earlier
    return x
