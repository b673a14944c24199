"""Sums, products and extremes of sparse tensors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import as_dtype, float32, int64
from graphwright.core.context import name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_multi
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import Tensor
from graphwright.core.typing import TensorLike
from graphwright.ops.index.gather import gather_densely
from graphwright.ops.index.sort import sort
from graphwright.ops.math.bincount import bin_count
from graphwright.ops.sparse.construct import (
    coordinates_of,
    flat_places,
    from_dense,
    keys_of,
    known_as,
    picked,
    sparse,
    sparse_reshape,
)


def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> SparseTensor:
    """`op` of the elements of sparse tensors, at their places; the other arguments go to it as they are.

    Raises ValueError where no argument is sparse. All sparse ones must have their elements at the same places.

    >>> import graphwright as tf
    >>> tf.sparse.map_values(tf.abs, tf.SparseTensor([[1]], [-3], [2])).values.numpy()
    array([3], dtype=int32)
    """
    found = [a for a in (*args, *kwargs.values()) if isinstance(a, SparseTensor)]
    if not found:
        raise ValueError("No SparseTensor in argument list of map_values")

    def inner(a: Any) -> Any:
        return a.values if isinstance(a, SparseTensor) else a

    return found[0].with_values(op(*map(inner, args), **{k: inner(v) for k, v in kwargs.items()}))


def _united(a: SparseTensor, b: SparseTensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """The places that either has an element at, in order, how many, and where the elements of each went."""
    keys_a, keys_b = keys_of(a.indices, a.dense_shape), keys_of(b.indices, b.dense_shape)
    together = apply("ConcatV2", ([keys_a, keys_b], 0))
    keys = sort(apply_multi("Unique", (together,))[0])
    rows = [
        apply("Reshape", (apply("LowerBound", (apply("ExpandDims", (keys, 0)), apply("ExpandDims", (k, 0)))), [-1]))
        for k in (keys_a, keys_b)
    ]
    return keys, apply("Size", (keys,)), rows[0], rows[1]


def _of_both(a: SparseTensor, b: SparseTensor, record: str) -> SparseTensor:
    """The op on the elements of both, 0 where one has none."""
    if not a.shape.is_compatible_with(b.shape):
        raise ValueError(f"Operands' shapes do not match: got {a.shape} and {b.shape}")
    keys, count, rows_a, rows_b = _united(a, b)
    values_a = apply("UnsortedSegmentSum", (a.values, rows_a, count))
    values_b = apply("UnsortedSegmentSum", (b.values, rows_b, count))
    made = SparseTensor(coordinates_of(keys, a.dense_shape), apply(record, (values_a, values_b)), a.dense_shape)
    return known_as(made, a.shape.merge_with(b.shape))


def sparse_add(a: Any, b: Any, threshold: Any = 0) -> SparseTensor | Tensor:
    """The sum of two tensors of one shape of which one at least is sparse; of two sparse ones it is sparse.

    Sums that are smaller than `threshold` are left out; with 0 none are. Raises TypeError where none is sparse.

    >>> import graphwright as tf
    >>> x = tf.SparseTensor([[0], [2]], [3, 4], [3])
    >>> tf.sparse.add(x, x).values.numpy()
    array([6, 8], dtype=int32)
    """
    if not isinstance(a, SparseTensor) and not isinstance(b, SparseTensor):
        raise TypeError("At least one input should be SparseTensor; do you mean to use tf.add()?")
    if isinstance(a, SparseTensor) and isinstance(b, SparseTensor):
        made = _of_both(a, b, "AddV2")
        if isinstance(threshold, (int, float)) and threshold == 0:
            return made
        size = apply("Abs", (made.values,)) if not made.dtype.is_complex else apply("ComplexAbs", (made.values,))
        return picked(made, flat_places(apply("GreaterEqual", (size, to_tensor(threshold, size.dtype)))))
    part, whole = (a, b) if isinstance(a, SparseTensor) else (b, a)
    dense = to_tensor(whole, part.dtype)
    return apply("TensorScatterAdd", (dense, part.indices, part.values))


def sparse_maximum(sp_a: TensorLike, sp_b: TensorLike, name: str | None = None) -> SparseTensor:
    """The larger of two sparse tensors' elements, at the places at which either has one.

    >>> import graphwright as tf
    >>> x, y = tf.SparseTensor([[0]], [-3], [2]), tf.SparseTensor([[1]], [4], [2])
    >>> tf.sparse.maximum(x, y).values.numpy()
    array([0, 4], dtype=int32)
    """
    with name_scope(name or "SparseSparseMaximum"):
        return _of_both(sparse(sp_a), sparse(sp_b), "Maximum")


def sparse_minimum(sp_a: TensorLike, sp_b: TensorLike, name: str | None = None) -> SparseTensor:
    """The smaller of two sparse tensors' elements, at the places at which either has one.

    >>> import graphwright as tf
    >>> x, y = tf.SparseTensor([[0]], [-3], [2]), tf.SparseTensor([[1]], [4], [2])
    >>> tf.sparse.minimum(x, y).values.numpy()
    array([-3,  0], dtype=int32)
    """
    with name_scope(name or "SparseSparseMinimum"):
        return _of_both(sparse(sp_a), sparse(sp_b), "Minimum")


# reductions -----


def _reduced(x: SparseTensor, axis: Any, keepdims: bool, by: Callable[[Any, Any, Any], Any]) -> Any:
    """Elements gathered by the coordinates that are kept: `by(values, numbers, count)`; the result is dense."""
    rank = x.shape.rank
    if rank is None:
        raise ValueError("The rank of the sparse tensor must be known.")
    given = list(range(rank)) if axis is None else [axis] if isinstance(axis, (int, np.integer)) else list(axis)
    if any(not -rank <= int(a) < rank for a in given):
        raise errors.InvalidArgumentError(f"Invalid reduction dimension {axis}, for input with {rank} dimension(s).")
    gone = {int(a) % rank for a in given}
    kept = [i for i in range(rank) if i not in gone]
    sizes = apply("GatherV2", (x.dense_shape, np.array(kept, np.int64), 0))
    numbers = keys_of(apply("GatherV2", (x.indices, np.array(kept, np.int64), 1)), sizes)
    flat = by(x.values, numbers, apply("Prod", (sizes, 0)))
    shape = np.array([i in gone for i in range(rank)])
    full = apply("SelectV2", (shape, np.int64(1), x.dense_shape)) if keepdims else sizes
    made = apply("Reshape", (flat, full))
    if not made._type.is_static:
        known = x.shape.as_list()
        made.set_shape([1 if i in gone else n for i, n in enumerate(known)] if keepdims else [known[i] for i in kept])
    return made


def _as_sparse(made: Tensor) -> SparseTensor:
    if made.shape.rank == 0:  # one element without coordinates
        return SparseTensor(np.zeros((1, 0), np.int64), apply("ExpandDims", (made, 0)), np.zeros(0, np.int64))
    return from_dense(made)


def sparse_reduce_sum(
    sp_input: TensorLike,
    axis: Any = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> SparseTensor | Tensor:
    """The sum over some axes, by default all; dense, or with `output_is_sparse` sparse again.

    >>> import graphwright as tf
    >>> tf.sparse.reduce_sum(tf.SparseTensor([[0, 1], [0, 2]], [3, 4], [2, 3]), 1).numpy()
    array([7, 0], dtype=int32)
    """
    with name_scope(name or "SparseReduceSum"):
        made = _reduced(sparse(sp_input), axis, bool(keepdims), _summed)
        return _as_sparse(made) if output_is_sparse else made


def _summed(values: Tensor, numbers: TensorLike, count: Tensor) -> Tensor:
    """The sum of the elements of each number; of 16 bit floats rounded once."""
    kind = values.dtype
    narrow = kind.is_floating and kind.size == 2
    wide = apply("Cast", (values,), {"DstT": "float32"}) if narrow else values
    total = apply("UnsortedSegmentSum", (wide, numbers, count))
    return apply("Cast", (total,), {"DstT": kind}) if narrow else total


def _largest(values: Tensor, numbers: Tensor, count: Tensor) -> Tensor:
    """The largest element of each number, 0 where there is none."""
    found = apply("UnsortedSegmentMax", (values, numbers, count))
    ones = apply("OnesLike", (numbers,))
    some = apply("Greater", (apply("UnsortedSegmentSum", (ones, numbers, count)), np.int64(0)))
    return apply("SelectV2", (some, found, apply("ZerosLike", (found,))))


def sparse_reduce_max(
    sp_input: TensorLike,
    axis: Any = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> SparseTensor | Tensor:
    """The largest of the elements that there are over some axes, by default all; 0 where there are none.

    >>> import graphwright as tf
    >>> tf.sparse.reduce_max(tf.SparseTensor([[0, 1], [0, 2]], [-3, -4], [2, 3]), 1).numpy()
    array([-3,  0], dtype=int32)
    """
    with name_scope(name or "SparseReduceMax"):
        made = _reduced(sparse(sp_input), axis, bool(keepdims), _largest)
        return _as_sparse(made) if output_is_sparse else made


# products -----


def sparse_dense_matmul(
    sp_a: TensorLike, b: TensorLike, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """The product of a sparse matrix and a dense one, or of a dense one and a sparse one.

    >>> import graphwright as tf
    >>> tf.sparse.sparse_dense_matmul(tf.SparseTensor([[0, 1]], [2.0], [2, 2]), [[1.0], [3.0]]).numpy().tolist()
    [[6.0], [0.0]]
    """
    from graphwright.ops.linalg.matrices import adjoint

    with name_scope(name or "SparseTensorDenseMatMul"):
        if isinstance(b, SparseTensor) and not isinstance(sp_a, SparseTensor):
            # a b = (b' a')'
            left = sparse_dense_matmul(b, sp_a, adjoint_a=not adjoint_b, adjoint_b=not adjoint_a)
            return adjoint(left)
        x = sparse(sp_a)
        dense = to_tensor(b, x.dtype)
        if x.dtype in (as_dtype("float16"), as_dtype("bfloat16")):  # the sums are of float32
            wide = x.with_values(apply("Cast", (x.values,), {"DstT": float32}))
            product = sparse_dense_matmul(wide, apply("Cast", (dense,), {"DstT": float32}), adjoint_a, adjoint_b)
            return apply("Cast", (product,), {"DstT": x.dtype})
        dense = adjoint(dense) if adjoint_b else dense
        rows, columns = x.indices[:, int(adjoint_a)], x.indices[:, 1 - int(adjoint_a)]
        values = apply("Conj", (x.values,)) if adjoint_a and x.dtype.is_complex else x.values
        products = apply("Mul", (gather_densely(dense, columns, 0), apply("ExpandDims", (values, 1))))
        made: Tensor = apply("UnsortedSegmentSum", (products, rows, x.dense_shape[int(adjoint_a)]))
        if not made._type.is_static:
            made.set_shape([x.shape[int(adjoint_a)] if x.shape.rank else None, dense.shape[-1]])
        return made


def sparse_softmax(sp_input: TensorLike, name: str | None = None) -> SparseTensor:
    """The softmax over the elements that there are of each row, the last axis.

    >>> import graphwright as tf
    >>> tf.sparse.softmax(tf.SparseTensor([[0, 1], [0, 2]], [1.0, 1.0], [1, 3])).values.numpy()
    array([0.5, 0.5], dtype=float32)
    """
    with name_scope(name or "SparseSoftmax"):
        x = sparse(sp_input)
        sizes = x.dense_shape[:-1]
        numbers = keys_of(x.indices[:, :-1], sizes)
        count = apply("Prod", (sizes, 0))
        top = apply("GatherV2", (apply("UnsortedSegmentMax", (x.values, numbers, count)), numbers, 0))
        powers = apply("Exp", (apply("Sub", (x.values, top)),))
        sums = apply("GatherV2", (apply("UnsortedSegmentSum", (powers, numbers, count)), numbers, 0))
        return x.with_values(apply("RealDiv", (powers, sums)))


# counts -----


def sparse_bincount(
    values: TensorLike,
    weights: TensorLike | None = None,
    axis: int | None = 0,
    minlength: TensorLike | None = None,
    maxlength: TensorLike | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """How often each number occurs, over everything or (axis -1) in each row, as a sparse tensor of int64.

    Arguments are those of `tf.math.bincount`; `values` may be sparse, then `weights` are sparse too, and only what
    there is counts. With weights the result has their dtype.

    >>> import graphwright as tf
    >>> tf.sparse.bincount([[1, 1, 3]], axis=-1).values.numpy()
    array([2, 1])
    """
    with name_scope(name or "count"):
        if axis not in (None, 0, -1):
            raise ValueError(f"Unsupported value for argument axis={axis}. Only 0 and -1 are currently supported.")
        if isinstance(values, SparseTensor):
            numbers = values.values
            given = weights.values if isinstance(weights, SparseTensor) else weights
            rows, count = (values.indices[:, 0], values.dense_shape[0]) if values.shape.rank == 2 else (None, None)
        else:
            whole = to_tensor(values)
            numbers = apply("Reshape", (whole, [-1]))
            given = None if weights is None else apply("Reshape", (to_tensor(weights), [-1]))
            rows = count = None
            if whole.shape.rank == 2:
                sizes = apply("Shape", (whole,), {"out_type": int64})
                count = sizes[0]
                line = apply("ExpandDims", (apply("Range", (np.int64(0), count, np.int64(1))), 1))
                rows = apply("Reshape", (apply("BroadcastTo", (line, sizes)), [-1]))
        return _count_sparse(numbers, given, rows if axis == -1 else None, count, (minlength, maxlength), binary_output)


def _count_sparse(
    numbers: Any, weights: Any, rows: Any, count: Any, bounds: tuple[Any, Any], binary: bool
) -> SparseTensor:
    numbers = numbers if numbers.dtype is int64 else apply("Cast", (numbers,), {"DstT": int64})
    size = bin_count(numbers, *bounds)
    inside = flat_places(apply("Less", (numbers, size)))
    numbers = apply("GatherV2", (numbers, inside, 0))
    dtype = int64 if weights is None else weights.dtype
    added = apply("OnesLike", (numbers,)) if weights is None else apply("GatherV2", (weights, inside, 0))
    if rows is None:
        sizes = apply("ExpandDims", (size, 0))
        places = apply("ExpandDims", (numbers, 1))
    else:
        sizes = apply("Pack", ([count, size],))
        places = apply("Pack", ([apply("GatherV2", (rows, inside, 0)), numbers],), {"axis": 1})
    keys = keys_of(places, sizes)
    distinct = sort(apply_multi("Unique", (keys,))[0])
    where_to = apply("LowerBound", (apply("ExpandDims", (distinct, 0)), apply("ExpandDims", (keys, 0))))
    sums = apply("UnsortedSegmentSum", (added, apply("Reshape", (where_to, [-1])), apply("Size", (distinct,))))
    values = apply("OnesLike", (sums,)) if binary else sums
    made = SparseTensor(coordinates_of(distinct, sizes), values, sizes)
    return made if made.dtype is dtype else made.with_values(apply("Cast", (made.values,), {"DstT": dtype}))


# embeddings -----


def embedding_lookup_sparse(
    params: TensorLike,
    sp_ids: TensorLike,
    sp_weights: SparseTensor | None,
    combiner: str | None = None,
    max_norm: Any = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """For each row of a sparse matrix of ids the rows of `params` that they name, combined.

    Args:
      params: the tensor of embeddings.
      sp_ids: sparse matrix of integers, no row of it empty.
      sp_weights: sparse matrix of the ids' weights, or None for ones.
      combiner: "mean" (the default), "sum" or "sqrtn" (the sum over the root of the sum of squared weights).
      max_norm: largest norm of an embedding, or None.

    >>> import graphwright as tf
    >>> ids = tf.SparseTensor([[0, 0], [0, 1]], [2, 0], [1, 2])
    >>> tf.nn.embedding_lookup_sparse(tf.constant([[1.0], [2.0], [3.0]]), ids, None, combiner="sum").numpy().tolist()
    [[4.0]]
    """
    combiner = "mean" if combiner is None else combiner
    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError(f"combiner must be one of 'mean', 'sqrtn' or 'sum', got {combiner}")
    if not isinstance(sp_ids, SparseTensor):
        raise TypeError(f"sp_ids must be SparseTensor, got {type(sp_ids)}")
    with name_scope(name or "embedding_lookup_sparse"):
        from graphwright.ops.nn.moments import embedding_lookup

        rows = sp_ids.indices[:, 0]
        last = rows[-1:]
        count = apply("Sum", (apply("ConcatV2", ([last + 1, np.zeros(1, np.int64)], 0)), 0))
        found: Any = embedding_lookup(params, sp_ids.values, max_norm=max_norm)
        if sp_weights is None:
            weights = apply("OnesLike", (apply("Cast", (rows,), {"DstT": found.dtype}),))
        else:
            weights = apply("Cast", (sparse(sp_weights).values,), {"DstT": found.dtype})
        behind = [1] * (found.shape.rank - 1)
        column = apply("Reshape", (weights, [-1, *behind]))
        sums = apply("UnsortedSegmentSum", (found * column, rows, count))
        if combiner == "sum":
            return sums
        squares = weights * weights if combiner == "sqrtn" else weights
        totals = apply("UnsortedSegmentSum", (squares, rows, count))
        totals = apply("Sqrt", (totals,)) if combiner == "sqrtn" else totals
        return apply("DivNoNan", (sums, apply("Reshape", (totals, [-1, *behind]))))


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
    """As `embedding_lookup_sparse`, also for rows without ids: they get the embedding of `default_id`, or zeros.

    Negative ids, and ids whose weight is not positive, do not count; more than two dimensions of ids are kept.

    >>> import graphwright as tf
    >>> ids = tf.SparseTensor([[1, 0]], [2], [2, 2])
    >>> tf.nn.safe_embedding_lookup_sparse(tf.constant([[1.0], [2.0], [3.0]]), ids).numpy().tolist()
    [[0.0], [3.0]]
    """
    from graphwright.ops.sparse.construct import fill_empty_rows

    with name_scope(name or "embedding_lookup"):
        ids = sparse(sparse_ids)
        outer = ids.shape[:-1]
        flat = sparse_reshape(ids, apply("Pack", ([apply("Prod", (ids.dense_shape[:-1], 0)), ids.dense_shape[-1]],)))
        weights = None if sparse_weights is None else flat.with_values(sparse(sparse_weights).values)
        kept = apply("GreaterEqual", (flat.values, np.zeros((), flat.dtype.numpy)))
        if weights is not None and combiner != "sum":
            positive = apply("Greater", (weights.values, np.zeros((), weights.dtype.numpy)))
            kept = apply("LogicalAnd", (kept, positive))
        rows = flat_places(kept)
        flat = picked(flat, rows)
        filled, empty = fill_empty_rows(flat, 0 if default_id is None else default_id)
        if weights is not None:
            weights, _ = fill_empty_rows(picked(weights, rows), 1)
        found: Any = embedding_lookup_sparse(embedding_weights, filled, weights, combiner, max_norm)
        if default_id is None:
            column = apply("Reshape", (empty, [-1, *[1] * (found.shape.rank - 1)]))
            found = apply("SelectV2", (column, apply("ZerosLike", (found,)), found))
        inner = apply("Shape", (found,), {"out_type": int64})[1:]
        made: Tensor = apply("Reshape", (found, apply("ConcatV2", ([ids.dense_shape[:-1], inner], 0))))
        if not made._type.is_static and outer.rank is not None:
            made.set_shape(outer.concatenate(found.shape[1:]))
        return made


__all__ = [
    "embedding_lookup_sparse", "map_values", "safe_embedding_lookup_sparse", "sparse_add", "sparse_bincount",
    "sparse_dense_matmul", "sparse_maximum", "sparse_minimum", "sparse_reduce_max", "sparse_reduce_sum",
    "sparse_softmax",
]  # fmt: skip
