"""Public functions of linear operators: `tf.linalg.matmul(operator, x)` and the like call the operator's methods.

The functions are changed when the first operator is created; programs without any pay nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.core.convert import convert_to_tensor
from graphwright.extension_types.takeover import add_fallback


@functools.cache
def dispatch_to_operators() -> None:
    """Let the public functions take linear operators."""
    from graphwright.linalg_operators.operator import LinearOperator
    from graphwright.ops.linalg import decompositions, diagonals, matmul, matrices, matrix_functions, solve

    def any_operator(args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> bool:
        return any(isinstance(value, LinearOperator) for value in (*args[:2], *kwargs.values()))

    handlers: tuple[tuple[Any, Callable[..., Any]], ...] = (
        (matmul.matmul, _matmul),
        (matmul.matvec, _matvec),
        (solve.solve, _solve),
        (decompositions.cholesky, _method("cholesky")),
        (diagonals.diag_part, _method("diag_part")),
        (matrices.adjoint, _method("adjoint")),
        (matrices.trace, _method("trace")),
        (matrix_functions.logdet, _method("log_abs_determinant")),
        (solve.det, _method("determinant")),
        (solve.inv, _method("inverse")),
    )
    for function, handler in handlers:
        add_fallback(function, any_operator, handler)


def _method(method: str) -> Callable[..., Any]:
    """What takes the calls of a function of one matrix."""

    def run(original: Any, *args: Any, **kwargs: Any) -> Any:
        operator = args[0] if args else next(iter(kwargs.values()))
        bound = getattr(operator, method, None)
        if bound is None or len(args) + len(kwargs) - ("name" in kwargs) > 1:
            return original(*args, **kwargs)
        name = kwargs.get("name")
        return bound() if name is None else bound(name=name)

    return run


def _matmul(
    original: Any,
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    output_type: Any = None,
    grad_a: bool = False,
    grad_b: bool = False,
    name: str | None = None,
) -> Any:
    _check_matmul(transpose_a or transpose_b, a_is_sparse or b_is_sparse)
    named = {} if name is None else {"name": name}
    if hasattr(a, "matmul"):
        result = a.matmul(b, adjoint=adjoint_a, adjoint_arg=adjoint_b, **named)
    else:  # x A = (A^H x^H)^H
        x = convert_to_tensor(a, b.dtype)
        result = _adjoint(b.matmul(x, adjoint=not adjoint_b, adjoint_arg=not adjoint_a, **named))
    if output_type is None or result.dtype is as_dtype(output_type):
        return result
    from graphwright.ops.math.casts import cast

    return cast(result, output_type)


def _adjoint(x: Any) -> Any:
    from graphwright.ops.linalg.matrices import adjoint

    return adjoint(x)


def _check_matmul(transposed: bool, sparse: bool) -> None:
    if transposed:
        raise ValueError("Transposing not supported at this time.")
    if sparse:
        raise ValueError("Sparse methods not supported at this time.")


def _matvec(
    original: Any,
    a: Any,
    b: Any,
    transpose_a: bool = False,
    adjoint_a: bool = False,
    a_is_sparse: bool = False,
    b_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    if not hasattr(a, "matvec"):
        return original(a, b, transpose_a, adjoint_a, a_is_sparse, b_is_sparse, name)
    _check_matmul(transpose_a, a_is_sparse or b_is_sparse)
    return a.matvec(b, adjoint=adjoint_a, **({} if name is None else {"name": name}))


def _solve(original: Any, matrix: Any, rhs: Any, adjoint: bool = False, name: str | None = None) -> Any:
    if not hasattr(matrix, "solve"):
        raise ValueError("Passing in `matrix` as a Tensor and `rhs` as a LinearOperator is not supported.")
    return matrix.solve(rhs, adjoint=adjoint, **({} if name is None else {"name": name}))


__all__ = ["dispatch_to_operators"]
