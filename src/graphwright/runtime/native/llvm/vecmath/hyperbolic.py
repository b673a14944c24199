"""Inverse hyperbolic functions of float and double vectors: logarithms of 1 and a number (DLMF 4.37.16 to 4.37.19)."""

from __future__ import annotations

import math
from typing import Final

from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue
from graphwright.runtime.native.llvm.vecmath.exp import log1p_of_usual

_LN2: Final = math.log(2)
_DOMINANT: Final = 2.0**60  # 1 is nothing to it, and its square is a float


def _logarithm(b: IRBuilder, x: TypedValue, near: TypedValue) -> TypedValue:
    """log1p(near), or log1p(x) + log(2) where x is so large that this is the same; `near` is not negative."""
    large = b.compare("fcmp ogt", x, b.const(x.ty, _DOMINANT))
    y = log1p_of_usual(b, b.select(large, x, near))[0]
    y = b.select(large, b.add(y, b.const(y.ty, _LN2)), y)
    infinity = b.const(x.ty, float("inf"))
    return b.select(b.compare("fcmp oeq", x, infinity), infinity, y)


def asinh(b: IRBuilder, x: TypedValue) -> TypedValue:
    """log1p(a + a**2 / (1 + sqrt(a**2 + 1))) with a = |x|."""
    a, one = b.fabs(x), b.const(x.ty, 1.0)
    square = b.mul(a, a)
    near = b.add(a, b.div(square, b.add(one, b.intrinsic("sqrt", b.add(square, one)))))
    return b.copysign(_logarithm(b, a, near), x)


def acosh(b: IRBuilder, x: TypedValue) -> TypedValue:
    """log1p(t + sqrt(t * (t + 2))) with t = x - 1."""
    t = b.sub(x, b.const(x.ty, 1.0))
    root = b.intrinsic("sqrt", b.mul(t, b.add(t, b.const(x.ty, 2.0))))
    y = _logarithm(b, x, b.add(t, root))
    return b.select(b.compare("fcmp ult", t, b.const(x.ty, 0.0)), b.const(x.ty, float("nan")), y)


def atanh(b: IRBuilder, x: TypedValue) -> TypedValue:
    """log1p(2a / (1 - a)) / 2 with a = |x|, and the sign of x."""
    a, one = b.fabs(x), b.const(x.ty, 1.0)
    rest = b.sub(one, a)
    y = b.mul(log1p_of_usual(b, b.div(b.add(a, a), rest))[0], b.const(x.ty, 0.5))
    y = b.select(b.compare("fcmp oeq", a, one), b.const(x.ty, float("inf")), y)
    y = b.select(b.compare("fcmp olt", rest, b.const(x.ty, 0.0)), b.const(x.ty, float("nan")), y)
    return b.copysign(y, x)
