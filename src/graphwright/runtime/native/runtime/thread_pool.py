"""The threads that share the work of compiled code.

``void gw_split(ptr run, ptr argument, i64 chunks)`` calls ``run(argument, i)`` for every `i` below `chunks`, in any
order and in several threads at once. Who calls it works too and needs nobody's help: where the threads are busy with
another call, or there are none, it does all chunks itself. What the chunks are must depend on sizes alone, so that
results do not depend on how many threads there are.

A call that is interrupted leaves chunks undone. ``i1 gw_goes_on()`` is whether the work that this thread is at is still
wanted: asked between chunks, and within those that may take more than some tens of milliseconds. The main thread looks
for signals there if its program has let go of the interpreter (`gw_look` in `runtime/support.py`), and lets the threads
know that help it; the program then finds its note of the interpreter marked (`lower/frame/gil.py`).

The threads begin with the first call that has use for them. They look for the next call for some 20 us, then sleep.
They never touch Python, let all signals go to others, and are ended before the process forks or ends. Where they are
few they keep off the caller's processor (`runtime/thread_affinity.py`), and who waited long for them does without for a
while
(`runtime/contention_backoff.py`).
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
from graphwright.runtime.native.runtime import support, thread_affinity, thread_pool_ir

SPLIT = "gw_split"
GOES_ON = "gw_goes_on"
SIGNATURE = "void (ptr, ptr, i64)"

_wanted = 0  # threads in all, the caller's too; 0: as many as there are processors


def set_threads(count: int) -> None:
    """How many threads may work on one thing, the caller's own too; 0: as many as this process has processors."""
    global _wanted
    _wanted = count
    if CODE.is_made:
        CODE.state.set_limit(_limit())


def _limit() -> int:
    """How many threads may help the caller."""
    if _wanted:
        return min(max(_wanted - 1, 0), thread_pool_ir.MOST)
    return min(processors() - 1, thread_pool_ir.MOST)


class _Pool:
    """The state that the compiled functions share."""

    def __init__(self, code: jit.Code) -> None:
        self._state = code.variable("gw_pool")
        # with Python's lock held, which the threads do not need; a call that has them may, to look for signals
        self._end = ctypes.PYFUNCTYPE(None)(code.address("gw_end"))
        self._begin = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_bool)(code.address("gw_begin_again"))
        self._ended = threading.Lock()  # held while a thread forks
        self._process = os.getpid()
        self._works = self._begin(False) == 0
        self.set_limit(_limit())
        atexit.register(self._stop_for_good)

    def set_limit(self, count: int) -> None:
        """How many threads may help from the next call on, however little help they were before."""
        self._put(thread_pool_ir.LIMIT, count if self._works else 0)
        self._put(thread_pool_ir.APART, thread_affinity.pays(count))
        self._put(thread_pool_ir.UNTIL, 0)

    def _put(self, field: int, value: int) -> None:
        ctypes.c_int64.from_address(self._state + field).value = value

    def stop(self) -> None:
        """End the threads; none begins until `start`."""
        self._ended.acquire()
        self.set_limit(0)
        self._end()

    def start(self) -> None:
        """Threads may begin again."""
        before, self._process = self._process, os.getpid()
        self._works = self._begin(self._process != before) == 0 and self._works
        self.set_limit(_limit())
        self._ended.release()

    def _stop_for_good(self) -> None:
        self.stop()
        self._works = False
        self.start()


_paused: list[_Pool | None] = []


def _pause() -> None:
    made = CODE.state if CODE.is_made else None
    if made is not None:
        made.stop()
    _paused.append(made)


def _resume() -> None:
    made = _paused.pop()
    if made is not None:
        made.start()


# Here, not where a pool is made, and when nobody makes one any more: who forks would find its threads then.
jit.at_work.around(_pause, _resume)


# compiled the quick way: its time is that of the processors' talk
CODE: Final[SharedCode[_Pool]] = SharedCode(
    thread_pool_ir.text, (SPLIT, GOES_ON), opt=0, calls=(support.CODE,), set_up=_Pool
)
