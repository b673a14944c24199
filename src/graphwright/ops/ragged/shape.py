"""The shape of a ragged tensor, as returned by `tf.shape`."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import DType
from graphwright.core.prelude import Tensor, apply
from graphwright.ir.infer import constant_value
from graphwright.ops.ragged.ragged_tensor import RaggedTensor


class DynamicRaggedShape:
    """The dimensions of a ragged tensor: each is a scalar, or a vector of row lengths.

    >>> found = tf.shape(tf.ragged.constant([[1, 2], [3], []]))
    >>> found
    <DynamicRaggedShape lengths=[3, (2, 1, 0)] num_row_partitions=1>
    >>> int(found[0])
    3
    """

    def __init__(self, value: RaggedTensor, dtype: DType) -> None:
        self._value, self._dtype = value, dtype

    @property
    def dtype(self) -> DType:
        """The dtype of the sizes."""
        return self._dtype

    @property
    def rank(self) -> int | None:
        """The number of dimensions."""
        return self._value.shape.rank

    @property
    def num_row_partitions(self) -> int:
        """The number of row partitions, uniform or ragged."""
        return self._value.ragged_rank

    @property
    def inner_shape(self) -> Tensor:
        """The shape of the flat values."""
        return apply("Shape", (self._value.flat_values,), {"out_type": self._dtype})

    def is_uniform(self, axis: int) -> bool:
        """Whether all rows of a dimension have the same length."""
        return not 0 < axis <= self.num_row_partitions or self._rows(axis).uniform_row_length is not None

    def _rows(self, axis: int) -> RaggedTensor:
        rows = self._value
        for _ in range(axis - 1):
            rows = rows.values
        return rows

    def __getitem__(self, axis: int) -> Any:
        if self.rank is not None and axis < 0:
            axis += self.rank
        if not self.is_uniform(axis):
            raise ValueError(f"Index {axis} is not uniform")
        if axis == 0:
            return self._value.nrows(self._dtype)
        if axis > self.num_row_partitions:
            return self.inner_shape[axis - self.num_row_partitions]
        return apply("Cast", (self._rows(axis).uniform_row_length,), {"DstT": self._dtype})

    def _length(self, axis: int) -> Any:
        if not self.is_uniform(axis):
            lengths = constant_value(self._rows(axis).row_lengths())
            return None if lengths is None else tuple(lengths.tolist())
        known = constant_value(self[axis])
        return None if known is None else int(np.asarray(known))

    def static_lengths(self) -> list[Any]:
        """The statically known dimensions: a number, a tuple of row lengths, or None."""
        return [self._length(axis) for axis in range(self.rank or 0)]

    def __repr__(self) -> str:
        return f"<DynamicRaggedShape lengths={self.static_lengths()} num_row_partitions={self.num_row_partitions}>"
