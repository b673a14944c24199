"""The entries of an index file, checked against the data files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from graphwright.base import errors
from graphwright.base.dtypes import DType, from_enum, resource, string, variant
from graphwright.base.words import with_article
from graphwright.checkpoint import messages, slices

HEADER_KEY = b""
_MOST_SHARDS = 100_000  # a file's name has five digits for it
_MOST_RANK = 254  # TensorFlow's
_MOST_ELEMENTS = 1 << 58  # of 16 bytes at most
_VERSION = 1


@dataclass(frozen=True)
class Header:
    """The number of data files and their byte order."""

    shards: int
    big_endian: bool


@dataclass(frozen=True, slots=True)
class TensorEntry:
    """The location of a tensor or a slice of one. `parts` has the extents of its slices, if it was saved in slices."""

    dtype: DType
    shape: tuple[int, ...]
    shard: int
    offset: int
    size: int
    crc: int
    parts: tuple[tuple[slices.Extent, ...], ...] = ()

    @property
    def count(self) -> int:
        """The number of elements."""
        return math.prod(self.shape)


def read_header(table: Mapping[bytes, bytes]) -> Header:
    """The header; DataLossError if there is none, InvalidArgumentError for an unknown format."""
    if HEADER_KEY not in table:
        raise errors.DataLossError("the entry that describes the files is missing")
    header = messages.parsed("BundleHeaderProto", table[HEADER_KEY], "the first entry")
    if not 0 < header.num_shards < _MOST_SHARDS:
        raise errors.DataLossError(f"it claims to have {header.num_shards} data files")
    if header.endianness not in (0, 1):
        raise errors.DataLossError(f"the order of its bytes is unknown ({header.endianness})")
    if header.version.min_consumer > _VERSION or _VERSION in header.version.bad_consumers:
        raise errors.InvalidArgumentError(
            None, None, f"its format is read by version {header.version.min_consumer} or newer, and this is {_VERSION}"
        )
    return Header(header.num_shards, header.endianness == 1)


def read_entry(value: bytes, shards: int) -> TensorEntry:
    """One entry; DataLossError if it is inconsistent."""
    found = messages.parsed("BundleEntryProto", value, "the entry")
    dtype = _dtype(found.dtype)
    shape = _shape(found.shape)
    entry = TensorEntry(
        dtype, shape, found.shard_id, found.offset, found.size, found.crc32c,
        tuple(tuple(_extent(e) for e in part.extent) for part in found.slices),
    )  # fmt: skip
    if entry.parts:
        return entry
    if not 0 <= entry.shard < shards:
        raise errors.DataLossError(f"it is in data file {entry.shard} of {shards}")
    if entry.offset < 0 or entry.size < 0:
        raise errors.DataLossError(f"it has {entry.size} bytes at {entry.offset}")
    if dtype is variant:  # only TensorFlow reads these, such as the state of its dataset iterators
        return entry
    # a string takes a byte at least, its length
    least = entry.count + 4 if dtype is string else entry.count * dtype.size
    if entry.size < least or (dtype is not string and entry.size > least):
        raise errors.DataLossError(f"{with_article(dtype.name)} tensor of shape {list(shape)} has {entry.size} bytes")
    return entry


def _dtype(number: int) -> DType:
    try:
        dtype = from_enum(number)
    except TypeError:
        raise errors.DataLossError(f"its dtype is unknown ({number})") from None
    if dtype is resource or dtype.base_dtype is not dtype:
        raise errors.UnimplementedError(None, None, f"it holds {with_article(dtype.name)}, which is no data")
    return dtype


def _shape(shape: Any) -> tuple[int, ...]:
    dims = tuple(dim.size for dim in shape.dim)
    # NumPy multiplies the dimensions that are not 0, and the bytes of an element, even where there are no elements
    too_large = math.prod(max(size, 1) for size in dims) >= _MOST_ELEMENTS
    if shape.unknown_rank or len(dims) > _MOST_RANK or min(dims, default=0) < 0 or too_large:
        raise errors.DataLossError(f"its shape is none that a tensor can have ({len(dims)} dimensions)")
    return dims


def _extent(extent: Any) -> slices.Extent:
    """A start and a length; no length means the whole dimension."""
    return (extent.start, extent.length) if extent.WhichOneof("has_length") else (0, -1)


def entry_message(entry: TensorEntry) -> bytes:
    """The bytes of an entry."""
    result = messages.CLASSES["BundleEntryProto"](
        dtype=entry.dtype.as_datatype_enum, shard_id=entry.shard, offset=entry.offset, size=entry.size, crc32c=entry.crc
    )
    result.shape.SetInParent()
    for size in entry.shape:
        result.shape.dim.add(size=size)
    bytes_: bytes = result.SerializeToString()
    return bytes_


def header_message(shards: int) -> bytes:
    """The bytes of the header of files that this package writes."""
    result = messages.CLASSES["BundleHeaderProto"](num_shards=shards)
    result.version.producer = _VERSION
    bytes_: bytes = result.SerializeToString()
    return bytes_
