"""Sine and cosine of float and double vectors.

The argument is reduced by multiples of pi/2 as the sum of several numbers (W. J. Cody and W. Waite, "Software Manual
for the Elementary Functions", 1980, chapter 8): in double precision exactly enough for every argument below 2**28
(float) or 2**30 (double), and for floats below 2**14 in single precision. Beyond, the C library computes the lane.
"""

from __future__ import annotations

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue
from graphwright.runtime.native.llvm.vecmath.exp import DOUBLE, FLOAT

_TWO_OVER_PI = 0.6366197723675814
# pi/2 as the sum of three doubles, and of three floats.
_HALF_PI = (1.5707963267948966, 6.123233995736766e-17, -1.4973849048591698e-33)
_HALF_PI_FLOAT = (1.5707963705062866, -4.371138828673793e-08, -1.7151245100058819e-15)

# (sin(x) / x - 1) / z and (cos(x) - 1 + z / 2) / z**2 with z = x * x, |x| <= pi / 4
_SIN_FLOAT = (-0.0001958763909873762, 0.00833274710466453, -0.16666664656312208)
_COS_FLOAT = (2.454768977246003e-05, -0.001388830186756237, 0.04166666465348879)
# (tan(x) / x - 1) / z
_TAN_FLOAT = (
    0.00940574612468481, 0.0030861336272209883, 0.024450818076729774, 0.05340559780597687, 0.1333886682987213,
    0.33333155512809753,
)  # fmt: skip
_SIN_DOUBLE = (
    1.5917988979397435e-10, -2.5051129896450185e-08, 2.7557316093198404e-06, -0.00019841269836740532,
    0.008333333333330936, -0.16666666666666666,
)  # fmt: skip
_COS_DOUBLE = (
    -1.138254464534925e-11, 2.087614504941318e-09, -2.755731726587808e-07, 2.48015872987544e-05,
    -0.0013888888888887389, 0.041666666666666664,
)  # fmt: skip

_NEAR = 2.0**14  # floats below are reduced in single precision
# From here on an argument needs more bits of pi than the reduction holds.
_HUGE = {"float": 2.0**28, "double": 2.0**30}


def _quadrant(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(n, bits): the multiple of pi/2 nearest to the double `x`, as a double and in an i64's low bits."""
    magic = b.const("double", DOUBLE.magic)
    shifted = b.fma(x, b.const("double", _TWO_OVER_PI), magic)
    return b.sub(shifted, magic), b.cast("bitcast", shifted, "i64")


def _quadrant_selects(b: IRBuilder, bits: TypedValue, sine: TypedValue, cosine: TypedValue) -> TypedValue:
    """sin(r + n * pi/2) from sin(r) and cos(r): odd n swaps the two, bit 1 of n changes the sign."""
    ty = bits.ty
    odd = b.binary("and", bits, b.const(ty, 1))
    swap = b.compare("icmp ne", odd, b.const(ty, 0))
    value = b.select(swap, cosine, sine)
    width = 32 if ty == "i32" else 64
    sign = b.binary("shl", b.binary("and", bits, b.const(ty, 2)), b.const(ty, width - 2))
    flipped = b.binary("xor", b.cast("bitcast", value, ty), sign)
    return b.cast("bitcast", flipped, sine.ty)


def _reduced_near(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(r, quadrant) of floats below `_NEAR`: the first difference is exact, and the others are rounded once each."""
    magic = b.const("float", FLOAT.magic)
    shifted = b.fma(x, b.const("float", _TWO_OVER_PI), magic)
    n, r = b.sub(shifted, magic), x
    for part in _HALF_PI_FLOAT:
        r = b.fma(n, b.const("float", -part), r)
    return r, b.cast("bitcast", shifted, "i32")


def _reduced(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(r, quadrant) of floats; those below `_NEAR` have the one that `_reduced_near` gives."""
    wide = b.cast("fpext", x, "double")
    n, wide_bits = _quadrant(b, wide)
    r = b.fma(n, b.const("double", -_HALF_PI[0]), wide)
    r = b.cast("fptrunc", b.fma(n, b.const("double", -_HALF_PI[1]), r), "float")
    near_r, near_bits = _reduced_near(b, x)
    near = _not_far(b, x)
    return b.select(near, near_r, r), b.select(near, near_bits, b.cast("trunc", wide_bits, "i32"))


def _not_far(b: IRBuilder, x: TypedValue) -> TypedValue:
    return b.compare("fcmp olt", b.fabs(x), b.const("float", _NEAR))


def _far(b: IRBuilder, x: TypedValue) -> TypedValue:
    return b.compare("fcmp uge", b.fabs(x), b.const("float", _NEAR))


def _float_parts(b: IRBuilder, r: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(sin(r), cos(r)) of reduced floats."""
    z = b.mul(r, r)
    sine = b.fma(b.mul(b.polynomial(z, _SIN_FLOAT), z), r, r)
    tail = b.mul(b.polynomial(z, _COS_FLOAT), z)
    return sine, b.fma(tail, z, b.fma(z, b.const("float", -0.5), b.const("float", 1.0)))


def _double_parts(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue, TypedValue]:
    """(sin(r), cos(r), quadrant) of doubles, r as a sum of two: it may be tiny after the subtraction."""
    n, bits = _quadrant(b, x)
    first = b.fma(n, b.const("double", -_HALF_PI[0]), x)  # exact: a multiple of 2**-52 below one
    second = b.mul(n, b.const("double", _HALF_PI[1]))
    second_error = b.fma(n, b.const("double", _HALF_PI[1]), b.neg(second))
    r = b.sub(first, second)
    back = b.sub(r, first)
    lost = b.sub(b.sub(first, b.sub(r, back)), b.add(second, back))
    low = b.fma(n, b.const("double", -_HALF_PI[2]), b.sub(lost, second_error))
    z = b.mul(r, r)
    half = b.mul(z, b.const("double", 0.5))
    one = b.const("double", 1.0)
    rough = b.sub(one, half)
    cubic = b.mul(b.mul(b.polynomial(z, _SIN_DOUBLE), z), r)
    sine = b.add(r, b.fma(low, rough, cubic))
    tail = b.fma(b.mul(z, z), b.polynomial(z, _COS_DOUBLE), b.neg(b.mul(r, low)))
    cosine = b.add(rough, b.add(b.sub(b.sub(one, rough), half), tail))
    return sine, cosine, bits


def _too_large(b: IRBuilder, x: TypedValue) -> TypedValue:
    return b.compare("fcmp oge", b.fabs(x), b.const(x.ty, _HUGE[x.ty]))


def _zero_kept(b: IRBuilder, x: TypedValue, y: TypedValue) -> TypedValue:
    return b.select(b.compare("fcmp oeq", x, b.const(x.ty, 0.0)), x, y)


def _sine_of(b: IRBuilder, r: TypedValue, bits: TypedValue) -> TypedValue:
    return _quadrant_selects(b, bits, *_float_parts(b, r))


def _cosine_of(b: IRBuilder, r: TypedValue, bits: TypedValue) -> TypedValue:
    """The sine one quadrant on."""
    return _sine_of(b, r, b.binary("add", bits, b.const(bits.ty, 1)))


def _tangent_of(b: IRBuilder, r: TypedValue, bits: TypedValue) -> TypedValue:
    one, z = b.const("float", 1.0), b.mul(r, r)
    tangent = b.fma(b.mul(b.polynomial(z, _TAN_FLOAT), z), r, r)
    odd = _is_odd(b, bits)
    return b.div(b.select(odd, b.neg(one), tangent), b.select(odd, tangent, one))


def _is_odd(b: IRBuilder, bits: TypedValue) -> TypedValue:
    return b.compare("icmp ne", b.binary("and", bits, b.const(bits.ty, 1)), b.const(bits.ty, 0))


def sin(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(sin(x), the lanes too large for it); the sign of zero is kept."""
    return _zero_kept(b, x, _sine_of(b, *_reduced(b, x))), _too_large(b, x)


def cos(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    return _cosine_of(b, *_reduced(b, x)), _too_large(b, x)


def tan(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    return _zero_kept(b, x, _tangent_of(b, *_reduced(b, x))), _too_large(b, x)


def usual_sin(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(sin(x), the lanes for which `sin` is)."""
    return _zero_kept(b, x, _sine_of(b, *_reduced_near(b, x))), _far(b, x)


def usual_cos(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    return _cosine_of(b, *_reduced_near(b, x)), _far(b, x)


def usual_tan(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    return _zero_kept(b, x, _tangent_of(b, *_reduced_near(b, x))), _far(b, x)


def sin_of_doubles(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    sine, cosine, bits = _double_parts(b, x)
    return _zero_kept(b, x, _quadrant_selects(b, bits, sine, cosine)), _too_large(b, x)


def cos_of_doubles(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    sine, cosine, bits = _double_parts(b, x)
    next_bits = b.binary("add", bits, b.const(bits.ty, 1))
    return _quadrant_selects(b, next_bits, sine, cosine), _too_large(b, x)


def tan_of_doubles(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """A few units off in the last place."""
    sine, cosine, bits = _double_parts(b, x)
    odd = _is_odd(b, bits)
    y = b.div(b.select(odd, b.neg(cosine), sine), b.select(odd, sine, cosine))
    return _zero_kept(b, x, y), _too_large(b, x)
