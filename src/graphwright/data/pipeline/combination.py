"""Pipelines of several others: concatenate, zip, choose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE, UNKNOWN, Pipeline, RowSource
from graphwright.data.pipeline.iterator_state import IteratorState, damaged
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.pipeline.sources import ZippedRows
from graphwright.data.structure import Flat


class Concatenate(Pipeline, saved_as="Concatenated"):
    """The elements of one pipeline, then those of another."""

    def __init__(self, first: Pipeline, second: Pipeline) -> None:
        self._sources = (first, second)

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        at = state.number("at")
        state.save_by(lambda: {"at": at})
        run: Iterator[Flat] | None = None

        def rest() -> Iterator[Flat]:
            nonlocal at, run
            while at < len(self._sources):
                run = run or self._sources[at].run(state.child())
                yield from run
                run = None
                at += 1

        while at < len(self._sources):
            yield rest()

    def count(self) -> int:
        counts = [source.count() for source in self._sources]
        return INFINITE if INFINITE in counts else UNKNOWN if UNKNOWN in counts else sum(counts)

    def batch_size(self) -> int:
        return _common_batch_size(self._sources)


def _common_batch_size(sources: Sequence[Pipeline]) -> int:
    sizes = {source.batch_size() for source in sources}
    return sizes.pop() if len(sizes) == 1 else -1


_UNBOUNDED = 2**62
"""Counts above this are those of ranges up to the largest integer, such as the indices of `enumerate`."""


class _Zip(Pipeline, saved_as="Zipped"):
    def __init__(self, sources: Sequence[Pipeline]) -> None:
        self._sources = sources

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        runs = [source.run(state.child(str(i))) for i, source in enumerate(self._sources)]
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal more
            failed: errors.OpError | None = None
            while True:
                row: Flat = []
                for run in runs:
                    try:
                        element = next(run, None)
                    except errors.OpError as error:  # the others go on as well: what belongs together stays together
                        failed = failed or error
                        continue
                    if element is None:
                        more = False
                        return
                    row += element
                if failed is not None:
                    raise failed
                yield row

        while more:
            yield rest()

    def check_opaque(self, value: Any, component: int) -> None:
        for source in self._sources:
            size = 0 if source.types is None else len(source.types[0])
            if component < size:
                source.check_opaque(value, component)
                return
            component -= size
        raise damaged()

    def count(self) -> int:
        counts = [source.count() for source in self._sources]
        if UNKNOWN in counts:
            return UNKNOWN
        least = min([c for c in counts if c != INFINITE], default=INFINITE)
        return INFINITE if least > _UNBOUNDED else least

    def batch_size(self) -> int:
        return _common_batch_size(self._sources)


def zipped(sources: Sequence[Pipeline]) -> Pipeline:
    """Elements side by side, as long as every source has one."""
    rows = [s for s in sources if isinstance(s, RowSource)]
    return ZippedRows(rows) if len(rows) == len(sources) else _Zip(sources)


class DirectedInterleave(Pipeline, saved_as="Directed"):
    """Elements of several pipelines, in the order that a pipeline of their indices gives."""

    def __init__(self, selector: Pipeline, sources: Sequence[Pipeline], stop_on_empty: bool) -> None:
        self._selector, self._sources, self._stop = selector, sources, stop_on_empty

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        ended = [state.flag(f"ended {i}") for i in range(len(self._sources))]
        state.save_by(lambda: {f"ended {i}": True for i, one in enumerate(ended) if one})
        runs = [source.run(state.child(str(i))) for i, source in enumerate(self._sources)]
        selected, more = self._selector.run(state.child("selector")), True

        def rest() -> Iterator[Flat]:
            nonlocal more
            for (chosen,) in selected:
                index = int(chosen)
                if not 0 <= index < len(runs):
                    raise errors.InvalidArgumentError(
                        f"Selector index out of range: {index} >= {len(runs)}, or below 0."
                    )
                element = None if ended[index] else next(runs[index], None)
                if element is not None:
                    yield element
                    continue
                ended[index] = True
                if self._stop or all(ended):
                    break
            more = False

        while more:
            yield rest()

    def count(self) -> int:
        return INFINITE if any(source.count() == INFINITE for source in self._sources) else UNKNOWN


__all__ = ["Concatenate", "DirectedInterleave", "zipped"]
