"""Variables of a strategy: one copy that all replicas see, or a value for each replica."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from graphwright.base.dtypes import int64
from graphwright.core.context import outside_graphs
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply
from graphwright.core.tensor import EagerTensor, Tensor
from graphwright.core.variable import SAVED_AS, Variable
from graphwright.core.variable_options import VariableAggregation, VariableSynchronization
from graphwright.core.variable_state import VariableState
from graphwright.distribute.context import current
from graphwright.distribute.replicated import collectives
from graphwright.distribute.values import DistributedValues, Merged, Mirrored, PerReplica

_EXCHANGED = collectives.COLLECTIVE_REDUCE.attrs["T"].allowed or ()
_owners: weakref.WeakKeyDictionary[VariableState, weakref.ref[DistributedVariable]] = weakref.WeakKeyDictionary()


def owner_of(storage: Any) -> DistributedVariable | None:
    """The variable of a strategy that a state belongs to; None for other variables."""
    found = _owners.get(storage) if isinstance(storage, VariableState) else None
    return None if found is None else found()


class DistributedVariable(DistributedValues, Variable):
    """What `tf.Variable` creates in the scope of a strategy with several replicas."""

    _components: tuple[Variable, ...]
    _strategy: Any

    @classmethod
    def over(cls, components: Sequence[Variable], strategy: Any) -> DistributedVariable:
        """A variable whose copies are these variables; the first one's name and options are its own."""
        result = object.__new__(cls)
        first = components[0]
        result.__dict__.update(first.__dict__)
        result.handle, result._trainable = first.handle, first._trainable
        result._components, result._strategy = tuple(components), strategy
        for component in components:
            _owners[component._state] = weakref.ref(result)
        return result

    @property
    def values(self) -> tuple[Variable, ...]:
        """The copies, one for each replica of this process."""
        return self._components

    @property
    def _values(self) -> tuple[Variable, ...]:
        return self._components

    @property
    def distribute_strategy(self) -> Any:
        """The strategy in whose scope it was created."""
        return self._strategy

    @property
    def _in_replica(self) -> bool:
        """Whether code runs for each replica, and not as the body of an update."""
        return current.strategy is self._strategy and current.replica is not None and not current.updating

    def __deepcopy__(self, memo: dict[int, Any]) -> Variable:
        copies: dict[int, Variable] = {}
        for component in self._components:
            copies.setdefault(id(component), component.__deepcopy__(memo))
        return type(self).over([copies[id(c)] for c in self._components], self._strategy)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._components[0].__reduce__()

    def __repr__(self) -> str:
        lines = ",\n".join(f"  {i}: {v!r}" for i, v in enumerate(self._components))
        return f"{type(self).__name__}:{{\n{lines}\n}}"


class MirroredVariable(DistributedVariable, Mirrored):
    """A variable of which all replicas have the same copy.

    What replicas assign is combined first, as `aggregation` says; without an aggregation the first replica's value
    counts.
    """

    @property
    def synchronization(self) -> Any:
        """ON_WRITE: the copies are the same after each assignment."""
        return VariableSynchronization.ON_WRITE

    def _write(self, op: str, value: Any, read_value: bool, name: str | None = None) -> Any:
        if self._in_replica and self._strategy.num_replicas_in_sync > 1:
            value = self._combined(to_tensor(value, self.dtype))
        elif isinstance(value, Merged):
            value = value.value
        elif isinstance(value, PerReplica):
            value = self._combined_outside(value)
        elif isinstance(value, DistributedVariable):
            value = value.read_value()
        return super()._write(op, value, read_value, name)

    def _combined(self, value: Tensor) -> Tensor:
        """The value of a replica put together with those of the others."""
        how, count = self.aggregation, self._strategy.num_replicas_in_sync
        if how in (VariableAggregation.NONE, VariableAggregation.ONLY_FIRST_REPLICA):
            return _of_first(value, count)
        found: Tensor = collectives.all_reduce(value, how is VariableAggregation.MEAN, count)
        return found

    def _combined_outside(self, value: PerReplica) -> Any:
        how = self.aggregation
        if how in (VariableAggregation.NONE, VariableAggregation.ONLY_FIRST_REPLICA):
            return value.values[0]
        return self._strategy.reduce(how.name, value, None)


def _of_first(value: Tensor, count: int) -> Tensor:
    """The first replica's value on all of them."""
    if isinstance(value, EagerTensor) or value.op.type == "Const":
        return value
    numbers = value if value.dtype in _EXCHANGED else apply("Cast", (value,), {"DstT": int64})
    first = apply("Equal", (collectives.replica_id(), np.int32(0)))
    masked = apply("SelectV2", (first, numbers, apply("ZerosLike", (numbers,))))
    found: Tensor = collectives.all_reduce(masked, False, count)
    return found if found.dtype is value.dtype else apply("Cast", (found,), {"DstT": value.dtype})


class SyncOnReadVariable(DistributedVariable):
    """A variable that has a value for each replica, put together where it is read outside of `Strategy.run`."""

    @property
    def synchronization(self) -> Any:
        """ON_READ: the values are put together when they are read."""
        return VariableSynchronization.ON_READ

    def read_value(self) -> Any:
        """The replica's value, or outside of replicas the combined one."""
        if self._in_replica or current.updating or len(self._components) == self._strategy.num_replicas_in_sync == 1:
            return super().read_value()
        how = self._reduction()
        if how is VariableAggregation.ONLY_FIRST_REPLICA:
            return self._components[0].read_value()
        return self._strategy.reduce(how.name, PerReplica([c.read_value() for c in self._components]), None)

    value = read_value

    def _reduction(self) -> VariableAggregation:
        found: VariableAggregation = self.aggregation
        if found is VariableAggregation.NONE:
            raise ValueError(
                f"Could not convert from `tf.VariableAggregation.NONE` to a reduction: '{self.name}' has a different "
                "value on each replica. Create it with another aggregation, or use its `values`."
            )
        return found

    def __tf_tensor__(self, dtype: Any = None, name: str | None = None) -> Tensor:
        if dtype is not None and dtype is not self.dtype:
            return super().__tf_tensor__(dtype, name)
        found: Tensor = self.read_value()
        return found

    def numpy(self) -> Any:
        """The combined value as a NumPy array or scalar."""
        return self.read_value().numpy()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self.read_value().numpy(), dtype=dtype, copy=True)

    def _write(self, op: str, value: Any, read_value: bool, name: str | None = None) -> Any:
        if self._in_replica or current.updating:
            return super()._write(op, value, read_value, name)
        how = self._reduction()
        if isinstance(value, PerReplica):
            parts = list(value.values)
        else:
            if how is VariableAggregation.SUM and op != "AssignVariableOp":
                method = "assign_add" if op == "AssignAddVariableOp" else "assign_sub"
                raise ValueError(
                    f"SyncOnReadVariable does not support `{method}` in cross-replica context when aggregation is set "
                    f"to `tf.VariableAggregation.SUM`: '{self.name}' has a value for each replica."
                )
            tensor = to_tensor(value, self.dtype)
            if how is VariableAggregation.SUM:
                tensor = _divided(tensor, self._strategy.num_replicas_in_sync)
            parts = [tensor] * len(self._components)
        for component, part in zip(self._components, parts, strict=True):
            component._write(op, part, read_value, name)
        return self if read_value else None

    def _serialize_to_tensors(self) -> dict[str, Any]:
        with outside_graphs():
            return {SAVED_AS: self.read_value()}

    def _restore_from_tensors(self, restored_tensors: Mapping[str, Any]) -> Any:
        return self.assign(restored_tensors[SAVED_AS])


def _divided(tensor: Tensor, count: int) -> Tensor:
    """The part of a value that each of so many replicas keeps, in the value's dtype."""
    result: Tensor = tensor // count if tensor.dtype.is_integer else tensor / count
    return result
