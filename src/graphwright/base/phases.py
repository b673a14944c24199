"""Phases of long work - tracing, passes, code generation - as events for observers, such as profiles.

A terminal shows those that take seconds (`base/progress.py`).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

from graphwright.base import progress

_Phase = TypeVar("_Phase", bound="phase")
Observer = Callable[[str, str, int, float, float], None]

_observers: list[Observer] = []


class phase(progress.Task):
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

    __slots__ = ()

    def __enter__(self: _Phase) -> _Phase:
        progress.begin(self)
        return self

    def __exit__(self, *error: object) -> None:
        progress.end(self)
        for observer in _observers:
            observer(self.kind, self.name, threading.get_ident(), self.start, time.perf_counter())


class transfer(phase):
    """A phase that moves bytes, so that it is known how far it is.

    Args:
      kind, name: as those of a phase.
      total: how many bytes there are.
    """

    __slots__ = ("_done", "total")

    def __init__(self, kind: str, name: str = "", total: int = 0) -> None:
        super().__init__(kind, name)
        self.total, self._done = total, 0
        self.far = self._far

    def advance(self, size: int) -> None:
        """Add bytes that were moved."""
        self._done += size

    def _far(self) -> str:
        part = min(100, 100 * self._done // max(1, self.total))
        return f"{part} % of {self.total / 2**20:,.0f} MiB"


def observe(observer: Observer | None) -> None:
    """Have phases told to `observer` when they end, by kind, name, thread, begin and end; None: to nobody."""
    _observers[:] = [] if observer is None else [observer]


__all__ = ["observe", "phase", "transfer"]
