"""Gamma, Poisson and binomial numbers from Philox, by methods that reject some of what they draw.

Each result has blocks of the stream for itself, so that how much one of them needs moves no other: the results for a
parameter lie side by side, `stride` blocks apart. A block gives two float64 numbers, uniform or normal, of which the
second is taken first. How many blocks lie between results, and the order within one, are TensorFlow's by observation.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ops.math.formulas import _lgamma
from graphwright.ops.math.formulas._formula import on_arrays
from graphwright.ops.random import _philox

BLOCKS_PER_RESULT: Final = 256
_log_gamma = on_arrays(_lgamma.log_gamma)


class Streams:
    """The numbers of many results: each takes the next of its own stream."""

    def __init__(self, key: Array, counter: Array, starts: Array) -> None:
        self._key, self._counter, self._starts = key, counter, starts.astype(np.uint64)
        self._stride = _stride_of(starts)
        self._block = np.zeros(starts.size, np.int64)
        self._kept: dict[str, tuple[Array, Array]] = {}

    def uniform(self, of: Array) -> Array:
        """A number in [0, 1) for each of these results."""
        return self._next("uniform", of)

    def normal(self, of: Array) -> Array:
        """A normal number for each of these results."""
        return self._next("normal", of)

    def _next(self, kind: str, of: Array) -> Array:
        if kind not in self._kept:
            self._kept[kind] = np.empty(self._block.size), np.zeros(self._block.size, bool)
        first, is_kept = self._kept[kind]
        reused = is_kept[of]
        found: Array = first[of]
        new = of[~reused]
        if new.size:
            block = self._block[new]
            even = new.size == self._block.size and bool((block == block[0]).all())
            starts = self._starts[new] + block.astype(np.uint64)
            pairs = _philox.pairs(kind, self._key, self._counter, starts, self._stride if even else 0)
            found[~reused], first[new] = pairs[:, 1], pairs[:, 0]
            self._block[new] += 1
        is_kept[of] = ~reused
        return found


def _stride_of(starts: Array) -> int:
    """By how much the next one is always larger; 0 where it differs."""
    if starts.size < 2:
        return 1
    step = int(starts[1] - starts[0])
    return step if step > 0 and bool((np.diff(starts) == step).all()) else 0


Sample = Callable[[Streams, Array], Array]
"""A result for each row of parameters."""


def draw(
    sample: Sample, key: Array, counter: Array, parameters: Array, each: int, stride: Array | int = BLOCKS_PER_RESULT
) -> Array:
    """`each` results for each row of parameters: float64 `[each, rows]`."""
    rows = len(parameters)
    starts = np.arange(rows * each, dtype=np.int64)
    starts *= np.repeat(stride, each) if isinstance(stride, np.ndarray) else stride
    made = sample(Streams(key, counter, starts), np.repeat(parameters, each, axis=0))
    return np.asarray(made.reshape(rows, each).T)


# gamma ------------------------------------------------------------------------------------------------------


def gamma(streams: Streams, parameters: Array) -> Array:
    """Of rate 1 for the shape parameters (G. Marsaglia and W. W. Tsang, 2000); NaN for one that is negative."""
    alpha = parameters[:, 0]
    made = np.where(alpha >= 0, alpha, np.nan)
    exponential, finite = alpha == 1, (alpha > 0) & np.isfinite(alpha)
    made[exponential] = -np.log1p(-streams.uniform(np.flatnonzero(exponential)))
    left = np.flatnonzero(finite & ~exponential)
    below = alpha < 1
    d = alpha + np.where(below, 2.0 / 3, -1.0 / 3)
    with np.errstate(divide="ignore", invalid="ignore"):
        c = 1.0 / 3 / np.sqrt(d)
    while left.size:
        x = streams.normal(left)
        v = 1 + c[left] * x
        kept = v > 0
        tried, x, v = left[kept], x[kept], v[kept]
        u, scale, square = streams.uniform(tried), d[tried], x * x
        v = v * v * v
        with np.errstate(divide="ignore"):
            good = (u < 1 - 0.0331 * (square * square)) | (np.log(u) < 0.5 * square + scale * (1 - v + np.log(v)))
        chosen = tried[good]
        made[chosen] = scale[good] * v[good]
        small = chosen[below[chosen]]
        with np.errstate(under="ignore", over="ignore"):
            made[small] *= np.power(streams.uniform(small), 1 / alpha[small])
        kept[kept] = good
        left = left[~kept]
    return made


# Poisson ----------------------------------------------------------------------------------------------------

_LARGEST_RATE: Final = 1e12
"""The rates above are far from the float64 numbers' precision that the method needs: they stand for themselves."""


def poisson(streams: Streams, parameters: Array) -> Array:
    """Counts of these rates: 0 for one that is not above 0, NaN for NaN."""
    rate = parameters[:, 0]
    made = np.where(rate > 0, rate, np.where(np.isnan(rate), np.nan, 0.0))
    small, large = (np.flatnonzero(s) for s in ((rate > 0) & (rate < 10), (rate >= 10) & (rate <= _LARGEST_RATE)))
    made[small] = _by_products(streams, small, rate[small])
    made[large] = _poisson_rejection(streams, large, rate[large])
    return made


def _by_products(streams: Streams, of: Array, rate: Array) -> Array:
    """How many uniform numbers have a product above exp(-rate) (D. E. Knuth, The Art of Computer Programming 2)."""
    least, product, made = np.exp(-rate), np.ones(of.size), np.zeros(of.size)
    left = np.arange(of.size)
    while left.size:
        product[left] *= streams.uniform(of[left])
        left = left[product[left] > least[left]]
        made[left] += 1
    return made


def _poisson_rejection(streams: Streams, of: Array, rate: Array) -> Array:
    """Transformed rejection with a squeeze, PTRS (W. Hoermann, 1993)."""
    made = np.empty(of.size)
    b = 0.931 + 2.53 * np.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha, v_r = 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)
    left = np.arange(of.size)
    while left.size:
        mean, wide, more = rate[left], b[left], a[left]
        u, v = streams.uniform(of[left]) - 0.5, streams.uniform(of[left])
        us = 0.5 - np.abs(u)
        with np.errstate(divide="ignore", invalid="ignore"):
            k = np.floor((2 * more / us + wide) * u + mean + 0.43)
            squeezed = (us >= 0.07) & (v <= v_r[left])
            possible = ~((k < 0) | ((us < 0.013) & (v > us)))
            height = np.log(v * inverse_alpha[left] / (more / (us * us) + wide))
            kept = squeezed | (
                possible & (height <= k * np.log(mean) - mean - _log_gamma(np.where(possible, k, 0.0) + 1))
            )
        made[left[kept]] = k[kept]
        left = left[~kept]
    return made


# binomial ---------------------------------------------------------------------------------------------------

_BLOCKS_BY_GAPS: Final = 42
_LEAST_MEAN: Final = 10.0


def binomial_stride(parameters: Array) -> Array:
    """How many blocks each result of these counts and probabilities has."""
    count, chance = parameters.T
    smaller = np.where(chance <= 0.5, chance, 1 - chance)
    with np.errstate(invalid="ignore"):
        return np.where(count * smaller >= _LEAST_MEAN, BLOCKS_PER_RESULT, _BLOCKS_BY_GAPS)


def binomial(streams: Streams, parameters: Array) -> Array:
    """How many of so many trials succeed that do with these probabilities; NaN where one of them is NaN."""
    count, chance = parameters.T
    none, all_ = (count <= 0) | (chance <= 0), chance >= 1
    made = np.where(none, 0.0, np.where(all_, count, np.nan))
    drawn = ~(none | all_) & np.isfinite(count) & np.isfinite(chance)
    smaller = np.where(chance <= 0.5, chance, 1 - chance)
    large = np.where(drawn, count, 0.0) * smaller >= _LEAST_MEAN
    many, few = np.flatnonzero(large), np.flatnonzero(drawn & ~large)
    made[many] = _binomial_rejection(streams, many, count[many], smaller[many])
    made[few] = _by_gaps(streams, few, count[few], smaller[few])
    turned = drawn & (chance > 0.5)
    made[turned] = count[turned] - made[turned]
    return made


def _by_gaps(streams: Streams, of: Array, count: Array, chance: Array) -> Array:
    """How many successes fit, the gaps between which have the geometric distribution (L. Devroye, 1986)."""
    made, trials = np.zeros(of.size), np.zeros(of.size)
    left = np.arange(of.size)
    while left.size:
        with np.errstate(divide="ignore"):
            trials[left] += np.ceil(np.log(streams.uniform(of[left])) / np.log1p(-chance[left]))
        left = left[trials[left] <= count[left]]
        made[left] += 1
    return made


def _binomial_rejection(streams: Streams, of: Array, n: Array, p: Array) -> Array:
    """Transformed rejection, BTRS (W. Hoermann, 1993)."""
    made = np.empty(of.size)
    deviation = np.sqrt(n * p * (1 - p))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    c, v_r, odds = n * p + 0.5, 0.92 - 4.2 / b, p / (1 - p)
    alpha, m = (2.83 + 5.1 / b) * deviation, np.floor((n + 1) * p)
    left = np.arange(of.size)
    while left.size:
        total, mode, r = n[left], m[left], odds[left]
        u, v = streams.uniform(of[left]) - 0.5, streams.uniform(of[left])
        us = 0.5 - np.abs(u)
        with np.errstate(divide="ignore", invalid="ignore"):
            k = np.floor((2 * a[left] / us + b[left]) * u + c[left])
            squeezed = (us >= 0.07) & (v <= v_r[left])
            possible = (k >= 0) & (k <= total)
            k = np.where(possible | squeezed, k, 0.0)
            height = np.log(v * alpha[left] / (a[left] / (us * us) + b[left]))
            bound = (
                (mode + 0.5) * np.log((mode + 1) / (r * (total - mode + 1)))
                + (total + 1) * np.log((total - mode + 1) / (total - k + 1))
                + (k + 0.5) * np.log(r * (total - k + 1) / (k + 1))
                + _tail(mode)
                + _tail(total - mode)
                - _tail(k)
                - _tail(total - k)
            )
            kept = squeezed | (possible & (height <= bound))
        made[left[kept]] = k[kept]
        left = left[~kept]
    return made


_EXACT: Final = np.array(
    [math.lgamma(k + 1) - (k + 0.5) * math.log(k + 1) + (k + 1) - 0.5 * math.log(2 * math.pi) for k in range(10)]
)


def _tail(k: Array) -> Array:
    """What Stirling's formula lacks of the logarithm of k!."""
    square = (k + 1) * (k + 1)
    series = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)
    return np.where(k <= 9, _EXACT[np.clip(k, 0, 9).astype(np.int64)], series)
