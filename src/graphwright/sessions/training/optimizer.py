"""The base of the optimizers of TensorFlow 1: gradients, slots, and updates of dense and sparse gradients."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final

from graphwright.autodiff.gradients import gradients
from graphwright.autodiff.tape import GradientTape
from graphwright.core.context import executing_eagerly, name_scope
from graphwright.core.convert import to_tensor
from graphwright.core.indexed_slices import IndexedSlices
from graphwright.core.scopes import control_dependencies
from graphwright.core.tensor import Tensor
from graphwright.core.trackable import Trackable
from graphwright.core.variable import Variable
from graphwright.ops.array.select import unique
from graphwright.ops.array.shapes import size
from graphwright.ops.control.group import group
from graphwright.ops.index.gather import gather
from graphwright.ops.index.scatter import unsorted_segment_sum
from graphwright.ops.math.casts import cast
from graphwright.sessions.collections import add_to_collection, trainable_variables
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.variable_creation import variable_outside_scopes

Rows = Mapping[str, Any]
"""Values of slots by name: whole slots, or the rows of them that a sparse gradient has."""


class Optimizer(Trackable):
    """The base class of the optimizers of TensorFlow 1.

    A subclass names its slots and says in `_update` how they and the variable change; `_hyper` gives what is the same
    for all variables.

    Args:
      use_locking: of no effect.
      name: the prefix of the names of operations and slots.
      use_own_namescope_for_non_slot_vars: put variables that are no slots under the name too.

    >>> issubclass(tf.compat.v1.train.AdamOptimizer, tf.compat.v1.train.Optimizer)
    True
    """

    GATE_NONE: Final = 0
    GATE_OP: Final = 1
    GATE_GRAPH: Final = 2

    _slot_names: ClassVar[tuple[str, ...]] = ()

    def __init__(self, use_locking: bool, name: str, use_own_namescope_for_non_slot_vars: bool = False) -> None:
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._use_locking, self._name = use_locking, name
        self._prefix = f"{name}/" if use_own_namescope_for_non_slot_vars else ""
        self._slots: dict[str, dict[Any, Any]] = {}
        self._non_slots: dict[tuple[str, Any], Any] = {}

    # what subclasses define ----------------------------------------------------------------------------------

    def _hyper(self, dtype: Any) -> dict[str, Any]:
        """What `_update` takes besides gradient and slots, as tensors of the variable's dtype."""
        return {}

    def _initial_slot(self, name: str, variable: Any) -> Any:
        """The value that a slot starts with."""
        from graphwright.ops.array.constants import zeros

        return lambda: zeros(variable.shape, variable.dtype)

    def _update(self, value: Any, grad: Any, slots: Rows, hyper: Mapping[str, Any]) -> tuple[Any, Rows]:
        """What is subtracted from the variable, and the new values of the slots."""
        raise NotImplementedError

    def _prepare(self, variables: Sequence[Any]) -> None:
        """Create what is shared by all variables."""

    def _finish(self, updates: list[Any], name_scope: str) -> Any:
        """The operation that is done when all updates are."""
        return group(*updates, name=name_scope)

    # gradients -----------------------------------------------------------------------------------------------

    def minimize(
        self,
        loss: Any,
        global_step: Any = None,
        var_list: Any = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        name: str | None = None,
        grad_loss: Any = None,
    ) -> Any:
        """An operation that takes one step towards a smaller loss; eagerly, the step itself.

        Args:
          loss: a tensor; eagerly a function without arguments that computes it.
          global_step: a variable that counts the steps.
          var_list: the variables, `tf.compat.v1.trainable_variables()` by default.
          gate_gradients, aggregation_method, colocate_gradients_with_ops: of no effect.
          name: the name of the operation.
          grad_loss: the gradient of the loss, 1 by default.

        Raises ValueError where no variable has a gradient.
        """
        pairs = self.compute_gradients(
            loss, var_list, gate_gradients, aggregation_method, colocate_gradients_with_ops, grad_loss
        )
        if all(grad is None for grad, _ in pairs):
            raise ValueError(
                "No gradients provided for any variable, check your graph for ops that do not support gradients, "
                f"between variables {[str(v) for _, v in pairs]} and loss {loss}."
            )
        return self.apply_gradients(pairs, global_step, name)

    def compute_gradients(
        self,
        loss: Any,
        var_list: Any = None,
        gate_gradients: int = GATE_OP,
        aggregation_method: Any = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: Any = None,
    ) -> list[tuple[Any, Any]]:
        """Pairs of gradient, None where there is none, and variable."""
        if callable(loss) and not isinstance(loss, Tensor):
            with GradientTape() as tape:
                if var_list is not None:
                    tape.watch(var_list)
                value = loss()
            variables = list(tape.watched_variables() if var_list is None else _flat(var_list))
            return list(zip(tape.gradient(value, variables, grad_loss), variables, strict=True))
        if executing_eagerly():
            raise RuntimeError(
                "`loss` passed to Optimizer.compute_gradients should be a function when eager execution is enabled."
            )
        variables = trainable_variables() if var_list is None else _flat(var_list)
        if not variables:
            raise ValueError("No variables to optimize.")
        found = gradients(loss, variables, None if grad_loss is None else [grad_loss])
        return list(zip(found, variables, strict=True))

    def apply_gradients(
        self,
        grads_and_vars: Iterable[Any],
        global_step: Any = None,
        name: str | None = None,
        skip_gradients_aggregation: bool = False,
    ) -> Any:
        """An operation that changes variables by their gradients; eagerly, the changes themselves.

        Args:
          grads_and_vars: what `compute_gradients` gives.
          global_step: a variable that counts the steps.
          name: the name of the operation.
          skip_gradients_aggregation: of no effect.
        """
        pairs = [(grad, variable) for grad, variable in grads_and_vars if grad is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable.")
        variables = [variable for _, variable in pairs]
        self._prepare(variables)
        for slot in self._slot_names:
            for variable in variables:
                self._slot(variable, slot)
        with name_scope(name or self._name) as scope:
            updates = [self._apply(grad, variable) for grad, variable in pairs]
            step = self._finish(updates, "update" if global_step is not None else scope)
            if global_step is not None:
                with control_dependencies([] if step is None else [step]):
                    step = group(global_step.assign_add(1, read_value=False), name=scope)
        if step is not None and not executing_eagerly():
            add_to_collection(GraphKeys.TRAIN_OP, step)
        return step

    def _apply(self, grad: Any, variable: Any) -> Any:
        hyper = self._hyper(variable.dtype)
        slots = {name: self._slot(variable, name) for name in self._slot_names}
        with name_scope(f"update_{variable.name.partition(':')[0]}"):
            if isinstance(grad, IndexedSlices):
                return self._apply_rows(grad, variable, slots, hyper)
            values = {name: slot.read_value() for name, slot in slots.items()}
            delta, changed = self._update(variable, cast(grad, variable.dtype), values, hyper)
            done = [slots[name].assign(value, read_value=False) for name, value in changed.items()]
            return group(variable.assign_sub(delta, read_value=False), *[d for d in done if d is not None])

    def _apply_rows(self, grad: Any, variable: Any, slots: Mapping[str, Any], hyper: Mapping[str, Any]) -> Any:
        """Change the rows that a sparse gradient has, each once."""
        indices, summed = summed_rows(grad)
        rows = {name: gather(slot, indices) for name, slot in slots.items()}
        delta, changed = self._update(gather(variable, indices), cast(summed, variable.dtype), rows, hyper)
        done: list[Any] = [slots[name].scatter_update(IndexedSlices(value, indices)) for name, value in changed.items()]
        return group(variable.scatter_sub(IndexedSlices(delta, indices)), *done)

    # slots ---------------------------------------------------------------------------------------------------

    def _slot(self, variable: Any, name: str) -> Any:
        named = self._slots.setdefault(name, {})
        key = variable._unique_id
        if key not in named:
            basis = variable.name.partition(":")[0]
            named[key] = variable_outside_scopes(
                self._initial_slot(name, variable), f"{basis}/{self._name}", trainable=False, dtype=variable.dtype
            )
        return named[key]

    def _non_slot(self, name: str, value: Any, variables: Sequence[Any]) -> Any:
        """A variable that all variables of a graph share."""
        key = (name, getattr(variables[0], "graph", None))
        if key not in self._non_slots:
            self._non_slots[key] = Variable(value, name=self._prefix + name, trainable=False)
            self._track_trackable(self._non_slots[key], name, overwrite=True)
        return self._non_slots[key]

    def get_slot(self, var: Any, name: str) -> Any:
        """The slot of a variable; None where there is none."""
        return self._slots.get(name, {}).get(getattr(var, "_unique_id", None))

    def get_slot_names(self) -> list[str]:
        """The names of the slots, sorted."""
        return sorted(self._slots)

    def get_name(self) -> str:
        """The name of the optimizer."""
        return self._name

    def variables(self) -> list[Any]:
        """The variables of the optimizer: slots and what all variables share."""
        slots = [v for named in self._slots.values() for v in named.values()]
        return sorted([*self._non_slots.values(), *slots], key=lambda v: str(v.name))


def _flat(variables: Any) -> list[Any]:
    from graphwright.base import nest

    return list(nest.flatten(variables))


def summed_rows(grad: IndexedSlices) -> tuple[Tensor, Tensor]:
    """The indices of a sparse gradient, each once, and its rows added up."""
    indices, positions = unique(grad.indices)
    return indices, unsorted_segment_sum(grad.values, positions, size(indices))


def hyperparameter(value: Any, dtype: Any) -> Tensor:
    """A number, a tensor, or a function that gives one, as a tensor of a dtype."""
    if callable(value) and not isinstance(value, (Tensor, Variable)):
        value = value()
    return cast(to_tensor(value) if isinstance(value, (Tensor, Variable)) else to_tensor(value, dtype), dtype)


__all__ = ["Optimizer", "Rows", "hyperparameter", "summed_rows"]
