"""`tf.distribute.Strategy`: where functions run and variables live, and the default strategy."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

from graphwright.autograph.marks import converted_form
from graphwright.autograph.operators.calls import callee
from graphwright.base import nest
from graphwright.core.context import state
from graphwright.core.mirrored_state import MirroredState
from graphwright.core.scopes import device
from graphwright.core.tensor import EagerTensor
from graphwright.core.variable_creators import variable_creator_scope
from graphwright.core.variable_options import VariableSynchronization
from graphwright.core.variable_state import VariableState
from graphwright.distribute import reductions
from graphwright.distribute.context import current, entered
from graphwright.distribute.datasets import distributed, distributed_from_function
from graphwright.distribute.eager_run import EagerRuns
from graphwright.distribute.extended import StrategyExtended
from graphwright.distribute.input_contexts import ValueContext
from graphwright.distribute.replicas import ReduceOp, ReplicaContext, operation_of
from graphwright.distribute.replicated.groups import ReplicaGroup, canonical
from graphwright.distribute.values import DistributedValues, PerReplica
from graphwright.distribute.variables import MirroredVariable, SyncOnReadVariable
from graphwright.ops.control import group as groups


class Strategy:
    """Where functions run and variables live: the base class of the strategies, and the default one.

    >>> strategy = tf.distribute.get_strategy()
    >>> int(strategy.run(lambda x: x + 1, args=(tf.constant(1),)))
    2
    """

    _mirrors = False
    """Whether variables of its scope are its own: `MirroredVariable` and `SyncOnReadVariable`."""
    _collective_key_base = 0  # tests of libraries count it up, so that collectives of two strategies differ

    def __init__(self, extended: Any) -> None:
        self._set_up(ReplicaGroup([canonical("CPU:0")]), extended)

    def _set_up(self, group: ReplicaGroup, extended: Any = None) -> None:
        self._extended: StrategyExtended = StrategyExtended(self) if extended is None else extended
        self._group = group
        self._replica_context = ReplicaContext(self, 0)
        self._runs = EagerRuns(self)

    @property
    def extended(self) -> StrategyExtended:
        """The interface for libraries."""
        return self._extended

    @property
    def num_replicas_in_sync(self) -> int:
        """The number of replicas, in all processes."""
        return self._group.size

    @property
    def cluster_resolver(self) -> Any:
        """What knows the processes of the cluster; None for one process alone."""
        return None if self._group.processes is None else self._group.processes.resolver

    @property
    def _is_single(self) -> bool:
        return self._group.size == 1

    @contextlib.contextmanager
    def scope(self) -> Iterator[Strategy]:
        """Make this the current strategy in the block; variables created there belong to it.

        Raises RuntimeError where another strategy is current.

        >>> with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
        ...     print(tf.distribute.has_strategy())
        True
        """
        outer = current.strategy
        if outer is not None and outer is not self:
            raise RuntimeError(f"Mixing different tf.distribute.Strategy objects: {self!r} is not {outer!r}")
        with contextlib.ExitStack() as stack:
            if outer is None and self._is_single and self._group.devices[0] != canonical("CPU:0"):
                stack.enter_context(device(self._group.devices[0]))
            if self._mirrors and outer is None:
                stack.enter_context(variable_creator_scope(self._create_variable))
            stack.enter_context(entered(self, None))
            yield self

    def _create_variable(self, next_creator: Callable[..., Any], **arguments: Any) -> Any:
        """A variable of this strategy."""
        synchronization = arguments["synchronization"]
        if synchronization is VariableSynchronization.NONE:
            return next_creator(**arguments)
        local = self._group.local_replicas
        first = next_creator(**arguments)
        self._make_same(first)
        if synchronization is not VariableSynchronization.ON_READ:
            if self._group.mesh() is not None and type(first._state) is VariableState:
                first.handle = EagerTensor(MirroredState(first._state), first.handle._type)
            return MirroredVariable.over([first] * local, self)
        name = arguments["name"] or "Variable"
        others = [
            next_creator(**arguments | {"initial_value": first.read_value, "name": f"{name}/replica_{i}"})
            for i in range(1, local)
        ]
        return SyncOnReadVariable.over([first, *others], self)

    def _make_same(self, variable: Any) -> None:
        """Give a new variable the value that it has in the first process."""
        processes = self._group.processes
        if processes is not None:
            storage = variable._state
            storage.write(processes.broadcast(storage.read()))

    # running -------------------------------------------------------------------------------------------------

    def _run_converted(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        return self.run(callee(fn), args, kwargs, options)

    @converted_form(_run_converted)
    def run(self, fn: Callable[..., Any], args: Any = (), kwargs: Any = None, options: Any = None) -> Any:
        """The results of `fn(*args, **kwargs)` on each replica.

        With several replicas the function is traced once, for all of them, also outside of `tf.function`, and becomes
        one program: its Python code runs when it is traced.

        Args:
          fn: the function. Called from code that AutoGraph converts, it is converted, too.
          args, kwargs: its arguments. Of `PerReplica` values each replica gets its own, others are the same for all.
          options: a `tf.distribute.RunOptions`, without effect.

        Returns: what the function returns, with `PerReplica` values in place of tensors where there are several
        replicas.

        >>> strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
        >>> def square():
        ...     return tf.distribute.get_replica_context().replica_id_in_sync_group ** 2
        >>> [int(x) for x in strategy.experimental_local_results(strategy.run(square))]
        [0, 1]
        """
        if self._is_single:
            with self.scope(), entered(self, self._replica_context):
                return fn(*args, **(kwargs or {}))
        if current.strategy is self and current.replica is not None:
            raise RuntimeError("`Strategy.run` cannot be called by code that it runs for each replica.")
        with self.scope():
            if state.graph is None:
                return self._runs.run(fn, args, kwargs)
            from graphwright.distribute.replicated.tracing import call_on_replicas

            return call_on_replicas(self, fn, args, kwargs or {})

    # values --------------------------------------------------------------------------------------------------

    def reduce(self, reduce_op: ReduceOp | str, value: Any, axis: Any) -> Any:
        """The combined values of all devices, also reduced over an axis of the values unless `axis` is None.

        Args:
          reduce_op: SUM or MEAN.
          value: a structure of values that `run` returned, whose sizes may differ along `axis`.
          axis: the dimension to reduce, too; None for none.

        >>> strategy = tf.distribute.get_strategy()
        >>> float(strategy.reduce("MEAN", tf.constant([1.0, 3.0]), axis=0))
        2.0
        """
        mean = operation_of(reduce_op) is ReduceOp.MEAN
        return nest.map_structure(lambda one: reductions.reduced(self, one, mean, axis), value)

    def gather(self, value: Any, axis: int) -> Any:
        """The values of all devices concatenated along an axis.

        >>> strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
        >>> value = strategy.experimental_distribute_values_from_function(
        ...     lambda context: tf.constant([context.replica_id_in_sync_group])
        ... )
        >>> strategy.gather(value, axis=0).numpy()
        array([0, 1], dtype=int32)
        """
        return nest.map_structure(lambda one: reductions.gathered(self, one, axis), value)

    def experimental_local_results(self, value: Any) -> tuple[Any, ...]:
        """The value on each device of this process."""
        if isinstance(value, DistributedValues):
            return tuple(value.values)
        if nest.is_nested(value) and any(isinstance(v, DistributedValues) for v in nest.flatten(value)):
            from graphwright.distribute.values import select

            return tuple(select(r, value) for r in range(self._group.local_replicas))
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
        """A block whose variables are on the same device as a variable."""
        return self._extended.colocate_vars_with(colocate_with_variable)

    # inputs --------------------------------------------------------------------------------------------------

    def experimental_distribute_dataset(self, dataset: Any, options: Any = None) -> Any:
        """A dataset each of whose elements is a global batch of `dataset`, cut into a part for each replica.

        Batches that do not divide are cut so that the first replicas get a part each of equal size, and the last ones
        less or nothing. With several processes the dataset's `auto_shard_policy` says what each reads: FILE other
        files, DATA the same and takes its own parts of a batch, OFF the same, all of it; AUTO is FILE where the dataset
        reads files. With one device it is the dataset itself.

        >>> strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
        >>> for x in strategy.experimental_distribute_dataset(tf.data.Dataset.range(5).batch(3)):
        ...     print([v.numpy().tolist() for v in x.values])
        [[0, 1], [2]]
        [[3], [4]]
        """
        return distributed(self, dataset, options)

    def distribute_datasets_from_function(self, dataset_fn: Callable[[Any], Any], options: Any = None) -> Any:
        """The datasets that a function returns for each process, of batches for one replica.

        Args:
          dataset_fn: gets an `InputContext`; it shards by `input_pipeline_id` and batches for one replica.
          options: a `tf.distribute.InputOptions`.

        Returns: a dataset each of whose elements has as many consecutive batches as this process has replicas.
        """
        return distributed_from_function(self, dataset_fn, options)

    def experimental_distribute_datasets_from_function(
        self, dataset_fn: Callable[[Any], Any], options: Any = None
    ) -> Any:
        """The older name of `distribute_datasets_from_function`."""
        return self.distribute_datasets_from_function(dataset_fn, options)

    def experimental_distribute_values_from_function(self, value_fn: Callable[[Any], Any]) -> Any:
        """The values that a function returns for each replica of this process.

        Args:
          value_fn: gets a `ValueContext` with the number of the replica.
        """
        if self._is_single:
            return value_fn(ValueContext(0, 1))
        size = self.num_replicas_in_sync
        found = [value_fn(ValueContext(i, size)) for i in self._group.local_ids]
        return nest.map_structure(lambda *each: PerReplica(each), *found)


DEFAULT = Strategy(None)
