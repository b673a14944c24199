"""User-defined trace types: placeholders of their values, and a check that their methods agree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.base.spec import TraceType
from graphwright.core.tracing import TracingGraph


def placeholder_for(
    type_: TraceType,
    actual: Any,
    own_placeholder: Callable[[], Any],
    placeholder: Callable[[Any], Any],
    graph: TracingGraph,
) -> Any:
    """The placeholder of a value of a user-defined trace type.

    Args:
      type_: the trace type.
      actual: the argument of the call that traces, or the type itself.
      own_placeholder: calls the type's own `placeholder_value`.
      placeholder: creates the placeholder of one of the specs that the type lists in `flatten`.
      graph: the graph that receives the placeholders.

    For a type without `placeholder_value`, `from_tensors` builds the value from placeholders of its tensors. For a type
    that lists no tensors, the value of the call is used for all values of the type.

    Raises:
      TypeError: its methods disagree on how many tensors there are.
    """
    tensors = [] if isinstance(actual, TraceType) else type_.to_tensors(actual)
    requested = type_.flatten()
    before = len(graph.inputs) - len(graph.captures)
    if requested and not _defines(type_, "placeholder_value"):
        if not _defines(type_, "from_tensors"):
            raise _incomplete(type_, f"names {len(requested)} tensor(s), but no placeholder_value and no from_tensors")
        result = type_.from_tensors(iter([placeholder(spec) for spec in requested]))
    else:
        result = own_placeholder()
    count = len(graph.inputs) - len(graph.captures) - before
    arguments = len(requested) if isinstance(actual, TraceType) else len(tensors)
    if count != arguments:
        raise _incomplete(type_, f"makes {count} placeholder(s), but to_tensors gives {arguments} tensor(s)")
    return result


def _defines(type_: TraceType, name: str) -> bool:
    return getattr(type(type_), name) is not getattr(TraceType, name)


def _incomplete(type_: TraceType, what: str) -> TypeError:
    return TypeError(
        f"The trace type {type(type_).__name__} {what}. A trace type of values that hold tensors defines flatten, "
        "to_tensors and placeholder_value (or from_tensors), all for the same tensors in the same order."
    )


__all__ = ["placeholder_for"]
