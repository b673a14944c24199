"""Pipelines whose sources give only the parts that they are told to: for workers that share them dynamically."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

from graphwright.data.pipeline.auto_shard import sources_of, with_sources
from graphwright.data.pipeline.base import UNKNOWN, Pipeline, RowSource
from graphwright.data.pipeline.files import FileElements
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.structure import Flat

Take = Callable[[int, int], int]
"""The number of the next part of a source that nobody has taken, from the number of the source and that of its run."""


def by_splits(pipeline: Pipeline, take: Take) -> Pipeline:
    """A pipeline that takes the rows, files or elements of its sources by `take`."""
    numbers = iter(range(1 << 30))

    def part(source: Pipeline) -> Pipeline:
        if isinstance(source, RowSource) or not sources_of(source):  # rows side by side stay together
            return _Splits(source, next(numbers), take)
        return with_sources(source, part)

    return part(pipeline)


class _Splits(Pipeline, saved_as="Splits"):
    def __init__(self, source: Pipeline, number: int, take: Take) -> None:
        self._source, self._number, self._take, self._runs = source, number, take, 0
        self.types = source.types

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        run, self._runs = self._runs, self._runs + 1
        parts = _parts(self._source)
        while (part := parts(self._take(self._number, run))) is not None:
            yield part

    def count(self) -> int:
        return UNKNOWN


def _parts(source: Pipeline) -> Callable[[int], Iterator[Flat] | None]:
    """The elements of a part by its number, None behind the last; the numbers of one run grow."""
    if isinstance(source, RowSource):
        rows = source
        return lambda number: iter((rows.row(number),)) if number < rows.height() else None
    if isinstance(source, FileElements):
        files = source
        return lambda number: _file(files, number) if number < len(files._names) else None
    elements = enumerate(source.run(IteratorState()))

    def one(number: int) -> Iterator[Flat] | None:
        found = next((element for at, element in elements if at == number), None)
        return None if found is None else iter((found,))

    return one


def _file(source: FileElements, number: int) -> Iterator[Flat]:
    one = copy.copy(source)
    one._names, one._offsets = source._names[number : number + 1], source._offsets[number : number + 1]
    return one.run(IteratorState())


__all__ = ["by_splits"]
