"""The Box-Muller transform in double precision, written against the emitter.

NumPy and compiled code agree bit for bit. Every operation rounds once (no fused multiply-add), so results are the same
on every platform. Logarithm, sine and cosine are accurate to within an ulp; their polynomials are those of fdlibm.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ir.emit import Operand
from graphwright.ops.math.formulas._formula import Arrays

_MIN_UNIFORM: Final = 1e-7  # lower bound for uniform inputs: the logarithm of 0 is not finite
_ONE: Final = 0x3FF0 << 48
_SQRT_HALF: Final = 0x3FE6A09E << 32  # about the square root of 1/2
_MANTISSA: Final = (1 << 52) - 1
_LOG_2: Final = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_LOG: Final = (
    6.666666666666735130e-01, 3.999999999940941908e-01, 2.857142874366239149e-01, 2.222219843214978396e-01,
    1.818357216161805012e-01, 1.531383769920937332e-01, 1.479819860511658591e-01,
)  # fmt: skip
# pi/2 split into three terms (Cody-Waite); the first two have 33 bits, so small multiples of them are exact
_HALF_PI: Final = 1.57079632673412561417e00, 6.07710050630396597660e-11, 2.02226624879595063154e-21
_SINE: Final = (
    1.58969099521155010221e-10, -2.50507602534068634195e-08, 2.75573137070700676789e-06, -1.98412698298579493134e-04,
    8.33333333332248946124e-03, -1.66666666666666324348e-01,
)  # fmt: skip
_COSINE: Final = (
    -1.13596475577881948265e-11, 2.08757232129817482790e-09, -2.75573143513906633035e-07, 2.48015872894767294178e-05,
    -1.38888888888741095749e-03, 4.16666666666666019037e-02,
)  # fmt: skip


def _polynomial(e: Any, x: Any, coefficients: tuple[float, ...]) -> Any:
    """Evaluate a polynomial by Horner's rule, highest power first."""
    result = e.const(coefficients[0], x)
    for c in coefficients[1:]:
        result = e.add(e.mul(result, x), e.const(c, x))
    return result


def _log(e: Any, x: Operand) -> Any:
    """The logarithm of a positive normal number, from its exponent and a mantissa near 1."""
    shifted = e.add(e.bitcast(x, "int64"), e.const(_ONE - _SQRT_HALF, "int64"))
    power = e.sub(e.right_shift(shifted, e.const(52, "int64")), e.const(1023, "int64"))
    power = e.convert(power, "float64")
    rest = e.add(e.bitwise_and(shifted, e.const(_MANTISSA, "int64")), e.const(_SQRT_HALF, "int64"))
    f = e.sub(e.bitcast(rest, "float64"), e.const(1.0, x))
    half = e.mul(e.mul(e.const(0.5, x), f), f)
    s = e.div(f, e.add(e.const(2.0, x), f))
    z = e.mul(s, s)
    w = e.mul(z, z)
    r = e.add(e.mul(w, _polynomial(e, w, _LOG[5::-2])), e.mul(z, _polynomial(e, w, _LOG[6::-2])))
    low = e.add(e.mul(s, e.add(half, r)), e.mul(power, e.const(_LOG_2[1], x)))
    return e.add(e.add(e.sub(low, half), f), e.mul(power, e.const(_LOG_2[0], x)))


def _sine_cosine(e: Any, angle: Operand) -> tuple[Operand, Operand]:
    """Sine and cosine of an angle in [0, 2 pi]."""
    quadrant = e.rint(e.mul(angle, e.const(2 / math.pi, angle)))
    x = angle
    for term in _HALF_PI:
        x = e.sub(x, e.mul(quadrant, e.const(term, angle)))
    z = e.mul(x, x)
    sine = e.add(x, e.mul(e.mul(x, z), _polynomial(e, z, _SINE)))
    half = e.mul(e.const(0.5, x), z)
    first = e.sub(e.const(1.0, x), half)
    correction = e.sub(e.sub(e.const(1.0, x), first), half)
    cosine = e.add(first, e.add(correction, e.mul(e.mul(z, z), _polynomial(e, z, _COSINE))))
    # quadrants: 1 and 3 swap sine and cosine, 2 and 3 negate the sine, 1 and 2 the cosine; 0 and 4 change nothing
    one, two, three = (e.compare("eq", quadrant, e.const(float(n), quadrant)) for n in (1, 2, 3))
    swapped = e.logical_or(one, three)
    candidates = e.select(swapped, cosine, sine), e.select(swapped, sine, cosine)
    negated = e.logical_or(two, three), e.logical_or(one, two)
    sine, cosine = (e.select(t, e.neg(f), f) for t, f in zip(negated, candidates, strict=True))
    return sine, cosine


def pair(e: Any, first: Any, second: Any) -> tuple[Any, Any]:
    """Two normal numbers from two uniform ones (Box and Muller, 1958)."""
    logarithm = _log(e, e.max(first, e.const(_MIN_UNIFORM, first)))
    radius = e.sqrt(e.mul(e.const(-2.0, first), logarithm))
    sine, cosine = _sine_cosine(e, e.mul(e.const(2 * math.pi, second), second))
    return e.mul(sine, radius), e.mul(cosine, radius)


class _BitArrays(Arrays):
    """The NumPy emitter with the bit-level operations on float64."""

    right_shift, bitwise_and = staticmethod(np.right_shift), staticmethod(np.bitwise_and)

    @staticmethod
    def bitcast(a: Array, dtype: str) -> Any:
        return a.view(dtype)

    @staticmethod
    def convert(a: Array, dtype: str) -> Any:
        return a.astype(dtype)


def pair_of_arrays(first: Array, second: Array) -> tuple[Any, Any]:
    """`pair` on float64 arrays."""
    candidates = pair(_BitArrays, np.ascontiguousarray(first), np.ascontiguousarray(second))
    return candidates
