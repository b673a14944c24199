"""Readers of TensorFlow 1, which take the names of files from a queue: `tf.compat.v1.TextLineReader` and its like."""

from __future__ import annotations

from typing import Any

from graphwright.base.dtypes import int64
from graphwright.core.context import executing_eagerly
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply, apply_effect, apply_multi
from graphwright.queues import reader_records as records


class ReaderBase:
    """A reader, which takes work from a queue, the name of a file, and gives the records in it one after the other.

    Readers belong to graphs; a session has readers of its own. Programs that run eagerly use `tf.data`.

    Args:
      reader_ref: the handle of the reader.
      supports_serialize: whether its state can be had as text.

    Raises RuntimeError with eager execution.

    >>> with tf.Graph().as_default():
    ...     names = tf.queue.FIFOQueue(1, tf.string)
    ...     key, value = tf.compat.v1.WholeFileReader().read(names)
    >>> value.dtype
    tf.string
    """

    def __init__(self, reader_ref: Any, supports_serialize: bool = False) -> None:
        _check_not_eager()
        self._reader_ref = reader_ref
        self._supports_serialize = supports_serialize

    @property
    def reader_ref(self) -> Any:
        """The handle of the reader."""
        return self._reader_ref

    @property
    def supports_serialize(self) -> bool:
        """Whether `serialize_state` gives anything."""
        return self._supports_serialize

    def read(self, queue: Any, name: str | None = None) -> Any:
        """The key and the value of the next record, two texts; the queue is asked for work where there is none left.

        Running it raises OutOfRangeError at the end of a closed queue.
        """
        key, value = apply_multi(records.READ, (self._reader_ref, _handle_of(queue)), None, name)
        return records.ReaderReadV2(key, value)

    def read_up_to(self, queue: Any, num_records: Any, name: str | None = None) -> Any:
        """The keys and values of up to `num_records` records, two vectors of texts."""
        count = to_tensor(num_records, int64)
        keys, values = apply_multi(records.READ_UP_TO, (self._reader_ref, _handle_of(queue), count), None, name)
        return records.ReaderReadUpToV2(keys, values)

    def num_records_produced(self, name: str | None = None) -> Any:
        """How many records the reader has given, an int64 scalar."""
        return apply(records.PRODUCED, (self._reader_ref,), None, name)

    def num_work_units_completed(self, name: str | None = None) -> Any:
        """How many files the reader has read to their ends, an int64 scalar."""
        return apply(records.COMPLETED, (self._reader_ref,), None, name)

    def reset(self, name: str | None = None) -> Any:
        """An operation that begins anew: with the next work, and with counts of zero."""
        return apply_effect(records.RESET, (self._reader_ref,), None, name)


def _check_not_eager() -> None:
    if executing_eagerly():
        raise RuntimeError(
            "Readers are not supported when eager execution is enabled. Instead, please use tf.data to get data into "
            "your model."
        )


def _handle_of(queue: Any) -> Any:
    return getattr(queue, "queue_ref", queue)


def _made(record: Any, name: str | None, **attrs: Any) -> Any:
    _check_not_eager()
    return apply(record, (), attrs, name)


class TextLineReader(ReaderBase):
    """A reader of the lines of text files, without their ends.

    Args:
      skip_header_lines: how many lines of each file are left out.
      name: of the reader.

    >>> with tf.Graph().as_default():
    ...     names = tf.queue.FIFOQueue(1, tf.string)
    ...     key, value = tf.compat.v1.TextLineReader(skip_header_lines=1).read(names)
    >>> value.op.type
    'ReaderReadV2'
    """

    def __init__(self, skip_header_lines: int | None = None, name: str | None = None) -> None:
        super().__init__(_made(records.TEXT_LINE, name, skip_header_lines=skip_header_lines or 0))


class WholeFileReader(ReaderBase):
    """A reader of whole files: the key is the name, the value what is in the file.

    >>> with tf.Graph().as_default():
    ...     names = tf.queue.FIFOQueue(1, tf.string)
    ...     key, value = tf.compat.v1.WholeFileReader().read(names)
    >>> value.op.type
    'ReaderReadV2'
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__(_made(records.WHOLE_FILE, name), supports_serialize=True)


class IdentityReader(ReaderBase):
    """A reader that gives the work itself, as key and as value.

    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     work = tf.queue.FIFOQueue(1, tf.string, shapes=[()])
    ...     session.run(work.enqueue("a"))
    ...     key, value = session.run(tf.compat.v1.IdentityReader().read(work))
    >>> value
    b'a'
    """

    def __init__(self, name: str | None = None) -> None:
        super().__init__(_made(records.IDENTITY, name), supports_serialize=True)


class TFRecordReader(ReaderBase):
    """A reader of the records of TFRecord files.

    Args:
      name: of the reader.
      options: a `tf.io.TFRecordOptions`, for compressed files.

    >>> with tf.Graph().as_default():
    ...     names = tf.queue.FIFOQueue(1, tf.string)
    ...     key, value = tf.compat.v1.TFRecordReader(options=tf.io.TFRecordOptions("GZIP")).read(names)
    >>> value.op.type
    'ReaderReadV2'
    """

    def __init__(self, name: str | None = None, options: Any = None) -> None:
        kind = getattr(options, "compression_type", None) or ""
        super().__init__(_made(records.TF_RECORD, name, compression_type=kind))


class FixedLengthRecordReader(ReaderBase):
    """A reader of records of as many bytes each.

    Args:
      record_bytes: the bytes of a record.
      header_bytes, footer_bytes: bytes at the start and the end of a file that are left out.
      hop_bytes: from the start of a record to that of the next; those of a record by default.
      name: of the reader.
      encoding: "ZLIB" or "GZIP" for compressed files.

    >>> with tf.Graph().as_default():
    ...     names = tf.queue.FIFOQueue(1, tf.string)
    ...     key, value = tf.compat.v1.FixedLengthRecordReader(record_bytes=4).read(names)
    >>> value.op.type
    'ReaderReadV2'
    """

    def __init__(
        self, record_bytes: int, header_bytes: int | None = None, footer_bytes: int | None = None,
        hop_bytes: int | None = None, name: str | None = None, encoding: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(
            _made(
                records.FIXED_LENGTH, name, record_bytes=record_bytes, header_bytes=header_bytes or 0,
                footer_bytes=footer_bytes or 0, hop_bytes=hop_bytes or 0, encoding=encoding or "",
            )
        )  # fmt: skip


__all__ = [
    "FixedLengthRecordReader",
    "IdentityReader",
    "ReaderBase",
    "TFRecordReader",
    "TextLineReader",
    "WholeFileReader",
]
