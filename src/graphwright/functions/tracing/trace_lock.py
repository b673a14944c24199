"""Who traces what at this moment: one thread for each kind of call, while the others that ask for it wait.

Nobody waits for ever: not for a thread that waits for the one that asks, and for others (they may be waiting for
a thread that knows nothing of this table) no longer than `PATIENCE`. Then the work is done twice.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from typing import TypeVar

from graphwright.base.forks import renewed_after_fork

PATIENCE = 5.0  # seconds

_T = TypeVar("_T")
_FIRST = object()


class _Turn:
    """The work of one thread."""

    __slots__ = ("done", "owner")

    def __init__(self) -> None:
        self.owner = threading.get_ident()
        self.done = threading.Event()


class _Waiting:
    """The turns that threads wait for, by thread."""

    def __init__(self) -> None:
        self._turns: dict[int, _Turn] = {}

    def wait(self, turn: _Turn) -> bool:
        """Whether the turn came to its end; False where waiting on would be in vain or has been long."""
        me = threading.get_ident()
        self._turns[me] = turn  # before the look: of two threads that wait for each other one sees it
        try:
            return not self._leads_back(turn, me) and turn.done.wait(PATIENCE)
        finally:
            self._turns.pop(me, None)

    def _leads_back(self, turn: _Turn | None, me: int) -> bool:
        seen: set[int] = set()
        while turn is not None and turn.owner not in seen:
            if turn.owner == me:
                return True
            seen.add(turn.owner)
            turn = self._turns.get(turn.owner)
        return False

    def _at_fork_reinit(self) -> None:
        self._turns.clear()


_waiting = renewed_after_fork(_Waiting())


class Turns:
    """The work on the traces of one Function.

    Until something has been made for the first time, whatever is asked for waits for the first: what happens on the
    first call only (variables are created) must not happen twice.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._running: dict[Hashable, _Turn] = {}
        self._begun = False
        renewed_after_fork(self)

    def obtain(self, key: Hashable, find: Callable[[], _T | None], make: Callable[[], _T]) -> _T:
        """What `find` gives, or else what `make` makes, which runs in one thread for each key.

        A thread that asks from inside `make` for what it is making gets to `make` once more.
        """
        past: _Turn | None = None
        while True:
            slot, turn, is_mine = self._take(key, past)
            if is_mine:
                break
            if not _waiting.wait(turn):
                past = turn
            found = find()
            if found is not None:
                return found
        made = False
        try:
            found = find()
            if found is None:
                found = make()
            made = True
            return found
        finally:
            self._end(slot, turn, made)

    def _take(self, key: Hashable, past: _Turn | None) -> tuple[Hashable, _Turn, bool]:
        """A turn of this thread's own, or the one to wait for; `past` is one that is waited for no longer."""
        me = threading.get_ident()
        with self._lock:
            first = self._running.get(_FIRST)
            slot = key if self._begun or (first is not None and first.owner == me) else _FIRST
            held = self._running.get(slot)
            if held is not None and held is not past:
                return (slot, _Turn(), True) if held.owner == me else (slot, held, False)
            turn = self._running[slot] = _Turn()
            return slot, turn, True

    def _end(self, slot: Hashable, turn: _Turn, made: bool) -> None:
        with self._lock:
            self._begun = self._begun or (made and slot is _FIRST)
            if self._running.get(slot) is turn:
                del self._running[slot]
        turn.done.set()

    def _at_fork_reinit(self) -> None:
        """In a forked child only the thread that forked is there, and what it was making it still makes."""
        me = threading.get_ident()
        self._lock = threading.RLock()
        self._running = {slot: turn for slot, turn in self._running.items() if turn.owner == me}


__all__ = ["PATIENCE", "Turns"]
