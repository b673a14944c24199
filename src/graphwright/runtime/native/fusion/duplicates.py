"""Finds fused steps that occur several times in a plan, as in the layers of a deep network.

`lower/nests/nest_dedup.py` makes a function of each such nest, which the steps call.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from graphwright.base.config import uses
from graphwright.ir.graph import Operation
from graphwright.runtime.native.fusion.steps import Fused, Step
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.machine.budgets import CALLED_NEST_ELEMENTS, LONG_PLAN_STEPS, REPEATED


def duplicates(steps: Sequence[Step]) -> dict[Fused, Hashable]:
    """The steps that do the same as several others, each with what they have in common."""
    found: dict[Hashable, list[Fused]] = {}
    least = CALLED_NEST_ELEMENTS if len(steps) < LONG_PLAN_STEPS else 1
    fused = [step for step in steps if isinstance(step, Fused) and uses("nest_dedup")]
    for step in fused if len(fused) >= REPEATED else ():
        form = _form(step, least)
        if form is not None:
            found.setdefault(form, []).append(step)
    return {step: form for form, alike in found.items() if len(alike) >= REPEATED for step in alike}


def _form(step: Fused, least: int) -> Hashable | None:
    """What a step computes, values by number; None for one that needs to be where it is, or is too little."""
    elements = product(step.dims).static
    if elements is None or elements * step.weight < least or step.fallible:
        return None
    if not all(r.op.outputs[0].type.dims for r in step.reductions):  # a number stays in a register
        return None
    numbers = {value: i for i, value in enumerate(step.inputs)}
    members = []
    for op in step.members:
        members.append((op.record, _attrs(op), *[numbers[v] for v in op.inputs], op.outputs[0].type))
        numbers[op.outputs[0]] = len(numbers)
    reductions = [(r.kind, r.axes, numbers[r.op.inputs[0]], r.op.outputs[0].type) for r in step.reductions]
    for reduction in step.reductions:
        numbers[reduction.op.outputs[0]] = len(numbers)
    form = (
        step.dims,
        tuple([value.type for value in step.inputs]),
        tuple(members),
        tuple(reductions),
        tuple([numbers[value] for value in step.outputs]),
    )
    try:
        hash(form)
    except TypeError:  # an attribute that cannot be hashed
        return None
    return form


def _attrs(op: Operation) -> Hashable:
    """The attributes that a rule is given: with their texts, for -0.0 equals 0.0."""
    return tuple([(op.attrs[name], repr(op.attrs[name])) for name in op.record.kernel_attrs])
