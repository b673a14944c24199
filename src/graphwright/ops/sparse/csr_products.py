"""Products and factors of matrices in compressed rows."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, errors
from graphwright.core.tape import wants
from graphwright.ir.prelude import OpRecord, op
from graphwright.ops.linalg.matrices import adjoint
from graphwright.ops.sparse import _csr as csr
from graphwright.ops.sparse.csr import TYPES, at_stored

_TURNED = "transpose_a: bool = false; transpose_b: bool = false; adjoint_a: bool = false; adjoint_b: bool = false"


def _check_turns(turns: dict[str, bool]) -> None:
    for operand in "ab":
        if turns[f"transpose_{operand}"] and turns[f"adjoint_{operand}"]:
            raise errors.InvalidArgumentError(
                f"Only one of adjoint_{operand} and transpose_{operand} may be true."
            )  # fmt: skip


def _turned(matrix: csr.CsrMatrix, transpose: bool, adjoint: bool) -> csr.CsrMatrix:
    return csr.transposed(matrix, adjoint) if transpose or adjoint else matrix


def _check_inner(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    if len(a) != len(b) or a[:-2] != b[:-2] or a[-1] != b[-2]:
        raise errors.InvalidArgumentError(
            f"Inner product dimensions of A and B do not agree. Shapes are: {list(a)} vs. {list(b)}"
        )


def _matmul(
    a: Array, b: Array, transpose_a: bool, transpose_b: bool, adjoint_a: bool, adjoint_b: bool, transpose_output: bool,
    conjugate_output: bool,
) -> Array:  # fmt: skip
    turns = {"transpose_a": transpose_a, "transpose_b": transpose_b, "adjoint_a": adjoint_a, "adjoint_b": adjoint_b}
    _check_turns(turns)
    matrix = _turned(csr.decoded(a), transpose_a, adjoint_a)
    if b.dtype != matrix.dtype:
        raise errors.InvalidArgumentError(f"A matrix of {matrix.dtype} cannot be multiplied by one of {b.dtype}")
    if b.ndim < 2:
        raise errors.InvalidArgumentError(f"b must be a matrix or a batch of them, got the shape {list(b.shape)}")
    second = np.swapaxes(b, -1, -2) if transpose_b or adjoint_b else b
    second = np.conj(second) if adjoint_b else second
    _check_inner(matrix.dense_shape, second.shape)
    result = np.zeros((len(matrix.parts), matrix.dense_shape[-2], second.shape[-1]), b.dtype)
    for out, part, factor in zip(result, matrix.parts, second if matrix.is_batch else second[None], strict=True):
        np.add.at(out, part.rows, part.values[:, None] * factor[part.columns])
    result = result if matrix.is_batch else result[0]
    result = np.swapaxes(result, -1, -2) if transpose_output else result
    return np.ascontiguousarray(np.conj(result) if conjugate_output else result)


def _matmul_gradient(op: Application, grad: Tensor) -> Gradients:
    """With regard to the sparse operand at its stored elements alone."""
    a, b = op.inputs
    names = ("transpose_a", "transpose_b", "adjoint_a", "adjoint_b", "transpose_output", "conjugate_output")
    if b.dtype.is_complex or any(op.attrs[n] for n in names[2:]):
        raise errors.UnimplementedError(
            "SparseMatrixMatMul has a gradient for real matrices without adjoint_a, adjoint_b, transpose_output and "
            "conjugate_output; transpose instead."
        )
    first, second = op.attrs["transpose_a"], op.attrs["transpose_b"]
    of_b = apply(MATMUL, (a, grad), {"transpose_a": not first})
    of_b = adjoint(of_b) if second else of_b
    if not wants(op, 0):
        return [None, of_b]
    left, right = (b, grad) if first else (grad, b)
    turns = {"adj_x": second, "adj_y": True} if first else {"adj_x": False, "adj_y": not second}
    of_a = apply("BatchMatMulV2", (left, right), turns)
    return [at_stored(a, of_a), of_b]


MATMUL: OpRecord = op(
    "SparseMatrixMatMul", "a: variant, b: T -> output: T",
    f"T: type; {_TURNED}; transpose_output: bool = false; conjugate_output: bool = false",
    shape=lambda ctx: None, kernel=_matmul, gradient=_matmul_gradient,
)  # fmt: skip


def _sparse_matmul(
    a: Array, b: Array, type: Any, transpose_a: bool, transpose_b: bool, adjoint_a: bool, adjoint_b: bool
) -> Array:
    turns = {"transpose_a": transpose_a, "transpose_b": transpose_b, "adjoint_a": adjoint_a, "adjoint_b": adjoint_b}
    _check_turns(turns)
    first = _turned(csr.decoded(a, type), transpose_a, adjoint_a)
    second = _turned(csr.decoded(b, type), transpose_b, adjoint_b)
    _check_inner(first.dense_shape, second.dense_shape)
    shape = (*first.dense_shape[:-1], second.dense_shape[-1])
    parts = [csr.product(x, y, shape) for x, y in zip(first.parts, second.parts, strict=True)]
    return csr.CsrMatrix(shape, parts, first.dtype).encoded()


SPARSE_MATMUL: OpRecord = op(
    "SparseMatrixSparseMatMul", "a: variant, b: variant -> c: variant", f"type: {TYPES}; {_TURNED}",
    shape=lambda ctx: (), kernel=_sparse_matmul,
)  # fmt: skip


def _cholesky(input: Array, permutation: Array, type: Any) -> Array:
    matrix = csr.decoded(input, type)
    size = matrix.dense_shape[-1]
    if matrix.dense_shape[-2] != size:
        raise errors.InvalidArgumentError(f"sparse matrix must be square; got: {list(matrix.dense_shape)}")
    expected = (*matrix.dense_shape[:-2], size)
    if permutation.shape != expected or (np.sort(permutation, -1) != np.arange(size)).any():
        raise errors.InvalidArgumentError(f"permutation must have the shape {list(expected)}, and order all rows")
    orders = permutation if matrix.is_batch else permutation[None]
    try:
        parts = [csr.cholesky(p, o, size) for p, o in zip(matrix.parts, orders, strict=True)]
    except np.linalg.LinAlgError:
        raise errors.InvalidArgumentError(
            "Sparse Cholesky factorization failed: the matrix is not positive definite"
        ) from None
    return csr.CsrMatrix(matrix.dense_shape, parts, matrix.dtype).encoded()


CHOLESKY: OpRecord = op(
    "SparseMatrixSparseCholesky", "input: variant, permutation: int32 -> output: variant", f"type: {TYPES}",
    shape=lambda ctx: (), kernel=_cholesky,
)  # fmt: skip
