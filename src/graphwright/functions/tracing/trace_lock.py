"""The trace lock: for each kind of call one thread traces, while others that need the same trace wait.

There are no deadlocks: a thread never waits for one that waits for it in turn, and for others (which may wait for a
lock outside this table) no longer than `TIMEOUT`. Then the work is done twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import TypeVar

from graphwright.base.forks import renewed_after_fork

TIMEOUT = 5.0  # seconds

_T = TypeVar("_T")
_FIRST_TRACE = object()


class _Attempt:
    """The attempt of one thread to make a trace."""

    __slots__ = ("done", "owner")

    def __init__(self) -> None:
        self.owner = threading.get_ident()
        self.done = threading.Event()


class _WaitGraph:
    """The wait-for graph: the attempt that each thread waits for."""

    def __init__(self) -> None:
        self._attempts: dict[int, _Attempt] = {}

    def wait(self, attempt: _Attempt) -> bool:
        """Wait for an attempt to end; False if that would deadlock or takes too long."""
        me = threading.get_ident()
        self._attempts[me] = attempt  # before the check: of two threads that wait for each other, one sees the cycle
        try:
            return not self._closes_cycle(attempt, me) and attempt.done.wait(TIMEOUT)
        finally:
            self._attempts.pop(me, None)

    def _closes_cycle(self, attempt: _Attempt | None, me: int) -> bool:
        seen: set[int] = set()
        while attempt is not None and attempt.owner not in seen:
            if attempt.owner == me:
                return True
            seen.add(attempt.owner)
            attempt = self._attempts.get(attempt.owner)
        return False

    def _at_fork_reinit(self) -> None:
        self._attempts.clear()


_wait_graph = renewed_after_fork(_WaitGraph())


class TraceLock:
    """Serializes the tracing of one Function.

    Until the first trace is complete, all other requests wait for it: what happens only on the first call (variables
    are created) must not happen twice.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._running: dict[Hashable, _Attempt] = {}
        self._has_first = False
        renewed_after_fork(self)

    def find_or_make(self, key: Hashable, find: Callable[[], _T | None], make: Callable[[], _T]) -> _T:
        """The result of `find`, or else of `make`, which runs in one thread at a time for each key.

        A thread that requests the same key from inside `make` runs `make` again.
        """
        past: _Attempt | None = None
        while True:
            slot, attempt, is_mine = self._take(key, past)
            if is_mine:
                break
            if not _wait_graph.wait(attempt):
                past = attempt
            found = find()
            if found is not None:
                return found
        created = False
        try:
            found = find()
            if found is None:
                found = make()
            created = True
            return found
        finally:
            self._end(slot, attempt, created)

    def _take(self, key: Hashable, past: _Attempt | None) -> tuple[Hashable, _Attempt, bool]:
        """An attempt of this thread, or the one to wait for; `past` is one that timed out."""
        me = threading.get_ident()
        with self._lock:
            first = self._running.get(_FIRST_TRACE)
            slot = key if self._has_first or (first is not None and first.owner == me) else _FIRST_TRACE
            value = self._running.get(slot)
            if value is not None and value is not past:
                return (slot, _Attempt(), True) if value.owner == me else (slot, value, False)
            attempt = self._running[slot] = _Attempt()
            return slot, attempt, True

    def _end(self, slot: Hashable, attempt: _Attempt, result: bool) -> None:
        with self._lock:
            self._has_first = self._has_first or (result and slot is _FIRST_TRACE)
            if self._running.get(slot) is attempt:
                del self._running[slot]
        attempt.done.set()

    def _at_fork_reinit(self) -> None:
        """In a forked child only the thread that forked exists, and its attempts continue."""
        me = threading.get_ident()
        self._lock = threading.RLock()
        self._running = {slot: attempt for slot, attempt in self._running.items() if attempt.owner == me}


__all__ = ["TIMEOUT", "TraceLock"]
