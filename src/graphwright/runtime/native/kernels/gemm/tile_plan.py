"""The tiles that a matrix product is cut into, for an element type and a host's registers."""

from __future__ import annotations

from graphwright.base.frozen import frozen
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.gemm.micro_kernels import Tile
from graphwright.runtime.native.llvm.storage import ElementType


@frozen
class GemmPlan:
    """Tiles for one element type and host, tallest and widest first.

    A plain plan computes every product, but has nothing for single rows and columns, for a few rows, for flags: half
    of the code, for programs all of whose products are known not to need it (see `is_plain`).
    """

    element: ElementType
    lanes: int
    rows: int
    vectors: int
    masked: bool
    plain: bool = False

    @property
    def columns(self) -> int:
        return self.vectors * self.lanes

    def tiles(self) -> list[Tile]:
        """All that the driver calls."""
        some = [self.wide(), self.narrow()]
        if not self.plain:
            some.append(self.single())
        if self.has_pair:
            some.append(self.pair())
        if self.prefetches:
            some.append(self.wide(prefetches=True))
        if self.has_low:
            some.append(self.low())
        return some if self.masked else [*some, self.full()]

    @property
    def has_low(self) -> bool:
        """Whether tiles are tall enough for a few rows to deserve one of their own."""
        return not self.plain and self.rows > self.low().rows

    @property
    def has_pair(self) -> bool:
        """Whether two vectors of columns deserve a tile of their own."""
        return not self.plain and self.vectors > 2

    @property
    def prefetches(self) -> bool:
        """Whether a B that is read in place, by few rows, deserves a tile of its own."""
        return not self.plain and self.masked

    def wide(self, *, prefetches: bool = False) -> Tile:
        """The tile that all but the last columns go by."""
        return Tile(self.rows, self.vectors, self.lanes, prefetches=prefetches)

    def narrow(self) -> Tile:
        """The tile for the last columns when they do not need all vectors, one vector after the other."""
        return Tile(self.rows, 1, self.lanes)

    def pair(self) -> Tile:
        """The tile for the last columns when they need two vectors."""
        return Tile(self.rows, 2, self.lanes)

    def full(self) -> Tile:
        """The tile without masks, for hosts that have no masked loads."""
        return Tile(self.rows, self.vectors, self.lanes, masked=False)

    def low(self) -> Tile:
        """The tile for a few rows."""
        return Tile(4, self.vectors, self.lanes, loose=True, prefetches=True)

    def single(self) -> Tile:
        """The tile for one row: wide, because its chains of additions are few."""
        return Tile(1, 8, self.lanes, loose=True, prefetches=True)


def plan(element: ElementType, host: jit.Host) -> GemmPlan:
    """The tile that fills the host's registers: 32 of 512 bits, 16 of 256, or what every processor has."""
    compute_size = 4 if element.rounds else element.size
    lanes = host.lanes(compute_size)
    if host.vector_bits == 512:
        return GemmPlan(element, lanes, 8, 3, True)
    if host.vector_bits == 256:
        return GemmPlan(element, lanes, 6, 2, True)
    return GemmPlan(element, lanes, 4, 2, False)
