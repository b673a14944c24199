"""Lowers the steps that `fusion/hoist.py` moved out of a loop.

Variables are read there only if nothing in the loop assigns to them and there is an iteration that reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.hoist import hoist
from graphwright.runtime.native.fusion.steps import Plan, Step, is_constant
from graphwright.runtime.native.lower.control.branches import Body
from graphwright.runtime.native.lower.frame.values import Bound, Scalar
from graphwright.runtime.native.lower.steps.trip_count import known_trip_count

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


@contextmanager
def computed(code: Code, op: Operation, plan: Plan, given: Mapping[Value, Bound]) -> Iterator[dict[Value, Bound]]:
    """In the block, the loop's body finds what it would compute from these values alone.

    They are inputs of the body's plan. Gives what they are bound to, and the hoisted results.
    """
    moved, found = hoist(plan, given, reads_variables=_may_read(code, op)), dict[Value, Bound]()
    if moved:
        found = _written(code, op, plan, given, moved)

    def bind(step: Step) -> None:
        for value in step.outputs:
            if value in found:
                code.bind(value, found[value])

    code.overrides |= {step: partial(bind, step) for step in moved}
    yield {**given, **found}
    for step in moved:
        del code.overrides[step]
    for bound in found.values():
        if not isinstance(bound, Scalar):
            code.b.release(bound.buffer)


def _may_read(code: Code, op: Operation) -> bool:
    """Whether a variable may be read before the loop: it has a round, and does nothing that anybody sees."""
    rounds = known_trip_count(code, op) or ""
    return reads_repeatably(op) and rounds.isdigit() and int(rounds) > 0


def reads_repeatably(op: Operation) -> bool:
    """Whether all rounds of a loop read the same from a variable: none does anything that anybody sees."""
    graphs = (op.attrs["cond"], op.attrs["body"])
    return not any(each.record.effect in ("write", "host") for graph in graphs for each in graph.operations)


def _written(
    code: Code, op: Operation, plan: Plan, given: Mapping[Value, Bound], moved: Sequence[Step]
) -> dict[Value, Bound]:
    """What the results are bound to that other steps read."""
    others = [step for step in plan.steps if step not in moved]
    read = {value for step in others for value in step.inputs} | set(plan.outputs)
    results = [value for step in moved for value in step.outputs if value in read]
    inputs = [value for value in plan.inputs if value in given]
    needed = {value for step in moved for value in step.inputs}
    constants = [step for step in others if is_constant(step) and step.outputs[0] in needed]
    before = Plan(inputs, results, [*constants, *moved])
    body = Body(code, op.attrs["body"], before)
    types = [op.inputs[plan.inputs.index(value)].type for value in inputs]
    body.enter(op, [given[value] for value in inputs], types)
    found = dict(zip(results, body.run(), strict=True))
    for bound in found.values():
        if not isinstance(bound, Scalar):
            code.b.retain(bound.buffer)
    body.leave()
    return found
