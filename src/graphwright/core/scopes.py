"""`with` blocks that TensorFlow's programs put around operations: devices and control dependencies."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from graphwright.core import placement
from graphwright.core.context import state
from graphwright.core.convert import to_tensor
from graphwright.core.device_spec import DeviceSpec
from graphwright.core.devices import LogicalDevice, PhysicalDevice
from graphwright.core.tensor import Tensor
from graphwright.ir.graph import Operation

# "/job:worker/replica:0/task:1/device:CPU:0" or, in older spelling, "/cpu:0"; upper and lower case alike
_PART = re.compile(r"(?:(?:job|replica|task):[\w.-]+|(?:cpu|gpu|tpu|device:\w+)(?::(?:\d+|\*))?)$", re.I)


@contextlib.contextmanager
def device(device_name: str | DeviceSpec | LogicalDevice | None) -> Iterator[None]:
    """Run the block's eager operations and calls of functions on a device, and make its tensors and variables there.

    Args:
      device_name: "GPU:0", "/CPU:1", a full name such as "/job:localhost/replica:0/task:0/device:GPU:0", a
        `tf.DeviceSpec`, or a device that `tf.config.list_logical_devices` lists. A name without a type leaves the
        device of the block around. None: operations run where their inputs are, as outside of all blocks.

    The host is "CPU:0"; other devices take jax. A device that is not there
    is replaced by the host, unless `tf.config.set_soft_device_placement(False)` was called. While a function is traced
    the block changes nothing: a function runs on one device.

    Raises:
      RuntimeError: a function, which `tf.compat.v1.device` takes while a graph is built.
      ValueError: a name that is none of a device.
      InvalidArgumentError: a device that is not there, without soft placement.

    >>> with tf.device("CPU:0"):
    ...     x = tf.constant(1)
    >>> x.device
    '/job:localhost/replica:0/task:0/device:CPU:0'
    """
    if callable(device_name):
        raise RuntimeError("tf.device does not support functions.")
    known = device_name is None or isinstance(device_name, (str, LogicalDevice))
    if isinstance(device_name, PhysicalDevice) or not (known or hasattr(device_name, "to_string")):
        raise ValueError(f"Expecting a string device name. Got {type(device_name)}({device_name!r})")
    if isinstance(device_name, LogicalDevice):
        device_name = device_name.name
    if isinstance(device_name, str):
        for part in device_name.strip("/").split("/"):
            if part and not _PART.match(part):
                raise ValueError(
                    f"Unknown attribute {part!r} is encountered while parsing the device spec: {device_name!r}."
                )
        device_name = DeviceSpec.from_string(device_name)
    with placement.scope(device_name if isinstance(device_name, DeviceSpec) else None):
        yield


def control_dependencies(control_inputs: Iterable[Any] | None) -> AbstractContextManager[None]:
    """Run the block's operations after some others.

    Operations with effects always run in the order in which the program makes them, so there is nothing to add:
    what stands before the block runs before it. Pure operations that no result needs are not run for its sake.
    Functions among the inputs are called at once, except in a `tf.Graph`.

    Raises TypeError for what is neither a tensor nor an operation.

    >>> v = tf.Variable(1)
    >>> @tf.function
    ... def next_value():
    ...     with tf.control_dependencies([v.assign_add(1)]):
    ...         return v.read_value()
    >>> int(next_value())
    2
    """
    if control_inputs is None or isinstance(control_inputs, Tensor):
        return _after(control_inputs)
    return _after([v for v in map(_called, control_inputs) if v is not _NOTHING])


_NOTHING = object()  # what a function gives that returns None


def _called(value: Any) -> Any:
    """A control input; what a function among them gives."""
    if not callable(value):
        return value
    if hasattr(state.graph, "control_blocks"):
        raise TypeError("Can not convert a function into a Tensor or Operation.")
    result = value()
    return _NOTHING if result is None else result


@contextlib.contextmanager
def _after(control_inputs: Iterable[Any] | None) -> Iterator[None]:
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
