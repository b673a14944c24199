"""Pipelines of groups of elements: batches, windows; and of the rows of elements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE, UNKNOWN, Elements, Pipeline, UnaryPipeline
from graphwright.data.pipeline.iterator_state import IteratorState, damaged
from graphwright.data.pipeline.rounds import (
    Failure,
    expanded,
    given,
    groups,
    outlives_errors,
    restored_items,
    saved_items,
)
from graphwright.data.pipeline.sources import TensorSlices
from graphwright.data.structure import Flat


class Batch(UnaryPipeline, saved_as="Batched"):
    """Several elements at a time, along a new first axis."""

    def __init__(self, source: Pipeline, size: int, drop_remainder: bool) -> None:
        if size < 1:
            raise errors.InvalidArgumentError(f"Batch size must be greater than zero, got {size}.")
        super().__init__(source)
        self._size, self._drop = size, drop_remainder

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return self._source.batches(self._size, self._drop, state)

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else below // self._size if self._drop else -(-below // self._size)

    def batch_size(self) -> int:
        return self._size

    def check_opaque(self, value: Any, component: int) -> None:
        self._source.check_opaque(value, component)


class PaddedBatch(Batch, saved_as="PaddedBatched"):
    """Batches of elements that are first padded to one shape."""

    def __init__(
        self, source: Pipeline, size: int, drop_remainder: bool, shapes: Sequence[Any], values: Sequence[Any]
    ) -> None:
        super().__init__(source, size, drop_remainder)
        self._shapes = [[int(d) for d in shape] for shape in shapes]
        self._values = values

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        elements = map(self._checked, self._source.run(state.child()))
        return groups(elements, self._size, self._drop, state, self._source, self._joined)

    def _checked(self, element: Flat) -> Flat:
        """An element; an error if it does not fit into the padded shape."""
        for item, shape in zip(element, self._shapes, strict=True):
            if item.ndim != len(shape):
                raise errors.InvalidArgumentError(
                    "All elements in a batch must have the same rank as the padded shape: expected rank "
                    f"{len(shape)} but got element with rank {item.ndim}"
                )
            for size, limit in zip(item.shape, shape, strict=True):
                if 0 <= limit < size:
                    raise errors.DataLossError("Attempted to pad to a smaller size than the input element.")
        return element

    def _joined(self, group: list[Flat]) -> Flat:
        columns = zip(*group, strict=True)
        return [_padded(c, s, v) for c, s, v in zip(columns, self._shapes, self._values, strict=True)]


def _padded(column: Sequence[Any], shape: list[int], value: Any) -> Any:
    sizes = [max(item.shape[i] for item in column) if size < 0 else size for i, size in enumerate(shape)]
    batch = np.full((len(column), *sizes), value[()], column[0].dtype)
    for i, item in enumerate(column):
        corner: Any = (i, *(slice(n) for n in item.shape))
        batch[corner] = item
    return batch


def _row_slices(element: Flat) -> Pipeline:
    return TensorSlices(element) if element else Elements([])


class Unbatch(UnaryPipeline, saved_as="Unbatched"):
    """The rows of every element."""

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return expanded(self._source, _row_slices, "rows", state)

    def count(self) -> int:
        return INFINITE if self._source.count() == INFINITE else UNKNOWN


class WindowPipeline(UnaryPipeline, saved_as="Windowed"):
    """Datasets of successive elements."""

    def __init__(self, source: Pipeline, size: int, shift: int, stride: int, drop_remainder: bool) -> None:
        for name, value in (("size", size), ("shift", shift), ("stride", stride)):
            if value < 1:
                raise errors.InvalidArgumentError(f"Window {name} must be greater than zero.")
        super().__init__(source)
        self._shift, self._stride, self._drop = shift, stride, drop_remainder
        self._span = (size - 1) * stride + 1

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        elements = self._source.run(state.child())
        buffer, skipped = restored_items("held", state, self._source), state.number("skipped")
        state.save_by(lambda: {**saved_items("held", buffer), "skipped": skipped})
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal buffer, skipped, more
            while True:
                _take(elements, [], skipped)
                _take(elements, buffer, self._span)
                if not buffer or (self._drop and len(buffer) < self._span):
                    break
                chosen = buffer[:: self._stride]
                buffer, skipped = buffer[self._shift :], max(0, self._shift - len(buffer))
                for element in chosen:
                    given(element)
                yield self._window(chosen)
            more = False

        while more:
            yield rest()

    def check_opaque(self, value: Any, component: int) -> None:
        types, window = self._source.types, value
        if types is None or not isinstance(window, Elements) or not isinstance(window.window, list):
            raise damaged()
        window.types = types[0][component : component + 1], types[1][component : component + 1]
        for element in window.window:
            window.check(element)

    def _window(self, elements: list[Flat]) -> Flat:
        """The element that is a window."""
        types = self._source.types
        return [
            Elements([[c] for c in column], None if types is None else (types[0][i : i + 1], types[1][i : i + 1]))
            for i, column in enumerate(zip(*elements, strict=True))
        ]

    def count(self) -> int:
        below = self._source.count()
        if below < 0:
            return below
        return max(0, -(-(below - self._span + 1) // self._shift)) if self._drop else -(-below // self._shift)


def _take(elements: Iterator[Flat], buffer: list[Any], size: int) -> None:
    """Fill a buffer up to `size` items; an element that fails keeps its place in it."""
    while True:
        try:
            buffer += islice(elements, size - len(buffer))
            return
        except errors.OpError as error:
            buffer.append(Failure(error))


__all__ = ["Batch", "PaddedBatch", "Unbatch", "WindowPipeline"]
