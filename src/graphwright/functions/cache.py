"""The traces of a Function, found by the types of a call."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import NamedTuple

from graphwright.base.spec import TraceType
from graphwright.functions.concrete import ConcreteFunction


class CallKind(NamedTuple):
    """What traces are told apart by: the types of the arguments, and the graph the trace may capture from."""

    types: tuple[tuple[str, TraceType], ...]
    place: Hashable


class TraceCache:
    """The traces there are, and which of them serves which kind of call."""

    def __init__(self) -> None:
        self.concretes: list[ConcreteFunction] = []
        self._known: dict[CallKind, ConcreteFunction] = {}

    def known(self, kind: CallKind) -> ConcreteFunction | None:
        """The trace that served this kind of call before."""
        return self._known.get(kind)

    def add(self, kind: CallKind, concrete: ConcreteFunction) -> None:
        """Keep a trace that was made for this kind of call."""
        self.concretes.append(concrete)
        self._known[kind] = concrete

    def find_supertype(self, kind: CallKind) -> ConcreteFunction | None:
        """The most specific trace whose types cover these; it is known from then on."""
        if kind.place is not None:
            return None
        best: ConcreteFunction | None = None
        for concrete in self.concretes:
            have = concrete.function_type
            if not _covers(have, kind):
                continue
            if best is None or all(have[n].is_subtype_of(best.function_type[n]) for n in have):
                best = concrete
        if best is not None:
            self._known[kind] = best
        return best

    def generalized(self, types: dict[str, TraceType]) -> dict[str, TraceType]:
        """Types wide enough for these and for the last trace that differs from them in shapes only."""
        for concrete in reversed(self.concretes):
            have = concrete.function_type
            if list(have) != list(types):
                continue
            common = {n: t.most_specific_common_supertype([have[n]]) for n, t in types.items()}
            if all(t is not None for t in common.values()):
                return common  # type: ignore[return-value]
        return types


def _covers(have: Mapping[str, TraceType], kind: CallKind) -> bool:
    return list(have) == [n for n, _ in kind.types] and all(t.is_subtype_of(have[n]) for n, t in kind.types)
