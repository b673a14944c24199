"""Where tensors are and operations run: the scope that `tf.device` opens, and the interface of a device.

The host, "CPU:0", is where everything is and runs unless a program asks otherwise. Other devices are brought by an
executor (`runtime.xla.device`), which is loaded when a program first names one.
"""

from __future__ import annotations

import contextlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphwright.base import errors
from graphwright.base.services import DEVICES
from graphwright.core import context
from graphwright.core.context import add_slow_path_reason, state
from graphwright.core.device_spec import DeviceSpec
from graphwright.core.tensor import Array, EagerTensor

if TYPE_CHECKING:
    from graphwright.core.device_tensor import DeviceVariableState
    from graphwright.core.variable_state import VariableState
    from graphwright.ir.record import OpRecord
    from graphwright.ir.types import TensorType

PREFIX: Final = "/job:localhost/replica:0/task:0"
"""What stands before the name of a device of this process."""
HOST_TYPE: Final = "CPU"


class LayoutError(errors.InvalidArgumentError, errors.UnknownError):
    """Raised when a layout does not fit a tensor or a mesh: TensorFlow's compiler says `UnknownError`.

    >>> isinstance(LayoutError("3 rows over 2 devices"), tf.errors.UnknownError)
    True
    """


class Device(ABC):
    """A device other than the host: it has buffers of its own and runs operations on them.

    Attributes:
      device_type: "GPU", "TPU" or, for a virtual processor, "CPU".
      index: its number among the devices of its type.
      name: the full name, as `tensor.device` gives it.
      transfers: what has been moved between the host and this device so far.
    """

    def __init__(self, device_type: str, index: int) -> None:
        global _in_use
        _in_use = True
        self.device_type = device_type
        self.index = index
        self.name = f"{PREFIX}/device:{device_type}:{index}"
        self.transfers = Transfers()

    executor: Any
    """Compiles programs that run on the device."""

    @abstractmethod
    def put(self, array: Array) -> Any:
        """A buffer with the elements of an array."""

    @abstractmethod
    def fetch(self, buffer: Any) -> Array:
        """An array of its own with the elements of a buffer."""

    @abstractmethod
    def moved(self, buffer: Any) -> Any:
        """A buffer on this device with the elements of one on another device; the same one if it is here."""

    @abstractmethod
    def state(self, type_: TensorType, name: str) -> DeviceVariableState:
        """What holds the value of a new variable on this device."""

    @abstractmethod
    def variable(self, state: VariableState) -> VariableState:
        """A state like this one, whose value is on this device."""

    @abstractmethod
    def apply(
        self, record: OpRecord, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
    ) -> tuple[list[EagerTensor], dict[str, Any]]:
        """The outputs of an op, on this device where a device can have them, and its complete attributes.

        Inputs may be on the host or on other devices.
        """

    @abstractmethod
    def memory(self) -> dict[str, int]:
        """The bytes in use now, `current`, and the most so far, `peak`."""

    @abstractmethod
    def reset_memory(self) -> None:
        """Count the most from now on."""

    @abstractmethod
    def holds(self, dtype_name: str) -> bool:
        """Whether tensors of this dtype can be on the device; the others stay on the host."""

    def __repr__(self) -> str:
        return f"<device {self.name}>"


class Transfers:
    """Counts of what was moved between the host and a device.

    Attributes:
      to_device, to_host: how many arrays.
      bytes_to_device, bytes_to_host: how many bytes these had.
    """

    __slots__ = ("bytes_to_device", "bytes_to_host", "to_device", "to_host")

    def __init__(self) -> None:
        self.to_device = self.to_host = self.bytes_to_device = self.bytes_to_host = 0

    def note_to_device(self, size: int) -> None:
        """Count an array of so many bytes."""
        self.to_device += 1
        self.bytes_to_device += size

    def note_to_host(self, size: int) -> None:
        """Count an array of so many bytes."""
        self.to_host += 1
        self.bytes_to_host += size

    def add(self, counts: Sequence[int]) -> None:
        """Count more, in the order of `counts`."""
        self.to_device += counts[0]
        self.to_host += counts[1]
        self.bytes_to_device += counts[2]
        self.bytes_to_host += counts[3]

    def counts(self) -> tuple[int, int, int, int]:
        """The four numbers: arrays to the device and back, bytes to the device and back."""
        return self.to_device, self.to_host, self.bytes_to_device, self.bytes_to_host

    def __repr__(self) -> str:
        return (
            f"<transfers: {self.to_device} to the device ({self.bytes_to_device} bytes), {self.to_host} back "
            f"({self.bytes_to_host} bytes)>"
        )


HOST: Final = "host"
"""The scope of `with tf.device("CPU:0")`."""


@contextlib.contextmanager
def scope(spec: DeviceSpec | None) -> Iterator[None]:
    """Run the block's eager operations on a device; the parts that a name leaves out are those of the scope around.

    None: on the devices of their inputs, as outside of all scopes.
    """
    whole = None if spec is None else spec if state.device_spec is None else state.device_spec.make_merged_spec(spec)
    with scope_on(None if whole is None or whole.device_type is None else find(whole), whole):
        yield


@contextlib.contextmanager
def scope_on(device: Device | str | None, spec: DeviceSpec | None = None) -> Iterator[None]:
    """The same for a device that was found already."""
    outer = state.device, state.device_spec
    placing = isinstance(device, Device)
    if placing:
        # compiled entries know nothing of scopes, and the fast paths of operators neither
        context.placing_threads += 1
        add_slow_path_reason(1)
        state.scopes += 1
    try:
        state.device, state.device_spec = device, spec
        yield
    finally:
        state.device, state.device_spec = outer
        if placing:
            context.placing_threads -= 1
            add_slow_path_reason(-1)
            state.scopes -= 1


def find(spec: DeviceSpec) -> Device | str:
    """The device of a name, `HOST` for the processor.

    Raises InvalidArgumentError for one that is not there, unless placement is soft: then it is the host.
    """
    from graphwright.core.devices import check_there, get_soft_device_placement

    index = spec.device_index or 0
    if spec.device_type == HOST_TYPE and not index:
        return HOST
    device = DEVICES.get().device(spec.device_type or HOST_TYPE, index)
    if device is None:
        if not get_soft_device_placement():
            check_there(spec)
        return HOST
    found: Device = device
    return found


def devices_in_use() -> bool:
    """Whether the process has devices other than the host; a cheap pre-check."""
    return _in_use


_in_use = False


def device_for(tensors: Sequence[Any]) -> Device | None:
    """Where an operation on these runs: on the device of the scope, else on that of its first placed input.

    None: on the host.
    """
    chosen = state.device
    if chosen is not None:
        return None if chosen is HOST else chosen
    for tensor in tensors:
        if tensor.__class__ is not EagerTensor:
            device: Device | None = getattr(tensor, "_device", None)
            if device is not None:
                return device
    return None


def placed(tensor: EagerTensor, device: Device | None) -> EagerTensor:
    """The tensor on a device, None: on the host. What a device cannot have stays on the host."""
    from graphwright.core.device_tensor import DeviceTensor

    here = getattr(tensor, "_device", None)
    if here is device:
        return tensor
    if device is None:
        return EagerTensor(tensor._array, tensor._type)
    if not device.holds(tensor.dtype.name):
        return tensor
    if isinstance(tensor, DeviceTensor):
        return DeviceTensor(device.moved(tensor._buffer), tensor._type, device)
    return DeviceTensor(device.put(tensor._array), tensor._type, device)


def in_scope(tensor: Any) -> Any:
    """An eager tensor that was made on the host, where the scope wants it."""
    chosen = state.device
    return tensor if chosen is None or chosen is HOST or state.graph is not None else placed(tensor, chosen)


__all__ = [
    "HOST",
    "PREFIX",
    "Device",
    "LayoutError",
    "Transfers",
    "device_for",
    "find",
    "in_scope",
    "placed",
    "scope",
    "scope_on",
]
