"""The protocol of the tracer: what may be known of a value before it is there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Any

from graphwright.base.dtypes import DType
from graphwright.base.shape import TensorShape


class TraceType(ABC):
    """What tracing may know of a value: the protocol by which a function finds the trace that fits a call.

    A subclass says which other types it is a subtype of, what is common to several, and when it equals
    another. The other methods have defaults that suit a value that holds no tensors.

    >>> class Fruit(tf.types.experimental.TraceType):
    ...     def __init__(self, name):
    ...         self.name = name
    ...     def is_subtype_of(self, other):
    ...         return self == other
    ...     def most_specific_common_supertype(self, others):
    ...         return self if all(self == other for other in others) else None
    ...     def placeholder_value(self, placeholder_context=None):
    ...         return self.name
    ...     def __eq__(self, other):
    ...         return isinstance(other, Fruit) and self.name == other.name
    ...     def __hash__(self):
    ...         return hash(self.name)
    >>> Fruit("apple").is_subtype_of(Fruit("pear"))
    False
    """

    # Shapes and dtypes follow the protocol too; slots let subclasses do without a dictionary per object.
    __slots__ = ()

    @abstractmethod
    def is_subtype_of(self, other: TraceType) -> bool:
        """Whether every value of this type is one of `other`, so that a trace made for `other` serves it."""

    @abstractmethod
    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TraceType | None:
        """Returns the narrowest type that this one and all `others` are subtypes of, or None."""

    @abstractmethod
    def __eq__(self, other: object) -> bool: ...

    @abstractmethod
    def __hash__(self) -> int: ...

    def placeholder_value(self, placeholder_context: Any) -> Any:
        """Returns what stands for a value of this type while a function is traced."""
        return placeholder_context.placeholder(self)

    def flatten(self) -> list[TraceType]:
        """Returns the types of the tensors that `to_tensors` gives, in the same order."""
        return []

    def to_tensors(self, value: Any) -> list[Any]:
        """Returns the tensors that `value` is made of."""
        return []

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """Makes a value of this type out of the next tensors, as many as `to_tensors` gives."""
        return self.placeholder_value(None)

    def cast(self, value: Any, cast_context: Any) -> Any:
        """Returns `value` as a value of this type.

        By default that is `value` itself, which must equal `placeholder_value`; AssertionError otherwise.
        """
        expected = self.placeholder_value(cast_context)
        if value is expected or bool(value == expected):
            return value
        raise AssertionError(f"Can not cast {value!r} to type {self!r}")


# Shapes and dtypes have the protocol's methods. They are registered rather than derived: ABCMeta would make
# every isinstance check of them slower, and they are checked everywhere.
TraceType.register(TensorShape)
TraceType.register(DType)
