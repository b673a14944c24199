"""How copies of a variable on several devices would be kept alike. There is one device, so that nothing depends on
these; they are here because programs name them."""

from __future__ import annotations

import enum


class VariableSynchronization(enum.Enum):
    """When copies of a variable on several devices are made equal; accepted by `tf.Variable`, without effect.

    >>> import graphwright as tf
    >>> tf.Variable(1, synchronization=tf.VariableSynchronization.ON_READ).numpy().item()
    1
    """

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(enum.Enum):
    """How updates of a variable on several devices are combined; accepted by `tf.Variable`, without effect.

    >>> import graphwright as tf
    >>> tf.Variable(1, aggregation=tf.VariableAggregation.ONLY_FIRST_REPLICA).numpy().item()
    1
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


__all__ = ["VariableAggregation", "VariableSynchronization"]
