"""The fast path of a call: a table of entries that compiled code dispatches on.

A Function's `__call__` slot first holds the slow path, `call_slowly`. Once there is a trace whose program compiled code
can enter, it holds the builtin of the Function's call table. A call without an entry there takes the slow path, after
which `add_entry` may add one.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from graphwright.base.tracebacks import shorten
from graphwright.core.context import state
from graphwright.core.placement import devices_in_use
from graphwright.core.tensor import EagerTensor
from graphwright.functions.calls import entered
from graphwright.functions.calls.dict_dispatch import DictDispatch
from graphwright.functions.calls.entry_patterns import NoPattern, are_tensors, patterns_of, results_of
from graphwright.functions.calls.graph_program import compiled
from graphwright.functions.calls.sized_entries import Entered, look, ranked, trace_of
from graphwright.functions.calls.specializations import is_open
from graphwright.ir.types import TensorType
from graphwright.runtime.calls import Calls, EntryRequest, OfType
from graphwright.runtime.selection import executor

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.calls.placed_calls import PlacedCalls
    from graphwright.functions.function import Function

_MAX_MISSES = 20  # calls in a row that yielded no entry; after that only one in so many is tried
NEVER = -1  # the trace gets no entry


class SlowPath:
    """Handles the calls of a Function that match no entry; it does not keep the Function alive.

    If a Function's `__call__` outlives the Function, a new one for the same Python function takes its place.
    """

    __slots__ = ("_function", "_recreate", "_recreated", "placed")

    def __init__(self, function: Function[Any, Any], recreate: Callable[[], Function[Any, Any]]) -> None:
        self._function = weakref.ref(function)
        self._recreate = recreate
        self._recreated: Function[Any, Any] | None = None
        self.placed: PlacedCalls | None = None
        """The calls that run on devices; None before the first."""

    def function(self) -> Function[Any, Any]:
        """The Function."""
        found = self._function() or self._recreated
        if found is None:
            found = self._recreated = self._recreate()
        return found

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            if self.placed is not None:
                found = self.placed.find(args, kwargs)
                if found is not None:
                    return found()
            return self.function().call_slowly(args, kwargs)
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise

    def due(self, entry: Any, *args: Any, **kwargs: Any) -> Any:
        """A call at which the usage checks of an entry's trace are due."""
        function, context = self.function(), entry.context
        concrete = trace_of(context)

        def retrace(*args: Any, **kwargs: Any) -> Any:
            function.forget(concrete)
            return function.call_slowly(args, kwargs)

        try:
            result = context.usage.due(function.__call__, retrace, args, kwargs)
            table = function.table
            if is_open(context.graph) and table is not None:
                request = partial(_request, function, concrete, args, kwargs, True, context)
                look(table, context, request, args, kwargs)
            return result
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise


def add_entry(
    function: Function[Any, Any], concrete: ConcreteFunction, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> None:
    """Add an entry for such calls, if compiled code can recognize them."""
    misses = concrete.misses
    if state.graph is not None or state.numerics is not None or misses == NEVER:
        return
    if misses > _MAX_MISSES and concrete.usage.calls % _MAX_MISSES:
        return
    if devices_in_use() and _add_placed(function, concrete, args, kwargs):
        return
    table = function.table
    if table is None:
        table = executor().call_table(function.name, function.slow_path, function.slow_path.due)
        if table is None:
            table = DictDispatch(function.slow_path)
        function.table = table
        entered.add(function)
    try:
        first = _add_narrower_entries(function, table, concrete, args, kwargs)
        exactly = partial(_request, function, concrete, args, kwargs, True)
        context = ranked(concrete, concrete, exactly) or concrete
        request = _request(function, concrete, args, kwargs, not first, context)
    except NoPattern:
        concrete.misses += 1
        return
    # under a tape another program runs, so this one may never be needed
    program = None if state.tapes else compiled(context.graph)
    if not table.add(program, request, args, kwargs):
        concrete.misses += 1
        return
    concrete.misses = 0
    if function.table is table:
        function.install(table.call)


def _add_placed(
    function: Function[Any, Any], concrete: ConcreteFunction, args: Sequence[Any], kwargs: Mapping[str, Any]
) -> bool:
    """Add an entry for such calls where they run on a device; False where they run on the host."""
    from graphwright.functions.calls.placed_calls import PlacedCalls

    placed = function.slow_path.placed
    if placed is None:
        placed = function.slow_path.placed = PlacedCalls(function.slow_path)
    found = placed.add(function, concrete, args, kwargs)
    if found and function.table is None:
        function.install(placed.call)  # until there is a table of compiled entries, which passes such calls on
    return found


def _request(
    function: Function[Any, Any],
    concrete: ConcreteFunction,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
    exact: bool = False,
    context: Entered | None = None,
) -> EntryRequest:
    """The request of an entry for such calls; `context` is the trace or one of its programs."""
    context = context or concrete
    graph, declared = concrete.graph, declared_types(context)
    named = function.function_spec.named
    patterns = patterns_of(concrete.argument_types, declared, named, args, kwargs, exact)
    results = results_of(concrete.result_structure, len(graph.outputs), lambda *flat: concrete.pack(flat))
    recorded = concrete.call_inputs
    if are_tensors(patterns):
        recorded = concrete.taped_calls(recorded, concrete.pack).call
    return EntryRequest(
        patterns,
        len(declared),
        graph.captures,
        results,
        context.usage,
        tuple(kwargs),
        recorded,
        context,
        not all(type_.is_static for type_ in declared_types(concrete)),
    )


def declared_types(context: Entered) -> list[TensorType]:
    """The types of the graph's inputs that arguments fill."""
    graph = context.graph
    return [v.type for v in graph.inputs[: len(graph.inputs) - len(graph.captures)]]


def _add_narrower_entries(
    function: Function[Any, Any],
    table: Calls,
    concrete: ConcreteFunction,
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> bool:
    """Prevent an entry for unknown sizes from taking calls that belong to a narrower trace.

    The narrower trace gets an entry before it, which becomes active with the first of its calls. False where that is
    impossible because the narrower trace also covers several sizes.
    """
    if all(type_.is_static for type_ in declared_types(concrete)):
        return True
    wide = concrete.argument_types
    for other in function.same_but_shapes(concrete):
        have = other.argument_types
        if not all(have[n].is_subtype_of(wide[n]) for n in have):
            continue
        if not all(type_.is_static for type_ in declared_types(other)):
            return False
        request = _request(function, other, args, kwargs)
        types = {pattern.at: pattern.type for pattern in request.arguments if isinstance(pattern, OfType)}
        positions = [pattern.at if isinstance(pattern, OfType) else None for pattern in request.arguments]
        arguments = [
            value if at is None else EagerTensor(None, types[at])
            for at, value in zip(positions, [*args, *kwargs.values()], strict=True)
        ]
        table.add(None, request, arguments[: len(args)], dict(zip(kwargs, arguments[len(args) :], strict=True)))
    return True
