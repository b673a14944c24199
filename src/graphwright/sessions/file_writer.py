"""`tf.compat.v1.summary.FileWriter`: summaries of sessions in event files, and event files read again."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, ClassVar

from graphwright.base import errors
from graphwright.base.record_files import opened, records
from graphwright.core.context import executing_eagerly
from graphwright.summary.event_file import EventFile
from graphwright.summary.messages import Event, SessionLog, Summary


class FileWriter:
    """Writes summaries, graphs and logs to an event file of a folder, by a thread of its own.

    Args:
      logdir: the folder.
      graph: a graph that is written first.
      max_queue: how many events wait for the thread at most.
      flush_secs: after how many seconds events are in the file at the latest.
      graph_def: a `GraphDef` in place of a graph.
      filename_suffix: the end of the file's name.
      session: accepted.

    Raises RuntimeError in eager programs: `tf.summary.create_file_writer` writes there.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     with tf.compat.v1.summary.FileWriter(folder) as writer:
    ...         writer.add_summary(session.run(tf.compat.v1.summary.scalar("loss", 0.5)), global_step=1)
    >>> import os; len(os.listdir(folder))
    1
    """

    def __init__(
        self, logdir: Any, graph: Any = None, max_queue: int = 10, flush_secs: float = 120, graph_def: Any = None,
        filename_suffix: str | None = None, session: Any = None,
    ) -> None:  # fmt: skip
        if executing_eagerly():
            raise RuntimeError(
                "v1.summary.FileWriter is not compatible with eager execution. Use `tf.summary.create_file_writer`, or "
                "a `with v1.Graph().as_default():` context"
            )
        self._folder: str = os.fspath(logdir)
        self._arguments = filename_suffix or "", max_queue, int(flush_secs * 1000)
        self._file = EventFile(self._folder, *self._arguments)
        self._described: set[str] = set()
        self._run_tags: set[str] = set()
        if graph is not None or graph_def is not None:
            self.add_graph(graph, graph_def=graph_def)
            if graph is not None:
                self._add_meta_graph_of(graph)

    def __enter__(self) -> FileWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def get_logdir(self) -> str:
        """The folder."""
        return self._folder

    def _add_meta_graph_of(self, graph: Any) -> None:
        from graphwright.sessions.meta_graph import export_meta_graph

        self.add_meta_graph(export_meta_graph(graph=graph))

    def add_event(self, event: Any) -> None:
        """Write an `Event`."""
        if self._file.closed:
            raise errors.FailedPreconditionError("The file writer is closed: `reopen()` opens another file.")
        at = Event()
        at.CopyFrom(event)
        at.ClearField("wall_time")  # the file states it
        self._file.add(at.SerializeToString(), event.wall_time or None)

    def _add(self, step: Any, **what: Any) -> None:
        self.add_event(Event(step=0 if step is None else int(step), **what))

    def add_summary(self, summary: Any, global_step: Any = None) -> None:
        """Write a summary: the bytes that a session returned, or a `Summary`; what describes a tag is written once."""
        message = Summary.FromString(bytes(summary)) if isinstance(summary, bytes) else Summary()
        if not isinstance(summary, bytes):
            message.ParseFromString(summary.SerializeToString())
        for value in message.value:
            if value.HasField("metadata"):
                if value.tag in self._described:
                    value.ClearField("metadata")
                self._described.add(value.tag)
        self._add(global_step, summary=message)

    def add_session_log(self, session_log: Any, global_step: Any = None) -> None:
        """Write a `SessionLog`."""
        self._add(global_step, session_log=SessionLog.FromString(session_log.SerializeToString()))

    def add_graph(self, graph: Any, global_step: Any = None, graph_def: Any = None) -> None:
        """Write a graph, or a `GraphDef`.

        Raises ValueError for both or none, TypeError for a graph that is none.
        """
        if graph is not None and graph_def is not None:
            raise ValueError("Please pass only graph, or graph_def (deprecated), but not both.")
        if graph is not None and hasattr(graph, "as_graph_def"):
            graph_def = graph.as_graph_def(add_shapes=True)
        elif graph is not None and hasattr(graph, "node"):
            graph_def = graph
        elif graph_def is None:
            raise TypeError(f"The passed graph must be an instance of `Graph` or the deprecated `GraphDef`: {graph}")
        self._add(global_step, graph_def=graph_def.SerializeToString())

    def add_meta_graph(self, meta_graph_def: Any, global_step: Any = None) -> None:
        """Write a `MetaGraphDef`. Raises TypeError for anything else."""
        if getattr(getattr(meta_graph_def, "DESCRIPTOR", None), "name", "") != "MetaGraphDef":
            raise TypeError(f"meta_graph_def must be type MetaGraphDef, saw type: {type(meta_graph_def)}")
        self._add(global_step, meta_graph_def=meta_graph_def.SerializeToString())

    def add_run_metadata(self, run_metadata: Any, tag: str, global_step: Any = None) -> None:
        """Write the metadata of a call of `Session.run`. Raises ValueError for a tag that has been used."""
        if tag in self._run_tags:
            raise ValueError("The provided tag was already used for this event type")
        self._run_tags.add(tag)
        data = run_metadata.SerializeToString() if hasattr(type(run_metadata), "SerializeToString") else b""
        self._add(global_step, tagged_run_metadata={"tag": tag, "run_metadata": data})

    def flush(self) -> None:
        """Wait until all events are in the file."""
        self._file.flush()

    def close(self) -> None:
        """Wait until all events are in the file, and close it."""
        self._file.close()

    def reopen(self) -> None:
        """Open another file after `close`; without effect where the file is open."""
        if self._file.closed:
            self._file = EventFile(self._folder, *self._arguments)


class FileWriterCache:
    """One `FileWriter` for each folder.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default():
    ...     cache = tf.compat.v1.summary.FileWriterCache
    ...     print(cache.get(folder) is cache.get(folder)); cache.clear()
    True
    """

    _writers: ClassVar[dict[str, FileWriter]] = {}

    @staticmethod
    def clear() -> None:
        """Close and forget all writers."""
        for writer in FileWriterCache._writers.values():
            writer.close()
        FileWriterCache._writers.clear()

    @staticmethod
    def get(logdir: Any) -> FileWriter:
        """The writer of a folder."""
        folder = os.fspath(logdir)
        if folder not in FileWriterCache._writers:
            from graphwright.sessions.graph import get_default_graph

            FileWriterCache._writers[folder] = FileWriter(folder, graph=get_default_graph())
        return FileWriterCache._writers[folder]


def summary_iterator(path: Any) -> Iterator[Any]:
    """The events of an event file, as `Event` messages.

    Args:
      path: the file.

    >>> import glob, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.summary.create_file_writer(folder).as_default():
    ...     _ = tf.summary.scalar("loss", 0.5, step=3)
    >>> [e.step for e in tf.compat.v1.train.summary_iterator(glob.glob(folder + "/*")[0])]
    [0, 3]
    """
    file = opened(path, "")
    try:
        for _, data in records(file):
            yield Event.FromString(data)
    finally:
        file.close()


def tf_record_iterator(path: Any, options: Any = None) -> Iterator[bytes]:
    """The records of a TFRecord file (use `tf.data.TFRecordDataset`).

    Args:
      path: the file.
      options: `tf.io.TFRecordOptions`, or the name of a compression.

    >>> import os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "records")
    >>> with tf.io.TFRecordWriter(path) as writer:
    ...     writer.write(b"first")
    >>> list(tf.compat.v1.io.tf_record_iterator(path))
    [b'first']
    """
    from graphwright.base.record_files import TFRecordOptions

    file = opened(path, TFRecordOptions.get_compression_type_string(options))
    try:
        for _, data in records(file):
            yield data
    finally:
        file.close()


class TFRecordCompressionType:
    """The compressions of TFRecord files, as numbers.

    >>> tf.compat.v1.io.TFRecordCompressionType.GZIP
    2
    """

    NONE = 0
    ZLIB = 1
    GZIP = 2


__all__ = ["FileWriter", "FileWriterCache", "TFRecordCompressionType", "summary_iterator", "tf_record_iterator"]
