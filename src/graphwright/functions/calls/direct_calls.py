"""Calls of a concrete function: the slow path in Python, and its own call table (see `call_table`)."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from graphwright.base.tracebacks import shorten
from graphwright.core.context import state
from graphwright.functions.calls import entered
from graphwright.functions.calls.call_table import declared_types
from graphwright.functions.calls.entry_patterns import NoPattern, are_tensors, patterns_of, results_of
from graphwright.functions.calls.graph_program import compiled
from graphwright.functions.calls.sized_entries import SizedTrace, look, ranked
from graphwright.functions.calls.specializations import is_open
from graphwright.runtime.calls import Calls, EntryRequest
from graphwright.runtime.selection import executor

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction

_MAX_MISSES = 20  # calls in a row that yielded no entry; after that none is tried


class DirectCalls:
    """Handles the calls of one ConcreteFunction; it keeps its graph alive, but not the object itself.

    If `__call__` outlives the ConcreteFunction, another one of the same graph takes its place.
    """

    __slots__ = ("__weakref__", "_concrete", "_ingredients", "_misses", "_recreated", "_table")

    def __init__(self, concrete: ConcreteFunction) -> None:
        self._concrete = weakref.ref(concrete)
        self._ingredients = concrete.graph, concrete.function_spec, concrete.argument_types
        self._recreated: ConcreteFunction | None = None
        self._table: Calls | None = None
        self._misses = 0

    def _trace(self) -> ConcreteFunction:
        found = self._concrete() or self._recreated
        if found is None:
            from graphwright.functions.calls.concrete_function import ConcreteFunction

            found = self._recreated = ConcreteFunction(*self._ingredients)
        return found

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """A call that matches no entry."""
        try:
            concrete = self._trace()
            names, flat = concrete.bound(args, kwargs)
            concrete.usage.tick()
            result = concrete.call_flat(flat)
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise
        if state.graph is None and names is not None and self._misses < _MAX_MISSES:
            self._add_entry(concrete, args, kwargs)
        return result

    def renew_entries(self) -> None:
        """Have the next calls enter the trace's program anew: another one may have been compiled."""
        self._misses = 0
        if self._table is not None:
            self._table.clear()
            self._trace().usage.look_next()

    def due(self, entry: Any, *args: Any, **kwargs: Any) -> Any:
        """A call at which the usage checks are due; the trace is used whatever they say."""
        concrete = self._trace()

        def run_anyway(*args: Any, **kwargs: Any) -> Any:
            return concrete.call_flat(concrete.bound(args, kwargs)[1])

        context = entry.context or concrete
        try:
            result = context.usage.due(concrete.__call__, run_anyway, args, kwargs)
            table = self._table
            if is_open(context.graph) and table is not None:
                look(table, context, partial(self._request, concrete, args, kwargs, True, entry.context), args, kwargs)
            return result
        except BaseException as error:  # Ctrl-C too
            shorten(error)
            raise

    def recorded(self, *given: Any) -> Any:
        """A call while a tape is recording, with the arguments that fill the graph's inputs, in their order."""
        return self._trace().call_inputs(*given)

    def _add_entry(self, concrete: ConcreteFunction, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        """Add an entry for such calls, if compiled code can recognize them."""
        if state.numerics is not None or state.tapes or getattr(concrete.graph, "deferred", None):
            return
        self._misses += 1
        if self._table is None:
            self._table = executor().call_table(concrete.name, self, self.due)
            entered.add(self)
        table = self._table
        if table is None:
            return
        try:
            special = ranked(concrete, None, partial(self._request, concrete, args, kwargs, True))
            request = self._request(concrete, args, kwargs, False, special)
        except NoPattern:
            return
        if table.add(compiled((special or concrete).graph), request, args, kwargs):
            self._misses = 0
            concrete.__call__ = table.call  # type: ignore[method-assign]

    def _request(
        self,
        concrete: ConcreteFunction,
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        exact: bool = False,
        context: SizedTrace | None = None,
    ) -> EntryRequest:
        """The request of an entry for such calls; `context` is one of the trace's programs, None the open one."""
        graph, declared = concrete.graph, declared_types(context or concrete)
        names, _ = concrete.bound(args, kwargs)
        if names is None:
            raise NoPattern

        def named(args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
            return {**dict(zip(names, args, strict=False)), **concrete.without_aliases(kwargs)}

        patterns = patterns_of(concrete.argument_types, declared, named, args, kwargs, exact)
        results = results_of(concrete.result_structure, len(graph.outputs), lambda *flat: self._trace().pack(flat))
        recorded = self.recorded
        if are_tensors(patterns):
            recorded = concrete.taped_calls(recorded, lambda flat: self._trace().pack(flat)).call
        return EntryRequest(
            patterns,
            len(declared),
            graph.captures,
            results,
            (context or concrete).usage,
            tuple(kwargs),
            recorded,
            context,
        )
