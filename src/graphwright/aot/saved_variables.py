"""How a library saves its variables: what of a checkpoint does not depend on their values, for `c/checkpoint.c`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphwright.base.checksum import masked
from graphwright.base.dtypes import string
from graphwright.base.errors import InvalidArgumentError
from graphwright.base.frozen import frozen
from graphwright.checkpoint import entries, messages, table, tensor_bytes
from graphwright.checkpoint.entries import TensorEntry
from graphwright.checkpoint.object_graph import (
    GRAPH_KEY,
    nodes_from,
    nodes_with_values,
    owner_of_values,
    saved_form,
)
from graphwright.core.tensor import EagerTensor
from graphwright.core.variable import SAVED_AS
from graphwright.core.variable_state import VariableState

_ANY_SUM: Final = 0xFFFFFFFF  # a field that is zero would not be written


@frozen
class SavedVariable:
    """The key of a variable, the number of its dtype, and where the index file has its checksum."""

    key: str
    dtype: int
    place: int


@frozen
class SavedForm:
    """The index file with any checksums, its blocks of entries, and the first bytes of the data file."""

    index: bytes
    blocks: tuple[tuple[int, int], ...]
    graph: bytes
    variables: tuple[SavedVariable, ...]


class _Value:
    """A variable of the program, as an object that is saved."""

    def __init__(self, state: VariableState) -> None:
        self._state = state

    def _serialize_to_tensors(self) -> dict[str, Any]:
        return {SAVED_AS: EagerTensor(self._state.read(), self._state.type)}


class _ByName:
    """The variables of the program as the dependencies of one object."""

    def __init__(self, states: Mapping[str, VariableState]) -> None:
        self._values = {name: _Value(state) for name, state in states.items()}

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        return dict(self._values)


def saved_form_of(states: Mapping[str, VariableState], root: Any) -> SavedForm:
    """How these variables, by name, are saved as dependencies of a root, or of one that has them by their names.

    Raises `InvalidArgumentError` for variables that cannot be reached from the root.
    """
    found = _ByName(states) if root is None else root
    keys = _keys(found)
    missing = [name for name, state in states.items() if id(state) not in keys]
    if missing:
        raise InvalidArgumentError(None, None, f"`checkpoint` lacks variables of the function: {', '.join(missing)}.")
    in_order = list(states.values())
    return _written(in_order, [keys[id(state)] for state in in_order], _graph(found, set(keys.values())))


def _keys(root: Any) -> dict[int, str]:
    """The keys of the variables that can be reached from the root, by the ids of their states."""
    found: dict[int, str] = {}
    for node in nodes_from(root):
        state = getattr(owner_of_values(node.object), "_state", None)
        if isinstance(state, VariableState):
            found.setdefault(id(state), f"{node.path}/.ATTRIBUTES/{SAVED_AS}")
    return found


def _graph(root: Any, keys: set[str]) -> bytes:
    """The graph of objects, in which nothing but variables has values."""
    graph = messages.parsed("TrackableObjectGraph", saved_form(root)[0], "the graph of objects")
    for node in graph.nodes:
        if any(one.checkpoint_key not in keys for one in node.attributes):
            node.ClearField("attributes")
    has_values = nodes_with_values(graph)
    for number, node in enumerate(graph.nodes):
        node.has_checkpoint_values.value = number in has_values
    serialized: bytes = graph.SerializeToString()
    return serialized


def _written(states: Sequence[VariableState], keys: Sequence[str], graph: bytes) -> SavedForm:
    data, crc = tensor_bytes.string_bytes(np.array(graph, object))
    found = {GRAPH_KEY: TensorEntry(string, (), 0, 0, len(data), masked(crc))}
    offset = len(data)
    for state, key in zip(states, keys, strict=True):
        shape, dtype = state.read().shape, state.type.dtype
        size = math.prod(shape) * dtype.size
        found[key] = TensorEntry(dtype, shape, 0, offset, size, _ANY_SUM)
        offset += size
    index, ends = table.TableWriter(), {}
    index.add(entries.HEADER_KEY, entries.header_message(1))
    for key in sorted(found, key=_encoded):
        ends[key] = index.add(_encoded(key), entries.entry_message(found[key]))
    variables = (
        SavedVariable(key, state.type.dtype.as_datatype_enum, ends[key] - 4)
        for state, key in zip(states, keys, strict=True)
    )
    content = index.finish()
    return SavedForm(content, tuple(index.blocks), data, tuple(variables))


def _encoded(key: str) -> bytes:
    return key.encode("utf-8", "surrogateescape")
