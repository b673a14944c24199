"""Fourier transforms over chosen axes, however many: composed of those over the last axes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import complex64, complex128, float32, float64, int32
from graphwright.core.prelude import Tensor, apply, convert_to_tensor, errors, name_scope
from graphwright.core.typing import AxisLike, DTypeLike, TensorLike
from graphwright.ops.math.casts import cast
from graphwright.ops.signal.fft import _NAMES, _REAL, _complex_input, _fitted, _lengths

_MOST = 3  # axes of one op


def fftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The discrete Fourier transform over some axes of a tensor of complex numbers.

    Args:
      input_tensor: complex tensor; others are cast to complex64.
      fft_length: a length for each axis, to which it is cut or filled up with zeros.
      axes: the axes, by default as many of the last ones as there are lengths, or all.
      norm: "backward" (the default) scales the inverse, "forward" this transform, by the number of elements; "ortho"
        scales both by its square root.

    Raises InvalidArgumentError for axes that are not there, or twice, ValueError for other norms.

    >>> tf.signal.fftnd(tf.ones([2, 3, 2], tf.complex64), axes=[0, 2]).numpy().real[0].tolist()
    [[4.0, 0.0], [4.0, 0.0], [4.0, 0.0]]
    """
    with name_scope(name or "fftnd"):
        return _complex(_complex_input(input_tensor), fft_length, axes, norm, False)


def ifftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of `fftnd`, with the same arguments.

    >>> tf.signal.ifftnd(tf.ones([2, 2], tf.complex64)).numpy().real.tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    with name_scope(name or "ifftnd"):
        return _complex(_complex_input(input_tensor), fft_length, axes, norm, True)


def rfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The spectrum of real numbers over some axes, the half of it along the last of them; see `fftnd`.

    Raises ValueError for other numbers than float32 and float64.

    >>> tf.signal.rfftnd(tf.ones([2, 3, 4]), axes=[0, 2]).shape
    TensorShape([2, 3, 3])
    """
    with name_scope(name or "rfftnd"):
        x = convert_to_tensor(input_tensor)
        if x.dtype.name not in ("float32", "float64"):
            raise ValueError(f"RFFT requires tf.float32 or tf.float64 inputs, got: {x.dtype}")
        chosen = _chosen(x, fft_length, axes)
        y = _moved(x, chosen)
        y = y if fft_length is None else _fitted(y, len(chosen), convert_to_tensor(fft_length, int32))
        result_type = {"Tcomplex": complex128 if x.dtype is float64 else complex64}
        count = len(chosen) if len(chosen) <= _MOST else 1
        halved = apply(_REAL[count], (y, _lengths(y, count, None, False)), result_type)
        halved = _over(halved, len(chosen) - count, count, False)
        sizes = apply("Shape", (y,))[-len(chosen) :]
        return _moved_back(_scaled(halved, sizes, norm, False), chosen)


def irfftnd(
    input_tensor: TensorLike,
    fft_length: TensorLike | None = None,
    axes: AxisLike | None = None,
    norm: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The inverse of `rfftnd`: real numbers, by default `2 * (n - 1)` along the last of the axes, n being its size.

    >>> tf.signal.irfftnd(tf.ones([2, 3, 3], tf.complex64), axes=[0, 2]).shape
    TensorShape([2, 3, 4])
    """
    with name_scope(name or "irfftnd"):
        x = _complex_input(input_tensor)
        chosen = _chosen(x, fft_length, axes)
        y = _moved(x, chosen)
        lengths = _lengths(y, len(chosen), fft_length, True)
        if fft_length is not None:
            last = apply("AddV2", (apply("FloorDiv", (lengths[-1:], 2)), 1))
            y = _fitted(y, len(chosen), apply("ConcatV2", ([lengths[:-1], last], 0)))
        count = len(chosen) if len(chosen) <= _MOST else 1
        y = _over(y, len(chosen) - count, count, True)
        result = apply(f"I{_REAL[count]}", (y, lengths[-count:]), {"Treal": x.dtype.real_dtype})
        return _moved_back(_scaled(result, lengths, norm, True), chosen)


def _complex(
    x: Tensor, fft_length: TensorLike | None, axes: AxisLike | None, norm: str | None, inverse: bool
) -> Tensor:
    chosen = _chosen(x, fft_length, axes)
    y = _moved(x, chosen)
    y = y if fft_length is None else _fitted(y, len(chosen), convert_to_tensor(fft_length, int32))
    sizes = apply("Shape", (y,))[-len(chosen) :]
    return _moved_back(_scaled(_over(y, len(chosen), 0, inverse), sizes, norm, inverse), chosen)


def _chosen(x: Tensor, fft_length: TensorLike | None, axes: AxisLike | None) -> list[int]:
    """The axes counted from 0."""
    rank = x.shape.rank
    if rank is None:
        raise ValueError("The rank of the input of a transform over some axes must be known.")
    count: Any = rank if fft_length is None else convert_to_tensor(fft_length, int32).shape[0]
    if axes is None:
        axes = list(range(rank - count, rank))
    listed = [int(a) for a in np.ravel(np.asarray(axes))]
    found = [a + rank if a < 0 else a for a in listed]
    if any(not 0 <= a < rank for a in found) or len(set(found)) != len(found) or not found:
        raise errors.InvalidArgumentError(f"axes={listed} must be different axes of a tensor of rank {rank}.")
    if fft_length is not None and count != len(found):
        raise errors.InvalidArgumentError(f"fft_length has {count} lengths, and there are {len(found)} axes.")
    return found


def _order(rank: int, chosen: Sequence[int]) -> list[int]:
    return [a for a in range(rank) if a not in chosen] + list(chosen)


def _moved(x: Tensor, chosen: Sequence[int]) -> Tensor:
    """The chosen axes as the last ones."""
    order = _order(int(x.shape.rank or 0), chosen)
    return x if order == sorted(order) else apply("Transpose", (x, order))


def _moved_back(x: Tensor, chosen: Sequence[int]) -> Tensor:
    order = _order(int(x.shape.rank or 0), chosen)
    return x if order == sorted(order) else apply("Transpose", (x, np.argsort(order).tolist()))


def _over(x: Tensor, count: int, after: int, inverse: bool) -> Tensor:
    """Transforms of `count` axes, before the last `after` ones."""
    rank = int(x.shape.rank or 0)
    pending = list(range(rank - after - count, rank - after))
    while pending:
        group, pending = pending[-_MOST:], pending[:-_MOST]
        x = _moved_back(apply(_NAMES[len(group)][inverse], (_moved(x, group),)), group)
    return x


def _scaled(x: Tensor, sizes: Tensor, norm: str | None, inverse: bool) -> Tensor:
    """The scale that a norm asks for, beside the one that inverse transforms have of their own."""
    if norm not in (None, "backward", "ortho", "forward"):
        raise ValueError(f"norm must be 'backward', 'ortho' or 'forward', not {norm!r}")
    if norm in (None, "backward"):
        return x
    count = apply("Cast", (apply("Prod", (sizes, 0)),), {"DstT": x.dtype.real_dtype})
    scale = apply("Sqrt", (count,)) if norm == "ortho" else count
    return apply("Mul" if inverse else "Div", (x, apply("Cast", (scale,), {"DstT": x.dtype})))


def fftnd_of_lengths(input: TensorLike, fft_length: TensorLike, axes: AxisLike, name: str | None = None) -> Tensor:
    """The discrete Fourier transform over some axes, with a length for each; see `tf.signal.fftnd`.

    >>> tf.fftnd(tf.ones([2, 2], tf.complex64), fft_length=[2, 2], axes=[0, 1]).numpy().real.tolist()
    [[4.0, 0.0], [0.0, 0.0]]
    """
    return fftnd(input, fft_length, axes, name=name)


def ifftnd_of_lengths(input: TensorLike, fft_length: TensorLike, axes: AxisLike, name: str | None = None) -> Tensor:
    """The inverse of `fftnd`, with a length for each axis; see `tf.signal.ifftnd`.

    >>> tf.ifftnd(tf.ones([2, 2], tf.complex64), fft_length=[2, 2], axes=[0, 1]).numpy().real.tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    return ifftnd(input, fft_length, axes, name=name)


def rfftnd_of_lengths(
    input: TensorLike,
    fft_length: TensorLike,
    axes: AxisLike,
    Tcomplex: DTypeLike = complex64,
    name: str | None = None,
) -> Tensor:
    """The discrete Fourier transform of real numbers, with a length for each axis; see `tf.signal.rfftnd`.

    `Tcomplex` is the dtype of the result.

    >>> tf.rfftnd(tf.ones([2, 2]), fft_length=[2, 2], axes=[0, 1]).numpy().real.tolist()
    [[4.0, 0.0], [0.0, 0.0]]
    """
    return cast(rfftnd(input, fft_length, axes, name=name), Tcomplex)


def irfftnd_of_lengths(
    input: TensorLike,
    fft_length: TensorLike,
    axes: AxisLike,
    Treal: DTypeLike = float32,
    name: str | None = None,
) -> Tensor:
    """The inverse of `rfftnd`, with a length for each axis; see `tf.signal.irfftnd`. `Treal` is the result's dtype.

    >>> tf.irfftnd(tf.ones([2, 2], tf.complex64), fft_length=[2, 2], axes=[0, 1]).numpy().tolist()
    [[1.0, 0.0], [0.0, 0.0]]
    """
    return cast(irfftnd(input, fft_length, axes, name=name), Treal)
