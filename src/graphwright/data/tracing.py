"""Tracing of the functions that are passed to datasets, once each."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

from graphwright.autograph import convert, do_not_convert
from graphwright.base import errors, nest
from graphwright.core.context import as_default_graph, state
from graphwright.core.tracing import TracingGraph
from graphwright.data.debug_mode import as_python
from graphwright.data.structure import normalized, packer, placeholder_type, spec_of, tensor_specs, tensors_of
from graphwright.functions.tracing.spec import function_name
from graphwright.ir.funcgraph import next_function_name

Finish = Callable[[Any], Any]


class TracedFunction:
    """A function as a graph.

    Attributes: `graph`; `spec`, that of the result; `captured`, the outer tensors it uses.
    """

    def __init__(self, graph: TracingGraph, spec: Any) -> None:
        self.graph, self.spec = graph, spec
        self.captured: list[Any] = graph.captures


def trace(function: Callable[..., Any], specs: Sequence[Any], method: str, finish: Finish) -> TracedFunction:
    """Trace a function on arguments of these specs.

    Args:
      method: where it is used, for messages: `Dataset.map()`.
      finish: turns the function's result into the (normalized) element that the graph returns; it may raise.

    Raises: the function's own errors, with the user's lines first.
    """
    if not callable(function):
        raise ValueError(f"Argument `func` must be a callable. Received func={function} (of type {type(function)})")
    found = _traced(function, specs, method, finish)
    python = as_python(function, specs, found.spec)
    return found if python is None else _traced(do_not_convert(python), specs, method, finish)


def _traced(function: Callable[..., Any], specs: Sequence[Any], method: str, finish: Finish) -> TracedFunction:
    from graphwright.autograph.errors import with_user_lines

    outer: Any = state.graph
    prefix = f"__inference_{method.replace('.', '_').rstrip('()')}_{function_name(function)}"
    graph = TracingGraph(next_function_name(prefix.replace("<", "_").replace(">", "_")), outer)
    if outer is not None:
        graph.seed = outer.seed
    tapes = state.tapes
    try:
        with as_default_graph(graph):
            state.tapes = ()
            arguments = [_placeholders(graph, spec) for spec in specs]
            element = finish(convert(function)(*arguments))
            spec = spec_of(element)
            graph.outputs = [_own(graph, t) for t in tensors_of(spec, element)]
    except Exception as error:
        if isinstance(error, TypeError) and not _takes(function, specs):
            errors.with_note(error, f"{method} calls the function with {_arguments(specs)}.")
        raise with_user_lines(error) from error.__cause__
    finally:
        state.tapes = tapes
    graph.control_outputs = [op for op in graph.operations if op.record.effect in ("write", "host")]
    if outer is not None and hasattr(outer, "variables_met"):
        outer.variables_met.update(graph.variables_met)
    graph.finish()
    return TracedFunction(graph, spec)


def _takes(function: Callable[..., Any], specs: Sequence[Any]) -> bool:
    """Whether a function takes so many arguments, as far as its signature says."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return True
    try:
        signature.bind(*specs)
    except TypeError:
        return False
    return True


def _arguments(specs: Sequence[Any]) -> str:
    """What a function is called with, in words."""
    if len(specs) != 1:
        return f"{len(specs)} arguments, one for each component of an element"
    if isinstance(specs[0], dict):
        return f"one argument, a dict with the keys {', '.join(map(repr, specs[0]))}"
    return f"one argument, an element: {specs[0]!r}"


def _own(graph: TracingGraph, tensor: Any) -> Any:
    return tensor if tensor.__class__ is graph.value_class and tensor.op.graph is graph else graph.capture(tensor)


def _placeholders(graph: TracingGraph, spec: Any) -> Any:
    tensors = [graph.placeholder(placeholder_type(t), "args") for t in tensor_specs(spec)]
    return packer(spec)(tensors)


def trace_on_elements(
    function: Callable[..., Any], spec: Any, method: str, finish: Finish | None = None
) -> TracedFunction:
    """Trace a function of an element; a tuple is passed as several arguments."""
    specs = list(spec) if type(spec) is tuple else [spec]
    return trace(function, specs, method, finish or (lambda result: as_element(result, method)))


def as_element(result: Any, method: str) -> Any:
    """The result of a function as an element; a list counts as a tuple."""
    if isinstance(result, list):
        result = tuple(result)
    if result is not None and (not isinstance(result, tuple) or result):
        try:
            return normalized(result)
        except (TypeError, ValueError) as error:
            raise TypeError(f"Unsupported return value from function passed to {method}: {result}. {error}") from error
    raise TypeError(
        f"Unsupported return value from function passed to {method}: {result}. It must return a tensor, a dataset, or "
        "a (nested) structure of them."
    )


def bool_scalar(result: Any, name: str) -> Any:
    """The checked result of a predicate."""
    element = normalized(result)
    spec = spec_of(element)
    if nest.is_nested(spec) or spec.dtype.name != "bool" or spec.shape.rank not in (0, None):
        raise ValueError(
            f"Invalid `{name}`. `{name}` must return a `tf.bool` scalar tensor, but its return type is {spec}."
        )
    return element


__all__ = ["TracedFunction", "as_element", "bool_scalar", "trace", "trace_on_elements"]
