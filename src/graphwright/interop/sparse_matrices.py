"""`tensorflow.python.ops.linalg.sparse.sparse_csr_matrix_ops`: products of sparse matrices.

A sparse matrix stays the `SparseTensor` it is made of.
"""

from __future__ import annotations

from typing import Any

from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ops.sparse.matmul import sparse_sparse_matmul


def sparse_tensor_to_csr_sparse_matrix(indices: Any, values: Any, dense_shape: Any, name: Any = None) -> SparseTensor:
    """The matrix with these elements, as a sparse tensor."""
    return SparseTensor(indices, values, dense_shape)


def sparse_matrix_sparse_mat_mul(a: SparseTensor, b: SparseTensor, type: Any, name: Any = None) -> SparseTensor:
    """The product of two sparse matrices of this dtype."""
    return sparse_sparse_matmul(a, b)


def csr_sparse_matrix_to_sparse_tensor(sparse_matrix: SparseTensor, type: Any, name: Any = None) -> SparseTensor:
    """The sparse tensor of a matrix."""
    return sparse_matrix
