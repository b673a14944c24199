"""The memory that constants of a file take beyond the bytes that the file has for them.

A constant may list a few values, of which the last stands for all that follow. A few bytes so make an array of any
size; what such arrays take together is bounded by the size of the file.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from graphwright.base import errors
from graphwright.base.dtypes import from_enum
from graphwright.graphdef import messages

FREE = 32 << 20
"""Bytes that any file may have constants expand to."""

TIMES = 10
"""How many times its own size the constants of a file may expand to beyond that."""


class Expansion:
    """Counts what the constants of one file expand to; `size` gives the bytes of the file."""

    def __init__(self, size: Callable[[], int]) -> None:
        self._size = size
        self._taken = 0

    def take(self, attr: messages.Message) -> None:
        """Count the tensors in an attribute that is about to be read; InvalidArgumentError for one too many."""
        stored = attr.WhichOneof("value")
        if stored == "tensor":
            self._take(attr.tensor)
        elif stored == "list":
            for tensor in attr.list.tensor:
                self._take(tensor)

    def _take(self, tensor: messages.Message) -> None:
        self._taken += _expansion(tensor)
        if self._taken > FREE and self._taken > FREE + TIMES * self._size():
            raise errors.InvalidArgumentError(
                f"The constants of the graph repeat their last values to {self._taken} bytes in all; a graph of "
                f"{self._size()} bytes may have {FREE + TIMES * self._size()}."
            )


def _expansion(tensor: messages.Message) -> int:
    """The bytes of values that a tensor does not list; none for one value alone, which takes the memory of one."""
    listed = max(
        (len(v) for f, v in tensor.ListFields() if f.name.endswith("_val") and f.name != "float8_val"), default=0
    )
    if listed < 2:
        return 0
    count: int = math.prod(max(dim.size, 0) for dim in tensor.tensor_shape.dim)
    try:
        size: int = from_enum(tensor.dtype).size
    except TypeError:
        return 0  # of a dtype that there is none of: reading it says so
    return max(0, count - listed) * size
