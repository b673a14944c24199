"""Entries of call tables for sizes that return: the calls of one trace, in a program for these sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from graphwright.base.frozen import frozen_identity, replace
from graphwright.core.context import state
from graphwright.functions.calls.entry_patterns import NoPattern
from graphwright.functions.calls.graph_program import compiled
from graphwright.functions.calls.specializations import Specialized, is_open, specializations
from graphwright.ir.types import TensorType
from graphwright.runtime.calls import Calls, EntryRequest, Fields, NumpyArray, OfType, Parts

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.explain.usage import Usage
    from graphwright.ir.funcgraph import FuncGraph


class Entered(Protocol):
    """What an entry's calls belong to: a trace, or one of its programs for known sizes or ranks."""

    @property
    def graph(self) -> FuncGraph: ...

    @property
    def usage(self) -> Usage: ...


@frozen_identity
class SizedTrace:
    """A trace as one of its programs for known sizes or ranks serves it."""

    concrete: ConcreteFunction | None
    special: Specialized

    @property
    def graph(self) -> FuncGraph:
        """The copy of the trace's graph."""
        return self.special.graph

    @property
    def usage(self) -> Usage:
        """The calls that enter this program."""
        return self.special.usage


def sized(concrete: ConcreteFunction | None, special: Specialized) -> SizedTrace:
    """The trace as this program serves it: one object for each of the two, so that tables recognize its entries."""
    if concrete is not None:
        special.usage.checks = concrete.usage.checks
    found: SizedTrace = special.traces.setdefault(id(concrete), SizedTrace(concrete, special))
    return found


def trace_of(context: Any) -> Any:
    """The trace that an entry's context belongs to."""
    return context.concrete if isinstance(context, SizedTrace) else context


def types_of(graph: FuncGraph, patterns: Iterable[Any]) -> list[TensorType]:
    """The types of the graph's inputs in calls with these exact patterns."""
    types = [v.type for v in graph.inputs]
    pending = list(patterns)
    while pending:
        pattern = pending.pop()
        if isinstance(pattern, (Parts, Fields)):
            pending += pattern.parts
        elif isinstance(pattern, (OfType, NumpyArray)):
            types[pattern.at] = pattern.type
    return types


def ranked(
    concrete: ConcreteFunction, owner: ConcreteFunction | None, request: Callable[[], EntryRequest]
) -> SizedTrace | None:
    """The trace's program for the ranks of a call; None if no rank is open, or the open program serves these.

    `request` makes the request of an entry for exactly such calls, `owner` is what its context belongs to.
    """
    sizes = specializations(concrete.graph) if is_open(concrete.graph) else None
    if sizes is None or not sizes.has_open_rank:
        return None
    special = sizes.for_rank(sizes.key_of(types_of(concrete.graph, request().arguments)))
    return None if special is None else sized(owner, special)


def look(
    table: Calls,
    context: Entered,
    request: Callable[[], EntryRequest],
    args: Sequence[Any],
    kwargs: Mapping[str, Any],
) -> None:
    """Look at a call of an open program: count its sizes, or add an entry for them if their program is ready.

    `request` makes the request of an entry for exactly such calls. Calls that a tape records run other programs.
    """
    if state.tapes:
        return
    sizes = specializations(context.graph)
    if sizes.has_open_rank:
        return
    try:
        wanted = request()
    except NoPattern:
        return
    sizes.waiting.add(context.usage)
    key = sizes.key_of(types_of(context.graph, wanted.arguments))
    special = sizes.found.get(key)
    if special is None:
        sizes.note(key, context.usage.last_seconds)
    elif special.is_ready:
        trace = sized(trace_of(wanted.context), special)
        table.add(compiled(special.graph), replace(wanted, usage=special.usage, context=trace), args, kwargs)
        special.tables.add(table)
    for other in list(sizes.found.values()):
        if other.is_ready and other.looks > 0 and table not in other.tables:
            other.looks -= 1
            context.usage.look_next()
            break


__all__ = ["Entered", "SizedTrace", "look", "ranked", "trace_of"]
