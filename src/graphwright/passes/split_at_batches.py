"""What follows a batch of a dataset becomes a function of its own, called with the sizes that the batch has.

A batch may be smaller at the end of an epoch, so its size is open, and with it everything computed from it. The rest of
the graph goes into a function, which the call compiles for the sizes that return
(`functions/calls/specializations.py`). That is worth a call from Python where the program for open sizes leaves
operations to Python; one without these is as fast as for known sizes.
"""

from __future__ import annotations

from typing import Final

from graphwright.base.dtypes import resource
from graphwright.ir.funcgraph import FuncGraph, copy_graph
from graphwright.ir.graph import Operation, Value, call_instead, called_functions
from graphwright.ir.handles import DECLARED, declared_type
from graphwright.ir.record import OpRecord
from graphwright.passes.dce import eliminate_dead_code
from graphwright.passes.inline import OPTIMIZED
from graphwright.passes.licm import placeholder

_BATCHES: Final = frozenset({"IteratorGetNext"})
_CONTROL: Final = frozenset({"While", "StatelessWhile", "If", "StatelessIf", "Case", "StatelessCase"})


def split_at_batches(graph: FuncGraph, call: OpRecord) -> FuncGraph:
    """Return an optimized graph in which `call` runs what follows a batch of open size; the graph itself if none does.

    Bodies of loops and branches are split alike. `call` has the attributes and inputs of PartitionedCall.
    """
    bodies = {}
    for op in graph.operations:
        if op.record.name in _CONTROL:
            functions = called_functions(op)
            split = [split_at_batches(f, call) for f in functions]
            if any(new is not old for new, old in zip(split, functions, strict=True)):
                bodies[op.name] = split
    at = _last_batch(graph)
    if at is None and not bodies:
        return graph
    copied = copy_graph(graph)
    for op in copied.operations:
        if op.name in bodies:
            call_instead(op, bodies[op.name])
    if at is not None:
        _split(copied, at + 1, call)
    copied.frozen = True
    copied.derived[OPTIMIZED] = copied
    return copied


def _last_batch(graph: FuncGraph) -> int | None:
    """The position of the last batch of open size."""
    found = [
        at
        for at, op in enumerate(graph.operations)
        if op.record.name in _BATCHES and not all(v.type.is_static for v in op.outputs)
    ]
    return found[-1] if found else None


def _split(graph: FuncGraph, at: int, call: OpRecord) -> None:
    """Move the operations from `at` on into a function, which one operation calls."""
    inputs = {v.op for v in graph.inputs}
    moved = [op for op in graph.operations[at:] if op not in inputs]
    gone = set(moved)
    kept = [op for op in graph.operations if op not in gone]
    body = FuncGraph(graph.name)
    body.attributes = graph.attributes
    inner: dict[Value, Value] = {}
    passed: list[Value] = []

    def value_of(value: Value) -> Value:
        known = inner.get(value)
        if known is None:
            if value.op.record.name == "Const":
                _move(body, value.op, [], inner)
                return inner[value]
            known = inner[value] = placeholder(body, f"batch_{len(passed)}", value.type)
            declared = declared_type(value) if value.dtype is resource else None
            if declared is not None:
                known.op.attrs = {**known.op.attrs, DECLARED: declared}
            body.operations.insert(len(passed), known.op)
            passed.append(value)
        return known

    for op in moved:
        _move(body, op, [value_of(v) for v in op.inputs], inner)
    results = list(dict.fromkeys(v for v in graph.outputs if v.op in gone))
    body.inputs = [inner[v] for v in passed]
    body.outputs = [inner[v] for v in results]
    body._by_name = {op.name: op for op in body.operations}
    body.frozen = True
    body.derived[OPTIMIZED] = body
    attrs = {"Tin": [v.dtype for v in passed], "Tout": [v.dtype for v in results], "f": body}
    like = moved[0]
    called = Operation(graph, call, f"{like.name}/rest", passed, attrs, [v.type for v in results], like.location)
    outer = dict(zip(results, called.outputs, strict=True))
    graph.operations = [*kept, called]
    graph.outputs = [outer.get(v, v) for v in graph.outputs]
    eliminate_dead_code(graph)
    graph._by_name = {op.name: op for op in graph.operations}


def _move(body: FuncGraph, op: Operation, inputs: list[Value], inner: dict[Value, Value]) -> None:
    copy = Operation(body, op.record, op.name, inputs, op.attrs, [v.type for v in op.outputs], op.location, op.origin)
    body.operations.append(copy)
    inner.update(zip(op.outputs, copy.outputs, strict=True))


__all__ = ["split_at_batches"]
