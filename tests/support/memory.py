"""Measuring whether calls leak memory."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from typing import Any

LEAKS = 8.0  # bytes per call: less than the smallest object, of 16 bytes

_MORE_WINDOWS = 12  # for each window asked for, while memory grows


class Growth(float):
    """Bytes per call; shown with the lines whose memory grew."""

    lines = ""

    def __repr__(self) -> str:
        return f"{float(self):.1f} bytes per call{self.lines}"


def grows(
    call: Callable[[], Any], rounds: int = 100, windows: int = 5, before: int = 20, limit: float = LEAKS
) -> Growth:
    """The growth of memory per call, in the best of some windows of `rounds` calls; one below `limit` is enough.

    A leak grows in every window. Anything else stops growing sooner or later: caches fill up, threads of earlier tests
    end, and blocks that were allocated before the measurement, which tracemalloc does not count, are replaced by blocks
    that it counts. That may take longer than the windows asked for, so there are more of them while memory grows.
    """
    for _ in range(before):
        call()
    tracemalloc.start()
    try:
        growth = Growth(_least_growth(call, rounds, windows * _MORE_WINDOWS, limit))
        if growth >= limit:
            growth.lines = _grown_lines(call, rounds)
    finally:
        tracemalloc.stop()
    return growth


def _least_growth(call: Callable[[], Any], rounds: int, windows: int, limit: float) -> float:
    least = float("inf")
    earlier = None
    for _ in range(windows + 1):
        gc.collect()
        now = tracemalloc.get_traced_memory()[0]
        if earlier is not None:
            least = min(least, (now - earlier) / rounds)
            if least < limit:
                break
        earlier = now
        for _ in range(rounds):
            call()
    return least


def _grown_lines(call: Callable[[], Any], rounds: int) -> str:
    """The lines that allocate what is left after some calls, those of most memory first."""
    gc.collect()
    earlier = tracemalloc.take_snapshot()
    for _ in range(rounds):
        call()
    gc.collect()
    later = tracemalloc.take_snapshot()
    own = [tracemalloc.Filter(False, tracemalloc.__file__), tracemalloc.Filter(False, __file__)]
    grown = later.filter_traces(own).compare_to(earlier.filter_traces(own), "lineno")
    return "".join(f"\n  {one}" for one in grown[:5] if one.size_diff > 0)


__all__ = ["LEAKS", "Growth", "grows"]
