"""CRC-32C of bytes, and the mask under which it is stored.

Castagnoli's polynomial (RFC 3720), computed by google-crc32c in machine code. A stored sum is turned and shifted, so
that the sum of bytes that hold sums is not degenerate.
"""

from __future__ import annotations

from typing import Any

from google_crc32c import extend as _extend

_SHIFT = 0xA282EAD8


def extend(crc: int, data: Any) -> int:
    """The checksum of the data of `crc` followed by `data`: bytes or a contiguous array.

    >>> hex(extend(0, b"123456789"))
    '0xe3069283'
    """
    found: int = _extend(crc, data)
    return found


def masked(crc: int) -> int:
    """The checksum as it is stored."""
    return ((crc >> 15 | crc << 17) + _SHIFT) & 0xFFFFFFFF
