"""The elements of a tensor as bytes in a data file, and their checksum."""

from __future__ import annotations

import itertools
import struct
from collections.abc import Iterator
from typing import Any

import numpy as np

from graphwright.base import checksum, errors
from graphwright.base.dtypes import DType
from graphwright.base.dtypes import bool as bool_
from graphwright.checkpoint import varints
from graphwright.core.tensor import Array

CHUNK = 1 << 20  # bytes processed at a time: they are still in the cache when the checksum is computed


def chunks(data: Any) -> Iterator[Any]:
    """The bytes in chunks."""
    if len(data) <= CHUNK:
        yield data
        return
    for start in range(0, len(data), CHUNK):
        yield data[start : start + CHUNK]


def as_bytes(array: Array) -> Array:
    """The little-endian bytes of an array of numbers, without a copy if it is stored so."""
    if array.dtype.byteorder == ">" or (array.dtype.byteorder == "=" and _BIG_HERE):
        array = array.astype(array.dtype.newbyteorder("<"))
    bytes_: Array = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
    return bytes_


_BIG_HERE = struct.pack("=H", 1) != struct.pack("<H", 1)


def string_bytes(array: Array) -> tuple[bytes, int]:
    """The strings of an array as bytes and the checksum of those: the lengths, their checksum, then the strings."""
    strings: list[bytes] = array.reshape(-1).tolist()
    lengths = [len(text) for text in strings]
    crc = checksum.extend(0, b"".join(map(_length_word, lengths)))
    sum_of_lengths = struct.pack("<I", checksum.masked(crc))
    content = b"".join(strings)
    crc = checksum.extend(checksum.extend(crc, sum_of_lengths), content)
    return b"".join(map(varints.encode, lengths)) + sum_of_lengths + content, crc


def _length_word(length: int, order: str = "<") -> bytes:
    return struct.pack(f"{order}I", length) if length < 1 << 32 else struct.pack(f"{order}Q", length)


def read_strings(data: bytes, shape: tuple[int, ...], count: int, big: bool) -> tuple[Array, int]:
    """The array of `count` strings in `data` and the checksum of the bytes; the inverse of `string_bytes`."""
    order = ">" if big else "<"
    lengths, at = [], 0
    for _ in range(count):
        length, at = varints.decode(data, at, len(data))
        lengths.append(length)
    start = at + 4
    if start + sum(lengths) != len(data):
        raise errors.DataLossError(f"{count} strings take {start + sum(lengths)} bytes, but have {len(data)}")
    crc = checksum.extend(0, b"".join(_length_word(length, order) for length in lengths))
    if struct.unpack_from(f"{order}I", data, at)[0] != checksum.masked(crc):
        raise errors.DataLossError("the checksum of the lengths of its strings does not match")
    crc = checksum.extend(crc, data[at:])
    ends = itertools.accumulate(lengths, initial=start)
    array = np.empty(count, object)
    array[:] = [data[one:other] for one, other in itertools.pairwise(ends)]
    return array.reshape(shape), crc


def in_native_order(array: Array, dtype: DType, big: bool) -> Array:
    """An array of stored bytes, converted to this machine's byte order.

    DataLossError for bytes that are no element of the dtype.
    """
    if big != _BIG_HERE and dtype.size > 1:
        width = dtype.size // 2 if dtype.is_complex else dtype.size
        array.reshape(-1).view(f"u{width}").byteswap(inplace=True)
    if dtype is bool_ and array.size and array.view(np.uint8).max() > 1:
        raise errors.DataLossError("it has bytes that are no bools")
    return array
