"""What the current thread is doing: the graph it builds, the tapes that record, the names in force."""

from __future__ import annotations

import array
import contextlib
import contextvars
import sys
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

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


_ONE_AT_A_TIME: Final[bool] = getattr(sys, "_is_gil_enabled", lambda: True)()
_MOST_THREADS: Final = 64  # that are told apart in `detours`


class _Detouring:
    """A thread's reasons for calls to leave the short way.

    `long_ways` counts those that are no tapes, `recordings` the tapes; `slot` is where the thread's place in `detours`
    is, 0: nowhere. `crowded`: there was no place left, so that they concern all threads.
    """

    __slots__ = ("crowded", "long_ways", "recordings", "slot", "thread")

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.long_ways = 0
        self.recordings = 0
        self.slot = 0
        self.crowded = False

    @property
    def reasons(self) -> int:
        """How many there are."""
        return self.long_ways + self.recordings


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

# What compiled entries look at before they take their short cut. The first word counts the reasons not to, over all
# threads; while it is not 0 the others are looked at: the reasons that concern every thread, how many of the slots
# behind may be in use, then a slot for each thread that has or had reasons of its own: the thread, how many reasons for
# the long way it has (a graph under construction, a search for NaNs), and how many tapes of its record.
detours = array.array("q", bytes(8 * (3 + 3 * _MOST_THREADS)))


class _Detours:
    """Keeps count in `detours`; in a forked child the reasons of the other threads are gone.

    Python turns to another thread, or looks for signals, where something is called and where it jumps. So what belongs
    together is done without either, behind the last condition that holds: whoever comes in between finds all of it
    done, or nothing. Where threads run at the same time the lock is what keeps them apart, and none has a slot.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._of_all = 0
        self._owners = [_Detouring()] * len(detours)  # by slot

    def add(self, count: int, of_all: bool = False, of_tape: bool = False) -> None:
        """Count one more (+1) or one less (-1) reason for calls to leave the short way.

        It is this thread's, or (`of_all`) one of all threads, which lasts in a forked child whoever has forked. A tape
        that records (`of_tape`) leaves calls a way of their own; every other reason makes them take the long one.
        """
        with self._lock:
            if of_all:
                self._of_all += count
                detours[1] += count
                detours[0] += count
            elif of_tape:
                self._add_own(0, count)
            else:
                self._add_own(count, 0)

    def _add_own(self, long_ways: int, recordings: int) -> None:
        own = state.detouring
        if not (own.slot or own.crowded):
            self._find_slot(own)
        slot = own.slot
        if slot:
            own.long_ways += long_ways
            own.recordings += recordings
            detours[slot + 1] += long_ways
            detours[slot + 2] += recordings
            detours[0] += long_ways + recordings
        else:
            own.long_ways += long_ways
            own.recordings += recordings
            own.crowded = own.long_ways + own.recordings != 0
            detours[1] += long_ways + recordings
            detours[0] += long_ways + recordings

    def _find_slot(self, own: _Detouring) -> None:
        """Give a thread the slot that another of the same number had, or one whose thread has no reasons left."""
        slots = range(3, len(detours), 3) if _ONE_AT_A_TIME else ()
        for slot in [*(slot for slot in slots if detours[slot] == own.thread), *slots]:
            if not (detours[slot + 1] or detours[slot + 2]):
                self._owners[slot].slot = 0
                self._owners[slot] = own
                own.slot = slot
                detours[slot] = own.thread
                if detours[2] < slot // 3:
                    detours[2] = slot // 3
                return
        own.crowded = True

    def _at_fork_reinit(self) -> None:
        self._lock = threading.RLock()
        self._owners = [_Detouring()] * len(detours)
        for i in range(len(detours)):
            detours[i] = 0
        detours[0] = detours[1] = self._of_all
        own, state.detouring = state.detouring, _Detouring()
        self.add(own.long_ways)
        self.add(own.recordings, of_tape=True)


add_detour = renewed_after_fork(_Detours()).add


def calls_are_short() -> bool:
    """Whether nothing in this thread asks for more than the result of what it calls."""
    return not (detours[1] or state.detouring.reasons)


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
    long_ways = state.detouring.long_ways
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
    more = state.detouring.long_ways - long_ways
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
