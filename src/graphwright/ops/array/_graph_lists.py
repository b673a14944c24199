"""What ops that take a list of tensors do with a list of the graph."""

from __future__ import annotations

from graphwright.core.dispatch import apply, apply_effect
from graphwright.core.graph_lists import GraphList


def nonempty(values: GraphList, function: str) -> None:
    """Stop with an InvalidArgumentError when the graph runs and the list has no elements."""
    some = apply("Greater", (values.length(), 0))
    apply_effect("Assert", (some, [f"{function} needs at least one tensor, and its list is empty."]), {"summarize": 3})


__all__ = ["nonempty"]
