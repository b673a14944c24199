"""Which inputs of a graph its outputs depend on differentiably."""

from __future__ import annotations

from graphwright.autodiff.custom import gradient_function
from graphwright.core.tape import carries_gradient
from graphwright.ir.funcgraph import FuncGraph

_NOTHING: frozenset[int] = frozenset()


def dependencies(graph: FuncGraph) -> list[frozenset[int]]:
    """For each output the positions of the inputs it depends on differentiably."""
    origins: dict[int, frozenset[int]] = {
        id(v): frozenset([i]) if carries_gradient(v) else _NOTHING for i, v in enumerate(graph.inputs)
    }
    for op in graph.operations:
        if not op.inputs or (op.record.no_gradient and gradient_function(op) is None):
            continue
        reached = [origins.get(id(v), _NOTHING) for v in op.inputs]
        merged = frozenset().union(*reached)
        if merged:
            origins.update((id(v), merged) for v in op.outputs if carries_gradient(v))
    return [origins.get(id(v), _NOTHING) for v in graph.outputs]


__all__ = ["dependencies"]
