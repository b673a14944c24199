"""An operator plus a matrix of low rank."""

from __future__ import annotations

from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.broadcast import broadcast_batches
from graphwright.linalg_operators.identity import LinearOperatorIdentity
from graphwright.linalg_operators.matrices import LinearOperatorDiag
from graphwright.linalg_operators.operator import LinearOperator, tensor_argument
from graphwright.ops.array.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphwright.ops.array.concat import concat
from graphwright.ops.array.shapes import shape as shape_of
from graphwright.ops.linalg.matmul import matmul
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint
from graphwright.ops.linalg.solve import det, slogdet, solve
from graphwright.ops.math.casts import cast


class LinearOperatorLowRankUpdate(LinearOperator):
    """`L + U D V^H`, of which solutions and determinants need those of L and of a matrix as small as D.

    Args:
      base_operator: the operator L, `[B1, ..., Bb, M, N]`.
      u: the tensor U, `[B1, ..., Bb, M, K]`.
      diag_update: the diagonals D, `[B1, ..., Bb, K]`; by default ones.
      v: the tensor V, `[B1, ..., Bb, N, K]`; by default U.
      is_diag_update_positive: a hint: whether `diag_update` is positive.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`.
      is_self_adjoint: a hint.
      is_positive_definite: a hint.
      is_square: a hint.
      name: the name of the operator.

    >>> base = tf.linalg.LinearOperatorDiag([1.0, 2.0], is_positive_definite=True)
    >>> tf.linalg.LinearOperatorLowRankUpdate(base, [[1.0], [1.0]]).to_dense().numpy()
    array([[2., 1.],
           [1., 3.]], dtype=float32)
    """

    def __init__(
        self,
        base_operator: LinearOperator,
        u: Any,
        diag_update: Any = None,
        v: Any = None,
        is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowRankUpdate",
    ) -> None:
        parameters = {
            "base_operator": base_operator, "u": u, "diag_update": diag_update, "v": v,
            "is_diag_update_positive": is_diag_update_positive, "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint, "is_positive_definite": is_positive_definite, "is_square": is_square,
            "name": name,
        }  # fmt: skip
        if diag_update is None:
            if is_diag_update_positive is False:
                raise ValueError("Default diagonal is the identity, which is positive.  Found is False.")
            is_diag_update_positive = True
        symmetric = v is None or v is u
        if symmetric and base_operator.is_self_adjoint and is_self_adjoint is None:
            is_self_adjoint = not base_operator.dtype.is_complex or None
        if symmetric and base_operator.is_positive_definite and is_diag_update_positive:
            is_positive_definite = True if is_positive_definite is None else is_positive_definite
        self._base_operator = base_operator
        self._u = tensor_argument(u, "u")
        self._v = self._u if symmetric else tensor_argument(v, "v")
        self._diag_update = None if diag_update is None else tensor_argument(diag_update, "diag_update")
        self._is_diag_update_positive = is_diag_update_positive
        super().__init__(
            base_operator.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name,
            parameters,
        )  # fmt: skip

    base_operator = property(lambda self: self._base_operator, doc="The operator L.")
    u = property(lambda self: self._u, doc="The tensor U.")
    v = property(lambda self: self._v, doc="The tensor V.")
    diag_update = property(lambda self: self._diag_update, doc="The diagonals D, or None.")
    is_diag_update_positive = property(lambda self: self._is_diag_update_positive, doc="Whether D is positive.")

    @property
    def diag_operator(self) -> LinearOperator:
        """The operator D."""
        if self._diag_update is None:
            return LinearOperatorIdentity(shape_of(self._u)[-1], dtype=self.dtype)
        return LinearOperatorDiag(self._diag_update, is_positive_definite=self._is_diag_update_positive)

    def _shape(self) -> TensorShape:
        batch = self._base_operator.batch_shape
        for part in self._batch_parts():
            batch = broadcast_static_shape(batch, part.shape[:-2])
        return batch.concatenate(self._base_operator.shape[-2:])

    def _batch_parts(self) -> list[Any]:
        diag = [] if self._diag_update is None else [convert_to_tensor(self._diag_update)[..., None]]
        return [self._u, self._v, *diag]

    def _shape_tensor(self) -> Tensor:
        batch = self._base_operator.batch_shape_tensor()
        for part in self._batch_parts():
            batch = broadcast_dynamic_shape(batch, shape_of(part)[:-2])
        return concat([batch, self._base_operator.shape_tensor()[-2:]], 0)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        u, v = (self._v, self._u) if adjoint else (self._u, self._v)
        inner = self.diag_operator.matmul(matmul(v, x, adjoint_a=True, adjoint_b=adjoint_arg), adjoint=adjoint)
        return self._base_operator.matmul(x, adjoint, adjoint_arg) + matmul(u, inner)  # type: ignore[no-any-return]

    def _capacitance(self, adjoint: bool = False) -> Tensor:
        """`D^-1 + V^H L^-1 U`."""
        u, v = (self._v, self._u) if adjoint else (self._u, self._v)
        inverse = self.diag_operator.inverse()
        inverse = inverse.adjoint() if adjoint else inverse
        return matmul(v, self._base_operator.solve(u, adjoint=adjoint), adjoint_a=True) + inverse.to_dense()

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        # the Woodbury identity
        u, v = (self._v, self._u) if adjoint else (self._u, self._v)
        base = self._base_operator.solve(dense_adjoint(rhs) if adjoint_arg else rhs, adjoint=adjoint)
        inner = solve(*broadcast_batches(self._capacitance(adjoint), matmul(v, base, adjoint_a=True)))
        return base - self._base_operator.solve(matmul(u, inner), adjoint=adjoint)  # type: ignore[no-any-return]

    def _determinant(self) -> Tensor:
        return det(self._capacitance()) * self.diag_operator.determinant() * self._base_operator.determinant()

    def _log_abs_determinant(self) -> Tensor:
        inner = cast(slogdet(self._capacitance()).log_abs_determinant, self.dtype)
        return inner + self.diag_operator.log_abs_determinant() + self._base_operator.log_abs_determinant()

    def _to_dense(self) -> Tensor:
        update = matmul(self._u, self.diag_operator.matmul(dense_adjoint(self._v)))
        return self._base_operator.to_dense() + update
