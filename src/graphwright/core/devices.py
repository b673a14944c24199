"""What programs ask about devices. There is one: the CPU of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class PhysicalDevice(NamedTuple):
    """A device of the machine.

    >>> import graphwright as tf
    >>> tf.config.list_physical_devices("CPU")[0].device_type
    'CPU'
    """

    name: str
    device_type: str


class LogicalDevice(NamedTuple):
    """A device that programs name.

    >>> import graphwright as tf
    >>> tf.config.list_logical_devices()[0].name
    '/device:CPU:0'
    """

    name: str
    device_type: str


_PHYSICAL = PhysicalDevice("/physical_device:CPU:0", "CPU")
_LOGICAL = LogicalDevice("/device:CPU:0", "CPU")


def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of a type, or all: the one CPU.

    >>> import graphwright as tf
    >>> tf.config.list_physical_devices("GPU")
    []
    """
    return [_PHYSICAL] if device_type in (None, "CPU") else []


def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """The devices of a type that programs can name, or all: the one CPU.

    >>> import graphwright as tf
    >>> tf.config.list_logical_devices()
    [LogicalDevice(name='/device:CPU:0', device_type='CPU')]
    """
    return [_LOGICAL] if device_type in (None, "CPU") else []


def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """The devices of a type that are used, or all: the one CPU.

    >>> import graphwright as tf
    >>> tf.config.get_visible_devices() == tf.config.list_physical_devices()
    True
    """
    return list_physical_devices(device_type)


def set_visible_devices(devices: PhysicalDevice | Sequence[PhysicalDevice], device_type: str | None = None) -> None:
    """Say which devices are used: the CPU cannot be hidden, and others are not there.

    Raises:
      ValueError: a device that is not there, or not of the type.
      RuntimeError: the CPU is to be hidden.

    >>> import graphwright as tf
    >>> tf.config.set_visible_devices([], "GPU")
    """
    wanted = [devices] if isinstance(devices, PhysicalDevice) else list(devices or ())
    for device in wanted:
        if device != _PHYSICAL:
            raise ValueError(f"Unrecognized device: {device!r}")
        if device_type not in (None, device.device_type):
            raise ValueError(f"Unrecognized device: {device!r} is not of the type {device_type!r}.")
    if not wanted and device_type in (None, "CPU"):
        raise RuntimeError("Visible devices cannot be modified after being initialized: the CPU is always used.")


def get_soft_device_placement() -> bool:
    """True: what is asked to run on a device that is not there runs on the CPU.

    >>> import graphwright as tf
    >>> tf.config.get_soft_device_placement()
    True
    """
    return True


def set_soft_device_placement(enabled: bool) -> None:
    """Accepts True alone, which is how it is; UnimplementedError for False.

    >>> import graphwright as tf
    >>> tf.config.set_soft_device_placement(True)
    """
    if not enabled:
        from graphwright.base.errors import UnimplementedError

        raise UnimplementedError("There is one device, the CPU: operations cannot be refused because of another.")


__all__ = [
    "LogicalDevice",
    "PhysicalDevice",
    "get_soft_device_placement",
    "get_visible_devices",
    "list_logical_devices",
    "list_physical_devices",
    "set_soft_device_placement",
    "set_visible_devices",
]
