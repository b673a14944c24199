"""Gamma, Poisson and binomial sampling from Philox by rejection.

Each result reserves its own blocks of the stream, so the draws one result rejects do not shift the others: results for
one parameter are adjacent, `stride` blocks apart. A block gives two float64 numbers, uniform or normal, and the second
is used first. The stride and the order within a block were determined by observing TensorFlow.
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
    """One stream of random numbers per result."""

    def __init__(self, key: Array, counter: Array, starts: Array) -> None:
        self._key, self._counter, self._starts = key, counter, starts.astype(np.uint64)
        self._stride = _stride_of(starts)
        self._block = np.zeros(starts.size, np.int64)
        self._spare: dict[str, tuple[Array, Array]] = {}

    def uniform(self, rows: Array) -> Array:
        """The next uniform number in [0, 1) of each of these results."""
        return self._next("uniform", rows)

    def normal(self, rows: Array) -> Array:
        """The next normal number of each of these results."""
        return self._next("normal", rows)

    def _next(self, kind: str, rows: Array) -> Array:
        if kind not in self._spare:
            self._spare[kind] = np.empty(self._block.size), np.zeros(self._block.size, bool)
        first, has_spare = self._spare[kind]
        reused = has_spare[rows]
        found: Array = first[rows]
        new = rows[~reused]
        if new.size:
            block = self._block[new]
            uniform_step = new.size == self._block.size and bool((block == block[0]).all())
            starts = self._starts[new] + block.astype(np.uint64)
            pairs = _philox.pairs(kind, self._key, self._counter, starts, self._stride if uniform_step else 0)
            found[~reused], first[new] = pairs[:, 1], pairs[:, 0]
            self._block[new] += 1
        has_spare[rows] = ~reused
        return found


def _stride_of(starts: Array) -> int:
    """The constant step between starts; 0 if it varies."""
    if starts.size < 2:
        return 1
    step = int(starts[1] - starts[0])
    return step if step > 0 and bool((np.diff(starts) == step).all()) else 0


Sample = Callable[[Streams, Array], Array]
"""Draws one result for each row of parameters."""


def draw(
    sample: Sample, key: Array, counter: Array, parameters: Array, each: int, stride: Array | int = BLOCKS_PER_RESULT
) -> Array:
    """Draw `each` results for each row of parameters: float64 `[each, rows]`."""
    row_count = len(parameters)
    starts = np.arange(row_count * each, dtype=np.int64)
    starts *= np.repeat(stride, each) if isinstance(stride, np.ndarray) else stride
    result = sample(Streams(key, counter, starts), np.repeat(parameters, each, axis=0))
    return np.asarray(result.reshape(row_count, each).T)


# gamma ------------------------------------------------------------------------------------------------------


def gamma(streams: Streams, parameters: Array) -> Array:
    """Gamma numbers of rate 1 (Marsaglia and Tsang, 2000); NaN where the shape parameter is negative."""
    alpha = parameters[:, 0]
    result = np.where(alpha >= 0, alpha, np.nan)
    exponential, finite = alpha == 1, (alpha > 0) & np.isfinite(alpha)
    result[exponential] = -np.log1p(-streams.uniform(np.flatnonzero(exponential)))
    pending = np.flatnonzero(finite & ~exponential)
    below = alpha < 1
    d = alpha + np.where(below, 2.0 / 3, -1.0 / 3)
    with np.errstate(divide="ignore", invalid="ignore"):
        c = 1.0 / 3 / np.sqrt(d)
    while pending.size:
        x = streams.normal(pending)
        v = 1 + c[pending] * x
        accepted = v > 0
        tried, x, v = pending[accepted], x[accepted], v[accepted]
        u, scale, square = streams.uniform(tried), d[tried], x * x
        v = v * v * v
        with np.errstate(divide="ignore"):
            good = (u < 1 - 0.0331 * (square * square)) | (np.log(u) < 0.5 * square + scale * (1 - v + np.log(v)))
        chosen = tried[good]
        result[chosen] = scale[good] * v[good]
        small = chosen[below[chosen]]
        with np.errstate(under="ignore", over="ignore"):
            result[small] *= np.power(streams.uniform(small), 1 / alpha[small])
        accepted[accepted] = good
        pending = pending[~accepted]
    return result


# Poisson ----------------------------------------------------------------------------------------------------

_LARGEST_RATE: Final = 1e12
"""Above this rate the method exceeds float64 precision: the rate itself is returned."""


def poisson(streams: Streams, parameters: Array) -> Array:
    """Poisson counts of these rates: 0 where the rate is not positive, NaN for NaN."""
    rate = parameters[:, 0]
    result = np.where(rate > 0, rate, np.where(np.isnan(rate), np.nan, 0.0))
    small, large = (np.flatnonzero(s) for s in ((rate > 0) & (rate < 10), (rate >= 10) & (rate <= _LARGEST_RATE)))
    result[small] = _poisson_product(streams, small, rate[small])
    result[large] = _poisson_rejection(streams, large, rate[large])
    return result


def _poisson_product(streams: Streams, rows: Array, rate: Array) -> Array:
    """Knuth's method: the number of uniforms whose product stays above exp(-rate) (TAOCP, volume 2)."""
    least, product, result = np.exp(-rate), np.ones(rows.size), np.zeros(rows.size)
    pending = np.arange(rows.size)
    while pending.size:
        product[pending] *= streams.uniform(rows[pending])
        pending = pending[product[pending] > least[pending]]
        result[pending] += 1
    return result


def _poisson_rejection(streams: Streams, rows: Array, rate: Array) -> Array:
    """Transformed rejection with squeeze, PTRS (W. Hoermann, 1993)."""
    result = np.empty(rows.size)
    b = 0.931 + 2.53 * np.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha, v_r = 1.1239 + 1.1328 / (b - 3.4), 0.9277 - 3.6224 / (b - 2)
    pending = np.arange(rows.size)
    while pending.size:
        mean, wide, more = rate[pending], b[pending], a[pending]
        u, v = streams.uniform(rows[pending]) - 0.5, streams.uniform(rows[pending])
        us = 0.5 - np.abs(u)
        with np.errstate(divide="ignore", invalid="ignore"):
            k = np.floor((2 * more / us + wide) * u + mean + 0.43)
            squeezed = (us >= 0.07) & (v <= v_r[pending])
            possible = ~((k < 0) | ((us < 0.013) & (v > us)))
            height = np.log(v * inverse_alpha[pending] / (more / (us * us) + wide))
            accepted = squeezed | (
                possible & (height <= k * np.log(mean) - mean - _log_gamma(np.where(possible, k, 0.0) + 1))
            )
        result[pending[accepted]] = k[accepted]
        pending = pending[~accepted]
    return result


# binomial ---------------------------------------------------------------------------------------------------

_BLOCKS_PER_GEOMETRIC_RESULT: Final = 42
_MIN_REJECTION_MEAN: Final = 10.0


def binomial_stride(parameters: Array) -> Array:
    """The number of blocks reserved for each result."""
    count, chance = parameters.T
    smaller = np.where(chance <= 0.5, chance, 1 - chance)
    with np.errstate(invalid="ignore"):
        return np.where(count * smaller >= _MIN_REJECTION_MEAN, BLOCKS_PER_RESULT, _BLOCKS_PER_GEOMETRIC_RESULT)


def binomial(streams: Streams, parameters: Array) -> Array:
    """Binomial counts of successes; NaN where a count or probability is NaN."""
    count, chance = parameters.T
    none, all_ = (count <= 0) | (chance <= 0), chance >= 1
    result = np.where(none, 0.0, np.where(all_, count, np.nan))
    sampled = ~(none | all_) & np.isfinite(count) & np.isfinite(chance)
    smaller = np.where(chance <= 0.5, chance, 1 - chance)
    large = np.where(sampled, count, 0.0) * smaller >= _MIN_REJECTION_MEAN
    many, few = np.flatnonzero(large), np.flatnonzero(sampled & ~large)
    result[many] = _binomial_rejection(streams, many, count[many], smaller[many])
    result[few] = _binomial_geometric(streams, few, count[few], smaller[few])
    mirrored = sampled & (chance > 0.5)
    result[mirrored] = count[mirrored] - result[mirrored]
    return result


def _binomial_geometric(streams: Streams, rows: Array, count: Array, chance: Array) -> Array:
    """Count successes by the geometric gaps between them (L. Devroye, 1986)."""
    result, trials = np.zeros(rows.size), np.zeros(rows.size)
    pending = np.arange(rows.size)
    while pending.size:
        with np.errstate(divide="ignore"):
            trials[pending] += np.ceil(np.log(streams.uniform(rows[pending])) / np.log1p(-chance[pending]))
        pending = pending[trials[pending] <= count[pending]]
        result[pending] += 1
    return result


def _binomial_rejection(streams: Streams, rows: Array, n: Array, p: Array) -> Array:
    """Transformed rejection, BTRS (W. Hoermann, 1993)."""
    result = np.empty(rows.size)
    deviation = np.sqrt(n * p * (1 - p))
    b = 1.15 + 2.53 * deviation
    a = -0.0873 + 0.0248 * b + 0.01 * p
    c, v_r, odds = n * p + 0.5, 0.92 - 4.2 / b, p / (1 - p)
    alpha, m = (2.83 + 5.1 / b) * deviation, np.floor((n + 1) * p)
    pending = np.arange(rows.size)
    while pending.size:
        total, mode, r = n[pending], m[pending], odds[pending]
        u, v = streams.uniform(rows[pending]) - 0.5, streams.uniform(rows[pending])
        us = 0.5 - np.abs(u)
        with np.errstate(divide="ignore", invalid="ignore"):
            k = np.floor((2 * a[pending] / us + b[pending]) * u + c[pending])
            squeezed = (us >= 0.07) & (v <= v_r[pending])
            possible = (k >= 0) & (k <= total)
            k = np.where(possible | squeezed, k, 0.0)
            height = np.log(v * alpha[pending] / (a[pending] / (us * us) + b[pending]))
            bound = (
                (mode + 0.5) * np.log((mode + 1) / (r * (total - mode + 1)))
                + (total + 1) * np.log((total - mode + 1) / (total - k + 1))
                + (k + 0.5) * np.log(r * (total - k + 1) / (k + 1))
                + _stirling_error(mode)
                + _stirling_error(total - mode)
                - _stirling_error(k)
                - _stirling_error(total - k)
            )
            accepted = squeezed | (possible & (height <= bound))
        result[pending[accepted]] = k[accepted]
        pending = pending[~accepted]
    return result


_STIRLING_ERRORS: Final = np.array(
    [math.lgamma(k + 1) - (k + 0.5) * math.log(k + 1) + (k + 1) - 0.5 * math.log(2 * math.pi) for k in range(10)]
)


def _stirling_error(k: Array) -> Array:
    """The error of Stirling's approximation to log(k!)."""
    square = (k + 1) * (k + 1)
    series = (1.0 / 12 - (1.0 / 360 - 1.0 / 1260 / square) / square) / (k + 1)
    return np.where(k <= 9, _STIRLING_ERRORS[np.clip(k, 0, 9).astype(np.int64)], series)
