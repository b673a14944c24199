"""What belongs to an object that is saved: the objects reachable from it, with the names of the ways."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphwright.checkpoint.object_graph import is_trackable
from graphwright.core.resource import TrackableResource
from graphwright.core.variable import Variable
from graphwright.functions.concrete import ConcreteFunction
from graphwright.functions.function import Function
from graphwright.functions.methods import BoundFunction
from graphwright.saved_model.objects import Unusable
from graphwright.saved_model.resources_out import functions_of_resource


@dataclass
class Node:
    """One object, and the numbers of what belongs to it, by name."""

    object: Any
    children: dict[str, int]


def is_function(value: Any) -> bool:
    """Whether something is a function with graphs."""
    return isinstance(value, (Function, BoundFunction, ConcreteFunction))


def plain_function(value: Any) -> Any:
    """The Function of a bound one."""
    return value.__wrapped__ if isinstance(value, BoundFunction) else value


def nodes_from(root: Any) -> list[Node]:
    """All objects from the root on, the nearest first, each once.

    Raises ValueError for a dict whose keys are no names.
    """
    nodes = [Node(root, {})]
    numbers = {id(root): 0}
    for node in nodes:
        for name, child in _children(node.object).items():
            key = id(plain_function(child))
            if key not in numbers:
                numbers[key] = len(nodes)
                nodes.append(Node(plain_function(child), {}))
            node.children[name] = numbers[key]
    return nodes


def functions_of(value: Any) -> dict[str, Any]:
    """The functions that belong to an object itself: attributes, and methods of its class."""
    found: dict[str, Any] = {}
    for owner in reversed(type(value).__mro__):
        for name, attribute in vars(owner).items():
            if isinstance(attribute, Function):
                found[name] = getattr(value, name)
            else:
                found.pop(name, None)
    own = getattr(value, "__dict__", {})
    found = {n: f for n, f in found.items() if n not in own}
    found.update((n, f) for n, f in own.items() if is_function(f))
    return {name: plain_function(f) for name, f in sorted(found.items()) if is_function(f)}


def _children(value: Any) -> dict[str, Any]:
    if isinstance(value, Variable) or is_function(value):
        return {}
    if isinstance(value, Mapping):
        found = {k: v for k, v in value.items() if _is_saved(v)}
        strange = [k for k in found if not isinstance(k, str)]
        if strange:
            raise ValueError(
                f"Unable to save the object {value!r}: its key {strange[0]!r} is no string, and names something to be "
                "saved. Use strings for keys."
            )
        return found
    if isinstance(value, (list, tuple)):
        return {str(i): v for i, v in enumerate(value) if _is_saved(v)}
    named = value._trackable_children(save_type="savedmodel") if hasattr(value, "_trackable_children") else {}
    found = {**{n: v for n, v in named.items() if _is_saved(v)}, **functions_of(value)}
    return {**found, **functions_of_resource(value)} if isinstance(value, TrackableResource) else found


def _is_saved(value: Any) -> bool:
    return is_function(value) or (is_trackable(value) and not isinstance(value, Unusable))
