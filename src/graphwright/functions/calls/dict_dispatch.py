"""The call table where compiled code is not available: a Python dictionary, for the simplest calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from graphwright.base.tracebacks import shorten
from graphwright.core.context import slow_path_flags
from graphwright.core.tensor import EagerTensor
from graphwright.runtime.calls import EntryRequest, Equal, Exactly, OfType

_MAX_ENTRIES = 1000
# equal values of one of these types always mean the same program
_LITERALS = frozenset({int, str, bytes, bool, type(None)})


class DictDispatch:
    """Serves calls with eager tensors of static types and plain literals, by position (see `runtime.calls.Calls`)."""

    def __init__(self, miss: Callable[..., Any]) -> None:
        traces: dict[Any, Any] = {}

        def call(*args: Any, **kwargs: Any) -> Any:
            key = None if kwargs or slow_path_flags[0] else _key(args)
            concrete = None if key is None else traces.get(key)
            # at zero the usage checks are due, which the slow path runs
            if concrete is None or not concrete.usage.left[0]:
                return miss(*args, **kwargs)
            concrete.usage.tick()
            try:
                with concrete.usage:
                    return concrete.call_flat([a for a in args if type(a) is EagerTensor])
            except BaseException as error:  # Ctrl-C too
                shorten(error)
                raise

        self._traces = traces
        self.call: Callable[..., Any] = call

    def add(self, program: Any, request: EntryRequest, args: Sequence[Any], kwargs: Mapping[str, Any]) -> bool:
        """Serve such calls by the trace that is the request's context."""
        key = _key(args)
        if key is None or request.names or not all(_is_plain(p, i) for i, p in _numbered(request.arguments)):
            return False
        if key in self._traces or len(self._traces) >= _MAX_ENTRIES:
            return False
        self._traces[key] = request.context
        return True

    def clear(self, which: Callable[[Any], bool] = lambda context: True) -> None:
        """Forget the traces that are among these."""
        for key in [k for k, concrete in list(self._traces.items()) if which(concrete)]:
            del self._traces[key]

    def clear_open(self) -> None:
        """Do nothing: no entry here serves several types."""


def _key(args: Sequence[Any]) -> Any:
    """The key of a call; None unless all arguments are eager tensors and plain literals."""
    key: list[Any] = []
    for arg in args:
        kind = type(arg)
        if kind is EagerTensor:
            key.append(arg._type)
        elif kind in _LITERALS:
            key.append((kind, arg))
        else:
            return None
    return tuple(key)


def _numbered(patterns: Sequence[Any]) -> list[tuple[int, Any]]:
    """The patterns with the number of tensors before each."""
    numbers, count = [], 0
    for pattern in patterns:
        numbers.append((count, pattern))
        count += isinstance(pattern, OfType)
    return numbers


def _is_plain(pattern: Any, number: int) -> bool:
    """Whether the key identifies the argument, and the tensors are in the order of the graph's inputs."""
    return isinstance(pattern, (Exactly, Equal)) or (isinstance(pattern, OfType) and pattern.at == number)
