"""Bessel functions and the zeta function of two arguments on NumPy arrays; see `_special` for the tables."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from graphwright.ops import _special
from graphwright.ops._special import Array, chebyshev, in_double

# exp(-x) I0(x) for x in [0, 8], over x / 4 - 1
_I0_NEAR: Final = (
    0.33839763720473803, -0.3046826723431984, 0.17162090152220877, -0.09490109704804764, 0.04930528423967071,
    -0.02373741480589947, 0.010546460394594998, -0.004324309995050576, 0.0016394756169413357,
    -0.0005763755745385824, 0.00018850288509584165, -5.754195010082104e-05, 1.6448448070728896e-05,
    -4.4167383584587505e-06, 1.1173875391201037e-06, -2.670793853940612e-07, 6.046995022541919e-08,
    -1.300025009986248e-08, 2.6598237246823866e-09, -5.189795601635263e-10, 9.675809035373237e-11,
    -1.726826291441556e-11, 2.95505266312964e-12, -4.856446783111929e-13, 7.676185498604936e-14,
    -1.1685332877993451e-14, 1.715391285555133e-15, -2.431279846547955e-16, 3.3307945188222384e-17,
    -4.4153416464793395e-18, 5.669178006921496e-19,
)  # fmt: skip

# exp(-x) I0(x) sqrt(x) for x >= 8, over 16 / x - 1
_I0_FAR: Final = (
    0.4022452055070544, 0.0033691164782556943, 6.889758346916825e-05, 2.8913705208347567e-06,
    2.0489185894690638e-07, 2.266668990498178e-08, 3.3962320257083865e-09, 4.94060238822497e-10,
    1.1889147107846439e-11, -3.1499165279632416e-11, -1.3215811840447713e-11, -1.7941785315068062e-12,
    7.180124451383666e-13, 3.8527783827421426e-13, 1.54008621752141e-14, -4.150569347287222e-14,
    -9.554846698828307e-15, 3.8116806693526224e-15, 1.7725601330565263e-15, -3.425485619677219e-16,
    -2.8276239805165836e-16, 3.461222867697461e-17, 4.46562142029676e-17, -4.830504485944182e-18,
    -7.233180487874754e-18, 9.92147541217369e-19, 1.1936508908459817e-18,
)  # fmt: skip

# exp(-x) I1(x) / x for x in [0, 8], over x / 4 - 1
_I1_NEAR: Final = (
    0.12629359322181682, -0.17641651835783406, 0.1026436586898471, -0.05294598120809499, 0.024726449030626516,
    -0.010564084894626197, 0.004156422944312888, -0.0015135724506312532, 0.0005122859561685758,
    -0.00016176081582589674, 4.781565107550054e-05, -1.3273163656039436e-05, 3.4702513081376785e-06,
    -8.568720264695455e-07, 2.0032947535521353e-07, -4.445059128796328e-08, 9.381537386495773e-09,
    -1.8872497517228294e-09, 3.625590281552117e-10, -6.663489723502027e-11, 1.1736186298890901e-11,
    -1.9839743977649436e-12, 3.223793365945575e-13, -5.042185504727912e-14, 7.600684294735408e-15,
    -1.1055969477353862e-15, 1.5536319577362005e-16, -2.111421214358166e-17, 2.7779141127610464e-18,
    -3.541581772542136e-19,
)  # fmt: skip

# exp(-x) I1(x) sqrt(x) for x >= 8, over 16 / x - 1
_I1_FAR: Final = (
    0.38928811750914005, -0.009761097491361469, -0.00011058893876262371, -3.882564808877691e-06,
    -2.512236237870209e-07, -2.6314688468895196e-08, -3.835380385964237e-09, -5.589743462196584e-10,
    -1.8974958123505413e-11, 3.2526035830154884e-11, 1.4125807436613782e-11, 2.0356285441470896e-12,
    -7.198551776245908e-13, -4.0835511110921974e-13, -2.1015418427726643e-14, 4.272440016711951e-14,
    1.0420276984128802e-14, -3.8144030724370075e-15, -1.8803547755107825e-15, 3.3082023109209285e-16,
    2.96262899764595e-16, -3.209525921993424e-17, -4.650305368489358e-17, 4.414348323071708e-18,
    7.517296310842104e-18, -9.314178867326875e-19, -1.2421932751948906e-18,
)  # fmt: skip

# the Bernoulli numbers B2, B4, ... over their factorials (2k)!
_BERNOULLI: Final = tuple(
    b / math.factorial(2 * k)
    for k, b in enumerate((1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510, 43867 / 798), 1)
)


def _bessel(x: Array, near: tuple[float, ...], far: tuple[float, ...]) -> Array:
    size = np.minimum(np.abs(x), 1e300)
    result: Array = np.where(
        size <= 8,
        chebyshev(np.minimum(size, 8) / 4 - 1, near),
        chebyshev(16 / np.maximum(size, 8) - 1, far) / np.sqrt(np.maximum(size, 8)),
    )
    result[np.isinf(x)] = 0
    return result


def _i1e(x: Array) -> Array:
    values = _bessel(x, _I1_NEAR, _I1_FAR)
    # the table for small numbers leaves a factor x out
    result: Array = np.where(np.abs(x) <= 8, values * x, np.copysign(values, x))
    return result


i0e = in_double(lambda x: _bessel(x, _I0_NEAR, _I0_FAR))
i1e = in_double(_i1e)


def zeta(s: Array, q: Array) -> Array:
    """The sum of `(q + n) ** -s` over n = 0, 1, 2, ...: terms at first, then Euler and Maclaurin's formula."""
    wide_s, wide_q = (np.array(v, np.float64) for v in np.broadcast_arrays(s, q))
    result = _zeta(wide_s.reshape(-1), wide_q.reshape(-1))
    return result.reshape(wide_s.shape).astype(np.asarray(s).dtype)


def _zeta(s: Array, q: Array) -> Array:
    total = np.zeros_like(q)
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
        size = np.exp(_special.log_gamma(order + 1)) * _zeta(order + 1, place)
        result = np.where(order % 2 == 1, size, -size)
    zeroth = order == 0
    result[zeroth] = _special.digamma(place[zeroth])
    result[(order < 0) | (np.floor(order) != order)] = np.nan
    made: Array = result.reshape(shape).astype(np.asarray(n).dtype)
    return made
