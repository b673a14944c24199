"""What the current thread is doing: the graph it builds, the tapes that record, the names in force."""

from __future__ import annotations

import array
import contextlib
import contextvars
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base.forks import renewed_after_fork

if TYPE_CHECKING:
    from graphwright.core.numerics import Check
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


class _Detouring:
    """A thread's reasons for calls to leave the short way.

    `reasons` counts them, `recordings` those among them that are tapes; `slot` is the thread's place in `detours`.
    """

    __slots__ = ("reasons", "recordings", "slot", "thread")

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.reasons = 0
        self.recordings = 0
        self.slot: int | None = None


class ThreadState(threading.local):
    """State of one thread.

    `graph` is the graph under construction or None when running eagerly; `tapes` are the recording tapes,
    innermost last; `quiet` runs a NumPy kernel without floating-point warnings; `numerics` says how to search
    results for infinities and NaNs, None: not at all (see `core.numerics`); `variable_creator(variable, initial
    value)` gives the initial value of a variable that a function creates while it is traced, or refuses; `detouring`
    has this thread's reasons for calls to leave the short way.
    """

    def __init__(self) -> None:
        self.graph: Graph | None = None
        self.tapes: tuple[Tape, ...] = ()
        self.quiet: Callable[..., Any] = _quiet_runner()
        self.eager_scope = ""
        self.numerics: Check | None = None
        self.variable_creator: Callable[..., Any] | None = None
        self.detouring = _Detouring()


state = ThreadState()

_MOST_THREADS = 64  # that are told apart in `detours`

# What compiled entries look at before they take their short cut. The first word counts the reasons not to, over all
# threads; while it is not 0 the others are looked at: the reasons that concern every thread, how many of the slots
# behind may be in use, then a slot for each thread that has reasons of its own: the thread, how many reasons for the
# long way it has (a graph under construction, a search for NaNs), and how many tapes of its record.
detours = array.array("q", bytes(8 * (3 + 3 * _MOST_THREADS)))


class _Detours:
    """Keeps count in `detours`; in a forked child the reasons of the other threads are gone.

    Python looks for signals where something is called. So a reason is counted without a call in between: an interrupt
    finds all of it done, or nothing.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._of_all = 0

    def add(self, count: int, of_all: bool = False, of_tape: bool = False) -> None:
        """Count one more (+1) or one less (-1) reason for calls to leave the short way.

        It is this thread's, or (`of_all`) one of all threads, which lasts in a forked child whoever has forked. A tape
        that records (`of_tape`) leaves calls a way of their own; every other reason makes them take the long one.
        """
        own = state.detouring
        with self._lock:
            if of_all:
                self._of_all += count
                detours[1] += count
                detours[0] += count
                return
            # in this thread's slot; where all are taken it concerns every thread
            place = own.slot
            if place is None:
                place = self._free_slot() if detours[3] else 0
            own.reasons = reasons = own.reasons + count
            detours[0] += count
            if of_tape:
                own.recordings += count
            own.slot = place if reasons else None
            if place < 0:
                detours[1] += count
                return
            detours[3 + place] = own.thread if reasons else 0
            detours[4 + place] = reasons - own.recordings
            detours[5 + place] = own.recordings
            if detours[2] <= place // 3:
                detours[2] = place // 3 + 1

    def _free_slot(self) -> int:
        for place in range(0, 3 * _MOST_THREADS, 3):
            if not detours[3 + place]:
                return place
        return -1

    def _at_fork_reinit(self) -> None:
        self._lock = threading.Lock()
        for i in range(len(detours)):
            detours[i] = 0
        detours[0] = detours[1] = self._of_all
        own, state.detouring = state.detouring, _Detouring()
        if own.reasons:
            self.add(own.reasons - own.recordings)
            self.add(own.recordings, of_tape=True)


add_detour = renewed_after_fork(_Detours()).add

# how many threads search for infinities and NaNs; see `core.numerics`
searching_threads = 0


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
    outer, tapes, creator = state.graph, state.tapes, state.variable_creator
    long_ways = state.detouring.reasons - state.detouring.recordings
    try:
        add_detour(1)
        state.graph = graph
        yield
    finally:
        state.graph, state.tapes, state.variable_creator = outer, tapes, creator
        try:
            _back_to(long_ways)
        finally:
            _back_to(long_ways)  # an interrupt may have come before the first


def _back_to(long_ways: int) -> None:
    """Take back what is counted of this thread's reasons for the long way beyond so many."""
    more = state.detouring.reasons - state.detouring.recordings - long_ways
    if more:
        add_detour(-more)


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
