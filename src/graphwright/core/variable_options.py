"""How the copies of a variable on several devices are kept alike, in the scope of a strategy."""

from __future__ import annotations

import enum
from typing import Any


class VariableSynchronization(enum.Enum):
    """When copies of a variable on several devices are made equal, in the scope of a strategy.

    >>> tf.Variable(1, synchronization=tf.VariableSynchronization.ON_READ).numpy().item()
    1
    """

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(enum.Enum):
    """How updates of a variable on several devices are combined, in the scope of a strategy.

    >>> tf.Variable(1, aggregation=tf.VariableAggregation.ONLY_FIRST_REPLICA).numpy().item()
    1
    """

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


def check_options(name: Any, constraint: Any, synchronization: Any, aggregation: Any) -> None:
    """Check the arguments of `tf.Variable` that are only kept.

    Raises:
      ValueError: one of them is not what its name says.
    """
    if name is not None and not isinstance(name, str):
        raise ValueError(f"The name of a variable must be a string, not {name!r}.")
    if constraint is not None and not callable(constraint):
        raise ValueError(f"Argument `constraint` must be None or a callable, not {constraint!r}.")
    for value, kind, what in (
        (synchronization, VariableSynchronization, "synchronization"),
        (aggregation, VariableAggregation, "aggregation"),
    ):
        if value is not None and not isinstance(value, kind):
            raise ValueError(f"Invalid variable {what} mode: {value!r} for variable: {name}")


__all__ = ["VariableAggregation", "VariableSynchronization", "check_options"]
