"""The fast path of calls on devices: a table in Python, asked where compiled entries have found nothing.

The work of a call is jax's; what is added is a look-up by the classes, types and devices of the arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from graphwright.base.spec import TensorSpec, TraceType
from graphwright.base.tracebacks import shorten
from graphwright.core.context import slow_path_flags, state
from graphwright.core.device_tensor import DeviceTensor
from graphwright.core.placement import device_for
from graphwright.core.tensor import EagerTensor
from graphwright.functions.calls.entry_patterns import results_of
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
    """The calls of a Function whose programs run on devices.

    Attributes:
      call: takes calls, and passes those that it has no entry for to `miss`.
    """

    def __init__(self, miss: Callable[..., Any]) -> None:
        self._entries: dict[Any, _Entry] = {}
        self._simple: dict[Any, _Entry] = {}  # by the types and devices of positional tensors on devices alone
        self.call = self._fast_call(miss)

    def _fast_call(self, miss: Callable[..., Any]) -> Callable[..., Any]:
        simple = self._simple

        def call(*args: Any, **kwargs: Any) -> Any:
            if not (kwargs or slow_path_flags[0]):
                try:
                    entry = simple.get(tuple([(a._type, a._device) for a in args]))
                except (AttributeError, TypeError):
                    entry = None
                if entry is not None:
                    left = entry.left
                    if left[0]:
                        left[0] -= 1
                        try:
                            return entry.run(*args)
                        except BaseException as error:  # Ctrl-C too
                            shorten(error)
                            raise
            return miss(*args, **kwargs)

        return call

    def find(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Callable[[], Any] | None:
        """What serves a call, counted already; None where it has to take the slow path."""
        if slow_path_flags[0] and not _only_scopes():
            return None
        key, tensors = _described(args, kwargs)
        entry = None if key is None else self._entries.get(key)
        if entry is None or not entry.left[0]:
            return None
        entry.left[0] -= 1
        order = entry.order
        return partial(entry.run, *(tensors if order is None else [tensors[i] for i in order]))

    def add(
        self, function: Function[Any, Any], concrete: ConcreteFunction, args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> bool:
        """Serve calls like this one by this trace, if it runs on a device; False for one that runs on the host."""
        key, tensors = _described(args, kwargs)
        device = device_for([*tensors, *concrete.graph.captures])
        if device is None:
            return False
        order = None if key is None else _order(function, concrete, args, kwargs)
        if order is None or len(order) != len(tensors) or len(self._entries) >= _MAX_ENTRIES or state.tapes:
            return True
        entry = self._entries[key] = _Entry(concrete, device, order)
        if entry.order is None and not kwargs and state.device is None and all(type(a) is DeviceTensor for a in args):
            self._simple[tuple([(a._type, a._device) for a in args])] = entry
        return True

    def clear(self, which: Callable[[Any], bool] = lambda context: True) -> None:
        """Forget the traces that are among these."""
        for entries in (self._entries, self._simple):
            for key in [k for k, entry in list(entries.items()) if which(entry.concrete)]:
                del entries[key]


def _only_scopes() -> bool:
    """Whether nothing but blocks of `tf.device` keeps calls of this thread from the fast path."""
    own = state.slow_path
    return not (slow_path_flags[1] or own.recordings) and own.others == state.scopes


class _Entry:
    """A trace for one kind of call.

    Attributes:
      left: the word of the trace's usage that is counted down.
      run: takes the tensors in the order of the graph's arguments.
      order: for each of them its number among those of the call; None where that is the same.
    """

    __slots__ = ("concrete", "left", "order", "run")

    def __init__(self, concrete: ConcreteFunction, device: Any, order: list[int]) -> None:
        graph = concrete.graph
        self.concrete = concrete
        left: Any = concrete.usage.left
        self.left = memoryview(left)
        self.order = None if order == sorted(order) else order
        results = results_of(concrete.result_structure, len(graph.outputs), lambda *flat: concrete.pack(flat))
        if not isinstance(results, OutputLeaf):
            results = Build(concrete.pack, tuple(OutputLeaf(i) for i in range(len(graph.outputs))))
        self.run = compiled(graph, device.executor).entered(graph.captures, graph.outputs, results)


def _described(args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, list[Any]]:
    """What a call is looked up by, None where it is not looked up, and its tensors."""
    key: list[Any] = [state.device]
    tensors: list[Any] = []
    simple = all(_describe(arg, key, tensors) for arg in args)
    for name, arg in kwargs.items():
        key.append(name)
        simple = _describe(arg, key, tensors) and simple
    return (tuple(key) if simple else None), tensors


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
    elif kind is dict and all(type(name) is str for name in value):
        key.append(kind)
        for name in sorted(value):
            key.append(name)
            if not _describe(value[name], key, tensors):
                return False
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
        return type_.kind[0] in (tuple, list, dict) and all(map(_plain, type_.children))
    return isinstance(type_, (TensorSpec, Literal))


__all__ = ["PlacedCalls"]
