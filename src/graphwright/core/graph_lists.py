"""Lists of the graph where a list of tensors is expected.

A Python list that grew in a staged statement has its elements in a list of the graph, and their number is only known
when the graph runs. An op that takes a list of tensors has a node for each of them, so it can't take such a list; its
record may say what computes the same (`OpRecord.of_list`). Dispatch asks for it, and refuses the list otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeGuard

from graphwright.base.dtypes import DType
from graphwright.core.tensor import Tensor


class GraphList(Protocol):
    """What `autograph.operators.lists.StagedList` offers to ops.

    Fields:
      handle: the list of the graph, None where the elements are structures of tensors.
    """

    is_graph_list: bool
    handle: Tensor | None

    @property
    def dtype(self) -> DType:
        """The dtype of the elements, or of the first tensor in them."""

    def element_dims(self) -> Any:
        """The dimensions of every element."""

    def length(self) -> Tensor:
        """The number of elements, a scalar int32 tensor."""

    def unknown_length(self, asked: str) -> Exception:
        """The error of what needs to know the number of elements while tracing."""


def is_graph_list(value: object) -> TypeGuard[GraphList]:
    """Whether the elements of this list are in a list of the graph."""
    return getattr(value, "is_graph_list", False)


def listed(values: Any) -> Any:
    """Values as a new list; a list of the graph stays what it is, for dispatch to take or to refuse."""
    return values if is_graph_list(values) else list(values)


def graph_list_among(inputs: Sequence[object]) -> GraphList | None:
    """The first list of the graph among the inputs of an op."""
    return next((value for value in inputs if is_graph_list(value)), None)


__all__ = ["GraphList", "graph_list_among", "is_graph_list", "listed"]
