"""The descriptions of features that the parsing functions take."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from graphwright.base.dtypes import int32
from graphwright.core.prelude import DTypeLike, ShapeLike


class FixedLenFeature(NamedTuple):
    """A feature with the same number of values in each example, parsed to a tensor.

    Attributes:
      shape: of the values of an example.
      dtype: float32, int64 or string.
      default_value: for examples without the feature; if None, these are an error.

    >>> tf.io.FixedLenFeature([2], tf.float32)
    FixedLenFeature(shape=[2], dtype=tf.float32, default_value=None)
    """

    shape: ShapeLike
    dtype: DTypeLike
    default_value: Any = None


class FixedLenSequenceFeature(NamedTuple):
    """A feature with any number of values of one shape, parsed to a tensor that is filled up to the longest.

    Attributes:
      shape: of one value.
      dtype: float32, int64 or string.
      allow_missing: whether the feature may be missing, which means no values. `parse_example` needs True.
      default_value: fills up shorter examples; by default zero or the empty string.

    >>> tf.io.FixedLenSequenceFeature([], tf.int64, allow_missing=True).allow_missing
    True
    """

    shape: ShapeLike
    dtype: DTypeLike
    allow_missing: bool = False
    default_value: Any = None


class VarLenFeature(NamedTuple):
    """A feature with any number of values, parsed to a sparse tensor.

    Attributes:
      dtype: float32, int64 or string.

    >>> tf.io.VarLenFeature(tf.string)
    VarLenFeature(dtype=tf.string)
    """

    dtype: DTypeLike


class SparseFeature(NamedTuple):
    """Two or more features that are the indices and the values of a sparse tensor.

    Attributes:
      index_key: the feature of the indices, or one for each dimension.
      value_key: the feature of the values.
      dtype: of the values: float32, int64 or string.
      size: of each dimension.
      already_sorted: whether the indices of an example are in order.

    >>> tf.io.SparseFeature("ids", "weights", tf.float32, size=100).size
    100
    """

    index_key: str | Sequence[str]
    value_key: str
    dtype: DTypeLike
    size: int | Sequence[int]
    already_sorted: bool = False


class RowSplits(NamedTuple):
    """Rows by a feature of their splits."""

    key: str


class RowLengths(NamedTuple):
    """Rows by a feature of their lengths."""

    key: str


class RowStarts(NamedTuple):
    """Rows by a feature of their starts."""

    key: str


class RowLimits(NamedTuple):
    """Rows by a feature of their ends."""

    key: str


class ValueRowIds(NamedTuple):
    """Rows by a feature of the row of each value."""

    key: str


class UniformRowLength(NamedTuple):
    """Rows of one length."""

    length: int


PARTITIONS = (RowSplits, RowLengths, RowStarts, RowLimits, ValueRowIds, UniformRowLength)


class _RaggedFeature(NamedTuple):
    dtype: DTypeLike
    value_key: str | None = None
    partitions: Any = ()
    row_splits_dtype: DTypeLike = int32
    validate: bool = False


class RaggedFeature(_RaggedFeature):
    """A feature with any number of values, parsed to a ragged tensor; other features can divide it into rows.

    Attributes:
      dtype: float32, int64 or string.
      value_key: the feature of the values, by default the name of this one.
      partitions: divide the values into rows, from the outermost to the innermost: `RaggedFeature.RowSplits(key)`,
        `RowLengths`, `RowStarts`, `RowLimits`, `ValueRowIds` with the key of an int64 feature, or
        `UniformRowLength(length)`.
      row_splits_dtype: int32 or int64.
      validate: check that the partitions fit the values.

    >>> feature = tf.io.RaggedFeature(tf.int64, "values", [tf.io.RaggedFeature.RowLengths("lengths")])
    >>> feature.partitions
    (RowLengths(key='lengths'),)
    """

    RowSplits: ClassVar[type] = RowSplits
    RowLengths: ClassVar[type] = RowLengths
    RowStarts: ClassVar[type] = RowStarts
    RowLimits: ClassVar[type] = RowLimits
    ValueRowIds: ClassVar[type] = ValueRowIds
    UniformRowLength: ClassVar[type] = UniformRowLength

    def __new__(
        cls,
        dtype: DTypeLike,
        value_key: str | None = None,
        partitions: Any = (),
        row_splits_dtype: DTypeLike = int32,
        validate: bool = False,
    ) -> RaggedFeature:
        """See the class."""
        found = []
        for partition in [partitions] if isinstance(partitions, PARTITIONS) else partitions:
            if not isinstance(partition, PARTITIONS):
                raise TypeError(
                    f"Argument `partitions` cannot be cast to any of the partition types "
                    f"{', '.join(p.__name__ for p in PARTITIONS)}: {partition!r}."
                )
            found.append(partition)
        return super().__new__(cls, dtype, value_key, tuple(found), row_splits_dtype, validate)


__all__ = [
    "PARTITIONS", "FixedLenFeature", "FixedLenSequenceFeature", "RaggedFeature", "RowLengths", "RowLimits", "RowSplits",
    "RowStarts", "SparseFeature", "UniformRowLength", "ValueRowIds", "VarLenFeature",
]  # fmt: skip
