"""Measures the costs of this machine, once, and keeps them next to the disk cache.

They are shown by `graphwright doctor`, and can be recorded in a file. The compiler uses what is named
(`Machine.costs`): measured figures differ from run to run, and so would code that depends on them.
"""

from __future__ import annotations

import json
import os
import threading
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from graphwright.base.files import read_regular
from graphwright.base.frozen import fields
from graphwright.runtime.native.machine.machine import REFERENCE, Costs, Machine

if TYPE_CHECKING:
    from collections.abc import Callable

_STREAMED_BYTES: Final = 24 << 20  # written and read again: most of it is not in a cache any more
_PRODUCT_ROWS: Final = 48  # of a square product that no BLAS shares among threads
_TRIES: Final = 20
_WAKES: Final = 40
_LONGEST_SECONDS: Final = 1.0  # that is waited for a thread
_WITHIN: Final = 1000  # a cost that differs from the reference by such a factor is no cost but a mistake


def kept_or_measured(machine: Machine) -> Costs:
    """The costs of this machine: those on disk, or else measured now, and kept if there is a folder."""
    path = _path(machine)
    found = _kept(path) if path else None
    if found is None:
        found = measured()
        if path:
            _keep(path, found)
    return found


def measured() -> Costs:
    """The costs as they are now, to two digits: the best of a few tries."""
    return Costs(*(float(f"{nanoseconds:.2g}") for nanoseconds in (_byte(), _multiply_add(), _wake())))


def _byte() -> float:
    """Of reading memory in order."""
    block = np.empty(_STREAMED_BYTES // 8, np.int64)
    block.fill(1)
    return _time(lambda: block.max()) / _STREAMED_BYTES


def _multiply_add() -> float:
    """Of a product of floats, by NumPy's library."""
    a = np.ones((_PRODUCT_ROWS, _PRODUCT_ROWS), np.float32)
    out = np.empty_like(a)
    return min(_time(lambda: np.dot(a, a, out)) for _ in range(_TRIES)) / _PRODUCT_ROWS**3


def _wake() -> float:
    """Of waking a thread that sleeps: half of the way there and back."""
    there, back = threading.Lock(), threading.Lock()
    there.acquire()
    back.acquire()

    def answer() -> None:
        for _ in range(_WAKES):
            if not there.acquire(timeout=_LONGEST_SECONDS):
                return
            back.release()

    def ask() -> None:
        there.release()
        back.acquire(timeout=_LONGEST_SECONDS)

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    best = min(_time(ask) for _ in range(_WAKES)) / 2
    thread.join(_LONGEST_SECONDS)
    return best


def _time(work: Callable[[], Any]) -> float:
    """Nanoseconds that it takes, one at least."""
    started = time.perf_counter_ns()
    work()
    return float(max(1, time.perf_counter_ns() - started))


# on disk ---------------------------------------------------------------------------------------------------


def _path(machine: Machine) -> str | None:
    """The file of a machine's costs, which depend on the processor and on how many there are."""
    from graphwright.runtime.native.jit import object_cache

    folder = object_cache.folder_in_use()
    name = object_cache.key(machine.name, machine.architecture, machine.l2_bytes, machine.l3_bytes, machine.cores)
    return None if folder is None else os.path.join(folder, f"costs-{name[:16]}.json")


def _kept(path: str) -> Costs | None:
    """The costs in a file; None where there is none, or another thing."""
    try:
        found = json.loads(read_regular(path))
        costs = Costs(**{name: float(found[name]) for name in fields(REFERENCE.costs)})
    except (OSError, ValueError, TypeError, KeyError):
        return None
    usual = fields(REFERENCE.costs)
    sane = all(usual[name] / _WITHIN < value < usual[name] * _WITHIN for name, value in fields(costs).items())
    return costs if sane else None


def _keep(path: str, costs: Costs) -> None:
    unfinished = f"{path}.{os.getpid()}.part"  # renamed: a reader sees all of it or nothing
    with suppress(OSError):
        with open(unfinished, "x", encoding="ascii") as file:
            json.dump(fields(costs), file)
        os.replace(unfinished, path)
