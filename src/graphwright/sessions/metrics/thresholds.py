"""Metrics of TensorFlow 1 over thresholds: counts for each of them, areas under curves, points on curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from graphwright.core.scopes import control_dependencies
from graphwright.core.tensor import Tensor
from graphwright.ops.array.rearrange import identity
from graphwright.ops.array.select import where
from graphwright.ops.array.shapes import reshape
from graphwright.ops.control.assertions import assert_greater_equal, assert_less_equal
from graphwright.ops.index.arg_max import argmax, argmin
from graphwright.ops.math.binary import maximum, minimum, multiply
from graphwright.ops.math.casts import cast
from graphwright.ops.math.comparison import equal, greater, logical_and
from graphwright.ops.math.cumulative import cumsum
from graphwright.ops.math.division import divide, divide_no_nan
from graphwright.ops.math.reductions import reduce_min, reduce_sum
from graphwright.ops.math.transcendental import log
from graphwright.ops.math.unary import abs
from graphwright.sessions.metrics.counts import ARGS, COUNTED
from graphwright.sessions.metrics.running import broadcast_weights, metric, metric_variable, published, same_ranks

_MARGIN = 1e-7
"""How far the outer thresholds are beyond 0 and 1, and what is added to a sum that divides."""

_ALL = ("true_positives", "false_negatives", "true_negatives", "false_positives")

_Counts = dict[str, Tensor]


def _counts(
    labels: Any, predictions: Any, thresholds: Sequence[float], weights: Any, kinds: Iterable[str]
) -> tuple[_Counts, _Counts]:
    """Values and updates of counts for each threshold, in the scope of a metric; predictions are checked."""
    low, high = (
        assert_greater_equal(predictions, cast(0.0, "float32"), "predictions must be in [0, 1]"),
        assert_less_equal(predictions, cast(1.0, "float32"), "predictions must be in [0, 1]"),
    )
    with control_dependencies([check for check in (low, high) if check is not None]):
        found, expected, factors = same_ranks(cast(predictions, "float32"), cast(labels, "bool"), weights)
        found = identity(found)
    decided = greater(reshape(found, [1, -1]), reshape(cast(list(thresholds), "float32"), [-1, 1]))
    flat = reshape(expected, [1, -1])
    each = None if factors is None else reshape(broadcast_weights(factors, found), [1, -1])
    values, updates = {}, {}
    for kind in kinds:
        count = metric_variable(kind, [len(thresholds)])
        counted = cast(COUNTED[kind](flat, decided), "float32")
        values[kind] = identity(count)
        updates[kind] = count.assign_add(reduce_sum(counted if each is None else counted * each, 1))
    return values, updates


def _counter(kind: str, doc: str, example: str) -> Callable[..., tuple[Any, Any]]:
    def function(
        labels: Any, predictions: Any, thresholds: Any, weights: Any = None, metrics_collections: Any = None,
        updates_collections: Any = None, name: str | None = None,
    ) -> tuple[Any, Any]:  # fmt: skip
        with metric(name, kind, kind + "_at_thresholds"):
            values, updates = _counts(labels, predictions, thresholds, weights, (kind,))
            return published(values[kind], updates[kind], metrics_collections, updates_collections)

    return _described(function, kind + "_at_thresholds", doc, example)


def _described(function: Callable[..., Any], name: str, doc: str, example: str) -> Callable[..., tuple[Any, Any]]:
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"""{doc}

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of its shape, of numbers from 0 to 1.
      thresholds: a list of numbers; what is greater than one is predicted to be true.
      {ARGS}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.{name}([0, 1, 1], [0.3, 0.4, 0.9], [0.2, 0.5])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(session.run(update))
    {example}
    """
    return function


true_positives_at_thresholds = _counter("true_positives", "`true_positives` for each threshold.", "[2. 1.]")
false_positives_at_thresholds = _counter("false_positives", "`false_positives` for each threshold.", "[1. 0.]")
true_negatives_at_thresholds = _counter("true_negatives", "`true_negatives` for each threshold.", "[0. 1.]")
false_negatives_at_thresholds = _counter("false_negatives", "`false_negatives` for each threshold.", "[0. 1.]")


def _share(name: str, other: str, doc: str, example: str) -> Callable[..., tuple[Any, Any]]:
    def share(counts: _Counts, step: str) -> Tensor:
        hits = counts["true_positives"]
        return divide(hits, _MARGIN + hits + counts[other], f"{name.partition('_')[0]}_{step}")

    def function(
        labels: Any, predictions: Any, thresholds: Any, weights: Any = None, metrics_collections: Any = None,
        updates_collections: Any = None, name: str | None = None,
    ) -> tuple[Any, Any]:  # fmt: skip
        with metric(name, function.__name__):
            values, updates = _counts(labels, predictions, thresholds, weights, ("true_positives", other))
            return published(
                share(values, "value"), share(updates, "update_op"), metrics_collections, updates_collections
            )

    return _described(function, name, doc, example)


precision_at_thresholds = _share(
    "precision_at_thresholds", "false_positives", "`precision` for each threshold.", "[0.6666667 0.9999999]"
)
recall_at_thresholds = _share("recall_at_thresholds", "false_negatives", "`recall` for each threshold.", "[1.  0.5]")


def auc(
    labels: Any, predictions: Any, weights: Any = None, num_thresholds: int = 200, metrics_collections: Any = None,
    updates_collections: Any = None, curve: str = "ROC", name: str | None = None,
    summation_method: str = "trapezoidal", thresholds: Any = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The area under a curve, as a sum over thresholds.

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of its shape, of numbers from 0 to 1.
      num_thresholds: how many thresholds there are, at equal distances.
      curve: "ROC" (the true positive rate over the false positive rate) or "PR" (precision over recall).
      summation_method: "trapezoidal", "minoring" and "majoring" for the lower and upper sum, or for "PR"
        "careful_interpolation" (Davis and Goadrich, 2006).
      thresholds: numbers between 0 and 1 in place of equal distances.
      {args}

    Raises ValueError: an unknown curve or method. What is not between 0 and 1 raises `InvalidArgumentError`.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.auc([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(round(float(session.run(update)), 3))
    0.75
    """
    with metric(name, "auc"):
        if curve not in ("ROC", "PR"):
            raise ValueError(f"Curve must be either ROC or PR. Curve {curve} is unknown.")
        if summation_method not in _SUMS and summation_method != "careful_interpolation":
            raise ValueError(
                f"Invalid summation_method: {summation_method} summation_method should be 'trapezoidal', "
                "'careful_interpolation', 'minoring', or 'majoring'."
            )
        inner = _between(num_thresholds) if thresholds is None else sorted(thresholds)
        values, updates = _counts(labels, predictions, [-_MARGIN, *inner, 1 + _MARGIN], weights, _ALL)
        value = _area(values, curve, summation_method, "value")
        update = _area(updates, curve, summation_method, "update_op")
        return published(value, update, metrics_collections, updates_collections)


def _between(count: int) -> list[float]:
    return [(i + 1) / (count - 1) for i in range(count - 2)]


_SUMS: dict[str, Callable[[Tensor, Tensor], Tensor]] = {
    "trapezoidal": lambda first, second: (first + second) / 2.0,
    "minoring": minimum,
    "majoring": maximum,
}
"""The height of a strip, from those of its sides."""


def _area(counts: _Counts, curve: str, method: str, name: str) -> Tensor:
    tp, fn, tn, fp = (counts[kind] for kind in _ALL)
    if method == "careful_interpolation" and curve == "PR":
        return _interpolated(tp, fp, fn, name)
    margin = 1e-6
    recall = (tp + margin) / (tp + fn + margin)
    if curve == "ROC":
        across, height = fp / (fp + tn + margin), recall
    else:
        across, height = recall, (tp + margin) / (tp + fp + margin)
    strips = _SUMS.get(method, _SUMS["trapezoidal"])(height[:-1], height[1:])
    return reduce_sum(multiply(across[:-1] - across[1:], strips), name=name)


def _interpolated(tp: Tensor, fp: Tensor, fn: Tensor, name: str) -> Tensor:
    """The area under a curve of precision over recall on which counts, not precisions, are interpolated."""
    more_hits, found = tp[:-1] - tp[1:], tp + fp
    slope = divide_no_nan(more_hits, maximum(found[:-1] - found[1:], 0.0))
    intercept = tp[1:] - slope * found[1:]
    both = logical_and(greater(found[:-1], 0.0), greater(found[1:], 0.0))
    ratio = where(both, divide_no_nan(found[:-1], maximum(found[1:], 0.0)), 1.0)
    strips = divide_no_nan(slope * (more_hits + intercept * log(ratio)), maximum(tp[1:] + fn[1:], 0.0))
    return reduce_sum(strips, name=name)


def sensitivity_at_specificity(
    labels: Any, predictions: Any, specificity: float, weights: Any = None, num_thresholds: int = 200,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The share of true labels that are predicted, at the threshold nearest to a specificity.

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of its shape, of numbers from 0 to 1.
      specificity: the share of false labels that are predicted, from 0 to 1.
      num_thresholds: how many thresholds are tried.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.sensitivity_at_specificity([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.5)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(round(float(session.run(update)), 3))
    1.0
    """
    if not 0 <= specificity <= 1:
        raise ValueError(f"`specificity` must be in the range [0, 1]. Currently, `specificity` got {specificity}.")

    def value(counts: _Counts, name: str) -> Tensor:
        tp, fn, tn, fp = (counts[kind] for kind in _ALL)
        place = cast(argmin(abs(tn / (tn + fp + _MARGIN) - specificity), 0), "int32")
        return divide(tp[place], tp[place] + fn[place] + _MARGIN, name)

    with metric(name, "sensitivity_at_specificity"):
        return _at_point(labels, predictions, weights, num_thresholds, value, metrics_collections, updates_collections)


def specificity_at_sensitivity(
    labels: Any, predictions: Any, sensitivity: float, weights: Any = None, num_thresholds: int = 200,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """The share of false labels that are predicted, at the last threshold nearest to a sensitivity.

    Args:
      labels: a tensor, cast to bool.
      predictions: a tensor of its shape, of numbers from 0 to 1.
      sensitivity: the share of true labels that are predicted, from 0 to 1.
      num_thresholds: how many thresholds are tried.
      {args}

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _, update = tf.compat.v1.metrics.specificity_at_sensitivity([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], 0.5)
    ...     session.run(tf.compat.v1.local_variables_initializer())
    ...     print(round(float(session.run(update)), 3))
    1.0
    """
    if not 0 <= sensitivity <= 1:
        raise ValueError(f"`sensitivity` must be in the range [0, 1]. Currently, `sensitivity` is {sensitivity}.")

    def value(counts: _Counts, name: str) -> Tensor:
        tp, fn, tn, fp = (counts[kind] for kind in _ALL)
        distance = abs(tp / (tp + fn + _MARGIN) - sensitivity)
        nearest = cast(equal(distance, reduce_min(distance)), "int64")
        place = cast(argmax(cumsum(nearest), 0), "int32")  # cumsum: the first place of its maximum is the last nearest
        return divide(tn[place], tn[place] + fp[place] + _MARGIN, name)

    with metric(name, "specificity_at_sensitivity"):
        return _at_point(labels, predictions, weights, num_thresholds, value, metrics_collections, updates_collections)


def _at_point(
    labels: Any, predictions: Any, weights: Any, num_thresholds: int, value: Callable[[_Counts, str], Tensor],
    metrics_collections: Any, updates_collections: Any,
) -> tuple[Any, Any]:  # fmt: skip
    thresholds = [-_MARGIN, *_between(num_thresholds), 1 + _MARGIN]
    values, updates = _counts(labels, predictions, thresholds, weights, _ALL)
    return published(value(values, "value"), value(updates, "update_op"), metrics_collections, updates_collections)


for _function in (auc, sensitivity_at_specificity, specificity_at_sensitivity):
    _function.__doc__ = (_function.__doc__ or "").replace("{args}", ARGS)

__all__ = [
    "auc", "false_negatives_at_thresholds", "false_positives_at_thresholds", "precision_at_thresholds",
    "recall_at_thresholds", "sensitivity_at_specificity", "specificity_at_sensitivity",
    "true_negatives_at_thresholds", "true_positives_at_thresholds",
]  # fmt: skip
