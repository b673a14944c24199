"""`tensorflow.python.client.device_lib`: the devices as scripts list them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from graphwright.core.devices import list_logical_devices


@dataclass
class DeviceAttributes:
    """What is said of a device.

    Fields:
      name, device_type: as `tf.config.list_logical_devices` has them.
      memory_limit: bytes that may be used; 0 where there is no limit.
      incarnation: a number for this start of the program.
      physical_device_desc: a text about the hardware, where there is one.
    """

    name: str
    device_type: str
    memory_limit: int = 0
    incarnation: int = 0
    physical_device_desc: str = ""


def list_local_devices(session_config: Any = None) -> list[DeviceAttributes]:
    """The devices of this process."""
    return [DeviceAttributes(d.name, d.device_type) for d in list_logical_devices()]


__all__ = ["DeviceAttributes", "list_local_devices"]
