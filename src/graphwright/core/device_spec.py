"""`tf.DeviceSpec`: the name of a device in its parts."""

from __future__ import annotations

import re
from typing import Any

_DEVICE = re.compile(r"(?:device:(\w+)|(cpu|gpu|tpu))(?::([^/]*))?$", re.I)


class DeviceSpec:
    """The name of a device, or a part of one: job, replica, task, type and index.

    >>> spec = tf.DeviceSpec(job="ps", device_type="cpu", device_index=0)
    >>> spec.to_string()
    '/job:ps/device:CPU:0'
    >>> spec == tf.DeviceSpec.from_string("/job:ps/cpu:0")
    True
    """

    __slots__ = ("_device_index", "_device_type", "_job", "_replica", "_task")

    def __init__(
        self,
        job: Any = None,
        replica: Any = None,
        task: Any = None,
        device_type: Any = None,
        device_index: Any = None,
    ) -> None:
        self._job = None if job is None else str(job)
        self._replica = None if replica is None else int(replica)
        self._task = None if task is None else int(task)
        self._device_type = None if device_type is None else str(device_type).upper()
        self._device_index = None if device_index is None else int(device_index)

    @property
    def job(self) -> str | None:
        """The name of the job."""
        return self._job

    @property
    def replica(self) -> int | None:
        """The number of the replica."""
        return self._replica

    @property
    def task(self) -> int | None:
        """The number of the task."""
        return self._task

    @property
    def device_type(self) -> str | None:
        """The type, in upper case: "CPU"."""
        return self._device_type

    @property
    def device_index(self) -> int | None:
        """The number of the device among those of its type."""
        return self._device_index

    @classmethod
    def from_string(cls, spec: str) -> DeviceSpec:
        """The parts of a name such as "/job:worker/task:1/device:GPU:0" or "/cpu:0".

        Raises ValueError for a name that is not one of a device.

        >>> tf.DeviceSpec.from_string("/cpu:0").device_type
        'CPU'
        """
        found: dict[str, Any] = {}
        for part in spec.split("/"):
            key, _, value = part.partition(":")
            device = _DEVICE.match(part)
            if device is not None:
                if "device_type" in found:
                    raise ValueError(f"Multiple device types are not allowed while parsing the device spec: {spec}.")
                named, short, index = device.groups()
                found["device_type"] = named or short
                found["device_index"] = None if index in (None, "*") else int(index)
            elif key in ("job", "replica", "task") and value:
                found[key] = value if key == "job" else int(value)
            elif part:
                raise ValueError(f"Unknown attribute {key!r} is encountered while parsing the device spec: {spec!r}.")
        return cls(**found)

    def parse_from_string(self, spec: str) -> DeviceSpec:
        """The parts of another name; nothing of this one is kept."""
        return self.from_string(spec)

    def make_merged_spec(self, dev: DeviceSpec) -> DeviceSpec:
        """The parts of `dev`, and of this name those that `dev` does not have.

        >>> tf.DeviceSpec(job="a", task=1).make_merged_spec(tf.DeviceSpec(job="b")).to_string()
        '/job:b/task:1'
        """
        pairs = zip(self._parts(), dev._parts(), strict=True)
        return type(self)(*(mine if theirs is None else theirs for mine, theirs in pairs))

    def replace(self, **kwargs: Any) -> DeviceSpec:
        """This name with other parts.

        >>> tf.DeviceSpec(job="a").replace(task=1).to_string()
        '/job:a/task:1'
        """
        names = ("job", "replica", "task", "device_type", "device_index")
        return type(self)(**dict(zip(names, self._parts(), strict=True)) | kwargs)

    def to_string(self) -> str:
        """The name as text; a device without a type is left out."""
        parts = [("job", self.job), ("replica", self.replica), ("task", self.task)]
        text = "".join(f"/{name}:{value}" for name, value in parts if value is not None)
        if self.device_type is not None:
            text += f"/device:{self.device_type}:{'*' if self.device_index is None else self.device_index}"
        return text

    def _parts(self) -> tuple[Any, ...]:
        return (self._job, self._replica, self._task, self._device_type, self._device_index)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DeviceSpec) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return (
            f"<DeviceSpec(job={self.job}, replica={self.replica}, task={self.task}, "
            f"device_type={self.device_type}, device_index={self.device_index})>"
        )


__all__ = ["DeviceSpec"]
