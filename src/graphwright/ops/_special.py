"""Special functions on NumPy arrays, to about a unit in the last place or two of float64.

The tables are Chebyshev coefficients, computed with 50 digits from the definitions in the comments.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

Array = np.ndarray[Any, Any]

# erf(x) / x for x * x in [0, 1]
_ERF: Final = (
    0.9754769393826541, -0.14226120510371365, 0.010035582187599796, -0.0005768764699767485, 2.741993125219606e-05,
    -1.1043175507344507e-06, 3.8488755420345036e-08, -1.1808582533875466e-09, 3.2334215826050907e-11,
    -7.991015947004549e-13, 1.7990725113961456e-14, -3.718635487818693e-16, 7.103599003714253e-18,
)  # fmt: skip

# erfc(x) exp(x * x) (x + 1/2) for x >= 1, over 1 - 4 / (x + 1)
_ERFC: Final = (
    0.6144213627399545, -0.0401820662774525, -0.011852433143804644, 0.0016209361260787025, 0.00022155785447893628,
    -3.208349859549399e-05, -8.335216429836678e-06, 2.9452879807932115e-07, 3.310018244803456e-07,
    3.159275951211827e-08, -9.29340124230763e-09, -2.9466030389126293e-09, -8.153519068387059e-11,
    1.3294272408299132e-10, 3.1558376427185277e-11, -5.047206252010071e-13, -1.931017982075389e-12,
    -4.308319942148111e-13, 1.2150194688670318e-14, 3.062794831635643e-14, 7.39221795613521e-15,
    -2.9647782577809693e-17, -5.216266988405836e-16, -1.5042539529734714e-16, -7.125010284084292e-18,
    9.020441032782326e-18, 3.3797806711878148e-18,
)  # fmt: skip

# log(gamma(x)) / ((x - 1) (x - 2)) for x in [1, 3], over x - 2
_LOG_GAMMA: Final = (
    0.44148902545501423, -0.11119580321752523, 0.01951044826068884, -0.003922461463025264, 0.0008478989895953857,
    -0.00019153855341365593, 4.454470184975607e-05, -1.05728743735943e-05, 2.5474336873408417e-06,
    -6.208535880776316e-07, 1.5268677399071546e-07, -3.782637660291326e-08, 9.428100823624284e-09,
    -2.361999702184645e-09, 5.943541905817546e-10, -1.501312977072867e-10, 3.8050196458110534e-11,
    -9.672485299656325e-12, 2.465348198355661e-12, -6.298868140791711e-13, 1.6128460030283787e-13,
    -4.137949206814042e-14, 1.0635701227757898e-14, -2.7382420786652826e-15, 7.060670507214892e-16,
    -1.8232177141662118e-16, 4.714169006756272e-17, -1.2204107319639856e-17, 3.1630451661790255e-18,
    -8.206746544166728e-19,
)  # fmt: skip


def chebyshev(u: Array, coefficients: tuple[float, ...]) -> Array:
    """The Chebyshev series at `u` in [-1, 1] (Clenshaw's recurrence)."""
    twice = 2 * u
    last = before = np.zeros_like(u)
    for c in coefficients[:0:-1]:
        last, before = twice * last - before + c, last
    return u * last - before + coefficients[0]


def in_double(function: Any) -> Any:
    """A function of float64 arrays as one of arrays of any float dtype."""

    def kernel(x: Array) -> Array:
        wide = np.array(x, np.float64).reshape(-1)
        result: Array = function(wide).reshape(x.shape).astype(x.dtype)
        return result

    return kernel


def _exp_of_minus_square(x: Array) -> Array:
    # x * x is rounded, and exp multiplies that error by x * x; a short head squares exactly
    head = x.astype(np.float32).astype(np.float64)
    return np.exp(-head * head) * np.exp((head - x) * (head + x))


def _erf_small(x: Array) -> Array:
    return x * chebyshev(2 * x * x - 1, _ERF)


def _erfc_large(x: Array) -> Array:
    # beyond 28 the result is 0, and infinity would make NaN on the way
    x = np.minimum(x, 28.0)
    return _exp_of_minus_square(x) * chebyshev(1 - 4 / (x + 1), _ERFC) / (x + 0.5)


def _erf(x: Array) -> Array:
    result = np.array(x)
    size = np.abs(x)
    small, large = size <= 1, size > 1
    result[small] = _erf_small(x[small])
    result[large] = np.copysign(1 - _erfc_large(size[large]), x[large])
    return result


def _erfc(x: Array) -> Array:
    result = np.array(x)
    size = np.abs(x)
    small, large = size <= 1, size > 1
    result[small] = 1 - _erf_small(x[small])
    tail = _erfc_large(size[large])
    result[large] = np.where(x[large] > 0, tail, 2 - tail)
    return result


def _log_gamma_positive(x: Array) -> Array:
    """For x >= 1/2."""
    result = np.empty_like(x)
    near = x <= 3
    lifted = np.where(x < 1, x + 1, x)[near]
    result[near] = (lifted - 1) * (lifted - 2) * chebyshev(lifted - 2, _LOG_GAMMA)
    below_one = near & (x < 1)
    result[below_one] -= np.log(x[below_one])
    result[~near] = _stirling(x[~near])
    return result


def _stirling(x: Array) -> Array:
    """Stirling's series for x > 3, after the recurrence has carried x beyond 10."""
    factor = np.ones_like(x)
    for _ in range(7):
        low = x < 10
        factor = np.where(low, factor * x, factor)
        x = np.where(low, x + 1, x)
    square = 1 / (x * x)
    series = 1 / 12 + square * (
        -1 / 360
        + square * (1 / 1260 + square * (-1 / 1680 + square * (1 / 1188 + square * (-691 / 360360 + square / 156))))
    )
    return (x - 0.5) * np.log(x) - x + 0.9189385332046728 + series / x - np.log(factor)


def _log_gamma(x: Array) -> Array:
    result = np.array(x)
    right, left = x >= 0.5, x < 0.5
    result[right] = _log_gamma_positive(x[right])
    # gamma(x) gamma(1 - x) = pi / sin(pi x)
    y = x[left]
    sine = np.abs(np.sin(np.pi * (y - np.rint(y))))
    result[left] = np.log(np.pi / sine) - _log_gamma_positive(1 - y)
    result[np.isinf(x) | ((x <= 0) & (x == np.floor(x)))] = np.inf
    return result


def _digamma_positive(x: Array) -> Array:
    """For x >= 1/2: the asymptotic series, after the recurrence has carried x beyond 10."""
    shift = np.zeros_like(x)
    for _ in range(10):
        low = x < 10
        shift = np.where(low, shift + 1 / x, shift)
        x = np.where(low, x + 1, x)
    square = 1 / (x * x)
    series = square * (
        1 / 12
        - square
        * (
            1 / 120
            - square * (1 / 252 - square * (1 / 240 - square * (1 / 132 - square * (691 / 32760 - square / 12))))
        )
    )
    return np.log(x) - 0.5 / x - series - shift


def _digamma(x: Array) -> Array:
    result = np.array(x)
    right, left = x >= 0.5, x < 0.5
    result[right] = _digamma_positive(x[right])
    y = x[left]
    result[left] = _digamma_positive(1 - y) - np.pi / np.tan(np.pi * (y - np.rint(y)))
    result[(x <= 0) & (x == np.floor(x))] = np.nan
    result[x == np.inf] = np.inf
    return result


def _erfinv(y: Array) -> Array:
    result = np.full_like(y, np.nan)
    inside = np.abs(y) < 1
    result[inside] = _erfinv_inside(y[inside])
    ends = np.abs(y) == 1
    result[ends] = np.copysign(np.inf, y[ends])
    return result


def _erfinv_inside(y: Array) -> Array:
    """A rough start (Winitzki's formula), then Halley's steps on the smaller of erf and erfc."""
    a = 0.147
    log = np.log1p(-y * y)
    b = 2 / (np.pi * a) + log / 2
    x = np.sqrt(np.maximum(np.sqrt(b * b - log / a) - b, 0))
    size = np.abs(y)
    for _ in range(3):
        miss = np.where(size < 0.5, _erf(x) - size, (1 - size) - _erfc(x))
        step = miss / (2 / np.sqrt(np.pi) * _exp_of_minus_square(x))
        x = x - step / (1 + x * step)
    signed: Array = np.copysign(x, y)
    return signed


erf = in_double(_erf)
erfc = in_double(_erfc)
log_gamma = in_double(_log_gamma)
digamma = in_double(_digamma)
erfinv = in_double(_erfinv)
ndtri = in_double(lambda p: np.sqrt(2) * _erfinv(2 * p - 1))
