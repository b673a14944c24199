"""Dead code elimination for loops: drop variables that no later value, no condition and no effect needs."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.passes.effects import always_runs
from graphwright.passes.inline import OPTIMIZED, copy_body

LOOPS: Final = frozenset({"While", "StatelessWhile"})


def eliminate_dead_variables(
    op: Operation, live: Collection[Value], eliminate_dead_code: Callable[[FuncGraph], Any]
) -> bool:
    """Remove the dead variables of a loop; returns whether there were any.

    `live` contains the outputs that are used; `eliminate_dead_code` removes what a body no longer needs.
    """
    cond, body = op.attrs["cond"], op.attrs["body"]
    if cond.captures or body.captures:
        return False
    kept = sorted(_live_variables(op, live))
    if len(kept) == len(op.inputs):
        return False
    op.inputs = [op.inputs[i] for i in kept]
    op.outputs = [op.outputs[i] for i in kept]
    for index, value in enumerate(op.outputs):
        value.index = index
    shapes = list(op.attrs.get("output_shapes") or ())
    op.attrs = {
        **op.attrs,
        "T": [op.attrs["T"][i] for i in kept],
        "output_shapes": [shapes[i] for i in kept] if shapes else shapes,
        "cond": _with_variables(cond, kept, cond.outputs, eliminate_dead_code),
        "body": _with_variables(body, kept, [body.outputs[i] for i in kept], eliminate_dead_code),
    }
    return True


def _live_variables(op: Operation, live: Collection[Value]) -> set[int]:
    """The positions of the live variables."""
    cond, body = op.attrs["cond"], op.attrs["body"]
    read_by_cond = {id(v) for other in cond.operations for v in other.inputs}.union(map(id, cond.outputs))
    kept = {
        i
        for i, (value, inner, cond_input) in enumerate(zip(op.outputs, body.inputs, cond.inputs, strict=True))
        # a value of unknown size may be where other code reads the size
        if value in live or id(cond_input) in read_by_cond or not (inner.type.is_static and value.type.is_static)
    }
    while len(kept) < len(op.inputs):
        live_values = {id(body.outputs[i]) for i in kept}
        for inner in reversed(body.operations):
            if always_runs(inner) or any(id(v) in live_values for v in inner.outputs):
                live_values.update(map(id, inner.inputs))
        more = {i for i, v in enumerate(body.inputs) if id(v) in live_values} - kept
        if not more:
            break
        kept |= more
    return kept


def _with_variables(
    graph: FuncGraph, kept: list[int], outputs: list[Value], eliminate_dead_code: Callable[[FuncGraph], Any]
) -> FuncGraph:
    """A copy of a loop's graph with only these variables as inputs."""
    positions = {id(v): i for i, v in enumerate(graph.outputs)}
    reduced = copy_body(graph)
    reduced.outputs = [reduced.outputs[positions[id(v)]] for v in outputs]
    reduced.inputs = [reduced.inputs[i] for i in kept]
    eliminate_dead_code(reduced)
    reduced._by_name = {op.name: op for op in reduced.operations}
    reduced.frozen = True
    if graph.derived.get(OPTIMIZED) is graph:
        reduced.derived[OPTIMIZED] = reduced
    return reduced
