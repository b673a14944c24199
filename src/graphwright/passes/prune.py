"""Drop what no output and no effect needs."""

from __future__ import annotations

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.passes._effects import effects


def prune(graph: FuncGraph) -> bool:
    """Remove unneeded operations; says whether there were any. The inputs always stay."""
    needed: set[Operation] = {v.op for v in graph.inputs}
    wanted: set[Value] = set(graph.outputs)
    kept: list[Operation] = []
    for op in reversed(graph.operations):
        if op in needed or not wanted.isdisjoint(op.outputs) or _always_runs(op):
            wanted.update(op.inputs)
            kept.append(op)
    if len(kept) == len(graph.operations):
        return False
    kept.reverse()
    graph.operations = kept
    return True


def _always_runs(op: Operation) -> bool:
    return not op.record.prunable and not effects(op).isdisjoint(("write", "host"))
