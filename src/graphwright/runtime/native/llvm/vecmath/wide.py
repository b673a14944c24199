"""Functions of floats computed in double precision, by formulas too short for doubles."""

from __future__ import annotations

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue
from graphwright.runtime.native.llvm.vecmath.exp import DOUBLE, FLOAT, not_normal, power_of_two, split_exponent

_LN2 = 0.6931471805599453
# erfc(x) exp(x * x) (1 + 2x) in t = (x - 2) / (x + 2) for 0 <= x <= 10.2, to 26 bits; beyond, erfc is no float
_ERFC = (
    -0.0003994483309227984, -0.0012280008306816991, 0.0013133087000276116, 0.008630096006092682, -0.008060142550099958,
    -0.05420388349669858, 0.1640554254204114, -0.1660314610050752, -0.09276398501057306, 1.2769783939669788,
)  # fmt: skip
# (log2(1 + f) - f / log(2)) / f**2 for sqrt(1/2) - 1 <= f <= sqrt(2) - 1, to 34 bits
_LOG2 = (
    0.04281756497775938, -0.11874121065082023, 0.1499836859657198, -0.1491513447901467, 0.15870821985258776,
    -0.17974697531326292, 0.20615354297967295, -0.24047611683882508, 0.2885383274488429, -0.36067327505359237,
    0.48089834889617145, -0.7213475228732645,
)  # fmt: skip
# (2**r - 1) / r for |r| <= 1/2, to 28 bits
_EXP2 = (
    0.00015461444854736328, 0.0013400427997112274, 0.009618056938052177, 0.05550327152013779, 0.24022650718688965,
    0.6931471824645996,
)  # fmt: skip
# expm1(r) / r for |r| <= log(2) / 2, to 32 bits
_EXPM1 = (
    0.00019899285575896282, 0.0013941118895837, 0.00833329846980059, 0.04166635277111221,
    0.16666666719028936, 0.5000000047146057, 1.0,
)  # fmt: skip


def _const(b: IRBuilder, value: float) -> TypedValue:
    return b.const("double", value)


def _not(b: IRBuilder, cond: TypedValue) -> TypedValue:
    return b.binary("xor", cond, b.const("i1", 1))


def _log2_of_normal(b: IRBuilder, x: TypedValue, shifted: TypedValue | None = None) -> TypedValue:
    """The binary logarithm of positive normal floats over two to the power of `shifted`, as doubles with 34 bits.

    What the polynomial has beyond the fifth power is small enough for single precision.
    """
    f, e = split_exponent(b, FLOAT, x)
    if shifted is not None:
        e = b.binary("sub", e, shifted)
    rest = b.cast("fpext", b.polynomial(f, _LOG2[:-4]), "double")
    wide = b.cast("fpext", f, "double")
    for coefficient in (*_LOG2[-4:], 1 / _LN2):
        rest = b.fma(rest, wide, _const(b, coefficient))
    return b.fma(rest, wide, b.cast("sitofp", e, "double"))


def _log2(b: IRBuilder, x: TypedValue) -> TypedValue:
    """The binary logarithm of floats that are not negative, as doubles."""
    denormal = b.compare("fcmp olt", x, b.const("float", FLOAT.smallest_normal))
    scaled = b.select(denormal, b.mul(x, b.const("float", 2.0**24)), x)
    y = _log2_of_normal(b, scaled, b.select(denormal, b.const("i32", 24), b.const("i32", 0)))
    infinity = _const(b, float("inf"))
    y = b.select(b.compare("fcmp oeq", x, b.const("float", float("inf"))), infinity, y)
    y = b.select(b.compare("fcmp oeq", x, b.const("float", 0.0)), _const(b, float("-inf")), y)
    return b.select(b.compare("fcmp uno", x, x), _const(b, float("nan")), y)


def _exp2_parts(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(y, n): two to the power of x is the float y, near 1, times two to the power of n, in the low bits of an i64."""
    magic = _const(b, DOUBLE.magic)
    shifted = b.add(x, magic)
    r = b.cast("fptrunc", b.sub(x, b.sub(shifted, magic)), "float")
    return b.fma(r, b.polynomial(r, _EXP2), b.const("float", 1.0)), b.cast("bitcast", shifted, "i64")


def _exp_of_negative(b: IRBuilder, x: TypedValue) -> TypedValue:
    """exp of doubles from -160 to 0."""
    shifted = b.fma(x, _const(b, 1 / _LN2), _const(b, DOUBLE.magic))
    r = b.fma(b.sub(shifted, _const(b, DOUBLE.magic)), _const(b, -_LN2), x)
    y = b.fma(r, b.polynomial(r, _EXPM1), _const(b, 1.0))
    return b.mul(y, power_of_two(b, DOUBLE, b.cast("bitcast", shifted, "i64")))


def erfc(b: IRBuilder, x: TypedValue) -> TypedValue:
    """What erfc is of |x|, or two less that."""
    two = _const(b, 2.0)
    size = b.clamp(b.fabs(x), None, 12.0)
    above, divisor = b.add(size, two), b.fma(size, two, _const(b, 1.0))
    inverse = b.div(_const(b, 1.0), b.mul(above, divisor))
    t = b.mul(b.mul(b.sub(size, two), divisor), inverse)
    scaled = b.mul(b.mul(b.polynomial(t, _ERFC), above), inverse)
    y = b.mul(scaled, _exp_of_negative(b, b.neg(b.mul(size, size))))
    return b.select(b.compare("fcmp olt", x, _const(b, 0.0)), b.sub(two, y), y)


def pow(b: IRBuilder, base: TypedValue, exponent: TypedValue) -> TypedValue:
    """2 ** (y * log2(|x|)) of floats, as a double, then the sign, and the cases in which C's pow is not that limit."""
    zero, one, infinity = _const(b, 0.0), _const(b, 1.0), _const(b, float("inf"))
    x, y = b.cast("fpext", base, "double"), b.cast("fpext", exponent, "double")
    size = b.fabs(x)
    near, n = _exp2_parts(b, b.clamp(b.mul(y, _log2(b, b.fabs(base))), -200.0, 150.0))
    power = b.mul(b.cast("fpext", near, "double"), power_of_two(b, DOUBLE, n))
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


def usual_pow(b: IRBuilder, x: TypedValue, y: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(2 ** (y * log2(x)), the lanes where x is not positive, normal and finite, or the result may not be)."""
    power = b.mul(b.cast("fpext", y, "double"), _log2_of_normal(b, x))
    far = b.compare("fcmp uge", b.fabs(power), _const(b, 125.0))
    near, n = _exp2_parts(b, power)
    exponent = b.binary("shl", b.cast("trunc", n, "i32"), b.const("i32", FLOAT.mantissa_bits))
    bits = b.binary("add", b.cast("bitcast", near, "i32"), exponent)
    return b.cast("bitcast", bits, "float"), b.binary("or", not_normal(b, FLOAT, x), far)
