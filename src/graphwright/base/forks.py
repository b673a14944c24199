"""What another thread may have been in the middle of when the process forked is made anew in the child."""

from __future__ import annotations

import os
import weakref
from typing import Any, TypeVar

_R = TypeVar("_R")

_renewed: weakref.WeakSet[Any] = weakref.WeakSet()


def renewed_after_fork(thing: _R) -> _R:
    """The thing itself; in a forked child its `_at_fork_reinit` is called, because whoever held it is not there.

    Locks have that method; so may a table of what threads are doing.

    >>> import threading
    >>> lock = renewed_after_fork(threading.Lock())
    >>> with lock:
    ...     lock.locked()
    True
    """
    if hasattr(thing, "_at_fork_reinit"):
        _renewed.add(thing)
    return thing


def _renew() -> None:
    for thing in list(_renewed):
        thing._at_fork_reinit()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew)
