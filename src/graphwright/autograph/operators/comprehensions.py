"""Comprehensions over tensors whose number of items, or which of them count, is known when the graph runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from graphwright.autograph.operators.conditionals import if_stmt
from graphwright.autograph.operators.lists import GrowingList, StagedList
from graphwright.autograph.operators.loop_state import LoopVariables
from graphwright.autograph.operators.loops import for_stmt
from graphwright.autograph.operators.sequences import staged_sequence
from graphwright.autograph.operators.staging import is_staged
from graphwright.core.context import state


def comprehension(kind: str, items: Iterator[Any]) -> Any:
    """A comprehension in Python, of what a generator gives for it; for a "dict" that is keys with their values."""
    try:
        return _KINDS[kind](items)
    except RuntimeError as error:
        stopped, raised = error.__cause__, error.__traceback__
        # the generator itself makes this of it, and no other frame has been left then
        if isinstance(stopped, StopIteration) and raised is not None and raised.tb_next is None:
            raise stopped from None
        raise


_KINDS: dict[str, Callable[[Iterator[Any]], Any]] = {"list": list, "set": set, "dict": dict}


def list_comprehension(
    iterated: Any,
    python: Callable[[Any], Any],
    element: Callable[[Any], Any],
    tests: Callable[[Any], Any] | None,
) -> Any:
    """`[element for item in iterated if tests]`; `python` makes it where Python decides of how many items."""
    if state.graph is None or (tests is None and _length_is_known(iterated)):
        return python(iterated)
    if tests is not None and staged_sequence(iterated) is None:
        return _filtered(iterated, element, tests)
    return generator_expression(iterated, python, element, tests)


def generator_expression(
    iterated: Any,
    python: Callable[[Any], Any],
    element: Callable[[Any], Any],
    tests: Callable[[Any], Any] | None,
) -> Any:
    """`(element for item in iterated if tests)`: over what Python iterates it is a generator of Python."""
    sequence = None if state.graph is None else staged_sequence(iterated)
    if sequence is None or (tests is None and isinstance(sequence.length(), int)):
        return python(iterated)
    result = GrowingList((), "of a comprehension")

    def body(item: Any) -> None:
        if tests is None:
            result.append(element(item))
        else:
            if_stmt(tests(item), lambda: result.append(element(item)), _skip, tuple, _no_state, (), 0)

    sequence.run(None, body, LoopVariables(tuple, _no_state, (), {}))
    return result


def joined_comprehension(
    iterated: Any,
    python: Callable[[Any], Any],
    inner: Callable[[Any], Any],
    tests: Callable[[Any], Any] | None,
) -> Any:
    """`[element for item in iterated if tests for ...]`; `inner` makes the list that belongs to one item."""
    if state.graph is None:
        return python(iterated)
    result = GrowingList((), "of a comprehension")

    def add(item: Any) -> None:
        for_stmt(inner(item), None, lambda element: result.append(element), tuple, _no_state, (), {})

    def body(item: Any) -> None:
        if tests is None:
            add(item)
        else:
            if_stmt(tests(item), lambda: add(item), _skip, tuple, _no_state, (), 0)

    if _length_is_known(iterated):
        for item in iterated:
            body(item)
    else:
        for_stmt(iterated, None, body, tuple, _no_state, (), {})
    return result if isinstance(result, StagedList) else list(result)


def joined_generator(
    iterated: Any,
    python: Callable[[Any], Any],
    inner: Callable[[Any], Any],
    tests: Callable[[Any], Any] | None,
) -> Any:
    """`(element for item in iterated if tests for ...)`: over what Python iterates it is a generator of Python."""
    if state.graph is None or staged_sequence(iterated) is None:
        return python(iterated)
    return joined_comprehension(iterated, python, inner, tests)


def _length_is_known(iterated: Any) -> bool:
    """Whether it is known while tracing how many items there are."""
    sequence = staged_sequence(iterated)
    return sequence is None or isinstance(sequence.length(), int)


def _filtered(iterated: Any, element: Callable[[Any], Any], tests: Callable[[Any], Any]) -> list[Any]:
    """The elements of the items that pass the tests; a list of the graph if a test is a tensor."""
    result: list[Any] = []
    for item in iterated:
        condition = tests(item)
        if not is_staged(condition):
            if condition:
                result.append(element(item))
            continue
        result = result if isinstance(result, GrowingList) else GrowingList(result, "of a comprehension")
        if_stmt(condition, _appender(result, element, item), _skip, tuple, _no_state, (), 0)
    return result


def _appender(result: list[Any], element: Callable[[Any], Any], item: Any) -> Callable[[], None]:
    return lambda: result.append(element(item))


def _skip() -> None:
    """Items that do not count are passed over."""


def _no_state(_: tuple[Any, ...]) -> None:
    """There are no variables to set."""


__all__ = ["comprehension", "generator_expression", "joined_comprehension", "joined_generator", "list_comprehension"]
