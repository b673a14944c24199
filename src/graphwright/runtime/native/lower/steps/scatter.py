"""Lowers scatters: one loop over the indices, each checked before anything is written for it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation
from graphwright.ir.handles import declared_type
from graphwright.ir.lowering import Scatter
from graphwright.runtime.native.fusion.open_sizes import coordinates
from graphwright.runtime.native.fusion.steps import Native
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous, product
from graphwright.runtime.native.llvm.lanes import lanes_for
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.kinds import array_of
from graphwright.runtime.native.lower.frame.values import Array, Object
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.lower.steps.variables import type_of
from graphwright.runtime.native.lower.steps.views import fill

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code
    from graphwright.runtime.native.lower.steps.buffers import Bindings


def write_scattered(code: Code, step: Native, rule: Scatter) -> None:
    """The output as it begins, then the updates in their order."""
    op = step.op
    arguments = [code.value(op.inputs[i]) for i in (rule.indices, rule.updates)]
    contiguous = []
    for array in arguments:
        array = array_of(array)
        contiguous.append(code.b.contiguous(array))
    indices, updates = contiguous
    code.w.regions += 1
    if op.outputs:
        target = _begun(code, step, rule)
        code.add_work(updates.size)
        with code.w.nest():
            _write_slices(code, op, rule, target, indices, updates)
    else:
        _change_variable(code, op, rule, indices, updates)
    for array, created in zip(arguments, contiguous, strict=True):
        if created is not array:
            code.b.discard(created.buffer)


def _write_slices(code: Code, op: Operation, rule: Scatter, target: Array, indices: Array, updates: Array) -> None:
    """Each index is looked at, then its slice is written."""
    w = code.w
    rows, depth = coordinates(op, rule)
    slice_ = w.size(product(target.dims[depth:]))
    count = w.size(product(rows))
    if rule.numbers and (slice_ == "0" or not slice_.isdigit()):  # of slices without elements no index is looked at
        count = slice_.eq(0).select(0, count)
    loop = w.count_to(count)
    index = element_at(w, indices.dtype, indices.pointer, w.multiply(loop.index, str(depth)))
    place, taken = _place(code, op, rule, target, index, depth)
    with nullcontext() if taken is None else w.when(taken):
        came_from = element_at(w, updates.dtype, updates.pointer, w.multiply(loop.index, slice_))
        with w.nested():
            _combine(code, rule, element_at(w, target.dtype, target.pointer, place), came_from, target, depth)
    loop.close()


def _change_variable(code: Code, op: Operation, rule: Scatter, indices: Array, updates: Array) -> None:
    """The variable's own array is written, if nobody else sees it, else a copy that takes its place.

    All indices are looked at first: where one is outside, nothing has changed. The interpreter is held throughout.
    """
    w, b = code.w, code.b
    type_ = declared_type(op.inputs[0])
    handle = code.value(op.inputs[0])
    assert type_ is not None and type_.dims is not None and isinstance(handle, Object)
    dims, dtype = type_.dims, type_.dtype.name
    with w.nest():
        look = w.count_to(w.size(indices.size))
        index = w.emitter.load(indices.dtype, element_at(w, indices.dtype, indices.pointer, look.index))
        fits = w.i64(w.emitter.text(w.emitter.convert(index, "int64"))).ult(w.dim(dims[0]))
        w.unless(fits, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
        look.close()
    kept, w.keeps_interpreter = w.keeps_interpreter, True
    state, type_word = f"ptr {handle.pointer}", type_of(code, type_)
    sole = w.call_python("ptr", w.support("gw_sole_array"), state, type_word, "ptr null", "i64 1")
    attempt = w.attempt()
    with w.when(sole.is_null()) as shared:
        read = w.call_python("ptr", w.support("gw_read_state"), state, type_word)
        attempt.require(read.is_not_null())
        old = b.own(read)
        new = b.new_object(dtype, dims)
        b.copy(_whole(b, read, dtype, dims), _whole(b, new, dtype, dims))
        b.discard(old)
    result = shared.merge("ptr", [new, sole])
    buffer = b.own(result)
    with w.nest():
        _write_slices(code, op, rule, _whole(b, result, dtype, dims), indices, updates)
    w.call_python("i1", w.support("gw_assign_state"), state, type_word, f"ptr {result}")
    b.discard(buffer)
    with attempt.otherwise():
        host_callback.call_site(code, host_callback.kernel_site(op), op.inputs)
    w.keeps_interpreter = kept


def _whole(b: Bindings, ndarray: str, dtype: str, dims: tuple[Dim, ...]) -> Array:
    return Array(dtype, b.data(ndarray), dims, contiguous(dims), None, ndarray)


def _begun(code: Code, step: Native, rule: Scatter) -> Array:
    value = step.outputs[0]
    if rule.onto is not None:
        return code.make_from(step, step.op.inputs[rule.onto])
    assert rule.fill is not None
    result = code.make(value)
    code.add_work(result.size, 4)
    fill(code, result, code.w.emitter.const(rule.fill(value.type.dtype), result.dtype))
    return result


def _place(code: Code, op: Operation, rule: Scatter, target: Array, pointer: str, depth: int) -> tuple[str, str | None]:
    """Where a slice goes in the target, in elements, and whether it goes there at all: None where it surely does."""
    w, e = code.w, code.w.emitter
    dtype = op.inputs[rule.indices].type.dtype.name
    place, inside, first = w.i64(0), None, None
    for axis in range(depth):
        index = w.i64(e.text(e.convert(e.load(dtype, element_at(w, dtype, pointer, str(axis))), "int64")))
        first = first or index
        fits = index.ult(w.dim(target.dims[axis]))
        inside = fits if inside is None else inside & fits
        place = w.sum(place, w.multiply(index, w.size(target.strides[axis])))
    if inside is None:
        return place, None
    if op.attrs.get("bad_indices_policy") == "IGNORE":
        return place, inside
    taken = first >= 0 if rule.numbers and first is not None else None
    fine = inside if taken is None else inside | ~taken
    w.unless(fine, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    return place, taken


def _combine(code: Code, rule: Scatter, to: str, came_from: str, target: Array, depth: int) -> None:
    """One slice into its place."""
    w, dtype = code.w, target.dtype
    slice_ = product(target.dims[depth:])
    width = lanes_for(ELEMENTS[dtype].size, slice_.static, 2)
    e = w.emitter.of_width(width)
    columns = w.size(slice_)
    chunks = w.count_to(columns, width)
    mask = None
    if width > 1 and (slice_.static is None or slice_.static % width):
        mask = e.tail_mask(columns - chunks.index)
    into = element_at(w, dtype, to, chunks.index)
    update = e.load(dtype, element_at(w, dtype, came_from, chunks.index), mask=mask)
    e.store(rule.emit(e, e.load(dtype, into, mask=mask), update), into, mask=mask)
    chunks.close()
