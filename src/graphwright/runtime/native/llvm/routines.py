"""Code that is long and used often, as functions of the module: written once, called with vectors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from graphwright.ir.emit import Operand, Unsupported
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.ir_builder import Value
from graphwright.runtime.native.llvm.storage import ELEMENTS

if TYPE_CHECKING:
    from graphwright.runtime.native.llvm.emitter import TextEmitter, TextOperand

_LANES = 16  # that a routine works on at once: what it holds in registers has to fit


def called(e: TextEmitter, name: str, body: Callable[..., Operand], operands: Sequence[Operand]) -> TextOperand:
    """A call of the function that `body` writes for these dtypes; more lanes than it takes go part by part."""
    if e.width > _LANES:
        part = e.of_width(e.width // 2)
        low, high = (called(part, name, body, [e.half(a, upper) for a in operands]) for upper in (False, True))
        return e.operand(low.dtype, memory_access.joined(e.builder, _value(part, low), _value(part, high)).text)
    dtypes = [a.dtype for a in operands]
    inner = type(e)(e.module, e.width)
    inner.block = "entry"
    arguments = [inner.operand(dtype, f"%a{i}") for i, dtype in enumerate(dtypes)]
    result = body(inner, *arguments)
    function = f"gw_{name}_{'_'.join(dtypes)}_x{e.width}"
    e.module.helper(function, lambda: _text(inner, function, arguments, result))
    value = e.builder.call(function, ELEMENTS[result.dtype].compute, *(_value(e, a) for a in operands))
    return e.operand(result.dtype, value.text)


def repeated(
    e: TextEmitter,
    most: int,
    step: Callable[..., Sequence[Operand]],
    more: Operand,
    fixed: Sequence[Operand],
    state: Sequence[Operand],
) -> list[Operand]:
    """A loop of one block, or of the blocks that `step` writes: what `Emitter.repeat` says."""
    if e.block is None:
        raise Unsupported("a loop outside of a routine")
    b, before = e.builder, e.block
    number = b.fresh()[1:]
    head, after = f"round_{number}", f"settled_{number}"
    carried = [more, *state]
    begun = [e.operand(a.dtype, b.fresh()) for a in carried]
    count, following, enough, again = (b.fresh() for _ in range(4))
    e.lines += [f"  br label %{head}", f"{head}:"]
    phis = len(e.lines)
    e.block = head
    unfinished, *made = step(e, fixed, *begun[1:])
    made = [e.select(begun[0], new, old) for new, old in zip(made, begun[1:], strict=True)]
    ended = [e.logical_and(begun[0], unfinished), *made]
    some = b.any(_value(e, ended[0]))
    e.lines += [
        f"  {following} = add i32 {count}, 1",
        f"  {enough} = icmp ult i32 {following}, {most}",
        f"  {again} = and i1 {some}, {enough}",
        f"  br i1 {again}, label %{head}, label %{after}",
        f"{after}:",
    ]
    rows = [(count, "i32", "0", following)]
    rows += [
        (e.text(old), e.type_of(old.dtype), e.text(first), e.text(new))
        for old, first, new in zip(begun, carried, ended, strict=True)
    ]
    e.lines[phis:phis] = [f"  {n} = phi {ty} [{first}, %{before}], [{new}, %{e.block}]" for n, ty, first, new in rows]
    e.block = after
    return list(made)


def _value(e: TextEmitter, a: Operand) -> Value:
    return Value(e.text(a), ELEMENTS[a.dtype].compute)


def _text(e: TextEmitter, name: str, arguments: Sequence[Operand], result: Operand) -> str:
    """What an emitter has written, as a function."""
    ty = e.type_of(result.dtype)
    taken = ", ".join(f"{e.type_of(a.dtype)} {e.text(a)}" for a in arguments)
    head = f"define internal {ty} @{name}({taken}) noinline {{"
    return "\n".join([head, "entry:", *e.lines, f"  ret {ty} {e.text(result)}", "}"])
