"""Pipelines in random order and of random numbers, and the seeds of their runs."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterator
from itertools import islice
from operator import length_hint
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.pipeline.base import INFINITE, UNKNOWN, Array, Pipeline, RowIndices, Selection
from graphwright.data.pipeline.iterator_state import IteratorState, SavedState, damaged, remaining
from graphwright.data.pipeline.rounds import outlives_errors
from graphwright.data.structure import Flat
from graphwright.ops.random import _philox
from graphwright.ops.random.sampling import fisher_yates_swaps, shuffled


class RandomWords:
    """A stream of random 32-bit words, by two seeds."""

    def __init__(self, seed: int, seed2: int, used: int = 0) -> None:
        self.seeds, self.used = (seed, seed2), used

    def key_and_counter(self) -> tuple[Array, Array]:
        """The key and the counter of the first word."""
        return _philox.key_counter_from_pair(*self.seeds)

    def take(self, count: int) -> Array:
        """The next words: uint32 `[count]`."""
        block, before = divmod(self.used, 4)
        self.used += count
        return _philox.words(*_philox.advanced(*self.key_and_counter(), block), before + count)[before:]


class SeedGenerator:
    """Seeds for the runs of one shuffled dataset: two words of its stream for each, or the same seeds for all."""

    def __init__(self, seed: int, seed2: int, reshuffle: bool) -> None:
        if seed == 0 and seed2 == 0:
            seed, seed2 = secrets.randbits(63), secrets.randbits(63)
        self._seeds, self._runs = (seed, seed2), 0
        self._reshuffle, self._lock = reshuffle, threading.Lock()

    def next(self) -> RandomWords:
        """Random numbers for another run."""
        if not self._reshuffle:
            return RandomWords(*self._seeds)
        with self._lock:
            used, self._runs = 2 * self._runs, self._runs + 1
        return RandomWords(*RandomWords(*self._seeds, used).take(2).tolist())

    def resumed(self, saved: SavedState | None) -> RandomWords:
        """Random numbers for another run: those that `save_run` says are left, if anything was saved."""
        if saved is None:
            return self.next()
        seed, seed2, used = _integers(saved.get("random"), 3)
        self.restore(saved)
        return RandomWords(seed, seed2, used)

    def save_run(self, random: RandomWords, unused: int = 0) -> SavedState:
        """The numbers of a run, of which the last are still unused, and those of later runs, for `resumed`."""
        return {"random": [*random.seeds, random.used - unused], **self.save()}

    def save(self) -> SavedState:
        """The numbers of later runs, for `restore`."""
        return {"from": [*self._seeds, self._runs]}

    def restore(self, saved: Any) -> None:
        """Continue with the random numbers that would have followed `saved`."""
        seed, seed2, runs = _integers(saved.get("from") if isinstance(saved, dict) else None, 3)
        with self._lock:
            self._seeds, self._runs = (seed, seed2), runs


def _integers(saved: Any, count: int) -> list[int]:
    """Two seeds and a nonnegative number."""
    if not isinstance(saved, list) or len(saved) != count or any(type(n) is not int for n in saved) or saved[-1] < 0:
        raise damaged()
    return saved


_CHUNK = 1024  # random numbers, and row indices, that are computed at a time


class _ShuffleBuffer:
    """Draws items from a buffer of fixed size.

    The buffer is a ring: its first item moves to the slot of the drawn one, and the next item becomes the last.
    """

    def __init__(self, size: int, random: RandomWords, state: IteratorState, read: Callable[[str], list[Any]]) -> None:
        self._size, self._random = size, random
        self._began, self._draining = not state.is_new and not state.flag("filling"), state.flag("draining")
        self._buffer, self._first = read("buffer"), 0
        self._incoming: list[Any] = []
        self._load(read("following"))

    def _load(self, items: list[Any]) -> None:
        self._following, self._left = items, iter(items)
        self._slots = [] if self._draining else (self._random.take(len(items)) % np.uint64(self._size)).tolist()

    def save(self, seeds: SeedGenerator, packed: Callable[[list[Any]], Any]) -> SavedState:
        """What another buffer needs to continue."""
        following = remaining(self._following, self._left)
        buffer = following if self._draining else self._buffer[self._first :] + self._buffer[: self._first]
        unused = 0 if self._draining else len(following)
        return {
            "buffer": packed(buffer), "following": packed([] if self._draining else [*following, *self._incoming]),
            "draining": self._draining, "seeds": seeds.save_run(self._random, unused),
            **({} if self._began else {"filling": True}),
        }  # fmt: skip

    @outlives_errors
    def draw(self, items: Iterator[Any]) -> Iterator[Iterator[Any]]:
        """The items in random order."""
        self._ended = False
        while not self._ended:
            yield self._rest(items)

    def _rest(self, items: Iterator[Any]) -> Iterator[Any]:
        buffer, size = self._buffer, self._size
        if not self._began:
            buffer += islice(items, size - len(buffer))  # keeps what came before an error
            self._began = True
        while len(buffer) == size and not self._draining:
            for slot, item in zip(self._slots[-length_hint(self._left) :], self._left, strict=False):
                first = self._first
                at = first + slot - size
                drawn, buffer[at] = buffer[at], buffer[first]
                buffer[first], self._first = item, first + 1 if first + 1 < size else 0
                yield drawn
            self._incoming += islice(items, _CHUNK - len(self._incoming))
            if not self._incoming:
                break
            following, self._incoming = self._incoming, []
            self._load(following)
        if not self._draining:
            buffer = buffer[self._first :] + buffer[: self._first]
            fisher_yates_swaps(buffer, 0, self._random.take(max(len(buffer) - 1, 0)))
        self._draining, self._following, self._left = True, buffer, iter(buffer)
        yield from self._left
        self._ended = True


class Shuffle(Selection, saved_as="Shuffled"):
    """The elements in random order, each drawn from a buffer."""

    def __init__(self, source: Pipeline, size: int, seeds: SeedGenerator) -> None:
        if size < 1 and size != UNKNOWN:
            raise errors.InvalidArgumentError("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
        if size == UNKNOWN and source.count() == INFINITE:
            raise errors.InvalidArgumentError("A dataset without end cannot be shuffled as a whole.")
        super().__init__(source)
        self._seeds, self._size = seeds, 2**62 if size == UNKNOWN else size

    @outlives_errors
    def elements(self, state: IteratorState) -> Iterator[Iterator[Flat]]:
        random = self._seeds.resumed(state.state("seeds"))
        buffer = _ShuffleBuffer(self._size, random, state, lambda name: state.elements(name, self._source))
        state.save_by(lambda: buffer.save(self._seeds, list))
        yield buffer.draw(self._source.run(state.child()))

    def row_indices(self, state: IteratorState) -> Iterator[RowIndices]:
        random, total = self._seeds.resumed(state.state("seeds")), self._source.count()
        if 0 <= total <= self._size:
            done = state.flag("given")
            state.save_by(lambda: {"seeds": self._seeds.save_run(random), "given": done})
            chunks = [] if done else [np.asarray(c) for c in self._source.row_indices(state.child())]
            done = True
            if chunks:
                yield shuffled(np.concatenate(chunks), *random.key_and_counter())
            return
        buffer = _ShuffleBuffer(self._size, random, state, lambda name: self._checked(state.numbers(name)))
        state.save_by(lambda: buffer.save(self._seeds, _as_array))
        chunks_in_order = self._source.row_indices(state.child())
        drawn = buffer.draw(n for c in chunks_in_order for n in (c if isinstance(c, range) else c.tolist()))
        while chunk := list(islice(drawn, _CHUNK)):
            yield np.array(chunk, np.int64)

    def _checked(self, indices: list[int]) -> list[int]:
        rows = self.row_source
        if rows is None or any(index >= rows.height() for index in indices):
            raise errors.OutOfRangeError("The dataset has fewer elements than the one whose iterator was saved.")
        return indices


def _as_array(numbers: list[int]) -> Any:
    return np.array(numbers, np.int64)


class RandomNumbers(Pipeline, saved_as="RandomNumbers"):
    """Numbers below 2**32, without end."""

    def __init__(self, seeds: SeedGenerator) -> None:
        self._seeds = seeds

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        random = self._seeds.resumed(state.state("seeds"))
        left: Iterator[int] = iter(())
        state.save_by(lambda: {"seeds": self._seeds.save_run(random, length_hint(left))})
        while True:
            left = iter(random.take(_CHUNK).tolist())
            for number in left:
                yield [np.array(number, np.int64)]

    def count(self) -> int:
        return INFINITE


__all__ = ["RandomNumbers", "SeedGenerator", "Shuffle"]
