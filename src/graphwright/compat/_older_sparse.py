"""Functions of `tf.compat.v1` on sparse tensors that have no successor of their name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.core.context import name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.concat import concat
from graphwright.ops.array.shapes import expand_dims
from graphwright.ops.linalg.matmul import matmul
from graphwright.ops.math.casts import cast
from graphwright.ops.sparse.construct import reorder
from graphwright.ops.sparse.math import sparse_reduce_max, sparse_reduce_sum
from graphwright.sessions.fetches import SparseTensorValue


def convert_to_tensor_or_sparse_tensor(value: Any, dtype: Any = None, name: str | None = None) -> Any:
    """The value as a tensor, or as a sparse tensor where it is one.

    Raises RuntimeError for a sparse tensor of another dtype.

    >>> tf.compat.v1.convert_to_tensor_or_sparse_tensor([1, 2]).shape
    TensorShape([2])
    """
    from graphwright.core.convert import convert_to_tensor

    if isinstance(value, SparseTensorValue):
        value = SparseTensor(value.indices, value.values, value.dense_shape)
    if isinstance(value, SparseTensor):
        from graphwright.base.dtypes import as_dtype

        if dtype is not None and as_dtype(dtype) is not value.dtype:
            raise RuntimeError(f"Sparse dtype mismatch. Requested: {as_dtype(dtype).name},  Actual: {value.dtype.name}")
        return value
    return convert_to_tensor(value, dtype, name=name)


def sparse_matmul(
    a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False, a_is_sparse: bool = False,
    b_is_sparse: bool = False, name: str | None = None,
) -> Tensor:  # fmt: skip
    """The product of matrices of many zeros, as float32 (use `tf.matmul`).

    Args:
      a, b: matrices of float32 or bfloat16.
      transpose_a, transpose_b: whether they are transposed.
      a_is_sparse, b_is_sparse: of no effect.

    >>> tf.compat.v1.sparse_matmul([[1.0, 0.0]], [[2.0], [3.0]]).numpy().tolist()
    [[2.0]]
    """
    with name_scope(name or "SparseMatMul"):
        return matmul(cast(to_tensor(a), "float32"), cast(to_tensor(b), "float32"), transpose_a, transpose_b)


def sparse_merge(
    sp_ids: Any, sp_values: Any, vocab_size: Any, name: str | None = None, already_sorted: bool = False
) -> SparseTensor:
    """A sparse tensor whose last indices are ids, and whose values belong to them.

    Args:
      sp_ids: a sparse tensor of ids, or a list of them for several last dimensions.
      sp_values: a sparse tensor of as many values.
      vocab_size: the size of the last dimension, or a list of sizes.
      already_sorted: whether the ids of each row are in order.

    >>> ids = tf.SparseTensor([[0, 0], [0, 1]], tf.constant([3, 1], tf.int64), [1, 2])
    >>> values = tf.SparseTensor([[0, 0], [0, 1]], [1.0, 2.0], [1, 2])
    >>> tf.sparse.to_dense(tf.compat.v1.sparse_merge(ids, values, 4)).numpy().tolist()
    [[0.0, 2.0, 0.0, 1.0]]
    """
    ids, sizes = (sp_ids, vocab_size) if isinstance(sp_ids, Sequence) else ([sp_ids], [vocab_size])
    if len(ids) != len(sizes):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    with name_scope(name or "SparseMerge"):
        columns = [expand_dims(cast(each.values, "int64"), 1) for each in ids]
        indices = concat([ids[0].indices[:, :-1], *columns], 1)
        shape = concat([ids[0].dense_shape[:-1], [cast(size, "int64") for size in sizes]], 0)
        merged = SparseTensor(indices, sp_values.values, shape)
        return merged if already_sorted else reorder(merged)


def sparse_reduce_max_sparse(
    sp_input: Any, axis: Any = None, keepdims: bool | None = None, reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> SparseTensor:  # fmt: skip
    """`tf.sparse.reduce_max` with a sparse result.

    >>> x = tf.sparse.from_dense([[1, 2], [0, 3]])
    >>> tf.compat.v1.sparse_reduce_max_sparse(x, 1).values.numpy().tolist()
    [2, 3]
    """
    return _reduced(sparse_reduce_max, sp_input, axis, keepdims, reduction_axes, keep_dims)


def sparse_reduce_sum_sparse(
    sp_input: Any, axis: Any = None, keepdims: bool | None = None, reduction_axes: Any = None,
    keep_dims: bool | None = None,
) -> SparseTensor:  # fmt: skip
    """`tf.sparse.reduce_sum` with a sparse result.

    >>> x = tf.sparse.from_dense([[1, 2], [0, 3]])
    >>> tf.compat.v1.sparse_reduce_sum_sparse(x, 1).values.numpy().tolist()
    [3, 3]
    """
    return _reduced(sparse_reduce_sum, sp_input, axis, keepdims, reduction_axes, keep_dims)


def _reduced(
    reduce: Any, sp_input: SparseTensor, axis: Any, keepdims: Any, reduction_axes: Any, keep_dims: Any
) -> SparseTensor:
    chosen = reduction_axes if axis is None else axis
    kept = keep_dims if keepdims is None else keepdims
    found: SparseTensor = reduce(sp_input, chosen, bool(kept), True)
    return found


__all__ = [
    "convert_to_tensor_or_sparse_tensor", "sparse_matmul", "sparse_merge", "sparse_reduce_max_sparse",
    "sparse_reduce_sum_sparse",
]  # fmt: skip
