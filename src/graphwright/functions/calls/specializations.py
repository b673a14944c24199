"""Programs of their own for sizes that return: one trace with open sizes, several compiled programs.

A graph whose inputs have open sizes is compiled once for all of them. Sizes that return get a copy of the graph with
these sizes (`passes/specialize.py`), which a background thread compiles while the open program serves the calls. An
open rank gets its program at once, since little is compiled without a rank.

What is compiled is bounded twice: by `options.specializations`, the number of programs for each graph, and by time:
compiling takes at most a tenth of the time that has passed. Only the first program of a graph whose open program
leaves operations to Python is compiled sooner. If sizes of their own turn out to gain nothing, no more are compiled.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphwright.base.config import options
from graphwright.base.forks import renewed_after_fork
from graphwright.base.shape import Dim, Symbol
from graphwright.core.context import state
from graphwright.functions.calls.graph_program import compiled, left_to_python
from graphwright.functions.explain.usage import Usage
from graphwright.ir.types import TensorType, tensor_type
from graphwright.runtime.selection import executor

if TYPE_CHECKING:
    from graphwright.ir.funcgraph import FuncGraph

Key = tuple[TensorType, ...]

_RETURNS: Final = 3
"""Sizes are compiled for when they are seen this often: a fourth call is likely then."""

_SHARE: Final = 0.1
"""The part of the time that compiling may take."""

_GAIN: Final = 0.95
"""A program for known sizes must take less than this part of the open program's time to be worth another one."""

_LOOKS: Final = 64
"""Calls that are looked at once a program is ready; after these only every call that is looked at anyway."""

_MOST_SEEN: Final = 256
"""Sizes that are counted before they have a program."""

_clock = time.perf_counter


class Specialized:
    """A copy of a graph for more precise input types, and its calls.

    Attributes:
      graph: the copy.
      usage: counts the calls that enter the copy's program.
      is_ready: whether that program is compiled.
      open_seconds: the shortest time of a call with these sizes in the open program, as far as it was measured.
      tables: the call tables that had an entry for it.
      traces: what `sized_entries.sized` keeps here.
      chosen: calls that a graph's caller counts already.
      looks: calls that may still be looked at for one to add an entry from.
    """

    __slots__ = ("chosen", "graph", "is_ready", "looks", "open_seconds", "tables", "traces", "types", "usage")

    def __init__(self, graph: FuncGraph, types: Key, open_seconds: float) -> None:
        self.graph = graph
        self.types = types
        self.usage = graph.derived["usage"] = Usage(graph.name)
        self.is_ready = False
        self.open_seconds = open_seconds
        self.tables: weakref.WeakSet[Any] = weakref.WeakSet()
        self.traces: dict[int, Any] = {}
        self.looks = _LOOKS
        self.chosen = 0

    @property
    def calls(self) -> int:
        """How often its program ran."""
        return self.chosen + self.usage.calls

    def gains(self) -> bool:
        """Whether its calls are faster than those of the open program; True while that is unknown."""
        known = self.usage.shortest
        return known is None or self.open_seconds == 0.0 or known < _GAIN * self.open_seconds


class Specializations:
    """The programs of one graph with open inputs for sizes that return.

    Attributes:
      found: the copies for known sizes, compiled or being compiled.
      has_open_rank: whether the rank of an input is open.
      waiting: the usages of entries of the open program; a ready program has their next calls looked at.
    """

    def __init__(self, graph: FuncGraph) -> None:
        self._graph = graph
        arguments = graph.inputs[: len(graph.inputs) - len(graph.captures)]
        self._open = [i for i, v in enumerate(arguments) if not v.type.is_static]
        self.has_open_rank = any(graph.inputs[i].type.rank is None for i in self._open)
        self.found: dict[Key, Specialized] = {}
        self._ranks: dict[tuple[int | None, ...], Specialized | None] = {}
        self._seen: OrderedDict[Key, tuple[int, float]] = OrderedDict()
        self._lock = renewed_after_fork(threading.RLock())
        self._began = _clock()
        self._spent = 0.0
        self._compiling = False
        self.waiting: set[Usage] = set()
        renewed_after_fork(self)

    def _at_fork_reinit(self) -> None:
        self._compiling = False  # the thread that compiled is gone

    def programs(self) -> Iterator[Specialized]:
        """The compiled copies, those for ranks and for sizes of these ranks included."""
        for ranked in filter(None, list(self._ranks.values())):
            yield ranked
            yield from specializations(ranked.graph).programs()
        yield from (s for s in list(self.found.values()) if s.is_ready)

    # choosing ------------------------------------------------------------------------------------------------

    def key_of(self, types: Sequence[TensorType]) -> Key:
        """The key of a call, from the types of all inputs."""
        return tuple([types[i] for i in self._open])

    def choose(self, inputs: Sequence[Any]) -> FuncGraph:
        """The graph whose program serves a call with these eager tensors; counts the call's sizes."""
        key = tuple([inputs[i]._type for i in self._open])
        special = self.found.get(key)
        if special is None:
            if self.has_open_rank:
                ranked = self.for_rank(key)
                if ranked is not None:
                    return specializations(ranked.graph).choose(inputs)
            self.note(key)
            return self._graph
        if not special.is_ready:
            return self._graph
        special.chosen += 1
        return special.graph

    def for_rank(self, key: Key) -> Specialized | None:
        """The copy for the ranks of a call, made on first use; None if there are as many as are allowed."""
        ranks = tuple([t.rank for t in key])
        with self._lock:
            known = self._ranks.get(ranks)
            if ranks not in self._ranks and len(self._ranks) < options.specializations:
                types = tuple(
                    self._graph.inputs[i].type if self._graph.inputs[i].type.rank is not None else _of_rank(t)
                    for i, t in zip(self._open, key, strict=True)
                )
                self._ranks[ranks] = known = self._compiled_for(types)
        return known

    def _compiled_for(self, types: Key) -> Specialized | None:
        """The copy for these types, compiled; None if it cannot be, as with ranks that an operation refuses."""
        try:
            special = self._specialized(types, 0.0)
            compiled(special.graph)
        except Exception:
            return None  # the open program reports the error when it runs
        special.is_ready = True
        return special

    def note(self, key: Key, seconds: float = 0.0) -> None:
        """Count a call of the open program, which took so long; compile for its sizes if they return."""
        if self.has_open_rank or not self._fits(key):
            return
        count, best = self._seen.pop(key, (0, 0.0))
        best = min(best, seconds) if best and seconds else best or seconds
        self._seen[key] = count + 1, best
        if len(self._seen) > _MOST_SEEN:
            self._seen.popitem(last=False)
        if count + 1 >= _RETURNS and self._may_compile():
            self._begin(key, best)

    def _fits(self, key: Key) -> bool:
        """Whether the graph takes these sizes, and whether all of them are known."""
        sizes: dict[Symbol, Dim] = {}
        for i, type_ in zip(self._open, key, strict=True):
            own = self._graph.inputs[i].type.dims
            if not type_.is_static or own is None or len(own) != type_.rank:
                return False
            for dim, size in zip(own, type_.dims or (), strict=True):
                if size != (sizes.setdefault(dim, size) if isinstance(dim, Symbol) else dim):
                    return False
        return True

    # compiling -----------------------------------------------------------------------------------------------

    def _may_compile(self) -> bool:
        if self._compiling or len(self.found) >= options.specializations or not executor().specializes:
            return False
        if not self.found and self._calls_python():
            return True
        if not all(s.gains() for s in self.found.values()):
            return False
        next_one = self._spent / len(self.found) if self.found else self._graph.derived.get("compile_seconds", 0.0)
        return self._spent + next_one <= _SHARE * (_clock() - self._began)

    def _calls_python(self) -> bool:
        """Whether the open program leaves operations to Python, which a program for known sizes may not."""
        return bool(left_to_python(self._graph.derived.get(executor())))

    def _begin(self, key: Key, seconds: float) -> None:
        with self._lock:
            if self._compiling or key in self.found:
                return
            self._compiling = True
        self._seen.pop(key, None)

        def work() -> None:
            start = _clock()
            try:
                special = self._specialized(key, seconds)
                self.found[key] = special
                compiled(special.graph)
                special.is_ready = True
                for usage in tuple(self.waiting):
                    usage.look_next()
            finally:
                self._spent += _clock() - start
                self._compiling = False

        if not executor().in_background(work):
            work()

    def _specialized(self, key: Key, seconds: float) -> Specialized:
        # programs whose sizes stay open need no copies
        from graphwright.passes.specialize import specialize

        types = [v.type for v in self._graph.inputs]
        for i, type_ in zip(self._open, key, strict=True):
            types[i] = type_
        return Specialized(specialize(self._graph, types), key, seconds)


def _of_rank(type_: TensorType) -> TensorType:
    return tensor_type(type_.dtype, tuple(Symbol() for _ in range(type_.rank or 0)))


class SizedCalls:
    """Calls of an open graph with eager tensors, each by the program for its sizes.

    Args:
      graph: the graph.
      entered: how a graph's program is entered; the graph itself or one of its copies.
    """

    __slots__ = ("_entered", "_graph", "_programs")

    def __init__(self, graph: FuncGraph, entered: Callable[[FuncGraph], Callable[..., Any]]) -> None:
        self._graph = graph
        self._entered = entered
        self._programs: dict[FuncGraph, Callable[..., Any]] = {}

    def __call__(self, *given: Any) -> Any:
        """Call with the graph's inputs except captures."""
        graph = specializations(self._graph).choose(given)
        program = self._programs.get(graph)
        if program is None:
            program = self._programs[graph] = self._entered(graph)
        return program(*given)


def specializations(graph: FuncGraph) -> Specializations:
    """The graph's programs for sizes and ranks that it was called with, kept with the graph."""
    found: Specializations | None = graph.derived.get("specializations")
    if found is None:
        found = graph.derived.setdefault("specializations", Specializations(graph))
    return found


def is_open(graph: FuncGraph) -> bool:
    """Whether calls of the graph may have programs for their sizes."""
    known: bool | None = graph.derived.get("is_open")
    if known is None:
        known = graph.derived["is_open"] = any(not v.type.is_static for v in graph.inputs)
    return known and options.specializations > 0 and state.numerics is None and executor().specializes


__all__ = ["SizedCalls", "Specializations", "Specialized", "is_open", "specializations"]
