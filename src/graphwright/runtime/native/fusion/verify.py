"""Verifies a plan, after planning and after each fusion."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NoReturn

from graphwright.base import errors
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.show import show
from graphwright.runtime.native.fusion.steps import (
    OF_SHAPES,
    Addition,
    Agreed,
    BatchTiles,
    Check,
    Fused,
    OpStep,
    Plan,
    Rename,
    RowGroup,
    ScaledAddition,
    Step,
    op_of,
)

_EFFECTS = ("read", "write", "host")


def verify(plan: Plan, when: str = "") -> None:
    """Check a plan, the parts of its steps and the plans inside of them.

    Values are made once, and before they are read, but for what only looks at their types; what leaves is made. A
    step's inputs and outputs are those of its parts, and each operation is in one step. Effects come in the order of
    the program. `when` says in the error what had just been done.

    Raises:
      InternalError: with what is wrong, and the plan.
    """
    _Verifier(plan, when).check()


class _Verifier:
    def __init__(self, plan: Plan, when: str) -> None:
        self.plan, self.when = plan, when
        self.made = set(plan.inputs)
        self.done: dict[Operation, Step] = {}

    def fail(self, message: str) -> NoReturn:
        raise errors.InternalError(f"Malformed plan {self.when}: {message}\n{show(self.plan)}")

    def require(self, values: Iterable[Value], among: Collection[Value], message: str) -> None:
        """Some values are among others."""
        for value in values:
            if value not in among:
                self.fail(f"{value.name} {message}")

    def check(self) -> None:
        for step in self.plan.steps:
            if not (isinstance(step, OpStep) and step.op.type in OF_SHAPES):
                self.require(step.inputs, self.made, "is read before it is made.")
            for value in step.outputs:
                if value in self.made:
                    self.fail(f"{value.name} is made twice.")
                self.made.add(value)
            self._check_step(step)
        self.require(self.plan.outputs, self.made, "leaves the plan, and is not made.")
        self._check_effects()

    # one step ----------------------------------------------------------------------------------------------

    def _check_step(self, step: Step) -> None:
        match step:
            case Fused():
                self._check_fused(step)
            case Agreed():
                self._check_fused(step.group)
                for op in step.agreements:
                    if op not in step.group.members:
                        self.fail(f"sizes of '{op.name}' are compared for a fused step without it.")
            case RowGroup():
                self._check_rows(step)
            case BatchTiles():
                self._check_tiles(step)
            case Rename():
                pass
            case Check():
                self.require(step.op.inputs, step.inputs, "is not an input of the step that compares its sizes.")
            case Addition() | ScaledAddition():
                self._note(step, step.op)
                self.require([step.onto, *step.op.inputs], step.inputs, "is not an input of the step that reads it.")
            case _:
                self._note(step, step.op)
                if isinstance(step, OpStep):
                    self.require(step.op.inputs, step.inputs, "is not an input of the step that reads it.")

    def _note(self, step: Step, *operations: Operation) -> None:
        """Operations are done by a step, and by no other one."""
        for op in operations:
            if op in self.done:
                self.fail(f"'{op.name}' ({op.type}) is in two steps.")
            self.done[op] = step

    def _check_fused(self, step: Fused) -> None:
        self._note(step, *step.members, *(r.op for r in step.reductions))
        if not step.members and not step.reductions:
            self.fail("a fused step is empty.")
        known = set(step.inputs)
        for op in step.members:
            self.require(op.inputs, known, f"is read by '{op.name}', and is neither an input nor a member before it.")
            known.update(op.outputs)
        for reduction in step.reductions:
            self.require(reduction.op.inputs[:1], known, "is reduced, and is neither an input nor a member.")
            if reduction.axes != step.axes:
                self.fail(f"the reductions of '{reduction.op.name}' and '{step.reductions[0].op.name}' differ in axes.")
        made = {v for op in (*step.members, *(r.op for r in step.reductions)) for v in op.outputs}
        self.require(step.outputs, made, "is an output of a fused step that does not compute it.")
        self.require((r.op.outputs[0] for r in step.reductions), step.outputs, "is reduced, and is not an output.")
        read = {v for op in (*step.members, *(r.op for r in step.reductions)) for v in op.inputs}
        self.require(step.inputs, read, "is an input of a fused step, and no member reads it.")
        for op in step.members:
            if op.outputs[0].type.dims != step.dims:
                self.fail(f"'{op.name}' computes {op.outputs[0].type!r} in a fused step over {step.dims}.")

    def _check_rows(self, step: RowGroup) -> None:
        known = set(step.inputs)
        per_row = (*step.dims[: step.kept], *(1,) * (len(step.dims) - step.kept))
        for part in step.parts:
            read = part.inputs if isinstance(part, Fused) else part.op.inputs[:1]
            self.require(read, known, "is read before it is made.")
            known.update(part.outputs)
            if isinstance(part, Fused):
                self._check_fused(part)
                if part.dims not in (step.dims, per_row):
                    self.fail(f"a part over {part.dims} is in a loop over the rows of {step.dims}.")
        self.require(step.outputs, step.made, "is an output of rows that do not compute it.")

    def _check_tiles(self, step: BatchTiles) -> None:
        self._note(step, *step.members)
        self.require(step.outputs, step.made, "is an output of tiles that do not compute it.")
        if len(step.plan.inputs) != len(step.inputs) or len(step.plan.outputs) != len(step.outputs):
            self.fail("the plan of a tile has other inputs or outputs than its step.")
        verify(step.plan, f"of a tile, {self.when}")

    # all steps ---------------------------------------------------------------------------------------------

    def _check_effects(self) -> None:
        last: tuple[int, Operation] | None = None
        places: dict[object, dict[Operation, int]] = {}
        for step in self.plan.steps:
            op = op_of(step)
            if op is None or op.record.effect not in _EFFECTS:
                continue
            if op.graph not in places:
                places[op.graph] = {each: at for at, each in enumerate(op.graph.operations)}
            at = places[op.graph].get(op)
            if at is None:
                continue
            if last is not None and at < last[0]:
                self.fail(f"'{op.name}' ({op.type}) comes behind '{last[1].name}' ({last[1].type}), a later effect.")
            last = at, op
