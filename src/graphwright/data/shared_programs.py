"""Compiled functions of datasets, shared: what makes a pipeline anew traces the same functions again.

A training loop that builds its dataset for each call (as Keras does for every `predict`) hands in new lambdas that
trace to the graphs of the last time.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from graphwright.base.shape import Symbol, TensorShape
from graphwright.core.context import state
from graphwright.functions.calls.concrete_function import compiled
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.types import Dims
from graphwright.passes.cse import comparable
from graphwright.runtime.executor import executor

_KEPT: Final = 64
_LARGEST: Final = 200  # operations; describing more takes longer than it is likely to save
_LARGEST_CONSTANT: Final = 1024  # bytes

# a graph stays with its program, so that an identity in its description is that of nothing else
_programs: dict[Hashable, tuple[FuncGraph, Any]] = {}


def program_of(graph: FuncGraph) -> Any:
    """The compiled form of a graph, or that of an equal graph made by the same lines of code."""
    if state.numerics is not None or not _is_shared(graph):
        return compiled(graph)
    description = executor(), _described(graph)
    found = _programs.get(description)
    if found is None:
        found = graph, compiled(graph)
        if len(_programs) >= _KEPT:
            _programs.clear()
        _programs[description] = found
    return found[1]


def _is_shared(graph: FuncGraph) -> bool:
    """Whether the program may outlive the dataset: it has no state, and keeps no data of any size alive."""
    if graph.captures or graph.is_stateful or len(graph.operations) > _LARGEST:
        return False
    for op in graph.operations:
        value = op.attrs.get("value")
        if op.record.calls_functions or getattr(value, "nbytes", 0) > _LARGEST_CONSTANT:
            return False
    return True


def _described(graph: FuncGraph) -> Hashable:
    """All that a program depends on; symbols for unknown sizes are numbered, for each trace has its own."""
    places: dict[int, int] = {}
    symbols: dict[Symbol, int] = {}

    def sizes(dims: Dims) -> Hashable:
        if dims is None:
            return None
        return tuple([("symbol", symbols.setdefault(d, len(symbols))) if isinstance(d, Symbol) else d for d in dims])

    def attribute(value: Any) -> Hashable:
        if isinstance(value, TensorShape):
            return sizes(value.symbolic)
        if isinstance(value, (list, tuple)):
            return tuple([attribute(v) for v in value])
        return comparable(value)

    operations = []
    for op in graph.operations:
        wiring = tuple([places[id(v)] for v in op.inputs])
        attrs = tuple([(name, attribute(value)) for name, value in op.attrs.items()])
        types = tuple([(v.type.dtype, sizes(v.type.dims)) for v in op.outputs])
        operations.append((op.record, op.name, op.location, attrs, wiring, types))
        for value in op.outputs:
            places[id(value)] = len(places)
    ends = [tuple([places[id(v)] for v in values]) for values in (graph.inputs, graph.outputs)]
    return tuple(operations), *ends
