"""Determinants, inverses and linear equations."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, apply_multi, errors
from graphwright.core.tape import wants
from graphwright.ir.prelude import CustomCall, Dim, Dims, OpRecord, ShapeContext, describe_dims, op
from graphwright.ops.array._dims import merge_dim, merge_dims, mismatch
from graphwright.ops.linalg._elimination import factored, odd_matrices, signs_of_orders, substituted
from graphwright.ops.linalg._matrices import (
    FACTORED,
    band,
    check_square,
    fitting,
    matrix_dims,
    of_equations,
    of_matrix,
    single,
    square,
    square_dims,
    stacked,
    times,
)
from graphwright.ops.math._broadcast import broadcast_pair, unbroadcast


class LogMatrixDeterminant(NamedTuple):
    """Sign and logarithm of the absolute value of a determinant."""

    sign: Tensor
    log_abs_determinant: Tensor


def _adjoint(x: Array) -> Array:
    return np.conj(np.swapaxes(x, -1, -2))


# determinants -----


def _outer_rule(ctx: ShapeContext) -> Dims:
    dims = square_dims(ctx)
    return None if dims is None else dims[:-2]


def _det(x: Array) -> Any:
    check_square(x)
    result = np.asarray(np.linalg.det(x))
    odd = odd_matrices(x)
    if odd.any():
        lu, order, _ = factored(x[odd])
        result[odd] = np.diagonal(lu, axis1=-2, axis2=-1).prod(-1) * signs_of_orders(order)
    return result


def _spread(x: Tensor) -> Tensor:
    """One number per matrix, with trailing axes of size 1."""
    return apply("ExpandDims", (apply("ExpandDims", (x, -1)), -1))


def _det_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.math._unary import conjugate

    inverse = apply(INVERSE, (op.inputs[0],), {"adjoint": True})
    return [apply("Mul", (_spread(apply("Mul", (grad, conjugate(op.outputs[0])))), inverse))]


DETERMINANT: OpRecord = op(
    "MatrixDeterminant",
    "input: T -> output: T",
    "T: {half, float, double, complex64, complex128}",
    shape=_outer_rule,
    kernel=single(_det),
    gradient=_det_gradient,
)


def _log_det(x: Array) -> list[Array]:
    check_square(x)
    sign, size = map(np.asarray, np.linalg.slogdet(x))
    odd = odd_matrices(x)
    if odd.any():
        lu, order, _ = factored(x[odd])
        pivots = np.diagonal(lu, axis1=-2, axis2=-1)
        sign[odd] = np.sign(pivots).prod(-1) * signs_of_orders(order)
        size[odd] = np.log(np.abs(pivots)).sum(-1)
    return [sign, size.astype(x.dtype)]


LOG_DETERMINANT: OpRecord = op(
    "LogMatrixDeterminant",
    "input: T -> sign: T, log_abs_determinant: T",
    "T: {half, float, double, complex64, complex128}",
    shape=lambda ctx: [_outer_rule(ctx)] * 2,
    kernel=single(_log_det),
    gradient=lambda op, _, grad: [apply("Mul", (_spread(grad), apply(INVERSE, (op.inputs[0],), {"adjoint": True})))],
)

# inverse -----


_NOT_INVERTIBLE: Final = "Input is not invertible."


def _inverse(x: Array, adjoint: bool) -> Array:
    check_square(x)
    if odd_matrices(x).any():
        return _solved(x, np.broadcast_to(np.eye(x.shape[-1], dtype=x.dtype), x.shape), adjoint, _NOT_INVERTIBLE)
    try:
        result = np.linalg.inv(x)
    except np.linalg.LinAlgError:
        raise errors.InvalidArgumentError(_NOT_INVERTIBLE) from None
    return np.ascontiguousarray(_adjoint(result)) if adjoint else result


def _solved(matrix: Array, rhs: Array, adjoint: bool, refusal: str) -> Array:
    """The solutions of equations; InvalidArgumentError for a matrix that cannot be divided by.

    Where matrices have NaN or infinities, these spread as in TensorFlow's elimination, and LAPACK does the others.
    """
    matrix = _adjoint(matrix) if adjoint else matrix
    odd = odd_matrices(matrix)
    unit = np.eye(matrix.shape[-1], dtype=matrix.dtype)
    try:
        result = np.linalg.solve(np.where(odd[..., None, None], unit, matrix) if odd.any() else matrix, rhs)
    except np.linalg.LinAlgError:
        raise errors.InvalidArgumentError(refusal) from None
    if odd.any():
        lu, order, regular = factored(matrix[odd])
        if not regular.all():
            raise errors.InvalidArgumentError(refusal)
        result[odd] = substituted(lu, order, rhs[odd])
    return result


def _inverse_gradient(op: Application, grad: Tensor) -> Gradients:
    y, adjoint = op.outputs[0], op.attrs["adjoint"]
    if adjoint:
        return [apply("Neg", (times(y, times(grad, y, adj_a=True)),))]
    return [apply("Neg", (times(y, times(grad, y, adj_b=True), adj_a=True),))]


INVERSE: OpRecord = op(
    "MatrixInverse",
    "input: T -> output: T",
    f"adjoint: bool = false; T: {FACTORED}",
    shape=square_dims,
    kernel=single(_inverse),
    gradient=_inverse_gradient,
    native=CustomCall(lambda op: of_matrix("inverse", op, op.attrs["adjoint"]), _NOT_INVERTIBLE, square),
)

# equations -----


_NO_SOLUTION: Final = "Input matrix is not invertible."
_OUTER = "All input tensors must have the same outer dimensions."


def _solve_rule(ctx: ShapeContext) -> Dims:
    matrix = square_dims(ctx, "First input (lhs) must be a square matrix.")
    rhs = matrix_dims(ctx, 1)
    if matrix is None or rhs is None:
        return rhs  # the solution has its shape
    if len(matrix) != len(rhs):
        text = f"Shapes must be equal rank, but are {len(matrix) - 2} and {len(rhs) - 2}"
        raise mismatch(ctx, "All input tensors must have the same rank.", text)
    size = merge_dim(matrix[-1], rhs[-2])
    if size is None:
        text = f"Dimensions must be equal, but are {matrix[-1]} and {rhs[-2]}"
        raise mismatch(ctx, "Input matrix and rhs are incompatible.", text)
    outer = merge_dims(ctx, matrix[:-2], rhs[:-2], _OUTER)
    return (*(outer or ()), size, rhs[-1])


def _check_equations(matrix: Array, rhs: Array) -> None:
    check_square(matrix)
    if matrix.ndim != rhs.ndim:
        raise errors.ShapeMismatchError("All input tensors must have the same rank.")
    if matrix.shape[:-2] != rhs.shape[:-2]:
        raise errors.ShapeMismatchError(_OUTER)
    if matrix.shape[-1] != rhs.shape[-2]:
        raise errors.ShapeMismatchError("Input matrix and rhs are incompatible.")


def _solve(matrix: Array, rhs: Array, adjoint: bool) -> Array:
    _check_equations(matrix, rhs)
    if not rhs.size:
        return rhs  # no right-hand side: not even a singular matrix is refused
    return _solved(matrix, rhs, adjoint, _NO_SOLUTION)


def _equation_gradients(
    op: Application, matrix: Tensor, solution: Tensor, for_rhs: Tensor
) -> tuple[None, Tensor] | tuple[Tensor, Tensor]:
    """The gradients of the matrix and of the right-hand side of equations."""
    if not wants(op, 0):
        return None, for_rhs
    pair = (solution, for_rhs) if op.attrs["adjoint"] else (for_rhs, solution)
    return apply("Neg", (times(*pair, adj_b=True),)), for_rhs


def _solve_gradient(op: Application, grad: Tensor) -> Gradients:
    matrix = op.inputs[0]
    for_rhs = apply(SOLVE, (matrix, grad), {"adjoint": not op.attrs["adjoint"]})
    return list(_equation_gradients(op, matrix, op.outputs[0], for_rhs))


SOLVE: OpRecord = op(
    "MatrixSolve",
    "matrix: T, rhs: T -> output: T",
    f"adjoint: bool = false; T: {FACTORED}",
    shape=_solve_rule,
    kernel=single(_solve),
    gradient=_solve_gradient,
    native=CustomCall(lambda op: of_equations("solve", op, op.attrs["adjoint"]), _NO_SOLUTION, stacked),
)


def _triangular_rule(ctx: ShapeContext) -> Dims:
    dims = []
    for i in (0, 1):
        found = ctx.dims(i)
        if found is not None and len(found) < 2:
            text = f"Shape must be at least rank 2 but is rank {len(found)}"
            raise mismatch(ctx, f"In[{i}] ndims must be >= 2: {len(found)}", text)
        dims.append(found)
    matrix, rhs = dims
    if matrix is None or rhs is None:
        return None
    square = merge_dim(matrix[-2], matrix[-1])
    if square is None:
        rows, columns = matrix[-2:]
        text = f"Dimensions must be equal, but are {rows} and {columns}"
        raise mismatch(ctx, f"In[0] matrices in the last dimensions must be square ({columns} =/= {rows})", text)
    size = merge_dim(square, rhs[-2])
    if size is None:
        text = f"Dimensions must be equal, but are {square} and {rhs[-2]}"
        raise mismatch(ctx, _sizes_clash(matrix, rhs), text)
    outer, clash, _ = broadcast_pair(matrix[:-2], rhs[:-2])
    if clash is not None:
        raise mismatch(ctx, _outer_clash(matrix, rhs), f"Dimensions must be equal, but are {clash[0]} and {clash[1]}")
    return (*outer, size, rhs[-1])


def _sizes_clash(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> str:
    return f"In[0] mismatch In[1] shape: {a[-1]} vs. {b[-2]}: {describe_dims(a)} {describe_dims(b)}"


def _outer_clash(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> str:
    return f"In[0] and In[1] must have compatible batch dimensions: {describe_dims(a)} vs. {describe_dims(b)}"


def _triangular_solve(matrix: Array, rhs: Array, lower: bool, adjoint: bool) -> Array:
    """Only one triangle is read; a zero on its diagonal gives what division by zero gives."""
    check_square(matrix)
    if rhs.ndim < 2:
        raise errors.ShapeMismatchError(f"In[1] ndims must be >= 2: {rhs.ndim}")
    if matrix.shape[-1] != rhs.shape[-2]:
        raise errors.ShapeMismatchError(_sizes_clash(matrix.shape, rhs.shape))
    try:
        outer = np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    except ValueError:
        raise errors.ShapeMismatchError(_outer_clash(matrix.shape, rhs.shape)) from None
    half = np.tril(matrix) if lower else np.triu(matrix)
    half = _adjoint(half) if adjoint else half
    result = np.array(np.broadcast_to(rhs, (*outer, *rhs.shape[-2:])))
    size, forward = matrix.shape[-1], lower != adjoint
    starts = range(0, size, _SOLVED_ROWS)
    for start in starts if forward else reversed(starts):
        end = min(start + _SOLVED_ROWS, size)
        _substitute(half[..., start:end, start:end], result[..., start:end, :], forward)
        rest = slice(end, size) if forward else slice(0, start)
        if rest.start < rest.stop:
            result[..., rest, :] -= half[..., rest, start:end] @ result[..., start:end, :]
    return result


_SOLVED_ROWS: Final = 32  # that are solved one by one; products bring them into the others


def _substitute(half: Array, x: Array, forward: bool) -> None:
    """Solve for a few rows, in place."""
    size = half.shape[-1]
    for k in range(size) if forward else range(size - 1, -1, -1):
        known = slice(0, k) if forward else slice(k + 1, size)
        with np.errstate(all="ignore"):
            if known.start < known.stop:
                x[..., k, :] -= (half[..., k, None, known] @ x[..., known, :])[..., 0, :]
            x[..., k, :] /= half[..., k, k, None]


def _triangular_gradient(op: Application, grad: Tensor) -> Gradients:
    matrix, rhs = op.inputs
    attrs = {"lower": op.attrs["lower"], "adjoint": not op.attrs["adjoint"]}
    for_rhs = apply(TRIANGULAR_SOLVE, (matrix, grad), attrs)
    for_matrix, for_rhs = _equation_gradients(op, matrix, op.outputs[0], for_rhs)
    if for_matrix is not None:
        for_matrix = band(for_matrix, -1, 0) if op.attrs["lower"] else band(for_matrix, 0, -1)
    return unbroadcast(matrix, rhs, for_matrix, for_rhs, inner=2)


TRIANGULAR_SOLVE: OpRecord = op(
    "MatrixTriangularSolve",
    "matrix: T, rhs: T -> output: T",
    "lower: bool = true; adjoint: bool = false; T: {bfloat16, double, float, half, complex64, complex128}",
    shape=_triangular_rule,
    kernel=single(_triangular_solve),
    gradient=_triangular_gradient,
    native=CustomCall(
        lambda op: of_equations("triangular_solve", op, op.attrs["lower"], op.attrs["adjoint"]), exact=fitting
    ),
)


def _least_squares_rule(ctx: ShapeContext) -> Dims:
    matrix, rhs = matrix_dims(ctx), matrix_dims(ctx, 1)
    if matrix is None or rhs is None:
        return None
    if len(matrix) != len(rhs):
        text = f"Shapes must be equal rank, but are {len(matrix) - 2} and {len(rhs) - 2}"
        raise mismatch(ctx, "All input tensors must have the same rank.", text)
    if merge_dim(matrix[-2], rhs[-2]) is None:
        text = f"Dimensions must be equal, but are {matrix[-2]} and {rhs[-2]}"
        raise mismatch(ctx, "Input matrix and rhs are incompatible.", text)
    outer = merge_dims(ctx, matrix[:-2], rhs[:-2], _OUTER)
    return (*(outer or ()), matrix[-1], rhs[-1])


def _least_squares(matrix: Array, rhs: Array, l2_regularizer: Array, fast: bool) -> Any:
    """By the normal equations when `fast`, else the solution of least length, without regularization."""
    if matrix.ndim < 2 or matrix.shape[:-2] != rhs.shape[:-2]:
        raise errors.ShapeMismatchError(_OUTER)
    if matrix.shape[-2] != rhs.shape[-2]:
        raise errors.ShapeMismatchError("Input matrix and rhs are incompatible.")
    if not fast:
        odd = odd_matrices(matrix)[..., None, None]
        result = np.matmul(np.linalg.pinv(np.where(odd, np.zeros((), matrix.dtype), matrix)), rhs)
        return np.where(odd, np.full((), np.nan, result.dtype), result)
    transposed, extra = _adjoint(matrix), float(l2_regularizer)
    try:
        if matrix.shape[-2] >= matrix.shape[-1]:
            normal = transposed @ matrix + (extra * np.eye(matrix.shape[-1])).astype(matrix.dtype)
            return np.linalg.solve(normal, transposed @ rhs)
        normal = matrix @ transposed + (extra * np.eye(matrix.shape[-2])).astype(matrix.dtype)
        return transposed @ np.linalg.solve(normal, rhs)
    except np.linalg.LinAlgError:
        raise errors.InvalidArgumentError("Input matrix was rank deficient or ill-conditioned.") from None


def _least_squares_gradient(op: Application, grad: Tensor) -> Gradients:
    from graphwright.ops.linalg._least_squares import gradient

    return gradient(op, grad)


LEAST_SQUARES: OpRecord = op(
    "MatrixSolveLs",
    "matrix: T, rhs: T, l2_regularizer: float64 -> output: T",
    f"T: {FACTORED}; fast: bool = true",
    shape=_least_squares_rule,
    kernel=_least_squares,
    gradient=_least_squares_gradient,
)

# public functions -----


def det(input: TensorLike, name: str | None = None) -> Tensor:
    """The determinant of each square matrix, the last two axes of the tensor.

    Raises InvalidArgumentError (ValueError in a graph) for matrices that are not square.

    >>> float(tf.linalg.det([[2.0, 0.0], [0.0, 4.0]]))
    8.0
    """
    return apply(DETERMINANT, (input,), None, name)


def slogdet(input: TensorLike, name: str | None = None) -> LogMatrixDeterminant:
    """Sign and logarithm of the absolute value of the determinant of each square matrix.

    >>> tf.linalg.slogdet([[0.0, 1.0], [1.0, 0.0]]).sign.numpy()
    np.float32(-1.0)
    """
    return LogMatrixDeterminant(*apply_multi(LOG_DETERMINANT, (input,), None, name))


def inv(input: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverse of each square matrix, or with `adjoint` of its conjugate transpose.

    Raises InvalidArgumentError for a matrix without inverse.

    >>> tf.linalg.inv([[2.0, 0.0], [0.0, 4.0]]).numpy().tolist()
    [[0.5, 0.0], [0.0, 0.25]]
    """
    return apply(INVERSE, (input,), {"adjoint": adjoint}, name)


def solve(matrix: TensorLike, rhs: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The x with `matrix @ x == rhs`, or with `adjoint` that for the conjugate transposes.

    Args:
      matrix: tensor of shape [..., m, m].
      rhs: tensor of shape [..., m, k]; the leading axes are those of `matrix`.

    Raises InvalidArgumentError for a matrix without inverse, and (ValueError in a graph) for shapes that do not fit.

    >>> tf.linalg.solve([[2.0, 0.0], [0.0, 4.0]], [[2.0], [2.0]]).numpy().tolist()
    [[1.0], [0.5]]
    """
    return apply(SOLVE, (matrix, rhs), {"adjoint": adjoint}, name)


def triangular_solve(
    matrix: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """The x with `matrix @ x == rhs` for triangular matrices; the leading axes are broadcast.

    Args:
      matrix: tensor of shape [..., m, m], of which the lower or upper triangle is read.
      rhs: tensor of shape [..., m, k].

    >>> tf.linalg.triangular_solve([[2.0, 0.0], [1.0, 1.0]], [[2.0], [3.0]]).numpy().tolist()
    [[1.0], [2.0]]
    """
    return apply(TRIANGULAR_SOLVE, (matrix, rhs), {"lower": lower, "adjoint": adjoint}, name or "triangular_solve")
