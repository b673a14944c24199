"""Errors that a staged body raises when it runs."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.control.host_calls import EAGER_PY_FUNC, UserError, token_for
from graphwright.core.context import state
from graphwright.core.dispatch import apply_multi
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.ir.location import Location, user_location


class NeverReturns(BaseException):
    """Ends the tracing of a body at a point that execution does not pass.

    It is caught where the tracing of the body began, so no `except Exception` of the user's sees it.

    Args:
      error: creates the error, for use where there is no body to put it in.
    """

    def __init__(self, error: Callable[[], BaseException]) -> None:
        super().__init__("raised while tracing, for the place where the body's tracing began")
        self.error = error


class RetraceRequest(BaseException):
    """Aborts a trace so that the function is retraced with what was learned."""


def accept_raise() -> None:
    """Allow the body being traced to end in `NeverReturns`, which its tracer catches."""
    graph: Any = state.graph
    graph.accepts_raise = True


def accepts_raise() -> bool:
    """Whether an error raised here belongs to a body that may not run."""
    return bool(getattr(state.graph, "accepts_raise", False))


def raise_when_run(make: Callable[..., BaseException], values: Sequence[Any] = ()) -> NeverReturns:
    """Add an operation that raises `make(*values)`, with the values that the tensors among them have when it runs.

    Returns: what ends the tracing of the body; the caller raises it.
    """
    leaves = nest.flatten(list(values), expand_composites=True)
    staged = [isinstance(leaf, Tensor) and not isinstance(leaf, EagerTensor) for leaf in leaves]
    tensors = [leaf for leaf, is_staged in zip(leaves, staged, strict=True) if is_staged]
    # the operation lives as long as its graph, so what it holds must not hold the graph
    value = [None if is_staged else leaf for leaf, is_staged in zip(leaves, staged, strict=True)]
    template = nest.pack_sequence_as(list(values), value, expand_composites=True)

    where = user_location()

    def fail(*seen: Any) -> None:
        rest = iter(seen)
        filled = [next(rest) if is_staged else leaf for leaf, is_staged in zip(value, staged, strict=True)]
        raise UserError(_raised_at(where, make(*nest.pack_sequence_as(template, filled, expand_composites=True))))

    apply_multi(EAGER_PY_FUNC, (tensors,), {"token": token_for(fail), "Tout": []}, "raise")
    return NeverReturns(lambda: make(*values))


def note_error_in_body(error: Exception) -> None:
    """Note that an error of Python ends the tracing of a body, and so of the whole function.

    The body may not run at all: code that catches the error outside would continue as if it had run.
    """
    graph: Any = state.graph
    if not graph.is_body:
        return
    graph = _outermost(graph)
    if graph.escaped is None:
        graph.escaped = (
            f"{user_location()}\n  {type(error).__name__} ({error}) was raised while the body of a statement was "
            "traced that a tensor decides on, and caught outside of it, as if the body were sure to run. Put the `try` "
            "or `with` inside the branch or loop, or around the call of the traced function."
        )


def noted_error() -> str | None:
    """What `note_error_in_body` has noted, for `restore_noted`."""
    graph: Any = state.graph
    return _outermost(graph).escaped  # type: ignore[no-any-return]


def restore_noted(note: str | None) -> None:
    """Forget what was noted since: an error that a branch raises when it runs ends no tracing."""
    graph: Any = state.graph
    _outermost(graph).escaped = note


def _outermost(graph: Any) -> Any:
    while graph.is_body and graph.outer_graph is not None:
        graph = graph.outer_graph
    return graph


def check_none_escaped(graph: Any) -> None:
    """Check that no error which came out of a body was caught outside of it.

    Raises:
      NotImplementedError: one was.
    """
    if graph.escaped is not None:
        raise NotImplementedError(graph.escaped)


def _raised_at(where: Location | None, error: BaseException) -> BaseException:
    """The error with a traceback that shows the line it belongs to."""
    if where is None:
        return error
    statement = ast.Raise(ast.Name("error", ast.Load()), None)
    module = ast.fix_missing_locations(ast.Module([ast.copy_location(statement, ast.Constant(0))], []))
    for node in ast.walk(module):
        placed: Any = node
        if hasattr(placed, "lineno"):
            placed.lineno = placed.end_lineno = where.line
            placed.col_offset = placed.end_col_offset = -1  # not known: the line is shown without carets
    code = compile(module, where.filename, "exec").replace(co_name=where.function)
    try:
        exec(code, {"error": error})
    except BaseException as raised:
        trace = raised.__traceback__
        return raised.with_traceback(None if trace is None else trace.tb_next)
    return error


__all__ = ["NeverReturns", "RetraceRequest", "accept_raise", "accepts_raise", "raise_when_run"]
