"""Code that is long and used often, as functions of the module: written once, called with vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from graphwright.ir.emit import Operand
from graphwright.runtime.native.text import access
from graphwright.runtime.native.text.irtext import Value
from graphwright.runtime.native.text.storage import ELEMENTS

if TYPE_CHECKING:
    from graphwright.runtime.native.text.emitter import TextEmitter, TextOperand

_LANES = 16  # that a routine works on at once: what it holds in registers has to fit


def called(e: TextEmitter, name: str, body: Callable[..., Operand], operands: Sequence[Operand]) -> TextOperand:
    """A call of the function that `body` writes for these dtypes; more lanes than it takes go part by part."""
    if e.width > _LANES:
        part = e.of_width(e.width // 2)
        low, high = (called(part, name, body, [e.half(a, upper) for a in operands]) for upper in (False, True))
        return e.operand(low.dtype, access.joined(e.builder, _value(part, low), _value(part, high)).text)
    dtypes = [a.dtype for a in operands]
    inner = type(e)(e.module, e.width)
    arguments = [inner.operand(dtype, f"%a{i}") for i, dtype in enumerate(dtypes)]
    result = body(inner, *arguments)
    function = f"gw_{name}_{'_'.join(dtypes)}_x{e.width}"
    e.module.helper(function, lambda: _text(inner, function, arguments, result))
    value = e.builder.call(function, ELEMENTS[result.dtype].compute, *(_value(e, a) for a in operands))
    return e.operand(result.dtype, value.text)


def _value(e: TextEmitter, a: Operand) -> Value:
    return Value(e.text(a), ELEMENTS[a.dtype].compute)


def _text(e: TextEmitter, name: str, arguments: Sequence[Operand], result: Operand) -> str:
    """What an emitter has written, as a function."""
    ty = e.type_of(result.dtype)
    taken = ", ".join(f"{e.type_of(a.dtype)} {e.text(a)}" for a in arguments)
    head = f"define internal {ty} @{name}({taken}) noinline {{"
    return "\n".join([head, "entry:", *e.lines, f"  ret {ty} {e.text(result)}", "}"])
