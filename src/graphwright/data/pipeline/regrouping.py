"""Pipelines that group elements anew: batches of other sizes, and windows of elements with the same key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE, UNKNOWN, Elements, Pipeline, UnaryPipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.structure import Flat


class Rebatch(UnaryPipeline, saved_as="Rebatched"):
    """The rows of batches, in batches of other sizes, which are used in turn."""

    def __init__(self, source: Pipeline, sizes: Sequence[int], drop_remainder: bool) -> None:
        if any(size < 0 for size in sizes):
            raise errors.InvalidArgumentError(f"Batch sizes must not be negative, got {list(sizes)}.")
        super().__init__(source)
        self._sizes, self._drop = list(sizes), drop_remainder

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        batches = self._source.run(state.child())
        pending, turn = state.elements("pending", self._source), state.number("turn")
        state.save_by(lambda: {"pending": pending, "turn": turn})
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal pending, turn, more
            while True:
                size = self._sizes[turn]
                available = sum(map(_rows, pending))
                while available < size and (batch := next(batches, None)) is not None:
                    rows = _rows(batch)
                    if available:
                        _check_row_shapes(pending[0], batch)
                    pending = [*pending, batch] if available else [batch]
                    available += rows
                if size and (not available or (self._drop and available < size)):
                    break
                whole = [np.concatenate(column) for column in zip(*pending, strict=True)] or self._no_rows()
                pending, turn = [[part[size:] for part in whole]], (turn + 1) % len(self._sizes)
                yield [part[:size] for part in whole]
            more = False

        while more:
            yield rest()

    def _no_rows(self) -> Flat:
        """An element without rows, where there has been no batch yet."""
        dtypes, shapes = self.types or ((), ())
        return [
            np.empty((0, *(d or 0 for d in shape.as_list()[1:])), object if dtype is None else dtype)
            for dtype, shape in zip(dtypes, shapes, strict=True)
        ]

    def count(self) -> int:
        return UNKNOWN


def _rows(batch: Flat) -> int:
    """The number of rows of a batch; FailedPreconditionError if its components have different numbers of rows."""
    sizes = [len(part) for part in batch]
    if len(set(sizes)) > 1:
        raise errors.FailedPreconditionError(
            "When rebatching, all components of an element must have the same number of rows, got "
            f"{', '.join(map(str, sizes))}."
        )
    return sizes[0]


def _check_row_shapes(first: Flat, batch: Flat) -> None:
    """FailedPreconditionError if the rows of a batch have other shapes than those of the first one."""
    for one, other in zip(first, batch, strict=True):
        if one.shape[1:] != other.shape[1:]:
            raise errors.FailedPreconditionError(
                "When rebatching, all rows of a component must have the same shape, got "
                f"{[one.shape[1:], other.shape[1:]]}."
            )


class GroupByWindow(UnaryPipeline, saved_as="GroupedByWindow"):
    """The elements of the datasets that a function returns for windows of elements with the same key."""

    def __init__(
        self, source: Pipeline, key: CapturedFunction, reduce: CapturedFunction, size: CapturedFunction
    ) -> None:
        super().__init__(source)
        self._key, self._reduce, self._size = key, reduce, size

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        current = state.elements("current", self._source)
        groups: dict[int, list[Flat]] = {}
        for i in range(state.number("groups")):
            group = state.elements(f"group {i}", self._source)
            groups[self._key_of(group[0])] = group
        state.save_by(lambda: {
            "current": current, "groups": len(groups), **{f"group {i}": g for i, g in enumerate(groups.values())},
        })  # fmt: skip
        sizes = {key: self._size_of(key) for key in groups}
        source = self._source.run(state.child())
        inner = self._reduced(current, state) if current else None
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal current, inner, more
            while True:
                if inner is not None:
                    yield from inner
                    current, inner = [], None
                    state.drop("inner")
                window = self._next_window(source, groups, sizes)
                if not window:
                    break
                inner = self._reduced(window, state)
                current = window
            more = False

        while more:
            yield rest()

    def _next_window(self, source: Iterator[Flat], groups: dict[int, list[Flat]], sizes: dict[int, int]) -> list[Flat]:
        """The next elements with the same key, which are taken out of `groups`; none at the end."""
        for element in source:
            key = self._key_of(element)
            if key not in groups:
                sizes[key], groups[key] = self._size_of(key), []
            groups[key].append(element)
            if len(groups[key]) == sizes[key]:
                return groups.pop(key)
        return groups.pop(min(groups)) if groups else []

    def _key_of(self, element: Flat) -> int:
        return int(self._key(element)[0])

    def _size_of(self, key: int) -> int:
        size = int(self._size([np.array(key, np.int64)])[0])
        if size <= 0:
            raise errors.InvalidArgumentError(f"Window size must be greater than zero, but got {size}.")
        return size

    def _reduced(self, window: list[Flat], state: IteratorState) -> Iterator[Flat]:
        key = np.array(self._key_of(window[0]), np.int64)
        (dataset,) = self._reduce([key, Elements(window, self._source.types)])
        return dataset.run(state.child("inner"))  # type: ignore[no-any-return]

    def count(self) -> int:
        return INFINITE if self._source.count() == INFINITE else UNKNOWN


__all__ = ["GroupByWindow", "Rebatch"]
