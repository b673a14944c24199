"""`tf.compat.v1.DeviceSpec`: names of devices that can be changed."""

from __future__ import annotations

from typing import Any

from graphwright.core.device_spec import DeviceSpec

_PARTS = ("job", "replica", "task", "device_type", "device_index")


class DeviceSpecV1(DeviceSpec):
    """`tf.DeviceSpec` whose parts can be assigned.

    >>> spec = tf.compat.v1.DeviceSpec(job="ps")
    >>> spec.task = 3
    >>> spec.to_string()
    '/job:ps/task:3'
    """

    __slots__ = ()
    __hash__ = DeviceSpec.__hash__

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _PARTS:
            self._set(**{name: value})
        else:
            super().__setattr__(name, value)

    def _set(self, **parts: Any) -> None:
        DeviceSpec.__init__(self, **{**{name: getattr(self, name) for name in _PARTS}, **parts})

    def parse_from_string(self, spec: str) -> DeviceSpecV1:
        """Take the parts of a name; parts that it does not have become None."""
        found = DeviceSpec.from_string(spec)
        self._set(**{name: getattr(found, name) for name in _PARTS})
        return self

    def merge_from(self, dev: Any) -> None:
        """Take the parts that another specification has."""
        self._set(**{name: getattr(dev, name) for name in _PARTS if getattr(dev, name) is not None})

    def to_string(self) -> str:
        """The name."""
        return super().to_string()


__all__ = ["DeviceSpecV1"]
