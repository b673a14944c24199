"""Code for rows that move by index: their elements, the indices, and sizes that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.symbolic_sizes import Size
from graphwright.runtime.native.llvm.lanes import lanes_for
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.kinds import array_of
from graphwright.runtime.native.lower.frame.values import Array, Bound, Scalar
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.lower.steps import host_callback

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

#: More rows than any memory has; what numbers ask for more, the kernel refuses.
MOST_INDEXED_ROWS: Final = 1 << 48


def number_at(w: Writer, array: Array, index: str) -> IRValue:
    """An integer of a contiguous array as an i64."""
    found = w.emitter.load(array.dtype, element_at(w, array.dtype, array.pointer, index))
    return w.i64(w.emitter.text(w.emitter.convert(found, "int64")))


def as_array(code: Code, bound: Bound) -> Array:
    """A value as a contiguous array; a number as one of a single element. What is made is given back by `discard`."""
    if isinstance(bound, Scalar):
        result = code.b.allocate(bound.operand.dtype, (1,))
        code.w.emitter.store(bound.operand, result.pointer)
        return result
    bound = array_of(bound)
    return code.b.contiguous(bound)


def discard(code: Code, given: Bound, result: Array) -> None:
    """Give back what `as_array` made."""
    if result is not given:
        code.b.discard(result.buffer)


def resolve_rows(code: Code, op: Operation, value: Value, count: str, axis: int = 0) -> None:
    """An axis turns out to have this size."""
    dim = (value.type.dims or ())[axis]
    if isinstance(dim, Symbol):
        code.b.resolve_dim(dim, count, code.size_mismatch(op, value))
    elif not count.isdigit():
        code.w.unless(code.w.i64(count).eq(dim), code.size_mismatch(op, value))


def agree(code: Code, op: Operation, some: Sequence[Dim], others: Sequence[Dim]) -> None:
    """Dimensions must be the same; where they are not the kernel says so."""
    w = code.w
    for one, other in zip(some, others, strict=True):
        if one != other:
            same = w.dim(one).eq(w.dim(other))
            w.unless(same, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))


def clear(code: Code, array: Array, byte: int = 0) -> None:
    """Every byte of an array becomes this one."""
    w = code.w
    w.module.declare("declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    count = w.multiply(w.size(array.size), str(ELEMENTS[array.dtype].size))
    w.call("void", "@llvm.memset.p0.i64", w.ptr(array.pointer), f"i8 {byte}", count, "i1 false")


class Slices:
    """Rows of elements of a dtype, one behind the other."""

    def __init__(self, w: Writer, dtype: str, columns: Size) -> None:
        self.w, self.dtype, self.columns = w, dtype, columns

    def at(self, pointer: str, number: str) -> str:
        """Where a row begins."""
        return element_at(self.w, self.dtype, pointer, self.w.multiply(number, self.w.size(self.columns)))

    def each(self, to: str, emit: Callable[..., Any], *sources: str) -> None:
        """The elements of a row from those of others: `emit(e, *elements)`."""
        w, static = self.w, self.columns.static
        width = lanes_for(ELEMENTS[self.dtype].size, static, 2)
        e = w.emitter.of_width(width)
        columns = w.size(self.columns)
        chunks = None if static == width else w.count_to(columns, width)
        index = "0" if chunks is None else chunks.index
        mask = None
        if width > 1 and (static is None or static % width):
            mask = e.tail_mask(columns - index)
        elements = [e.load(self.dtype, element_at(w, self.dtype, source, index), mask=mask) for source in sources]
        e.store(emit(e, *elements), element_at(w, self.dtype, to, index), mask=mask)
        if chunks is not None:
            chunks.close()
