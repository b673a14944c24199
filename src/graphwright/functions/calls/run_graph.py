"""Runs traced graphs on eager tensors: each call finds the program for its device and its sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.core.context import state
from graphwright.core.placement import device_for
from graphwright.core.tensor import EagerTensor, escaped
from graphwright.functions.calls.graph_program import compiled
from graphwright.functions.calls.specializations import is_open, specializations
from graphwright.ir.funcgraph import FuncGraph


def run_graph(graph: FuncGraph, inputs: Sequence[Any]) -> list[EagerTensor]:
    """Run a graph on eager tensors, one for each of its inputs."""
    try:
        if is_open(graph):
            graph = specializations(graph).choose(inputs)
        device = None if state.numerics is not None else device_for(inputs)
        if device is None:
            return list(compiled(graph).run_tensors(inputs, graph.outputs))
        program = compiled(graph, device.executor)
        return list(program.run_tensors(program.with_captures(inputs, _captures(graph)), graph.outputs))
    except AttributeError:
        symbolic = next((t for t in inputs if not isinstance(t, EagerTensor)), None)
        if symbolic is None:
            raise
        raise escaped(symbolic) from None


def _captures(graph: FuncGraph) -> Sequence[EagerTensor]:
    return getattr(graph, "captures", ())


__all__ = ["run_graph"]
