"""Comprehensions over tensors whose number of items, or which of them count, is known when the graph runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.autograph.operators.conditionals import if_stmt
from graphwright.autograph.operators.lists import GrowingList
from graphwright.autograph.operators.sequences import staged_sequence
from graphwright.core.context import state


def list_comprehension(
    iterated: Any,
    python: Callable[[Any], Any],
    element: Callable[[Any], Any],
    tests: Callable[[Any], Any] | None,
) -> Any:
    """`[element for item in iterated if tests]`; `python` makes it of what Python iterates."""
    sequence = None if state.graph is None else staged_sequence(iterated)
    if sequence is None or (tests is None and isinstance(sequence.length(), int)):
        return python(iterated)
    made = GrowingList((), "of a comprehension")

    def body(item: Any) -> None:
        if tests is None:
            made.append(element(item))
        else:
            if_stmt(tests(item), lambda: made.append(element(item)), _nothing, tuple, _ignore, (), 0)

    sequence.run(None, body, tuple, _ignore, (), {})
    return made


def _nothing() -> None:
    """Items that do not count are passed over."""


def _ignore(_: tuple[Any, ...]) -> None:
    """There are no variables to set."""


__all__ = ["list_comprehension"]
