"""How long each stage of a pipeline works, and how long programs wait for elements: counted for a profile.

Runs of pipelines that begin while one is recorded are counted stage by stage. The time of a stage is without that of
the stages that it draws from in the same thread; one that others work for in threads of their own counts its wait for
them.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial
from typing import Any, Final

_END: Final = object()


class StageTimes:
    """Counters of stages.

    Attributes:
      waited: seconds that programs waited for elements of iterators.
      taken: the elements that they got.
    """

    def __init__(self) -> None:
        self.waited, self.taken = 0.0, 0
        self._counts: dict[int, list[Any]] = {}  # of a pipeline: its name, elements, seconds, and itself, which is kept
        self._lock = threading.Lock()
        self._local = threading.local()

    def watched(self, pipeline: Any, elements: Iterator[Any]) -> Iterator[Any]:
        """The elements of one run, counted."""
        with self._lock:
            count = self._counts.setdefault(id(pipeline), [type(pipeline).__name__, 0, 0.0, pipeline])
        return iter(partial(self._timed, count, elements), _END)

    def _timed(self, count: list[Any], elements: Iterator[Any]) -> Any:
        stack = self._local.__dict__.setdefault("stack", [])
        stack.append(0.0)  # the time of the stages that this one draws from
        start = time.perf_counter()
        try:
            element = next(elements, _END)
        finally:
            took, inner = time.perf_counter() - start, stack.pop()
            if stack:
                stack[-1] += took
            with self._lock:
                count[2] += took - inner
        with self._lock:
            count[1] += element is not _END
        return element

    def wait(self, run: Iterator[Any]) -> Any:
        """The next element of a program's iterator, None after the last one."""
        start, element = time.perf_counter(), None
        try:
            element = next(run, None)
        finally:
            with self._lock:
                self.waited += time.perf_counter() - start
                self.taken += element is not None
        return element

    def stages(self) -> list[dict[str, Any]]:
        """What each stage did: its name, the elements it gave, the seconds of its own."""
        with self._lock:
            return [{"stage": name, "elements": n, "seconds": spent} for name, n, spent, _ in self._counts.values()]


class _Current:
    times: StageTimes | None = None


current: Final = _Current()
"""The counters of the profile that is recorded."""

__all__ = ["StageTimes", "current"]
