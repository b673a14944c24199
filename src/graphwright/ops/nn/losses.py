"""Public cross entropy losses."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import float32
from graphwright.core.prelude import (
    Tensor,
    TensorLike,
    apply,
    apply_multi,
    convert_to_tensor,
    errors,
    name_scope,
    to_tensor,
)
from graphwright.ops.nn.softmax import DENSE_CROSS_ENTROPY, SPARSE_CROSS_ENTROPY, swapped


def _check_provided(name: str, labels: TensorLike | None, logits: TensorLike | None) -> None:
    if labels is None or logits is None:
        raise ValueError(
            f"Both `labels` and `logits` must be provided for {name}. Received: labels={labels} and logits={logits}"
        )


def softmax_cross_entropy_with_logits(
    labels: TensorLike, logits: TensorLike, axis: int = -1, name: str | None = None
) -> Tensor:
    """Cross entropy between label probabilities and the softmax of logits along an axis, which is reduced.

    `labels` and `logits` have the same (or broadcastable) shapes and a floating dtype; 16-bit floats are computed in
    float32. Gradients flow into both. Raises InvalidArgumentError (also a ValueError) for incompatible shapes.

    >>> loss = tf.nn.softmax_cross_entropy_with_logits(labels=[[0., 1.]], logits=[[1., 1.]])
    >>> [round(float(v), 4) for v in loss]
    [0.6931]
    """
    _check_provided("softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name or "softmax_cross_entropy_with_logits") as scope:
        logits = convert_to_tensor(logits, name="logits")
        labels = to_tensor(labels, None, "labels", logits.dtype)
        narrow = logits.dtype.is_floating and logits.dtype.size == 2
        x = apply("Cast", (logits,), {"DstT": float32}) if narrow else logits
        z = labels if labels.dtype is x.dtype else apply("Cast", (labels,), {"DstT": x.dtype})
        rank = x._type.rank
        if axis not in (-1, (rank or 0) - 1):
            if rank is None:
                raise errors.UnimplementedError(
                    "softmax_cross_entropy_with_logits along an axis of a tensor of unknown rank."
                )
            if not -rank <= axis < rank:
                raise errors.ShapeMismatchError(f"`axis` must be in the range [{-rank}, {rank}), got {axis}.")
            order = swapped(rank, axis)
            x, z = apply("Transpose", (x, order)), apply("Transpose", (z, order))
        loss = _dense(x, z, scope)
        return apply("Cast", (loss,), {"DstT": logits.dtype}) if narrow else loss


def _dense(x: Tensor, z: Tensor, scope: str) -> Tensor:
    """The loss along the last axis, for tensors of any rank."""
    if x._type.rank == 2 and z._type.rank == 2:
        return apply_multi(DENSE_CROSS_ENTROPY, (x, z), None, scope)[0]
    outer = _outer_shape(x)
    loss = apply_multi(DENSE_CROSS_ENTROPY, (_rows(x), _rows(z)), None, scope)[0]
    return apply("Reshape", (loss, outer))


def _outer_shape(x: Tensor) -> Tensor:
    """The shape without its last axis."""
    from graphwright.ops.array.shapes import shape

    sizes = shape(x)
    return sizes[:-1]


def _rows(x: Any) -> Any:
    """Reshape to a matrix whose rows are the vectors along the last axis."""
    from graphwright.ops.array.shapes import shape

    dims = x._type.dims
    if dims and isinstance(dims[-1], int) and dims[-1] > 0:
        return apply("Reshape", (x, [-1, dims[-1]]))
    sizes: Any = shape(x)
    rows = apply("Prod", (sizes[:-1], 0))
    return apply("Reshape", (x, apply("Pack", ([rows, sizes[-1]],))))


def sparse_softmax_cross_entropy_with_logits(labels: TensorLike, logits: TensorLike, name: str | None = None) -> Tensor:
    """Cross entropy between class indices and the softmax of logits along the last axis.

    `labels` (int32 or int64) has the shape of `logits` without its last axis. Raises ValueError for incompatible
    shapes, InvalidArgumentError for a label out of range.

    >>> loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[1], logits=[[1., 1.]])
    >>> [round(float(v), 4) for v in loss]
    [0.6931]
    """
    _check_provided("sparse_softmax_cross_entropy_with_logits", labels, logits)
    with name_scope(name or "SparseSoftmaxCrossEntropyWithLogits"):
        labels = convert_to_tensor(labels)
        logits = convert_to_tensor(logits)
        narrow = logits.dtype.is_floating and logits.dtype.size == 2
        x = apply("Cast", (logits,), {"DstT": float32}) if narrow else logits
        _check_label_shape(labels, x)
        if x._type.rank == 2:
            loss = apply_multi(SPARSE_CROSS_ENTROPY, (x, labels))[0]
        else:
            flat = apply("Reshape", (labels, [-1]))
            loss = apply("Reshape", (apply_multi(SPARSE_CROSS_ENTROPY, (_rows(x), flat))[0], apply("Shape", (labels,))))
        return apply("Cast", (loss,), {"DstT": logits.dtype}) if narrow else loss


def _check_label_shape(labels: Tensor, logits: Tensor) -> None:
    rank, label_rank = logits._type.rank, labels._type.rank
    if rank == 0:
        raise ValueError(f"`logits` cannot be a scalar. Received logits={logits}")
    if rank is not None and label_rank is not None and label_rank != rank - 1:
        raise errors.ShapeMismatchError(
            f"`labels.shape.rank` must equal `logits.shape.rank - 1`. Received: labels.shape={labels.shape} of rank "
            f"{label_rank} and logits.shape={logits.shape} of rank {rank}"
        )
    if not labels.shape.is_compatible_with(logits.shape[:-1]):
        raise errors.ShapeMismatchError(
            "`labels.shape` must equal `logits.shape` except for the last dimension. Received: "
            f"labels.shape={labels.shape} and logits.shape={logits.shape}"
        )


def sigmoid_cross_entropy_with_logits(
    labels: TensorLike | None = None, logits: TensorLike | None = None, name: str | None = None
) -> Tensor:
    """Elementwise cross entropy between label probabilities and the sigmoid of logits.

    Raises ValueError unless both have the same shape and dtype.

    >>> loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=[1., 0.], logits=[0., 1000.])
    >>> [round(float(v), 4) for v in loss]
    [0.6931, 1000.0]
    """
    _check_provided("sigmoid_cross_entropy_with_logits", labels, logits)
    with name_scope(name or "logistic_loss") as scope:
        x, z = _logits_and_labels(logits, labels)
        zero = apply("ZerosLike", (x,))
        positive = apply("GreaterEqual", (x, zero))
        minus = apply("Neg", (x,))
        # max(x, 0) - x z + log(1 + exp(-|x|))
        rectified = apply("SelectV2", (positive, x, zero))
        minus_abs = apply("SelectV2", (positive, minus, x))
        tail = apply("Log1p", (apply("Exp", (minus_abs,)),))
        return apply("AddV2", (rectified - x * z, tail), None, scope)


def _logits_and_labels(logits: TensorLike | None, labels: TensorLike | None) -> tuple[Tensor, Tensor]:
    x = convert_to_tensor(logits, name="logits")
    z = to_tensor(labels, None, "labels", x.dtype)
    if not z.shape.is_compatible_with(x.shape):
        raise errors.ShapeMismatchError(
            f"`logits` and `labels` must have the same shape, received ({x.shape} vs {z.shape})."
        )
    return x, z


def weighted_cross_entropy_with_logits(
    labels: TensorLike, logits: TensorLike, pos_weight: TensorLike, name: str | None = None
) -> Tensor:
    """Sigmoid cross entropy with the positive term multiplied by `pos_weight`.

    >>> loss = tf.nn.weighted_cross_entropy_with_logits(labels=[1.], logits=[0.], pos_weight=2.)
    >>> [round(float(v), 4) for v in loss]
    [1.3863]
    """
    with name_scope(name or "logistic_loss") as scope:
        x, z = _logits_and_labels(logits, labels)
        weight = to_tensor(pos_weight, preferred=x.dtype)
        factor = 1 + (weight - 1) * z
        tail = apply("Log1p", (apply("Exp", (apply("Neg", (apply("Abs", (x,)),)),)),))
        rectified = apply("Relu", (apply("Neg", (x,)),))
        return apply("AddV2", ((1 - z) * x, factor * (tail + rectified)), None, scope)
