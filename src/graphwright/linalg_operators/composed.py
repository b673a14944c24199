"""Operators made from others: compositions, adjoints and inverses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from graphwright.base.shape import TensorShape
from graphwright.core.tensor import Tensor
from graphwright.linalg_operators.operator import LinearOperator
from graphwright.ops.array.broadcasting import broadcast_dynamic_shape, broadcast_static_shape
from graphwright.ops.array.concat import concat
from graphwright.ops.linalg.matrices import adjoint as dense_adjoint
from graphwright.ops.math.complex import conj


def check_operators(operators: Iterable[LinearOperator]) -> list[LinearOperator]:
    """The operators as a list of at least one, all of one dtype."""
    checked = list(operators)
    if not checked:
        raise ValueError(f"Expected a non-empty list of operators. Found: {operators}")
    if any(operator.dtype != checked[0].dtype for operator in checked):
        found = "   ".join(str((operator.name, operator.dtype)) for operator in checked)
        raise TypeError(f"Expected all operators to have the same dtype.  Found {found}")
    return checked


class LinearOperatorComposition(LinearOperator):
    """The product of several operators, applied from the last to the first.

    Args:
      operators: operators of one dtype, of which each has as many columns as the next has rows.
      is_non_singular: a hint, by default that of the operators, if they agree.
      is_self_adjoint: a hint.
      is_positive_definite: a hint.
      is_square: a hint.
      name: the name, by default the names of the operators joined by `_o_`.

    >>> diag = tf.linalg.LinearOperatorDiag([1.0, 2.0])
    >>> full = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    >>> tf.linalg.LinearOperatorComposition([diag, full]).matvec([1.0, 1.0]).numpy()
    array([ 3., 14.], dtype=float32)
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
        parameters = {
            "operators": operators, "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square, "name": name,
        }  # fmt: skip
        self._operators = check_operators(operators)
        known = {operator.is_non_singular for operator in self._operators}
        if is_non_singular is None and known == {True}:
            is_non_singular = True
        elif is_non_singular is None and False in known and all(operator.is_square for operator in self._operators):
            is_non_singular = False
        super().__init__(
            self._operators[0].dtype, None, is_non_singular, is_self_adjoint, is_positive_definite, is_square,
            name or "_o_".join(operator.name for operator in self._operators), parameters,
        )  # fmt: skip

    @property
    def operators(self) -> list[LinearOperator]:
        """The operators."""
        return self._operators

    def _shape(self) -> TensorShape:
        batch = self._operators[0].batch_shape
        for operator in self._operators[1:]:
            batch = broadcast_static_shape(batch, operator.batch_shape)
        return batch.concatenate([self._operators[0].range_dimension, self._operators[-1].domain_dimension])

    def _shape_tensor(self) -> Tensor:
        batch = self._operators[0].batch_shape_tensor()
        for operator in self._operators[1:]:
            batch = broadcast_dynamic_shape(batch, operator.batch_shape_tensor())
        rows, columns = self._operators[0].shape_tensor()[-2:-1], self._operators[-1].shape_tensor()[-1:]
        return concat([batch, rows, columns], 0)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        result = dense_adjoint(x) if adjoint_arg else x
        for operator in self._operators if adjoint else reversed(self._operators):
            result = operator.matmul(result, adjoint=adjoint)
        return result

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        result = dense_adjoint(rhs) if adjoint_arg else rhs
        for operator in reversed(self._operators) if adjoint else self._operators:
            result = operator.solve(result, adjoint=adjoint)
        return result

    def _determinant(self) -> Tensor:
        if not all(operator.is_square for operator in self._operators):
            return super()._determinant()
        result = self._operators[0].determinant()
        for operator in self._operators[1:]:
            result = result * operator.determinant()
        return result

    def _log_abs_determinant(self) -> Tensor:
        if not all(operator.is_square for operator in self._operators):
            return super()._log_abs_determinant()
        result = self._operators[0].log_abs_determinant()
        for operator in self._operators[1:]:
            result = result + operator.log_abs_determinant()
        return result


class _Derived(LinearOperator):
    """An operator that follows from another one."""

    _operator: LinearOperator

    @property
    def operator(self) -> LinearOperator:
        """The operator that this one follows from."""
        return self._operator

    def _derive(self, suffix: str, hints: dict[str, bool | None], name: str | None) -> None:
        operator = self._operator
        parameters = {"operator": operator, **hints, "name": name}
        for hint, value in hints.items():
            if value is None:
                hints[hint] = getattr(operator, hint)
        super().__init__(operator.dtype, name=name or operator.name + suffix, parameters=parameters, **hints)


class LinearOperatorAdjoint(_Derived):
    """The adjoint of an operator: its conjugate transpose.

    Args:
      operator: the operator.
      is_non_singular: a hint, by default that of the operator.
      is_self_adjoint: a hint, by default that of the operator.
      is_positive_definite: a hint, by default that of the operator.
      is_square: a hint, by default that of the operator.
      name: the name, by default that of the operator with `_adjoint`.

    >>> full = tf.linalg.LinearOperatorFullMatrix([[1.0, 2.0], [3.0, 4.0]])
    >>> tf.linalg.LinearOperatorAdjoint(full).matvec([1.0, 0.0]).numpy()
    array([1., 2.], dtype=float32)
    """

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        self._operator = operator
        hints = {
            "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square,
        }  # fmt: skip
        self._derive("_adjoint", hints, name)

    def _shape(self) -> TensorShape:
        shape = self._operator.shape
        return shape[:-2].concatenate([shape[-1], shape[-2]])

    def _shape_tensor(self) -> Tensor:
        shape = self._operator.shape_tensor()
        return concat([shape[:-2], shape[-1:], shape[-2:-1]], 0)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._operator.matmul(x, not adjoint, adjoint_arg)  # type: ignore[no-any-return]

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._operator.solve(rhs, not adjoint, adjoint_arg)  # type: ignore[no-any-return]

    def _determinant(self) -> Tensor:
        return conj(self._operator.determinant())

    def _log_abs_determinant(self) -> Tensor:
        return self._operator.log_abs_determinant()

    def _trace(self) -> Tensor:
        return conj(self._operator.trace())

    def _diag_part(self) -> Tensor:
        return conj(self._operator.diag_part())

    def _to_dense(self) -> Tensor:
        return dense_adjoint(self._operator.to_dense())

    def _linop_adjoint(self) -> LinearOperator:
        return self._operator


class LinearOperatorInversion(_Derived):
    """The inverse of an operator.

    Args:
      operator: the operator, not known to be singular or not square.
      is_non_singular: a hint, not False.
      is_self_adjoint: a hint, by default that of the operator.
      is_positive_definite: a hint, by default that of the operator.
      is_square: a hint, not False.
      name: the name, by default that of the operator with `_inv`.

    >>> full = tf.linalg.LinearOperatorFullMatrix([[2.0, 0.0], [0.0, 4.0]])
    >>> tf.linalg.LinearOperatorInversion(full).matvec([1.0, 1.0]).numpy()
    array([0.5 , 0.25], dtype=float32)
    """

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        self._operator = operator
        hints = {
            "is_non_singular": is_non_singular, "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite, "is_square": is_square,
        }  # fmt: skip
        for hint in ("is_square", "is_non_singular"):
            if hints[hint] is False or getattr(operator, hint) is False:
                raise ValueError(
                    f"Argument `{hint}` or argument `operator` must have supplied hint `{hint}` equal to `True` or "
                    f"`None`. Found `operator.{hint}`: {getattr(operator, hint)}, `{hint}`: {hints[hint]}."
                )
        self._derive("_inv", hints, name)

    def _shape(self) -> TensorShape:
        return self._operator.shape

    def _shape_tensor(self) -> Tensor:
        return self._operator.shape_tensor()

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._operator.solve(x, adjoint, adjoint_arg)  # type: ignore[no-any-return]

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._operator.matmul(rhs, adjoint, adjoint_arg)  # type: ignore[no-any-return]

    def _determinant(self) -> Tensor:
        return 1 / self._operator.determinant()

    def _log_abs_determinant(self) -> Tensor:
        return -self._operator.log_abs_determinant()

    def _linop_inverse(self) -> LinearOperator:
        return self._operator
