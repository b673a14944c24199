"""A cache of the compiled functions of datasets, by their graphs.

A training loop that builds its dataset again for each call (as Keras does in every `predict`) passes new lambdas that
trace to the same graphs as before.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final

from graphwright.base.shape import Symbol, TensorShape
from graphwright.core.context import state
from graphwright.functions.calls.graph_program import compiled, executor_of_programs
from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.types import Dims
from graphwright.passes.cse import comparable

_CAPACITY: Final = 64
_MAX_OPERATIONS: Final = 200  # describing a larger graph costs more than it is likely to save
_MAX_CONSTANT: Final = 1024  # bytes

# the graph is kept with its program, so that no object whose id is in its description is replaced by another
_programs: dict[Hashable, tuple[FuncGraph, Any]] = {}


def program_of(graph: FuncGraph) -> Any:
    """The program of a graph, or that of an equal graph from the same lines of code."""
    if state.numerics is not None or not _is_cacheable(graph):
        return compiled(graph)
    description = executor_of_programs(), _description(graph)
    found = _programs.get(description)
    if found is None:
        found = graph, compiled(graph)
        if len(_programs) >= _CAPACITY:
            _programs.clear()
        _programs[description] = found
    return found[1]


def _is_cacheable(graph: FuncGraph) -> bool:
    """Whether the program may outlive the dataset: it has no state and keeps no large data alive."""
    if graph.captures or graph.is_stateful or len(graph.operations) > _MAX_OPERATIONS:
        return False
    for op in graph.operations:
        value = op.attrs.get("value")
        if op.record.calls_functions or getattr(value, "nbytes", 0) > _MAX_CONSTANT:
            return False
    return True


def _description(graph: FuncGraph) -> Hashable:
    """Everything that a program depends on. Symbols of unknown sizes are numbered, for each trace has its own."""
    numbers: dict[int, int] = {}
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
        wiring = tuple([numbers[id(v)] for v in op.inputs])
        attrs = tuple([(name, attribute(value)) for name, value in op.attrs.items()])
        types = tuple([(v.type.dtype, sizes(v.type.dims)) for v in op.outputs])
        operations.append((op.record, op.name, op.location, attrs, wiring, types))
        for value in op.outputs:
            numbers[id(value)] = len(numbers)
    ends = [tuple([numbers[id(v)] for v in values]) for values in (graph.inputs, graph.outputs)]
    return tuple(operations), *ends
