"""Retrace reasons: what differs from an earlier trace, what to do about it, and when to log a warning."""

from __future__ import annotations

import threading
import weakref
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from types import CodeType
from typing import TYPE_CHECKING, Any

from graphwright.base.forks import renewed_after_fork
from graphwright.base.frozen import frozen, replace
from graphwright.base.lifetimes import watched
from graphwright.base.spec import TraceType
from graphwright.core.context import state
from graphwright.functions.cache.trace_cache import CallKind, TraceCache

if TYPE_CHECKING:
    from graphwright.functions.calls.concrete_function import ConcreteFunction
    from graphwright.functions.explain.call_differences import Difference
    from graphwright.functions.function import Function
    from graphwright.functions.tracing.spec import FunctionSpec

_MAX_COMPARED = 16  # earlier call kinds that a new one is compared with
_MAX_KNOWN = 1000  # call kinds that are remembered to have had a trace
_WARN_AFTER = 5  # traces
_WARN_WITHIN = 20  # calls
_MAX_WARNINGS = 2  # warnings of one Function
_COUNTED_TRACES = 30  # traces whose calls are counted for each new one, on average


@frozen
class Reason:
    """Why a function was traced.

    Attributes:
      text: in words.
      differences: what differs from the nearest earlier trace; empty where that is not the reason.
      earlier: the name of that trace in graphs; None for a first one.
    """

    text: str
    differences: tuple[Difference, ...] = ()
    earlier: str | None = None

    def __str__(self) -> str:
        return self.text


FIRST = Reason("the first call")
_GENERALISED = "; made for every shape like these (reduce_retracing)"
_DROPPED = "the trace for these arguments was dropped: a Function keeps a bounded number of them"


_lock: Any = renewed_after_fork(threading.Lock())  # held so briefly that all histories share it
_serial = count()  # of Functions and of first calls, in order of time


class History:
    """The history of a Function's traces, dropped ones included, as far as retrace reasons need it."""

    def __init__(self) -> None:
        self.serial = next(_serial)
        self.made = 0
        self._kinds: deque[tuple[CallKind, str]] = deque(maxlen=_MAX_COMPARED)
        self._names: dict[CallKind, str] = {}  # of the traces, the oldest first
        self._next = 0  # traces after which calls are counted again
        self._gaps: deque[int] = deque(maxlen=_WARN_AFTER - 1)  # calls from trace to trace
        self._seen: weakref.WeakKeyDictionary[ConcreteFunction, int] | None = None  # calls counted so far
        self._causes: deque[Difference] = deque(maxlen=_WARN_AFTER)
        self._warned: set[tuple[str, str]] = set()

    def reason(
        self,
        kind: CallKind,
        types: Mapping[str, TraceType],
        spec: FunctionSpec,
        python_function: Callable[..., Any],
    ) -> Reason:
        """Why a call of this kind needs a trace of these types."""
        found, generalised = self._reason(kind), dict(kind.types) != types
        if not found.differences:
            return replace(found, text=f"{found.text}{_GENERALISED}") if generalised else found
        from graphwright.functions.explain import call_differences, suggested_signature

        if generalised:
            shown = tuple(map(call_differences.without_generalisation, found.differences))
            return replace(found, text=f"{'; '.join(map(str, shown))}{_GENERALISED}", differences=shown)

        def signature() -> str:
            earlier = [dict(known.types) for known, _ in reversed(list(self._kinds))]
            try:
                text = suggested_signature.suggested_signature(spec, python_function, earlier, types)
            except suggested_signature.Uncovered as why:
                return f" (an input_signature is not possible: {why})"
            return f" or {text}"

        shown = tuple(call_differences.with_signature(found.differences, signature))
        return replace(found, text="; ".join(map(str, shown)), differences=shown)

    def _reason(self, kind: CallKind) -> Reason:
        if not self._kinds:
            return FIRST
        if kind in self._names:
            return Reason(_DROPPED, (), self._names[kind])
        from graphwright.functions.explain.call_differences import differences

        fewest: tuple[list[Difference], CallKind, str] | None = None
        for known, name in reversed(list(self._kinds)):  # other threads may append to it
            found = list(differences(dict(known.types), dict(kind.types)))
            if fewest is None or len(found) < len(fewest[0]):
                fewest = found, known, name
            if len(found) < 2:
                break  # none can differ in fewer: a trace without differences would have been used
        assert fewest is not None
        found, known, name = fewest
        if found:
            return Reason("; ".join(map(str, found)), tuple(found), name)
        if known.graph_key != kind.graph_key:
            return Reason("the function uses values of the function around it, and that is traced anew", (), name)
        return Reason(_DROPPED, (), name)

    def add(self, kind: CallKind, concrete: ConcreteFunction, cache: TraceCache) -> None:
        """Record a new trace."""
        with _lock:
            if self._is_counted(len(cache)):
                self._gaps.append(max(1, self._calls_since(cache.concretes)))
            self._kinds.append((kind, concrete.name))
            self._names[kind] = concrete.name
            if len(self._names) > _MAX_KNOWN:
                del self._names[next(iter(self._names))]
            self._causes.extend(concrete.reason.differences[:1])
            self.made += 1

    def _is_counted(self, traces: int) -> bool:
        """Whether calls are counted at this trace: with many traces, only during some runs of consecutive traces.

        The first count of a run covers all calls since the previous run, and is dropped at its end.
        """
        if len(self._warned) >= _MAX_WARNINGS or self.made < self._next:
            return False
        if self.made == self._next + _WARN_AFTER - 1:
            self._next = self.made + 1 + max(0, _WARN_AFTER * (traces - _COUNTED_TRACES) // _COUNTED_TRACES)
        return True

    def _calls_since(self, concretes: Iterable[ConcreteFunction]) -> int:
        """The number of calls of all traces since the last trace was made."""
        if self._seen is None:
            self._seen = weakref.WeakKeyDictionary()
        since = 0
        for concrete in list(concretes):
            calls = concrete.usage.calls
            since += max(0, calls - self._seen.get(concrete, 0))
            self._seen[concrete] = calls
        return since

    def repeated(self) -> tuple[int, Difference] | None:
        """The warning due after a trace: the number of calls that the last traces cover, and their common cause."""
        calls = 1 + sum(list(self._gaps))
        if len(self._gaps) < _WARN_AFTER - 1 or self.made < _WARN_AFTER or calls > _WARN_WITHIN:
            return None
        if len(self._warned) >= _MAX_WARNINGS:
            return None
        found = list(self._causes)
        causes = [(d.argument, d.kind) for d in found]
        if not causes:
            return None
        cause = max(reversed(causes), key=causes.count)
        if cause in self._warned:
            return None
        self._warned.add(cause)
        return calls, next(d for d in reversed(found) if (d.argument, d.kind) == cause)


# warnings ---------------------------------------------------------------------------------------------------


def warn_of_retracing(function: Function[Any, Any], history: History, concrete: ConcreteFunction) -> None:
    """Log a warning when a Function is retraced too often; called after a call that traced."""
    if state.graph is not None:
        return  # inside another trace this happens once per outer trace
    if history.made == 1:
        _watch_creation(function, history, concrete)
        return
    repeated = history.repeated()
    if repeated is not None:
        calls, difference = repeated
        _warn(
            f"{_WARN_AFTER} out of the last {calls} calls to {_shown(function)} triggered tf.function retracing. "
            f"Tracing is expensive and the excessive number of tracings is due to the arguments: {difference}. The "
            "function's explain() lists each trace and its reason."
        )


class _FirstCall:
    """The first call of a Function: when it was created and called, and whether it was called again."""

    __slots__ = ("again", "called", "made")

    def __init__(self, result: int) -> None:
        self.made = result
        self.called = next(_serial)
        self.again = False

    def look(self) -> None:
        """Record another call."""
        self.again = True


class _Creations:
    """The Functions created most recently from one code object."""

    __slots__ = ("code", "last")

    def __init__(self, code: CodeType) -> None:
        key = id(code)
        self.code = watched(code, lambda: _created_from.pop(key, None))
        self.last: deque[_FirstCall] = deque(maxlen=_WARN_AFTER)


# by identity: equal code objects may come from different lines
_created_from: dict[int, _Creations] = {}


def _watch_creation(function: Function[Any, Any], history: History, concrete: ConcreteFunction) -> None:
    """Warn when one code object yields Function after Function, each called only once."""
    code = getattr(function.python_function, "__code__", None)
    if not isinstance(code, CodeType):
        return  # methods have one Function per instance
    created = _FirstCall(history.serial)
    concrete.usage.checks.append(created.look)
    making = _created_from.get(id(code))
    if making is None:
        making = _created_from.setdefault(id(code), _Creations(code))
    last = making.last
    before = list(last)
    if before and (before[-1].again or before[-1].called > created.made):
        last.clear()
    last.append(created)
    if len(last) < _WARN_AFTER:
        return
    last.clear()
    _warn(
        f"{_WARN_AFTER} out of the last {_WARN_AFTER} calls to {_shown(function)} triggered tf.function retracing. "
        f"Tracing is expensive and the excessive number of tracings is due to creating @tf.function repeatedly in a "
        f"loop: each of the last {_WARN_AFTER} calls was the first one of a new Function made from "
        f'File "{code.co_filename}", line {code.co_firstlineno}. Make one Function outside of the loop, and call that.'
    )


def _shown(function: Function[Any, Any]) -> Any:
    """The Python function; of a method the function that its class has."""
    return getattr(function.python_function, "__func__", function.python_function)


def _warn(text: str) -> None:
    import logging

    logging.getLogger("graphwright").warning(text)
