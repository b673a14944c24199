"""Plans with a memory or a chance: shuffled, cached, checked."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.plans import INFINITE, UNKNOWN, PickedRows, Picks, Plan, RowPlan
from graphwright.data.structure import Flat


class SeedGenerator:
    """Seeds for the runs of one shuffled dataset: new ones each time, or the same."""

    def __init__(self, seed: int, seed2: int, reshuffle: bool) -> None:
        entropy = None if seed == 0 and seed2 == 0 else [seed % 2**64, seed2 % 2**64]
        self._sequence = np.random.SeedSequence(entropy)
        self._reshuffle, self._lock, self._runs = reshuffle, threading.Lock(), 0

    def next(self) -> np.random.Generator:
        """Random numbers for another run."""
        with self._lock:
            number = self._runs
            self._runs += self._reshuffle
        key = (*self._sequence.spawn_key, number)
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence(self._sequence.entropy, spawn_key=key)))


_DRAWN = 1024  # random numbers, and row numbers, that are made at a time


def _shuffled(items: Iterator[Any], size: int, random: np.random.Generator) -> Iterator[Any]:
    """Each item drawn from a buffer of this size, which the following ones fill up again."""
    buffer = list(islice(items, size))
    while len(buffer) == size:
        following = list(islice(items, _DRAWN))
        if not following:
            break
        for place, item in zip(random.integers(0, size, len(following)).tolist(), following, strict=True):
            drawn, buffer[place] = buffer[place], item
            yield drawn
    for place in random.permutation(len(buffer)).tolist():
        yield buffer[place]


def _checked_buffer(size: int, source: Plan) -> int:
    if size < 1 and size != UNKNOWN:
        raise errors.InvalidArgumentError("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
    if size == UNKNOWN:
        if source.count() == INFINITE:
            raise errors.InvalidArgumentError("A dataset without end cannot be shuffled as a whole.")
        return 2**62
    return size


class _Shuffled(Plan):
    def __init__(self, source: Plan, size: int, seeds: SeedGenerator) -> None:
        self._source, self._seeds, self._size = source, seeds, _checked_buffer(size, source)

    def run(self) -> Iterator[Flat]:
        return _shuffled(self._source.run(), self._size, self._seeds.next())

    def count(self) -> int:
        return self._source.count()


class _ShuffledRows(PickedRows):
    def __init__(self, source: RowPlan, size: int, seeds: SeedGenerator) -> None:
        super().__init__(source)
        self._seeds, self._size = seeds, _checked_buffer(size, source)

    def picks(self) -> Iterator[Picks]:
        random, total = self._seeds.next(), self._source.count()
        if 0 <= total <= self._size:
            picked = [np.asarray(p) for p in self._source.picks()]
            if picked:
                yield random.permutation(np.concatenate(picked))
            return
        numbers = (n for p in self._source.picks() for n in (p if isinstance(p, range) else p.tolist()))
        drawn = _shuffled(numbers, self._size, random)
        while chunk := list(islice(drawn, _DRAWN)):
            yield np.array(chunk, np.int64)

    def count(self) -> int:
        return self._source.count()


def shuffle(source: Plan, size: int, seeds: SeedGenerator) -> Plan:
    """Elements in random order, each drawn from a buffer."""
    return _ShuffledRows(source, size, seeds) if isinstance(source, RowPlan) else _Shuffled(source, size, seeds)


class MemoryCache:
    """What a cached dataset remembers: all elements of the first run that came to its end."""

    def __init__(self) -> None:
        self.elements: list[Flat] | None = None


class Cached(Plan):
    """Elements that are produced once and then remembered."""

    def __init__(self, source: Plan, cache: MemoryCache) -> None:
        self._source, self._cache = source, cache

    def run(self) -> Iterator[Flat]:
        known = self._cache.elements
        if known is not None:
            yield from known
            return
        met: list[Flat] = []
        for element in self._source.run():
            met.append(element)
            yield element
        self._cache.elements = met

    def count(self) -> int:
        return self._source.count()


class Unique(Plan):
    """Elements that have not been met before."""

    def __init__(self, source: Plan) -> None:
        self._source = source

    def run(self) -> Iterator[Flat]:
        met: set[Any] = set()
        for element in self._source.run():
            key = element[0].tolist() if element[0].ndim == 0 else (element[0].shape, str(element[0].tolist()))
            if key not in met:
                met.add(key)
                yield element

    def count(self) -> int:
        return 0 if self._source.count() == 0 else UNKNOWN


class Counted(Plan):
    """A plan of which is known how long it is."""

    def __init__(self, source: Plan, count: int) -> None:
        self._source, self._count = source, count

    def run(self) -> Iterator[Flat]:
        met = 0
        for element in self._source.run():
            met += 1
            if 0 <= self._count < met:
                raise self._other("more than that")
            yield element
        if self._count == INFINITE or met < self._count:
            raise self._other(f"{met}")

    def _other(self, found: str) -> errors.OpError:
        expected = "infinitely many" if self._count == INFINITE else self._count
        return errors.FailedPreconditionError(
            f"Input dataset was expected to contain {expected} elements but contained {found}."
        )

    def count(self) -> int:
        return self._count


class RandomNumbers(Plan):
    """Numbers below 2**32, without end."""

    def __init__(self, seeds: SeedGenerator) -> None:
        self._seeds = seeds

    def run(self) -> Iterator[Flat]:
        random = self._seeds.next()
        while True:
            for number in random.integers(0, 2**32, _DRAWN):
                yield [np.array(number, np.int64)]

    def count(self) -> int:
        return INFINITE


__all__ = ["Cached", "Counted", "MemoryCache", "RandomNumbers", "SeedGenerator", "Unique", "shuffle"]
