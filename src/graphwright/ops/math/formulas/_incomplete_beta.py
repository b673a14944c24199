"""The incomplete beta function, regularized, as a formula: a continued fraction (DLMF 8.17.22) times its front.

The fraction is for arguments below the mean; beyond, it is computed from the function of 1 - x (8.17.4).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from graphwright.ir.emit import Emitter, Operand
from graphwright.ops.math.formulas._erf import erfc
from graphwright.ops.math.formulas._formula import product, total
from graphwright.ops.math.formulas._igamma_large import LARGE, less_its_log
from graphwright.ops.math.formulas._lgamma import gamma_of_next, stirling

# quotients are rounded at each step, so that two in a row may differ by so much for ever
_TOLERANCE: Final = 2.0**-52
_MAX_ITERATIONS: Final = 20_000
_STIRLING_BEGINS: Final = 10.0
_LARGE: Final = 1e8  # from here on one term of the expansion is enough, and the fraction needs too many
_AT_MEAN: Final = 5e-8
_NEAR_END: Final = 0.99  # beyond, the fraction of a small second parameter takes too long
_GROWN: Final = 1e100


class _Sum(NamedTuple):
    """A number as the sum of two, of which the second is what rounding lost."""

    high: Operand
    low: Operand


class _Factor:
    """What one parameter contributes to the front: a power, and the gamma function below it.

    With c = a + b, and as far as they are 10 or more, it is (x c / a)^a by Stirling's series, whose exponentials and
    whose c^c cancel with those of the others.
    """

    def __init__(self, e: Emitter, a: Operand, x: _Sum, whole: _Sum, low_whole: Operand) -> None:
        one = e.const(1.0, a)
        self.low = e.compare("lt", a, e.const(_STIRLING_BEGINS, a))
        weight = _Sum(e.select(low_whole, one, whole.high), e.select(low_whole, e.const(0.0, a), whole.low))
        divisor = e.select(self.low, one, a)
        top, top_lost = product(e, x.high, weight.high)
        self.base = e.div(top, divisor)
        back, lost = product(e, self.base, divisor)
        rest = e.add(e.sub(top_lost, lost), e.add(e.mul(x.low, weight.high), e.mul(x.high, weight.low)))
        # by how much the power is off because its base is
        self.drift = e.mul(a, e.div(e.add(e.sub(top, back), rest), top))
        self.root = e.pow(self.base, e.mul(a, e.const(0.5, a)))
        below = e.div(a, gamma_of_next(e, e.select(self.low, a, one)))
        below = e.mul(below, e.select(low_whole, one, e.exp(e.neg(a))))
        far = e.mul(e.sqrt(e.mul(a, e.const(0.5 / math.pi, a))), e.exp(e.neg(stirling(e, a))))
        self.scale = e.select(self.low, below, far)

    def exponent(self, e: Emitter, a: Operand, excess: Operand) -> Operand:
        """The logarithm of the power where that may be no number: `excess` is x c - a.

        The part of it that is just the excess cancels with the other factor's, unless one of the two is small.
        """
        low = e.sub(e.mul(a, e.log(self.base)), excess)
        return e.select(self.low, low, e.neg(e.mul(a, less_its_log(e, e.div(excess, a)))))


def _slope_of_log(e: Emitter, c: Operand) -> Operand:
    """The derivative of log(gamma(c)), to some per cent: for what rounding lost of c."""
    one = e.const(1.0, c)
    over = e.div(one, e.add(c, one))
    beyond = e.mul(over, e.fma(over, e.const(1 / 12, c), e.const(0.5, c)))
    return e.sub(e.sub(e.neg(e.log(over)), beyond), e.div(one, c))


def _front(e: Emitter, a: Operand, b: Operand, x: _Sum, y: _Sum) -> Operand:
    """x^a y^b gamma(a + b) / (gamma(a) gamma(b))."""
    one = e.const(1.0, a)
    whole = _Sum(*total(e, a, b))
    c = whole.high
    low = e.compare("lt", c, e.const(_STIRLING_BEGINS, c))
    first, second = _Factor(e, a, x, whole, low), _Factor(e, b, y, whole, low)
    root = e.mul(first.root, second.root)
    power = e.mul(root, root)
    power = e.fma(power, e.add(first.drift, second.drift), power)
    excess = e.sub(e.mul(x.high, b), e.mul(y.high, a))
    exponent = e.add(first.exponent(e, a, excess), second.exponent(e, b, e.neg(excess)))
    power = e.select(e.compare("lt", e.max(a, b), e.const(LARGE, a)), power, e.exp(exponent))
    near = e.div(gamma_of_next(e, e.select(low, c, one)), c)
    near = e.fma(near, e.mul(whole.low, _slope_of_log(e, c)), near)
    far = e.mul(e.sqrt(e.div(e.const(2 * math.pi, c), c)), e.exp(stirling(e, c)))
    return e.mul(power, e.mul(e.mul(first.scale, e.select(low, near, far)), second.scale))


def _fraction(e: Emitter, more: Operand, a: Operand, b: Operand, x: _Sum, y: _Sum) -> Operand:
    """The fraction that the front is divided by: even parts of DLMF 8.17.22 (1.12.20), times a + 2n.

    It is b0 + a1 / (b1 + a2 / (b2 + ...)) with a_n = n (b - n) (a + n - 1) (a + b + n - 1) x^2 / (a + 2n - 1)^2 and
    b_n = n + n (b - n) x / (a + 2n - 1) + (a + n) (a - (a + b) x + 1 + n (2 - x)) / (a + 2n + 1): up to n = b nothing
    cancels. Its value is that of its convergents, numerator p over denominator q, once they converge.
    """
    one, zero = e.const(1.0, a), e.const(0.0, a)
    # near the mean these two are nearly the same
    (above, above_lost), (below, below_lost) = product(e, a, y.high), product(e, b, x.high)
    lost = e.add(e.sub(above_lost, below_lost), e.sub(e.mul(a, y.low), e.mul(b, x.low)))
    ahead = e.add(e.add(e.sub(above, below), lost), one)

    def step(e: Emitter, fixed: Sequence[Operand], *state: Operand) -> tuple[Operand, ...]:
        a, b, x, y, ahead = fixed
        n, over, p_before, p, q_before, q, last = state
        one = e.const(1.0, n)
        # `over` is 1 / (a + 2n - 1)
        growing = e.mul(e.mul(n, e.sub(b, n)), x)
        before = e.add(a, e.sub(n, one))
        top = e.mul(e.mul(e.mul(before, over), e.mul(e.mul(e.add(before, b), x), over)), growing)
        over_next = e.div(one, e.add(e.add(a, e.add(n, n)), one))
        slope = e.mul(e.mul(e.add(a, n), over_next), e.add(ahead, e.mul(n, e.add(one, y))))
        bottom = e.add(e.add(n, e.mul(growing, over)), slope)
        p_before, p = p, e.add(e.mul(bottom, p), e.mul(top, p_before))
        q_before, q = q, e.add(e.mul(bottom, q), e.mul(top, q_before))
        value = e.div(p, q)
        more = e.compare("gt", e.abs(e.sub(value, last)), e.mul(e.abs(value), e.const(_TOLERANCE, n)))
        scale = e.select(e.compare("gt", e.abs(q), e.const(_GROWN, q)), e.const(1 / _GROWN, q), one)
        return more, e.add(n, one), over_next, *(e.mul(v, scale) for v in (p_before, p, q_before, q)), value

    over = e.div(one, e.add(a, one))
    first = e.mul(e.mul(a, over), ahead)
    state = (one, over, one, first, zero, one, first)
    return e.repeat(_MAX_ITERATIONS, step, more, (a, b, x.high, y.high, ahead), state)[-1]


def _of_large(e: Emitter, a: Operand, b: Operand, x: Operand, y: Operand) -> Operand:
    """The function where both parameters are too large for the fraction: Temme's expansion, one term (DLMF 8.18.9)."""
    half = e.const(0.5, a)
    excess, c = e.sub(e.mul(x, b), e.mul(y, a)), e.add(a, b)
    fall = e.mul(a, less_its_log(e, e.div(excess, a)))
    fall = e.add(fall, e.mul(b, less_its_log(e, e.neg(e.div(excess, b)))))
    distance = e.copysign(e.sqrt(fall), excess)
    n, mean, rest = e.mul(distance, e.sqrt(e.div(e.const(2.0, c), c))), e.div(a, c), e.div(b, c)
    spread = e.mul(e.sqrt(mean), e.sqrt(rest))
    central = e.div(e.sub(rest, mean), e.mul(e.const(3.0, a), spread))
    usual = e.sub(e.div(e.const(1.0, a), n), e.div(spread, e.div(excess, c)))
    near = e.compare("lt", e.abs(n), e.mul(spread, e.const(_AT_MEAN, a)))
    front = e.div(e.exp(e.neg(fall)), e.sqrt(e.mul(e.const(2 * math.pi, c), c)))
    return e.fma(front, e.select(near, central, usual), e.mul(half, erfc(e, e.neg(distance))))


def betainc(e: Emitter, a: Operand, b: Operand, x: Operand) -> Operand:
    """The function; NaN outside of a > 0, b > 0, 0 <= x <= 1."""
    zero, one, infinity = (e.const(v, x) for v in (0.0, 1.0, math.inf))
    allowed = e.logical_not(e.logical_or(e.compare("le", a, zero), e.compare("le", b, zero)))
    inside = e.logical_and(e.compare("gt", x, zero), e.compare("lt", x, one))
    for v in (a, b):
        inside = e.logical_and(inside, e.logical_and(e.compare("gt", v, zero), e.compare("lt", v, infinity)))
    half = e.const(0.5, x)
    s, t, u = e.select(inside, a, one), e.select(inside, b, one), e.select(inside, x, half)
    swapped = e.compare("gt", u, e.div(e.add(s, one), e.add(e.add(s, t), e.const(2.0, x))))
    # of a small second parameter the other function is near 1 almost everywhere, and the difference nothing exact
    kept = e.logical_and(e.compare("lt", t, half), e.compare("le", u, e.const(_NEAR_END, u)))
    swapped = e.logical_and(swapped, e.logical_not(kept))
    rest = e.sub(one, u)
    lost = e.sub(e.sub(one, rest), u)
    first, second = e.select(swapped, t, s), e.select(swapped, s, t)
    below = _Sum(e.select(swapped, rest, u), e.select(swapped, lost, zero))
    above = _Sum(e.select(swapped, u, rest), e.select(swapped, zero, lost))
    front = _front(e, first, second, below, above)
    large = e.compare("ge", e.min(s, t), e.const(_LARGE, x))
    more = e.logical_and(e.logical_and(inside, e.compare("gt", front, zero)), e.logical_not(large))
    part = e.div(front, _fraction(e, more, first, second, below, above))
    value = e.select(swapped, e.sub(one, part), part)
    value = e.select(large, _of_large(e, s, t, u, rest), value)
    edge = e.select(e.compare("eq", x, zero), zero, e.select(e.compare("eq", x, one), one, e.const(math.nan, x)))
    return e.select(inside, value, e.select(allowed, edge, e.const(math.nan, x)))
