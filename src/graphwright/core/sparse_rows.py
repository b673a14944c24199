"""The rows of sparse tensors, as loops over rows take them: tensors that hold as many elements for each row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import int64
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec
from graphwright.core.dispatch import apply
from graphwright.core.sparse_tensor import SparseTensor, SparseTensorSpec


class SparseRowEncoder:
    """What a sparse tensor looks like row by row: the first of each tensor below belongs to the first row.

    - the number of elements of each row, [rows],
    - their coordinates within the row, [rows, most, rank - 1], and the elements, [rows, most], with zeros behind them,
    - the shape of a row, [rows, rank - 1].
    """

    def encode(self, spec: Any, value: Any, minimum_rank: int = 0) -> list[Any]:
        """The four tensors of a sparse tensor that is to be taken apart."""
        if minimum_rank < 1:
            raise errors.UnimplementedError(
                "A function over rows cannot return a SparseTensor. Return its parts, or tf.sparse.to_dense of it."
            )
        count = value.dense_shape[0]
        outer, inner = value.indices[:, 0], value.indices[:, 1:]
        sizes = apply("UnsortedSegmentSum", (apply("OnesLike", (outer,)), outer, count))
        most = apply("Max", (apply("ConcatV2", ([sizes, np.zeros(1, np.int64)], 0)), 0))
        first = apply("Cumsum", (sizes, 0), {"exclusive": True})
        all_numbers = apply("Range", (np.int64(0), apply("Size", (outer,), {"out_type": int64}), np.int64(1)))
        place = apply("Sub", (all_numbers, apply("GatherV2", (first, outer, 0))))
        where = apply("Pack", ([outer, place],), {"axis": 1})
        rest = value.dense_shape[1:]
        lengths = apply("Pack", ([count, most],))
        wide = apply("ConcatV2", ([lengths, apply("Shape", (rest,), {"out_type": int64})], 0))
        row_shapes = apply("Tile", (apply("ExpandDims", (rest, 0)), apply("Pack", ([count, np.int64(1)],))))
        tensors = [
            sizes,
            apply("ScatterNd", (where, inner, wide)),
            apply("ScatterNd", (where, value.values, lengths)),
            row_shapes,
        ]
        for tensor, part in zip(tensors, _row_specs(spec._unbatch()), strict=True):
            if not tensor._type.is_static:
                tensor.set_shape(TensorShape([value.shape[0]]).concatenate(part.shape))
        return tensors

    def decode(self, spec: Any, encoded_value: Sequence[Any]) -> SparseTensor:
        """One row."""
        count, indices, values, shape = encoded_value
        result = SparseTensor(indices[:count], values[:count], shape)
        if not result.shape.is_fully_defined():
            result.set_shape(spec.shape)
        return result

    def encoding_specs(self, spec: Any) -> list[TensorSpec]:
        """The specs of the tensors of one row."""
        return _row_specs(spec)


def _row_specs(spec: SparseTensorSpec) -> list[TensorSpec]:
    rank = spec.rank
    return [
        TensorSpec([], int64),
        TensorSpec([None, rank], int64),
        TensorSpec([None], spec.dtype),
        TensorSpec([rank], int64),
    ]


__all__ = ["SparseRowEncoder"]
