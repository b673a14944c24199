"""`tf.CriticalSection`: code that one thread runs at a time, and the records of its lock.

Eagerly the lock is held while the Python function runs. In a graph an operation takes it before the function's
operations and another one gives it back after them; a run that fails in between gives it back when its values are gone.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from typing import Any

from graphwright.base import errors, nest
from graphwright.base.dtypes import resource
from graphwright.base.forks import renewed_after_fork
from graphwright.core.context import name_scope, outside_graphs, state
from graphwright.core.convert import is_made_of_tensors, to_tensor
from graphwright.core.dispatch import apply, apply_effect
from graphwright.ir.reach import OWN_RESOURCE
from graphwright.ir.record import op

_POLL = 0.1  # seconds after which one who waits looks for interrupts


def _as_tensor(value: Any) -> Any:
    return value if value is None or is_made_of_tensors(value) else to_tensor(value)


class Mutex:
    """A lock behind a handle."""

    def __init__(self) -> None:
        self._lock = renewed_after_fork(threading.Lock())

    def hold(self) -> Held:
        """Wait for the lock, and take it."""
        while not self._lock.acquire(timeout=_POLL):
            pass  # a bounded wait, so that Ctrl-C gets through
        return Held(self._lock.release)


class Held:
    """A lock that is held, until it is given back or nobody knows of it any more."""

    def __init__(self, release: Callable[[], None]) -> None:
        self._release: Callable[[], None] | None = release

    def give_back(self) -> None:
        """Let others take the lock."""
        release, self._release = self._release, None
        if release is not None:
            release()

    __del__ = give_back


def _lock(mutex: Any) -> Held:
    if not isinstance(mutex, Mutex):
        raise errors.InvalidArgumentError(f"A handle of a mutex is wanted, and {mutex!r} is none.")
    return mutex.hold()


def _consume(mutex_lock: Any) -> list[Any]:
    if not isinstance(mutex_lock, Held):
        raise errors.InvalidArgumentError(f"A lock that is held is wanted, and {mutex_lock!r} is none.")
    mutex_lock.give_back()
    return []


MUTEX = op(
    "MutexV2", "-> resource: resource", 'container: string = ""; shared_name: string = ""', shape=lambda ctx: (),
    kernel=lambda **_: Mutex(), no_gradient=True, effect="random", reaches=OWN_RESOURCE,
)  # fmt: skip
LOCK = op(
    "MutexLock", "mutex: resource -> mutex_lock: variant", shape=lambda ctx: (), kernel=_lock, no_gradient=True,
    effect="host",
)  # fmt: skip
CONSUME = op(
    "ConsumeMutexLock", "mutex_lock: variant ->", shape=lambda ctx: [], kernel=_consume, no_gradient=True,
    effect="host",
)  # fmt: skip

# the executions in graphs: whose they are, which resources they use, and whether they want them for themselves
_executions: weakref.WeakKeyDictionary[Any, list[tuple[Any, set[int], bool]]] = weakref.WeakKeyDictionary()
_running = threading.local()


class CriticalSection:
    """Code that one thread runs at a time.

    Args:
      name: the name of the section.
      shared_name: of no effect: a section belongs to its object.

    Raises ValueError for `critical_section_def`, which TensorFlow does not support either.

    >>> section, count = tf.CriticalSection(), tf.Variable(0)
    >>> @tf.function
    ... def twice():
    ...     return section.execute(lambda: count.assign(count * 2 + 1))
    >>> int(twice()), int(twice())
    (1, 3)
    """

    def __init__(
        self, name: str | None = None, shared_name: str | None = None, critical_section_def: Any = None,
        import_scope: str | None = None,
    ) -> None:  # fmt: skip
        if critical_section_def and shared_name is not None:
            raise ValueError(
                f"Arguments critical_section_def={critical_section_def} and shared_name={shared_name} are mutually "
                "exclusive. Please only specify one of them."
            )
        if critical_section_def:
            raise ValueError("Argument `critical_section_def` is not supported.")
        self._name = name or "critical_section"
        with outside_graphs():
            self._handle: Any = apply(MUTEX, (), {"shared_name": shared_name or ""})

    @property
    def name(self) -> str:
        """The name of the section."""
        return self._name

    def execute(self, fn: Callable[[], Any], exclusive_resource_access: bool = True, name: str | None = None) -> Any:
        """Call a function while no other thread runs code of this section.

        Args:
          fn: takes no arguments.
          exclusive_resource_access: whether no other section of the same graph may use the variables that it uses.
          name: of the operations that it makes.

        Returns: what `fn` returns, numbers and texts as tensors.

        Raises ValueError where `fn` runs code of the section itself, or two sections of a graph use one variable.
        """
        sections = vars(_running).setdefault("sections", [])
        if any(section is self for section in sections):
            raise ValueError(
                f"Attempting to lock a CriticalSection ('{self._name}') in which we are already running. This is "
                "illegal and may cause deadlocks."
            )
        sections.append(self)
        try:
            if state.graph is None:
                with outside_graphs():
                    held = self._handle._array.hold()
                try:
                    return nest.map_structure(_as_tensor, fn())
                finally:
                    held.give_back()
            with name_scope(name or "critical_section_execute"):
                return self._in_graph(fn, exclusive_resource_access)
        finally:
            sections.pop()

    def _in_graph(self, fn: Callable[[], Any], exclusive: bool) -> Any:
        graph: Any = state.graph
        lock = apply(LOCK, (self._handle,))
        start = len(graph.operations)
        result = fn()
        used = {id(v) for made in graph.operations[start:] for v in made.inputs if v.dtype is resource}
        others = _executions.setdefault(graph, [])
        for section, resources, wanted in others:
            if section is not self and (exclusive or wanted) and resources & used:
                raise ValueError(
                    f"This execution of the section '{self._name}' would access resources that the section "
                    f"'{section.name}' accesses, and one of them wants them for itself. Use one section, or pass "
                    "exclusive_resource_access=False to both."
                )
        others.append((self, used, exclusive))
        apply_effect(CONSUME, (lock,))
        return result


__all__ = ["CriticalSection"]
