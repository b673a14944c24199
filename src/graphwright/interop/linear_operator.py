"""`tensorflow.python.ops.linalg`: the decorator of operators that are composite tensors, and sums of operators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from graphwright.linalg_operators.matrices import LinearOperatorDiag, LinearOperatorFullMatrix
from graphwright.linalg_operators.operator import LinearOperator
from graphwright.ops.math.binary_special import add_n

_Operator = TypeVar("_Operator", bound=type)


def make_composite_tensor(cls: _Operator, module_name: str = "tf.linalg") -> _Operator:
    """Return the class: every subclass of `LinearOperator` has specs."""
    return cls


def add_operators(
    operators: Sequence[LinearOperator], operator_name: str | None = None, addition_tiers: object = None
) -> list[LinearOperator]:
    """The sum of operators, as a list of one: a diagonal operator if all of them are, else one with a full matrix."""
    positive = all(operator.is_positive_definite for operator in operators) or None
    hints = {
        "is_self_adjoint": all(operator.is_self_adjoint for operator in operators) or None,
        "is_positive_definite": positive,
        "is_non_singular": positive,
    }
    if all(isinstance(operator, LinearOperatorDiag) for operator in operators):
        return [LinearOperatorDiag(add_n([o.diag_part() for o in operators]), name=operator_name or "Sum", **hints)]
    total = operators[0].to_dense()
    for operator in operators[1:]:
        total = operator.add_to_tensor(total)
    return [LinearOperatorFullMatrix(total, name=operator_name or "Sum", **hints)]
