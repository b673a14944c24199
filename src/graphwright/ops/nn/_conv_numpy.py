"""Convolution kernels in NumPy: one matrix product per filter tap.

Arrays are channels-last; a filter is `[*window, input channels per group, output channels]`, a depthwise filter
`[*window, channels, multiplier]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.core.tensor import Array
from graphwright.ops.nn._window_geometry import PlacedWindow, inner, pad, positions, tap_slices, taps_of


def forward(x: Array, filters: Array, placed: Sequence[PlacedWindow]) -> Array:
    """The forward convolution."""
    result = np.zeros((x.shape[0], *positions(placed), filters.shape[-1]), x.dtype)
    if not result.size:
        return result
    padded = pad(x, placed)
    for taps in taps_of(placed):
        result += _multiply_tap(padded[tap_slices(placed, taps)], filters[taps])
    return result


def into_input(batch: int, filters: Array, grad: Array, placed: Sequence[PlacedWindow], channels: int) -> Array:
    """The gradient with respect to the input."""
    result = np.zeros((batch, *(p.padded for p in placed), channels), grad.dtype)
    if grad.size:
        groups = channels // filters.shape[-2]
        for taps in taps_of(placed):
            result[tap_slices(placed, taps)] += _multiply_tap_transposed(grad, filters[taps], groups)
    return np.ascontiguousarray(result[inner(placed)])


def into_filter(x: Array, grad: Array, placed: Sequence[PlacedWindow], group_channels: int) -> Array:
    """The gradient with respect to the filter."""
    out = grad.shape[-1]
    result = np.zeros((*(p.window for p in placed), group_channels, out), grad.dtype)
    if not (grad.size and x.size):
        return result
    groups = x.shape[-1] // group_channels
    padded, rows = pad(x, placed), grad.reshape(-1, groups, out // groups)
    for taps in taps_of(placed):
        seen = padded[tap_slices(placed, taps)].reshape(-1, groups, group_channels)
        product = np.matmul(seen.transpose(1, 2, 0), rows.transpose(1, 0, 2))
        result[taps] = product.transpose(1, 0, 2).reshape(group_channels, out)
    return result


def _grouped(matrix: Array, groups: int) -> Any:
    """Split a tap's matrix into one matrix per group."""
    return matrix.reshape(matrix.shape[0], groups, -1).transpose(1, 0, 2)


def _multiply_tap(seen: Array, matrix: Array) -> Any:
    groups = seen.shape[-1] // matrix.shape[0]
    if groups == 1:
        return np.matmul(seen, matrix)
    grouped = seen.reshape(*seen.shape[:-1], groups, 1, matrix.shape[0])
    return np.matmul(grouped, _grouped(matrix, groups)).reshape(*seen.shape[:-1], matrix.shape[1])


def _multiply_tap_transposed(grad: Array, matrix: Array, groups: int) -> Any:
    if groups == 1:
        return np.matmul(grad, matrix.T)
    grouped = grad.reshape(*grad.shape[:-1], groups, 1, -1)
    return np.matmul(grouped, _grouped(matrix, groups).transpose(0, 2, 1)).reshape(*grad.shape[:-1], -1)


def depthwise(x: Array, filters: Array, placed: Sequence[PlacedWindow]) -> Array:
    """The depthwise convolution."""
    channels, multiplier = filters.shape[-2:]
    result = np.zeros((x.shape[0], *positions(placed), channels, multiplier), x.dtype)
    padded = pad(x, placed)
    for taps in taps_of(placed):
        result += padded[tap_slices(placed, taps)][..., None] * filters[taps]
    return result.reshape(*result.shape[:-2], channels * multiplier)


def depthwise_into_input(
    batch: int, filters: Array, grad: Array, placed: Sequence[PlacedWindow], channels: int
) -> Array:
    """The gradient of a depthwise convolution with respect to the input."""
    result = np.zeros((batch, *(p.padded for p in placed), channels), grad.dtype)
    grouped = grad.reshape(*grad.shape[:-1], channels, filters.shape[-1])
    for taps in taps_of(placed):
        result[tap_slices(placed, taps)] += np.sum(grouped * filters[taps], axis=-1)
    return np.ascontiguousarray(result[inner(placed)])


def depthwise_into_filter(x: Array, grad: Array, placed: Sequence[PlacedWindow], multiplier: int) -> Array:
    """The gradient of a depthwise convolution with respect to the filter."""
    channels = x.shape[-1]
    result = np.zeros((*(p.window for p in placed), channels, multiplier), grad.dtype)
    grouped = grad.reshape(*grad.shape[:-1], channels, multiplier)
    padded = pad(x, placed)
    reduced_axes = tuple(range(x.ndim - 1))
    for taps in taps_of(placed):
        result[taps] = np.sum(padded[tap_slices(placed, taps)][..., None] * grouped, axis=reduced_axes)
    return result
