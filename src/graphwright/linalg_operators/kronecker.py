"""Kronecker products of operators."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.composed import check_operators
from graphwright.linalg_operators.operator import LinearOperator
from graphwright.ops.array.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphwright.ops.array.concat import concat
from graphwright.ops.array.shapes import reshape
from graphwright.ops.array.shapes import shape as shape_of
from graphwright.ops.linalg.matmul import matmul
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint
from graphwright.ops.math.casts import cast


class LinearOperatorKronecker(LinearOperator):
    """The Kronecker product of several operators: blocks of the last, scaled by the numbers of those before.

    Args:
      operators: operators of one dtype.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`; by default True if all operators are.
      is_self_adjoint: a hint; by default True if all operators are.
      is_positive_definite: a hint; by default True if all operators are.
      is_square: a hint.
      name: the name, by default the names of the operators joined by `_x_`.

    >>> diag = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> tf.linalg.LinearOperatorKronecker([diag, diag]).diag_part().numpy()
    array([1., 2., 2., 4.], dtype=float32)
    """

    def __init__(
        self,
        operators: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        hints = {
            "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square,
        }  # fmt: skip
        parameters = {"operators": operators, **hints, "name": name}
        if not operators:
            raise ValueError(f"Argument `operators` must be a list of >=1 operators. Received: {operators}.")
        self._operators = check_operators(operators)
        for hint in ("is_non_singular", "is_self_adjoint", "is_positive_definite"):
            if hints[hint] is None and all(getattr(operator, hint) for operator in self._operators):
                hints[hint] = True
        super().__init__(
            self._operators[0].dtype, name=name or "_x_".join(operator.name for operator in self._operators),
            parameters=parameters, **hints,
        )  # fmt: skip

    @property
    def operators(self) -> list[LinearOperator]:
        """The operators."""
        return self._operators

    def _shape(self) -> TensorShape:
        batch = self._operators[0].batch_shape
        for operator in self._operators[1:]:
            batch = broadcast_static_shape(batch, operator.batch_shape)
        rows = [operator.range_dimension for operator in self._operators]
        columns = [operator.domain_dimension for operator in self._operators]
        return batch.concatenate(
            [None if None in sizes else math.prod(size or 0 for size in sizes) for sizes in (rows, columns)]
        )

    def _shape_tensor(self) -> Tensor:
        shape = self._operators[0].shape_tensor()
        for operator in self._operators[1:]:
            other = operator.shape_tensor()
            shape = concat([broadcast_dynamic_shape(shape[:-2], other[:-2]), shape[-2:] * other[-2:]], 0)
        return shape

    def _applied(self, x: Tensor, apply: Callable[[LinearOperator, Tensor], Tensor]) -> Tensor:
        """Apply each operator along its own axis of the rows of `x`, for operators without batch dimensions."""
        above, columns = shape_of(x)[:-2], shape_of(x)[-1:]
        rest = self.domain_dimension or 0
        rows = 1
        for operator in self._operators:
            size = operator.domain_dimension or 0
            rest //= size
            result = apply(operator, reshape(x, concat([above, [rows, size, -1]], 0)))
            rows *= size
            x = result
        return reshape(x, concat([above, [-1], columns], 0))

    def _is_plain(self) -> bool:
        """Whether all operators are square, of known size, and without batch dimensions."""
        return all(operator.shape.rank == 2 and operator.is_square for operator in self._operators)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = dense_adjoint(x) if adjoint_arg else x
        if self._is_plain():
            return self._applied(x, lambda operator, part: operator.matmul(part, adjoint=adjoint))
        return matmul(self._to_dense(), x, adjoint_a=adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = dense_adjoint(rhs) if adjoint_arg else rhs
        if self._is_plain():
            return self._applied(rhs, lambda operator, part: operator.solve(part, adjoint=adjoint))
        return super()._solve(rhs, adjoint)

    def _exponent(self, operator: LinearOperator) -> Tensor:
        """How often the determinant of one operator is a factor of that of the whole."""
        return cast(self.domain_dimension_tensor() // operator.domain_dimension_tensor(), self.dtype)

    def _determinant(self) -> Tensor:
        if not all(operator.is_square for operator in self._operators):
            return super()._determinant()
        factors = [operator.determinant() ** self._exponent(operator) for operator in self._operators]
        return math.prod(factors[1:], start=factors[0])

    def _log_abs_determinant(self) -> Tensor:
        if not all(operator.is_square for operator in self._operators):
            return super()._log_abs_determinant()
        terms = [operator.log_abs_determinant() * self._exponent(operator) for operator in self._operators]
        return sum(terms[1:], start=terms[0])

    def _trace(self) -> Tensor:
        if not all(operator.is_square for operator in self._operators):
            return super()._trace()
        traces = [operator.trace() for operator in self._operators]
        return math.prod(traces[1:], start=traces[0])

    def _to_dense(self) -> Tensor:
        result = self._operators[0].to_dense()
        for operator in self._operators[1:]:
            blocks = result[..., :, None, :, None] * operator.to_dense()[..., None, :, None, :]
            dims = shape_of(blocks)
            result = reshape(blocks, concat([dims[:-4], [dims[-4] * dims[-3], dims[-2] * dims[-1]]], 0))
        return result

    def _of_each(self, change: Callable[[LinearOperator], LinearOperator]) -> LinearOperator:
        return LinearOperatorKronecker(
            [change(operator) for operator in self._operators],
            self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, self.is_square,
        )  # fmt: skip

    def _linop_adjoint(self) -> LinearOperator:
        return self._of_each(LinearOperator.adjoint)

    def _linop_inverse(self) -> LinearOperator:
        return self._of_each(LinearOperator.inverse)

    def _linop_cholesky(self) -> LinearOperator:
        if not all(operator.is_positive_definite and operator.is_self_adjoint for operator in self._operators):
            return super()._linop_cholesky()
        return LinearOperatorKronecker([operator.cholesky() for operator in self._operators], is_non_singular=True)
