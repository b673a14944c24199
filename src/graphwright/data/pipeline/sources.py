"""Pipelines of tensors: their rows, their slices, ranges of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.pipeline.base import Array, Pipeline, RowIndices, RowSource
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.structure import Flat


class TensorSlices(RowSource, saved_as="Slices"):
    """The rows of arrays."""

    def __init__(self, components: Sequence[Array]) -> None:
        self._components = [np.ascontiguousarray(c) for c in components]
        self._length = len(components[0])
        for component in components:
            if len(component) != self._length:
                raise errors.InvalidArgumentError(
                    f"Components have different numbers of rows: {self._length} and {len(component)}."
                )

    def height(self) -> int:
        return self._length

    def gather(self, indices: RowIndices) -> Flat:
        if isinstance(indices, range) and indices.step == 1:
            return [c[indices.start : indices.stop] for c in self._components]
        return [c.take(indices, 0) for c in self._components]

    def row(self, index: int) -> Flat:
        return [c[index] if c.ndim > 1 else c[index : index + 1].reshape(()) for c in self._components]


class Range(RowSource, saved_as="Range"):
    """Numbers from `start` on, below `stop`, by `step`."""

    def __init__(self, start: int, stop: int, step: int, dtype: Any) -> None:
        if step == 0:
            raise errors.InvalidArgumentError("step must be a non-zero integer.")
        self._numbers, self._dtype = range(start, stop, step), dtype

    def height(self) -> int:
        return len(self._numbers)

    def gather(self, indices: RowIndices) -> Flat:
        start, step = self._numbers.start, self._numbers.step
        if isinstance(indices, range):
            indices = np.arange(indices.start, indices.stop, indices.step)
        return [(indices * step + start).astype(self._dtype)]

    def row(self, index: int) -> Flat:
        return [np.array(self._numbers[index], self._dtype)]


class ZippedRows(RowSource, saved_as="Zipped"):
    """The rows of several sources side by side."""

    def __init__(self, sources: Sequence[RowSource]) -> None:
        self._sources = sources

    def height(self) -> int:
        return min(source.height() for source in self._sources)

    def gather(self, indices: RowIndices) -> Flat:
        return [component for source in self._sources for component in source.gather(indices)]

    def row(self, index: int) -> Flat:
        return [component for source in self._sources for component in source.row(index)]


class Tensors(Pipeline, saved_as="Single"):
    """One element."""

    def __init__(self, components: Sequence[Any]) -> None:
        self._components = list(components)

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        if not state.flag("given"):
            state.save_by(lambda: {"given": True})
            yield list(self._components)

    def count(self) -> int:
        return 1


__all__ = ["Range", "TensorSlices", "Tensors", "ZippedRows"]
