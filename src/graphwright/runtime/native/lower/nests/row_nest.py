"""Lowers several fused steps as one loop over the rows that they share.

Softmax is three steps: a maximum, exponentials with their sum, a quotient. Each alone goes through memory; row by row
they find in the cache what the one before has left there. What only they read is never in memory as a whole, and what
is one number for a row is in a register.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from graphwright.base.frozen import replace
from graphwright.base.shape import Dim
from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion.rule_probe import apply_rule
from graphwright.runtime.native.fusion.steps import Fused, Reduction, RowGroup, RowPart
from graphwright.runtime.native.fusion.symbolic_sizes import Size, contiguous, product
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.function_writer import loops_over
from graphwright.runtime.native.lower.frame.kinds import scalar_of
from graphwright.runtime.native.lower.frame.strides import broadcast_strides, reduced_strides
from graphwright.runtime.native.lower.frame.values import Array, Bound, Scalar
from graphwright.runtime.native.lower.nests import parallel_for
from graphwright.runtime.native.lower.nests.accumulation import Accumulators
from graphwright.runtime.native.lower.nests.fused_nest import FusedWriter, NestWriter, Stream
from graphwright.runtime.native.lower.nests.reductions import ReductionWriter
from graphwright.runtime.native.machine.limits import MOST_CHUNKS
from graphwright.runtime.native.schedule import listing
from graphwright.runtime.native.schedule.loop_nest import Cut, LoopNest, show
from graphwright.runtime.native.schedule.parallelize import parallelize

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


class RowsWriter(NestWriter):
    """Writes the loop over the rows, and in it the parts one after the other."""

    def __init__(self, code: Code, step: RowGroup) -> None:
        super().__init__(code.w)
        self.code, self.step = code, step
        self.row_dims = step.dims[step.kept :]
        self.given: dict[Value, Stream] = {}
        self.results: dict[Value, Stream] = {}

    def run(self) -> None:
        """Write the whole nest."""
        code, w, step = self.code, self.w, self.step
        for value in step.inputs:
            bound = code.value(value)
            if isinstance(bound, Array):
                self.given[value] = Stream(bound, self._along(bound))
            else:
                self.scalars[value] = scalar_of(bound).operand
        for value in step.outputs:
            self.results[value] = Stream(code.make(value), self._along_result(value))
        self.lay_out(step.dims[: step.kept], [*self.given.values(), *self.results.values()], [False] * step.kept)
        if self.loops.is_empty:
            return
        w.regions += 1
        code.add_work(product(step.dims), 8 * self._weight)
        cut = self._cut()
        rows = replace(self.loops, cut=cut)
        with listing.nested("rows", lambda: show(rows)), parallel_for.shared(self, cut):
            outer, code.w, code.b.w = code.w, self.w, self.w
            self._nest()
            code.w = code.b.w = outer

    @property
    def _weight(self) -> int:
        """Work for each element."""
        fused = [part for part in self.step.parts if isinstance(part, Fused)]
        return sum(len(part.members) + len(part.reductions) for part in fused)

    def _cut(self) -> Cut | None:
        """How the rows are shared between threads; a failure is of one thread."""
        inner = [step for s in self.given.values() for step in self._one_row(s).strides]
        fallible = any(isinstance(part, Fused) and part.fallible for part in self.step.parts)
        if fallible or any(step.static is None for step in inner):
            return None
        # the rows' own axis comes behind these: none of them is cut like that
        axes, row = range(len(self.loops.extents)), product(self.row_dims)
        nest = LoopNest((*self.loops.extents, row), (*self.loops.reduced, False))
        elements = product(self.step.dims).static
        if elements is None:
            return parallel_for.parallelize_when_run(self.w, nest, axes, self._weight, once=False).cut
        return parallelize(nest, axes, elements * self._weight, once=False).cut

    def take_scalars(self, take: Callable[[TextOperand], TextOperand]) -> None:
        self.scalars = {value: take(operand) for value, operand in self.scalars.items()}

    def _nest(self) -> None:
        values, w = self.code.env.values, self.w
        temporaries = self._temporaries()
        whole = {value: values.get(value) for value in (*self.step.inputs, *self.step.made)}
        values.update({value: Scalar(operand) for value, operand in self.scalars.items()})
        with loops_over(w, self.extents) as indices:
            self.enter_row(range(len(indices)), indices)
            values.update(temporaries)
            values.update({v: self._one_row(s) for v, s in (*self.given.items(), *self.results.items())})
            for part in self.step.parts:
                self._write(part)
        self._restore(whole)
        for array in temporaries.values():
            assert array.buffer is not None
            w.scratch.give_back(array.buffer)

    def give(self, value: Value, result: TextOperand) -> None:
        """A number of the row is there: it is stored where somebody outside reads it."""
        if value in self.results:
            self.w.emitter.store(result, self.results[value].pointer)
        self.code.env.values[value] = Scalar(result)

    def _along(self, array: Array) -> Sequence[Size]:
        """The strides of an operand along the axes of the rows."""
        return broadcast_strides(array.dims, array.strides, self.step.dims)[: self.step.kept]

    def _along_result(self, value: Value) -> Sequence[Size]:
        dims, kept = self.step.dims, self.step.kept
        axes = [] if value.type.dims == dims else range(kept, len(dims))
        return reduced_strides(dims, axes)[:kept]

    def _one_row(self, stream: Stream) -> Array:
        """What an array has for the current row."""
        array = stream.array
        first = max(0, len(array.dims) - len(self.row_dims))
        return Array(array.dtype, stream.pointer, array.dims[first:], array.strides[first:])

    def _temporaries(self) -> dict[Value, Array]:
        """Room for one row of each result that no other step reads."""
        result: dict[Value, Array] = {}
        for part in self.step.parts:
            if not isinstance(part, Fused) or part.dims != self.step.dims:
                continue
            for value in part.outputs:
                if value.op in part.members and value not in self.results:
                    result[value] = self._room(value.type.dtype.name)
        return result

    def _room(self, dtype: str) -> Array:
        size = product(self.row_dims).static
        assert size is not None
        buffer = self.w.scratch.take(ELEMENTS[dtype].size * size)
        pointer = self.w.in_scratch(buffer)
        return Array(dtype, pointer, self.row_dims, contiguous(self.row_dims), buffer)

    def _restore(self, whole: dict[Value, Bound | None]) -> None:
        """Behind the loop values are what they were before it."""
        values = self.code.env.values
        for value, bound in whole.items():
            if bound is None:
                values.pop(value, None)
            else:
                values[value] = bound

    # parts -------------------------------------------------------------------------------------------------

    def _write(self, part: RowPart) -> None:
        if not isinstance(part, Fused):
            values = self.code.env.values
            values[part.op.outputs[0]] = values[part.op.inputs[0]]
        elif part.dims != self.step.dims:
            self._write_numbers(part)
        elif part.reductions:
            _RowReduction(self, _of_one_row(part, self.row_dims)).run()
        else:
            _RowFused(self.code, _of_one_row(part, self.row_dims)).run()

    def _write_numbers(self, part: Fused) -> None:
        """Members whose results are one number for the row."""
        code, e = self.code, self.w.emitter
        listing.add(part.summary, lambda: "one number a row")
        known = {value: self._number(value) for value in part.inputs}
        for op, probe in part.members.items():
            operands = [known[value] for value in op.inputs]
            if probe.checked:
                code.check_elements(e, op, operands, None)
            known[op.outputs[0]] = apply_rule(e, op, operands)
        for value in part.outputs:
            self.give(value, known[value])

    def _number(self, value: Value) -> TextOperand:
        bound = self.code.value(value)
        if isinstance(bound, Array):
            bound = self.code.b.load_scalar(bound.dtype, bound.pointer)
        return scalar_of(bound).operand


def _of_one_row(part: Fused, dims: tuple[Dim, ...]) -> Fused:
    """The part with the dimensions of one row."""
    reductions = [Reduction(r.op, r.kind, tuple(range(len(dims)))) for r in part.reductions]
    return replace(part, dims=dims, reductions=reductions, fallible=False)


class _RowFused(FusedWriter):
    """A part without reductions; what it writes is bound before."""

    def _target(self, value: Value) -> tuple[Array, Sequence[Size]]:
        array = self.code.array(value)
        return array, array.strides

    def _begin(self) -> None:
        """It is part of a step that has begun."""

    def _parallelized(self, axes: Sequence[int], once: bool = False, most: int = MOST_CHUNKS) -> LoopNest:
        return self.loops


class _RowReduction(ReductionWriter, _RowFused):
    """A part that reduces the rows to numbers."""

    def __init__(self, rows: RowsWriter, step: Fused) -> None:
        super().__init__(rows.code, step)
        self.rows = rows

    def _make_results(self) -> None:
        """They are numbers."""

    def store_folded(self, stored: Accumulators, indices: dict[int, str]) -> None:
        for accumulation, result in self._folded(stored):
            self.rows.give(accumulation.output, result)
