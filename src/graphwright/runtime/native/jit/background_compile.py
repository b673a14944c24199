"""Work that is begun before anybody asks for its result, in a thread of its own.

LLVM works with the interpreter let go of: another processor compiles what a program is going to need while Python
traces and writes it. Nothing depends on it: who asks for a result that nobody works on does the work himself. The
thread ends with its last piece of work.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Generic, TypeVar

from graphwright.base.forks import renewed_after_fork

_R = TypeVar("_R")


class Begun(Generic[_R]):
    """A piece of work that was begun."""

    def __init__(self, work: Callable[[], _R]) -> None:
        self._work = work
        self._done = threading.Event()
        self._result: _R | None = None

    def run(self) -> None:
        try:
            self._result = self._work()
        except BaseException:
            self._result = None  # who asks for the result does the work again, and meets the error
        self._done.set()

    def result(self) -> _R | None:
        """What the work gave; None where it failed, or nobody has begun with it, or whoever had is gone."""
        _queue.withdraw(self)
        while not self._done.is_set() and _queue.is_current(self):
            self._done.wait(_LOOK)
        return self._result


_LOOK = 1.0  # seconds after which to look whether there is still somebody at work: a fork leaves the child nobody


class _Queue:
    """The pieces of work that wait, and the one being done; a forked child has none."""

    def __init__(self) -> None:
        self._lock = renewed_after_fork(threading.Lock())
        self._waiting: deque[Begun[Any]] = deque()
        self._current: Begun[Any] | None = None
        self._working = False
        renewed_after_fork(self)

    def add(self, begun: Begun[Any]) -> None:
        with self._lock:
            self._waiting.append(begun)
            if self._working:
                return
            self._working = True
        try:
            threading.Thread(target=self._work, name="graphwright-compiler").start()
        except RuntimeError:  # no more threads, or the interpreter is about to end
            self._at_fork_reinit()

    def is_current(self, begun: Begun[Any]) -> bool:
        return begun is self._current

    def withdraw(self, begun: Begun[Any]) -> None:
        """What nobody has begun with need not be done."""
        with self._lock, suppress(ValueError):
            self._waiting.remove(begun)

    def _work(self) -> None:
        while True:
            with self._lock:
                self._current = current = self._waiting.popleft() if self._waiting else None
                self._working = current is not None
            if current is None:
                return
            current.run()

    def _at_fork_reinit(self) -> None:
        self._waiting.clear()
        self._current = None
        self._working = False


_queue = _Queue()


def processors() -> int:
    """How many processors this process may run on."""
    affinity: Callable[[int], set[int]] | None = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def begin(work: Callable[[], _R]) -> Begun[_R]:
    """Have work done by another thread, if there is a processor for it."""
    begun = Begun(work)
    if processors() > 1:
        _queue.add(begun)
    return begun
