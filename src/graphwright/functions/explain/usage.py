"""Usage statistics of a trace, collected without a clock or a Python counter on the fast path.

A compiled entry only decrements one number. When it reaches zero the call comes here: the calls since then are counted,
this one is timed, and the periodic checks of the trace run.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

_clock = time.perf_counter
_DENSE_CALLS = 64  # up to here the gap between checks doubles, regardless of time
_INTERVAL = 0.1  # seconds between checks of traces with many calls
# the largest gap in calls: a trace that was called fast and is now called rarely is still checked
_MAX_GAP = 100_000


class Usage:
    """The usage statistics of one trace.

    Attributes:
      name: that of the trace.
      left: one word that compiled entries count down; at zero they pass the call to `due`.
      checks: run on calls 2, 4, 8, ... and then by time. A check that returns True invalidates the trace; what it
        raises propagates to the user.
      max_gap: the largest number of calls between two checks; 1 checks on every call.
      shortest: the seconds of the shortest call that a compiled entry passed on; None before the first.
      trace_seconds, compile_seconds: how long tracing and compiling took.
    """

    __slots__ = (
        "_began", "_counted", "_granted", "_last", "_looked", "_sample", "_seconds", "_timed", "checks",
        "compile_seconds", "left", "max_gap", "name", "shortest", "trace_seconds",
    )  # fmt: skip

    def __init__(self, name: str = "") -> None:
        self.name = name
        self.left = np.zeros(1, np.int64)
        self.checks: list[Callable[[], Any]] = []
        self.max_gap = _MAX_GAP
        self.trace_seconds = 0.0
        self.compile_seconds = 0.0
        self.shortest: float | None = None
        self._began: list[float] = []  # of running calls; mixing up threads makes little difference
        self._counted = 0  # calls up to the last check
        self._granted = 0  # what `left` was set to then
        self._last = _clock()
        self._looked = 0  # calls at the last check
        self._seconds = 0.0
        self._timed = 0  # calls that are part of `_seconds`
        self._sample = 0.0  # seconds of the last call that was timed

    @property
    def calls(self) -> int:
        """How often the trace has been called."""
        return self._counted + self._granted - int(self.left[0])

    @property
    def last_seconds(self) -> float:
        """The seconds of the last call that was timed."""
        return self._sample

    @property
    def seconds(self) -> float:
        """The total time of all calls, estimated from a sample."""
        return self._seconds + max(0, self.calls - self._timed) * self._sample

    def tick(self) -> bool:
        """Count one call on the slow path; True if a check invalidates the trace."""
        left = self.left
        if left[0] > 0:
            left[0] -= 1
            return False
        return self._look()

    def __enter__(self) -> None:
        """Start timing one call on the slow path; compile time is excluded."""
        self._began.append(_clock() - self.compile_seconds)

    def __exit__(self, *error: object) -> None:
        took = max(0.0, _clock() - self.compile_seconds - self._began.pop())
        self._seconds += took
        self._timed += 1
        self._sample = took
        if _observer is not None:
            end = _clock()
            _observer(self, end - took, end)

    def due(self, again: Callable[..., Any], retrace: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """A call that a compiled entry passes on because its counter is at zero.

        `again` is the entry; `retrace` serves the call without this trace if a check invalidates it.
        """
        if self._look():
            return retrace(*args, **kwargs)
        # the entry counts the call when it runs it
        self._counted -= 1
        self.left[0] += 1
        self._granted += 1
        start = _clock()
        result = again(*args, **kwargs)
        self._sample = took = _clock() - start
        if self.shortest is None or took < self.shortest:
            self.shortest = took
        if _observer is not None:
            _observer(self, start, start + took)
        calls = self.calls
        self._seconds += took * max(0, calls - self._timed)
        self._timed = max(calls, self._timed)
        return result

    def _look(self) -> bool:
        """Count the calls up to this one, schedule the next check, and run the checks."""
        calls = self.calls + 1
        self._counted, self._granted = calls, 0
        self.left[0] = self._granted = self._gap(calls) - 1
        if calls < 2:
            return False
        stale = False
        for check in self.checks:
            stale = check() is True or stale
        return stale

    def _gap(self, calls: int) -> int:
        """Calls until the next check: the gap doubles while it takes less time than the interval."""
        now = _clock()
        if _observer is not None:
            self._last, self._looked = now, calls
            return 1
        passed = max(now - self._last, 1e-9)
        by_time = int((calls - self._looked) * _INTERVAL / passed)
        self._last, self._looked = now, calls
        if calls > _DENSE_CALLS:
            return max(1, min(calls, by_time, self.max_gap))
        return min(calls, self.max_gap)

    def look_next(self) -> None:
        """Have the next call pass by here."""
        self._counted, self._granted = self.calls, 0
        self.left[0] = 0


_observer: Callable[[Usage, float, float], None] | None = None


def observe(observer: Callable[[Usage, float, float], None] | None) -> None:
    """Have calls timed and passed to `observer` with their begin and end, until that is None.

    These are all calls of a trace from the next one on at which its checks are due; see `Usage.look_next`.
    """
    global _observer
    _observer = observer
