"""What the current thread is doing: the graph it builds, the tapes that record, the names in force."""

from __future__ import annotations

import contextlib
import contextvars
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from graphwright.core.tape import Tape
    from graphwright.ir.graph import Graph


def _quiet_runner() -> Callable[..., Any]:
    """`run(f, *args)` with NumPy's floating-point warnings off.

    Overflow and division by zero are values here, not warnings. Entering a prepared context costs a tenth of
    `np.errstate` and leaves the caller's own settings alone.
    """
    context = contextvars.copy_context()
    context.run(np.seterr, all="ignore")
    return context.run


class ThreadState(threading.local):
    """State of one thread.

    `graph` is the graph under construction or None when running eagerly; `tapes` are the recording tapes,
    innermost last; `quiet` runs a NumPy kernel without floating-point warnings.
    """

    def __init__(self) -> None:
        self.graph: Graph | None = None
        self.tapes: tuple[Tape, ...] = ()
        self.quiet: Callable[..., Any] = _quiet_runner()
        self.eager_scope = ""


state = ThreadState()

# Compiled entries look at this word before they take their short cut: it counts, over all threads, the reasons
# not to (a graph under construction, a recording tape, functions told to run eagerly).
detours = np.zeros(1, np.int64)
_detours_lock = threading.Lock()


def add_detour(count: int) -> None:
    """Count one more (+1) or one less (-1) reason for calls to take the long way."""
    with _detours_lock:
        detours[0] += count


def executing_eagerly() -> bool:
    """Whether ops run at once in this thread.

    >>> import graphwright as tf
    >>> tf.executing_eagerly()
    True
    """
    return state.graph is None


@contextlib.contextmanager
def as_default_graph(graph: Graph | None) -> Iterator[None]:
    """Build into `graph` inside the block; None: run eagerly inside the block."""
    outer, tapes = state.graph, state.tapes
    add_detour(1)
    state.graph = graph
    try:
        yield
    finally:
        state.graph, state.tapes = outer, tapes
        add_detour(-1)


@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """Run the block eagerly, outside every function being traced and every recording tape.

    >>> import graphwright as tf
    >>> @tf.function
    ... def f():
    ...     with tf.init_scope():
    ...         return tf.constant(1).numpy().item()
    >>> int(f())
    1
    """
    tapes = state.tapes
    with as_default_graph(None):
        state.tapes = ()
        try:
            yield
        finally:
            state.tapes = tapes


class name_scope:
    """Prefix the names of operations made inside the block.

    The name is made unique within the enclosing scope; a name that ends in "/" is taken as it is.
    Eagerly only the scope's own name can be seen.

    >>> import graphwright as tf
    >>> with tf.name_scope("layer") as scope:
    ...     print(scope)
    layer/
    """

    __slots__ = ("_outer", "name")

    def __init__(self, name: str | None) -> None:
        if name is not None and not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self.name = name or ""
        self._outer: list[str] = []

    def __enter__(self) -> str:
        graph = state.graph
        outer = state.eager_scope if graph is None else graph.scope
        self._outer.append(outer)
        if not self.name or self.name.endswith("/"):
            scope = self.name
        elif graph is None:
            scope = f"{outer}{self.name}/"
        else:
            scope = graph.unique_name(outer + self.name) + "/"
        if graph is None:
            state.eager_scope = scope
        else:
            graph.scope = scope
        return scope

    def __exit__(self, *exc: object) -> None:
        outer = self._outer.pop()
        if state.graph is None:
            state.eager_scope = outer
        else:
            state.graph.scope = outer


def get_name_scope() -> str:
    """The name scope in force, without a trailing slash."""
    graph = state.graph
    return (state.eager_scope if graph is None else graph.scope).rstrip("/")
