"""Convolution in NumPy: one matrix product for each place in the window.

Arrays have their channels last; a filter is `[*window, channels of a group, channels out]`. A depthwise filter
`[*window, channels, multiplier]` gives each channel some output channels of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ops.nn._window_geometry import Placed, inner, positions, seen_by, taps_of, widen


def forward(x: Array, filters: Array, placed: Sequence[Placed]) -> Array:
    """The convolution."""
    made = np.zeros((x.shape[0], *positions(placed), filters.shape[-1]), x.dtype)
    if not made.size:
        return made
    padded = widen(x, placed)
    for taps in taps_of(placed):
        made += _through(padded[seen_by(placed, taps)], filters[taps])
    return made


def into_input(batch: int, filters: Array, grad: Array, placed: Sequence[Placed], channels: int) -> Array:
    """The gradient for the input."""
    made = np.zeros((batch, *(p.padded for p in placed), channels), grad.dtype)
    if grad.size:
        groups = channels // filters.shape[-2]
        for taps in taps_of(placed):
            made[seen_by(placed, taps)] += _back(grad, filters[taps], groups)
    return np.ascontiguousarray(made[inner(placed)])


def into_filter(x: Array, grad: Array, placed: Sequence[Placed], group_channels: int) -> Array:
    """The gradient for the filter."""
    out = grad.shape[-1]
    made = np.zeros((*(p.window for p in placed), group_channels, out), grad.dtype)
    if not (grad.size and x.size):
        return made
    groups = x.shape[-1] // group_channels
    padded, rows = widen(x, placed), grad.reshape(-1, groups, out // groups)
    for taps in taps_of(placed):
        seen = padded[seen_by(placed, taps)].reshape(-1, groups, group_channels)
        product = np.matmul(seen.transpose(1, 2, 0), rows.transpose(1, 0, 2))
        made[taps] = product.transpose(1, 0, 2).reshape(group_channels, out)
    return made


def _grouped(matrix: Array, groups: int) -> Any:
    """A filter's matrix as one matrix for each group."""
    return matrix.reshape(matrix.shape[0], groups, -1).transpose(1, 0, 2)


def _through(seen: Array, matrix: Array) -> Any:
    groups = seen.shape[-1] // matrix.shape[0]
    if groups == 1:
        return np.matmul(seen, matrix)
    split = seen.reshape(*seen.shape[:-1], groups, 1, matrix.shape[0])
    return np.matmul(split, _grouped(matrix, groups)).reshape(*seen.shape[:-1], matrix.shape[1])


def _back(grad: Array, matrix: Array, groups: int) -> Any:
    if groups == 1:
        return np.matmul(grad, matrix.T)
    split = grad.reshape(*grad.shape[:-1], groups, 1, -1)
    return np.matmul(split, _grouped(matrix, groups).transpose(0, 2, 1)).reshape(*grad.shape[:-1], -1)


def depthwise(x: Array, filters: Array, placed: Sequence[Placed]) -> Array:
    """The depthwise convolution."""
    channels, multiplier = filters.shape[-2:]
    made = np.zeros((x.shape[0], *positions(placed), channels, multiplier), x.dtype)
    padded = widen(x, placed)
    for taps in taps_of(placed):
        made += padded[seen_by(placed, taps)][..., None] * filters[taps]
    return made.reshape(*made.shape[:-2], channels * multiplier)


def depthwise_into_input(batch: int, filters: Array, grad: Array, placed: Sequence[Placed], channels: int) -> Array:
    """The gradient of a depthwise convolution for the input."""
    made = np.zeros((batch, *(p.padded for p in placed), channels), grad.dtype)
    split = grad.reshape(*grad.shape[:-1], channels, filters.shape[-1])
    for taps in taps_of(placed):
        made[seen_by(placed, taps)] += np.sum(split * filters[taps], axis=-1)
    return np.ascontiguousarray(made[inner(placed)])


def depthwise_into_filter(x: Array, grad: Array, placed: Sequence[Placed], multiplier: int) -> Array:
    """The gradient of a depthwise convolution for the filter."""
    channels = x.shape[-1]
    made = np.zeros((*(p.window for p in placed), channels, multiplier), grad.dtype)
    split = grad.reshape(*grad.shape[:-1], channels, multiplier)
    padded = widen(x, placed)
    over = tuple(range(x.ndim - 1))
    for taps in taps_of(placed):
        made[taps] = np.sum(padded[seen_by(placed, taps)][..., None] * split, axis=over)
    return made
