"""The exponential of matrices: an approximant of the scaled matrix, squared in a loop."""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from graphwright.control.loops import while_loop
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, name_scope, to_tensor
from graphwright.ops.linalg._matrices import identity_like, times
from graphwright.ops.math.reductions import reduce_max, reduce_sum

_COEFFICIENTS: Final = (
    64764752532480000,
    32382376266240000,
    7771770303897600,
    1187353796428800,
    129060195264000,
    10559470521600,
    670442572800,
    33522128640,
    1323241920,
    40840800,
    960960,
    16380,
    182,
    1,
)
"""Of the Padé approximant of degree 13 (Higham, "The Scaling and Squaring Method for the Matrix Exponential", 2005)."""

_LARGEST_NORM: Final = 5.371920351148152  # up to this 1-norm the approximant is exact to double precision


def expm(input: TensorLike, name: str | None = None) -> Tensor:
    """The exponential of each square matrix: the sum of `matrix**n / n!`.

    Args:
      input: tensor of shape [..., m, m], of floats or complex numbers.

    Raises ValueError for other dtypes.

    >>> tf.round(tf.linalg.expm([[0.0, 1.0], [0.0, 0.0]])).numpy().tolist()
    [[1.0, 1.0], [0.0, 1.0]]
    """
    with name_scope(name or "matrix_exponential"):
        matrix = to_tensor(input, name="matrix")
        if not (matrix.dtype.is_floating or matrix.dtype.is_complex):
            raise ValueError(f"tf.linalg.expm does not support matrices of type {matrix.dtype!r}")
        norm = _norm(matrix)
        is_finite = apply("IsFinite", (norm,))
        squarings = _squarings(norm, is_finite)
        scale = apply("Pow", (_constant(2, squarings), -squarings))
        result = _approximant(matrix * apply("Cast", (scale,), {"DstT": matrix.dtype}), is_finite)
        most = reduce_max(apply("Maximum", (squarings, _constant(0, squarings))))

        def square(step: Tensor, power: Tensor) -> tuple[Tensor, Tensor]:
            unfinished = apply("Less", (step, squarings))
            return step + 1, apply("SelectV2", (unfinished, times(power, power), power))

        exponential: Tensor
        _, exponential = while_loop(lambda step, _: step < most, square, (apply("ZerosLike", (most,)), result))
        return exponential


def _constant(value: float, like: Tensor) -> Array:
    return np.asarray(value, like.dtype.numpy)


def _norm(matrix: Tensor) -> Tensor:
    """The largest sum of a column's sizes, of shape [..., 1, 1]."""
    sizes = apply("ComplexAbs" if matrix.dtype.is_complex else "Abs", (apply("StopGradient", (matrix,)),))
    return reduce_max(reduce_sum(sizes, axis=-2, keepdims=True), axis=-1, keepdims=True)


def _squarings(norm: Tensor, is_finite: Tensor) -> Tensor:
    """How often each matrix is halved before the approximant and the result squared after it, of shape [..., 1, 1].

    Matrices that are not finite are not halved; their exponential is not a number.
    """
    least = _constant(_LARGEST_NORM, norm)
    norm = apply("SelectV2", (is_finite, apply("Maximum", (norm, least)), least))
    return apply("Ceil", (apply("Log", (norm / least,)) / _constant(math.log(2), norm),))


def _approximant(x: Tensor, is_finite: Tensor) -> Tensor:
    """`(V - U)⁻¹ (V + U)`, U being the odd terms of the polynomial and V the even ones; NaN for other matrices."""
    c = [_constant(coefficient / _COEFFICIENTS[0], x) for coefficient in _COEFFICIENTS]
    one, x2 = identity_like(x), times(x, x)
    x4 = times(x2, x2)
    x6 = times(x4, x2)

    def terms(first: int) -> Tensor:
        """Every second term from the `first`, divided by x if that is odd."""
        high = c[first + 12] * x6 + c[first + 10] * x4 + c[first + 8] * x2
        return times(x6, high) + c[first + 6] * x6 + c[first + 4] * x4 + c[first + 2] * x2 + c[first] * one

    odd, even = times(x, terms(1)), terms(0)
    divisor = apply("SelectV2", (is_finite, even - odd, one))
    return apply("MatrixSolve", (divisor, apply("SelectV2", (is_finite, even + odd, _constant(math.nan, x)))))
