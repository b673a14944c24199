"""Long code that is used often becomes a function of the module, called with vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from graphwright.ir.emit import Operand, Unsupported
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.ir_builder import TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.function import function_text
from graphwright.runtime.native.machine.budgets import ROUTINE_LANES

if TYPE_CHECKING:
    from graphwright.runtime.native.llvm.real_emitter import RealEmitter, TextOperand


def called(e: RealEmitter, name: str, body: Callable[..., Operand], operands: Sequence[Operand]) -> TextOperand:
    """A call of the function that `body` writes for these dtypes; more lanes than it takes go part by part."""
    if e.width > ROUTINE_LANES:
        part = e.of_width(e.width // 2)
        low, high = (called(part, name, body, [e.half(a, upper) for a in operands]) for upper in (False, True))
        return e.operand(low.dtype, memory_access.joined(e.builder, _value(part, low), _value(part, high)).text)
    dtypes = [a.dtype for a in operands]
    inner = type(e)(e.module, e.width)
    inner.flow = BlockBuilder(inner.lines, "entry")
    arguments = [inner.operand(dtype, f"%a{i}") for i, dtype in enumerate(dtypes)]
    result = body(inner, *arguments)
    function = f"gw_{name}_{'_'.join(dtypes)}_x{e.width}"
    e.module.helper(function, lambda: _text(inner, function, arguments, result))
    value = e.builder.call(function, ELEMENTS[result.dtype].compute, *(_value(e, a) for a in operands))
    return e.operand(result.dtype, value.text)


def repeated(
    e: RealEmitter,
    most: int,
    step: Callable[..., Sequence[Operand]],
    more: Operand,
    fixed: Sequence[Operand],
    state: Sequence[Operand],
) -> list[Operand]:
    """A loop of one block, or of the blocks that `step` writes: what `Emitter.repeat` says."""
    if e.flow is None:
        raise Unsupported("a loop outside of a routine")
    b, carried = e.builder, [more, *state]
    loop = e.flow.repeat([("i32", "0"), *((e.type_of(a.dtype), e.text(a)) for a in carried)])
    count, *names = loop.carried
    begun = [e.operand(a.dtype, name) for a, name in zip(carried, names, strict=True)]
    unfinished, *computed = step(e, fixed, *begun[1:])
    computed = [e.select(begun[0], new, old) for new, old in zip(computed, begun[1:], strict=True)]
    ended = [e.logical_and(begun[0], unfinished), *computed]
    some = b.any(_value(e, ended[0]))
    following = count + 1
    again = e.flow.i1(some) & following.ult(most)
    loop.close_if(again, following, *(e.text(a) for a in ended))
    return list(computed)


def _value(e: RealEmitter, a: Operand) -> TypedValue:
    return TypedValue(e.text(a), ELEMENTS[a.dtype].compute)


def _text(e: RealEmitter, name: str, arguments: Sequence[Operand], result: Operand) -> str:
    """What an emitter has written, as a function."""
    ty = e.type_of(result.dtype)
    taken = ", ".join(f"{e.type_of(a.dtype)} {e.text(a)}" for a in arguments)
    head = f"define internal {ty} @{name}({taken}) noinline"
    return function_text(head, [*e.lines, f"  ret {ty} {e.text(result)}"])
