"""Matrix decompositions: Cholesky, QR, LU, singular values."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import DType, as_dtype, int32
from graphwright.core.prelude import Application, Array, DTypeLike, Gradients, Tensor, TensorLike, apply, apply_multi
from graphwright.ir.prelude import CustomCall, Dim, Dims, Operation, OpRecord, ShapeContext, Symbol, op
from graphwright.ops.linalg._elimination import factored
from graphwright.ops.linalg._matrices import (
    FACTORED,
    band,
    check_matrix,
    check_square,
    column_scaled,
    diagonal,
    half,
    identity_like,
    matrix_dims,
    of_matrix,
    real_part,
    reciprocal_gaps,
    single,
    square,
    square_dims,
    strictly_lower,
    times,
)
from graphwright.ops.linalg.matrices import adjoint
from graphwright.ops.math._unary import conjugate
from graphwright.ops.math.complex import real


class Qr(NamedTuple):
    """The factors of `tf.linalg.qr`."""

    q: Tensor
    r: Tensor


class Lu(NamedTuple):
    """The factors of `tf.linalg.lu`, and the order of the rows."""

    lu: Tensor
    p: Tensor


# Cholesky -----


def _cholesky(x: Array) -> Array:
    """Read the lower triangles alone. A matrix without a factor gives NaN, as in TensorFlow."""
    check_square(x)
    try:
        return np.linalg.cholesky(x)
    except np.linalg.LinAlgError:
        result = np.empty_like(x)
        for i in np.ndindex(*x.shape[:-2]):
            try:
                result[i] = np.linalg.cholesky(x[i])
            except np.linalg.LinAlgError:
                result[i] = np.tril(np.full(x.shape[-2:], np.nan, x.dtype))
        return result


def _cholesky_gradient(op: Application, grad: Tensor) -> Gradients:
    """Symmetric, although the upper triangle is not read: as TensorFlow has it."""
    factor = op.outputs[0]
    inverse = _inverse_triangle(factor)
    inner = times(factor, grad, adj_a=True)
    lower = apply("Sub", (band(inner, -1, 0), half(band(inner, 0, 0))))
    whole = times(times(inverse, lower, adj_a=True), inverse)
    return [half(apply("AddV2", (whole, adjoint(whole))))]


def _inverse_triangle(factor: Tensor) -> Tensor:
    return apply("MatrixTriangularSolve", (factor, identity_like(factor)))


CHOLESKY: OpRecord = op(
    "Cholesky",
    "input: T -> output: T",
    f"T: {FACTORED}",
    shape=square_dims,
    kernel=single(_cholesky),
    gradient=_cholesky_gradient,
    native=CustomCall(lambda op: of_matrix("cholesky", op), exact=square),
)

# QR -----


def _smaller(a: Dim, b: Dim) -> Dim:
    if isinstance(a, int) and isinstance(b, int):
        return min(a, b)
    return a if a is b else Symbol()


def _qr_rule(ctx: ShapeContext) -> list[Dims]:
    dims = matrix_dims(ctx)
    if dims is None:
        return [None, None]
    *outer, rows, columns = dims
    inner = rows if ctx.attrs["full_matrices"] else _smaller(rows, columns)
    return [(*outer, rows, inner), (*outer, inner, columns)]


def _qr(x: Array, full_matrices: bool) -> list[Array]:
    check_matrix(x)
    q, r = np.linalg.qr(x, "complete" if full_matrices else "reduced")
    return [q, r]


def _qr_gradient(op: Operation, dq: TensorLike, dr: Tensor) -> list[Tensor]:
    """Of matrices with at least as many rows as columns, or of wide ones by the square part of them."""
    x, (q, r) = op.inputs[0], op.outputs
    if op.attrs["full_matrices"]:
        rows, columns = _sizes(x, "QrGrad not implemented with dynamic shapes and full_matrices.")
        if rows > columns:
            raise NotImplementedError("QrGrad not implemented when nrows > ncols and full_matrices is true.")
    size = apply("Shape", (r,))[-2]
    rest, drest = x[..., size:], dr[..., size:]
    dq = apply("AddV2", (dq, times(rest, drest, adj_b=True)))
    square = _tall_qr_gradient(q, r[..., :size], dq, dr[..., :size])
    return [apply("ConcatV2", ([square, times(q, drest)], -1))]


def _sizes(x: Tensor, message: str) -> tuple[int, int]:
    """The sizes of matrices; NotImplementedError where they are not known while tracing."""
    dims = x._type.dims
    if dims is None or not isinstance(dims[-1], int) or not isinstance(dims[-2], int):
        raise NotImplementedError(message)
    return dims[-2], dims[-1]


def _tall_qr_gradient(q: Tensor, r: Tensor, dq: Tensor, dr: Tensor) -> Tensor:
    inner = apply("Sub", (times(r, dr, adj_b=True), times(dq, q, adj_a=True)))
    low = strictly_lower(inner)
    mirrored = apply("AddV2", (apply("AddV2", (low, adjoint(low))), real_part(band(inner, 0, 0))))
    outer = apply("AddV2", (dq, times(q, mirrored)))
    # outer r^-H, from the left
    solved = apply("MatrixTriangularSolve", (r, adjoint(outer)), {"lower": False})
    return adjoint(solved)


QR: OpRecord = op(
    "Qr",
    "input: T -> q: T, r: T",
    f"full_matrices: bool = false; T: {FACTORED}",
    shape=_qr_rule,
    kernel=single(_qr),
    gradient=_qr_gradient,
)

# LU -----


def _lu_rule(ctx: ShapeContext) -> list[Dims]:
    dims = square_dims(ctx)
    return [None, None] if dims is None else [dims, dims[:-1]]


def _lu(x: Array, output_idx_type: DType) -> list[Array]:
    """Rows are exchanged so that each pivot is the largest of what is left of its column."""
    check_square(x)
    lu, order, regular = factored(x)
    if not regular.all():
        raise errors.InvalidArgumentError("Input is not invertible.")
    return [lu, order.astype(output_idx_type.numpy)]


def _lu_gradient(op: Application, grad: Tensor, _: Tensor) -> Gradients:
    lu, order = op.outputs
    lower = apply("AddV2", (strictly_lower(lu), identity_like(lu)))
    upper = band(lu, 0, -1)
    inner = apply(
        "AddV2",
        (
            strictly_lower(times(lower, strictly_lower(grad), adj_a=True)),
            band(times(band(grad, 0, -1), upper, adj_b=True), 0, -1),
        ),
    )
    # lower^-H inner upper^-H
    left = apply("MatrixTriangularSolve", (lower, inner), {"adjoint": True})
    rows = adjoint(apply("MatrixTriangularSolve", (upper, adjoint(left)), {"lower": False}))
    return [times(reordering(order, rows), rows, adj_a=True)]


def reordering(order: TensorLike, like: Tensor) -> Tensor:
    """The matrices that put rows in an order, in the dtype of `like`."""
    size = apply("Shape", (order,))[-1]
    dtype = like.dtype.numpy
    return apply("OneHot", (order, size, np.ones((), dtype), np.zeros((), dtype)))


LU: OpRecord = op(
    "Lu",
    "input: T -> lu: T, p: output_idx_type",
    f"T: {FACTORED}; output_idx_type: index = int32",
    shape=_lu_rule,
    kernel=single(_lu),
    gradient=_lu_gradient,
)

# singular values -----


def _svd_rule(ctx: ShapeContext) -> list[Dims]:
    dims = matrix_dims(ctx)
    if dims is None:
        return [None, None, None] if ctx.attrs["compute_uv"] else [None, (0,), (0,)]
    *outer, rows, columns = dims
    inner = _smaller(rows, columns)
    if not ctx.attrs["compute_uv"]:
        return [(*outer, inner), (0,), (0,)]
    if ctx.attrs["full_matrices"]:
        return [(*outer, inner), (*outer, rows, rows), (*outer, columns, columns)]
    return [(*outer, inner), (*outer, rows, inner), (*outer, columns, inner)]


def _svd(x: Array, compute_uv: bool, full_matrices: bool) -> list[Array]:
    check_matrix(x)
    bad: Array = np.asarray(~np.isfinite(x).all((-1, -2)))
    clean = np.where(bad[..., None, None], np.zeros((), x.dtype), x) if bad.any() else x
    if not compute_uv:
        parts = [np.linalg.svd(clean, compute_uv=False)]
    else:
        u, s, vh = np.linalg.svd(clean, full_matrices)
        parts = [s, u, np.conj(np.swapaxes(vh, -1, -2))]
    if bad.any():
        for part in parts:
            part[bad] = np.nan
    empty = [np.zeros(0, x.dtype)] * (3 - len(parts))
    return [*(np.ascontiguousarray(p.astype(x.dtype)) for p in parts), *empty]


def _svd_gradient(op: Operation, ds: Tensor, du: Tensor, dv: TensorLike) -> list[Tensor]:
    """Singular vectors have a gradient where the values differ; of complex ones the phase is taken as free."""
    x = op.inputs[0]
    if not op.attrs["compute_uv"]:
        _, u, v = apply_multi(SVD, (x,), {"compute_uv": True})
        return [times(column_scaled(u, real_part(ds)), v, adj_b=True)]
    s, u, v = op.outputs
    if op.attrs["full_matrices"]:
        rows, columns = _sizes(x, "SVD gradient is not implemented with dynamic shapes and full_matrices.")
        if rows != columns:
            raise NotImplementedError("SVD gradient is not implemented for full_matrices that are not square.")
    s = real_part(s)
    gaps = reciprocal_gaps(apply("Square", (s,)))
    inner = diagonal(real_part(ds))
    for factor, d, scale in ((u, du, -1), (v, dv, -2)):
        turned = apply("Mul", (gaps, times(factor, d, adj_a=True)))
        both = apply("AddV2", (turned, adjoint(turned)))
        inner = apply("AddV2", (inner, _scaled(both, s, scale)))
    if x.dtype.is_complex:
        inner = apply("AddV2", (inner, _phases(v, dv, s)))
    result = times(times(u, inner), v, adj_b=True)
    outside_u = apply("Sub", (du, times(u, times(u, du, adj_a=True))))
    outside_v = apply("Sub", (dv, times(v, times(v, dv, adj_a=True))))
    result = apply("AddV2", (result, times(_divided(outside_u, s), v, adj_b=True)))
    return [apply("AddV2", (result, times(_divided(u, s), outside_v, adj_b=True)))]


def _scaled(x: Tensor, s: Tensor, axis: int) -> Tensor:
    """Rows (axis -2) or columns (axis -1) of matrices times the values of `s`."""
    return apply("Mul", (x, apply("ExpandDims", (s, -1 if axis == -2 else -2))))


def _divided(x: Tensor, s: Tensor) -> Tensor:
    """Columns divided by their singular values; 0 where the value is 0."""
    return column_scaled(x, apply("DivNoNan", (apply("OnesLike", (s,)), s)))


def _phases(v: Tensor, dv: TensorLike, s: Tensor) -> Tensor:
    turned = band(times(v, dv, adj_a=True), 0, 0)
    return half(_divided(apply("Sub", (conjugate(turned), turned)), s))


SVD: OpRecord = op(
    "Svd",
    "input: T -> s: T, u: T, v: T",
    f"compute_uv: bool = true; full_matrices: bool = false; T: {FACTORED}",
    shape=_svd_rule,
    kernel=single(_svd),
    gradient=_svd_gradient,
)

# public functions -----


def cholesky(input: TensorLike, name: str | None = None) -> Tensor:
    """The lower triangular factor L of each symmetric positive definite matrix, which is L L^H.

    Args:
      input: tensor of shape [..., m, m]; only the lower triangles are read.

    A matrix that is not positive definite gives NaN. Raises InvalidArgumentError (ValueError in a graph) for
    matrices that are not square.

    >>> tf.linalg.cholesky([[4.0, 2.0], [2.0, 2.0]]).numpy().tolist()
    [[2.0, 0.0], [1.0, 1.0]]
    """
    return apply(CHOLESKY, (input,), None, name)


def qr(input: TensorLike, full_matrices: bool = False, name: str | None = None) -> Qr:
    """Each matrix as the product of `q`, with orthonormal columns, and `r`, upper triangular.

    Args:
      input: tensor of shape [..., m, n].
      full_matrices: whether `q` is m by m; by default it has min(m, n) columns.

    >>> q, r = tf.linalg.qr([[3.0, 1.0], [4.0, 2.0]])
    >>> tf.round(10 * q @ r).numpy().tolist()
    [[30.0, 10.0], [40.0, 20.0]]
    """
    return Qr(*apply_multi(QR, (input,), {"full_matrices": full_matrices}, name))


def lu(input: TensorLike, output_idx_type: DTypeLike = int32, name: str | None = None) -> Lu:
    """The triangular factors of each square matrix, packed into one, and the order `p` its rows are taken in.

    The lower factor has ones on its diagonal, which are left out; lower times upper is the matrix's rows `p`.

    Raises InvalidArgumentError for a matrix without inverse.

    >>> lu, p = tf.linalg.lu([[0.0, 2.0], [4.0, 2.0]])
    >>> lu.numpy().tolist(), p.numpy().tolist()
    ([[4.0, 2.0], [0.0, 2.0]], [1, 0])
    """
    return Lu(*apply_multi(LU, (input,), {"output_idx_type": as_dtype(output_idx_type)}, name))


def svd(
    tensor: TensorLike, full_matrices: bool = False, compute_uv: bool = True, name: str | None = None
) -> tuple[Tensor, Tensor, Tensor] | Tensor:
    """Singular values of each matrix, the largest first, and its singular vectors: `s, u, v`.

    The matrix is u diag(s) v^H. The values have the dtype of real numbers; without `compute_uv` they are all there is.

    Args:
      tensor: tensor of shape [..., m, n].
      full_matrices: whether `u` is m by m and `v` n by n; by default both have min(m, n) columns.

    >>> tf.linalg.svd([[0.0, 2.0], [3.0, 0.0]], compute_uv=False).numpy().tolist()
    [3.0, 2.0]
    """
    s, u, v = apply_multi(SVD, (tensor,), {"compute_uv": compute_uv, "full_matrices": full_matrices}, name)
    values = real(s)
    return (values, u, v) if compute_uv else values
