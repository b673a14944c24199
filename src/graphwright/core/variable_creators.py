"""`tf.variable_creator_scope`: functions through which variables are created."""

from __future__ import annotations

import contextlib
import inspect
import threading
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.core.context import session_graph, state
from graphwright.core.variable import Variable, VariableType

Creator = Callable[..., Any]
"""Takes the next creator and the arguments of `tf.Variable` by keyword, and returns what the program gets."""


class _Active(threading.local):
    """The creators of this thread, the outermost first."""

    creators: tuple[Creator, ...] = ()


_active = _Active()


def ask_creators() -> None:
    """Let calls of `Variable` ask the creators, and the graph that is built; other programs pay nothing."""
    VariableType.__call__ = _create  # type: ignore[method-assign,assignment]


def _create(cls: Any, *args: Any, **kwargs: Any) -> Any:
    """A call of `Variable` from the first scope, or `tf.Graph`, on."""
    creators = _active.creators
    if cls is not Variable:
        return type.__call__(cls, *args, **kwargs)
    if not creators:
        return type.__call__(_class_here(), *args, **kwargs)
    bound = inspect.signature(Variable.__init__).bind(None, *args, **kwargs)
    bound.apply_defaults()
    arguments = dict(bound.arguments)
    del arguments["self"]
    return _call(creators, arguments)


def _call(creators: tuple[Creator, ...], arguments: dict[str, Any]) -> Any:
    """Let the innermost creator create a variable; the next one is the one outside of it."""
    if not creators:
        return type.__call__(_class_here(), **arguments)
    return creators[-1](lambda **changed: _call(creators[:-1], changed), **arguments)


def _class_here() -> Any:
    """The class of the variables of the graph that is built."""
    graph = None if state.variable_creator is not None else session_graph()
    return Variable if graph is None else graph.variable_class


@contextlib.contextmanager
def variable_creator_scope(variable_creator: Creator) -> Iterator[None]:
    """Create the variables of the block, in this thread, by a function.

    Args:
      variable_creator: is called with the function that creates the variable, and by keyword with all arguments of
        `tf.Variable`. It may change them, and return something else than a variable. Of nested scopes the innermost
        is asked first, and calls the next.

    >>> def untrainable(next_creator, **arguments):
    ...     return next_creator(**arguments | {"trainable": False})
    >>> with tf.variable_creator_scope(untrainable):
    ...     v = tf.Variable(1.0)
    >>> v.trainable
    False
    """
    ask_creators()
    before = _active.creators
    _active.creators = (*before, variable_creator)
    try:
        yield
    finally:
        _active.creators = before


__all__ = ["ask_creators", "variable_creator_scope"]
