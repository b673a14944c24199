"""The fast path of a call that a tape records: the trace's forward function, entered by compiled code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from graphwright.base.dtypes import resource
from graphwright.core.context import state
from graphwright.core.tape import WATCHING, CallEntry
from graphwright.functions.calls.graph_program import compiled
from graphwright.functions.calls.run_graph import run_graph
from graphwright.functions.calls.specializations import SizedCalls, is_open
from graphwright.runtime.calls import Build, OutputLeaf

if TYPE_CHECKING:
    from graphwright.core.tape import Tape
    from graphwright.core.variable import Variable
    from graphwright.ir.funcgraph import FuncGraph

_trainable = attrgetter("_trainable")


class TapedCalls:
    """Calls of one graph with eager tensors, in the order of its inputs, while one tape of this thread is recording.

    What runs and what is saved for the gradient depends on which inputs the tape follows: one call plan for each set.

    Args:
      graph: the graph of a trace.
      variables: those that it uses; tapes watch the trainable ones.
      pack: packs the flat results (saved values after them are ignored); None for a single result.
      otherwise: handles all other calls.
    """

    __slots__ = (
        "_captures", "_constants", "_graph", "_handles", "_not_watched", "_otherwise", "_pack", "_plans",
        "_plans_unwatched", "_trainable", "_variables", "_watched",
    )  # fmt: skip

    def __init__(
        self,
        graph: FuncGraph,
        variables: Sequence[Variable],
        pack: Callable[..., Any] | None,
        otherwise: Callable[..., Any],
    ) -> None:
        self._graph = graph
        self._pack = pack
        self._otherwise = otherwise
        self._captures = graph.captures
        # small tensors became constants, but a tape may still follow them
        self._constants = getattr(graph, "constants", {})
        self._plans: dict[int, Any] = {}  # of tapes that watch variables
        self._plans_unwatched: dict[int, Any] = {}
        self._variables = [v for v in variables if v.handle.dtype is resource]
        self._trainable = list(map(_trainable, self._variables))
        watched = [v for v in self._variables if v._trainable]
        self._watched = {id(v): v for v in watched}
        self._handles = {id(v.handle): v.handle for v in watched}
        self._not_watched = [c for c in self._captures if id(c) not in self._handles]

    def call(self, *given: Any) -> Any:
        """Call with the graph's inputs except captures."""
        tapes = state.tapes
        if len(tapes) != 1:
            return self._otherwise(*given)
        tape = tapes[0]
        followed = tape.followed
        # how the tape is used, then one bit for each input that it may follow
        key = tape.use
        if tape.watch_variables:
            plans, captures = self._plans, self._not_watched
            if self._variables:
                if list(map(_trainable, self._variables)) != self._trainable:
                    return self._otherwise(*given)
                tape.variables.update(self._watched)
                followed.update(self._handles)
        else:
            plans, captures = self._plans_unwatched, self._captures
        for value in given:
            key += key + (id(value) in followed)
        for value in captures:
            key += key + (id(value) in followed)
        if self._constants and not followed.keys().isdisjoint(self._constants):
            return self._otherwise(*given)
        plan = plans.get(key)
        if plan is None:
            plan = plans[key] = self._plan(tape, given)
        result = plan.run(*given)
        if result is None:
            return self._otherwise(*given)
        if plan.follows:
            tape.entries.append(CallEntry(plan, given, result))
            for k in plan.follows:
                output = result[k]
                followed[id(output)] = output
        return result[0] if self._pack is None else self._pack(result)

    def _plan(self, tape: Tape, given: Sequence[Any]) -> Any:
        # few programs have tapes
        from graphwright.autodiff.call_plans import CallPlan

        followed = tape.followed
        recorded = tape.use != WATCHING
        needed = tuple([i for i, v in enumerate([*given, *self._captures]) if recorded and id(v) in followed])

        names = {id(v.handle): v for v in self._variables}
        sources = [names.get(id(c), c) for c in self._captures]

        def enter(
            graph: FuncGraph, captures: Sequence[Any], cls: type | None = tuple, places: Sequence[int] | None = None
        ) -> Callable[..., Any]:
            selected = [OutputLeaf(i) for i in (range(len(graph.outputs)) if places is None else places)]
            results = selected[0] if cls is None else Build(cls, tuple(selected))

            def entered(graph: FuncGraph) -> Callable[..., Any]:
                found: Callable[..., Any] = compiled(graph).entered(captures, graph.outputs, results)
                return found

            return SizedCalls(graph, entered) if is_open(graph) else entered(graph)

        return CallPlan(self._graph, sources, needed, tape, enter, run_graph)


__all__ = ["TapedCalls"]
