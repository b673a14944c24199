"""Plans made of other plans, without functions of the user."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.data.cursor import Cursor
from graphwright.data.plans import (
    INFINITE,
    UNKNOWN,
    Elements,
    PickedRows,
    Picks,
    Plan,
    Range,
    RowPlan,
    Slices,
    ZippedRows,
)
from graphwright.data.structure import Flat

# parts of a plan --------------------------------------------------------------------------------------------


class _Taken(Plan):
    keeps_elements = True

    def __init__(self, source: Plan, count: int) -> None:
        self._source, self._count = source, count

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        left = cursor.number("left", self._count)
        cursor.says(lambda: {"left": left})
        elements = self._source.run(cursor.part()) if left else iter(())
        while left:
            left -= 1
            element = next(elements, None)
            if element is None:
                return
            yield element

    def count(self) -> int:
        below = self._source.count()
        return UNKNOWN if below == UNKNOWN else self._count if below == INFINITE else min(below, self._count)


class _TakenRows(PickedRows):
    def __init__(self, source: RowPlan, count: int) -> None:
        super().__init__(source)
        self._count = count

    def picks(self, cursor: Cursor) -> Iterator[Picks]:
        left = cursor.number("left", self._count)
        cursor.says(lambda: {"left": left})
        for picked in self._source.picks(cursor.part()) if left else ():
            given = picked[:left]
            left -= len(given)
            yield given
            if not left:
                return

    def count(self) -> int:
        return _Taken(self._source, self._count).count()


def take(source: Plan, count: int) -> Plan:
    """The first elements; all of them where the count is negative."""
    if count < 0:
        return source
    return _TakenRows(source, count) if isinstance(source, RowPlan) else _Taken(source, count)


class _Skipped(Plan):
    keeps_elements = True

    def __init__(self, source: Plan, count: int) -> None:
        self._source, self._count = source, count

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        left = cursor.number("left", self._count)
        cursor.says(lambda: {"left": left})
        elements = self._source.run(cursor.part())
        while left:
            if next(elements, None) is None:
                return
            left -= 1
        yield from elements

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else max(0, below - self._count)


class _SkippedRows(PickedRows):
    def __init__(self, source: RowPlan, count: int) -> None:
        super().__init__(source)
        self._count = count

    def picks(self, cursor: Cursor) -> Iterator[Picks]:
        left = cursor.number("left", self._count)
        cursor.says(lambda: {"left": left})
        for picked in self._source.picks(cursor.part()):
            given = picked[left:]
            left = max(0, left - len(picked))
            if len(given):
                yield given

    def count(self) -> int:
        return _Skipped(self._source, self._count).count()


class _SkippedAll(Elements):
    """Nothing, which is counted only where the source can be."""

    def __init__(self, source: Plan) -> None:
        super().__init__([])
        self._source = source

    def count(self) -> int:
        return min(self._source.count(), 0)


def skip(source: Plan, count: int) -> Plan:
    """What follows the first elements; nothing where the count is negative."""
    if count < 0:
        return _SkippedAll(source)
    return _SkippedRows(source, count) if isinstance(source, RowPlan) else _Skipped(source, count)


class Shard(Plan):
    """Every n-th element."""

    keeps_elements = True

    def __init__(self, source: Plan, shards: int, index: int) -> None:
        if shards < 1:
            raise errors.InvalidArgumentError(f"Number of shards must be greater than zero (currently {shards}).")
        if not 0 <= index < shards:
            raise errors.InvalidArgumentError(f"Index must be between 0 and {shards - 1} (currently index = {index}).")
        self._source, self._shards, self._index = source, shards, index

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        ahead = cursor.number("ahead", self._index)
        cursor.says(lambda: {"ahead": ahead})
        for element in self._source.run(cursor.part()):
            if ahead:
                ahead -= 1
                continue
            ahead = self._shards - 1
            yield element

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else len(range(self._index, below, self._shards))


# several runs -----------------------------------------------------------------------------------------------


def _repeated_count(below: int, times: int) -> int:
    if times < 0:
        return 0 if below == 0 else INFINITE
    return 0 if times == 0 else below if below < 0 else below * times


class _Repeated(Plan):
    keeps_elements = True

    def __init__(self, source: Plan, times: int) -> None:
        self._source, self._times = source, times

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        return _over_and_over(self._source.run, self._times, cursor)

    def count(self) -> int:
        return _repeated_count(self._source.count(), self._times)


class _RepeatedRows(PickedRows):
    def __init__(self, source: RowPlan, times: int) -> None:
        super().__init__(source)
        self._times = times

    def picks(self, cursor: Cursor) -> Iterator[Picks]:
        return _over_and_over(self._source.picks, self._times, cursor)

    def count(self) -> int:
        return _repeated_count(self._source.count(), self._times)


def _over_and_over(run: Callable[[Cursor], Iterator[Any]], times: int, cursor: Cursor) -> Iterator[Any]:
    at, empty = cursor.number("at"), not cursor.flag("given")
    cursor.says(lambda: {"at": at, "given": not empty})
    while times < 0 or at < times:
        for item in run(cursor.part()):
            empty = False
            yield item
        if empty and times < 0:  # an endless repetition of nothing is nothing
            return
        empty = True
        at += 1


def repeat(source: Plan, times: int) -> Plan:
    """One run after the other; for ever where the count is negative."""
    if source.count() == 0:
        times = min(times, 1)
    return _RepeatedRows(source, times) if isinstance(source, RowPlan) else _Repeated(source, times)


class Concatenated(Plan):
    """One plan after another."""

    def __init__(self, first: Plan, second: Plan) -> None:
        self._sources = (first, second)

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        at = cursor.number("at")
        cursor.says(lambda: {"at": at})
        while at < len(self._sources):
            yield from self._sources[at].run(cursor.part())
            at += 1

    def count(self) -> int:
        counts = [source.count() for source in self._sources]
        return INFINITE if INFINITE in counts else UNKNOWN if UNKNOWN in counts else sum(counts)


class _Zipped(Plan):
    def __init__(self, sources: Sequence[Plan]) -> None:
        self._sources = sources

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        runs = [source.run(cursor.part(str(i))) for i, source in enumerate(self._sources)]
        for parts in zip(*runs, strict=False):
            yield [component for part in parts for component in part]

    def count(self) -> int:
        counts = [source.count() for source in self._sources]
        if UNKNOWN in counts:
            return UNKNOWN
        least = min([c for c in counts if c != INFINITE], default=INFINITE)
        return INFINITE if least > _WITHOUT_END else least


_WITHOUT_END = 2**62
"""Numbers beyond are those of elements that are counted up to the largest integer."""


def zipped(sources: Sequence[Plan]) -> Plan:
    """Elements side by side, as long as all have one."""
    rows = [s for s in sources if isinstance(s, (Slices, Range, ZippedRows))]
    return ZippedRows(rows) if len(rows) == len(sources) else _Zipped(sources)


class Directed(Plan):
    """Elements of several plans, as a plan of numbers says."""

    def __init__(self, selector: Plan, sources: Sequence[Plan], stop_on_empty: bool) -> None:
        self._selector, self._sources, self._stop = selector, sources, stop_on_empty

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        ended = [cursor.flag(f"ended {i}") for i in range(len(self._sources))]
        cursor.says(lambda: {f"ended {i}": True for i, one in enumerate(ended) if one})
        runs = [source.run(cursor.part(str(i))) for i, source in enumerate(self._sources)]
        for (chosen,) in self._selector.run(cursor.part("selector")):
            if not 0 <= chosen < len(runs):
                raise errors.InvalidArgumentError(
                    f"Selector index out of range: {int(chosen)} >= {len(runs)}, or below 0."
                )
            element = None if ended[int(chosen)] else next(runs[int(chosen)], None)
            if element is not None:
                yield element
                continue
            if self._stop:
                return
            ended[int(chosen)] = True
            if all(ended):
                return

    def count(self) -> int:
        return INFINITE if any(source.count() == INFINITE for source in self._sources) else UNKNOWN


__all__ = ["Concatenated", "Directed", "Shard", "repeat", "skip", "take", "zipped"]
