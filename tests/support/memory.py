"""How memory is looked at that calls may leak."""

from __future__ import annotations

import gc
import itertools
import tracemalloc
from collections.abc import Callable
from typing import Any

LEAKS = 8.0  # bytes a call: under the smallest object, 16 bytes


def grows(call: Callable[[], Any], rounds: int = 100, windows: int = 5, before: int = 20) -> float:
    """By how many bytes memory grows a call, at its best of some windows of calls, after some that do not count.

    What leaks grows in every window; caches and free lists that fill up once do in a few.
    """
    for _ in range(before):
        call()
    tracemalloc.start()
    sizes = []
    for _ in range(windows + 1):
        gc.collect()
        sizes.append(tracemalloc.get_traced_memory()[0])
        for _ in range(rounds):
            call()
    tracemalloc.stop()
    return min(later - earlier for earlier, later in itertools.pairwise(sizes)) / rounds
