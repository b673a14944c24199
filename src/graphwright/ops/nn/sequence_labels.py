"""Rows of labels without repetitions, and losses averaged over a whole batch."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base.dtypes import float64, int32, int64
from graphwright.core.prelude import Tensor, TensorLike, apply, name_scope, to_tensor
from graphwright.ir.prelude import constant_value


def collapse_repeated(labels: TensorLike, seq_length: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """Merge labels that repeat the one before, in each row.

    Args:
      labels: matrix of labels.
      seq_length: the length of each row; what is beyond it is left out.
      name: the name of the operations.

    Returns the labels, rows being filled up with 0, and the new lengths.

    >>> labels, lengths = tf.nn.collapse_repeated([[1, 1, 2, 2, 1], [1, 1, 1, 1, 1]], [5, 3])
    >>> labels.numpy().tolist(), lengths.numpy().tolist()
    ([[1, 2, 1], [1, 0, 0]], [3, 1])
    """
    with name_scope(name or "collapse_repeated_labels"):
        x, lengths = to_tensor(labels), to_tensor(seq_length)
        shape = apply("Shape", (x,))
        first = apply("Fill", (apply("Pack", ([shape[0], 1],)), np.True_))
        changed = apply("ConcatV2", ([first, apply("NotEqual", (x[:, 1:], x[:, :-1]))], 1))
        position = apply("ExpandDims", (apply("Range", (0, shape[1], 1)), 0))
        limit = apply("ExpandDims", (apply("Cast", (lengths,), {"DstT": int32}), 1))
        kept = apply("LogicalAnd", (changed, apply("Less", (position, limit))))
        counts = apply("Sum", (apply("Cast", (kept,), {"DstT": int32}), 1))
        longest = apply("Max", (apply("ConcatV2", ([counts, [0]], 0)), 0))
        places = apply("Where", (kept,))
        column = apply("Cumsum", (apply("Cast", (kept,), {"DstT": int64}), 1), {"exclusive": True})
        target = apply("Pack", ([places[:, 0], apply("GatherNd", (column, places))],), {"axis": 1})
        sizes = apply("Cast", (apply("Pack", ([shape[0], longest],)),), {"DstT": int64})
        merged = apply("ScatterNd", (target, apply("GatherNd", (x, places)), sizes))
        return merged, apply("Cast", (counts,), {"DstT": lengths.dtype})


def ctc_unique_labels(labels: TensorLike, name: str | None = None) -> list[Tensor]:
    """The distinct labels of each row, filled up with 0, and the position of each label among them.

    >>> labels, positions = tf.nn.ctc_unique_labels([[3, 4, 4, 3]])
    >>> labels.numpy().tolist(), positions.numpy().tolist()
    ([[3, 4, 0, 0]], [[0, 1, 1, 0]])
    """
    with name_scope(name or "ctc_unique_labels"):
        x = apply("Cast", (to_tensor(labels),), {"DstT": int64})
        shape = apply("Shape", (x,))
        alike = apply("Equal", (apply("ExpandDims", (x, 2)), apply("ExpandDims", (x, 1))))
        first = apply("ArgMax", (apply("Cast", (alike,), {"DstT": int32}), 2), {"output_type": int32})
        is_first = apply("Equal", (first, apply("ExpandDims", (apply("Range", (0, shape[1], 1)), 0))))
        number = apply("Cumsum", (apply("Cast", (is_first,), {"DstT": int32}), 1), {"exclusive": True})
        positions = apply("GatherV2", (number, first, 1), {"batch_dims": 1})
        places = apply("Where", (is_first,))
        column = apply("Cast", (apply("GatherNd", (number, places)),), {"DstT": int64})
        target = apply("Pack", ([places[:, 0], column],), {"axis": 1})
        sizes = apply("Cast", (shape,), {"DstT": int64})
        return [apply("ScatterNd", (target, apply("GatherNd", (x, places)), sizes)), positions]


# losses of a batch -------------------------------------------------------------------------------------------


def _floats(value: TensorLike) -> Tensor:
    found = to_tensor(value)
    return found if found.dtype.is_floating else apply("Cast", (found,), {"DstT": float64})


def compute_average_loss(
    per_example_loss: TensorLike, sample_weight: TensorLike | None = None, global_batch_size: Any = None
) -> Tensor:
    """The sum of the losses over the size of the whole batch.

    Args:
      per_example_loss: the loss of each example, of one dimension or more.
      sample_weight: weights that broadcast to the losses.
      global_batch_size: the number of examples of all replicas, by default that of the losses.

    Raises ValueError for a scalar, TypeError for a size that is not an integer.

    >>> tf.nn.compute_average_loss([1.0, 2.0, 3.0], global_batch_size=6).numpy()
    np.float32(1.0)
    """
    losses = _floats(per_example_loss)
    if losses.shape.rank == 0:
        raise ValueError(
            "Invalid value passed for `per_example_loss`. Expected a tensor with at least rank 1. "
            f"Received per_example_loss={per_example_loss!r} with rank 0"
        )
    size = apply("Shape", (losses,))[0] if global_batch_size is None else to_tensor(global_batch_size)
    if sample_weight is not None:
        losses = _weighted(losses, sample_weight)
    if not size.dtype.is_integer:
        raise TypeError(f"global_batch_size must be an integer, got {size.dtype.name}")
    if size.shape.rank not in (0, None):
        raise ValueError(f"global_batch_size must be a scalar, got {size.shape}")
    known = constant_value(size)
    if known is not None and int(known) < 0:
        from graphwright.base import errors

        raise errors.InvalidArgumentError(f"global_batch_size must be non-negative, got {int(known)}")
    total = apply("Sum", (apply("Reshape", (losses, [-1])), 0))
    return apply("DivNoNan", (total, apply("Cast", (size,), {"DstT": total.dtype})))


def _weighted(losses: Tensor, weights: TensorLike) -> Tensor:
    """Weights of fewer dimensions go to the first ones."""
    given = to_tensor(weights)
    given = given if given.dtype is losses.dtype else apply("Cast", (given,), {"DstT": losses.dtype})
    rank, own = losses.shape.rank, given.shape.rank
    if rank is not None and own is not None and 0 < own < rank:
        given = apply("Reshape", (given, apply("ConcatV2", ([apply("Shape", (given,)), [1] * (rank - own)], 0))))
    return apply("Mul", (losses, given))


def scale_regularization_loss(regularization_loss: TensorLike) -> Tensor:
    """The sum of regularization losses, over the number of replicas, which is one.

    >>> tf.nn.scale_regularization_loss([1.0, 2.0]).numpy()
    np.float32(3.0)
    """
    return apply("Sum", (apply("Reshape", (_floats(regularization_loss), [-1])), 0))
