"""Values that differ between replicas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base import nest
from graphwright.base.spec import TypeSpec
from graphwright.core.convert import to_tensor
from graphwright.core.tensor import Tensor


class DistributedValues:
    """A value for each replica.

    >>> isinstance(tf.constant(1), tf.distribute.DistributedValues)
    False
    """

    @property
    def values(self) -> tuple[Any, ...]:
        """The values, one for each replica of this process."""
        raise NotImplementedError


class PerReplica(DistributedValues):
    """A value for each replica, each different: what `Strategy.run` takes apart and returns.

    Args:
      values: one for each replica of this process.

    >>> strategy = tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"])
    >>> value = strategy.experimental_distribute_values_from_function(lambda context: tf.constant(1.0))
    >>> isinstance(value, tf.types.experimental.distributed.PerReplica), len(value.values)
    (True, 2)
    """

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = tuple(values)

    @property
    def values(self) -> tuple[Any, ...]:
        """The values, one for each replica of this process."""
        return self._values

    @property
    def _type_spec(self) -> PerReplicaSpec:
        return PerReplicaSpec(*(_spec_of(v) for v in self._values))

    def __repr__(self) -> str:
        rows = ",\n".join(f"  {i}: {value!r}" for i, value in enumerate(self._values))
        return f"{type(self).__name__}:{{\n{rows}\n}}"


class Mirrored(DistributedValues):
    """A value for each replica, all the same: what variables of a strategy are.

    >>> isinstance(tf.Variable(1), tf.types.experimental.distributed.Mirrored)
    False
    """


class Merged(PerReplica):
    """What `merge_call` passes on of a value of each replica: inside one program, the values of all of them."""

    def __init__(self, value: Any, gather: Callable[[Any], Sequence[Any]]) -> None:
        self.value, self._gather = value, gather

    @property
    def values(self) -> tuple[Any, ...]:
        """The values, fetched from all replicas."""
        return tuple(self._gather(self.value))

    def __repr__(self) -> str:
        return f"PerReplica of {self.value!r}"


def _spec_of(value: Any) -> Any:
    spec = getattr(value, "_type_spec", None)
    if spec is not None:
        return spec
    from graphwright.base.spec import TensorSpec

    tensor = value if isinstance(value, Tensor) else to_tensor(value)
    return TensorSpec(tensor.shape, tensor.dtype)


class PerReplicaSpec(TypeSpec):
    """The type of a `PerReplica`: those of its values."""

    __slots__ = ("_value_specs",)

    def __init__(self, *value_specs: Any) -> None:
        self._value_specs = tuple(value_specs)

    @property
    def value_type(self) -> type:
        """The class `PerReplica`."""
        return PerReplica

    def _serialize(self) -> tuple[Any, ...]:
        return self._value_specs

    @property
    def _component_specs(self) -> Any:
        return self._value_specs

    def _to_components(self, value: Any) -> Any:
        return tuple(value.values)

    def _from_components(self, components: Any) -> PerReplica:
        return PerReplica(components)


def regrouped(structures: Sequence[Any]) -> Any:
    """One structure of per-replica values out of a structure for each replica."""
    return nest.map_structure(lambda *each: None if each[0] is None else PerReplica(each), *structures)


def select(replica: int, structure: Any) -> Any:
    """The part of a structure that one replica of this process sees."""
    return nest.map_structure(
        lambda value: value.values[replica] if isinstance(value, DistributedValues) else value, structure
    )


class DistributedDataset:
    """A dataset whose elements have a part for each replica; see `Strategy.experimental_distribute_dataset`.

    >>> isinstance(tf.data.Dataset.range(1), tf.distribute.DistributedDataset)
    False
    """


class DistributedIterator:
    """An iterator whose elements have a part for each replica.

    >>> isinstance(iter(tf.data.Dataset.range(1)), tf.distribute.DistributedIterator)
    False
    """
