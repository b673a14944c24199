"""Lowers arrays embedded in zeros, or added to a part of another array: gradients of slices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.infer import constant_value
from graphwright.ir.lowering import Embed
from graphwright.runtime.native.fusion.steps import Addition, Native
from graphwright.runtime.native.lower.frame.kinds import array_of
from graphwright.runtime.native.lower.frame.values import Array, Scalar
from graphwright.runtime.native.lower.nests.fused_nest import add_strided, copy_strided
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.lower.steps.views import fill, part_of

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code


def write_embedded(code: Code, step: Native, rule: Embed) -> None:
    """Zeros with an input in their midst; or that input added to the part of another array."""
    op, w = step.op, code.w
    view = rule.view(op, [constant_value(v) for v in op.inputs])
    assert view is not None
    value = op.inputs[rule.source]
    w.regions += 1
    if isinstance(step, Addition):
        whole = code.make_from(step, step.onto)
    else:
        whole = code.make(step.outputs[0])
        code.add_work(whole.size, 4)
        fill(code, whole, w.emitter.const(0, whole.dtype))
    pointer, strides, lengths = part_of(code, op, whole, view)
    dims = value.type.dims or ()
    for axis, length in lengths:
        fits = w.i64(length).eq(w.dim(dims[axis]))
        w.unless(fits, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
    part = Array(whole.dtype, pointer, dims, strides)
    provided = code.value(value)
    if isinstance(provided, Scalar):
        operand = provided.operand
        if isinstance(step, Addition):
            operand = w.emitter.add(w.emitter.load(whole.dtype, pointer), operand)
        w.emitter.store(operand, pointer)
        return
    provided = array_of(provided)
    code.add_work(provided.size)
    (add_strided if isinstance(step, Addition) else copy_strided)(w, provided, part)
