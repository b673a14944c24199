"""`XlaDevice`: a device of jax as one of the program's, with its buffers, its variables and the ops that run there."""

from __future__ import annotations

import os
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import jax
import numpy as np
from jax.sharding import Sharding, SingleDeviceSharding

from graphwright.base import errors
from graphwright.base.dtypes import from_numpy
from graphwright.base.forks import renewed_after_fork
from graphwright.core.device_tensor import DeviceTensor, DeviceVariableState
from graphwright.core.placement import Device
from graphwright.core.tensor import Array, EagerTensor
from graphwright.core.variable_state import VariableState
from graphwright.ir.record import OpRecord
from graphwright.ir.types import TensorType, tensor_type
from graphwright.runtime.xla import backend
from graphwright.runtime.xla.emitter import DTYPES
from graphwright.runtime.xla.executor import DeviceExecutor


class XlaDevice(Device):
    """A device of jax.

    Attributes:
      jax_device: jax's object for it.
      lock: held while a program uses variables of the device, of which it may take the buffers over.
      executor: makes programs that run here and leave their results here.
    """

    def __init__(self, jax_device: Any, device_type: str, index: int) -> None:
        super().__init__(device_type, index)
        self.jax_device = jax_device
        self.lock = renewed_after_fork(threading.RLock())
        self.executor = DeviceExecutor(self)
        self._seen, self._peak_before = 0, -1 if jax_device.memory_stats() else 0
        self._sharding: Sharding = SingleDeviceSharding(jax_device)
        self._eager: Any = None

    # values ------------------------------------------------------------------------------------------------

    def holds(self, dtype_name: str) -> bool:
        return dtype_name in DTYPES

    def put(self, array: Array) -> Any:
        try:
            if array.dtype.itemsize < 8:
                buffer = jax.device_put(array, self._sharding)
            else:
                with backend.settings():  # else jax makes 32 bits of 64
                    buffer = jax.device_put(array, self._sharding)
        except jax.errors.JaxRuntimeError as error:
            raise no_memory(error, f"a tensor of {tensor_type(from_numpy(array.dtype), array.shape)!r}", self) from None
        self.transfers.note_to_device(array.nbytes)
        return buffer

    def fetch(self, buffer: Any) -> Array:
        try:
            array = np.array(buffer)  # what jax gives may be the buffer itself
        except jax.errors.JaxRuntimeError as error:  # of the program that makes it
            raise no_memory(error, "the program of a tensor", self) from None
        array.flags.writeable = False
        self.transfers.note_to_host(array.nbytes)
        return array

    def moved(self, buffer: Any) -> Any:
        if self.has(buffer):
            return buffer
        with backend.settings():
            return jax.device_put(buffer, self._sharding)

    def has(self, buffer: Any) -> bool:
        """Whether a buffer of jax is on this device alone."""
        found: bool = buffer.sharding.device_set == self._sharding.device_set
        return found

    def abstract(self, dtype: Any, shape: tuple[int, ...], sharding: Any = None) -> Any:
        """What stands for a buffer of this device while a function is compiled."""
        return jax.ShapeDtypeStruct(shape, dtype, sharding=self._sharding)

    def state(self, type_: TensorType, name: str) -> DeviceVariableState:
        return DeviceVariableState(type_, name, self)

    def variable(self, state: VariableState) -> DeviceVariableState:
        found = self.state(state.type, state.name)
        if state.array is not None:
            found.array = state.array
        return found

    def tensor(self, payload: Any, type_: TensorType | None = None) -> EagerTensor:
        """A result of a program as a tensor: on this device, unless a device has none of its dtype."""
        if isinstance(payload, np.ndarray) and payload.dtype.kind != "O":
            payload = self.put(payload)
        elif not isinstance(payload, jax.Array):
            assert type_ is not None
            return EagerTensor(payload, type_ if type_.is_static else _type_of(payload, type_))
        if type_ is None or not type_.is_static:
            type_ = tensor_type(from_numpy(np.dtype(payload.dtype)), tuple(payload.shape))
        return DeviceTensor(payload, type_, self)

    # figures -----------------------------------------------------------------------------------------------

    def memory(self) -> dict[str, int]:
        current, peak = self._bytes()
        # jax cannot forget the most so far: since a reset it counts where it has been exceeded
        self._seen = max(self._seen, current)
        return {"current": current, "peak": peak if peak > self._peak_before else self._seen}

    def reset_memory(self) -> None:
        self._seen, self._peak_before = self._bytes()

    def _bytes(self) -> tuple[int, int]:
        stats = self.jax_device.memory_stats()
        if stats is not None:
            return stats["bytes_in_use"], stats["peak_bytes_in_use"]
        return sum(a.nbytes for a in jax.live_arrays(self.jax_device.platform) if self.has(a)), 0

    def check_room(self, needed: int) -> None:
        """Raise OutOfMemoryError for a program that needs more bytes than the device has."""
        stats = self.jax_device.memory_stats() or {}
        limit = stats.get("bytes_limit") or os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
        if needed > limit:
            raise errors.OutOfMemoryError(
                f"A program needs {needed:,} bytes ({needed / (1 << 30):.3g} GiB) of memory on {self.name}, which has "
                f"{limit:,} ({limit / (1 << 30):.3g} GiB)."
            )

    # operations --------------------------------------------------------------------------------------------

    def apply(
        self, record: OpRecord, inputs: Sequence[EagerTensor], attrs: Mapping[str, Any]
    ) -> tuple[list[EagerTensor], dict[str, Any]]:
        if self._eager is None:
            from graphwright.runtime.xla.eager import EagerOps

            self._eager = EagerOps(self)
        found: tuple[list[EagerTensor], dict[str, Any]] = self._eager.apply(record, inputs, attrs)
        return found


def _type_of(payload: Any, type_: TensorType) -> TensorType:
    return tensor_type(type_.dtype, getattr(payload, "shape", ()))


def no_memory(error: Exception, what: str, device: Device, note: str = "") -> Exception:
    """The error of this package, with a note, for one about memory, jax's or ours; any other one as it is."""
    text = str(error)
    if isinstance(error, errors.OutOfMemoryError):
        return errors.with_note(error, note) if note else error
    if "RESOURCE_EXHAUSTED" not in text and "out of memory" not in text.lower():
        return error
    first = text.splitlines()[0]
    found = errors.OutOfMemoryError(f"There is not enough memory for {what} on {device.name}: {first}")
    return errors.with_note(found, note) if note else found
