"""Elementwise functions, reductions, products and embeddings of sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base.dtypes import as_dtype, float32, int32, int64
from graphwright.core.prelude import Tensor, TensorLike, apply, apply_multi, errors, name_scope, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.ops.index.gather import gather_densely
from graphwright.ops.index.sort import sort
from graphwright.ops.math.bincount import bin_count
from graphwright.ops.sparse.construct import (
    as_sparse,
    coordinates_of,
    flat_indices_of,
    from_dense,
    gather_elements,
    sparse_reshape,
    true_indices,
    with_static_shape,
)


def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> SparseTensor:
    """Apply `op` to the values of sparse tensors; other arguments are passed unchanged.

    All sparse arguments must have the same indices. Raises ValueError if no argument is sparse.

    >>> tf.sparse.map_values(tf.abs, tf.SparseTensor([[1]], [-3], [2])).values.numpy()
    array([3], dtype=int32)
    """
    embeddings = [a for a in (*args, *kwargs.values()) if isinstance(a, SparseTensor)]
    if not embeddings:
        raise ValueError("No SparseTensor in argument list of map_values")

    def inner(a: object) -> object:
        return a.values if isinstance(a, SparseTensor) else a

    return embeddings[0].with_values(op(*map(inner, args), **{k: inner(v) for k, v in kwargs.items()}))


def _union(a: SparseTensor, b: SparseTensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The sorted union of flat indices, its size, and the position of each operand's elements in it."""
    keys_a, keys_b = flat_indices_of(a.indices, a.dense_shape), flat_indices_of(b.indices, b.dense_shape)
    all_keys = apply("ConcatV2", ([keys_a, keys_b], 0))
    keys = sort(apply_multi("Unique", (all_keys,))[0])
    rows = [
        apply("Reshape", (apply("LowerBound", (apply("ExpandDims", (keys, 0)), apply("ExpandDims", (k, 0)))), [-1]))
        for k in (keys_a, keys_b)
    ]
    return keys, apply("Size", (keys,)), rows[0], rows[1]


def _union_op(a: SparseTensor, b: SparseTensor, record: str) -> SparseTensor:
    """Apply a binary op to the union of elements, with 0 for missing ones."""
    if not a.shape.is_compatible_with(b.shape):
        raise ValueError(f"Operands' shapes do not match: got {a.shape} and {b.shape}")
    keys, count, rows_a, rows_b = _union(a, b)
    values_a = apply("UnsortedSegmentSum", (a.values, rows_a, count))
    values_b = apply("UnsortedSegmentSum", (b.values, rows_b, count))
    result = SparseTensor(coordinates_of(keys, a.dense_shape), apply(record, (values_a, values_b)), a.dense_shape)
    return with_static_shape(result, a.shape.merge_with(b.shape))


def sparse_add(a: Any, b: Any, threshold: Any = 0) -> SparseTensor | Tensor:
    """Add two tensors of the same shape, at least one of them sparse; the sum is sparse if both are.

    Sums of two elements that are smaller than `threshold` are dropped; an element that only one operand has stays.
    Raises TypeError if neither is sparse.

    >>> x = tf.SparseTensor([[0], [2]], [3, 4], [3])
    >>> tf.sparse.add(x, x).values.numpy()
    array([6, 8], dtype=int32)
    """
    if not isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if isinstance(a, SparseTensor) and isinstance(b, SparseTensor):
        result = _union_op(a, b, "AddV2")
        if isinstance(threshold, (int, float)) and threshold == 0:
            return result
        size = apply("Abs", (result.values,)) if not result.dtype.is_complex else apply("ComplexAbs", (result.values,))
        large = apply("GreaterEqual", (size, to_tensor(threshold, size.dtype)))
        counted = [x.with_values(apply("OnesLike", (x.values,))) for x in (a, b)]
        alone = apply("Equal", (_union_op(counted[0], counted[1], "AddV2").values, to_tensor(1, result.dtype)))
        return gather_elements(result, true_indices(apply("LogicalOr", (large, alone))))
    sparse_operand, dense_operand = (a, b) if isinstance(a, SparseTensor) else (b, a)
    dense = to_tensor(dense_operand, sparse_operand.dtype)
    return apply("TensorScatterAdd", (dense, sparse_operand.indices, sparse_operand.values))


def sparse_maximum(sp_a: TensorLike, sp_b: TensorLike, name: str | None = None) -> SparseTensor:
    """Elementwise maximum of two sparse tensors over the union of their indices.

    >>> x, y = tf.SparseTensor([[0]], [-3], [2]), tf.SparseTensor([[1]], [4], [2])
    >>> tf.sparse.maximum(x, y).values.numpy()
    array([0, 4], dtype=int32)
    """
    with name_scope(name or "SparseSparseMaximum"):
        return _union_op(as_sparse(sp_a), as_sparse(sp_b), "Maximum")


def sparse_minimum(sp_a: TensorLike, sp_b: TensorLike, name: str | None = None) -> SparseTensor:
    """Elementwise minimum of two sparse tensors over the union of their indices.

    >>> x, y = tf.SparseTensor([[0]], [-3], [2]), tf.SparseTensor([[1]], [4], [2])
    >>> tf.sparse.minimum(x, y).values.numpy()
    array([-3,  0], dtype=int32)
    """
    with name_scope(name or "SparseSparseMinimum"):
        return _union_op(as_sparse(sp_a), as_sparse(sp_b), "Minimum")


# reductions -------------------------------------------------------------------------------------------------


def _reduced(
    x: SparseTensor, axis: Any, keepdims: bool | None, sparsely: bool, by: Callable[[Any, Any, Any], Any], whole: str
) -> SparseTensor | Tensor:
    """Reduce with `by(values, segment_ids, num_segments)`; a segment per remaining coordinate.

    The op `whole` reduces tensors of unknown rank.
    """
    rank = x.shape.rank
    if rank is None:
        over = apply("Range", (0, apply("Size", (x.dense_shape,)), 1)) if axis is None else np.ravel(axis)
        result = apply(whole, (x.indices, x.values, x.dense_shape, over), {"keep_dims": bool(keepdims)})
        return _as_sparse(result) if sparsely else result
    axes = list(range(rank)) if axis is None else [axis] if isinstance(axis, (int, np.integer)) else list(axis)
    if any(not -rank <= int(a) < rank for a in axes):
        raise errors.InvalidArgumentError(f"Invalid reduction dimension {axis}, for input with {rank} dimension(s).")
    reduced = {int(a) % rank for a in axes}
    remaining = [i for i in range(rank) if i not in reduced]
    sizes = apply("GatherV2", (x.dense_shape, np.array(remaining, np.int64), 0))
    numbers = flat_indices_of(apply("GatherV2", (x.indices, np.array(remaining, np.int64), 1)), sizes)
    flat = by(x.values, numbers, apply("Prod", (sizes, 0)))
    shape = np.array([i in reduced for i in range(rank)])
    full = apply("SelectV2", (shape, np.int64(1), x.dense_shape)) if keepdims else sizes
    result = apply("Reshape", (flat, full))
    if not result._type.is_static:
        known = x.shape.as_list()
        result.set_shape(
            [1 if i in reduced else n for i, n in enumerate(known)] if keepdims else [known[i] for i in remaining]
        )
    return _as_sparse(result) if sparsely else result


def _as_sparse(result: Tensor) -> SparseTensor:
    if result.shape.rank == 0:  # a scalar: one element with no coordinates
        return SparseTensor(np.zeros((1, 0), np.int64), apply("ExpandDims", (result, 0)), np.zeros(0, np.int64))
    return from_dense(result)


def sparse_reduce_sum(
    sp_input: TensorLike,
    axis: Any = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> SparseTensor | Tensor:
    """Sum over axes, by default all; the result is dense, or sparse with `output_is_sparse`.

    >>> tf.sparse.reduce_sum(tf.SparseTensor([[0, 1], [0, 2]], [3, 4], [2, 3]), 1).numpy()
    array([7, 0], dtype=int32)
    """
    with name_scope(name or "SparseReduceSum"):
        return _reduced(as_sparse(sp_input), axis, keepdims, output_is_sparse, _segment_sum, "SparseReduceSum")


def _segment_sum(values: Tensor, numbers: TensorLike, count: Tensor) -> Tensor:
    """Segment sums; 16-bit floats are accumulated in float32 and rounded once."""
    dtype = values.dtype
    narrow = dtype.is_floating and dtype.size == 2
    wide = apply("Cast", (values,), {"DstT": "float32"}) if narrow else values
    total = apply("UnsortedSegmentSum", (wide, numbers, count))
    return apply("Cast", (total,), {"DstT": dtype}) if narrow else total


def _segment_max(values: Tensor, numbers: Tensor, count: Tensor) -> Tensor:
    """Segment maxima, 0 for empty segments."""
    embeddings = apply("UnsortedSegmentMax", (values, numbers, count))
    ones = apply("OnesLike", (numbers,))
    non_empty = apply("Greater", (apply("UnsortedSegmentSum", (ones, numbers, count)), np.int64(0)))
    return apply("SelectV2", (non_empty, embeddings, apply("ZerosLike", (embeddings,))))


def sparse_reduce_max(
    sp_input: TensorLike,
    axis: Any = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> SparseTensor | Tensor:
    """Maximum of the stored elements over axes, by default all; 0 where there are none.

    >>> tf.sparse.reduce_max(tf.SparseTensor([[0, 1], [0, 2]], [-3, -4], [2, 3]), 1).numpy()
    array([-3,  0], dtype=int32)
    """
    with name_scope(name or "SparseReduceMax"):
        return _reduced(as_sparse(sp_input), axis, keepdims, output_is_sparse, _segment_max, "SparseReduceMax")


# products ---------------------------------------------------------------------------------------------------


def sparse_dense_matmul(
    sp_a: TensorLike, b: TensorLike, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """Multiply a sparse and a dense matrix, in either order.

    >>> tf.sparse.sparse_dense_matmul(tf.SparseTensor([[0, 1]], [2.0], [2, 2]), [[1.0], [3.0]]).numpy().tolist()
    [[6.0], [0.0]]
    """
    from graphwright.ops.linalg.matrices import adjoint

    with name_scope(name or "SparseTensorDenseMatMul"):
        if isinstance(b, SparseTensor) and not isinstance(sp_a, SparseTensor):
            # a b = (b' a')'
            left = sparse_dense_matmul(b, sp_a, adjoint_a=not adjoint_b, adjoint_b=not adjoint_a)
            return adjoint(left)
        x = as_sparse(sp_a)
        dense = to_tensor(b, x.dtype)
        if x.dtype in (as_dtype("float16"), as_dtype("bfloat16")):  # accumulate in float32
            wide = x.with_values(apply("Cast", (x.values,), {"DstT": float32}))
            product = sparse_dense_matmul(wide, apply("Cast", (dense,), {"DstT": float32}), adjoint_a, adjoint_b)
            return apply("Cast", (product,), {"DstT": x.dtype})
        dense = adjoint(dense) if adjoint_b else dense
        rows, columns = x.indices[:, int(adjoint_a)], x.indices[:, 1 - int(adjoint_a)]
        values = apply("Conj", (x.values,)) if adjoint_a and x.dtype.is_complex else x.values
        products = apply("Mul", (gather_densely(dense, columns, 0), apply("ExpandDims", (values, 1))))
        result: Tensor = apply("UnsortedSegmentSum", (products, rows, x.dense_shape[int(adjoint_a)]))
        if not result._type.is_static:
            result.set_shape([x.shape[int(adjoint_a)] if x.shape.rank else None, dense.shape[-1]])
        return result


def sparse_softmax(sp_input: TensorLike, name: str | None = None) -> SparseTensor:
    """Softmax over the stored elements along the last axis.

    >>> tf.sparse.softmax(tf.SparseTensor([[0, 1], [0, 2]], [1.0, 1.0], [1, 3])).values.numpy()
    array([0.5, 0.5], dtype=float32)
    """
    with name_scope(name or "SparseSoftmax"):
        x = as_sparse(sp_input)
        sizes = x.dense_shape[:-1]
        numbers = flat_indices_of(x.indices[:, :-1], sizes)
        count = apply("Prod", (sizes, 0))
        maximum = apply("GatherV2", (apply("UnsortedSegmentMax", (x.values, numbers, count)), numbers, 0))
        exponentials = apply("Exp", (apply("Sub", (x.values, maximum)),))
        sums = apply("GatherV2", (apply("UnsortedSegmentSum", (exponentials, numbers, count)), numbers, 0))
        return x.with_values(apply("RealDiv", (exponentials, sums)))


# counts -----------------------------------------------------------------------------------------------------


def sparse_bincount(
    values: TensorLike,
    weights: TensorLike | None = None,
    axis: int | None = 0,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """Count the occurrences of each number, overall or per row (`axis` -1): a sparse tensor.

    Arguments are those of `tf.math.bincount`. If `values` is sparse, so is `weights`, and only stored elements count.
    The counts have the dtype of the weights, or of the numbers where there are none.

    >>> tf.sparse.bincount([[1, 1, 3]], axis=-1).values.numpy()
    array([2, 1], dtype=int32)
    """
    with name_scope(name or "count"):
        if axis not in (None, 0, -1):
            raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
        if isinstance(values, SparseTensor):
            numbers = values.values
            weight_values = weights.values if isinstance(weights, SparseTensor) else weights
            rows, count = (values.indices[:, 0], values.dense_shape[0]) if values.shape.rank == 2 else (None, None)
        else:
            dense_operand = to_tensor(values)
            numbers = apply("Reshape", (dense_operand, [-1]))
            weight_values = None if weights is None else apply("Reshape", (to_tensor(weights), [-1]))
            rows = count = None
            if dense_operand.shape.rank == 2:
                sizes = apply("Shape", (dense_operand,), {"out_type": int64})
                count = sizes[0]
                line = apply("ExpandDims", (apply("Range", (np.int64(0), count, np.int64(1))), 1))
                rows = apply("Reshape", (apply("BroadcastTo", (line, sizes)), [-1]))
        return _count_sparse(
            numbers, weight_values, rows if axis == -1 else None, count, (minlength, maxlength), binary_output
        )


def _counted_size(numbers: Tensor, minlength: TensorLike | None, maxlength: TensorLike | None) -> Tensor:
    """As many as `maxlength` says, or enough for the largest number; one for no numbers."""
    if maxlength is not None:
        limit = to_tensor(maxlength, preferred=int64)
        return limit if limit.dtype is int64 else apply("Cast", (limit,), {"DstT": int64})
    return apply("Maximum", (bin_count(numbers, minlength, None), np.int64(1)))


def _count_sparse(
    numbers: Any, weights: Any, rows: Any, count: Any, bounds: tuple[Any, Any], binary: bool
) -> SparseTensor:
    dtype = weights.dtype if weights is not None else numbers.dtype if numbers.dtype in (int32, int64) else int64
    numbers = numbers if numbers.dtype is int64 else apply("Cast", (numbers,), {"DstT": int64})
    size = _counted_size(numbers, *bounds)
    inside = true_indices(apply("Less", (numbers, size)))
    numbers = apply("GatherV2", (numbers, inside, 0))
    added = apply("OnesLike", (numbers,)) if weights is None else apply("GatherV2", (weights, inside, 0))
    if rows is None:
        sizes = apply("ExpandDims", (size, 0))
        coordinates = apply("ExpandDims", (numbers, 1))
    else:
        sizes = apply("Pack", ([count, size],))
        coordinates = apply("Pack", ([apply("GatherV2", (rows, inside, 0)), numbers],), {"axis": 1})
    keys = flat_indices_of(coordinates, sizes)
    distinct = sort(apply_multi("Unique", (keys,))[0])
    positions = apply("LowerBound", (apply("ExpandDims", (distinct, 0)), apply("ExpandDims", (keys, 0))))
    sums = apply("UnsortedSegmentSum", (added, apply("Reshape", (positions, [-1])), apply("Size", (distinct,))))
    values = apply("OnesLike", (sums,)) if binary else sums
    result = SparseTensor(coordinates_of(distinct, sizes), values, sizes)
    return result if result.dtype is dtype else result.with_values(apply("Cast", (result.values,), {"DstT": dtype}))


# embeddings -------------------------------------------------------------------------------------------------


def _rows_of_ids(ids: Any) -> tuple[Tensor, Tensor]:
    """The row that each id is in, and the number of rows; sparse ids end with their last row."""
    if isinstance(ids, AnyRagged):
        return ids.value_rowids(), ids.nrows()  # type: ignore[attr-defined]
    rows = ids.indices[:, 0]
    return rows, apply("Sum", (apply("ConcatV2", ([rows[-1:] + 1, np.zeros(1, np.int64)], 0)), 0))


def _column_shape(x: Tensor) -> TensorLike:
    """The shape of a number for each row of `x`."""
    if x._type.rank is not None:
        return [-1] + [1] * (x._type.rank - 1)
    return apply("ConcatV2", ([[-1], apply("OnesLike", (apply("Shape", (x,))[1:],))], 0))


def _same_kind(weights: Any, ids: Any) -> Any:
    wanted = AnyRagged if isinstance(ids, AnyRagged) else SparseTensor
    if not isinstance(weights, wanted):
        raise TypeError(f"sp_weights must be of the kind of sp_ids or None, got {type(weights)} with {type(ids)}")
    return weights


def embedding_lookup_sparse(
    params: TensorLike,
    sp_ids: Any,
    sp_weights: TensorLike | None,
    combiner: str | None = None,
    max_norm: Any = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """Look up and combine the embeddings of the ids in each row of a sparse or ragged matrix.

    Args:
      params: the tensor of embeddings.
      sp_ids: integer matrix, sparse without empty rows, or ragged.
      sp_weights: matrix of the ids' weights, of the same kind, or None for ones.
      combiner: "mean" (the default), "sum" or "sqrtn" (the sum over the root of the sum of squared weights).
      max_norm: maximum norm of an embedding, or None.

    >>> ids = tf.SparseTensor([[0, 0], [0, 1]], [2, 0], [1, 2])
    >>> tf.nn.embedding_lookup_sparse(tf.constant([[1.0], [2.0], [3.0]]), ids, None, combiner="sum").numpy().tolist()
    [[4.0]]
    """
    combiner = "mean" if combiner is None else combiner
    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError(f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}")
    if not isinstance(sp_ids, (SparseTensor, AnyRagged)):
        raise TypeError(f"sp_ids must be a SparseTensor or a RaggedTensor, got {type(sp_ids)}")
    with name_scope(name or "embedding_lookup_sparse"):
        from graphwright.ops.nn.moments import embedding_lookup

        ids: Any = sp_ids
        rows, count = _rows_of_ids(ids)
        embeddings: Any = embedding_lookup(params, ids.values, max_norm=max_norm)
        if sp_weights is None:
            weights = apply("OnesLike", (apply("Cast", (rows,), {"DstT": embeddings.dtype}),))
        else:
            weights = apply("Cast", (_same_kind(sp_weights, sp_ids).values,), {"DstT": embeddings.dtype})
        column = _column_shape(embeddings)
        weighed = embeddings if sp_weights is None else embeddings * apply("Reshape", (weights, column))
        sums = apply("UnsortedSegmentSum", (weighed, rows, count))
        if combiner == "sum":
            return sums
        squares = weights * weights if combiner == "sqrtn" else weights
        totals = apply("UnsortedSegmentSum", (squares, rows, count))
        totals = apply("Sqrt", (totals,)) if combiner == "sqrtn" else totals
        return apply("DivNoNan", (sums, apply("Reshape", (totals, column))))


def _stored(x: Any) -> SparseTensor:
    return x.to_sparse() if isinstance(x, AnyRagged) else as_sparse(x)  # type: ignore[attr-defined]


def safe_embedding_lookup_sparse(
    embedding_weights: TensorLike,
    sparse_ids: TensorLike,
    sparse_weights: TensorLike | None = None,
    combiner: str = "mean",
    default_id: TensorLike | None = None,
    max_norm: TensorLike | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """As `embedding_lookup_sparse`, with the embedding of `default_id` (or zeros) for empty rows.

    Negative ids and ids without positive weight are ignored; ids may have more than two dimensions.

    >>> ids = tf.SparseTensor([[1, 0]], [2], [2, 2])
    >>> tf.nn.safe_embedding_lookup_sparse(tf.constant([[1.0], [2.0], [3.0]]), ids).numpy().tolist()
    [[0.0], [3.0]]
    """
    from graphwright.ops.sparse.construct import fill_empty_rows

    with name_scope(name or "embedding_lookup"):
        ids = _stored(sparse_ids)
        outer = ids.shape[:-1]
        flat = sparse_reshape(ids, apply("Pack", ([apply("Prod", (ids.dense_shape[:-1], 0)), ids.dense_shape[-1]],)))
        weights = None if sparse_weights is None else flat.with_values(_stored(sparse_weights).values)
        remaining = apply("GreaterEqual", (flat.values, np.zeros((), flat.dtype.numpy)))
        if weights is not None and combiner != "sum":
            positive = apply("Greater", (weights.values, np.zeros((), weights.dtype.numpy)))
            remaining = apply("LogicalAnd", (remaining, positive))
        rows = true_indices(remaining)
        flat = gather_elements(flat, rows)
        filled, empty = fill_empty_rows(flat, 0 if default_id is None else default_id)
        if weights is not None:
            weights, _ = fill_empty_rows(gather_elements(weights, rows), 1)
        embeddings: Any = embedding_lookup_sparse(embedding_weights, filled, weights, combiner, max_norm)
        if default_id is None:
            expanded = apply("Reshape", (empty, _column_shape(embeddings)))
            embeddings = apply("SelectV2", (expanded, apply("ZerosLike", (embeddings,)), embeddings))
        inner = apply("Shape", (embeddings,), {"out_type": int64})[1:]
        result: Tensor = apply("Reshape", (embeddings, apply("ConcatV2", ([ids.dense_shape[:-1], inner], 0))))
        if not result._type.is_static and outer.rank is not None:
            result.set_shape(outer.concatenate(embeddings.shape[1:]))
        return result
