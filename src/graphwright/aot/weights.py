"""The weights of a library: constants and first values of variables, in one block that is mapped or linked."""

from __future__ import annotations

import hashlib
import struct
from typing import Any, Final

import numpy as np

from graphwright.base.frozen import frozen

_MAGIC: Final = b"GWWEIGHT"
_VERSION: Final = 1
_BYTE_ORDER: Final = 0x01020304
_HEADER: Final = struct.Struct("<8sIIQQQ24x")  # `struct header` of c/weights.c
_ALIGNMENT: Final = 64
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_PIECE: Final = 1 << 22  # bytes that are summed at once


@frozen
class Constant:
    """An array in the block."""

    offset: int
    element_size: int
    sizes: tuple[int, ...]


class Weights:
    """Collects arrays; those with the same bytes are there once."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = _HEADER.size
        self._offsets: dict[bytes, int] = {}

    def add(self, array: np.ndarray[Any, Any]) -> Constant:
        """Put an array into the block."""
        data = np.ascontiguousarray(array).tobytes()
        key = hashlib.sha256(data).digest()
        offset = self._offsets.get(key)
        if offset is None:
            offset = self._offsets[key] = self._size
            padded = data + bytes(-len(data) % _ALIGNMENT)
            self._parts.append(padded)
            self._size += len(padded)
        return Constant(offset, array.dtype.itemsize, array.shape)

    def block(self, fingerprint: int) -> bytes:
        """The whole block, with the header that `c/weights.c` checks."""
        content = b"".join(self._parts)
        size = len(content) + _HEADER.size
        return _HEADER.pack(_MAGIC, _VERSION, _BYTE_ORDER, size, fingerprint, checksum(content)) + content

    def fingerprint(self) -> int:
        """A number that follows from what the block has."""
        found = hashlib.sha256(repr(list(self._offsets.items())).encode())
        return int.from_bytes(found.digest()[:8], "little")


def checksum(content: bytes) -> int:
    """The checksum of c/weights.c: a sum of mixed words of eight bytes, each with its place.

    >>> from graphwright.aot.weights import checksum
    >>> checksum(bytes(64)) != checksum(bytes(63) + b"1")
    True
    """
    total = 0
    for start in range(0, len(content), _PIECE):
        words = np.frombuffer(content, np.uint64, min(_PIECE, len(content) - start) // 8, start)
        mixed = words + np.arange(start // 8 + 1, start // 8 + 1 + len(words), dtype=np.uint64) * _FACTOR
        mixed ^= mixed >> np.uint64(29)
        total += int(np.sum(mixed * _FACTOR, dtype=np.uint64))
    return total % 2**64
