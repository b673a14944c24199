"""The traces of a Function, found by the types of a call."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Hashable, Iterator, Mapping
from types import MethodType
from typing import Any, NamedTuple

from graphwright.base.forks import renewed_after_fork
from graphwright.base.spec import TraceType
from graphwright.functions.cache.trace_index import TraceIndex
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.tracing.trace_types import Container, ObjectReference

_MAX_KINDS_PER_TRACE = 8
"""Call kinds cached per trace; the oldest are dropped and looked up again when needed."""

_EVICTION_FRACTION = 16
"""One in so many traces is evicted at once, because finding the least recently used visits all of them."""


class CallKind(NamedTuple):
    """The key of a trace: the types of the arguments, and the graph that the trace may capture from."""

    types: tuple[tuple[str, TraceType], ...]
    graph_key: Hashable


def graph_key(graph: Any) -> Hashable:
    """A key for a graph under construction: unlike its address, it is never reused."""
    key: Hashable = graph.derived.setdefault("graph_key", object())
    return key


class TraceCache:
    """The traces of a Function, and which of them serves which kind of call.

    Args:
      is_usable: whether a trace of the right types may be used in the program's current state.
      limit: how many traces are kept.
    """

    def __init__(self, is_usable: Callable[[ConcreteFunction], bool], limit: int = 1000) -> None:
        self._is_usable = is_usable
        self._limit = limit
        self._lock = renewed_after_fork(threading.RLock())
        self._traces: dict[int, ConcreteFunction] = {}
        self._index = TraceIndex()
        self._known: dict[CallKind, ConcreteFunction] = {}
        self._kinds: dict[int, list[CallKind]] = {}  # by trace, those in `_known`
        # by trace: the look that saw calls since the one before, how many those were, and how many there were then
        self._uses: dict[int, tuple[int, int, int]] = {}
        self._looks = itertools.count()
        self.warned_of_surplus = False

    @property
    def concretes(self) -> list[ConcreteFunction]:
        """The traces, oldest first."""
        with self._lock:
            return list(self._traces.values())

    def __len__(self) -> int:
        return len(self._traces)

    def known(self, kind: CallKind) -> ConcreteFunction | None:
        """The trace that served this kind of call before, if it is still usable."""
        found = self._known.get(kind)
        return found if found is None or self._is_usable(found) else None

    def stale(self, kind: CallKind) -> ConcreteFunction | None:
        """The trace that served this kind of call last, usable or not."""
        return self._known.get(kind)

    def add(self, kind: CallKind, concrete: ConcreteFunction) -> ConcreteFunction:
        """Add a trace for this kind of call; returns the cached one, which may be an earlier trace."""
        with self._lock:
            known = self._known.get(kind)
            if known is not None and self._is_usable(known):
                return known
            self._remember(kind, concrete)
            self._traces[id(concrete)] = concrete
            self._index.add(concrete)
            return concrete

    def _remember(self, kind: CallKind, concrete: ConcreteFunction) -> None:
        with self._lock:
            if len(self._known) >= _MAX_KINDS_PER_TRACE * self._limit:
                for old in list(itertools.islice(self._known, len(self._known) // 2)):
                    self._forget_kind(old)
            elif kind in self._known:
                self._forget_kind(kind)
            self._known[kind] = concrete
            self._kinds.setdefault(id(concrete), []).append(kind)

    def _forget_kind(self, kind: CallKind) -> None:
        served = self._known.pop(kind)
        kinds = self._kinds[id(served)]
        kinds.remove(kind)
        if not kinds:
            del self._kinds[id(served)]

    def remove(self, *concretes: ConcreteFunction) -> None:
        """Drop traces and their call kinds."""
        with self._lock:
            for concrete in concretes:
                number = id(concrete)
                if self._traces.pop(number, None) is None:
                    continue
                self._index.remove(concrete)
                self._uses.pop(number, None)
                for kind in self._kinds.pop(number, ()):
                    self._known.pop(kind, None)

    def surplus(self) -> list[ConcreteFunction]:
        """The least recently used traces if there are more than the limit; never the newest one."""
        with self._lock:
            if len(self._traces) <= self._limit:
                return []
            look = next(self._looks)
            for number, concrete in self._traces.items():
                calls = concrete.usage.calls
                before = self._uses.get(number, (0, 0, 0))[2]
                if before != calls or number not in self._uses:
                    self._uses[number] = look, calls - before, calls
            count = len(self._traces) - self._limit + self._limit // _EVICTION_FRACTION
            oldest = sorted(list(self._traces.values())[:-1], key=lambda c: self._uses[id(c)])
            return oldest[:count]

    def find_supertype(self, kind: CallKind) -> ConcreteFunction | None:
        """The most specific trace whose types cover these; it is known from then on."""
        if kind.graph_key is not None:
            return None
        best: ConcreteFunction | None = None
        with self._lock:
            candidates = self._index.covering(dict(kind.types))
        for concrete in candidates:
            have = concrete.argument_types
            if not _is_covered(have, kind) or not self._is_usable(concrete):
                continue
            if best is None or all(have[n].is_subtype_of(best.argument_types[n]) for n in have):
                best = concrete
        if best is not None:
            self._remember(kind, best)
        return best

    def generalized(self, types: dict[str, TraceType]) -> dict[str, TraceType]:
        """Types wide enough for these and for the last trace that differs from them in shapes only."""
        for concrete in self.same_but_shapes(types):
            have = concrete.argument_types
            common = {n: t.most_specific_common_supertype([have[n]]) for n, t in types.items()}
            if all(t is not None for t in common.values()):
                return common  # type: ignore[return-value]
        return types

    def same_but_shapes(self, types: Mapping[str, TraceType]) -> Iterator[ConcreteFunction]:
        """The traces whose types differ from these in shapes only, the latest first."""
        with self._lock:
            found = list(self._index.same_but_shapes(types))
        return iter(found)


def weak_arguments(types: Mapping[str, TraceType]) -> Iterator[Any]:
    """The objects among the arguments of a trace that it refers to weakly: without them it serves no call."""
    pending = list(types.values())
    while pending:
        type_ = pending.pop()
        if isinstance(type_, Container):
            pending += type_.children
        elif isinstance(type_, ObjectReference):
            value = type_.value
            yield value.__self__ if isinstance(value, MethodType) else value


def _is_covered(have: Mapping[str, TraceType], kind: CallKind) -> bool:
    return list(have) == [n for n, _ in kind.types] and all(t.is_subtype_of(have[n]) for n, t in kind.types)
