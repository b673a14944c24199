"""The fast path of calls on devices: a table in Python, asked where compiled entries have found nothing.

The work of a call is jax's; what is added is a look-up by the classes, types and devices of the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphwright.base.spec import TensorSpec, TraceType
from graphwright.core.context import slow_path_flags, state
from graphwright.core.device_tensor import DeviceTensor
from graphwright.core.placement import device_for
from graphwright.core.tensor import EagerTensor
from graphwright.functions.calls.graph_program import compiled
from graphwright.functions.tracing.trace_types import Container, Literal
from graphwright.runtime.calls import Build, OutputLeaf

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.function import Function

_MAX_ENTRIES: Final = 1000
_LITERALS: Final = frozenset({int, str, bytes, bool, type(None)})
"""Types of which equal values always mean the same program."""


class PlacedCalls:
    """The calls of a Function whose programs run on devices."""

    def __init__(self) -> None:
        self._entries: dict[Any, _Entry] = {}

    def find(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, list[Any]] | None:
        """The entry of a call and its tensors; None where it has to take the slow path."""
        if slow_path_flags[0] and not _only_scopes():
            return None
        key: list[Any] = [state.device]
        tensors: list[Any] = []
        for arg in args:
            if not _describe(arg, key, tensors):
                return None
        for name, arg in kwargs.items():
            key.append(name)
            if not _describe(arg, key, tensors):
                return None
        found = self._entries.get(tuple(key))
        return None if found is None or not found.left[0] else (found, tensors)

    def add(
        self, function: Function[Any, Any], concrete: ConcreteFunction, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> bool:
        """Serve calls like this one by this trace, if it runs on a device; False for one that runs on the host."""
        key: list[Any] = [state.device]
        tensors: list[Any] = []
        simple = all(_describe(arg, key, tensors) for arg in args)
        for name, arg in kwargs.items():
            key.append(name)
            simple = simple and _describe(arg, key, tensors)
        device = device_for([*tensors, *concrete.graph.captures])
        if device is None:
            return False
        order = _order(function, concrete, args, kwargs) if simple else None
        if order is not None and len(order) == len(tensors) and len(self._entries) < _MAX_ENTRIES and not state.tapes:
            self._entries[tuple(key)] = _Entry(concrete, device, order)
        return True

    def clear(self, which: Callable[[Any], bool] = lambda context: True) -> None:
        """Forget the traces that are among these."""
        for key in [k for k, entry in list(self._entries.items()) if which(entry.concrete)]:
            del self._entries[key]


def _only_scopes() -> bool:
    """Whether nothing but blocks of `tf.device` keeps calls of this thread from the fast path."""
    own = state.slow_path
    return not (slow_path_flags[1] or own.recordings) and own.others == state.scopes


class _Entry:
    """A trace for one kind of call."""

    __slots__ = ("_order", "_run", "concrete", "left")

    def __init__(self, concrete: ConcreteFunction, device: Any, order: list[int]) -> None:
        graph = concrete.graph
        self.concrete = concrete
        left: Any = concrete.usage.left
        self.left = memoryview(left)
        self._order = None if order == sorted(order) else order
        results = Build(concrete.pack, tuple(OutputLeaf(i) for i in range(len(graph.outputs))))
        self._run = compiled(graph, device.executor).entered(graph.captures, graph.outputs, results)

    def call(self, tensors: list[Any]) -> Any:
        """The result of a call with these tensors."""
        self.left[0] -= 1
        if self._order is not None:
            tensors = [tensors[i] for i in self._order]
        return self._run(*tensors)


def _describe(value: Any, key: list[Any], tensors: list[Any]) -> bool:
    """Add what an argument is looked up by, and its tensors; False for one that is not looked up."""
    kind = value.__class__
    if kind is DeviceTensor:
        key.append(value._type)
        key.append(value._device)
        tensors.append(value)
    elif kind is EagerTensor:
        key.append(value._type)
        tensors.append(value)
    elif kind in _LITERALS:
        key.append(kind)
        key.append(value)
    elif kind is tuple or kind is list:
        key.append(kind)
        key.append(len(value))
        return all(_describe(part, key, tensors) for part in value)
    else:
        return False
    return True


def _order(
    function: Function[Any, Any], concrete: ConcreteFunction, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> list[int] | None:
    """For each argument of the graph its number among the tensors of the call; None where there is no such order."""
    marks = [object() for _ in args]
    keyword_marks = {name: object() for name in kwargs}
    name_of = {id(mark): name for name, mark in function.function_spec.named(marks, keyword_marks).items()}
    names = [name_of[id(mark)] for mark in (*marks, *keyword_marks.values())]
    types = concrete.argument_types
    if not all(map(_plain, types.values())) or any(t.flatten() for n, t in types.items() if n not in names):
        return None
    starts, count = {}, 0
    for name in names:
        starts[name] = count
        count += len(types[name].flatten())
    return [starts[name] + i for name, type_ in types.items() for i in range(len(type_.flatten()))]


def _plain(type_: TraceType) -> bool:
    """Whether the tensors of an argument come in the order in which they stand in it."""
    if isinstance(type_, Container):
        return type_.kind[0] in (tuple, list) and all(map(_plain, type_.children))
    return isinstance(type_, (TensorSpec, Literal))


__all__ = ["PlacedCalls"]
