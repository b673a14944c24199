"""Functions composed of decompositions: rank, pseudo-inverse, least squares, solutions from factors."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, name_scope, to_tensor
from graphwright.ops.linalg._matrices import band as band_part
from graphwright.ops.linalg._matrices import identity_like, strictly_lower, times
from graphwright.ops.linalg.decompositions import cholesky, reordering, svd
from graphwright.ops.linalg.solve import triangular_solve
from graphwright.ops.math.complex import real
from graphwright.ops.math.reductions import reduce_max, reduce_sum


def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> Tensor:
    """Solve `A @ x == rhs` from the Cholesky factor of A.

    Args:
      chol: tensor of shape [..., m, m], as `tf.linalg.cholesky` gives it.
      rhs: tensor of shape [..., m, k].

    >>> tf.linalg.cholesky_solve([[2.0, 0.0], [0.0, 1.0]], [[4.0], [3.0]]).numpy().tolist()
    [[1.0], [3.0]]
    """
    with name_scope(name or "cholesky_solve"):
        return triangular_solve(chol, triangular_solve(chol, rhs), adjoint=True)


def logdet(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The logarithm of the determinant of each self-adjoint positive definite matrix.

    >>> round(float(tf.linalg.logdet([[4.0, 0.0], [0.0, 1.0]])), 4)
    1.3863
    """
    with name_scope(name or "logdet"):
        diagonal = apply("MatrixDiagPartV3", (factor := cholesky(matrix), 0, _zero(factor)))
        return reduce_sum(apply("Log", (real(diagonal),)), axis=-1) * 2.0


def _zero(x: Tensor) -> Array:
    return np.zeros((), x.dtype.numpy)


def _least(values: Tensor, matrix: Tensor, factor: float) -> Tensor:
    """The value below which singular values count as zero, `factor` times the larger size of the matrices."""
    sizes = apply("Shape", (matrix,))[-2:]
    largest = apply("Cast", (reduce_max(sizes),), {"DstT": values.dtype})
    eps = float(np.finfo(values.dtype.numpy).eps)
    return largest * np.asarray(eps * factor, values.dtype.numpy) * reduce_max(values, axis=-1, keepdims=True)


def matrix_rank(
    a: TensorLike, tol: TensorLike | None = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The number of singular values of each matrix that are larger than `tol`, an int32.

    A `tol` with axes is broadcast against the singular values of all matrices, the values of one being the last axis.
    By default it is the precision of the dtype times the larger size of the matrix and its largest value.

    >>> int(tf.linalg.matrix_rank([[1.0, 2.0], [2.0, 4.0]]))
    1
    """
    with name_scope(name or "matrix_rank"):
        a = to_tensor(a, name="a")
        values: Any = svd(a, compute_uv=False)
        least = _least(values, a, 1.0) if tol is None else to_tensor(tol, values.dtype)
        above = apply("Greater", (values, least))
        return reduce_sum(apply("Cast", (above,), {"DstT": "int32"}), axis=-1)


def pinv(
    a: TensorLike, rcond: TensorLike | None = None, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The Moore-Penrose inverse of each matrix.

    Singular values up to `rcond` times the largest one count as zero; by default `rcond` is ten times the precision
    of the dtype times the larger size of the matrix.

    Raises TypeError for a dtype that is not floating-point.

    >>> tf.round(10 * tf.linalg.pinv([[2.0], [0.0]])).numpy().tolist()
    [[5.0, 0.0]]
    """
    with name_scope(name or "pinv"):
        a = to_tensor(a, name="a")
        if not (a.dtype.is_floating or a.dtype.is_complex):
            raise TypeError(f"Input `a` must have `float`-like `dtype` (saw {a.dtype.name}).")
        values, u, v = svd(a)
        if rcond is None:
            least = _least(values, a, 10.0)
        else:
            share = apply("ExpandDims", (to_tensor(rcond, values.dtype), -1))
            least = share * reduce_max(values, axis=-1, keepdims=True)
        kept = apply("Greater", (values, least))
        safe = apply("SelectV2", (kept, values, apply("OnesLike", (values,))))
        inverse = apply("SelectV2", (kept, apply("Reciprocal", (safe,)), apply("ZerosLike", (values,))))
        inverse = apply("Cast", (inverse,), {"DstT": a.dtype}) if a.dtype.is_complex else inverse
        return times(v * apply("ExpandDims", (inverse, -2)), u, adj_b=True)


def lstsq(
    matrix: TensorLike, rhs: TensorLike, l2_regularizer: float = 0.0, fast: bool = True, name: str | None = None
) -> Tensor:
    """The x for which `matrix @ x` is nearest to `rhs`, in the least squares sense.

    Args:
      matrix: tensor of shape [..., m, n].
      rhs: tensor of shape [..., m, k].
      l2_regularizer: how much the square of x counts.
      fast: by Cholesky's factor of the normal equations, which must be well conditioned; otherwise the solution of
        least length, and `l2_regularizer` is ignored.

    >>> tf.round(tf.linalg.lstsq([[1.0], [1.0]], [[2.0], [4.0]])).numpy().tolist()
    [[3.0]]
    """
    with name_scope(name or "matrix_solve_ls"):
        matrix = to_tensor(matrix, name="matrix")
        rhs = to_tensor(rhs, matrix.dtype, name="rhs")
        rank = matrix.shape.rank
        rows, columns = matrix.shape[-2:] if rank is not None and rank > 1 else (None, None)
        if not fast or rows is None or columns is None:
            return apply("MatrixSolveLs", (matrix, rhs, np.float64(l2_regularizer)), {"fast": fast})
        tall = rows >= columns
        product = times(matrix, matrix, adj_a=tall, adj_b=not tall)
        if l2_regularizer != 0:
            product = product + identity_like(product) * np.asarray(l2_regularizer, matrix.dtype.numpy)
        factor = cholesky(product)
        if tall:
            return cholesky_solve(factor, times(matrix, rhs, adj_a=True))
        return times(matrix, cholesky_solve(factor, rhs), adj_a=True)


def _check_factors(lower_upper: Any, perm: Any) -> None:
    """Raise where the orders are not one vector for each matrix, as far as ranks are known."""
    ranks = lower_upper.shape.rank, perm.shape.rank
    if None not in ranks and ranks[0] != ranks[1] + 1:
        raise ValueError(
            f"`rank(lower_upper)` must equal `rank(perm) + 1`, but the ranks are {ranks[0]} and {ranks[1]}."
        )


def lu_reconstruct(
    lower_upper: TensorLike, perm: TensorLike, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The matrices whose `tf.linalg.lu` these factors and permutations are.

    >>> tf.linalg.lu_reconstruct(*tf.linalg.lu([[0.0, 2.0], [4.0, 2.0]])).numpy().tolist()
    [[0.0, 2.0], [4.0, 2.0]]
    """
    with name_scope(name or "lu_reconstruct"):
        lu, perm = to_tensor(lower_upper, name="lower_upper"), to_tensor(perm, name="perm")
        _check_factors(lu, perm)
        lower = strictly_lower(lu) + identity_like(lu)
        order = reordering(perm, lu)
        return times(order, times(lower, band_part(lu, 0, -1)), adj_a=True)


def lu_solve(
    lower_upper: TensorLike, perm: TensorLike, rhs: TensorLike, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """Solve `A @ x == rhs` from the result of `tf.linalg.lu(A)`.

    >>> tf.linalg.lu_solve(*tf.linalg.lu([[0.0, 2.0], [4.0, 0.0]]), [[2.0], [4.0]]).numpy().tolist()
    [[1.0], [1.0]]
    """
    with name_scope(name or "lu_solve"):
        lu, order = to_tensor(lower_upper, name="lower_upper"), to_tensor(perm, name="perm")
        _check_factors(lu, order)
        rhs = to_tensor(rhs, lu.dtype, name="rhs")
        ordered = times(reordering(order, lu), rhs)
        lower = strictly_lower(lu) + identity_like(lu)
        return triangular_solve(lu, triangular_solve(lower, ordered), lower=False)


def lu_matrix_inverse(
    lower_upper: TensorLike, perm: TensorLike, validate_args: bool = False, name: str | None = None
) -> Tensor:
    """The inverses of the matrices whose `tf.linalg.lu` these factors and permutations are.

    >>> tf.linalg.lu_matrix_inverse(*tf.linalg.lu([[0.0, 2.0], [4.0, 0.0]])).numpy().tolist()
    [[0.0, 0.25], [0.5, 0.0]]
    """
    with name_scope(name or "lu_matrix_inverse"):
        lu = to_tensor(lower_upper, name="lower_upper")
        return lu_solve(lu, perm, identity_like(lu))
