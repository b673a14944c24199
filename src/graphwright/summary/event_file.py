"""Event files: records with a checksum, each a message with a time, a step and values, as TensorBoard reads them."""

from __future__ import annotations

import itertools
import os
import socket
import struct
import threading
import time
from typing import Any

from graphwright.base import checksum
from graphwright.checkpoint import varints
from graphwright.core.tensor import Array
from graphwright.graphdef.tensor_proto import to_proto

_numbers = itertools.count()
_VARINT, _DOUBLE, _BYTES = 0, 1, 2


class EventFile:
    """A file of events, whose first one names the version of the format.

    Args:
      folder: the folder in which the file is created.
      suffix: the end of its name.
    """

    def __init__(self, folder: str, suffix: str) -> None:
        os.makedirs(folder, exist_ok=True)
        name = f"events.out.tfevents.{int(time.time())}.{socket.gethostname()}.{os.getpid()}.{next(_numbers)}{suffix}"
        self._file = open(os.path.join(folder, name), "wb")  # noqa: SIM115 (closed by `close`)
        self._lock = threading.Lock()
        self._add(_field(3, b"brain.Event:2"))

    def write(self, step: int, tag: str, array: Array, metadata: bytes) -> None:
        """Add a value of a step.

        Args:
          step: the step.
          tag: the name of the value.
          array: numbers or bytes.
          metadata: the serialized `SummaryMetadata`.
        """
        value = _field(1, tag.encode()) + _field(9, metadata) + _field(8, to_proto(array).SerializeToString())
        self._add(_field(2, step) + _field(5, _field(1, value)))

    def _add(self, content: bytes) -> None:
        event = _field(1, time.time()) + content
        length = struct.pack("<Q", len(event))
        with self._lock:
            self._file.write(length + _checksum(length) + event + _checksum(event))

    def flush(self) -> None:
        """Write what is buffered."""
        if not self._file.closed:
            self._file.flush()

    def close(self) -> None:
        """Write what is buffered and close the file."""
        self._file.close()


def _checksum(data: bytes) -> bytes:
    return struct.pack("<I", checksum.masked(checksum.extend(0, data)))


def _field(number: int, value: Any) -> bytes:
    """A field of a message: an integer, a float or bytes."""
    if isinstance(value, float):
        return varints.encode(number << 3 | _DOUBLE) + struct.pack("<d", value)
    if isinstance(value, int):
        return varints.encode(number << 3 | _VARINT) + varints.encode(value & 0xFFFF_FFFF_FFFF_FFFF)
    content: bytes = value
    return varints.encode(number << 3 | _BYTES) + varints.encode(len(content)) + content


def metadata(plugin: str, data_class: int, description: str | None) -> bytes:
    """A serialized `SummaryMetadata`.

    Args:
      plugin: the part of TensorBoard that shows the value, such as "scalars".
      data_class: 1 for scalars, 2 for tensors.
      description: what TensorBoard shows as its description.
    """
    described = _field(3, description.encode()) if description else b""
    return _field(1, _field(1, plugin.encode())) + described + _field(4, data_class)
