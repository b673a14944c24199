"""A background thread for work whose result is needed later.

LLVM works with the GIL released: another processor compiles what a program is going to need while Python traces and
lowers it. Nothing depends on the thread: a thread that needs a result nobody is working on does the work itself. The
thread ends with its last task.
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


class Task(Generic[_R]):
    """Work that may be done in the background."""

    def __init__(self, work: Callable[[], _R]) -> None:
        self._work = work
        self._done = threading.Event()
        self._result: _R | None = None

    def run(self) -> None:
        try:
            self._result = self._work()
        except BaseException:
            self._result = None  # the thread that needs the result does the work again, and gets the error
        self._done.set()

    def result(self) -> _R | None:
        """The work's result; None where it failed, was not started, or was lost in a fork."""
        _queue.withdraw(self)
        while not self._done.is_set() and _queue.is_current(self):
            self._done.wait(_LOOK)
        return self._result


_LOOK = 1.0  # seconds between checks that the thread is still there: a forked child has none


class _Queue:
    """The waiting tasks and the current one; a forked child has none."""

    def __init__(self) -> None:
        self._lock = renewed_after_fork(threading.Lock())
        self._waiting: deque[Task[Any]] = deque()
        self._current: Task[Any] | None = None
        self._working = False
        renewed_after_fork(self)

    def add(self, task: Task[Any]) -> None:
        with self._lock:
            self._waiting.append(task)
            if self._working:
                return
            self._working = True
        try:
            threading.Thread(target=self._work, name="graphwright-compiler").start()
        except RuntimeError:  # no more threads, or the interpreter is about to end
            self._at_fork_reinit()

    def is_current(self, task: Task[Any]) -> bool:
        return task is self._current

    def withdraw(self, task: Task[Any]) -> None:
        """Drop a task that was not started."""
        with self._lock, suppress(ValueError):
            self._waiting.remove(task)

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
    with suppress(OSError):  # a sandbox may refuse to tell
        if affinity is not None:
            return len(affinity(0))
    return os.cpu_count() or 1


def begin(work: Callable[[], _R]) -> Task[_R]:
    """Have work done by the background thread, if there is a processor for it."""
    task = Task(work)
    if processors() > 1:
        _queue.add(task)
    return task
