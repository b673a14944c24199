"""`MeshDevice`: the devices of a mesh as one device of the program, on which tensors are sharded.

What runs on it is one SPMD program: XLA partitions it after the layouts of the arguments and of `Relayout`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from graphwright.base import errors
from graphwright.base.dtypes import from_numpy
from graphwright.core.device_tensor import DeviceTensor, DeviceVariableState
from graphwright.core.op_inputs import complete_attrs
from graphwright.core.placement import PREFIX, LayoutError, placed
from graphwright.core.tensor import Array, EagerTensor
from graphwright.ir.infer import infer
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType, tensor_type
from graphwright.runtime.xla import backend
from graphwright.runtime.xla.device import XlaDevice, no_memory
from graphwright.runtime.xla.mesh import devices_everywhere, local_devices
from graphwright.runtime.xla.mesh_program import MeshExecutor

NAME: Final = f"{PREFIX}/device:CUSTOM:0"
"""What `tensor.device` says of tensors on a mesh."""
UNSHARDED: Final = "unsharded"
MATCH: Final = "match"
_MOST_BROADCAST: Final = 64  # elements of an integer tensor of the host that is copied to all devices by itself
_found: dict[str, MeshDevice] = {}
_lock = threading.Lock()


def device_of_mesh(text: str) -> MeshDevice:
    """The device for a mesh, by the text of it: `name|x=2,y=4|global ids|local ids|devices`.

    Raises:
      InvalidArgumentError: this process has no such devices, or another one has fewer.
      FailedPreconditionError: the mesh has devices of other processes, with which this one is not connected.
    """
    with _lock:
        found = _found.get(text)
        if found is None:
            _, dims, ids, local_ids, names = text.split("|") if "|" in text else ("", "x=1", "0", "0", text)
            sizes = {part.partition("=")[0]: int(part.partition("=")[2]) for part in dims.split(",")}
            local = local_devices(names.split(","))
            everywhere = local
            if len(ids.split(",")) > len(local):
                everywhere = _of_all_processes(
                    local, [int(i) for i in ids.split(",")], [*map(int, local_ids.split(","))]
                )
            grid = np.array(everywhere).reshape(tuple(sizes.values()))
            kind = names.rpartition("device:")[2].partition(":")[0]
            found = _found[text] = MeshDevice(Mesh(grid, tuple(sizes)), kind, text, local)
    return found


def _of_all_processes(local: Sequence[Any], ids: Sequence[int], local_ids: Sequence[int]) -> list[Any]:
    """The devices with these numbers, which are counted process after process."""
    if len(ids) != len(local) * jax.process_count():
        raise errors.FailedPreconditionError(
            f"The mesh has {len(ids)} devices, {len(local)} of them in this process, of {jax.process_count()} that are "
            "connected: call `tf.experimental.dtensor.initialize_accelerator_system` at the start of each process."
        )
    devices = devices_everywhere(local)
    found = [devices[i] for i in ids]
    if [devices[i] for i in local_ids] != list(local):
        raise errors.InvalidArgumentError(
            f"The mesh says that this process has the devices of numbers {list(local_ids)}: processes have theirs one "
            f"after the other, and this one is number {jax.process_index()}."
        )
    return found


def placement_of(layout: str) -> tuple[MeshDevice, tuple[str, ...]]:
    """The device of a layout, by the text of it, and for each dimension what it is sharded over."""
    specs, _, mesh = layout.partition(" mesh:")
    head, _, names = specs.partition(":")
    if head == "maximal":
        return device_of_mesh(mesh), ()
    return device_of_mesh(mesh), tuple(name for name in names.strip().split(",") if name)


def sharding_of(layout: str, current: Any = None) -> NamedSharding:
    """The sharding of jax for a layout. Dimensions that are to MATCH are left to XLA, or as in `current`."""
    device, specs = placement_of(layout)
    before = () if current is None else tuple(current.spec)
    parts: list[Any] = []
    for i, name in enumerate(specs):
        if name == MATCH:
            parts.append(PartitionSpec.UNCONSTRAINED if current is None else before[i] if i < len(before) else None)
        else:
            parts.append(None if name == UNSHARDED else name)
    return device.sharding(parts)


class MeshDevice(XlaDevice):
    """The devices of a mesh.

    Attributes:
      mesh: jax's object for it.
      local: the devices of this process, in the order of their names.
      text: what `tf.experimental.dtensor.Mesh.to_string` gives.
    """

    bounded: ClassVar[Callable[[Callable[[], Any], str], Any] | None] = None
    """Waits for what other processes have a part in, and raises where they do not come; None where there are none."""

    def __init__(self, mesh: Mesh, device_type: str, text: str, local: Sequence[Any]) -> None:
        super().__init__(local[0], device_type, 0)
        self.local = list(local)
        self.name = NAME
        self.mesh, self.text = mesh, text
        self.executor = MeshExecutor(self)
        self._sharding = self._whole = NamedSharding(mesh, PartitionSpec())

    # layouts -----------------------------------------------------------------------------------------------

    def sharding(self, parts: Sequence[Any]) -> NamedSharding:
        """The sharding with these names of dimensions of the mesh, or None, for the dimensions of a tensor."""
        parts = list(parts)
        while parts and parts[-1] is None:  # one spelling for each sharding
            parts.pop()
        return NamedSharding(self.mesh, PartitionSpec(*parts)) if parts else self._whole

    def specs(self, buffer: Any) -> list[str]:
        """What each dimension of a buffer is sharded over."""
        spec = tuple(buffer.sharding.spec)
        return [_one(spec[i]) or UNSHARDED if i < len(spec) else UNSHARDED for i in range(buffer.ndim)]

    def plain(self, buffer: Any) -> Any:
        """A buffer none of whose dimensions is sharded over two of the mesh: layouts have no word for that."""
        spec = tuple(buffer.sharding.spec)
        if not any(isinstance(part, tuple) for part in spec):
            return buffer
        return self.with_sharding(buffer, self.sharding([_one(part) for part in spec]))

    # values ------------------------------------------------------------------------------------------------

    def has(self, buffer: Any) -> bool:
        sharding = buffer.sharding
        return type(sharding) is NamedSharding and sharding.mesh == self.mesh

    def moved(self, buffer: Any) -> Any:
        if not self.has(buffer) and len(buffer.sharding.device_set) > 1:
            raise LayoutError(
                "Tensors of different meshes meet in one operation or function: they have to be on the same mesh. "
                "`tf.experimental.dtensor.relayout` with a layout of the other mesh moves one."
            )
        return buffer if self.has(buffer) else self.with_sharding(buffer, self._whole)

    def put(self, array: Array) -> Any:
        return self.with_sharding(array, self._whole)

    def fetch(self, buffer: Any) -> Array:
        if not buffer.is_fully_addressable and not buffer.is_fully_replicated:
            raise errors.UnimplementedError(
                "The value of a tensor that is sharded over several processes cannot be read by one of them: relayout "
                "it to `Layout.replicated` first, or use `tf.experimental.dtensor.unpack`."
            )
        if not buffer.is_fully_addressable and MeshDevice.bounded is not None:
            MeshDevice.bounded(buffer.block_until_ready, "the value of a tensor")
        return super().fetch(buffer)

    def abstract(self, dtype: Any, shape: tuple[int, ...], sharding: Any = None) -> Any:
        return jax.ShapeDtypeStruct(shape, dtype, sharding=sharding or self._whole)

    def state(self, type_: TensorType, name: str) -> DeviceVariableState:
        return MeshVariableState(type_, name, self)

    def with_sharding(self, array: Any, sharding: NamedSharding) -> Any:
        """A buffer with the elements of an array of the host, or of a buffer, each device having its part alone."""
        if isinstance(array, np.ndarray):
            self.transfers.note_to_device(array.nbytes)
        try:
            with backend.settings():
                return _placed(array, sharding)
        except jax.errors.JaxRuntimeError as error:
            what = f"a tensor of {tensor_type(from_numpy(np.dtype(array.dtype)), tuple(array.shape))!r}"
            raise no_memory(error, what, self) from None

    def tensor(self, payload: Any, type_: TensorType | None = None) -> EagerTensor:
        return super().tensor(self.plain(payload) if isinstance(payload, jax.Array) else payload, type_)

    # operations --------------------------------------------------------------------------------------------

    def apply(
        self, record: OpRecord, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
    ) -> tuple[list[EagerTensor], dict[str, Any]]:
        if record.name in ("Relayout", "RelayoutLike"):
            complete = complete_attrs(record, inputs, attrs)
            infer(record, inputs, [t._type for t in inputs], complete)  # refuses layouts that do not fit
            found = _relaid(inputs[0], attrs["layout"]) if record.name == "Relayout" else _relaid_like(*inputs)
            return [found], complete
        self.check_inputs(inputs, record.name)
        return super().apply(record, inputs, attrs)

    def check_inputs(self, inputs: Sequence[EagerTensor], user: str) -> None:
        """Raise UnimplementedError for tensors of the host that are not small: sharding them is for the program."""
        for number, tensor in enumerate(inputs):
            if tensor.__class__ is not EagerTensor:
                continue
            array: Any = tensor._array
            if type(array) is not np.ndarray or not array.ndim or not self.holds(tensor.dtype.name):
                continue
            if array.dtype.kind not in "iu" or array.size > _MOST_BROADCAST:
                raise errors.UnimplementedError(
                    f"The op/function {user} got a regular tensor for input {number} (shape {tensor.shape}) but was "
                    "expecting a DTensor: only scalars and small integer tensors are copied to a mesh by themselves. "
                    "Use `tf.experimental.dtensor.copy_to_mesh`."
                )


def _placed(array: Any, sharding: NamedSharding) -> Any:
    """The same with a sharding; over several processes each makes its own parts of what they all have."""
    if sharding.is_fully_addressable:
        return jax.device_put(array, sharding)
    if isinstance(array, jax.Array) and not array.is_fully_addressable:
        return jax.jit(lambda x: x, out_shardings=sharding)(array)  # all processes run it
    whole = np.asarray(array)
    return jax.make_array_from_callback(whole.shape, sharding, lambda index: whole[index])


def _one(part: Any) -> Any:
    """The dimension of the mesh, of one or several that jax has for a dimension of a tensor."""
    return (part[0] if part else None) if isinstance(part, tuple) else part


def _relaid(tensor: EagerTensor, layout: str) -> EagerTensor:
    buffer: Any = tensor._buffer if isinstance(tensor, DeviceTensor) else tensor._array
    current = getattr(buffer, "sharding", None)
    sharding = sharding_of(layout, current if isinstance(current, NamedSharding) else _REPLICATED)
    device = placement_of(layout)[0]
    if not device.holds(tensor.dtype.name):
        return tensor
    return DeviceTensor(device.with_sharding(buffer, sharding), tensor._type, device)


def _relaid_like(tensor: Any, like: Any) -> EagerTensor:
    device = getattr(like, "_device", None)
    if not isinstance(device, MeshDevice):
        return placed(tensor, device)
    parts = (list(like._buffer.sharding.spec) + [None] * tensor.shape.rank)[: tensor.shape.rank]
    buffer = tensor._buffer if isinstance(tensor, DeviceTensor) else tensor._array
    return DeviceTensor(device.with_sharding(buffer, device.sharding(parts)), tensor._type, device)


class _Replicated:
    spec = ()


_REPLICATED: Final = _Replicated()


class MeshVariableState(DeviceVariableState):
    """The value of a variable on a mesh: it keeps its layout, whatever is assigned."""

    __slots__ = ()

    def _buffer_of(self, array: Array) -> Any:
        return self._laid_out(array)

    def put(self, buffer: Any) -> None:
        super().put(self._laid_out(buffer))

    def _laid_out(self, value: Any) -> Any:
        device: Any = self.device
        before = self.buffer
        if before is None:
            return device.put(value) if isinstance(value, np.ndarray) else value
        same = isinstance(value, jax.Array) and value.sharding == before.sharding
        return value if same else device.with_sharding(value, before.sharding)
