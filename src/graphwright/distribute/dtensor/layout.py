"""`Layout`: for each dimension of a tensor the dimension of a mesh that it is sharded over."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Sequence
from typing import Any, Final

from graphwright.base.shape import TensorShape
from graphwright.core.placement import LayoutError
from graphwright.distribute.dtensor.mesh import Mesh

UNSHARDED: Final = "unsharded"
"""For a dimension that every device has whole."""
MATCH: Final = "match"
"""For a dimension whose sharding `relayout` leaves as it is."""


class LayoutType(enum.Enum):
    """What kind of layout it is.

    >>> tf.experimental.dtensor.Layout.from_device("CPU:0").type.name
    'SINGLE_DEVICE'
    """

    STATIC = 1
    PARTED = 2
    SINGLE_DEVICE = 3


class Layout:
    """How a tensor is sharded over a mesh.

    Args:
      sharding_specs: for each dimension of the tensor the name of a dimension of the mesh, or `UNSHARDED`.
      mesh: the mesh.

    Raises ValueError for a name that the mesh has not, and for one that is there twice.

    >>> mesh = tf.experimental.dtensor.Mesh(["x"], [0, 1], [0, 1], ["CPU:0", "CPU:1"])
    >>> layout = tf.experimental.dtensor.Layout(["x", tf.experimental.dtensor.UNSHARDED], mesh)
    >>> layout.rank, layout.num_shards(0), layout.is_fully_replicated()
    (2, 2, False)
    """

    def __init__(self, sharding_specs: Sequence[str], mesh: Mesh) -> None:
        if not isinstance(mesh, Mesh):
            raise TypeError(f"A layout needs a Mesh, got {mesh!r}.")
        for name in sharding_specs:
            if name not in (UNSHARDED, MATCH) and not mesh.contains_dim(name):
                raise ValueError(
                    f"{name}: A dimension sharding must either be a valid mesh dimension or UNSHARDED. The mesh has "
                    f"{mesh.dim_names}."
                )
        used = [name for name in sharding_specs if name not in (UNSHARDED, MATCH)]
        for name in used:
            if used.count(name) > 1:
                raise ValueError(
                    f"Mesh dimension {name} was repeated in sharding specification {list(sharding_specs)}. Mesh "
                    "dimensions must be unique in a layout."
                )
        self._specs, self._mesh, self._type = list(sharding_specs), mesh, LayoutType.STATIC

    # making ------------------------------------------------------------------------------------------------

    @classmethod
    def replicated(cls, mesh: Mesh, rank: int) -> Layout:
        """The layout of a tensor that every device has whole."""
        _check_rank(rank, 0)
        return cls([UNSHARDED] * rank, mesh)

    @classmethod
    def batch_sharded(cls, mesh: Mesh, batch_dim: str, rank: int, axis: int = 0) -> Layout:
        """The layout that is sharded along one axis, the first by default, over a dimension of the mesh."""
        _check_rank(rank, 1)
        if not 0 <= axis < rank:
            raise ValueError(f"The axis {axis} is none of a tensor of rank {rank}.")
        return cls([batch_dim if i == axis else UNSHARDED for i in range(rank)], mesh)

    @classmethod
    def inner_sharded(cls, mesh: Mesh, inner_dim: str, rank: int) -> Layout:
        """The layout that is sharded along the last axis over a dimension of the mesh."""
        return cls.batch_sharded(mesh, inner_dim, rank, rank - 1)

    @classmethod
    def from_single_device_mesh(cls, mesh: Mesh) -> Layout:
        """The layout on the mesh of one device alone."""
        if not mesh.is_single_device():
            raise ValueError(f"{mesh!r} is not the mesh of one device alone: see `Mesh.from_device`.")
        layout = cls([], mesh)
        layout._type = LayoutType.SINGLE_DEVICE
        return layout

    @classmethod
    def from_device(cls, device: str) -> Layout:
        """The layout on one device alone."""
        return cls.from_single_device_mesh(Mesh.from_device(device))

    @classmethod
    def from_string(cls, layout_str: str) -> Layout:
        """The layout that `to_string` wrote; ValueError for other texts."""
        specs, found, mesh = layout_str.partition(" mesh:")
        head, _, names = specs.partition(":")
        if not found or head not in ("sharding_specs", "parted", "maximal"):
            raise ValueError(f"{layout_str!r} is no text of a layout.")
        if head == "maximal":
            return cls.from_single_device_mesh(Mesh.from_string(mesh))
        layout = cls([name for name in names.split(",") if name], Mesh.from_string(mesh))
        return layout.to_parted() if head == "parted" else layout

    def delete(self, dims: Sequence[int]) -> Layout:
        """The layout without some dimensions of the tensor."""
        gone = {d % self.rank for d in dims}
        return Layout([name for i, name in enumerate(self._specs) if i not in gone], self._mesh)

    def to_parted(self) -> Layout:
        """The same specs in a layout of type PARTED."""
        layout = Layout(self._specs, self._mesh)
        layout._type = LayoutType.PARTED
        return layout

    # looking -----------------------------------------------------------------------------------------------

    @property
    def sharding_specs(self) -> list[str]:
        """For each dimension of the tensor the name of a dimension of the mesh, or `UNSHARDED`."""
        return list(self._specs)

    @property
    def mesh(self) -> Mesh:
        """The mesh."""
        return self._mesh

    @property
    def rank(self) -> int:
        """The number of dimensions of the tensor."""
        return len(self._specs)

    @property
    def shape(self) -> list[int]:
        """The shape of the mesh."""
        return self._mesh.shape()

    @property
    def type(self) -> LayoutType:
        """The type: STATIC, PARTED or SINGLE_DEVICE."""
        return self._type

    def num_shards(self, idx: int) -> int:
        """Into how many parts a dimension of the tensor is cut."""
        name = self._specs[idx]
        return 1 if name in (UNSHARDED, MATCH) else self._mesh.dim_size(name)

    def is_fully_replicated(self) -> bool:
        """Whether every device has the whole tensor."""
        return all(self.num_shards(i) == 1 for i in range(self.rank))

    def is_batch_parallel(self) -> bool:
        """Whether no dimension but the first is sharded."""
        return all(self.num_shards(i) == 1 for i in range(1, self.rank))

    def is_single_device(self) -> bool:
        """Whether it is on the mesh of one device alone."""
        return self._mesh.is_single_device()

    def local_shape_from_global_shape(self, global_shape: Any) -> tuple[int, ...]:
        """The shape of a device's part of a tensor."""
        return tuple(size // self.num_shards(i) for i, size in enumerate(_sizes(global_shape)))

    def global_shape_from_local_shape(self, local_shape: Any) -> tuple[int, ...]:
        """The shape of the tensor of which a device has a part."""
        return tuple(size * self.num_shards(i) for i, size in enumerate(_sizes(local_shape)))

    def offset_to_shard(self) -> list[tuple[int, ...]]:
        """For each device of the mesh the number of its part in each dimension of the tensor."""
        places = itertools.product(*(range(size) for size in self._mesh.shape()))
        return [
            tuple(0 if self.num_shards(i) == 1 else place[self._mesh.dim_names.index(name)]
                  for i, name in enumerate(self._specs))
            for place in places
        ]  # fmt: skip

    def offset_tuple_to_global_index(self, offset_tuple: Sequence[int]) -> int:
        """The number of a part of the tensor, counted over its dimensions, from its number in each."""
        index = 0
        for i, offset in enumerate(offset_tuple):
            index = index * self.num_shards(i) + offset
        return index

    def to_string(self) -> str:
        """All of it as a text."""
        if self._type is LayoutType.SINGLE_DEVICE:
            return f"maximal:true, mesh:{self._mesh.to_string()}"
        head = "parted" if self._type is LayoutType.PARTED else "sharding_specs"
        return f"{head}:{''.join(f'{name},' for name in self._specs)} mesh:{self._mesh.to_string()}"

    def __repr__(self) -> str:
        return f"Layout.from_string({self.to_string()})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self.to_string() == other.to_string()

    def __hash__(self) -> int:
        return hash(self.to_string())


def _sizes(shape: Any) -> list[int]:
    sizes = TensorShape(shape).as_list()
    if None in sizes:
        raise ValueError(f"All sizes of a shape are needed: {shape}.")
    return [size for size in sizes if size is not None]


def _check_rank(rank: int, least: int) -> None:
    if rank < least:
        raise ValueError(f"A tensor of rank {rank} has no such layout: the rank is at least {least}.")


def check_fits(layout: Layout, shape: TensorShape) -> None:
    """Raise LayoutError for a tensor of this shape, as far as it is known, that cannot have the layout.

    A layout that shards nothing fits all tensors.
    """
    rank = shape.rank
    if rank is None or (layout.is_fully_replicated() and MATCH not in layout.sharding_specs):
        return
    if rank != layout.rank:
        raise LayoutError(
            f"The layout has {layout.rank} dimensions, {layout.sharding_specs}, and the tensor {rank}, of shape "
            f"{shape}."
        )
    for i, size in enumerate(shape.as_list()):
        if size is not None and size % layout.num_shards(i):
            raise LayoutError(
                f"Dimension {i} of a tensor of shape {shape} cannot be cut into {layout.num_shards(i)} equal parts, as "
                f"the layout {layout.sharding_specs} over a mesh of {layout.mesh.dim_names} = {layout.mesh.shape()} "
                "asks."
            )
