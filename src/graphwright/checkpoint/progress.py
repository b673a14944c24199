"""Progress of long reads and writes, as a line on a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType

_QUIET = 1.0  # seconds before anything is shown
_EVERY = 0.2  # seconds between two lines


class Progress:
    """Shows progress on standard error after one second, if that is a terminal.

    A context manager: leaving the block clears the line. `advance(size)` is told of bytes as they are moved.
    """

    def __init__(self, task: str, total: int) -> None:
        self._task, self._total = task, total
        self._done = 0
        terminal = sys.stderr is not None and sys.stderr.isatty()
        self._next = time.monotonic() + _QUIET if terminal else float("inf")
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def advance(self, size: int) -> None:
        """Add bytes that were read or written."""
        self._done += size
        now = time.monotonic()
        if now < self._next:
            return
        self._next, self._shown = now + _EVERY, True
        part = min(100, 100 * self._done // max(1, self._total))
        sys.stderr.write(f"\r{self._task}: {part} % of {self._total / 2**20:,.0f} MiB\x1b[K")
        sys.stderr.flush()
