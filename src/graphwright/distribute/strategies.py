"""The strategies that programs choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from graphwright.base import errors
from graphwright.distribute.replicated.groups import ReplicaGroup, canonical
from graphwright.distribute.strategy import Strategy

FEWEST_PROCESSORS: Final = 8
"""Virtual processors that jax is asked for at least: another strategy may have more replicas than the first."""


class OneDeviceStrategy(Strategy):
    """The strategy for one device.

    Args:
      device: its name.

    >>> int(tf.distribute.OneDeviceStrategy("/cpu:0").run(lambda: tf.constant(3)))
    3
    """

    def __init__(self, device: str) -> None:
        self._set_up(ReplicaGroup([canonical(device)]))


class MirroredStrategy(Strategy):
    """The strategy that keeps a copy of each variable on every device of this machine.

    A function that it runs is traced once and becomes one program over all devices, in which gradients are summed up by
    all-reduce. That needs the extra `xla`; without it replicas run one after the other on the processor, which gives
    the same results.

    Args:
      devices: their names; None for all GPUs, or the processors where there are none. Several processors are virtual
        ones: `tf.config.set_logical_device_configuration`.
      cross_device_ops: how values are combined; of no effect, as XLA chooses.

    Raises:
      ValueError: a name is no device's, or is there twice.
      InvalidArgumentError: there is no such device (when it is first used).

    >>> tf.distribute.MirroredStrategy(["CPU:0", "CPU:1"]).num_replicas_in_sync
    2
    """

    _mirrors = True

    def __init__(self, devices: Sequence[str] | None = None, cross_device_ops: Any = None) -> None:
        names = _named(devices)
        offer_processors(names)
        self._set_up(ReplicaGroup(names))


def offer_processors(names: Sequence[str]) -> None:
    """Have jax show as many virtual processors as are named, where nothing has started it yet."""
    numbers = [int(name.rpartition(":")[2]) for name in names if "/device:CPU:" in name]
    from graphwright.runtime.xla import backend

    if max(numbers, default=0) > 0 and not backend.missing():
        from graphwright.runtime.xla import devices

        devices.offer_processors(max(FEWEST_PROCESSORS, 1 + max(numbers)))


def _named(devices: Sequence[str] | None) -> list[str]:
    if devices is not None and not devices:
        raise ValueError("Got an empty `devices` list: name one device at least, or pass None for all of them.")
    names = [canonical(d) for d in (all_devices() if devices is None else devices)]
    if len(set(names)) < len(names):
        raise ValueError(f"A device is named twice in {', '.join(names)}.")
    return names


def all_devices() -> list[str]:
    """The names of all GPUs, or of the processors where there are none."""
    from graphwright.core.devices import list_logical_devices

    found = list_logical_devices("GPU") or list_logical_devices("CPU")
    return [device.name for device in found]


class TPUStrategy(Strategy):
    """The strategy for the TPUs that jax finds: as `MirroredStrategy` over them.

    Args:
      tpu_cluster_resolver: of no effect: jax knows the TPUs of this machine.

    Raises:
      FailedPreconditionError: jax is not installed.
      NotFoundError: it finds no TPU.

    >>> isinstance(tf.distribute.get_strategy(), tf.distribute.TPUStrategy)
    False
    """

    _mirrors = True

    def __init__(
        self,
        tpu_cluster_resolver: Any = None,
        experimental_device_assignment: Any = None,
        experimental_spmd_xla_partitioning: bool = False,
    ) -> None:
        from graphwright.runtime.xla import backend

        backend.require()
        from graphwright.runtime.xla.devices import jax_devices

        found = jax_devices("TPU")
        if not found:
            raise errors.NotFoundError("tf.distribute.TPUStrategy: jax finds no TPU on this machine.")
        self._set_up(ReplicaGroup([canonical(f"TPU:{i}") for i in range(len(found))]))


class CentralStorageStrategy(Strategy):
    """Variables at one place and replicas on all devices: a `MirroredStrategy`, of which variables have one copy.

    Args:
      compute_devices: the names of the devices; None for all.
      parameter_device: of no effect: the copy lives where it is used.

    >>> tf.distribute.experimental.CentralStorageStrategy(["CPU:0"]).num_replicas_in_sync
    1
    """

    _mirrors = True

    def __init__(self, compute_devices: Sequence[str] | None = None, parameter_device: str | None = None) -> None:
        names = _named(compute_devices)
        offer_processors(names)
        self._set_up(ReplicaGroup(names))


class ParameterServerStrategy(Strategy):
    """Training by workers that do not wait for each other: a class for `isinstance` only.

    Raises UnimplementedError: replicas here run in step, in one program. Use `MultiWorkerMirroredStrategy`.

    >>> isinstance(tf.distribute.get_strategy(), tf.distribute.ParameterServerStrategy)
    False
    """

    def __init__(self, cluster_resolver: Any, variable_partitioner: Any = None) -> None:
        raise errors.UnimplementedError(
            "tf.distribute.ParameterServerStrategy: replicas here run in step, in one program. Use "
            "tf.distribute.MultiWorkerMirroredStrategy, which needs no parameter servers."
        )
