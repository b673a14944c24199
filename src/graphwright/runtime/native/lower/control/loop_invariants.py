"""What the rounds of a loop compute from nothing but what is the same in all of them: it is computed once, before.

That is elementwise work, as the conversion of half precision, and reads of variables that nothing in the loop assigns
to, where there is a round that reads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.plan import Plan
from graphwright.runtime.native.fusion.steps import Fused, Step
from graphwright.runtime.native.lower.control.branches import Body
from graphwright.runtime.native.lower.frame.values import Bound, Scalar
from graphwright.runtime.native.lower.steps.trip_count import known_trip_count

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


@contextmanager
def computed(code: Code, op: Operation, plan: Plan, given: Mapping[Value, Bound]) -> Iterator[dict[Value, Bound]]:
    """In the block, rounds of a loop find what they would compute from these values alone.

    They are inputs of the plan of a round. Gives what they are bound to, and what the results are that rounds find.
    """
    moved, found = _moved(code, op, plan, given), dict[Value, Bound]()
    if moved:
        found = _written(code, op, plan, given, moved)

    def bind(step: Step) -> None:
        for value in step.outputs:
            if value in found:
                code.bind(value, found[value])

    code.instead |= dict.fromkeys(moved, bind)
    yield {**given, **found}
    for step in moved:
        del code.instead[step]
    for bound in found.values():
        if not isinstance(bound, Scalar):
            code.b.release(bound.buffer)


def _moved(code: Code, op: Operation, plan: Plan, given: Mapping[Value, Bound]) -> list[Step]:
    """The steps that go before the loop, in order."""
    known = {*given, *(step.outputs[0] for step in plan.steps if _is_constant(step))}
    may_read = _may_read(code, op)
    found: list[Step] = []
    for step in plan.steps:
        plain = type(step) is Fused and not step.fallible and not step.reductions
        plain |= may_read and step.op is not None and step.op.type == "ReadVariableOp"
        if plain and known.issuperset(step.inputs) and all(value.type.is_static for value in step.outputs):
            found.append(step)
            known.update(step.outputs)
    return found


def _is_constant(step: Step) -> bool:
    return step.op is not None and step.op.type == "Const"


def _may_read(code: Code, op: Operation) -> bool:
    """Whether a variable may be read before the loop: it has a round, and does nothing that anybody sees."""
    graphs = (op.attrs["cond"], op.attrs["body"])
    if any(each.record.effect in ("write", "host") for graph in graphs for each in graph.operations):
        return False
    rounds = known_trip_count(code, op) or ""
    return rounds.isdigit() and int(rounds) > 0


def _written(
    code: Code, op: Operation, plan: Plan, given: Mapping[Value, Bound], moved: Sequence[Step]
) -> dict[Value, Bound]:
    """What the results are bound to that other steps read."""
    others = [step for step in plan.steps if step not in moved]
    read = {value for step in others for value in step.inputs} | set(plan.outputs)
    results = [value for step in moved for value in step.outputs if value in read]
    inputs = [value for value in plan.inputs if value in given]
    before = Plan(inputs, results)
    needed = {value for step in moved for value in step.inputs}
    before.steps = [step for step in others if _is_constant(step) and step.outputs[0] in needed] + list(moved)
    before.count_uses()
    body = Body(code, op.attrs["body"], before)
    types = [op.inputs[plan.inputs.index(value)].type for value in inputs]
    body.enter(op, [given[value] for value in inputs], types)
    found = dict(zip(results, body.run(), strict=True))
    for bound in found.values():
        if not isinstance(bound, Scalar):
            code.b.retain(bound.buffer)
    body.leave()
    return found
