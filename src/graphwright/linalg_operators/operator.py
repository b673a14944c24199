"""`LinearOperator`, the base class; what a subclass leaves out is computed from the dense matrix."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from graphwright.base.dtypes import DType, as_dtype
from graphwright.base.services import COMBINE_OPERATORS, PUBLIC_FUNCTION
from graphwright.base.shape import TensorShape
from graphwright.core.context import name_scope
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.core.variable import Variable
from graphwright.linalg_operators.broadcast import broadcast_batches
from graphwright.linalg_operators.public_functions import dispatch_to_operators
from graphwright.linalg_operators.spec import LinearOperatorSpec, component_spec, spec_class
from graphwright.module import Module
from graphwright.ops.array.ranges import eye
from graphwright.ops.array.shapes import expand_dims, squeeze
from graphwright.ops.array.shapes import shape as shape_of
from graphwright.ops.control.assertions import assert_equal, assert_less
from graphwright.ops.control.group import no_op
from graphwright.ops.linalg.decompositions import cholesky, svd
from graphwright.ops.linalg.diagonals import diag_part
from graphwright.ops.linalg.eigen import eigvalsh
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint
from graphwright.ops.linalg.matrix_functions import cholesky_solve
from graphwright.ops.linalg.solve import det, slogdet, solve
from graphwright.ops.math.casts import cast
from graphwright.ops.math.reductions import reduce_max, reduce_min, reduce_sum
from graphwright.ops.math.unary import abs as absolute


class LinearOperator(Module):
    """Base class of batches of matrices, of which a subclass knows the structure.

    A subclass defines `_shape`, `_shape_tensor` and `_matmul`, and as many of the other methods with an underscore
    (`_solve`, `_determinant`, `_diag_part`, ...) as it can compute without the dense matrix.

    Args:
      dtype: the dtype of the matrices, and of what they are applied to.
      graph_parents: deprecated; a list of tensors.
      is_non_singular: a hint: True or False promise that the matrices are invertible or not; None promises nothing.
      is_self_adjoint: a hint: whether they equal their conjugate transposes.
      is_positive_definite: a hint: whether `x^H A x` has a positive real part for all x other than 0.
      is_square: a hint: whether they have as many rows as columns.
      name: the name of the operator, by default that of its class.
      parameters: the arguments that the subclass was created with.

    Raises ValueError where the hints contradict each other.

    >>> operator = tf.linalg.LinearOperatorDiag([2.0, 4.0])
    >>> operator.solvevec([2.0, 2.0]).numpy()
    array([1. , 0.5], dtype=float32)
    >>> type(operator @ operator).__name__
    'LinearOperatorDiag'
    """

    _TF_MODULE_IGNORED_PROPERTIES = Module._TF_MODULE_IGNORED_PROPERTIES | {"_parameters"}
    _spec_class: ClassVar[type[LinearOperatorSpec]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._spec_class = spec_class(cls)

    def __init__(
        self,
        dtype: Any,
        graph_parents: Any = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
        parameters: dict[str, Any] | None = None,
    ) -> None:
        if is_positive_definite:
            if is_non_singular is False:
                raise ValueError("A positive definite matrix is always non-singular.")
            is_non_singular = True
        if is_non_singular:
            if is_square is False:
                raise ValueError("A non-singular matrix is always square.")
            is_square = True
        if is_self_adjoint:
            if is_square is False:
                raise ValueError("A self-adjoint matrix is always square.")
            is_square = True
        dispatch_to_operators()
        super().__init__(name=name or type(self).__name__)
        self._dtype = None if dtype is None else as_dtype(dtype)
        self._graph_parents = list(graph_parents or [])
        self._is_non_singular = is_non_singular
        self._is_self_adjoint = is_self_adjoint
        self._is_positive_definite = is_positive_definite
        self._is_square = is_square
        self._parameters = parameters or {}

    def _trackable_children(self, save_type: str = "checkpoint", **kwargs: Any) -> dict[str, Any]:
        children = super()._trackable_children(save_type, **kwargs)
        return {name: child for name, child in children.items() if name != "_parameters"}

    def _scope(self, name: str) -> name_scope:
        return name_scope(f"{self.name}/{name}")

    # --- what it is ---

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments that the operator was created with."""
        return dict(self._parameters)

    @property
    def graph_parents(self) -> list[Any]:
        """Deprecated: the list passed to the constructor."""
        return self._graph_parents

    @property
    def dtype(self) -> DType:
        """The dtype of the matrices."""
        return self._dtype  # type: ignore[return-value]

    @property
    def is_non_singular(self) -> bool | None:
        """Whether the matrices are invertible, if that is known."""
        return self._is_non_singular

    @property
    def is_self_adjoint(self) -> bool | None:
        """Whether the matrices equal their conjugate transposes, if that is known."""
        return self._is_self_adjoint

    @property
    def is_positive_definite(self) -> bool | None:
        """Whether the matrices are positive definite, if that is known."""
        return self._is_positive_definite

    @property
    def is_square(self) -> bool | None:
        """Whether the matrices are square, by the static shape or else the hint."""
        rows, columns = self.range_dimension, self.domain_dimension
        if rows is not None and columns is not None:
            return bool(rows == columns)
        return self._is_square

    # --- shapes ---

    def _shape(self) -> TensorShape:
        raise NotImplementedError("_shape is not implemented.")

    def _shape_tensor(self) -> Tensor:
        raise NotImplementedError("_shape_tensor is not implemented.")

    @property
    def shape(self) -> TensorShape:
        """The static shape of the dense matrices, `[B1, ..., Bb, M, N]`."""
        return self._shape()

    @property
    def batch_shape(self) -> TensorShape:
        """The static shape without the last two dimensions."""
        return self.shape[:-2]

    @property
    def tensor_rank(self) -> int | None:
        """The number of dimensions of the dense matrices."""
        return self.shape.rank

    @property
    def domain_dimension(self) -> int | None:
        """The number of columns."""
        return None if self.shape.rank is None else self.shape[-1]

    @property
    def range_dimension(self) -> int | None:
        """The number of rows."""
        return None if self.shape.rank is None else self.shape[-2]

    def shape_tensor(self, name: str = "shape_tensor") -> Tensor:
        """The shape as a tensor: a constant where it is known."""
        with self._scope(name):
            return convert_to_tensor(self.shape.as_list()) if self.shape.is_fully_defined() else self._shape_tensor()

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """The batch shape as a tensor."""
        with self._scope(name):
            if self.batch_shape.is_fully_defined():
                return convert_to_tensor(self.batch_shape.as_list(), "int32")
            return self.shape_tensor()[:-2]

    def tensor_rank_tensor(self, name: str = "tensor_rank_tensor") -> Tensor:
        """The number of dimensions as a tensor."""
        with self._scope(name):
            rank = self.tensor_rank
            return shape_of(self.shape_tensor())[0] if rank is None else convert_to_tensor(rank)

    def domain_dimension_tensor(self, name: str = "domain_dimension_tensor") -> Tensor:
        """The number of columns as a tensor."""
        with self._scope(name):
            size = self.domain_dimension
            return self.shape_tensor()[-1] if size is None else convert_to_tensor(size)

    def range_dimension_tensor(self, name: str = "range_dimension_tensor") -> Tensor:
        """The number of rows as a tensor."""
        with self._scope(name):
            size = self.range_dimension
            return self.shape_tensor()[-2] if size is None else convert_to_tensor(size)

    # --- products ---

    def _argument(self, x: Any, dimension: int | None, axis: int) -> Tensor:
        """`x` as a tensor of the operator's dtype, whose size along `axis` agrees with `dimension`."""
        x = convert_to_tensor(x)
        if x.dtype != self.dtype:
            raise TypeError(f"Expected argument to have dtype {self.dtype!r}.  Found: {x.dtype!r} in tensor {x}")
        if x.shape.rank is not None and dimension is not None:
            size = x.shape[axis]
            if size is not None and size != dimension:
                raise ValueError(f"Dimensions {dimension} and {size} are not compatible")
        return x  # type: ignore[no-any-return]

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        raise NotImplementedError("_matmul is not implemented.")

    def matmul(self, x: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul") -> Any:
        """The product of the operator, or with `adjoint` its adjoint, and a tensor or an operator.

        With `adjoint_arg` the adjoint of `x` is taken. The product with an operator is an operator.
        """
        if isinstance(x, LinearOperator):
            return COMBINE_OPERATORS.get()(
                "product", self.adjoint() if adjoint else self, x.adjoint() if adjoint_arg else x
            )
        with self._scope(name):
            size = self.range_dimension if adjoint else self.domain_dimension
            return self._matmul(self._argument(x, size, -1 if adjoint_arg else -2), adjoint, adjoint_arg)

    def __matmul__(self, other: Any) -> Any:
        return self.matmul(other)

    def __rmatmul__(self, other: Any) -> Tensor:
        # x A = (A^H x^H)^H
        return dense_adjoint(self.matmul(convert_to_tensor(other), adjoint=True, adjoint_arg=True))

    __array_priority__ = 101  # above a tensor's: `tensor @ operator` is ours

    def _matvec(self, x: Tensor, adjoint: bool = False) -> Tensor:
        return squeeze(self.matmul(expand_dims(x, -1), adjoint=adjoint), -1)

    def matvec(self, x: Any, adjoint: bool = False, name: str = "matvec") -> Tensor:
        """The product of the operator, or its adjoint, and vectors."""
        with self._scope(name):
            return self._matvec(
                self._argument(x, self.range_dimension if adjoint else self.domain_dimension, -1), adjoint
            )

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        rhs = dense_adjoint(rhs) if adjoint_arg else rhs
        matrix, rhs = broadcast_batches(self.to_dense(), rhs)
        if self._can_use_cholesky():
            return cholesky_solve(cholesky(matrix), rhs)
        return solve(matrix, rhs, adjoint=adjoint)

    def _can_use_cholesky(self) -> bool:
        return bool(self.is_self_adjoint and self.is_positive_definite)

    def _check_solvable(self) -> None:
        for known, what in ((self.is_non_singular, "be singular"), (self.is_square, "not be square")):
            if known is False:
                raise NotImplementedError(f"Exact solve not implemented for an operator that is expected to {what}.")

    def solve(self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve") -> Any:
        """The solution X of `A X = rhs`, or with `adjoint` of `A^H X = rhs`; an operator where `rhs` is one.

        With `adjoint_arg` the adjoint of `rhs` is taken. Raises NotImplementedError where the operator is known to be
        singular or not square.
        """
        self._check_solvable()
        if isinstance(rhs, LinearOperator):
            return COMBINE_OPERATORS.get()(
                "solution", self.adjoint() if adjoint else self, rhs.adjoint() if adjoint_arg else rhs
            )
        with self._scope(name):
            size = self.domain_dimension if adjoint else self.range_dimension
            return self._solve(self._argument(rhs, size, -1 if adjoint_arg else -2), adjoint, adjoint_arg)

    def _solvevec(self, rhs: Tensor, adjoint: bool = False) -> Tensor:
        return squeeze(self.solve(expand_dims(rhs, -1), adjoint=adjoint), -1)

    def solvevec(self, rhs: Any, adjoint: bool = False, name: str = "solve") -> Tensor:
        """The solution x of `A x = rhs` for vectors, or with `adjoint` of `A^H x = rhs`."""
        with self._scope(name):
            self._check_solvable()
            return self._solvevec(self._argument(rhs, self.range_dimension, -1), adjoint)

    # --- numbers ---

    def _check_square_for_determinant(self) -> None:
        if self.is_square is False:
            raise NotImplementedError("Determinant not implemented for an operator that is expected to not be square.")

    def _determinant(self) -> Tensor:
        return det(self.to_dense())

    def determinant(self, name: str = "det") -> Tensor:
        """The determinant of each matrix."""
        self._check_square_for_determinant()
        with self._scope(name):
            return self._determinant()

    def _log_abs_determinant(self) -> Tensor:
        return cast(slogdet(self.to_dense()).log_abs_determinant, self.dtype)

    def log_abs_determinant(self, name: str = "log_abs_det") -> Tensor:
        """The logarithm of the absolute value of each determinant."""
        self._check_square_for_determinant()
        with self._scope(name):
            return self._log_abs_determinant()

    def _diag_part(self) -> Tensor:
        return diag_part(self.to_dense())

    def diag_part(self, name: str = "diag_part") -> Tensor:
        """The diagonal of each matrix."""
        with self._scope(name):
            return self._diag_part()

    def _trace(self) -> Tensor:
        return reduce_sum(self.diag_part(), axis=-1)

    def trace(self, name: str = "trace") -> Tensor:
        """The sum of the diagonal of each matrix."""
        with self._scope(name):
            return self._trace()

    def _eigvals(self) -> Tensor:
        return eigvalsh(self.to_dense())

    def eigvals(self, name: str = "eigvals") -> Tensor:
        """The eigenvalues; NotImplementedError where the operator is not known to be self-adjoint."""
        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        with self._scope(name):
            return self._eigvals()

    def _cond(self) -> Tensor:
        if self.is_self_adjoint:
            values = absolute(self.eigvals())
        else:
            values = convert_to_tensor(svd(self.to_dense(), compute_uv=False))
        return reduce_max(values, axis=-1) / reduce_min(values, axis=-1)

    def cond(self, name: str = "cond") -> Tensor:
        """The condition number of each matrix: the largest singular value over the smallest."""
        with self._scope(name):
            return self._cond()

    # --- dense matrices ---

    def _to_dense(self) -> Tensor:
        columns = self.domain_dimension_tensor() if self.domain_dimension is None else self.domain_dimension
        return self.matmul(eye(columns, dtype=self.dtype))  # type: ignore[no-any-return]

    def to_dense(self, name: str = "to_dense") -> Tensor:
        """The matrices as a tensor."""
        with self._scope(name):
            return self._to_dense()

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        return self.to_dense() + x

    def add_to_tensor(self, x: Any, name: str = "add_to_tensor") -> Tensor:
        """The sum of the matrices and `x`."""
        with self._scope(name):
            x = convert_to_tensor(x)
            return self._add_to_tensor(self._argument(x, None, -1))

    # --- other operators ---

    @property
    def H(self) -> LinearOperator:
        """The adjoint."""
        return self.adjoint()

    def adjoint(self, name: str = "adjoint") -> LinearOperator:
        """The operator whose matrices are the conjugate transposes."""
        if self.is_self_adjoint:
            return self
        with self._scope(name):
            return self._linop_adjoint()

    def _linop_adjoint(self) -> LinearOperator:
        return _operator_class("Adjoint")(
            self, self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, self.is_square
        )

    def inverse(self, name: str = "inverse") -> LinearOperator:
        """The inverse; ValueError where the operator is known to be singular or not square."""
        if self.is_square is False:
            raise ValueError("Cannot take the Inverse: This operator represents a non square matrix.")
        if self.is_non_singular is False:
            raise ValueError("Cannot take the Inverse: This operator represents a singular matrix.")
        with self._scope(name):
            return self._linop_inverse()

    def _linop_inverse(self) -> LinearOperator:
        return _operator_class("Inversion")(
            self, self.is_non_singular, self.is_self_adjoint, self.is_positive_definite, self.is_square
        )

    def cholesky(self, name: str = "cholesky") -> LinearOperator:
        """The lower Cholesky factor; ValueError unless the hints promise a positive definite self-adjoint matrix."""
        if not self._can_use_cholesky():
            raise ValueError("Cannot take the Cholesky decomposition: Not a positive definite self adjoint matrix.")
        with self._scope(name):
            return self._linop_cholesky()

    def _linop_cholesky(self) -> LinearOperator:
        return _operator_class("LowerTriangular")(
            cholesky(self.to_dense()), is_non_singular=True, is_self_adjoint=False, is_square=True
        )

    # --- assertions ---

    def _assert_non_singular(self) -> Any:
        real = as_dtype(self.dtype).real_dtype
        limit = cast(1.0 / np.finfo(real.as_numpy_dtype).eps, real)
        condition = cast(self.cond(), real)
        return assert_less(condition, limit, message="Singular matrix up to precision epsilon.")

    def assert_non_singular(self, name: str = "assert_non_singular") -> Any:
        """An operation that fails where a matrix is singular, up to rounding."""
        with self._scope(name):
            return self._assert_non_singular()

    def _assert_positive_definite(self) -> Any:
        if not self.is_self_adjoint:
            raise NotImplementedError("assert_positive_definite is not implemented.")
        cholesky(self.to_dense())
        return no_op()

    def assert_positive_definite(self, name: str = "assert_positive_definite") -> Any:
        """An operation that fails where a matrix is not positive definite."""
        with self._scope(name):
            return self._assert_positive_definite()

    def _assert_self_adjoint(self) -> Any:
        dense = self.to_dense()
        return assert_equal(dense, dense_adjoint(dense), message="Matrix was not equal to its adjoint.")

    def assert_self_adjoint(self, name: str = "assert_self_adjoint") -> Any:
        """An operation that fails where a matrix differs from its adjoint."""
        with self._scope(name):
            return self._assert_self_adjoint()

    # --- composite tensors ---

    @property
    def _type_spec(self) -> LinearOperatorSpec:
        hints = ("is_non_singular", "is_self_adjoint", "is_positive_definite", "is_square")
        specs, arguments = {}, {name: getattr(self, f"_{name}") for name in hints if name in self._parameters}
        for name, passed in self._parameters.items():
            if name in hints or name == "name":
                continue
            value = getattr(self, name, passed)
            spec = component_spec(value)
            if spec is not None:
                specs[name] = spec
            else:
                arguments[name] = value
        return self._spec_class(sorted(specs.items()), sorted(arguments.items()))


def _operator_class(name: str) -> Callable[..., LinearOperator]:
    """A subclass by its name without `LinearOperator`: those import this module."""
    found: Callable[..., LinearOperator] = PUBLIC_FUNCTION.get()(f"linalg.LinearOperator{name}")
    return found


def tensor_argument(value: Any, name: str, dtype: Any = None) -> Any:
    """An argument as a tensor; a variable stays one, so that it is read when it is needed."""
    return value if isinstance(value, Variable) else convert_to_tensor(value, dtype=dtype, name=name)


LinearOperator._spec_class = spec_class(LinearOperator)

__all__ = ["LinearOperator", "tensor_argument"]
