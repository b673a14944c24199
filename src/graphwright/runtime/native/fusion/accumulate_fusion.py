"""Steps that add their result to a sum in place, if nothing else reads the old value.

A matrix product adds to what lies where its result goes, and a part that is put into zeros is added to that part of
the other array. So sums over the rounds of a loop cost what is added in a round, however large the sum is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graphwright.base.frozen import replace
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Contract, Embed, Scatter
from graphwright.runtime.native.fusion.steps import (
    Addition,
    Fused,
    OpStep,
    Plan,
    ScaledAddition,
    Step,
    count_readers,
    op_of,
)
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.kernels.gemm.blocking import HELD_DEPTH
from graphwright.runtime.native.machine.limits import SMALL_ELEMENTS


def fuse_accumulation(plan: Plan) -> Plan:
    """The plan, with additions made part of what computes a term."""
    return replace(plan, steps=_Accumulation(plan).run())


def sums_up(steps: Sequence[Step], uses: Mapping[Value, int], start: Value, end: Value) -> bool:
    """Whether all that reads `start` is a chain of additions to it, whose result is `end`."""
    bases = [base_of(step) for step in chain_of(steps, start, end)]
    return bool(bases) and all(base is not None and uses.get(base) == 1 for base in bases)


def chain_of(steps: Sequence[Step], start: Value, end: Value) -> list[Step]:
    """The steps that change `start` until it is `end`, the last one first; none where there is no such chain."""
    makers = {step.outputs[0]: (step, base) for step in steps if (base := base_of(step)) is not None}
    chain: list[Step] = []
    while end in makers and end is not start:
        step, end = makers[end]
        chain.append(step)
    return chain if end is start else []


def base_of(step: Step) -> Value | None:
    """What a step changes, in its own memory where nobody else reads that; None if it reads that otherwise too."""
    match step:
        case Addition() | ScaledAddition():
            return None if step.onto in step.op.inputs else step.onto
        case OpStep(rule=Scatter(onto=int() as at)) if step.outputs:
            reads = list(step.op.inputs)
            base = reads.pop(at)
            return None if base in reads else base
        case _:
            return None


def accumulates(step: Step) -> bool:
    """Whether a step may add its result to something."""
    if not isinstance(step, OpStep) or len(step.outputs) != 1:
        return False
    if isinstance(step.rule, Embed):
        return True
    if not isinstance(step.rule, Contract):
        return False
    size = product(step.outputs[0].type.dims or ()).static
    inner = (step.op.inputs[0].type.dims or ())[-2 if step.op.attrs[step.rule.transpose_a] else -1]
    short = isinstance(inner, int) and inner <= HELD_DEPTH  # its kernel does not add
    return not short and (size is None or size >= SMALL_ELEMENTS)


class _Accumulation:
    """Goes through the steps; terms wait until it is known what they are added to."""

    def __init__(self, plan: Plan) -> None:
        self.steps = plan.steps
        self.uses = count_readers(plan)
        # a value and the steps whose results it is the sum of
        self.waiting: dict[Value, list[OpStep]] = {}
        self.made: list[Step] = []

    def run(self) -> list[Step]:
        for step in self.steps:
            if isinstance(step, OpStep) and accumulates(step) and self.uses.get(step.outputs[0]) == 1:
                self._emit(step.inputs)
                self.waiting[step.outputs[0]] = [step]
                continue
            if isinstance(step, Fused) and not step.reductions:
                step = self._without_terms(step)
                if not step.members:
                    continue
            op = op_of(step)
            if op is not None and op.record.effect in ("write", "host"):
                self._emit(list(self.waiting))
            self._emit(step.inputs)
            self.made.append(step)
        self._emit(list(self.waiting))
        return self.made

    def _emit(self, values: Iterable[Value]) -> None:
        """Values are needed: the steps that compute them go here."""
        for value in values:
            terms = self.waiting.pop(value, None)
            if terms is not None:
                first, *others = terms
                self._add_up(first, others, value)

    def _add_up(self, first: OpStep, others: list[OpStep], result: Value) -> None:
        self.made.append(first)
        self._add_onto(first.outputs[0], others, result)

    def _add_onto(self, total: Value, terms: list[OpStep], result: Value) -> None:
        for term in terms:
            # the sums in between go by the names of the terms
            after = result if term is terms[-1] else term.outputs[0]
            self.made.append(Addition.of(term, total, after))
            total = after

    def _without_terms(self, step: Fused) -> Fused:
        """What is left of a fused step when the additions of waiting terms are taken out."""
        for op in list(step.members):
            terms = self._terms_of(step, op)
            if terms is None:
                continue
            result = op.outputs[0]
            members = {other: probe for other, probe in step.members.items() if other is not op}
            base, waiting = terms
            inside = [v for other in members for v in other.inputs]
            further = (result in step.outputs) + (result in inside)
            outputs = [v for v in step.outputs if v is not result]
            inputs = list(dict.fromkeys(v for v in inside if v.op not in members))
            step = replace(step, members=members, inputs=inputs, outputs=outputs)
            if result in inside:
                self.uses[result] = self.uses.get(result, 0) + 1
            if base is None and further:
                self.waiting[result] = waiting
            elif base is not None:
                self._emit([base])
                self._add_onto(base, waiting, result)
        return step

    def _terms_of(self, step: Fused, op: Operation) -> tuple[Value | None, list[OpStep]] | None:
        """What an addition adds, if steps may add it: a value, or None, and waiting terms."""
        if op.type not in ("AddV2", "Add") or op.inputs[0] is op.inputs[1]:
            return None
        if any(v.op in step.members or v.type is not op.outputs[0].type for v in op.inputs):
            return None
        mine = [self._waiting_for(step, v) for v in op.inputs]
        a, b = mine
        if a is not None and b is not None:
            self.waiting.pop(op.inputs[0]), self.waiting.pop(op.inputs[1])
            return None, a + b
        term = b if a is None else a
        if term is None or len(step.members) > 1:
            return None
        base = op.inputs[0] if a is None else op.inputs[1]
        if base.op.type == "ReadVariableOp":
            return None  # an update of the variable, which is done in place and must not be held up
        self.waiting.pop(op.inputs[1] if a is None else op.inputs[0])
        return base, term

    def _waiting_for(self, step: Fused, value: Value) -> list[OpStep] | None:
        """The terms of a value that this addition alone reads."""
        readers = sum(other.inputs.count(value) for other in step.members)
        return self.waiting.get(value) if self.uses.get(value) == 1 and readers == 1 else None
