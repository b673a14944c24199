"""Plans: what a dataset's variant tensor holds. A plan can be run any number of times and knows how long it is.

A run is a Python generator of elements. Plans whose elements are rows of arrays say which rows instead, so that
shuffling and batching move row numbers, and each batch is one gather.

A run keeps a cursor (`cursor.py`) by which it can be saved, and from which another one goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from operator import length_hint
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.cursor import Cursor, as_picks, damaged, left_of
from graphwright.data.structure import Flat

Array = np.ndarray[Any, Any]
Picks = range | Array
"""Numbers of rows, in order."""

INFINITE = -1
UNKNOWN = -2


class Plan:
    """How to produce the elements of a dataset.

    Attributes: `types`, the dtypes (of arrays; None for what is no array) and shapes of its elements' components, or
    None where nobody said.
    """

    types: tuple[Sequence[Any], Sequence[Any]] | None = None
    keeps_elements = False  # whether its elements are some of its source's

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        """The elements, from where the cursor is. Closing the generator lets go of what the run holds."""
        raise NotImplementedError

    def check(self, element: Any) -> None:
        """DataLossError where something that was read from a file is no element of this dataset."""
        if self.types is None or not isinstance(element, list) or len(element) != len(self.types[0]):
            raise damaged()
        for i, (part, dtype, shape) in enumerate(zip(element, *self.types, strict=True)):
            if isinstance(part, Elements) and dtype is None:
                self.check_window(part, i)
                continue
            fits = isinstance(part, np.ndarray) and part.dtype == dtype and shape.is_compatible_with(part.shape)
            if not fits:
                raise damaged()

    def check_window(self, window: Elements, component: int) -> None:
        """As `check`, of a dataset that is a component of an element."""
        if not self.keeps_elements:
            raise damaged()
        source: Plan = vars(self)["_source"]
        source.check_window(window, component)

    def count(self) -> int:
        """How many elements there are; `INFINITE` or `UNKNOWN` where that is no number."""
        raise NotImplementedError

    def batches(self, size: int, drop_remainder: bool, cursor: Cursor) -> Iterator[Flat]:
        """The elements, `size` at a time along a new first axis."""
        elements = self.run(cursor)
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

    def picks(self, cursor: Cursor) -> Iterator[Picks]:
        """The numbers of the rows of one run, in order, some (at least one) at a time."""
        raise NotImplementedError

    def height(self) -> int:
        """How many rows there are to pick from."""
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

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        row, height = self.row, self.height()
        picked = cursor.picks("left", height)
        numbers = iter(_listed(picked))
        cursor.says(lambda: {"left": as_picks(left_of(picked, numbers), height)})
        following = self.picks(cursor.part())
        while True:
            for number in numbers:
                yield row(number)
            chunk = next(following, None)
            if chunk is None:
                return
            picked, numbers = chunk, iter(_listed(chunk))

    def batches(self, size: int, drop_remainder: bool, cursor: Cursor) -> Iterator[Flat]:
        for picked in regrouped(self.picks(cursor.part()), size, self.height(), cursor):
            if len(picked) == size or not drop_remainder:
                yield self.rows(picked)


def _listed(picked: Picks) -> range | list[int]:
    return picked if isinstance(picked, range) else picked.tolist()


def regrouped(picks: Iterator[Picks], size: int, height: int, cursor: Cursor) -> Iterator[Picks]:
    """The same row numbers, `size` at a time."""
    left: Picks = cursor.picks("left", height)
    cursor.says(lambda: {"left": as_picks(left, height)})
    while True:
        while len(left) >= size:
            group, left = left[:size], left[size:]
            yield group
        chunk = next(picks, None)
        if chunk is None:
            break
        left = np.concatenate([left, chunk]) if len(left) else chunk
    if len(left):
        group, left = left, range(0)
        yield group


def _all_rows(height: int, cursor: Cursor) -> Iterator[Picks]:
    """The one chunk of a run over all rows in order."""
    if height and not cursor.flag("given"):
        cursor.says(lambda: {"given": True})
        yield range(height)


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

    def picks(self, cursor: Cursor) -> Iterator[Picks]:
        return _all_rows(self.height(), cursor)

    def height(self) -> int:
        return self._length

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

    def picks(self, cursor: Cursor) -> Iterator[Picks]:
        return _all_rows(self.height(), cursor)

    def height(self) -> int:
        return len(self._numbers)

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

    def height(self) -> int:
        return self._source.height()

    def rows(self, picked: Picks) -> Flat:
        return self._source.rows(picked)

    def row(self, number: int) -> Flat:
        return self._source.row(number)


class ZippedRows(RowPlan):
    """Rows of several plans that are all taken in the order they have."""

    def __init__(self, sources: Sequence[RowPlan]) -> None:
        self._sources = sources

    def picks(self, cursor: Cursor) -> Iterator[Picks]:
        return _all_rows(self.height(), cursor)

    def height(self) -> int:
        return self.count()

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

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        if not cursor.flag("given"):
            cursor.says(lambda: {"given": True})
            yield list(self._components)

    def count(self) -> int:
        return 1


def iterated(elements: Sequence[Flat], cursor: Cursor) -> Iterator[Flat]:
    """A run over elements that are there already."""
    left = iter(elements[cursor.number("next") :])
    cursor.says(lambda: {"next": len(elements) - length_hint(left)})
    return left


class Elements(Plan):
    """Elements that are there already: a window."""

    def __init__(self, elements: Sequence[Flat], types: tuple[Sequence[Any], Sequence[Any]] | None = None) -> None:
        self.elements, self.types = elements, types

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        return iterated(self.elements, cursor)

    def count(self) -> int:
        return len(self.elements)


__all__ = [
    "INFINITE", "UNKNOWN", "Elements", "PickedRows", "Picks", "Plan", "Range", "RowPlan", "Single", "Slices",
    "ZippedRows", "iterated", "regrouped", "stacked",
]  # fmt: skip
