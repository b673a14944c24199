"""What programs ask and set about devices. There is one: the CPU of this machine, which may be shown as several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


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


class _State:
    """What programs have set."""

    visible: tuple[PhysicalDevice, ...] = (_PHYSICAL,)
    configurations: tuple[LogicalDeviceConfiguration, ...] | None = None
    listed = False
    soft_placement = True
    log_placement = False


def _check_known(device: object) -> None:
    if device != _PHYSICAL:
        raise ValueError(f"Unrecognized device: {device!r}")


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of a type, or all: the one CPU.

    >>> tf.config.list_physical_devices("GPU")
    []
    """
    return [_PHYSICAL] if device_type in (None, "CPU") else []


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices of a type that programs can name, or all: the one CPU.

    >>> tf.config.list_logical_devices()
    [LogicalDevice(name='/device:CPU:0', device_type='CPU')]
    """
    _State.listed = True
    if device_type not in (None, "CPU"):
        return []
    count = len(_State.configurations) if _State.configurations is not None else len(_State.visible)
    return [LogicalDevice(f"/device:CPU:{index}", "CPU") for index in range(count)]


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of a type that are used, or all: the one CPU, unless it has been hidden.

    >>> tf.config.get_visible_devices() == tf.config.list_physical_devices()
    True
    """
    return list(_State.visible) if device_type in (None, "CPU") else []


def set_visible_devices(devices: PhysicalDevice | Sequence[PhysicalDevice], device_type: str | None = None) -> None:
    """Say which devices are used: the CPU cannot be hidden, and others are not there.

    Raises:
      ValueError: a device that is not there, or not of the type.
      RuntimeError: the CPU is to be hidden.

    >>> tf.config.set_visible_devices([], "GPU")
    """
    requested = [devices] if isinstance(devices, PhysicalDevice) else list(devices or ())
    for device in requested:
        _check_known(device)
        if device_type not in (None, device.device_type):
            raise ValueError(f"Unrecognized device: {device!r} is not of the type {device_type!r}.")
    if not requested and device_type in (None, "CPU"):
        raise RuntimeError("Visible devices cannot be modified after being initialized: the CPU is always used.")


def get_logical_device_configuration(device: PhysicalDevice) -> list[LogicalDeviceConfiguration] | None:
    """As which devices a device is shown; None if it has not been set.

    Raises ValueError for a device that is not there.

    >>> tf.config.get_logical_device_configuration(tf.config.list_physical_devices("CPU")[0])
    """
    _check_known(device)
    return None if _State.configurations is None else list(_State.configurations)


def set_logical_device_configuration(
    device: PhysicalDevice, logical_devices: Sequence[LogicalDeviceConfiguration] | None
) -> None:
    """Show the CPU as several devices, which `tf.config.list_logical_devices` lists; all run on the one CPU.

    Raises:
      ValueError: a device that is not there, or options that a CPU does not have.
      RuntimeError: the devices have been listed already, and not as these.

    >>> cpu = tf.config.list_physical_devices("CPU")[0]
    >>> tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration(memory_limit=10)])
    Traceback (most recent call last):
    ...
    ValueError: Setting memory limit on CPU virtual devices is currently not supported
    """
    _check_known(device)
    configurations = None if logical_devices is None else tuple(logical_devices)
    for configuration in configurations or ():
        if configuration.memory_limit is not None:
            raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
        if configuration.experimental_priority is not None:
            raise ValueError("Setting experimental_priority on CPU virtual devices is currently not supported")
        if configuration.experimental_device_ordinal is not None:
            raise ValueError("Setting experimental_device_ordinal on CPU virtual devices is currently not supported")
    if _State.listed and configurations != _State.configurations:
        raise RuntimeError("Virtual devices cannot be modified after being initialized")
    _State.configurations = configurations


def get_soft_device_placement() -> bool:
    """Whether what is asked to run on a device that is not there runs on the CPU.

    >>> tf.config.get_soft_device_placement()
    True
    """
    return _State.soft_placement


def set_soft_device_placement(enabled: bool) -> None:
    """Say whether what is asked to run on a device that is not there runs on the CPU; if not, `tf.device` raises.

    >>> tf.config.set_soft_device_placement(False)
    >>> try:
    ...     with tf.device("/GPU:0"):
    ...         tf.constant(1)
    ... except tf.errors.InvalidArgumentError as error:
    ...     print(error.message[:32])
    Could not satisfy device specifi
    >>> tf.config.set_soft_device_placement(True)
    """
    _State.soft_placement = bool(enabled)


def get_log_device_placement() -> bool:
    """Whether a report of the devices that operations run on was asked for, with `set_log_device_placement`.

    >>> tf.debugging.get_log_device_placement()
    False
    """
    return _State.log_placement


def set_log_device_placement(enabled: bool) -> None:
    """Ask for a report of the devices that operations run on. All run on the CPU, so nothing is printed.

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
