"""Complex numbers as real and imaginary parts, and the functions of them.

The formulas are the textbooks': Smith's quotient (1962), Kahan's forms of the hyperbolic tangent and the square root
(1987). Functions of single precision are computed in double precision, from which they are rounded once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from graphwright.ir.emit import Operand, Predicate, Unsupported
from graphwright.runtime.native.llvm.real_emitter import RealEmitter, TextOperand
from graphwright.runtime.native.llvm.storage import ELEMENTS

if TYPE_CHECKING:
    from graphwright.runtime.native.llvm.emitter import TextEmitter

Pair = tuple[Any, Any]


def parts(e: RealEmitter, a: Operand) -> Pair:
    """The real and the imaginary part of an operand."""
    if isinstance(a, TextOperand) and a.parts is not None:
        return a.parts
    element, n = ELEMENTS[a.dtype], e.width
    part = ELEMENTS[element.part].compute
    bits = e.builder.emit(f"bitcast {e.builder.type(element.compute)} {e.text(a)} to <{2 * n} x {part}>", part).text
    if n == 1:
        found = [e.builder.emit(f"extractelement <2 x {part}> {bits}, i32 {i}", part) for i in range(2)]
    else:
        found = []
        for first in range(2):
            picks = ", ".join(f"i32 {2 * i + first}" for i in range(n))
            vector = f"<{2 * n} x {part}>"
            found.append(e.builder.emit(f"shufflevector {vector} {bits}, {vector} poison, <{n} x i32> <{picks}>", part))
    return e.operand(element.part, found[0].text), e.operand(element.part, found[1].text)


def joined(e: RealEmitter, real: Operand, imag: Operand) -> TextOperand:
    """The complex number of two floats; it remembers them."""
    dtype = "complex64" if real.dtype == "float32" else "complex128"
    element, part, n = ELEMENTS[dtype], ELEMENTS[real.dtype].compute, e.width
    b, x, y = e.builder, e.text(real), e.text(imag)
    if n == 1:
        half = b.emit(f"insertelement <2 x {part}> poison, {part} {x}, i32 0", part).text
        bits = b.emit(f"insertelement <2 x {part}> {half}, {part} {y}, i32 1", part).text
    else:
        picks = ", ".join(f"i32 {i}, i32 {n + i}" for i in range(n))
        bits = b.emit(f"shufflevector <{n} x {part}> {x}, <{n} x {part}> {y}, <{2 * n} x i32> <{picks}>", part).text
    text = b.emit(f"bitcast <{2 * n} x {part}> {bits} to {b.type(element.compute)}", element.compute).text
    return TextOperand(dtype, text, (as_text(real), as_text(imag)))


def as_text(a: Operand) -> TextOperand:
    """An operand as one that stands in text."""
    if not isinstance(a, TextOperand):
        raise TypeError(f"The compiler has {a!r} where an operand stands in text.")
    return a


def _formula(function: Callable[..., Pair]) -> Callable[..., Any]:
    """A function of parts, for operands."""

    def method(e: TextEmitter, *operands: Operand) -> TextOperand:
        return joined(e, *function(e, *(parts(e, a) for a in operands)))

    return method


def _in_double(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of parts that single precision computes in double precision."""

    def method(e: TextEmitter, *operands: Operand) -> Any:
        single = operands[0].dtype == "complex64"
        pairs = [parts(e, a) for a in operands]
        if single:
            pairs = [(e.convert(x, "float64"), e.convert(y, "float64")) for x, y in pairs]
        found = function(e, *pairs)
        if not isinstance(found, tuple):
            return e.convert(found, "float32") if single else found
        return joined(e, *((e.convert(v, "float32") for v in found) if single else found))

    return method


# arithmetic -----------------------------------------------------------------------------------------------------


def _mul(e: TextEmitter, a: Pair, b: Pair) -> Pair:
    real = e.sub(e.mul(a[0], b[0]), e.mul(a[1], b[1]))
    return real, e.add(e.mul(a[0], b[1]), e.mul(a[1], b[0]))


def _product(e: TextEmitter, a: Pair, b: Pair) -> Pair:
    """The product with the infinities of annex G of C: an infinite factor makes it infinite, unless the other is 0."""

    def boxed(pair: Pair, where: Any) -> Pair:
        return tuple(  # type: ignore[return-value]
            e.select(where, e.copysign(e.select(e.isinf(v), e.const(1, v), e.const(0, v)), v), v) for v in pair
        )

    def numbers(pair: Pair, where: Any) -> Pair:
        return tuple(  # type: ignore[return-value]
            e.select(e.logical_and(where, e.isnan(v)), e.copysign(e.const(0, v), v), v) for v in pair
        )

    real, imag = _mul(e, a, b)
    lost = e.logical_and(e.isnan(real), e.isnan(imag))
    first = e.logical_and(lost, e.logical_or(e.isinf(a[0]), e.isinf(a[1])))
    second = e.logical_and(lost, e.logical_or(e.isinf(b[0]), e.isinf(b[1])))
    c, d = boxed(a, first), numbers(b, first)
    c, d = numbers(c, second), boxed(d, second)
    infinite = e.const(math.inf, real)
    found = _mul(e, c, d)
    either = e.logical_or(first, second)
    return e.select(either, e.mul(infinite, found[0]), real), e.select(either, e.mul(infinite, found[1]), imag)


def _div(e: TextEmitter, a: Pair, b: Pair) -> Pair:
    """Smith's quotient: by the ratio of the divisor's parts, the smaller over the larger, nothing overflows.

    NaN where the divisor is 0 or not finite.
    """
    zero, one = e.const(0, b[0]), e.const(1, b[0])
    flat = e.compare("ge", e.abs(b[0]), e.abs(b[1]))
    large, small = e.select(flat, b[0], b[1]), e.select(flat, b[1], b[0])
    none = e.compare("eq", large, zero)
    ratio = e.select(none, zero, e.div(small, large))
    scale = e.div(one, e.add(large, e.mul(small, ratio)))
    first, second = e.select(flat, a[0], a[1]), e.select(flat, a[1], a[0])
    cross = e.mul(first, ratio)
    imag = e.select(flat, e.sub(second, cross), e.sub(cross, second))
    real, imag = e.mul(e.add(first, e.mul(second, ratio)), scale), e.mul(imag, scale)
    bad = e.logical_or(none, e.logical_not(e.logical_and(e.isfinite(b[0]), e.isfinite(b[1]))))
    nothing = e.const(math.nan, real)
    return e.select(bad, nothing, real), e.select(bad, nothing, imag)


def _compare(e: TextEmitter, pred: Predicate, a: Operand, b: Operand) -> TextOperand:
    (x, y), (u, v) = parts(e, a), parts(e, b)
    if pred not in ("eq", "ne"):
        raise Unsupported("complex numbers have no order")
    both = e.logical_and if pred == "eq" else e.logical_or
    return both(e.compare(pred, x, u), e.compare(pred, y, v))


def _test(name: str, how: str) -> Callable[..., Any]:
    def method(e: TextEmitter, a: Operand) -> Any:
        x, y = parts(e, a)
        return getattr(e, how)(getattr(e, name)(x), getattr(e, name)(y))

    return method


def _size(e: TextEmitter, a: Pair) -> Any:
    """The size: the larger part times the root of what the ratio of the parts adds."""
    x, y = e.abs(a[0]), e.abs(a[1])
    first = e.compare("gt", x, y)
    large, small = e.select(first, x, y), e.select(first, y, x)
    zero, one = e.const(0, x), e.const(1, x)
    ratio = e.select(e.compare("eq", large, zero), zero, e.div(small, large))
    found = e.mul(large, e.sqrt(e.add(one, e.mul(ratio, ratio))))
    infinite = e.logical_or(e.isinf(x), e.isinf(y))
    return e.select(infinite, e.const(math.inf, x), e.select(e.isnan(x), x, e.select(e.isnan(y), y, found)))


_LARGE: Final = {"float32": (2.0**125, 0.25), "float64": (2.0**1021, 0.25)}
"""Parts from which on a size may be more than there is, and the power of 4 that makes them small enough."""


def _within_reach(e: TextEmitter, a: Pair) -> tuple[Pair, Any]:
    """The number times a power of 4, so that its size is a number, and where that is not 1."""
    limit, factor = _LARGE[a[0].dtype]
    large = e.compare("ge", e.max(e.abs(a[0]), e.abs(a[1])), e.const(limit, a[0]))
    scale = e.select(large, e.const(factor, a[0]), e.const(1, a[0]))
    return (e.mul(a[0], scale), e.mul(a[1], scale)), large


def _sign(e: TextEmitter, a: Pair) -> Pair:
    a, _ = _within_reach(e, a)
    size = _size(e, a)
    zero = e.const(0, size)
    none = e.compare("eq", size, zero)
    scale = e.select(e.isinf(size), e.const(math.nan, size), size)
    return e.select(none, zero, e.div(a[0], scale)), e.select(none, zero, e.div(a[1], scale))


# functions ------------------------------------------------------------------------------------------------------


def _times(e: TextEmitter, factor: Any, x: Any) -> Any:
    """A product in which an exact zero stays one, whatever the factor."""
    product = e.mul(factor, x)
    return e.select(e.logical_and(e.compare("eq", x, e.const(0, x)), e.isnan(product)), x, product)


def _exp(e: TextEmitter, a: Pair) -> Pair:
    size = e.exp(a[0])
    return _without_angle(e, a, (e.mul(size, e.cos(a[1])), _times(e, size, e.sin(a[1]))), 0)


def _without_angle(e: TextEmitter, a: Pair, found: Pair, least: float) -> Pair:
    """Of an infinite real part beside no finite angle: nothing (`least` at minus infinity), or infinite."""
    x, zero = a[0], e.const(0, a[0])
    lost = e.logical_and(e.isinf(x), e.logical_not(e.isfinite(a[1])))
    low = e.compare("lt", x, zero)
    real = e.select(low, e.const(least, x), e.const(math.inf, x))
    imag = e.select(low, e.select(e.isinf(a[1]), e.copysign(zero, a[1]), zero), e.const(math.nan, x))
    return e.select(lost, real, found[0]), e.select(lost, imag, found[1])


def _expm1(e: TextEmitter, a: Pair) -> Pair:
    half = e.sin(e.mul(a[1], e.const(0.5, a[1])))
    real = e.sub(e.mul(e.expm1(a[0]), e.cos(a[1])), e.mul(e.const(2, half), e.mul(half, half)))
    return _without_angle(e, a, (real, _times(e, e.exp(a[0]), e.sin(a[1]))), -1)


def _log_size(e: TextEmitter, a: Pair) -> Any:
    """The logarithm of the size: near 1 by its square's distance from 1."""
    x, y = e.abs(a[0]), e.abs(a[1])
    first = e.compare("gt", x, y)
    large, small = e.select(first, x, y), e.select(first, y, x)
    one, half = e.const(1, x), e.const(0.5, x)
    near = e.logical_and(e.compare("gt", large, half), e.compare("lt", large, e.const(1.5, x)))
    distance = e.add(e.mul(e.sub(large, one), e.add(large, one)), e.mul(small, small))
    ratio = e.select(e.compare("eq", small, e.const(0, x)), small, e.div(small, large))
    far = e.add(e.log(large), e.mul(half, e.log1p(e.mul(ratio, ratio))))
    infinite = e.logical_or(e.isinf(x), e.isinf(y))
    found = e.select(near, e.mul(half, e.log1p(distance)), far)
    return e.select(infinite, e.const(math.inf, x), found)


def _log(e: TextEmitter, a: Pair) -> Pair:
    return _log_size(e, a), e.atan2(a[1], a[0])


def _log1p(e: TextEmitter, a: Pair) -> Pair:
    one, x, y = e.const(1, a[0]), a[0], a[1]
    # (1 + x)^2 + y^2 - 1
    distance = e.add(e.mul(x, e.add(x, e.const(2, x))), e.mul(y, y))
    small = e.logical_and(e.compare("lt", e.abs(x), e.const(0.5, x)), e.compare("lt", e.abs(y), e.const(0.5, x)))
    shifted = (e.add(one, x), y)
    real = e.select(small, e.mul(e.const(0.5, x), e.log1p(distance)), _log_size(e, shifted))
    return real, e.atan2(y, shifted[0])


def _sqrt(e: TextEmitter, a: Pair) -> Pair:
    """The root of half the size and real part, and the imaginary part over its double; exchanged to the left of 0."""
    (x, y), large = _within_reach(e, a)
    zero, half = e.const(0, x), e.const(0.5, x)
    # subnormal numbers have few digits, and half of the smallest is 0
    tiny = e.compare("lt", e.max(e.abs(x), e.abs(y)), e.const(2.0**-960, x))
    up = e.select(tiny, e.const(2.0**60, x), e.const(1, x))
    x, y = e.mul(x, up), e.mul(y, up)
    back = e.select(large, e.const(2, x), e.select(tiny, e.const(2.0**-30, x), e.const(1, x)))
    size = _size(e, (x, y))
    # halved before they are added: the sum may be more than there is
    root = e.sqrt(e.add(e.mul(half, size), e.mul(half, e.abs(x))))
    other = e.select(e.compare("eq", root, zero), zero, e.div(e.abs(y), e.add(root, root)))
    right = e.compare("ge", x, zero)
    infinite = e.isinf(y)
    real = e.mul(back, e.select(infinite, e.const(math.inf, x), e.select(right, root, other)))
    imag = e.mul(back, e.select(infinite, e.abs(y), e.select(right, other, root)))
    return real, e.copysign(imag, y)


def _rsqrt(e: TextEmitter, a: Pair) -> Pair:
    root = _sqrt(e, a)
    zero = e.const(0, root[0])
    real, imag = _div(e, (e.const(1, root[0]), zero), root)
    infinite = e.logical_or(e.isinf(root[0]), e.isinf(root[1]))
    none = e.logical_and(e.compare("eq", root[0], zero), e.compare("eq", root[1], zero))
    real = e.select(none, e.const(math.inf, zero), real)
    return e.select(infinite, zero, real), e.select(infinite, zero, imag)


def _sinh(e: TextEmitter, a: Pair) -> Pair:
    x, y = a
    real = _times(e, e.cos(y), e.sinh(x))
    return e.select(_no_angle(e, a), e.const(math.inf, x), real), _times(e, e.cosh(x), e.sin(y))


def _no_angle(e: TextEmitter, a: Pair) -> Any:
    """Whether a real part is infinite and the angle not finite."""
    return e.logical_and(e.isinf(a[0]), e.logical_not(e.isfinite(a[1])))


def _cosh(e: TextEmitter, a: Pair) -> Pair:
    x, y = a
    zero = e.const(0, x)
    product = e.mul(e.sinh(x), e.sin(y))
    flat = e.compare("eq", y, zero)
    # 0 beside what is no number: with the sign of the product where both have one that counts
    one = e.select(e.isnan(x), e.const(1, x), e.copysign(e.const(1, x), x))
    signed = e.select(flat, e.mul(one, y), zero)
    none = e.logical_and(e.isnan(product), e.logical_or(flat, e.compare("eq", x, zero)))
    real = e.select(_no_angle(e, a), e.const(math.inf, x), e.mul(e.cosh(x), e.cos(y)))
    return real, e.select(none, signed, product)


def _tanh(e: TextEmitter, a: Pair) -> Pair:
    """Kahan's form; for large real parts the limit, and what is left of the imaginary part."""
    one, x = e.const(1, a[0]), a[0]
    tangent, sine = e.tan(a[1]), e.sinh(x)
    beta = e.add(one, e.mul(tangent, tangent))
    rho = e.sqrt(e.add(one, e.mul(sine, sine)))
    below = e.add(one, e.mul(beta, e.mul(sine, sine)))
    far = e.compare("gt", e.abs(x), e.const(22, x))
    twice = e.mul(e.const(-2, x), e.abs(x))
    rest = e.mul(e.mul(e.const(4, x), e.mul(e.sin(a[1]), e.cos(a[1]))), e.exp(twice))
    real = e.select(far, e.copysign(one, x), e.div(e.mul(beta, e.mul(rho, sine)), below))
    zero = e.const(0, x)
    rest = e.select(_no_angle(e, a), e.copysign(zero, a[1]), rest)
    imag = e.select(far, rest, e.div(tangent, below))
    # the limit is that of no angle, unless the real part is infinite
    lost = e.logical_and(e.isfinite(x), e.logical_not(e.isfinite(a[1])))
    real = e.select(lost, e.const(math.nan, x), real)
    return e.select(e.compare("eq", x, zero), x, real), e.select(e.compare("eq", a[1], zero), a[1], imag)


def _turned(function: Callable[..., Pair]) -> Callable[..., Pair]:
    """A function of angles by the hyperbolic one: f(z) = -i g(iz)."""

    def formula(e: TextEmitter, a: Pair) -> Pair:
        real, imag = function(e, (e.neg(a[1]), a[0]))
        return imag, e.neg(real)

    return formula


def _sin(e: TextEmitter, a: Pair) -> Pair:
    real, imag = _turned(_sinh)(e, a)
    return real, e.select(_no_angle(e, (a[1], a[0])), e.const(math.inf, imag), imag)


def _cos(e: TextEmitter, a: Pair) -> Pair:
    return _cosh(e, (e.neg(a[1]), a[0]))


def _sigmoid(e: TextEmitter, a: Pair) -> Pair:
    """The quotient with an exponential of what is not positive, so that nothing overflows."""
    left = e.compare("lt", a[0], e.const(0, a[0]))
    real, imag = _exp(e, (e.select(left, a[0], e.neg(a[0])), e.select(left, a[1], e.neg(a[1]))))
    one, zero = e.const(1, real), e.const(0, real)
    above = e.select(left, real, one), e.select(left, imag, zero)
    found = _div(e, above, (e.add(one, real), imag))
    found = found[0], e.copysign(found[1], e.sin(a[1]))
    vanishes = e.logical_and(e.compare("eq", real, zero), e.compare("eq", imag, zero))
    none = e.logical_and(left, vanishes)  # the exponential itself
    return e.select(none, real, found[0]), e.select(none, imag, found[1])


def _pow(e: TextEmitter, a: Pair, b: Pair) -> Pair:
    zero, one = e.const(0, a[0]), e.const(1, a[0])
    real, imag = _exp(e, _product(e, b, _log(e, a)))
    unit = e.logical_and(e.compare("eq", b[0], zero), e.compare("eq", b[1], zero))
    return e.select(unit, one, real), e.select(unit, zero, imag)


#: What the methods of an emitter do with complex operands; a method that is not here has no code for them.
FORMULAS: Final[dict[str, Callable[..., Any]]] = {
    "add": _formula(lambda e, a, b: (e.add(a[0], b[0]), e.add(a[1], b[1]))),
    "sub": _formula(lambda e, a, b: (e.sub(a[0], b[0]), e.sub(a[1], b[1]))),
    "mul": _formula(_mul),
    "div": _formula(_div),
    "neg": _formula(lambda e, a: (e.neg(a[0]), e.neg(a[1]))),
    "conj": _formula(lambda e, a: (a[0], e.neg(a[1]))),
    "real": lambda e, a: parts(e, a)[0],
    "imag": lambda e, a: parts(e, a)[1],
    "angle": lambda e, a: e.atan2(parts(e, a)[1], parts(e, a)[0]),
    "magnitude": _in_double(_size),
    "sign": _formula(_sign),
    "compare": _compare,
    "isnan": _test("isnan", "logical_or"),
    "isinf": _test("isinf", "logical_or"),
    "isfinite": _test("isfinite", "logical_and"),
    "exp": _in_double(_exp),
    "expm1": _in_double(_expm1),
    "log": _in_double(_log),
    "log1p": _in_double(_log1p),
    "sqrt": _in_double(_sqrt),
    "rsqrt": _in_double(_rsqrt),
    "sinh": _in_double(_sinh),
    "cosh": _in_double(_cosh),
    "tanh": _in_double(_tanh),
    "sin": _in_double(_sin),
    "cos": _in_double(_cos),
    "tan": _in_double(_turned(_tanh)),
    "sigmoid": _in_double(_sigmoid),
    "pow": _in_double(_pow),
}
