"""Integer code with a defined result for every argument: division, shifts, powers.

LLVM's own instructions are undefined (or trap) for a divisor of zero, for the lowest integer over -1, and
for a shift by the width or more.
"""

from __future__ import annotations

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue, bits_of, suffix
from graphwright.runtime.native.loop_ir.builder import BlockBuilder
from graphwright.runtime.native.loop_ir.function import function_text


def divide(b: IRBuilder, signed: bool, x: TypedValue, y: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(quotient, remainder) truncated towards zero; both 0 where the divisor is 0."""
    zero, one = b.const(x.ty, 0), b.const(x.ty, 1)
    no_divisor = b.compare("icmp eq", y, zero)
    safe = b.select(no_divisor, one, y)
    if signed:
        minus = b.compare("icmp eq", y, b.const(x.ty, -1))
        quotient = _quotient(b, signed, x, b.select(minus, one, safe))
        quotient = b.select(minus, b.binary("sub", zero, x), quotient)
    else:
        quotient = _quotient(b, signed, x, safe)
    remainder = b.binary("sub", x, b.binary("mul", quotient, safe))
    return b.select(no_divisor, zero, quotient), b.select(no_divisor, zero, remainder)


def _quotient(b: IRBuilder, signed: bool, x: TypedValue, y: TypedValue) -> TypedValue:
    """The truncated quotient for a divisor that neither is 0 nor overflows.

    There is no vector division of integers.  A float whose mantissa is wider than the dividend rounds the
    quotient without crossing an integer, so the truncated float quotient is exact.
    """
    bits = bits_of(x.ty)
    if b.width == 1 or bits == 64:
        return b.binary("sdiv" if signed else "udiv", x, y)
    to_float, to_int = ("sitofp", "fptosi") if signed else ("uitofp", "fptoui")
    if bits == 32:
        ratio = b.div(b.cast(to_float, x, "double"), b.cast(to_float, y, "double"))
        return b.cast(to_int, ratio, x.ty)
    ratio = b.div(b.cast(to_float, x, "float"), b.cast(to_float, y, "float"))
    return b.cast("trunc", b.cast("fptosi", ratio, "i32"), x.ty)


def floor_divide(b: IRBuilder, signed: bool, x: TypedValue, y: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(quotient, remainder) rounded towards minus infinity, as Python's divmod."""
    quotient, remainder = divide(b, signed, x, y)
    if not signed:
        return quotient, remainder
    zero = b.const(x.ty, 0)
    opposite = b.compare("icmp slt", b.binary("xor", remainder, y), zero)
    lower = b.binary("and", opposite, b.compare("icmp ne", remainder, zero))
    quotient = b.select(lower, b.binary("sub", quotient, b.const(x.ty, 1)), quotient)
    return quotient, b.select(lower, b.binary("add", remainder, y), remainder)


def shift_left(b: IRBuilder, x: TypedValue, y: TypedValue) -> TypedValue:
    width = b.const(x.ty, bits_of(x.ty))
    fits = b.compare("icmp ult", y, width)
    zero = b.const(x.ty, 0)
    return b.select(fits, b.binary("shl", x, b.select(fits, y, zero)), zero)


def shift_right(b: IRBuilder, signed: bool, x: TypedValue, y: TypedValue) -> TypedValue:
    fits = b.compare("icmp ult", y, b.const(x.ty, bits_of(x.ty)))
    if signed:
        return b.binary("ashr", x, b.select(fits, y, b.const(x.ty, bits_of(x.ty) - 1)))
    zero = b.const(x.ty, 0)
    return b.select(fits, b.binary("lshr", x, b.select(fits, y, zero)), zero)


def power(b: IRBuilder, signed: bool, x: TypedValue, y: TypedValue) -> TypedValue:
    """x ** y by repeated squaring, wrapping; a negative exponent gives the real power truncated."""
    name = f"gw_ipow_{suffix(x.ty)}x{b.width}"
    b.module.helper(name, lambda: _power_text(b, name, x.ty))
    result = b.call(name, x.ty, x, y)
    if not signed:
        return result
    zero, one = b.const(x.ty, 0), b.const(x.ty, 1)
    # 1 and -1 have integers for inverses: their powers depend on the parity of the exponent alone.
    unit = b.binary("or", b.compare("icmp eq", x, one), b.compare("icmp eq", x, b.const(x.ty, -1)))
    odd = b.compare("icmp ne", b.binary("and", y, one), zero)
    inverse = b.select(unit, b.select(odd, x, one), zero)
    return b.select(b.compare("icmp slt", y, zero), inverse, result)


def _power_text(b: IRBuilder, name: str, ty: str) -> str:
    """Squares until no lane has exponent bits left; the exponent counts as unsigned."""
    inner = IRBuilder(b.module, b.width)
    flow = BlockBuilder(inner.lines, "entry")
    vector = inner.type(ty)
    one, zero = inner.const(ty, 1), inner.const(ty, 0)
    loop = flow.repeat([(vector, "%x"), (vector, "%y"), (vector, one.text)])
    base, left, product = (TypedValue(text, ty) for text in loop.carried)
    bit = inner.compare("icmp ne", inner.binary("and", left, one), zero)
    next_product = inner.select(bit, inner.binary("mul", product, base), product)
    next_base = inner.binary("mul", base, base)
    next_left = inner.binary("lshr", left, one)
    more = inner.any(inner.compare("icmp ne", next_left, zero))
    loop.close_if(more, next_base.text, next_left.text, next_product.text)
    flow.line(f"ret {vector} {next_product.text}")
    head = f"define internal {vector} @{name}({vector} %x, {vector} %y) noinline"
    return function_text(head, inner.lines)
