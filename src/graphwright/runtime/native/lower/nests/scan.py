"""Lowers running sums and products: one pass along an axis, several columns at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Scan
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.symbolic_sizes import product
from graphwright.runtime.native.llvm.emitter import TextEmitter, TextOperand
from graphwright.runtime.native.llvm.lanes import lanes_for, widened
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests.fused_nest import element_at

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def write_scan(code: Code, step: Native, rule: Scan) -> None:
    """A scan of an array that is read as so many blocks of rows of columns."""
    op, w = step.op, code.w
    axis = constant_value(op.inputs[1])
    assert axis is not None
    arguments = code.array(op.inputs[0])
    source, target = code.b.contiguous(arguments), code.make(step.outputs[0])
    w.regions += 1
    code.add_work(target.size)
    at = int(axis) % len(target.dims)
    columns = product(target.dims[at + 1 :])
    rows, row = w.dim(target.dims[at]), w.size(columns)
    block = w.multiply(rows, row)
    width = lanes_for(ELEMENTS[target.dtype].size, columns.static, 2)
    along = _Along(code, rule, op.attrs["exclusive"], op.attrs["reverse"], rows, row)
    with w.nest():
        blocks = w.count_to(w.size(product(target.dims[:at])))
        chunks = w.count_to(row, width)
        start = w.sum(w.multiply(blocks.index, block), chunks.index)
        mask = None
        if width > 1 and (columns.static is None or columns.static % width):
            mask = w.emitter.of_width(width).tail_mask(row - chunks.index)
        along.write(source, target, start, w.emitter.of_width(width), mask)
        chunks.close()
        blocks.close()
    if source is not arguments:
        code.b.discard(source.buffer)


class _Along:
    """The loop along the axis, which carries what runs."""

    def __init__(self, code: Code, rule: Scan, exclusive: bool, reverse: bool, rows: str, row: str) -> None:
        self.w, self.rule, self.exclusive, self.reverse = code.w, rule, exclusive, reverse
        self.rows, self.row = rows, row

    def write(self, source: Array, target: Array, start: str, e: TextEmitter, mask: str | None) -> None:
        """Write the loop for the columns from element `start` of the first row on."""
        w, rule = self.w, self.rule
        dtype = source.dtype
        carried = "float32" if rule.in_float32 and dtype != "float64" else dtype
        first = rule.start if self.exclusive else rule.neutral
        begin = widened(e, w.emitter.const(first, carried))
        loop = w.count_to(self.rows, 1, [(e.type_of(carried), begin.text)])
        position: str = loop.index
        if self.reverse:
            position = w.i64(self.rows) - 1 - position
        offset = w.sum(start, w.multiply(position, self.row))
        element = e.load(dtype, element_at(w, dtype, source.pointer, offset), mask=mask)
        before, element = TextOperand(carried, loop.carried[0]), e.convert(element, carried)
        after = rule.emit(e, before, element)
        if not self.exclusive and element.is_complex:  # no complex number leaves all others as they are, as 1 does not
            kind = e.type_of(carried)
            chosen = w.i64(loop.index).eq(0).select(e.text(element), e.text(after), kind)
            after = TextOperand(carried, chosen)
        result = e.convert(before if self.exclusive else after, dtype)
        e.store(result, element_at(w, dtype, target.pointer, offset), mask=mask)
        loop.close(e.text(after))
