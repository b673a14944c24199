"""Inverse trigonometric functions of float and double vectors: range reduction, then short polynomials.

The identities are DLMF 4.23 and 4.24 (https://dlmf.nist.gov/4.24); the tables are minimax polynomials for the function
named beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.base.frozen import frozen
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue


@frozen
class _Tables:
    atan: tuple[float, ...]  # (atan(x) / x - 1) / x**2 in x**2, for |x| <= tan(pi / 8)
    asin: tuple[float, ...]  # (asin(x) / x - 1) / x**2 in x**2, for |x| <= 1/2
    quarter: tuple[float, float]  # pi / 4 as the sum of two
    huge: float  # numbers beyond are made smaller, so that two of them can be added
    raised: float  # times this denormals are normal, so that they can be compared with parts of each other


_FLOAT: Final = _Tables(
    atan=(0.08053465932607651, -0.138776034116745, 0.1997770369052887, -0.3333294987678528),
    asin=(
        0.04216676205396652, 0.024179257452487946, 0.04547042399644852, 0.07495297491550446, 0.16666752099990845,
    ),
    quarter=(0.7853981852531433, -2.1855694143368964e-08),
    huge=2.0**100,
    raised=2.0**24,
)  # fmt: skip
_DOUBLE: Final = _Tables(
    atan=(
        -0.017905091230500735, 0.0380621891473763, -0.050391924184390195, 0.058478597193305296, -0.06663099263988363,
        0.07692059722435673, -0.09090897725501303, 0.11111110782161832, -0.1428571428016664, 0.19999999999953247,
        -0.333333333333332,
    ),
    asin=(
        0.0319120780635601, -0.016223976870005385, 0.019528092179763153, 0.0065280373513446665, 0.012169197554863401,
        0.013885237579060374, 0.017359704550256115, 0.022371758064758912, 0.03038195913634997, 0.044642856828343895,
        0.07500000000336995, 0.16666666666665408,
    ),
    quarter=(0.7853981633974483, 3.061616997868383e-17),
    huge=2.0**1000,
    raised=2.0**53,
)  # fmt: skip
_TABLES: Final = {"float": _FLOAT, "double": _DOUBLE}
_EIGHTH: Final = 0.41421356237309503  # the tangent of pi / 8
_SIGN: Final = {"float": "i32", "double": "i64"}


def _odd(b: IRBuilder, t: TypedValue, z: TypedValue, coefficients: Sequence[float]) -> TypedValue:
    """t + t z P(z)."""
    return b.fma(b.mul(b.polynomial(z, coefficients), z), t, t)


def _turned(b: IRBuilder, quarters: TypedValue, angle: TypedValue) -> TypedValue:
    """An angle and so many times pi / 4."""
    high, low = _TABLES[angle.ty].quarter
    return b.fma(quarters, b.const(angle.ty, high), b.fma(quarters, b.const(angle.ty, low), angle))


def atan(b: IRBuilder, x: TypedValue) -> TypedValue:
    """The angle of a slope to 0, pi / 4 or pi / 2, whichever is near, and back."""
    one, zero = b.const(x.ty, 1.0), b.const(x.ty, 0.0)
    size = b.fabs(x)
    middle = b.compare("fcmp ogt", size, b.const(x.ty, _EIGHTH))
    steep = b.compare("fcmp ogt", size, b.const(x.ty, 1 / _EIGHTH))
    top = b.select(middle, b.sub(size, one), size)
    bottom = b.select(middle, b.add(size, one), one)
    t = b.div(b.select(steep, b.neg(one), top), b.select(steep, size, bottom))
    quarters = b.select(steep, b.const(x.ty, 2.0), b.select(middle, one, zero))
    angle = _odd(b, t, b.mul(t, t), _TABLES[x.ty].atan)
    return b.copysign(_turned(b, quarters, angle), x)


def atan2(b: IRBuilder, y: TypedValue, x: TypedValue) -> TypedValue:
    """The smaller magnitude over the larger, once more reduced by pi / 4, then unfolded by octant."""
    ty, tables = x.ty, _TABLES[x.ty]
    zero, one, infinity = (b.const(ty, v) for v in (0.0, 1.0, float("inf")))
    ay, ax = b.fabs(y), b.fabs(x)
    steep = b.compare("fcmp ogt", ay, ax)
    small, large = b.select(steep, ax, ay), b.select(steep, ay, ax)
    large = b.select(b.compare("fcmp oeq", large, zero), one, large)
    scale = b.select(b.compare("fcmp ogt", large, b.const(ty, tables.huge)), b.const(ty, 0.25), one)
    scale = b.select(b.compare("fcmp olt", large, one), b.const(ty, tables.raised), scale)
    small, large = b.mul(small, scale), b.mul(large, scale)
    beyond = b.compare("fcmp ogt", small, b.mul(large, b.const(ty, _EIGHTH)))
    endless = b.compare("fcmp oeq", large, infinity)
    both = b.compare("fcmp oeq", small, infinity)
    t = b.div(b.select(beyond, b.sub(small, large), small), b.select(beyond, b.add(small, large), large))
    t = b.select(endless, zero, t)
    angle = _odd(b, t, b.mul(t, t), tables.atan)
    # The sign bit, not a comparison: atan2(0, -0) is pi.
    ity = _SIGN[ty]
    negative = b.compare("icmp slt", b.cast("bitcast", x, ity), b.const(ity, 0))
    quarters = b.select(b.binary("or", beyond, both), one, zero)
    quarters = b.select(steep, b.sub(b.const(ty, 2.0), quarters), quarters)
    quarters = b.select(negative, b.sub(b.const(ty, 4.0), quarters), quarters)
    angle = b.select(b.binary("xor", steep, negative), b.neg(angle), angle)
    angle = b.copysign(_turned(b, quarters, angle), y)
    return b.select(b.compare("fcmp uno", x, y), b.add(x, y), angle)


def _half_angle(b: IRBuilder, x: TypedValue) -> tuple[TypedValue, TypedValue]:
    """(large, p): asin(|x|), or, where |x| is large, half of what it lacks to pi / 2."""
    size, half = b.fabs(x), b.const(x.ty, 0.5)
    large = b.compare("fcmp ogt", size, half)
    z = b.select(large, b.mul(b.sub(b.const(x.ty, 1.0), size), half), b.mul(size, size))
    s = b.select(large, b.intrinsic("sqrt", z), size)
    return large, _odd(b, s, z, _TABLES[x.ty].asin)


def asin(b: IRBuilder, x: TypedValue) -> TypedValue:
    large, p = _half_angle(b, x)
    p = b.select(large, b.mul(p, b.const(x.ty, -2.0)), p)
    return b.copysign(_turned(b, b.select(large, b.const(x.ty, 2.0), b.const(x.ty, 0.0)), p), x)


def acos(b: IRBuilder, x: TypedValue) -> TypedValue:
    large, p = _half_angle(b, x)
    zero, two, four = (b.const(x.ty, v) for v in (0.0, 2.0, 4.0))
    negative = b.compare("fcmp olt", x, zero)
    quarters = b.select(large, b.select(negative, four, zero), two)
    p = b.select(large, b.mul(p, two), b.neg(p))
    return _turned(b, quarters, b.select(negative, b.neg(p), p))
