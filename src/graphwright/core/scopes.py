"""`with` blocks that TensorFlow's programs put around operations: devices and control dependencies."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from graphwright.base.errors import InvalidArgumentError
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.device_spec import DeviceSpec
from graphwright.core.devices import (
    LogicalDevice,
    PhysicalDevice,
    get_soft_device_placement,
    list_logical_devices,
)
from graphwright.core.tensor import Tensor
from graphwright.ir.graph import Operation

# "/job:worker/replica:0/task:1/device:CPU:0" or, in older spelling, "/cpu:0"; upper and lower case alike
_PART = re.compile(r"(?:(?:job|replica|task):[\w.-]+|(?:cpu|gpu|tpu|device:\w+)(?::(?:\d+|\*))?)$", re.I)


@contextlib.contextmanager
def device(device_name: str | DeviceSpec | LogicalDevice | Callable[..., Any] | None) -> Iterator[None]:
    """Ask for a device for the operations made in the block; there is one, the CPU, so all run there.

    Names that TensorFlow could read are accepted, those of devices that are not there included: TensorFlow, too,
    falls back to the CPU, unless `tf.config.set_soft_device_placement(False)` was called. `tf.DeviceSpec` and the
    devices that `tf.config.list_logical_devices` lists are names, too.

    Raises:
      ValueError: any other name.
      InvalidArgumentError: a device that is not there, without soft placement.

    >>> with tf.device("/GPU:0"):
    ...     x = tf.constant(1)
    >>> tf.config.list_physical_devices()
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    """
    if isinstance(device_name, PhysicalDevice):
        raise ValueError(f"Expecting a string device name. Got {type(device_name)}({device_name!r})")
    if isinstance(device_name, LogicalDevice):
        device_name = device_name.name
    if isinstance(device_name, str):
        for part in device_name.strip("/").split("/"):
            if part and not _PART.match(part):
                raise ValueError(
                    f"Unknown attribute {part!r} is encountered while parsing the device spec: {device_name!r}."
                )
    if not get_soft_device_placement() and device_name and not callable(device_name):
        _check_there(str(device_name) if isinstance(device_name, str) else device_name.to_string())
    yield


def _check_there(name: str) -> None:
    asked = DeviceSpec.from_string(name)
    available = ["/job:localhost/replica:0/task:0" + d.name for d in list_logical_devices()]
    if asked.device_type not in (None, "CPU") or (asked.device_index or 0) >= len(available):
        raise InvalidArgumentError(
            None,
            None,
            f"Could not satisfy device specification {name!r}. enable_soft_placement=0. All available devices "
            f"[{', '.join(available)}].",
        )


@contextlib.contextmanager
def control_dependencies(control_inputs: Iterable[Any] | None) -> Iterator[None]:
    """Run the block's operations after some others.

    Operations with effects always run in the order in which the program makes them, so there is nothing to add:
    what stands before the block runs before it. Pure operations that no result needs are not run for its sake.

    Raises TypeError for what is neither a tensor nor an operation.

    >>> v = tf.Variable(1)
    >>> @tf.function
    ... def next_value():
    ...     with tf.control_dependencies([v.assign_add(1)]):
    ...         return v.read_value()
    >>> int(next_value())
    2
    """
    if control_inputs is not None and state.graph is not None:
        for value in control_inputs:
            if value is None:
                raise TypeError("Can not convert a NoneType into a Tensor or Operation.")
            if not (isinstance(value, (Tensor, Operation)) or hasattr(value, "__tf_tensor__")):
                to_tensor(value)
    blocks: list[Any] | None = getattr(state.graph, "control_blocks", None)
    if blocks is None:
        yield
        return
    # a graph of sessions runs only what is asked for, so that it has to know
    before = list(blocks)
    producers = (v if isinstance(v, Operation) else getattr(v, "op", None) for v in control_inputs or ())
    blocks[:] = [] if control_inputs is None else [*before, ([p for p in producers if p is not None], set())]
    try:
        yield
    finally:
        blocks[:] = before


__all__ = ["control_dependencies", "device"]
