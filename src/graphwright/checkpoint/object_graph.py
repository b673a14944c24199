"""The graph of saved objects: dependencies by name, and the keys of values.

An object is trackable if it is or defines one of these:

- a `Variable`, a `Module`, a list, a tuple with one of these in it, a dict (or OrderedDict);
- `_trackable_children(save_type=..., **kwargs)`, which returns its dependencies by name, or a list
  `_checkpoint_dependencies` of objects with a `name` and a `ref`;
- `_serialize_to_tensors()`, which returns its own values by name, and `_restore_from_tensors(values)`.
"""

from __future__ import annotations

import collections
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from graphwright.base import errors
from graphwright.checkpoint import messages
from graphwright.checkpoint.deferred_containers import DeferredDict, DeferredList
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import EagerTensor
from graphwright.core.trackable import LISTS, Lists, Traced, note_lists
from graphwright.core.variable import Variable

GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
_PROTOCOL = ("_trackable_children", "_checkpoint_dependencies", "_serialize_to_tensors")
_MOST_DIGITS = 10
_DICTS = (dict, collections.OrderedDict)


def is_trackable(value: Any) -> bool:
    """Whether an object can have state that is saved."""
    if isinstance(value, (Variable, list, DeferredDict)) or type(value) in _DICTS:
        return True
    if isinstance(value, tuple):
        return any(map(is_trackable, value))
    if isinstance(value, (type, Traced)):
        return False
    return "_checkpoint_dependencies" in getattr(value, "__dict__", ()) or any(
        hasattr(type(value), name) for name in _PROTOCOL
    )


def children_of(value: Any, save_type: str = "checkpoint") -> dict[str, Any]:
    """The trackable dependencies of an object, by name; ValueError for a dict with other keys than strings.

    `save_type` is "checkpoint" or "savedmodel".
    """
    if isinstance(value, Variable):
        return {}
    if isinstance(value, (DeferredList, DeferredDict)):
        value.check_original()
    if isinstance(value, dict):
        return _in_dict(value)
    if isinstance(value, (list, tuple)):
        named = {name: getattr(value, name) for name in getattr(value, "_fields", ())}
        named.update((str(i), item) for i, item in enumerate(value))
    elif hasattr(value, "_trackable_children"):
        named = value._trackable_children(save_type=save_type)
    else:
        named = {one.name: one.ref for one in getattr(value, "_checkpoint_dependencies", ())}
    return {name: child for name, child in named.items() if is_trackable(child)}


def child_of(value: Any, name: str) -> Any:
    """The dependency of that name, or None."""
    if isinstance(value, dict):
        found = value.get(name)
    elif isinstance(value, list):
        index = list_index(name)
        found = value[index] if index is not None and index < len(value) else None
    else:
        return children_of(value).get(name)
    return found if is_trackable(found) else None


def list_index(name: str) -> int | None:
    """The list index that a name denotes; None for a name that is not a number, which a file may contain."""
    return int(name) if name.isdecimal() and name.isascii() and len(name) < _MOST_DIGITS else None


def _in_dict(value: dict[Any, Any]) -> dict[str, Any]:
    found = {key: child for key, child in value.items() if is_trackable(child)}
    for key in found:
        if not isinstance(key, str):
            raise ValueError(
                f"Unable to save the object {value!r}. The dictionary contains a non-string key ({key!r}) which maps "
                "to a trackable object or mutable data structure.\n\nIf you don't need this dictionary checkpointed, "
                "wrap it in a non-trackable object; it will be subsequently ignored."
            )
    return found


def owner_of_values(value: Any) -> Any:
    """The object whose values are saved as those of `value`; for a checkpoint its root."""
    return getattr(value, "_owner_of_values", value)


def values_of(value: Any) -> dict[str, Any]:
    """An object's own values, by name, as immutable tensors."""
    value = owner_of_values(value)
    if not hasattr(type(value), "_serialize_to_tensors"):
        return {}
    found = {}
    for name, item in value._serialize_to_tensors().items():
        if isinstance(item, Mapping):  # by slice of the tensor
            if set(item) != {""}:
                raise errors.UnimplementedError(f"{value!r}: saving a part of the tensor {name!r} is not supported.")
            item = item[""]
        found[name] = EagerTensor(item._state.read(), item._state.type) if isinstance(item, Variable) else item
    return {name: to_tensor(item) for name, item in found.items()}


def saved_together(value: Any) -> tuple[str, tuple[str, ...]]:
    """The name under which all values of an object are saved together, and the suffixes of their keys.

    This is how tables are saved; ("", ()) for other objects.
    """
    found: tuple[str, tuple[str, ...]] = getattr(owner_of_values(value), "_saved_together", ("", ()))
    return found


def has_values(value: Any) -> bool:
    """Whether an object has values of its own."""
    return hasattr(type(owner_of_values(value)), "_serialize_to_tensors")


@dataclass
class CheckpointNode:
    """One object, with its path from the root and the numbers of its dependencies."""

    object: Any
    path: str
    children: dict[str, int]
    slots: list[tuple[int, str, int]] = field(default_factory=list)


def _is(item: Any, before: Any) -> bool:
    return item is before or (isinstance(item, (DeferredList, DeferredDict)) and item._original is before)


def check_lists(owner: Any) -> None:
    """ValueError if a list attribute was changed other than by appending since it was assigned or last saved."""
    stored: Lists | None = getattr(owner, "__dict__", {}).get(LISTS)
    for name, lists in [] if stored is None else list(stored.named.items()):
        value = vars(owner).get(name)
        for known, items in lists if value is not None else ():
            if any(i >= len(known) or not _is(known[i], item) for i, item in enumerate(items) if is_trackable(item)):
                raise ValueError(
                    f"Unable to save the object {known!r} (the list in the attribute {name!r}). A list element was "
                    "replaced (__setitem__, __setslice__), deleted (__delitem__, __delslice__), or moved (sort). Items "
                    "are restored by their index, so that lists are append-only.\n\nAssign a new list to "
                    "the attribute, or, if you don't need this list checkpointed, wrap it in a non-trackable object; "
                    "it will be subsequently ignored."
                )
        note_lists(owner, name, value)


def escaped(name: str) -> str:
    """A name as a component of a path, without `/`."""
    return name.replace(".", "..").replace("/", ".S")


def nodes_from(root: Any, save_type: str = "checkpoint") -> list[CheckpointNode]:
    """All objects that can be reached from the root, breadth first; each once, by its shortest path."""
    nodes = [CheckpointNode(root, "", {})]
    numbers = {id(one): 0 for one in (root, *getattr(root, "_attribute_owners", ()))}
    for node in nodes:
        for name, child in children_of(node.object, save_type).items():
            if id(child) not in numbers:
                numbers[id(child)] = len(nodes)
                nodes.append(CheckpointNode(child, f"{node.path}/{escaped(name)}".lstrip("/"), {}))
            node.children[name] = numbers[id(child)]
    _add_slots(nodes, numbers)
    return nodes


def _add_slots(nodes: list[CheckpointNode], numbers: dict[int, int]) -> None:
    """Add the slot variables of optimizers, from `get_slot_names()` and `get_slot(variable, name)`."""
    variables = [(i, node) for i, node in enumerate(nodes) if isinstance(node.object, Variable)]
    for owner in tuple(nodes):
        if not hasattr(type(owner.object), "get_slot_names"):
            continue
        for name in owner.object.get_slot_names():
            for number, node in variables:
                slot = owner.object.get_slot(node.object, name)
                if slot is None:
                    continue
                if id(slot) not in numbers:
                    numbers[id(slot)] = len(nodes)
                    path = f"{node.path}/.OPTIMIZER_SLOT/{owner.path}/{escaped(name)}"
                    nodes.append(CheckpointNode(slot, path, {}))
                owner.slots.append((number, name, numbers[id(slot)]))


def saved_form(root: Any, save_type: str = "checkpoint") -> tuple[bytes, dict[str, EagerTensor]]:
    """The message that describes the objects that can be reached from the root, and their values by key."""
    nodes = nodes_from(root, save_type)
    for node in nodes:
        for owner in getattr(node.object, "_attribute_owners", (node.object,)):
            check_lists(owner)
    graph = messages.CLASSES["TrackableObjectGraph"]()
    values: dict[str, EagerTensor] = {}
    for node in nodes:
        created = graph.nodes.add()
        for name, number in node.children.items():
            created.children.add(node_id=number, local_name=name)
        for original, name, number in node.slots:
            created.slot_variables.add(original_variable_node_id=original, slot_name=name, slot_variable_node_id=number)
        own = values_of(node.object)
        together = saved_together(node.object)[0]
        for name, value in own.items():
            key = f"{node.path}/.ATTRIBUTES/{together or escaped(name)}"
            full_name = getattr(owner_of_values(node.object), "_shared_name", "")
            if not (together and created.attributes):
                created.attributes.add(name=together or name, full_name=full_name, checkpoint_key=key)
            values[key + name if together else key] = value
    holding = nodes_with_values(graph)
    for number, created in enumerate(graph.nodes):
        created.has_checkpoint_values.value = number in holding
    return graph.SerializeToString(), values


def keys_together(root: Any, save_type: str = "checkpoint") -> dict[int, str]:
    """The keys of the objects whose values are saved together, by the ids of the objects."""
    return {
        id(node.object): f"{node.path}/.ATTRIBUTES/{name}"
        for node in nodes_from(root, save_type)
        if (name := saved_together(node.object)[0])
    }


def nodes_with_values(graph: Any) -> set[int]:
    """The numbers of the nodes with values of their own or of a dependency."""
    owners: dict[int, list[int]] = {}
    for number, node in enumerate(graph.nodes):
        for child in node.children:
            owners.setdefault(child.node_id, []).append(number)
        for slot in node.slot_variables:
            owners.setdefault(slot.slot_variable_node_id, []).append(number)
    found = {number for number, node in enumerate(graph.nodes) if node.attributes}
    pending = list(found)
    while pending:
        for owner in owners.get(pending.pop(), ()):
            if owner not in found:
                found.add(owner)
                pending.append(owner)
    return found


def restore_values(value: Any, saved: Mapping[str, EagerTensor]) -> None:
    """Restore an object's own values."""
    owner_of_values(value)._restore_from_tensors(dict(saved))
