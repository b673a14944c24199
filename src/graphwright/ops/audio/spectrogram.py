"""AudioSpectrogram: how strong frequencies are in sound, window by window."""

from __future__ import annotations

import numpy as np

from graphwright.core.prelude import Array, errors
from graphwright.ir.prelude import Dim, Dims, OpRecord, ShapeContext, Symbol, op


def _bins(window_size: int) -> int:
    """How many frequencies a window has: half of the next power of two, and the lowest."""
    return (1 << (window_size - 1).bit_length()) // 2 + 1


def _check(window_size: int, stride: int) -> None:
    if window_size < 2 or stride < 1:
        raise errors.InvalidArgumentError(
            f"window_size must be 2 at least and stride 1 at least, got {window_size} and {stride}"
        )


def _spectrogram(input: Array, window_size: int, stride: int, magnitude_squared: bool) -> Array:
    _check(window_size, stride)
    if input.ndim != 2:
        raise errors.InvalidArgumentError(f"input must be 2-dimensional, got the shape {list(input.shape)}")
    count = max(0, 1 + (input.shape[0] - window_size) // stride)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window_size) / window_size)
    places = np.arange(count)[:, None] * stride + np.arange(window_size)
    parts = input.T.astype(np.float64)[:, places] * window
    found = np.abs(np.fft.rfft(parts, 2 * (_bins(window_size) - 1), axis=-1)) ** 2
    return (found if magnitude_squared else np.sqrt(found)).astype(np.float32)


def _rule(ctx: ShapeContext) -> Dims:
    size, stride = ctx.attrs["window_size"], ctx.attrs["stride"]
    _check(size, stride)
    dims = ctx.dims(0)
    if dims is not None and len(dims) != 2:
        raise ctx.fail(f"Shape must be rank 2 but is rank {len(dims)}")
    length: Dim = dims[0] if dims else Symbol()
    count = max(0, 1 + (length - size) // stride) if isinstance(length, int) else Symbol()
    return (dims[1] if dims else Symbol(), count, _bins(size))


SPECTROGRAM: OpRecord = op(
    "AudioSpectrogram", "input: float -> spectrogram: float",
    "window_size: int; stride: int; magnitude_squared: bool = false", shape=_rule, kernel=_spectrogram,
)  # fmt: skip
