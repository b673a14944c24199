"""The gradient of least squares by the normal equations."""

from __future__ import annotations

from collections.abc import Callable

from graphwright.base.services import PUBLIC_FUNCTION
from graphwright.core.prelude import Application, Gradients, Tensor, apply
from graphwright.ops.linalg._matrices import identity_like, times


def gradient(op: Application, grad: Tensor) -> Gradients:
    """The gradients of the matrix and of the right-hand side; the regularizer has none."""
    if not op.attrs["fast"]:
        raise ValueError(
            "Gradient not defined for fast=False: tf.linalg.lstsq is differentiated by its normal equations. "
            "Use fast=True, or tf.linalg.pinv(matrix) @ rhs."
        )
    rows, columns = (op.inputs[0]._type.dims or (None, None))[-2:]
    if isinstance(rows, int) and isinstance(columns, int):
        return [*(_tall if rows >= columns else _wide)(op, grad), None]
    sizes = apply("Shape", (op.inputs[0],))[-2:]
    tall = apply("GreaterEqual", (sizes[0], sizes[1]))
    cond: Callable[..., list[Tensor]] = PUBLIC_FUNCTION.get()("cond")
    return [*cond(tall, lambda: _tall(op, grad), lambda: _wide(op, grad)), None]


def _solver(op: Application, tall: bool) -> Callable[[Tensor], Tensor]:
    """Solves the regularized normal equations: those of the columns of tall matrices, or of the rows of wide ones."""
    from graphwright.ops.linalg.decompositions import cholesky
    from graphwright.ops.linalg.matrix_functions import cholesky_solve

    matrix, _, regularizer = op.inputs
    product = times(matrix, matrix, adj_a=tall, adj_b=not tall)
    extra = apply("Mul", (identity_like(product), apply("Cast", (regularizer,), {"DstT": matrix.dtype})))
    factor = cholesky(apply("AddV2", (product, extra)))
    return lambda rhs: cholesky_solve(factor, rhs)


def _tall(op: Application, grad: Tensor) -> list[Tensor]:
    matrix, rhs, _ = op.inputs
    solution = op.outputs[0]
    solved = _solver(op, True)(grad)
    for_rhs = times(matrix, solved)
    rest = apply("Sub", (rhs, times(matrix, solution)))
    return [apply("Sub", (times(rest, solved, adj_b=True), times(for_rhs, solution, adj_b=True))), for_rhs]


def _wide(op: Application, grad: Tensor) -> list[Tensor]:
    matrix, rhs, _ = op.inputs
    solve = _solver(op, False)
    for_rhs = solve(times(matrix, grad))
    rest = apply("Sub", (grad, times(matrix, for_rhs, adj_a=True)))
    product = times(solve(rhs), rest, adj_b=True)
    return [apply("Sub", (product, times(for_rhs, op.outputs[0], adj_b=True))), for_rhs]
