"""Powers of doubles: the logarithm is the sum of two doubles, because the exponent multiplies its error.

With s = f / (2 + f) the logarithm of 1 + f is 2 atanh(s), whose first two terms are computed to twice the digits
(T. J. Dekker, "A floating-point technique for extending the available precision", 1971).
"""

from __future__ import annotations

from typing import NamedTuple

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue
from graphwright.runtime.native.llvm.vecmath.exp import DOUBLE, exponent_as_float, not_normal, power_of_two
from graphwright.runtime.native.llvm.vecmath.exp import split_exponent as split

# (2 * atanh(s) - 2 * s - 2 / 3 * s**3) / s**5 in s * s, for 1 + f between sqrt(1/2) and sqrt(2)
_ATANH = (
    0.10762867423643212, 0.10456278375778207, 0.11766815303406082, 0.13333296483973292, 0.1538461576181261,
    0.18181818179652515, 0.22222222222228444, 0.28571428571428564, 0.4,
)  # fmt: skip
_TWO_THIRDS = (0.6666666666666666, 3.700743415417188e-17)
_LARGEST_EXPONENT = 700.0  # beyond, the power may not be normal


class _Pair(NamedTuple):
    """A number as the sum of two, of which the second is nothing to the first."""

    high: TypedValue
    low: TypedValue


def _const(b: IRBuilder, value: float) -> TypedValue:
    return b.const("double", value)


def _sum(b: IRBuilder, large: TypedValue, small: TypedValue) -> _Pair:
    high = b.add(large, small)
    return _Pair(high, b.add(b.sub(large, high), small))


def _product(b: IRBuilder, x: TypedValue, y: TypedValue) -> _Pair:
    high = b.mul(x, y)
    return _Pair(high, b.fma(x, y, b.neg(high)))


def _times(b: IRBuilder, x: _Pair, y: _Pair) -> _Pair:
    high, low = _product(b, x.high, y.high)
    return _Pair(high, b.fma(x.high, y.low, b.fma(x.low, y.high, low)))


def _quotient(b: IRBuilder, f: TypedValue) -> _Pair:
    """f / (2 + f)."""
    two = _const(b, 2.0)
    below = _sum(b, two, f)
    high = b.div(f, below.high)
    left = b.fma(b.neg(high), below.low, b.fma(b.neg(high), below.high, f))
    return _Pair(high, b.div(left, below.high))


def _logarithm(b: IRBuilder, x: TypedValue) -> _Pair:
    """log(x) of positive, normal numbers."""
    f, exponent = split(b, DOUBLE, x)
    e = exponent_as_float(b, DOUBLE, exponent)
    s = _quotient(b, f)
    z = _times(b, s, s)
    rest = _sum(b, _const(b, _TWO_THIRDS[0]), b.mul(z.high, b.polynomial(z.high, _ATANH)))
    rest = _Pair(rest.high, b.add(rest.low, _const(b, _TWO_THIRDS[1])))
    cubic = _times(b, _times(b, z, rest), s)
    whole = _product(b, e, _const(b, DOUBLE.ln2_high))
    twice = _Pair(b.add(s.high, s.high), b.add(s.low, s.low))
    part = _sum(b, twice.high, cubic.high)
    part = _Pair(part.high, b.add(part.low, b.add(twice.low, cubic.low)))
    total = _sum(b, whole.high, part.high)
    low = b.add(b.fma(e, _const(b, DOUBLE.ln2_low), whole.low), part.low)
    # where the exponent is 0 the part is the larger one, and the sum is exact
    return _Pair(total.high, b.add(total.low, low))


def _exponential(b: IRBuilder, x: _Pair) -> TypedValue:
    """exp(x) for |x| < 700."""
    magic = _const(b, DOUBLE.magic)
    shifted = b.fma(x.high, _const(b, 1.4426950408889634), magic)
    n = b.sub(shifted, magic)
    near = b.fma(n, _const(b, -DOUBLE.ln2_high), x.high)
    r = _sum(b, near, b.fma(n, _const(b, -DOUBLE.ln2_low), x.low))
    tail = b.fma(b.mul(r.high, r.high), b.polynomial(r.high, DOUBLE.expm1_poly), r.low)
    y = b.add(_const(b, 1.0), b.add(r.high, tail))
    return b.mul(y, power_of_two(b, DOUBLE, b.cast("bitcast", shifted, "i64")))


def power(b: IRBuilder, x: TypedValue, y: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(x ** y, the lanes in which a number is not usual, or the result may not be)."""
    size = b.fabs(x)
    log = _logarithm(b, size)
    high, low = _product(b, y, log.high)
    value = _exponential(b, _Pair(high, b.fma(y, log.low, low)))
    far = b.compare("fcmp uge", b.fabs(high), _const(b, _LARGEST_EXPONENT))
    halved = b.mul(y, _const(b, 0.5))
    whole = b.compare("fcmp oeq", b.intrinsic("floor", y), y)
    even = b.compare("fcmp oeq", b.intrinsic("floor", halved), halved)
    value = b.select(even, value, b.copysign(value, x))
    below = b.compare("fcmp olt", x, _const(b, 0.0))
    undefined = b.binary("and", below, b.binary("xor", whole, b.const("i1", 1)))
    value = b.select(undefined, _const(b, float("nan")), value)
    return value, b.binary("or", not_normal(b, DOUBLE, size), far)
