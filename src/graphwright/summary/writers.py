"""Writers of summaries, and the one that is the default."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from typing import Any

from graphwright.base.dtypes import bool as bool_
from graphwright.base.files import local_path
from graphwright.base.tracebacks import shortened
from graphwright.core.convert import convert_to_tensor
from graphwright.core.tensor import Tensor
from graphwright.summary.event_file import EventFile


class _State(threading.local):
    """What a thread writes, and where to."""

    writer: SummaryWriter | None = None
    step: Any = None
    condition: Any = True

    def file(self) -> EventFile | None:
        """Where values go, if anywhere."""
        return None if self.writer is None else self.writer._file


state = _State()


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
        if self._file is None:
            yield self
            return
        self._check_open()
        before = state.writer, state.step
        state.writer, state.step = self, state.step if step is None else step
        try:
            yield self
            self.flush()
        finally:
            state.writer = before[0]
            if step is not None:
                state.step = before[1]

    def set_as_default(self, step: Any = None) -> None:
        """Write with this writer from now on, in this thread."""
        if self._file is None:
            return
        self._check_open()
        state.writer = self
        if step is not None:
            state.step = step

    def _check_open(self) -> None:
        if self._file is not None and self._file.closed:
            raise RuntimeError(f"SummaryWriter {self} is already closed")

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


@shortened
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
      max_queue: how many values wait for the thread that writes them at most, 10 by default.
      flush_millis: after how long they are in the file at the latest, two minutes by default; `flush`, the end of
        `as_default`, `close` and the end of the program write them at once.
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
    folder, queue, millis = (_plain(v) for v in (logdir, max_queue, flush_millis))
    return SummaryWriter(
        EventFile(
            local_path(folder), suffix, 10 if queue is None else int(queue), 120_000 if millis is None else int(millis)
        )
    )


def _plain(value: Any) -> Any:
    return value.numpy() if isinstance(value, Tensor) else value


def create_noop_writer() -> SummaryWriter:
    """A writer that changes nothing: what was the default writer and the step stays so.

    >>> with tf.summary.create_noop_writer().as_default():
    ...     bool(tf.summary.scalar("loss", 0.5, step=1))
    False
    """
    return SummaryWriter(None)


def flush(writer: SummaryWriter | None = None, name: str | None = None) -> None:
    """Write what a writer has buffered; by default the one that is the default.

    >>> tf.summary.flush()
    """
    found = state.writer if writer is None else writer
    if found is not None:
        found.flush()


def should_record_summaries() -> Tensor:
    """Whether there is a writer and the condition of `record_if` holds.

    >>> bool(tf.summary.should_record_summaries())
    False
    """
    return convert_to_tensor(recording(), bool_)


def recording() -> Any:
    """Whether there is a writer and the condition holds: a bool where it is known, else a tensor."""
    if state.file() is None:
        return False
    return state.condition() if callable(state.condition) else state.condition


@contextlib.contextmanager
def record_if(condition: Any) -> Iterator[None]:
    """Write values in the block only if a condition holds: a bool, a tensor, or a function that returns one.

    >>> with tf.summary.record_if(False):
    ...     bool(tf.summary.should_record_summaries())
    False
    """
    before, state.condition = state.condition, condition
    try:
        yield
    finally:
        state.condition = before


def get_step() -> Any:
    """The step that values have which name none, or None.

    >>> tf.summary.experimental.get_step()
    """
    return state.step


def set_step(step: Any) -> None:
    """Set the step that values have which name none, in this thread.

    >>> tf.summary.experimental.set_step(3); tf.summary.experimental.get_step()
    3
    >>> tf.summary.experimental.set_step(None)
    """
    state.step = step
