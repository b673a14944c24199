"""Devices of jax as a mesh of replicas, and arrays on them."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Sequence
from typing import Any, Final

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from graphwright.base import errors
from graphwright.base.forks import renewed_after_fork
from graphwright.core.device_spec import DeviceSpec
from graphwright.core.mirrored_state import MirroredState
from graphwright.core.placement import Transfers
from graphwright.core.variable_state import VariableState
from graphwright.runtime.xla import devices

AXIS: Final = "replica"
"""The name of the axis along which replicas are counted."""


def local_devices(names: Sequence[str]) -> list[Any]:
    """Devices of this process by their full names.

    Raises:
      InvalidArgumentError: there is no such device.
    """
    parsed = [DeviceSpec.from_string(name) for name in names]
    return [
        _found(spec.device_type or "CPU", spec.device_index or 0, name)
        for spec, name in zip(parsed, names, strict=True)
    ]


def _found(kind: str, index: int, name: str) -> Any:
    there = devices.jax_devices(kind)
    if index < len(there):
        return there[index]
    more = (
        f" Virtual ones are made before jax is first used: by `tf.config.set_logical_device_configuration` with "
        f"{index + 1} of them, or by XLA_FLAGS=--xla_force_host_platform_device_count={index + 1} in the environment."
    )
    raise errors.InvalidArgumentError(
        f"There is no device '{name}': jax has {len(there)} of kind {kind} in this process.{more * (kind == 'CPU')}"
    )


def devices_everywhere(local: Sequence[Any], addresses: Sequence[str] = ()) -> list[Any]:
    """The devices of all processes that correspond to these of this one, process after process.

    Args:
      local: devices of this process.
      addresses: those of the processes, for the error.

    Raises:
      InvalidArgumentError: a process has fewer devices.
    """
    here = jax.local_devices(backend=local[0].platform)
    positions = [here.index(device) for device in local]
    found = []
    for process in range(jax.process_count()):
        theirs = [d for d in jax.devices(local[0].platform) if d.process_index == process]
        if len(theirs) <= max(positions):
            where = f" ({addresses[process]})" if addresses else ""
            raise errors.InvalidArgumentError(
                f"Process {process}{where} has {len(theirs)} devices of type {local[0].platform}, this one uses "
                f"{len(positions)}: give all processes as many."
            )
        found += [theirs[i] for i in positions]
    return found


class ReplicaMesh:
    """The devices of a group of replicas, of which this process has the local ones.

    Args:
      local: the devices of this process, one for each replica.
      processes: the processes of a cluster, which have as many each; None for one process alone.
    """

    def __init__(self, local: Sequence[Any], processes: Any = None) -> None:
        self.local = list(local)
        self.processes = processes
        everywhere = self.local if processes is None else processes.devices(self.local)
        self.mesh = Mesh(np.array(everywhere), (AXIS,))
        self.split = NamedSharding(self.mesh, PartitionSpec(AXIS))
        self.whole = NamedSharding(self.mesh, PartitionSpec())
        self.lock = renewed_after_fork(threading.RLock())
        """Held while a program takes over the memory of variables."""
        self.transfers = Transfers()
        """What has been moved between the host and the devices; a value for all of them counts once."""
        # what is on the devices of a variable, for as long as nobody writes it elsewhere
        self._kept: weakref.WeakKeyDictionary[VariableState, tuple[Any, Any]] = weakref.WeakKeyDictionary()

    @property
    def size(self) -> int:
        """How many replicas there are."""
        return int(self.mesh.size)

    def scattered(self, arrays: Sequence[Any]) -> Any:
        """One array whose first axis counts the replicas, of an array for each replica of this process."""
        for array in arrays:
            self.transfers.note_to_device(array.nbytes)
        parts = [jax.device_put(np.asarray(a)[None], d) for a, d in zip(arrays, self.local, strict=True)]
        shape = (self.size, *parts[0].shape[1:])
        return jax.make_array_from_single_device_arrays(shape, self.split, parts)

    def replicated(self, array: Any) -> Any:
        """The same array on all devices."""
        array = np.asarray(array)
        self.transfers.note_to_device(array.nbytes)
        parts = [jax.device_put(array, d) for d in self.local]
        return jax.make_array_from_single_device_arrays(array.shape, self.whole, parts)

    def local_parts(self, array: Any) -> list[np.ndarray[Any, Any]]:
        """What the replicas of this process have of a scattered array."""
        by_device = {shard.device: shard.data for shard in array.addressable_shards}
        parts = [np.asarray(by_device[d])[0] for d in self.local]
        for part in parts:
            self.transfers.note_to_host(part.nbytes)
        return parts

    def state(self, variable: VariableState) -> Any:
        """The value of a variable on all devices; nothing is moved where the last program left it there."""
        if isinstance(variable, MirroredState):
            if variable.placed is None or variable.placed.sharding != self.whole:
                variable.put(self.replicated(variable.read()))
            return variable.placed
        host = variable.read()
        kept = self._kept.get(variable)
        if kept is not None and kept[0] is host:
            return kept[1]
        placed = self.replicated(host)
        self._kept[variable] = (host, placed)
        return placed

    def store(self, variable: VariableState, array: Any) -> None:
        """Write a variable whose new value is on all devices."""
        if isinstance(variable, MirroredState):
            variable.put(array)
            return
        host = np.array(array.addressable_shards[0].data)
        self.transfers.note_to_host(host.nbytes)
        with variable.lock:
            variable.write(host)
        # the reference keeps compiled code of the processor from writing to this memory
        self._kept[variable] = (host, array)
