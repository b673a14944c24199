"""Functions and traces that are kept alive while a program runs, so that they can be explained when it has ended."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.function import Function

_MOST_TRACES: Final = 32  # of one function


class Kept(NamedTuple):
    """A function, and its first traces, those too that it has dropped: their arguments may be gone by the end."""

    function: Function[Any, Any]
    traces: list[ConcreteFunction]


_kept: dict[int, Kept] | None = None


def note(function: Function[Any, Any], trace: ConcreteFunction) -> None:
    """A function has been traced."""
    if _kept is not None:
        traces = _kept.setdefault(id(function), Kept(function, [])).traces
        if len(traces) < _MOST_TRACES:
            traces.append(trace)


@contextmanager
def keep_functions() -> Iterator[dict[int, Kept]]:
    """Keep the functions that are traced in the block, in the order of their first traces."""
    global _kept
    before, _kept = _kept, {}
    try:
        yield _kept
    finally:
        _kept = before


__all__ = ["Kept", "keep_functions", "note"]
