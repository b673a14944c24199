"""Fused steps that go through the same rows one behind the other, as one loop over the rows.

Softmax is three steps: a maximum, exponentials with their sum, a quotient. Each alone goes through memory; row by row
they find in the cache what the one before has left there. What only they need is never in memory as a whole, and what
is one number for a row is in a register.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphwright.base.shape import Dim
from graphwright.ir.graph import Value
from graphwright.runtime.native.loops import FusedWriter, NestWriter, Stream
from graphwright.runtime.native.plan import Fused, Plan, Reduction, Step
from graphwright.runtime.native.probe import apply_rule
from graphwright.runtime.native.reductions import Accumulation, Accumulators, ReductionWriter
from graphwright.runtime.native.sizes import ZERO, Size, contiguous, product
from graphwright.runtime.native.space import broadcast_strides
from graphwright.runtime.native.storage import ELEMENTS
from graphwright.runtime.native.values import Array, Bound, Scalar
from graphwright.runtime.native.writer import Loop

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code

# Elements of a row. Shorter ones are quicker with several in one vector; longer ones leave the cache between two steps.
_SHORTEST, _LONGEST = 32, 4096


class Rows(Step):
    """Fused steps over the same rows: `dims` are those of the rows (the first `kept`) and of one row."""

    __slots__ = ("dims", "kept", "parts")

    def __init__(self, parts: list[Fused], kept: int) -> None:
        self.op = None  # type: ignore[assignment]
        self.rule = None
        self.parts = parts
        self.dims = parts[0].dims
        self.kept = kept
        self.inputs = []
        self.outputs = []

    @property
    def per_row(self) -> tuple[Dim, ...]:
        """The dimensions of what is one number for each row."""
        return *self.dims[: self.kept], *(1,) * (len(self.dims) - self.kept)

    def made(self) -> set[Value]:
        """What the parts compute and is read behind them."""
        return {value for part in self.parts for value in part.outputs}


def join_rows(plan: Plan) -> None:
    """Put steps of a plan that go through the same rows together."""
    joined = _Joiner()
    for step in plan.steps:
        joined.add(step)
    joined.close()
    plan.steps = joined.steps
    readers: dict[Value, set[Step]] = {}
    for step in plan.steps:
        for value in step.inputs:
            readers.setdefault(value, set()).add(step)
    leaving = set(plan.outputs)
    for step in plan.steps:
        if isinstance(step, Rows):
            inside = {v for part in step.parts for v in part.outputs}
            step.outputs = [v for p in step.parts for v in p.outputs if v in leaving or v in readers]
            assert inside.issuperset(step.outputs)


class _Joiner:
    """Goes through the steps of a plan and collects the parts of one loop over rows."""

    def __init__(self) -> None:
        self.steps: list[Step] = []
        self.open: Rows | None = None

    def add(self, step: Step) -> None:
        """The next step: a part of what is open, or the first of the next, or neither."""
        rows = self.open
        if rows is not None and _belongs(step, rows):
            assert isinstance(step, Fused)
            rows.parts.append(step)
            return
        if rows is not None and not isinstance(step, Fused) and _may_go_before(step, rows):
            self.steps.append(step)
            return
        self.close()
        kept = _rows_of(step)
        if kept is None:
            self.steps.append(step)
        else:
            assert isinstance(step, Fused)
            self.open = Rows([step], kept)

    def close(self) -> None:
        """What is open is complete."""
        rows, self.open = self.open, None
        if rows is None:
            return
        if sum(part.dims == rows.dims for part in rows.parts) < 2:
            self.steps += rows.parts
            return
        made = rows.made()
        rows.inputs = list(dict.fromkeys(v for p in rows.parts for v in p.inputs if v not in made))
        self.steps.append(rows)


def _rows_of(step: Step) -> int | None:
    """How many axes are those of the rows that a step reduces; None where it does not reduce rows."""
    if not isinstance(step, Fused) or not step.reductions or not _is_simple(step):
        return None
    axes = step.axes or ()
    kept = len(step.dims) - len(axes)
    if kept < 1 or axes != tuple(range(kept, len(step.dims))):
        return None
    size = product(step.dims[kept:]).static
    return kept if size is not None and _SHORTEST <= size <= _LONGEST else None


def _is_simple(step: Fused) -> bool:
    return not any(r.kind in ("argmax", "argmin") for r in step.reductions)


def _belongs(step: Step, rows: Rows) -> bool:
    """Whether a step goes through the same rows as those that are open, and reads of a row only that row's results."""
    if not isinstance(step, Fused):
        return False
    made = rows.made()
    read = made.intersection(step.inputs)
    forms = (rows.dims, rows.per_row)
    if any(value.type.dims not in forms for value in read):
        return False
    if step.dims != rows.dims:
        return bool(read) and step.dims == rows.per_row and not step.reductions
    if step.reductions and _rows_of(step) != rows.kept:
        return False
    shared = {v for part in rows.parts for v in part.inputs if v.type.dims == rows.dims}
    return bool(read) or not shared.isdisjoint(step.inputs)


def _may_go_before(step: Step, rows: Rows) -> bool:
    """Whether a step that comes behind the open ones can as well come before them."""
    if step.op is None or step.rule is None and step.op.type != "Const" or step.op.record.effect != "none":
        return False
    return rows.made().isdisjoint(step.inputs)


class RowsWriter(NestWriter):
    """Writes the loop over the rows, and in it the parts one after the other."""

    def __init__(self, code: Code, step: Rows) -> None:
        super().__init__(code.w)
        self.code, self.step = code, step
        self.row_dims = step.dims[step.kept :]

    def run(self) -> None:
        """Write the whole nest."""
        code, w, step = self.code, self.w, self.step
        arrays = {v: a for v in step.inputs if isinstance(a := code.value(v), Array)}
        arrays.update({v: code.make(v) for v in step.outputs})
        along = {v: Stream(a, self._kept_strides(a)) for v, a in arrays.items()}
        self.lay_out(step.dims[: step.kept], list(along.values()), [False] * step.kept)
        if self.space.is_empty:
            return
        w.regions += 1
        members = sum(len(part.members) + len(part.reductions) for part in step.parts)
        code.add_work(product(step.dims), 8 * members)
        temporaries = self._temporaries()
        before = {v: code.env.values.get(v) for v in (*arrays, *step.made())}
        loops = [Loop(w, extent) for extent in self.extents]
        self.enter_row(range(len(loops)), [loop.index for loop in loops])
        code.env.values.update(temporaries)
        code.env.values.update({v: self._row_of(arrays[v], stream.pointer) for v, stream in along.items()})
        self.places = {v: along[v].pointer for v in step.outputs}
        for part in step.parts:
            self._write(part)
        for loop in reversed(loops):
            loop.close()
        self._restore(before)
        for array in temporaries.values():
            assert array.buffer is not None
            w.scratch.give_back(array.buffer)

    def _kept_strides(self, array: Array) -> list[Size]:
        """The strides of an array along the axes of the rows."""
        step = self.step
        if len(array.dims) == step.kept and array.dims == step.dims[: step.kept] and array in self._bare:
            return list(array.strides)
        return broadcast_strides(array.dims, array.strides, step.dims)[: step.kept]

    def _row_of(self, array: Array, pointer: str) -> Array:
        """One row of an array."""
        first = max(0, len(array.dims) - len(self.row_dims))
        return Array(array.dtype, pointer, array.dims[first:], array.strides[first:])

    def _temporaries(self) -> dict[Value, Array]:
        """Room for one row of each result that no other step reads."""
        made: dict[Value, Array] = {}
        size = product(self.row_dims).static
        assert size is not None
        for part in self.step.parts:
            for value in part.outputs:
                if value.op in part.members and part.dims == self.step.dims and value not in self.step.outputs:
                    dtype = value.type.dtype.name
                    buffer = self.w.scratch.take(ELEMENTS[dtype].size * size)
                    pointer = self.w.in_scratch(buffer.offset)
                    made[value] = Array(dtype, pointer, self.row_dims, contiguous(self.row_dims), buffer)
        return made
