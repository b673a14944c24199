"""Construction, rearrangement and densification of sparse tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import bool as bool_type
from graphwright.base.dtypes import float32, int64, string
from graphwright.core.prelude import Array, Tensor, apply, errors, name_scope, to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.typing import Application, DTypeLike, Gradients, ShapeLike, TensorLike
from graphwright.ir.prelude import OpRecord, constant_value, describe_dims, op
from graphwright.ops.array.select import where
from graphwright.ops.array.shapes import shape
from graphwright.ops.index.sort import argsort
from graphwright.ops.math.reductions import reduce_prod

# SparseToDense ----------------------------------------------------------------------------------------------


def _coordinates(indices: Array, rank: int) -> Array:
    """Indices as rows of coordinates: a scalar or vector counts as one-dimensional."""
    return indices.reshape(-1, 1) if indices.ndim < 2 else indices


def _to_dense(indices: Array, output_shape: Array, values: Array, default: Array, validate_indices: bool) -> Array:
    if output_shape.ndim != 1 or indices.ndim > 2:
        raise errors.InvalidArgumentError(
            f"output_shape must be a vector and sparse_indices a matrix at most, got shapes {output_shape.shape} and "
            f"{indices.shape}"
        )
    rows = _coordinates(indices, len(output_shape))
    if rows.shape[1] != len(output_shape):
        raise errors.InvalidArgumentError(
            f"output_shape has incorrect number of elements: {len(output_shape)} should be: {rows.shape[1]}"
        )
    if validate_indices and rows.size and len(output_shape):
        check_order(rows, output_shape)
    if (output_shape < 0).any():
        raise errors.InvalidArgumentError(f"Dimension {output_shape.min()} of output_shape must be >= 0")
    if values.ndim > 1 or (values.ndim and len(values) != len(rows)):
        raise errors.InvalidArgumentError(
            f"sparse_values has incorrect shape {list(values.shape)}, should be [] or [{len(rows)}]"
        )
    if not validate_indices and ((rows < 0) | (rows >= output_shape)).any():
        raise errors.InvalidArgumentError(
            f"Indices are not valid (out of bounds).  Shape: {describe_dims(tuple(output_shape.tolist()))}"
        )
    result = np.full(tuple(int(n) for n in output_shape), default, values.dtype)
    if len(output_shape):
        result[tuple(rows.T)] = values
    elif values.size:
        result[...] = values.reshape(())
    return result


def check_order(rows: Array, dense_shape: Array) -> None:
    """Raise for coordinates that are out of bounds, repeated or out of order."""
    outside = ((rows < 0) | (rows >= dense_shape)).any(1)
    if outside.any():
        at = int(np.argmax(outside))
        raise errors.InvalidArgumentError(
            f"indices[{at}] = {describe_dims(tuple(rows[at].tolist()))} is out of bounds: need 0 <= index < "
            f"{describe_dims(tuple(int(n) for n in dense_shape))}"
        )
    steps = np.diff(np.ravel_multi_index(tuple(rows.T), tuple(int(n) for n in dense_shape)))
    if (steps <= 0).any():
        at = int(np.argmax(steps <= 0))
        shown = f"indices[{at + 1}] = {describe_dims(tuple(rows[at + 1].tolist()))} is"
        if steps[at] == 0:
            raise errors.InvalidArgumentError(f"{shown} repeated")
        raise errors.InvalidArgumentError(
            f"{shown} out of order. Many sparse ops require sorted indices.\n"
            "    Use `tf.sparse.reorder` to create a correctly ordered copy."
        )


def _to_dense_gradient(op: Application, grad: Tensor) -> Gradients:
    indices, dense_shape, values, _ = op.inputs
    rows = apply("Reshape", (indices, apply("Pack", ([-1, apply("Size", (dense_shape,))],))))
    stored = apply("Reshape", (apply("GatherNd", (grad, rows)), apply("Shape", (values,))))
    total = apply("Sum", (apply("Reshape", (grad, [-1])), 0))
    rest = apply("Sub", (total, apply("Sum", (apply("Reshape", (stored, [-1])), 0))))
    return [None, None, stored, rest]


SPARSE_TO_DENSE: OpRecord = op(
    "SparseToDense",
    "sparse_indices: Tindices, output_shape: Tindices, sparse_values: T, default_value: T -> dense: T",
    "validate_indices: bool = true; T: type; Tindices: index",
    shape=lambda ctx: ctx.dims_value(1),
    kernel=_to_dense,
    gradient=_to_dense_gradient,
)

# helpers of sparse functions --------------------------------------------------------------------------------


def as_sparse(value: TensorLike) -> SparseTensor:
    """Convert the argument of a sparse function; TypeError if it is not a sparse tensor."""
    if isinstance(value, SparseTensor):
        return value
    if all(hasattr(value, name) for name in ("indices", "values", "dense_shape")):
        return SparseTensor.from_value(value)
    raise TypeError(f"Input must be a SparseTensor. Received: {value!r}")


def flat_indices_of(indices: TensorLike, dense_shape: TensorLike) -> Tensor:
    """The flat (row-major) index of each row of coordinates."""
    sizes = apply("Cumprod", (dense_shape, 0), {"exclusive": True, "reverse": True})
    return apply("Sum", (apply("Mul", (indices, sizes)), 1))


def coordinates_of(keys: TensorLike, dense_shape: TensorLike) -> Tensor:
    """The rows of coordinates for flat (row-major) indices."""
    sizes = apply("Cumprod", (dense_shape, 0), {"exclusive": True, "reverse": True})
    column = apply("ExpandDims", (keys, 1))
    safe = apply("Maximum", (sizes, np.int64(1)))
    return apply("FloorMod", (apply("FloorDiv", (column, safe)), apply("Maximum", (dense_shape, np.int64(1)))))


def with_static_shape(result: SparseTensor, dims: TensorLike) -> SparseTensor:
    """Refine the static shape of a sparse tensor."""
    if not result.shape.is_fully_defined():
        result.set_shape(dims)
    return result


def gather_elements(x: SparseTensor, rows: Tensor) -> SparseTensor:
    """Gather the elements at these positions."""
    result = SparseTensor(
        apply("GatherV2", (x.indices, rows, 0)), apply("GatherV2", (x.values, rows, 0)), x.dense_shape
    )
    return with_static_shape(result, x.shape)


def true_indices(mask: TensorLike) -> Tensor:
    """The indices of the True elements of a vector."""
    return apply("Squeeze", (where(mask),), {"squeeze_dims": [1]})


# public functions -------------------------------------------------------------------------------------------


def to_dense(
    sp_input: TensorLike,
    default_value: TensorLike | None = None,
    validate_indices: bool = True,
    name: str | None = None,
) -> Tensor:
    """Convert to a dense tensor, with `default_value` (0 or the empty string) where there is no element.

    Raises InvalidArgumentError for coordinates out of bounds and, with `validate_indices`, for repeated or unordered
    ones.

    >>> tf.sparse.to_dense(tf.SparseTensor([[1]], [5], [3])).numpy()
    array([0, 5, 0], dtype=int32)
    """
    x = as_sparse(sp_input)
    if default_value is None:
        default_value = b"" if x.dtype is string else np.zeros((), x.dtype.numpy)
    default = to_tensor(default_value, x.dtype)
    inputs = (x.indices, x.dense_shape, x.values, default)
    result: Tensor = apply(SPARSE_TO_DENSE, inputs, {"validate_indices": validate_indices}, name)
    if not result._type.is_static:
        result.set_shape(x.shape)
    return result


def from_dense(tensor: TensorLike, name: str | None = None) -> SparseTensor:
    """Create a sparse tensor from the elements of a dense one that are not zero (or "" or False).

    >>> tf.sparse.from_dense([[0, 3], [4, 0]]).values.numpy()
    array([3, 4], dtype=int32)
    """
    with name_scope(name or "dense_to_sparse"):
        x = to_tensor(tensor)
        dims = apply("Shape", (x,), {"out_type": int64})
        if x.shape.rank == 0:
            raise errors.InvalidArgumentError("tf.sparse.from_dense needs a tensor of rank 1 or more, not a scalar.")
        empty = b"" if x.dtype is string else np.zeros((), x.dtype.numpy)
        indices = where(x if x.dtype is bool_type else apply("NotEqual", (x, to_tensor(empty, x.dtype))))
        return with_static_shape(SparseTensor(indices, apply("GatherNd", (x, indices)), dims), x.shape)


def reorder(sp_input: TensorLike, name: str | None = None) -> SparseTensor:
    """Sort the elements into row-major order.

    >>> tf.sparse.reorder(tf.SparseTensor([[1], [0]], [3, 4], [2])).values.numpy()
    array([4, 3], dtype=int32)
    """
    with name_scope(name or "SparseReorder"):
        x = as_sparse(sp_input)
        return gather_elements(x, argsort(flat_indices_of(x.indices, x.dense_shape), stable=True))


def sparse_reshape(sp_input: TensorLike, shape: ShapeLike, name: str | None = None) -> SparseTensor:
    """Reshape a sparse tensor; one size may be -1.

    Raises InvalidArgumentError (ValueError in a graph) if the sizes do not match.

    >>> tf.sparse.reshape(tf.SparseTensor([[1, 0]], [3], [2, 2]), [-1]).indices.numpy().tolist()
    [[2]]
    """
    with name_scope(name or "SparseReshape"):
        x = as_sparse(sp_input)
        target = apply("Cast", (to_tensor(shape, None, "shape", int64),), {"DstT": int64})
        sizes = _resolved(x, target)
        result = SparseTensor(coordinates_of(flat_indices_of(x.indices, x.dense_shape), sizes), x.values, sizes)
        static = constant_value(target)
        if static is not None and not result.shape.is_fully_defined():
            result.set_shape([None if n == -1 else int(n) for n in static])
        return result


def _resolved(x: SparseTensor, target: TensorLike) -> Tensor:
    """The new shape with -1 resolved."""
    known = constant_value(target)
    old = x.shape
    if known is None or not old.is_fully_defined():
        free = apply("Equal", (target, np.int64(-1)))
        others = apply("Maximum", (reduce_prod(apply("SelectV2", (free, np.int64(1), target))), np.int64(1)))
        return apply("SelectV2", (free, apply("FloorDiv", (reduce_prod(x.dense_shape), others)), target))
    sizes: list[Any] = old.as_list()
    total = int(np.prod(sizes, dtype=np.int64))
    rest = int(np.prod(known[known != -1], dtype=np.int64))
    if (known == -1).sum() > 1:
        raise errors.ShapeMismatchError("only one output dimension may be -1")
    free_one = (known == -1).any()
    if (free_one and (rest == 0 or total % rest)) or (not free_one and rest != total):
        raise errors.ShapeMismatchError(
            f"Input to reshape is a tensor with {total} dense values, but the requested shape has {rest}. "
            f"input_shape={describe_dims(tuple(sizes))} output_shape={describe_dims(tuple(known.tolist()))}"
        )
    return to_tensor(np.where(known == -1, total // rest if rest else 0, known).astype(np.int64))


def sparse_expand_dims(sp_input: TensorLike, axis: int | None = None, name: str | None = None) -> SparseTensor:
    """Insert an axis of size 1 at `axis`, by default at the end.

    >>> tf.sparse.expand_dims(tf.SparseTensor([[1]], [3], [2]), 0).indices.numpy().tolist()
    [[0, 1]]
    """
    with name_scope(name or "expand_dims"):
        x = as_sparse(sp_input)
        rank = x.shape.rank
        if rank is None:
            raise ValueError("The rank of the sparse tensor must be known.")
        axis = -1 if axis is None else axis
        if not -rank - 1 <= axis <= rank:
            raise ValueError(f"axis should be between {-rank - 1} and {rank}. Received axis={axis}")
        at = axis + rank + 1 if axis < 0 else axis
        zeros = apply("ZerosLike", (apply("ExpandDims", (x.indices[:, 0] if rank else _numbers(x), 1)),))
        indices = apply("ConcatV2", ([x.indices[:, :at], zeros, x.indices[:, at:]], 1))
        ones = np.ones(1, np.int64)
        sizes = apply("ConcatV2", ([x.dense_shape[:at], ones, x.dense_shape[at:]], 0))
        old = x.shape.as_list()
        return with_static_shape(SparseTensor(indices, x.values, sizes), [*old[:at], 1, *old[at:]])


def _numbers(x: SparseTensor) -> Tensor:
    return apply("Cast", (apply("Range", (0, apply("Size", (x.values,)), 1)),), {"DstT": int64})


def sparse_transpose(sp_input: TensorLike, perm: TensorLike | None = None, name: str | None = None) -> SparseTensor:
    """Permute the axes, by default reversing them; the elements are reordered.

    >>> tf.sparse.transpose(tf.SparseTensor([[0, 1]], [3], [2, 3])).dense_shape.numpy().tolist()
    [3, 2]
    """
    with name_scope(name or "SparseTranspose"):
        x = as_sparse(sp_input)
        rank = x.shape.rank
        if perm is None:
            perm = list(range(rank - 1, -1, -1)) if rank is not None else _reversed_axes(x)
        result = SparseTensor(
            apply("GatherV2", (x.indices, perm, 1)), x.values, apply("GatherV2", (x.dense_shape, perm, 0))
        )
        if rank is not None and isinstance(perm, Sequence):
            with_static_shape(result, [x.shape[int(p)] for p in perm])
        return reorder(result)


def _reversed_axes(x: SparseTensor) -> Tensor:
    return apply("ReverseV2", (apply("Range", (0, apply("Size", (x.dense_shape,)), 1)), [0]))


def retain(sp_input: TensorLike, to_retain: TensorLike) -> SparseTensor:
    """Keep the elements selected by a vector of bools.

    >>> tf.sparse.retain(tf.SparseTensor([[0], [1]], [3, 4], [2]), [False, True]).values.numpy()
    array([4], dtype=int32)
    """
    x = as_sparse(sp_input)
    mask = to_tensor(to_retain, bool_type)
    if not mask.shape.is_compatible_with(x.values.shape):
        raise ValueError(f"to_retain must have one element for each value: {mask.shape} and {x.values.shape}")
    return gather_elements(x, true_indices(mask))


def sparse_slice(sp_input: TensorLike, start: TensorLike, size: TensorLike, name: str | None = None) -> SparseTensor:
    """Slice a sparse tensor from `start` with shape `size`, truncated at the bounds.

    >>> x = tf.SparseTensor([[0], [2]], [3, 4], [4])
    >>> tf.sparse.slice(x, [1], [2]).indices.numpy().tolist()
    [[1]]
    """
    with name_scope(name or "SparseSlice"):
        x = as_sparse(sp_input)
        begin, count = to_tensor(start, int64), to_tensor(size, int64)
        remaining = apply("Maximum", (apply("Sub", (x.dense_shape, begin)), np.int64(0)))
        sizes = apply("Minimum", (count, remaining))
        shifted = apply("Sub", (x.indices, begin))
        after = apply("GreaterEqual", (shifted, np.int64(0)))
        inside = apply("All", (apply("LogicalAnd", (after, apply("Less", (shifted, sizes)))), 1))
        rows = true_indices(inside)
        return SparseTensor(apply("GatherV2", (shifted, rows, 0)), apply("GatherV2", (x.values, rows, 0)), sizes)


def sparse_concat(
    axis: int, sp_inputs: Sequence[TensorLike], expand_nonconcat_dims: bool = False, name: str | None = None
) -> SparseTensor:
    """Concatenate sparse tensors along an axis.

    The other sizes must be equal; with `expand_nonconcat_dims` the largest is used.

    >>> x = tf.SparseTensor([[1]], [3], [2])
    >>> tf.sparse.to_dense(tf.sparse.concat(0, [x, x])).numpy()
    array([0, 3, 0, 3], dtype=int32)
    """
    with name_scope(name or "SparseConcat"):
        parts = [as_sparse(x) for x in sp_inputs]
        if len(parts) == 1:
            return parts[0]
        rank = parts[0].shape.rank
        at = axis + rank if axis < 0 and rank is not None else axis
        _check_sizes(parts, at, expand_nonconcat_dims)
        chosen = np.arange(rank or 0) == at
        offset: Tensor | Array = np.zeros((), np.int64)
        indices = []
        for x in parts:
            indices.append(apply("AddV2", (x.indices, apply("Mul", (offset, chosen.astype(np.int64))))))
            offset = apply("AddV2", (offset, x.dense_shape[at]))
        largest = parts[0].dense_shape
        for x in parts[1:]:
            largest = apply("Maximum", (largest, x.dense_shape))
        sizes = apply("SelectV2", (chosen, offset, largest))
        values = apply("ConcatV2", ([x.values for x in parts], 0))
        result = SparseTensor(apply("ConcatV2", (indices, 0)), values, sizes)
        return reorder(with_static_shape(result, _joined([x.shape.as_list() for x in parts], at)))


def _check_sizes(parts: Sequence[SparseTensor], at: int, expand: bool) -> None:
    first = parts[0].shape
    for x in parts[1:]:
        if x.shape.rank != first.rank:
            raise errors.ShapeMismatchError(f"Ranks of all input tensors should match: {first} vs. {x.shape}")
        for i, (a, b) in enumerate(zip(first.as_list(), x.shape.as_list(), strict=True)):
            if i != at and not expand and a is not None and b is not None and a != b:
                raise errors.ShapeMismatchError(
                    f"Input shapes should match: expected {a} got {b} at dimension {i}; {first} vs. {x.shape}"
                )


def _joined(shapes: list[list[int | None]], at: int) -> list[int | None]:
    result: list[int | None] = []
    for i, sizes in enumerate(zip(*shapes, strict=True)):
        known = [n for n in sizes if n is not None]
        complete = len(known) == len(sizes)
        result.append((sum(known) if i == at else max(known)) if complete else None)
    return result


def sparse_eye(
    num_rows: TensorLike, num_columns: TensorLike | None = None, dtype: DTypeLike = float32, name: str | None = None
) -> SparseTensor:
    """Create a sparse identity matrix.

    >>> tf.sparse.to_dense(tf.sparse.eye(2, dtype=tf.int32)).numpy().tolist()
    [[1, 0], [0, 1]]
    """
    from graphwright.ops.array.constants import ones

    with name_scope(name or "eye"):
        rows = to_tensor(num_rows, int64)
        columns = rows if num_columns is None else to_tensor(num_columns, int64)
        least = apply("Minimum", (rows, columns))
        positions = apply("Range", (np.int64(0), least, np.int64(1)))
        indices = apply("Pack", ([positions, positions],), {"axis": 1})
        return SparseTensor(indices, ones(shape(positions), dtype), apply("Pack", ([rows, columns],)))


def fill_empty_rows(
    sp_input: TensorLike, default_value: TensorLike, name: str | None = None
) -> tuple[SparseTensor, Tensor]:
    """Insert `default_value` in column 0 of empty rows; also returns a mask of those rows.

    >>> filled, empty = tf.sparse.fill_empty_rows(tf.SparseTensor([[1, 1]], [3], [2, 2]), 7)
    >>> filled.values.numpy().tolist(), empty.numpy().tolist()
    ([7, 3], [True, False])
    """
    with name_scope(name or "SparseFillEmptyRows"):
        x = as_sparse(sp_input)
        rows = x.dense_shape[0]
        ones = apply("OnesLike", (x.indices[:, 0],))
        counts = apply("UnsortedSegmentSum", (ones, x.indices[:, 0], rows))
        empty = apply("Equal", (counts, np.int64(0)))
        empty_rows = apply("GatherV2", (apply("Range", (np.int64(0), rows, np.int64(1))), true_indices(empty), 0))
        column = apply("ExpandDims", (empty_rows, 1))
        zeros = apply(
            "Tile", (apply("ZerosLike", (column,)), apply("Pack", ([1, apply("Size", (x.dense_shape,)) - 1],)))
        )
        indices = apply("ConcatV2", ([x.indices, apply("ConcatV2", ([column, zeros], 1))], 0))
        filler = apply("Fill", (shape(empty_rows), to_tensor(default_value, x.dtype)))
        result = SparseTensor(indices, apply("ConcatV2", ([x.values, filler], 0)), x.dense_shape)
        order = argsort(result.indices[:, 0], stable=True)  # stable: keeps the order within a row
        return gather_elements(with_static_shape(result, x.shape), order), empty
