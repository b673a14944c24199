"""Ops on readers: making them, reading records, counting, and what they read from files."""

from __future__ import annotations

import threading
from collections import namedtuple
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.forks import renewed_after_fork
from graphwright.base.record_files import opened, records
from graphwright.base.shape import Symbol
from graphwright.ir.infer import ShapeContext
from graphwright.ir.reach import OWN_RESOURCE, Reach
from graphwright.ir.record import op
from graphwright.queues import reader_state
from graphwright.queues.store import QueueStore, queue_of

ReaderReadV2 = namedtuple("ReaderReadV2", ["key", "value"])
"""What `read` of a reader gives."""
ReaderReadUpToV2 = namedtuple("ReaderReadUpToV2", ["keys", "values"])
"""What `read_up_to` of a reader gives."""

_ALL = 1 << 62
_Read = Callable[[bytes], Iterator[tuple[bytes, bytes]]]


class ReaderStore:
    """A reader behind a handle.

    Args:
      read: gives the keys and values of the records of a file.
      whole: whether a file is one record, so that nothing is left of it; the state can be saved then.
    """

    def __init__(self, read: _Read, whole: bool = False) -> None:
        self._read, self._whole = read, whole
        self._lock = renewed_after_fork(threading.Lock())
        self._begin()

    def _begin(self) -> None:
        self._current: Iterator[tuple[bytes, bytes]] | None = None
        self._work = b""  # the file that was begun last
        self.produced = 0
        self.completed = 0

    def reset(self) -> None:
        """Forget the work and the counts."""
        with self._lock:
            self._begin()

    def take(self, queue: QueueStore) -> tuple[bytes, bytes]:
        """The next record; waits for work in the queue where none is left."""
        with self._lock:
            while True:
                if self._current is None:
                    (name,) = queue.take()
                    self._work = bytes(np.asarray(name).item())
                    self._current = self._read(self._work)
                found = next(self._current, None)
                if found is not None:
                    self.produced += 1
                    if self._whole:
                        self._current = None
                        self.completed += 1
                    return found
                self._current = None
                self.completed += 1

    def take_up_to(self, queue: QueueStore, count: int) -> list[tuple[bytes, bytes]]:
        """Records of one file, as many as there are and are asked for; one at least."""
        found = [self.take(queue)]
        with self._lock:
            while len(found) < count and self._current is not None:
                following = next(self._current, None)
                if following is None:
                    self._current = None
                    self.completed += 1
                    break
                self.produced += 1
                found.append(following)
        return found

    def save(self) -> bytes:
        """The state, as `restore` takes it; UnimplementedError where files are read in parts."""
        self._check_whole("SerializeState")
        with self._lock:
            return reader_state.encoded(reader_state.State(self.completed, self.completed, self.produced, self._work))

    def restore(self, saved: bytes) -> None:
        """Continue from a saved state; InvalidArgumentError for what is none."""
        self._check_whole("RestoreState")
        state = reader_state.decoded(saved)
        if state is None or state.started != state.finished:
            raise errors.InvalidArgumentError(f"Could not parse or restore the state of a reader: {saved!r}")
        with self._lock:
            self._begin()
            self.completed, self.produced, self._work = state.finished, state.produced, state.work

    def _check_whole(self, what: str) -> None:
        if not self._whole:
            raise errors.UnimplementedError(f"Reader {what}: only readers of whole files save their state.")


# what is in files ---------------------------------------------------------------------------------------------------


def _lines(name: bytes, skipped: int) -> Iterator[tuple[bytes, bytes]]:
    with closing(opened(name, "")) as file:
        for number, line in enumerate(file, 1):
            if number > skipped:
                yield b"%s:%d" % (name, number), line.removesuffix(b"\n").removesuffix(b"\r")


def _whole(name: bytes) -> Iterator[tuple[bytes, bytes]]:
    with closing(opened(name, "")) as file:
        yield name, file.read()


def _itself(name: bytes) -> Iterator[tuple[bytes, bytes]]:
    yield name, name


def _tf_records(name: bytes, compression: str) -> Iterator[tuple[bytes, bytes]]:
    at = 0
    with closing(opened(name, compression)) as file:
        for _, data in records(file):
            yield b"%s:%d" % (name, at), data
            at += len(data) + 16  # its length and two checksums


def _fixed(name: bytes, size: int, header: int, footer: int, hop: int, encoding: str) -> Iterator[tuple[bytes, bytes]]:
    with closing(opened(name, encoding)) as file:
        data = file.read(_ALL) if encoding else file.read()
    end = len(data) - footer
    for number, start in enumerate(range(header, end - size + 1, hop or size)):
        yield b"%s:%d" % (name, number), data[start : start + size]


# records ------------------------------------------------------------------------------------------------------------


def _maker(
    name: str, attrs: str, read: Callable[..., _Read], more: str = "", whole: bool = False, itself: bool = False
) -> Any:
    def kernel(container: str = "", shared_name: str = "", **given: Any) -> ReaderStore:
        return ReaderStore(read(**given), whole)

    return op(
        name, "-> reader_handle: resource", f'{attrs}container: string = ""; shared_name: string = ""{more}',
        shape=lambda ctx: (), kernel=kernel, no_gradient=True, effect="random",
        reaches={**OWN_RESOURCE, **({} if itself else {"reader_handle": Reach.READS_SEVERAL})},
    )  # fmt: skip


TEXT_LINE = _maker(
    "TextLineReaderV2",
    "skip_header_lines: int = 0; ",
    lambda skip_header_lines: partial(_lines, skipped=skip_header_lines),
)
WHOLE_FILE = _maker("WholeFileReaderV2", "", lambda: _whole, whole=True)
IDENTITY = _maker("IdentityReaderV2", "", lambda: _itself, whole=True, itself=True)
TF_RECORD = _maker(
    "TFRecordReaderV2", "", lambda compression_type: partial(_tf_records, compression=compression_type),
    '; compression_type: string = ""',
)  # fmt: skip
FIXED_LENGTH = _maker(
    "FixedLengthRecordReaderV2",
    "header_bytes: int = 0; record_bytes: int; footer_bytes: int = 0; hop_bytes: int = 0; ",
    lambda header_bytes, record_bytes, footer_bytes, hop_bytes, encoding: partial(
        _fixed, size=record_bytes, header=header_bytes, footer=footer_bytes, hop=hop_bytes, encoding=encoding
    ),
    '; encoding: string = ""',
)


def _reader_of(stored: Any) -> ReaderStore:
    if not isinstance(stored, ReaderStore):
        raise errors.InvalidArgumentError(f"A handle of a reader is wanted, and {stored!r} is none.")
    return stored


def _texts(values: Any) -> Any:
    found = np.empty(len(values), object)
    found[:] = values
    return found


def _read(reader: Any, queue: Any) -> list[Any]:
    return [_texts([text]).reshape(()) for text in _reader_of(reader).take(queue_of(queue))]


def _read_up_to(reader: Any, queue: Any, num_records: Any) -> list[Any]:
    found = _reader_of(reader).take_up_to(queue_of(queue), int(num_records))
    return [_texts(list(column)) for column in zip(*found, strict=True)]


def _rows(ctx: ShapeContext) -> list[Any]:
    count = Symbol()
    return [(count,), (count,)]


def _reset(reader: Any) -> list[Any]:
    _reader_of(reader).reset()
    return []


READ = op(
    "ReaderReadV2", "reader_handle: resource, queue_handle: resource -> key: string, value: string",
    shape=lambda ctx: [(), ()], kernel=_read, no_gradient=True, effect="write",
)  # fmt: skip
READ_UP_TO = op(
    "ReaderReadUpToV2",
    "reader_handle: resource, queue_handle: resource, num_records: int64 -> keys: string, values: string",
    shape=_rows, kernel=_read_up_to, no_gradient=True, effect="write",
)  # fmt: skip
PRODUCED = op(
    "ReaderNumRecordsProducedV2", "reader_handle: resource -> records_produced: int64", shape=lambda ctx: (),
    kernel=lambda reader: np.array(_reader_of(reader).produced, np.int64), no_gradient=True, effect="read",
)  # fmt: skip
COMPLETED = op(
    "ReaderNumWorkUnitsCompletedV2", "reader_handle: resource -> units_completed: int64", shape=lambda ctx: (),
    kernel=lambda reader: np.array(_reader_of(reader).completed, np.int64), no_gradient=True, effect="read",
)  # fmt: skip
RESET = op(
    "ReaderResetV2", "reader_handle: resource ->", shape=lambda ctx: [], kernel=_reset, no_gradient=True,
    effect="write",
)  # fmt: skip
op(
    "ReaderSerializeStateV2", "reader_handle: resource -> state: string", shape=lambda ctx: (),
    kernel=lambda reader: _texts([_reader_of(reader).save()]).reshape(()), no_gradient=True, effect="read",
)  # fmt: skip


def _restore(reader: Any, state: Any) -> list[Any]:
    _reader_of(reader).restore(bytes(np.asarray(state).item()))
    return []


op(
    "ReaderRestoreStateV2", "reader_handle: resource, state: string ->", shape=lambda ctx: [], kernel=_restore,
    no_gradient=True, effect="write",
)  # fmt: skip

__all__ = [
    "COMPLETED",
    "FIXED_LENGTH",
    "IDENTITY",
    "PRODUCED",
    "READ",
    "READ_UP_TO",
    "RESET",
    "TEXT_LINE",
    "TF_RECORD",
    "WHOLE_FILE",
    "ReaderReadUpToV2",
    "ReaderReadV2",
    "ReaderStore",
]
