"""`tf.train.ExponentialMovingAverage`: averages of variables that forget the past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphwright.core.context import executing_eagerly, name_scope
from graphwright.core.variable import Variable
from graphwright.ops.array.constants import zeros
from graphwright.ops.control.group import group
from graphwright.ops.math.binary import minimum
from graphwright.ops.math.casts import cast
from graphwright.ops.math.division import pow
from graphwright.sessions.collections import (
    add_to_collection,
    global_variables,
    moving_average_variables,
    trainable_variables,
)
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.variable_creation import variable_outside_scopes


class ExponentialMovingAverage:
    """Keeps an average of each variable: `average -= (1 - decay) * (average - variable)`.

    Args:
      decay: how much of the average stays, a number close to 1.
      num_updates: a number or variable n; the decay is at most `(1 + n) / (10 + n)`, so that averages follow at first.
      zero_debias: whether averages of tensors, which start at 0, are corrected for that.
      name: the name of the averages, after that of the variables.

    >>> v = tf.Variable(1.0)
    >>> averages = tf.train.ExponentialMovingAverage(0.9)
    >>> averages.apply([v]); _ = v.assign(2.0); averages.apply([v])
    >>> averages.average(v).numpy()
    np.float32(1.1)
    """

    def __init__(
        self, decay: Any, num_updates: Any = None, zero_debias: bool = False, name: str = "ExponentialMovingAverage"
    ) -> None:
        self._decay, self._num_updates, self._zero_debias, self._name = decay, num_updates, zero_debias, name
        self._averages: dict[Any, Variable] = {}
        self._steps: dict[Any, Variable] = {}  # of averages that are corrected

    @property
    def name(self) -> str:
        """The name of the averages."""
        return self._name

    def apply(self, var_list: Sequence[Any] | None = None) -> Any:
        """Move the averages towards the variables, each average being created when it is first needed.

        Args:
          var_list: variables, or tensors of a graph; the trainable variables of the graph by default.

        Returns: the operation; None eagerly.

        Raises TypeError for what is not of floating point.
        """
        variables = trainable_variables() if var_list is None else list(var_list)
        for variable in variables:
            if not variable.dtype.is_floating:
                raise TypeError(f"The variables must be half, float, or double: {variable.name}")
            if _key(variable) not in self._averages:
                self._create(variable)
        with name_scope(self._name) as scope:
            decay = cast(self._decay, "float32")
            if self._num_updates is not None:
                n = cast(self._num_updates, "float32")
                decay = minimum(decay, (1.0 + n) / (10.0 + n))
            return group(*[self._move(variable, 1.0 - decay) for variable in variables], name=scope)

    def _create(self, variable: Any) -> None:
        basis = variable.name.partition(":")[0]
        known = isinstance(variable, Variable)
        start = getattr(variable, "initialized_value", variable.read_value) if known else None
        average = variable_outside_scopes(
            start or (lambda: zeros(variable.shape, variable.dtype)), f"{basis}/{self._name}", trainable=False
        )
        self._averages[_key(variable)] = average
        if not executing_eagerly():
            add_to_collection(GraphKeys.MOVING_AVERAGE_VARIABLES, variable if known else average)
        if self._zero_debias and not known:
            self._steps[_key(variable)] = variable_outside_scopes(
                lambda: zeros([], variable.dtype), f"{basis}/{self._name}/local_step", trainable=False
            )

    def _move(self, variable: Any, part: Any) -> Any:
        average, part = self._averages[_key(variable)], cast(part, variable.dtype)
        step = self._steps.get(_key(variable))
        if step is None:
            return average.assign_sub((average - variable) * part, read_value=False)
        # the mean that starts at 0 is `average` times what is counted of it so far
        before = 1 - pow(1 - part, step.read_value())
        after = 1 - pow(1 - part, step.read_value() + 1)
        moved = average.assign((average * before * (1 - part) + variable * part) / after, read_value=False)
        return group(moved, step.assign_add(1, read_value=False))

    def average(self, var: Any) -> Any:
        """The average of a variable; None where there is none."""
        return self._averages.get(_key(var))

    def average_name(self, var: Any) -> str:
        """The name that the average of a variable has, or would have."""
        found = self._averages.get(_key(var))
        name: str = (var if found is None else found).name.partition(":")[0]
        return f"{name}/{self._name}" if found is None else name

    def variables_to_restore(self, moving_avg_variables: Sequence[Any] | None = None) -> dict[str, Any]:
        """Names to variables, for a saver that restores averages in place of the variables.

        Args:
          moving_avg_variables: the variables that have averages; those of the graph by default.
        """
        averaged = moving_avg_variables
        if averaged is None:
            averaged = [*trainable_variables(), *moving_average_variables()]
        named = {self.average_name(v): v for v in averaged}
        names = {v.name for v in averaged}
        for variable in global_variables():
            if variable.name not in names and variable.name.partition(":")[0] not in named:
                named[variable.name.partition(":")[0]] = variable
        return named


def _key(variable: Any) -> Any:
    return variable._unique_id if isinstance(variable, Variable) else id(variable)


__all__ = ["ExponentialMovingAverage"]
