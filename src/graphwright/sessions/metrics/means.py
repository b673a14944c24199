"""Metrics of TensorFlow 1 that are means over batches."""

from __future__ import annotations

from typing import Any

from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.constants import ones_like, zeros_like
from graphwright.ops.array.select import where
from graphwright.ops.array.shapes import size
from graphwright.ops.math.binary import multiply, squared_difference, subtract
from graphwright.ops.math.casts import cast
from graphwright.ops.math.comparison import equal, less
from graphwright.ops.math.division import divide, divide_no_nan
from graphwright.ops.math.reductions import reduce_sum
from graphwright.ops.math.unary import abs, sqrt
from graphwright.sessions.metrics.running import (
    broadcast_weights,
    fitting_weights,
    metric,
    metric_variable,
    published,
    same_ranks,
)

_ARGS = """weights: a scalar, or a tensor of the rank of the values that is broadcast to them; 1 by default.
      metrics_collections, updates_collections: collections that the value and the update join.
      name: the scope of the variables and operations.

    Returns the value so far, and an operation that takes a batch into account and has the value after it. Raises
    RuntimeError in eager programs: use the metrics of Keras there."""


def mean(
    values: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The mean of all values of the batches.

    Args:
      values: a tensor.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean([1.0, 4.0], weights=[2.0, 1.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update), session.run(value))
    2.0 2.0
    """
    with metric(name, "mean"):
        return published(*_mean(values, weights), metrics_collections, updates_collections)


def _mean(values: Any, weights: Any) -> tuple[Tensor, Tensor]:
    """Value and update of a mean, in the scope of its metric."""
    taken = cast(values, "float32")
    total, count = metric_variable("total"), metric_variable("count")
    if weights is None:
        more = cast(size(taken), "float32")
    else:
        factors = broadcast_weights(fitting_weights(cast(weights, "float32"), taken), taken)
        taken, more = taken * factors, reduce_sum(factors)
    value = divide_no_nan(total, count, "value")
    return value, divide_no_nan(total.assign_add(reduce_sum(taken)), count.assign_add(more), "update_op")


def mean_tensor(
    values: Any, weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The mean over the batches, element by element.

    Args:
      values: a tensor of one shape in all batches.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.mean_tensor([1.0, 4.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    [1. 4.]
    """
    with metric(name, "mean", "mean_tensor"):
        taken = cast(values, "float32")
        total, count = (metric_variable(n, taken.shape) for n in ("total_tensor", "count_tensor"))
        more = ones_like(taken)
        if weights is not None:
            more = broadcast_weights(fitting_weights(cast(weights, "float32"), taken), taken)
            taken = taken * more
        value = divide_no_nan(total, count, "value")
        update = divide_no_nan(total.assign_add(taken), count.assign_add(more), "update_op")
        return published(value, update, metrics_collections, updates_collections)


def accuracy(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """How often predictions are the labels.

    Args:
      labels, predictions: tensors of one shape; predictions are cast to the dtype of the labels.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.accuracy([1, 2, 3, 4], [1, 2, 0, 4])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.75
    """
    with metric(name, "accuracy"):
        found, expected, factors = same_ranks(predictions, labels, weights)
        if found.dtype is not expected.dtype:
            found = cast(found, expected.dtype)
        hits = cast(equal(found, expected), "float32")
        return published(*_mean(hits, factors), metrics_collections, updates_collections)


def percentage_below(
    values: Any, threshold: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The share of values below a threshold.

    Args:
      values, threshold: a tensor and a scalar.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.percentage_below([1.0, 4.0], 2.0)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
    with metric(name, "percentage_below_threshold", "percentage_below"):
        below = cast(less(to_tensor(values), threshold), "float32")
        return published(*_mean(below, weights), metrics_collections, updates_collections)


def mean_absolute_error(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The mean of absolute differences.

    Args:
      labels, predictions: tensors of one shape.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.mean_absolute_error([1.0, 2.0], [2.0, 2.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
    with metric(name, "mean_absolute_error"):
        found, expected, factors = same_ranks(predictions, labels, weights)
        return published(*_mean(abs(found - expected), factors), metrics_collections, updates_collections)


def mean_relative_error(
    labels: Any, predictions: Any, normalizer: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The mean of absolute differences, each divided by an element of `normalizer`; 0 where that is 0.

    Args:
      labels, predictions, normalizer: tensors of one shape.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.mean_relative_error([1.0, 2.0], [2.0, 2.0], [2.0, 1.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.25
    """
    with metric(name, "mean_relative_error"):
        found, expected, factors = same_ranks(predictions, labels, weights)
        found, scale, _ = same_ranks(found, normalizer)
        relative = where(equal(scale, 0), zeros_like(expected), divide(abs(expected - found), scale))
        return published(*_mean(relative, factors), metrics_collections, updates_collections)


def mean_squared_error(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The mean of squared differences.

    Args:
      labels, predictions: tensors of one shape.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.mean_squared_error([1.0, 2.0], [3.0, 2.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    2.0
    """
    with metric(name, "mean_squared_error"):
        return published(*_mean_squared(labels, predictions, weights), metrics_collections, updates_collections)


def _mean_squared(labels: Any, predictions: Any, weights: Any) -> tuple[Tensor, Tensor]:
    found, expected, factors = same_ranks(predictions, labels, weights)
    return _mean(squared_difference(expected, found), factors)


def root_mean_squared_error(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The root of the mean of squared differences.

    Args:
      labels, predictions: tensors of one shape.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.root_mean_squared_error([1.0, 2.0], [3.0, 4.0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    2.0
    """
    with metric(name, "root_mean_squared_error"):
        value, update = _mean_squared(labels, predictions, weights)
    return published(sqrt(value), sqrt(update), metrics_collections, updates_collections)


def mean_cosine_distance(
    labels: Any, predictions: Any, dim: int, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """1 minus the mean product of unit vectors.

    Args:
      labels, predictions: tensors of one shape.
      dim: the axis of the vectors.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.mean_cosine_distance([[1.0, 0.0]], [[0.0, 1.0]], dim=1)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
    with metric(name, "mean_cosine_distance"):
        found, expected, factors = same_ranks(predictions, labels, weights)
        products = reduce_sum(multiply(found, expected), [dim], True)
        value, update = _mean(products, factors)
    return published(subtract(1.0, value), subtract(1.0, update), metrics_collections, updates_collections)


_FUNCTIONS = (
    accuracy, mean, mean_absolute_error, mean_cosine_distance, mean_relative_error, mean_squared_error, mean_tensor,
    percentage_below, root_mean_squared_error,
)  # fmt: skip
for _function in _FUNCTIONS:
    _function.__doc__ = (_function.__doc__ or "").replace("{args}", _ARGS)

__all__ = [
    "accuracy", "mean", "mean_absolute_error", "mean_cosine_distance", "mean_relative_error", "mean_squared_error",
    "mean_tensor", "percentage_below", "root_mean_squared_error",
]  # fmt: skip
