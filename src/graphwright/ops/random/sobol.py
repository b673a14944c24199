"""Points of Sobol's sequence, which fill a cube evenly: SobolSample."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from graphwright.base.dtypes import DType, float32
from graphwright.core.prelude import Array, DTypeLike, Tensor, TensorLike, apply, errors
from graphwright.ir.prelude import Dims, ShapeContext, Symbol, op

_BITS = 32
_MOST = 2**31 - 1  # the number of the last point


@cache
def _directions() -> Array:
    """By dimension, a word for each bit of the number of a point; of the direction numbers of Joe and Kuo."""
    with np.load(Path(__file__).with_name("sobol_directions.npz")) as file:
        polynomials, initial = file["polynomials"].astype(np.int64), file["initial"].astype(np.int64)
    words = np.ones((len(polynomials), _BITS), np.int64)  # the first dimension has no polynomial
    degrees = np.array([int(p).bit_length() - 1 for p in polynomials])
    width = min(_BITS, initial.shape[1])
    for bit in range(_BITS):
        given = (bit < degrees) & (np.arange(len(degrees)) > 0)
        if bit < width:
            words[given, bit] = initial[given, bit]
        for degree in set(degrees[(bit >= degrees) & (degrees > 0)].tolist()):
            rows = np.flatnonzero(degrees == degree)
            found = words[rows, bit - degree].copy()
            for back in range(1, degree + 1):
                taken = (polynomials[rows] >> (degree - back)) & 1
                found ^= (taken * words[rows, bit - back]) << back
            words[rows, bit] = found
    return words << (_BITS - 1 - np.arange(_BITS))


def _sample(dim: Array, num_results: Array, skip: Array, *, dtype: DType) -> Array:
    dims, count, first = int(dim), int(num_results), int(skip)
    words = _directions()
    for wrong, message in (
        (dims < 1, "dim must be at least one"),
        (dims > len(words), f"dim must be at most {len(words)}"),
        (count < 1, "num_results must be at least one"),
        (first < 0, "skip must be non-negative"),
        (count + first >= _MOST, f"num_results+skip must be less than {_MOST}"),
    ):
        if wrong:
            raise errors.InvalidArgumentError(message)
    numbers = np.arange(first + 1, first + 1 + count)
    gray = numbers ^ (numbers >> 1)
    points = np.zeros((count, dims), np.int64)
    for bit in range(int(gray.max()).bit_length()):
        points ^= ((gray >> bit) & 1)[:, None] * words[None, :dims, bit]
    return (points / 2.0**_BITS).astype(dtype.numpy)


def _rule(ctx: ShapeContext) -> Dims:
    for i, name in enumerate(("dim", "num_results", "skip")):
        if ctx.rank(i) not in (0, None):
            raise ctx.fail(f"{name} must be a scalar")
    count, dims = (ctx.value(i) for i in (1, 0))
    return tuple(Symbol() if n is None or int(n) < 0 else int(n) for n in (count, dims))


SOBOL = op(
    "SobolSample", "dim: int32, num_results: int32, skip: int32 -> samples: dtype",
    "dtype: {float, double} = float", shape=_rule, kernel=_sample, no_gradient=True,
)  # fmt: skip


def sobol_sample(
    dim: TensorLike,
    num_results: TensorLike,
    skip: TensorLike = 0,
    dtype: DTypeLike = float32,
    name: str | None = None,
) -> Tensor:
    """Points of Sobol's sequence, `[num_results, dim]`: numbers from 0 to 1, more even than random ones.

    Args:
      dim: how many coordinates a point has, 1111 at most.
      num_results: how many points.
      skip: how many points of the sequence are left out before.
      dtype: float32 or float64.
      name: of the operation.

    Raises InvalidArgumentError for numbers that are too small or too large.

    >>> tf.math.sobol_sample(2, 3).numpy()
    array([[0.5 , 0.5 ],
           [0.75, 0.25],
           [0.25, 0.75]], dtype=float32)
    """
    return apply(SOBOL, (dim, num_results, skip), {"dtype": dtype}, name)


__all__ = ["sobol_sample"]
