"""One line on a terminal while something takes long: what, and how far it is.

A thread writes it, so that code which computes need not think of it; nothing is written where there is no terminal.
"""

from __future__ import annotations

import re
import shutil
import sys
import threading
import time
from collections.abc import Callable
from typing import Final, TextIO

from graphwright.base.config import options

_QUIET: Final = 2.0  # seconds before anything is shown
_EVERY: Final = 0.2  # seconds between two lines
_CLEAR: Final = "\r\x1b[K"
_WORDS: Final = {
    "trace": "tracing", "compile": "compiling", "load": "loading", "save": "saving", "convert": "converting",
}  # fmt: skip


class Task:
    """Something that may take long, and may consist of others.

    Attributes:
      kind, name: what is done, and what with.
      far: says how far it is; called by another thread.
      start: when it began, by `time.perf_counter`.
    """

    __slots__ = ("far", "kind", "name", "start")

    def __init__(self, kind: str, name: str = "") -> None:
        self.kind = kind
        self.name = name
        self.far: Callable[[], str] | None = None
        self.start = 0.0


_open: list[Task] = []  # of all threads, the outermost first
_line: _Line | None = None


def begin(task: Task) -> None:
    """A task begins."""
    global _line
    task.start = time.perf_counter()
    _open.append(task)
    if len(_open) == 1 and (terminal := _terminal()) is not None:
        _line = _Line(terminal)
        _line.start()


def end(task: Task) -> None:
    """A task has ended; with the outermost one the line is gone."""
    global _line
    _open.remove(task)
    line = _line
    if line is not None and not _open:
        _line = None
        line.ended.set()
        if line.is_shown:
            line.join(1.0)


def tell(far: Callable[[], str]) -> None:
    """Say how far the innermost task is, by a function that another thread calls."""
    if _open:
        _open[-1].far = far


def _terminal() -> TextIO | None:
    """Standard error where it is a terminal, and progress is wanted."""
    try:
        return sys.stderr if options.progress and sys.stderr is not None and sys.stderr.isatty() else None
    except ValueError:  # it is closed
        return None


class _Line(threading.Thread):
    """Writes the line until `ended`."""

    def __init__(self, terminal: TextIO) -> None:
        super().__init__(name="graphwright progress", daemon=True)
        self.ended = threading.Event()
        self.is_shown = False
        self._terminal = terminal

    def run(self) -> None:
        pause = _QUIET
        try:
            while not self.ended.wait(pause):
                pause = _EVERY
                text = _described(list(_open))
                if text:
                    self.is_shown = True
                    self._write(f"\r{text[: shutil.get_terminal_size().columns - 1]}\x1b[K")
            if self.is_shown:
                self._write(_CLEAR)
        except (OSError, ValueError):
            pass  # the terminal is gone

    def _write(self, text: str) -> None:
        self._terminal.write(text)
        self._terminal.flush()


def _described(tasks: list[Task]) -> str:
    """The outermost task, the innermost one, and how far that is."""
    if not tasks:
        return ""
    first, last = tasks[0], tasks[-1]
    parts = [f"graphwright: {_WORDS.get(first.kind, first.kind)} {_plain(first.name)}".rstrip()]
    if last is not first:
        parts.append(f"{last.kind} {_plain(last.name) if last.name != first.name else ''}".rstrip())
    far = next((task.far for task in reversed(tasks) if task.far is not None), None)
    if far is not None:
        parts.append(far())
    parts.append(f"{time.perf_counter() - first.start:.0f} s")
    return f"{parts[0]}: {', '.join(parts[1:])}"


def _plain(name: str) -> str:
    """The name of a function without what makes it unique in graphs."""
    found = re.fullmatch(r"__(?:inference|forward|backward)_(.+)_\d+", name)
    return found[1] if found else name


__all__ = ["Task", "begin", "end", "tell"]
