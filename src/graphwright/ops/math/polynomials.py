"""Formulas of a few ops: polynomials, the logarithm of the Beta function."""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.core.prelude import Tensor, TensorLike, apply, name_scope, to_tensor
from graphwright.ops.array.constants import zeros_like
from graphwright.ops.math.binary import add, multiply, subtract
from graphwright.ops.math.reductions import reduce_sum


def polyval(coeffs: Sequence[TensorLike], x: TensorLike, name: str | None = None) -> Tensor:
    """The value of a polynomial, element by element.

    Args:
      coeffs: a list of the coefficients, that of the highest power first; none make the polynomial 0.
      x: where to evaluate it.

    Raises ValueError when `coeffs` is not a list.

    >>> float(tf.math.polyval([2.0, 0.0, 1.0], 3.0))
    19.0
    """
    if not isinstance(coeffs, list):
        raise ValueError(f"Argument coeffs must be list type. Received type {type(coeffs)}.")
    with name_scope(name or "polyval"):
        x = to_tensor(x, name="x")
        if not coeffs:
            return zeros_like(x)
        value = to_tensor(coeffs[0], None if hasattr(coeffs[0], "dtype") else x.dtype)
        for coefficient in coeffs[1:]:
            value = add(coefficient, multiply(value, x))
        return value


def lbeta(x: TensorLike, name: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the Beta function of the numbers along the last axis.

    >>> round(float(tf.math.lbeta([2.0, 3.0])), 4)
    -2.4849
    """
    with name_scope(name or "lbeta"):
        x = to_tensor(x, name="x")
        gammas = reduce_sum(apply("Lgamma", (x,)), axis=[-1])
        return subtract(gammas, apply("Lgamma", (reduce_sum(x, axis=[-1]),)))
