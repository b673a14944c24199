"""`tf.config.experimental`: settings that programs make in their first lines, kept and checked as in TensorFlow.

There is one device, the CPU, whose memory grows as it is needed, and eager operations run when they are called: no
setting changes how a program runs.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from graphwright.base.errors import UnimplementedError
from graphwright.core.device_spec import DeviceSpec
from graphwright.core.devices import PhysicalDevice, list_logical_devices, list_physical_devices

_POLICIES = ("explicit", "warn", "silent", "silent_for_int32")


class _Settings:
    """What programs have set."""

    device_policy = "silent"
    synchronous = True
    tensor_float_32 = True


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


def _check_known(device: Any) -> None:
    if device not in list_physical_devices():
        raise ValueError(f"Unrecognized device: {device!r}")


def get_memory_growth(device: PhysicalDevice) -> bool:
    """Whether the memory of a GPU grows as it is needed. There are no GPUs.

    Raises ValueError for a device that is not there, KeyError for the CPU.

    >>> [tf.config.experimental.get_memory_growth(gpu) for gpu in tf.config.list_physical_devices("GPU")]
    []
    """
    _check_known(device)
    raise KeyError(str(device))


def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Let the memory of a GPU grow as it is needed. There are no GPUs; that of the CPU grows in any case.

    Raises ValueError for a device that is not there, and for the CPU.

    >>> for gpu in tf.config.list_physical_devices("GPU"):
    ...     tf.config.experimental.set_memory_growth(gpu, True)
    """
    _check_known(device)
    raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")


def get_memory_info(device: str) -> dict[str, int]:
    """The memory that tensors use on a device: zeros, as TensorFlow's for the CPU.

    Raises ValueError for a device that is not there.

    >>> tf.config.experimental.get_memory_info("CPU:0")
    {'current': 0, 'peak': 0}
    """
    _check_named(device)
    return {"current": 0, "peak": 0}


def get_memory_usage(device: str) -> int:
    """The memory that tensors use on a device now: 0, as TensorFlow's for the CPU.

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
    _check_named(device)


def _check_named(device: str) -> None:
    hint = 'Note a valid device string should at least contain a device type and a device index, like "GPU:0".'
    try:
        asked = DeviceSpec.from_string(device)
    except ValueError:
        raise ValueError(f"Failed parsing device name: {device!r}. {hint}") from None
    if asked.device_type is None or asked.device_index is None:
        raise ValueError(f"Failed parsing device name: {device!r}. {hint}")
    name = DeviceSpec(device_type=asked.device_type, device_index=asked.device_index).to_string()
    if name not in [d.name for d in list_logical_devices()]:
        raise ValueError(f"No matching devices found for {device!r}")


def get_device_details(device: PhysicalDevice) -> dict[str, Any]:
    """What is known about a device: nothing about a CPU.

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
    return {}


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
    """Whether GPUs may round factors of products to TensorFloat-32, as it was set. The CPU does not.

    >>> tf.config.experimental.tensor_float_32_execution_enabled()
    True
    """
    return _Settings.tensor_float_32


def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Say whether GPUs may round factors of products to TensorFloat-32. There are none.

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
