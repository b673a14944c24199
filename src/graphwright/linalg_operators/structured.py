"""Operators with a few numbers for the whole matrix: reflections, permutations, Toeplitz and tridiagonal matrices."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import float32
from graphwright.base.errors import InvalidArgumentError
from graphwright.base.shape import TensorShape
from graphwright.core.convert import convert_to_tensor
from graphwright.core.introspection import get_static_value
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.operator import LinearOperator, tensor_argument
from graphwright.ops.array.concat import concat, stack
from graphwright.ops.array.constants import ones, zeros
from graphwright.ops.array.ranges import one_hot
from graphwright.ops.array.ranges import range as index_range
from graphwright.ops.array.rearrange import reverse
from graphwright.ops.array.shapes import expand_dims
from graphwright.ops.array.shapes import shape as shape_of
from graphwright.ops.control.group import no_op
from graphwright.ops.index.gather import gather
from graphwright.ops.index.sort import argsort
from graphwright.ops.linalg.diagonals import band_part
from graphwright.ops.linalg.diagonals import diag as diagonal_matrix
from graphwright.ops.linalg.matmul import matmul
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint
from graphwright.ops.linalg.solve import solve
from graphwright.ops.math.casts import cast
from graphwright.ops.math.complex import conj
from graphwright.ops.math.reductions import reduce_sum


def _square_shape(vectors: TensorShape) -> TensorShape:
    return vectors.concatenate(vectors[-1:])


def _square_shape_tensor(vectors: Any) -> Tensor:
    dims = shape_of(vectors)
    return concat([dims, dims[-1:]], 0)


class LinearOperatorHouseholder(LinearOperator):
    """A reflection: `I - 2 v v^H / (v^H v)`.

    Args:
      reflection_axis: a tensor `[B1, ..., Bb, N]`: the vectors v, of any length but 0.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`.
      is_self_adjoint: a hint, not False.
      is_positive_definite: a hint, not True.
      is_square: a hint, not False.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorHouseholder([1.0, 0.0]).matvec([2.0, 3.0]).numpy()
    array([-2.,  3.], dtype=float32)
    """

    def __init__(
        self,
        reflection_axis: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorHouseholder",
    ) -> None:
        parameters = {
            "reflection_axis": reflection_axis, "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint, "is_positive_definite": is_positive_definite, "is_square": is_square,
            "name": name,
        }  # fmt: skip
        if is_self_adjoint is False:
            raise ValueError("A Householder operator is always self adjoint.")
        if is_positive_definite:
            raise ValueError("A Householder operator is always non-positive definite.")
        if is_square is False:
            raise ValueError("A Householder operator is always square.")
        self._reflection_axis = tensor_argument(reflection_axis, "reflection_axis")
        if self._reflection_axis.shape.rank == 0:
            raise ValueError(f"Argument reflection_axis must have at least 1 dimension.  Found: {reflection_axis}")
        super().__init__(self._reflection_axis.dtype, None, is_non_singular, True, False, True, name, parameters)

    @property
    def reflection_axis(self) -> Any:
        """The vectors."""
        return self._reflection_axis

    def _shape(self) -> TensorShape:
        return _square_shape(self._reflection_axis.shape)

    def _shape_tensor(self) -> Tensor:
        return _square_shape_tensor(self._reflection_axis)

    def _scaled(self) -> tuple[Tensor, Tensor]:
        """The vectors, and twice their conjugates over their squared lengths."""
        axis = convert_to_tensor(self._reflection_axis)
        return axis, 2 * conj(axis) / reduce_sum(axis * conj(axis), axis=-1, keepdims=True)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = dense_adjoint(x) if adjoint_arg else x
        axis, scaled = self._scaled()
        return x - expand_dims(axis, -1) * reduce_sum(expand_dims(scaled, -1) * x, axis=-2, keepdims=True)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._matmul(rhs, adjoint, adjoint_arg)

    def _determinant(self) -> Tensor:
        return -ones(self.batch_shape_tensor(), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _trace(self) -> Tensor:
        return cast(self.domain_dimension_tensor(), self.dtype) - 2 * ones(self.batch_shape_tensor(), self.dtype)

    def _diag_part(self) -> Tensor:
        axis, scaled = self._scaled()
        return 1 - axis * scaled

    def _cond(self) -> Tensor:
        return ones(self.batch_shape_tensor(), self.dtype)

    def _eigvals(self) -> Tensor:
        others = ones(shape_of(self._reflection_axis), self.dtype)[..., 1:]
        return concat([-ones(self.batch_shape_tensor(), self.dtype)[..., None], others], -1)

    def _linop_inverse(self) -> LinearOperator:
        return self

    def _assert_non_singular(self) -> Any:
        return no_op()

    _assert_self_adjoint = _assert_non_singular

    def _assert_positive_definite(self) -> Any:
        raise InvalidArgumentError(None, None, "Householder operators are always non-positive definite.")


class LinearOperatorPermutation(LinearOperator):
    """A permutation: row i of the product is row `perm[i]`.

    Args:
      perm: a tensor of integers `[B1, ..., Bb, N]`, each row the numbers from 0 to N - 1 in some order.
      dtype: the dtype of the matrices.
      is_non_singular: a hint, not False.
      is_self_adjoint: a hint, as for `tf.linalg.LinearOperator`.
      is_positive_definite: a hint.
      is_square: a hint, not False.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorPermutation([2, 0, 1]).matvec([1.0, 2.0, 3.0]).numpy()
    array([3., 1., 2.], dtype=float32)
    """

    def __init__(
        self,
        perm: Any,
        dtype: Any = float32,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorPermutation",
    ) -> None:
        parameters = {
            "perm": perm, "dtype": dtype, "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square, "name": name,
        }  # fmt: skip
        if is_non_singular is False:
            raise ValueError("A Permutation operator is always non-singular.")
        if is_square is False:
            raise ValueError("A Permutation operator is always square.")
        self._perm = tensor_argument(perm, "perm")
        if not self._perm.dtype.is_integer:
            raise TypeError(f"Argument `perm` must be integer dtype. Received: {perm}.")
        if self._perm.shape.rank == 0:
            raise ValueError(f"Argument `perm` must have at least 1 dimension. Received: {perm}.")
        static = get_static_value(self._perm)
        if static is not None and np.any(np.sort(static, -1) != np.arange(static.shape[-1])):
            raise ValueError(f"Argument `perm` must be a vector of unique integers from 0 to {static.shape[-1] - 1}.")
        super().__init__(
            dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name, parameters
        )

    @property
    def perm(self) -> Any:
        """The permutations."""
        return self._perm

    def _shape(self) -> TensorShape:
        return _square_shape(self._perm.shape)

    def _shape_tensor(self) -> Tensor:
        return _square_shape_tensor(self._perm)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = dense_adjoint(x) if adjoint_arg else x
        if self._perm.shape.rank == 1:
            return gather(x, argsort(self._perm) if adjoint else self._perm, axis=-2)
        return matmul(self.to_dense(), x, transpose_a=adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._matmul(rhs, not adjoint, adjoint_arg)

    def _to_dense(self) -> Tensor:
        return one_hot(self._perm, shape_of(self._perm)[-1], dtype=self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _cond(self) -> Tensor:
        return ones(self.batch_shape_tensor(), self.dtype)


class LinearOperatorToeplitz(LinearOperator):
    """A matrix with one number along each diagonal.

    Args:
      col: a tensor `[B1, ..., Bb, N]`: the first column.
      row: a tensor `[B1, ..., Bb, N]`: the first row, of which the first number is that of `col`.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`.
      is_self_adjoint: a hint.
      is_positive_definite: a hint.
      is_square: a hint, not False.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorToeplitz([1.0, 2.0], [1.0, 3.0]).to_dense().numpy()
    array([[1., 3.],
           [2., 1.]], dtype=float32)
    """

    def __init__(
        self,
        col: Any,
        row: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorToeplitz",
    ) -> None:
        parameters = {
            "col": col, "row": row, "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square, "name": name,
        }  # fmt: skip
        self._col = tensor_argument(col, "col")
        self._row = tensor_argument(row, "row")
        if is_square is False:
            raise ValueError("Only square Toeplitz operators currently supported.")
        super().__init__(
            self._row.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, parameters
        )

    @property
    def col(self) -> Any:
        """The first column."""
        return self._col

    @property
    def row(self) -> Any:
        """The first row."""
        return self._row

    def _shape(self) -> TensorShape:
        from graphwright.ops.array.broadcasting import broadcast_static_shape

        return _square_shape(broadcast_static_shape(self._col.shape, self._row.shape))

    def _shape_tensor(self) -> Tensor:
        return _square_shape_tensor(self._col + self._row)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return matmul(self._to_dense(), x, adjoint_a=adjoint, adjoint_b=adjoint_arg)

    def _diag_part(self) -> Tensor:
        zero = zeros(self.shape_tensor()[:-1], self.dtype)
        return zero + convert_to_tensor(self._col)[..., :1]

    def _to_dense(self) -> Tensor:
        together = (
            self._col + zeros(shape_of(self._row), self.dtype),
            self._row + zeros(shape_of(self._col), self.dtype),
        )
        size = shape_of(self._col)[-1]
        values = concat([reverse(together[0], [-1]), together[1][..., 1:]], -1)
        positions = index_range(size)
        return gather(values, size - 1 - positions[:, None] + positions[None, :], axis=-1)


class LinearOperatorTridiag(LinearOperator):
    """A square matrix with three diagonals.

    Args:
      diagonals: the diagonals, by `diagonals_format`: for "compact" a tensor `[B1, ..., Bb, 3, N]` of the diagonal
        above (its last number is ignored), the main one and the one below (its first number is ignored); for
        "sequence" a list of the three; for "matrix" a tensor `[B1, ..., Bb, N, N]`.
      diagonals_format: "compact", "sequence" or "matrix".
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`.
      is_self_adjoint: a hint.
      is_positive_definite: a hint.
      is_square: a hint, not False.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorTridiag([[1.0, 0.0], [4.0, 5.0], [0.0, 2.0]]).to_dense().numpy()
    array([[4., 1.],
           [2., 5.]], dtype=float32)
    """

    def __init__(
        self,
        diagonals: Any,
        diagonals_format: str = "compact",
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorTridiag",
    ) -> None:
        parameters = {
            "diagonals": diagonals, "diagonals_format": diagonals_format, "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint, "is_positive_definite": is_positive_definite, "is_square": is_square,
            "name": name,
        }  # fmt: skip
        if diagonals_format not in ("compact", "matrix", "sequence"):
            raise ValueError(
                "Argument `diagonals_format` must be one of compact, matrix, or sequence. "
                f"Received : {diagonals_format}."
            )
        if diagonals_format == "sequence":
            self._diagonals: Any = [tensor_argument(diagonal, "diagonal") for diagonal in diagonals]
            dtype = self._diagonals[0].dtype
        else:
            self._diagonals = tensor_argument(diagonals, "diagonals")
            dtype = self._diagonals.dtype
        self._diagonals_format = diagonals_format
        super().__init__(dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, True, name, parameters)

    @property
    def diagonals(self) -> Any:
        """The diagonals, as they were passed."""
        return self._diagonals

    @property
    def diagonals_format(self) -> str:
        """What `diagonals` is."""
        return self._diagonals_format

    def _compact(self) -> Tensor:
        if self._diagonals_format == "sequence":
            above, main, below = self._diagonals
            common = zeros(shape_of(above + main + below), self.dtype)
            return stack([above + common, main + common, below + common], axis=-2)
        return convert_to_tensor(self._diagonals)

    def _shape(self) -> TensorShape:
        if self._diagonals_format == "matrix":
            return self._diagonals.shape  # type: ignore[no-any-return]
        if self._diagonals_format == "sequence":
            return _square_shape(self._compact().shape[:-2].concatenate(self._compact().shape[-1:]))
        return _square_shape(self._diagonals.shape[:-2].concatenate(self._diagonals.shape[-1:]))

    def _shape_tensor(self) -> Tensor:
        return shape_of(self._to_dense())

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = dense_adjoint(x) if adjoint_arg else x
        if self._diagonals_format == "matrix":
            return matmul(band_part(self._diagonals, 1, 1), x, adjoint_a=adjoint)
        compact = self._compact()
        above, main, below = (compact[..., i, :, None] for i in (0, 1, 2))
        if adjoint:
            none = zeros(shape_of(main[..., :1, :]), self.dtype)
            shifted_below = concat([conj(below[..., 1:, :]), none], -2)
            shifted_above = concat([none, conj(above[..., :-1, :])], -2)
            above, main, below = shifted_below, conj(main), shifted_above
        none = zeros(shape_of(x[..., :1, :]), self.dtype)
        following = concat([x[..., 1:, :], none], -2)
        preceding = concat([none, x[..., :-1, :]], -2)
        return above * following + main * x + below * preceding

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        from graphwright.linalg_operators.broadcast import broadcast_batches

        rhs = dense_adjoint(rhs) if adjoint_arg else rhs
        matrix, rhs = broadcast_batches(band_part(self._to_dense(), 1, 1), rhs)
        return solve(matrix, rhs, adjoint=adjoint)

    def _to_dense(self) -> Tensor:
        if self._diagonals_format == "matrix":
            return convert_to_tensor(self._diagonals)
        return diagonal_matrix(self._compact(), k=(-1, 1), align="LEFT_RIGHT")
