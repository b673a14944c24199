"""`Mesh`: devices in a grid whose dimensions have names."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from graphwright.core.device_spec import DeviceSpec


class MeshDimension(NamedTuple):
    """A dimension of a mesh.

    >>> tf.experimental.dtensor.create_mesh([("batch", 1)], devices=["CPU:0"])["batch"].size
    1
    """

    name: str
    size: int


class Mesh:
    """Devices in a grid, over which tensors are sharded.

    Args:
      dim_names: the names of its dimensions.
      global_device_ids: the numbers of all devices, in the shape of the grid.
      local_device_ids: the numbers of this process's devices.
      local_devices: their names, or specs.
      mesh_name: a name of its own.
      global_devices: the names of the devices of all processes; None where these are this one's.
      use_xla_spmd: accepted, without effect: XLA always partitions the programs.

    Raises ValueError for names and numbers that do not fit.

    `tf.experimental.dtensor.create_mesh` is the shorter way.

    >>> mesh = tf.experimental.dtensor.Mesh(["x"], [0, 1], [0, 1], ["CPU:0", "CPU:1"])
    >>> mesh.dim_size("x"), mesh.device_type()
    (2, 'CPU')
    """

    def __init__(
        self, dim_names: Sequence[str], global_device_ids: Any, local_device_ids: Sequence[int],
        local_devices: Sequence[Any], mesh_name: str = "", global_devices: Sequence[Any] | None = None,
        use_xla_spmd: bool = False,
    ) -> None:  # fmt: skip
        ids = np.asarray(global_device_ids)
        if ids.ndim != len(dim_names):
            raise ValueError(
                f"The mesh has {len(dim_names)} names of dimensions, {list(dim_names)}, and numbers of devices in "
                f"{ids.ndim} dimensions, of shape {ids.shape}."
            )
        if len(set(dim_names)) < len(dim_names):
            raise ValueError(f"The names of a mesh's dimensions must differ: {list(dim_names)}.")
        if len(local_device_ids) != len(local_devices):
            raise ValueError(
                f"The mesh has {len(local_device_ids)} numbers of local devices, and {len(local_devices)} local "
                "devices."
            )
        self._dim_names, self._ids = [str(name) for name in dim_names], ids
        self._local_ids = [int(i) for i in local_device_ids]
        self._devices = [full_name(device) for device in local_devices]
        self._name, self._spmd = mesh_name, use_xla_spmd
        self._global_devices = [full_name(device) for device in global_devices or ()]
        if len({device_type_of(name) for name in self._devices}) > 1:
            raise ValueError(
                f"Devices containing multiple device_types : {sorted({device_type_of(name) for name in self._devices})}"
            )
        self._single = ""

    @classmethod
    def from_device(cls, device: str) -> Mesh:
        """The mesh of one device alone, by its name."""
        mesh = cls([], np.array(0), [0], [device])
        mesh._single = full_name(device)
        return mesh

    @classmethod
    def from_string(cls, mesh_str: str) -> Mesh:
        """The mesh that `to_string` wrote; ValueError for other texts."""
        parts = mesh_str.split("|")
        try:
            if len(parts) == 1:
                return cls.from_device(mesh_str)
            name, dims, everywhere, local, devices, *_ = parts
            sizes = [part.split("=") for part in dims.split(",")]
            ids = np.array([int(i) for i in everywhere.split(",")]).reshape([int(size) for _, size in sizes])
            return cls([n for n, _ in sizes], ids, [int(i) for i in local.split(",")], devices.split(","), name)
        except (ValueError, IndexError) as error:
            raise ValueError(f"{mesh_str!r} is no text of a mesh: {error}") from None

    # looking -----------------------------------------------------------------------------------------------

    @property
    def dim_names(self) -> list[str]:
        """The names of the dimensions."""
        return list(self._dim_names)

    @property
    def name(self) -> str:
        """The mesh's own name."""
        return self._name

    @property
    def size(self) -> int:
        """How many devices it has."""
        return int(self._ids.size)

    @property
    def strides(self) -> list[int]:
        """For each dimension how many devices there are from one step to the next."""
        shape = self.shape()
        return [int(np.prod(shape[i + 1 :])) for i in range(len(shape))]

    @property
    def single_device(self) -> str:
        """The device of a mesh of one device alone; empty for others."""
        return self._single

    def shape(self) -> list[int]:
        """The sizes of the dimensions."""
        return [int(size) for size in self._ids.shape]

    def dim_size(self, dim_name: str) -> int:
        """The size of a dimension; ValueError for one that is not there."""
        if dim_name not in self._dim_names:
            raise ValueError(
                f"Dimension {dim_name} does not exist in mesh. Available dimensions: {','.join(self._dim_names)}"
            )
        return self.shape()[self._dim_names.index(dim_name)]

    def contains_dim(self, dim_name: str) -> bool:
        """Whether there is a dimension of this name."""
        return dim_name in self._dim_names

    def __getitem__(self, dim_name: str) -> MeshDimension:
        return MeshDimension(dim_name, self.dim_size(dim_name))

    def __contains__(self, dim_name: object) -> bool:
        return dim_name in self._dim_names

    # devices -----------------------------------------------------------------------------------------------

    def device_type(self) -> str:
        """The type of its devices, in capitals."""
        return device_type_of(self._devices[0])

    def local_devices(self) -> list[str]:
        """The names of this process's devices."""
        return list(self._devices)

    def local_device_ids(self) -> list[int]:
        """The numbers of this process's devices."""
        return list(self._local_ids)

    def num_local_devices(self) -> int:
        """How many of its devices this process has."""
        return len(self._local_ids)

    def global_device_ids(self) -> Any:
        """The numbers of all devices, in the shape of the grid."""
        return self._ids.copy()

    def global_devices(self) -> list[str]:
        """The names of the devices of all processes, where they were passed."""
        return list(self._global_devices)

    def min_global_device_id(self) -> int:
        """The smallest number of a device."""
        return int(self._ids.min())

    def is_remote(self) -> bool:
        """Whether this process has none of the devices."""
        return not self._local_ids and bool(self._ids.size)

    def is_single_device(self) -> bool:
        """Whether it was made by `from_device`."""
        return bool(self._single)

    def use_xla_spmd(self) -> bool:
        """What it was created with."""
        return self._spmd

    def host_mesh(self) -> Mesh:
        """The same grid of processors."""
        if self.device_type() == "CPU":
            return self
        names = [DeviceSpec.from_string(name) for name in self._devices]
        hosts = [spec.replace(device_type="CPU", device_index=i).to_string() for i, spec in enumerate(names)]
        return Mesh(self._dim_names, self._ids, self._local_ids, hosts, self._name)

    # coordinates -------------------------------------------------------------------------------------------

    def unravel_index(self) -> dict[int, dict[str, int]]:
        """For each number of a device, counted over the grid, its place in each dimension."""
        places = itertools.product(*(range(size) for size in self.shape()))
        return {i: dict(zip(self._dim_names, place, strict=True)) for i, place in enumerate(places)}

    def device_location(self, device_id: int) -> list[int]:
        """The place of a device in each dimension; ValueError for a number that is not there."""
        found = np.argwhere(self._ids == device_id)
        if not len(found):
            raise ValueError(f"The mesh has no device of number {device_id}: they are {self._ids.tolist()}.")
        return [int(i) for i in found[0]]

    def local_device_locations(self) -> list[dict[str, int]]:
        """The places of this process's devices."""
        return [dict(zip(self._dim_names, self.device_location(i), strict=True)) for i in self._local_ids]

    def coords(self, device_idx: int) -> Any:
        """The place of a device in each dimension, by its number in the grid: int32."""
        from graphwright.core.convert import to_tensor

        return to_tensor(np.array(np.unravel_index(device_idx, self.shape()), np.int32))

    # text and comparison -----------------------------------------------------------------------------------

    def to_string(self) -> str:
        """All of it as a text: name, dimensions, numbers of all devices and of the local ones, their names."""
        if self._single:
            return self._single
        dims = ",".join(f"{name}={size}" for name, size in zip(self._dim_names, self.shape(), strict=True))
        local = ",".join(map(str, self._local_ids))
        return f"{self._name}|{dims}|{','.join(map(str, self._ids.ravel()))}|{local}|{','.join(self._devices)}"

    def __repr__(self) -> str:
        return f"Mesh.from_string({self.to_string()})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mesh) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())

    def _device(self) -> Any:
        """What tensors of this mesh are on."""
        from graphwright.runtime.xla.backend import require

        require()
        from graphwright.runtime.xla.mesh_device import device_of_mesh

        return device_of_mesh(self.to_string())


def full_name(device: Any) -> str:
    """The full name of a device of this process."""
    from graphwright.distribute.replicated.groups import canonical

    text = device.to_string() if hasattr(device, "to_string") else str(getattr(device, "name", device))
    return text if "/task:" in text else canonical(text)


def device_type_of(name: str) -> str:
    """The type of a device, in capitals."""
    return DeviceSpec.from_string(name).device_type or "CPU"
