"""Pipelines: they can be run any number of times and know how many elements they have.

A run is a Python generator of elements. Where the elements are rows of arrays, pipelines that only select and reorder
them work on row indices instead: shuffling moves indices, and each batch is one gather.

A run keeps an `IteratorState`, by which it can be saved and continued.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from operator import length_hint
from typing import Any, ClassVar

import numpy as np

from graphwright.base import errors
from graphwright.data.pipeline.iterator_state import IteratorState, damaged, remaining, saved_indices
from graphwright.data.pipeline.rounds import groups
from graphwright.data.pipeline.stage_times import current as stage_times
from graphwright.data.structure import Flat

Array = np.ndarray[Any, Any]
RowIndices = range | Array

AUTOTUNE = -1
INFINITE = -1
UNKNOWN = -2


class Pipeline:
    """How to produce the elements of a dataset.

    Attributes:
      saved_name: the name of the class in the saved states of iterators; part of the checkpoint format.
      types: the dtypes (of arrays; None for anything else) and shapes of the components of an element; None if unknown.
      keeps_elements: whether the elements are some of the source's.
    """

    saved_name: ClassVar[str]
    types: tuple[Sequence[Any], Sequence[Any]] | None = None
    keeps_elements = False

    def __init_subclass__(cls, saved_as: str | None = None) -> None:
        if saved_as is not None:
            cls.saved_name = saved_as

    @property
    def row_source(self) -> RowSource | None:
        """Where the elements are rows of, if they are."""
        return None

    def run(self, state: IteratorState) -> Iterator[Flat]:
        """The elements, from `state` on. Closing the generator releases what the run holds."""
        elements = self.elements(state) if self.row_source is None else _rows(self, self.row_source, state)
        times = stage_times.times
        return elements if times is None else times.watched(self, elements)

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        """The elements of one run, where they are not rows."""
        raise NotImplementedError

    def row_indices(self, state: IteratorState) -> Iterator[RowIndices]:
        """The indices into `row_source` of the elements of one run, in chunks of at least one."""
        raise NotImplementedError

    def batches(self, size: int, drop_remainder: bool, state: IteratorState) -> Iterator[Flat]:
        """The elements, `size` at a time along a new first axis. `state` is that of the batches."""
        rows = self.row_source
        if rows is not None:
            return _row_batches(rows, self.row_indices, size, drop_remainder, state.child())
        return groups(self.run(state.child()), size, drop_remainder, state, self, _stacked_elements)

    def count(self) -> int:
        """The number of elements, `INFINITE` or `UNKNOWN`."""
        raise NotImplementedError

    def batch_size(self) -> int:
        """The size of the batches that the elements are, as they were asked for; -1 if unknown."""
        return -1

    def check(self, element: Any) -> None:
        """DataLossError if a value that was read from a file cannot be an element of this dataset."""
        if self.types is None or not isinstance(element, list) or len(element) != len(self.types[0]):
            raise damaged()
        for i, (component, dtype, shape) in enumerate(zip(element, *self.types, strict=True)):
            if dtype is None:
                if isinstance(component, np.ndarray) and not shape.is_compatible_with(component.shape):
                    raise damaged()
                self.check_opaque(component, i)
                continue
            is_array = isinstance(component, np.ndarray)
            if not is_array or component.dtype != dtype or not shape.is_compatible_with(component.shape):
                raise damaged()

    def check_opaque(self, value: Any, component: int) -> None:
        """As `check`, for a component that is a dataset or another value without a dtype."""
        if not self.keeps_elements:
            raise damaged()
        source: Pipeline = vars(self)["_source"]
        source.check_opaque(value, component)


class UnaryPipeline(Pipeline):
    """A pipeline with one source; by default it has as many elements as the source."""

    def __init__(self, source: Pipeline) -> None:
        self._source = source

    def count(self) -> int:
        return self._source.count()

    def batch_size(self) -> int:
        return self._source.batch_size() if self.keeps_elements else -1


class Selection(UnaryPipeline):
    """Some elements of the source, in some order: by row indices where the elements of the source are rows."""

    keeps_elements = True

    @property
    def row_source(self) -> RowSource | None:
        return self._source.row_source


class RowSource(Pipeline):
    """A pipeline whose elements are rows of arrays, in their order."""

    @property
    def row_source(self) -> RowSource:
        return self

    def row_indices(self, state: IteratorState) -> Iterator[RowIndices]:
        height = self.height()
        if height and not state.flag("given"):
            state.save_by(lambda: {"given": True})
            yield range(height)

    def height(self) -> int:
        """The number of rows."""
        raise NotImplementedError

    def gather(self, indices: RowIndices) -> Flat:
        """Rows along a new first axis."""
        raise NotImplementedError

    def row(self, index: int) -> Flat:
        """One row."""
        raise NotImplementedError

    def count(self) -> int:
        return self.height()


class Elements(Pipeline, saved_as="Elements"):
    """Elements that are in memory already: a window."""

    def __init__(self, elements: Sequence[Flat], types: tuple[Sequence[Any], Sequence[Any]] | None = None) -> None:
        self.window, self.types = elements, types

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        left = iter(self.window[state.number("next") :])
        state.save_by(lambda: {"next": len(self.window) - length_hint(left)})
        return left

    def count(self) -> int:
        return len(self.window)


def _stacked_elements(elements: Sequence[Flat]) -> Flat:
    return [stacked(column) for column in zip(*elements, strict=True)]


def stacked(column: Sequence[Any]) -> Array:
    """One component of several elements along a new first axis."""
    first = column[0]
    if not isinstance(first, np.ndarray):
        raise errors.UnimplementedError("Elements that hold datasets or optionals cannot be batched.")
    if not first.dtype.hasobject:
        with suppress(ValueError):  # for shapes that differ, which is said below
            return np.array(column, first.dtype)
    batch = np.empty((len(column), *first.shape), first.dtype)
    for i, item in enumerate(column):
        if item.shape != first.shape:
            raise errors.InvalidArgumentError(
                "Cannot add tensor to the batch: number of elements does not match. Shapes are: "
                f"[tensor]: {list(item.shape)}, [batch]: {list(first.shape)}. Use padded_batch, or make the shapes "
                "equal first."
            )
        batch[i, ...] = item
    return batch


def _rows(pipeline: Pipeline, source: RowSource, state: IteratorState) -> Iterator[Flat]:
    """The elements of a pipeline over rows, one by one."""
    row, height = source.row, source.height()
    chunk: RowIndices = state.row_indices("left", height)
    indices = iter(_listed(chunk))
    state.save_by(lambda: {"left": saved_indices(remaining(chunk, indices), height)})
    following = pipeline.row_indices(state.child())
    while True:
        for index in indices:
            yield row(index)
        after = next(following, None)
        if after is None:
            return
        chunk, indices = after, iter(_listed(after))


def _row_batches(
    rows: RowSource,
    row_indices: Callable[[IteratorState], Iterator[RowIndices]],
    size: int,
    drop_remainder: bool,
    state: IteratorState,
) -> Iterator[Flat]:
    for indices in _regrouped(row_indices(state.child()), size, rows.height(), state):
        if len(indices) == size or not drop_remainder:
            yield rows.gather(indices)


def _listed(indices: Any) -> range | list[int]:
    return indices if isinstance(indices, range) else indices.tolist()


def _regrouped(chunks: Iterator[RowIndices], size: int, height: int, state: IteratorState) -> Iterator[RowIndices]:
    """The same row indices, `size` at a time."""
    left: RowIndices = state.row_indices("left", height)
    state.save_by(lambda: {"left": saved_indices(left, height)})
    while True:
        while len(left) >= size:
            group, left = left[:size], left[size:]
            yield group
        chunk = next(chunks, None)
        if chunk is None:
            break
        left = np.concatenate([left, chunk]) if len(left) else chunk
    if len(left):
        group, left = left, range(0)
        yield group


__all__ = [
    "AUTOTUNE", "INFINITE", "UNKNOWN", "Elements", "Pipeline", "RowIndices", "RowSource", "Selection", "UnaryPipeline",
    "stacked",
]  # fmt: skip
