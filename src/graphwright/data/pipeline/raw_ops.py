"""Pipelines that only raw ops build: sleeping, sampling, groups that are reduced, slices of sparse tensors."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE, UNKNOWN, Array, Pipeline, UnaryPipeline, stacked
from graphwright.data.pipeline.batching import WindowPipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.rounds import groups, outlives_errors
from graphwright.data.pipeline.shuffling import RandomWords
from graphwright.data.structure import Flat


class Sleep(UnaryPipeline, saved_as="Slept"):
    """The elements, each after a time.

    Args:
      source: of the elements.
      microseconds: to sleep before each element.
    """

    keeps_elements = True

    def __init__(self, source: Pipeline, microseconds: int) -> None:
        super().__init__(source)
        self._seconds = microseconds / 1e6

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return map(self._slept, self._source.run(state.child()))

    def _slept(self, element: Flat) -> Flat:
        time.sleep(self._seconds)
        return element


class Sampling(UnaryPipeline, saved_as="Sampled"):
    """Elements that are chosen at random, with the same choice in each run.

    Args:
      source: of the elements.
      rate: the probability with which an element is chosen.
      seed, seed2: of the random numbers.
    """

    keeps_elements = True

    def __init__(self, source: Pipeline, rate: float, seed: int, seed2: int) -> None:
        super().__init__(source)
        self._rate, self._seeds = rate, (seed, seed2)

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        used = state.number("used")
        random = RandomWords(*self._seeds, used)
        state.save_by(lambda: {"used": random.used})
        return filter(lambda _: _fraction(int(random.take(1)[0])) < self._rate, self._source.run(state.child()))

    def count(self) -> int:
        return INFINITE if self._source.count() == INFINITE else UNKNOWN


def _fraction(word: int) -> float:
    """A random word as a number from 0 to 1, with the 23 bits of a float32."""
    return (word & 0x7FFFFF) / 2**23


class Computed(UnaryPipeline, saved_as="Computed"):
    """The results of a function of this library of every element."""

    def __init__(self, source: Pipeline, function: Callable[[Flat], Flat]) -> None:
        super().__init__(source)
        self._function = function

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        return map(self._function, self._source.run(state.child()))


class SparseBatch(UnaryPipeline, saved_as="SparseBatched"):
    """Several elements at a time as one sparse tensor, a variant with three parts.

    Args:
      source: of elements of one component.
      size: how many elements are one.
      shape: of the rows, at least as large as the elements; -1 for as large as the largest.
      encode: the variants of indices, values and shape.
    """

    def __init__(
        self, source: Pipeline, size: int, shape: Sequence[int], encode: Callable[[Array, Array, Array], Array]
    ) -> None:
        if size < 1:
            raise errors.InvalidArgumentError(f"Batch size must be greater than zero, got {size}.")
        super().__init__(source)
        self._size, self._shape, self._encode = size, list(shape), encode

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        elements = map(self._checked, self._source.run(state.child()))
        return groups(elements, self._size, False, state, self._source, self._batch)

    def _checked(self, element: Flat) -> Flat:
        """An element; an error if it does not fit into a row."""
        row = np.asarray(element[0])
        if row.ndim != len(self._shape):
            raise errors.InvalidArgumentError(
                f"Dataset element incompatible with row_shape: it has rank {row.ndim}, and not {len(self._shape)}."
            )
        if any(0 <= d < n for n, d in zip(row.shape, self._shape, strict=True)):
            raise errors.DataLossError(
                "Attempted to pad to a smaller size than the input element: it has shape "
                f"{list(row.shape)}, larger than the row shape {self._shape}."
            )
        return element

    def _batch(self, group: list[Flat]) -> Flat:
        rows = [np.asarray(element[0]) for element in group]
        largest = np.max([row.shape for row in rows], axis=0)
        shape = [int(n) if d < 0 else d for d, n in zip(self._shape, largest, strict=True)]
        places = [np.argwhere(np.ones(row.shape, bool)).reshape(-1, row.ndim) for row in rows]
        numbered = [np.concatenate([np.full((len(p), 1), i), p], 1) for i, p in enumerate(places)]
        values = np.concatenate([row.reshape(-1) for row in rows])
        whole = np.array([len(rows), *shape], np.int64)
        return [self._encode(np.concatenate(numbered).astype(np.int64), values, whole)]

    def count(self) -> int:
        below = self._source.count()
        return below if below < 0 else -(-below // self._size)


class SparseSlices(Pipeline, saved_as="SparseSlices"):
    """The rows of a sparse tensor: indices, values and shape of each."""

    def __init__(self, indices: Array, values: Array, shape: Array) -> None:
        if indices.ndim != 2 or values.ndim != 1 or shape.ndim != 1 or indices.shape != (len(values), len(shape)):
            raise errors.InvalidArgumentError(
                f"Indices, values and shape of a sparse tensor do not agree: they have the shapes "
                f"{list(indices.shape)}, {list(values.shape)} and {list(shape.shape)}."
            )
        if not len(shape):
            raise errors.InvalidArgumentError("A sparse tensor of rank 0 has no rows.")
        if (np.diff(indices[:, 0]) < 0).any():
            raise errors.UnimplementedError(
                "The SparseTensor must be ordered in the batch dimension; handling arbitrarily ordered input is not "
                "currently supported."
            )
        self._indices, self._values, self._shape = indices, values, shape

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        at = state.number("at")
        state.save_by(lambda: {"at": at})
        while at < self._shape[0]:
            rows = slice(*np.searchsorted(self._indices[:, 0], [at, at + 1]).tolist())
            at += 1
            yield [self._indices[rows, 1:], self._values[rows], self._shape[1:]]

    def count(self) -> int:
        return int(self._shape[0])


class ListElements(Pipeline, saved_as="Listed"):
    """Elements that are in memory."""

    def __init__(self, listed: Sequence[Flat]) -> None:
        self._listed = listed

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        at = state.number("at")
        state.save_by(lambda: {"at": at})
        while at < len(self._listed):
            at += 1
            yield list(self._listed[at - 1])

    def count(self) -> int:
        return len(self._listed)


class GroupByReducer(UnaryPipeline, saved_as="GroupedByReducer"):
    """A result for each key, in the order of the keys.

    Args:
      source: of the elements.
      key: the key of an element, an integer.
      init: the first state of a key.
      reduce: the next state of a state and an element.
      finish: the result of the last state.
    """

    def __init__(
        self, source: Pipeline, key: CapturedFunction, init: CapturedFunction, reduce: CapturedFunction,
        finish: CapturedFunction,
    ) -> None:  # fmt: skip
        super().__init__(source)
        self._key, self._init, self._reduce, self._finish = key, init, reduce, finish

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        given = state.number("given")
        state.save_by(lambda: {"given": given})
        states: dict[int, Flat] = {}
        source = self._source.run(IteratorState())  # from its start, also where a run continues
        more = True

        def rest() -> Iterator[Flat]:
            nonlocal given, more
            for element in source:
                key = int(self._key(element)[0])
                if key not in states:
                    states[key] = self._init([np.array(key, np.int64)])
                states[key] = self._reduce([*states[key], *element])
            for _, found in sorted(states.items())[given:]:
                given += 1
                yield self._finish(found)
            more = False

        while more:
            yield rest()

    def count(self) -> int:
        return UNKNOWN


def split_batches(source: Pipeline, replicas: int) -> Pipeline:
    """Batches in as many parts each as there are replicas, the first ones larger where they do not divide."""
    if replicas < 1:
        raise errors.InvalidArgumentError(f"num_replicas must be greater than zero, got {replicas}.")
    return _SplitBatches(source, replicas)


class _SplitBatches(UnaryPipeline, saved_as="SplitBatches"):
    def __init__(self, source: Pipeline, replicas: int) -> None:
        super().__init__(source)
        self._replicas = replicas

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        pending = state.elements("pending", self)
        state.save_by(lambda: {"pending": pending})
        source, more = self._source.run(state.child()), True

        def rest() -> Iterator[Flat]:
            nonlocal more
            while True:
                while pending:
                    yield pending.pop(0)
                element = next(source, None)
                if element is None:
                    break
                pending.extend(self._parts(element))
            more = False

        while more:
            yield rest()

    def _parts(self, element: Flat) -> list[Flat]:
        if any(np.ndim(part) == 0 for part in element):
            raise errors.InvalidArgumentError(
                "Cannot rebatch dataset: All components must have at least one dimension. Perhaps your input dataset "
                "is not batched?"
            )
        size = -(-len(element[0]) // self._replicas)
        starts = range(0, len(element[0]), size) if size else ()
        return [[part[start : start + size] for part in element] for start in starts]

    def count(self) -> int:
        return UNKNOWN


class SlidingWindow(WindowPipeline, saved_as="SlidingWindow"):
    """Batches of elements that follow each other, each batch some elements after the one before.

    Args:
      source: of the elements.
      size: elements of a window.
      shift: from the first element of a window to that of the next.
      stride: from an element of a window to the next.
      drop_remainder: whether windows of fewer elements at the end are left out.
    """

    def _window(self, elements: list[Flat]) -> Flat:
        return [stacked(column) for column in zip(*elements, strict=True)]

    def count(self) -> int:
        below = self._source.count()
        if below < 0:
            return below
        return max(0, -(-(below - self._span + 1) // self._shift)) if self._drop else -(-below // self._shift)


__all__ = [
    "Computed", "GroupByReducer", "ListElements", "Sampling", "Sleep", "SlidingWindow", "SparseBatch", "SparseSlices",
    "split_batches",
]  # fmt: skip
