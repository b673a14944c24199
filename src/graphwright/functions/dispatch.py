"""The short way of a call: tables from the interned types of its arguments to a compiled entry.

A Function's `__call__` slot holds first `call` below, then, once there is a trace whose program has a native
entry, that entry itself; whatever an entry does not recognise comes back to `call`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.base.spec import TensorSpec
from graphwright.core.context import detours
from graphwright.core.tensor import EagerTensor
from graphwright.functions.trace_types import Literal
from graphwright.runtime.executor import EntryRequest, Exactly

if TYPE_CHECKING:
    from graphwright.functions.concrete import ConcreteFunction
    from graphwright.functions.function import Function

_KEPT = 1000  # kinds of calls a table remembers; beyond that the slow way is taken, which is bounded by traces
# their equality is that of their values, and no two of them that are equal mean different programs
_plain = frozenset({str, bytes, type(None), bool})


def call(function: Function, *args: Any, **kwargs: Any) -> Any:
    """Call a Function: by the table where the arguments are tensors and literals, else the slow way."""
    if not kwargs and not detours[0]:
        entry = function._fast.get(_key(args))
        if entry is not None:
            return entry(*args)
    return function.call_slowly(args, kwargs)


def _key(args: Sequence[Any]) -> Any:
    """What a call looks like, None where it is not made of eager tensors and plain literals."""
    key: list[Any] = []
    for arg in args:
        kind = type(arg)
        if kind is EagerTensor:
            key.append(arg._type)
        elif kind is int or kind in _plain:
            key.append((kind, arg))
        else:
            return None
    return tuple(key)


def learn(function: Function, concrete: ConcreteFunction, args: Sequence[Any], kwargs: dict[str, Any]) -> None:
    """Remember how such a call is run, if it can be run without looking at the arguments again."""
    key = _key(args)
    if kwargs or key is None or key in function._fast:
        return
    if len(function._fast) >= _KEPT or not _covers(concrete, args):
        return
    entry = _entry(function, concrete, args)
    function._fast[key] = entry
    if getattr(entry, "native", True):
        function.install(entry)


def _covers(concrete: ConcreteFunction, args: Sequence[Any]) -> bool:
    """Whether the positional arguments are the trace's arguments one to one, the rest being defaults."""
    types = list(concrete.function_type.values())
    if any(t.flatten() for t in types[len(args) :]) or len(args) > len(types):
        return False
    return all(_fits(t, a) for t, a in zip(types, args, strict=False))


def _fits(type_: Any, arg: Any) -> bool:
    if type(arg) is EagerTensor:
        return isinstance(type_, TensorSpec) and type_.dtype is arg.dtype
    return isinstance(type_, Literal)


def _entry(function: Function, concrete: ConcreteFunction, args: Sequence[Any]) -> Callable[..., Any]:
    """The program's own entry where there is one, else a Python function that does the same."""
    from graphwright.functions.concrete import compiled

    graph = concrete.graph
    packing = concrete.packing()
    # results that `pack` puts together come from here even on a miss, else they would be packed twice
    miss = functools.partial(call, function) if packing is not None else functools.partial(_run_flat, graph)
    arguments = [a._type if type(a) is EagerTensor else Exactly(a) for a in args]
    request = EntryRequest(function.name, arguments, graph.captures, packing or "tuple", miss)
    native = compiled(graph).entry(request)
    if native is None:
        return _PythonEntry(concrete)
    return native if packing is not None else _PackedEntry(native, concrete)


def _run_flat(graph: Any, *args: Any) -> tuple[Any, ...]:
    from graphwright.functions.concrete import run_graph

    return tuple(run_graph(graph, [*(a for a in args if type(a) is EagerTensor), *graph.captures]))


class _PythonEntry:
    """Runs a trace on the tensors among the arguments."""

    native = False

    def __init__(self, concrete: ConcreteFunction) -> None:
        self._concrete = concrete

    def __call__(self, *args: Any) -> Any:
        return self._concrete.call_flat([a for a in args if type(a) is EagerTensor])


class _PackedEntry:
    """A native entry whose results still have to be put into the structure the user returned."""

    native = False

    def __init__(self, native: Callable[..., Any], concrete: ConcreteFunction) -> None:
        self._native = native
        self._pack = concrete.pack

    def __call__(self, *args: Any) -> Any:
        return self._pack(self._native(*args))
