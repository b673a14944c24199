"""`tf.config.experimental`: settings that programs make in their first lines, and figures of devices.

Memory grows as it is needed, and eager operations run when they are called, whatever is set.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NoReturn

from graphwright.base.errors import UnimplementedError
from graphwright.base.services import DEVICES
from graphwright.core.device_spec import DeviceSpec
from graphwright.core.devices import PhysicalDevice, check_known, list_physical_devices
from graphwright.core.placement import Device

_POLICIES = ("explicit", "warn", "silent", "silent_for_int32")


class _Settings:
    """What programs have set."""

    device_policy = "silent"
    synchronous = True
    tensor_float_32 = True
    memory_growth: ClassVar[dict[PhysicalDevice, bool]] = {}


class ClusterDeviceFilters:
    """Which devices of a cluster each task sees. There are no clusters; filters are kept for programs that set them.

    >>> filters = tf.config.experimental.ClusterDeviceFilters()
    >>> filters.set_device_filters("ps", 0, ["/job:worker"])
    """

    def __init__(self) -> None:
        self._filters: dict[tuple[str, int], list[str]] = {}

    def set_device_filters(self, job_name: str, task_index: int, device_filters: Iterable[str]) -> None:
        """Keep the filters of a task.

        Raises TypeError unless they are texts.
        """
        kept = list(device_filters)
        if not all(isinstance(text, str) for text in kept):
            raise TypeError(f"Device filters must be strings, got {kept!r}.")
        self._filters[job_name, task_index] = kept


def get_memory_growth(device: PhysicalDevice) -> bool:
    """Whether the memory of a GPU grows as it is needed: it does, unless `set_memory_growth` says otherwise.

    Raises ValueError for a device that is not there, KeyError for the CPU.

    >>> [tf.config.experimental.get_memory_growth(gpu) for gpu in tf.config.list_physical_devices("GPU")]
    []
    """
    check_known(device)
    if device.device_type == "CPU":
        raise KeyError(str(device))
    return _Settings.memory_growth.get(device, True)


def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Say whether the memory of a GPU grows as it is needed.

    It does in any case where this package starts jax; False is kept and of no effect. The environment variables of jax,
    such as XLA_PYTHON_CLIENT_PREALLOCATE, are followed.

    Raises ValueError for a device that is not there, and for the CPU.

    >>> for gpu in tf.config.list_physical_devices("GPU"):
    ...     tf.config.experimental.set_memory_growth(gpu, True)
    """
    check_known(device)
    if device.device_type == "CPU":
        raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")
    _Settings.memory_growth[device] = bool(enable)


def get_memory_info(device: str) -> dict[str, int]:
    """The memory that tensors and programs use on a device now, and the most so far, in bytes.

    For the host these are zeros, as TensorFlow's. Of virtual processors only tensors are counted, and the most when it
    is asked for.

    Raises ValueError for a device that is not there.

    >>> tf.config.experimental.get_memory_info("CPU:0")
    {'current': 0, 'peak': 0}
    """
    found = _named(device)
    return {"current": 0, "peak": 0} if found is None else found.memory()


def get_memory_usage(device: str) -> int:
    """The memory that tensors and programs use on a device now, in bytes; 0 for the host, as TensorFlow's.

    Raises ValueError for a device that is not there.

    >>> tf.config.experimental.get_memory_usage("CPU:0")
    0
    """
    return get_memory_info(device)["current"]


def reset_memory_stats(device: str) -> None:
    """Count the most memory that was used from now on.

    Raises ValueError for a device that is not there.

    >>> tf.config.experimental.reset_memory_stats("CPU:0")
    """
    found = _named(device)
    if found is not None:
        found.reset_memory()


def _named(device: str) -> Device | None:
    """The device of a full name; None for the host."""
    hint = 'Note a valid device string should at least contain a device type and a device index, like "GPU:0".'
    try:
        asked = DeviceSpec.from_string(device)
    except ValueError:
        raise ValueError(f"Failed parsing device name: {device!r}. {hint}") from None
    if asked.device_type is None or asked.device_index is None:
        raise ValueError(f"Failed parsing device name: {device!r}. {hint}")
    if (asked.device_type, asked.device_index) == ("CPU", 0):
        return None
    found: Device | None = DEVICES.get().device(asked.device_type, asked.device_index)
    if found is None:
        raise ValueError(f"No matching devices found for {device!r}")
    return found


def get_device_details(device: PhysicalDevice) -> dict[str, Any]:
    """What is known about a device: the "device_name" of a GPU or TPU and, of GPUs, the "compute_capability".

    Raises ValueError for what is no device that `tf.config.list_physical_devices` lists.

    >>> tf.config.experimental.get_device_details(tf.config.list_physical_devices()[0])
    {}
    """
    if not isinstance(device, PhysicalDevice):
        raise ValueError(f"device must be a tf.config.PhysicalDevice, but got: {device}")
    if device not in list_physical_devices():
        raise ValueError(
            "The PhysicalDevice must be one obtained from calling `tf.config.list_physical_devices`, but got: "
            f"{device!r}"
        )
    if device.device_type == "CPU":
        return {}
    found: dict[str, Any] = DEVICES.get().details(device.device_type, int(device.name.rpartition(":")[2]))
    return found


def get_device_policy() -> str:
    """What happens to an input that is on another device, as it was set; all inputs are on the CPU.

    >>> tf.config.experimental.get_device_policy()
    'silent'
    """
    return _Settings.device_policy


def set_device_policy(device_policy: str | None) -> None:
    """Say what happens to an input that is on another device: "explicit", "warn", "silent", "silent_for_int32" or None.

    Raises ValueError for anything else.

    >>> tf.config.experimental.set_device_policy("silent")
    """
    if device_policy not in (None, *_POLICIES):
        raise ValueError(
            f"Invalid argument `device_policy`: {device_policy!r}. It is one of {', '.join(_POLICIES)}, or None."
        )
    _Settings.device_policy = device_policy or "silent"


def get_synchronous_execution() -> bool:
    """Whether eager operations run when they are called, as it was set; they do.

    >>> tf.config.experimental.get_synchronous_execution()
    True
    """
    return _Settings.synchronous


def set_synchronous_execution(enable: bool | None) -> None:
    """Say whether eager operations run when they are called. They do in any case; None is the default.

    >>> tf.config.experimental.set_synchronous_execution(True)
    """
    _Settings.synchronous = enable is None or bool(enable)


def tensor_float_32_execution_enabled() -> bool:
    """Whether GPUs may round factors of products to TensorFloat-32. The CPU does not.

    >>> tf.config.experimental.tensor_float_32_execution_enabled()
    True
    """
    return _Settings.tensor_float_32


def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Say whether GPUs may round factors of products to TensorFloat-32, in programs that are compiled from now on.

    >>> tf.config.experimental.enable_tensor_float_32_execution(True)
    """
    _Settings.tensor_float_32 = bool(enabled)


def enable_mlir_bridge() -> None:
    """Ask for a compiler of TensorFlow's; every function is compiled by the one of this package.

    >>> tf.config.experimental.enable_mlir_bridge()
    """


def disable_mlir_bridge() -> None:
    """Take back what `enable_mlir_bridge` asks.

    >>> tf.config.experimental.disable_mlir_bridge()
    """


def experimental_connect_to_host(remote_host: str | list[str] | None = None, job_name: str = "worker") -> NoReturn:
    """Raises UnimplementedError: programs run in one process. ValueError without a host.

    >>> try:
    ...     tf.config.experimental_connect_to_host("localhost:0")
    ... except tf.errors.UnimplementedError as error:
    ...     print(error.message)
    There are no servers here: programs run in one process.
    """
    if not remote_host:
        raise ValueError("Must provide at least one remote_host")
    raise UnimplementedError("There are no servers here: programs run in one process.")


def experimental_connect_to_cluster(
    cluster_spec_or_resolver: Any,
    job_name: str = "localhost",
    task_index: int = 0,
    protocol: str | None = None,
    make_master_device_default: bool = True,
    cluster_device_filters: ClusterDeviceFilters | None = None,
) -> NoReturn:
    """Raises UnimplementedError: programs run in one process.

    >>> try:
    ...     tf.config.experimental_connect_to_cluster({"worker": ["localhost:0"]})
    ... except tf.errors.UnimplementedError as error:
    ...     print(error.message)
    There are no servers here: programs run in one process.
    """
    raise UnimplementedError("There are no servers here: programs run in one process.")


__all__ = [
    "ClusterDeviceFilters",
    "disable_mlir_bridge",
    "enable_mlir_bridge",
    "enable_tensor_float_32_execution",
    "experimental_connect_to_cluster",
    "experimental_connect_to_host",
    "get_device_details",
    "get_device_policy",
    "get_memory_growth",
    "get_memory_info",
    "get_memory_usage",
    "get_synchronous_execution",
    "reset_memory_stats",
    "set_device_policy",
    "set_memory_growth",
    "set_synchronous_execution",
    "tensor_float_32_execution_enabled",
]
