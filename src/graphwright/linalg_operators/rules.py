"""Products and solutions of two operators: two tables of pairs of classes with a simpler result than a composition."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from graphwright.core.convert import convert_to_tensor
from graphwright.linalg_operators.blocks import LinearOperatorBlockDiag
from graphwright.linalg_operators.composed import LinearOperatorComposition, LinearOperatorInversion
from graphwright.linalg_operators.identity import (
    LinearOperatorIdentity,
    LinearOperatorScaledIdentity,
    LinearOperatorZeros,
)
from graphwright.linalg_operators.matrices import LinearOperatorDiag, LinearOperatorLowerTriangular
from graphwright.linalg_operators.operator import LinearOperator
from graphwright.ops.array.shapes import expand_dims

Rule = tuple[type[LinearOperator], type[LinearOperator], Callable[[Any, Any], LinearOperator]]


def combine(kind: str, left: LinearOperator, right: LinearOperator) -> LinearOperator:
    """The "product" or the "solution" of two operators."""
    return product(left, right) if kind == "product" else solution(left, right)


def product(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    """`left @ right`, by the first rule of `PRODUCTS` that applies."""
    _check_sizes(left.domain_dimension, right.range_dimension)
    return _apply(PRODUCTS, left, right)


def solution(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    """The operator X with `left @ X = right`, by the first rule of `SOLUTIONS` that applies."""
    _check_sizes(left.range_dimension, right.range_dimension)
    return _apply(SOLUTIONS, left, right)


def _check_sizes(first: int | None, second: int | None) -> None:
    if first is not None and second is not None and first != second:
        raise ValueError(f"Operators are incompatible. Expected `x` to have dimension {first} but got {second}.")


def _apply(rules: tuple[Rule, ...], left: LinearOperator, right: LinearOperator) -> LinearOperator:
    rule = next(rule for a, b, rule in rules if isinstance(left, a) and isinstance(right, b))
    return rule(left, right)


# hints of results ---------------------------------------------------------------------------------------------


def _both(first: bool | None, second: bool | None) -> bool | None:
    return True if first and second else None


def _non_singular(left: LinearOperator, right: LinearOperator) -> bool | None:
    if left.is_non_singular is False or right.is_non_singular is False:
        return False
    return _both(left.is_non_singular, right.is_non_singular)


def _commuting(left: LinearOperator, right: LinearOperator) -> dict[str, Any]:
    """The hints of the product of two matrices that commute."""
    return {
        "is_non_singular": _non_singular(left, right),
        "is_self_adjoint": _both(left.is_self_adjoint, right.is_self_adjoint),
        "is_positive_definite": _both(left.is_positive_definite, right.is_positive_definite),
        "is_square": True,
    }


# results ------------------------------------------------------------------------------------------------------


def _left(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    return left


def _right(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    return right


def _zeros(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    static_rows, static_columns = left.range_dimension, right.domain_dimension
    rows = left.range_dimension_tensor() if static_rows is None else static_rows
    columns = right.domain_dimension_tensor() if static_columns is None else static_columns
    square = static_rows == static_columns
    batch = LinearOperatorComposition([left, right]).batch_shape_tensor()
    return LinearOperatorZeros(rows, columns, batch, left.dtype, is_square=square, is_self_adjoint=square)


def _factor(operator: LinearOperatorScaledIdentity) -> Any:
    return expand_dims(operator.multiplier, -1)


def _diagonal(operator: Any) -> Any:
    return _factor(operator) if isinstance(operator, LinearOperatorScaledIdentity) else convert_to_tensor(operator.diag)


def _scaled(left: Any, right: Any) -> LinearOperator:
    return LinearOperatorScaledIdentity(left.num_rows, left.multiplier * right.multiplier, **_commuting(left, right))


def _scaled_quotient(left: Any, right: Any) -> LinearOperator:
    return LinearOperatorScaledIdentity(left.num_rows, right.multiplier / left.multiplier, **_commuting(left, right))


def _diag(left: Any, right: Any) -> LinearOperator:
    return LinearOperatorDiag(_diagonal(left) * _diagonal(right), **_commuting(left, right))


def _diag_quotient(left: Any, right: Any) -> LinearOperator:
    return LinearOperatorDiag(_diagonal(right) / _diagonal(left), **_commuting(left, right))


def _scaled_rows(left: Any, right: Any) -> LinearOperator:
    return LinearOperatorLowerTriangular(left.matmul(right.to_dense()), is_non_singular=_non_singular(left, right))


def _scaled_columns(left: Any, right: Any) -> LinearOperator:
    dense = left.to_dense() * expand_dims(right.diag, -2)
    return LinearOperatorLowerTriangular(dense, is_non_singular=_non_singular(left, right))


def _divided_rows(left: Any, right: Any) -> LinearOperator:
    return LinearOperatorLowerTriangular(left.solve(right.to_dense()), is_non_singular=_non_singular(left, right))


def _composition(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    return LinearOperatorComposition([left, right])


def _inverse(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    return left.inverse()


def _solved(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    return LinearOperatorComposition([left.inverse(), right])


def _undone(left: Any, right: LinearOperator) -> LinearOperator:
    return product(left.operator, right)


def _by_blocks(
    combined: Callable[[LinearOperator, LinearOperator], LinearOperator],
    otherwise: Callable[[LinearOperator, LinearOperator], LinearOperator],
) -> Callable[[Any, Any], LinearOperator]:
    """The block diagonal operator of the results for each pair of blocks, where there are as many on both sides."""

    def run(left: Any, right: Any) -> LinearOperator:
        if len(left.operators) != len(right.operators):
            return otherwise(left, right)
        blocks = [combined(a, b) for a, b in zip(left.operators, right.operators, strict=True)]
        return LinearOperatorBlockDiag(blocks, is_non_singular=_non_singular(left, right))

    return run


_ANY, _DIAG, _TRIL = LinearOperator, LinearOperatorDiag, LinearOperatorLowerTriangular
_IDENTITY, _SCALED, _ZEROS = LinearOperatorIdentity, LinearOperatorScaledIdentity, LinearOperatorZeros

PRODUCTS: Final[tuple[Rule, ...]] = (
    (_IDENTITY, _ANY, _right),
    (_ANY, _IDENTITY, _left),
    (_ZEROS, _ANY, _zeros),
    (_ANY, _ZEROS, _zeros),
    (_SCALED, _SCALED, _scaled),
    (_SCALED, _DIAG, _diag),
    (_DIAG, _SCALED, _diag),
    (_DIAG, _DIAG, _diag),
    (_DIAG, _TRIL, _scaled_rows),
    (_TRIL, _DIAG, _scaled_columns),
    (LinearOperatorBlockDiag, LinearOperatorBlockDiag, _by_blocks(product, _composition)),
    (_ANY, _ANY, _composition),
)
"""Left class, right class, result; the first row that fits."""

SOLUTIONS: Final[tuple[Rule, ...]] = (
    (_IDENTITY, _ANY, _right),
    (LinearOperatorInversion, _ANY, _undone),
    (_ANY, _IDENTITY, _inverse),
    (_SCALED, _SCALED, _scaled_quotient),
    (_SCALED, _DIAG, _diag_quotient),
    (_DIAG, _SCALED, _diag_quotient),
    (_DIAG, _DIAG, _diag_quotient),
    (_DIAG, _TRIL, _divided_rows),
    (LinearOperatorBlockDiag, LinearOperatorBlockDiag, _by_blocks(solution, _solved)),
    (_ANY, _ANY, _solved),
)
"""The rows of `PRODUCTS` for `left^-1 @ right`."""
