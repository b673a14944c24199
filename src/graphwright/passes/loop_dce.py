"""Drop the variables of loops that no later value, no test and no effect needs: what is computed for itself alone."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.passes._effects import always_runs
from graphwright.passes.inline import OPTIMIZED, copy_body

LOOPS: Final = frozenset({"While", "StatelessWhile"})


def narrow(op: Operation, wanted: Collection[Value], prune: Callable[[FuncGraph], Any]) -> bool:
    """Take from a loop the variables that are not needed; says whether there were any.

    `wanted` has those of its outputs that are; `prune` removes what a body needs no longer.
    """
    test, body = op.attrs["cond"], op.attrs["body"]
    if test.captures or body.captures:
        return False
    kept = sorted(_needed(op, wanted))
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
        "cond": _with_inputs(test, kept, test.outputs, prune),
        "body": _with_inputs(body, kept, [body.outputs[i] for i in kept], prune),
    }
    return True


def _needed(op: Operation, wanted: Collection[Value]) -> set[int]:
    """The positions of the variables that stay."""
    test, body = op.attrs["cond"], op.attrs["body"]
    asked = {id(v) for other in test.operations for v in other.inputs}.union(map(id, test.outputs))
    kept = {
        i
        for i, (value, inner, tested) in enumerate(zip(op.outputs, body.inputs, test.inputs, strict=True))
        # what has unknown sizes may be what tells them
        if value in wanted or id(tested) in asked or not (inner.type.is_static and value.type.is_static)
    }
    while len(kept) < len(op.inputs):
        needed = {id(body.outputs[i]) for i in kept}
        for inner in reversed(body.operations):
            if always_runs(inner) or any(id(v) in needed for v in inner.outputs):
                needed.update(map(id, inner.inputs))
        more = {i for i, v in enumerate(body.inputs) if id(v) in needed} - kept
        if not more:
            break
        kept |= more
    return kept


def _with_inputs(
    graph: FuncGraph, kept: list[int], outputs: list[Value], prune: Callable[[FuncGraph], Any]
) -> FuncGraph:
    """A copy of a loop's graph with some of its inputs."""
    places = {id(v): i for i, v in enumerate(graph.outputs)}
    made = copy_body(graph)
    made.outputs = [made.outputs[places[id(v)]] for v in outputs]
    made.inputs = [made.inputs[i] for i in kept]
    prune(made)
    made._by_name = {op.name: op for op in made.operations}
    made.frozen = True
    if graph.derived.get(OPTIMIZED) is graph:
        made.derived[OPTIMIZED] = made
    return made
