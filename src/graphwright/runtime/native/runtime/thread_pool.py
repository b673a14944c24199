"""The pool of threads that share the work of compiled code, as Python sees it. The source is in `c/core/`.

``void gw_split(ptr run, ptr argument, i64 chunks)`` calls ``run(argument, i)`` for every `i` below `chunks`, in any
order and in several threads at once. The caller works too and depends on nobody's help: where the threads are busy with
another call, or there are none, it does all chunks itself. What the chunks are must depend on sizes alone, so that
results do not depend on how many threads there are.

``i64 gw_sharers()`` says how many threads there may be at most.

A call that is interrupted leaves chunks undone. ``i1 gw_goes_on()`` says whether the work that this thread does is
still needed: asked between chunks, and within those that may take more than some tens of milliseconds. If its program
has released the GIL, the main thread looks for signals there (`gw_look` in `c/python/interpreter.c`), and tells the
threads that help it; the program then finds the mark in its record of the GIL (`lower/frame/gil.py`).

The threads start with the first call that has use for them. They look for the next call for some 20 us, then sleep.
They never touch Python, leave all signals to other threads, and end before the process forks or ends. Where they are
few they keep off the caller's processor (`c/core/thread_affinity.c`), and a caller that waited long for them does
without for a while (`c/core/contention_backoff.c`).
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from typing import Final

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.background_compile import processors
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import c_modules, capi, support

SPLIT = "gw_split"
SHARERS = "gw_sharers"
GOES_ON = "gw_goes_on"
SIGNATURE = "void (ptr, ptr, i64)"

MOST_THREADS: Final = 64  # as in `thread_pool.c`
_COUNTED_THREADS = 8  # threads of which each counts
_AFFINITY = ("sched_getcpu", "sched_getaffinity", "pthread_setaffinity_np")

_requested = 0  # threads in all, the caller's too; 0: as many as there are processors


def set_threads(count: int) -> None:
    """Set how many threads may work on one thing, the caller's too; 0: as many as this process has processors."""
    global _requested
    _requested = count
    if CODE.is_loaded:
        CODE.state.set_limit(_limit())


def _limit() -> int:
    """How many threads may help the caller."""
    return max(_requested - 1, 0) if _requested else processors() - 1


def pinning_pays(threads: int) -> bool:
    """Whether to keep this many threads off the caller's processor: they are few, and have processors enough."""
    return threads <= _COUNTED_THREADS and threads < processors() and capi.has(*_AFFINITY)


class _Pool:
    """The threads, by the functions that control them."""

    def __init__(self, code: jit.MachineCode) -> None:
        self._code = code
        # called with the GIL held, which the threads do not need; a call that has them may, to look for signals
        self._set_limit = ctypes.PYFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)(code.address("gw_pool_set_limit"))
        self._stop = ctypes.PYFUNCTYPE(None)(code.address("gw_pool_stop"))
        self._restart = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_bool)(code.address("gw_pool_restart"))
        self._stopped = threading.Lock()  # held while a thread forks
        self._process = os.getpid()
        self._works = self._restart(False) == 0
        self.set_limit(_limit())
        atexit.register(self._stop_for_good)

    def set_limit(self, count: int) -> None:
        """How many threads may help from the next call on, however little help they were before."""
        self._set_limit(count if self._works else 0, pinning_pays(count))

    def time(self, on: bool) -> tuple[float, list[float]]:
        """Begin, or end, to measure how long calls have the threads, and how long each of them works.

        Gives these seconds since it began.
        """
        shared = ctypes.c_int64.from_address(self._code.variable("gw_pool_shared"))
        busy = (ctypes.c_int64 * MOST_THREADS).from_address(self._code.variable("gw_pool_busy"))
        found = shared.value / 1e9, [nanoseconds / 1e9 for nanoseconds in busy if nanoseconds]
        if on:
            shared.value = 0
            ctypes.memset(busy, 0, ctypes.sizeof(busy))
        ctypes.c_int64.from_address(self._code.variable("gw_pool_timed")).value = on
        return found

    def stop(self) -> None:
        """End the threads; none starts until `start`."""
        self._stopped.acquire()
        self.set_limit(0)
        self._stop()

    def start(self) -> None:
        """Threads may start again."""
        before, self._process = self._process, os.getpid()
        self._works = self._restart(self._process != before) == 0 and self._works
        self.set_limit(_limit())
        self._stopped.release()

    def _stop_for_good(self) -> None:
        self.stop()
        self._works = False
        self.start()


_paused: list[_Pool | None] = []


def _pause() -> None:
    pool = CODE.state if CODE.is_loaded else None
    if pool is not None:
        pool.stop()
    _paused.append(pool)


def _resume() -> None:
    pool = _paused.pop()
    if pool is not None:
        pool.start()


# Registered here and not where a pool is created, so that no pool is being created while a thread forks: the child
# would believe in threads that it does not have.
jit.at_work.around(_pause, _resume)


# compiled without optimisation: its time is that of the communication between processors
CODE: Final[SharedCode[_Pool]] = SharedCode(
    lambda: c_modules.text("thread_pool"), (SPLIT, SHARERS, GOES_ON), opt=0, calls=(support.CODE,), set_up=_Pool
)
