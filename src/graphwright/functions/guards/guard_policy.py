"""What happens when Python state that a trace froze has changed: a warning, a new trace, or an error."""

from __future__ import annotations

import linecache
import threading
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graphwright.autograph.recording import current
from graphwright.base import errors
from graphwright.base.forks import renewed_after_fork
from graphwright.functions.explain.retrace_reasons import Reason
from graphwright.functions.guards.guards import GONE_TEXT, Frozen, FrozenRead

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.function import Function


MOST_RENEWALS = 64
"""Traces that a Function makes because of changed state; from then on it keeps to those it has."""

_PRECISE_LOOKS = 8  # then code is made for the look, which takes time itself

_MOST_STATES = 16  # tables of compiled entries kept, one for each state of the program that was met


class FrozenStateWarning(UserWarning):
    """Python state that a traced function read has changed since, and the function keeps to what it read.

    >>> import graphwright as tf
    >>> issubclass(tf.errors.FrozenStateWarning, UserWarning)
    True
    """


def _change(name: str, read: FrozenRead, now: str) -> str:
    if now == read.value:
        now = "another one"
    return f"`{read.name}` was {read.value} when {name} was traced and is {now} now; the trace keeps to {read.value}."


def _change_and_place(name: str, read: FrozenRead, now: str) -> str:
    line = linecache.getline(read.file, read.line).strip()
    return f"{_change(name, read, now)} It was read in\n  {read.location}" + (f"\n    {line}" if line else "")


_MEND = (
    "Pass the value as an argument, keep it in a tf.Variable, or have the function traced anew when it changes: "
    'tf.function(python_state="retrace").'
)


class Watch:
    """Looks from time to time at what a trace froze, and warns once of each value that has changed.

    Args:
      frozen: what the trace froze.
      name: the function's name.
      told: what has been told of the function's traces; shared by them.
    """

    __slots__ = ("_frozen", "_looks", "_name", "_told")

    def __init__(self, frozen: Frozen, name: str, told: set[Any]) -> None:
        self._frozen = Frozen(frozen)
        self._looks = 0
        self._name = name
        self._told = told

    def __call__(self) -> None:
        self._looks += 1
        if self._looks > _PRECISE_LOOKS and self._frozen.hold():
            return
        for read, now in self._frozen.changes():
            if now == GONE_TEXT:
                continue
            self._frozen = Frozen(r for r in self._frozen if r is not read)
            mark = (read.file, read.line, read.name)
            if mark in self._told:
                continue
            self._told.add(mark)
            text = (
                f"{_change(self._name, read, now)} It was read in line {read.line}, in {read.function}. {_MEND} With "
                'python_state="ignore" nothing is said.'
            )
            warnings.warn_explicit(text, FrozenStateWarning, read.file, read.line)


def serves(concrete: ConcreteFunction) -> bool:
    """Whether a trace may be called from what is being traced, which may ask for state as it is."""
    recording = current.recording
    return recording is None or not recording.renewing or concrete.frozen.hold()


class _State:
    """One state of the program: what is frozen in the traces that fit it, and their table of compiled entries."""

    __slots__ = ("covered", "entry", "frozen", "table")

    def __init__(self) -> None:
        self.frozen = Frozen()
        self.covered: set[int] = set()
        self.table: Any = None
        self.entry: Callable[..., Any] | None = None


class Renewal:
    """Keeps the calls of one Function in step with the program's state.

    Args:
      name: the Function's name.
      refuse: whether a change is an error; else there is a new trace.
      most: the most traces the Function keeps.
    """

    def __init__(self, name: str, refuse: bool, most: int) -> None:
        self._name = name
        self._refuse = refuse
        self._most = min(MOST_RENEWALS, most)
        self._lock = renewed_after_fork(threading.RLock())
        self._state = _State()
        self._states = [self._state]
        self._renewed = 0
        self._exhausted = False

    # on every call -------------------------------------------------------------------------------------------

    def guarded(self, entry: Callable[..., Any], slow_way: Any) -> Callable[..., Any]:
        """`entry`, called while the state is what the traces behind it were made for."""
        state = self._state
        state.entry = entry
        frozen = state.frozen

        def call(*args: Any, **kwargs: Any) -> Any:
            if frozen.check() or self._exhausted or frozen.hold():
                return entry(*args, **kwargs)
            function = slow_way.function()
            self._turn(function, state)
            return function.call_slowly(args, kwargs)

        return call

    def _turn(self, function: Function[Any, Any], past: _State) -> None:
        """Go over to the table for the state there is now."""
        with self._lock:
            if self._state is not past:
                return
            past.table = function.table
            found = next((s for s in self._states if s is not past and s.frozen.hold()), None)
            if found is None:
                found = _State()
                self._states.append(found)
                del self._states[:-_MOST_STATES]
            self._state, function.table = found, found.table
            function.install(found.entry or function.slow_way)

    # on a call that no table knows ---------------------------------------------------------------------------

    def serves(self, concrete: ConcreteFunction) -> bool:
        """Whether a trace fits the state there is now.

        Raises:
          FailedPreconditionError: it does not, and that is to be an error.
        """
        if self._exhausted or concrete.frozen.hold():
            return True
        if self._refuse:
            read, now = concrete.frozen.changes()[0]
            raise errors.FailedPreconditionError(f"{_change_and_place(self._name, read, now)}\n{_MEND}")
        return False

    def instead_of_trace(self, stale: ConcreteFunction | None) -> ConcreteFunction | None:
        """The trace to keep to where there have been enough, when a new one is about to be made.

        Args:
          stale: the trace that served such calls before the state changed, if there was one.
        """
        if stale is None or stale.frozen.hold():
            return None
        self._renewed += 1
        if self._renewed <= self._most:
            return None
        self._exhausted = True
        read, now = stale.frozen.changes()[0]
        text = (
            f"{self._name} has been traced anew {self._most} times because Python state changed, and keeps to its last "
            f"trace from here on. {_change_and_place(self._name, read, now)}\nPass what changes often as a tensor "
            "argument, or keep it in a tf.Variable."
        )
        warnings.warn_explicit(text, FrozenStateWarning, read.file, read.line)
        return stale

    def forget(self, concrete: ConcreteFunction) -> None:
        """Use a trace no more."""
        for kept in self._states:
            if kept.table is not None:
                kept.table.clear(lambda context: context is concrete)

    def cover(self, function: Function[Any, Any], concrete: ConcreteFunction) -> None:
        """A trace is about to get into the table in force: what it froze guards the table, too."""
        with self._lock:
            if self._exhausted or id(concrete) in self._state.covered:
                return
            if not self._state.frozen.hold():
                self._turn(function, self._state)
            state = self._state
            state.covered.add(id(concrete))
            state.frozen.include(concrete.frozen)


def state_reason(stale: ConcreteFunction | None) -> Reason | None:
    """Why there is to be another trace for calls that one was made for: the state has changed; None if it has not."""
    changes = [] if stale is None else stale.frozen.changes()
    if stale is None or not changes:
        return None
    told = "; ".join(f"`{r.name}` was {r.value}, is {now}" for r, now in changes)
    return Reason(f"Python state that an earlier trace read has changed: {told}", (), stale.name)


def renewal_of(name: str, mode: str | None, most: int) -> Renewal | None:
    """What follows the state for a Function; None where nothing is done on a call."""
    return Renewal(name, mode == "error", most) if mode in ("retrace", "error") else None


__all__ = ["FrozenStateWarning", "Renewal", "Watch", "renewal_of", "serves", "state_reason"]
