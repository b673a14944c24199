"""Values that a function takes in anew at each call: `capture_call_time_value` of the graph that is traced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from graphwright.base import nest
from graphwright.base.spec import TensorSpec, TypeSpec
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.ir.types import tensor_type

if TYPE_CHECKING:
    from graphwright.core.tracing import TracingGraph


class Deferred(NamedTuple):
    """One such value.

    Fields:
      closure: gives the value.
      spec: what it is: a spec, or a structure of specs.
      value: what stands for it in the graph.
    """

    closure: Callable[[], Any]
    spec: Any
    value: Any


def capture(graph: TracingGraph, closure: Callable[[], Any], spec: Any, key: Any) -> Any:
    """What stands in a graph, or in the body of control flow, for the value of `closure` at the call."""
    function: Any = graph
    while function.is_body:
        function = function.outer_graph
    key = object() if key is None else key
    found = function.deferred.get(key)
    if found is None:
        value = nest.map_structure(lambda part: _placeholder(function, part), spec)
        found = function.deferred[key] = Deferred(closure, spec, value)
    if function is graph:
        return found.value
    return nest.map_structure(graph.capture, found.value, expand_composites=True)


def _placeholder(graph: TracingGraph, spec: Any) -> Any:
    if isinstance(spec, TensorSpec):
        return graph.placeholder(tensor_type(spec.dtype, spec.shape.symbolic), spec.name or "captured")
    if not isinstance(spec, TypeSpec):
        raise TypeError(f"capture_call_time_value needs TypeSpecs, got {spec!r}.")
    parts = nest.map_structure(lambda part: _placeholder(graph, part), spec._component_specs, expand_composites=False)
    return spec._from_components(parts)


def values_for_call(deferred: Mapping[Any, Deferred]) -> list[Any]:
    """The tensors for the inputs that stand for such values, for a call that begins.

    A call inside another function passes the question on to the calls of that one.
    """
    tensors: list[Any] = []
    for key, (closure, spec, _) in deferred.items():
        if state.graph is not None:
            value = capture(state.graph, closure, spec, key)  # type: ignore[arg-type]
        else:
            value = nest.map_structure_up_to(spec, _cast, spec, closure())
        tensors += nest.flatten(value, expand_composites=True)
    return tensors


def _cast(spec: TypeSpec, value: Any) -> Any:
    """The value as what the spec says."""
    if isinstance(spec, TensorSpec):
        plain = isinstance(value, (bool, int, float, complex, str, bytes, list, tuple))
        value = to_tensor(value, spec.dtype if plain else None)
        if value.dtype is not spec.dtype or not spec.shape.is_compatible_with(value.shape):
            raise TypeError(f"Can not cast {TensorSpec(value.shape, value.dtype)!r} to {spec!r}")
    elif not spec.is_compatible_with(value):
        raise TypeError(f"Can not cast {value!r} to {spec!r}")
    return value


__all__ = ["Deferred", "capture", "values_for_call"]
