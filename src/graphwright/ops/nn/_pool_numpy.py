"""Pooling kernels in NumPy: channels-last, one pass over the input per window tap.

The maximum of a window is the first element greater than all before it, so NaN is never selected. Padding is ignored
by maxima and averages.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ops.nn._window_geometry import PlacedWindow, inner, pad, positions, tap_slices, taps_of


def lowest(dtype: Any) -> Any:
    """The identity of the maximum for a dtype."""
    return np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def _first_taps(placed: Sequence[PlacedWindow]) -> Array:
    """For each position, the index of the first tap that is not padding."""
    first = np.zeros((), np.int32)
    for p in placed:
        own = np.maximum(p.before - np.arange(p.count) * p.stride, 0)
        first = first[..., None] * p.window + own
    return np.asarray(first, np.int32)


def max_with_tap(x: Array, placed: Sequence[PlacedWindow]) -> tuple[Array, Array]:
    """The maximum of each window and the index of its tap."""
    shape = (x.shape[0], *positions(placed), x.shape[-1])
    padded = pad(x, placed, lowest(x.dtype))
    best = np.full(shape, lowest(x.dtype), x.dtype)
    chosen = np.broadcast_to(_first_taps(placed)[None, ..., None], shape).copy()
    for number, taps in enumerate(taps_of(placed)):
        seen = padded[tap_slices(placed, taps)]
        better = seen > best
        best = np.where(better, seen, best)
        chosen[better] = number
    return best, chosen


def scatter_to_max(grad: Array, chosen: Array, placed: Sequence[PlacedWindow]) -> Array:
    """Scatter-add each gradient to the position of its window's maximum."""
    result = np.zeros((grad.shape[0], *(p.padded for p in placed), grad.shape[-1]), grad.dtype)
    for number, taps in enumerate(taps_of(placed)):
        result[tap_slices(placed, taps)] += np.where(chosen == number, grad, grad.dtype.type(0))
    return np.ascontiguousarray(result[inner(placed)])


def gather_from_max(grad: Array, chosen: Array, placed: Sequence[PlacedWindow]) -> Array:
    """Gather from `grad` at the position of each window's maximum."""
    padded = pad(grad, placed)
    result = np.zeros(chosen.shape, grad.dtype)
    for number, taps in enumerate(taps_of(placed)):
        result = np.where(chosen == number, padded[tap_slices(placed, taps)], result)
    return result


def flat_argmax(chosen: Array, placed: Sequence[PlacedWindow], with_batch: bool) -> Array:
    """The flat index of each window's maximum in its image, or in the whole input."""
    windows = [p.window for p in placed]
    within = np.unravel_index(chosen, windows)
    channels = chosen.shape[-1]
    flat = np.zeros(chosen.shape, np.int64)
    if with_batch:
        flat += np.arange(chosen.shape[0]).reshape(-1, *(1,) * (chosen.ndim - 1))
    for axis, (p, tap) in enumerate(zip(placed, within, strict=True), 1):
        starts = np.arange(p.count) * p.stride - p.before
        flat = flat * p.size + starts.reshape(-1, *(1,) * (chosen.ndim - axis - 1)) + tap
    return np.asarray(flat * channels + np.arange(channels))


def counts(placed: Sequence[PlacedWindow]) -> Array:
    """The number of input elements in each window (padding excluded), with an axis for the channels."""
    own = []
    for p in placed:
        starts = np.arange(p.count) * p.stride - p.before
        own.append(np.minimum(starts + p.window, p.size) - np.maximum(starts, 0))
    seen = reduce(np.multiply.outer, own, np.ones((), np.int64))
    return np.asarray(seen)[..., None]


def average(x: Array, placed: Sequence[PlacedWindow]) -> Array:
    """The mean of each window."""
    result = np.zeros((x.shape[0], *positions(placed), x.shape[-1]), x.dtype)
    padded = pad(x, placed)
    for taps in taps_of(placed):
        result += padded[tap_slices(placed, taps)]
    return np.asarray(result / counts(placed).astype(x.dtype))


def average_into_input(grad: Array, placed: Sequence[PlacedWindow]) -> Array:
    """The gradient of `average` with respect to its input."""
    shares = grad / counts(placed).astype(grad.dtype)
    result = np.zeros((grad.shape[0], *(p.padded for p in placed), grad.shape[-1]), grad.dtype)
    for taps in taps_of(placed):
        result[tap_slices(placed, taps)] += shares
    return np.ascontiguousarray(result[inner(placed)])
