"""Varints: integers of seven bits per byte, low bits first, as in the index and in strings."""

from __future__ import annotations

from graphwright.base import errors

_MOST_BYTES = 10  # of an integer of 64 bits


def encode(value: int) -> bytes:
    """The bytes of a nonnegative integer."""
    result = bytearray()
    while value >= 0x80:
        result.append(value & 0x7F | 0x80)
        value >>= 7
    result.append(value)
    return bytes(result)


def decode(data: bytes, at: int, end: int) -> tuple[int, int]:
    """The integer at `at` and the position after it; DataLossError if it does not end before `end`."""
    value = shift = 0
    for place in range(at, min(end, at + _MOST_BYTES)):
        byte = data[place]
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            if value >> 64:
                break
            return value, place + 1
        shift += 7
    raise errors.DataLossError(f"a length at byte {at} has no end, or is over 64 bits")
