"""The objects that can be reached from a saved object, with the names of dependencies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphwright.checkpoint.object_graph import is_trackable
from graphwright.core.resource import TrackableResource
from graphwright.core.trackable import AutoTrackable
from graphwright.core.variable import SAVED_AS, Variable
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.calls.methods import BoundFunction
from graphwright.functions.function import Function
from graphwright.saved_model.objects import Unusable
from graphwright.saved_model.resource_writer import functions_of_resource

_OURS = __name__.partition(".")[0] + "."


@dataclass
class ModelNode:
    """One object, and the numbers of its dependencies by name."""

    object: Any
    children: dict[str, int]


def is_function(value: Any) -> bool:
    """Whether an object is a function with graphs."""
    return isinstance(value, (Function, BoundFunction, ConcreteFunction))


def plain_function(value: Any) -> Any:
    """The Function of a bound one."""
    return value.__wrapped__ if isinstance(value, BoundFunction) else value


def nodes_from(root: Any, functions: Mapping[str, Any]) -> list[ModelNode]:
    """The objects reachable from the root, breadth first, each once; `functions` are those of the root itself.

    Raises ValueError for a dict whose keys are no names.
    """
    nodes = [ModelNode(root, {})]
    numbers = {id(root): 0}
    for node in nodes:
        for name, child in _children(node.object, functions if node.object is root else None).items():
            child = _variable_behind(plain_function(child))
            if id(child) not in numbers:
                numbers[id(child)] = len(nodes)
                nodes.append(ModelNode(child, {}))
            node.children[name] = numbers[id(child)]
    return nodes


def _variable_behind(value: Any) -> Any:
    """The variable of a wrapper from another library; else the object itself."""
    if isinstance(value, Variable) or not getattr(type(value), "_should_act_as_resource_variable", False):
        return value
    return value._serialize_to_tensors().get(SAVED_AS, value)


def functions_of(value: Any) -> dict[str, Any]:
    """The functions of an object: attributes, and methods and public properties of its class."""
    named: dict[str, bool] = {}
    for owner in reversed(type(value).__mro__):
        computed = not owner.__module__.startswith(_OURS)  # no property of this package returns a function
        for name, stored in vars(owner).items():
            is_property = computed and isinstance(stored, property) and not name.startswith("_")
            named[name] = isinstance(stored, Function) or is_property
    # a Keras model does not save all attributes
    tracked = isinstance(value, AutoTrackable)
    own = value._trackable_children("savedmodel") if tracked else getattr(value, "__dict__", {})
    found = {n: attribute(value, n) for n, wanted in named.items() if wanted and n not in own}
    found.update((n, f) for n, f in own.items() if is_function(f))
    return {name: plain_function(f) for name, f in sorted(found.items()) if is_function(f)}


def attribute(value: Any, name: str) -> Any:
    """An attribute of an object; None if there is none or a property raises."""
    try:
        return getattr(value, name)
    except Exception:  # whatever a property raises, the model can be saved without it
        return None


def _children(value: Any, functions: Mapping[str, Any] | None = None) -> dict[str, Any]:
    if isinstance(value, Variable) or is_function(value):
        return {}
    if isinstance(value, Mapping):
        found = {k: v for k, v in value.items() if _is_saved(v)}
        strange = [k for k in found if not isinstance(k, str)]
        if strange:
            raise ValueError(
                f"Unable to save the object {value!r}: its key {strange[0]!r} names something to be saved, and "
                "is not a string. Use strings for keys."
            )
        return found
    if isinstance(value, (list, tuple)):
        return {str(i): v for i, v in enumerate(value) if _is_saved(v)}
    named = value._trackable_children(save_type="savedmodel") if hasattr(value, "_trackable_children") else {}
    functions = functions_of(value) if functions is None else functions
    found = {**{n: v for n, v in named.items() if _is_saved(v)}, **functions}
    return {**found, **functions_of_resource(value)} if isinstance(value, TrackableResource) else found


def _is_saved(value: Any) -> bool:
    return is_function(value) or (is_trackable(value) and not isinstance(value, Unusable))
