"""Groups of replicas: which devices they run on, and how they exchange values."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Sequence
from typing import Any

from graphwright.base import errors
from graphwright.core.device_spec import DeviceSpec

_groups: weakref.WeakValueDictionary[str, ReplicaGroup] = weakref.WeakValueDictionary()
_serial = itertools.count()


class ReplicaGroup:
    """The replicas of a strategy.

    Args:
      devices: the names of this process's devices, one for each of its replicas.
      processes: the processes of a cluster; None for one process alone.
    """

    def __init__(self, devices: Sequence[str], processes: Any = None) -> None:
        self.devices, self.processes = tuple(devices), processes
        self.name = f"replicas_{next(_serial)}"
        self._mesh: Any = None
        _groups[self.name] = self

    @property
    def local_replicas(self) -> int:
        """How many replicas this process runs."""
        return len(self.devices)

    @property
    def size(self) -> int:
        """How many replicas there are in all processes."""
        return self.local_replicas * (1 if self.processes is None else self.processes.count)

    @property
    def local_ids(self) -> range:
        """The numbers of this process's replicas among all."""
        first = 0 if self.processes is None else self.processes.index * self.local_replicas
        return range(first, first + self.local_replicas)

    def mesh(self) -> Any:
        """The devices as a mesh of jax; None without jax."""
        if self._mesh is None:
            from graphwright.runtime.xla import backend

            if backend.missing():
                return None
            from graphwright.runtime.xla.mesh import ReplicaMesh, local_devices

            self._mesh = ReplicaMesh(local_devices(self.devices), self.processes)
        return self._mesh

    def gather_from_processes(self, arrays: list[Any]) -> list[Any]:
        """The arrays of the replicas of all processes, in order."""
        return arrays if self.processes is None else self.processes.gather(arrays)


def group_named(name: str) -> ReplicaGroup:
    """The group of this name, which lives as long as its strategy."""
    found = _groups.get(name)
    if found is None:
        raise errors.FailedPreconditionError(
            f"The strategy that this function was traced for ({name}) is gone: keep it as long as the function runs."
        )
    return found


def canonical(device: str) -> str:
    """The full name of a device of this process; ValueError for what names no device."""
    spec = DeviceSpec.from_string(device if device.startswith("/") else f"/device:{device}")
    if spec.device_type is None:
        raise ValueError(f"'{device}' names no device: write 'CPU:0' or 'GPU:1'.")
    return f"/job:localhost/replica:0/task:0/device:{spec.device_type.upper()}:{spec.device_index or 0}"
