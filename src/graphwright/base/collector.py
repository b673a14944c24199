"""Python's garbage collector while graphs grow: it starts rarely, since what is traced and compiled stays."""

from __future__ import annotations

import gc
import threading

from graphwright.base.forks import renewed_after_fork

# New objects between two collections. Python's own 700 has it go over a growing graph again and again, a fifth of
# the first step of a large model (row `layers`: python -m bench.layers); with this many, garbage is still bounded.
_OBJECTS = 100_000


class _RareCollections:
    """A context in which collections are rare, for all threads: the last to leave restores what was set.

    Who has changed the thresholds meanwhile keeps them; where collections are rarer already, or off, nothing happens.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._before: tuple[int, int, int] | None = None

    def __enter__(self) -> None:
        with self._lock:
            self._inside += 1
            if self._inside == 1:
                young, *older = before = gc.get_threshold()
                if 0 < young < _OBJECTS:
                    self._before = before
                    gc.set_threshold(_OBJECTS, *older)

    def __exit__(self, *failure: object) -> None:
        with self._lock:
            # a child that was forked in here starts at zero again
            self._inside = max(0, self._inside - 1)
            if not self._inside:
                self._restore()

    def _restore(self) -> None:
        before, self._before = self._before, None
        if before is not None and gc.get_threshold()[0] == _OBJECTS:
            gc.set_threshold(*before)

    def _at_fork_reinit(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._restore()


rare_collections = renewed_after_fork(_RareCollections())

__all__ = ["rare_collections"]
