"""Internal functions of TensorFlow 1 that libraries call: dependencies, moving averages, the base class of readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphwright.base import errors
from graphwright.core.context import name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.scopes import control_dependencies
from graphwright.sessions.graph import get_default_graph
from graphwright.sessions.variable_scope import get_variable, variable_scope

integral_types: Final = (int, np.integer)
"""The types of integers that arguments may have."""


def with_dependencies(dependencies: Sequence[Any], output_tensor: Any, name: str | None = None) -> Any:
    """The tensor, once the operations have run.

    Args:
      dependencies: operations and tensors.
      output_tensor: what is returned after them.
      name: of the operation that waits.
    """
    with control_dependencies(list(dependencies)):
        return apply("Identity", (to_tensor(output_tensor),), name=name or "control_dependency")


def assign_moving_average(
    variable: Any, value: Any, decay: Any, zero_debias: bool = True, name: str | None = None
) -> Any:
    """Move a variable towards a value: `variable -= (1 - decay) * (variable - value)`.

    Args:
      variable: changed.
      value: of the same shape.
      decay: how much of the variable stays, between 0 and 1.
      zero_debias: divide by what is known of the values so far, as for averages that start at zero: the variables
        `biased` and `local_step`, in the scope of the variable's name, are updated too.
      name: of the update.
    """
    kept = to_tensor(decay, variable.dtype)
    value = to_tensor(value, variable.dtype)
    if not zero_debias:
        with name_scope(name or "AssignMovingAvg"):
            return variable.assign_sub((variable - value) * (1.0 - kept))
    with variable_scope(variable.op.name):
        zeros = np.zeros(variable.shape.as_list(), variable.dtype.as_numpy_dtype)
        biased = get_variable("biased", initializer=zeros, trainable=False)
        step = get_variable("local_step", initializer=zeros.dtype.type(0), trainable=False)
    following = biased.assign_sub((biased - value) * (1.0 - kept))
    count = step.assign_add(1.0)
    return variable.assign(to_tensor(following) / (1.0 - kept ** to_tensor(count)), name=name)


def get_graph_from_inputs(op_input_list: Sequence[Any], graph: Any = None) -> Any:
    """The graph of some tensors and operations; the default graph where none of them has one.

    ValueError where they have several, or another one than `graph`.
    """
    if graph is not None and not hasattr(graph, "as_default"):
        raise TypeError("Input graph needs to be a Graph.")
    first: Any = None
    for value in op_input_list:
        own = getattr(value, "graph", None)
        if own is None:
            continue
        if graph is not None and own is not graph:
            raise ValueError(f"{value} is not from the passed-in graph.")
        if first is not None and own is not first.graph:
            raise ValueError(f"{value} must be from the same graph as {first}.")
        first = value if first is None else first
    if graph is not None:
        return graph
    return get_default_graph() if first is None else first.graph


class ReaderBase:
    """What readers of files by queues are derived from; programs bring their own, for there are none here.

    Args:
      reader_ref: the reader's resource.
      supports_serialize: whether its state can be saved.
    """

    def __init__(self, reader_ref: Any, supports_serialize: bool = False) -> None:
        self.reader_ref, self.supports_serialize = reader_ref, supports_serialize

    def read(self, queue: Any, name: str | None = None) -> Any:
        """UnimplementedError, unless a subclass reads."""
        raise errors.UnimplementedError(
            None, None, "Readers of TensorFlow 1 are not here: read files with `tf.data.TFRecordDataset` and its like."
        )


__all__ = ["ReaderBase", "assign_moving_average", "get_graph_from_inputs", "integral_types", "with_dependencies"]
