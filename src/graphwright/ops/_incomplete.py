"""Incomplete gamma and beta functions on NumPy arrays."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphwright.ops import _gamma, _large_gamma
from graphwright.ops._formulas import on_arrays

Array = np.ndarray[Any, Any]

log_gamma, digamma = on_arrays(_gamma.log_gamma), on_arrays(_gamma.digamma)

_SMALL: Final = 2.0**-53
# products are rounded at each step, so that two in a row may differ by so much for ever
_SETTLED: Final = 2.0**-50
_MOST_TERMS: Final = 20_000


def _front(a: Array, x: Array) -> Array:
    """x^a exp(-x) / gamma(a + 1)."""
    made: Array = np.exp(a * np.log(x) - x - log_gamma(a + 1))
    return made


def _lower_series(a: Array, x: Array) -> tuple[Array, Array]:
    """The sum of x^n / ((a + 1) ... (a + n)) over n = 0, 1, 2, ..., and its derivative by a."""
    term, total = np.ones_like(a), np.ones_like(a)
    slope, total_slope = np.zeros_like(a), np.zeros_like(a)
    n = 0
    while n < _MOST_TERMS:
        n += 1
        factor = x / (a + n)
        slope = slope * factor - term * factor / (a + n)
        term = term * factor
        total, total_slope = total + term, total_slope + slope
        if np.all(term <= _SMALL * total) and np.all(np.abs(slope) <= _SMALL * total):
            break
    return total, total_slope


def _upper_fraction(a: Array, x: Array) -> tuple[Array, Array]:
    """The continued fraction x + 1 - a - 1 (1 - a) / (x + 3 - a - ...) turned upside down, and its derivative by a.

    Numerators p and denominators q of its convergents come from the two before them; they grow, so all are made smaller
    together from time to time.
    """
    zero, one = np.zeros_like(a), np.ones_like(a)
    partial = x + 1 - a
    p_before, p, q_before, q = zero, one, one, partial
    dp_before, dp, dq_before, dq = zero, zero, zero, -one
    value, slope = p / q, dp / q - p * dq / (q * q)
    for n in range(1, _MOST_TERMS):
        across, d_across = n * (a - n), float(n)
        partial = partial + 2
        p_next, q_next = partial * p + across * p_before, partial * q + across * q_before
        dp_next = partial * dp - p + across * dp_before + d_across * p_before
        dq_next = partial * dq - q + across * dq_before + d_across * q_before
        p_before, p, q_before, q = p, p_next, q, q_next
        dp_before, dp, dq_before, dq = dp, dp_next, dq, dq_next
        last, last_slope = value, slope
        value = p / q
        slope = (dp - value * dq) / q
        moved = np.maximum(np.abs(value - last), np.abs(slope - last_slope))
        if np.all(moved <= _SETTLED * np.abs(value)):
            break
        scale = np.where(np.abs(q) > 1e100, 1e-100, 1.0)
        p_before, p, q_before, q = p_before * scale, p * scale, q_before * scale, q * scale
        dp_before, dp, dq_before, dq = dp_before * scale, dp * scale, dq_before * scale, dq * scale
    return value, slope


def _gamma_parts(a: Array, x: Array) -> tuple[Array, Array, Array]:
    """The lower and the upper regularized function for a > 0, 0 < x < inf, and the lower one's derivative by a."""
    lower, upper, slope = np.empty_like(a), np.empty_like(a), np.empty_like(a)
    large = a >= _large_gamma.LARGE
    if large.any():
        lower[large], upper[large], slope[large] = _large_gamma.gamma_parts(a[large], x[large])
    low, high = ~large & (x < a + 1), ~large & (x >= a + 1)
    if low.any():
        s, t = a[low], x[low]
        total, total_slope = _lower_series(s, t)
        front = _front(s, t)
        lower[low] = front * total
        upper[low] = 1 - lower[low]
        slope[low] = front * (total_slope + total * (np.log(t) - digamma(s + 1)))
    if high.any():
        s, t = a[high], x[high]
        value, value_slope = _upper_fraction(s, t)
        front = _front(s, t) * s
        upper[high] = front * value
        lower[high] = 1 - upper[high]
        slope[high] = -front * (value_slope + value * (np.log(t) - digamma(s)))
    return lower, upper, slope


def _gamma_kernel(which: int, at_zero: float, at_infinity: float) -> Any:
    """A kernel of one of the parts: `at_zero` for x = 0, `at_infinity` for x = inf; NaN outside of a > 0, x >= 0."""

    def kernel(a: Array, x: Array) -> Array:
        with np.errstate(all="ignore"):
            wide_a, wide_x = np.broadcast_arrays(a.astype(np.float64), x.astype(np.float64))
            made = np.full(wide_a.shape, np.nan)
            allowed = wide_a > 0
            made[allowed & (wide_x == 0)] = at_zero
            made[allowed & (wide_x == np.inf)] = at_infinity
            usual = allowed & (wide_x > 0) & np.isfinite(wide_x)
            made[usual] = _gamma_parts(wide_a[usual], wide_x[usual])[which]
            result: Array = made.astype(a.dtype)
            return result

    return kernel


igamma = _gamma_kernel(0, 0.0, 1.0)
igammac = _gamma_kernel(1, 1.0, 0.0)
igamma_grad_a = _gamma_kernel(2, 0.0, 0.0)


def _beta_fraction(a: Array, b: Array, x: Array) -> Array:
    """The continued fraction of the incomplete beta function, from its front, for x below its mean (Lentz's way)."""
    tiny = 1e-300
    c = np.ones_like(x)
    d = 1 - (a + b) * x / (a + 1)
    d = 1 / np.where(np.abs(d) < tiny, tiny, d)
    value = d
    for m in range(1, _MOST_TERMS):
        for across in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + across * d
            c = 1 + across / c
            c = np.where(np.abs(c) < tiny, tiny, c)
            d = 1 / np.where(np.abs(d) < tiny, tiny, d)
            value = value * c * d
        if np.all(np.abs(c * d - 1) <= _SETTLED):
            break
    return value


def _beta_inside(a: Array, b: Array, x: Array) -> Array:
    turned = x > (a + 1) / (a + b + 2)
    y = np.where(turned, 1 - x, x)
    first, second = np.where(turned, b, a), np.where(turned, a, b)
    front = np.exp(
        log_gamma(a + b) - log_gamma(a) - log_gamma(b) + np.where(turned, second * np.log(x), first * np.log(x))
        + np.where(turned, first * np.log1p(-x), second * np.log1p(-x))
    )  # fmt: skip
    part = front * _beta_fraction(first, second, y) / first
    made: Array = np.where(turned, 1 - part, part)
    return made


def betainc(a: Array, b: Array, x: Array) -> Array:
    """The regularized incomplete beta function; NaN outside of a > 0, b > 0, 0 <= x <= 1."""
    with np.errstate(all="ignore"):
        wide = np.broadcast_arrays(*(v.astype(np.float64) for v in (a, b, x)))
        made = np.full(wide[0].shape, np.nan)
        allowed = (wide[0] > 0) & (wide[1] > 0) & np.isfinite(wide[0]) & np.isfinite(wide[1])
        made[allowed & (wide[2] == 0)] = 0.0
        made[allowed & (wide[2] == 1)] = 1.0
        usual = allowed & (wide[2] > 0) & (wide[2] < 1)
        made[usual] = _beta_inside(*(v[usual] for v in wide))
        result: Array = made.astype(x.dtype)
        return result
