"""The devices that jax finds, by the names that programs use for them. jax is imported when the first is asked for."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

from graphwright.base.forks import renewed_after_fork
from graphwright.runtime.xla import backend

if TYPE_CHECKING:
    from graphwright.runtime.xla.device import XlaDevice

TYPES: Final = ("CPU", "GPU", "TPU")
_PREALLOCATE: Final = "XLA_PYTHON_CLIENT_PREALLOCATE"
_lock = renewed_after_fork(threading.RLock())
_found: dict[tuple[str, int], XlaDevice] = {}


def missing() -> str:
    """Why there are no devices but the host: jax is not installed; empty where it is."""
    return backend.missing()


def ask_for_processors(count: int) -> None:
    """Have jax show the processor as so many devices, as soon as it is started."""
    backend.processors = backend.Processors(count)


def offer_processors(count: int) -> None:
    """Have jax show the processor as so many devices at least, if it has not been started yet."""
    if count > backend.processors.wanted and backend.FORCED_COUNT not in os.environ.get("XLA_FLAGS", ""):
        with suppress(RuntimeError):  # it has been started
            backend.jax().config.update("jax_num_cpu_devices", count)
            backend.processors.wanted = count


def device(device_type: str, index: int) -> XlaDevice | None:
    """The device of this type and number; None where there is none, or it is the host."""
    from graphwright.core.devices import logical_place

    place = logical_place(device_type, index)
    if place is None or missing():
        return None
    with _lock:
        found = _found.get((device_type, index))
        if found is None:
            from graphwright.runtime.xla.device import XlaDevice

            found = _found[device_type, index] = XlaDevice(jax_devices(device_type)[place], device_type, index)
    return found


def device_of(buffer: Any) -> XlaDevice:
    """The device that holds a buffer of jax."""
    from graphwright.core.devices import list_logical_devices

    (holder,) = buffer.devices()
    kind = _TYPE_OF.get(holder.platform, holder.platform.upper())
    for number in range(len(list_logical_devices(kind))):
        found = device(kind, number)
        if found is not None and found.jax_device == holder:
            return found
    with _lock:  # a processor of jax's that is none of the program's
        from graphwright.runtime.xla.device import XlaDevice

        key = f"XLA_{kind}", int(holder.id)
        return _found.get(key) or _found.setdefault(key, XlaDevice(holder, *key))


_TYPE_OF: Final = {"cpu": "CPU", "gpu": "GPU", "cuda": "GPU", "rocm": "GPU", "tpu": "TPU"}


def shared(source: Any) -> Any:
    """A tensor over what an array of jax, or one on an accelerator, has in its memory; None for others."""
    from graphwright.core.device_tensor import DeviceTensor

    if isinstance(source, DeviceTensor):
        return source
    array = source
    if not _is_array(source):
        where = getattr(source, "__dlpack_device__", None)
        if where is None or int(where()[0]) == _DLPACK_CPU:
            return None
        array = backend.jax().dlpack.from_dlpack(source)
    if len(array.devices()) != 1 or not device_of(array).holds(array.dtype.name):
        return None
    return device_of(array).tensor(array)


def _is_array(source: Any) -> bool:
    """Whether it is an array of jax; jax is not imported to find out."""
    jax = sys.modules.get("jax")
    return jax is not None and isinstance(source, jax.Array) and not isinstance(source, jax.core.Tracer)


_DLPACK_CPU: Final = 1


def count(device_type: str) -> int:
    """How many devices of a type the machine has, beside the host."""
    return 0 if device_type == "CPU" or missing() else len(jax_devices(device_type))


def details(device_type: str, place: int) -> dict[str, Any]:
    """What jax knows of a device, by TensorFlow's names."""
    found = jax_devices(device_type)[place]
    capability = getattr(found, "compute_capability", None)
    known: dict[str, Any] = {"device_name": found.device_kind}
    if capability is not None:
        known["compute_capability"] = tuple(int(part) for part in str(capability).split("."))
    return known


def jax_devices(device_type: str) -> list[Any]:
    """The devices of jax of a type.

    Raises:
      RuntimeError: jax was started with fewer processors than were asked for.
    """
    jax = backend.jax()
    with _lock, _growing_memory():
        try:
            found: list[Any] = jax.local_devices(backend=device_type.lower())
        except RuntimeError:  # jax has none
            return []
    if device_type == "CPU" and len(found) < backend.processors.wanted:
        raise RuntimeError(
            f"jax was started with {len(found)} processors, and {backend.processors.wanted} were asked for: call "
            "tf.config.set_logical_device_configuration before anything that starts jax, and leave "
            f"--{backend.FORCED_COUNT} out of XLA_FLAGS, or set it to that number."
        )
    return found


@contextmanager
def _growing_memory() -> Iterator[None]:
    """Have jax take a GPU's memory as it is needed, where it is started here and the user says nothing else."""
    said = _PREALLOCATE in os.environ
    if not said:
        os.environ[_PREALLOCATE] = "false"
    try:
        yield
    finally:
        if not said:
            os.environ.pop(_PREALLOCATE, None)
