"""Computes sizes of an output that depend on the values of inputs, before the step that needs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from graphwright.base.shape import Symbol
from graphwright.ir.emit import Operand, Unsupported
from graphwright.ir.graph import Operation
from graphwright.runtime.native.llvm.lanes import LaneEmitter
from graphwright.runtime.native.lower.steps import host_callback

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

#: More elements than any memory has; the kernel refuses them.
MOST_ELEMENTS: Final = 1 << 48


def accept(code: Code, op: Operation, accepts: Callable[..., Operand] | None) -> None:
    """Go on where a rule takes the sizes; the op's kernel raises the error where it does not."""
    from graphwright.runtime.native.lower.nests.indexed_elementwise import InputLoader

    if accepts is None:
        return
    e: Any = LaneEmitter(code.w.emitter)
    taken = code.w.emitter.text(accepts(e, InputLoader(code, op, e, None), op))
    code.w.unless(taken, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))


def resolve(code: Code, op: Operation) -> None:
    """Give the unknown dimensions of an op's output their numbers, by the rule of its record."""
    from graphwright.runtime.native.lower.nests.indexed_elementwise import InputLoader

    w, dims, rule = code.w, op.outputs[0].type.dims or (), op.record.sizes
    if rule is None or all(not isinstance(dim, Symbol) or w.scope.text(dim) is not None for dim in dims):
        return
    e: Any = LaneEmitter(w.emitter)
    try:
        sizes = rule(e, InputLoader(code, op, e, None), op)
    except Unsupported:  # then the sizes follow from those of the inputs
        return
    room = str(MOST_ELEMENTS)  # for elements, by what the other axes multiply
    for dim, size in zip(dims, sizes, strict=True):
        if isinstance(dim, int):
            room = w.i64(room) // max(dim, 1)
            continue
        text = w.emitter.text(size)
        # as unsigned numbers negative ones are too large
        fits = w.i64(text).ule(room)
        w.unless(fits, lambda: host_callback.fail_at(code, host_callback.refusing_site(op), op.inputs))
        code.b.resolve_dim(dim, text, code.size_mismatch(op, op.outputs[0]))
        w.module.declare("declare i64 @llvm.umax.i64(i64, i64)")
        room = w.i64(room) // w.i64(text).umax(1)
