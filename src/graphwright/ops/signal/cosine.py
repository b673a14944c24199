"""The discrete cosine transforms of types I to IV, by Fourier transforms."""

from __future__ import annotations

import math
from typing import Any

from graphwright.core.prelude import Tensor, TensorLike, convert_to_tensor, name_scope
from graphwright.ops.array.concat import concat
from graphwright.ops.array.pad import pad
from graphwright.ops.array.ranges import range as numbers
from graphwright.ops.array.rearrange import reverse
from graphwright.ops.array.shapes import shape
from graphwright.ops.math.casts import cast
from graphwright.ops.math.complex import complex as complex_
from graphwright.ops.math.complex import real
from graphwright.ops.math.transcendental import cos, sin
from graphwright.ops.math.unary import sqrt
from graphwright.ops.signal.fft import fft, rfft

_INVERSE = {1: 1, 2: 3, 3: 2, 4: 4}


def dct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The discrete cosine transform of the last axis.

    Args:
      input: tensor of float32 or float64.
      type: 1, 2, 3 or 4.
      n: the length to which the last axis is cut or filled with zeros before.
      axis: -1.
      norm: None, or "ortho" for the orthonormal transform, which type 1 does not have.

    Raises:
      ValueError: another type or norm, or a signal that is too short for type 1.
      NotImplementedError: another axis.

    >>> tf.signal.dct([1.0, 1.0]).numpy()
    array([4., 0.], dtype=float32)
    """
    with name_scope(name or "dct"):
        return _transform(input, type, n, axis, norm)


def idct(
    input: TensorLike,
    type: int = 2,
    n: int | None = None,
    axis: int = -1,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of `dct` for `norm="ortho"`; without norm it is multiplied by 2n (2(n - 1) for type 1).

    >>> tf.signal.idct([4.0, 0.0]).numpy() / 4
    array([1., 1.], dtype=float32)
    """
    with name_scope(name or "idct"):
        return _transform(input, _INVERSE.get(type, type), n, axis, norm)


def _transform(input: TensorLike, type: int, n: int | None, axis: int, norm: str | None) -> Tensor:
    if axis != -1:
        raise NotImplementedError(f"axis must be -1. Got: {axis}")
    if n is not None and n < 1:
        raise ValueError("n should be a positive integer or None")
    if type not in _INVERSE:
        raise ValueError("Types I, II, III and IV (I)DCT are supported.")
    if norm not in (None, "ortho"):
        raise ValueError(f"Unknown normalization. Expected None or 'ortho', got: {norm}")
    if type == 1 and norm == "ortho":
        raise ValueError("Normalization is not supported for the Type-I DCT.")
    signal = convert_to_tensor(input)
    if n is not None:
        signal = _resized(signal, n)
    if type == 1:
        return _first(signal)
    size: Any = signal.shape[-1] if signal.shape[-1] is not None else shape(signal)[-1]
    count = cast(size, signal.dtype)
    steps = numbers(count)
    if type == 2:
        return _second(signal, size, steps, count, norm)
    return (_third if type == 3 else _fourth)(signal, size, steps, count, norm)


def _resized(signal: Tensor, size: int) -> Tensor:
    """The last axis cut or filled with zeros to a length."""
    signal = signal[..., :size]
    known = signal.shape[-1]
    missing = size - (shape(signal)[-1] if known is None else known)
    return pad(signal, [[0, 0]] * (len(signal.shape) - 1) + [[0, missing]])


def _first(signal: Tensor) -> Tensor:
    known = signal.shape[-1]
    if known is not None and known < 2:
        raise ValueError("Type-I DCT requires the dimension to be greater than one.")
    return real(rfft(concat([signal, reverse(signal, [-1])[..., 1:-1]], -1)))


def _second(signal: Tensor, size: Any, steps: Tensor, count: Tensor, norm: str | None) -> Tensor:
    result = 2 * real(rfft(signal, [2 * size])[..., :size] * _rotation(steps / (2 * count)))
    return result if norm is None else result * _scale(steps, count) / 2


def _third(signal: Tensor, size: Any, steps: Tensor, count: Tensor, norm: str | None) -> Tensor:
    """The inverse of type II: the first element counts half."""
    weights = _first_and_rest(steps, 1, 2) if norm is None else _scale(steps, count)
    return _doubled_fft(signal * weights, size, steps / (2 * count))


def _fourth(signal: Tensor, size: Any, steps: Tensor, count: Tensor, norm: str | None) -> Tensor:
    result = _doubled_fft(signal, size, steps / (2 * count), (2 * steps + 1) / (4 * count))
    return 2 * result if norm is None else result * sqrt(2 / count)


def _doubled_fft(signal: Tensor, size: Any, turns: Tensor, after: Tensor | None = None) -> Tensor:
    """The real part of the transform of a rotated signal that is as long again with zeros."""
    rotated = complex_(signal * cos(math.pi * turns), -signal * sin(math.pi * turns))
    found = fft(_resized(rotated, 2 * size))[..., :size]
    return real(found if after is None else found * _rotation(after))


def _rotation(turns: Tensor) -> Tensor:
    """exp(-i pi turns)."""
    return complex_(cos(math.pi * turns), -sin(math.pi * turns))


def _scale(steps: Tensor, count: Tensor) -> Tensor:
    """What makes type II orthonormal: sqrt(1 / n) for the constant, sqrt(2 / n) for the others."""
    return sqrt(_first_and_rest(steps, 1, 2) / count)


def _first_and_rest(steps: Tensor, first: float, rest: float) -> Tensor:
    """A vector as long as `steps` of one number and then another."""
    is_first = cast(steps < 0.5, steps.dtype)
    return rest + (first - rest) * is_first


__all__ = ["dct", "idct"]
