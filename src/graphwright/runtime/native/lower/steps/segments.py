"""Lowers segment reductions over sorted ids: one loop over the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.emit import Operand
from graphwright.ir.lowering import Segments
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, product
from graphwright.runtime.native.llvm.emitter import TextEmitter, TextOperand
from graphwright.runtime.native.llvm.lanes import widened
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.lower.steps.indexed_rows import (
    MOST_INDEXED_ROWS,
    Slices,
    agree,
    number_at,
    resolve_rows,
)

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def write_segments(code: Code, step: Native, rule: Segments) -> None:
    """The size follows from the last number; that none is less than the one before is looked at on the way."""
    op, w = step.op, code.w
    arguments = [code.value(v) for v in op.inputs]
    data, ids = (code.b.contiguous(array) for array in arguments if isinstance(array, Array))
    agree(code, op, data.dims[:1], ids.dims)
    rows = w.dim(ids.dims[0])
    count = w.i64(_last(code, ids, rows)) + 1
    w.unless(count.ult(MOST_INDEXED_ROWS), lambda: _refuse(code, step))
    resolve_rows(code, op, op.outputs[0], count)
    target = code.make(op.outputs[0])
    w.regions += 1
    code.add_work(data.size)
    with w.nest():
        _Segments(code, step, rule, data, ids, target).write(rows, count)
    for array, created in zip(arguments, (data, ids), strict=True):
        if created is not array:
            code.b.discard(created.buffer)


def _refuse(code: Code, step: Native) -> None:
    host_callback.fail_at(code, host_callback.refusing_site(step.op), step.op.inputs)


def _last(code: Code, ids: Array, rows: str) -> str:
    """The last number, -1 where there is none."""
    w = code.w
    with w.when(w.i64(rows) > 0) as some:
        last = number_at(w, ids, w.i64(rows) - 1)
    return some.merge("i64", [last, "-1"])


class _Segments:
    """The loop over the rows."""

    def __init__(self, code: Code, step: Native, rule: Segments, data: Array, ids: Array, target: Array) -> None:
        self.code, self.w, self.step, self.rule = code, code.w, step, rule
        self.data, self.ids, self.target = data, ids, target
        self.rows = Slices(code.w, target.dtype, product(target.dims[1:]))

    def write(self, rows: str, count: str) -> None:
        """Carries the number of the row before, where its segment began, and what a single column comes to."""
        w, e, dtype = self.w, self.w.emitter, self.target.dtype
        single = [(e.type_of(dtype), e.const(0, dtype).text)] if self.rows.columns == ONE else []
        loop = w.count_to(rows, 1, [("i64", "-1"), ("i64", "0"), *single])
        before, begun, *totals = loop.carried
        number = number_at(w, self.ids, loop.index)
        ascends, inside = number >= before, number.ult(count)
        w.unless(ascends & inside, lambda: _refuse(self.code, self.step))
        row = self.rows.at(self.data.pointer, loop.index)
        into = self.rows.at(self.target.pointer, number)
        same = w.branch(number.eq(before), "more", "first")
        with same.arm(1), w.nested():
            self._fill(w.i64(before) + 1, number)
            begin = self._begin(row, into, single=bool(single))
        with same.arm(0), w.nested():
            further = self._add(row, into, [TextOperand(dtype, total) for total in totals])
        same.close()
        begun = same.merge("i64", [begun, loop.index])
        totals = [same.merge(kind, [further, begin]) for kind, _ in single]
        for total in totals:
            e.store(TextOperand(dtype, total), into)
        if self.rule.finish is not None:
            self._finish(rows, loop.index, number, begun, into)
        loop.close(number, begun, *totals)

    def _begin(self, row: str, into: str, single: bool) -> str:
        """The first row of a segment; gives the number it is where it is a single one, which is not yet stored."""
        emit, start = self.rule.emit, self.rule.start

        def begun(e: TextEmitter, new: TextOperand) -> Operand:
            return new if start is None else emit(e, self._number(e, start), new)

        if single:
            return self.w.emitter.text(begun(self.w.emitter, self.w.emitter.load(self.data.dtype, row)))
        self.rows.each(into, begun, row)
        return ""

    def _add(self, row: str, into: str, totals: list[TextOperand]) -> str:
        """One more row of a segment; gives what a single column comes to."""
        for total in totals:
            return self.w.emitter.text(self.rule.emit(self.w.emitter, total, self.w.emitter.load(self.data.dtype, row)))
        self.rows.each(into, self.rule.emit, into, row)
        return ""

    def _fill(self, start: str, stop: str) -> None:
        """Segments without rows."""
        lacking = self.w.count_to(self.w.i64(stop) - start)
        place = self.rows.at(self.target.pointer, self.w.sum(start, lacking.index))
        self.rows.each(place, lambda e: self._number(e, self.rule.empty))
        lacking.close()

    def _number(self, e: TextEmitter, number: float) -> TextOperand:
        return e.const(number if self.data.dtype.startswith(("float", "bfloat")) else int(number), self.data.dtype)

    def _finish(self, rows: str, index: str, number: str, begun: str, into: str) -> None:
        """Behind the last row of a segment."""
        w, finish = self.w, self.rule.finish
        assert finish is not None
        following = w.i64(index) + 1
        is_last = following.eq(rows)
        # the number of a row that there is, whichever
        near = number_at(w, self.ids, is_last.select(index, following))
        ends = is_last | near.ne(number)
        with w.when(ends), w.nested():
            count = w.emitter.operand("int64", following - begun)
            self.rows.each(into, lambda e, total: finish(e, total, widened(e, count)), into)
