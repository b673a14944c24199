"""What happens when Python state that a trace froze has changed: a warning, a retrace, or an error."""

from __future__ import annotations

import linecache
import threading
import warnings
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from graphwright.autograph.recording import VolatileCall, current
from graphwright.base import errors
from graphwright.base.forks import renewed_after_fork
from graphwright.functions.calls.sized_entries import trace_of
from graphwright.functions.explain.retrace_reasons import Reason
from graphwright.functions.guards.guards import GONE_TEXT, FrozenRead, FrozenState

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.function import Function


MAX_STATE_RETRACES = 64
"""Retraces of a Function because of changed state; after that it keeps the traces it has."""

_PRECISE_CHECKS = 8  # before code is generated for the check, which takes time itself
_MAX_STATES = 16  # tables of compiled entries that are kept, one for each state of the program


class FrozenStateWarning(UserWarning):
    """Python state that a traced function read has changed since, and the function keeps using the old value.

    Also: it called a random generator or a clock, whose result is a constant of the trace.

    >>> issubclass(tf.errors.FrozenStateWarning, UserWarning)
    True
    """


def _change(name: str, read: FrozenRead, now: str) -> str:
    if now == read.value:
        now = "another one"
    return f"`{read.name}` was {read.value} when {name} was traced and is {now} now; the trace keeps {read.value}."


def _change_and_location(name: str, read: FrozenRead, now: str) -> str:
    line = linecache.getline(read.file, read.line).strip()
    return f"{_change(name, read, now)} It was read in\n  {read.location}" + (f"\n    {line}" if line else "")


_ADVICE = (
    "Pass the value as an argument, keep it in a tf.Variable, or have the function retraced when it changes: "
    'tf.function(python_state="retrace").'
)


def warn_of_volatile_calls(calls: Iterable[VolatileCall], name: str, reported: set[Any]) -> None:
    """Warn once of each call of a random generator or a clock that tracing made a constant."""
    for call in calls:
        if call.location not in reported:
            reported.add(call.location)
            text = (
                f"{call.name}() runs while {name} is traced and not when it is called: its result is a constant of "
                f"the trace. Use {call.instead}, or pass the value as an argument.\n  {call.location}\n"
                'python_state="ignore" silences this warning.'
            )
            warnings.warn_explicit(text, FrozenStateWarning, call.location.filename, call.location.line)


class StateWatcher:
    """Checks from time to time what a trace froze, and warns once of each value that has changed.

    Args:
      frozen: what the trace froze.
      name: the function's name.
      reported: the reads that have been reported; shared by the traces of the function.
    """

    __slots__ = ("_checks", "_frozen", "_name", "_reported")

    def __init__(self, frozen: FrozenState, name: str, reported: set[Any]) -> None:
        self._frozen = FrozenState(frozen)
        self._checks = 0
        self._name = name
        self._reported = reported

    def __call__(self) -> None:
        self._checks += 1
        if self._checks > _PRECISE_CHECKS and self._frozen.hold():
            return
        for read, now in self._frozen.changes():
            if now == GONE_TEXT:
                continue
            self._frozen = FrozenState(r for r in self._frozen if r is not read)
            mark = (read.file, read.line, read.name)
            if mark in self._reported:
                continue
            self._reported.add(mark)
            text = (
                f"{_change(self._name, read, now)} It was read in line {read.line}, in {read.function}. {_ADVICE} "
                'python_state="ignore" silences this warning.'
            )
            warnings.warn_explicit(text, FrozenStateWarning, read.file, read.line)


def is_usable(concrete: ConcreteFunction) -> bool:
    """Whether a trace may be called from the function being traced, which may ask for current state."""
    recording = current.recording
    return recording is None or not recording.retraces or concrete.frozen.hold()


class _State:
    """One state of the program: the guards of the traces made in it, and their table of compiled entries."""

    __slots__ = ("entry", "frozen", "guarded_traces", "table")

    def __init__(self) -> None:
        self.frozen = FrozenState()
        self.guarded_traces: set[int] = set()
        self.table: Any = None
        self.entry: Callable[..., Any] | None = None


class GuardPolicy:
    """Checks the guards on every call of one Function, and retraces or raises where they fail.

    Args:
      name: the Function's name.
      refuse: whether a change is an error; otherwise it retraces.
      max_traces: the number of traces the Function keeps.
    """

    def __init__(self, name: str, refuse: bool, max_traces: int) -> None:
        self._name = name
        self._refuse = refuse
        self._max_retraces = min(MAX_STATE_RETRACES, max_traces)
        self._lock = renewed_after_fork(threading.RLock())
        self._state = _State()
        self._states = [self._state]
        self._retraces = 0
        self._limit_reached = False

    # on every call -------------------------------------------------------------------------------------------

    def guarded(self, entry: Callable[..., Any], slow_path: Any) -> Callable[..., Any]:
        """`entry`, called only while the guards of the traces behind it hold."""
        state = self._state
        state.entry = entry
        frozen = state.frozen

        def call(*args: Any, **kwargs: Any) -> Any:
            if frozen.check() or self._limit_reached or frozen.hold():
                return entry(*args, **kwargs)
            function = slow_path.function()
            self._switch_state(function, state)
            return function.call_slowly(args, kwargs)

        return call

    def _switch_state(self, function: Function[Any, Any], previous: _State) -> None:
        """Install the table of compiled entries for the current state of the program."""
        with self._lock:
            if self._state is not previous:
                return
            previous.table = function.table
            found = next((s for s in self._states if s is not previous and s.frozen.hold()), None)
            if found is None:
                found = _State()
                self._states.append(found)
                del self._states[:-_MAX_STATES]
            self._state, function.table = found, found.table
            function.install(found.entry or function.slow_path)

    # on the slow path ----------------------------------------------------------------------------------------

    def is_usable(self, concrete: ConcreteFunction) -> bool:
        """Whether the guards of a trace hold.

        Raises:
          FailedPreconditionError: they do not, and a change is an error.
        """
        if self._limit_reached or concrete.frozen.hold():
            return True
        if self._refuse:
            read, now = concrete.frozen.changes()[0]
            raise errors.FailedPreconditionError(f"{_change_and_location(self._name, read, now)}\n{_ADVICE}")
        return False

    def fallback_trace(self, stale: ConcreteFunction | None) -> ConcreteFunction | None:
        """The trace to keep using instead of another retrace, once the limit of retraces is reached.

        Args:
          stale: the trace that served such calls before the state changed, if there was one.
        """
        if stale is None or stale.frozen.hold():
            return None
        self._retraces += 1
        if self._retraces <= self._max_retraces:
            return None
        self._limit_reached = True
        read, now = stale.frozen.changes()[0]
        text = (
            f"{self._name} has been retraced {self._max_retraces} times because Python state changed, and keeps its "
            f"last trace from here on. {_change_and_location(self._name, read, now)}\nPass what changes often as a "
            "tensor argument, or keep it in a tf.Variable."
        )
        warnings.warn_explicit(text, FrozenStateWarning, read.file, read.line)
        return stale

    def forget(self, concrete: ConcreteFunction) -> None:
        """Drop a trace."""
        for known in self._states:
            if known.table is not None:
                known.table.clear(lambda context: trace_of(context) is concrete)

    def renew_entries(self) -> None:
        """Drop the compiled entries of all states."""
        for known in self._states:
            if known.table is not None:
                known.table.clear()

    def add_guards(self, function: Function[Any, Any], concrete: ConcreteFunction) -> None:
        """Let the guards of a trace guard the installed table, which the trace is about to enter."""
        with self._lock:
            if self._limit_reached or id(concrete) in self._state.guarded_traces:
                return
            if not self._state.frozen.hold():
                self._switch_state(function, self._state)
            state = self._state
            state.guarded_traces.add(id(concrete))
            state.frozen.include(concrete.frozen)


def state_reason(stale: ConcreteFunction | None) -> Reason | None:
    """The reason of a retrace for calls that had a trace: the changes of state; None if nothing has changed."""
    changes = [] if stale is None else stale.frozen.changes()
    if stale is None or not changes:
        return None
    listed = "; ".join(f"`{r.name}` was {r.value}, is {now}" for r, now in changes)
    return Reason(f"Python state that an earlier trace read has changed: {listed}", (), stale.name)


def guard_policy_for(name: str, mode: str | None, max_traces: int) -> GuardPolicy | None:
    """The policy of a Function; None where its calls check no guards."""
    return GuardPolicy(name, mode == "error", max_traces) if mode in ("retrace", "error") else None


__all__ = [
    "FrozenStateWarning", "GuardPolicy", "StateWatcher", "guard_policy_for", "is_usable", "state_reason",
    "warn_of_volatile_calls",
]  # fmt: skip
