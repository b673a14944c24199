"""`tf.compat.v1.losses`: weighted losses, which join a collection of the graph."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.core.context import executing_eagerly, name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.broadcasting import broadcast_to
from graphwright.ops.array.constants import ones_like
from graphwright.ops.array.rearrange import stop_gradient
from graphwright.ops.array.shapes import shape, size
from graphwright.ops.math.binary import maximum, minimum, squared_difference
from graphwright.ops.math.binary_special import add_n
from graphwright.ops.math.casts import cast
from graphwright.ops.math.comparison import not_equal
from graphwright.ops.math.division import divide_no_nan
from graphwright.ops.math.reductions import reduce_sum
from graphwright.ops.math.transcendental import log
from graphwright.ops.math.unary import abs, square
from graphwright.ops.nn.activations import relu
from graphwright.ops.nn.losses import (
    sigmoid_cross_entropy_with_logits,
    softmax_cross_entropy_with_logits,
    sparse_softmax_cross_entropy_with_logits,
)
from graphwright.sessions.collections import add_to_collection, get_collection
from graphwright.sessions.graph_keys import GraphKeys


class Reduction:
    """How losses of elements become one.

    >>> tf.compat.v1.losses.Reduction.SUM
    'weighted_sum'
    """

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_OVER_NONZERO_WEIGHTS = SUM_BY_NONZERO_WEIGHTS

    @classmethod
    def all(cls) -> tuple[str, ...]:
        """All of them."""
        return (
            cls.NONE, cls.SUM, cls.MEAN, cls.SUM_OVER_BATCH_SIZE, cls.SUM_OVER_NONZERO_WEIGHTS,
            cls.SUM_BY_NONZERO_WEIGHTS,
        )  # fmt: skip

    @classmethod
    def validate(cls, key: str) -> None:
        """Raises ValueError for what is none of them."""
        if key not in cls.all():
            raise ValueError(f"Invalid Reduction Key {key}. Key should be one of {cls.all()}.")


def _check_weights(losses: Tensor, weights: Tensor) -> None:
    """Raises ValueError unless weights are a scalar, or of the rank of the losses with sizes of 1 or theirs."""
    ours, theirs = losses.shape, weights.shape
    if theirs.rank in (0, None) or ours.rank is None:
        return
    if theirs.rank != ours.rank or any(
        w not in (1, None) and d is not None and w != d for w, d in zip(theirs.as_list(), ours.as_list(), strict=True)
    ):
        raise ValueError(
            f"weights can not be broadcast to values. values.rank={ours.rank}. weights.rank={theirs.rank}. "
            f"values.shape={ours}. weights.shape={theirs}."
        )


def _present(losses: Tensor, weights: Tensor, axis: Any = None, keepdims: bool = False) -> Tensor:
    """How many losses have a weight other than 0."""
    counted = cast(not_equal(weights, cast(0, weights.dtype)), "float32")
    return reduce_sum(broadcast_to(counted, shape(losses)), axis, keepdims)


def compute_weighted_loss(
    losses: Any, weights: Any = 1.0, scope: str | None = None, loss_collection: str | None = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:  # fmt: skip
    """The weighted losses, reduced.

    Args:
      losses: the losses of elements.
      weights: a scalar, or a tensor of the rank of the losses that is broadcast to them.
      scope: the name of the operations.
      loss_collection: the collection that the result joins; None for none.
      reduction: one of `tf.compat.v1.losses.Reduction`.

    Raises ValueError for weights that do not fit and an unknown reduction.

    >>> tf.compat.v1.losses.compute_weighted_loss([1.0, 3.0], [1.0, 0.0]).numpy()
    np.float32(1.0)
    """
    Reduction.validate(reduction)
    with name_scope(scope or "weighted_loss"):
        values = to_tensor(losses)
        dtype = values.dtype
        values, factors = cast(values, "float32"), cast(to_tensor(weights), "float32")
        _check_weights(values, factors)
        weighted = values * factors
        if reduction == Reduction.NONE:
            loss = weighted
        else:
            loss = reduce_sum(weighted)
            if reduction == Reduction.MEAN:
                loss = divide_no_nan(loss, reduce_sum(ones_like(values) * factors))
            elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
                loss = divide_no_nan(loss, _present(values, factors))
            elif reduction == Reduction.SUM_OVER_BATCH_SIZE:
                loss = divide_no_nan(loss, cast(size(values), "float32"))
        loss = cast(loss, dtype)
        add_loss(loss, loss_collection)
        return loss


def add_loss(loss: Any, loss_collection: str | None = GraphKeys.LOSSES) -> None:
    """Add a loss to a collection of the graph; eagerly of no effect.

    >>> tf.compat.v1.losses.add_loss(tf.constant(1.0))
    """
    if loss_collection and not executing_eagerly():
        add_to_collection(loss_collection, loss)


def get_losses(scope: str | None = None, loss_collection: str = GraphKeys.LOSSES) -> list[Any]:
    """The losses of a collection.

    >>> tf.compat.v1.losses.get_losses()
    []
    """
    return get_collection(loss_collection, scope)


def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The losses of regularizers.

    >>> tf.compat.v1.losses.get_regularization_losses()
    []
    """
    return get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(scope: str | None = None, name: str = "total_regularization_loss") -> Tensor:
    """The sum of the losses of regularizers, 0 where there are none.

    >>> tf.compat.v1.losses.get_regularization_loss().numpy()
    np.float32(0.0)
    """
    losses = get_regularization_losses(scope)
    return add_n(losses, name=name) if losses else to_tensor(0.0)


def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Tensor:
    """The sum of all losses of the graph.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _ = tf.compat.v1.losses.mean_squared_error([1.0], [3.0])
    ...     print(session.run(tf.compat.v1.losses.get_total_loss()))
    4.0
    """
    losses = get_losses(scope) + (get_regularization_losses(scope) if add_regularization_losses else [])
    return add_n(losses, name=name)


def _pair(labels: Any, predictions: Any) -> tuple[Tensor, Tensor]:
    if labels is None:
        raise ValueError("Argument `labels` must not be None.")
    if predictions is None:
        raise ValueError("Argument `predictions` must not be None.")
    first, second = cast(predictions, "float32"), cast(labels, "float32")
    if not first.shape.is_compatible_with(second.shape):
        raise ValueError(f"Shapes {first.shape} and {second.shape} are incompatible")
    return second, first


def _elementwise(name: str, doc: str, loss: Callable[[Tensor, Tensor], Tensor]) -> Callable[..., Tensor]:
    """A loss of labels and predictions, element by element."""

    def function(
        labels: Any, predictions: Any, weights: Any = 1.0, scope: str | None = None,
        loss_collection: str | None = GraphKeys.LOSSES, reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
    ) -> Tensor:  # fmt: skip
        with name_scope(scope or name):
            return compute_weighted_loss(loss(*_pair(labels, predictions)), weights, None, loss_collection, reduction)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{doc}

    Args:
      labels, predictions: tensors of one shape.
      weights, scope, loss_collection, reduction: as for `tf.compat.v1.losses.compute_weighted_loss`.

    >>> tf.compat.v1.losses.{name}([1.0, 2.0], [1.0, 2.0]).numpy()
    np.float32(0.0)
    """
    return function


absolute_difference = _elementwise(
    "absolute_difference", "The absolute difference.", lambda labels, predictions: abs(predictions - labels)
)
mean_squared_error = _elementwise(
    "mean_squared_error", "The squared difference.", lambda labels, predictions: squared_difference(predictions, labels)
)


def huber_loss(
    labels: Any, predictions: Any, weights: Any = 1.0, delta: float = 1.0, scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES, reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:  # fmt: skip
    """Half of the squared difference up to `delta`, linear beyond (Huber, 1964).

    Args: as for `tf.compat.v1.losses.absolute_difference`.

    >>> tf.compat.v1.losses.huber_loss([0.0], [3.0]).numpy()
    np.float32(2.5)
    """
    with name_scope(scope or "huber_loss"):
        expected, found = _pair(labels, predictions)
        error = abs(found - expected)
        near = minimum(error, delta)
        return compute_weighted_loss(
            0.5 * near * near + delta * (error - near), weights, None, loss_collection, reduction
        )


def log_loss(
    labels: Any, predictions: Any, weights: Any = 1.0, epsilon: float = 1e-7, scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES, reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:  # fmt: skip
    """The cross entropy of labels and probabilities, with `epsilon` added to these.

    Args: as for `tf.compat.v1.losses.absolute_difference`.

    >>> round(float(tf.compat.v1.losses.log_loss([1.0], [0.5])), 4)
    0.6931
    """
    with name_scope(scope or "log_loss"):
        expected, found = _pair(labels, predictions)
        losses = -expected * log(found + epsilon) - (1 - expected) * log(1 - found + epsilon)
        return compute_weighted_loss(losses, weights, None, loss_collection, reduction)


def hinge_loss(
    labels: Any, logits: Any, weights: Any = 1.0, scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES, reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:  # fmt: skip
    """How far logits are from 1 on the side of the labels, which are 0 or 1.

    Args: as for `tf.compat.v1.losses.absolute_difference`.

    >>> tf.compat.v1.losses.hinge_loss([1.0], [0.25]).numpy()
    np.float32(0.75)
    """
    with name_scope(scope or "hinge_loss"):
        expected, found = _pair(labels, logits)
        return compute_weighted_loss(relu(1 - (2 * expected - 1) * found), weights, None, loss_collection, reduction)


def cosine_distance(
    labels: Any, predictions: Any, axis: int | None = None, weights: Any = 1.0, scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES, reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
    dim: int | None = None,
) -> Tensor:  # fmt: skip
    """1 minus the product of unit vectors along an axis.

    Args: as for `tf.compat.v1.losses.absolute_difference`; and
      axis: the axis of the vectors (`dim` is its older name).

    Raises ValueError without an axis.

    >>> tf.compat.v1.losses.cosine_distance([[1.0, 0.0]], [[0.0, 1.0]], axis=1).numpy()
    np.float32(1.0)
    """
    axis = dim if axis is None else axis
    if axis is None:
        raise ValueError("You must specify argument `axis`.")
    with name_scope(scope or "cosine_distance_loss"):
        expected, found = _pair(labels, predictions)
        losses = 1 - reduce_sum(found * expected, (axis,), True)
        return compute_weighted_loss(losses, weights, None, loss_collection, reduction)


def mean_pairwise_squared_error(
    labels: Any, predictions: Any, weights: Any = 1.0, scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES,
) -> Tensor:  # fmt: skip
    """The mean squared difference of the differences between all pairs of elements of a row.

    Args: as for `tf.compat.v1.losses.absolute_difference`.

    >>> tf.compat.v1.losses.mean_pairwise_squared_error([[1.0, 2.0]], [[3.0, 5.0]]).numpy()
    np.float32(1.0)
    """
    with name_scope(scope or "mean_pairwise_squared_error"):
        expected, found = _pair(labels, predictions)
        factors = cast(to_tensor(weights), "float32")
        _check_weights(expected, factors)
        differences = found - expected
        axes = list(range(1, differences.shape.rank or 0))
        # as TensorFlow does: the elements of the row where rows have weights, else those of the whole batch
        count = _present(differences, factors, axes, True) if factors.shape.rank else _present(differences, factors)
        squares = reduce_sum(square(differences), axes, True)
        first = 2.0 * divide_no_nan(squares, maximum(count - 1, 0.0))
        second = 2.0 * divide_no_nan(square(reduce_sum(differences, axes, True)), maximum(count * (count - 1), 0.0))
        loss = reduce_sum((first - second) * factors)
        add_loss(loss, loss_collection)
        return loss


def sigmoid_cross_entropy(
    multi_class_labels: Any, logits: Any, weights: Any = 1.0, label_smoothing: float = 0, scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES, reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:  # fmt: skip
    """The cross entropy of labels of 0 and 1 with the sigmoid of logits.

    Args: as for `tf.compat.v1.losses.absolute_difference`; and
      label_smoothing: how far labels are moved towards 0.5.

    >>> round(float(tf.compat.v1.losses.sigmoid_cross_entropy([[1.0]], [[0.0]])), 4)
    0.6931
    """
    with name_scope(scope or "sigmoid_cross_entropy_loss"):
        found = to_tensor(logits)
        labels = cast(multi_class_labels, found.dtype)
        if not found.shape.is_compatible_with(labels.shape):
            raise ValueError(f"Shapes {found.shape} and {labels.shape} are incompatible")
        if label_smoothing > 0:
            labels = labels * (1 - label_smoothing) + 0.5 * label_smoothing
        losses = sigmoid_cross_entropy_with_logits(labels=labels, logits=found)
        return compute_weighted_loss(losses, weights, None, loss_collection, reduction)


def softmax_cross_entropy(
    onehot_labels: Any, logits: Any, weights: Any = 1.0, label_smoothing: float = 0, scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES, reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:  # fmt: skip
    """The cross entropy of rows of labels with the softmax of logits.

    Args: as for `tf.compat.v1.losses.absolute_difference`; and
      label_smoothing: how far labels are moved towards equal ones.

    >>> round(float(tf.compat.v1.losses.softmax_cross_entropy([[1.0, 0.0]], [[0.0, 0.0]])), 4)
    0.6931
    """
    with name_scope(scope or "softmax_cross_entropy_loss"):
        found = to_tensor(logits)
        labels = cast(onehot_labels, found.dtype)
        if not found.shape.is_compatible_with(labels.shape):
            raise ValueError(f"Shapes {found.shape} and {labels.shape} are incompatible")
        if label_smoothing > 0:
            classes = cast(shape(labels)[1], found.dtype)
            labels = labels * (1 - label_smoothing) + label_smoothing / classes
        losses = softmax_cross_entropy_with_logits(labels=stop_gradient(labels), logits=found)
        return compute_weighted_loss(losses, weights, None, loss_collection, reduction)


def sparse_softmax_cross_entropy(
    labels: Any, logits: Any, weights: Any = 1.0, scope: str | None = None,
    loss_collection: str | None = GraphKeys.LOSSES, reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Tensor:  # fmt: skip
    """The cross entropy of class numbers with the softmax of logits.

    Args: as for `tf.compat.v1.losses.absolute_difference`.

    >>> round(float(tf.compat.v1.losses.sparse_softmax_cross_entropy([0], [[0.0, 0.0]])), 4)
    0.6931
    """
    with name_scope(scope or "sparse_softmax_cross_entropy_loss"):
        losses = sparse_softmax_cross_entropy_with_logits(labels=labels, logits=to_tensor(logits))
        return compute_weighted_loss(losses, weights, None, loss_collection, reduction)


__all__ = [
    "Reduction", "absolute_difference", "add_loss", "compute_weighted_loss", "cosine_distance", "get_losses",
    "get_regularization_loss", "get_regularization_losses", "get_total_loss", "hinge_loss", "huber_loss", "log_loss",
    "mean_pairwise_squared_error", "mean_squared_error", "sigmoid_cross_entropy", "softmax_cross_entropy",
    "sparse_softmax_cross_entropy",
]  # fmt: skip
