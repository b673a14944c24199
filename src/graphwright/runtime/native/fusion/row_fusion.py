"""Fuses consecutive steps over the same rows into one loop over the rows."""

from __future__ import annotations

from graphwright.base.frozen import replace
from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation, Value
from graphwright.ir.lowering import Alias
from graphwright.runtime.native.fusion.steps import (
    Fused,
    HostCall,
    OpStep,
    Plan,
    RowGroup,
    RowPart,
    Step,
    op_of,
    rule_of,
)
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.machine.limits import LONGEST_OF_FEW_ROWS, LONGEST_ROW

_SHORTEST_ROW = 32  # elements; shorter ones are quicker with several in one vector
_FEW_ROWS = 16  # rows that threads share in pieces, if they are long


class _Rows:
    """A loop over rows while it takes in parts."""

    def __init__(self, first: Fused, kept: int) -> None:
        self.parts: list[RowPart] = [first]
        self.dims, self.kept = first.dims, kept

    @property
    def per_row(self) -> tuple[Dim, ...]:
        """The dimensions of what is one number for each row."""
        return *self.dims[: self.kept], *(1,) * (len(self.dims) - self.kept)

    @property
    def made(self) -> dict[Value, None]:
        """What the parts compute that is read outside of the part."""
        return {value: None for part in self.parts for value in part.outputs}


def fuse_rows(plan: Plan) -> Plan:
    """The plan, with steps that go through the same rows put together."""
    fusion = _RowFusion()
    for step in plan.steps:
        fusion.add(step)
    fusion.close()
    if not any(isinstance(step, RowGroup) for step in fusion.steps):
        return replace(plan, steps=fusion.steps)
    read = {value for step in fusion.steps for value in step.inputs}.union(plan.outputs)
    return replace(plan, steps=[step for fused in fusion.steps for step in _with_repeated(fused, read)])


def _with_repeated(step: Step, read: set[Value]) -> list[Step]:
    """A step and, behind rows, those of their repeated numbers that others want repeated too."""
    if not isinstance(step, RowGroup):
        return [step]
    repeated = [part for part in step.parts if not isinstance(part, Fused)]
    wanted = [part for part in repeated if part.outputs[0] in read]
    inside = {part.outputs[0] for part in repeated}
    read = read.union(value for part in wanted for value in part.inputs)
    outputs = [value for value in step.made if value in read and value not in inside]
    return [replace(step, outputs=outputs), *wanted]


class _RowFusion:
    """Goes through the steps and collects the parts of one loop over rows."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.open: _Rows | None = None
        self.later: list[Step] = []  # other views of what is open, which come behind it

    def add(self, step: Step) -> None:
        """The next step: a part of what is open, or the first of the next, or neither."""
        rows = self.open
        if rows is not None:
            late = {value for view in self.later for value in view.outputs}
            if isinstance(rule_of(step), Alias) and not (rows.made.keys() | late).isdisjoint(step.inputs):
                self.later.append(step)
                return
            if not late.isdisjoint(step.inputs):
                self.close()
                self.add(step)
                return
            match step:
                case Fused() if _belongs(step, rows):
                    rows.parts.append(step)
                    return
                case OpStep() | HostCall() if _repeats(step.op, rows):
                    rows.parts.append(step)
                    return
            if _may_go_before(step, rows):
                self.steps.append(step)
                return
        self.close()
        kept = _rows_reduced(step)
        if isinstance(step, Fused) and kept:
            self.open = _Rows(step, kept)
        else:
            self.steps.append(step)

    def close(self) -> None:
        """What is open is complete."""
        rows, self.open = self.open, None
        if rows is None:
            return
        self._place(rows)
        self.steps += self.later
        self.later = []

    def _place(self, rows: _Rows) -> None:
        """Put a loop over rows behind the steps before it, or its parts if there is nothing to put together."""
        fused = [part for part in rows.parts if isinstance(part, Fused)]
        if sum(part.dims == rows.dims for part in fused) < 2:
            self.steps += rows.parts
            return
        result = rows.made
        inputs = list(dict.fromkeys(v for part in fused for v in part.inputs if v not in result))
        self.steps.append(RowGroup(rows.dims, rows.kept, rows.parts, inputs, list(result)))


def begins_rows(step: Step) -> bool:
    """Whether a step may be the first of a loop over rows."""
    return _rows_reduced(step) > 0


def _rows_reduced(step: Step) -> int:
    """How many axes are those of the rows, where a step reduces rows of a fit size; else 0."""
    if not isinstance(step, Fused) or any(r.kind in ("argmax", "argmin") for r in step.reductions):
        return 0
    kept = len(step.dims) - len(step.axes or ())
    if step.axes != tuple(range(kept, len(step.dims))):
        return 0
    rows, size = product(step.dims[:kept]).static, product(step.dims[kept:]).static
    longest = LONGEST_OF_FEW_ROWS if rows is not None and rows < _FEW_ROWS else LONGEST_ROW
    return kept if size is not None and _SHORTEST_ROW <= size <= longest else 0


def _belongs(step: Fused, rows: _Rows) -> bool:
    """Whether a step goes through the open rows too, and wants of each what was computed of that very row."""
    read = rows.made.keys() & step.inputs
    if any(value.type.dims not in (rows.dims, rows.per_row) for value in read):
        return False
    if step.dims != rows.dims:
        return bool(read) and step.dims == rows.per_row and not step.reductions
    if step.reductions:
        return _rows_reduced(step) == rows.kept
    shared = {value for part in rows.parts for value in part.inputs if value.type.dims == rows.dims}
    return bool(read) or not shared.isdisjoint(step.inputs)


def _repeats(op: Operation, rows: _Rows) -> bool:
    """Whether an operation repeats a number of each open row along the row."""
    if op.type != "BroadcastTo" or op.outputs[0].type.dims != rows.dims:
        return False
    return op.inputs[0] in rows.made and op.inputs[0].type.dims == rows.per_row


def _may_go_before(step: Step, rows: _Rows) -> bool:
    """Whether a step can as well come before the open ones: then they need not be closed for it."""
    if isinstance(step, Fused):
        cheap = step.dims == rows.per_row and not step.fallible
    else:
        op = op_of(step)
        cheap = not isinstance(step, HostCall) and op is not None and op.record.effect == "none"
    return cheap and not rows.made.keys() & step.inputs
