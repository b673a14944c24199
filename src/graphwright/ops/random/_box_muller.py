"""Pairs of normal numbers in double precision, as formulas: NumPy and compiled code give the same bits.

Only what is rounded once is used (no fused multiply-add), so the numbers are the same on every platform. Logarithm,
sine and cosine are within an ulp (the polynomials are those of fdlibm).
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ir.emit import Operand
from graphwright.ops.math.formulas._formula import Arrays

_LEAST: Final = 1e-7  # what uniform numbers below it count as: the logarithm of 0 is not finite
_ONE: Final = 0x3FF0 << 48
_ROOT: Final = 0x3FE6A09E << 32  # about the square root of 1/2
_MANTISSA: Final = (1 << 52) - 1
_LOG_2: Final = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_LOG: Final = (
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
    1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
)  # fmt: skip
# half of pi in parts of which the first two have 33 bits: few times them they are exact
_QUARTER: Final = 1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21
_SINE: Final = (
    1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06, -1.98412698298579493134e-04,
    8.33333333332248946124e-03, -1.66666666666666324348e-01,
)  # fmt: skip
_COSINE: Final = (
    -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07, 2.48015872894767294178e-05,
    -1.38888888888741095749e-03, 4.16666666666666019037e-02,
)  # fmt: skip


def _sum(e: Any, x: Any, coefficients: tuple[float, ...]) -> Any:
    """A polynomial, highest power first."""
    result = e.const(coefficients[0], x)
    for c in coefficients[1:]:
        result = e.add(e.mul(result, x), e.const(c, x))
    return result


def _log(e: Any, x: Operand) -> Any:
    """The logarithm of a normal number above 0: that of its power of two, and of the rest, near 1."""
    moved = e.add(e.bitcast(x, "int64"), e.const(_ONE - _ROOT, "int64"))
    power = e.sub(e.right_shift(moved, e.const(52, "int64")), e.const(1023, "int64"))
    power = e.convert(power, "float64")
    rest = e.add(e.bitwise_and(moved, e.const(_MANTISSA, "int64")), e.const(_ROOT, "int64"))
    f = e.sub(e.bitcast(rest, "float64"), e.const(1.0, x))
    half = e.mul(e.mul(e.const(0.5, x), f), f)
    s = e.div(f, e.add(e.const(2.0, x), f))
    z = e.mul(s, s)
    w = e.mul(z, z)
    r = e.add(e.mul(w, _sum(e, w, _LOG[5::-2])), e.mul(z, _sum(e, w, _LOG[6::-2])))
    low = e.add(e.mul(s, e.add(half, r)), e.mul(power, e.const(_LOG_2[1], x)))
    return e.add(e.add(e.sub(low, half), f), e.mul(power, e.const(_LOG_2[0], x)))


def _sine_cosine(e: Any, angle: Operand) -> tuple[Operand, Operand]:
    """Of an angle from 0 to 2 pi."""
    turns = e.rint(e.mul(angle, e.const(2 / math.pi, angle)))
    x = angle
    for part in _QUARTER:
        x = e.sub(x, e.mul(turns, e.const(part, angle)))
    z = e.mul(x, x)
    sine = e.add(x, e.mul(e.mul(x, z), _sum(e, z, _SINE)))
    half = e.mul(e.const(0.5, x), z)
    first = e.sub(e.const(1.0, x), half)
    lost = e.sub(e.sub(e.const(1.0, x), first), half)
    cosine = e.add(first, e.add(lost, e.mul(e.mul(z, z), _sum(e, z, _COSINE))))
    # quarter turns: 0 and 4 leave them as they are, 1 and 3 exchange them, 1 and 2, or 2 and 3, change their signs
    one, two, three = (e.compare("eq", turns, e.const(float(n), turns)) for n in (1, 2, 3))
    exchanged = e.logical_or(one, three)
    found = e.select(exchanged, cosine, sine), e.select(exchanged, sine, cosine)
    turned = e.logical_or(two, three), e.logical_or(one, two)
    sine, cosine = (e.select(t, e.neg(f), f) for t, f in zip(turned, found, strict=True))
    return sine, cosine


def pair(e: Any, first: Any, second: Any) -> tuple[Any, Any]:
    """Two normal numbers from two uniform ones (G. E. P. Box and M. E. Muller, 1958)."""
    logarithm = _log(e, e.max(first, e.const(_LEAST, first)))
    radius = e.sqrt(e.mul(e.const(-2.0, first), logarithm))
    sine, cosine = _sine_cosine(e, e.mul(e.const(2 * math.pi, second), second))
    return e.mul(sine, radius), e.mul(cosine, radius)


class _Bits(Arrays):
    """The methods of an emitter that look at the bits of float64."""

    right_shift, bitwise_and = staticmethod(np.right_shift), staticmethod(np.bitwise_and)

    @staticmethod
    def bitcast(a: Any, dtype: str) -> Any:
        return a.view(dtype)

    @staticmethod
    def convert(a: Any, dtype: str) -> Any:
        return a.astype(dtype)


def pair_of_arrays(first: Array, second: Array) -> tuple[Any, Any]:
    """The formula on arrays of float64."""
    found = pair(_Bits, np.ascontiguousarray(first), np.ascontiguousarray(second))
    return found
