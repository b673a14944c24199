"""Pipelines that remember elements or their number: cache, unique, assert_cardinality."""

from __future__ import annotations

from collections.abc import Iterator
from operator import length_hint
from typing import Any

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE, UNKNOWN, Pipeline, UnaryPipeline
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.structure import Flat


class MemoryCache:
    """The storage of a cached dataset: all elements of the first run that reached its end."""

    def __init__(self) -> None:
        self.elements: list[Flat] | None = None


class Cache(UnaryPipeline, saved_as="Cached"):
    """Elements that are produced once and then kept in memory."""

    keeps_elements = True

    def __init__(self, source: Pipeline, cache: MemoryCache) -> None:
        super().__init__(source)
        self._cache = cache

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        if self._cache.elements is None and state.flag("complete"):
            self._cache.elements = state.elements("met", self)
        cached = self._cache.elements
        if cached is not None:
            left = iter(cached[state.number("at") :])
            state.save_by(lambda: {"at": len(cached) - length_hint(left), "met": cached, "complete": True})
            yield left
            return
        produced = state.elements("met", self)
        state.save_by(lambda: {"at": len(produced), "met": produced})
        source, more = self._source.run(state.child()), True

        def rest() -> Iterator[Flat]:
            nonlocal more
            for element in source:
                produced.append(element)
                yield element
            self._cache.elements = produced
            more = False

        while more:
            yield rest()


class UniqueElements(UnaryPipeline, saved_as="Unique"):
    """The elements without repetitions."""

    keeps_elements = True

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        distinct = state.elements("met", self)
        keys = {_key(element) for element in distinct}
        state.save_by(lambda: {"met": distinct})
        source, more = self._source.run(state.child()), True

        def rest() -> Iterator[Flat]:
            nonlocal more
            for element in source:
                key = _key(element)
                if key not in keys:
                    keys.add(key)
                    distinct.append(element)
                    yield element
            more = False

        while more:
            yield rest()

    def count(self) -> int:
        return UNKNOWN


def _key(element: Flat) -> Any:
    (one,) = element
    return one.tolist() if one.ndim == 0 else (one.shape, str(one.tolist()))


class AssertCardinality(UnaryPipeline, saved_as="Counted"):
    """The elements of a pipeline whose number is asserted."""

    keeps_elements = True

    def __init__(self, source: Pipeline, count: int) -> None:
        super().__init__(source)
        self._count = count

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        seen = state.number("met")
        state.save_by(lambda: {"met": seen})
        source, more = self._source.run(state.child()), True

        def rest() -> Iterator[Flat]:
            nonlocal seen, more
            for element in source:
                seen += 1
                if 0 <= self._count < seen:
                    more = False
                    raise self._error("more than that")
                yield element
            more = False
            if seen != self._count:
                raise self._error(f"{seen}")

        while more:
            yield rest()

    def _error(self, found: str) -> errors.OpError:
        expected = "infinitely many" if self._count == INFINITE else self._count
        return errors.FailedPreconditionError(
            f"Input dataset was expected to contain {expected} elements but contained {found}."
        )

    def count(self) -> int:
        return self._count


__all__ = ["AssertCardinality", "Cache", "MemoryCache", "UniqueElements"]
