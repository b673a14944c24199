"""The remainder of doubles, exact for every pair.

A long quotient takes several iterations.

The remainder of a rounded quotient is exact in one multiplication and addition, for it is a multiple of the last place
of y and, as long as the quotient has no more bits than a double, no larger than y.
"""

from __future__ import annotations

from typing import Final

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.function import function_text

_LONG_QUOTIENT: Final = 2.0**52  # quotients from here on may be off by more than one
_STEP: Final = 2.0**1000


def _const(b: IRBuilder, value: float) -> TypedValue:
    return b.const("double", value)


def _finished(b: IRBuilder, rest: TypedValue, x: TypedValue, y: TypedValue) -> TypedValue:
    """Above -y, `rest` is what is left, or less than that by y, where the quotient was rounded up."""
    below = b.compare("fcmp olt", rest, _const(b, 0.0))
    return b.copysign(b.select(below, b.add(rest, y), rest), x)


def usual_fmod(b: IRBuilder, x: TypedValue, y: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(fmod(x, y), the lanes whose quotient is long, or none)."""
    size, divisor = b.fabs(x), b.fabs(y)
    quotient = b.intrinsic("trunc", b.div(size, divisor))
    rest = b.fma(b.neg(quotient), divisor, size)
    # An infinite divisor leaves x, where 0 * infinity would not.
    rest = b.select(b.compare("fcmp oeq", quotient, _const(b, 0.0)), size, rest)
    doubt = b.compare("fcmp uge", quotient, _const(b, _LONG_QUOTIENT))
    return _finished(b, rest, x, divisor), doubt


def fmod(b: IRBuilder, x: TypedValue, y: TypedValue) -> TypedValue:
    name = f"gw_remainder_x{b.width}"
    b.module.helper(name, lambda: _reduction_text(b, name))
    divisor = b.fabs(y)
    rest = _finished(b, b.call(name, "double", b.fabs(x), divisor), x, divisor)
    return b.select(b.compare("fcmp uno", y, y), y, rest)


def _reduction_text(b: IRBuilder, name: str) -> str:
    """A function that takes multiples of y from x until less is left in all lanes; both are not negative."""
    inner = IRBuilder(b.module, b.width)
    flow = BlockBuilder(inner.lines, "entry")
    vector = inner.type("double")
    loop = flow.while_loop()
    carried = loop.carry(vector, "%x", "rest")
    rest, y = TypedValue(carried.name, "double"), TypedValue("%y", "double")
    more = inner.compare("fcmp oge", inner.fabs(rest), y)
    loop.test(inner.any(more))
    divisor, infinity = y, _const(inner, float("inf"))
    # A quotient that overflows belongs to a small divisor, which is enlarged: then more iterations bring it down.
    for _ in range(2):
        over = inner.compare("fcmp oeq", inner.fabs(inner.div(rest, divisor)), infinity)
        divisor = inner.select(over, inner.mul(divisor, _const(inner, _STEP)), divisor)
    quotient = inner.intrinsic("trunc", inner.div(rest, divisor))
    less = inner.fma(inner.neg(quotient), divisor, rest)
    carried.next = inner.select(more, less, rest).text
    loop.close_while()
    flow.line(f"ret {vector} {rest.text}")
    head = f"define internal {vector} @{name}({vector} %x, {vector} %y) noinline"
    return function_text(head, inner.lines)
