"""Drop what no output and no effect needs."""

from __future__ import annotations

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.passes._effects import always_runs
from graphwright.passes.loop_dce import LOOPS, narrow


def prune(graph: FuncGraph) -> bool:
    """Remove unneeded operations, and variables of loops; says whether a loop lost any. The inputs always stay."""
    needed: set[Operation] = {v.op for v in graph.inputs}
    wanted: set[Value] = set(graph.outputs)
    kept: list[Operation] = []
    narrowed = False
    for op in reversed(graph.operations):
        if op in needed or not wanted.isdisjoint(op.outputs) or always_runs(op):
            if op.record.name in LOOPS:
                narrowed = narrow(op, wanted, prune) or narrowed
            wanted.update(op.inputs)
            kept.append(op)
    if len(kept) < len(graph.operations):
        kept.reverse()
        graph.operations = kept
    return narrowed
