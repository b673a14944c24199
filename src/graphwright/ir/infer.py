"""Result types of an op application: what shape rules see, and integer values known while tracing.

A record's shape rule is `rule(ctx) -> dims` (or a list of dims, one per output); the dtypes follow from the
declared signature. A rule raises `errors.ShapeMismatchError` with the shapes it met when they do not fit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType
from graphwright.base.shape import Dim, Symbol
from graphwright.ir.record import OpRecord
from graphwright.ir.types import Dims, TensorType, describe_dims, tensor_type

if TYPE_CHECKING:
    pass

_LARGEST_PARTIAL = 256  # elements; shapes are short, larger integer constants are data


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
        """The value of flat input i when it is an eager tensor or a constant, else None."""
        self.values_used.add(i)
        return constant_value(self._inputs[i])

    def dims_value(self, i: int) -> tuple[Dim, ...] | None:
        """The value of an integer vector or scalar input as dimensions, as far as it is known.

        A scalar gives one entry. Entries that are not known are fresh symbols; None when even the length is not
        known. Values that come from `tf.shape` carry the symbols of the shape they were read from.
        """
        self.values_used.add(i)
        return partial_value(self._inputs[i])

    def fail(self, message: str) -> errors.ShapeMismatchError:
        """The error to raise for shapes that do not fit, with all the shapes met."""
        met = ", ".join(describe_dims(t.dims) for t in self.types)
        return errors.ShapeMismatchError(f"{message} for '{self.record.name}' with input shapes: {met}.")


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


def partial_value(value: Any) -> tuple[Dim, ...] | None:
    """The elements of an integer scalar or vector as dims, or None; see `ShapeContext.dims_value`."""
    known = constant_value(value)
    if known is not None:
        if known.ndim > 1 or known.size > _LARGEST_PARTIAL or known.dtype.kind not in "iu":
            return None
        return tuple(int(v) for v in known.reshape(-1))
    producer = getattr(value, "op", None)
    if producer is not None and producer.record.partial is not None:
        found: tuple[Dim, ...] | None = producer.record.partial(producer, partial_value)
        if found is not None:
            return found
    outer = getattr(producer.graph, "outer_value", None) if producer is not None else None
    if outer is not None and value.dtype.is_integer and (equal := outer(value)) is not None:
        return partial_value(equal)
    dims = value.type.dims if producer is not None else None
    if dims is None or len(dims) > 1:
        return None
    length = dims[0] if dims else 1
    if isinstance(length, Symbol) or length > _LARGEST_PARTIAL:
        return None
    return tuple(Symbol() for _ in range(length))


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


def infer(
    record: OpRecord, inputs: Sequence[Any], types: Sequence[TensorType], attrs: Mapping[str, Any]
) -> tuple[list[TensorType], tuple[int, ...]]:
    """The type of each flat output, and the inputs whose values it depends on; raises what the shape rule raises."""
    dtypes = output_dtypes(record, attrs)
    ctx = ShapeContext(record, inputs, types, attrs)
    result = record.shape(ctx)
    used = tuple(sorted(ctx.values_used))
    if record.single_output and not isinstance(result, list):
        return [tensor_type(dtypes[0], result)], used
    shapes = [] if result is None else result
    if len(shapes) != len(dtypes):
        raise errors.InternalError(
            f"The shape rule of {record.name} gave {len(shapes)} shapes for {len(dtypes)} outputs."
        )
    return [tensor_type(dtype, dims) for dtype, dims in zip(dtypes, shapes, strict=True)], used
