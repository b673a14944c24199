"""Lowers ops that move elements by computed indices: partitions, stitches, counts, distinct numbers.

The numbers are gone through once to look at them and to find the sizes of the output, then once more to write.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, Final

from graphwright.base import errors
from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Routed, library_kind
from graphwright.runtime.native.fusion.data_dependent import may_agree
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.symbolic_sizes import ZERO, product
from graphwright.runtime.native.llvm.lanes import lanes_for
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.lower.steps.indexed_rows import (
    MOST_INDEXED_ROWS,
    Slices,
    agree,
    as_array,
    clear,
    discard,
    number_at,
    resolve_rows,
)

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def write_routed(code: Code, step: Native, rule: Routed) -> None:
    """The inputs in one piece, then what the kind says."""
    op = step.op
    arguments = [code.value(v) for v in op.inputs]
    arrays = [as_array(code, bound) for bound in arguments]
    code.w.regions += 1
    _WRITERS[rule.kind](code, op, arrays)
    for bound, array in zip(arguments, arrays, strict=True):
        discard(code, bound, array)


def _unless(code: Code, op: Operation, condition: str) -> None:
    """The kernel says what is wrong where a condition does not hold."""
    code.w.unless(condition, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))


# coordinates of what is not 0 -------------------------------------------------------------------------------


def _write_where(code: Code, op: Operation, arrays: Sequence[Array]) -> None:
    """Counts, then goes on until so many are found: each element's coordinates are written, the next ones over them
    unless it counts.
    """
    w, source = code.w, arrays[0]
    code.add_work(source.size, 4)
    found = _count_of_others(code, source)
    resolve_rows(code, op, op.outputs[0], found)
    target = code.make(op.outputs[0])
    code.add_work(source.size)
    sizes = [w.dim(d) for d in source.dims]

    def write(index: str, written: str, at: Sequence[str]) -> tuple[str, Sequence[str]]:
        return _coordinates(w, source, target, index, written, at, sizes)

    with w.nest():
        _until(w, found, len(sizes), write)


def _count_of_others(code: Code, source: Array) -> str:
    """How many elements are not 0."""
    w = code.w
    width = lanes_for(ELEMENTS[source.dtype].size, source.size.static, 2)
    e, size = w.emitter.of_width(width), w.size(source.size)
    loop = w.count_to(size, width, [("i64", "0")])
    mask = None if width == 1 else e.tail_mask(size - loop.index)
    element = e.load(source.dtype, element_at(w, source.dtype, source.pointer, loop.index), mask=mask)
    counts = e.is_nonzero(element)
    if mask is None:
        more = w.i1(e.text(counts)).zext()
    else:
        counts = e.logical_and(counts, e.operand("bool", mask))
        bits = w.typed(e.text(counts), f"<{width} x i1>").bitcast(f"i{width}")
        wide = bits if width == 64 else bits.zext()
        w.module.declare("declare i64 @llvm.ctpop.i64(i64)")
        more = w.call("i64", "@llvm.ctpop.i64", w.i64(wide))
    (found,) = loop.close(loop.carried[0] + more)
    return found


def _until(
    w: Writer, found: str, rank: int, body: Callable[[str, str, Sequence[str]], tuple[str, Sequence[str]]]
) -> None:
    """A loop over elements that ends when so many are written; it carries the place of the element too."""
    some = w.i64(found) > 0
    loop = w.repeat([("i64", "0")] * (2 + rank), "look", guard=some, results=False)
    index, before, *coordinates = loop.carried
    with w.nested():
        written, places = body(index, before, coordinates)
        following = w.i64(index) + 1
        again = w.i64(written) < found
    loop.close_if(again, following, written, *places)


def _coordinates(
    w: Writer, source: Array, target: Array, index: str, written: str, at: Sequence[str], sizes: Sequence[str]
) -> tuple[str, list[str]]:
    """Write those of one element; gives how many are written then, and the place of the next element."""
    place = w.multiply(written, str(len(at)))
    for axis, coordinate in enumerate(at):
        w.ptr(element_at(w, "int64", target.pointer, w.sum(place, str(axis)))).store(coordinate)
    element = w.emitter.load(source.dtype, element_at(w, source.dtype, source.pointer, index))
    counts = w.i1(w.emitter.text(w.emitter.is_nonzero(element))).zext()
    following: list[str] = []
    carry = "1"
    for axis in reversed(range(len(at))):
        more = w.sum(at[axis], carry)
        if axis:
            turns = more.eq(sizes[axis])
            carry = turns.zext()
            more = turns.select(0, more)
        following.insert(0, more)
    return w.i64(written) + counts, following


# rows by the number of an output ------------------------------------------------------------------------------


def _write_partition(code: Code, op: Operation, arrays: Sequence[Array]) -> None:
    """Each output's size is counted; then each has a place for its next row, in a table."""
    w, (data, numbers) = code.w, arrays
    agree(code, op, data.dims[: len(numbers.dims)], numbers.dims)
    count, table = w.size(numbers.size), code.b.allocate("int64", (len(op.outputs),))
    clear(code, table)
    with w.nest():
        look = w.count_to(count)
        number = number_at(w, numbers, look.index)
        _unless(code, op, number.ult(len(op.outputs)))
        _exchange(w, table, number, "i64", lambda old: w.i64(old) + 1)
        look.close()
    for at, value in enumerate(op.outputs):
        place = element_at(w, "int64", table.pointer, str(at))
        resolve_rows(code, op, value, place.load("i64"))
        place.store(code.make(value).pointer, "ptr")
    code.add_work(data.size)
    rows = Slices(w, data.dtype, product(data.dims[len(numbers.dims) :]))
    with w.nest():
        loop = w.count_to(count)
        number = number_at(w, numbers, loop.index)
        to = _exchange(w, table, number, "ptr", lambda old: rows.at(old, "1"))
        with w.nested():
            rows.each(to, lambda e, element: element, rows.at(data.pointer, loop.index))
        loop.close()
    code.b.discard(table.buffer)


def _exchange(w: Writer, table: Array, number: str, kind: str, following: Callable[[str], str]) -> str:
    """What a table has at a place, where something else is from here on."""
    place = element_at(w, "int64", table.pointer, number)
    old = place.load(kind)
    place.store(following(old), kind)
    return old


# rows by their place ------------------------------------------------------------------------------------------


def _write_stitch(code: Code, op: Operation, arrays: Sequence[Array]) -> None:
    """The largest number says the size; rows that nobody names are 0, and the last of several wins."""
    w, half = code.w, len(arrays) // 2
    pairs = list(zip(arrays[:half], arrays[half:], strict=True))
    largest, depth = "-1", len(op.outputs[0].type.dims or ()) - 1
    for ids, (numbers, data) in zip(op.inputs, pairs, strict=False):
        if ids.type.dims:
            agree(code, op, data.dims[: len(data.dims) - depth], numbers.dims)
        with w.nest():
            look = w.count_to(w.size(numbers.size), 1, [("i64", largest)])
            number = number_at(w, numbers, look.index)
            _unless(code, op, number >= 0)
            w.module.declare("declare i64 @llvm.smax.i64(i64, i64)")
            (largest,) = look.close(look.carried[0].max(number))
    value = op.outputs[0]
    resolve_rows(code, op, value, w.i64(largest) + 1)
    target = code.make(value)
    code.add_work(target.size)
    clear(code, target)
    rows = Slices(w, target.dtype, product(target.dims[1:]))
    for numbers, data in pairs:
        with w.nest():
            loop = w.count_to(w.size(numbers.size))
            to = rows.at(target.pointer, number_at(w, numbers, loop.index))
            with w.nested():
                rows.each(to, lambda e, element: element, rows.at(data.pointer, loop.index))
            loop.close()


# numbers counted, numbers turned round --------------------------------------------------------------------------


def _write_count(code: Code, op: Operation, arrays: Sequence[Array]) -> None:
    """Numbers that are too large are left out."""
    w, (numbers, _, weights) = code.w, arrays
    size = number_at(w, arrays[1], "0")
    _unless(code, op, size.ult(MOST_INDEXED_ROWS))
    value = op.outputs[0]
    dims: tuple[Dim, ...] = value.type.dims or ()
    resolve_rows(code, op, value, size, len(dims) - 1)
    target = code.make(value)
    code.add_work(numbers.size, 16)
    clear(code, target)
    weight = _weight_of(code, op, weights)
    batch = w.dim(dims[0]) if len(dims) > 1 else "1"
    each = w.dim(numbers.dims[-1]) if len(dims) > 1 else w.size(numbers.size)
    with w.nest():
        row = w.count_to(batch)
        loop = w.count_to(each)
        index = w.sum(w.multiply(row.index, each), loop.index)
        number = number_at(w, numbers, index)
        _unless(code, op, number >= 0)
        with w.when(number < size):
            into = element_at(w, target.dtype, target.pointer, w.sum(w.multiply(row.index, size), number))
            added = w.emitter.load(target.dtype, weight(index))
            if not op.attrs.get("binary_output"):
                added = w.emitter.add(w.emitter.load(target.dtype, into), added)
            w.emitter.store(added, into)
        loop.close()
        row.close()


def _weight_of(code: Code, op: Operation, weights: Array) -> Callable[[str], str]:
    """Where the weight of a number is, by its index: one for all if there are no weights."""
    w, dtype = code.w, weights.dtype
    numbers, own = op.inputs[0].type.dims or (), op.inputs[2].type.dims or ()
    if own == numbers:
        return lambda index: element_at(w, dtype, weights.pointer, index)
    one = code.b.allocate(dtype, ())
    w.emitter.store(w.emitter.const(1, dtype), one.pointer)
    if weights.size == ZERO:
        return lambda index: one.pointer
    none = w.size(weights.size).eq(0)
    fits: IRValue = none
    if may_agree(own, numbers):
        equal = [w.i64(w.dim(a)).eq(w.dim(b)) for a, b in zip(own, numbers, strict=True) if a != b]
        fits = none | reduce(and_, equal)
    _unless(code, op, fits)
    base, step = none.select(one.pointer, weights.pointer, "ptr"), none.select(0, 1, "i64")
    return lambda index: element_at(w, dtype, base, w.multiply(index, step))


def _write_inverse(code: Code, op: Operation, arrays: Sequence[Array]) -> None:
    """Each place begins as -1, and is taken once."""
    w, provided = code.w, arrays[0]
    target = code.make(op.outputs[0])
    code.add_work(provided.size)
    clear(code, target, -1)
    with w.nest():
        size = w.size(provided.size)
        loop = w.count_to(size)
        number = number_at(w, provided, loop.index)
        _unless(code, op, number.ult(size))
        into = element_at(w, target.dtype, target.pointer, number)
        old = w.emitter.load(target.dtype, into)
        _unless(code, op, w.emitter.text(w.emitter.compare("lt", old, w.emitter.const(0, old))))
        w.emitter.store(w.emitter.convert(w.emitter.operand("int64", loop.index), target.dtype), into)
        loop.close()


# distinct numbers -----------------------------------------------------------------------------------------------


def _write_unique(code: Code, op: Operation, arrays: Sequence[Array]) -> None:
    """The library numbers the elements and says where each distinct one is first; these are read from there."""
    w, source = code.w, arrays[0]
    count, size = w.size(source.size), ELEMENTS[source.dtype].size
    code.add_work(source.size, 32)
    w.need_kernel("unique", "")
    w.module.declare("declare i64 @gw_unique(ptr, ptr, ptr, i64, i64, i64)")
    numbers, first = (code.b.allocate("int64", source.dims) for _ in range(2))
    pointers = (f"ptr {array.pointer}" for array in (source, numbers, first))
    kind = library_kind(op.inputs[0].type.dtype)
    found = w.call("i64", "@gw_unique", *pointers, f"i64 {count}", f"i64 {kind}", f"i64 {size}")
    w.require_completed_work()
    lost = host_callback.failing_site(op, f"{op.type} has no memory to work in.", errors.ResourceExhaustedError)
    w.unless(found >= 0, lambda: host_callback.fail_at(code, lost))
    resolve_rows(code, op, op.outputs[0], found)
    values, places, *counts = (code.make(value) for value in op.outputs)
    with w.nest():
        loop = w.count_to(found)
        at = number_at(w, first, loop.index)
        element = w.emitter.load(source.dtype, element_at(w, source.dtype, source.pointer, at))
        w.emitter.store(element, element_at(w, values.dtype, values.pointer, loop.index))
        loop.close()
    for array in counts:
        clear(code, array)
    with w.nest():
        loop = w.count_to(count)
        number = number_at(w, numbers, loop.index)
        place = w.emitter.convert(w.emitter.operand("int64", number), places.dtype)
        w.emitter.store(place, element_at(w, places.dtype, places.pointer, loop.index))
        for array in counts:
            into = element_at(w, array.dtype, array.pointer, number)
            w.emitter.store(w.emitter.add(w.emitter.load(array.dtype, into), w.emitter.const(1, array.dtype)), into)
        loop.close()
    for array in (numbers, first):
        code.b.discard(array.buffer)


_WRITERS: Final[dict[str, Callable[[Code, Operation, Sequence[Array]], None]]] = {
    "where": _write_where, "partition": _write_partition, "stitch": _write_stitch, "count": _write_count,
    "invert": _write_inverse, "unique": _write_unique,
}  # fmt: skip
