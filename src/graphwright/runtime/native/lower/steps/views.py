"""Lowers steps that move or only rename data: reshapes, strided views, concatenation, padding, shapes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Final

from graphwright.base.frozen import replace
from graphwright.base.shape import Dim, Symbol
from graphwright.ir.graph import Operation, Value
from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Assemble, Bounds, Box, Element, Index, Share, Strided, View
from graphwright.runtime.native.fusion.open_sizes import meetings
from graphwright.runtime.native.fusion.plan import is_object
from graphwright.runtime.native.fusion.steps import Native, Rename
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, ZERO, Size, contiguous, product, times
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.kinds import array_of, scalar_of
from graphwright.runtime.native.lower.frame.strides import open_strides
from graphwright.runtime.native.lower.frame.values import Array, ListBuffer, Object, Scalar
from graphwright.runtime.native.lower.nests.fused_nest import copy_strided, element_at
from graphwright.runtime.native.lower.nests.open_sizes import resolve_sizes
from graphwright.runtime.native.lower.steps import host_callback

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


# the same elements under other dimensions ---------------------------------------------------------------------


def write_alias(code: Code, step: Native | Rename) -> None:
    """Reshape, squeeze, identity: the output looks at the input's memory."""
    source = code.value(step.new if isinstance(step, Rename) else step.op.inputs[0])
    value = step.outputs[0]
    if isinstance(source, Object) and not is_object(value.type):
        # more is known of the value than of the one it is made of
        mismatch = code.size_mismatch(step.op, value)
        code.bind(value, code.b.from_object(source.pointer, value.type, source.buffer, mismatch))
        return
    if isinstance(source, (Object, ListBuffer)):
        code.bind(value, source)
        return
    result = code.env.made.get(value)
    if result is not None and isinstance(source, Array) and source.pointer == result.pointer and source.is_contiguous:
        code.bind(value, result)
        return
    dims = value.type.dims
    assert dims is not None
    _resolve_missing(code, step, source, dims)
    _compare_totals(code, step, source, dims)
    if isinstance(source, Scalar):
        if not dims:
            code.bind(value, source)
        else:
            code.w.emitter.store(source.operand, code.make(value).pointer)
        return
    if len(source.dims) == len(dims):
        if isinstance(step, Rename):
            for old, new in zip(dims, source.dims, strict=True):
                if isinstance(old, Symbol) and old is not new:
                    code.b.resolve_dim(old, code.w.dim(new), code.size_mismatch(step.op, value))
        if isinstance(step, Rename) or source.dims == dims:
            strides = contiguous(dims) if source.is_contiguous else source.strides
            code.bind(value, replace(source, dims=dims, strides=strides))
            return
    dense = code.b.contiguous(source)
    if not dims:
        code.bind(value, code.b.load_scalar(dense.dtype, dense.pointer))
        if dense is not source:
            code.b.discard(dense.buffer)
        return
    code.bind(value, Array(dense.dtype, dense.pointer, dims, contiguous(dims), dense.buffer))


def _resolve_missing(code: Code, step: Native | Rename, source: Array | Scalar, dims: Sequence[Dim]) -> None:
    """The one size a reshape leaves open: what the number of elements makes it."""
    w = code.w
    missing = [d for d in dims if isinstance(d, Symbol) and w.scope.text(d) is None]
    if not missing or isinstance(step, Rename):
        return
    total = w.size(source.size if isinstance(source, Array) else ONE)
    rest = w.size(product(d for d in dims if d is not missing[0]))
    if not rest.isdigit():
        empty = rest.eq(0)
        rest = empty.select(1, rest)
    found = total // rest
    whole = (found * rest).eq(total)
    w.unless(whole, lambda: host_callback.fail_at(code, host_callback.refusing_site(step.op), step.op.inputs))
    w.bind_symbol(missing[0], found)


def _compare_totals(code: Code, step: Native | Rename, source: Array | Scalar, dims: Sequence[Dim]) -> None:
    """Unknown sizes of a reshape must come to the number of elements."""
    w = code.w
    total, wanted = source.size if isinstance(source, Array) else ONE, product(dims)
    if total == wanted or step.op.type != "Reshape" or isinstance(step, Rename):
        return
    same = w.size(total).eq(w.size(wanted))
    w.unless(same, lambda: host_callback.fail_at(code, host_callback.refusing_site(step.op), step.op.inputs))


# strided views ------------------------------------------------------------------------------------------------


def write_views(code: Code, step: Native, rule: Strided) -> None:
    """Slices, transposes, broadcasts, parts: read in place by their users."""
    op = step.op
    views = rule.view(op, [constant_value(v) for v in op.inputs])
    assert views is not None
    source = _in_memory(code, op.inputs[rule.source])
    for value, view in zip(op.outputs, views if isinstance(views, list) else [views], strict=True):
        if code.is_used(value):
            _write_view(code, op, value, source, view)


def _in_memory(code: Code, value: Value) -> Array:
    """A value as an array, a number in a register being stored first."""
    bound = code.value(value)
    if isinstance(bound, Array):
        return bound
    bound = scalar_of(bound)
    result = code.b.allocate(bound.operand.dtype, ())
    code.w.emitter.store(bound.operand, result.pointer)
    return result


def _write_view(code: Code, op: Operation, value: Value, source: Array, view: View) -> None:
    dims = value.type.dims or ()
    pointer, strides, lengths = part_of(code, op, source, view)
    for axis, length in lengths:
        _resolve_cut(code, op, value, dims[axis], length)
    if view.repeats:
        strides = _repeated(code, op, source, view, dims)
    if not dims:
        code.bind(value, code.b.load_scalar(source.dtype, pointer))
        return
    code.bind(value, Array(source.dtype, pointer, dims, strides, source.buffer))


def _repeated(code: Code, op: Operation, source: Array, view: View, dims: Sequence[Dim]) -> tuple[Size, ...]:
    """The strides of an array that is repeated to these dimensions: 0 along axes whose size turns out to be 1."""
    lead = len(dims) - len(source.dims)
    agreement = meetings([source.dims], dims, repeats=True)
    assert agreement is not None and lead >= 0
    site = host_callback.refusing_site(op)
    resolve_sizes(code, op, agreement, lambda: host_callback.fail_at(code, site, op.inputs))
    return tuple(open_strides(code.w, source.dims, source.strides, dims))


def part_of(
    code: Code, op: Operation, source: Array, view: View
) -> tuple[str, tuple[Size, ...], list[tuple[int, str]]]:
    """Where the part of an array starts that a view shows, its strides, and the sizes `(axis, size)` worked out now."""
    w, offset, lengths = code.w, "0", []
    for axis, start in view.offset:
        place = _position(code, op, start, w.dim(source.dims[axis]))
        offset = sum_of(w, offset, product_of(w, place, w.size(source.strides[axis])))
    for bounds in view.bounds:
        place, length = (_part if bounds.sized else _cut)(code, op, bounds, w.dim(source.dims[bounds.axis]))
        offset = sum_of(w, offset, product_of(w, place, w.size(source.strides[bounds.axis])))
        lengths.append((bounds.output, length))
    strides = [ZERO if s is None else times(source.strides[s[0]], Size(s[1])) for s in view.strides]
    return element_at(w, source.dtype, source.pointer, offset), tuple(strides), lengths


def _position(code: Code, op: Operation, start: Index, length: str) -> str:
    """A position along an axis; one that is read when the program runs must be inside."""
    w = code.w
    text = _index(code, op, start)
    if not isinstance(start, Element):
        return text if start >= 0 else sum_of(w, length, text)
    text = _from_the_end(code, text, length)
    # as unsigned numbers negative ones are too large
    inside = w.i64(text).ult(length)
    w.unless(inside, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    return text


def _index(code: Code, op: Operation, index: Index) -> str:
    """An index as it is given, as an i64."""
    if not isinstance(index, Element):
        return str(index)
    bound = code.value(op.inputs[index.input])
    if isinstance(bound, Scalar):
        operand = bound.operand
    else:
        bound = array_of(bound)
        place = _place_of(code, bound, index.at)
        operand = code.w.emitter.load(bound.dtype, element_at(code.w, bound.dtype, bound.pointer, place))
    return code.w.emitter.convert(operand, "int64").text


def _place_of(code: Code, array: Array, at: int) -> str:
    """Where an element lies that is counted along an array whose sizes but the first are known."""
    place = "0"
    for axis, stride in reversed(list(enumerate(array.strides))):
        size = array.dims[axis] if axis else at + 1
        assert isinstance(size, int)
        at, index = divmod(at, size)
        place = sum_of(code.w, place, product_of(code.w, str(index), code.w.size(stride)))
    return place


def _from_the_end(code: Code, text: str, length: str) -> str:
    w = code.w
    moved = w.i64(text) + length
    return (w.i64(text) < 0).select(moved, text)


def _cut(code: Code, op: Operation, bounds: Bounds, length: str) -> tuple[str, str]:
    """Where Python's slice of an axis starts, and how many elements it has."""
    w, step = code.w, bounds.step
    forward = step > 0
    low, high = ("0", length) if forward else ("-1", w.i64(length) - 1)

    def end(index: Index | Share | None, default: str) -> str:
        if index is None:
            return default
        if isinstance(index, Share):
            return _end_of_share(code, op, index, w.i64(length))
        text = _from_the_end(code, _index(code, op, index), length)
        return _clamped(w, w.i64(text), low, high)

    start = end(bounds.start, low if forward else high)
    stop = end(bounds.stop, high if forward else low)
    span = w.i64(stop) - start if forward else w.i64(start) - stop
    rounded = (w.i64(span) + (abs(step) - 1)).sdiv(abs(step))
    return start, _clamped(w, rounded, "0", length)


def _end_of_share(code: Code, op: Operation, share: Share, length: IRValue) -> str:
    """Where some of the equal parts of an axis end."""
    part = length // share.of
    whole = (part * share.of).eq(length)
    code.w.unless(whole, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    return part * share.parts


def _part(code: Code, op: Operation, bounds: Bounds, length: str) -> tuple[str, str]:
    """Where a part of an axis starts, and how many elements it has; it must be inside."""
    w = code.w
    assert isinstance(bounds.start, (int, Element)) and isinstance(bounds.stop, (int, Element))
    start, size = w.i64(_index(code, op, bounds.start)), w.i64(_index(code, op, bounds.stop))
    whole = w.i64(length)
    left = w.i64(str(int(whole) - int(start))) if _is_number(whole) and _is_number(start) else whole - start
    if size == "-1":
        size = left
    elif not _is_number(size):
        size = (size.eq(-1)).select(left, size)
    # as unsigned numbers negative ones are too large
    for number, limit in ((start, whole), (size, left)):
        if number != limit and number != "0":
            inside = w.i64(number).ule(limit)
            w.unless(inside, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    return start, size


def _clamped(w: Writer, number: IRValue, low: str, high: str) -> IRValue:
    return number.max(low).min(high)


def _resolve_cut(code: Code, op: Operation, value: Value, dim: Dim, length: str) -> None:
    """The size of an output axis is what the slice makes it."""
    if isinstance(dim, Symbol):
        code.b.resolve_dim(dim, length, code.size_mismatch(op, value))
    else:
        code.w.unless(code.w.i64(length).eq(dim), code.size_mismatch(op, value))


def sum_of(w: Writer, a: str, b: str) -> str:
    """A sum of i64, worked out where both are known."""
    return str(int(a) + int(b)) if _is_number(a) and _is_number(b) else w.sum(a, b)


def product_of(w: Writer, a: str, b: str) -> str:
    """A product of i64, worked out where both are known."""
    return str(int(a) * int(b)) if _is_number(a) and _is_number(b) else w.multiply(a, b)


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdigit()


# putting together ---------------------------------------------------------------------------------------------


def write_assembled(code: Code, step: Native, rule: Assemble) -> None:
    """Concatenation, stacking, padding: each input is copied to its box of the output."""
    op = step.op
    boxes = rule.boxes(op, [constant_value(v) for v in op.inputs])
    assert boxes is not None
    value = op.outputs[0]
    if value.type.rank == 0:  # numbers are in registers: it is the one that would cover it last
        code.bind(value, code.value(op.inputs[boxes[-1].input]))
        return
    _resolve_ends(code, value, op.inputs, boxes)
    target = code.make(value)
    code.w.regions += 1
    if rule.fill is not None:
        fill(code, target, _fill_operand(code, step, rule.fill(op), target.dtype))
    for box in boxes:
        _copy_box(code, op, target, box)


def _resolve_ends(code: Code, value: Value, inputs: Sequence[Value], boxes: Sequence[Box]) -> None:
    """An output size that is not known ends with the last box."""
    w, last = code.w, boxes[-1]
    for axis, dim in enumerate(value.type.dims or ()):
        if isinstance(dim, Symbol) and w.scope.text(dim) is None:
            own = inputs[last.input].type.dims or ()
            length = w.dim(own[last.axes.index(axis)]) if axis in last.axes else "1"
            w.bind_symbol(dim, _total(code, [d for d in last.start[axis] if not isinstance(d, Element)], length))


def _total(code: Code, dims: Sequence[Dim], first: str = "0") -> str:
    known = sum(d for d in dims if isinstance(d, int))
    text = str(known + int(first)) if first.isdigit() else code.w.sum(first, str(known))
    for dim in dims:
        if isinstance(dim, Symbol):
            text = code.w.sum(text, code.w.dim(dim))
    return text


def _start_of(code: Code, op: Operation, box: Box, axis: int, size: Dim) -> str:
    """Where a box starts along an axis of the output, which has this size."""
    known = [part for part in box.start[axis] if not isinstance(part, Element)]
    read = [_index(code, op, part) for part in box.start[axis] if isinstance(part, Element)]
    if not read:
        return _total(code, known)
    place = reduce(code.w.sum, read) if not known else _total(code, known, reduce(code.w.sum, read))
    own = op.inputs[box.input].type.dims or ()
    last = code.w.dim(size) - (code.w.dim(own[box.axes.index(axis)]) if axis in box.axes else 1)
    inside = (code.w.i64(place) >= 0) & (code.w.i64(place) <= last)
    code.w.unless(inside, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    return place


def _copy_box(code: Code, op: Operation, target: Array, box: Box) -> None:
    w, value = code.w, op.inputs[box.input]
    offset = "0"
    for axis, size in enumerate(target.dims):
        place = _start_of(code, op, box, axis, size)
        offset = sum_of(w, offset, product_of(w, place, w.size(target.strides[axis])))
    pointer = element_at(w, target.dtype, target.pointer, offset)
    bound = code.value(value)
    if isinstance(bound, Scalar):
        w.emitter.store(bound.operand, pointer)
        return
    bound = array_of(bound)
    strides = tuple(target.strides[axis] for axis in box.axes)
    code.b.copy(bound, Array(target.dtype, pointer, bound.dims, strides))


def _fill_operand(code: Code, step: Native, fill: int | float | Element, dtype: str) -> TextOperand:
    if not isinstance(fill, Element):
        return code.w.emitter.const(fill, dtype)
    bound = code.value(step.op.inputs[fill.input])
    if isinstance(bound, Scalar):
        return bound.operand
    bound = array_of(bound)
    return code.w.emitter.load(dtype, element_at(code.w, dtype, bound.pointer, str(fill.at)))


def fill(code: Code, target: Array, operand: TextOperand) -> None:
    """Every element of an array becomes one number."""
    single = code.b.allocate(target.dtype, ())
    code.w.emitter.store(operand, single.pointer)
    repeated = Array(target.dtype, single.pointer, target.dims, (ZERO,) * len(target.dims))
    copy_strided(code.w, repeated, target)
    code.b.discard(single.buffer)


# shapes as values ----------------------------------------------------------------------------------------------


def write_shape(code: Code, step: Native) -> None:
    """The dimensions of each input as a vector."""
    for source, value in zip(step.op.inputs, step.op.outputs, strict=True):
        if not code.is_used(value):
            continue
        dims = source.type.dims
        assert dims is not None
        target = code.make(value)
        size = ELEMENTS[target.dtype].size
        for axis, dim in enumerate(dims):
            code.w.emitter.store(_integer(code, code.w.dim(dim), target.dtype), code.w.at(target.pointer, axis * size))


def write_size(code: Code, step: Native) -> None:
    """The number of elements."""
    value = step.op.outputs[0]
    text = code.w.size(product(step.op.inputs[0].type.dims or ()))
    code.bind(value, Scalar(_integer(code, text, value.type.dtype.name)))


def write_rank(code: Code, step: Native) -> None:
    """The number of dimensions."""
    code.bind(step.op.outputs[0], Scalar(code.w.emitter.const(step.op.inputs[0].type.rank or 0, "int32")))


def _integer(code: Code, text: str, dtype: str) -> TextOperand:
    if text.isdigit():
        return code.w.emitter.const(int(text), dtype)
    return code.w.emitter.convert(code.w.emitter.operand("int64", text), dtype)


#: What writes the ops that look at types alone.
SHAPES: Final = {"Shape": write_shape, "ShapeN": write_shape, "Size": write_size, "Rank": write_rank}
