"""Who traces what at this moment: one thread for each kind of call, while the others that ask for it wait.

Nobody waits for ever: not for a thread that waits for the one that asks, and for others (they may be waiting for
a thread that knows nothing of this table) no longer than `TIMEOUT`. Then the work is done twice.
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
    """The work of one thread."""

    __slots__ = ("done", "owner")

    def __init__(self) -> None:
        self.owner = threading.get_ident()
        self.done = threading.Event()


class _WaitGraph:
    """The turns that threads wait for, by thread."""

    def __init__(self) -> None:
        self._attempts: dict[int, _Attempt] = {}

    def wait(self, attempt: _Attempt) -> bool:
        """Whether the turn came to its end; False where waiting on would be in vain or has been long."""
        me = threading.get_ident()
        self._attempts[me] = attempt  # before the look: of two threads that wait for each other one sees it
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
    """The work on the traces of one Function.

    Until something has been made for the first time, whatever is asked for waits for the first: what happens on the
    first call only (variables are created) must not happen twice.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._running: dict[Hashable, _Attempt] = {}
        self._has_first = False
        renewed_after_fork(self)

    def find_or_make(self, key: Hashable, find: Callable[[], _T | None], make: Callable[[], _T]) -> _T:
        """What `find` gives, or else what `make` makes, which runs in one thread for each key.

        A thread that asks from inside `make` for what it is making gets to `make` once more.
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
        """A turn of this thread's own, or the one to wait for; `past` is one that is waited for no longer."""
        me = threading.get_ident()
        with self._lock:
            first = self._running.get(_FIRST_TRACE)
            slot = key if self._has_first or (first is not None and first.owner == me) else _FIRST_TRACE
            value = self._running.get(slot)
            if value is not None and value is not past:
                return (slot, _Attempt(), True) if value.owner == me else (slot, value, False)
            attempt = self._running[slot] = _Attempt()
            return slot, attempt, True

    def _end(self, slot: Hashable, attempt: _Attempt, made: bool) -> None:
        with self._lock:
            self._has_first = self._has_first or (made and slot is _FIRST_TRACE)
            if self._running.get(slot) is attempt:
                del self._running[slot]
        attempt.done.set()

    def _at_fork_reinit(self) -> None:
        """In a forked child only the thread that forked is there, and what it was making it still makes."""
        me = threading.get_ident()
        self._lock = threading.RLock()
        self._running = {slot: attempt for slot, attempt in self._running.items() if attempt.owner == me}


__all__ = ["TIMEOUT", "TraceLock"]
