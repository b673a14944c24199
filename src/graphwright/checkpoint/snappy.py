"""Decompression of Snappy blocks; the format is public (google/snappy, `format_description.txt`)."""

from __future__ import annotations

from graphwright.base import errors
from graphwright.checkpoint import varints

# three bytes copy at most 64, so no valid block expands more than this
_MOST_GROWTH = 32


def decompress(data: bytes) -> bytes:
    """The decompressed bytes of a block; DataLossError if it is invalid."""
    size, at = varints.decode(data, 0, len(data))
    if size > _MOST_GROWTH * len(data):
        raise errors.DataLossError(f"a compressed block of {len(data)} bytes claims to hold {size}")
    result = bytearray()
    while at < len(data):
        tag = data[at]
        at += 1
        if tag & 3 == 0:
            at = _literal(data, at, tag >> 2, result)
        else:
            at = _copy(data, at, tag, result)
        if len(result) > size:
            break
    if len(result) != size:
        raise errors.DataLossError(f"a compressed block of {size} bytes gives {len(result)}")
    return bytes(result)


def _literal(data: bytes, at: int, length: int, result: bytearray) -> int:
    """Copy literal bytes; lengths over 60 follow the tag in 1 to 4 bytes."""
    if length >= 60:
        width = length - 59
        length = int.from_bytes(data[at : at + width], "little")
        at += width
    end = at + length + 1
    if end > len(data):
        raise errors.DataLossError("a compressed block ends within a literal")
    result += data[at:end]
    return end


def _copy(data: bytes, at: int, tag: int, result: bytearray) -> int:
    """Repeat decompressed bytes; the copy may overlap with its own output."""
    if tag & 3 == 1:
        width, length, high = 1, (tag >> 2 & 7) + 4, tag >> 5 << 8
    else:
        width, length, high = (2 if tag & 3 == 2 else 4), (tag >> 2) + 1, 0
    if at + width > len(data):
        raise errors.DataLossError("a compressed block ends within a copy")
    back = high | int.from_bytes(data[at : at + width], "little")
    if not 0 < back <= len(result):
        raise errors.DataLossError(f"a compressed block copies from {back} bytes back, and has made {len(result)}")
    start = len(result) - back
    piece = bytes(result[start : start + length])
    result += (piece * (length // len(piece) + 1))[:length]
    return at + width
