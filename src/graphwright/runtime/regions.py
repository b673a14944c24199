"""Regions of a program: the pieces that a profile tells the time of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from graphwright.ir.graph import Operation

#: The columns of `RegionTable.counts`. Bytes and operations are those of sizes that are known only at run time.
CALLS, TICKS, BYTES, OPERATIONS = range(4)

#: The kind of the region that is left where the others are subtracted: taking inputs and giving outputs.
PROGRAM: Final = "program"


class Region:
    """A piece of a program whose time is measured as one.

    Attributes:
      number: its row in the table.
      parent: the number of the loop, branch or call that it is inside of; None for the program itself.
      kind: "product", "convolution", "fused loop", "loop", "host call", ...
      ops: the operations it computes, those of the step that takes longest first.
      bytes, operations: what one call moves and computes, as far as sizes are known while compiling.
    """

    __slots__ = ("bytes", "kind", "number", "operations", "ops", "parent")

    def __init__(self, number: int, parent: int | None, kind: str, ops: Sequence[Operation] = ()) -> None:
        self.number = number
        self.parent = parent
        self.kind = kind
        self.ops = list(ops)
        self.bytes = 0
        self.operations = 0


class RegionTable:
    """The regions of one program, with what they have counted so far: a row for each, `counts[number]`.

    The ticks of a region are without those of the regions inside of it.

    Attributes:
      buffers: the arrays of known size that a call makes: whose, how many bytes, whether they outlive the call perhaps.
      temporaries: the bytes of the block that all others lie in, one behind the other or at the same place.
    """

    def __init__(self) -> None:
        self.regions: list[Region] = []
        self.buffers: list[tuple[Operation, int, bool]] = []
        self.temporaries = 0
        self.counts: np.ndarray[Any, np.dtype[np.int64]] = np.zeros((0, 4), np.int64)

    def add(self, parent: int | None, kind: str, ops: Sequence[Operation] = ()) -> Region:
        """A new region."""
        region = Region(len(self.regions), parent, kind, ops)
        self.regions.append(region)
        return region

    def lay_out(self) -> int:
        """Make room for the counts; gives the address of the first."""
        self.counts = np.zeros((max(1, len(self.regions)), 4), np.int64)
        return int(self.counts.__array_interface__["data"][0])


__all__ = ["BYTES", "CALLS", "OPERATIONS", "PROGRAM", "TICKS", "Region", "RegionTable"]
