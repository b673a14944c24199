"""What a process does to files, sockets, processes and libraries, seen by an audit hook of Python.

A hook cannot be removed: only processes of their own install one (`tests/saved_model/audit.py`).
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import graphwright

_FILES = ("open", "os.", "shutil.", "glob.", "tempfile.", "pathlib.", "sqlite3.connect", "mmap.__new__")
_OTHERS = ("socket.", "subprocess.", "ctypes.dlopen", "pty.", "ftplib.", "http.client.", "urllib.", "webbrowser.")
_IN_FOLDERS = ("os.remove", "os.rmdir", "os.mkdir")
_HARMLESS = ("os.putenv", "os.unsetenv", "socket.gethostname", "os.add_dll_directory")


class Touched(Exception):
    """The hook prevents what it reports."""


class Audit:
    """An audit hook that reports and prevents what reaches beyond some folders, while it is armed.

    Args:
      allowed: folders in which files may be read and written.

    Attributes:
      found: what was done, by the label under which it happened.
    """

    def __init__(self, allowed: list[str]) -> None:
        self.found: dict[str, list[str]] = {}
        self._label: str | None = None
        self._allowed = [os.path.realpath(folder) for folder in allowed]
        paths = [sys.prefix, sys.base_prefix, *sysconfig.get_paths().values(), os.path.dirname(graphwright.__file__)]
        prefix = sys.pycache_prefix
        self._code = [os.path.realpath(p) for p in [*paths, *([prefix] if prefix else [])]]
        sys.addaudithook(self._hook)

    @contextmanager
    def armed(self, label: str) -> Iterator[None]:
        """Watch what is done, and prevent it."""
        self._label = label
        try:
            yield
        finally:
            self._label = None

    def _hook(self, event: str, args: tuple[Any, ...]) -> None:
        label = self._label
        if label is None or event in _HARMLESS or (event == "ctypes.dlopen" and args == (None,)):
            return  # the library of that name is the process itself
        if event.startswith(_OTHERS) or (event.startswith(_FILES) and not self._may(event, args)):
            self._label = None  # what the report itself does
            shown = f"{event}{tuple(str(a)[:200] for a in args)}"
            self.found.setdefault(label, []).append(shown)
            self._label = label
            raise Touched(shown)

    def _may(self, event: str, args: tuple[Any, ...]) -> bool:
        paths = [os.fsdecode(a) for a in args[:2] if isinstance(a, (str, bytes, os.PathLike))]
        if event == "open":  # path, mode, flags: the mode is no path
            paths = paths[:1]
            if isinstance(args[0], int):
                return True  # a descriptor: opening it was seen
        if event in _IN_FOLDERS and isinstance(args[-1], int) and args[-1] >= 0:  # a descriptor of the folder
            folder = f"/proc/self/fd/{args[-1]}"
            paths = [os.path.join(folder, path) for path in paths] if os.path.exists(folder) else []
        reading = event in ("os.listdir", "os.scandir") or (event == "open" and not _writes(args))
        return all(self._inside(os.path.realpath(path), reading) for path in paths)

    def _inside(self, path: str, reading: bool) -> bool:
        if any(_below(path, folder) for folder in self._allowed):
            return True
        return reading and any(_below(path, folder) for folder in self._code)


def _writes(args: tuple[Any, ...]) -> bool:
    mode, flags = args[1], args[2] if len(args) > 2 else 0
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return bool((flags or 0) & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(os.path.join(folder, ""))


__all__ = ["Audit", "Touched"]
