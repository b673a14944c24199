"""The incomplete gamma functions of large parameters, which no series reaches: Temme's expansion about the mean.

With x = a (1 + m) and n ** 2 / 2 = m - log(1 + m), the upper function is that of a normal distribution at n sqrt(a) and
a correction, exp(-a n ** 2 / 2) / sqrt(2 pi a) times polynomials in n over powers of a.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphwright.ops import _erf
from graphwright.ops._formulas import on_arrays

Array = np.ndarray[Any, Any]

LARGE: Final = 1e5  # from here on two powers of a are enough, and what is further from the mean is 0 or 1
_FARTHEST: Final = 0.15

_FIRST: Final = (
    -1 / 3, 1 / 12, -2 / 135, 1 / 864, 1 / 2835, -139 / 777600, 1 / 25515, -571 / 261273600, -281 / 151559100
)  # fmt: skip
_SECOND: Final = (-1 / 540, -1 / 288, 1 / 378, -77 / 77760, 1 / 4860)

_erfc = on_arrays(_erf.erfc)


def gamma_parts(a: Array, x: Array) -> tuple[Array, Array, Array]:
    """The lower and the upper regularized function for a >= LARGE, 0 < x < inf, and the lower one's derivative by a."""
    with np.errstate(all="ignore"):
        m = np.clip(np.where(np.isfinite(a), (x - a) / a, -1.0), -_FARTHEST, _FARTHEST)
        half_square = _less_its_log(m)
        n = np.copysign(np.sqrt(2 * half_square), m)
        front = np.exp(-a * half_square) / np.sqrt(2 * np.pi * a)
        first, second = np.polynomial.Polynomial(_FIRST), np.polynomial.Polynomial(_SECOND)
        factor = first(n) + second(n) / a
        distance, correction = n * np.sqrt(a / 2), front * factor
        upper = _erfc(distance) / 2 + correction
        lower = _erfc(-distance) / 2 - correction
        # n changes by -ratio / a with a
        ratio = np.where(n == 0, 1.0, m / n)
        by_n = first.deriv()(n) + second.deriv()(n) / a
        changed = (np.log1p(m) - 0.5 / a) * factor - by_n * ratio / a - second(n) / (a * a)
        return lower, upper, front * (n / 2 - ratio - changed)


def _less_its_log(m: Array) -> Array:
    """m - log(1 + m) for small m, as 2 atanh(m / (2 + m)) gives the logarithm: nothing cancels."""
    r = m / (2 + m)
    square = r * r
    rest = np.polynomial.Polynomial([1 / (2 * k + 3) for k in range(9)])(square)
    made: Array = r * (m - 2 * square * rest)
    return made
