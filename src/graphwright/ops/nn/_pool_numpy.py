"""Pooling in NumPy: channels last, one pass over the input for each place in the window.

The greatest element of a window is the first that is greater than all before it, so NaN is never chosen; padding
takes no part, neither in the greatest element nor in an average.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ops.nn._window_geometry import Placed, inner, positions, seen_by, taps_of, widen


def lowest(dtype: Any) -> Any:
    """What is below every element of a dtype."""
    return np.iinfo(dtype).min if dtype.kind in "iu" else -np.inf


def _first_taps(placed: Sequence[Placed]) -> Array:
    """For each position, the number of the first place in its window that is no padding."""
    first = np.zeros((), np.int32)
    for p in placed:
        own = np.maximum(p.before - np.arange(p.count) * p.stride, 0)
        first = first[..., None] * p.window + own
    return np.asarray(first, np.int32)


def greatest(x: Array, placed: Sequence[Placed]) -> tuple[Array, Array]:
    """The greatest element of each window, and the number of its place in the window."""
    shape = (x.shape[0], *positions(placed), x.shape[-1])
    padded = widen(x, placed, lowest(x.dtype))
    best = np.full(shape, lowest(x.dtype), x.dtype)
    chosen = np.broadcast_to(_first_taps(placed)[None, ..., None], shape).copy()
    for number, taps in enumerate(taps_of(placed)):
        seen = padded[seen_by(placed, taps)]
        better = seen > best
        best = np.where(better, seen, best)
        chosen[better] = number
    return best, chosen


def spread(grad: Array, chosen: Array, placed: Sequence[Placed]) -> Array:
    """Each gradient where its window's greatest element is, added up."""
    made = np.zeros((grad.shape[0], *(p.padded for p in placed), grad.shape[-1]), grad.dtype)
    for number, taps in enumerate(taps_of(placed)):
        made[seen_by(placed, taps)] += np.where(chosen == number, grad, grad.dtype.type(0))
    return np.ascontiguousarray(made[inner(placed)])


def collect(grad: Array, chosen: Array, placed: Sequence[Placed]) -> Array:
    """What lies in `grad` where each window's greatest element is."""
    padded = widen(grad, placed)
    made = np.zeros(chosen.shape, grad.dtype)
    for number, taps in enumerate(taps_of(placed)):
        made = np.where(chosen == number, padded[seen_by(placed, taps)], made)
    return made


def flat_places(chosen: Array, placed: Sequence[Placed], with_batch: bool) -> Array:
    """The place of each window's greatest element in its flattened image, or in the whole flattened input."""
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


def counts(placed: Sequence[Placed]) -> Array:
    """How many elements of the input each window sees, with an axis for the channels."""
    own = []
    for p in placed:
        starts = np.arange(p.count) * p.stride - p.before
        own.append(np.minimum(starts + p.window, p.size) - np.maximum(starts, 0))
    seen = reduce(np.multiply.outer, own, np.ones((), np.int64))
    return np.asarray(seen)[..., None]


def average(x: Array, placed: Sequence[Placed]) -> Array:
    """The mean of each window."""
    made = np.zeros((x.shape[0], *positions(placed), x.shape[-1]), x.dtype)
    padded = widen(x, placed)
    for taps in taps_of(placed):
        made += padded[seen_by(placed, taps)]
    return np.asarray(made / counts(placed).astype(x.dtype))


def average_into_input(grad: Array, placed: Sequence[Placed]) -> Array:
    """The gradient of `average` for its input."""
    shares = grad / counts(placed).astype(grad.dtype)
    made = np.zeros((grad.shape[0], *(p.padded for p in placed), grad.shape[-1]), grad.dtype)
    for taps in taps_of(placed):
        made[seen_by(placed, taps)] += shares
    return np.ascontiguousarray(made[inner(placed)])
