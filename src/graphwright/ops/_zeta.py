"""The zeta function of two arguments, and the derivatives of digamma, on NumPy arrays."""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np

from graphwright.ops import _gamma
from graphwright.ops._formulas import on_arrays

Array = np.ndarray[Any, Any]

# the Bernoulli numbers B2, B4, ... over their factorials (2k)!
_BERNOULLI: Final = tuple(
    b / math.factorial(2 * k)
    for k, b in enumerate((1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798), 1)
)

_AS_INFINITY: Final = 1e100  # powers of this size are 0, 1 or infinite, and times them is no NaN


def zeta(s: Array, q: Array) -> Array:
    """The sum of `(q + n) ** -s` over n = 0, 1, 2, ...: terms at first, then Euler and Maclaurin's formula."""
    wide_s, wide_q = (np.array(v, np.float64) for v in np.broadcast_arrays(s, q))
    result = _zeta(wide_s.reshape(-1), wide_q.reshape(-1))
    return result.reshape(wide_s.shape).astype(np.asarray(s).dtype)


def _zeta(s: Array, q: Array) -> Array:
    total = np.zeros_like(q)
    s = np.minimum(s, _AS_INFINITY)
    with np.errstate(all="ignore"):
        at = np.maximum(q, -1e4)
        # the formula wants more terms before it the faster they fall
        enough = 10 + np.minimum(np.abs(s), 100)
        while (low := at < enough).any():
            total = np.where(low, total + np.abs(at) ** -s * np.where((at < 0) & (s % 2 == 1), -1, 1), total)
            at = np.where(low, at + 1, at)
        tail = at ** (1 - s) / (s - 1) + 0.5 * at**-s
        term = s * at ** (-s - 1)
        for k, b in enumerate(_BERNOULLI):
            tail += b * term
            term = term * (s + 2 * k + 1) * (s + 2 * k + 2) / (at * at)
        result: Array = total + tail
    whole = np.floor(s) == s
    result[(q < 0) & (~whole | (q < -1e4))] = np.nan
    result[(q <= 0) & (np.floor(q) == q)] = np.nan
    result[(q <= 0) & (np.floor(q) == q) & (s % 2 == 0)] = np.inf
    result[s == 1] = np.inf
    result[(s < 1) | np.isnan(s) | np.isnan(q)] = np.nan
    return result


def polygamma(n: Array, x: Array) -> Array:
    """The derivative of order n of digamma."""
    order, place = (np.array(v, np.float64) for v in np.broadcast_arrays(n, x))
    shape = order.shape
    order, place = order.reshape(-1), place.reshape(-1)
    with np.errstate(all="ignore"):
        size = np.exp(on_arrays(_gamma.log_gamma)(order + 1)) * _zeta(order + 1, place)
        result = np.where(order % 2 == 1, size, -size)
    zeroth = order == 0
    result[zeroth] = on_arrays(_gamma.digamma)(place[zeroth])
    result[(order < 0) | (np.floor(order) != order)] = np.nan
    made: Array = result.reshape(shape).astype(np.asarray(n).dtype)
    return made
