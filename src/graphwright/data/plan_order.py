"""Plans with a memory or a chance: shuffled, cached, checked."""

from __future__ import annotations

import secrets
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
from graphwright.ops.random import _philox
from graphwright.ops.random.sampling import exchange, shuffled

Array = np.ndarray[Any, Any]


class RandomWords:
    """Words of 32 random bits for two seeds, one after the other."""

    def __init__(self, seed: int, seed2: int, used: int = 0) -> None:
        self.seeds, self.used = (seed, seed2), used

    def place(self) -> tuple[Array, Array]:
        """The key and the counter of the first word."""
        return _philox.key_counter_from_pair(*self.seeds)

    def take(self, count: int) -> Array:
        """The next words: uint32 `[count]`."""
        block, before = divmod(self.used, 4)
        self.used += count
        return _philox.words(*_philox.moved(*self.place(), block), before + count)[before:]


class SeedGenerator:
    """Seeds for the runs of one shuffled dataset: the next two words of its own each time, or its own seeds."""

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

    def resumed(self, saved: State | None) -> RandomWords:
        """Random numbers for another run, or those that `saved_with` had still to give."""
        if saved is None:
            return self.next()
        seed, seed2, used = _integers(saved.get("random"), 3)
        self.restore(saved)
        return RandomWords(seed, seed2, used)

    def saved_with(self, random: RandomWords, left: int = 0) -> State:
        """What `resumed` needs to go on: with this run's numbers, of which the last are not used, and later runs."""
        return {"random": [*random.seeds, random.used - left], **self.save()}

    def save(self) -> State:
        """What `restore` needs to give the following runs what they would have got here."""
        return {"from": [*self._seeds, self._runs]}

    def restore(self, saved: Any) -> None:
        """Give the following runs what they would have got where that was saved."""
        seed, seed2, runs = _integers(saved.get("from") if isinstance(saved, dict) else None, 3)
        with self._lock:
            self._seeds, self._runs = (seed, seed2), runs


def _integers(saved: Any, count: int) -> list[int]:
    """Two seeds, and a number that is not negative."""
    if not isinstance(saved, list) or len(saved) != count or any(type(n) is not int for n in saved) or saved[-1] < 0:
        raise damaged()
    return saved


_DRAWN = 1024  # random numbers, and row numbers, that are made at a time


class _Shuffling:
    """Items drawn from a buffer of some size.

    The first item in the buffer takes the place of the one that is drawn, and the next item comes last: a ring.
    """

    def __init__(self, size: int, random: RandomWords, cursor: Cursor, read: Callable[[str], list[Any]]) -> None:
        self._size, self._random = size, random
        self._began, self._draining = not cursor.is_new, cursor.flag("draining")
        self._buffer, self._first = read("buffer"), 0
        self._follow(read("following"))

    def _follow(self, items: list[Any]) -> None:
        self._following, self._left = items, iter(items)
        self._places = [] if self._draining else (self._random.take(len(items)) % np.uint64(self._size)).tolist()

    def saved(self, seeds: SeedGenerator, packed: Callable[[list[Any]], Any]) -> State:
        """What another one needs to go on."""
        following = left_of(self._following, self._left)
        buffer = following if self._draining else self._buffer[self._first :] + self._buffer[: self._first]
        unused = 0 if self._draining else len(following)
        return {
            "buffer": packed(buffer), "following": packed([] if self._draining else following),
            "draining": self._draining, "seeds": seeds.saved_with(self._random, unused),
        }  # fmt: skip

    def drawn(self, items: Iterator[Any]) -> Iterator[Any]:
        """The items in random order."""
        buffer, size = self._buffer, self._size
        if not self._began:
            buffer += islice(items, size)
        while len(buffer) == size and not self._draining:
            for place, item in zip(self._places[-length_hint(self._left) :], self._left, strict=False):
                first = self._first
                at = first + place - size
                drawn, buffer[at] = buffer[at], buffer[first]
                buffer[first], self._first = item, first + 1 if first + 1 < size else 0
                yield drawn
            following = list(islice(items, _DRAWN))
            if not following:
                break
            self._follow(following)
        if not self._draining:
            buffer = buffer[self._first :] + buffer[: self._first]
            exchange(buffer, 0, self._random.take(max(len(buffer) - 1, 0)))
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
        cursor.says(lambda: order.saved(self._seeds, list))
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
                yield shuffled(np.concatenate(picked), *random.place())
            return
        height = self.height()
        order = _Shuffling(self._size, random, cursor, lambda name: _below(cursor.numbers(name), height))
        cursor.says(lambda: order.saved(self._seeds, _as_array))
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
        return UNKNOWN


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
        if met != self._count:
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
        left: Iterator[int] = iter(())
        cursor.says(lambda: {"seeds": self._seeds.saved_with(random, length_hint(left))})
        while True:
            left = iter(random.take(_DRAWN).tolist())
            for number in left:
                yield [np.array(number, np.int64)]

    def count(self) -> int:
        return INFINITE


__all__ = ["Cached", "Counted", "MemoryCache", "RandomNumbers", "SeedGenerator", "Unique", "shuffle"]
