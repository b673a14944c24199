"""Whether there is memory for an array, asked before anything is computed for it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from graphwright.base import errors

_MOST: Final = 2**63 - 1
LARGE: Final = 1 << 30
"""Bytes from which on it is asked whether there is room."""

#: What NumPy's ValueErrors say of sizes that no array can have.
_BEYOND: Final = (
    "array is too big",
    "invalid dims: array size defined by dims is larger",
    "Maximum allowed size exceeded",
    "Maximum allowed dimension exceeded",
)


def check_room(dims: Iterable[int], dtype: np.dtype[Any] | None = None) -> None:
    """Reject sizes beyond the address space: InvalidArgumentError for the elements, MemoryError for the bytes (8 each).

    With a dtype a MemoryError says that the system does not have so many bytes. NumPy raises a ValueError for both, and
    for a product beyond its range even where another axis has size 0.
    """
    sizes = tuple(int(d) for d in dims)
    count = math.prod(d for d in sizes if d)
    bytes_ = count * (8 if dtype is None else dtype.itemsize)
    if bytes_ < LARGE:
        return
    if count > _MOST:
        text = ",".join(map(str, sizes))
        raise errors.InvalidArgumentError(f"Shape [{text}] would have more than 2**63 - 1 elements")
    if bytes_ > _MOST or (dtype is not None and 0 not in sizes and not _is_there(bytes_)):
        error = MemoryError(f"there is no array of shape [{','.join(map(str, sizes))}]")
        if dtype is not None and 0 not in sizes:
            vars(error).update(shape=sizes, dtype=dtype)
        raise error


def _is_there(count: int) -> bool:
    """Whether the system grants so many bytes. Nothing is written to them, so this takes no time."""
    try:
        np.empty(count, np.uint8)
    except MemoryError:
        return False
    return True


def lack_of_memory(error: Exception) -> MemoryError | None:
    """The MemoryError that NumPy's ValueError for sizes beyond the address space stands for; None for other errors."""
    if isinstance(error, MemoryError):
        return error
    if type(error) is ValueError and str(error).startswith(_BEYOND):
        return MemoryError("there is no array with so many bytes")
    return None
