"""What another thread may have been in the middle of when the process forked is made anew in the child."""

from __future__ import annotations

import importlib
import os
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, TypeVar

_R = TypeVar("_R")

_renewed: weakref.WeakSet[Any] = weakref.WeakSet()


def renewed_after_fork(thing: _R) -> _R:
    """The thing itself; in a forked child its `_at_fork_reinit` is called: the thread that held it is gone.

    Locks have that method; so may a table of what threads are doing. A reentrant lock that the forking thread itself
    holds stays as it is.

    >>> import threading
    >>> lock = renewed_after_fork(threading.Lock())
    >>> with lock:
    ...     lock.locked()
    True
    """
    if hasattr(thing, "_at_fork_reinit"):
        _renewed.add(thing)
    return thing


def around_forks(before: Callable[[], Any], after: Callable[[], Any]) -> None:
    """Have `before` called whenever the process is about to fork, then `after`, in the parent and in the child.

    Where a fork is under way already, in a thread that waits for this one, neither is called for that one.
    """
    begun: list[bool] = []

    def first() -> None:
        before()
        begun.append(True)

    def then() -> None:
        if begun:
            begun.pop()
            after()

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(before=first, after_in_parent=then, after_in_child=then)


class BarredFromForks:
    """Work that threads do side by side, none of it while the process forks: the child finds nothing half done.

    >>> work = BarredFromForks()
    >>> with work:
    ...     pass
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._depths: dict[int, int] = {}  # of the threads at work
        self._around: list[tuple[Callable[[], Any], Callable[[], Any]]] = []
        self._ready: list[Callable[[], Any]] = []  # to call after the fork that is under way

    def bar(self) -> None:
        """From now on forks wait; those of locks that the work takes must be asked for before."""
        around_forks(self._wait, self._go_on)

    def around(self, before: Callable[[], Any], after: Callable[[], Any]) -> None:
        """As `around_forks`, for what the work may change: `before` is called when none is done any more."""
        self._around.append((before, after))

    def __enter__(self) -> None:
        thread = threading.get_ident()
        with self._changed:
            self._depths[thread] = self._depths.get(thread, 0) + 1

    def __exit__(self, *failure: object) -> None:
        thread = threading.get_ident()
        with self._changed:
            self._depths[thread] -= 1
            if not self._depths[thread]:
                del self._depths[thread]
                self._changed.notify_all()

    def _wait(self) -> None:
        """Before a fork, which may come from a signal's handler in the middle of this thread's own work."""
        self._changed.acquire()
        try:
            while self._depths.keys() - {threading.get_ident()}:
                self._changed.wait()
            for before, after in self._around:
                before()
                self._ready.append(after)
        except BaseException:  # an interrupt: Python forks all the same, and calls nothing afterwards
            self._go_on()
            raise

    def _go_on(self) -> None:
        """Undo what was done, and no more: another thread may have come by `around` meanwhile."""
        while self._ready:
            self._ready.pop()()
        self._changed.release()


def _renew() -> None:
    for thing in list(_renewed):
        is_own = getattr(thing, "_is_owned", None)  # of locks that can be taken again
        if is_own is None or not is_own():
            thing._at_fork_reinit()


_PATIENCE = 10.0  # seconds at most: whose import waits for this very thread never ends


def _wait_for_imports() -> None:
    """Before a fork: a module that another thread is importing would stay locked, and half made, in the child."""
    until = time.monotonic() + _PATIENCE
    while _imported_by_others() and time.monotonic() < until:
        time.sleep(0.001)


def _imported_by_others() -> bool:
    """Whether other threads import modules of this package, as far as Python tells."""
    locks = getattr(getattr(importlib, "_bootstrap", None), "_module_locks", {})
    here, package = threading.get_ident(), __name__.partition(".")[0]
    for name, reference in list(locks.items()):
        owner = getattr(reference(), "owner", None)
        if owner not in (None, here) and name.partition(".")[0] == package:
            return True
    return False


# what is registered first is called last: no thread has time to begin another import
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_wait_for_imports, after_in_child=_renew)
