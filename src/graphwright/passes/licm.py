"""Loop-invariant code motion: operations whose operands are the same in every iteration move before the loop.

Only operations that cannot fail are moved, for the loop may have no iteration at all; only those of static shapes,
and none whose result is much larger than its operands: recomputing a broadcast costs less than reading it from memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Final

from graphwright.ir.funcgraph import FuncGraph
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract, Elementwise, Reduce
from graphwright.ir.record import OpRecord, lookup
from graphwright.ir.types import TensorType
from graphwright.passes._rewrite import Rewriter, Rule
from graphwright.passes.dce import eliminate_dead_code
from graphwright.passes.inline import OPTIMIZED, copy_body
from graphwright.passes.loop_dce import LOOPS

_MOVABLE: Final = (Elementwise, Contract, Reduce)
"""Native rules of the operations that are moved; constants go with them."""
_INFLATION: Final = 2
"""A result may have this many times the elements of its largest operand, and be moved."""


def hoist_invariants(record: OpRecord) -> Sequence[Rule]:
    """The visitor."""
    return (_hoist,) if record.name in LOOPS else ()


def _hoist(op: Operation, rewriter: Rewriter) -> None:
    """Move what is invariant in the body of a loop in front of it; the results become variables of the loop."""
    body: FuncGraph = op.attrs["body"]
    if body.derived.get(OPTIMIZED) is not body:  # a recursive call of a function that is being optimised
        return
    invariant = _invariant_operations(body)
    results = _results_to_move(body, invariant)
    if not results:
        return
    outer = dict(zip(body.inputs, op.inputs, strict=True))
    for inner in _needed_for(body, results, invariant):
        moved = Operation(
            rewriter.graph,
            inner.record,
            rewriter.unique_name(f"{op.name}/{inner.name}"),
            [outer[v] for v in inner.inputs],
            inner.attrs,
            [v.type for v in inner.outputs],
            inner.location,
            inner.origin or inner,
        )
        outer.update(zip(inner.outputs, rewriter.process(moved), strict=True))
    _add_variables(op, results, [outer[v] for v in results])
    rewriter.changes += 1


def _invariant_operations(body: FuncGraph) -> set[Operation]:
    """The movable operations whose operands are the same in each iteration, constants included."""
    invariant = {id(v) for v, result in zip(body.inputs, body.outputs, strict=True) if v is result}
    found: set[Operation] = set()
    for op in body.operations:
        if op.record.name == "Const" or (_is_movable(op) and all(id(v) in invariant for v in op.inputs)):
            found.add(op)
            invariant.update(map(id, op.outputs))
    return found


def _is_movable(op: Operation) -> bool:
    rule = op.record.native
    if op.record.effect != "none" or not isinstance(rule, _MOVABLE) or not op.inputs:
        return False
    if isinstance(rule, Elementwise) and rule.check is not None:
        return False
    return all(v.type.is_static for v in (*op.inputs, *op.outputs))


def _results_to_move(body: FuncGraph, invariant: set[Operation]) -> list[Value]:
    """The invariant results that the rest of the body reads and that are worth a variable, in program order."""
    read = set(body.outputs)
    found: list[Value] = []
    for op in reversed(body.operations):
        exposed = [v for v in op.outputs if v in read]
        if op in invariant and op.record.name != "Const" and exposed and not _inflates(op):
            found += reversed(exposed)
        elif op not in invariant or exposed:
            read.update(op.inputs)
    return found[::-1]


def _inflates(op: Operation) -> bool:
    return _elements(op.outputs) > _INFLATION * max(_elements([v]) for v in op.inputs)


def _elements(values: Iterable[Value]) -> int:
    return sum(prod(d for d in v.type.dims or () if isinstance(d, int)) for v in values)


def _needed_for(body: FuncGraph, results: Iterable[Value], invariant: set[Operation]) -> list[Operation]:
    """The invariant operations that these values depend on, operands first."""
    needed = set(results)
    found: list[Operation] = []
    for op in reversed(body.operations):
        if op in invariant and not needed.isdisjoint(op.outputs):
            found.append(op)
            needed.update(op.inputs)
    return found[::-1]


def _add_variables(op: Operation, results: Sequence[Value], initial: Sequence[Value]) -> None:
    """Add variables to a loop, which replace these results in its body."""
    types = [v.type for v in results]
    shapes = list(op.attrs.get("output_shapes") or ())
    op.inputs = [*op.inputs, *initial]
    op.outputs = [*op.outputs, *(Value(op, len(op.outputs) + i, t) for i, t in enumerate(types))]
    op.attrs = {
        **op.attrs,
        "T": [*op.attrs["T"], *(t.dtype for t in types)],
        "output_shapes": [*shapes, *(t.shape for t in types)] if shapes else shapes,
        "cond": _with_more_inputs(op.attrs["cond"], results, initial, replace=False),
        "body": _with_more_inputs(op.attrs["body"], results, initial, replace=True),
    }


def _with_more_inputs(graph: FuncGraph, results: Sequence[Value], initial: Sequence[Value], replace: bool) -> FuncGraph:
    """A copy of a loop's graph with an input for each result; `replace` has it used, and returned, in its place."""
    copied = copy_body(graph)
    substitute: dict[Value, Value] = {}
    positions = {id(v): (i, v.index) for i, op in enumerate(graph.operations) for v in op.outputs}
    for result in results:
        added = placeholder(copied, f"{result.op.name}/hoisted_{result.index}", result.type)
        copied.inputs.append(added)
        if replace:
            at, index = positions[id(result)]
            substitute[copied.operations[at].outputs[index]] = added
    if graph.captures:  # they stand for the last inputs
        copied.captures += initial
    first = len(copied.inputs) - len(results)
    copied.operations = [v.op for v in copied.inputs[first:]] + copied.operations
    if replace:
        for op in copied.operations:
            op.inputs = [substitute.get(v, v) for v in op.inputs]
        copied.outputs = [substitute.get(v, v) for v in copied.outputs] + copied.inputs[first:]
    eliminate_dead_code(copied)
    copied._by_name = {op.name: op for op in copied.operations}
    copied.frozen = True
    if graph.derived.get(OPTIMIZED) is graph:
        copied.derived[OPTIMIZED] = copied
    return copied


def placeholder(graph: FuncGraph, name: str, type_: TensorType) -> Value:
    """The value of a new Placeholder, which the caller adds to the graph."""
    record = lookup("Placeholder")
    assert record is not None
    operation = Operation(graph, record, name, (), {"dtype": type_.dtype, "shape": type_.shape}, [type_])
    value: Value = operation.outputs[0]
    return value
