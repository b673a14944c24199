"""The index file: a sorted table of keys and values, in LevelDB's format.

Blocks of entries, an empty block, a block that says where the blocks are, and a footer. A key tells only what
differs from the key before it; every so often (a restart) one stands whole. Whatever a file claims is held against
its size before anything is made of it, and every complaint is a DataLossError.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

from graphwright.base import checksum, errors
from graphwright.checkpoint import snappy, varints

_MAGIC = struct.pack("<Q", 0xDB4775248B80FB57)
_FOOTER_SIZE = 48
_TRAILER_SIZE = 5  # the compression type and the checksum of the block
_RESTART_INTERVAL = 16
_BLOCK_SIZE = 1 << 18
# TensorFlow writes every 16th key whole, so that its keys hold at most 16 times the bytes of the file.
_MOST_GROWTH = 16
_ROOM = 1 << 16


def read_table(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of an index file, by ascending keys."""
    if len(data) < _FOOTER_SIZE or data[-8:] != _MAGIC:
        raise errors.DataLossError("it is not an index file: not an sstable (bad magic number)")
    end = len(data) - _FOOTER_SIZE
    _, at = _handle(data, end, len(data))  # the metaindex block is not used
    handle, _ = _handle(data, at, len(data))
    before: bytes | None = None
    room = _MOST_GROWTH * len(data) + _ROOM
    for _, value in _entries(_block(data, handle, end)):
        place, _ = _handle(value, 0, len(value))
        for key, content in _entries(_block(data, place, end)):
            if before is not None and key <= before:
                raise errors.DataLossError("its keys are not in order")
            room -= len(key)
            if room < 0:
                raise errors.DataLossError(f"its keys hold over {_MOST_GROWTH} times the bytes of the file")
            before = key
            yield key, content


def _handle(data: bytes, at: int, end: int) -> tuple[tuple[int, int], int]:
    """The start and size of a block, and the position after its handle."""
    offset, at = varints.decode(data, at, end)
    size, at = varints.decode(data, at, end)
    return (offset, size), at


def _block(data: bytes, handle: tuple[int, int], end: int) -> bytes:
    """The content of a block, whose checksum is verified."""
    offset, size = handle
    stop = offset + size
    if stop + _TRAILER_SIZE > end:
        raise errors.DataLossError(f"a block of {size} bytes at {offset} is past the end of the file")
    compression = data[stop]
    if checksum.masked(checksum.extend(0, data[offset : stop + 1])) != _word(data, stop + 1):
        raise errors.DataLossError(f"block checksum mismatch at byte {offset}")
    if compression > 1:
        raise errors.DataLossError(f"the block at byte {offset} is compressed in an unknown way ({compression})")
    content = data[offset:stop]
    return snappy.decompress(content) if compression else content


def _word(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 4], "little")


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The keys and values of one block."""
    restarts = _word(block, len(block) - 4) if len(block) >= 4 else -1
    end = len(block) - 4 * (restarts + 1)
    if restarts < 0 or end < 0:
        raise errors.DataLossError(f"a block of {len(block)} bytes has no room for its {restarts} restarts")
    at, key = 0, b""
    while at < end:
        shared, at = varints.decode(block, at, end)
        own, at = varints.decode(block, at, end)
        size, at = varints.decode(block, at, end)
        if shared > len(key) or at + own + size > end:
            raise errors.DataLossError(f"an entry of a block ends past the block, or repeats {shared} bytes of none")
        key = key[:shared] + block[at : at + own]
        at += own
        yield key, block[at : at + size]
        at += size


class TableWriter:
    """Builds an index file from keys in ascending order.

    Attributes: `blocks`, where blocks of entries are: the position of each in the file, and its size.
    """

    def __init__(self, block_size: int = _BLOCK_SIZE) -> None:
        self._data = bytearray()
        self._index = _BlockWriter(restart_interval=1)
        self._open = _BlockWriter(_RESTART_INTERVAL)
        self._block_size = block_size
        self.blocks: list[tuple[int, int]] = []

    def add(self, key: bytes, value: bytes) -> int:
        """Append an entry; returns the position in the file at which it ends."""
        self._open.add(key, value)
        end = len(self._data) + len(self._open.data)
        if len(self._open.data) >= self._block_size:
            self._close_block()
        return end

    def finish(self) -> bytes:
        """The bytes of the whole file."""
        if self._open.data:
            self._close_block()
        footer = self._write(_BlockWriter(_RESTART_INTERVAL)) + self._write(self._index)
        return bytes(self._data) + footer.ljust(_FOOTER_SIZE - len(_MAGIC), b"\0") + _MAGIC

    def _close_block(self) -> None:
        start, last = len(self._data), self._open.key
        self._index.add(last, self._write(self._open))
        self.blocks.append((start, len(self._data) - start - _TRAILER_SIZE))
        self._open = _BlockWriter(_RESTART_INTERVAL)

    def _write(self, block: _BlockWriter) -> bytes:
        """Write a block; returns its handle."""
        content = block.finish()
        handle = varints.encode(len(self._data)) + varints.encode(len(content))
        content += b"\0"
        self._data += content + struct.pack("<I", checksum.masked(checksum.extend(0, content)))
        return handle


class _BlockWriter:
    """A block under construction."""

    def __init__(self, restart_interval: int) -> None:
        self.data = bytearray()
        self.key = b""
        self._interval = restart_interval
        self._restarts: list[int] = []
        self._count = 0

    def add(self, key: bytes, value: bytes) -> None:
        shared = 0
        if self._count % self._interval == 0:
            self._restarts.append(len(self.data))
        else:
            shared = _common_prefix(self.key, key)
        self._count += 1
        self.key = key
        self.data += varints.encode(shared) + varints.encode(len(key) - shared) + varints.encode(len(value))
        self.data += key[shared:] + value

    def finish(self) -> bytes:
        restarts = self._restarts or [0]
        return bytes(self.data) + struct.pack(f"<{len(restarts) + 1}I", *restarts, len(restarts))


def _common_prefix(one: bytes, other: bytes) -> int:
    """The length of the common prefix of two keys."""
    most = min(len(one), len(other))
    if one[:most] == other[:most]:
        return most
    return next(i for i in range(most) if one[i] != other[i])
