"""Plans: what a dataset's variant tensor holds. A plan can be run any number of times and knows how long it is.

A run is a Python generator of elements. Plans whose elements are rows of arrays say which rows instead, so that
shuffling and batching move row numbers, and each batch is one gather.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.structure import Flat

Array = np.ndarray[Any, Any]
Picks = range | Array
"""Numbers of rows, in order."""

INFINITE = -1
UNKNOWN = -2


class Plan:
    """How to produce the elements of a dataset."""

    def run(self) -> Iterator[Flat]:
        """The elements, from the first on. Closing the generator lets go of what the run holds."""
        raise NotImplementedError

    def count(self) -> int:
        """How many elements there are; `INFINITE` or `UNKNOWN` where that is no number."""
        raise NotImplementedError

    def batches(self, size: int, drop_remainder: bool) -> Iterator[Flat]:
        """The elements, `size` at a time along a new first axis."""
        elements = self.run()
        while group := list(islice(elements, size)):
            if len(group) == size or not drop_remainder:
                yield [stacked(column) for column in zip(*group, strict=True)]


def stacked(column: Sequence[Any]) -> Array:
    """One component of several elements along a new first axis."""
    first = column[0]
    if not isinstance(first, np.ndarray):
        raise errors.UnimplementedError("Elements that hold datasets or optionals cannot be batched.")
    made = np.empty((len(column), *first.shape), first.dtype)
    for i, item in enumerate(column):
        if item.shape != first.shape:
            raise errors.InvalidArgumentError(
                "Cannot add tensor to the batch: number of elements does not match. Shapes are: "
                f"[tensor]: {list(item.shape)}, [batch]: {list(first.shape)}. Use padded_batch, or make the shapes "
                "equal first."
            )
        made[i, ...] = item
    return made


class RowPlan(Plan):
    """A plan whose elements are rows of something."""

    def picks(self) -> Iterator[Picks]:
        """The numbers of the rows of one run, in order, some (at least one) at a time."""
        raise NotImplementedError

    def rows(self, picked: Picks) -> Flat:
        """Rows along a new first axis."""
        raise NotImplementedError

    def row(self, number: int) -> Flat:
        """One row."""
        return [
            component[0] if component.ndim > 1 else component.reshape(())
            for component in self.rows(range(number, number + 1))
        ]

    def run(self) -> Iterator[Flat]:
        row = self.row
        for picked in self.picks():
            for number in picked if isinstance(picked, range) else picked.tolist():
                yield row(number)

    def batches(self, size: int, drop_remainder: bool) -> Iterator[Flat]:
        for picked in regrouped(self.picks(), size):
            if len(picked) == size or not drop_remainder:
                yield self.rows(picked)


def regrouped(picks: Iterator[Picks], size: int) -> Iterator[Picks]:
    """The same row numbers, `size` at a time."""
    left: Picks = range(0)
    for chunk in picks:
        if len(left):
            missing = size - len(left)
            left = np.concatenate([left, chunk[:missing]])
            if len(left) < size:
                continue
            yield left
            chunk = chunk[missing:]
        whole = len(chunk) - len(chunk) % size
        for start in range(0, whole, size):
            yield chunk[start : start + size]
        left = chunk[whole:]
    if len(left):
        yield left


class Slices(RowPlan):
    """The rows of arrays."""

    def __init__(self, components: Sequence[Array]) -> None:
        self._components = [np.ascontiguousarray(c) for c in components]
        self._length = len(components[0])
        for component in components:
            if len(component) != self._length:
                raise errors.InvalidArgumentError(
                    f"Components have different numbers of rows: {self._length} and {len(component)}."
                )

    def picks(self) -> Iterator[Picks]:
        if self._length:
            yield range(self._length)

    def rows(self, picked: Picks) -> Flat:
        if isinstance(picked, range) and picked.step == 1:
            return [c[picked.start : picked.stop] for c in self._components]
        return [c.take(picked, 0) for c in self._components]

    def row(self, number: int) -> Flat:
        return [c[number] if c.ndim > 1 else c[number : number + 1].reshape(()) for c in self._components]

    def count(self) -> int:
        return self._length


class Range(RowPlan):
    """Numbers from `start` on, below `stop`, by `step`."""

    def __init__(self, start: int, stop: int, step: int, dtype: Any) -> None:
        if step == 0:
            raise errors.InvalidArgumentError("step must be a non-zero integer.")
        self._numbers, self._dtype = range(start, stop, step), dtype

    def picks(self) -> Iterator[Picks]:
        if self._numbers:
            yield range(len(self._numbers))

    def rows(self, picked: Picks) -> Flat:
        start, step = self._numbers.start, self._numbers.step
        if isinstance(picked, range):
            picked = np.arange(picked.start, picked.stop, picked.step)
        return [(picked * step + start).astype(self._dtype)]

    def row(self, number: int) -> Flat:
        return [np.array(self._numbers[number], self._dtype)]

    def count(self) -> int:
        return len(self._numbers)


class PickedRows(RowPlan):
    """Rows of another plan, chosen and ordered anew."""

    def __init__(self, source: RowPlan) -> None:
        self._source = source

    def rows(self, picked: Picks) -> Flat:
        return self._source.rows(picked)

    def row(self, number: int) -> Flat:
        return self._source.row(number)


class ZippedRows(RowPlan):
    """Rows of several plans that are all taken in the order they have."""

    def __init__(self, sources: Sequence[RowPlan]) -> None:
        self._sources = sources

    def picks(self) -> Iterator[Picks]:
        if count := self.count():
            yield range(count)

    def rows(self, picked: Picks) -> Flat:
        return [component for source in self._sources for component in source.rows(picked)]

    def row(self, number: int) -> Flat:
        return [component for source in self._sources for component in source.row(number)]

    def count(self) -> int:
        return min(source.count() for source in self._sources)


class Single(Plan):
    """One element."""

    def __init__(self, components: Sequence[Any]) -> None:
        self._components = list(components)

    def run(self) -> Iterator[Flat]:
        yield list(self._components)

    def count(self) -> int:
        return 1


class Elements(Plan):
    """Elements that are there already: a window."""

    def __init__(self, elements: Sequence[Flat]) -> None:
        self._elements = elements

    def run(self) -> Iterator[Flat]:
        return iter(self._elements)

    def count(self) -> int:
        return len(self._elements)


__all__ = [
    "INFINITE", "UNKNOWN", "Elements", "PickedRows", "Picks", "Plan", "Range", "RowPlan", "Single", "Slices",
    "ZippedRows", "regrouped", "stacked",
]  # fmt: skip
