"""Ops that join the texts of one tensor: along axes, and by numbered segments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.dtypes import string
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import Array, Tensor
from graphwright.core.tensor_like import AnyRagged
from graphwright.core.typing import AxisLike, TensorLike
from graphwright.ir.infer import ShapeContext
from graphwright.ir.record import op
from graphwright.ir.types import Dims, describe_dims
from graphwright.ops.index.scatter import segment_dims
from graphwright.ops.math._reduce import reduced_rule

# along axes -----


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
    over = [axis % inputs.ndim for axis in axes]
    kept = [axis for axis in range(inputs.ndim) if axis not in over]
    # the axis named first is joined first, so that it runs fastest
    rows = inputs.transpose(kept + over[::-1])
    outer = rows.shape[: len(kept)]
    made = _joined_rows(rows.reshape(int(np.prod(outer)), -1) if rows.size else None, outer, separator)
    if keep_dims:
        made = made.reshape([1 if axis in over else size for axis, size in enumerate(inputs.shape)])
    return made


def _joined_rows(rows: Array | None, outer: tuple[int, ...], separator: str) -> Array:
    made = np.full(outer, b"", object)
    if rows is not None:
        between, out = separator.encode(), made.reshape(-1)
        for i, row in enumerate(rows):
            out[i] = between.join(row)
    return made


REDUCE_JOIN = op(
    "ReduceJoin",
    "inputs: string, reduction_indices: int32 -> output: string",
    'keep_dims: bool = false; separator: string = ""',
    shape=_joined_dims,
    kernel=_reduce_join,
    no_gradient=True,
)

# by segments -----


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
    made = np.empty(count * width, object)
    made[:] = [separator.encode().join(texts) for texts in lists]
    return made.reshape((count, *inner))


UNSORTED_SEGMENT_JOIN = op(
    "UnsortedSegmentJoin",
    "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments -> output: string",
    'separator: string = ""; Tindices: index; Tnumsegments: index = int32',
    shape=_segment_dims,
    kernel=_segment_join,
    no_gradient=True,
)

# public functions -----


def reduce_join(
    inputs: TensorLike,
    axis: AxisLike | None = None,
    keepdims: bool = False,
    separator: str = "",
    name: str | None = None,
) -> Any:
    """Texts joined along axes.

    Args:
      inputs: texts of any shape, or a ragged tensor of them.
      axis: the axis, or several, of which the one named first is joined first; by default all, from the last to the
        first.
      keepdims: keep the axes that are joined, with size 1.
      separator: what stands between the texts.

    Raises OutOfRangeError for an axis that is not there (ValueError in a function), InvalidArgumentError for one that
    is named twice.

    >>> import graphwright as tf
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
    """The texts with each number joined, in the order in which they come; "" where there are none.

    Args:
      inputs: texts.
      segment_ids: int32 or int64 tensor whose shape is that of the first axes of `inputs`.
      num_segments: how many segments there are.
      separator: what stands between the texts.

    Raises InvalidArgumentError for a number that is negative or too large.

    >>> import graphwright as tf
    >>> tf.strings.unsorted_segment_join(["this", "a", "test", "is"], [1, 0, 0, 1], 2, " ").numpy().tolist()
    [b'a test', b'this is']
    """
    return apply(UNSORTED_SEGMENT_JOIN, (inputs, segment_ids, num_segments), {"separator": separator}, name)


__all__ = ["reduce_join", "unsorted_segment_join"]
