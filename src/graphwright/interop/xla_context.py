"""`tensorflow.python.ops.control_flow_util`: whether a graph is compiled by XLA."""

from __future__ import annotations

from typing import Any


def graph_or_parents_in_xla_context(graph: Any) -> bool:
    """False: there is no XLA, so ops that XLA does not support may be used in every graph."""
    return False
