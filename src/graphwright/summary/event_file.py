"""Event files: records with a checksum, each a message with a time, a step and values, as TensorBoard reads them."""

from __future__ import annotations

import contextlib
import itertools
import os
import queue
import socket
import struct
import threading
import time
import weakref
from typing import Any

import numpy as np

from graphwright.base import checksum, errors
from graphwright.base.files import told_as_tensorflow_does
from graphwright.checkpoint import varints
from graphwright.core.tensor import Array
from graphwright.graphdef.tensor_proto import to_proto

_numbers = itertools.count()
_VARINT, _DOUBLE, _BYTES = 0, 1, 2
_EXIT_SECONDS = 30.0  # how long the end of the program waits for a slow disk


class EventFile:
    """A file of events, whose first one names the version of the format, written by a thread of its own.

    A forked child writes to a file of its own.

    Args:
      folder: the folder in which the file is created.
      suffix: the end of its name.
      max_queue: how many events wait for the thread at most; more make the caller wait.
      flush_millis: after how many milliseconds events are in the file at the latest.
    """

    def __init__(self, folder: str, suffix: str, max_queue: int = 10, flush_millis: int = 120_000) -> None:
        self._arguments = folder, suffix, max(1, max_queue), flush_millis / 1000
        self._stream = self._opened()
        self.closed = False

    def _opened(self) -> _Stream:
        stream = _Stream(*self._arguments)
        self._finish = weakref.finalize(self, stream.finish)  # runs at exit, too
        return stream

    def write(self, step: int, tag: str, array: Array, metadata: bytes) -> None:
        """Add a value of a step.

        Args:
          step: the step.
          tag: the name of the value.
          array: numbers or bytes.
          metadata: the serialized `SummaryMetadata`.
        """
        value = field(1, tag.encode()) + field(8, tensor_message(array))
        described = field(9, metadata) if metadata else b""
        self.write_values(step, field(1, value + described))

    def write_values(self, step: int, summary: bytes) -> None:
        """Add the values of a serialized `Summary`."""
        self.add((field(2, step) if step else b"") + field(5, summary))

    def write_graph(self, graph_def: bytes) -> None:
        """Add a serialized `GraphDef`."""
        self.add(field(4, graph_def))

    def add(self, content: bytes, wall_time: float | None = None) -> None:
        """Add the fields of an event, which happens now unless its time is passed.

        Raises NotFoundError where the file is closed, and the OpError of what an earlier event met.
        """
        if self.closed:
            raise errors.NotFoundError(None, None, "The summary writer is closed: values are written before `close()`.")
        self._of_this_process().put(_record(content, wall_time))

    def _of_this_process(self) -> _Stream:
        if self._stream.process != os.getpid():
            self._finish.detach()
            self._stream = self._opened()
        return self._stream

    def flush(self) -> None:
        """Wait until all events are in the file."""
        if not self.closed:
            self._of_this_process().flush()

    def close(self) -> None:
        """Wait until all events are in the file, and close it."""
        if not self.closed:
            self.flush()
            self._finish()
            self.closed = True


class _Stream:
    """The file of a process, its queue and its thread, which begins with the first event."""

    def __init__(self, folder: str, suffix: str, max_queue: int, flush_seconds: float) -> None:
        self.process = os.getpid()
        name = f"events.out.tfevents.{int(time.time())}.{socket.gethostname()}.{self.process}.{next(_numbers)}{suffix}"
        self._path, self._flush_seconds = os.path.join(folder, name), flush_seconds
        with told_as_tensorflow_does(self._path):
            os.makedirs(folder, exist_ok=True)
            # unbuffered: a forked child must not write what its parent has begun
            self._file = open(self._path, "xb", buffering=0)  # noqa: SIM115 (closed by `finish`)
            self._file.write(_record(field(3, b"brain.Event:2")))
        self._queue: queue.Queue[bytes | threading.Event | None] = queue.Queue(max_queue)
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._error: OSError | None = None

    def put(self, item: bytes | threading.Event | None) -> None:
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="graphwright-events", daemon=True)
                self._thread.start()
        self._check()
        self._queue.put(item)

    def _check(self) -> None:
        if self._error is not None:
            with told_as_tensorflow_does(self._path):
                raise self._error

    def flush(self) -> None:
        if self._thread is not None:
            self.put(written := threading.Event())
            written.wait()
            self._check()

    def finish(self) -> None:
        if self.process == os.getpid():
            if self._thread is not None:
                self._queue.put(None)
                self._thread.join(_EXIT_SECONDS)
            self._file.close()

    def _run(self) -> None:
        """Write what comes. After an error events are dropped, and adding the next one raises it."""
        waiting, due = bytearray(), time.monotonic() + self._flush_seconds
        while True:
            item: Any = b""
            with contextlib.suppress(queue.Empty):
                item = self._queue.get(timeout=max(0.0, due - time.monotonic()) if waiting else None)
            if isinstance(item, bytes):
                waiting += item
            if not isinstance(item, bytes) or time.monotonic() >= due or len(waiting) > 1 << 20:
                try:
                    self._write(waiting)
                except OSError as error:
                    self._error = error
                waiting, due = bytearray(), time.monotonic() + self._flush_seconds
            if item is None:
                return
            if isinstance(item, threading.Event):
                item.set()

    def _write(self, data: bytearray) -> None:
        rest = memoryview(data)
        while len(rest) and self._error is None:
            rest = rest[self._file.write(rest) :]


def _record(content: bytes, wall_time: float | None = None) -> bytes:
    """The record of an event with these fields, which happens now unless its time is passed."""
    event = field(1, time.time() if wall_time is None else wall_time) + content
    length = struct.pack("<Q", len(event))
    return length + _checksum(length) + event + _checksum(event)


def tensor_message(array: Array) -> bytes:
    """A tensor as a message: numbers as their bytes, also single ones."""
    if array.dtype.kind in "SU":
        array = array.astype(object)
    proto = to_proto(array)
    if array.dtype != object:
        content = np.ascontiguousarray(array).tobytes()
        proto = type(proto)(dtype=proto.dtype, tensor_shape=proto.tensor_shape, tensor_content=content)
    data: bytes = proto.SerializeToString()
    return data


def _checksum(data: bytes) -> bytes:
    return struct.pack("<I", checksum.masked(checksum.extend(0, data)))


def field(number: int, value: Any) -> bytes:
    """A field of a message: an integer, a float or bytes."""
    if isinstance(value, float):
        return varints.encode(number << 3 | _DOUBLE) + struct.pack("<d", value)
    if isinstance(value, int):
        return varints.encode(number << 3 | _VARINT) + varints.encode(value & 0xFFFF_FFFF_FFFF_FFFF)
    content: bytes = value
    return varints.encode(number << 3 | _BYTES) + varints.encode(len(content)) + content


def metadata(plugin: str, description: str | None = None, content: bytes = b"") -> bytes:
    """A serialized `SummaryMetadata`.

    Args:
      plugin: the part of TensorBoard that shows the value, such as "scalars".
      description: what TensorBoard shows as its description.
      content: the plugin's own data.
    """
    about = field(1, field(1, plugin.encode()) + (field(2, content) if content else b""))
    return about + (field(3, description.encode()) if description else b"")
