"""What this machine can do at most, as measured: the roof under which regions are seen."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from graphwright.core.convert import to_tensor
from graphwright.functions.decorator import function
from graphwright.ops.linalg.matmul import matmul

_SIDE: Final = 768  # of a product: large enough to keep all threads busy, some 10 ms
_BYTES: Final = 64 << 20  # of an array: more than the caches hold
_RUNS: Final = 5


@cache
def peaks() -> dict[str, float]:
    """Operations and bytes in a second: of a product of float32 matrices, and of an array that is scaled.

    Measured once in a process, by functions compiled as any other; a fifth of a second.
    """
    a = to_tensor(np.ones((_SIDE, _SIDE), np.float32))
    x = to_tensor(np.ones(_BYTES // 4, np.float32))
    product, scaled = function(lambda a: matmul(a, a), autograph=False), function(lambda x: x * 2.0, autograph=False)
    return {
        "operations per second": 2.0 * _SIDE**3 / _shortest(lambda: product(a)),
        "bytes per second": 2.0 * _BYTES / _shortest(lambda: scaled(x)),
    }


def _shortest(run: Callable[[], Any]) -> float:
    times = []
    for _ in range(_RUNS + 1):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times[1:])


__all__ = ["peaks"]
