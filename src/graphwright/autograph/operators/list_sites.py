"""Which lists of a program grow in staged statements: a list that does is made as a `GrowingList` from then on.

A list written out in converted code is a plain one at first, and the graph remembers that it was made in it. When it
turns out that a staged statement inside changes it, the place in the code is remembered, and the whole function is
traced again. So lists that nothing of the kind happens to are never anything but lists.
"""

from __future__ import annotations

import sys
from typing import Any

from graphwright.autograph.operators.lists import GrowingList
from graphwright.autograph.operators.staging import flatten, place
from graphwright.control.raising import StartAgain
from graphwright.core.context import state
from graphwright.core.tensor import EagerTensor, Tensor

_CHANGES = frozenset({"append", "extend", "insert"})
_growing: set[str] = set()


def new_list(items: Any, name: str, site: str) -> Any:
    """A list that is written out in converted code.

    Args:
      items: the list.
      name: what it is assigned to.
      site: the place in its file.
    """
    graph: Any = state.graph
    if graph is None or type(items) is not list:
        return items
    where = f"{sys._getframe(1).f_code.co_filename}:{site}"
    if where in _growing:
        return GrowingList(items, name)
    graph.lists_made[id(items)] = (items, where)
    return items


def check_change(method: Any, args: tuple[Any, ...]) -> None:
    """Look at the call of a list's method before it is made.

    Raises:
      StartAgain: the list grows in a staged statement.
    """
    graph: Any = state.graph
    if not getattr(graph, "is_body", False) or method.__name__ not in _CHANGES or not graph.accepts_raise:
        return
    changed, inner = method.__self__, graph
    while inner is not None:
        known = inner.lists_made.get(id(changed))
        if known is not None:
            if inner is not graph:
                _growing.add(known[1])
                raise StartAgain
            return
        inner = inner.outer_graph if inner.is_body else None
    if _holds_value_of(graph, args):
        _tell_outside(changed)


def _tell_outside(changed: list[Any]) -> None:
    """Documented behaviour, which surprises: the list changes while tracing, and what it then holds cannot be used."""
    import logging

    # not a warning: the documents show it, and whoever uses the tensor gets an error
    logging.getLogger("graphwright.autograph").info(
        "%s: a statement that a tensor decides on changes the list %s, which was not made in the function that is "
        "traced: that happens once, while tracing, and the tensor it then holds cannot be used outside. Make a list in "
        "the function and return it, or use a tf.TensorArray.",
        place(), _shortened(changed),
    )  # fmt: skip


def _holds_value_of(graph: Any, args: tuple[Any, ...]) -> bool:
    """Whether there is a tensor among the arguments that belongs to this body."""
    return any(
        isinstance(leaf, Tensor) and not isinstance(leaf, EagerTensor) and leaf.op.graph is graph
        for leaf in flatten(list(args))
    )


def _shortened(changed: list[Any]) -> str:
    text = repr(changed)
    return text if len(text) < 80 else f"{text[:70]} ...]"


__all__ = ["check_change", "new_list"]
