"""Writes the tensors of one checkpoint; a crash leaves the previous checkpoint or none."""

from __future__ import annotations

import contextlib
import glob
import os
import re
from collections.abc import Callable
from types import TracebackType
from typing import Any, BinaryIO

from graphwright.base import checksum, errors
from graphwright.base.dtypes import DType, string
from graphwright.base.files import told_as_tensorflow_does
from graphwright.checkpoint import entries, filesystem, table, tensor_bytes
from graphwright.checkpoint.bundle_reader import index_path, shard_path
from graphwright.checkpoint.entries import TensorEntry
from graphwright.core.tensor import Array


class BundleWriter:
    """Writes tensors one by one; a context manager.

    Leaving the block without an error finishes the files: until then they stand under other names in the same folder,
    and an error removes them. `max_shard_size` bounds a data file in bytes; a tensor that is larger has one to itself.
    `moved` is called with the number of bytes after each write.
    """

    def __init__(
        self, prefix: str, max_shard_size: int | None = None, moved: Callable[[int], None] | None = None
    ) -> None:
        self._prefix = prefix
        self._moved = moved
        self._most = max_shard_size
        self._files: list[str] = []
        self._entries: dict[bytes, TensorEntry] = {}
        self._open: BinaryIO | None = None
        self._offset = 0
        filesystem.make_folder_of(prefix)

    def __enter__(self) -> BundleWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._finish()
        finally:
            self._drop()
            for name in self._files:
                with contextlib.suppress(OSError):
                    os.remove(name)

    def add(self, key: str, array: Array, dtype: DType) -> None:
        """Write one tensor; InvalidArgumentError for an empty key or one that was written before."""
        name = key.encode("utf-8", "surrogateescape")
        if name in self._entries or not name or name[0] == 0:
            raise errors.InvalidArgumentError(None, None, f"{self._prefix}: cannot write a second tensor {key!r}")
        if dtype is string:
            data: Any
            data, crc = tensor_bytes.string_bytes(array)
            file = self._file_for(len(data))
            self._write(file, data)
        else:
            bytes_ = tensor_bytes.as_bytes(array)
            data, crc = bytes_, 0
            file = self._file_for(len(data))
            for chunk in tensor_bytes.chunks(bytes_):
                crc = checksum.extend(crc, chunk)
                self._write(file, chunk)
        shard = len(self._files) - 1
        self._entries[name] = TensorEntry(dtype, array.shape, shard, self._offset, len(data), checksum.masked(crc))
        self._offset += len(data)

    def _file_for(self, size: int) -> BinaryIO:
        """The data file to write to; a new one if the open one would grow too large."""
        if self._open is not None and self._most is not None and self._offset and size > self._most - self._offset:
            self._close()
        if self._open is None:
            name = filesystem.temporary_name(self._prefix)
            with told_as_tensorflow_does(name):
                self._open = open(name, "xb")  # noqa: SIM115 (it stays open between tensors)
            self._files.append(name)
            self._offset = 0
        return self._open

    def _write(self, file: BinaryIO, data: Any) -> None:
        with told_as_tensorflow_does(self._prefix):
            file.write(data)
        if self._moved is not None:
            self._moved(len(data))

    def _close(self) -> None:
        file, self._open = self._open, None
        if file is not None:
            with told_as_tensorflow_does(self._prefix), file:
                file.flush()
                os.fsync(file.fileno())

    def _drop(self) -> None:
        """Close and discard the open data file."""
        file, self._open = self._open, None
        if file is not None:
            with contextlib.suppress(OSError):
                file.close()

    def _finish(self) -> None:
        """Write the index and give all files their names.

        The old index goes first and the new one comes last, so that there is never one with another's data.
        """
        if not self._files:
            self._file_for(0)
        self._close()
        shards = len(self._files)
        index = table.TableWriter()
        index.add(entries.HEADER_KEY, entries.header_message(shards))
        for key in sorted(self._entries):
            index.add(key, entries.entry_message(self._entries[key]))
        path = index_path(self._prefix)
        with told_as_tensorflow_does(path):
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
                filesystem.sync_folder(path)
            new = [shard_path(self._prefix, shard, shards) for shard in range(shards)]
            for temporary, final in zip(self._files, new, strict=True):
                os.replace(temporary, final)
        filesystem.replace_with(path, index.finish())
        for old in set(data_files(self._prefix)) - set(new):
            with contextlib.suppress(OSError):
                os.remove(old)


def data_files(prefix: str) -> list[str]:
    """The data files of a checkpoint."""
    ending = re.compile(r"\.data-\d{5}-of-\d{5}")
    return [name for name in glob.glob(f"{glob.escape(prefix)}.data-*") if ending.fullmatch(name[len(prefix) :])]


def remove_bundle(prefix: str) -> None:
    """Delete a checkpoint, its index first; missing files are not an error."""
    for name in (index_path(prefix), *data_files(prefix)):
        with told_as_tensorflow_does(name), contextlib.suppress(FileNotFoundError):
            os.remove(name)
