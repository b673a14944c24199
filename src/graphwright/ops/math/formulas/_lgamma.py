"""The logarithm of the gamma function and its derivative, as formulas.

The tables are quotients of polynomials that, with the constant in front, agree at Chebyshev's points, to 53 bits, with
the named function computed with 50 digits. The recurrences are DLMF 5.5.1 and 5.5.2, the reflections 5.5.3
and 5.5.4, the asymptotic series 5.11.1 and 5.11.2 (https://dlmf.nist.gov/5).
"""

from __future__ import annotations

import math
from typing import Final

from graphwright.ir.emit import Emitter, Operand
from graphwright.ops.math.formulas._formula import constant_plus_rational, polynomial, product, rational

# log(gamma(x)) / ((x - 1) (x - 2)) for 0.5 <= x <= 3
_LOG_GAMMA: Final = (
    0.5,
    (
        -0.09228097708289457, -6.827931345801068, -124.21866182605461, -778.1817240470691, -1669.7346765317259,
        -118.17900785189109, 3180.7918435335782, 3116.846734862393, 998.4469993491659, 104.02429215209169,
        2.3321324789458755,
    ),
    (
        0.18641492930789613, 15.285905377023736, 333.54434892107446, 2831.4988304414046, 10861.862115191463,
        20038.70823357454, 17941.592659262915, 7498.933997139322, 1331.5685031373048, 81.74081302836724, 1.0,
    ),
)  # fmt: skip
# x digamma(x) / (x - root) for 0 <= x <= 3
_DIGAMMA: Final = (
    1.0,
    (
        2.3231730867313172e-08, 2.170983275772514e-05, 0.0012912678387052507, 0.023608211395740385,
        0.1791043272705967, 0.6087231981861548, 0.8332072442644637, 0.15109099589328057, -0.3158333282129304,
    ),
    (
        4.884875938075064e-06, 0.0004487894686101436, 0.011821636396166641, 0.13039699663181056, 0.6920510473980709,
        1.8270838394622666, 2.254052044722759, 1.0,
    ),
)  # fmt: skip
# where digamma is 0, as the sum of two
_ROOT: Final = (1.4616321449683622, 9.549995429965697e-17)
# sin(pi r) / r in r * r, for |r| <= 1/2
_SINE: Final = (
    7.697826768224191e-07, -2.1903497074626018e-05, 0.0004662998161898394, -0.007370430505916944, 0.0821458865731029,
    -0.5992645293189447, 2.5501640398773007, -5.167712780049969, 3.141592653589793,
)  # fmt: skip
# Where log(gamma(x)) is 0 between -3 and -2, as the sum of two; its quotient by the distance, as a constant and a
# quotient of polynomials in the distance; and how far on both sides these agree.
_ZEROS: Final = (
    (
        (-2.4570247382208006, -3.7075610815513266e-17),
        1.5,
        (
            2.266930936655095, -19.854795556625575, -18.739776352414204, 47.01272501454173, 19.872522682735944,
            -28.10504044139579, -4.866529869285761, 4.838521059491192, 0.015603448021657501,
        ),
        (
            1.9450081667885109, 4.4825401286795445, -13.583575315549473, -11.545203209243637, 17.009256078111193,
            7.2215212605569485, -7.234733037835571, -1.2689433845213252, 1.0,
        ),
        (-2.6, -2.34),
    ),
    (
        (-2.7476826467274127, 9.055340329338315e-17),
        -1.875,
        (
            7.660402427061484, 223.45262111465655, -66.04504314687127, -430.0571659740512, -58.93828218383542,
            172.58619479930954, 77.6340708643949, 9.168183680506552, -0.03935018561159969,
        ),
        (
            -8.705430063045272, 48.54600259627861, 61.07363095396722, -85.80841210219114, -86.43124492430718,
            15.973665592551493, 33.25625520135789, 10.343173453371, 1.0,
        ),
        (-2.83, -2.6),
    ),
)  # fmt: skip
# pi r cot(pi r) in r * r, for |r| <= 1/2
_COTANGENT: Final = (
    (0.012657715493196029, -0.38969486463876124, 2.680001758498381, -4.645842287389254, 1.0),
    (0.0002849891114840044, -0.027982893489707637, 0.38367206757077543, -1.3559741536928016, 1.0),
)
# the asymptotic series in 1 / x**2, from its last term on
_STIRLING: Final = (1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12)
_DIGAMMA_SERIES: Final = (1 / 12, -691 / 32760, 1 / 132, -1 / 240, 1 / 252, -1 / 120, 1 / 12)

_FIT_ENDS: Final = 3.0
_SERIES_BEGINS: Final = 10.0
_LAST_FACTORIAL: Final = 170.7  # larger ones are no doubles
_WHOLE: Final = 2.0**53  # numbers of this size and more have no fraction


def _lowered(e: Emitter, x: Operand) -> tuple[Operand, Operand, Operand]:
    """(y, product, slope): numbers from 3 to 10 lowered by ones until they are in [2, 3).

    `product` is (x - 1) (x - 2) ... y, the quotient of gamma(x) and gamma(y), and `slope` its derivative.
    """
    end, one = e.const(_FIT_ENDS, x), e.const(1.0, x)
    y, product, slope = x, one, e.const(0.0, x)
    for _ in range(int(_SERIES_BEGINS - _FIT_ENDS)):
        above = e.compare("ge", y, end)
        y = e.select(above, e.sub(y, one), y)
        slope = e.select(above, e.fma(slope, y, product), slope)
        product = e.select(above, e.mul(product, y), product)
    return y, product, slope


def _past_integer(e: Emitter, x: Operand) -> Operand:
    """How far `x` is from the nearest integer; numbers without a fraction, the infinite too, are none away."""
    kept = e.max(x, e.const(-_WHOLE, x))
    return e.sub(kept, e.rint(kept))


def gamma_of_next(e: Emitter, x: Operand) -> Operand:
    """gamma(x + 1) for 0 <= x < 10, to some 2 units in the last place."""
    one, end = e.const(1.0, x), e.const(_FIT_ENDS, x)
    low = e.compare("lt", x, e.const(2.0, x))
    base = e.select(low, e.add(x, one), x)
    factors, lost = e.select(low, one, x), e.const(0.0, x)
    for _ in range(int(_SERIES_BEGINS - _FIT_ENDS)):
        above = e.compare("ge", base, end)
        base = e.select(above, e.sub(base, one), base)
        high, rest = product(e, factors, base)
        lost = e.select(above, e.fma(lost, base, rest), lost)
        factors = e.select(above, high, factors)
    near = e.mul(e.mul(e.sub(base, one), e.sub(base, e.const(2.0, x))), constant_plus_rational(e, base, *_LOG_GAMMA))
    power = e.exp(near)
    return e.fma(power, factors, e.mul(power, lost))


def log_gamma_of_next(e: Emitter, x: Operand) -> Operand:
    """log(gamma(x + 1)) for 0 <= x < 1, as exact near 0 as elsewhere."""
    one = e.const(1.0, x)
    return e.mul(e.mul(x, e.sub(x, one)), constant_plus_rational(e, e.add(x, one), *_LOG_GAMMA))


def stirling(e: Emitter, x: Operand) -> Operand:
    """log(gamma(x) exp(x) x^(1/2 - x) / sqrt(2 pi)) for x >= 10."""
    inverse = e.div(e.const(1.0, x), x)
    return e.mul(polynomial(e, e.mul(inverse, inverse), _STIRLING), inverse)


def factorial(e: Emitter, n: Operand) -> Operand:
    """gamma(n + 1) for n >= 0, exact for whole numbers below 10, and to some 5 units in the last place."""
    low = e.compare("lt", n, e.const(_SERIES_BEGINS, n))
    near = gamma_of_next(e, e.select(low, n, e.const(1.0, n)))
    m = e.select(low, e.const(_SERIES_BEGINS, n), n)
    # in two halves, for m^m is too large
    root = e.pow(m, e.mul(m, e.const(0.5, m)))
    rest = e.mul(e.exp(stirling(e, m)), e.sqrt(e.mul(e.const(2 * math.pi, m), m)))
    far = e.mul(e.mul(e.mul(root, e.exp(e.neg(m))), rest), root)
    far = e.select(e.compare("gt", n, e.const(_LAST_FACTORIAL, n)), e.const(math.inf, n), far)
    return e.select(low, near, far)


def _steps_up(e: Emitter, x: Operand) -> Operand:
    """log(abs(gamma(x))) for -10 < x <= -0.5, by the recurrence up to the nearest integer.

    gamma(x) is gamma(1 + r) by the product of r, x and all that is between, of which each factor is exact. Near the
    zeros of the logarithm the product is near one, so it is computed with its rounding errors.
    """
    one, size = e.const(1.0, x), e.abs(x)
    r = e.sub(e.floor(e.add(size, e.const(0.5, x))), size)
    high, lost, base = e.abs(r), e.const(0.0, x), size

    def times(high: Operand, lost: Operand, factor: Operand, where: Operand) -> tuple[Operand, Operand]:
        whole, rest = product(e, high, factor)
        return e.select(where, whole, high), e.select(where, e.fma(lost, factor, rest), lost)

    high, lost = times(high, lost, size, e.compare("ge", size, e.const(0.5, x)))
    for _ in range(int(_SERIES_BEGINS - _FIT_ENDS)):
        above = e.compare("ge", base, e.const(_FIT_ENDS, x))
        base = e.select(above, e.sub(base, one), base)
        high, lost = times(high, lost, base, above)
    for step in (1.0, 2.0):
        factor = e.sub(base, e.const(step, x))
        high, lost = times(high, lost, factor, e.compare("ge", factor, e.const(0.5, x)))
    value = e.sub(log_gamma_of_next(e, r), e.add(e.log(high), e.div(lost, high)))
    for (near, rest), constant, top, bottom, (first, last) in _ZEROS:
        distance = e.sub(x, e.const(near, x))
        fit = e.mul(e.sub(distance, e.const(rest, x)), constant_plus_rational(e, distance, constant, top, bottom))
        inside = e.logical_and(e.compare("gt", x, e.const(first, x)), e.compare("le", x, e.const(last, x)))
        value = e.select(inside, fit, value)
    return value


def log_gamma(e: Emitter, x: Operand) -> Operand:
    """log(abs(gamma(x))), to some 3 units in the last place; below -3 a little more next to its zeros."""
    one, zero, size = e.const(1.0, x), e.const(0.0, x), e.abs(x)
    small = e.compare("lt", size, e.const(0.5, x))
    y = e.select(small, e.add(x, one), size)
    far = e.compare("ge", y, e.const(_SERIES_BEGINS, x))
    base, product, _ = _lowered(e, y)
    # what is left is 1, whose logarithm is 0, from 0.5 to 3
    logarithm = e.log(e.select(small, size, e.select(far, y, product)))
    near = e.mul(e.mul(e.sub(base, one), e.sub(base, e.const(2.0, x))), constant_plus_rational(e, base, *_LOG_GAMMA))
    near = e.select(small, e.sub(near, logarithm), e.add(near, logarithm))
    rest = e.add(stirling(e, y), e.const(math.log(2 * math.pi) / 2 - 0.5, x))
    distant = e.fma(e.sub(y, e.const(0.5, x)), e.sub(logarithm, one), rest)
    value = e.select(far, distant, near)
    r = e.abs(_past_integer(e, x))
    sine = e.mul(r, polynomial(e, e.mul(r, r), _SINE))
    reflected = e.sub(e.log(e.div(e.const(math.pi, x), e.mul(size, sine))), value)
    reflected = e.select(e.compare("lt", size, e.const(_SERIES_BEGINS, x)), _steps_up(e, x), reflected)
    reflected = e.select(e.compare("eq", r, zero), e.const(math.inf, x), reflected)
    is_reflected = e.logical_and(e.compare("lt", x, zero), e.compare("ge", size, e.const(0.5, x)))
    return e.select(is_reflected, reflected, value)


def digamma(e: Emitter, x: Operand) -> Operand:
    """The derivative of log_gamma; NaN at its poles, 0 and the negative integers.

    To some 3 units in the last place for positive numbers, and of the larger of two terms for negative ones.
    """
    one, zero = e.const(1.0, x), e.const(0.0, x)
    negative = e.compare("lt", x, zero)
    y = e.select(negative, e.sub(one, x), x)
    base, product, slope = _lowered(e, y)
    past_root = e.sub(e.sub(base, e.const(_ROOT[0], x)), e.const(_ROOT[1], x))
    near = e.mul(e.div(past_root, base), constant_plus_rational(e, base, *_DIGAMMA))
    near = e.add(near, e.div(slope, product))
    inverse = e.div(one, y)
    square = e.mul(inverse, inverse)
    rest = e.fma(square, polynomial(e, square, _DIGAMMA_SERIES), e.mul(inverse, e.const(0.5, x)))
    far = e.compare("ge", y, e.const(_SERIES_BEGINS, x))
    value = e.select(far, e.sub(e.log(y), rest), near)
    r = _past_integer(e, x)
    value = e.select(negative, e.sub(value, e.div(rational(e, e.mul(r, r), *_COTANGENT), r)), value)
    pole = e.logical_and(e.compare("le", x, zero), e.compare("eq", e.floor(x), x))
    return e.select(pole, e.const(math.nan, x), value)
