"""Construction, conversion and indexing of ragged tensors."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from graphwright.base.dtypes import DType, as_dtype, from_numpy, int64, string
from graphwright.base.shape import TensorShape
from graphwright.core.convert import to_array
from graphwright.core.prelude import (
    DTypeLike,
    ShapeLike,
    Tensor,
    TensorLike,
    apply,
    apply_multi,
    name_scope,
    to_tensor,
)
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.ir.infer import constant_value, known_value
from graphwright.ops.control.assertions import assert_equal
from graphwright.ops.ragged.checks import as_dtype_of
from graphwright.ops.ragged.ragged_tensor import RaggedTensor
from graphwright.ops.ragged.records import TO_TENSOR


def rows_of_tensor(
    x: Tensor, lengths: TensorLike | None, padding: TensorLike | None, ragged_rank: int, dtype: DType
) -> RaggedTensor:
    """Convert a dense tensor to a ragged one; see `RaggedTensor.from_tensor`."""
    rank = x.shape.rank
    if ragged_rank < 1 or (rank is not None and ragged_rank >= rank):
        raise ValueError(f"ragged_rank must be greater than 0 and less than the rank, {rank}; got {ragged_rank}.")
    if lengths is not None and padding is not None:
        raise ValueError("Specify argument `lengths` or `padding`, but not both.")
    if isinstance(lengths, (list, tuple)) and lengths and not all(np.ndim(n) == 0 for n in lengths):
        if ragged_rank not in (1, len(lengths)):
            raise ValueError(f"lengths has {len(lengths)} vectors, and ragged_rank is {ragged_rank}.")
        result = rows_of_tensor(x, to_tensor(lengths[0]), None, 1, dtype)
        if len(lengths) == 1:
            return result
        return result.with_values(rows_of_tensor(result.values, lengths[1:], None, len(lengths) - 1, dtype))
    sizes = apply("Shape", (x,), {"out_type": dtype})
    known = x.shape
    # sizes are computed rather than left to -1: there may be no elements
    x = _reshaped(x, sizes, ragged_rank)
    inner = _single_level(x, lengths, padding, dtype)
    for depth in builtins.range(ragged_rank - 1, 0, -1):
        rows = apply("Prod", (sizes[:depth], 0))
        length = sizes[depth] if rank is None or known[depth] is None else np.asarray(known[depth], dtype.numpy)
        inner = RaggedTensor.from_uniform_row_length(inner, length, nrows=rows, validate=False)
    return inner


def _reshaped(x: Tensor, sizes: Tensor, count: int) -> Tensor:
    """Merge the first `count` dimensions."""
    if count == 1:
        return x
    shape = apply("ConcatV2", ([apply("Prod", (sizes[:count], 0), {"keep_dims": True}), sizes[count:]], 0))
    result = apply("Reshape", (x, shape))
    if x.shape.rank is not None and not result._type.is_static:
        result.set_shape([None, *x.shape[count:]])
    return result


def _single_level(x: Tensor, lengths: TensorLike | None, padding: TensorLike | None, dtype: DType) -> RaggedTensor:
    """Make the second dimension of a tensor ragged."""
    sizes = apply("Shape", (x,), {"out_type": dtype})
    count, length = sizes[0], sizes[1]
    if lengths is None and padding is None:
        flat = _reshaped(x, sizes, 2)
        if x.shape.rank is not None and x.shape[1] is not None:
            length = to_tensor(np.asarray(x.shape[1], dtype.numpy))
        return RaggedTensor.from_uniform_row_length(flat, length, nrows=count, validate=False)
    zero, one = np.zeros((), dtype.numpy), np.ones((), dtype.numpy)
    positions = apply("Range", (zero, length, one))
    if lengths is None:
        used = apply("SelectV2", (_differing(x, padding, sizes), positions + 1, zero))
        lengths = apply("Max", (apply("ConcatV2", ([used, apply("Fill", ([count, 1], zero))], 1)), 1))
    else:
        given = to_tensor(lengths, None, None, dtype)
        x.shape[:1].assert_is_compatible_with(given.shape[:1])
        lengths = apply("Minimum", (as_dtype_of(given, sizes), length))
    inside = apply("Less", (apply("ExpandDims", (positions, 0)), apply("ExpandDims", (lengths, 1))))
    flat = apply("GatherNd", (x, apply("Where", (inside,))))
    return RaggedTensor.from_row_lengths(flat, lengths, validate=False)


def _differing(x: Tensor, padding: TensorLike | None, sizes: Tensor) -> Tensor:
    """Mask of the row elements that are not padding."""
    padding = to_tensor(padding, x.dtype, "padding")
    if x.shape.rank is not None and not padding.shape.is_compatible_with(x.shape[2:]):
        raise ValueError(f"padding must have the shape of an element of a row, {x.shape[2:]}, got {padding.shape}.")
    shape = apply("ConcatV2", ([sizes[:2], apply("Prod", (sizes[2:], 0), {"keep_dims": True})], 0))
    differs = apply("NotEqual", (apply("Reshape", (x, shape)), apply("Reshape", (padding, [-1]))))
    return apply("Any", (differs, 2))


def to_dense(x: RaggedTensor, default_value: TensorLike | None, shape: ShapeLike) -> Tensor:
    """Convert to a dense tensor; see `RaggedTensor.to_tensor`."""
    with name_scope("RaggedToTensor"):
        empty = b"" if x.dtype is string else np.zeros((), x.dtype.numpy)
        default = to_tensor(empty if default_value is None else default_value, x.dtype)
        if isinstance(shape, (list, tuple)) and any(isinstance(n, Tensor) for n in shape):
            each = [n if isinstance(n, Tensor) else to_tensor(-1 if n is None else n, int64) for n in shape]
            shape = apply("Pack", ([apply("Cast", (n,), {"DstT": int64}) for n in each],))
        target = None if shape is None else _target(shape)
        wanted: Any = np.int64(-1)
        if target is not None:
            wanted = (
                shape if isinstance(shape, Tensor) else np.array([-1 if n is None else n for n in target], np.int64)
            )
        splits = x.nested_row_splits
        attrs = {"row_partition_types": ["ROW_SPLITS"] * len(splits)}
        result = apply(TO_TENSOR, (wanted, x.flat_values, default, list(splits)), attrs)
        if not result._type.is_static and (target is not None or x.flat_values.shape.rank is not None):
            outer = x.ragged_rank + 1
            result.set_shape(target if target is not None else [*[None] * outer, *x.flat_values.shape[1:]])
            if target is None:
                result.set_shape([*x.shape[:outer], *[None] * (result.ndim - outer)])
        return result


def _target(shape: ShapeLike) -> list[int | None]:
    """The sizes that a shape sets, which may be a tensor with -1 for others; None for those, and for unknown ones."""
    known = known_value(shape) if isinstance(shape, Tensor) else None
    if isinstance(shape, Tensor) and known is None:
        rank = shape.shape[0] if shape.shape.rank == 1 else None
        if rank is None:
            raise ValueError(f"The rank of the shape {shape!r} is not known while tracing.")
        return [None] * rank
    sizes = TensorShape(shape).as_list() if known is None else known.tolist()
    return [None if n is None or n < 0 else int(n) for n in sizes]


def _coordinates(x: RaggedTensor, ids: Sequence[Tensor]) -> Tensor:
    """The coordinates of each flat value."""
    columns = []
    operands = list(x.nested_row_splits)
    parent = None
    for splits, number in zip(operands, ids, strict=True):
        starts = apply("GatherV2", (as_dtype_of(splits, number), number, 0))
        count = apply("Shape", (number,), {"out_type": int64})[0]
        within = apply("Sub", (apply("Range", (np.int64(0), count, np.int64(1))), starts))
        outer_columns = [number] if parent is None else [apply("GatherV2", (c, number, 0)) for c in columns]
        columns = [*outer_columns, within]
        parent = number
    return apply("Pack", (columns,), {"axis": 1})


def value_coordinates(x: RaggedTensor) -> Tensor:
    """The coordinates of each flat value."""
    return _coordinates(x, [as_dtype_of(i, to_tensor(np.int64(0))) for i in x.nested_value_rowids()])


def to_sparse(x: RaggedTensor) -> SparseTensor:
    """Convert to a sparse tensor; see `RaggedTensor.to_sparse`."""
    if x.flat_values.shape.rank not in (None, 1):
        parts = apply_multi("RaggedTensorToSparse", (list(x.nested_row_splits), x.flat_values))
        return SparseTensor(*parts)
    ids = [as_dtype_of(i, to_tensor(np.int64(0))) for i in x.nested_value_rowids()]
    values = x.flat_values
    if values.shape.rank is None:
        values = apply("EnsureShape", (values,), {"shape": TensorShape([None])})
    return SparseTensor(_coordinates(x, ids), values, x.bounding_shape(out_type=int64))


def rows_as_array(x: RaggedTensor) -> Any:
    """Convert to a NumPy array; see `RaggedTensor.numpy`."""
    parts: Any = x.values.numpy()
    splits = constant_value(x.row_splits)
    if splits is None:
        raise ValueError("RaggedTensor.numpy() is only supported in eager mode.")
    length = x.shape[1] if x.shape.rank else None
    if length is not None or len(splits) == 1:
        return parts.reshape((len(splits) - 1, length or 0, *parts.shape[1:]))
    rows = [parts[a:b] for a, b in pairwise(splits.tolist())]
    if rows and all(len(r) == len(rows[0]) and r.dtype != object for r in rows):
        return np.array(rows)
    result = np.empty(len(rows), object)
    for i, row in enumerate(rows):
        result[i] = row
    return result


def merge_dims(x: RaggedTensor, outer_axis: int, inner_axis: int) -> Any:
    """Merge dimensions; see `RaggedTensor.merge_dims`."""
    rank = x.shape.rank
    outer, inner = _merged_axis("outer_axis", outer_axis, rank), _merged_axis("inner_axis", inner_axis, rank)
    if outer > inner:
        raise ValueError(f"Expected outer_axis ({outer_axis}) to be less than or equal to inner_axis ({inner_axis}).")
    if outer == inner:
        return x
    values = x.values
    if outer == 0:
        return _merge_first(values, inner - 1)
    if outer > 1:
        if isinstance(values, RaggedTensor):
            return x.with_values(merge_dims(values, outer - 1, inner - 1))
        return x.with_values(_merged_dense(values, outer - 1, inner - 1))
    if isinstance(values, RaggedTensor):
        splits = apply("GatherV2", (values.row_splits, x.row_splits, 0))
        joined = RaggedTensor.from_row_splits(values.values, splits, validate=False)
        return joined if inner == 2 else merge_dims(joined, 1, inner - 1)
    sizes = apply("Shape", (values,), {"out_type": x.row_splits.dtype})
    splits = apply("Mul", (x.row_splits, apply("Prod", (sizes[1:inner], 0))))
    return RaggedTensor.from_row_splits(_merged_dense(values, 0, inner - 1), splits, validate=False)


def lengths_along(x: RaggedTensor, axis: int) -> Any:
    """The lengths of rows along an axis; see `RaggedTensor.row_lengths`."""
    at = _merged_axis("axis", axis, x.shape.rank)
    return x.nrows() if at == 0 else _lengths(x, at)


def _lengths(x: RaggedTensor, at: int) -> Any:
    if at == 1:
        return apply("Sub", (x.row_splits[1:], x.row_splits[:-1]))
    values = x.values
    if isinstance(values, RaggedTensor):
        return x.with_values(_lengths(values, at - 1))
    sizes = apply("Shape", (values,), {"out_type": x.row_splits.dtype})
    return x.with_values(apply("Fill", (sizes[: at - 1], sizes[at - 1])))


def _merged_axis(name: str, axis: int, rank: int | None) -> int:
    if rank is None:
        if axis < 0:
            raise ValueError(f"{name}={axis} may only be negative if ndims is statically known.")
        return axis
    if not -rank <= axis < rank:
        raise ValueError(f"{name}={axis} out of bounds: expected {-rank}<={name}<{rank}")
    return axis % rank


def _merge_first(values: RaggedTensor | Tensor, inner: int) -> RaggedTensor | Tensor:
    if inner == 0:
        return values
    if isinstance(values, RaggedTensor):
        return _merge_first(values.values, inner - 1)
    return _merged_dense(values, 0, inner)


def _merged_dense(values: Tensor, outer: int, inner: int) -> Tensor:
    sizes = apply("Shape", (values,))
    return apply("Reshape", (values, apply("ConcatV2", ([sizes[:outer], [-1], sizes[inner + 1 :]], 0))))


# public functions -------------------------------------------------------------------------------------------


def ragged_constant(
    pylist: Any,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Any = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = int64,
) -> Any:
    """Create a ragged tensor from nested lists.

    Args:
      pylist: nested lists, tuples or arrays; at each depth, all are lists or all are values.
      dtype: of the values; inferred by default.
      ragged_rank: the number of ragged dimensions, by default all but the first.
      inner_shape: the shape of the values inside the ragged dimensions.
      row_splits_dtype: int32 or int64.

    Raises ValueError for lists of mixed depth.

    >>> tf.ragged.constant([[1], [2, 3]])
    <tf.RaggedTensor [[1], [2, 3]]>
    """
    depth = _depth(pylist)
    if ragged_rank is None:
        ragged_rank = max(1, depth - 1) if inner_shape is None else max(1, depth - 1 - len(tuple(inner_shape)))
        if depth < 2 and inner_shape is None:
            return to_tensor(pylist, None if dtype is None else as_dtype(dtype))
    splits = []
    rows = list(pylist)
    for _ in range(ragged_rank):
        if not all(_is_list(r) for r in rows):
            raise ValueError("all scalar values must have the same nesting depth")
        ends = np.cumsum([0, *(len(r) for r in rows)], dtype=as_dtype(row_splits_dtype).numpy)
        splits.append(to_tensor(ends))
        rows = [v for r in rows for v in r]
    kind = None if dtype is None else as_dtype(dtype)
    values = to_array(rows, kind)
    if inner_shape is not None:
        values = values.reshape((-1, *inner_shape))
    elif not rows and depth - ragged_rank > 1:
        values = values.reshape((0,) * (depth - ragged_rank))
    flat = to_tensor(values, kind or from_numpy(values.dtype) if values.dtype.kind != "O" else string)
    return RaggedTensor.from_nested_row_splits(flat, splits, validate=False)


def _is_list(value: TensorLike) -> bool:
    return isinstance(value, (list, tuple)) or (isinstance(value, np.ndarray) and value.ndim > 0)


def _depth(value: Tensor) -> int:
    if not _is_list(value):
        return 0
    if isinstance(value, np.ndarray) and value.dtype != object:
        return value.ndim
    return 1 + max((_depth(v) for v in value), default=0)


def map_flat_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """`op` of the innermost values of ragged tensors, in their rows; the other arguments go to it as they are.

    >>> tf.ragged.map_flat_values(tf.abs, tf.ragged.constant([[-1], [2, -3]]))
    <tf.RaggedTensor [[1], [2, 3]]>
    """
    found = [a for a in (*args, *kwargs.values()) if isinstance(a, RaggedTensor)]
    if not found:
        return op(*args, **kwargs)

    for other in found[1:]:
        if other is not found[0]:
            _check_same_rows(found[0].nested_row_splits, other.nested_row_splits)

    def inner(a: object) -> object:
        return a.flat_values if isinstance(a, RaggedTensor) else a

    result = to_tensor(op(*map(inner, args), **{k: inner(v) for k, v in kwargs.items()}))
    rows = found[0].flat_values.shape[:1]
    if result.shape.rank == 0 or not result.shape[:1].is_compatible_with(rows):
        raise ValueError(
            f"tf.ragged.map_flat_values requires op to keep the number of values: {result.shape} from {rows}"
        )
    return found[0].with_flat_values(result)


def _check_same_rows(splits: Sequence[Tensor], others: Sequence[Tensor]) -> None:
    if len(splits) != len(others):
        raise ValueError(f"Ragged operands must have the same ragged_rank, got {len(splits)} and {len(others)}.")
    for split, other in zip(splits, others, strict=True):
        if split is not other:
            if split.dtype != other.dtype:
                split, other = (apply("Cast", (s,), {"DstT": int64}) for s in (split, other))
            assert_equal(split, other, "The rows of ragged operands differ in length: their row_splits must be equal.")


def ragged_stack(values: Sequence[Any], axis: int = 0, name: str | None = None) -> Any:
    """Stack tensors as the rows of a ragged tensor; they may differ in their first dimension.

    >>> tf.ragged.stack([[1, 2], [3]])
    <tf.RaggedTensor [[1, 2], [3]]>
    """
    from graphwright.ops.ragged.concat import stack

    return stack(values, axis)


def concat_rows(operands: Sequence[TensorLike]) -> tuple[Any, Any]:
    """Concatenate the rows of several tensors (ragged if one is); also returns the row count of each."""
    if not any(isinstance(p, RaggedTensor) for p in operands):
        lengths = [apply("Shape", (p,), {"out_type": int64})[0] for p in operands]
        return apply("ConcatV2", (list(operands), 0)), apply("Pack", (lengths,))
    result = [p if isinstance(p, RaggedTensor) else RaggedTensor.from_tensor(p) for p in operands]
    inner, _ = concat_rows([p.values for p in result])
    per_row = apply("ConcatV2", ([p.row_lengths() for p in result], 0))
    return RaggedTensor.from_row_lengths(inner, per_row, validate=False), apply("Pack", ([p.nrows() for p in result],))
