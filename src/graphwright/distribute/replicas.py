"""The context of code that runs on each replica."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graphwright.base import nest
from graphwright.distribute.context import across_replicas
from graphwright.distribute.replicated import collectives
from graphwright.distribute.values import Merged

if TYPE_CHECKING:
    from graphwright.distribute.strategy import Strategy


class ReduceOp(enum.Enum):
    """How the values of several devices are combined.

    >>> tf.distribute.ReduceOp.SUM.value
    'SUM'
    """

    SUM = "SUM"
    MEAN = "MEAN"


def operation_of(given: ReduceOp | str) -> ReduceOp:
    """The operation of this name."""
    if isinstance(given, str):
        return ReduceOp[given.upper()]
    return given


class ReplicaContext:
    """The context of code that runs on each device.

    >>> tf.distribute.get_replica_context().num_replicas_in_sync
    1
    """

    def __init__(self, strategy: Strategy, replica_id_in_sync_group: Any) -> None:
        self._strategy = strategy
        self._replica_id = replica_id_in_sync_group

    @property
    def strategy(self) -> Strategy:
        """The strategy whose code this is."""
        return self._strategy

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas."""
        return self._strategy.num_replicas_in_sync

    @property
    def replica_id_in_sync_group(self) -> Any:
        """The index of this replica: a number, or an int32 tensor in a function that is traced once for all."""
        return collectives.replica_id() if self._replica_id is None else self._replica_id

    @property
    def devices(self) -> tuple[str, ...]:
        """The names of the devices that this code runs on."""
        return self._strategy.extended.worker_devices

    @property
    def _alone(self) -> bool:
        return self._replica_id is not None

    def all_reduce(self, reduce_op: ReduceOp | str, value: Any, options: Any = None) -> Any:
        """The combined values of all devices.

        Args:
          reduce_op: SUM or MEAN.
          value: a structure of tensors and `tf.IndexedSlices`, of the same shapes on all devices. Gradients go through.

        >>> tf.distribute.get_replica_context().all_reduce(tf.distribute.ReduceOp.SUM, tf.constant(3)).numpy()
        np.int32(3)
        """
        mean = operation_of(reduce_op) is ReduceOp.MEAN
        if self._alone:
            return nest.map_structure(lambda one: one, value)
        return collectives.all_reduce(value, mean, self.num_replicas_in_sync)

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The values of all devices concatenated along an axis, in the order of the replicas.

        Args:
          value: a structure of tensors, whose sizes may differ along the axis only.
          axis: the dimension.

        Raises ValueError for scalars.
        """
        if self._alone:
            return nest.map_structure(lambda one: one, value)
        count = self.num_replicas_in_sync
        return nest.map_structure(lambda one: collectives.all_gather(one, axis, count), value)

    def merge_call(self, merge_fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """The result of `merge_fn(strategy, *args, **kwargs)`, which runs once for all devices.

        The arguments that are tensors become values of all replicas, for `strategy.reduce` and `extended.update`.
        """
        with across_replicas(self._strategy):
            if self._alone:
                return merge_fn(self._strategy, *args, **(kwargs or {}))
            args, kwargs = nest.map_structure(self._merged, (list(args), kwargs or {}))
            result = merge_fn(self._strategy, *args, **kwargs)
        return nest.map_structure(lambda one: one.value if isinstance(one, Merged) else one, result)

    def _merged(self, value: Any) -> Any:
        from graphwright.core.tensor import Tensor

        if not isinstance(value, Tensor):
            return value
        count = self.num_replicas_in_sync
        return Merged(value, lambda one: [whole[i] for whole in [_stacked(one, count)] for i in range(count)])

    def __enter__(self) -> ReplicaContext:
        return self

    def __exit__(self, *exc: object) -> None:
        pass


def _stacked(value: Any, count: int) -> Any:
    from graphwright.core.dispatch import apply

    return collectives.all_gather(apply("ExpandDims", (value, 0)), 0, count)
