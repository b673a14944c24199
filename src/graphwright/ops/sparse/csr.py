"""Ops on matrices in compressed rows (CSRSparseMatrix), which are variants."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, apply, apply_multi, errors
from graphwright.ir.prelude import Dims, OpRecord, ShapeContext, Symbol, describe_dims, op
from graphwright.ops.sparse import _csr as csr

TYPES = "{float, double, complex64, complex128}"


def _scalar(ctx: ShapeContext) -> Dims:
    return ()


def _elements_of(matrix: Any, dtype: Any) -> Any:
    return apply_multi(TO_SPARSE, (matrix,), {"type": dtype})


# conversions -------------------------------------------------------------------------------------------------


def _from_dense(dense_input: Array, indices: Array) -> Array:
    csr.check_shape(dense_input.shape)
    if indices.ndim != 2 or indices.shape[1] != dense_input.ndim:
        raise errors.InvalidArgumentError(
            f"indices must be a matrix of {dense_input.ndim} columns, got the shape {describe_dims(indices.shape)}"
        )
    outside = (indices < 0) | (indices >= np.asarray(dense_input.shape))
    if outside.any():
        place = indices[outside.any(1)][0].tolist()
        raise errors.InvalidArgumentError(f"Index {place} is outside of the shape {list(dense_input.shape)}")
    return csr.from_elements(indices, dense_input[tuple(indices.T)], dense_input.shape).encoded()


FROM_DENSE: OpRecord = op(
    "DenseToCSRSparseMatrix", "dense_input: T, indices: int64 -> sparse_output: variant", f"T: {TYPES}",
    shape=_scalar, kernel=_from_dense,
    gradient=lambda op, grad: [apply(TO_DENSE, (grad,), {"type": op.inputs[0].dtype}), None],
)  # fmt: skip


def at_stored(matrix: Any, whole: Tensor) -> Tensor:
    """A matrix of the elements of a whole one where another has stored elements."""
    return apply(FROM_DENSE, (whole, _elements_of(matrix, whole.dtype)[0]))


TO_DENSE: OpRecord = op(
    "CSRSparseMatrixToDense", "sparse_input: variant -> dense_output: type", f"type: {TYPES}",
    shape=lambda ctx: None, kernel=lambda x, type: csr.dense(csr.decoded(x, type)),
    gradient=lambda op, grad: [at_stored(op.inputs[0], grad)],
)  # fmt: skip

FROM_SPARSE: OpRecord = op(
    "SparseTensorToCSRSparseMatrix",
    "indices: int64, values: T, dense_shape: int64 -> sparse_matrix: variant", f"T: {TYPES}",
    shape=_scalar,
    kernel=lambda indices, values, shape: csr.from_elements(indices, values, shape.tolist()).encoded(),
    gradient=lambda op, grad: [None, _elements_of(grad, op.inputs[1].dtype)[1], None],
)  # fmt: skip


def _to_sparse(sparse_matrix: Array, type: Any) -> tuple[Array, Array, Array]:
    matrix = csr.decoded(sparse_matrix, type)
    return *csr.elements(matrix), np.array(matrix.dense_shape, np.int64)


def _to_sparse_rule(ctx: ShapeContext) -> list[Dims]:
    count, rank = Symbol(), Symbol()
    return [(count, rank), (count,), (rank,)]


def _to_sparse_gradient(op: Application, _: Any, grad: Tensor, __: Any) -> Gradients:
    return [apply(FROM_SPARSE, (op.outputs[0], grad, op.outputs[2]))]


TO_SPARSE: OpRecord = op(
    "CSRSparseMatrixToSparseTensor",
    "sparse_matrix: variant -> indices: int64, values: type, dense_shape: int64", f"type: {TYPES}",
    shape=_to_sparse_rule, kernel=_to_sparse, gradient=_to_sparse_gradient,
)  # fmt: skip


def _components(csr_sparse_matrix: Array, index: Array, type: Any) -> tuple[Array, Array, Array]:
    matrix = csr.decoded(csr_sparse_matrix, type)
    if index.ndim or not 0 <= index < len(matrix.parts):
        raise errors.InvalidArgumentError(f"index ({index}) not in [0, {len(matrix.parts)})")
    part = matrix.parts[int(index)]
    return part.row_ptrs, part.columns, part.values


def _components_rule(ctx: ShapeContext) -> list[Dims]:
    count = Symbol()
    return [(Symbol(),), (count,), (count,)]


COMPONENTS: OpRecord = op(
    "CSRSparseMatrixComponents",
    "csr_sparse_matrix: variant, index: int32 -> row_ptrs: int32, col_inds: int32, values: type", f"type: {TYPES}",
    shape=_components_rule, kernel=_components,
)  # fmt: skip


def _stored(sparse_matrix: Array) -> Array:
    matrix = csr.decoded(sparse_matrix)
    counts = np.array([len(p.columns) for p in matrix.parts], np.int32)
    return counts if matrix.is_batch else counts.reshape(())


STORED: OpRecord = op(
    "SparseMatrixNNZ", "sparse_matrix: variant -> nnz: int32", shape=lambda ctx: None, kernel=_stored, no_gradient=True
)


def _zeros(dense_shape: Array, type: Any) -> Array:
    return csr.from_elements(
        np.zeros((0, dense_shape.size), np.int64), np.zeros(0, type.numpy), dense_shape.tolist()
    ).encoded()  # fmt: skip


ZEROS: OpRecord = op(
    "SparseMatrixZeros", "dense_shape: int64 -> sparse_matrix: variant", f"type: {TYPES}",
    shape=_scalar, kernel=_zeros, no_gradient=True,
)  # fmt: skip

# arithmetic --------------------------------------------------------------------------------------------------


def _transpose_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply(TRANSPOSE, (grad,), {n: op.attrs[n] for n in ("conjugate", "type")})]


TRANSPOSE: OpRecord = op(
    "SparseMatrixTranspose", "input: variant -> output: variant", f"conjugate: bool = false; type: {TYPES}",
    shape=_scalar, gradient=_transpose_gradient,
    kernel=lambda x, conjugate, type: csr.transposed(csr.decoded(x, type), conjugate).encoded(),
)  # fmt: skip


def _add(a: Array, b: Array, alpha: Array, beta: Array) -> Array:
    first, second = csr.decoded(a), csr.decoded(b)
    if first.dense_shape != second.dense_shape or first.dtype != second.dtype or first.dtype != alpha.dtype:
        raise errors.InvalidArgumentError(
            f"Shapes or dtypes of the matrices differ: {list(first.dense_shape)} of {first.dtype} and "
            f"{list(second.dense_shape)} of {second.dtype}"
        )
    parts = [
        csr.merged(
            np.concatenate([x.rows, y.rows]), np.concatenate([x.columns, y.columns]),
            np.concatenate([x.values * alpha, y.values * beta]), first.dense_shape,
        )
        for x, y in zip(first.parts, second.parts, strict=True)
    ]  # fmt: skip
    return csr.CsrMatrix(first.dense_shape, parts, first.dtype).encoded()


ADD: OpRecord = op(
    "SparseMatrixAdd", "a: variant, b: variant, alpha: T, beta: T -> c: variant", f"T: {TYPES}",
    shape=_scalar, kernel=_add,
)  # fmt: skip


def _scale(a: Array, b: Array) -> Array:
    matrix = csr.decoded(a)
    if b.dtype != matrix.dtype:
        raise errors.InvalidArgumentError(f"A matrix of {matrix.dtype} cannot be multiplied by {b.dtype}")
    if b.ndim and not (matrix.is_batch and b.shape == (len(matrix.parts), 1, 1)):
        raise errors.InvalidArgumentError(
            f"b must be a scalar, or have the shape [batch, 1, 1], got {describe_dims(b.shape)}"
        )
    factors = np.broadcast_to(b.reshape(-1), len(matrix.parts))
    parts = [p.with_values(p.values * f) for p, f in zip(matrix.parts, factors, strict=True)]
    return csr.CsrMatrix(matrix.dense_shape, parts, matrix.dtype).encoded()


SCALE: OpRecord = op("SparseMatrixMul", "a: variant, b: T -> output: variant", "T: type", shape=_scalar, kernel=_scale)


def _softmax(logits: Array, type: Any) -> Array:
    def one(part: csr.Rows) -> csr.Rows:
        most = np.full(len(part.row_ptrs) - 1, -np.inf, part.values.dtype)
        np.maximum.at(most, part.rows, part.values)
        raised = np.exp(part.values - most[part.rows])
        return part.with_values(raised / csr.row_sums(part, raised)[part.rows])

    return csr.decoded(logits, type).map(one).encoded()


def _softmax_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply(SOFTMAX_GRADIENT, (op.outputs[0], grad), {"type": op.attrs["type"]})]


SOFTMAX: OpRecord = op(
    "SparseMatrixSoftmax", "logits: variant -> softmax: variant", "type: {float, double}",
    shape=_scalar, kernel=_softmax, gradient=_softmax_gradient,
)  # fmt: skip


def _softmax_backprop(softmax: Array, grad_softmax: Array, type: Any) -> Array:
    of, grads = csr.decoded(softmax, type), csr.dense(csr.decoded(grad_softmax, type))
    if grads.shape != of.dense_shape:
        raise errors.InvalidArgumentError(f"Shapes differ: {list(of.dense_shape)} and {list(grads.shape)}")
    parts = []
    for part, whole in zip(of.parts, grads if of.is_batch else grads[None], strict=True):
        grad = whole[part.rows, part.columns]
        mean = csr.row_sums(part, grad * part.values)[part.rows]
        parts.append(part.with_values((grad - mean) * part.values))
    return csr.CsrMatrix(of.dense_shape, parts, of.dtype).encoded()


SOFTMAX_GRADIENT: OpRecord = op(
    "SparseMatrixSoftmaxGrad", "softmax: variant, grad_softmax: variant -> gradient: variant", "type: {float, double}",
    shape=_scalar, kernel=_softmax_backprop,
)  # fmt: skip
