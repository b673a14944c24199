"""Eigenvalues and eigenvectors of matrices."""

from __future__ import annotations

import numpy as np

from graphwright.base.dtypes import DType, complex64, complex128, float64
from graphwright.core.prelude import Array, Tensor, TensorLike, apply, apply_multi, convert_to_tensor, errors
from graphwright.ir.prelude import Dims, Operation, OpRecord, ShapeContext, op
from graphwright.ops.linalg._matrices import (
    FACTORED,
    band,
    check_square,
    column_scaled,
    diagonal,
    half,
    real_part,
    reciprocal_gaps,
    single,
    square_dims,
    times,
)
from graphwright.ops.linalg.matrices import adjoint
from graphwright.ops.math._unary import conjugate
from graphwright.ops.math.complex import real


def _eigen_rule(ctx: ShapeContext) -> list[Dims]:
    with_vectors = ctx.attrs["compute_v"]
    dims = square_dims(ctx)
    if dims is None:
        return [None, None if with_vectors else (0,)]
    return [dims[:-1], dims if with_vectors else (0,)]


def _eigh(x: Array, compute_v: bool) -> list[Array]:
    """Only the lower triangles are read."""
    check_square(x)
    if x.shape[-1] == 1:  # its own eigenvalue, whatever that is
        return [x[..., 0].real.astype(x.dtype), np.ones(x.shape if compute_v else 0, x.dtype)]
    if not np.isfinite(np.tril(x)).all():
        raise errors.InvalidArgumentError(
            "Self-adjoint eigen decomposition was not successful. The input might not be valid."
        )
    if not compute_v:
        return [np.linalg.eigvalsh(x).astype(x.dtype), np.zeros(0, x.dtype)]
    values, vectors = np.linalg.eigh(x)
    return [values.astype(x.dtype), vectors]


def _eigh_gradient(op: Operation, de: Tensor, dv: Tensor) -> list[Tensor]:
    """In the lower triangle, which alone is read."""
    if not op.attrs["compute_v"]:
        _, v = apply_multi(EIGH, (op.inputs[0],), {"compute_v": True})
        whole = times(column_scaled(v, real_part(de)), v, adj_b=True)
    else:
        e, v = op.outputs
        turned = apply("Mul", (reciprocal_gaps(real_part(e)), times(v, dv, adj_a=True)))
        whole = times(times(v, apply("AddV2", (diagonal(real_part(de)), turned))), v, adj_b=True)
    both = apply("AddV2", (whole, adjoint(whole)))
    return [apply("Sub", (band(both, -1, 0), half(band(both, 0, 0))))]


EIGH: OpRecord = op(
    "SelfAdjointEigV2",
    "input: T -> e: T, v: T",
    f"compute_v: bool = true; T: {FACTORED}",
    shape=_eigen_rule,
    kernel=single(_eigh),
    gradient=_eigh_gradient,
)


def _eig(x: Array, compute_v: bool, Tout: DType) -> list[Array]:
    check_square(x)
    if not np.isfinite(x).all():
        raise errors.InvalidArgumentError("Eigen decomposition was not successful. The input might not be valid.")
    if not compute_v:
        return [np.linalg.eigvals(x).astype(Tout.numpy), np.zeros(0, Tout.numpy)]
    values, vectors = np.linalg.eig(x)
    return [values.astype(Tout.numpy), vectors.astype(Tout.numpy)]


def _eig_gradient(op: Operation, de: TensorLike, dv: Tensor) -> list[Tensor]:
    """Vectors are of length one, their phase is taken as free."""
    x = op.inputs[0]
    if op.attrs["compute_v"]:
        e, v = op.outputs
        along = times(v, dv, adj_a=True)
        length = real_part(band(along, 0, 0))
        turned = apply("Sub", (along, times(times(v, v, adj_a=True), length)))
        gaps = conjugate(reciprocal_gaps(e))
        inner = apply("AddV2", (diagonal(de), apply("Mul", (gaps, turned))))
    else:
        _, v = apply_multi(EIG, (x,), {"compute_v": True, "Tout": op.attrs["Tout"]})
        inner = diagonal(de)
    result = apply("MatrixSolve", (v, times(inner, v, adj_b=True)), {"adjoint": True})
    return [result if x.dtype.is_complex else apply("Cast", (real(result),), {"DstT": x.dtype})]


EIG: OpRecord = op(
    "Eig",
    "input: T -> e: Tout, v: Tout",
    "compute_v: bool = true; T: {float, double, complex64, complex128}; Tout: {complex64, complex128}",
    shape=_eigen_rule,
    kernel=_eig,
    gradient=_eig_gradient,
)

# public functions -----


def eigh(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Eigenvalues of each self-adjoint matrix, the smallest first, and its eigenvectors as columns.

    Only the lower triangles are read. Raises InvalidArgumentError for values that are not finite, unless they are
    the one element of a matrix.

    >>> tf.linalg.eigh([[2.0, 0.0], [0.0, 1.0]])[0].numpy().tolist()
    [1.0, 2.0]
    """
    e, v = apply_multi(EIGH, (tensor,), {"compute_v": True}, name)
    return e, v


def eigvalsh(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Eigenvalues of each self-adjoint matrix, the smallest first; see `eigh`.

    >>> tf.linalg.eigvalsh([[2.0, 0.0], [0.0, 1.0]]).numpy().tolist()
    [1.0, 2.0]
    """
    return apply_multi(EIGH, (tensor,), {"compute_v": False}, name)[0]


def _complex(tensor: Tensor) -> DType:
    return complex128 if tensor.dtype in (float64, complex128) else complex64


def eig(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Complex eigenvalues of each square matrix, in no certain order, and its eigenvectors as columns.

    >>> e, v = tf.linalg.eig([[0.0, -1.0], [1.0, 0.0]])
    >>> sorted(e.numpy().imag.tolist())
    [-1.0, 1.0]
    """
    x = convert_to_tensor(tensor)
    e, v = apply_multi(EIG, (x,), {"compute_v": True, "Tout": _complex(x)}, name)
    return e, v


def eigvals(tensor: TensorLike, name: str | None = None) -> Tensor:
    """Complex eigenvalues of each square matrix; see `eig`.

    >>> sorted(tf.linalg.eigvals([[0.0, -1.0], [1.0, 0.0]]).numpy().imag.tolist())
    [-1.0, 1.0]
    """
    x = convert_to_tensor(tensor)
    return apply_multi(EIG, (x,), {"compute_v": False, "Tout": _complex(x)}, name)[0]
