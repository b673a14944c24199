"""Fused steps that a plan has several times are written once, as functions that it calls.

The layers of a deep network are the same nests on other arrays. All that the text of a nest follows from is known
before it is written: what is computed, how long the axes are, how the arrays lie, which numbers are constant. So the
nests after the first cost a line each, where `outline.py` would have to find out that they are the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from graphwright.base.config import uses
from graphwright.base.frozen import replace
from graphwright.runtime.native.fusion.steps import Fused, Step
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.values import Array, Scalar
from graphwright.runtime.native.machine.budgets import CALLED_NEST_ELEMENTS, LONG_PLAN_STEPS, REPEATED
from graphwright.runtime.native.schedule import parallel_for

if TYPE_CHECKING:
    from graphwright.ir.graph import Operation
    from graphwright.runtime.native.lower.codegen import Code
    from graphwright.runtime.native.lower.nests.fused_nest import NestWriter


def forms(steps: Sequence[Step]) -> dict[Step, Hashable]:
    """The steps that do the same as several others, each with what they have in common."""
    found: dict[Hashable, list[Step]] = {}
    least = CALLED_NEST_ELEMENTS if len(steps) < LONG_PLAN_STEPS else 1
    fused = [step for step in steps if type(step) is Fused and uses("nest_dedup")]
    for step in fused if len(fused) >= REPEATED else ():
        form = _form(step, least)
        if form is not None:
            found.setdefault(form, []).append(step)
    return {step: form for form, duplicates in found.items() if len(duplicates) >= REPEATED for step in duplicates}


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


def key_of(code: Code, step: Step) -> Hashable | None:
    """All that the text of a step's nest follows from; None where it is to be written in its place."""
    form = code.duplicates.get(step)
    if form is None or code.in_place is not None or any(value in code.env.wanted for value in step.outputs):
        return None
    inputs: list[Hashable] = []
    for bound in map(code.value, step.inputs):
        if isinstance(bound, Scalar):
            inputs.append(bound.operand.text if bound.operand.is_constant else "")
        elif isinstance(bound, Array) and not any(stride.symbols for stride in bound.strides):
            inputs.append(bound.strides)
        else:
            return None
    return form, tuple(inputs)


def call(code: Code, step: Step, name: str) -> None:
    """Call the function of a nest, which is given the arrays that it reads and writes, and numbers."""
    given_or_made = [code.value(value) for value in (*step.inputs, *step.outputs)]
    arrays = [bound for bound in given_or_made if isinstance(bound, Array)]
    numbers = [b.operand for b in given_or_made if isinstance(b, Scalar) and not b.operand.is_constant]
    type_of = code.w.emitter.type_of
    arguments = [f"ptr {array.pointer}" for array in arrays] + [f"{type_of(o.dtype)} {o.text}" for o in numbers]
    code.w.call("void", f"@{name}", *arguments)


def function(nest: NestWriter) -> str:
    """Write the function of a nest that is laid out; gives its name. The nest is of no use any more."""
    outer = nest.w
    nest.w = Writer(outer)
    parameters: list[str] = []
    for stream in nest.all_streams():
        name = f"%given{len(parameters)}"
        stream.array = replace(stream.array, pointer=name)
        stream.pointer = name
        parameters.append(f"ptr {name}")
    e = nest.w.emitter
    for value, operand in nest.scalars.items():
        if not operand.is_constant:
            nest.scalars[value] = e.operand(operand.dtype, f"%given{len(parameters)}")
            parameters.append(f"{e.type_of(operand.dtype)} {nest.scalars[value].text}")
    nest.write_in_place()
    return outer.module.function("gw_nest", parallel_for.chunk_text(nest.w, ", ".join(parameters)))
