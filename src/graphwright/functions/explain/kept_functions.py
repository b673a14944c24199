"""Functions that are kept alive while a program runs, so that they can be explained when it has ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphwright.functions.function import Function

_kept: dict[int, Function[Any, Any]] | None = None


def note(function: Function[Any, Any]) -> None:
    """A function has been traced."""
    if _kept is not None:
        _kept[id(function)] = function


@contextmanager
def keep_functions() -> Iterator[dict[int, Function[Any, Any]]]:
    """Keep the functions that are traced in the block, in the order of their first traces."""
    global _kept
    before, _kept = _kept, {}
    try:
        yield _kept
    finally:
        _kept = before


__all__ = ["keep_functions", "note"]
