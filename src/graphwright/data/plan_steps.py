"""Plans made of other plans, without functions of the user."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count as counting
from itertools import islice
from typing import Any

from graphwright.base import errors
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
    def __init__(self, source: Plan, count: int) -> None:
        self._source, self._count = source, count

    def run(self) -> Iterator[Flat]:
        return islice(self._source.run(), self._count)

    def count(self) -> int:
        below = self._source.count()
        return UNKNOWN if below == UNKNOWN else self._count if below == INFINITE else min(below, self._count)


class _TakenRows(PickedRows):
    def __init__(self, source: RowPlan, count: int) -> None:
        super().__init__(source)
        self._count = count

    def picks(self) -> Iterator[Picks]:
        left = self._count
        for picked in self._source.picks() if left else ():
            yield picked[:left]
            left -= len(picked)
            if left <= 0:
                return

    def count(self) -> int:
        return _Taken(self._source, self._count).count()


def take(source: Plan, count: int) -> Plan:
    """The first elements; all of them where the count is negative."""
    if count < 0:
        return source
    return _TakenRows(source, count) if isinstance(source, RowPlan) else _Taken(source, count)


class _Skipped(Plan):
    def __init__(self, source: Plan, count: int) -> None:
        self._source, self._count = source, count

    def run(self) -> Iterator[Flat]:
        return islice(self._source.run(), self._count, None)

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else max(0, below - self._count)


class _SkippedRows(PickedRows):
    def __init__(self, source: RowPlan, count: int) -> None:
        super().__init__(source)
        self._count = count

    def picks(self) -> Iterator[Picks]:
        left = self._count
        for picked in self._source.picks():
            if left < len(picked):
                yield picked[left:]
            left = max(0, left - len(picked))

    def count(self) -> int:
        return _Skipped(self._source, self._count).count()


def skip(source: Plan, count: int) -> Plan:
    """What follows the first elements; nothing where the count is negative."""
    if count < 0:
        return Elements([])
    return _SkippedRows(source, count) if isinstance(source, RowPlan) else _Skipped(source, count)


class Shard(Plan):
    """Every n-th element."""

    def __init__(self, source: Plan, shards: int, index: int) -> None:
        if shards < 1:
            raise errors.InvalidArgumentError(f"Number of shards must be greater than zero (currently {shards}).")
        if not 0 <= index < shards:
            raise errors.InvalidArgumentError(f"Index must be between 0 and {shards - 1} (currently index = {index}).")
        self._source, self._shards, self._index = source, shards, index

    def run(self) -> Iterator[Flat]:
        return islice(self._source.run(), self._index, None, self._shards)

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else len(range(self._index, below, self._shards))


# several runs -----------------------------------------------------------------------------------------------


def _repeated_count(below: int, times: int) -> int:
    if times < 0:
        return 0 if below == 0 else INFINITE
    return 0 if times == 0 else below if below < 0 else below * times


class _Repeated(Plan):
    def __init__(self, source: Plan, times: int) -> None:
        self._source, self._times = source, times

    def run(self) -> Iterator[Flat]:
        return _over_and_over(self._source.run, self._times)

    def count(self) -> int:
        return _repeated_count(self._source.count(), self._times)


class _RepeatedRows(PickedRows):
    def __init__(self, source: RowPlan, times: int) -> None:
        super().__init__(source)
        self._times = times

    def picks(self) -> Iterator[Picks]:
        return _over_and_over(self._source.picks, self._times)

    def count(self) -> int:
        return _repeated_count(self._source.count(), self._times)


def _over_and_over(run: Callable[[], Iterator[Any]], times: int) -> Iterator[Any]:
    for _ in range(times) if times >= 0 else counting():
        empty = True
        for item in run():
            empty = False
            yield item
        if empty:  # an endless repetition of nothing is nothing
            return


def repeat(source: Plan, times: int) -> Plan:
    """One run after the other; for ever where the count is negative."""
    return _RepeatedRows(source, times) if isinstance(source, RowPlan) else _Repeated(source, times)


class Concatenated(Plan):
    """One plan after another."""

    def __init__(self, first: Plan, second: Plan) -> None:
        self._sources = (first, second)

    def run(self) -> Iterator[Flat]:
        for source in self._sources:
            yield from source.run()

    def count(self) -> int:
        counts = [source.count() for source in self._sources]
        return INFINITE if INFINITE in counts else UNKNOWN if UNKNOWN in counts else sum(counts)


class _Zipped(Plan):
    def __init__(self, sources: Sequence[Plan]) -> None:
        self._sources = sources

    def run(self) -> Iterator[Flat]:
        for parts in zip(*[source.run() for source in self._sources], strict=False):
            yield [component for part in parts for component in part]

    def count(self) -> int:
        counts = [source.count() for source in self._sources]
        if UNKNOWN in counts:
            return UNKNOWN
        return min([c for c in counts if c != INFINITE], default=INFINITE)


def zipped(sources: Sequence[Plan]) -> Plan:
    """Elements side by side, as long as all have one."""
    rows = [s for s in sources if isinstance(s, (Slices, Range, ZippedRows))]
    return ZippedRows(rows) if len(rows) == len(sources) else _Zipped(sources)


class Directed(Plan):
    """Elements of several plans, as a plan of numbers says."""

    def __init__(self, selector: Plan, sources: Sequence[Plan], stop_on_empty: bool) -> None:
        self._selector, self._sources, self._stop = selector, sources, stop_on_empty

    def run(self) -> Iterator[Flat]:
        runs: list[Iterator[Flat] | None] = [source.run() for source in self._sources]
        for (chosen,) in self._selector.run():
            if not 0 <= chosen < len(runs):
                raise errors.InvalidArgumentError(
                    f"Selector index out of range: {int(chosen)} >= {len(runs)}, or below 0."
                )
            run = runs[int(chosen)]
            element = None if run is None else next(run, None)
            if element is not None:
                yield element
                continue
            if self._stop:
                return
            runs[int(chosen)] = None
            if not any(runs):
                return

    def count(self) -> int:
        return UNKNOWN


__all__ = ["Concatenated", "Directed", "Shard", "repeat", "skip", "take", "zipped"]
