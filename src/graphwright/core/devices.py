"""What programs ask and set about devices: the CPU of this machine, which may be shown as several, GPUs and TPUs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from graphwright.base.errors import InvalidArgumentError
from graphwright.base.services import DEVICES
from graphwright.core.device_spec import DeviceSpec


class PhysicalDevice(NamedTuple):
    """A device of the machine.

    >>> tf.config.list_physical_devices("CPU")[0].device_type
    'CPU'
    """

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device that programs name.

    >>> tf.config.list_logical_devices()[0].name
    '/device:CPU:0'
    """

    name: str
    device_type: str


class LogicalDeviceConfiguration(NamedTuple):
    """One of the devices as which a device of the machine is shown.

    >>> tf.config.LogicalDeviceConfiguration().memory_limit is None
    True
    """

    memory_limit: float | None = None
    experimental_priority: int | None = None
    experimental_device_ordinal: int | None = None


_PHYSICAL = PhysicalDevice("/physical_device:CPU:0", "CPU")
_TYPES = ("CPU", "GPU", "TPU")


class _State:
    """What programs have set; of types and devices that nothing is said about there is no entry."""

    visible: ClassVar[dict[str, tuple[PhysicalDevice, ...]]] = {}
    configurations: ClassVar[dict[PhysicalDevice, tuple[LogicalDeviceConfiguration, ...] | None]] = {}
    listed = False
    soft_placement = True
    log_placement = False


def check_known(device: object) -> None:
    """Raise ValueError for what is no device of the machine."""
    if device != _PHYSICAL and device not in list_physical_devices():
        raise ValueError(f"Unrecognized device: {device!r}")


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of a type, or all: the one CPU, and the GPUs and TPUs that jax finds where it is installed.

    >>> tf.config.list_physical_devices("CPU")
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    """
    found = [_PHYSICAL] if device_type in (None, "CPU") else []
    for kind in _TYPES[1:]:
        if device_type in (None, kind):
            count = DEVICES.get().count(kind)
            found += [PhysicalDevice(f"/physical_device:{kind}:{index}", kind) for index in range(count)]
    return found


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices of a type that programs can name, or all.

    >>> tf.config.list_logical_devices("CPU")
    [LogicalDevice(name='/device:CPU:0', device_type='CPU')]
    """
    _State.listed = True
    kinds = _TYPES if device_type is None else (device_type,)
    return [LogicalDevice(f"/device:{kind}:{i}", kind) for kind in kinds for i in range(len(_places(kind)))]


def _places(kind: str) -> list[int]:
    """For each logical device of a type the number of the device of jax that it is."""
    if kind == "CPU":
        configured = _State.configurations.get(_PHYSICAL)
        return list(range(1 if configured is None else len(configured)))
    places: list[int] = []
    for device in get_visible_devices(kind):
        configured = _State.configurations.get(device)
        places += [int(device.name.rpartition(":")[2])] * (1 if configured is None else len(configured))
    return places


def logical_place(device_type: str, index: int) -> int | None:
    """The number of jax's device for a logical one; None where there is none, and for the host."""
    _State.listed = True
    if device_type == "CPU" and not index:
        return None
    places = _places(device_type) if device_type in _TYPES else []
    return places[index] if index < len(places) else None


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of a type that are used, or all.

    >>> tf.config.get_visible_devices("CPU") == tf.config.list_physical_devices("CPU")
    True
    """
    found: list[PhysicalDevice] = []
    for kind in _TYPES if device_type is None else (device_type,):
        hidden = _State.visible.get(kind)
        found += list_physical_devices(kind) if hidden is None else hidden
    return found


def set_visible_devices(devices: PhysicalDevice | Sequence[PhysicalDevice], device_type: str | None = None) -> None:
    """Say which devices are used, of one type or of all; the CPU is the host, and cannot be hidden.

    Raises:
      ValueError: a device that is not there, or not of the type.
      RuntimeError: the CPU is to be hidden, or the devices have been used already, and not as these.

    >>> tf.config.set_visible_devices([], "GPU")
    """
    several = isinstance(devices, (list, tuple)) and not isinstance(devices, PhysicalDevice)
    requested: list[Any] = list(devices) if several else [devices]
    for device in requested:
        check_known(device)
        if device_type not in (None, device.device_type):
            raise ValueError(f"Unrecognized device: {device!r} is not of the type {device_type!r}.")
    if device_type in (None, "CPU") and _PHYSICAL not in requested:
        raise RuntimeError("Visible devices cannot be modified after being initialized: the CPU is always used.")
    for kind in _TYPES[1:] if device_type is None else (device_type,):
        chosen = tuple(device for device in requested if device.device_type == kind)
        if kind != "CPU" and _State.listed and list(chosen) != get_visible_devices(kind):
            raise RuntimeError("Visible devices cannot be modified after being initialized")
        _State.visible[kind] = chosen if kind != "CPU" else (_PHYSICAL,)


def get_logical_device_configuration(device: PhysicalDevice) -> list[LogicalDeviceConfiguration] | None:
    """As which devices a device is shown; None if it has not been set.

    Raises ValueError for a device that is not there.

    >>> tf.config.get_logical_device_configuration(tf.config.list_physical_devices("CPU")[0])
    """
    check_known(device)
    found = _State.configurations.get(device)
    return None if found is None else list(found)


def set_logical_device_configuration(
    device: PhysicalDevice, logical_devices: Sequence[LogicalDeviceConfiguration] | None
) -> None:
    """Show a device as several, before it is used.

    The CPU is shown as so many devices of jax, of which "CPU:0" is the host. A GPU's share its memory and its time:
    `memory_limit` is accepted and of no effect.

    Raises:
      ValueError: a device that is not there, or options that a CPU does not have.
      RuntimeError: the devices have been listed or used already, and not as these.

    >>> cpu = tf.config.list_physical_devices("CPU")[0]
    >>> tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration(memory_limit=10)])
    Traceback (most recent call last):
    ...
    ValueError: Setting memory limit on CPU virtual devices is currently not supported
    """
    check_known(device)
    configurations = None if logical_devices is None else tuple(logical_devices)
    if device == _PHYSICAL:
        _check_processors(configurations or ())
    if _State.listed and configurations != _State.configurations.get(device):
        raise RuntimeError("Virtual devices cannot be modified after being initialized")
    _State.configurations[device] = configurations
    if device == _PHYSICAL:
        DEVICES.get().ask_for_processors(len(configurations or ()) or 1)


def _check_processors(configurations: Sequence[LogicalDeviceConfiguration]) -> None:
    for configuration in configurations:
        if configuration.memory_limit is not None:
            raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
        if configuration.experimental_priority is not None:
            raise ValueError("Setting experimental_priority on CPU virtual devices is currently not supported")
        if configuration.experimental_device_ordinal is not None:
            raise ValueError("Setting experimental_device_ordinal on CPU virtual devices is currently not supported")


def check_there(spec: DeviceSpec) -> None:
    """Raise InvalidArgumentError, which says what is there, for a device that is not."""
    available = ["/job:localhost/replica:0/task:0" + d.name for d in list_logical_devices()]
    missing = DEVICES.get().missing()
    raise InvalidArgumentError(
        None,
        None,
        f"Could not satisfy device specification '{spec.to_string()}'. enable_soft_placement=0. All available devices "
        f"[{', '.join(available)}]." + (f" For others {missing}." if missing else ""),
    )


def get_soft_device_placement() -> bool:
    """Whether what is asked to run on a device that is not there runs on the CPU.

    >>> tf.config.get_soft_device_placement()
    True
    """
    return _State.soft_placement


def set_soft_device_placement(enabled: bool) -> None:
    """Say whether what is asked to run on a device that is not there runs on the CPU; if not, `tf.device` raises.

    Raises TypeError for what is no bool.

    >>> tf.config.set_soft_device_placement(False)
    >>> try:
    ...     with tf.device("/GPU:0"):
    ...         tf.constant(1)
    ... except tf.errors.InvalidArgumentError as error:
    ...     print(error.message[:32])
    Could not satisfy device specifi
    >>> tf.config.set_soft_device_placement(True)
    """
    if not hasattr(enabled, "__bool__"):
        raise TypeError(f"enabled must be a bool, got {enabled!r}.")
    _State.soft_placement = bool(enabled)


def get_log_device_placement() -> bool:
    """Whether a report of the devices that operations run on was asked for, with `set_log_device_placement`.

    >>> tf.debugging.get_log_device_placement()
    False
    """
    return _State.log_placement


def set_log_device_placement(enabled: bool) -> None:
    """Ask for a report of the devices that operations run on. None is printed: `tensor.device` says it.

    >>> tf.debugging.set_log_device_placement(False)
    """
    _State.log_placement = bool(enabled)


__all__ = [
    "LogicalDevice",
    "LogicalDeviceConfiguration",
    "PhysicalDevice",
    "get_log_device_placement",
    "get_logical_device_configuration",
    "get_soft_device_placement",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "set_log_device_placement",
    "set_logical_device_configuration",
    "set_soft_device_placement",
    "set_visible_devices",
]
