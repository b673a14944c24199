"""Masks and tests of order, composed of comparisons: `tf.sequence_mask`, `tf.math.is_non_decreasing` and related."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import as_dtype
from graphwright.base.dtypes import bool as tf_bool
from graphwright.core.prelude import DTypeLike, Tensor, TensorLike, errors, name_scope, to_tensor
from graphwright.ops.array.ranges import range
from graphwright.ops.array.shapes import expand_dims, reshape
from graphwright.ops.math.binary import maximum
from graphwright.ops.math.casts import cast
from graphwright.ops.math.comparison import less, less_equal
from graphwright.ops.math.reductions import reduce_all, reduce_max


def sequence_mask(
    lengths: TensorLike, maxlen: TensorLike | None = None, dtype: DTypeLike = tf_bool, name: str | None = None
) -> Tensor:
    """A mask with as many leading True along a new last axis as each length says.

    Args:
      lengths: an integer tensor.
      maxlen: the size of the new axis, an integer scalar; by default the largest length.
      dtype: the dtype of the mask; other than bool it holds ones and zeros.

    Raises:
      ValueError: `maxlen` is no scalar (also an InvalidArgumentError).

    >>> tf.sequence_mask([1, 3], dtype=tf.int32).numpy()
    array([[1, 0, 0],
           [1, 1, 1]], dtype=int32)
    """
    with name_scope(name or "SequenceMask"):
        lengths = to_tensor(lengths)
        if maxlen is None:
            # of no lengths it is the smallest number
            maxlen = maximum(reduce_max(lengths), cast(0, lengths.dtype))
        maxlen = to_tensor(maxlen)
        if maxlen.shape.rank not in (None, 0):
            message = f"Argument `maxlen` must be scalar for sequence_mask, received shape {maxlen.shape}."
            raise errors.ShapeMismatchError(message)
        columns = range(cast(0, maxlen.dtype), maxlen, cast(1, maxlen.dtype))
        mask = less(columns, cast(expand_dims(lengths, -1), maxlen.dtype))
        return mask if as_dtype(dtype).is_bool else cast(mask, dtype)


def _neighbours(x: TensorLike) -> tuple[Tensor, Tensor]:
    """Each element but the last, and its successor, in row-major order."""
    flat = reshape(to_tensor(x), [-1])
    return flat[:-1], flat[1:]


def is_non_decreasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether no element is less than the one before it, a bool scalar; elements in row-major order.

    >>> bool(tf.math.is_non_decreasing([1.0, 1.0, 2.0]))
    True
    """
    with name_scope(name or "is_non_decreasing"):
        return reduce_all(less_equal(*_neighbours(x)))


def is_strictly_increasing(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether every element is greater than the one before it, a bool scalar; elements in row-major order.

    >>> bool(tf.math.is_strictly_increasing([1.0, 1.0, 2.0]))
    False
    """
    with name_scope(name or "is_strictly_increasing"):
        return reduce_all(less(*_neighbours(x)))


def masked_along(x: TensorLike, m: TensorLike, axis: Any, count: int) -> Tensor:
    """`tf.boolean_mask` with a mask of `count` axes along an axis that only the run knows."""
    from graphwright.ops.array import concat, select, shapes
    from graphwright.ops.index import gather

    if count > 1:
        size = shapes.shape(x)
        x = shapes.reshape(x, concat.concat([size[:axis], [-1], size[axis + count :]], 0))
    positions = shapes.squeeze(select.where(shapes.reshape(m, [-1])), axis=[1])
    return gather.gather(x, positions, axis=axis)
