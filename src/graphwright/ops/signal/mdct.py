"""The modified discrete cosine transform of signals, and its inverse.

J. P. Princen, A. W. Johnson and A. B. Bradley, "Subband/transform coding using filter bank designs based on time domain
aliasing cancellation", ICASSP 1987: neighbouring frames overlap by half, and what folding adds cancels in their sum.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.core.prelude import Tensor, apply, convert_to_tensor, name_scope
from graphwright.core.typing import TensorLike
from graphwright.ir.infer import constant_value
from graphwright.ops.signal.cosine import dct
from graphwright.ops.signal.stft import frame, overlap_and_add
from graphwright.ops.signal.windows import vorbis_window

Window = Callable[..., Tensor]


def mdct(
    signals: TensorLike,
    frame_length: TensorLike,
    window_fn: Window | None = vorbis_window,
    pad_end: bool = False,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The modified discrete cosine transform of frames that overlap by half.

    Args:
      signals: tensor of shape [..., samples], float32 or float64.
      frame_length: the samples of a frame, a multiple of 4; ValueError for others.
      window_fn: takes a length and `dtype`, and returns a window that meets the condition of Princen and Bradley
        (`w[n]² + w[n + frame_length / 2]² = 1`); None for a constant one.
      pad_end: whether to fill up the last frame with zeros.
      norm: None or "ortho".

    Returns: tensor of shape [..., frames, frame_length // 2].

    >>> tf.signal.mdct(tf.ones([16]), 8).shape
    TensorShape([3, 4])
    """
    with name_scope(name or "mdct"):
        signals = convert_to_tensor(signals, name="signals")
        length = constant_value(convert_to_tensor(frame_length))
        if length is None or length.ndim or length % 4:
            raise ValueError(f"The frame length must be a known multiple of 4; got {frame_length!r}.")
        half = int(length) // 2
        framed = frame(signals, int(length), half, pad_end=pad_end)
        framed = apply("Mul", (framed, _window(window_fn, int(length), framed)))
        a, b, c, d = _parts(framed, half // 2, 4)
        folded = [apply("Sub", (apply("Neg", (_turned(c),)), d)), apply("Sub", (a, _turned(b)))]
        return dct(_joined(folded), type=4, norm=norm)


def inverse_mdct(
    mdcts: TensorLike, window_fn: Window | None = vorbis_window, norm: str | None = None, name: str | None = None
) -> Tensor:
    """The signal whose modified cosine transform this is, but for the half frames at its ends.

    Args:
      mdcts: tensor of shape [..., frames, frame_length // 2], float32 or float64.
      window_fn, norm: those of `mdct`.

    >>> x = tf.sin(tf.range(16.0))
    >>> y = tf.signal.inverse_mdct(tf.signal.mdct(x, 8))
    >>> float(tf.reduce_max(tf.abs(x - y)[4:12])) < 1e-5
    True
    """
    with name_scope(name or "inverse_mdct"):
        x = convert_to_tensor(mdcts, name="mdcts")
        half = x.shape[-1] if x.shape.rank else None
        if half is None:
            raise ValueError("The last dimension of mdcts must be known.")
        scale = 0.5 / half if norm is None else 1.0
        folded = apply("Mul", (dct(x, type=4, norm=norm), np.asarray(scale, x.dtype.numpy)))
        first, second = _parts(folded, half // 2, 2)
        unfolded = [second, *(apply("Neg", (part,)) for part in (_turned(second), _turned(first), first))]
        frames = _joined(unfolded)
        return overlap_and_add(apply("Mul", (frames, _window(window_fn, 2 * half, frames))), half)


def _window(window_fn: Window | None, length: int, like: Tensor) -> Any:
    if window_fn is None:
        return np.full(length, np.sqrt(0.5), like.dtype.numpy)
    return window_fn(length, dtype=like.dtype)


def _parts(x: Tensor, size: int, count: int) -> list[Any]:
    return [x[..., i * size : (i + 1) * size] for i in range(count)]


def _turned(x: Tensor) -> Tensor:
    return apply("ReverseV2", (x, [-1]))


def _joined(parts: list[Any]) -> Tensor:
    return apply("ConcatV2", (parts, -1))
