"""`FuncGraph`: a scratch graph, such as libraries build to infer shapes and dtypes."""

from __future__ import annotations

from contextlib import AbstractContextManager

from graphwright.core.context import as_default_graph, state
from graphwright.core.tracing import TracingGraph


class FuncGraph(TracingGraph):
    """A graph that is built by hand.

    Args:
      name: its name.
    """

    def __init__(self, name: str) -> None:
        super().__init__(name, state.graph)

    def as_default(self) -> AbstractContextManager[None]:
        """Build into this graph inside the block."""
        return as_default_graph(self)
