"""`while` and `for`: in Python where Python decides, else as a loop of the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sized
from operator import length_hint
from typing import Any

from graphwright.autograph.operators.conditionals import GetState, SetState, if_stmt
from graphwright.autograph.operators.lists import GrowingList, StagedList, use_for_each
from graphwright.autograph.operators.loop_state import LoopVariables, staged_loop
from graphwright.autograph.operators.sequences import ListSequence, staged_sequence
from graphwright.autograph.operators.staging import is_staged, user_line
from graphwright.base.words import with_article
from graphwright.core.context import state

_MANY_ITERATIONS = 1000

_PYTHON_LOOP = (
    "break and return statements which depend on a TF condition are not supported in Python for loops over a {kind}, "
    "whose length is not known in advance. Loop over a list, a range or a tensor instead."
)


def while_stmt(
    test: Callable[[], Any],
    body: Callable[[], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `while` statement.

    A condition that becomes a tensor after some iterations in Python is staged from there on.

    Args:
      test, body: evaluate the condition; run one iteration.
      get_state, set_state: read and write the variables that rounds hand on.
      symbol_names: their names.
      opts: what `set_loop_options` asked for, and what the analysis found.
    """
    graph = state.graph
    if graph is None:
        while test():
            body()
        return
    iterations, start = 0, len(graph.operations)
    while not is_staged(condition := _tried(test)):
        if not condition:
            return
        body()
        iterations += 1
        if iterations == _MANY_ITERATIONS:
            _log_unrolled(iterations, 0, len(graph.operations) - start, "`while` loop on a Python value")
    staged_loop(test, body, LoopVariables(get_state, set_state, symbol_names, opts))


def _tried(test: Callable[[], Any]) -> Any:
    """The condition's value; if it is a tensor, its ops are rolled back, for the loop to compute."""
    graph: Any = state.graph
    mark = graph.mark()
    condition = test()
    if is_staged(condition):
        graph.roll_back(mark)
    return condition


def for_stmt(
    iterated: Any,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    get_state: GetState,
    set_state: SetState,
    symbol_names: tuple[str, ...],
    opts: dict[str, Any],
) -> None:
    """A `for` statement.

    Args:
      iterated: what it iterates over.
      extra_test: whether to continue, for a loop with early exits.
      body: runs one iteration with an item.
      get_state, set_state: read and write the variables that rounds hand on.
      symbol_names: their names.
      opts: what `set_loop_options` asked for, and what the analysis found.
    """
    variables = LoopVariables(get_state, set_state, symbol_names, opts)
    if state.graph is not None:
        own_loop = getattr(type(iterated), "__staged_for__", None)
        if own_loop is not None:
            own_loop(iterated, extra_test, body, variables)
            return
        sequence = staged_sequence(iterated)
        if sequence is not None:
            sequence.run(extra_test, body, variables)
            return
    if isinstance(iterated, GrowingList):
        _over_growing_list(iterated, extra_test, body, variables)
        return
    if extra_test is None:
        _unrolled(iterated, body)
        return
    _for_with_exit(iterated, extra_test, body, variables)


def _unrolled(iterated: Any, body: Callable[[Any], None]) -> None:
    """A loop in Python."""
    for item in _counting_items(iterated):
        body(item)


def _counting_items(iterated: Any) -> Iterator[Any]:
    """The items; a loop that unrolls many iterations into a graph is logged once there are many."""
    items, graph = iter(iterated), state.graph
    return items if graph is None else _counted(items, graph, f"loop over {with_article(type(iterated).__name__)}")


def _counted(items: Iterator[Any], graph: Any, kind: str) -> Iterator[Any]:
    start = len(graph.operations)
    for count, item in enumerate(items, 1):
        yield item
        if count == _MANY_ITERATIONS:
            _log_unrolled(count, length_hint(items), len(graph.operations) - start, kind)


def _log_unrolled(done: int, left: int, operations: int, kind: str) -> None:
    """Log that a loop is unrolled; without a known length, the number of iterations so far is reported."""
    if operations < done:
        return
    import logging

    logging.getLogger("graphwright.autograph").warning(
        "%s: the %s is unrolled: of its %s rounds %d became %d operations of the graph. Loop over a "
        "tensor, such as tf.range(%s), for a loop that runs in the graph.",
        user_line(), kind, done + left if left else f"{done} or more", done, operations, done + left if left else "n",
    )  # fmt: skip


def _for_with_exit(
    iterated: Any, extra_test: Callable[[], Any], body: Callable[[Any], None], variables: LoopVariables
) -> None:
    items = _counting_items(iterated)
    for item in items:
        body(item)
        go_on = extra_test()
        if is_staged(go_on):
            break
        if not go_on:
            return
    else:
        return
    # A tensor decides whether there is another iteration: the remaining ones are unrolled, each conditional.
    if not isinstance(iterated, Sized):
        raise NotImplementedError(_PYTHON_LOOP.format(kind=type(iterated).__name__))
    for item in items:
        _conditional_iteration(extra_test(), body, item, variables)


def _over_growing_list(
    items: GrowingList, extra_test: Callable[[], Any] | None, body: Callable[[Any], None], variables: LoopVariables
) -> None:
    """A loop over a list that an iteration may move to the graph: the rest is then a loop of the graph."""
    index = 0
    go_on: Any = True
    while not isinstance(items, StagedList) and index < len(items):
        item, index = items[index], index + 1
        if is_staged(go_on):
            _conditional_iteration(go_on, body, item, variables)
        else:
            body(item)
        if extra_test is not None:
            go_on = extra_test()
            if not is_staged(go_on) and not go_on:
                return
    if isinstance(items, StagedList):
        ListSequence(items, index).run(extra_test, body, variables)


def _conditional_iteration(stored: Any, body: Callable[[Any], None], item: Any, variables: LoopVariables) -> None:
    """An iteration that runs if a condition holds."""
    names = variables.names
    if_stmt(stored, lambda: body(item), lambda: None, variables.read, variables.write, names, len(names))


def _for_each(items: Any, body: Callable[[Any], None]) -> None:
    """A `for` statement whose body changes no variables."""
    for_stmt(items, None, body, tuple, lambda _: None, (), {})


use_for_each(_for_each)

__all__ = ["for_stmt", "while_stmt"]
