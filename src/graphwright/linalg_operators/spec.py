"""Specs of linear operators: with them, operators are arguments and results of functions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable


class LinearOperatorSpec(TypeSpec):
    """Describes a linear operator: the specs of its tensors and operators, and its other arguments.

    There is a subclass for each class of operators, which `spec_class` creates.
    """

    _operator_class: ClassVar[type]

    def __init__(self, specs: Iterable[tuple[str, Any]], arguments: Iterable[tuple[str, Any]]) -> None:
        self._specs = tuple(specs)
        self._arguments = tuple(arguments)

    @property
    def value_type(self) -> type:
        """The class of the operators."""
        return self._operator_class

    def _serialize(self) -> tuple[Any, ...]:
        return self._specs, self._arguments

    @property
    def _component_specs(self) -> dict[str, Any]:
        return dict(self._specs)

    def _to_components(self, value: Any) -> dict[str, Any]:
        return {name: getattr(value, name) for name, _ in self._specs}

    def to_tensors(self, value: Any) -> list[Any]:
        """The tensors of `value`; variables are read."""
        from graphwright.base import nest

        components = zip(nest.flatten(self._component_specs), nest.flatten(self._to_components(value)), strict=True)
        return [
            tensor
            for spec, part in components
            for tensor in spec.to_tensors(convert_to_tensor(part) if isinstance(part, Variable) else part)
        ]

    def _from_components(self, components: Any) -> Any:
        return self._operator_class(**dict(self._arguments), **components)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._specs)!r}, {dict(self._arguments)!r})"


def spec_class(operator_class: type) -> type[LinearOperatorSpec]:
    """The class of the specs of `operator_class`."""
    name = f"{operator_class.__name__}Spec"
    members = {"_operator_class": operator_class, "__module__": operator_class.__module__}
    return type(name, (LinearOperatorSpec,), members)


def component_spec(value: Any) -> Any:
    """The spec of an argument made of tensors, a tuple of specs for a list of such; None for other values."""
    if isinstance(value, Tensor | Variable):
        return TensorSpec(value.shape, value.dtype)
    if isinstance(value, list | tuple) and value:
        specs = tuple(component_spec(item) for item in value)
        return specs if all(spec is not None for spec in specs) else None
    spec = getattr(value, "_type_spec", None)
    return spec if isinstance(spec, TypeSpec) else None
