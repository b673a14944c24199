"""`VariableSpec`: the spec of a variable that is a component of a value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from graphwright.base import dtypes
from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.shape import TensorShape, as_shape
from graphwright.base.spec import TypeSpec
from graphwright.base.trace_type import TraceType
from graphwright.core.variable import Variable
from graphwright.ir.types import tensor_type


class VariableSpec(TypeSpec):
    """Describes a variable: its shape, its dtype and whether it is trainable.

    Args:
      shape: anything `tf.TensorShape` takes.
      dtype: anything `tf.as_dtype` takes.
      trainable: whether tapes watch it.
      alias_id: a number that the arguments of a call share if they are the same variable.
    """

    def __init__(
        self, shape: Any, dtype: Any = dtypes.float32, trainable: bool = True, alias_id: int | None = None
    ) -> None:
        self.shape: TensorShape = as_shape(shape)
        self.dtype: DType = as_dtype(dtype)
        self.trainable = trainable
        self.alias_id = alias_id

    @classmethod
    def from_value(cls, value: Variable) -> VariableSpec:
        """The spec of a variable."""
        return cls(value.shape, value.dtype, value.trainable)

    @property
    def value_type(self) -> type:
        """The class `tf.Variable`."""
        return Variable

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a variable can fit this spec and `spec_or_value`, another spec or a variable."""
        other = spec_or_value
        return (
            isinstance(other, VariableSpec | Variable)
            and self.dtype is other.dtype
            and self.shape.is_compatible_with(other.shape)
            and self.trainable == other.trainable
        )

    def flatten(self) -> list[TraceType]:
        """Returns a list of this spec alone."""
        return [self]

    def to_tensors(self, value: Any) -> list[Any]:
        """The handle of a variable."""
        if not isinstance(value, Variable) or not self.is_compatible_with(value):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return [value.handle]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """A variable over the next handle."""
        return self._over(next(tensors))

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """A variable whose handle is an argument of the function that is traced."""
        return self._over(
            placeholder_context.graph.placeholder(tensor_type(dtypes.resource, ()), "variable", "variable")
        )

    def _over(self, handle: Any) -> Variable:
        return Variable.over_handle(handle, tensor_type(self.dtype, self.shape.symbolic), self.trainable, "Variable")

    def _serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype, self.trainable, self.alias_id

    @property
    def _component_specs(self) -> Any:
        return self

    def _to_components(self, value: Any) -> Any:
        return value

    def _from_components(self, components: Any) -> Any:
        return components
