"""Window functions: weights for the samples of a frame."""

from __future__ import annotations

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, float32, int32
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, apply, convert_to_tensor, name_scope, to_tensor


def _dtype(dtype: DTypeLike) -> DType:
    kind = as_dtype(dtype)
    if not kind.is_floating:
        raise ValueError(f"dtype must be floating point: {kind}")
    return kind


def _positions(window_length: TensorLike, kind: DType) -> tuple[Tensor, Tensor]:
    """0, 1, ... up to the length, and the length, both in a floating dtype."""
    length = to_tensor(window_length, preferred=int32)
    if not length.dtype.is_integer:
        raise TypeError(f"`window_length` must be an integer. Received: {window_length!r}")
    if length.shape.rank not in (0, None):
        raise ValueError(f"Shape must be rank 0 but is rank {length.shape.rank}")
    length = length if length.dtype is int32 else apply("Cast", (length,), {"DstT": int32})
    positions = apply("Range", (0, length, 1))
    return apply("Cast", (positions,), {"DstT": kind}), apply("Cast", (length,), {"DstT": kind})


def _raised_cosine(
    window_length: TensorLike, periodic: TensorLike, dtype: DTypeLike, a: float, b: float, name: str
) -> Tensor:
    with name_scope(name):
        kind = _dtype(dtype)
        positions, length = _positions(window_length, kind)
        wraps = apply("Cast", (convert_to_tensor(periodic, name="periodic"),), {"DstT": kind})
        # of an even length and periodic: one more, of which the last is left out
        even = 1 - apply("FloorMod", (length, np.asarray(2, kind.numpy)))
        steps = length + wraps * even - 1
        one = apply("LessEqual", (length, np.asarray(1, kind.numpy)))
        safe = apply("SelectV2", (one, apply("OnesLike", (steps,)), steps))
        wave = apply("Cos", (positions * np.asarray(2 * np.pi, kind.numpy) / safe,))
        window = np.asarray(a, kind.numpy) - np.asarray(b, kind.numpy) * wave
        return apply("SelectV2", (one, apply("OnesLike", (window,)), window))


def hann_window(
    window_length: TensorLike, periodic: TensorLike = True, dtype: DTypeLike = float32, name: str | None = None
) -> Tensor:
    """A raised cosine that begins at 0.

    Args:
      window_length: the number of weights.
      periodic: whether the window is meant to be repeated (as for spectra), not symmetric.
      dtype: a floating dtype; ValueError for others.

    >>> tf.signal.hann_window(5).numpy().tolist()
    [0.0, 0.5, 1.0, 0.5, 0.0]
    """
    return _raised_cosine(window_length, periodic, dtype, 0.5, 0.5, name or "hann_window")


def hamming_window(
    window_length: TensorLike, periodic: TensorLike = True, dtype: DTypeLike = float32, name: str | None = None
) -> Tensor:
    """A raised cosine that begins at 0.08; see `hann_window`.

    >>> [round(float(v), 2) for v in tf.signal.hamming_window(5)]
    [0.08, 0.54, 1.0, 0.54, 0.08]
    """
    return _raised_cosine(window_length, periodic, dtype, 0.54, 0.46, name or "hamming_window")


def kaiser_window(
    window_length: TensorLike, beta: TensorLike = 12.0, dtype: DTypeLike = float32, name: str | None = None
) -> Tensor:
    """Kaiser's window: `beta` says how narrow it is.

    >>> [round(float(v), 4) for v in tf.signal.kaiser_window(3, 4.0)]
    [0.0885, 1.0, 0.0885]
    """
    from graphwright.ops.math.special import bessel_i0e

    with name_scope(name or "kaiser_window"):
        kind = _dtype(dtype)
        length = apply("Cast", (to_tensor(window_length, preferred=int32),), {"DstT": float32})
        reach = (length - 1.0) / 2.0
        # from one end to the other: a window of no weights has an end before its beginning, which is an error
        positions = apply("Cast", (apply("Range", (-reach, reach + 0.1, 1.0)),), {"DstT": kind})
        beta = convert_to_tensor(beta, kind)
        one = apply("LessEqual", (length, 1.0))
        middle = apply("Cast", (reach,), {"DstT": kind})
        share = positions / apply("SelectV2", (one, apply("OnesLike", (middle,)), middle))
        root = apply("Sqrt", (apply("Maximum", (1 - share * share, np.asarray(0, kind.numpy))),))
        # by the scaled function, which is finite where I0 itself is not
        rise = apply("Exp", (beta * root - beta,))
        window = rise * (bessel_i0e(beta * root) / bessel_i0e(beta))
        return apply("SelectV2", (one, apply("OnesLike", (window,)), window))


def kaiser_bessel_derived_window(
    window_length: TensorLike, beta: TensorLike = 12.0, dtype: DTypeLike = float32, name: str | None = None
) -> Tensor:
    """The window whose half-overlapped squares add up to one, derived from Kaiser's.

    >>> [round(float(v), 4) for v in tf.signal.kaiser_bessel_derived_window(4)]
    [0.0073, 1.0, 1.0, 0.0073]
    """
    with name_scope(name or "kaiser_bessel_derived_window"):
        half = convert_to_tensor(window_length, int32) // 2
        kaiser = kaiser_window(half + 1, beta, dtype)
        sums = apply("Cumsum", (kaiser, 0))
        rising = apply("Sqrt", (sums[:-1] / sums[-1],))
        return apply("ConcatV2", ([rising, apply("ReverseV2", (rising, [0]))], 0))


def vorbis_window(window_length: TensorLike, dtype: DTypeLike = float32, name: str | None = None) -> Tensor:
    """The window of the Vorbis codec.

    >>> [round(float(v), 4) for v in tf.signal.vorbis_window(4)]
    [0.228, 0.9737, 0.9737, 0.228]
    """
    with name_scope(name or "vorbis_window"):
        kind = _dtype(dtype)
        positions, length = _positions(window_length, kind)
        sine = apply("Sin", (np.asarray(np.pi, kind.numpy) / length * (positions + 0.5),))
        return apply("Sin", (sine * sine * np.asarray(np.pi / 2, kind.numpy),))
