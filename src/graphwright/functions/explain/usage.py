"""How often a trace is called and how long that takes, told without a clock or a counter of Python's on the short way.

A compiled entry only counts one number down. When it stands at zero the call comes here: the calls since are counted,
this one is timed, and whoever wants to look at the trace from time to time does so.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

_clock = time.perf_counter
_DENSE_CALLS = 64  # calls up to which each look comes after as many calls again, whatever the time
_INTERVAL = 0.1  # seconds between looks, once calls are many
# calls between looks at most: a trace called fast and then seldom is still looked at
_MAX_GAP = 100_000


class Usage:
    """The figures of one trace.

    Attributes:
      left: one word that compiled entries count down; at zero they hand the call to `due`.
      checks: called at every look, on calls 2, 4, 8, ... and then by time. One that returns True says that the
        trace must not be used again; what it raises comes out of the user's call.
      max_gap: the most calls between two looks; 1 looks on every call.
      trace_seconds, compile_seconds: how long making the trace and its machine code took.
    """

    __slots__ = (
        "_began", "_counted", "_granted", "_last", "_looked", "_sample", "_seconds", "_timed", "checks",
        "compile_seconds", "left", "max_gap", "trace_seconds",
    )  # fmt: skip

    def __init__(self) -> None:
        self.left = np.zeros(1, np.int64)
        self.checks: list[Callable[[], Any]] = []
        self.max_gap = _MAX_GAP
        self.trace_seconds = 0.0
        self.compile_seconds = 0.0
        self._began: list[float] = []  # calls that run; which thread takes which start makes little difference
        self._counted = 0  # calls up to the last look
        self._granted = 0  # what `left` was set to then
        self._last = _clock()
        self._looked = 0  # calls at the last look
        self._seconds = 0.0
        self._timed = 0  # calls that are part of `_seconds`
        self._sample = 0.0  # seconds of the last call that was timed

    @property
    def calls(self) -> int:
        """How often the trace has been called."""
        return self._counted + self._granted - int(self.left[0])

    @property
    def seconds(self) -> float:
        """How long the calls took together, estimated from some of them."""
        return self._seconds + max(0, self.calls - self._timed) * self._sample

    def tick(self) -> bool:
        """Count one call that comes by no compiled entry; True when a look says that the trace must not be used."""
        left = self.left
        if left[0] > 0:
            left[0] -= 1
            return False
        return self._look()

    def __enter__(self) -> None:
        """Begin to run one call that came by no compiled entry: it is timed, compiling left out."""
        self._began.append(_clock() - self.compile_seconds)

    def __exit__(self, *error: object) -> None:
        took = max(0.0, _clock() - self.compile_seconds - self._began.pop())
        self._seconds += took
        self._timed += 1
        self._sample = took

    def due(self, again: Callable[..., Any], retrace: Callable[..., Any], args: Any, kwargs: Any) -> Any:
        """A call that a compiled entry hands over because its count is at zero.

        `again` is the entry; `retrace` serves the call without this trace when a check says so.
        """
        if self._look():
            return retrace(*args, **kwargs)
        # the call counts itself when it comes again
        self._counted -= 1
        self.left[0] += 1
        self._granted += 1
        start = _clock()
        result = again(*args, **kwargs)
        self._sample = took = _clock() - start
        calls = self.calls
        self._seconds += took * max(0, calls - self._timed)
        self._timed = max(calls, self._timed)
        return result

    def _look(self) -> bool:
        """Settle how many calls there were, this one included, and when to look again; run the checks."""
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
        """Calls until the next look: as many again while they take no longer than the pause."""
        now = _clock()
        passed = max(now - self._last, 1e-9)
        by_time = int((calls - self._looked) * _INTERVAL / passed)
        self._last, self._looked = now, calls
        if calls > _DENSE_CALLS:
            return max(1, min(calls, by_time, self.max_gap))
        return min(calls, self.max_gap)
