"""Writers of summaries, and the one that is the default."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

import numpy as np

from graphwright.base.dtypes import bool as bool_
from graphwright.base.dtypes import float32, int64
from graphwright.control.host_calls import numpy_function
from graphwright.core.context import name_scope
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.ops.array.constants import constant
from graphwright.ops.math.casts import cast
from graphwright.summary.event_file import EventFile, metadata


class _State(threading.local):
    """What a thread writes, and where to."""

    writer: SummaryWriter | None = None
    step: Any = None
    condition: Any = True


_state = _State()


class SummaryWriter:
    """Writes values of steps to event files.

    >>> tf.summary.create_noop_writer().as_default().__class__.__name__
    '_GeneratorContextManager'
    """

    def __init__(self, file: EventFile | None) -> None:
        self._file = file

    @contextlib.contextmanager
    def as_default(self, step: Any = None) -> Iterator[SummaryWriter]:
        """Write what the block writes with this writer.

        Args:
          step: the step of the block's values.
        """
        before = _state.writer, _state.step
        _state.writer, _state.step = self, _state.step if step is None else step
        try:
            yield self
            self.flush()
        finally:
            _state.writer, _state.step = before

    def set_as_default(self, step: Any = None) -> None:
        """Write with this writer from now on, in this thread."""
        _state.writer = self
        if step is not None:
            _state.step = step

    def init(self) -> None:
        """Do nothing: the file is open."""

    def flush(self) -> None:
        """Write what is buffered."""
        if self._file is not None:
            self._file.flush()

    def close(self) -> None:
        """Write what is buffered and close the file."""
        if self._file is not None:
            self._file.close()


def create_file_writer(
    logdir: Any,
    max_queue: Any = None,
    flush_millis: Any = None,
    filename_suffix: Any = None,
    name: str | None = None,
    experimental_trackable: bool = False,
    experimental_mesh: Any = None,
) -> SummaryWriter:
    """A writer of event files in a folder, which TensorBoard shows.

    Args:
      logdir: the folder; it is created where there is none.
      max_queue, flush_millis: accepted; files are flushed by `flush` and at the end of `as_default`.
      filename_suffix: the end of the file's name, ".v2" by default.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     writer = tf.summary.create_file_writer(folder)
    ...     with writer.as_default():
    ...         written = tf.summary.scalar("loss", 0.5, step=1)
    ...     writer.close()
    ...     len(os.listdir(folder)), bool(written)
    (1, True)
    """
    suffix = ".v2" if filename_suffix is None else str(filename_suffix)
    return SummaryWriter(EventFile(str(getattr(logdir, "numpy", lambda: logdir)()), suffix))


def create_noop_writer() -> SummaryWriter:
    """A writer that writes nothing.

    >>> with tf.summary.create_noop_writer().as_default():
    ...     bool(tf.summary.scalar("loss", 0.5, step=1))
    False
    """
    return SummaryWriter(None)


def flush(writer: SummaryWriter | None = None, name: str | None = None) -> None:
    """Write what a writer has buffered; by default the one that is the default.

    >>> tf.summary.flush()
    """
    found = _state.writer if writer is None else writer
    if found is not None:
        found.flush()


def should_record_summaries() -> Tensor:
    """Whether there is a writer and the condition of `record_if` holds.

    >>> bool(tf.summary.should_record_summaries())
    False
    """
    if _state.writer is None or _state.writer._file is None:
        return constant(False)
    condition = _state.condition() if callable(_state.condition) else _state.condition
    return convert_to_tensor(condition, bool_)


@contextlib.contextmanager
def record_if(condition: Any) -> Iterator[None]:
    """Write values in the block only if a condition holds: a bool, a tensor, or a function that returns one.

    >>> with tf.summary.record_if(False):
    ...     bool(tf.summary.should_record_summaries())
    False
    """
    before, _state.condition = _state.condition, condition
    try:
        yield
    finally:
        _state.condition = before


def get_step() -> Any:
    """The step that values have which name none, or None.

    >>> tf.summary.experimental.get_step()
    """
    return _state.step


def set_step(step: Any) -> None:
    """Set the step that values have which name none, in this thread.

    >>> tf.summary.experimental.set_step(3); tf.summary.experimental.get_step()
    3
    >>> tf.summary.experimental.set_step(None)
    """
    _state.step = step


def write(tag: str, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None) -> Tensor:
    """Write a tensor with the default writer; whether it was written.

    Args:
      tag: the name of the value.
      tensor: what is written, or a function that returns it, called if it is written.
      step: the step, by default that of `tf.summary.experimental.set_step`.
      metadata: a `SummaryMetadata`, or its bytes.

    Raises ValueError where there is a writer and no step.

    >>> bool(tf.summary.write("x", [1.0], step=0))
    False
    """
    writer = _state.writer
    if writer is None or writer._file is None:
        return constant(False)
    number = _state.step if step is None else step
    if number is None:
        raise ValueError(
            "No step set. Please specify one either through the `step` argument or through "
            "tf.summary.experimental.set_step()"
        )
    file = writer._file
    described = metadata.SerializeToString() if hasattr(metadata, "SerializeToString") else metadata or b""

    def put(condition: Any, at: Any, value: Any) -> Any:
        if condition:
            file.write(int(at), tag, np.asarray(value), described)
        return np.bool_(condition)

    with name_scope(name or "write_summary"):
        value = tensor() if callable(tensor) else tensor
        arguments = [should_record_summaries(), convert_to_tensor(number, int64), convert_to_tensor(value)]
        written: Tensor = numpy_function(put, arguments, bool_)
        return written


def scalar(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Write a number with the default writer; whether it was written.

    >>> bool(tf.summary.scalar("loss", 0.5, step=1))
    False
    """
    number = convert_to_tensor(data)
    if number.shape.rank not in (0, None):
        raise ValueError(f"A scalar summary is one number, not a tensor of shape {number.shape}.")
    return write(name, cast(number, float32), step, metadata("scalars", 1, description))


def text(name: str, data: Any, step: Any = None, description: str | None = None) -> Tensor:
    """Write text with the default writer; whether it was written.

    >>> bool(tf.summary.text("note", "begun", step=1))
    False
    """
    return write(name, data, step, metadata("text", 2, description))
