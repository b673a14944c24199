"""Functions in double by short formulas, for floats too: rounded once, they lose nothing.

`atan2` and what is made of it, and `erfc`, are for doubles that were floats: they rely on the narrower range, or
give no more digits than a float needs. So does `pow`, which takes floats.
"""

from __future__ import annotations

from graphwright.runtime.native.text.irtext import Builder, Value
from graphwright.runtime.native.text.vecmath.exp import (
    DOUBLE,
    FLOAT,
    log1p,
    not_normal,
    power_of_two,
    split_exponent,
)

_PI = 3.141592653589793
_LN2 = 0.6931471805599453
# atan(x) / x - 1 over z = x * x, for |x| <= tan(pi / 8)
_ATAN = (
    0.016284375050043393, -0.03456931506332609, 0.045515447340221615, -0.05230443640686948,
    0.05878927554473807, -0.0666642476020052, 0.07692296368042296, -0.09090908753259112,
    0.11111111105150588, -0.14285714285659779, 0.19999999999999804, -0.3333333333333333,
)  # fmt: skip
# erfc(x) exp(x * x) (1 + 2x) in t = (x - 2) / (x + 2) for 0 <= x <= 10.2, to 26 bits; beyond, erfc is no float
_ERFC = (
    -0.0003994483309227984, -0.0012280008306816991, 0.0013133087000276116, 0.008630096006092682, -0.008060142550099958,
    -0.05420388349669858, 0.1640554254204114, -0.1660314610050752, -0.09276398501057306, 1.2769783939669788,
)  # fmt: skip
# (log1p(f) - f) / f**2 for sqrt(1/2) - 1 <= f <= sqrt(2) - 1, to 33 bits
_LOG = (
    0.053931054384708896, -0.0977179643378494, 0.0992411307976759, -0.09936108502393023,
    0.1102836244149693, -0.1249823810168273, 0.14289167211041923, -0.166668239463461,
    0.1999994107792188, -0.2499999769072251, 0.3333333361996814, -0.5000000000446166,
)  # fmt: skip
# expm1(r) / r for |r| <= log(2) / 2, to 32 bits
_EXPM1 = (
    0.00019899285575896282, 0.0013941118895837, 0.00833329846980059, 0.04166635277111221,
    0.16666666719028936, 0.5000000047146057, 1.0,
)  # fmt: skip


def _const(b: Builder, value: float) -> Value:
    return b.const("double", value)


def _not(b: Builder, cond: Value) -> Value:
    return b.binary("xor", cond, b.const("i1", 1))


def atan2(b: Builder, y: Value, x: Value) -> Value:
    """The smaller magnitude over the larger, once more reduced by pi/4, then unfolded by octant."""
    # An infinity becomes a number that no quotient of floats mistakes for a finite one.
    ay = b.clamp(b.fabs(y), None, 2.0**1000)
    ax = b.clamp(b.fabs(x), None, 2.0**1000)
    steep = b.compare("fcmp ogt", ay, ax)
    small, large = b.select(steep, ax, ay), b.select(steep, ay, ax)
    large = b.select(b.compare("fcmp oeq", large, _const(b, 0.0)), _const(b, 1.0), large)
    beyond = b.compare("fcmp ogt", small, b.mul(large, _const(b, 0.41421356237309503)))
    top = b.select(beyond, b.sub(small, large), small)
    bottom = b.select(beyond, b.add(small, large), large)
    t = b.div(top, bottom)
    z = b.mul(t, t)
    angle = b.fma(b.mul(b.polynomial(z, _ATAN), z), t, t)
    angle = b.select(beyond, b.add(angle, _const(b, _PI / 4)), angle)
    angle = b.select(steep, b.sub(_const(b, _PI / 2), angle), angle)
    # The sign bit, not a comparison: atan2(0, -0) is pi.
    negative = b.compare("icmp slt", b.cast("bitcast", x, "i64"), b.const("i64", 0))
    angle = b.select(negative, b.sub(_const(b, _PI), angle), angle)
    unordered = b.compare("fcmp uno", x, y)
    return b.select(unordered, b.add(x, y), b.copysign(angle, y))


def atan(b: Builder, x: Value) -> Value:
    return atan2(b, x, _const(b, 1.0))


def _cathetus(b: Builder, x: Value) -> Value:
    """sqrt(1 - x**2)."""
    one = _const(b, 1.0)
    return b.intrinsic("sqrt", b.mul(b.sub(one, x), b.add(one, x)))


def asin(b: Builder, x: Value) -> Value:
    return atan2(b, x, _cathetus(b, x))


def acos(b: Builder, x: Value) -> Value:
    return atan2(b, _cathetus(b, x), x)


def asinh(b: Builder, x: Value) -> Value:
    """log1p(a + a**2 / (1 + sqrt(a**2 + 1))) with a = |x|, or log1p(a) + log(2) where 1 is nothing to a."""
    a, one = b.fabs(x), _const(b, 1.0)
    large = b.compare("fcmp ogt", a, _const(b, 2.0**60))
    square = b.mul(a, a)
    near = b.add(a, b.div(square, b.add(one, b.intrinsic("sqrt", b.add(square, one)))))
    y = log1p(b, b.select(large, a, near))
    return b.copysign(b.select(large, b.add(y, _const(b, _LN2)), y), x)


def acosh(b: Builder, x: Value) -> Value:
    """log1p(t + sqrt(t * (t + 2))) with t = x - 1, or log1p(x) + log(2) where 1 is nothing to x."""
    t = b.sub(x, _const(b, 1.0))
    large = b.compare("fcmp ogt", x, _const(b, 2.0**60))
    root = b.intrinsic("sqrt", b.mul(t, b.add(t, _const(b, 2.0))))
    y = log1p(b, b.select(large, x, b.add(t, root)))
    y = b.select(large, b.add(y, _const(b, _LN2)), y)
    return b.select(b.compare("fcmp ult", t, _const(b, 0.0)), _const(b, float("nan")), y)


def atanh(b: Builder, x: Value) -> Value:
    """log1p(2a / (1 - a)) / 2 with a = |x|, and the sign of x."""
    a = b.fabs(x)
    y = log1p(b, b.div(b.add(a, a), b.sub(_const(b, 1.0), a)))
    return b.copysign(b.mul(y, _const(b, 0.5)), x)


def _log_of_normal(b: Builder, x: Value, shifted: Value | None = None) -> Value:
    """log of positive normal floats over two to the power of `shifted`, as doubles: more bits than a float's.

    What the polynomial has beyond the fifth power is small enough for single precision.
    """
    f, e = split_exponent(b, FLOAT, x)
    if shifted is not None:
        e = b.binary("sub", e, shifted)
    rest = b.cast("fpext", b.polynomial(f, _LOG[:-4]), "double")
    wide = b.cast("fpext", f, "double")
    for coefficient in _LOG[-4:]:
        rest = b.fma(rest, wide, _const(b, coefficient))
    return b.fma(b.cast("sitofp", e, "double"), _const(b, _LN2), b.fma(b.mul(wide, wide), rest, wide))


def _quick_log(b: Builder, x: Value) -> Value:
    """log of floats that are not negative, as doubles."""
    denormal = b.compare("fcmp olt", x, b.const("float", FLOAT.smallest_normal))
    scaled = b.select(denormal, b.mul(x, b.const("float", 2.0**24)), x)
    y = _log_of_normal(b, scaled, b.select(denormal, b.const("i32", 24), b.const("i32", 0)))
    infinity = _const(b, float("inf"))
    y = b.select(b.compare("fcmp oeq", x, b.const("float", float("inf"))), infinity, y)
    y = b.select(b.compare("fcmp oeq", x, b.const("float", 0.0)), _const(b, float("-inf")), y)
    return b.select(b.compare("fcmp uno", x, x), _const(b, float("nan")), y)


def _quick_exp(b: Builder, x: Value) -> Value:
    """exp of doubles, right where the result is a float, and too small or large for one elsewhere."""
    return _near_exp(b, b.clamp(x, -160.0, 100.0))


def _near_exp(b: Builder, x: Value) -> Value:
    """exp(x) for |x| < 700."""
    shifted = b.fma(x, _const(b, 1 / _LN2), _const(b, DOUBLE.magic))
    r = b.fma(b.sub(shifted, _const(b, DOUBLE.magic)), _const(b, -_LN2), x)
    y = b.fma(r, b.polynomial(r, _EXPM1), _const(b, 1.0))
    return b.mul(y, power_of_two(b, DOUBLE, b.cast("bitcast", shifted, "i64")))


def erfc(b: Builder, x: Value) -> Value:
    """What erfc is of |x|, or two less that."""
    two = _const(b, 2.0)
    size = b.clamp(b.fabs(x), None, 12.0)
    above, divisor = b.add(size, two), b.fma(size, two, _const(b, 1.0))
    inverse = b.div(_const(b, 1.0), b.mul(above, divisor))
    t = b.mul(b.mul(b.sub(size, two), divisor), inverse)
    scaled = b.mul(b.mul(b.polynomial(t, _ERFC), above), inverse)
    y = b.mul(scaled, _quick_exp(b, b.neg(b.mul(size, size))))
    return b.select(b.compare("fcmp olt", x, _const(b, 0.0)), b.sub(two, y), y)


def pow(b: Builder, base: Value, exponent: Value) -> Value:
    """exp(y * log(|x|)) of floats, then the sign, and the cases in which C's pow is not that limit."""
    zero, one, infinity = _const(b, 0.0), _const(b, 1.0), _const(b, float("inf"))
    x, y = b.cast("fpext", base, "double"), b.cast("fpext", exponent, "double")
    size = b.fabs(x)
    power = _quick_exp(b, b.mul(y, _quick_log(b, b.fabs(base))))
    whole = b.compare("fcmp oeq", b.intrinsic("floor", y), y)
    halved = b.mul(y, _const(b, 0.5))
    odd = b.binary("and", whole, b.compare("fcmp one", b.intrinsic("floor", halved), halved))
    # 1 ** y and (-1) ** (infinity) are 1 although 0 * infinity is not a number.
    unit = b.compare("fcmp oeq", size, one)
    endless = b.compare("fcmp oeq", b.fabs(y), infinity)
    power = b.select(b.binary("and", unit, endless), one, power)
    power = b.select(odd, b.copysign(power, x), power)
    below = b.binary("and", b.compare("fcmp olt", x, zero), b.compare("fcmp olt", size, infinity))
    undefined = b.binary("and", below, b.binary("and", _not(b, whole), _not(b, endless)))
    power = b.select(undefined, _const(b, float("nan")), power)
    trivial = b.binary("or", b.compare("fcmp oeq", x, one), b.compare("fcmp oeq", y, zero))
    return b.select(trivial, one, power)


def usual_pow(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """(exp(y * log(x)), the lanes where x is not positive, normal and finite, or the result may not be)."""
    power = b.mul(b.cast("fpext", y, "double"), _log_of_normal(b, x))
    far = b.compare("fcmp uge", b.fabs(power), _const(b, 100.0))
    return _near_exp(b, power), b.binary("or", not_normal(b, FLOAT, x), far)


def fmod(b: Builder, x: Value, y: Value) -> tuple[Value, Value]:
    """(x - trunc(x / y) * y, doubt): exact for floats while the quotient is short; in doubt beyond."""
    quotient = b.intrinsic("trunc", b.div(x, y))
    remainder = b.fma(b.neg(quotient), y, x)
    # An infinite divisor leaves x, where 0 * infinity would not.
    remainder = b.select(b.compare("fcmp oeq", quotient, _const(b, 0.0)), x, remainder)
    doubt = b.compare("fcmp uge", b.fabs(quotient), _const(b, 2.0**28))
    return b.copysign(remainder, x), doubt
