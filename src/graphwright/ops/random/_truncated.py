"""Normal numbers between bounds."""

from __future__ import annotations

from typing import Final

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ops.math.formulas._erf import erfc
from graphwright.ops.math.formulas._erfinv import ndtri
from graphwright.ops.math.formulas._formula import on_arrays

_FAR: Final = 2.0  # bounds beyond which the tail is drawn by itself
_above, _quantile = on_arrays(erfc), on_arrays(ndtri)


def truncated(low: Array, high: Array, generator: np.random.Generator) -> Array:
    """Numbers of mean 0 and deviation 1 that are not below `low`, nor above `high`, which is larger."""
    left = high < -_FAR
    near, away = np.where(left, -high, low), np.where(left, -low, high)
    made = np.empty(low.shape)
    far = near > _FAR
    made[far] = _tail(near[far], away[far], generator)
    made[~far] = _middle(near[~far], away[~far], generator)
    return np.where(left, -made, made)


def _middle(low: Array, high: Array, generator: np.random.Generator) -> Array:
    """The quantiles of uniform numbers, on the side of 0 on which the bounds' probabilities are not near 1."""
    first, last = (_above(-x / np.sqrt(2.0)) / 2 for x in (low, high))
    return np.asarray(np.clip(_quantile(first + generator.random(low.shape) * (last - first)), low, high))


def _tail(low: Array, high: Array, generator: np.random.Generator) -> Array:
    """Numbers of density x exp(-x^2 / 2), of which those are kept that low / x says (G. Marsaglia, 1964)."""
    made = np.empty(low.shape)
    left = np.arange(low.size)
    while left.size:
        least, most = low[left], high[left]
        with np.errstate(over="ignore"):
            share = -np.expm1((least - most) * (least + most) / 2)
        drawn = np.sqrt(least * least - 2 * np.log1p(-generator.random(left.size) * share))
        kept = generator.random(left.size) * drawn <= least
        made[left[kept]] = np.clip(drawn[kept], least[kept], most[kept])
        left = left[~kept]
    return made
