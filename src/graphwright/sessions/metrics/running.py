"""What all metrics of TensorFlow 1 share: local variables, labels and weights that fit, collections of the results."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from graphwright.core.context import executing_eagerly
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.constants import ones_like, zeros
from graphwright.ops.array.shapes import expand_dims, squeeze
from graphwright.ops.math.casts import cast
from graphwright.sessions.collections import add_to_collections
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.variable_scope import variable_scope
from graphwright.sessions.variable_v1 import VariableV1


@contextlib.contextmanager
def metric(name: str | None, default: str, function: str | None = None) -> Iterator[None]:
    """The scope of a metric's variables and operations; raises RuntimeError in eager programs."""
    if executing_eagerly():
        raise RuntimeError(
            f"tf.metrics.{function or default} is not supported when eager execution is enabled. Use the metrics of "
            "Keras."
        )
    with variable_scope(name, default):
        yield


def metric_variable(name: str, shape: Any = (), dtype: str = "float32") -> Any:
    """A local variable of zeros that belongs to a metric; `tf.compat.v1.local_variables_initializer` sets it back."""
    collections = [GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES]
    return VariableV1(lambda: zeros(shape, dtype), trainable=False, collections=collections, name=name)


def published(value: Any, update: Any, metrics_collections: Any, updates_collections: Any) -> tuple[Any, Any]:
    """A metric's value and its update, added to the collections."""
    if metrics_collections:
        add_to_collections(metrics_collections, value)
    if updates_collections:
        add_to_collections(updates_collections, update)
    return value, update


def same_ranks(predictions: Any, labels: Any, weights: Any = None) -> tuple[Tensor, Tensor, Any]:
    """Predictions, labels and weights, where a last dimension of 1 that one of them alone has is dropped.

    Raises ValueError: the shapes of labels and predictions differ.
    """
    found, expected = to_tensor(predictions), to_tensor(labels)
    ranks = found.shape.rank, expected.shape.rank
    if None not in ranks:
        if ranks[0] == ranks[1] + 1 and found.shape[-1] in (1, None):  # type: ignore[operator]
            found = squeeze(found, [-1])
        elif ranks[1] == ranks[0] + 1 and expected.shape[-1] in (1, None):  # type: ignore[operator]
            expected = squeeze(expected, [-1])
    if not found.shape.is_compatible_with(expected.shape):
        raise ValueError(f"Shapes {found.shape} and {expected.shape} are incompatible")
    return found, expected, fitting_weights(weights, found)


def fitting_weights(weights: Any, values: Tensor) -> Any:
    """Weights of the rank of values: a last dimension of 1 is dropped or added. None and scalars stay as they are."""
    if weights is None:
        return None
    factors = to_tensor(weights)
    ranks = factors.shape.rank, values.shape.rank
    if factors.shape.rank == 0 or None in ranks:
        return factors
    if ranks[0] == ranks[1] + 1:  # type: ignore[operator]
        return squeeze(factors, [-1])
    return expand_dims(factors, -1) if ranks[1] == ranks[0] + 1 else factors  # type: ignore[operator]


def broadcast_weights(weights: Any, values: Tensor) -> Tensor:
    """Weights for each element of values, of their dtype.

    Raises ValueError: they are no scalar, and not of the rank of the values with sizes of 1 or theirs.
    """
    factors = cast(weights, values.dtype)
    ours, theirs = values.shape, factors.shape
    if theirs.rank != 0 and None not in (ours.rank, theirs.rank):
        pairs = list(zip(theirs.as_list(), ours.as_list(), strict=False))
        if theirs.rank != ours.rank or any(w not in (1, None) and d not in (w, None) for w, d in pairs):
            raise ValueError(
                f"weights can not be broadcast to values. values.shape={ours}, weights.shape={theirs}. Pass a "
                "scalar, or weights of the rank of the values, whose sizes are 1 or those of the values."
            )
    return factors * ones_like(values)


__all__ = ["broadcast_weights", "fitting_weights", "metric", "metric_variable", "published", "same_ranks"]
