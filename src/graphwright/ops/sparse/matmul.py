"""Products of two sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import int64
from graphwright.core.context import name_scope
from graphwright.core.dispatch import apply
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.select import unique
from graphwright.ops.array.tile import repeat
from graphwright.ops.index.sort import argsort
from graphwright.ops.sparse.construct import coordinates_of, keys_of, known_as, reorder


def sparse_sparse_matmul(a: SparseTensor, b: SparseTensor) -> SparseTensor:
    """The product of sparse matrices, or of stacks of them of one size, with an element wherever one may be.

    Each element (i, k) of `a` meets the elements of row k of `b`, which lie side by side.
    """
    with name_scope("sparse_matmul"):
        rank = a.shape.rank
        if rank is None or rank != b.shape.rank or rank < 2:
            raise errors.ShapeMismatchError(f"Sparse matrices of shapes {a.shape} and {b.shape} have no product.")
        if not a.shape[:-2].concatenate(a.shape[-1:]).is_compatible_with(b.shape[:-1]):
            raise errors.ShapeMismatchError(f"Matrix size-incompatible: In[0]: {a.shape}, In[1]: {b.shape}")
        b = reorder(b)
        outer, sizes_b = a.dense_shape[:-2], b.dense_shape[:-1]
        wanted = keys_of(apply("ConcatV2", ([a.indices[:, :-2], a.indices[:, -1:]], 1)), sizes_b)
        rows_b = keys_of(b.indices[:, :-1], sizes_b)
        counts = _counts(rows_b, apply("Prod", (sizes_b, 0)))
        partners = apply("GatherV2", (counts, wanted, 0))
        mine = repeat(_numbers(wanted), partners)
        # the partners of an element lie side by side in `b`, and its products in the result
        start = apply("Sub", (_gathered(_before(counts), wanted), _before(partners)))
        theirs = apply("AddV2", (_gathered(start, mine), _numbers(mine)))
        products = apply("Mul", (_gathered(a.values, mine), _gathered(b.values, theirs)))
        places = apply("ConcatV2", ([_gathered(a.indices[:, :-1], mine), _gathered(b.indices[:, -1:], theirs)], 1))
        shape = apply("ConcatV2", ([outer, a.dense_shape[-2:-1], b.dense_shape[-1:]], 0))
        keys = keys_of(places, shape)
        order = argsort(keys, stable=True)
        distinct, numbers = unique(_gathered(keys, order), int64)
        count = apply("Size", (distinct,))
        values = apply("UnsortedSegmentSum", (_gathered(products, order), numbers, count))
        made = SparseTensor(coordinates_of(distinct, shape), values, shape)
        return known_as(made, [*a.shape.as_list()[:-1], b.shape[-1]])


def _counts(numbers: Tensor, size: Tensor) -> Tensor:
    return apply("UnsortedSegmentSum", (apply("OnesLike", (numbers,)), numbers, size))


def _before(counts: Tensor) -> Tensor:
    return apply("Cumsum", (counts, 0), {"exclusive": True})


def _numbers(like: Tensor) -> Tensor:
    return apply("Range", (np.int64(0), apply("Size", (like,), {"out_type": int64}), np.int64(1)))


def _gathered(x: Tensor, numbers: Tensor) -> Any:
    return apply("GatherV2", (x, numbers, 0))


__all__ = ["sparse_sparse_matmul"]
