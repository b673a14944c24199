"""Finds products `x[t] @ w` in a loop that can be computed for several iterations at once.

A product of one row, or a few, reads all of `w` for little: an element that is loaded is multiplied once for each row.
A product of the rows of several iterations has as many multiplications, and loads it once.
"""

from __future__ import annotations

from collections.abc import Collection

from graphwright.base.config import uses
from graphwright.base.frozen import frozen
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.loop_counters import step_of
from graphwright.ir.lowering import Contract, Element, Strided, View
from graphwright.runtime.native.fusion.steps import OpStep, Plan, Product, Step, op_of
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.kernels.gemm.blocking import HELD_DEPTH
from graphwright.runtime.native.machine.limits import SMALL_ELEMENTS

#: The rows of an iteration of which more keep a tile's registers busy by themselves.
MOST_PREFETCHED_ROWS = 6
#: The rows of a block: its product is bound by multiplications, and its results stay in the cache.
BLOCK_ROWS = 64


@frozen
class PrefetchedProduct:
    """A product whose first operand is element `index` of `source`, where both are inputs of the body's plan."""

    step: OpStep | Product
    rule: Contract
    source: Value
    index: Value


def prefetched_products(
    op: Operation, plan: Plan, unchanging: Collection[Value], *, reads: bool
) -> list[PrefetchedProduct]:
    """The products of the plan of a loop's body to be computed for blocks of iterations.

    The `unchanging` values are the same in every iteration, and with `reads` what is read from variables is.
    """
    if not uses("prefetched_products"):
        return []
    known = _derived(plan, unchanging, reads)
    return [found for step in plan.steps if (found := _prefetched(op, plan, step, known)) is not None]


def _derived(plan: Plan, unchanging: Collection[Value], reads: bool) -> set[Value]:
    """These values, constants, and what follows from them alone."""
    known = set(unchanging)
    for step in plan.steps:
        op = op_of(step)
        repeats = op is None or op.record.effect == "none" or (reads and op.type == "ReadVariableOp")
        if repeats and known.issuperset(step.inputs):
            known.update(step.outputs)
    return known


def _prefetched(op: Operation, plan: Plan, step: Step, known: set[Value]) -> PrefetchedProduct | None:
    """A step as a product of an element, if it is one that gains by this."""
    if not isinstance(step, (OpStep, Product)):
        return None
    rule = step.rule
    if not isinstance(rule, Contract) or step.op.attrs[rule.transpose_a]:
        return None
    rows, weights = step.op.inputs
    if step.outputs[0].type.dims != step.op.outputs[0].type.dims:
        return None
    if rows.type.rank != 2 or not weights.type.is_static or weights.type.rank != 2 or not _gains(rows, weights):
        return None
    if not known.issuperset(value for value in step.inputs if value is not rows):
        return None
    source, index = _element(rows.op) or (None, None)
    if source not in known or source not in plan.inputs or index not in plan.inputs:
        return None
    assert source is not None and index is not None
    at = plan.inputs.index(index)
    start = constant_value(op.inputs[at])
    counts = step_of(plan.outputs[at], index) == 1 and start is not None and start >= 0
    return PrefetchedProduct(step, rule, source, index) if counts else None


def _gains(rows: Value, weights: Value) -> bool:
    """Whether there is more to load than to multiply; a number of rows that nobody knows may be small."""
    count, inner = rows.type.dims or ()
    if isinstance(inner, int) and inner <= HELD_DEPTH:  # what is written for the size loads it next to nothing
        return False
    return (product(weights.type.dims or ()).static or 0) >= SMALL_ELEMENTS and (
        not isinstance(count, int) or count <= MOST_PREFETCHED_ROWS
    )


def _element(op: Operation) -> tuple[Value, Value] | None:
    """The list or array of which an operation gives an element, and the number of the element."""
    if op.type == "TensorListGetItem":
        return op.inputs[0], op.inputs[1]
    rule = op.record.native
    if not isinstance(rule, Strided):
        return None
    view = rule.view(op, [constant_value(value) for value in op.inputs])
    match view:
        case View(((0, Element() as start),), strides, ()) if strides == tuple((d + 1, 1) for d in range(len(strides))):
            number = op.inputs[start.input]
            return op.inputs[rule.source], number.op.inputs[start.at] if number.op.type == "Pack" else number
    return None
