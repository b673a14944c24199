"""The context of code that runs on each replica."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graphwright.base import nest

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
        """The number of replicas: 1."""
        return 1

    @property
    def replica_id_in_sync_group(self) -> int:
        """The index of this replica: 0."""
        return int(self._replica_id)

    @property
    def devices(self) -> tuple[str, ...]:
        """The names of the devices that this code runs on."""
        return self._strategy.extended.worker_devices

    def all_reduce(self, reduce_op: ReduceOp | str, value: Any, options: Any = None) -> Any:
        """The combined values of all devices: with one device, the value itself.

        >>> tf.distribute.get_replica_context().all_reduce(tf.distribute.ReduceOp.SUM, tf.constant(3)).numpy()
        np.int32(3)
        """
        operation_of(reduce_op)
        return nest.map_structure(lambda one: one, value)

    def all_gather(self, value: Any, axis: int, options: Any = None) -> Any:
        """The values of all devices concatenated along an axis: with one device, the value itself."""
        return nest.map_structure(lambda one: one, value)

    def merge_call(self, merge_fn: Callable[..., Any], args: Any = (), kwargs: Any = None) -> Any:
        """The result of `merge_fn(strategy, *args, **kwargs)`, which runs once for all devices."""
        from graphwright.distribute.strategy import across_replicas

        with across_replicas(self._strategy):
            return merge_fn(self._strategy, *args, **(kwargs or {}))

    def __enter__(self) -> ReplicaContext:
        return self

    def __exit__(self, *exc: object) -> None:
        pass
