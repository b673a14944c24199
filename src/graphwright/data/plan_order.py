"""Plans with a memory or a chance: shuffled, cached, checked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from itertools import islice
from operator import length_hint
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.data.cursor import Cursor, State, damaged, left_of
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

    def resumed(self, saved: State | None) -> np.random.Generator:
        """Random numbers for another run, or those that `saved_with` had still to give."""
        if saved is None:
            return self.next()
        random = np.random.Generator(np.random.PCG64(0))
        try:
            random.bit_generator.state = saved["random"]
        except (KeyError, TypeError, ValueError, OverflowError):
            raise damaged() from None
        self.restore(saved)
        return random

    def saved_with(self, random: np.random.Generator) -> State:
        """What `resumed` needs to go on: with the numbers of this run, and the runs after it."""
        return {"random": random.bit_generator.state, **self.save()}

    def save(self) -> State:
        """What `restore` needs to give the following runs what they would have got here."""
        return {"entropy": self._sequence.entropy, "runs": self._runs}

    def restore(self, saved: Any) -> None:
        """Give the following runs what they would have got where that was saved."""
        try:
            sequence, runs = np.random.SeedSequence(saved["entropy"]), int(saved["runs"])
        except (KeyError, TypeError, ValueError, OverflowError):
            raise damaged() from None
        with self._lock:
            self._sequence, self._runs = sequence, runs


_DRAWN = 1024  # random numbers, and row numbers, that are made at a time


class _Shuffling:
    """Items each drawn from a buffer of some size, which the following ones fill up again."""

    def __init__(
        self, size: int, random: np.random.Generator, cursor: Cursor, read: Callable[[str], list[Any]]
    ) -> None:
        self._size, self._random = size, random
        self._began, self._draining = not cursor.is_new, cursor.flag("draining")
        self._buffer, self._following = read("buffer"), read("following")
        self._places = [place % size for place in cursor.numbers("places")]
        self._left = iter(self._following)

    def saved(self, packed: Callable[[list[Any]], Any]) -> State:
        """What another one needs to go on."""
        following = left_of(self._following, self._left)
        buffer = following if self._draining else self._buffer
        places = self._places[len(self._places) - len(following) :] if following and not self._draining else []
        return {
            "buffer": packed(buffer), "following": packed([] if self._draining else following),
            "places": np.array(places, np.int64), "draining": self._draining,
        }  # fmt: skip

    def drawn(self, items: Iterator[Any]) -> Iterator[Any]:
        """The items in random order."""
        buffer, size = self._buffer, self._size
        if not self._began:
            buffer += islice(items, size)
        while len(buffer) == size and not self._draining:
            for place, item in zip(self._places, self._left, strict=False):
                drawn, buffer[place] = buffer[place], item
                yield drawn
            following = list(islice(items, _DRAWN))
            if not following:
                break
            self._following, self._left = following, iter(following)
            self._places = self._random.integers(0, size, len(following)).tolist()
        if not self._draining:
            buffer = [buffer[place] for place in self._random.permutation(len(buffer)).tolist()]
        self._draining, self._following, self._left = True, buffer, iter(buffer)
        yield from self._left


def _checked_buffer(size: int, source: Plan) -> int:
    if size < 1 and size != UNKNOWN:
        raise errors.InvalidArgumentError("buffer_size must be greater than zero or UNKNOWN_CARDINALITY")
    if size == UNKNOWN:
        if source.count() == INFINITE:
            raise errors.InvalidArgumentError("A dataset without end cannot be shuffled as a whole.")
        return 2**62
    return size


class _Shuffled(Plan):
    keeps_elements = True

    def __init__(self, source: Plan, size: int, seeds: SeedGenerator) -> None:
        self._source, self._seeds, self._size = source, seeds, _checked_buffer(size, source)

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        random = self._seeds.resumed(cursor.state("seeds"))
        order = _Shuffling(self._size, random, cursor, lambda name: cursor.elements(name, self._source))
        cursor.says(lambda: {"seeds": self._seeds.saved_with(random), **order.saved(list)})
        yield from order.drawn(self._source.run(cursor.part()))

    def count(self) -> int:
        return self._source.count()


def _as_array(numbers: list[int]) -> Any:
    return np.array(numbers, np.int64)


def _below(numbers: list[int], height: int) -> list[int]:
    if any(number >= height for number in numbers):
        raise errors.OutOfRangeError("The dataset has fewer elements than the one whose iterator was saved.")
    return numbers


class _ShuffledRows(PickedRows):
    def __init__(self, source: RowPlan, size: int, seeds: SeedGenerator) -> None:
        super().__init__(source)
        self._seeds, self._size = seeds, _checked_buffer(size, source)

    def picks(self, cursor: Cursor) -> Iterator[Picks]:
        random, total = self._seeds.resumed(cursor.state("seeds")), self._source.count()
        if 0 <= total <= self._size:
            given = cursor.flag("given")
            cursor.says(lambda: {"seeds": self._seeds.saved_with(random), "given": given})
            picked = [] if given else [np.asarray(p) for p in self._source.picks(cursor.part())]
            given = True
            if picked:
                yield random.permutation(np.concatenate(picked))
            return
        height = self.height()
        order = _Shuffling(self._size, random, cursor, lambda name: _below(cursor.numbers(name), height))
        cursor.says(lambda: {"seeds": self._seeds.saved_with(random), **order.saved(_as_array)})
        picks = self._source.picks(cursor.part())
        drawn = order.drawn(n for p in picks for n in (p if isinstance(p, range) else p.tolist()))
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

    keeps_elements = True

    def __init__(self, source: Plan, cache: MemoryCache) -> None:
        self._source, self._cache = source, cache

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        if self._cache.elements is None and cursor.flag("complete"):
            self._cache.elements = cursor.elements("met", self)
        known = self._cache.elements
        if known is not None:
            left = iter(known[cursor.number("at") :])
            cursor.says(lambda: {"at": len(known) - length_hint(left), "met": known, "complete": True})
            yield from left
            return
        met = cursor.elements("met", self)
        cursor.says(lambda: {"at": len(met), "met": met})
        for element in self._source.run(cursor.part()):
            met.append(element)
            yield element
        self._cache.elements = met

    def count(self) -> int:
        return self._source.count()


def _key(element: Flat) -> Any:
    (one,) = element
    return one.tolist() if one.ndim == 0 else (one.shape, str(one.tolist()))


class Unique(Plan):
    """Elements that have not been met before."""

    keeps_elements = True

    def __init__(self, source: Plan) -> None:
        self._source = source

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        known = cursor.elements("met", self)
        met = {_key(element) for element in known}
        cursor.says(lambda: {"met": known})
        for element in self._source.run(cursor.part()):
            key = _key(element)
            if key not in met:
                met.add(key)
                known.append(element)
                yield element

    def count(self) -> int:
        return 0 if self._source.count() == 0 else UNKNOWN


class Counted(Plan):
    """A plan of which is known how long it is."""

    keeps_elements = True

    def __init__(self, source: Plan, count: int) -> None:
        self._source, self._count = source, count

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        met = cursor.number("met")
        cursor.says(lambda: {"met": met})
        for element in self._source.run(cursor.part()):
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

    def run(self, cursor: Cursor) -> Iterator[Flat]:
        random = self._seeds.resumed(cursor.state("seeds"))
        numbers: Any = cursor.numbers("left")
        left = iter(numbers)
        cursor.says(lambda: {
            "seeds": self._seeds.saved_with(random), "left": np.asarray(left_of(numbers, left), np.int64)
        })  # fmt: skip
        while True:
            for number in left:
                yield [np.array(number, np.int64)]
            numbers = random.integers(0, 2**32, _DRAWN)
            left = iter(numbers.tolist())

    def count(self) -> int:
        return INFINITE


__all__ = ["Cached", "Counted", "MemoryCache", "RandomNumbers", "SeedGenerator", "Unique", "shuffle"]
