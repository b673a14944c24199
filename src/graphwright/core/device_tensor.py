"""Values on devices: tensors whose elements are in a buffer of a device, and variables whose value is.

What asks for the array of one moves it to the host, and is counted; nothing else does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from graphwright.base import errors
from graphwright.core.tensor import Array, EagerTensor, Tensor
from graphwright.core.variable_state import VariableState
from graphwright.ir.types import TensorType, tensor_type

if TYPE_CHECKING:
    from graphwright.core.placement import Device


class DeviceTensor(EagerTensor):
    """An eager tensor in a buffer of a device.

    Compiled entries, and operators' fast paths, take plain `EagerTensor`s alone: by its class this one gets to the
    executor of its device.
    """

    __slots__ = ("_buffer", "_device", "_host")

    def __init__(self, buffer: Any, type: TensorType, device: Device) -> None:
        self._buffer = buffer
        self._type = type
        self._device = device
        self._host: Array | None = None

    @property
    def _array(self) -> Array:
        array = self._host
        if array is None:
            array = self._host = self._device.fetch(self._buffer)
        return array

    @property
    def device(self) -> str:
        """The device that holds the value."""
        return self._device.name

    backing_device = device

    def __jax_array__(self) -> Any:
        return self._buffer

    def __dlpack__(self, **options: Any) -> Any:
        return self._buffer.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        found: tuple[int, int] = self._buffer.__dlpack_device__()
        return found


def _general_operator(name: str) -> Callable[..., Any]:
    """An operator that is dispatched: the fast paths are for arrays of the host.

    Operators come to the classes when one is first used, so this looks for them then.
    """

    def operator(self: Any, *others: Any) -> Any:
        method = getattr(EagerTensor, name)
        return getattr(method, "general", method)(self, *others)

    return operator


def _use_general_operators() -> None:
    for name in Tensor.OVERLOADABLE_OPERATORS:
        setattr(DeviceTensor, name, _general_operator(name))


class DeviceHandle(EagerTensor):
    """The handle of a variable on a device; its `_array` is a `DeviceVariableState`."""

    __slots__ = ()

    @property
    def _device(self) -> Device:
        stored: DeviceVariableState = self._array
        return stored.device

    @property
    def device(self) -> str:
        """The device that holds the variable."""
        return self._device.name

    backing_device = device


class DeviceVariableState(VariableState):
    """The current value of a variable, in a buffer of a device.

    `buffer` may be handed over to a program that puts the next value in its memory, while nobody else refers to it;
    that is done under the device's lock (`runtime.xla.plan`).
    """

    __slots__ = ("_fetched", "buffer", "device")

    def __init__(self, type_: TensorType, name: str, device: Device) -> None:
        self.device = device
        self.buffer: Any = None
        self._fetched: tuple[Any, Array] | None = None
        super().__init__(type_, name)

    @property
    def array(self) -> Array | None:
        """The current value on the host."""
        buffer = self.buffer
        if buffer is None:
            return None
        known = self._fetched
        if known is None or known[0] is not buffer:
            known = self._fetched = (buffer, self.device.fetch(buffer))
        return known[1]

    @array.setter
    def array(self, array: Array | None) -> None:
        self.buffer = None if array is None else self._buffer_of(array)
        self._fetched = None

    def _buffer_of(self, array: Array) -> Any:
        return self.device.put(array)

    @property
    def shape(self) -> tuple[int, ...] | None:
        buffer = self.buffer
        return None if buffer is None else tuple(buffer.shape)

    def read_buffer(self) -> Any:
        """The buffer with the current value; FailedPreconditionError before the first assignment."""
        buffer = self.buffer
        return self.read() if buffer is None else buffer

    def put(self, buffer: Any) -> None:
        """Replace the value by what another buffer of the device has."""
        self.buffer = buffer
        self._fetched = None

    def forget_fetched(self) -> None:
        """Drop the copy on the host."""
        self._fetched = None

    def replace(self, old: Array, array: Array) -> bool:
        known = self._fetched
        if known is None or known[1] is not old or known[0] is not self.buffer:
            return False
        self.array = array
        return True

    def tensor(self) -> DeviceTensor:
        """The current value as a tensor on the device, without a copy."""
        buffer = self.read_buffer()
        return DeviceTensor(buffer, tensor_type(self.type.dtype, tuple(buffer.shape)), self.device)


def handle_on(device: Device, type_: TensorType, name: str, handle_type: TensorType, value: EagerTensor) -> EagerTensor:
    """The handle of a new variable on a device; one on the host for a dtype that the device does not have."""
    if not device.holds(type_.dtype.name):
        storage = VariableState(type_, name)
        storage.write(value._ndarray())
        return EagerTensor(storage, handle_type)
    state = device.state(type_, name)
    if isinstance(value, DeviceTensor):
        if not type_.shape.is_compatible_with(value.shape):
            raise errors.ShapeMismatchError(f"Cannot give variable {name} of shape {type_.shape} shape {value.shape}.")
        # the tensor keeps its buffer: the first update finds that it is shared, and leaves it alone
        state.put(device.moved(value._buffer))
    else:
        state.write(value._ndarray())
    return DeviceHandle(state, handle_type)


_use_general_operators()
__all__ = ["DeviceHandle", "DeviceTensor", "DeviceVariableState", "handle_on"]
