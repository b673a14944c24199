"""Finds the lists of a program that grow in staged statements: they are created as `GrowingList`s from then on.

A list written out in converted code is a plain one at first, and the graph remembers that it was made in it. When it
turns out that a staged statement inside changes it, the place in the code is remembered, and the whole function is
traced again. So lists that nothing of the kind happens to are never anything but lists.
"""

from __future__ import annotations

import sys
import weakref
from collections import defaultdict
from typing import Any

from graphwright.autograph.operators.lists import GrowingList
from graphwright.autograph.operators.staging import flatten, is_staged, user_line
from graphwright.control.raise_ops import RetraceRequest
from graphwright.core.context import state
from graphwright.core.tensor import EagerTensor, Tensor

_CHANGES = frozenset({"append", "extend", "insert"})
_growing: set[str] = set()
_OWN_REFERENCES = 2  # that of the table and that of the call that counts them


def new_list(items: Any, name: str, site: str) -> Any:
    """A list that is written out in converted code.

    Args:
      items: the list.
      name: what it is assigned to.
      site: its position in its file.
    """
    graph: Any = state.graph
    if type(items) is GrowingList:
        items.name = name  # it is assigned: the display itself has made it
        return items
    if graph is None or type(items) is not list:
        return items
    where = f"{sys._getframe(1).f_code.co_filename}:{site}"
    _record_nested(graph, items, name)
    if where in _growing:
        return GrowingList(items, name)
    graph.containers_made[id(items)] = (items, name, where)
    return items


def new_container(result: Any, name: str) -> Any:
    """A dict or set that is written out in converted code, and assigned to what is called `name`."""
    graph: Any = state.graph
    if graph is not None and type(result) in (dict, set):
        graph.containers_made[id(result)] = (result, name, "")
        _record_nested(graph, result, name)
    return result


def default_factory(factory: Any, converted: Any) -> Any:
    """The factory of a `collections.defaultdict` in converted code: its lists belong to the graph in which it is made.

    Args:
      factory: what the user gave.
      converted: its converted form, which is called.
    """
    graph: Any = state.graph
    return factory if graph is None else _ListFactory(factory, converted, graph)


class _ListFactory:
    """Makes the values of a defaultdict; lists among them may grow in staged statements."""

    def __init__(self, factory: Any, converted: Any, graph: Any) -> None:
        self._factory, self._converted = factory, converted
        self._graph = weakref.ref(graph)

    def __call__(self) -> Any:
        created, graph = self._converted(), self._graph()
        if type(created) is defaultdict and isinstance(created.default_factory, _ListFactory):
            created.default_factory._graph = self._graph
        if type(created) is not list or created or graph is None or state.graph is None:
            return created
        result = GrowingList((), "of a defaultdict")
        result.graph = graph
        return result

    def __repr__(self) -> str:
        return repr(self._factory)


def _record_nested(graph: Any, result: Any, name: str) -> None:
    """Record the containers nested in a container display; they do not become growing lists."""
    for item in result.values() if isinstance(result, dict) else result:
        if type(item) in (list, dict, set) and id(item) not in graph.containers_made:
            graph.containers_made[id(item)] = (item, name, "")
            _record_nested(graph, item, name)


def check_change(method: Any, args: tuple[Any, ...]) -> None:
    """Check the call of a list's method.

    Raises:
      RetraceRequest: the list grows in a staged statement.
    """
    graph: Any = state.graph
    if method.__name__ not in _CHANGES or graph is None:
        return
    changed, inner = method.__self__, graph
    made_here = graph.containers_made.get(id(changed))
    if made_here is not None and made_here[2] and method.__name__ == "extend" and args and is_staged(args[0]):
        _growing.add(made_here[2])
        raise RetraceRequest
    if not graph.is_body or not graph.accepts_raise:
        return
    while inner is not None:
        known = inner.containers_made.get(id(changed))
        if known is not None:
            if inner is not graph and known[2]:
                _growing.add(known[2])
                raise RetraceRequest
            return
        inner = inner.outer_graph if inner.is_body else None
    if _holds_value_of(graph, args):
        _log_outer_change(changed)


def grow(changed: list[Any]) -> None:
    """Have the function traced again, with a list that may grow, if the list was written out in it.

    Raises:
      RetraceRequest: it was.
    """
    known = _known(changed)
    if known is not None and known[2]:
        _growing.add(known[2])
        raise RetraceRequest


def note_copy(original: Any, copied: Any) -> Any:
    """Remember of a list that stands for another in a body where the other was written out; returns it."""
    graph: Any = state.graph
    known = _known(original) if type(copied) is list else None
    if known is not None and known[2]:
        graph.containers_made[id(copied)] = (copied, known[1], known[2])
    return copied


def _known(container: Any) -> Any:
    """What the graphs around know of a container; None if it was not written out in them."""
    graph: Any = state.graph
    while graph is not None:
        known = graph.containers_made.get(id(container))
        if known is not None:
            return known
        graph = graph.outer_graph if graph.is_body else None
    return None


OuterContainers = list[tuple[Any, str, str, Any]]


def containers_outside() -> OuterContainers:
    """The containers created outside the body of a staged statement, with their contents, when the body begins."""
    graph: Any = state.graph
    known: OuterContainers = []
    while graph is not None and graph.is_body:
        graph = graph.outer_graph
        if graph is not None:
            _forget_unused(graph.containers_made)
            known += [(*created, _identities(created[0])) for created in graph.containers_made.values()]
    return known


def _forget_unused(result: dict[int, Any]) -> None:
    """Leave out the containers that nobody else has any more."""
    for key in [key for key, entry in result.items() if sys.getrefcount(entry[0]) <= _OWN_REFERENCES]:
        del result[key]


def check_unchanged(containers: OuterContainers) -> None:
    """Compare them at the end of the body, with the statement's variables restored.

    Raises:
      RetraceRequest: the body has changed a list.
      NotImplementedError: it has changed a dict or a set.
    """
    for created, name, where, value in containers:
        if _identities(created) == value:
            continue
        if where:
            _growing.add(where)
            raise RetraceRequest
        raise NotImplementedError(
            f"the {type(created).__name__} '{name}' is changed in a statement that a tensor decides on, which would "
            "happen once, while tracing. Assign to items under keys that are there before, or use tensors."
        )


def _identities(result: Any) -> Any:
    """The contents of a container by identity: comparing tensors would compute."""
    if isinstance(result, dict):
        return {id(key): id(value) for key, value in result.items()}
    return [*map(id, result)] if isinstance(result, list) else {*map(id, result)}


def _log_outer_change(changed: list[Any]) -> None:
    """Log documented but surprising behaviour: the list changes while tracing, and its new item is unusable."""
    import logging

    # not a warning: it is documented, and using the tensor is an error
    logging.getLogger("graphwright.autograph").info(
        "%s: a statement that a tensor decides on changes the list %s, which was not made in the function that is "
        "traced: that happens once, while tracing, and the tensor it then holds cannot be used outside. Make a list in "
        "the function and return it, or use a tf.TensorArray.",
        user_line(), _abbreviated(changed),
    )  # fmt: skip


def _holds_value_of(graph: Any, args: tuple[Any, ...]) -> bool:
    """Whether there is a tensor among the arguments that belongs to this body."""
    return any(
        isinstance(leaf, Tensor) and not isinstance(leaf, EagerTensor) and leaf.op.graph is graph
        for leaf in flatten(list(args))
    )


def _abbreviated(changed: list[Any]) -> str:
    text = repr(changed)
    return text if len(text) < 80 else f"{text[:70]} ...]"


__all__ = [
    "OuterContainers",
    "check_change",
    "check_unchanged",
    "containers_outside",
    "default_factory",
    "grow",
    "new_container",
    "new_list",
    "note_copy",
]
