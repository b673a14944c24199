"""Phases of long work - tracing, passes, code generation - told to whoever observes them: profiles do."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

Observer = Callable[[str, str, int, float, float], None]

_observers: list[Observer] = []


class phase:
    """A block of work.

    Args:
      kind: what is done: "trace", "compile", "passes", ...
      name: what with: the name of a function.

    >>> seen = []
    >>> observe(lambda kind, name, thread, start, end: seen.append((kind, name, end >= start)))
    >>> with phase("passes", "f"):
    ...     pass
    >>> observe(None)
    >>> seen
    [('passes', 'f', True)]
    """

    __slots__ = ("_kind", "_name", "_start")

    def __init__(self, kind: str, name: str = "") -> None:
        self._kind, self._name = kind, name

    def __enter__(self) -> None:
        self._start = time.perf_counter()

    def __exit__(self, *error: object) -> None:
        for observer in _observers:
            observer(self._kind, self._name, threading.get_ident(), self._start, time.perf_counter())


def observe(observer: Observer | None) -> None:
    """Have phases told to `observer` when they end, by kind, name, thread, begin and end; None: to nobody."""
    _observers[:] = [] if observer is None else [observer]


__all__ = ["observe", "phase"]
