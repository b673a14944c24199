"""Lowers calls of the runtime's library, one per row or matrix, divided among threads.

A call that fails notes why, the others go on, and the step fails when all are done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, Final

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype
from graphwright.base.frozen import replace
from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Callee, CustomCall, Element
from graphwright.ir.made_tables import MadeSpans, MadeTables
from graphwright.ir.types import tensor_type
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.symbolic_sizes import ZERO, Size, product, size_of, times
from graphwright.runtime.native.llvm.lanes import LaneEmitter
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.strides import open_strides
from graphwright.runtime.native.lower.frame.values import Array, Bound, Scalar
from graphwright.runtime.native.lower.nests import parallel_for
from graphwright.runtime.native.lower.nests.batch_loop import BatchLoop, cut_of
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.lower.steps import computed_sizes, host_callback
from graphwright.runtime.native.lower.steps.indexed_rows import as_array, clear, discard, number_at
from graphwright.runtime.native.schedule.collapse import collapse

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

#: What a function of the library returns: `enum gw_outcome` of `library.h`.
REFUSED: Final = 1
NO_MEMORY: Final = 2

_EIGHTHS: Final = 4  # of the time of an addition, for each element of a call's work


def write_calls(code: Code, step: Native, rule: CustomCall) -> None:
    """The inputs in one piece, and a call for each item of the leading axes."""
    op, w = step.op, code.w
    callee = rule.callee(op)
    assert callee is not None
    known = all(v.type.is_static for v in (*op.inputs, *op.outputs))
    if not known or rule.by_values or any(isinstance(n, Element) for n in callee.numbers):
        computed_sizes.accept(code, op, rule.accepts)
    bounds = [code.value(v) for v in op.inputs[: len(callee.inputs)]]
    sources = [_source(code, bound) for bound in bounds]
    work = product(callee.work)
    leading = op.outputs[0].type.dims or ()
    leading = leading[: len(leading) - callee.outputs[0]]
    code.add_work(times(work, product(leading)), _EIGHTHS)
    targets = [code.make(value) for value in op.outputs]
    outcome = code.b.allocate("int64", (1,))
    w.ptr(outcome.pointer).store(0)
    w.regions += 1
    made = [table for tables in callee.made for table in _made(code, tables)]
    arrays = [*sources, *_tables(code, callee), *made, *targets]
    strides = _strides(w, arrays, callee, len(sources), leading)
    nest, strides_along = collapse(leading, strides, [False] * len(leading))
    extents = [*nest.extents]
    if (calls := _zeros(code, callee, targets)) is not None:  # along one more axis, of size 1 or 0
        extents.append(calls)
        strides_along = [[*own, ZERO] for own in strides_along]
    loop = BatchLoop(w, arrays, extents, strides_along, cut_of(w, nest.extents, work, _EIGHTHS))
    numbers = [_number(code, op, number) for number in callee.numbers]
    w.need_kernel(callee.module, "")
    loop.write(lambda inner, given: _caller(inner, given, callee, numbers, outcome))
    _check(code, op, rule, outcome)
    for array in (outcome, *made):
        code.b.discard(array.buffer)
    for bound, array in zip(bounds, sources, strict=True):
        discard(code, bound, array)


def _source(code: Code, bound: Bound) -> Array:
    """An input as a contiguous array; a number has no axes."""
    array = as_array(code, bound)
    return replace(array, dims=(), strides=()) if isinstance(bound, Scalar) else array


def _zeros(code: Code, callee: Callee, targets: Sequence[Array]) -> Size | None:
    """Clear the outputs if a size turns out to be 0; how many calls there are for each item, 1 or 0, if it may."""
    w = code.w
    sizes = [w.dim(dim) for dim in callee.zero if isinstance(dim, Symbol) or dim == 0]
    if not sizes:
        return None
    nothing = reduce(or_, [w.i64(size).eq(0) for size in sizes])
    with w.when(nothing), w.nested():
        for target in targets:
            clear(code, target)
    calls = Symbol()
    w.bind_symbol(calls, nothing.select(0, 1, "i64"))
    return size_of(calls)


def _number(code: Code, op: Operation, number: Dim | Element) -> str:
    """A number that the function gets."""
    if not isinstance(number, Element):
        return code.w.dim(number)
    bound = code.value(op.inputs[number.input])
    source = as_array(code, bound)
    found = number_at(code.w, source, str(number.at))
    discard(code, bound, source)
    return found


def _tables(code: Code, callee: Callee) -> list[Array]:
    found = [code.b.constant(x, tensor_type(as_dtype(x.dtype), x.shape)) for x, _ in callee.tables]
    return [table for table in found if isinstance(table, Array)]


_SPANS: Final = 2
"""The tables of `MadeSpans`."""


def _made(code: Code, tables: MadeTables | MadeSpans) -> list[Array]:
    """Compute tables."""
    if isinstance(tables, MadeSpans):
        return _made_spans(code, tables)
    w, rows = code.w, tables.sizes[-1]
    e: Any = LaneEmitter(w.emitter)
    arrays = [code.b.allocate(dtype, (rows, width)) for dtype, width in tables.widths]
    sizes = [e.narrow.operand("int64", w.dim(size)) for size in tables.sizes]
    loop = w.count_to(w.dim(rows))
    found = tables.row(e, e.narrow.operand("int64", loop.index), *sizes)
    for array, row in zip(arrays, found, strict=True):
        start = element_at(w, array.dtype, array.pointer, w.multiply(loop.index, str(len(row))))
        for at, element in enumerate(row):
            w.emitter.store(element, element_at(w, array.dtype, start, str(at)))
    loop.close()
    return arrays


def _count_of(tables: MadeTables | MadeSpans) -> int:
    return _SPANS if isinstance(tables, MadeSpans) else len(tables.widths)


def _made_spans(code: Code, spans: MadeSpans) -> list[Array]:
    """Compute the rows of a matrix, from the first element that is not 0 to the last."""
    w = code.w
    e: Any = LaneEmitter(w.emitter)

    def operand(number: str) -> Any:
        return e.narrow.operand("int64", number)

    columns, rows = (w.dim(size) for size in spans.sizes)
    sizes = operand(columns), operand(rows)
    width = w.i64(w.emitter.text(spans.width(e, *sizes)))
    w.bind_symbol(spans.taps, width)
    ends = code.b.allocate("int32", (spans.sizes[1], 2))
    weights = code.b.allocate("float32", (spans.sizes[1], spans.taps))
    zero = e.const(0, "float32")
    row = w.count_to(rows)
    at, line = operand(row.index), element_at(w, "float32", weights.pointer, w.multiply(row.index, width))
    begin = w.i64(w.emitter.text(spans.begin(e, at, *sizes)))
    tap = w.count_to(width, 1, [("i64", width), ("i64", "0")])
    column = begin + tap.index
    inside = column < columns
    weight = spans.weight(e, at, operand(inside.select(column, begin)), *sizes)
    weight = e.select(e.narrow.operand("bool", inside), weight, zero)
    w.emitter.store(weight, element_at(w, "float32", line, tap.index))
    counts = w.i1(w.emitter.text(e.compare("ne", weight, zero)))
    first, end = tap.carried
    first, end = tap.close(counts.select(first.min(tap.index), first), counts.select(tap.index + 1, end))
    count = (end > 0).select(end - first, 0, "i64")
    moved = w.count_to(count)
    found = w.emitter.load("float32", element_at(w, "float32", line, first + moved.index))
    w.emitter.store(found, element_at(w, "float32", line, moved.index))
    moved.close()
    for number, place in (((end > 0).select(begin + first, 0, "i64"), "0"), (count, "1")):
        into = element_at(w, "int32", ends.pointer, w.sum(w.multiply(row.index, "2"), place))
        w.emitter.store(e.convert(operand(number), "int32"), into)
    row.close()
    return [ends, weights]


def _strides(
    w: Writer, arrays: Sequence[Array], callee: Callee, inputs: int, leading: Sequence[Dim]
) -> list[list[Size]]:
    """The strides of each array along the axes over which the function is called."""
    made = (tables.axes for tables in callee.made for _ in range(_count_of(tables)))
    own = (*callee.inputs, *(axes for _, axes in callee.tables), *made, *callee.outputs)
    strides = []
    for k, (array, axes) in enumerate(zip(arrays, own, strict=True)):
        outer, apart = len(array.dims) - axes, callee.apart if k < inputs else 0
        seen = open_strides(w, array.dims[:outer], array.strides[:outer], leading[: len(leading) - apart])
        strides.append([*seen, *[ZERO] * apart])
    return strides


def _caller(
    w: Writer, given: parallel_for.Given, callee: Callee, numbers: Sequence[str], outcome: Array
) -> Callable[..., None]:
    """Writes a call, from pointers to an item of each input and output."""
    tables = len(callee.tables) + sum(map(_count_of, callee.made))
    pointers = len(callee.inputs) + tables + len(callee.outputs)
    parameters = ["ptr"] * pointers + ["i64"] * len(numbers)
    w.module.declare(f"declare i64 @{callee.symbol}({', '.join(parameters)})")
    values = [given("i64", number) for number in numbers]
    noted = given("ptr", outcome.pointer)

    def call(*items: str) -> None:
        arguments = [*(f"ptr {item}" for item in items), *(f"i64 {value}" for value in values)]
        found = w.call("i64", f"@{callee.symbol}", *arguments)
        with w.when(found.ne(0)):
            w.ptr(noted).store(found)

    return call


def _check(code: Code, op: Operation, rule: CustomCall, outcome: Array) -> None:
    """Raise what the calls have noted."""
    w = code.w
    w.require_completed_work()
    found = w.ptr(element_at(w, "int64", outcome.pointer, "0")).load("i64")
    refused = host_callback.failing_site(op, rule.message)
    if rule.message:
        w.unless(found.ne(REFUSED), lambda: host_callback.fail_at(code, refused))
    lost = host_callback.failing_site(op, f"{op.type} has no memory to work in.", errors.ResourceExhaustedError)
    w.unless(found.eq(0), lambda: host_callback.fail_at(code, lost))
