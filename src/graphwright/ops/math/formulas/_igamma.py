"""The incomplete gamma functions, regularized, as formulas.

Below the mean a series gives the lower function (DLMF 8.11.4), above it a continued fraction the upper one (8.9.2), and
near the mean of large parameters Temme's expansion both (`_large_gamma`). The upper function of a small parameter and
argument, the difference of numbers near 1, has a series of its own (8.7.1).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from graphwright.ir.emit import Emitter, Operand
from graphwright.ops.math.formulas import _igamma_large
from graphwright.ops.math.formulas._formula import product, total
from graphwright.ops.math.formulas._lgamma import digamma, gamma_of_next, log_gamma_of_next, stirling

_SMALL: Final = 2.0**-56
_MAX_TERMS: Final = 2000
_MAX_FRACTION_TERMS: Final = 250
_STIRLING_BEGINS: Final = 10.0
_FRACTION_BEGINS: Final = 0.75  # for parameters below it
_LARGEST_EXPONENT: Final = 700.0

# The front: x^a exp(-x) / gamma(a + 1) -----


def _relative(e: Emitter, a: Operand, x: Operand) -> Operand:
    """m, where x = a (1 + m)."""
    return e.div(e.sub(x, a), a)


def _front(e: Emitter, a: Operand, x: Operand) -> Operand:
    """x^a exp(-x) / gamma(a + 1), for x of no more than some thousands above 2 a.

    From 10 on it is (x / a)^a exp(a - x) by powers and Stirling's series; what x / a and a - x lose is put right. From
    200 on the power may not be a number; exp(-a (m - log(1 + m))) replaces it.
    """
    one, zero = e.const(1.0, a), e.const(0.0, a)
    near = e.compare("lt", a, e.const(_STIRLING_BEGINS, a))
    far = e.compare("ge", a, e.const(_igamma_large.LARGE, a))
    base = e.select(near, x, e.div(x, a))
    back, lost = product(e, base, a)
    drift = e.mul(a, e.div(e.sub(e.sub(x, back), lost), x))
    shift, shift_lost = total(e, e.select(near, zero, a), e.neg(x))
    root = e.pow(base, e.mul(a, e.const(0.5, a)))
    limit = e.const(-_LARGEST_EXPONENT, a)
    first = e.max(shift, limit)
    power = e.mul(e.mul(e.mul(root, e.exp(first)), root), e.exp(e.sub(shift, first)))
    correction = e.add(e.select(near, zero, drift), shift_lost)
    power = e.fma(power, correction, power)
    decay = e.exp(e.neg(e.mul(a, _igamma_large.less_its_log(e, _relative(e, a, x)))))
    power = e.select(far, decay, power)
    scale = e.div(e.exp(e.neg(stirling(e, a))), e.sqrt(e.mul(e.const(2 * math.pi, a), a)))
    return e.mul(power, e.select(near, e.div(one, gamma_of_next(e, e.select(near, a, one))), scale))


# Below the mean -----


def _lower_series(e: Emitter, more: Operand, a: Operand, x: Operand) -> Operand:
    """The sum of x^n / ((a + 1) ... (a + n)) over n = 0, 1, 2, ..."""

    def step(
        e: Emitter, fixed: Sequence[Operand], position: Operand, term: Operand, sum_: Operand, lost: Operand
    ) -> tuple[Operand, ...]:
        position = e.add(position, e.const(1.0, position))
        term = e.mul(term, e.div(fixed[0], position))
        next_ = e.add(sum_, term)
        lost = e.add(lost, e.sub(term, e.sub(next_, sum_)))
        return e.compare("gt", term, e.mul(next_, e.const(_SMALL, term))), position, term, next_, lost

    one, zero = e.const(1.0, a), e.const(0.0, a)
    _, _, sum_, lost = e.repeat(_MAX_TERMS, step, more, (x,), (a, one, one, zero))
    return e.add(sum_, lost)


def _lower_slope(e: Emitter, more: Operand, a: Operand, x: Operand) -> tuple[Operand, Operand]:
    """That sum and its derivative by a."""

    def step(
        e: Emitter,
        fixed: Sequence[Operand],
        position: Operand,
        term: Operand,
        slope: Operand,
        sum_: Operand,
        slopes: Operand,
    ) -> tuple[Operand, ...]:
        position = e.add(position, e.const(1.0, position))
        factor = e.div(fixed[0], position)
        slope = e.sub(e.mul(slope, factor), e.div(e.mul(term, factor), position))
        term = e.mul(term, factor)
        sum_, slopes = e.add(sum_, term), e.add(slopes, slope)
        least = e.mul(sum_, e.const(_SMALL, term))
        more = e.logical_or(e.compare("gt", term, least), e.compare("gt", e.abs(slope), least))
        return more, position, term, slope, sum_, slopes

    one, zero = e.const(1.0, a), e.const(0.0, a)
    *_, sum_, slopes = e.repeat(_MAX_TERMS, step, more, (x,), (a, one, zero, one, zero))
    return sum_, slopes


def _upper_of_small(e: Emitter, more: Operand, a: Operand, x: Operand) -> Operand:
    """The upper function for a < 1, x <= 3/4: 1 - x^a / gamma(a + 1) less what the series has after its 1."""

    def step(e: Emitter, fixed: Sequence[Operand], n: Operand, term: Operand, sum_: Operand) -> tuple[Operand, ...]:
        n = e.add(n, e.const(1.0, n))
        term = e.mul(term, e.div(e.neg(fixed[1]), n))
        part = e.div(term, e.add(fixed[0], n))
        sum_ = e.add(sum_, part)
        return e.compare("gt", e.abs(part), e.mul(e.abs(sum_), e.const(_SMALL, n))), n, term, sum_

    one, zero = e.const(1.0, a), e.const(0.0, a)
    _, _, sum_ = e.repeat(60, step, more, (a, x), (zero, one, zero))
    power = e.expm1(e.sub(e.mul(a, e.log(x)), log_gamma_of_next(e, a)))
    return e.neg(e.add(power, e.mul(e.mul(e.add(power, one), a), sum_)))


# Above the mean -----


def _fraction_terms(e: Emitter, a: Operand, x: Operand) -> Operand:
    """The number of terms of the fraction that give all digits in its region, found by experiment."""
    wide = e.mul(e.mul(e.sqrt(a), e.const(3.1, a)), e.div(a, x))
    return e.floor(e.add(e.add(e.const(10.0, a), e.div(e.const(100.0, x), x)), e.min(wide, e.const(45.0, a))))


def _upper_fraction(e: Emitter, more: Operand, a: Operand, x: Operand) -> Operand:
    """The continued fraction x + 1 - a - 1 (1 - a) / (x + 3 - a - ...) evaluated from its end.

    From its end: so nothing that a part is off comes to the front undiminished.
    """

    def step(e: Emitter, fixed: Sequence[Operand], n: Operand, value: Operand) -> tuple[Operand, ...]:
        a, begin = fixed
        n_before = e.sub(n, e.const(1.0, n))
        part = e.div(e.mul(n, e.sub(a, n)), value)
        value = e.add(e.add(begin, e.add(n_before, n_before)), part)
        return e.compare("gt", n_before, e.const(0.0, n)), n_before, value

    begin, n = e.sub(e.add(x, e.const(1.0, a)), a), _fraction_terms(e, a, x)
    _, value = e.repeat(_MAX_FRACTION_TERMS, step, more, (a, begin), (n, e.add(begin, e.add(n, n))))
    return e.div(e.const(1.0, a), value)


def _upper_slope(e: Emitter, more: Operand, a: Operand, x: Operand) -> tuple[Operand, Operand]:
    """That fraction and its derivative by a."""

    def step(e: Emitter, fixed: Sequence[Operand], n: Operand, value: Operand, slope: Operand) -> tuple[Operand, ...]:
        a, begin = fixed
        n_before = e.sub(n, e.const(1.0, n))
        part = e.div(e.mul(n, e.sub(a, n)), value)
        slope = e.sub(e.div(e.sub(n, e.mul(part, slope)), value), e.const(1.0, n))
        value = e.add(e.add(begin, e.add(n_before, n_before)), part)
        return e.compare("gt", n_before, e.const(0.0, n)), n_before, value, slope

    begin, n = e.sub(e.add(x, e.const(1.0, a)), a), e.add(_fraction_terms(e, a, x), e.const(10.0, a))
    state = (n, e.add(begin, e.add(n, n)), e.const(-1.0, a))
    _, value, slope = e.repeat(_MAX_FRACTION_TERMS, step, more, (a, begin), state)
    fraction = e.div(e.const(1.0, a), value)
    return fraction, e.neg(e.mul(slope, e.mul(fraction, fraction)))


# The functions -----


class _Regions:
    """Which method computes which elements; `x` is limited to where the result no longer changes."""

    def __init__(self, e: Emitter, a: Operand, x: Operand) -> None:
        zero = e.const(0.0, a)
        self.inside = e.logical_and(
            e.logical_and(e.compare("gt", a, zero), e.compare("lt", a, e.const(math.inf, a))),
            e.logical_and(e.compare("gt", x, zero), e.compare("lt", x, e.const(math.inf, x))),
        )
        self.a = e.select(self.inside, a, e.const(1.0, a))
        x = e.select(self.inside, x, e.const(1.0, x))
        self.x = e.min(x, e.fma(self.a, e.const(2.0, a), e.const(2000.0, a)))
        self.front = _front(e, self.a, self.x)
        self.m = _relative(e, self.a, self.x)
        self.above = e.compare("ge", self.x, e.max(self.a, e.const(_FRACTION_BEGINS, a)))
        large = e.compare("ge", self.a, e.const(_igamma_large.LARGE, a))
        self.expanded = e.logical_and(large, e.compare("le", e.abs(self.m), e.const(_igamma_large.NEAR, a)))
        self.counts = e.logical_and(self.inside, e.compare("gt", self.front, zero))
        self.counts = e.logical_and(self.counts, e.logical_not(self.expanded))
        # Temme's front is without the rest of Stirling's series
        self.bell = e.mul(self.front, e.exp(stirling(e, self.a)))

    def summed(self, e: Emitter) -> Operand:
        """Where a series is needed."""
        return e.logical_and(self.counts, e.logical_not(self.above))

    def divided(self, e: Emitter) -> Operand:
        """Where a fraction is needed."""
        return e.logical_and(self.counts, self.above)


def _ends(
    e: Emitter, a: Operand, x: Operand, value: Operand, inside: Operand, at_zero: float, at_infinity: float
) -> Operand:
    """The values at the ends of the domain, and NaN outside of it; an infinite parameter is beyond all arguments."""
    zero, infinity, nan = e.const(0.0, a), e.const(math.inf, a), e.const(math.nan, a)
    start, end = e.const(at_zero, a), e.const(at_infinity, a)
    finite = e.compare("lt", a, infinity)
    edge = e.select(e.compare("eq", x, infinity), e.select(finite, end, zero), nan)
    begins = e.logical_or(e.compare("eq", x, zero), e.logical_and(e.logical_not(finite), e.compare("lt", x, infinity)))
    begins = e.logical_and(begins, e.compare("ge", x, zero))
    edge = e.select(begins, start, edge)
    edge = e.select(e.compare("gt", a, zero), edge, nan)
    return e.select(inside, value, edge)


def _zero_first(e: Emitter, x: Operand, value: Operand) -> Operand:
    """0 at 0, whatever the parameter is."""
    zero = e.const(0.0, x)
    return e.select(e.compare("eq", x, zero), zero, value)


def igamma(e: Emitter, a: Operand, x: Operand) -> Operand:
    """The lower function; NaN outside of a > 0, x >= 0, but 0 at x = 0."""
    one = e.const(1.0, a)
    r = _Regions(e, a, x)
    below = e.mul(r.front, _lower_series(e, r.summed(e), r.a, r.x))
    upper = e.mul(e.mul(r.front, r.a), _upper_fraction(e, r.divided(e), r.a, r.x))
    value = e.select(r.above, e.sub(one, upper), below)
    value = e.select(r.expanded, _igamma_large.lower_and_upper(e, r.a, r.m, r.bell)[0], value)
    return _zero_first(e, x, _ends(e, a, x, value, r.inside, 0.0, 1.0))


def igammac(e: Emitter, a: Operand, x: Operand) -> Operand:
    """The upper function; NaN outside of a > 0, x >= 0."""
    one = e.const(1.0, a)
    r = _Regions(e, a, x)
    small = e.compare("lt", r.a, one)
    summed = r.summed(e)
    below = e.sub(one, e.mul(r.front, _lower_series(e, e.logical_and(summed, e.logical_not(small)), r.a, r.x)))
    near = e.logical_and(r.inside, e.logical_and(small, e.logical_not(r.above)))
    safe_a, safe_x = (e.select(near, v, e.const(0.5, v)) for v in (r.a, r.x))
    below = e.select(small, _upper_of_small(e, near, safe_a, safe_x), below)
    above = e.mul(e.mul(r.front, r.a), _upper_fraction(e, r.divided(e), r.a, r.x))
    value = e.select(r.above, above, below)
    value = e.select(r.expanded, _igamma_large.lower_and_upper(e, r.a, r.m, r.bell)[1], value)
    return _ends(e, a, x, value, r.inside, 1.0, 0.0)


def _slope_over_front(e: Emitter, r: _Regions) -> Operand:
    """The derivative of the lower function by `a`, over the front."""
    log = e.sub(e.log(r.x), digamma(e, e.select(r.above, r.a, e.add(r.a, e.const(1.0, r.a)))))
    sum_, slopes = _lower_slope(e, r.summed(e), r.a, r.x)
    below = e.add(slopes, e.mul(sum_, log))
    fraction, slope = _upper_slope(e, r.divided(e), r.a, r.x)
    above = e.neg(e.mul(r.a, e.add(slope, e.mul(fraction, log))))
    bell = e.exp(stirling(e, e.max(r.a, e.const(_STIRLING_BEGINS, r.a))))
    near_mean = _igamma_large.slope_by_shape(e, r.a, r.m, bell)
    return e.select(r.expanded, near_mean, e.select(r.above, above, below))


def igamma_grad_a(e: Emitter, a: Operand, x: Operand) -> Operand:
    """The derivative of the lower function by `a`; NaN outside of a > 0, x >= 0, but 0 at x = 0."""
    r = _Regions(e, a, x)
    value = e.mul(r.front, _slope_over_front(e, r))
    return _zero_first(e, x, _ends(e, a, x, value, r.inside, 0.0, 0.0))


def sample_slope(e: Emitter, a: Operand, x: Operand) -> Operand:
    """How x moves with `a` where the lower function stays the same; 0 where that is 0 or 1 in double precision.

    It is less the derivative of the lower function by `a`, over that by x, which is a / x times the front.
    """
    r = _Regions(e, a, x)
    value = e.neg(e.mul(e.div(r.x, r.a), _slope_over_front(e, r)))
    zero = e.const(0.0, a)
    value = e.select(e.compare("gt", r.front, zero), value, zero)
    return _zero_first(e, x, _ends(e, a, x, value, r.inside, 0.0, 0.0))
