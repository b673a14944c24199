"""Strategies: where variables live and functions run. There is one device, so they have little to do."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from graphwright.autograph.marks import converted_form
from graphwright.autograph.operators.calls import callee
from graphwright.base import errors, nest
from graphwright.distribute.replicas import ReduceOp, ReplicaContext, operation_of
from graphwright.ops.control import group as groups
from graphwright.ops.math.reductions import reduce_mean, reduce_sum

_DEVICE = "/job:localhost/replica:0/task:0/device:CPU:0"


class StrategyExtended:
    """The interface of a strategy for libraries.

    >>> v = tf.Variable(1.0)
    >>> float(tf.distribute.get_strategy().extended.update(v, lambda v: v.assign_add(2.0)))
    3.0
    """

    def __init__(self, container_strategy: Strategy) -> None:
        self._strategy = container_strategy

    @property
    def worker_devices(self) -> tuple[str, ...]:
        """The names of the devices that functions run on."""
        return (_DEVICE,)

    @property
    def parameter_devices(self) -> tuple[str, ...]:
        """The names of the devices that variables live on."""
        return (_DEVICE,)

    def update(self, var: Any, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, group: bool = True) -> Any:
        """The result of `fn(var, *args, **kwargs)`, which updates the variable where it lives."""
        result = fn(var, *args, **(kwargs or {}))
        return result if group else (result,)

    def colocate_vars_with(self, colocate_with_variable: Any) -> contextlib.AbstractContextManager[None]:
        """Place variables created in the block on the device of that one."""
        return contextlib.nullcontext()

    def reduce_to(self, reduce_op: ReduceOp | str, value: Any, destinations: Any, options: Any = None) -> Any:
        """The combined values of all devices."""
        return value

    def read_var(self, v: Any) -> Any:
        """The value of a variable."""
        return v.read_value()

    def variable_created_in_scope(self, v: Any) -> bool:
        """Whether a variable was created in the scope of this strategy."""
        return True


class Strategy:
    """Where functions run and variables live: the base class of the strategies, and the default one.

    >>> strategy = tf.distribute.get_strategy()
    >>> int(strategy.run(lambda x: x + 1, args=(tf.constant(1),)))
    2
    """

    def __init__(self, extended: Any) -> None:
        self._extended: StrategyExtended = StrategyExtended(self) if extended is None else extended
        self._replica_context = ReplicaContext(self, 0)

    @property
    def extended(self) -> StrategyExtended:
        """The interface for libraries."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas: 1."""
        return 1

    @property
    def cluster_resolver(self) -> None:
        """None: there is one process."""
        return None

    @contextlib.contextmanager
    def scope(self) -> Iterator[Strategy]:
        """Make this the current strategy in the block.

        >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        ...     print(tf.distribute.has_strategy())
        True
        """
        current = _context.strategy
        if current is not None and current is not self:
            raise RuntimeError(f"Mixing different tf.distribute.Strategy objects: {self!r} is not {current!r}")
        with _entered(self, None):
            yield self

    def _run_converted(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        return self.run(callee(fn), args, kwargs, options)

    @converted_form(_run_converted)
    def run(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        """The result of `fn(*args, **kwargs)` on each device, that is, on the only one.

        Called from code that AutoGraph converts, `fn` is converted, too.
        """
        with _entered(self, self._replica_context):
            return fn(*args, **(kwargs or {}))

    def reduce(self, reduce_op: ReduceOp | str, value: Any, axis: Any) -> Any:
        """The combined values of all devices, also reduced over an axis of the values unless `axis` is None.

        >>> strategy = tf.distribute.get_strategy()
        >>> float(strategy.reduce("MEAN", tf.constant([1.0, 3.0]), axis=0))
        2.0
        """
        if axis is None:
            return value
        over = reduce_sum if operation_of(reduce_op) is ReduceOp.SUM else reduce_mean
        return nest.map_structure(lambda one: over(one, axis), value)

    def gather(self, value: Any, axis: int) -> Any:
        """The values of all devices concatenated along an axis."""
        return value

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The value on each device."""
        return (value,)

    def unwrap(self, value: Any) -> tuple[Any, ...]:
        """The value on each device: the older name of `experimental_local_results`.

        >>> tf.distribute.get_strategy().unwrap(3.0)
        (3.0,)
        """
        return self.experimental_local_results(value)

    def group(self, value: Any, name: str | None = None) -> Any:
        """An operation that is done when the value is there on each device; None in eager code."""
        return groups.group(*self.experimental_local_results(value), name=name)

    def colocate_vars_with(self, colocate_with_variable: Any) -> Any:
        """A block whose variables are on the same device as a variable: with one device, all are."""
        return self._extended.colocate_vars_with(colocate_with_variable)

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """The dataset with its batches sharded over the devices: with one device, the dataset itself."""
        return dataset

    def distribute_datasets_from_function(self, dataset_fn: Callable[[Any], Any], options: Any = None) -> Any:
        """The datasets that a function returns for each process: with one process, its result."""
        return dataset_fn(InputContext())

    def experimental_distribute_datasets_from_function(
        self, dataset_fn: Callable[[Any], Any], options: Any = None
    ) -> Any:
        """The older name of `distribute_datasets_from_function`."""
        return self.distribute_datasets_from_function(dataset_fn, options)

    def experimental_distribute_values_from_function(self, value_fn: Callable[[Any], Any]) -> Any:
        """The values that a function returns for each device: with one device, its result."""
        return value_fn(self._replica_context)


class InputContext:
    """Which part of the input a process produces.

    Args:
      num_input_pipelines: how many processes read.
      input_pipeline_id: which of them this is, from 0.
      num_replicas_in_sync: how many devices share a batch.

    >>> context = tf.distribute.InputContext(num_input_pipelines=2, input_pipeline_id=1, num_replicas_in_sync=4)
    >>> context.get_per_replica_batch_size(8)
    2
    """

    def __init__(self, num_input_pipelines: int = 1, input_pipeline_id: int = 0, num_replicas_in_sync: int = 1) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The size of the batch on each device; ValueError where a batch cannot be shared equally."""
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size} is not divisible by `num_replicas_in_sync` "
                f"{self.num_replicas_in_sync}."
            )
        return global_batch_size // self.num_replicas_in_sync

    def __str__(self) -> str:
        return (
            f"tf.distribute.InputContext(input pipeline id {self.input_pipeline_id}, total: {self.num_input_pipelines})"
        )


class OneDeviceStrategy(Strategy):
    """The strategy for one device.

    Args:
      device: its name.

    >>> int(tf.distribute.OneDeviceStrategy("/cpu:0").run(lambda: tf.constant(3)))
    3
    """

    def __init__(self, device: str) -> None:
        super().__init__(None)


class MirroredStrategy(Strategy):
    """The strategy that keeps a copy of each variable on every device, that is, on the only one.

    Args:
      devices: their names, None for all there are.

    Raises:
      UnimplementedError: for several devices.

    >>> tf.distribute.MirroredStrategy().num_replicas_in_sync
    1
    """

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None) -> None:
        if devices is not None and len(devices) > 1:
            raise errors.UnimplementedError(
                f"tf.distribute.MirroredStrategy over {len(devices)} devices ({', '.join(devices)}): "
                "there is one device."
            )
        super().__init__(None)


class MultiWorkerMirroredStrategy(Strategy):
    """The strategy for several machines: a class for `isinstance` only.

    >>> isinstance(tf.distribute.get_strategy(), tf.distribute.MultiWorkerMirroredStrategy)
    False
    """

    def __init__(self, cluster_resolver: Any = None, communication_options: Any = None) -> None:
        raise errors.UnimplementedError("tf.distribute.MultiWorkerMirroredStrategy: there is one process.")


class TPUStrategy(Strategy):
    """The strategy for TPUs: a class for `isinstance` only.

    >>> isinstance(tf.distribute.get_strategy(), tf.distribute.TPUStrategy)
    False
    """

    def __init__(
        self,
        tpu_cluster_resolver: Any = None,
        experimental_device_assignment: Any = None,
        experimental_spmd_xla_partitioning: bool = False,
    ) -> None:
        raise errors.UnimplementedError("tf.distribute.TPUStrategy: there is no TPU.")


class _Context(threading.local):
    """The strategy whose scope this thread is in, and whether it runs code for each device."""

    strategy: Strategy | None = None
    replica: ReplicaContext | None = None


_context = _Context()
_default = Strategy(None)


@contextlib.contextmanager
def _entered(strategy: Strategy, replica: ReplicaContext | None) -> Iterator[None]:
    before = _context.strategy, _context.replica
    _context.strategy, _context.replica = (None if strategy is _default else strategy), replica
    try:
        yield
    finally:
        _context.strategy, _context.replica = before


def across_replicas(strategy: Strategy) -> contextlib.AbstractContextManager[None]:
    """Run the block once for all devices, not for each."""
    return _entered(strategy, None)


def has_strategy() -> bool:
    """Whether a strategy other than the default one is current.

    >>> tf.distribute.has_strategy()
    False
    """
    return _context.strategy is not None


def get_strategy() -> Strategy:
    """The current strategy.

    >>> tf.distribute.get_strategy().num_replicas_in_sync
    1
    """
    return _context.strategy or _default


def get_replica_context() -> ReplicaContext | None:
    """The context of code that runs on each device; None in the scope of a strategy outside its `run`.

    >>> tf.distribute.get_replica_context().replica_id_in_sync_group
    0
    """
    if _context.strategy is None:
        return _default._replica_context
    return _context.replica


def in_cross_replica_context() -> bool:
    """Whether the program is in the scope of a strategy, outside its `run`.

    >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    ...     print(tf.distribute.in_cross_replica_context())
    True
    """
    return _context.strategy is not None and _context.replica is None


def strategy_supports_no_merge_call() -> bool:
    """Whether code for each device may update variables by itself."""
    return True


def maybe_merge_call(fn: Callable[..., Any], strategy: Strategy, *args: Any, **kwargs: Any) -> Any:
    """The result of `fn(strategy, *args, **kwargs)`."""
    return fn(strategy, *args, **kwargs)
