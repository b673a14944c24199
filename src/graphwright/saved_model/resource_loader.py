"""Resources of a loaded model: created, restored and initialized by the model's own functions.

These functions run without being called, so they may do nothing but make and fill tables and variables; other ops need
to be allowed by name. What was not made says why, when it is used.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.base.dtypes import resource, string
from graphwright.core.tensor import EagerTensor
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.types import tensor_type
from graphwright.lookup.records import MAKERS
from graphwright.passes import optimize
from graphwright.runtime.selection import executor
from graphwright.saved_model.loaded_function import LoadedFunction
from graphwright.saved_model.messages import Message
from graphwright.saved_model.objects import LoadedResource, LoadedTable, Unmade, Unusable
from graphwright.saved_model.resource_writer import CREATE, INITIALIZE, Saveable

_CALLS = frozenset({"PartitionedCall", "StatefulPartitionedCall"})
_HARMLESS = (
    MAKERS
    | _CALLS
    | {
        "AnonymousVariable", "AssignVariableOp", "Const", "Identity", "InitializeTableFromTextFileV2",
        "InitializeTableV2", "LookupTableExportV2", "LookupTableImportV2", "LookupTableInsertV2", "NoOp", "Placeholder",
        "ReadVariableOp", "SentencepieceOp", "StringJoin", "AddV2", "Add", "VarHandleOp",
    }
)  # fmt: skip
_MOST_STEPS = 100_000
_GROWING = frozenset({"Add", "AddV2", "StringJoin"})  # their results may be larger than all inputs
_MOST_ELEMENTS = 1 << 20

Usable = Callable[[int], Any]
"""Returns the function of a number."""


class LoadedResources:
    """The resources of a model.

    Args:
      nodes: the objects of the model.
      usable: gives the functions.
      allowed: names of ops that may run although nothing calls them.
    """

    def __init__(self, nodes: Sequence[Message], usable: Usable, allowed: Collection[str]) -> None:
        self._nodes, self._usable, self._allowed = nodes, usable, frozenset(allowed)
        self._made: dict[int, LoadedResource] = {}
        self._in_hand: set[int] = set()

    def make(self, number: int) -> LoadedResource:
        """The resource of a number, without its content."""
        if number in self._in_hand:
            raise errors.InvalidArgumentError(f"Resource {number} of the SavedModel is needed to make itself.")
        self._in_hand.add(number)
        node = self._nodes[number]
        name = node.registered_name or f"number {number}"
        created = LoadedResource(node.registered_name)
        result = self._run(number, CREATE)
        if not isinstance(result, EagerTensor) or result.dtype is not resource:
            reason = result if isinstance(result, str) else f"'{CREATE}' gives {result!r}, which is no handle."
            result = EagerTensor(Unmade(name, reason), tensor_type(resource, ()))
        created._resource_handle = result
        self._in_hand.discard(number)
        self._made[number] = created
        return created

    def fill(self, keys: Mapping[int, Mapping[str, str]], read: Callable[[str], EagerTensor]) -> dict[int, Any]:
        """Restore and initialize the resources; returns those whose object was replaced.

        Args:
          keys: where the checkpoint has values, by object and name.
          read: gives the tensor under a key.
        """
        changed = {}
        for number, created in self._made.items():
            if isinstance(created._resource_handle._array, Unmade):
                continue
            saveable = self._saveable(number)
            if saveable is not None:
                key = keys.get(number, {}).get(saveable.name)
                table = LoadedTable(created._registered_name, saveable)
                table._resource_handle = created._resource_handle
                if key is not None:
                    _restore(table, {part: read(key + part) for part in saveable.parts})
                changed[number] = table
            problem = self._run(number, INITIALIZE)
            if isinstance(problem, str):
                created._resource_handle._array = Unmade(created._registered_name or f"number {number}", problem)
        return changed

    def _run(self, number: int, name: str) -> Any:
        """The result of a function of a resource; or, as a string, why it cannot run."""
        child = next((c.node_id for c in self._nodes[number].children if c.local_name == name), None)
        if child is None or self._nodes[child].WhichOneof("kind") != "function":
            return f"It has no function '{name}'."
        function = self._usable(child)
        if isinstance(function, Unusable):
            return function._error.message
        if not isinstance(function, LoadedFunction) or not function.concrete_functions:
            return f"'{name}' has no graph."
        concrete = function.concrete_functions[0]
        if concrete.graph.arguments:
            return f"'{name}' takes arguments."
        problem = self._problem(concrete.graph)
        return problem or run_once(concrete, [])

    def _problem(self, graph: FuncGraph) -> str | None:
        return problem_of(graph, self._allowed)

    def _saveable(self, number: int) -> Saveable | None:
        """The functions that save and restore the values of a resource."""
        for name, saved in self._nodes[number].saveable_objects.items():
            functions = [self._concrete(i) for i in (saved.save_function, saved.restore_function)]
            if None in functions:
                return None
            save, restore = functions
            assert save is not None and restore is not None
            if self._problem(save.graph) or self._problem(restore.graph):
                return None
            parts = _parts(save)
            if parts is not None and len(parts) == len(restore.graph.arguments):
                return Saveable(name, parts, save, restore)
        return None

    def _concrete(self, number: int) -> ConcreteFunction | None:
        if not 0 <= number < len(self._nodes):
            raise errors.InvalidArgumentError(
                f"A resource of the SavedModel is saved by object {number}; there are {len(self._nodes)}."
            )
        if self._nodes[number].WhichOneof("kind") != "bare_concrete_function":
            return None
        found = self._usable(number)
        return found if isinstance(found, ConcreteFunction) else None


def problem_of(graph: FuncGraph, allowed: Collection[str]) -> str | None:
    """Why a graph must not run during loading; None if it may."""
    steps, pending = 0, [graph]
    while pending:
        for op in pending.pop().operations:
            steps += 1
            if op.type not in _HARMLESS and op.type not in allowed:
                return (
                    f"it needs the op {op.type}, which does not run without being called. Allow it by its name "
                    "(tf.saved_model.LoadOptions(allowed_ops=[...])) where the file is to be trusted."
                )
            if op.type in _CALLS:
                pending.append(op.attrs["f"])
            elif (op.type in _GROWING or _repeats(op)) and not all(_small(v) for v in op.outputs):
                return f"its op {op.type} makes a tensor larger than what the file has bytes for."
        if steps > _MOST_STEPS:
            return f"it has more than {_MOST_STEPS} steps."
    return None


def run_once(concrete: ConcreteFunction, given: Sequence[Any]) -> Any:
    """The result of a function, interpreted: compiling it would take longer than its single run."""
    graph = concrete.graph
    program = executor("numpy").compile(optimize(graph))
    flat = program.run_tensors([*given, *graph.captures], graph.outputs)
    return concrete.pack(flat)


def _restore(table: LoadedTable, values: Mapping[str, EagerTensor]) -> None:
    try:
        table._restore_from_tensors(values)
    except (TypeError, ValueError) as error:
        message = f"The checkpoint of the SavedModel does not fit its tables: {error}"
        raise errors.InvalidArgumentError(message) from None


def _parts(save: ConcreteFunction) -> tuple[str, ...] | None:
    """The key suffix of each value: the keys that the save function returns for an empty key."""
    from graphwright.ops.array.constants import constant

    if [v.dtype for v in save.graph.arguments] != [string]:
        return None
    try:
        return tuple(part["name"].numpy().decode() for part in run_once(save, [constant("")]))
    except (TypeError, KeyError, AttributeError, UnicodeDecodeError):
        return None


def _small(value: Any) -> bool:
    dims = value.type.shape.static_dims
    return dims is not None and None not in dims and math.prod(dims) <= _MOST_ELEMENTS


def _repeats(op: Any) -> bool:
    """Whether an operation is a constant that stores one element for many."""
    return op.type == "Const" and 0 in op.attrs["value"].strides
