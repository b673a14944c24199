"""Lowers elements that are computed from their own indices: ranges, one-hot, gathers, tiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphwright.ir.emit import Operand
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Generate
from graphwright.runtime.native.fusion.rule_probe import KnownShapes, rule_attrs
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, product, size_of
from graphwright.runtime.native.llvm.emitter import TextOperand, as_text
from graphwright.runtime.native.llvm.ir_builder import TypedValue as TextValue
from graphwright.runtime.native.llvm.lanes import LaneEmitter, Running, Wide, lanes_for, lanes_mask
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.function_writer import loops_over
from graphwright.runtime.native.lower.frame.kinds import array_of
from graphwright.runtime.native.lower.frame.values import Array, Scalar
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.lower.steps import host_callback

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


class InputLoader(KnownShapes):
    """Reads inputs in compiled code."""

    def __init__(self, code: Code, op: Operation, e: LaneEmitter, mask: str | None) -> None:
        super().__init__(op)
        self.code, self.e, self.mask = code, e, mask

    def size(self, input: int, axis: int) -> Operand:
        """The size of an axis."""
        dim = (self.op.inputs[input].type.dims or ())[axis]
        text = self.code.w.dim(dim)
        return self.e.narrow.operand("int64", text)

    def __call__(self, input: int, indices: Sequence[Operand]) -> Operand:
        bound = self.code.value(self.op.inputs[input])
        if isinstance(bound, Scalar):
            return bound.operand
        bound = array_of(bound)
        w, fixed, varying = self.code.w, "0", None
        for index, stride in zip(map(as_text, indices), bound.strides, strict=True):
            step = w.size(stride)
            if isinstance(index, Running) and stride == ONE:
                varying = _sum(self.e, varying, index)
            elif isinstance(index, Wide):
                varying = _sum(self.e, varying, self.e.mul(index, self.e.narrow.operand("int64", step)))
            else:
                fixed = w.sum(fixed, w.multiply(index.text, step))
        pointer = element_at(w, bound.dtype, bound.pointer, fixed)
        if varying is None:
            return self.e.narrow.load(bound.dtype, pointer)
        if isinstance(varying, Running):
            start = element_at(w, bound.dtype, pointer, varying.base.text)
            return Wide(bound.dtype, self.e.wide.load(bound.dtype, start, mask=self.mask).text)
        return Wide(bound.dtype, self.e.wide.gather(bound.dtype, pointer, varying, mask=self.mask).text)

    def repeat(self, rounds: Operand, body: Callable[..., Sequence[Operand]], *start: Operand) -> list[Operand]:
        """A loop; what is carried may differ from lane to lane."""
        e, kind = self.e, TextOperand if self.e.width == 1 else Wide
        carried = [(e.wide.type_of(operand.dtype), e.spread(operand).text) for operand in start]
        loop = self.code.w.count_to(as_text(rounds).text, 1, carried)
        values = [kind(operand.dtype, text) for operand, text in zip(start, loop.carried, strict=True)]
        after = body(e.narrow.operand("int64", loop.index), *values)
        texts = loop.close(*[e.spread(operand).text for operand in after])
        return [kind(operand.dtype, text) for operand, text in zip(start, texts, strict=True)]


def _sum(e: LaneEmitter, a: Operand | None, b: Operand) -> Operand:
    return b if a is None else e.add(a, b)


_SHORT_ROW_LANES: Final = 4
"""Lanes of a row that may turn out to be this short: pixels have a few channels."""


def write_generated(code: Code, step: Native, rule: Generate) -> None:
    """One loop nest over the output's indices."""
    op, w = step.op, code.w
    value = op.outputs[0]
    dims = value.type.dims or ()
    if not dims:
        code.bind(value, Scalar(_element(code, op, rule, LaneEmitter(w.emitter), [], None)))
        return
    target = code.make(value)
    if product(dims).static == 0:
        return
    w.regions += 1
    code.add_work(product(dims))
    size = max(ELEMENTS[v.type.dtype.name].size for v in (value, *op.inputs) if v.type.dtype.name in ELEMENTS)
    row = size_of(dims[-1]).static
    width = lanes_for(size, row, 2)
    texts = [w.dim(d) for d in dims]
    strides = [w.size(s) for s in target.strides]
    with w.nest(), loops_over(w, texts[:-1]) as indices:
        start = "0"
        for index, stride in zip(indices, strides, strict=False):
            start = w.sum(start, w.multiply(index, stride))
        outer = [w.emitter.operand("int64", index) for index in indices]
        place = element_at(w, target.dtype, target.pointer, start)
        _row(code, op, rule, width, texts[-1], row, outer, Array(target.dtype, place, (), ()))


def _row(
    code: Code,
    op: Operation,
    rule: Generate,
    width: int,
    text: str,
    extent: int | None,
    outer: list[TextOperand],
    row: Array,
) -> None:
    """The innermost axis, in steps of several lanes; an open size may turn out to need a few lanes only."""
    w = code.w
    if extent is not None or width <= _SHORT_ROW_LANES:
        _steps(code, op, rule, width, text, extent, outer, row)
        return
    choice = w.branch(w.i64(text) <= _SHORT_ROW_LANES, "few", "many")
    with choice.arm(0), w.nested():
        _steps(code, op, rule, _SHORT_ROW_LANES, text, None, outer, row, several=False)
    with choice.arm(1), w.nested():
        _steps(code, op, rule, width, text, None, outer, row)
    choice.close()


def _steps(
    code: Code,
    op: Operation,
    rule: Generate,
    width: int,
    text: str,
    extent: int | None,
    outer: list[TextOperand],
    row: Array,
    *,
    several: bool = True,
) -> None:
    """The same in steps of so many lanes; one step is enough unless there may be `several`."""
    w = code.w
    wide = w.emitter.of_width(width)
    once = not several or (extent is not None and extent <= width)
    loop = None if once else w.count_to(text, width)
    index = loop.index if loop is not None else "0"
    mask = None
    if width > 1 and (extent is None or extent % width):
        if loop is None and extent is not None:
            mask = lanes_mask(width, extent)
        else:
            mask = wide.tail_mask(w.i64(text) - index)
    e = LaneEmitter(wide)
    element = _element(code, op, rule, e, [*outer, e.running(w.emitter.operand("int64", index))], mask)
    wide.store(e.spread(element), element_at(w, row.dtype, row.pointer, index), mask=mask)
    if loop is not None:
        loop.close()


def _element(
    code: Code, op: Operation, rule: Generate, e: LaneEmitter, index: Sequence[TextOperand], mask: str | None
) -> TextOperand:
    """The elements at an index, after the check that they may be computed."""
    load = InputLoader(code, op, e, mask)
    attrs = rule_attrs(op)
    emitter: Any = e
    if rule.check is not None:
        _refuse(code, op, e, as_text(rule.check(emitter, load, index, **attrs)), mask)
    return as_text(rule.emit(emitter, load, index, **attrs))


def _refuse(code: Code, op: Operation, e: LaneEmitter, allowed: TextOperand, mask: str | None) -> None:
    """Let the kernel raise its error if a lane may not be computed."""
    w = code.w
    if isinstance(allowed, Wide) and e.width > 1:
        refused = e.wide.logical_not(allowed)
        if mask is not None:
            refused = e.wide.logical_and(refused, e.wide.operand("bool", mask))
        found = e.wide.builder.any(TextValue(refused.text, "i1"))
        fine = ~w.i1(found)
    else:
        fine = w.i1(allowed.text)
    w.unless(fine, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
