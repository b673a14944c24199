"""Plans of groups of elements, and of the parts of elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.cursor import Cursor, damaged
from graphwright.data.plans import INFINITE, UNKNOWN, Elements, Plan, Slices
from graphwright.data.structure import Flat


class Batched(Plan):
    """Several elements at a time, along a new first axis."""

    def __init__(self, source: Plan, size: int, drop_remainder: bool) -> None:
        if size < 1:
            raise errors.InvalidArgumentError(f"Batch size must be greater than zero, got {size}.")
        self._source, self._size, self._drop = source, size, drop_remainder

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        return self._source.batches(self._size, self._drop, cursor.part())

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else below // self._size if self._drop else -(-below // self._size)


class PaddedBatched(Batched):
    """Batches of elements that are first padded to one shape."""

    def __init__(
        self, source: Plan, size: int, drop_remainder: bool, shapes: Sequence[Any], values: Sequence[Any]
    ) -> None:
        super().__init__(source, size, drop_remainder)
        self._shapes = [[int(d) for d in shape] for shape in shapes]
        self._values = values

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        elements = self._source.run(cursor.part())
        while group := list(islice(elements, self._size)):
            if len(group) == self._size or not self._drop:
                columns = zip(*group, strict=True)
                yield [_padded(c, s, v) for c, s, v in zip(columns, self._shapes, self._values, strict=True)]


def _padded(column: Sequence[Any], shape: list[int], value: Any) -> Any:
    for item in column:
        if item.ndim != len(shape):
            raise errors.InvalidArgumentError(
                "All elements in a batch must have the same rank as the padded shape: expected rank "
                f"{len(shape)} but got element with rank {item.ndim}"
            )
    sizes = [max(item.shape[i] for item in column) if size < 0 else size for i, size in enumerate(shape)]
    if any(n > size for item in column for n, size in zip(item.shape, sizes, strict=True)):
        raise errors.DataLossError("Attempted to pad to a smaller size than the input element.")
    made = np.full((len(column), *sizes), value[()], column[0].dtype)
    for i, item in enumerate(column):
        place: Any = (i, *(slice(n) for n in item.shape))
        made[place] = item
    return made


class Unbatched(Plan):
    """The rows of every element."""

    def __init__(self, source: Plan) -> None:
        self._source = source

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        current = cursor.elements("current", self._source)
        cursor.says(lambda: {"current": current})
        elements = self._source.run(cursor.part())
        while True:
            for element in current:
                if element:
                    yield from Slices(element).run(cursor.part("rows"))
            following = next(elements, None)
            if following is None:
                return
            current = [following]

    def count(self) -> int:
        return INFINITE if self._source.count() == INFINITE else UNKNOWN


class Windowed(Plan):
    """Datasets of successive elements."""

    def __init__(self, source: Plan, size: int, shift: int, stride: int, drop_remainder: bool) -> None:
        for name, value in (("size", size), ("shift", shift), ("stride", stride)):
            if value < 1:
                raise errors.InvalidArgumentError(f"Window {name} must be greater than zero.")
        self._source, self._size, self._shift, self._stride = source, size, shift, stride
        self._drop = drop_remainder

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        elements = self._source.run(cursor.part())
        span = (self._size - 1) * self._stride + 1
        held, skipped = cursor.elements("held", self._source), cursor.number("skipped")
        cursor.says(lambda: {"held": held, "skipped": skipped})
        while True:
            for _ in islice(elements, skipped):
                pass
            held += islice(elements, span - len(held))
            if not held or (self._drop and len(held) < span):
                return
            window = self._window(held[:: self._stride])
            held, skipped = held[self._shift :], max(0, self._shift - len(held))
            yield window

    def check_window(self, window: Elements, component: int) -> None:
        """DataLossError where something that was read from a file is no window of this dataset."""
        types = self._source.types
        if types is None or not isinstance(window.elements, list):
            raise damaged()
        window.types = types[0][component : component + 1], types[1][component : component + 1]
        for element in window.elements:
            window.check(element)

    def _window(self, elements: list[Flat]) -> Flat:
        types = self._source.types
        return [
            Elements([[c] for c in column], None if types is None else (types[0][i : i + 1], types[1][i : i + 1]))
            for i, column in enumerate(zip(*elements, strict=True))
        ]

    def count(self) -> int:
        below = self._source.count()
        if below < 0:
            return below
        span = (self._size - 1) * self._stride + 1
        return max(0, -(-(below - span + 1) // self._shift)) if self._drop else -(-below // self._shift)


__all__ = ["Batched", "PaddedBatched", "Unbatched", "Windowed"]
