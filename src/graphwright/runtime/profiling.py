"""What compiled code counts while a profile is recorded: laps of regions as events, and the work of threads."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

import numpy as np

from graphwright.runtime.regions import RegionTable
from graphwright.runtime.selection import executor

_SHORTEST: Final = 1e-6  # seconds
_READINGS: Final = 8


class RegionEvent(NamedTuple):
    """One lap of a region: its table and number, the thread, begin and end by `time.perf_counter`, bytes in use."""

    table: RegionTable
    number: int
    thread: int
    start: float
    end: float
    memory: int


class Counters:
    """Counts from now on until `stop`; nothing where no program is native.

    Attributes:
      seconds_of_a_tick: of the clock of the regions.
      shared: seconds in which calls had the threads of the pool.
      busy: seconds in which each of these threads worked.
    """

    def __init__(self) -> None:
        self.seconds_of_a_tick = self.shared = 0.0
        self.busy: list[float] = []
        self._events: np.ndarray[Any, np.dtype[np.int64]] = np.zeros((0, 5), np.int64)
        self._native = executor().name == "native"
        if self._native:
            from graphwright.runtime.native.runtime import region_timers, thread_pool

            self._timers, self._pool = region_timers.CODE.state, thread_pool.CODE.state
            self._timers.record(_SHORTEST)
            self._pool.time(True)
            self._began = _moment(self._timers.ticks)

    def stop(self) -> None:
        """Count no longer."""
        if not self._native:
            return
        now, ticks = _moment(self._timers.ticks)
        self.seconds_of_a_tick = (now - self._began[0]) / max(1, ticks - self._began[1])
        self.shared, self.busy = self._pool.time(False)
        self._events = self._timers.stop()

    def events(self, tables: list[RegionTable]) -> Iterator[RegionEvent]:
        """The laps of the regions in these tables."""
        addresses = np.array([table.counts.__array_interface__["data"][0] for table in tables], np.int64)
        order = np.argsort(addresses)
        first, (at, ticks) = addresses[order], self._began if self._native else (0.0, 0)
        for address, began, took, thread, memory in self._events.tolist():
            place = int(np.searchsorted(first, address, "right")) - 1
            if place < 0:
                continue
            table = tables[order[place]]
            number = (address - int(first[place])) // table.counts.strides[0]
            if number < len(table.regions):
                start = at + (began - ticks) * self.seconds_of_a_tick
                yield RegionEvent(table, number, thread, start, start + took * self.seconds_of_a_tick, memory)


def _moment(ticks: Callable[[], int]) -> tuple[float, int]:
    """One moment by `time.perf_counter` and by a counter: of several readings the one that took least time."""
    readings = []
    for _ in range(_READINGS):
        before, counted, after = time.perf_counter(), ticks(), time.perf_counter()
        readings.append((after - before, (before + after) / 2, counted))
    _, moment, counted = min(readings)
    return moment, counted


__all__ = ["Counters", "RegionEvent"]
