"""Metrics of TensorFlow 1 that look at the classes with the greatest predictions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.core.context import executing_eagerly
from graphwright.core.convert import to_tensor
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.rearrange import identity
from graphwright.ops.array.sets import set_difference, set_intersection, set_size
from graphwright.ops.array.shapes import expand_dims
from graphwright.ops.index.sort import top_k
from graphwright.ops.math.binary import minimum
from graphwright.ops.math.casts import cast
from graphwright.ops.math.comparison import equal
from graphwright.ops.math.cumulative import cumsum
from graphwright.ops.math.division import divide, divide_no_nan
from graphwright.ops.math.reductions import reduce_any, reduce_sum
from graphwright.ops.sparse.construct import to_dense
from graphwright.sessions.metrics.counts import ARGS
from graphwright.sessions.metrics.running import broadcast_weights, metric, metric_variable, published


def _labels(labels: Any, predictions: Tensor) -> Any:
    """Labels as a list of classes for each row of predictions."""
    if isinstance(labels, SparseTensor):
        return SparseTensor(labels.indices, cast(labels.values, "int64"), labels.dense_shape)
    found = cast(to_tensor(labels), "int64")
    if predictions.shape.rank is not None and found.shape.rank == predictions.shape.rank - 1:
        found = expand_dims(found, -1)
    return found


def _of_class(classes: Any, chosen: int) -> Tensor:
    """For each row whether a class is in it, as 1.0 or 0.0."""
    dense = to_dense(classes, chosen - 1) if isinstance(classes, SparseTensor) else classes
    return cast(reduce_any(equal(dense, cast(chosen, "int64")), -1), "float64")


def _counted(kind: str, labels: Any, found: Tensor, chosen: int | None) -> Tensor:
    """For each row how many classes are right, predicted in vain, or missed."""
    if chosen is not None:
        expected, predicted = _of_class(labels, chosen), _of_class(found, chosen)
        return {
            "true_positive": expected * predicted,
            "false_positive": (1 - expected) * predicted,
            "false_negative": expected * (1 - predicted),
        }[kind]
    if kind == "true_positive":
        return cast(set_size(set_intersection(found, labels)), "float64")
    aminusb = kind == "false_positive"
    return cast(set_size(set_difference(found, labels, aminusb)), "float64")


def _name(kind: str, k: int | None, class_id: int | None) -> str:
    return f"{kind}_at_{'k' if k is None else k}" + ("" if class_id is None else f"_class{class_id}")


def _share(
    name: str | None, kind: str, other: str, labels: Any, found: Any, k: int | None, class_id: int | None,
    weights: Any, metrics_collections: Any, updates_collections: Any,
) -> tuple[Any, Any]:  # fmt: skip
    """The share of right classes among those and another kind, over all rows."""
    with metric(name, _name(kind, k, class_id), f"{kind}_at_top_k"):
        predicted = cast(to_tensor(found), "int64")
        expected = _labels(labels, predicted)
        values, updates = [], []
        for counted in ("true_positive", other):
            count = metric_variable(_name(counted, k, class_id), (), "float64")
            each = _counted(counted, expected, predicted, class_id)
            if weights is not None:
                each = each * broadcast_weights(weights, each)
            values.append(identity(count))
            updates.append(count.assign_add(reduce_sum(each)))
        value = values[0] / (values[0] + values[1])
        update = divide(updates[0], updates[0] + updates[1], "update")
        return published(value, update, metrics_collections, updates_collections)


def _top(predictions: Any, k: int, function: str) -> Tensor:
    if executing_eagerly():
        raise RuntimeError(
            f"tf.metrics.{function} is not supported when eager execution is enabled. Use the metrics of Keras."
        )
    return top_k(predictions, k)[1]


_AT_K = """Args:
      labels: numbers of classes, int64: a list of them for each row of predictions, a single one, or a `SparseTensor`
        of lists.
      predictions: a number for each class, along the last axis.
      k: how many classes with the greatest predictions are looked at.
      class_id: a class, if it alone counts."""
_AT_TOP_K = """Args:
      labels: numbers of classes, int64: a list of them for each row of predictions, a single one, or a `SparseTensor`
        of lists.
      predictions_idx: numbers of classes along the last axis: those with the greatest predictions.
      k: how many they are, for names of variables alone.
      class_id: a class, if it alone counts."""


def precision_at_k(
    labels: Any, predictions: Any, k: int, class_id: int | None = None, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The share of labels among the classes with the greatest predictions; NaN before the first batch.

    {at_k}
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.precision_at_k(tf.constant([[1]], tf.int64), [[0.1, 0.5, 0.4]], 2)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
    name = name or _name("precision", k, class_id)
    found = _top(predictions, k, "sparse_precision_at_k")
    return _share(
        name, "precision", "false_positive", labels, found, k, class_id, weights, metrics_collections,
        updates_collections,
    )  # fmt: skip


def precision_at_top_k(
    labels: Any, predictions_idx: Any, k: int | None = None, class_id: int | None = None, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """`precision_at_k` for classes that have been selected.

    {at_top_k}
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels, found = tf.constant([[1]], tf.int64), tf.constant([[1, 2]], tf.int64)
    ...     _, update = tf.compat.v1.metrics.precision_at_top_k(labels, found)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
    return _share(
        name, "precision", "false_positive", labels, predictions_idx, k, class_id, weights, metrics_collections,
        updates_collections,
    )  # fmt: skip


def recall_at_k(
    labels: Any, predictions: Any, k: int, class_id: int | None = None, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The share of labels that are among the classes with the greatest predictions; NaN before the first batch.

    {at_k}
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.recall_at_k(tf.constant([[1]], tf.int64), [[0.1, 0.5, 0.4]], 2)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
    name = name or _name("recall", k, class_id)
    found = _top(predictions, k, "recall_at_k")
    return _share(
        name, "recall", "false_negative", labels, found, k, class_id, weights, metrics_collections,
        updates_collections,
    )  # fmt: skip


def recall_at_top_k(
    labels: Any, predictions_idx: Any, k: int | None = None, class_id: int | None = None, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """`recall_at_k` for classes that have been selected.

    {at_top_k}
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels, found = tf.constant([[1]], tf.int64), tf.constant([[1, 2]], tf.int64)
    ...     _, update = tf.compat.v1.metrics.recall_at_top_k(labels, found)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    1.0
    """
    return _share(
        name, "recall", "false_negative", labels, predictions_idx, k, class_id, weights, metrics_collections,
        updates_collections,
    )  # fmt: skip


def average_precision_at_k(
    labels: Any, predictions: Any, k: int, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The mean over the rows of the average precision at the places of labels among the `k` greatest predictions.

    {at_k}
      {args}

    Raises ValueError for a `k` below 1.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     labels = tf.constant([[1]], tf.int64)
    ...     _, update = tf.compat.v1.metrics.average_precision_at_k(labels, [[0.1, 0.4, 0.5]], 2)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    0.5
    """
    if k < 1:
        raise ValueError(f"Invalid k={k}. `k` should be >= 1.")
    found = cast(_top(predictions, k, "sparse_average_precision_at_k"), "int64")
    with metric(name, _name("average_precision", k, None)):
        expected = _labels(labels, found)
        dense = to_dense(expected, -1) if isinstance(expected, SparseTensor) else expected
        hits = cast(reduce_any(equal(expand_dims(found, -1), expand_dims(dense, -2)), -1), "float64")
        places = cast([float(place) for place in range(1, k + 1)], "float64")
        known = cast(set_size(set_intersection(expected, expected)), "float64")
        average = divide_no_nan(reduce_sum(hits * cumsum(hits, -1) / places, -1), minimum(known, float(k)))
        factors = broadcast_weights(1.0 if weights is None else weights, average)
        most, total = metric_variable("max", (), "float64"), metric_variable("total", (), "float64")
        value = divide_no_nan(identity(total), identity(most), "mean")
        more = most.assign_add(reduce_sum(factors))
        update = divide_no_nan(total.assign_add(reduce_sum(average * factors)), more)
        return published(value, update, metrics_collections, updates_collections)


sparse_average_precision_at_k: Callable[..., tuple[Any, Any]] = average_precision_at_k
sparse_precision_at_k: Callable[..., tuple[Any, Any]] = precision_at_k

for _function in (precision_at_k, precision_at_top_k, recall_at_k, recall_at_top_k, average_precision_at_k):
    _text = (_function.__doc__ or "").replace("{args}", ARGS)
    _function.__doc__ = _text.replace("{at_k}", _AT_K).replace("{at_top_k}", _AT_TOP_K)

__all__ = [
    "average_precision_at_k", "precision_at_k", "precision_at_top_k", "recall_at_k", "recall_at_top_k",
    "sparse_average_precision_at_k", "sparse_precision_at_k",
]  # fmt: skip
