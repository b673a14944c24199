"""Truncated normal sampling with arbitrary bounds."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ops.math.formulas._erf import erfc
from graphwright.ops.math.formulas._erfinv import ndtri
from graphwright.ops.math.formulas._formula import on_arrays

_TAIL_START: Final = 2.0  # beyond this bound, sample the tail directly
_erfc, _quantile = on_arrays(erfc), on_arrays(ndtri)


def truncated(low: Array, high: Array, generator: np.random.Generator) -> Array:
    """Standard normal numbers in `[low, high]`; `low < high`."""
    left = high < -_TAIL_START
    inner, outer = np.where(left, -high, low), np.where(left, -low, high)
    result = np.empty(low.shape)
    far = inner > _TAIL_START
    result[far] = _tail(inner[far], outer[far], generator)
    result[~far] = _by_inversion(inner[~far], outer[~far], generator)
    return np.where(left, -result, result)


def _by_inversion(low: Array, high: Array, generator: np.random.Generator) -> Array:
    """Sample by inverting the distribution function; the bounds' probabilities are not near 1."""
    first, last = (_erfc(-x / np.sqrt(2.0)) / 2 for x in (low, high))
    return np.asarray(np.clip(_quantile(first + generator.random(low.shape) * (last - first)), low, high))


def _tail(low: Array, high: Array, generator: np.random.Generator) -> Array:
    """Marsaglia's tail method (1964): draw from density x exp(-x^2 / 2) and accept with probability low / x."""
    result = np.empty(low.shape)
    pending = np.arange(low.size)
    while pending.size:
        least, most = low[pending], high[pending]
        with np.errstate(over="ignore"):
            share = -np.expm1((least - most) * (least + most) / 2)
        drawn = np.sqrt(least * least - 2 * np.log1p(-generator.random(pending.size) * share))
        accepted = generator.random(pending.size) * drawn <= least
        result[pending[accepted]] = np.clip(drawn[accepted], least[accepted], most[accepted])
        pending = pending[~accepted]
    return result
