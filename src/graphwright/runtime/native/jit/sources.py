"""A key for our own sources, so that cached kernels are found without writing their text again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from typing import Final

from graphwright.base.tracebacks import PACKAGE_ROOT

_GENERATED: Final = "__pycache__"


@cache
def fingerprint() -> str:
    """A hash of the names, sizes and times of all files of the package; empty where they are no files."""
    try:
        facts = sorted(_facts(PACKAGE_ROOT))
    except OSError:
        return ""
    return sha256("\0".join(facts).encode()).hexdigest()


def _facts(folder: str) -> Iterator[str]:
    with os.scandir(folder) as found:
        for item in found:
            if item.name == _GENERATED:
                continue
            if item.is_dir(follow_symlinks=False):
                yield from _facts(item.path)
                continue
            about = item.stat()
            yield f"{item.path}\0{about.st_size}\0{about.st_mtime_ns}"
