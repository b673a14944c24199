"""Products, solutions and eigenvalues of matrices that have few diagonals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.core.prelude import (
    Application,
    Array,
    Gradients,
    Tensor,
    TensorLike,
    apply,
    apply_multi,
    errors,
    to_tensor,
)
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, op
from graphwright.ops.array._dims import merge_dim
from graphwright.ops.linalg._matrices import FACTORED, matrix_dims, single, times
from graphwright.ops.math._broadcast import broadcast_pair, unbroadcast
from graphwright.ops.math._unary import conjugate

_TYPES = "{double, float, complex64, complex128}"


def _zero_row(x: Tensor) -> Tensor:
    """A row of zeros beside rows of a matrix."""
    return apply("ZerosLike", (x[..., :1, :],))


def _above(x: Tensor) -> Tensor:
    """Row i + 1 at i, zeros at the end."""
    return apply("ConcatV2", ([x[..., 1:, :], _zero_row(x)], -2))


def _below(x: Tensor) -> Tensor:
    """Row i - 1 at i, zeros at the beginning."""
    return apply("ConcatV2", ([_zero_row(x), x[..., :-1, :]], -2))


def _moved(line: Tensor, up: bool) -> Tensor:
    """A diagonal in the last axis, moved by one place."""
    zero = apply("ZerosLike", (line[..., :1],))
    return apply("ConcatV2", ([line[..., 1:], zero] if up else [zero, line[..., :-1]], -1))


def _summed(a: Tensor, b: Tensor) -> Tensor:
    """The inner products of rows."""
    return apply("Sum", (apply("Mul", (a, conjugate(b))), -1))


# products ----------------------------------------------------------------------------------------------------


def _product(above: Array, main: Array, below: Array, rhs: Array) -> Array:
    if not main.shape[-1] == above.shape[-1] == below.shape[-1] == rhs.shape[-2]:
        raise errors.ShapeMismatchError("The diagonals and the right-hand side must have the same number of rows.")
    lines = [d[..., 0, :, None] for d in (above, main, below)]
    result = lines[1] * rhs
    result[..., :-1, :] += lines[0][..., :-1, :] * rhs[..., 1:, :]
    result[..., 1:, :] += lines[2][..., 1:, :] * rhs[..., :-1, :]
    return np.asarray(result)


def _product_gradient(op: Application, grad: Tensor) -> Gradients:
    above, main, below, rhs = op.inputs
    lines = (_moved(conjugate(below), True), conjugate(main), _moved(conjugate(above), False))
    for_rhs = apply(PRODUCT, (*lines, grad))
    found = [apply("ExpandDims", (_summed(grad, x), -2)) for x in (_above(rhs), rhs, _below(rhs))]
    return [*found, for_rhs]


PRODUCT: OpRecord = op(
    "TridiagonalMatMul",
    "superdiag: T, maindiag: T, subdiag: T, rhs: T -> output: T",
    f"T: {_TYPES}",
    shape=lambda ctx: matrix_dims(ctx, 3),
    kernel=_product,
    gradient=_product_gradient,
)

# solutions ---------------------------------------------------------------------------------------------------


def _eliminated(lines: Array, rhs: Array, pivoting: bool, perturb: bool) -> Array:
    """Gauss's elimination, of all matrices at once; `lines` holds the diagonals above, on and below the main one."""
    above, main, below = (lines[..., i, :].copy() for i in range(3))
    x: Array = rhs.copy()
    size = main.shape[-1]
    beyond = np.zeros_like(above)  # the second diagonal above, which swaps of rows fill
    least = np.finfo(lines.dtype).tiny
    for i in range(size - 1):
        if pivoting:
            swap = np.abs(below[..., i + 1]) > np.abs(main[..., i])
            pairs = ((main[..., i], below[..., i + 1]), (above[..., i], main[..., i + 1]))
            for a, b in pairs:
                a[...], b[...] = np.where(swap, b, a), np.where(swap, a, b)
            next_above = above[..., i + 1]
            beyond[..., i] = np.where(swap, next_above, 0)
            next_above[...] = np.where(swap, 0, next_above)
            upper, lower = x[..., i, :].copy(), x[..., i + 1, :].copy()
            x[..., i, :], x[..., i + 1, :] = np.where(swap[..., None], (lower, upper), (upper, lower))
        if perturb:
            main[..., i] = np.where(main[..., i] == 0, least, main[..., i])
        factor = below[..., i + 1] / main[..., i]
        main[..., i + 1] -= factor * above[..., i]
        above[..., i + 1] -= factor * beyond[..., i]
        x[..., i + 1, :] -= factor[..., None] * x[..., i, :]
    if perturb and size:
        main[..., -1] = np.where(main[..., -1] == 0, least, main[..., -1])
    for i in range(size - 1, -1, -1):
        if i + 1 < size:
            x[..., i, :] -= above[..., i, None] * x[..., i + 1, :]
        if i + 2 < size:
            x[..., i, :] -= beyond[..., i, None] * x[..., i + 2, :]
        x[..., i, :] /= main[..., i, None]
    return x


def _solution(diagonals: Array, rhs: Array, partial_pivoting: bool, perturb_singular: bool) -> Array:
    if diagonals.ndim < 2 or rhs.ndim < 2 or diagonals.shape[-2] != 3 or diagonals.shape[-1] != rhs.shape[-2]:
        raise errors.ShapeMismatchError(
            f"Expected diagonals [..., 3, M] and a right-hand side [..., M, K], got {diagonals.shape} and {rhs.shape}"
        )
    if perturb_singular and not partial_pivoting:
        raise errors.InvalidArgumentError("Setting perturb_singular requires pivoting.")
    outer = np.broadcast_shapes(diagonals.shape[:-2], rhs.shape[:-2])
    lines = np.broadcast_to(diagonals, (*outer, *diagonals.shape[-2:]))
    right = np.broadcast_to(rhs, (*outer, *rhs.shape[-2:]))
    with np.errstate(all="ignore"):
        return _eliminated(lines, right, partial_pivoting, perturb_singular)


def _transposed(diagonals: Tensor) -> Tensor:
    """The diagonals of the conjugate transposes."""
    above, main, below = (conjugate(diagonals[..., i, :]) for i in range(3))
    return apply("Pack", ([_moved(below, True), main, _moved(above, False)],), {"axis": -2})


def _solution_gradient(op: Application, grad: Tensor) -> Gradients:
    diagonals, x = op.inputs[0], op.outputs[0]
    attrs = {name: op.attrs[name] for name in ("partial_pivoting", "perturb_singular")}
    for_rhs = apply(SOLUTION, (_transposed(diagonals), grad), attrs)
    found = [_summed(for_rhs, row) for row in (_above(x), x, _below(x))]
    return [apply("Neg", (apply("Pack", (found,), {"axis": -2}),)), for_rhs]


SOLUTION: OpRecord = op(
    "TridiagonalSolve",
    "diagonals: T, rhs: T -> output: T",
    f"partial_pivoting: bool = true; perturb_singular: bool = false; T: {_TYPES}",
    shape=lambda ctx: matrix_dims(ctx, 1),
    kernel=_solution,
    gradient=_solution_gradient,
)


def _lines(diagonals: Any, form: str) -> list[Tensor]:
    """The diagonals above, on and below the main one, each as long as that."""
    if form == "compact":
        lines = to_tensor(diagonals)
        return [lines[..., i, :] for i in range(3)]
    if form == "sequence":
        if len(diagonals) != 3:
            raise ValueError("Expected diagonals to be a sequence of length 3.")
        above, main, below = (to_tensor(d) for d in diagonals)
        size = main.shape[-1]
        zero = apply("ZerosLike", (main[..., :1],))
        if above.shape[-1] is not None and size is not None and above.shape[-1] == size - 1:
            above = apply("ConcatV2", ([above, zero], -1))
        if below.shape[-1] is not None and size is not None and below.shape[-1] == size - 1:
            below = apply("ConcatV2", ([zero, below], -1))
        return [above, main, below]
    if form == "matrix":
        from graphwright.ops.linalg.diagonals import diag_part

        matrix = to_tensor(diagonals)
        rows, columns = matrix.shape[-2:] if matrix.shape.rank is not None else (None, None)
        if rows is not None and columns is not None and rows != columns:
            raise ValueError(f"Expected last two dimensions of diagonals to be same, got {rows} and {columns}")
        main = diag_part(matrix)
        zero = apply("ZerosLike", (main[..., :1],))
        above, below = diag_part(matrix, k=1), diag_part(matrix, k=-1)
        return [apply("ConcatV2", ([above, zero], -1)), main, apply("ConcatV2", ([zero, below], -1))]
    raise ValueError(f"Unrecognized diagonals_format: {form}")


def tridiagonal_matmul(
    diagonals: Any, rhs: TensorLike, diagonals_format: str = "compact", name: str | None = None
) -> Tensor:
    """The product of tridiagonal matrices and matrices.

    Args:
      diagonals: "compact": tensor of shape [..., 3, M], the diagonals above, on and below the main one (the last
        number above and the first below have no effect); "sequence": a list of the three; "matrix": the matrices.
      rhs: tensor of shape [..., M, K].
      diagonals_format: one of these.
      name: the name of the operation.

    >>> tf.linalg.tridiagonal_matmul([[1.0, 0.0], [2.0, 3.0], [0.0, 4.0]], [[1.0], [1.0]]).numpy().tolist()
    [[3.0], [7.0]]
    """
    above, main, below = (apply("ExpandDims", (d, -2)) for d in _lines(diagonals, diagonals_format))
    return apply(PRODUCT, (above, main, below, rhs), None, name)


def tridiagonal_solve(
    diagonals: Any,
    rhs: TensorLike,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Tensor:
    """The x with `A x = rhs` for tridiagonal matrices; NaN for singular ones.

    Args:
      diagonals: as for `tf.linalg.tridiagonal_matmul`.
      rhs: tensor of shape [..., M, K], or [..., M] for one right-hand side each.
      diagonals_format: as for `tf.linalg.tridiagonal_matmul`.
      transpose_rhs: whether `rhs` has the shape [..., K, M].
      conjugate_rhs: whether `rhs` is conjugated first.
      name: the name of the operation.
      partial_pivoting: whether rows are swapped, for precision.
      perturb_singular: replace pivots that are 0 by the smallest number.

    >>> tf.linalg.tridiagonal_solve([[1.0, 0.0], [2.0, 3.0], [0.0, 4.0]], [[3.0], [7.0]]).numpy().round(5).tolist()
    [[1.0], [1.0]]
    """
    lines = apply("Pack", (_lines(diagonals, diagonals_format),), {"axis": -2})
    right = to_tensor(rhs, lines.dtype)
    if perturb_singular and not partial_pivoting:
        raise ValueError("partial_pivoting must be True if perturb_singular is True.")
    if right.shape.rank is None or lines.shape.rank is None:
        raise ValueError("tf.linalg.tridiagonal_solve needs tensors of known rank.")
    single_rhs = right.shape.rank == lines.shape.rank - 1
    right = conjugate(right) if conjugate_rhs else right
    if single_rhs:
        if conjugate_rhs and transpose_rhs:
            raise ValueError("tf.linalg.tridiagonal_solve cannot transpose vectors.")
        right = apply("ExpandDims", (right, -1))
    elif transpose_rhs:
        from graphwright.ops.linalg.matrices import matrix_transpose

        right = matrix_transpose(right)
    attrs = {"partial_pivoting": partial_pivoting, "perturb_singular": perturb_singular}
    result: Tensor = apply(SOLUTION, (lines, right), attrs, name)
    return apply("Squeeze", (result,), {"squeeze_dims": [-1]}) if single_rhs else result


# bands of triangular matrices --------------------------------------------------------------------------------


def _band_solution(matrix: Array, rhs: Array, lower: bool, adjoint: bool) -> Array:
    if rhs.ndim < 2:
        raise errors.ShapeMismatchError(f"In[1] ndims must be >= 2: {rhs.ndim}")
    if matrix.shape[-1] != rhs.shape[-2]:
        raise errors.ShapeMismatchError(f"In[0] mismatch In[1] shape: {matrix.shape[-1]} vs. {rhs.shape[-2]}")
    count, size = matrix.shape[-2:]
    bands = matrix if lower else matrix[..., ::-1, :]  # the main diagonal first
    if (bands[..., 0, :] == 0).any():
        raise errors.InvalidArgumentError("Input matrix is not invertible.")
    outer = np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    x = np.array(np.broadcast_to(rhs, (*outer, *rhs.shape[-2:])))
    forward = lower != adjoint
    for row in range(size) if forward else range(size - 1, -1, -1):
        for k in range(1, count):
            other = row - k if forward else row + k
            if 0 <= other < size:
                factor = bands[..., k, other].conj() if adjoint else bands[..., k, row]
                x[..., row, :] -= factor[..., None] * x[..., other, :]
        pivot = bands[..., 0, row]
        x[..., row, :] /= (pivot.conj() if adjoint else pivot)[..., None]
    return x


def _band_gradient(op: Application, grad: Tensor) -> Gradients:
    matrix, rhs = op.inputs
    lower, adjoint = op.attrs["lower"], op.attrs["adjoint"]
    x = op.outputs[0]
    for_rhs = apply(BANDS, (matrix, grad), {"lower": lower, "adjoint": not adjoint})
    left, right = (x, for_rhs) if adjoint else (for_rhs, x)
    count = matrix.shape[-2] if matrix.shape.rank else None
    if count is None:
        reach = apply("Shape", (matrix,))[-2] - 1
        ends = apply("Pack", ([apply("Neg", (reach,)), 0] if lower else [0, reach],))
        attrs = {"align": "RIGHT_RIGHT" if lower else "LEFT_LEFT"}
        dense = apply("Neg", (times(left, right, adj_b=True),))
        whole = apply("MatrixDiagPartV3", (dense, ends, np.zeros((), dense.dtype.numpy)), attrs)
        sizes = apply("ConcatV2", ([apply("Shape", (dense,))[:-2], apply("Shape", (matrix,))[-2:]], 0))
        for_matrix = apply("Reshape", (whole, sizes))
    else:
        found = []
        for _ in range(count):
            found.append(apply("Neg", (_summed(left, right),)))
            right = _below(right) if lower else _above(right)
        for_matrix = apply("Pack", (found if lower else found[::-1],), {"axis": -2})
    return unbroadcast(matrix, rhs, for_matrix, for_rhs, inner=2)


def _band_rule(ctx: ShapeContext) -> Dims:
    matrix, rhs = matrix_dims(ctx, 0), matrix_dims(ctx, 1)
    if matrix is None or rhs is None:
        return None
    size = merge_dim(matrix[-1], rhs[-2])
    if size is None:
        raise errors.ShapeMismatchError(f"In[0] mismatch In[1] shape: {matrix[-1]} vs. {rhs[-2]}")
    outer, clash, _ = broadcast_pair(matrix[:-2], rhs[:-2])
    if clash is not None:
        raise errors.ShapeMismatchError("In[0] and In[1] must have compatible batch dimensions")
    return (*outer, size, rhs[-1])


BANDS: OpRecord = op(
    "BandedTriangularSolve",
    "matrix: T, rhs: T -> output: T",
    f"lower: bool = true; adjoint: bool = false; T: {FACTORED}",
    shape=_band_rule,
    kernel=single(_band_solution),
    gradient=_band_gradient,
)


def banded_triangular_solve(
    bands: TensorLike, rhs: TensorLike, lower: bool = True, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """The x with `A x = rhs` for triangular matrices with few diagonals.

    Args:
      bands: tensor of shape [..., K, M], number j of a band being in row j: the main diagonal, then those below it; for
        upper matrices those above, the furthest first.
      rhs: tensor of shape [..., M, N].
      lower: whether the matrices are lower triangular.
      adjoint: whether to solve with the conjugate transposes.
      name: the name of the operation.

    Raises InvalidArgumentError for a 0 on the main diagonal.

    >>> tf.linalg.banded_triangular_solve([[2.0, 4.0], [0.0, 1.0]], [[2.0], [5.0]]).numpy().tolist()
    [[1.0], [1.0]]
    """
    return apply(BANDS, (bands, rhs), {"lower": lower, "adjoint": adjoint}, name)


# eigenvalues -------------------------------------------------------------------------------------------------


def eigh_tridiagonal(
    alpha: TensorLike,
    beta: TensorLike,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: Sequence[Any] | None = None,
    tol: TensorLike | None = None,
    name: str | None = None,
) -> Any:
    """Eigenvalues of self-adjoint tridiagonal matrices, the smallest first, and eigenvectors if asked for.

    Args:
      alpha: the main diagonal.
      beta: the diagonal below it.
      eigvals_only: return the eigenvalues alone.
      select: "a" for all, "i" for those whose numbers are from `select_range[0]` to `select_range[1]`, "v" for those
        greater than `select_range[0]` and not greater than `select_range[1]`.
      select_range: the range.
      tol: has no effect.
      name: the name of the operations.

    >>> tf.linalg.eigh_tridiagonal([2.0, 2.0], [1.0]).numpy().round(5).tolist()
    [1.0, 3.0]
    """
    from graphwright.core.context import name_scope
    from graphwright.ops.index.slicing import boolean_mask
    from graphwright.ops.linalg.diagonals import diag
    from graphwright.ops.linalg.eigen import EIGH
    from graphwright.ops.math.complex import real

    if select not in ("a", "i", "v"):
        raise ValueError("'select must have a value in {'a', 'i', 'v'}.")
    if select != "a" and select_range is None:
        raise TypeError("select_range must be given.")
    with name_scope(name or "eigh_tridiagonal"):
        main = to_tensor(alpha)
        below = to_tensor(beta, main.dtype)
        matrix = apply("AddV2", (diag(main), diag(below, k=-1))) if main.shape[-1] != 1 else diag(main)
        values, vectors = apply_multi(EIGH, (matrix,), {"compute_v": not eigvals_only})
        values = real(values) if values.dtype.is_complex else values
        if select == "i" and select_range is not None:
            first, last = select_range
            values = values[..., first : last + 1]
            vectors = vectors if eigvals_only else vectors[..., first : last + 1]
        elif select == "v" and select_range is not None:
            first, last = (to_tensor(v, values.dtype) for v in select_range)
            chosen = apply("LogicalAnd", (apply("Greater", (values, first)), apply("LessEqual", (values, last))))
            values = boolean_mask(values, chosen)
            vectors = vectors if eigvals_only else boolean_mask(vectors, chosen, axis=1)
        return values if eigvals_only else (values, vectors)
