"""Metrics of TensorFlow 1 that count decisions: true and false ones, by class, and what follows from the counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.broadcasting import broadcast_to
from graphwright.ops.array.rearrange import identity
from graphwright.ops.array.shapes import reshape, shape
from graphwright.ops.linalg.diagonals import diag_part
from graphwright.ops.math.casts import cast
from graphwright.ops.math.comparison import equal, logical_and, logical_not, not_equal
from graphwright.ops.math.division import divide_no_nan
from graphwright.ops.math.histograms import confusion_matrix
from graphwright.ops.math.reductions import reduce_mean, reduce_sum
from graphwright.sessions.metrics.running import broadcast_weights, metric, metric_variable, published, same_ranks

COUNTED: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "true_positives": lambda labels, found: logical_and(labels, found),
    "false_positives": lambda labels, found: logical_and(logical_not(labels), found),
    "true_negatives": lambda labels, found: logical_and(logical_not(labels), logical_not(found)),
    "false_negatives": lambda labels, found: logical_and(labels, logical_not(found)),
}
"""Which pairs of a label and a decision each kind counts."""

ARGS = """weights: a scalar, or a tensor of the rank of the labels that is broadcast to them; 1 by default.
      metrics_collections, updates_collections: collections that the value and the update join.
      name: the scope of the variables and operations.

    Returns the value so far, and an operation that takes a batch into account and has the value after it. Raises
    RuntimeError in eager programs: use the metrics of Keras there."""


def _decisions(labels: Any, predictions: Any, weights: Any) -> tuple[Tensor, Tensor, Any]:
    found, expected, factors = same_ranks(cast(predictions, "bool"), cast(labels, "bool"), weights)
    return expected, found, factors


def _count(kind: str, labels: Tensor, found: Tensor, weights: Any) -> tuple[Tensor, Tensor]:
    """Value and update of a count, in the scope of its metric."""
    count = metric_variable("count")
    counted = cast(COUNTED[kind](labels, found), "float32")
    if weights is not None:
        counted = counted * broadcast_weights(weights, counted)
    return identity(count), count.assign_add(reduce_sum(counted))


def _counter(kind: str, doc: str, example: str) -> Callable[..., tuple[Any, Any]]:
    def function(
        labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
        updates_collections: Any = None, name: str | None = None,
    ) -> tuple[Any, Any]:  # fmt: skip
        with metric(name, kind):
            value, update = _count(kind, *_decisions(labels, predictions, weights))
            return published(value, update, metrics_collections, updates_collections)

    function.__name__ = function.__qualname__ = kind
    function.__doc__ = f"""{doc}

    Args:
      labels, predictions: tensors of one shape, cast to bool.
      {ARGS}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.{kind}([1, 0, 1, 0], [1, 1, 0, 0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    {example}
    """
    return function


true_positives = _counter("true_positives", "How many true labels are predicted.", "1.0")
false_positives = _counter("false_positives", "How many false labels are predicted to be true.", "1.0")
true_negatives = _counter("true_negatives", "How many false labels are predicted.", "1.0")
false_negatives = _counter("false_negatives", "How many true labels are predicted to be false.", "1.0")


def _share(name: str, other: str, doc: str) -> Callable[..., tuple[Any, Any]]:
    """The share of true positives among those and another kind."""

    def function(
        labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
        updates_collections: Any = None, name: str | None = None,
    ) -> tuple[Any, Any]:  # fmt: skip
        with metric(name, _NAMES[other]):
            decisions = _decisions(labels, predictions, weights)
            with metric("true_positives", ""):
                hits, more_hits = _count("true_positives", *decisions)
            with metric(other, ""):
                misses, more_misses = _count(other, *decisions)
            value = divide_no_nan(hits, hits + misses, "value")
            update = divide_no_nan(more_hits, more_hits + more_misses, "update_op")
            return published(value, update, metrics_collections, updates_collections)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{doc}

    Args:
      labels, predictions: tensors of one shape, cast to bool.
      {ARGS}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.{name}([1, 0, 1, 0], [1, 1, 0, 0])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
    return function


_NAMES = {"false_positives": "precision", "false_negatives": "recall"}
precision = _share("precision", "false_positives", "The share of true labels among those predicted to be true.")
recall = _share("recall", "false_negatives", "The share of true labels that are predicted.")


def _flat(labels: Any, predictions: Any, weights: Any, num_classes: int) -> tuple[Tensor, Tensor, Any]:
    """Labels, predictions and weights as vectors."""
    expected, found = (reshape(cast(x, "int64"), [-1]) for x in (labels, predictions))
    if weights is None:
        return expected, found, None
    return expected, found, reshape(to_tensor(weights), [-1])


def mean_iou(
    labels: Any, predictions: Any, num_classes: int, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The mean over the classes of intersection over union: pairs of both in a class, over those of either.

    The update has the confusion matrix; classes that do not occur are not counted.

    Args:
      labels, predictions: numbers of classes, as tensors of as many elements.
      num_classes: how many classes there are.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_iou([0, 1, 1], [0, 1, 0], num_classes=2)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).tolist(), session.run(value))
    [[1.0, 0.0], [1.0, 1.0]] 0.5
    """
    with metric(name, "mean_iou"):
        total = metric_variable("total_confusion_matrix", [num_classes, num_classes], "float64")
        expected, found, factors = _flat(labels, predictions, weights, num_classes)
        if factors is not None and not factors.shape.is_compatible_with(found.shape):
            raise ValueError(f"Shapes {found.shape} and {factors.shape} are incompatible")
        value = _mean_iou(total)
        update = total.assign_add(confusion_matrix(expected, found, num_classes, factors, "float64"))
        return published(value, update, metrics_collections, updates_collections)


def _mean_iou(total: Any) -> Tensor:
    matrix = identity(total)
    hits = cast(diag_part(matrix), "float32")
    union = cast(reduce_sum(matrix, 0), "float32") + cast(reduce_sum(matrix, 1), "float32") - hits
    present = reduce_sum(cast(not_equal(union, 0), "float32"))
    return divide_no_nan(reduce_sum(divide_no_nan(hits, union)), present, "mean_iou")


def mean_per_class_accuracy(
    labels: Any, predictions: Any, num_classes: int, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The mean over the classes of how often their members are predicted.

    The update has the accuracy of each class.

    Args:
      labels, predictions: numbers of classes, as tensors of as many elements.
      num_classes: how many classes there are.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     value, update = tf.compat.v1.metrics.mean_per_class_accuracy([0, 1, 1], [0, 1, 0], num_classes=2)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update).tolist(), session.run(value))
    [1.0, 0.5] 0.75
    """
    with metric(name, "mean_accuracy", "mean_per_class_accuracy"):
        expected, found, factors = _flat(labels, predictions, weights, num_classes)
        total, count = metric_variable("total", [num_classes]), metric_variable("count", [num_classes])
        hits = cast(equal(found, expected), "float32")
        ones = broadcast_to(1.0, shape(expected))
        if factors is not None:
            hits, ones = hits * cast(factors, "float32"), ones * cast(factors, "float32")
        value = reduce_mean(divide_no_nan(total, count), name="mean_accuracy")
        update = divide_no_nan(
            total.scatter_add(_rows(hits, expected)), count.scatter_add(_rows(ones, expected)), "update_op"
        )
        return published(value, update, metrics_collections, updates_collections)


def _rows(values: Tensor, indices: Tensor) -> Any:
    from graphwright.core.indexed_slices import IndexedSlices

    return IndexedSlices(values, indices)


for _function in (mean_iou, mean_per_class_accuracy):
    _function.__doc__ = (_function.__doc__ or "").replace("{args}", ARGS)

__all__ = [
    "ARGS", "COUNTED", "false_negatives", "false_positives", "mean_iou", "mean_per_class_accuracy", "precision",
    "recall", "true_negatives", "true_positives",
]  # fmt: skip
