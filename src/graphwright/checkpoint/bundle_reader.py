"""Reads the tensors of one checkpoint: an index file and its data files."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from graphwright.base import checksum, errors
from graphwright.base.dtypes import string, variant
from graphwright.base.files import told_as_tensorflow_does
from graphwright.checkpoint import entries, filesystem, slices, table, tensor_bytes
from graphwright.checkpoint.entries import TensorEntry
from graphwright.core.tensor import Array

_WORTH_THREADS = 1 << 25  # bytes
_MOST_THREADS = 4


def index_path(prefix: str) -> str:
    """The index file of the checkpoint of that path."""
    return f"{prefix}.index"


def shard_path(prefix: str, shard: int, shards: int) -> str:
    """A data file of the checkpoint of that path."""
    return f"{prefix}.data-{shard:05d}-of-{shards:05d}"


class BundleReader:
    """The tensors under the path `prefix`, by their keys.

    All entries are checked against each other and against the sizes of the data files before any tensor is read.
    NotFoundError if there is no such checkpoint, DataLossError for files that are damaged.

    Attributes: `moved`, if set, is called with the number of bytes after each read.
    """

    def __init__(self, prefix: str) -> None:
        self.prefix = prefix
        self.moved: Callable[[int], None] | None = None
        path = index_path(prefix)
        if not os.path.exists(path):
            raise errors.NotFoundError(
                None,
                None,
                f"Unsuccessful TensorSliceReader constructor: Failed to find any matching files for {prefix}",
            )
        with self._telling(path):
            found = dict(table.read_table(filesystem.read_all(path)))
            self._header = entries.read_header(found)
        del found[entries.HEADER_KEY]
        self._parts: dict[bytes, TensorEntry] = {}
        self.entries: dict[str, TensorEntry] = {}
        for key, value in found.items():
            with self._telling(path, _shown(key)):
                entry = entries.read_entry(value, self._header.shards)
            if key[0] == 0:  # a part of a tensor
                self._parts[key] = entry
            else:
                self.entries[_shown(key)] = entry
        self._check_extents()

    @contextlib.contextmanager
    def _telling(self, path: str, key: str = "") -> Iterator[None]:
        """Add the file and the tensor to the message of an error."""
        try:
            yield
        except errors.OpError as error:
            if path in error.message:
                raise
            what = f"tensor {key!r}: " if key else ""
            raise type(error)(None, None, f"{path}: {what}{error.message}") from error  # type: ignore[call-arg]

    def _check_extents(self) -> None:
        """Check that no two tensors overlap and that all are within their files."""
        by_shard: dict[int, list[TensorEntry]] = {}
        for entry in (*self.entries.values(), *self._parts.values()):
            if entry.size and not entry.parts:
                by_shard.setdefault(entry.shard, []).append(entry)
        for shard, there in by_shard.items():
            path = self._shard_path(shard)
            size = filesystem.size_of(path)
            end = 0
            for entry in sorted(there, key=lambda entry: entry.offset):
                if entry.offset < end:
                    raise errors.DataLossError(None, None, f"{path}: two tensors share the bytes at {entry.offset}")
                end = entry.offset + entry.size
            if end > size:
                raise errors.DataLossError(None, None, f"{path}: has {size} bytes, and tensors end at {end}")

    def _shard_path(self, shard: int) -> str:
        return shard_path(self.prefix, shard, self._header.shards)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def entry(self, key: str) -> TensorEntry:
        """The entry of a tensor, without reading its data; NotFoundError if there is none."""
        found = self.entries.get(key)
        if found is None:
            raise errors.NotFoundError(None, None, f"Key {key} not found in checkpoint {self.prefix}")
        return found

    def read(self, key: str) -> Array:
        """The tensor of that key, in a new array."""
        entry = self.entry(key)
        with self._telling(index_path(self.prefix), key):
            return self._read_parts(key, entry) if entry.parts else self._read_whole(entry)

    def read_many(self, keys: Iterable[str]) -> dict[str, Array]:
        """The tensors of these keys, read in parallel if they are large."""
        wanted = list(dict.fromkeys(keys))
        if sum(self.entry(key).size for key in wanted) < _WORTH_THREADS:
            return {key: self.read(key) for key in wanted}
        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(min(_MOST_THREADS, os.cpu_count() or 1)) as pool:
            return dict(zip(wanted, pool.map(self.read, wanted), strict=True))

    def _read_parts(self, key: str, entry: TensorEntry) -> Array:
        def read(extents: Sequence[slices.Extent]) -> Array:
            return self._read_whole(parts[tuple(extents)])

        parts: dict[tuple[slices.Extent, ...], TensorEntry] = {}
        for extents in entry.parts:
            part = self._parts.get(slices.slice_key(key.encode("utf-8", "surrogateescape"), extents))
            if part is None or part.parts or part.dtype is not entry.dtype or extents in parts:
                raise errors.DataLossError("a part of it is missing, is there twice, or of another dtype")
            parts[extents] = part
        shapes = [part.shape for part in parts.values()]
        return slices.put_together(key, entry.shape, entry.dtype.numpy, list(parts), shapes, read)

    def _read_whole(self, entry: TensorEntry) -> Array:
        """Read the bytes of one entry and verify their checksum."""
        big = self._header.big_endian
        if entry.dtype is variant:
            raise errors.UnimplementedError(
                "it holds variants in TensorFlow's own form, such as the state of an iterator over its datasets, which "
                "is not read here"
            )
        if entry.dtype is string:
            data = np.empty(entry.size, np.uint8)
            self._fill(data, entry)
            array, crc = tensor_bytes.read_strings(data.tobytes(), entry.shape, entry.count, big)
        else:
            array = np.empty(entry.shape, entry.dtype.numpy)
            crc = self._fill(array.reshape(-1).view(np.uint8), entry)
        if checksum.masked(crc) != entry.crc:
            raise errors.DataLossError("its checksum does not match: the file is damaged")
        return array if entry.dtype is string else tensor_bytes.in_native_order(array, entry.dtype, big)

    def _fill(self, data: Array, entry: TensorEntry) -> int:
        """Read an entry's bytes into `data`; returns their checksum."""
        if not entry.size:
            return 0
        path = self._shard_path(entry.shard)
        filesystem.size_of(path)
        crc, at = 0, entry.offset
        with told_as_tensorflow_does(path), open(path, "rb", buffering=0) as file:
            file.seek(at)
            for chunk in tensor_bytes.chunks(data):
                view = memoryview(chunk)
                while view:
                    got = file.readinto(view)
                    if not got:
                        raise errors.DataLossError(None, None, f"{path}: ends at {at}, within a tensor")
                    view, at = view[got:], at + got
                crc = checksum.extend(crc, chunk)
                if self.moved is not None:
                    self.moved(len(chunk))
        return crc


def _shown(key: bytes) -> str:
    return key.decode("utf-8", "surrogateescape")
