"""Dead code elimination: drop what neither an output nor an effect needs."""

from __future__ import annotations

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.passes.effects import always_runs
from graphwright.passes.loop_dce import LOOPS, eliminate_dead_variables


def eliminate_dead_code(graph: FuncGraph) -> bool:
    """Remove dead operations and dead loop variables, but no inputs; returns whether a loop lost a variable."""
    inputs: set[Operation] = {v.op for v in graph.inputs}
    live: set[Value] = set(graph.outputs)
    kept: list[Operation] = []
    changed = False
    for op in reversed(graph.operations):
        if op in inputs or not live.isdisjoint(op.outputs) or always_runs(op):
            if op.record.name in LOOPS:
                changed = eliminate_dead_variables(op, live, eliminate_dead_code) or changed
            live.update(op.inputs)
            kept.append(op)
    if len(kept) < len(graph.operations):
        kept.reverse()
        graph.operations = kept
    return changed
