"""RaggedTensor: a tensor whose rows differ in length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, int64
from graphwright.base.services import DISPATCH_RAGGED, PUBLIC_FUNCTION
from graphwright.base.shape import TensorShape
from graphwright.core.prelude import AxisLike, DTypeLike, ShapeLike, Tensor, TensorLike, apply, errors, to_tensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.ir.graph import Value
from graphwright.ir.infer import constant_value, known_value
from graphwright.ops.ragged.checks import Nested, check_right_ragged, check_splits, nested_rows, partition, row_ids

if TYPE_CHECKING:
    from graphwright.core.sparse_tensor import SparseTensor

PRIVATE = object()
"""Token that permits calling the constructor."""


class RaggedTensor(AnyRagged):
    """A tensor with one or more ragged dimensions, whose rows may differ in length.

    It consists of `values`, the concatenated rows (a tensor or another RaggedTensor), and `row_splits`, the start of
    each row and the end of the last. Create one with `tf.ragged.constant` or the class methods `from_...`.

    >>> x = tf.RaggedTensor.from_row_lengths([1, 2, 3], [2, 0, 1])
    >>> x
    <tf.RaggedTensor [[1, 2], [], [3]]>
    >>> x.to_tensor().numpy().tolist()
    [[1, 2], [0, 0], [3, 0]]
    """

    __slots__ = ("__weakref__", "_row_splits", "_uniform", "_values")
    _served: ClassVar[bool] = False

    def __init__(self, values: Any, row_splits: Tensor, internal: object = None, uniform: int | None = None) -> None:
        if internal is not PRIVATE:
            raise ValueError(
                "RaggedTensor constructor is private; please use one of the factory methods instead (e.g., "
                "RaggedTensor.from_row_lengths())"
            )
        if not RaggedTensor._served:
            RaggedTensor._served = True
            DISPATCH_RAGGED.get()()
        self._values = values
        self._row_splits = row_splits
        self._uniform = uniform

    # --- construction ---

    @classmethod
    def from_row_splits(
        cls, values: Any, row_splits: Any, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Create rows from their splits: the start of each row, followed by the number of values.

        Raises InvalidArgumentError for splits that do not begin with 0, decrease, or do not end with that number.

        >>> tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3])
        <tf.RaggedTensor [[1, 2], [3]]>
        """
        values, splits = _values(values), partition(row_splits, "row_splits")
        if splits.shape.rank not in (1, None):
            raise ValueError(f"Shape {splits.shape} must have rank 1")
        if splits.shape.rank == 1 and splits.shape[0] == 0:
            raise ValueError("row_splits tensor may not be empty.")
        if validate:
            check_splits(_rows(values), splits)
        return cls(values, splits, PRIVATE)

    @classmethod
    def from_row_lengths(
        cls, values: TensorLike, row_lengths: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Create rows of these lengths.

        >>> tf.RaggedTensor.from_row_lengths([1, 2, 3], [1, 2])
        <tf.RaggedTensor [[1], [2, 3]]>
        """
        lengths = partition(row_lengths, "row_lengths")
        if validate and (known := constant_value(lengths)) is not None and (known < 0).any():
            raise errors.InvalidArgumentError(
                "Arguments to from_row_lengths do not form a valid RaggedTensor: lengths must not be negative"
            )
        ends = apply("Cumsum", (lengths, 0))
        splits = apply("ConcatV2", ([np.zeros(1, lengths.dtype.numpy), ends], 0))
        return cls.from_row_splits(values, splits, validate=validate)

    @classmethod
    def from_row_limits(
        cls, values: TensorLike, row_limits: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Create rows that end at `row_limits`."""
        limits = partition(row_limits, "row_limits")
        splits = apply("ConcatV2", ([np.zeros(1, limits.dtype.numpy), limits], 0))
        return cls.from_row_splits(values, splits, validate=validate)

    @classmethod
    def from_row_starts(
        cls, values: Any, row_starts: TensorLike, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Create rows that begin at `row_starts`."""
        values, starts = _values(values), partition(row_starts, "row_starts")
        end = apply("Cast", (apply("ExpandDims", (_rows(values), 0)),), {"DstT": starts.dtype})
        return cls.from_row_splits(values, apply("ConcatV2", ([starts, end], 0)), validate=validate)

    @classmethod
    def from_value_rowids(
        cls, values: Any, value_rowids: Any, nrows: Any = None, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Create rows from the row id of each value; ids are in ascending order.

        >>> tf.RaggedTensor.from_value_rowids([1, 2, 3], [0, 2, 2])
        <tf.RaggedTensor [[1], [], [2, 3]]>
        """
        ids = partition(value_rowids, "value_rowids")
        if validate and (known := constant_value(ids)) is not None and (np.diff(known) < 0).any():
            raise errors.InvalidArgumentError(
                "Arguments to from_value_rowids do not form a valid RaggedTensor: value_rowids must be sorted"
            )
        if nrows is None:
            count: Any = apply("Max", (apply("ConcatV2", ([ids, np.full(1, -1, ids.dtype.numpy)], 0)), 0)) + 1
        else:
            count = apply("Cast", (to_tensor(nrows),), {"DstT": ids.dtype})
        lengths = apply("UnsortedSegmentSum", (apply("OnesLike", (ids,)), ids, count))
        return cls.from_row_lengths(values, lengths, validate=validate)

    @classmethod
    def from_uniform_row_length(
        cls, values: Any, uniform_row_length: Any, nrows: Any = None, validate: bool = True, name: str | None = None
    ) -> RaggedTensor:
        """Create rows of the same length; the dimension counts as uniform."""
        values = _values(values)
        length = to_tensor(uniform_row_length, None, "uniform_row_length", int64)
        dtype = values.row_splits.dtype if isinstance(values, RaggedTensor) else length.dtype
        zero, one = np.zeros((), dtype.numpy), np.ones((), dtype.numpy)
        known = known_value(length)
        length = apply("Cast", (length,), {"DstT": dtype})
        if nrows is None:
            size = apply("Cast", (_rows(values),), {"DstT": dtype})
            count = apply("FloorDiv", (size, apply("Maximum", (length, one))))
        else:
            count = apply("Cast", (to_tensor(nrows),), {"DstT": dtype})
        splits = apply("Mul", (apply("Range", (zero, count + one, one)), length))
        if validate:
            check_splits(_rows(values), splits)
        return cls(values, splits, PRIVATE, None if known is None else int(known))

    @classmethod
    def from_nested_row_splits(
        cls, flat_values: TensorLike, nested_row_splits: Nested, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Create nested rows from row splits, outermost first."""
        return nested_rows(cls.from_row_splits, flat_values, nested_row_splits, validate)  # type: ignore[no-any-return]

    @classmethod
    def from_nested_row_lengths(
        cls, flat_values: TensorLike, nested_row_lengths: Nested, name: str | None = None, validate: bool = True
    ) -> RaggedTensor:
        """Create nested rows from row lengths, outermost first."""
        return nested_rows(cls.from_row_lengths, flat_values, nested_row_lengths, validate)  # type: ignore[no-any-return]

    @classmethod
    def from_nested_value_rowids(
        cls,
        flat_values: TensorLike,
        nested_value_rowids: Nested,
        nested_nrows: Nested | None = None,
        name: str | None = None,
        validate: bool = True,
    ) -> RaggedTensor:
        """Create nested rows from the row id of each value, outermost first."""
        result: Any = flat_values
        counts = [None] * len(nested_value_rowids) if nested_nrows is None else nested_nrows
        for ids, count in reversed(list(zip(nested_value_rowids, counts, strict=True))):
            result = cls.from_value_rowids(result, ids, count, validate=validate)
        return cast(RaggedTensor, result)

    @classmethod
    def from_tensor(
        cls,
        tensor: TensorLike,
        lengths: TensorLike | None = None,
        padding: TensorLike | None = None,
        ragged_rank: int = 1,
        name: str | None = None,
        row_splits_dtype: DTypeLike = int64,
    ) -> RaggedTensor:
        """Create rows from a dense tensor, truncated to `lengths` or stripped of trailing `padding`.

        >>> tf.RaggedTensor.from_tensor([[1, 0], [2, 3]], padding=0)
        <tf.RaggedTensor [[1], [2, 3]]>
        """
        from graphwright.ops.ragged.construct import rows_of_tensor

        return rows_of_tensor(to_tensor(tensor), lengths, padding, ragged_rank, as_dtype(row_splits_dtype))

    @classmethod
    def from_sparse(cls, st_input: Any, name: str | None = None, row_splits_dtype: DTypeLike = int64) -> RaggedTensor:
        """Create rows from a sparse matrix whose elements are at the beginning of their rows."""
        check_right_ragged(st_input)
        ids = apply("Cast", (st_input.indices[:, 0],), {"DstT": as_dtype(row_splits_dtype)})
        return cls.from_value_rowids(st_input.values, ids, st_input.dense_shape[0], validate=False)

    # --- components ---

    @property
    def values(self) -> Any:
        """The concatenated rows."""
        return self._values

    @property
    def flat_values(self) -> Any:
        """The innermost values, a tensor."""
        return self._values.flat_values if isinstance(self._values, RaggedTensor) else self._values

    @property
    def row_splits(self) -> Any:
        """The start of each row and the end of the last."""
        return self._row_splits

    @property
    def nested_row_splits(self) -> tuple[Tensor, ...]:
        """The row splits of all ragged dimensions, outermost first."""
        inner = self._values.nested_row_splits if isinstance(self._values, RaggedTensor) else ()
        return (self._row_splits, *inner)

    @property
    def uniform_row_length(self) -> Tensor | None:
        """The common row length if uniform by construction, else None."""
        return None if self._uniform is None else to_tensor(np.asarray(self._uniform, self._row_splits.dtype.numpy))

    @property
    def dtype(self) -> DType:
        """The dtype of the values."""
        dtype: DType = self._values.dtype
        return dtype

    @property
    def shape(self) -> TensorShape:
        """The static shape; ragged dimensions are None."""
        splits = self._row_splits.shape
        rows = None if splits.rank is None or splits[0] is None else splits[0] - 1
        inner = self._values.shape
        if inner.rank is None:
            return TensorShape(None)
        return TensorShape([rows, self._uniform]).concatenate(inner[1:])

    def get_shape(self) -> TensorShape:
        """The shape; the same as `shape`."""
        return self.shape

    @property
    def ragged_rank(self) -> int:
        """The number of ragged dimensions."""
        return 1 + (self._values.ragged_rank if isinstance(self._values, RaggedTensor) else 0)

    @property
    def device(self) -> str:
        """Always the empty string."""
        return ""

    @property
    def _type_spec(self) -> Any:
        from graphwright.ops.ragged.spec import RaggedTensorSpec

        return RaggedTensorSpec(self.shape, self.dtype, self.ragged_rank, self._row_splits.dtype)

    # --- rows ---

    def nrows(self, out_type: DTypeLike | None = None, name: str | None = None) -> Any:
        """The number of rows."""
        dtype = self._row_splits.dtype if out_type is None else as_dtype(out_type)
        return apply("Shape", (self._row_splits,), {"out_type": dtype})[0] - 1

    def row_starts(self, name: str | None = None) -> Tensor:
        """The start of each row."""
        return self._row_splits[:-1]

    def row_limits(self, name: str | None = None) -> Tensor:
        """The end of each row."""
        return self._row_splits[1:]

    def row_lengths(self, axis: int = 1, name: str | None = None) -> Any:
        """The length of each row; for `axis` > 1, a RaggedTensor with the lengths of inner rows."""
        from graphwright.ops.ragged.construct import lengths_along

        return lengths_along(self, axis)

    def nested_row_lengths(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row lengths of all ragged dimensions, outermost first."""
        return tuple(apply("Sub", (s[1:], s[:-1])) for s in self.nested_row_splits)

    def value_rowids(self, name: str | None = None) -> Any:
        """The row id of each value."""
        return row_ids(self._row_splits)

    def nested_value_rowids(self, name: str | None = None) -> tuple[Tensor, ...]:
        """The row id of each value for all ragged dimensions, outermost first."""
        inner = self._values.nested_value_rowids() if isinstance(self._values, RaggedTensor) else ()
        return (self.value_rowids(), *inner)

    def bounding_shape(
        self, axis: AxisLike | None = None, name: str | None = None, out_type: DTypeLike | None = None
    ) -> Tensor:
        """The tight bounding shape: that of the result of `to_tensor`."""
        dtype = self._row_splits.dtype if out_type is None else as_dtype(out_type)
        sizes = [apply("Cast", (self.nrows(),), {"DstT": dtype})]
        for lengths in self.nested_row_lengths():
            longest = apply("Max", (apply("ConcatV2", ([lengths, np.zeros(1, lengths.dtype.numpy)], 0)), 0))
            sizes.append(apply("Cast", (longest,), {"DstT": dtype}))
        inner = apply("Shape", (self.flat_values,), {"out_type": dtype})[1:]
        bounds = apply("ConcatV2", ([apply("Pack", (sizes,)), inner], 0))
        return bounds if axis is None else apply("GatherV2", (bounds, axis, 0))

    # --- conversion ---

    def with_values(self, new_values: Any) -> RaggedTensor:
        """Replace the values, keeping the row partition. Raises ValueError for another number of them."""
        values = _values(new_values)
        before, after = _static_count(self._values), _static_count(values)
        if before != after and None not in (before, after):
            raise ValueError(f"Shapes ({before},) and ({after},) are incompatible")
        return RaggedTensor(values, self._row_splits, PRIVATE, self._uniform)

    def _with_partition(self, new_values: Any, row_splits: Tensor) -> RaggedTensor:
        """Other rows, of the same length if the length of these is uniform."""
        return RaggedTensor(_values(new_values), row_splits, PRIVATE, self._uniform)

    def with_flat_values(self, new_values: Any) -> RaggedTensor:
        """Replace the flat values, keeping all row partitions."""
        if isinstance(self._values, RaggedTensor):
            return self.with_values(self._values.with_flat_values(new_values))
        return self.with_values(new_values)

    def with_row_splits_dtype(self, dtype: DTypeLike) -> RaggedTensor:
        """Convert the row splits to int32 or int64."""
        inner = self._values
        inner = inner.with_row_splits_dtype(dtype) if isinstance(inner, RaggedTensor) else inner
        splits = apply("Cast", (self._row_splits,), {"DstT": as_dtype(dtype)})
        return RaggedTensor(inner, splits, PRIVATE, self._uniform)

    def merge_dims(self, outer_axis: int, inner_axis: int) -> Any:
        """Merge the dimensions from `outer_axis` to `inner_axis`."""
        from graphwright.ops.ragged.construct import merge_dims

        return merge_dims(self, outer_axis, inner_axis)

    def to_tensor(
        self, default_value: TensorLike | None = None, name: str | None = None, shape: ShapeLike = None
    ) -> Any:
        """Convert to a dense tensor, padding short rows with `default_value` (0 or the empty string).

        `shape` truncates or pads to its sizes; None in it means as large as needed.
        """
        from graphwright.ops.ragged.construct import to_dense

        return to_dense(self, default_value, shape)

    def to_sparse(self, name: str | None = None) -> SparseTensor:
        """Convert to a sparse tensor."""
        from graphwright.ops.ragged.construct import to_sparse

        return to_sparse(self)

    def to_list(self) -> list[Any]:
        """Convert to nested Python lists. Raises ValueError in a graph."""
        array, splits = constant_value(self.flat_values), [constant_value(s) for s in self.nested_row_splits]
        if array is None or any(s is None for s in splits):
            raise ValueError("to_list can only be used in eager mode.")
        rows: list[Any] = array.tolist()
        for split in reversed(splits):
            ends = [] if split is None else split.tolist()
            rows = [rows[a:b] for a, b in pairwise(ends)]
        return rows

    def numpy(self) -> Any:
        """Convert to a NumPy array: an object array of rows if their lengths differ, else an ordinary one.

        Raises ValueError in a graph.
        """
        from graphwright.ops.ragged.construct import rows_as_array

        return rows_as_array(self)

    # --- Python protocols ---

    def __getitem__(self, key: Any) -> Any:
        from graphwright.ops.ragged.indexing import getitem

        return getitem(self, key)

    def __iter__(self) -> Iterator[Any]:
        count = constant_value(self._row_splits)
        if count is None:
            raise TypeError("Cannot iterate over a RaggedTensor in a graph.")
        return (self[i] for i in range(len(count) - 1))

    def consumers(self) -> list[Any]:
        """Always the empty list."""
        return []

    def __bool__(self) -> bool:
        raise TypeError("RaggedTensor may not be used as a boolean.")

    def __abs__(self) -> RaggedTensor:
        return _public("abs", self)  # type: ignore[no-any-return]

    def __neg__(self) -> RaggedTensor:
        return self.with_flat_values(apply("Neg", (self.flat_values,)))

    def __invert__(self) -> RaggedTensor:
        return _public("logical_not", self)  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        if constant_value(self.flat_values) is None or constant_value(self._row_splits) is None:
            return f"tf.RaggedTensor(values={self._values}, row_splits={self._row_splits})"
        return f"<tf.RaggedTensor {self.to_list()}>"


def _values(values: Any) -> Any:
    return values if isinstance(values, RaggedTensor) else to_tensor(values, None, "values")


def _static_count(values: Any) -> int | None:
    """How many values or rows there are, where that is known."""
    ragged = isinstance(values, RaggedTensor)
    dims = (values._row_splits if ragged else values)._type.dims
    if not dims or not isinstance(dims[0], int):
        return None
    return dims[0] - ragged


def _rows(values: Any) -> Any:
    """The size of the first dimension, an int64 tensor."""
    if isinstance(values, RaggedTensor):
        return values.nrows(int64)
    return apply("Shape", (values,), {"out_type": int64})[0]


def _public(name: str, *args: TensorLike) -> Any:
    """Call a public function by its dotted name in `graphwright`."""
    return PUBLIC_FUNCTION.get()(name)(*args)


def _operator(name: str, swapped: bool) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        return _public(name, other, self) if swapped else _public(name, self, other)

    return operator


_OPERATORS: Final = {
    "add": "add", "sub": "subtract", "mul": "multiply", "truediv": "truediv", "floordiv": "math.floordiv",
    "mod": "math.floormod", "pow": "pow", "and": "logical_and", "or": "logical_or", "xor": "math.logical_xor",
}  # fmt: skip
_COMPARISONS: Final = {"lt": "less", "le": "less_equal", "gt": "greater", "ge": "greater_equal"}

for _special, _name in _OPERATORS.items():
    setattr(RaggedTensor, f"__{_special}__", _operator(_name, False))
    setattr(RaggedTensor, f"__r{_special}__", _operator(_name, True))
for _special, _name in _COMPARISONS.items():
    setattr(RaggedTensor, f"__{_special}__", _operator(_name, False))


def _equality(name: str, otherwise: bool) -> Callable[[Any, Any], Any]:
    def operator(self: Any, other: Any) -> Any:
        if other is None:
            return otherwise
        try:
            return _public(name, self, other)
        except (errors.InvalidArgumentError, ValueError):  # not comparable: unequal, like other Python objects
            return otherwise

    return operator


setattr(RaggedTensor, "__eq__", _equality("equal", False))  # noqa: B010


def _hash(self: RaggedTensor) -> int:
    """That of the identity in a `tf.Graph`, whose tensors are keys of what sessions are fed; else TypeError."""
    graph = self.row_splits.graph if isinstance(self.row_splits, Value) else None
    if graph is None or graph.building_function:
        raise TypeError("unhashable type: 'RaggedTensor'")
    return id(self)


setattr(RaggedTensor, "__hash__", _hash)  # noqa: B010
setattr(RaggedTensor, "__ne__", _equality("not_equal", True))  # noqa: B010
