"""Pipelines of some elements of another: take, skip, shard; and of all of them several times: repeat."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from graphwright.base import errors
from graphwright.data.pipeline.base import (
    INFINITE,
    UNKNOWN,
    Elements,
    Pipeline,
    RowIndices,
    Selection,
    UnaryPipeline,
)
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.structure import Flat


class Take(Selection, saved_as="Taken"):
    """The first elements."""

    def __init__(self, source: Pipeline, count: int) -> None:
        super().__init__(source)
        self._count = count

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        left = state.number("left", self._count)
        state.save_by(lambda: {"left": left})
        elements = self._source.run(state.child()) if left else iter(())
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal left, more
            while left and (element := next(elements, None)) is not None:
                left -= 1
                yield element
            more = False

        while more:
            yield rest()

    def row_indices(self, state: IteratorState) -> Iterator[RowIndices]:
        left = state.number("left", self._count)
        state.save_by(lambda: {"left": left})
        for indices in self._source.row_indices(state.child()) if left else ():
            taken = indices[:left]
            left -= len(taken)
            yield taken
            if not left:
                return

    def count(self) -> int:
        below = self._source.count()
        return UNKNOWN if below == UNKNOWN else self._count if below == INFINITE else min(below, self._count)


def take(source: Pipeline, count: int) -> Pipeline:
    """The first elements; all of them if the count is negative."""
    return source if count < 0 else Take(source, count)


class Skip(Selection, saved_as="Skipped"):
    """All but the first elements."""

    def __init__(self, source: Pipeline, count: int) -> None:
        super().__init__(source)
        self._count = count

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        left = state.number("left", self._count)
        state.save_by(lambda: {"left": left})
        elements = self._source.run(state.child())
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal left, more
            while left and next(elements, None) is not None:
                left -= 1
            yield from elements
            more = False

        while more:
            yield rest()

    def row_indices(self, state: IteratorState) -> Iterator[RowIndices]:
        left = state.number("left", self._count)
        state.save_by(lambda: {"left": left})
        for indices in self._source.row_indices(state.child()):
            kept = indices[left:]
            left = max(0, left - len(indices))
            if len(kept):
                yield kept

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else max(0, below - self._count)


class _SkipAll(Elements, saved_as="SkippedAll"):
    """No elements; of unknown number where the source has an unknown number."""

    def __init__(self, source: Pipeline) -> None:
        super().__init__([])
        self._source = source

    def count(self) -> int:
        return min(self._source.count(), 0)


def skip(source: Pipeline, count: int) -> Pipeline:
    """All but the first elements; none if the count is negative."""
    return _SkipAll(source) if count < 0 else Skip(source, count)


class Shard(UnaryPipeline, saved_as="Shard"):
    """Every n-th element."""

    keeps_elements = True

    def __init__(self, source: Pipeline, shards: int, index: int) -> None:
        if shards < 1:
            raise errors.InvalidArgumentError(f"Number of shards must be greater than zero (currently {shards}).")
        if not 0 <= index < shards:
            raise errors.InvalidArgumentError(f"Index must be between 0 and {shards - 1} (currently index = {index}).")
        super().__init__(source)
        self._shards, self._index = shards, index

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        ahead = state.number("ahead", self._index)
        state.save_by(lambda: {"ahead": ahead})
        elements = self._source.run(state.child())
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal ahead, more
            while True:
                try:
                    element = next(elements, None)
                finally:  # an element that fails is counted, so that the others stay in their shards
                    before, ahead = ahead, (ahead or self._shards) - 1
                if element is None:
                    break
                if not before:
                    yield element
            more = False

        while more:
            yield rest()

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else len(range(self._index, below, self._shards))


class Repeat(Selection, saved_as="Repeated"):
    """Several runs of the source, one after the other; without end if the number is negative."""

    def __init__(self, source: Pipeline, times: int) -> None:
        super().__init__(source)
        self._times = min(times, 1) if source.count() == 0 else times

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return outlives_errors(self._repeated)(self._source.run, state)

    def row_indices(self, state: IteratorState) -> Iterator[RowIndices]:
        return outlives_errors(self._repeated)(self._source.row_indices, state)

    def _repeated(self, run: Callable[[IteratorState], Iterator[Any]], state: IteratorState) -> Iterator[Iterator[Any]]:
        at, empty = state.number("at"), not state.flag("given")
        state.save_by(lambda: {"at": at, "given": not empty})
        items: Iterator[Any] | None = None
        more = True

        def rest() -> Iterator[Any]:
            nonlocal at, empty, items, more
            while self._times < 0 or at < self._times:
                if items is None:
                    items = run(state.child())
                for item in items:
                    empty = False
                    yield item
                if empty and self._times < 0:  # nothing, repeated without end, is nothing
                    break
                empty, items = True, None
                at += 1
            more = False

        while more:
            yield rest()

    def count(self) -> int:
        below, times = self._source.count(), self._times
        if times < 0:
            return 0 if below == 0 else INFINITE
        return 0 if times == 0 else below if below < 0 else below * times


__all__ = ["Repeat", "Shard", "skip", "take"]
