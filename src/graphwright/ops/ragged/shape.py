"""The shape of a ragged tensor, `tf.experimental.DynamicRaggedShape`: row partitions, and the shape of the values."""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import Any, ClassVar

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, int32, int64
from graphwright.base.services import DISPATCH_RAGGED
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.base.spec_registry import register
from graphwright.core.prelude import DTypeLike, Tensor, apply, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.ragged.row_partition import RowPartition, RowPartitionSpec, require_equal


class DynamicRaggedShape:
    """The dimensions of a tensor, some of which may be ragged: each is a size, or has a length for each row.

    Args:
      row_partitions: a `tf.experimental.RowPartition` for each dimension but the first that is ragged or comes before a
        ragged one; the outermost first.
      inner_shape: the shape of the flat values; without partitions, of the whole tensor.
      dtype: of the sizes, int32 or int64; by default that of the partitions and of `inner_shape`.
      validate: whether to check that the partitions fit each other and the values.
      static_inner_shape: what is known of `inner_shape` besides.

    Raises ValueError for partitions that do not fit, if that is known without running anything.

    >>> found = tf.shape(tf.ragged.constant([[1, 2], [3], []]))
    >>> found
    <DynamicRaggedShape lengths=[3, (2, 1, 0)] num_row_partitions=1>
    >>> int(found[0])
    3
    >>> tf.ones(found)
    <tf.RaggedTensor [[1.0, 1.0], [1.0], []]>
    """

    __slots__ = ("__weakref__", "_inner", "_partitions", "_static_inner")
    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __init__(
        self,
        row_partitions: Sequence[RowPartition],
        inner_shape: Any,
        dtype: DTypeLike | None = None,
        validate: bool = False,
        static_inner_shape: Any = None,
    ) -> None:
        DISPATCH_RAGGED.get()()  # functions that take shapes take this one from here on
        partitions = tuple(row_partitions)
        if not all(isinstance(p, RowPartition) for p in partitions):
            raise TypeError(f"row_partitions should be a list of RowPartitions, got {list(row_partitions)}")
        inner = to_tensor(inner_shape, None, "inner_shape", int64)
        kind = as_dtype(dtype) if dtype is not None else partitions[0].dtype if partitions else inner.dtype
        if kind not in (int32, int64):
            raise ValueError(f"The sizes of a DynamicRaggedShape are int32 or int64, not {kind.name}")
        self._partitions = tuple(p.with_dtype(kind) for p in partitions)
        self._inner = inner if inner.dtype is kind else apply("Cast", (inner,), {"DstT": kind})
        self._static_inner = _static_shape(self._inner, static_inner_shape)
        if partitions and self._static_inner.rank == 0:
            raise ValueError("The values of row partitions have one dimension at least; inner_shape is empty.")
        if validate:
            self._check()

    def _check(self) -> None:
        for outer, inner in zip(self._partitions, self._partitions[1:], strict=False):
            require_equal(outer.nvals(), inner.nrows(), "RowPartitions in row_partitions do not align.")
        if self._partitions:
            require_equal(
                self._partitions[-1].nvals(), self._inner[0], "Last row partition does not match inner_shape."
            )

    # --- construction ---

    @classmethod
    def from_lengths(
        cls, lengths: Sequence[Sequence[int] | int], num_row_partitions: int | None = None, dtype: DTypeLike = int64
    ) -> DynamicRaggedShape:
        """The shape of these lengths: a number for a uniform dimension, the length of each row for a ragged one.

        `num_row_partitions` makes partitions of uniform dimensions as well. Raises ValueError for lengths that do not
        fit each other.

        >>> tf.experimental.DynamicRaggedShape.from_lengths([2, (2, 1), 3]).inner_shape.numpy().tolist()
        [3, 3]
        """
        found: list[Any] = list(lengths)
        last = max((i for i, length in enumerate(found) if not _is_size(length)), default=0)
        if found and not _is_size(found[0]):
            raise ValueError(f"The first dimension must be uniform; got the lengths {found[0]}.")
        count = last if num_row_partitions is None else num_row_partitions
        if not last <= count < max(len(found), 1):
            raise ValueError(f"num_row_partitions={count} must be from {last} to {max(len(found) - 1, 0)} for {found}")
        kind = as_dtype(dtype)
        if not count:
            sizes = np.array(found, kind.numpy)
            return cls([], sizes, kind, static_inner_shape=[None if s < 0 else s for s in found])
        rows: Any = found[0]
        partitions = []
        for length in found[1 : count + 1]:
            partition = _partition_of(rows, length, kind)
            partitions.append(partition)
            rows = partition.static_nvals
        inner = np.array([rows, *found[count + 1 :]], kind.numpy)
        return cls(partitions, inner, kind, static_inner_shape=[None if s < 0 else s for s in inner.tolist()])

    @classmethod
    def from_row_partitions(cls, row_partitions: Sequence[RowPartition], dtype: DTypeLike | None = None) -> Any:
        """The shape of values without further dimensions, divided by the partitions."""
        if not row_partitions:
            raise ValueError("row_partitions cannot be empty")
        last = row_partitions[-1]
        return cls(
            row_partitions, apply("ExpandDims", (last.nvals(), 0)), dtype, static_inner_shape=[last.static_nvals]
        )

    @classmethod
    def from_tensor(cls, t: Any, dtype: DTypeLike | None = None) -> DynamicRaggedShape:
        """The shape of a tensor, ragged or not.

        >>> tf.experimental.DynamicRaggedShape.from_tensor([[1, 2, 3]])
        <DynamicRaggedShape lengths=[1, 3] num_row_partitions=0>
        """
        if not isinstance(t, RaggedTensor):
            x = to_tensor(t)
            kind = int32 if dtype is None else as_dtype(dtype)
            return cls([], apply("Shape", (x,), {"out_type": kind}), kind, static_inner_shape=x.shape)
        partitions, rows = [], t
        while isinstance(rows, RaggedTensor):
            partitions.append(RowPartition.of(rows.row_splits, rows.uniform_row_length, rows.values.shape))
            rows = rows.values
        inner = apply("Shape", (rows,), {"out_type": t.row_splits.dtype})
        return cls(partitions, inner, dtype, static_inner_shape=rows.shape)

    # --- what it consists of ---

    @property
    def dtype(self) -> DType:
        """The dtype of the sizes."""
        return self._inner.dtype

    @property
    def rank(self) -> int | None:
        """The number of dimensions."""
        inner = self.inner_rank
        return None if inner is None else inner + len(self._partitions)

    @property
    def inner_rank(self) -> int | None:
        """The number of dimensions of the flat values."""
        return self._static_inner.rank

    @property
    def num_row_partitions(self) -> int:
        """The number of row partitions, uniform or ragged."""
        return len(self._partitions)

    @property
    def row_partitions(self) -> tuple[RowPartition, ...]:
        """The row partitions, the outermost first."""
        return self._partitions

    @property
    def inner_shape(self) -> Tensor:
        """The shape of the flat values."""
        return self._inner

    @property
    def _type_spec(self) -> DynamicRaggedShapeSpec:
        return DynamicRaggedShapeSpec(tuple(p._type_spec for p in self._partitions), self._static_inner, self.dtype)

    def with_dtype(self, dtype: DTypeLike) -> DynamicRaggedShape:
        """The same shape with sizes of `dtype`, int32 or int64."""
        return DynamicRaggedShape(self._partitions, self._inner, dtype, static_inner_shape=self._static_inner)

    def is_uniform(self, axis: int) -> bool:
        """Whether all rows of a dimension have the same length by construction.

        Raises IndexError for a dimension that is not there.
        """
        if axis < 0 or (self.rank is not None and axis >= self.rank):
            raise IndexError(f"axis={axis} must be from 0 to {'the rank' if self.rank is None else self.rank - 1}")
        return not 0 < axis <= len(self._partitions) or self._partitions[axis - 1].is_uniform()

    def static_lengths(self, ragged_lengths: bool = True) -> list[Any]:
        """The dimensions as far as they are known: a number, the length of each row, or None.

        Without `ragged_lengths` a ragged dimension is None. Of an unknown rank the end is `...`.
        """
        inner = self._static_inner
        sizes: list[Any] = [...] if inner.rank is None else inner.as_list()
        if not self._partitions:
            return sizes
        rows = self._partitions[0].static_nrows
        lengths = [_known_length(p, ragged_lengths) for p in self._partitions]
        return [rows, *lengths, *(sizes if inner.rank is None else sizes[1:])]

    def __getitem__(self, index: int | slice) -> Any:
        """A dimension as a scalar, or a range of dimensions as a shape.

        Raises ValueError for a ragged dimension, and for a range after a ragged one; IndexError for one that is not
        there, and for steps.
        """
        if isinstance(index, slice):
            return self._range(index)
        if index < 0:
            if self.rank is None:
                raise ValueError("Rank must be known to use negative index.")
            index += self.rank
        if not self.is_uniform(index):
            raise ValueError(f"Index {index} is not uniform")
        return self._size(index)

    def _size(self, axis: int) -> Any:
        if not self._partitions or axis > len(self._partitions):
            return self._inner[axis - len(self._partitions)]
        return self._partitions[0].nrows() if axis == 0 else self._partitions[axis - 1].uniform_row_length()

    def _range(self, index: slice) -> DynamicRaggedShape:
        if index.step not in (None, 1):
            raise IndexError("Cannot stride through a shape")
        if self.rank is None:
            raise ValueError("Rank must be known to take a range of dimensions.")
        start, stop, _ = index.indices(self.rank)
        if start >= stop:
            return DynamicRaggedShape([], np.zeros(0, self.dtype.numpy), self.dtype)
        count = len(self._partitions)
        if start == 0 and stop > count:
            inner = self._static_inner[: stop - count]
            return DynamicRaggedShape(self._partitions, self._inner[: stop - count], static_inner_shape=inner)
        if start == 0 and stop > 1:
            return DynamicRaggedShape.from_row_partitions(self._partitions[: stop - 1], self.dtype)  # type: ignore[no-any-return]
        if not all(self.is_uniform(axis) for axis in range(stop)):
            raise ValueError("All relevant dimensions must be uniform")
        sizes = apply("Pack", ([self._size(axis) for axis in range(start, stop)],))
        return DynamicRaggedShape([], sizes, self.dtype, static_inner_shape=self.static_lengths()[start:stop])

    def __eq__(self, other: object) -> Any:
        if not isinstance(other, DynamicRaggedShape) or self._signature() != other._signature():
            return False
        mine = [self._inner, *(p.row_splits() for p in self._partitions)]
        theirs = [other._inner, *(p.row_splits() for p in other._partitions)]
        equal = [_all_equal(a, b) for a, b in zip(mine, theirs, strict=True)]
        return apply("All", (apply("Pack", (equal,)), [0]))

    def _signature(self) -> tuple[Any, ...]:
        return self.dtype, self.inner_rank, tuple(p.is_uniform() for p in self._partitions)

    def __ne__(self, other: object) -> Any:
        equal = self == other
        return apply("LogicalNot", (equal,)) if isinstance(equal, Tensor) else not equal

    def __repr__(self) -> str:
        lengths = ", ".join("..." if length is ... else str(length) for length in self.static_lengths())
        return f"<DynamicRaggedShape lengths=[{lengths}] num_row_partitions={self.num_row_partitions}>"


@register("tf.DynamicRaggedShape.Spec")
class DynamicRaggedShapeSpec(TypeSpec):
    """The type of a `DynamicRaggedShape`: its partitions' types, what is known of the inner shape, and a dtype."""

    __slots__ = ("_dtype", "_inner", "_partitions")

    def __init__(self, row_partitions: Sequence[RowPartitionSpec], static_inner_shape: Any, dtype: DTypeLike) -> None:
        self._partitions = tuple(row_partitions)
        self._inner = TensorShape(static_inner_shape)
        self._dtype = as_dtype(dtype)

    @property
    def value_type(self) -> type:
        """The class `DynamicRaggedShape`."""
        return DynamicRaggedShape

    @property
    def dtype(self) -> DType:
        """The dtype of the sizes."""
        return self._dtype

    @property
    def inner_rank(self) -> int | None:
        """The number of dimensions of the flat values."""
        return self._inner.rank

    @property
    def num_row_partitions(self) -> int:
        """The number of row partitions."""
        return len(self._partitions)

    @property
    def rank(self) -> int | None:
        """The number of dimensions."""
        return None if self._inner.rank is None else self._inner.rank + len(self._partitions)

    @classmethod
    def from_value(cls, value: Any) -> DynamicRaggedShapeSpec:
        """The type of a shape."""
        return value._type_spec  # type: ignore[no-any-return]

    def with_dtype(self, dtype: DTypeLike) -> DynamicRaggedShapeSpec:
        """The type with sizes of another dtype."""
        kind = as_dtype(dtype)
        partitions = []
        for partition in self._partitions:
            nrows, nvals, length, _ = partition._serialize()
            partitions.append(RowPartitionSpec(nrows, nvals, length, kind))
        return DynamicRaggedShapeSpec(partitions, self._inner, kind)

    def _serialize(self) -> tuple[Any, ...]:
        return self._partitions, self._inner, self._dtype

    @property
    def _component_specs(self) -> Any:
        return TensorSpec([self._inner.rank], self._dtype), self._partitions

    def _to_components(self, value: Any) -> Any:
        return value.inner_shape, value.row_partitions

    def _from_components(self, components: Any) -> DynamicRaggedShape:
        inner, partitions = components
        return DynamicRaggedShape(partitions, inner, self._dtype, static_inner_shape=self._inner)

    def __repr__(self) -> str:
        return (
            f"DynamicRaggedShape.Spec(row_partitions={self._partitions!r}, static_inner_shape={self._inner!r}, "
            f"dtype={self._dtype!r})"
        )


DynamicRaggedShape.Spec = DynamicRaggedShapeSpec  # type: ignore[attr-defined]


def _is_size(length: Any) -> bool:
    return isinstance(length, (int, np.integer))


def _partition_of(rows: Any, length: Any, dtype: DType) -> RowPartition:
    """The partition of `rows` rows of this length, or of these lengths."""
    if _is_size(length):
        return RowPartition.from_uniform_row_length(length, nvals=rows * length, nrows=rows, dtype=dtype)
    if len(length) != rows:
        raise ValueError(f"Shape not consistent: {rows} rows before, and {len(length)} lengths {tuple(length)}")
    partition = RowPartition.from_row_lengths(np.array(length, dtype.numpy), dtype=dtype)
    return RowPartition.of(partition.row_splits(), None, [sum(length)])


def _static_shape(inner: Tensor, known: EllipsisType | Any) -> TensorShape:
    """What is known of the sizes: by their values, by how many there are, and by what was said."""
    sizes = constant_value(inner)
    if sizes is not None:
        found = TensorShape([None if size < 0 else int(size) for size in sizes])
    else:
        found = TensorShape(None if inner.shape.rank is None or inner.shape[0] is None else [None] * inner.shape[0])
    return found if known is None or known is ... else found.merge_with(TensorShape(known))


def _known_length(partition: RowPartition, ragged: bool) -> Any:
    if partition.is_uniform():
        return constant_value(partition.uniform_row_length())
    lengths = constant_value(partition.row_lengths()) if ragged else None
    return None if lengths is None else tuple(lengths.tolist())


def _all_equal(a: Tensor, b: Tensor) -> Tensor:
    equal = apply("Equal", (a, b), {"incompatible_shape_error": False})  # one False for vectors of different lengths
    return apply("All", (apply("Reshape", (equal, [-1])), [0]))
