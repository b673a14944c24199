"""Product of two sparse matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.core.prelude import Tensor, apply, errors, name_scope
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ops.array.select import unique
from graphwright.ops.array.tile import repeat
from graphwright.ops.index.sort import argsort
from graphwright.ops.sparse.construct import coordinates_of, flat_indices_of, reorder, with_static_shape


def sparse_sparse_matmul(a: SparseTensor, b: SparseTensor) -> SparseTensor:
    """Multiply sparse matrices, or batches of them; the result stores every structurally non-zero element.

    Each element (i, k) of `a` is multiplied by the elements of row k of `b`, which are contiguous.
    """
    with name_scope("sparse_matmul"):
        rank = a.shape.rank
        if rank is None or rank != b.shape.rank or rank < 2:
            raise errors.ShapeMismatchError(f"Sparse matrices of shapes {a.shape} and {b.shape} have no product.")
        if not a.shape[:-2].concatenate(a.shape[-1:]).is_compatible_with(b.shape[:-1]):
            raise errors.ShapeMismatchError(f"Matrix size-incompatible: In[0]: {a.shape}, In[1]: {b.shape}")
        b = reorder(b)
        outer, sizes_b = a.dense_shape[:-2], b.dense_shape[:-1]
        row_keys = flat_indices_of(apply("ConcatV2", ([a.indices[:, :-2], a.indices[:, -1:]], 1)), sizes_b)
        rows_b = flat_indices_of(b.indices[:, :-1], sizes_b)
        counts = _counts(rows_b, apply("Prod", (sizes_b, 0)))
        partners = apply("GatherV2", (counts, row_keys, 0))
        left = repeat(_indices(row_keys), partners)
        # the partners of an element are contiguous in `b`, and its products in the result
        start = apply("Sub", (_gather(_exclusive_cumsum(counts), row_keys), _exclusive_cumsum(partners)))
        right = apply("AddV2", (_gather(start, left), _indices(left)))
        products = apply("Mul", (_gather(a.values, left), _gather(b.values, right)))
        coordinates = apply("ConcatV2", ([_gather(a.indices[:, :-1], left), _gather(b.indices[:, -1:], right)], 1))
        shape = apply("ConcatV2", ([outer, a.dense_shape[-2:-1], b.dense_shape[-1:]], 0))
        keys = flat_indices_of(coordinates, shape)
        order = argsort(keys, stable=True)
        distinct, segment_ids = unique(_gather(keys, order), int64)
        count = apply("Size", (distinct,))
        values = apply("UnsortedSegmentSum", (_gather(products, order), segment_ids, count))
        result = SparseTensor(coordinates_of(distinct, shape), values, shape)
        return with_static_shape(result, [*a.shape.as_list()[:-1], b.shape[-1]])


def _counts(segment_ids: Tensor, size: Tensor) -> Tensor:
    return apply("UnsortedSegmentSum", (apply("OnesLike", (segment_ids,)), segment_ids, size))


def _exclusive_cumsum(counts: Tensor) -> Tensor:
    return apply("Cumsum", (counts, 0), {"exclusive": True})


def _indices(like: Tensor) -> Tensor:
    return apply("Range", (np.int64(0), apply("Size", (like,), {"out_type": int64}), np.int64(1)))


def _gather(x: Tensor, segment_ids: Tensor) -> Any:
    return apply("GatherV2", (x, segment_ids, 0))
