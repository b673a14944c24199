"""`tensorflow.python.ops.control_flow_util`: whether a graph is compiled by XLA."""

from __future__ import annotations

from typing import Any


def graph_or_parents_in_xla_context(graph: Any) -> bool:
    """Whether a function with `jit_compile=True` is traced: it wants one program, and no calls of the host."""
    return bool(getattr(graph, "must_compile", False))
