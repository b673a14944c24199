"""Result types of an op application: what shape rules see, and integer values known while tracing.

A record's shape rule is `rule(ctx) -> dims` (or a list of dims, one per output); the dtypes follow from the
declared signature. A rule raises `errors.ShapeMismatchError` with the shapes it met when they do not fit.
"""

from __future__ import annotations

import math
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.refusals import refusal_of
from graphwright.base.shape import Dim, Symbol
from graphwright.base.size_arithmetic import as_size, is_size, unknown_integer
from graphwright.ir.record import OpRecord
from graphwright.ir.types import Dims, TensorType, describe_dims, tensor_type

KnownElements = Callable[[Any], tuple[Dim, ...] | None]
"""What a record's `partial` rule asks for the elements of an input: they as dims, or None; see `partial_value`."""

_LARGEST_PARTIAL = 256  # elements; shapes are short, larger integer constants are data
_DEEPEST = 40  # operations between a value that shapes depend on and the constants that it is looked up from


class ShapeContext:
    """What a shape rule may ask: input types, attributes, and input values where they are known."""

    __slots__ = ("_inputs", "attrs", "record", "types", "values_used")

    def __init__(
        self, record: OpRecord, inputs: Sequence[Any], types: Sequence[TensorType], attrs: Mapping[str, Any]
    ) -> None:
        self.record = record
        self._inputs = inputs
        self.types = types
        self.attrs = attrs
        self.values_used: set[int] = set()

    def dims(self, i: int) -> Dims:
        """Dimensions of flat input i; None when its rank is unknown."""
        return self.types[i].dims

    def rank(self, i: int) -> int | None:
        """Rank of flat input i."""
        return self.types[i].rank

    def input(self, i: int) -> Any:
        """Flat input i itself, a tensor or a graph's value."""
        return self._inputs[i]

    def value(self, i: int) -> np.ndarray[Any, Any] | None:
        """The value of flat input i when it is an eager tensor or comes from constants alone, else None."""
        self.values_used.add(i)
        return known_value(self._inputs[i])

    def dims_value(self, i: int) -> tuple[Dim, ...] | None:
        """The value of an integer vector or scalar input as dimensions, as far as it is known.

        A scalar gives one entry. Entries that are not known, or may be negative, are fresh symbols; None when even
        the length is not known. Values that come from `tf.shape` carry the symbols of the shape that
        they were read from, and what is computed from them formulas of these; see `base.size_arithmetic`.
        """
        found = self.integers_value(i)
        return None if found is None else tuple(d if is_size(d) or isinstance(d, int) else Symbol() for d in found)

    def sizes_value(self, i: int) -> tuple[Dim, ...] | None:
        """The same for an op that refuses negative numbers, -1 too: what is not negative is a size."""
        found = self.integers_value(i)
        return None if found is None else tuple(as_size(d) for d in found)

    def integers_value(self, i: int) -> tuple[Dim, ...] | None:
        """The same with symbols that may stand for negative numbers; see `Symbol.is_size`."""
        self.values_used.add(i)
        return partial_value(self._inputs[i])

    def rows_value(self, i: int) -> list[tuple[Dim, ...] | None] | None:
        """The same for each row of an integer matrix; None when not even the number of rows is known."""
        matrix = self.value(i)
        if matrix is not None:
            return [tuple(int(v) for v in row) for row in matrix]
        dims = self.dims(i)
        if dims is None or len(dims) != 2 or not isinstance(dims[0], int):
            return None
        found = _Lookup().partial(self._inputs[i]) if isinstance(dims[1], int) else None
        if found is None:
            return [None] * dims[0]
        return [found[row * dims[1] : (row + 1) * dims[1]] for row in range(dims[0])]  # type: ignore[operator]

    def fail(self, message: str) -> errors.ShapeMismatchError:
        """The error to raise for shapes that do not fit, with all the shapes met."""
        seen = ", ".join(describe_dims(t.dims) for t in self.types)
        return errors.ShapeMismatchError(f"{message} for '{self.record.name}' with input shapes: {seen}.")


def constant_value(value: Any) -> np.ndarray[Any, Any] | None:
    """The array of an eager tensor or of a Const's output; None for anything that is computed."""
    array = getattr(value, "_array", None)
    if array is not None:
        return array if isinstance(array, np.ndarray) else None
    producer = getattr(value, "op", None)
    if producer is not None:
        if producer.type == "Const":
            found: np.ndarray[Any, Any] = producer.attrs["value"]
            return found
        if producer.type == "Identity":
            return constant_value(producer.inputs[0])
    return None


def known_value(value: Any) -> np.ndarray[Any, Any] | None:
    """The array of an eager tensor, or of a small value that is computed from constants and known shapes alone."""
    known = constant_value(value)
    return _Lookup().known(value) if known is None and hasattr(value, "op") else known


_computed: weakref.WeakKeyDictionary[Any, list[np.ndarray[Any, Any]] | None] = weakref.WeakKeyDictionary()


def _is_small_number(value: Any) -> bool:
    type_: TensorType = value.type
    return type_.is_static and type_.dtype.numpy.kind in "biuf" and math.prod(type_.dims or ()) <= _LARGEST_PARTIAL  # type: ignore[arg-type]


def _from_partial(value: Any, found: tuple[Dim, ...] | None) -> np.ndarray[Any, Any] | None:
    """The array of a value whose elements are known as dims, if all of them are."""
    dims: Any = value.type.dims
    if found is None or len(found) != math.prod(dims) or any(isinstance(d, Symbol) for d in found):
        return None
    array: np.ndarray[Any, Any] = np.array(found, value.dtype.numpy).reshape(dims)
    return array


def _run_kernel(op: Any, given: Sequence[Any]) -> list[np.ndarray[Any, Any]] | None:
    """What the kernel of an op gives for these arrays; None where it fails, which belongs to the run."""
    record = op.record
    try:
        with np.errstate(all="ignore"):
            result = record.bound_kernel(op.attrs)(*record.group(given, op.attrs))
    except Exception:
        return None
    return [np.asarray(array) for array in ((result,) if record.single_output else result)]


def partial_value(value: Any) -> tuple[Dim, ...] | None:
    """The elements of an integer or bool scalar or vector as dims, or None; see `ShapeContext.dims_value`."""
    known = constant_value(value)
    rank = known.ndim if known is not None else value.type.rank if hasattr(value, "op") else None
    return None if rank is not None and rank > 1 else _Lookup().partial(value)


class _Lookup:
    """What is known of a value and of those that it is computed from; each is looked at once."""

    __slots__ = ("_depth", "_known", "_partial")

    def __init__(self) -> None:
        self._depth = 0
        self._known: dict[tuple[int, int], np.ndarray[Any, Any] | None] = {}
        self._partial: dict[tuple[int, int], tuple[Dim, ...] | None] = {}

    def known(self, value: Any) -> np.ndarray[Any, Any] | None:
        """As `known_value`."""
        known = constant_value(value)
        producer = getattr(value, "op", None)
        if known is not None or producer is None or self._depth == _DEEPEST or not _is_small_number(value):
            return known
        if producer.record.effect != "none" or producer.record.runs_code or producer.record.kernel is None:
            return None
        key = (id(producer), value.index)
        if key not in self._known:
            self._known[key] = None
            self._depth += 1
            known = _from_partial(value, self._by_rule(value))
            self._known[key] = self._by_kernel(value) if known is None else known
            self._depth -= 1
        return self._known[key]

    def _by_kernel(self, value: Any) -> np.ndarray[Any, Any] | None:
        producer = value.op
        if not producer.inputs:
            return None
        if producer not in _computed:
            provided = []
            for source in producer.inputs:
                found = self.known(source)
                if found is None:
                    return None
                provided.append(found)
            _computed[producer] = _run_kernel(producer, provided)
        results = _computed[producer]
        return None if results is None else results[value.index]

    def partial(self, value: Any) -> tuple[Dim, ...] | None:
        """As `partial_value`, and of matrices and larger tensors too, the elements row by row."""
        known = constant_value(value)
        if known is not None:
            if known.size > _LARGEST_PARTIAL or known.dtype.kind not in "iub":
                return None
            return tuple(int(v) for v in known.reshape(-1))
        producer = getattr(value, "op", None)
        if producer is None:
            return None
        key = (id(producer), value.index)
        if key not in self._partial:
            self._partial[key] = _unknown_elements(value)
            if self._depth < _DEEPEST:
                self._depth += 1
                found = self._computed_elements(value)
                self._depth -= 1
                if found is not None:
                    self._partial[key] = found
        return self._partial[key]

    def _computed_elements(self, value: Any) -> tuple[Dim, ...] | None:
        found = self._by_rule(value)
        if found is not None or not (value.dtype.is_integer or value.dtype.is_bool):
            return found
        known = self.known(value)
        if known is not None:
            return tuple(int(v) for v in known.reshape(-1))
        outer = getattr(value.op.graph, "outer_value", None)
        equal = None if outer is None else outer(value)
        return None if equal is None else self.partial(equal)

    def _by_rule(self, value: Any) -> tuple[Dim, ...] | None:
        """What the record of the op that makes a value says of its elements."""
        op = value.op
        if op.record.partial is None:
            return None
        found: Any = op.record.partial(op, self.partial)
        return found if found is None or op.record.single_output else found[value.index]  # type: ignore[no-any-return]


def _unknown_elements(value: Any) -> tuple[Dim, ...] | None:
    if not value.type.is_static or (length := math.prod(value.type.dims)) > _LARGEST_PARTIAL:
        return None
    return tuple(unknown_integer() for _ in range(length))


def output_dtypes(record: OpRecord, attrs: Mapping[str, Any]) -> list[DType]:
    """The dtype of each flat output under complete attributes."""
    dtypes: list[DType] = []
    for arg in record.outputs:
        if arg.type_list_attr is not None:
            dtypes.extend(attrs[arg.type_list_attr])
            continue
        dtype = arg.dtype if arg.dtype is not None else attrs[arg.type_attr or ""]
        dtypes.extend([dtype] * record.arg_count(arg, attrs))
    return dtypes


def _refusal(record: OpRecord, types: Sequence[TensorType], error: Exception) -> errors.OpError | None:
    """The error of the op where its shape rule found what it did not look for; None for errors that it raised itself.

    With types that are not known an error may as well be a fault of the rule, which must be seen.
    """
    if isinstance(error, MemoryError):
        return errors.out_of_memory(record.name, error)
    if isinstance(error, LookupError):
        known = all(t.dims is not None for t in types)
    else:
        known = all(t.is_static for t in types)
    return refusal_of(record.name, types, error) if known else None


def infer(
    record: OpRecord, inputs: Sequence[Any], types: Sequence[TensorType], attrs: Mapping[str, Any]
) -> tuple[list[TensorType], tuple[int, ...]]:
    """The type of each flat output, and the inputs whose values it depends on; raises what the shape rule raises."""
    ctx = ShapeContext(record, inputs, types, attrs)
    try:
        dtypes = output_dtypes(record, attrs)
        result = record.shape(ctx)
    except Exception as error:
        refused = _refusal(record, types, error)
        if refused is None:
            raise
        raise refused from refused.__cause__
    used = tuple(sorted(ctx.values_used))
    if record.single_output and not isinstance(result, list):
        return [tensor_type(dtypes[0], result)], used
    shapes = [] if result is None else result
    if len(shapes) != len(dtypes):
        raise errors.InternalError(
            f"The shape rule of {record.name} gave {len(shapes)} shapes for {len(dtypes)} outputs."
        )
    return [tensor_type(dtype, dims) for dtype, dims in zip(dtypes, shapes, strict=True)], used
