"""Notes which decisions about a program followed from the machine, for `explain()`."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_noted: Final[ContextVar[Counter[str] | None]] = ContextVar("decisions", default=None)


@contextmanager
def noting() -> Iterator[Counter[str]]:
    """What is decided inside, and how often."""
    found: Counter[str] = Counter()
    token = _noted.set(found)
    try:
        yield found
    finally:
        _noted.reset(token)


def note(decision: str) -> None:
    """A decision was made that names the limit it follows from."""
    noted = _noted.get()
    if noted is not None:
        noted[decision] += 1
