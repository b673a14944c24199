"""The functions and traces whose calls compiled code dispatches, for those who want all of them entered anew."""

from __future__ import annotations

import threading
import weakref
from typing import Final, Protocol

from graphwright.base.forks import renewed_after_fork


class Entered(Protocol):
    """What has a table of entries."""

    def renew_entries(self) -> None:
        """Have the next calls enter their programs anew: other ones may have been compiled."""


_lock = renewed_after_fork(threading.Lock())
_entered: Final[weakref.WeakSet[Entered]] = weakref.WeakSet()


def add(thing: Entered) -> None:
    """Something has got its table."""
    with _lock:
        _entered.add(thing)


def renew_all() -> None:
    """Renew the entries of all functions and traces, and have the next call of each trace looked at."""
    with _lock:
        found = list(_entered)
    for thing in found:
        thing.renew_entries()


__all__ = ["add", "renew_all"]
