"""Solutions of linear equations by iteration."""

from __future__ import annotations

from typing import Any, NamedTuple

from graphwright.base.dtypes import int32
from graphwright.core.context import name_scope
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.constants import zeros_like
from graphwright.ops.array.shapes import expand_dims
from graphwright.ops.math.complex import conj
from graphwright.ops.math.reductions import reduce_any, reduce_sum
from graphwright.ops.math.statistics import norm


class CGState(NamedTuple):
    """The state of the method of conjugate gradients: steps taken, solution, residual, direction, residual squared."""

    i: Tensor
    x: Tensor
    r: Tensor
    p: Tensor
    gamma: Tensor


def _dot(a: Tensor, b: Tensor) -> Tensor:
    return reduce_sum(conj(a) * b, axis=-1)


def conjugate_gradient(
    operator: Any,
    rhs: Any,
    preconditioner: Any = None,
    x: Any = None,
    tol: float = 1e-5,
    max_iter: int = 20,
    name: str = "conjugate_gradient",
) -> CGState:
    """Solve `A x = rhs` by the method of conjugate gradients.

    Args:
      operator: a linear operator that is self-adjoint and positive definite.
      rhs: vectors.
      preconditioner: an operator that resembles the inverse of `A`.
      x: where to begin, by default at 0.
      tol: the size of the residual, relative to `rhs`, at which the iteration ends.
      max_iter: the most steps.
      name: the name of the operations.

    Raises ValueError unless the operator's hints promise what is needed.

    >>> operator = tf.linalg.LinearOperatorDiag([2.0, 4.0], is_self_adjoint=True, is_positive_definite=True)
    >>> tf.linalg.experimental.conjugate_gradient(operator, tf.constant([2.0, 4.0])).x.numpy().round(4).tolist()
    [1.0, 1.0]
    """
    from graphwright.control.loops import while_loop

    if not (operator.is_self_adjoint and operator.is_positive_definite):
        raise ValueError("Expected a self-adjoint, positive definite operator.")
    with name_scope(name):
        right = convert_to_tensor(rhs)
        limit = tol * norm(right, axis=-1)
        if x is None:
            start, residual = zeros_like(right), right
        else:
            start = convert_to_tensor(x)
            residual = right - operator.matvec(start)
        better = residual if preconditioner is None else preconditioner.matvec(residual)
        first = CGState(convert_to_tensor(0, int32), start, residual, better, _dot(residual, better))

        def goes_on(i: Tensor, x: Tensor, r: Tensor, p: Tensor, gamma: Tensor) -> Any:
            return (i < max_iter) & reduce_any(norm(r, axis=-1) > limit)

        def step(i: Tensor, x: Tensor, r: Tensor, p: Tensor, gamma: Tensor) -> CGState:
            z = operator.matvec(p)
            alpha = expand_dims(gamma / _dot(p, z), -1)
            x = x + alpha * p
            r = r - alpha * z
            q = r if preconditioner is None else preconditioner.matvec(r)
            new = _dot(r, q)
            return CGState(i + 1, x, r, q + expand_dims(new / gamma, -1) * p, new)

        return CGState(*while_loop(goes_on, step, tuple(first)))
