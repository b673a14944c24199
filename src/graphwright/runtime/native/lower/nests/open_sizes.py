"""Compares open sizes that must agree at run time, and repeats inputs whose size turns out to be 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import errors
from graphwright.base.frozen import replace
from graphwright.base.shape import Dim, Symbol
from graphwright.core.context import state
from graphwright.ir.graph import Operation
from graphwright.ir.lowering import Decompose, Strided
from graphwright.runtime.native.fusion.open_sizes import Agreement, Meeting, open_inputs
from graphwright.runtime.native.fusion.steps import Agreed, Check
from graphwright.runtime.native.fusion.symbolic_sizes import contiguous
from graphwright.runtime.native.loop_ir.typed import FALSE, IRValue
from graphwright.runtime.native.lower.frame.strides import open_strides
from graphwright.runtime.native.lower.frame.values import Array, Buffer, Site
from graphwright.runtime.native.lower.nests.fused_nest import copy_strided
from graphwright.runtime.native.lower.steps import computed_sizes, host_callback
from graphwright.runtime.reference import locate

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def write_agreed(code: Code, step: Agreed) -> None:
    """Check the sizes of a group's inputs, bring these to the group's dimensions, and write the group."""
    for op, agreement in step.agreements.items():
        resolve_sizes(code, op, agreement)
    meetings = {m for agreement in step.agreements.values() for m in agreement}
    stored, temporaries = {}, []
    for value in step.group.inputs:
        bound = code.value(value)
        if isinstance(bound, Array) and open_inputs(bound.dims, step.group.dims):
            stored[value] = bound
            code.env.values[value], owned = _brought_to(code, bound, step.group.dims, meetings)
            temporaries += owned
    code.write_step(step.group)
    code.env.values |= stored
    for buffer in temporaries:
        code.b.release(buffer)


def write_check(code: Code, step: Check) -> None:
    """Check the sizes of the inputs of the step that follows."""
    op = step.op
    if op.outputs and op.record.sizes is not None:
        computed_sizes.resolve(code, op)
    site = host_callback.refusing_site(op)
    resolve_sizes(code, op, step.agreement, lambda: host_callback.fail_at(code, site, op.inputs))
    rule = op.record.native
    if isinstance(rule, Decompose | Strided):
        computed_sizes.accept(code, op, rule.accepts)


def resolve_sizes(code: Code, op: Operation, agreement: Agreement, refuse: Callable[[], None] | None = None) -> None:
    """Give the open sizes of a result their numbers, and leave with the op's error where sizes do not agree."""
    w = code.w
    for meeting in agreement:
        own = [w.dim(d) for d in meeting.own]
        if isinstance(meeting.out, Symbol) and w.scope.text(meeting.out) is None:
            found = own[0]
            for size in own[1:] if meeting.repeats else ():
                found = (found.eq(1)).select(size, found) if not found.isdigit() else _known_first(found, size)
            w.bind_symbol(meeting.out, found)
        out = w.dim(meeting.out)
        for size in own:
            if size == out or (meeting.repeats and size == "1"):
                continue
            fits = size.eq(out) if not size.isdigit() else out.eq(size)
            if meeting.repeats:
                fits = fits | size.eq(1) if not size.isdigit() else fits
            w.unless(fits, refuse or (lambda: _refuse(code, op)))


def _known_first(found: IRValue, size: IRValue) -> IRValue:
    return size if found == "1" else found


def _brought_to(code: Code, array: Array, target: Sequence[Dim], meetings: set[Meeting]) -> tuple[Array, list[Buffer]]:
    """An array under the sizes of a result that it has agreed with, and what was made for that.

    It is the array itself unless an axis is repeated: then it is a copy in which that is done.
    """
    w, b = code.w, code.b
    tail = target[len(target) - len(array.dims) :]
    dims = tuple(own if own == 1 else out for own, out in zip(array.dims, tail, strict=True))
    repeating = {(d, m.out) for m in meetings if m.repeats for d in m.own}
    differs: IRValue = FALSE
    for own, out in zip(array.dims, dims, strict=True):
        if own != out and (own, out) in repeating:
            differing = w.dim(own).ne(w.dim(out)) if isinstance(own, Symbol) else w.dim(out).ne(w.dim(own))
            differs = differing if differs is FALSE else differs | differing
    if differs is FALSE:
        strides = contiguous(dims) if array.is_contiguous else array.strides
        return replace(array, dims=dims, strides=strides, object=None), []
    dense = b.contiguous(array)
    owned = [] if dense is array or dense.buffer is None else [dense.buffer]
    for buffer in owned:
        b.retain(buffer)

    def repeated() -> list[str]:
        with w.nested():
            result = b.allocate(array.dtype, dims, as_object=True)
            assert result.buffer is not None
            b.retain(result.buffer)
            owned.append(result.buffer)
            steps = tuple(open_strides(w, dense.dims, dense.strides, dims))
            copy_strided(w, replace(dense, dims=dims, strides=steps), result)
        return [result.pointer]

    (pointer,) = w.either(differs, ["ptr"], repeated, [dense.pointer])
    return Array(array.dtype, pointer, dims, contiguous(dims), array.buffer), owned


# errors -------------------------------------------------------------------------------------------------------


def _refuse(code: Code, op: Operation) -> None:
    """Leave with the error that the op's kernel raises for inputs of these shapes."""
    w, b = code.w, code.b
    sizes = [d for v in op.inputs for d in v.type.dims or ()]
    site = _shape_site(op)
    if not w.embedding.explains_failures:
        host_callback.call_objects(w, site, [], 0)
        return
    shapes = b.allocate("int64", (len(sizes),), as_object=True)
    b.retain(shapes.buffer)
    for at, size in enumerate(sizes):
        w.at(shapes.pointer, 8 * at).store(w.dim(size))
    assert shapes.object is not None
    host_callback.call_objects(w, site, [shapes.object], 0)
    b.release(shapes.buffer)


def _shape_site(op: Operation) -> Site:
    """Runs the op's kernel on inputs of given shapes, all in one vector: it raises what these shapes deserve."""
    kernel, record = op.record.bound_kernel(op.attrs), op.record
    refusal = host_callback.refusal_of_whole(op)

    def site(*payloads: Any) -> tuple[Any, ...]:
        sizes = iter(payloads[0].tolist() if payloads else ())
        inputs = [_ones(v.type.dtype.numpy, [next(sizes) for _ in v.type.dims or ()]) for v in op.inputs if payloads]
        try:
            if payloads:
                state.quiet(kernel, *record.group(inputs, op.attrs))
            raise errors.InvalidArgumentError(None, None, f"{op.type}: incompatible shapes.")
        except Exception as error:
            whole = refusal(op.type, *inputs) if refusal is not None and inputs else None
            locate(whole or error, op)
            raise whole or error from None

    return Site(site, op, errors.InvalidArgumentError, f"{op.type}: incompatible shapes.")


def _ones(dtype: np.dtype[Any], shape: Sequence[int]) -> np.ndarray[Any, Any]:
    """Ones that take no memory."""
    return np.broadcast_to(np.ones((), dtype), tuple(shape))
