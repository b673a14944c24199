"""What the specs of datasets, iterators and optionals share: each is an object over one opaque tensor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from graphwright.base.spec import TensorSpec, TypeSpec


class OpaqueSpec(TypeSpec):
    """Describes an object over one opaque tensor by the spec of its elements."""

    __slots__ = ("__dict__", "_element_spec")

    _attribute: ClassVar[str]
    _tensor_spec: ClassVar[TensorSpec]

    def __init__(self, element_spec: Any) -> None:
        self._element_spec = element_spec

    @property
    def element_spec(self) -> Any:
        """The spec of the elements."""
        return self._element_spec

    def _serialize(self) -> tuple[Any, ...]:
        return (self._element_spec,)

    @property
    def _component_specs(self) -> Any:
        return self._tensor_spec

    def _to_components(self, value: Any) -> Any:
        return getattr(value, self._attribute)

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensor of `value`; TypeError if it is an object of another class."""
        if not isinstance(value, self.value_type):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return [getattr(value, self._attribute)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The value of the next tensor."""
        return self._from_components(next(tensors))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._element_spec!r},)"


__all__ = ["OpaqueSpec"]
