"""Timers that a profiled program calls after each region. The source is in `runtime/c/core/`.

A call of the program begins its laps at `gw_begin_laps`; each `gw_lap` gives the time since the last one to a region.
So every moment of the call belongs to exactly one region. A lap is a read of the processor's clock and two atomic
additions, some 20 ns. While a profile is recorded laps that are long enough are kept as events, too.
"""

from __future__ import annotations

import ctypes
import time
from typing import Any, Final

import numpy as np

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import block_allocator, c_modules

BEGIN, LAP, COUNT_WORK = "gw_begin_laps", "gw_lap", "gw_count_work"
DECLARATIONS: Final = (
    f"declare void @{BEGIN}(ptr, ptr)",
    f"declare void @{LAP}(ptr, i64, i64)",
    f"declare void @{COUNT_WORK}(ptr, i64, i64, i64)",
)
LAPS_BYTES: Final = 16

_ROOM: Final = 200_000  # events, 8 MB

#: The columns of an event: the address of a region's counts, when it began, how long it took, the thread, bytes in use.
REGION, BEGAN, TICKS, THREAD, MEMORY = range(5)


class _Timers:
    """The clock and the events."""

    def __init__(self, code: jit.MachineCode) -> None:
        self._code = code
        self.ticks = ctypes.PYFUNCTYPE(ctypes.c_int64)(code.address("gw_ticks"))
        self._events: np.ndarray[Any, np.dtype[np.int64]] | None = None

    def record(self, shortest: float) -> None:
        """Keep events of at least `shortest` seconds."""
        if self._events is None:
            # for good: a call that is under way may write its last event when nothing is recorded any more
            self._events = np.zeros((_ROOM, 5), np.int64)
        in_use = block_allocator.CODE.state.number("in_use")
        self._code.set_pointer("gw_timer_memory", ctypes.addressof(in_use))
        self._code.set_pointer("gw_timer_events", self._events.__array_interface__["data"][0])
        self._number("shortest").value = round(shortest / self.seconds_of_a_tick())
        self._number("count").value = 0
        self._number("room").value = _ROOM

    def stop(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The events since `record`; none is kept from here on."""
        self._number("room").value = 0
        assert self._events is not None
        return np.array(self._events[: min(_ROOM, self._number("count").value)])

    def seconds_of_a_tick(self, wait: float = 2e-3) -> float:
        """How long a tick is, measured against the system's clock."""
        began, first = time.perf_counter(), self.ticks()
        while (passed := time.perf_counter() - began) < wait:
            pass
        return float(passed / max(1, self.ticks() - first))

    def _number(self, name: str) -> ctypes.c_int64:
        return ctypes.c_int64.from_address(self._code.variable(f"gw_timer_{name}"))


CODE: Final[SharedCode[_Timers]] = SharedCode(
    lambda: c_modules.text("region_timers"), (BEGIN, LAP, COUNT_WORK), set_up=_Timers
)
