"""Operators without a matrix: the identity, multiples of it, and zeros."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype
from graphwright.base.shape import TensorShape
from graphwright.core.convert import convert_to_tensor
from graphwright.core.introspection import get_static_value
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.operator import LinearOperator, tensor_argument
from graphwright.ops.array.broadcasting import broadcast_dynamic_shape, broadcast_to
from graphwright.ops.array.concat import concat
from graphwright.ops.array.constants import ones, zeros
from graphwright.ops.array.ranges import eye
from graphwright.ops.array.shapes import expand_dims
from graphwright.ops.array.shapes import shape as shape_of
from graphwright.ops.control.assertions import assert_equal, assert_less, assert_positive
from graphwright.ops.control.group import no_op
from graphwright.ops.linalg.diagonals import diag_part, set_diag
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint
from graphwright.ops.math.casts import cast
from graphwright.ops.math.complex import conj, imag, real
from graphwright.ops.math.transcendental import log
from graphwright.ops.math.unary import abs as absolute
from graphwright.ops.math.unary import sqrt


def _size(value: Any, name: str) -> Any:
    """A number of rows or columns: an int where it is known, else a scalar tensor."""
    tensor = convert_to_tensor(value)
    if not tensor.dtype.is_integer:
        raise TypeError(f"Argument {name} must be integer type.  Found: {tensor}")
    if tensor.shape.rank not in (None, 0):
        raise ValueError(f"Argument {name} must be a 0-D Tensor.  Found: {value}")
    static = get_static_value(tensor)
    if static is None:
        return tensor
    if static < 0:
        raise ValueError(f"Argument {name} must be non-negative.  Found: {value}")
    return int(static)


def _batch(value: Any) -> Any:
    """A batch shape: a TensorShape where it is known, else a vector."""
    if value is None:
        return TensorShape([])
    if isinstance(value, TensorShape):
        return value
    tensor = convert_to_tensor(value, dtype="int32")
    if tensor.shape.rank not in (None, 1):
        raise ValueError(f"Argument batch_shape must be a 1-D Tensor.  Found: {value}")
    static = get_static_value(tensor)
    if static is None:
        return tensor
    if np.any(static < 0):
        raise ValueError(f"Argument batch_shape must be non-negative.  Found:{value}")
    return TensorShape(static.tolist())


def _static_batch(batch: Any) -> TensorShape:
    if isinstance(batch, TensorShape):
        return batch
    rank = batch.shape[0] if batch.shape.rank == 1 else None
    return TensorShape(None if rank is None else [None] * rank)


def _static_size(size: Any) -> int | None:
    return size if isinstance(size, int) else None


def _shape_vector(batch: Any, *sizes: Any) -> Tensor:
    batch = batch.as_list() if isinstance(batch, TensorShape) else batch
    return concat([cast(batch, "int32"), cast([cast(size, "int32") for size in sizes], "int32")], 0)


def _expanded(x: Tensor, batch: Any) -> Tensor:
    """`x` with at least the batch dimensions `batch`."""
    if isinstance(batch, TensorShape) and batch.rank == 0:
        return x
    wanted = batch.as_list() if isinstance(batch, TensorShape) else batch
    together = broadcast_dynamic_shape(shape_of(x)[:-2], cast(wanted, "int32"))
    return broadcast_to(x, concat([together, shape_of(x)[-2:]], 0))


def _check_hints(kind: str, hints: dict[str, bool | None], expected: dict[str, str]) -> None:
    for hint, what in expected.items():
        if hints[hint] is False:
            raise ValueError(f"{kind} operator is always {what}.")


class LinearOperatorIdentity(LinearOperator):
    """The identity: what it is applied to, unchanged.

    Args:
      num_rows: the size of the matrices.
      batch_shape: the shape of the batch, by default `[]`.
      dtype: the dtype, by default float32.
      is_non_singular: a hint, not False.
      is_self_adjoint: a hint, not False.
      is_positive_definite: a hint, not False.
      is_square: a hint, not False.
      assert_proper_shapes: accepted; shapes are checked in any case.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorIdentity(2).trace().numpy()
    np.float32(2.0)
    """

    def __init__(
        self,
        num_rows: Any,
        batch_shape: Any = None,
        dtype: Any = None,
        is_non_singular: bool | None = True,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = True,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorIdentity",
    ) -> None:
        hints = {
            "is_self_adjoint": is_self_adjoint, "is_non_singular": is_non_singular,
            "is_positive_definite": is_positive_definite, "is_square": is_square,
        }  # fmt: skip
        parameters = {
            "num_rows": num_rows, "batch_shape": batch_shape, "dtype": dtype, **hints,
            "assert_proper_shapes": assert_proper_shapes, "name": name,
        }  # fmt: skip
        _check_hints(
            "An identity",
            hints,
            {
                "is_self_adjoint": "self-adjoint", "is_non_singular": "non-singular",
                "is_positive_definite": "positive-definite", "is_square": "square",
            },
        )  # fmt: skip
        self._num_rows = _size(num_rows, "num_rows")
        self._batch = _batch(batch_shape)
        super().__init__(
            dtype or "float32",
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            is_square,
            name,
            parameters,
        )

    num_rows = property(lambda self: self._num_rows, doc="The number of rows.")

    def _shape(self) -> TensorShape:
        size = _static_size(self._num_rows)
        return _static_batch(self._batch).concatenate([size, size])

    def _shape_tensor(self) -> Tensor:
        return _shape_vector(self._batch, self._num_rows, self._num_rows)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return _expanded(dense_adjoint(x) if adjoint_arg else x, self._batch)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._matmul(rhs, adjoint, adjoint_arg)

    def _determinant(self) -> Tensor:
        return ones(self.batch_shape_tensor(), self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    def _diag_part(self) -> Tensor:
        return ones(self.shape_tensor()[:-1], self.dtype)

    def _trace(self) -> Tensor:
        return cast(self._num_rows, self.dtype) * ones(self.batch_shape_tensor(), self.dtype)

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def _cond(self) -> Tensor:
        return ones(self.batch_shape_tensor(), self.dtype)

    def _to_dense(self) -> Tensor:
        return _expanded(eye(self._num_rows, dtype=self.dtype), self._batch)

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Tensor:
        """The sum of the identity and `mat`."""
        with self._scope(name):
            mat = convert_to_tensor(mat)
            return set_diag(mat, diag_part(mat) + ones([], self.dtype))

    def _linop_adjoint(self) -> LinearOperator:
        return self

    _linop_inverse = _linop_adjoint

    def _linop_cholesky(self) -> LinearOperator:
        return LinearOperatorIdentity(self._num_rows, self._batch, self.dtype)

    def _assert_non_singular(self) -> Any:
        return no_op()

    _assert_positive_definite = _assert_self_adjoint = _assert_non_singular


class LinearOperatorScaledIdentity(LinearOperator):
    """A multiple of the identity.

    Args:
      num_rows: the size of the matrices.
      multiplier: a tensor `[B1, ..., Bb]`: a factor for each matrix.
      is_non_singular: a hint, as for `tf.linalg.LinearOperator`.
      is_self_adjoint: a hint; a real multiple is always self-adjoint.
      is_positive_definite: a hint.
      is_square: a hint, not False.
      assert_proper_shapes: accepted; shapes are checked in any case.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorScaledIdentity(3, 2.0).determinant().numpy()
    np.float32(8.0)
    """

    def __init__(
        self,
        num_rows: Any,
        multiplier: Any,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorScaledIdentity",
    ) -> None:
        parameters = {
            "num_rows": num_rows, "multiplier": multiplier, "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint, "is_positive_definite": is_positive_definite, "is_square": is_square,
            "assert_proper_shapes": assert_proper_shapes, "name": name,
        }  # fmt: skip
        if not is_square:
            raise ValueError("A ScaledIdentity operator is always square.")
        self._multiplier = tensor_argument(multiplier, "multiplier")
        if not as_dtype(self._multiplier.dtype).is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            is_self_adjoint = True
        self._num_rows = _size(num_rows, "num_rows")
        super().__init__(
            self._multiplier.dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square, name,
            parameters,
        )  # fmt: skip

    num_rows = property(lambda self: self._num_rows, doc="The number of rows.")

    @property
    def multiplier(self) -> Any:
        """The factors."""
        return self._multiplier

    def _shape(self) -> TensorShape:
        size = _static_size(self._num_rows)
        return self._multiplier.shape.concatenate([size, size])  # type: ignore[no-any-return]

    def _shape_tensor(self) -> Tensor:
        return _shape_vector(shape_of(self._multiplier), self._num_rows, self._num_rows)

    def _factor(self, adjoint: bool) -> Tensor:
        return expand_dims(expand_dims(conj(self._multiplier) if adjoint else self._multiplier, -1), -1)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return (dense_adjoint(x) if adjoint_arg else x) * self._factor(adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return (dense_adjoint(rhs) if adjoint_arg else rhs) / self._factor(adjoint)

    def _determinant(self) -> Tensor:
        return convert_to_tensor(self._multiplier) ** cast(self._num_rows, self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return cast(self._num_rows, self.dtype) * cast(log(absolute(self._multiplier)), self.dtype)

    def _diag_part(self) -> Tensor:
        return expand_dims(self._multiplier, -1) * ones([self._num_rows], self.dtype)

    def _trace(self) -> Tensor:
        return self._multiplier * cast(self._num_rows, self.dtype)  # type: ignore[no-any-return]

    def _eigvals(self) -> Tensor:
        return self._diag_part()

    def _cond(self) -> Tensor:
        return ones(self.batch_shape_tensor(), self.dtype)

    def _to_dense(self) -> Tensor:
        return eye(self._num_rows, dtype=self.dtype) * self._factor(False)

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Tensor:
        """The sum of the matrices and `mat`."""
        with self._scope(name):
            mat = convert_to_tensor(mat)
            return set_diag(mat, diag_part(mat) + expand_dims(self._multiplier, -1))

    def _with_multiplier(self, multiplier: Any) -> LinearOperator:
        return LinearOperatorScaledIdentity(
            self._num_rows, multiplier, self.is_non_singular, self.is_self_adjoint, self.is_positive_definite
        )

    def _linop_adjoint(self) -> LinearOperator:
        return self._with_multiplier(conj(self._multiplier))

    def _linop_inverse(self) -> LinearOperator:
        return self._with_multiplier(1 / convert_to_tensor(self._multiplier))

    def _linop_cholesky(self) -> LinearOperator:
        return LinearOperatorScaledIdentity(
            self._num_rows, sqrt(self._multiplier), is_non_singular=True, is_self_adjoint=True
        )

    def _assert_non_singular(self) -> Any:
        size = absolute(self._multiplier)
        return assert_less(cast(0, size.dtype), size, message="LinearOperator was singular")

    def _assert_positive_definite(self) -> Any:
        return assert_positive(real(self._multiplier), message="LinearOperator was not positive definite.")

    def _assert_self_adjoint(self) -> Any:
        imaginary = imag(self._multiplier)
        return assert_equal(cast(0, imaginary.dtype), imaginary, message="LinearOperator was not self-adjoint")


class LinearOperatorZeros(LinearOperator):
    """A matrix of zeros.

    Args:
      num_rows: the number of rows.
      num_columns: the number of columns, by default as many.
      batch_shape: the shape of the batch, by default `[]`.
      dtype: the dtype, by default float32.
      is_non_singular: a hint, not True.
      is_self_adjoint: a hint.
      is_positive_definite: a hint, not True.
      is_square: a hint.
      assert_proper_shapes: accepted; shapes are checked in any case.
      name: the name of the operator.

    >>> tf.linalg.LinearOperatorZeros(2).matvec([1.0, 2.0]).numpy()
    array([0., 0.], dtype=float32)
    """

    def __init__(
        self,
        num_rows: Any,
        num_columns: Any = None,
        batch_shape: Any = None,
        dtype: Any = None,
        is_non_singular: bool | None = False,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = False,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorZeros",
    ) -> None:
        parameters = {
            "num_rows": num_rows, "num_columns": num_columns, "batch_shape": batch_shape, "dtype": dtype,
            "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square,
            "assert_proper_shapes": assert_proper_shapes, "name": name,
        }  # fmt: skip
        if is_non_singular:
            raise ValueError("A zero operator is always singular.")
        if is_positive_definite:
            raise ValueError("A zero operator is never positive-definite.")
        self._num_rows = _size(num_rows, "num_rows")
        self._num_columns = self._num_rows if num_columns is None else _size(num_columns, "num_columns")
        self._batch = _batch(batch_shape)
        sizes = {_static_size(self._num_rows), _static_size(self._num_columns)} - {None}
        if is_square and len(sizes) == 2:
            raise ValueError("LinearOperatorZeros initialized as is_square=True, but got num_rows != num_columns")
        super().__init__(
            dtype or "float32",
            None,
            is_non_singular,
            is_self_adjoint,
            is_positive_definite,
            is_square,
            name,
            parameters,
        )

    num_rows = property(lambda self: self._num_rows, doc="The number of rows.")
    num_columns = property(lambda self: self._num_columns, doc="The number of columns.")

    def _shape(self) -> TensorShape:
        sizes = [_static_size(self._num_rows), _static_size(self._num_columns)]
        return _static_batch(self._batch).concatenate(sizes)

    def _shape_tensor(self) -> Tensor:
        return _shape_vector(self._batch, self._num_rows, self._num_columns)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        x = dense_adjoint(x) if adjoint_arg else x
        rows = self._num_columns if adjoint else self._num_rows
        batch = broadcast_dynamic_shape(shape_of(x)[:-2], self.batch_shape_tensor())
        return zeros(_shape_vector(batch, rows, shape_of(x)[-1]), self.dtype)

    def _determinant(self) -> Tensor:
        return zeros(self.batch_shape_tensor(), self.dtype)

    _trace = _determinant

    def _log_abs_determinant(self) -> Tensor:
        return log(zeros(self.batch_shape_tensor(), self.dtype))

    def _diag_part(self) -> Tensor:
        return diag_part(self._to_dense())

    _eigvals = _diag_part

    def _to_dense(self) -> Tensor:
        return zeros(self.shape_tensor(), self.dtype)

    def add_to_tensor(self, mat: Any, name: str = "add_to_tensor") -> Tensor:
        """`mat`, with the batch dimensions of both."""
        with self._scope(name):
            return _expanded(convert_to_tensor(mat), self._batch)

    def _assert_non_singular(self) -> Any:
        from graphwright.base.errors import InvalidArgumentError

        raise InvalidArgumentError(None, None, "Zero operators are always non-invertible.")

    def _assert_positive_definite(self) -> Any:
        from graphwright.base.errors import InvalidArgumentError

        raise InvalidArgumentError(None, None, "Zero operators are always non-positive definite.")

    def _assert_self_adjoint(self) -> Any:
        return no_op()
