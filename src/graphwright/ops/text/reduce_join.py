"""String joins within one tensor: along axes and by segment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import string
from graphwright.core.prelude import Array, AxisLike, Tensor, TensorLike, apply, errors, state, to_tensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.ir.prelude import Dims, ShapeContext, describe_dims, op
from graphwright.ops.index.scatter import segment_dims
from graphwright.ops.math._reduce import reduced_rule
from graphwright.ops.text.join import joined_rows

# along axes -------------------------------------------------------------------------------------------------


def _check_axes(axes: Sequence[Any], rank: int) -> None:
    for axis in axes:
        if not -rank <= axis < rank:
            kind = errors.OutOfRangeError if state.graph is None else errors.ShapeMismatchError
            raise kind(f"Invalid reduction dimension {axis} for input with {rank} dimension(s)")
    normal = [axis % rank for axis in axes]
    for i, axis in enumerate(axes):
        if axis % rank in normal[:i]:
            raise errors.ShapeMismatchError(f"Duplicate reduction dimension {axis}")


def _joined_dims(ctx: ShapeContext) -> Dims:
    rank, axes = ctx.rank(0), ctx.dims_value(1)
    if rank is not None and axes is not None:
        _check_axes([a for a in axes if isinstance(a, int)], rank)
    return reduced_rule(ctx)


def _reduce_join(inputs: Array, reduction_indices: Array, keep_dims: bool, separator: str) -> Array:
    axes: list[int] = reduction_indices.reshape(-1).tolist()
    _check_axes(axes, inputs.ndim)
    reduced = [axis % inputs.ndim for axis in axes]
    outer_axes = [axis for axis in range(inputs.ndim) if axis not in reduced]
    # the axis listed first is joined first, so it varies fastest
    rows = inputs.transpose(outer_axes + reduced[::-1])
    outer = rows.shape[: len(outer_axes)]
    result = _joined_rows(rows.reshape(int(np.prod(outer)), -1) if rows.size else None, outer, separator)
    if keep_dims:
        result = result.reshape([1 if axis in reduced else size for axis, size in enumerate(inputs.shape)])
    return result


def _joined_rows(rows: Array | None, outer: tuple[int, ...], separator: str) -> Array:
    result = np.full(outer, b"", object)
    if rows is not None:
        found = joined_rows(rows, separator.encode())
        if found is not None:
            return found.reshape(outer)
        delimiter, out = separator.encode(), result.reshape(-1)
        for i, row in enumerate(rows):
            out[i] = delimiter.join(row)
    return result


REDUCE_JOIN = op(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32 -> output: string",
    'keep_dims: bool = false; separator: string = ""',
    shape=_joined_dims,
    kernel=_reduce_join,
    no_gradient=True,
)

# by segments ------------------------------------------------------------------------------------------------


def _segment_dims(ctx: ShapeContext) -> Dims:
    if ctx.rank(1) == 0:
        raise ctx.fail("Segment_id cannot have rank 0")
    return segment_dims(ctx)


def _segment_join(inputs: Array, segment_ids: Array, num_segments: Array, separator: str) -> Array:
    if num_segments.ndim:
        raise errors.InvalidArgumentError("Number of segments must be a scalar")
    count, inner = int(num_segments), inputs.shape[segment_ids.ndim :]
    if count < 0:
        raise errors.InvalidArgumentError(f"Number of segments must be non-negative but got {count}")
    if not segment_ids.ndim:
        raise errors.ShapeMismatchError("Segment_id cannot have rank 0")
    if inputs.shape[: segment_ids.ndim] != segment_ids.shape:
        raise errors.ShapeMismatchError(
            f"inputs.shape = {describe_dims(inputs.shape)} does not start with segment_ids.shape = "
            f"{describe_dims(segment_ids.shape)}"
        )
    if segment_ids.size and not (segment_ids.min() >= 0 and segment_ids.max() < count):
        raise errors.InvalidArgumentError(
            f"segment_ids are not allowed to exceed num_segments or to have negative values: {count} segments, "
            f"numbers from {segment_ids.min()} to {segment_ids.max()}"
        )
    width = int(np.prod(inner))
    lists: list[list[bytes]] = [[] for _ in range(count * width)]
    for number, row in zip(segment_ids.flat, inputs.reshape(segment_ids.size, width), strict=True):
        for column, text in enumerate(row):
            lists[int(number) * width + column].append(text)
    result = np.empty(count * width, object)
    result[:] = [separator.encode().join(texts) for texts in lists]
    return result.reshape((count, *inner))


UNSORTED_SEGMENT_JOIN = op(
    "UnsortedSegmentJoin",
    "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments -> output: string",
    'separator: string = ""; Tindices: index; Tnumsegments: index = int32',
    shape=_segment_dims,
    kernel=_segment_join,
    no_gradient=True,
)

# public functions -------------------------------------------------------------------------------------------


def reduce_join(
    inputs: TensorLike,
    axis: AxisLike | None = None,
    keepdims: bool = False,
    separator: str = "",
    name: str | None = None,
) -> Any:
    """Join strings along axes.

    Args:
      inputs: string tensor of any shape, or a ragged one.
      axis: one or more axes, joined in the order listed; by default all, from last to first.
      keepdims: keep the joined axes with size 1.
      separator: inserted between the strings.

    Raises OutOfRangeError for an axis out of range (ValueError in a function), InvalidArgumentError for a duplicate
    axis.

    >>> x = [["a", "b"], ["c", "d"]]
    >>> tf.strings.reduce_join(x, axis=1, separator="-").numpy().tolist()
    [b'a-b', b'c-d']
    >>> tf.strings.reduce_join(x).numpy()
    b'abcd'
    """
    if isinstance(inputs, AnyRagged):
        return _ragged_join(inputs, axis, keepdims, separator)
    texts = to_tensor(inputs, string)
    if axis is None:
        rank = texts.shape.rank
        if rank is None:
            axis = apply("Range", (apply("Rank", (texts,)) - 1, -1, -1))
        else:
            axis = np.arange(rank - 1, -1, -1, dtype=np.int32)
    return apply(REDUCE_JOIN, (texts, axis), {"keep_dims": keepdims, "separator": separator}, name)


def _ragged_join(inputs: Any, axis: TensorLike | None, keepdims: bool, separator: str) -> Any:
    from graphwright.ops.ragged.reduce import reduce_ragged

    return reduce_ragged("ReduceJoin", inputs, axis, keepdims, {"separator": separator})


def unsorted_segment_join(
    inputs: TensorLike, segment_ids: TensorLike, num_segments: TensorLike, separator: str = "", name: str | None = None
) -> Tensor:
    """Join the strings of each segment in order; an empty segment gives "".

    Args:
      inputs: string tensor.
      segment_ids: int32 or int64 tensor whose shape is a prefix of that of `inputs`.
      num_segments: the number of segments.
      separator: inserted between the strings.

    Raises InvalidArgumentError for a segment id that is negative or too large.

    >>> tf.strings.unsorted_segment_join(["this", "a", "test", "is"], [1, 0, 0, 1], 2, " ").numpy().tolist()
    [b'a test', b'this is']
    """
    return apply(UNSORTED_SEGMENT_JOIN, (inputs, segment_ids, num_segments), {"separator": separator}, name)
