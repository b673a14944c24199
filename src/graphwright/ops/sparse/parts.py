"""Parts of sparse tensors and of their products: splits, masks, indicators, other shapes, sampled products."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, float32, int64
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.prelude import DTypeLike, ShapeLike, Tensor, TensorLike, apply, errors, name_scope, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ir.prelude import constant_value
from graphwright.ops.sparse.construct import as_sparse, to_dense, true_indices, with_static_shape


def sparse_split(
    sp_input: Any = None, num_split: int | None = None, axis: TensorLike | None = None, name: str | None = None
) -> list[SparseTensor]:
    """Split a sparse tensor into `num_split` parts along an axis; the first ones are larger by one if need be.

    Raises InvalidArgumentError for more parts than the axis has elements.

    >>> x = tf.sparse.from_dense([[1, 0, 2], [0, 3, 0]])
    >>> [tf.sparse.to_dense(p).numpy().tolist() for p in tf.sparse.split(x, 2, 1)]
    [[[1, 0], [0, 3]], [[2], [0]]]
    """
    if sp_input is None:
        raise ValueError("sp_input is required")
    if num_split is None:
        raise ValueError("num_split is required")
    if axis is None:
        raise ValueError("axis is required")
    with name_scope(name or "SparseSplit"):
        x = as_sparse(sp_input)
        number = constant_value(to_tensor(axis, int64))
        rank = x.shape.rank
        if number is None or rank is None:
            raise ValueError("tf.sparse.split needs an axis and a rank that are known.")
        if not -rank <= int(number) < rank:
            raise errors.InvalidArgumentError(f"Input split_dim should be between 0 and rank ({rank}), got {number}")
        at = int(number) % rank
        whole, known = x.dense_shape[at], x.shape[at]
        if known is not None and not 1 <= num_split <= known:
            raise errors.InvalidArgumentError(
                f"Input num_split should be between 1 and the splitting dimension size ({known}), got {num_split}"
            )
        return [_part(x, at, whole, num_split, i) for i in range(num_split)]


def _part(x: SparseTensor, axis: int, whole: Tensor, parts: int, number: int) -> SparseTensor:
    """One part: the first `whole % parts` of them have an element more."""
    each, more = whole // np.int64(parts), whole % np.int64(parts)
    begin = each * np.int64(number) + apply("Minimum", (more, np.int64(number)))
    size = each + apply("Cast", (apply("Less", (np.int64(number), more)),), {"DstT": int64})
    column = x.indices[:, axis]
    inside = apply(
        "LogicalAnd", (apply("GreaterEqual", (column, begin)), apply("Less", (column, apply("AddV2", (begin, size)))))
    )
    rows = true_indices(inside)
    chosen = np.arange(x.shape.rank or 0) == axis
    indices = apply("GatherV2", (x.indices, rows, 0)) - begin * chosen.astype(np.int64)
    sizes = apply("SelectV2", (chosen, size, x.dense_shape))
    result = SparseTensor(indices, apply("GatherV2", (x.values, rows, 0)), sizes)
    dims: list[int | None] = x.shape.as_list()
    length = dims[axis]
    dims[axis] = None if length is None else length // parts + (number < length % parts)
    return with_static_shape(result, dims)


def to_indicator(sp_input: Any, vocab_size: TensorLike, name: str | None = None) -> Tensor:
    """Bools that say which ids occur in each row: the last dimension has `vocab_size` elements.

    Raises TypeError for values that are not int32 or int64, InvalidArgumentError for ids out of range.

    >>> ids = tf.SparseTensor([[0, 0], [1, 0], [1, 1]], [1, 0, 2], [2, 2])
    >>> tf.sparse.to_indicator(ids, 3).numpy().tolist()
    [[False, True, False], [True, False, True]]
    """
    x = as_sparse(sp_input)
    with name_scope(name or "SparseToIndicator"):
        if x.values.dtype.name not in ("int32", "int64"):
            raise TypeError(f"Expected a SparseTensor of int32 or int64, got {x.values.dtype.name}")
        ids = apply("ExpandDims", (apply("Cast", (x.values,), {"DstT": int64}), 1))
        indices = apply("ConcatV2", ([x.indices[:, :-1], ids], 1))
        size = apply("Reshape", (apply("Cast", (to_tensor(vocab_size),), {"DstT": int64}), [1]))
        sizes = apply("ConcatV2", ([x.dense_shape[:-1], size], 0))
        marks = apply("Fill", (apply("Shape", (x.values,)), np.True_))
        found = SparseTensor(indices, marks, sizes)
        known = constant_value(size)
        if x.shape.rank is not None:
            with_static_shape(found, [*x.shape.as_list()[:-1], None if known is None else int(known[0])])
        return to_dense(found, False, validate_indices=False)


def reset_shape(sp_input: Any, new_shape: ShapeLike | None = None) -> SparseTensor:
    """Give a sparse tensor another shape that holds its elements, by default the smallest.

    Raises ValueError or InvalidArgumentError for a shape of another rank or that is smaller in a dimension.

    >>> x = tf.SparseTensor([[0, 1]], [3], [5, 6])
    >>> tf.sparse.reset_shape(x).dense_shape.numpy().tolist()
    [1, 2]
    """
    x = as_sparse(sp_input)
    if new_shape is None:
        ends = apply("AddV2", (x.indices, np.int64(1)))
        zeros = apply("ZerosLike", (apply("ExpandDims", (x.dense_shape, 0)),))
        sizes = apply("Max", (apply("ConcatV2", ([ends, zeros], 0)), 0))
        return SparseTensor(x.indices, x.values, sizes)
    wanted = apply("Cast", (to_tensor(new_shape, None, None, int64),), {"DstT": int64})
    if wanted.shape.rank not in (None, 1):
        raise ValueError(f"new_shape must be a vector, got {wanted.shape}")
    known = constant_value(wanted)
    if known is not None and x.shape.rank is not None:
        if len(known) != x.shape.rank:
            raise ValueError(f"new_shape has {len(known)} dimensions, sp_input {x.shape.rank}")
        if any(n is not None and n > m for n, m in zip(x.shape.as_list(), known.tolist(), strict=True)):
            raise ValueError(
                f"Requested new_shape should have dimension sizes >= sp_input.shape. Found new_shape "
                f"({known.tolist()}), sp_input.shape ({x.shape.as_list()})."
            )
    from graphwright.ops.control.assertions import assert_less_equal

    assert_less_equal(x.dense_shape, wanted)
    return SparseTensor(x.indices, x.values, wanted)


def sparse_mask(a: Any, mask_indices: TensorLike, name: str | None = None) -> Any:
    """Drop the rows of `IndexedSlices` whose index is in `mask_indices`.

    >>> a = tf.IndexedSlices(tf.constant([[1], [2], [3]]), tf.constant([12, 26, 37]), tf.constant([40, 1]))
    >>> tf.sparse.mask(a, [12, 45]).indices.numpy().tolist()
    [26, 37]
    """
    from graphwright.ops.array.select import setdiff1d

    with name_scope(name or "sparse_mask"):
        indices = a.indices
        kept, positions = setdiff1d(indices, to_tensor(mask_indices, indices.dtype))
        return IndexedSlices(apply("GatherV2", (a.values, positions, 0)), kept, a.dense_shape)


def sampled_addmm(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    mat1: TensorLike,
    mat2: TensorLike,
    beta: TensorLike = 1.0,
    alpha: TensorLike = 1.0,
    output_type: DTypeLike = float32,
) -> tuple[Tensor, Tensor, Tensor]:
    """`alpha * (mat1 @ mat2) + beta * values` at the elements of a sparse matrix alone.

    Args:
      indices: where the elements are: rows of coordinates, the last two of which are of matrices.
      values: the elements.
      dense_shape: the shape of the sparse tensor.
      mat1: the left matrices.
      mat2: the right matrices.
      beta: the factor of the values.
      alpha: the factor of the product.
      output_type: float16, bfloat16, float32 or float64.

    Returns the indices, the new values and the shape.

    >>> eye = tf.eye(2)
    >>> tf.sparse.sampled_addmm([[0, 0], [0, 1]], [1.0, 2.0], [2, 2], eye, eye)[1].numpy().tolist()
    [2.0, 2.0]
    """
    from graphwright.ops.linalg.matrices import matrix_transpose

    dtype = as_dtype(output_type)
    rows, sizes = to_tensor(indices), to_tensor(dense_shape)
    left, right = (apply("Cast", (to_tensor(m),), {"DstT": dtype}) for m in (mat1, mat2))
    scaled = [apply("Cast", (to_tensor(v),), {"DstT": dtype}) for v in (values, beta, alpha)]
    outer = rows[:, :-2]
    from_left = apply("ConcatV2", ([outer, rows[:, -2:-1]], 1))
    from_right = apply("ConcatV2", ([outer, rows[:, -1:]], 1))
    columns = matrix_transpose(right)
    products = apply("Mul", (apply("GatherNd", (left, from_left)), apply("GatherNd", (columns, from_right))))
    sums = apply("Sum", (products, -1))
    found = apply("AddV2", (apply("Mul", (scaled[2], sums)), apply("Mul", (scaled[1], scaled[0]))))
    return rows, found, sizes
