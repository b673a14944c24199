"""Operators that keep their numbers as they are: full matrices, lower triangular ones, diagonals."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import TensorShape
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.broadcast import broadcast_batches
from graphwright.linalg_operators.operator import LinearOperator, tensor_argument
from graphwright.ops.array.concat import concat
from graphwright.ops.array.shapes import expand_dims
from graphwright.ops.array.shapes import shape as shape_of
from graphwright.ops.control.assertions import assert_equal, assert_less, assert_positive
from graphwright.ops.linalg.diagonals import band_part, diag_part, set_diag
from graphwright.ops.linalg.diagonals import diag as diagonal_matrix
from graphwright.ops.linalg.matmul import matmul
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint
from graphwright.ops.linalg.solve import triangular_solve
from graphwright.ops.math.casts import cast
from graphwright.ops.math.complex import conj, imag, real
from graphwright.ops.math.reductions import reduce_max, reduce_min, reduce_prod, reduce_sum
from graphwright.ops.math.transcendental import log
from graphwright.ops.math.unary import abs as absolute
from graphwright.ops.math.unary import sqrt

_FLOATING = ["float16", "float32", "float64", "complex64", "complex128"]


class LinearOperatorFullMatrix(LinearOperator):
    """An operator with a dense matrix.

    Args:
      matrix: a tensor `[B1, ..., Bb, M, N]` of floating or complex numbers.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`.
      is_self_adjoint: a hint.
      is_positive_definite: a hint.
      is_square: a hint.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorFullMatrix([[2.0, 0.0], [1.0, 4.0]]).determinant().numpy()
    np.float32(8.0)
    """

    def __init__(
        self,
        matrix: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorFullMatrix",
    ) -> None:
        parameters = {
            "matrix": matrix, "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square, "name": name,
        }  # fmt: skip
        tensor = tensor_argument(matrix, "matrix")
        if tensor.dtype.name not in _FLOATING:
            allowed = ", ".join(f"tf.{dtype}" for dtype in _FLOATING)
            raise TypeError(f"Argument `matrix` must have dtype in [{allowed}]. Received: {tensor.dtype!r}.")
        if tensor.shape.rank is not None and tensor.shape.rank < 2:
            raise ValueError(f"Argument `matrix` must have at least 2 dimensions. Received: {matrix}.")
        self._matrix = tensor
        super().__init__(
            tensor.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, parameters
        )

    @property
    def matrix(self) -> Any:
        """The matrix."""
        return self._matrix

    def _shape(self) -> TensorShape:
        return self._matrix.shape  # type: ignore[no-any-return]

    def _shape_tensor(self) -> Tensor:
        return shape_of(self._matrix)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return matmul(self._matrix, x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _to_dense(self) -> Tensor:
        return convert_to_tensor(self._matrix)


class LinearOperatorLowerTriangular(LinearOperator):
    """An operator with a square lower triangular matrix.

    Args:
      tril: a tensor `[B1, ..., Bb, N, N]`, of which the part above the diagonal is ignored.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`: whether the diagonal has no zeros.
      is_self_adjoint: a hint.
      is_positive_definite: a hint.
      is_square: a hint: not False.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorLowerTriangular([[2.0, 9.0], [1.0, 4.0]]).to_dense().numpy()
    array([[2., 0.],
           [1., 4.]], dtype=float32)
    """

    def __init__(
        self,
        tril: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowerTriangular",
    ) -> None:
        parameters = {
            "tril": tril, "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square, "name": name,
        }  # fmt: skip
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        tensor = tensor_argument(tril, "tril")
        if tensor.shape.rank is not None and tensor.shape.rank < 2:
            raise ValueError(f"Argument tril must have at least 2 dimensions.  Found: {tril}")
        self._tril = tensor
        super().__init__(
            tensor.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, parameters
        )

    @property
    def tril(self) -> Any:
        """The tensor with the matrix in its lower triangle."""
        return self._tril

    def _shape(self) -> TensorShape:
        return self._tril.shape  # type: ignore[no-any-return]

    def _shape_tensor(self) -> Tensor:
        return shape_of(self._tril)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return matmul(self._to_dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        matrix, rhs = broadcast_batches(self._to_dense(), dense_adjoint(rhs) if adjoint_arg else rhs)
        return triangular_solve(matrix, rhs, lower=True, adjoint=adjoint)

    def _determinant(self) -> Tensor:
        return reduce_prod(self._diag_part(), axis=-1)

    def _log_abs_determinant(self) -> Tensor:
        return cast(reduce_sum(log(absolute(self._diag_part())), axis=-1), self.dtype)

    def _diag_part(self) -> Tensor:
        return diag_part(self._tril)

    def _to_dense(self) -> Tensor:
        return band_part(self._tril, -1, 0)

    def _assert_non_singular(self) -> Any:
        message = "Singular operator:  Diagonal contained zero values."
        return assert_less(cast(0, absolute(self._diag_part()).dtype), absolute(self._diag_part()), message=message)


class LinearOperatorDiag(LinearOperator):
    """An operator with a square diagonal matrix.

    Args:
      diag: a tensor `[B1, ..., Bb, N]`: the diagonals.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`: whether there are no zeros.
      is_self_adjoint: a hint; a real diagonal is always self-adjoint.
      is_positive_definite: a hint: whether all numbers are positive.
      is_square: a hint: not False.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorDiag([2.0, 4.0]).matvec([1.0, 1.0]).numpy()
    array([2., 4.], dtype=float32)
    """

    def __init__(
        self,
        diag: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorDiag",
    ) -> None:
        parameters = {
            "diag": diag, "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square, "name": name,
        }  # fmt: skip
        tensor = tensor_argument(diag, "diag")
        if tensor.shape.rank == 0:
            raise ValueError(f"Argument diag must have at least 1 dimension.  Found: {tensor}")
        if not as_dtype(tensor.dtype).is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            is_self_adjoint = True
        if is_square is False:
            raise ValueError("Only square diagonal operators currently supported.")
        self._diag = tensor
        super().__init__(
            tensor.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, parameters
        )

    @property
    def diag(self) -> Any:
        """The diagonals."""
        return self._diag

    def _shape(self) -> TensorShape:
        return self._diag.shape.concatenate(self._diag.shape[-1:])  # type: ignore[no-any-return]

    def _shape_tensor(self) -> Tensor:
        dims = shape_of(self._diag)
        return concat([dims, dims[-1:]], 0)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        diag = conj(self._diag) if adjoint else convert_to_tensor(self._diag)
        return expand_dims(diag, -1) * (dense_adjoint(x) if adjoint_arg else x)

    def _matvec(self, x: Tensor, adjoint: bool = False) -> Tensor:
        return (conj(self._diag) if adjoint else convert_to_tensor(self._diag)) * x

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        diag = conj(self._diag) if adjoint else convert_to_tensor(self._diag)
        return (dense_adjoint(rhs) if adjoint_arg else rhs) / expand_dims(diag, -1)

    def _solvevec(self, rhs: Tensor, adjoint: bool = False) -> Tensor:
        return rhs / (conj(self._diag) if adjoint else self._diag)

    def _determinant(self) -> Tensor:
        return reduce_prod(self._diag, axis=-1)

    def _log_abs_determinant(self) -> Tensor:
        return cast(reduce_sum(log(absolute(self._diag)), axis=-1), self.dtype)

    def _diag_part(self) -> Tensor:
        return convert_to_tensor(self._diag)

    def _eigvals(self) -> Tensor:
        return convert_to_tensor(self._diag)

    def _cond(self) -> Tensor:
        sizes = absolute(self._diag)
        return reduce_max(sizes, axis=-1) / reduce_min(sizes, axis=-1)

    def _to_dense(self) -> Tensor:
        return diagonal_matrix(self._diag)

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        return set_diag(x, diag_part(x) + self._diag)

    def _with_diag(self, diag: Tensor) -> LinearOperatorDiag:
        return LinearOperatorDiag(
            diag, self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, is_square=True
        )

    def _linop_adjoint(self) -> LinearOperator:
        return self._with_diag(conj(self._diag))

    def _linop_inverse(self) -> LinearOperator:
        return self._with_diag(1 / convert_to_tensor(self._diag))

    def _linop_cholesky(self) -> LinearOperator:
        return LinearOperatorDiag(sqrt(self._diag), is_non_singular=True, is_self_adjoint=True, is_square=True)

    def _assert_non_singular(self) -> Any:
        sizes = absolute(self._diag)
        return assert_less(cast(0, sizes.dtype), sizes, message="Singular operator:  Diagonal contained zero values.")

    def _assert_positive_definite(self) -> Any:
        if self.dtype.is_complex:
            message = (
                "Diagonal operator had diagonal entries with non-positive real part, thus was not positive definite."
            )
        else:
            message = "Real diagonal operator had non-positive diagonal entries, thus was not positive definite."
        return assert_positive(real(self._diag), message=message)

    def _assert_self_adjoint(self) -> Any:
        message = "This diagonal operator contained non-zero imaginary values.   Thus it was not self-adjoint."
        imaginary = imag(self._diag)
        return assert_equal(cast(0, imaginary.dtype), imaginary, message=message)
