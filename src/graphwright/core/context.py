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


_HAS_GIL: Final[bool] = getattr(sys, "_is_gil_enabled", lambda: True)()
_MOST_THREADS: Final = 64  # that have flags of their own in `slow_path_flags`


class _ThreadReasons:
    """A thread's reasons for calls to take the slow path.

    `recordings` counts the recording tapes, `others` all other reasons; `slot` is the index of the thread's flags in
    `slow_path_flags`, 0 if it has none. `crowded`: no slot was free, so that the reasons count for all threads.
    """

    __slots__ = ("crowded", "others", "recordings", "slot", "thread")

    def __init__(self) -> None:
        self.thread = threading.get_ident()
        self.others = 0
        self.recordings = 0
        self.slot = 0
        self.crowded = False

    @property
    def reasons(self) -> int:
        """The number of reasons."""
        return self.others + self.recordings


class ThreadState(threading.local):
    """State of one thread.

    `graph` is the graph under construction or None when running eagerly; `tapes` are the recording tapes,
    innermost last; `quiet` runs a NumPy kernel without floating-point warnings; `numerics` says how to search
    results for infinities and NaNs, None: not at all (see `core.numerics`); `variable_creator(variable, initial
    value)` gives the initial value of a variable that a function creates while it is traced, or refuses; `slow_path`
    has this thread's reasons for calls to take the slow path. `device` is where `tf.device` has operations run, None
    outside of its blocks, `device_spec` its name, and `scopes` counts the blocks for devices other than the host (see
    `core.placement`). `replicas` names the group of replicas that traced code stands for, None for no group.
    """

    def __init__(self) -> None:
        self.graph: Graph | None = None if graph_of_new_threads is None else graph_of_new_threads()
        self.tapes: tuple[Tape, ...] = ()
        self.quiet: Callable[..., Any] = _quiet_runner()
        self.eager_scope = ""
        self.numerics: Check | None = None
        self.variable_creator: Callable[..., Any] | None = None
        self.slow_path = _ThreadReasons()
        self.device: Any = None
        self.device_spec: Any = None
        self.scopes = 0
        self.replicas: str | None = None


graph_of_new_threads: Callable[[], Graph] | None = None
"""Gives the graph that a thread builds into from its start, after `tf.compat.v1.disable_eager_execution()`."""

state = ThreadState()

# What compiled entries read before they take the fast path. The first word counts
# the reasons against it, over all threads. Only while it is not 0 do they read the others: the count of reasons that
# concern every thread, the number of slots that may be in use, then a slot for each thread that has or had reasons of
# its own: the thread, its reasons for the slow path (a graph under construction, a search for NaNs), and its tapes.
slow_path_flags = array.array("q", bytes(8 * (3 + 3 * _MOST_THREADS)))


class _SlowPathFlags:
    """Counts reasons in `slow_path_flags`; in a forked child those of the other threads are gone.

    Python switches threads and handles signals only at calls and jumps. So the updates that belong together contain
    neither, after the last condition: another thread or a signal handler sees all of them or none. Without the GIL the
    lock makes the updates atomic, and no thread has a slot.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._of_all = 0
        self._owners = [_ThreadReasons()] * len(slow_path_flags)  # by slot

    def add(self, count: int, of_all: bool = False, of_tape: bool = False) -> None:
        """Count one more (+1) or one less (-1) reason for calls to take the slow path.

        It is this thread's, or (`of_all`) one of all threads, which lasts in a forked child, whichever thread
        forked. A tape that records (`of_tape`) leaves calls a route of their own; every other reason sends them to the
        slow path.
        """
        with self._lock:
            if of_all:
                self._of_all += count
                slow_path_flags[1] += count
                slow_path_flags[0] += count
            elif of_tape:
                self._add_own(0, count)
            else:
                self._add_own(count, 0)

    def _add_own(self, others: int, recordings: int) -> None:
        own = state.slow_path
        if not (own.slot or own.crowded):
            self._find_slot(own)
        slot = own.slot
        if slot:
            own.others += others
            own.recordings += recordings
            slow_path_flags[slot + 1] += others
            slow_path_flags[slot + 2] += recordings
            slow_path_flags[0] += others + recordings
        else:
            own.others += others
            own.recordings += recordings
            own.crowded = own.others + own.recordings != 0
            slow_path_flags[1] += others + recordings
            slow_path_flags[0] += others + recordings

    def _find_slot(self, own: _ThreadReasons) -> None:
        """Give a thread the slot that another of the same number had, or one whose thread has no reasons left."""
        slots = range(3, len(slow_path_flags), 3) if _HAS_GIL else ()
        for slot in [*(slot for slot in slots if slow_path_flags[slot] == own.thread), *slots]:
            if not (slow_path_flags[slot + 1] or slow_path_flags[slot + 2]):
                self._owners[slot].slot = 0
                self._owners[slot] = own
                own.slot = slot
                slow_path_flags[slot] = own.thread
                if slow_path_flags[2] < slot // 3:
                    slow_path_flags[2] = slot // 3
                return
        own.crowded = True

    def _at_fork_reinit(self) -> None:
        self._lock = threading.RLock()
        self._owners = [_ThreadReasons()] * len(slow_path_flags)
        for i in range(len(slow_path_flags)):
            slow_path_flags[i] = 0
        slow_path_flags[0] = slow_path_flags[1] = self._of_all
        own, state.slow_path = state.slow_path, _ThreadReasons()
        self.add(own.others)
        self.add(own.recordings, of_tape=True)


add_slow_path_reason = renewed_after_fork(_SlowPathFlags()).add


def calls_are_fast() -> bool:
    """Whether calls of this thread can take the fast path, which computes their results and nothing else."""
    return not (slow_path_flags[1] or state.slow_path.reasons)


# how many threads search for infinities and NaNs; see `core.numerics`
searching_threads = 0
# how many blocks have operations run on devices other than the host; see `core.placement`
placing_threads = 0


def executing_eagerly() -> bool:
    """Whether ops run at once in this thread.

    >>> tf.executing_eagerly()
    True
    """
    return state.graph is None


@contextlib.contextmanager
def as_default_graph(graph: Graph | None) -> Iterator[None]:
    """Build into `graph` inside the block; None: run eagerly inside the block."""
    outer, tapes, creator = state.graph, state.tapes, state.variable_creator
    others = state.slow_path.others
    try:
        add_slow_path_reason(1)
        state.graph = graph
        yield
    finally:
        state.graph, state.tapes, state.variable_creator = outer, tapes, creator
        try:
            _reset_reasons(others)
        finally:
            _reset_reasons(others)  # an interrupt may have come before the first


def _reset_reasons(others: int) -> None:
    """Reset the count of this thread's reasons other than tapes to an earlier one."""
    more = state.slow_path.others - others
    if more:
        add_slow_path_reason(-more)


@contextlib.contextmanager
def outside_graphs() -> Iterator[None]:
    """Run the block eagerly, outside every graph under construction and every recording tape."""
    tapes = state.tapes
    with as_default_graph(None):
        state.tapes = ()
        try:
            yield
        finally:
            state.tapes = tapes


def session_graph() -> Any:
    """The graph for sessions that operations are built into, directly or in a function of it; None elsewhere."""
    graph: Any = state.graph
    while graph is not None and graph.building_function:
        graph = graph.outer_graph
    return graph


@contextlib.contextmanager
def init_scope() -> Iterator[None]:
    """Run the block eagerly, outside every function being traced and every recording tape.

    Where a graph for sessions is built (`tf.Graph`), the block builds into that graph.

    >>> @tf.function
    ... def f():
    ...     with tf.init_scope():
    ...         return tf.constant(1).numpy().item()
    >>> int(f())
    1
    """
    graph = session_graph()
    if graph is None:
        with outside_graphs():
            yield
        return
    with as_default_graph(graph), graph.control_dependencies(None):
        state.tapes, state.variable_creator = (), None
        yield


class name_scope:
    """Prefix the names of operations created inside the block.

    The name is made unique within the enclosing scope; a name that ends in "/" is used unchanged.
    Eagerly only the scope's own name can be seen.

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
