"""Plans of groups of elements, and of the parts of elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.plans import UNKNOWN, Elements, Plan, Slices
from graphwright.data.structure import Flat


class Batched(Plan):
    """Several elements at a time, along a new first axis."""

    def __init__(self, source: Plan, size: int, drop_remainder: bool) -> None:
        if size < 1:
            raise errors.InvalidArgumentError(f"Batch size must be greater than zero, got {size}.")
        self._source, self._size, self._drop = source, size, drop_remainder

    def run(self) -> Iterator[Flat]:
        return self._source.batches(self._size, self._drop)

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

    def run(self) -> Iterator[Flat]:
        elements = self._source.run()
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

    def run(self) -> Iterator[Flat]:
        for element in self._source.run():
            if element:
                yield from Slices(element).run()

    def count(self) -> int:
        below = self._source.count()
        return below if below == 0 else UNKNOWN


class Windowed(Plan):
    """Datasets of successive elements."""

    def __init__(self, source: Plan, size: int, shift: int, stride: int, drop_remainder: bool) -> None:
        for name, value in (("size", size), ("shift", shift), ("stride", stride)):
            if value < 1:
                raise errors.InvalidArgumentError(f"Window {name} must be greater than zero.")
        self._source, self._size, self._shift, self._stride = source, size, shift, stride
        self._drop = drop_remainder

    def run(self) -> Iterator[Flat]:
        elements = self._source.run()
        span = (self._size - 1) * self._stride + 1
        held: list[Flat] = []
        while True:
            held += islice(elements, span - len(held))
            if not held or (self._drop and len(held) < span):
                return
            yield [Elements([[c] for c in column]) for column in zip(*held[:: self._stride], strict=True)]
            skipped = self._shift - len(held)
            held = held[self._shift :]
            if skipped > 0:
                for _ in islice(elements, skipped):
                    pass

    def count(self) -> int:
        below = self._source.count()
        if below < 0:
            return below
        span = (self._size - 1) * self._stride + 1
        return max(0, -(-(below - span + 1) // self._shift)) if self._drop else -(-below // self._shift)


__all__ = ["Batched", "PaddedBatched", "Unbatched", "Windowed"]
