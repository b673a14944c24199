"""Where arrays are between the segments of a program: in NumPy arrays, or in buffers of a device."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from sys import getrefcount
from typing import TYPE_CHECKING, Any, Final

import jax
import jax.numpy as jnp
import numpy as np

from graphwright.core.device_tensor import DeviceVariableState
from graphwright.core.placement import Transfers
from graphwright.core.variable_state import VariableState
from graphwright.runtime.xla import backend

if TYPE_CHECKING:
    from graphwright.runtime.xla.device import XlaDevice

_OWN_REFERENCES: Final = 2  # of a variable, and of the call that counts


class HostMemory:
    """NumPy arrays, which jax moves to its default device for each segment, and back."""

    device: XlaDevice | None = None
    lenient = False
    """See `Block.lenient`: to look whether indices are in range takes a transfer in each call."""

    def argument(self, array: Any) -> Any:
        """An array as a compiled segment takes it."""
        return array

    def abstract(self, dtype: Any, shape: tuple[int, ...], sharding: Any = None) -> Any:
        """What stands for an array while a segment is compiled."""
        return jax.ShapeDtypeStruct(shape, dtype)

    def kept_as(self, array: Any, sharding: Any) -> Any:
        """A result, or a new value of a variable, while a segment is traced: with this sharding, None for any."""
        return array

    def padded(self, array: Any, count: int) -> Any:
        """An array with rows of zeros behind its own, so that there are so many."""
        return np.concatenate([array, np.zeros((count - array.shape[0], *array.shape[1:]), array.dtype)])

    def result(self, array: Any) -> Any:
        """A result of a segment as later operations take it."""
        return np.asarray(array)

    def fetch(self, array: Any) -> Any:
        """What operations that run by their kernels take of an array."""
        return array

    def value(self, variable: VariableState) -> Any:
        """The value of a variable as a segment takes it."""
        return variable.read()

    def write(self, variable: VariableState, array: Any) -> None:
        """Replace the value of a variable by a result of a segment."""
        with variable.lock:
            variable.write(np.array(array))

    def check_room(self, compiled: Any) -> None:
        """Raise ResourceExhaustedError for a segment that takes more memory than there is."""

    def donates(self, variable: VariableState) -> bool:
        """Whether a segment may put a variable's next value into the memory of its present one."""
        return False

    def exclusive(self, variable: Any) -> Any:
        """The value of a variable that a segment takes over."""
        raise NotImplementedError

    @contextlib.contextmanager
    def compiling(self) -> Iterator[None]:
        """The settings under which segments are traced and compiled."""
        with backend.settings():
            yield

    @contextlib.contextmanager
    def running(self, variables: bool) -> Iterator[None]:
        """The settings under which a segment runs, one that uses variables or not."""
        with jax.enable_x64(True):
            yield


class DeviceMemory(HostMemory):
    """Buffers of one device. What is elsewhere is moved there, and counted.

    Attributes:
      transfers: what the program has moved between host and device.
    """

    def __init__(self, device: XlaDevice) -> None:
        self.device: XlaDevice = device
        self.transfers = Transfers()
        self.lenient = device.device_type != "CPU"

    def argument(self, array: Any) -> Any:
        if isinstance(array, jax.Array):
            return self.device.moved(array)
        array = np.asarray(array)
        self.transfers.note_to_device(array.nbytes)
        return self.device.put(array)

    def padded(self, array: Any, count: int) -> Any:
        if not isinstance(array, jax.Array):
            return super().padded(array, count)
        with backend.settings():
            return jnp.pad(array, [(0, count - array.shape[0]), *[(0, 0)] * (array.ndim - 1)])

    def abstract(self, dtype: Any, shape: tuple[int, ...], sharding: Any = None) -> Any:
        return self.device.abstract(dtype, shape, sharding)

    def result(self, array: Any) -> Any:
        return array

    def value(self, variable: VariableState) -> Any:
        if isinstance(variable, DeviceVariableState):
            return self.device.moved(variable.read_buffer())
        return self.argument(variable.read())

    def write(self, variable: VariableState, array: Any) -> None:
        if isinstance(variable, DeviceVariableState):
            variable.put(array if variable.device is self.device else variable.device.moved(array))
            return
        with variable.lock:
            variable.write(self.fetch(array))

    def fetch(self, array: Any) -> Any:
        """A buffer as an array of the host."""
        if not isinstance(array, jax.Array):
            return array
        self.transfers.note_to_host(array.nbytes)
        return self.device.fetch(array)

    def check_room(self, compiled: Any) -> None:
        found = compiled.memory_analysis()
        needed = found.argument_size_in_bytes + found.output_size_in_bytes + found.temp_size_in_bytes
        self.device.check_room(needed - found.alias_size_in_bytes)

    def donates(self, variable: VariableState) -> bool:
        return (
            isinstance(variable, DeviceVariableState)
            and variable.device is self.device
            and variable.type.is_static
            and variable.buffer is not None
        )

    def exclusive(self, variable: DeviceVariableState) -> Any:
        """The buffer of a variable, or a copy where a tensor refers to it, too.

        Called under the device's lock, so that nobody begins to read the variable meanwhile.
        """
        variable.forget_fetched()
        if getrefcount(variable.buffer) > _OWN_REFERENCES:
            with backend.settings():
                return jnp.copy(variable.buffer)
        return variable.buffer

    @contextlib.contextmanager
    def compiling(self) -> Iterator[None]:
        with backend.settings(), jax.default_device(self.device.jax_device):
            yield

    @contextlib.contextmanager
    def running(self, variables: bool) -> Iterator[None]:
        if not variables:
            yield
            return
        with self.device.lock:
            yield
