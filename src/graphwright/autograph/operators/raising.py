"""`raise`: where a tensor decides whether it is reached, the error is raised when the graph runs."""

from __future__ import annotations

import contextlib
import copy
import sys
import threading
from collections.abc import Callable
from typing import Any

from graphwright.autograph.operators.staging import user_line
from graphwright.control.raise_ops import accepts_raise, raise_when_run
from graphwright.core.context import state


class _Handlers(threading.local):
    """The `try` statements that this thread is in the body of, innermost last."""

    def __init__(self) -> None:
        self.stack: list[catching] = []


_handlers = _Handlers()


class catching:
    """Stands around the body of a `try` statement with handlers.

    Args:
      classes: gives what its handlers catch.
    """

    __slots__ = ("_classes", "_graph")

    def __init__(self, *classes: Callable[[], Any]) -> None:
        self._classes = classes
        self._graph = state.graph

    def __enter__(self) -> None:
        _handlers.stack.append(self)

    def __exit__(self, *_: object) -> bool | None:
        _handlers.stack.pop()
        return None

    def is_in(self, graph: Any) -> bool:
        """Whether the statement belongs to the tracing of this very graph."""
        return self._graph is graph

    def encloses(self, graph: Any) -> bool:
        """Whether the statement belongs to the tracing of a graph that this one is a body in."""
        while graph is not None:
            graph = graph.outer_graph
            if self._graph is graph:
                return graph is not None
        return False

    def catches(self, error: BaseException) -> bool:
        """Whether one of its handlers takes the error."""
        return any(isinstance(error, arguments()) for arguments in self._classes)


class _Suppressing(catching):
    """A `contextlib.suppress` around the body of a `with` statement."""

    __slots__ = ("_manager",)

    def __init__(self, manager: contextlib.suppress) -> None:
        super().__init__(lambda: manager._exceptions)  # type: ignore[attr-defined]
        self._manager = manager

    def __enter__(self) -> None:
        self._manager.__enter__()
        super().__enter__()

    def __exit__(self, *error: Any) -> bool:
        super().__exit__(*error)
        return bool(self._manager.__exit__(*error))


def suppressing(manager: Any) -> Any:
    """The context manager of a `with` statement; one that suppresses errors is known as a handler of them."""
    return _Suppressing(manager) if type(manager) is contextlib.suppress else manager


def raised(make: Callable[..., Any], values: tuple[Any, ...]) -> BaseException:
    """What a `raise` statement raises.

    Args:
      make: makes the error of the variables that it mentions.
      values: those variables.

    Raises:
      NotImplementedError: a handler around the statement would catch an error that is raised when the graph runs.
    """
    if not accepts_raise():
        result: BaseException = make(*values)  # a class, perhaps: Python makes the error of it
        return result
    graph = state.graph
    same_graph = [h for h in _handlers.stack if h.is_in(graph)]
    enclosing = [h for h in _handlers.stack if h.encloses(graph)]
    if same_graph or enclosing:
        error = _instance(make(*values))
        if any(h.catches(error) for h in same_graph):
            return error
        if any(h.catches(error) for h in enclosing):
            raise _hidden_error(error)
    return raise_when_run(lambda *seen: _instance(make(*seen)), values)


def reraised() -> None:
    """Stands before a `raise` without an error, which raises the one that is being handled."""
    handled = sys.exc_info()[1]
    if isinstance(handled, Exception) and accepts_raise():
        retained = copy.copy(handled)  # without the traceback, and what that holds
        raise raised(lambda: retained, ())


def check_handlers(error: BaseException) -> None:
    """Look for a handler of an error that a tensor decides on, which is raised when the graph runs.

    Raises:
      NotImplementedError: there is one.
    """
    graph = state.graph
    if any((h.is_in(graph) or h.encloses(graph)) and h.catches(error) for h in _handlers.stack):
        raise _hidden_error(error)


def _hidden_error(error: BaseException) -> Exception:
    return NotImplementedError(
        f"{user_line()}: whether this {type(error).__name__} is raised is decided by a tensor, when the graph "
        "runs, and the `except` (or contextlib.suppress) around it is a part of the Python code that builds the graph: "
        "it cannot see the error. Move the `try` or `with` statement out of the traced function."
    )


def caused_by(error: Any, cause: Any) -> BaseException:
    """The error of `raise error from cause`."""
    result = _instance(error)
    result.__cause__ = _instance(cause) if cause is not None else None
    return result


def _instance(error: Any) -> BaseException:
    result = error() if isinstance(error, type) else error
    if not isinstance(result, BaseException):
        raise TypeError("exceptions must derive from BaseException")
    return result


__all__ = ["catching", "caused_by", "check_handlers", "raised", "reraised"]
