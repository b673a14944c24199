"""Signals cut into frames and joined again, and their spectra over time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, float32, int32
from graphwright.core.prelude import Tensor, TensorLike, apply, convert_to_tensor, name_scope, to_tensor
from graphwright.ops.array.pad import pad
from graphwright.ops.array.shapes import reshape
from graphwright.ops.index.gather import gather_densely
from graphwright.ops.signal.fft import irfft, rfft
from graphwright.ops.signal.windows import hann_window


def _number(value: TensorLike, name: str) -> Any:
    """A length or step: an int where it is known, else a scalar tensor."""
    from graphwright.ir.infer import constant_value

    found = to_tensor(value, None, name, int32)
    if found.shape.rank not in (0, None):
        raise ValueError(f"Shape must be rank 0 but is rank {found.shape.rank}")
    known = constant_value(found)
    return found if known is None else int(known)


def frame(
    signal: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    pad_end: bool = False,
    pad_value: TensorLike = 0,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """A signal cut into frames, which may overlap: the axis becomes two, number of frames and length of a frame.

    Args:
      signal: tensor of at least one dimension.
      frame_length, frame_step: length of a frame, and how far the next one begins after it.
      pad_end: whether frames that begin within the signal and end behind it are filled up with `pad_value`; by default
        they are left out.
      axis: the axis of time.

    >>> tf.signal.frame([1, 2, 3, 4, 5], 3, 2).numpy().tolist()
    [[1, 2, 3], [3, 4, 5]]
    """
    with name_scope(name or "frame"):
        x = convert_to_tensor(signal, name="signal")
        length, step = _number(frame_length, "frame_length"), _number(frame_step, "frame_step")
        rank = x.shape.rank
        if rank is not None and not -rank <= axis < rank:
            raise ValueError(f"axis={axis} is not an axis of a signal of shape {x.shape}")
        known = None if rank is None else x.shape[axis]
        size: Any = apply("Shape", (x,))[axis] if known is None else known
        at: Any = axis
        if axis < 0:
            at = apply("AddV2", (apply("Rank", (x,)), axis)) if rank is None else axis + rank
        if pad_end:
            count = -(-size // step)
            missing = length + step * (count - 1) - size
            missing = max(0, missing) if isinstance(missing, int) else apply("Maximum", (missing, 0))
            x = pad(x, _edges(x, at, missing), constant_values=pad_value)
            size = length + step * (count - 1)
        places = _places(size, length, step)
        return apply("GatherV2", (x, places, at)) if rank is None else gather_densely(x, places, at)


def _edges(x: Tensor, axis: Any, missing: Any) -> Any:
    """What is to be filled up before and behind each axis: `missing` numbers behind one."""
    if x.shape.rank is not None:
        return [[0, missing if i == axis else 0] for i in range(x.shape.rank)]
    behind = apply("SelectV2", (apply("Equal", (apply("Range", (0, apply("Rank", (x,)), 1)), axis)), missing, 0))
    return apply("Pack", ([apply("ZerosLike", (behind,)), behind],), {"axis": 1})


def _places(size: Any, length: Any, step: Any) -> Tensor:
    """Where the numbers of each frame are in a signal of `size` numbers."""
    count = (size - length) // step + 1
    count = max(0, count) if isinstance(count, int) else apply("Maximum", (count, 0))
    starts = apply("Mul", (apply("Range", (0, count, 1)), step))
    return apply("AddV2", (apply("ExpandDims", (starts, 1)), apply("ExpandDims", (apply("Range", (0, length, 1)), 0))))


def overlap_and_add(signal: TensorLike, frame_step: TensorLike, name: str | None = None) -> Tensor:
    """The signal made up of frames, each `frame_step` after the one before; where they overlap they are added.

    Args:
      signal: tensor of shape [..., frames, frame_length].

    >>> tf.signal.overlap_and_add([[1, 1, 1], [1, 1, 1]], 2).numpy().tolist()
    [1, 1, 2, 1, 1]
    """
    with name_scope(name or "overlap_and_add"):
        x = convert_to_tensor(signal, name="signal")
        if x.shape.rank is not None and x.shape.rank < 2:
            raise ValueError(f"Shape must be at least rank 2 but is rank {x.shape.rank}")
        step = to_tensor(frame_step, None, "frame_step", int32)
        if not step.dtype.is_integer:
            raise ValueError(f"frame_step must be an integer. Got {step.dtype}")
        step = _number(frame_step, "frame_step")
        sizes = apply("Shape", (x,))
        frames, length = (n if n is not None else sizes[i] for i, n in ((-2, x.shape[-2]), (-1, x.shape[-1])))
        total = step * (frames - 1) + length
        starts = apply("Mul", (apply("Range", (0, frames, 1)), step))
        positions = apply(
            "AddV2", (apply("ExpandDims", (starts, 1)), apply("ExpandDims", (apply("Range", (0, length, 1)), 0)))
        )
        outer = sizes[:-2]
        rows = reshape(x, apply("ConcatV2", ([[-1], sizes[-2:]], 0)))
        order = apply("Transpose", (rows, [1, 2, 0]))
        summed = apply("UnsortedSegmentSum", (order, positions, total))
        transposed = apply("Transpose", (summed, [1, 0]))
        result = reshape(transposed, apply("ConcatV2", ([outer, apply("ExpandDims", (total, 0))], 0)))
        if not result._type.is_static and x.shape.rank is not None and isinstance(total, int):
            result.set_shape(x.shape[:-2].concatenate([total]))
        return result


def _enclosing(length: Tensor | int) -> int | Tensor:
    """The smallest power of two that is at least as large."""
    if isinstance(length, int):
        return 1 << max(0, length - 1).bit_length()
    size = apply("Cast", (length,), {"DstT": float32})
    power = apply("Ceil", (apply("Log", (size,)) / np.float32(np.log(2)),))
    return apply("Cast", (apply("Pow", (np.float32(2), power)),), {"DstT": int32})


def stft(
    signals: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable[..., Tensor] | None = hann_window,
    pad_end: bool = False,
    name: str | None = None,
) -> Tensor:
    """The short-time Fourier transform of real signals: the half spectrum of each frame.

    Args:
      signals: float tensor of shape [..., samples].
      frame_length, frame_step, pad_end: see `frame`.
      fft_length: length of the transforms, by default the smallest power of two that holds a frame.
      window_fn: function of a length and a dtype that gives the weights of a frame, or None.

    >>> tf.signal.stft(tf.ones([8]), 4, 2).shape
    TensorShape([3, 3])
    """
    with name_scope(name or "stft"):
        x = convert_to_tensor(signals, name="signals")
        length = _number(frame_length, "frame_length")
        size = _enclosing(length) if fft_length is None else _number(fft_length, "fft_length")
        framed = frame(x, length, frame_step, pad_end=pad_end)
        if window_fn is not None:
            framed = framed * window_fn(length, dtype=framed.dtype)
        return rfft(framed, [size])


def inverse_stft(
    stfts: TensorLike,
    frame_length: TensorLike,
    frame_step: TensorLike,
    fft_length: TensorLike | None = None,
    window_fn: Callable[..., Tensor] | None = hann_window,
    name: str | None = None,
) -> Tensor:
    """Real signals of their short-time Fourier transforms; `inverse_stft_window_fn` makes it the inverse of `stft`.

    Args:
      stfts: complex tensor of shape [..., frames, fft_length // 2 + 1].

    The other arguments are those of `stft`.

    >>> x = tf.range(8.0)
    >>> back = tf.signal.inverse_stft(tf.signal.stft(x, 4, 2), 4, 2, window_fn=tf.signal.inverse_stft_window_fn(2))
    >>> tf.round(back[2:6]).numpy().tolist()
    [2.0, 3.0, 4.0, 5.0]
    """
    with name_scope(name or "inverse_stft"):
        spectra = convert_to_tensor(stfts, name="stfts")
        length = _number(frame_length, "frame_length")
        size = _enclosing(length) if fft_length is None else _number(fft_length, "fft_length")
        frames = irfft(spectra, [size])
        if isinstance(size, int) and isinstance(length, int):
            frames = frames[..., :length] if length <= size else _padded(frames, length - size)
        else:
            frames = _padded(frames, apply("Maximum", (apply("Sub", (length, size)), 0)))[..., :length]
        if window_fn is not None:
            frames = frames * window_fn(length, dtype=frames.dtype)
        return overlap_and_add(frames, frame_step)


def _padded(x: Any, missing: TensorLike) -> Tensor:
    return pad(x, [*([[0, 0]] * (x.shape.rank - 1)), [0, missing]])


def inverse_stft_window_fn(
    frame_step: TensorLike, forward_window_fn: Callable[..., Tensor] = hann_window, name: str | None = None
) -> Callable[..., Tensor]:
    """A window for `inverse_stft` that undoes that of `stft`: the forward one over the sum of its shifted squares.

    >>> tf.signal.inverse_stft_window_fn(2)(4, dtype=tf.float32).numpy().tolist()
    [0.0, 1.0, 1.0, 1.0]
    """

    def inverse_window(frame_length: Tensor, dtype: DType) -> Tensor:
        with name_scope(name or "inverse_stft_window_fn"):
            length, step = _number(frame_length, "frame_length"), _number(frame_step, "frame_step")
            window = forward_window_fn(length, dtype=dtype)
            squares = window * window
            overlaps = -(-length // step)
            squares = pad(squares, [[0, overlaps * step - length]])
            sums = apply("Sum", (reshape(squares, [overlaps, step]), 0), {"keep_dims": True})
            spread = reshape(apply("Tile", (sums, [overlaps, 1])), [overlaps * step])
            return window / spread[:length]

    return inverse_window
