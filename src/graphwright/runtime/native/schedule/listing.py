"""The schedule of a program as text: while a program is lowered, each step adds how it runs.

Nobody listens in ordinary compilations, and then nothing is written. `functions/explain/compiler_ir.py` offers the
text as the stage "schedule".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final


class _Listing:
    """Lines, and how deep the next one is indented."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 0


_current: Final[ContextVar[_Listing | None]] = ContextVar("schedule listing", default=None)


@contextmanager
def listed() -> Iterator[list[str]]:
    """Collect the lines of everything that is lowered in the block."""
    listing = _Listing()
    token = _current.set(listing)
    try:
        yield listing.lines
    finally:
        _current.reset(token)


def add(head: str, body: Callable[[], str]) -> None:
    """Add a step: a line, and below it the text that `body` returns."""
    listing = _current.get()
    if listing is not None:
        _append(listing, head, body())


@contextmanager
def nested(head: str, body: Callable[[], str]) -> Iterator[None]:
    """Add a step, and below it the steps that are added in the block."""
    listing = _current.get()
    if listing is None:
        yield
        return
    text = body()
    deeper = 1 + len(text.splitlines())
    _append(listing, head, text)
    listing.depth += deeper
    yield
    listing.depth -= deeper


def _append(listing: _Listing, head: str, text: str) -> None:
    indent = "  " * listing.depth
    listing.lines += [f"{indent}{head}", *(f"{indent}  {line}" for line in text.splitlines())]


__all__ = ["add", "listed", "nested"]
