"""`Strategy.extended`: the interface of a strategy for libraries."""

from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from graphwright.base import nest
from graphwright.distribute.context import updates
from graphwright.distribute.values import DistributedValues, Merged, PerReplica
from graphwright.distribute.variables import DistributedVariable, SyncOnReadVariable

if TYPE_CHECKING:
    from graphwright.distribute.replicas import ReduceOp
    from graphwright.distribute.strategy import Strategy


class StrategyExtended:
    """The interface of a strategy for libraries.

    >>> v = tf.Variable(1.0)
    >>> float(tf.distribute.get_strategy().extended.update(v, lambda v: v.assign_add(2.0)))
    3.0
    """

    def __init__(self, container_strategy: Strategy) -> None:
        self._reference = weakref.ref(container_strategy)

    @property
    def _strategy(self) -> Strategy:
        found = self._reference()
        assert found is not None
        return found

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The names of the devices that functions run on."""
        return self._strategy._group.devices

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The names of the devices that variables live on."""
        return self._strategy._group.devices

    @property
    def num_replicas_per_host(self) -> int:
        """How many replicas each process runs."""
        return self._strategy._group.local_replicas

    @property
    def num_hosts(self) -> int:
        """How many processes there are."""
        processes = self._strategy._group.processes
        return 1 if processes is None else int(processes.count)

    @property
    def experimental_between_graph(self) -> bool:
        """Whether each process builds its own graph."""
        return self._in_multi_worker_mode()

    @property
    def experimental_should_init(self) -> bool:
        """Whether variables are initialized by this process: always."""
        return True

    @property
    def should_checkpoint(self) -> bool:
        """Whether this process writes checkpoints that all share: the first one does."""
        processes = self._strategy._group.processes
        return processes is None or processes.index == 0

    @property
    def should_save_summary(self) -> bool:
        """Whether this process writes summaries: the first one does."""
        return self.should_checkpoint

    def _in_multi_worker_mode(self) -> bool:
        return self._strategy._group.processes is not None

    def update(self, var: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True) -> Any:
        """The result of `fn(var, *args, **kwargs)`, which updates the variable where it lives.

        A variable that has a value for each replica is updated once for each, with the replica's part of the
        arguments.
        """
        kwargs = kwargs or {}
        with updates():
            if isinstance(var, SyncOnReadVariable) and len(var.values) > 1 and not self._inside():
                found = [fn(v, *_part(args, i), **_part(kwargs, i)) for i, v in enumerate(var.values)]
                return found[0] if group else tuple(found)
            result = fn(var, *_part(args, 0), **_part(kwargs, 0))
        return result if group else (result,)

    def _inside(self) -> bool:
        from graphwright.distribute.context import current

        return current.replica is not None or current.merging is not None

    def colocate_vars_with(self, colocate_with_variable: Any) -> contextlib.AbstractContextManager[None]:
        """Place variables created in the block on the device of that one."""
        return contextlib.nullcontext()

    def reduce_to(self, reduce_op: ReduceOp | str, value: Any, destinations: Any, options: Any = None) -> Any:
        """The combined values of all devices."""
        return self._strategy.reduce(reduce_op, value, axis=None)

    def batch_reduce_to(
        self, reduce_op: ReduceOp | str, value_destination_pairs: Sequence[Any], options: Any = None
    ) -> list[Any]:
        """The combined values of all devices, for each pair of a value and a destination."""
        return [self.reduce_to(reduce_op, value, to, options) for value, to in value_destination_pairs]

    def call_for_each_replica(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """The results of `fn` on each replica: as `Strategy.run`."""
        return self._strategy.run(fn, args, kwargs)

    def broadcast_to(self, tensor: Any, destinations: Any) -> Any:
        """The value on all devices: the value itself."""
        return tensor

    def value_container(self, value: Any) -> Any:
        """The variable that a copy belongs to, or the value itself."""
        from graphwright.distribute.variables import owner_of

        found = owner_of(getattr(getattr(value, "handle", None), "_array", None))
        return value if found is None else found

    def read_var(self, v: Any) -> Any:
        """The value of a variable."""
        return v.read_value()

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable was created in the scope of this strategy."""
        if isinstance(v, DistributedVariable):
            return v.distribute_strategy is self._strategy
        return not self._strategy._mirrors


def _part(structure: Any, replica: int) -> Any:
    def one(value: Any) -> Any:
        if isinstance(value, Merged):
            return value.value
        if isinstance(value, PerReplica):
            return value.values[replica]
        return value

    found = nest.map_structure(one, structure)
    return tuple(found) if isinstance(structure, (tuple, list)) else found


__all__ = ["DistributedValues", "StrategyExtended"]
