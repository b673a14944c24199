"""RowPartition: how a sequence of values is divided into rows, without the values."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, int32, int64
from graphwright.base.shape import TensorShape
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.base.spec_registry import register
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply, errors, to_tensor
from graphwright.ir.infer import constant_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.checks import row_ids

_PRIVATE: Final = object()


class RowPartition:
    """The division of a sequence of values into rows; row splits say where each row begins and the last ends.

    >>> p = tf.experimental.RowPartition.from_row_lengths([2, 0, 1])
    >>> p
    tf.RowPartition(row_splits=[0 2 2 3])
    >>> p.value_rowids().numpy().tolist()
    [0, 0, 2]
    """

    __slots__ = ("__weakref__", "_nvals", "_splits", "_uniform")

    def __init__(
        self,
        row_splits: Any,
        row_lengths: Any = None,
        value_rowids: Any = None,
        nrows: Any = None,
        uniform_row_length: Tensor | None = None,
        nvals: int | None = None,
        internal: Any = False,
    ) -> None:
        if internal is not _PRIVATE:
            raise ValueError(
                "RowPartition constructor is private; please use one of the factory methods instead (e.g., "
                "RowPartition.from_row_lengths())"
            )
        self._splits: Tensor = row_splits
        self._uniform, self._nvals = uniform_row_length, nvals

    # --- construction ---

    @classmethod
    def from_row_splits(
        cls, row_splits: Any, validate: bool = True, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None
    ) -> RowPartition:
        """The rows that begin and end at `row_splits`: from 0 to the number of values, in ascending order.

        >>> tf.experimental.RowPartition.from_row_splits([0, 2, 3]).row_lengths().numpy().tolist()
        [2, 1]
        """
        if isinstance(row_splits, (list, tuple)) and not row_splits:
            raise ValueError("row_splits tensor may not be empty.")
        splits = _convert(row_splits, "row_splits", 1, dtype, dtype_hint)
        if splits.shape.rank == 1 and splits.shape[0] == 0:
            raise ValueError("row_splits tensor may not be empty.")
        if validate:
            what = "Arguments to from_row_splits do not form a valid RaggedTensor:"
            require_equal(splits[:1], np.zeros(1, splits.dtype.numpy), what + "zero")
            _require_ascending(splits, what + "monotonic")
        return cls(splits, internal=_PRIVATE)

    @classmethod
    def from_row_lengths(
        cls,
        row_lengths: Any,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """The rows of these lengths."""
        lengths = _convert(row_lengths, "row_lengths", 1, dtype, dtype_hint)
        if validate:
            _require_not_negative(lengths, "Arguments to from_row_lengths do not form a valid RowPartition.")
        return cls(_splits_of(lengths), internal=_PRIVATE)

    @classmethod
    def from_row_starts(
        cls,
        row_starts: Any,
        nvals: Any,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """The rows that begin at `row_starts`; the last ends at `nvals`."""
        starts = _convert(row_starts, "row_starts", 1, dtype, dtype_hint)
        end = _convert(nvals, "nvals", 0, starts.dtype, None)
        splits = apply("ConcatV2", ([starts, apply("ExpandDims", (end, 0))], 0))
        if validate:
            what = "Arguments to from_row_starts do not form a valid RaggedTensor"
            require_equal(splits[:1], np.zeros(1, splits.dtype.numpy), what)
            _require_ascending(splits, what)
        return cls(splits, nvals=_known(end), internal=_PRIVATE)

    @classmethod
    def from_row_limits(
        cls, row_limits: Any, validate: bool = True, dtype: DTypeLike | None = None, dtype_hint: DTypeLike | None = None
    ) -> RowPartition:
        """The rows that end at `row_limits`."""
        limits = _convert(row_limits, "row_limits", 1, dtype, dtype_hint)
        splits = apply("ConcatV2", ([np.zeros(1, limits.dtype.numpy), limits], 0))
        if validate:
            _require_ascending(splits, "Arguments to from_row_limits do not form a valid RaggedTensor.")
        return cls(splits, internal=_PRIVATE)

    @classmethod
    def from_value_rowids(
        cls,
        value_rowids: Any,
        nrows: Any = None,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """The rows of these row ids, one for each value, in ascending order; `nrows` adds empty rows at the end.

        >>> tf.experimental.RowPartition.from_value_rowids([0, 0, 2], nrows=4)
        tf.RowPartition(row_splits=[0 2 2 3 3])
        """
        ids = _convert(value_rowids, "value_rowids", 1, dtype, dtype_hint)
        what = "Arguments to from_value_rowids do not form a valid RowPartition."
        last = apply("ConcatV2", ([np.full(1, -1, ids.dtype.numpy), ids], 0))[-1]
        rows: Any = last + np.ones((), ids.dtype.numpy)
        if nrows is not None:
            needed, rows = rows, _convert(nrows, "nrows", 0, ids.dtype, None)
            known, limit = _known(rows), _known(needed)
            if known is not None and known < 0:
                raise ValueError(f"Expected nrows >= 0; got {known}")
            if known is not None and limit is not None and known < limit:
                raise ValueError(
                    f"Expected nrows >= value_rowids[-1] + 1; got nrows={known}, value_rowids[-1]={limit - 1}"
                )
            if validate:
                _require_not_negative(rows - needed, what)
        if validate:
            _require_not_negative(ids[:1], what)
            _require_ascending(ids, what)
        lengths = apply("UnsortedSegmentSum", (apply("OnesLike", (ids,)), ids, rows))
        return cls(_splits_of(lengths), nvals=ids.shape[0] if ids.shape.rank else None, internal=_PRIVATE)

    @classmethod
    def from_uniform_row_length(
        cls,
        uniform_row_length: Any,
        nvals: Any = None,
        nrows: Any = None,
        validate: bool = True,
        dtype: DTypeLike | None = None,
        dtype_hint: DTypeLike | None = None,
    ) -> RowPartition:
        """Rows of the same length; their number, or that of the values, is given.

        >>> tf.experimental.RowPartition.from_uniform_row_length(2, nvals=6)
        tf.RowPartition(nrows=3, uniform_row_length=2)
        """
        if nvals is None and nrows is None:
            raise ValueError("Either (or both) of nvals and nrows must be specified")
        length = _convert(uniform_row_length, "uniform_row_length", 0, dtype, dtype_hint)
        if (known := _known(length)) is not None and known < 0:
            raise ValueError("uniform_row_length must be >= 0.")
        one = np.ones((), length.dtype.numpy)
        values = None if nvals is None else _convert(nvals, "nvals", 0, length.dtype, None)
        if nrows is None:
            rows = apply("FloorDiv", (values, apply("Maximum", (length, one))))
        else:
            rows = _convert(nrows, "nrows", 0, length.dtype, None)
        product = apply("Mul", (rows, length))
        sizes = known, _known(rows), None if values is None else _known(values)
        if None not in sizes and sizes[0] * sizes[1] != sizes[2]:  # type: ignore[operator]
            raise ValueError(f"uniform_row_length={sizes[0]} times nrows={sizes[1]} must equal nvals={sizes[2]}")
        if validate and values is not None:
            require_equal(product, values, "uniform_row_length times nrows must equal nvals")
        splits = apply("Mul", (apply("Range", (np.zeros_like(one), rows + one, one)), length))
        return cls(splits, uniform_row_length=length, nvals=_known(product), internal=_PRIVATE)

    @classmethod
    def of(cls, splits: Tensor, uniform_row_length: Tensor | None, values_shape: Any) -> RowPartition:
        """The rows of valid splits; the first dimension of the values' shape is their number, if it is known."""
        sizes = TensorShape(values_shape)
        return cls(
            splits, uniform_row_length=uniform_row_length, nvals=sizes[0] if sizes.rank else None, internal=_PRIVATE
        )

    # --- what it consists of ---

    @property
    def dtype(self) -> DType:
        """The dtype of the row splits: int32 or int64."""
        return self._splits.dtype

    @property
    def static_nrows(self) -> int | None:
        """The number of rows if known without running anything, else None."""
        size = self._splits.shape[0] if self._splits.shape.rank else None
        return None if size is None else size - 1

    @property
    def static_nvals(self) -> int | None:
        """The number of values if known by the arguments, else None."""
        return self._nvals

    @property
    def static_uniform_row_length(self) -> int | None:
        """The common row length if the rows are uniform and it is known, else None."""
        return None if self._uniform is None else _known(self._uniform)

    @property
    def _type_spec(self) -> RowPartitionSpec:
        return RowPartitionSpec(self.static_nrows, self.static_nvals, self.static_uniform_row_length, self.dtype)

    def is_uniform(self) -> bool:
        """Whether the rows were made with a common length."""
        return self._uniform is not None

    def uniform_row_length(self) -> Tensor | None:
        """The common row length, or None."""
        return self._uniform

    def nrows(self) -> Tensor:
        """The number of rows."""
        size: Tensor = apply("Shape", (self._splits,), {"out_type": self.dtype})[0] - np.ones((), self.dtype.numpy)
        return size

    def nvals(self) -> Tensor:
        """The number of values."""
        return self._splits[-1]

    def row_splits(self) -> Tensor:
        """The start of each row and the end of the last."""
        return self._splits

    def row_starts(self) -> Tensor:
        """The start of each row."""
        return self._splits[:-1]

    def row_limits(self) -> Tensor:
        """The end of each row."""
        return self._splits[1:]

    def row_lengths(self) -> Tensor:
        """The length of each row."""
        return apply("Sub", (self._splits[1:], self._splits[:-1]))

    def value_rowids(self) -> Tensor:
        """The row of each value."""
        return row_ids(self._splits)

    def offsets_in_rows(self) -> Tensor:
        """The position of each value in its row.

        >>> tf.experimental.RowPartition.from_row_splits([0, 2, 3]).offsets_in_rows().numpy().tolist()
        [0, 1, 0]
        """
        zero, one = np.zeros((), self.dtype.numpy), np.ones((), self.dtype.numpy)
        positions = apply("Range", (zero, self.nvals(), one))
        return apply("Sub", (positions, apply("GatherV2", (self._splits, self.value_rowids(), 0))))

    def with_dtype(self, dtype: DTypeLike) -> RowPartition:
        """The same rows with row splits of `dtype`, int32 or int64."""
        target = as_dtype(dtype)
        if target not in (int32, int64):
            raise ValueError("dtype must be int32 or int64")
        if target == self.dtype:
            return self
        parts = [None if t is None else apply("Cast", (t,), {"DstT": target}) for t in (self._splits, self._uniform)]
        return RowPartition(parts[0], uniform_row_length=parts[1], nvals=self._nvals, internal=_PRIVATE)

    def __repr__(self) -> str:
        if (length := self.static_uniform_row_length) is not None:
            rows = self.static_nrows
            return f"tf.RowPartition(nrows={self.nrows() if rows is None else rows}, uniform_row_length={length})"
        known = constant_value(self._splits)
        return f"tf.RowPartition(row_splits={self._splits if known is None else known})"


@register("tf.RowPartitionSpec")
class RowPartitionSpec(TypeSpec):
    """The type of a `RowPartition`: sizes as far as they are known, and the dtype of its row splits."""

    __slots__ = ("_dtype", "_nrows", "_nvals", "_uniform")

    def __init__(
        self, nrows: Any = None, nvals: Any = None, uniform_row_length: Any = None, dtype: DTypeLike = int64
    ) -> None:
        sizes = [s if isinstance(s, TensorShape) else TensorShape([s]) for s in (nrows, nvals, uniform_row_length)]
        self._nrows, self._nvals, self._uniform = sizes
        self._dtype = as_dtype(dtype)

    @property
    def value_type(self) -> type:
        """The class `RowPartition`."""
        return RowPartition

    def _serialize(self) -> tuple[Any, ...]:
        return self._nrows, self._nvals, self._uniform, self._dtype

    @property
    def _component_specs(self) -> Any:
        rows = self._nrows[0]
        return (TensorSpec([None if rows is None else rows + 1], self._dtype),)

    def _to_components(self, value: Any) -> Any:
        return (value.row_splits(),)

    def _from_components(self, components: Any) -> RowPartition:
        length = self._uniform[0]
        uniform = None if length is None else to_tensor(np.asarray(length, self._dtype.numpy))
        return RowPartition(components[0], uniform_row_length=uniform, nvals=self._nvals[0], internal=_PRIVATE)

    def __repr__(self) -> str:
        return (
            f"RowPartitionSpec(nrows={self._nrows[0]}, nvals={self._nvals[0]}, "
            f"uniform_row_length={self._uniform[0]}, dtype={self._dtype!r})"
        )


def _convert(value: Any, name: str, rank: int, dtype: DTypeLike | None, hint: DTypeLike | None) -> Tensor:
    wanted = None if dtype is None else as_dtype(dtype)
    found = to_tensor(value, wanted, name, int64 if hint is None else as_dtype(hint))
    if found.dtype not in (int32, int64):
        raise ValueError(f"{name} must have dtype int32 or int64")
    if found.shape.rank not in (rank, None):
        raise ValueError(f"Shape {found.shape} must have rank {rank}")
    return found


def _known(value: TensorLike) -> int | None:
    found = constant_value(value)
    return None if found is None else int(found)


def _splits_of(lengths: Tensor) -> Tensor:
    return apply("ConcatV2", ([np.zeros(1, lengths.dtype.numpy), apply("Cumsum", (lengths, 0))], 0))


def require_equal(x: TensorLike, y: TensorLike, what: str) -> None:
    """Raise, or assert in a graph, that two tensors are equal."""
    known, other = constant_value(x), constant_value(y)
    if known is None or other is None:
        assert_equal(x, y, what)
    elif not np.array_equal(known, other):
        raise errors.InvalidArgumentError(f"{what}\nGot {known.tolist()}, expected {other.tolist()}.")


def _require_not_negative(x: Tensor, what: str) -> None:
    known = constant_value(x)
    if known is None:
        zero = np.zeros((), x.dtype.numpy)
        assert_equal(apply("Minimum", (x, zero)), zero, what)
    elif (known < 0).any():
        raise errors.InvalidArgumentError(f"{what}\nNumbers must not be negative: {known.tolist()}.")


def _require_ascending(x: Tensor, what: str) -> None:
    _require_not_negative(apply("Sub", (x[1:], x[:-1])), what)
