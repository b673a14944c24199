"""Variables that were saved in slices: the keys of the slices, and their reassembly.

A part's key holds the variable's name and the part's extents in an order-preserving code, so that the parts of a
variable stand side by side in the table. An extent is a start and a length; the length -1 means the whole dimension.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.core.tensor import Array

Extent = tuple[int, int]
_FEW = 64  # parts, which are compared pairwise


def slice_key(name: bytes, extents: Sequence[Extent]) -> bytes:
    """The key of a part in the index."""
    escaped = re.sub(b"[\0\xff]", lambda byte: byte[0] + bytes([byte[0][0] ^ 0xFF]), name)
    numbers = b"".join(_signed(start) + _signed(length) for start, length in extents)
    return _unsigned(0) + escaped + b"\0\1" + _unsigned(len(extents)) + numbers


def _unsigned(value: int) -> bytes:
    digits = value.to_bytes((value.bit_length() + 7) // 8, "big")
    return bytes([len(digits)]) + digits


def _signed(value: int) -> bytes:
    """A number of n bytes starts with n ones and a zero; a negative one is the complement of its complement."""
    if value < 0:
        return bytes(0xFF ^ byte for byte in _signed(~value))
    count = value.bit_length() // 7 + 1
    marks = (0xFF00 >> count & 0xFF) << 8 * (count - 1)
    return (marks | value).to_bytes(count, "big")


def put_together(
    name: str, shape: tuple[int, ...], dtype: np.dtype[Any], parts: Sequence[Sequence[Extent]],
    shapes: Sequence[tuple[int, ...]],
    read: Callable[[Sequence[Extent]], Array],
) -> Array:  # fmt: skip
    """The whole variable; `read(extents)` gives a part, which has one of `shapes`.

    DataLossError where the parts are outside of it, overlap or leave something out; nothing is read before that is
    known.
    """
    places = [_place(name, shape, extents) for extents in parts]
    sizes = [tuple(s.stop - s.start for s in place) for place in places]
    if sizes != list(shapes) or sum(map(math.prod, sizes)) != math.prod(shape) or _overlap(shape, places):
        raise errors.DataLossError(
            None, None, f"Does not have sufficient slices for partitioned tensor {name}: its parts do not make it up."
        )
    whole = np.empty(shape, dtype)
    for extents, place in zip(parts, places, strict=True):
        whole[place] = read(extents)
    return whole


def _place(name: str, shape: tuple[int, ...], extents: Sequence[Extent]) -> tuple[slice, ...]:
    if len(extents) != len(shape):
        raise errors.DataLossError(
            None, None, f"A slice of {name} has {len(extents)} dimensions, the tensor {len(shape)}."
        )
    place = []
    for (start, length), size in zip(extents, shape, strict=True):
        stop = size if length < 0 else start + length
        if start < 0 or stop > size or start > stop:
            raise errors.DataLossError(
                None, None, f"A slice of {name} (start {start}, length {length}) is outside of a dimension of {size}."
            )
        place.append(slice(start, stop))
    return tuple(place)


def _overlap(shape: tuple[int, ...], places: list[tuple[slice, ...]]) -> bool:
    """Whether two parts overlap, given that together they have as many elements as the whole."""
    if len(places) <= _FEW:
        return any(
            all(max(a.start, b.start) < min(a.stop, b.stop) for a, b in zip(one, other, strict=True))
            for one, other in itertools.combinations(places, 2)
        )
    seen = np.zeros(shape, bool)
    for place in places:
        seen[place] = True
    return not seen.all()
