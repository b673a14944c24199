"""The blocking of matrix products: registers, caches and threads, in one object for a dtype and a machine.

The kernel of a dtype is compiled once, and serves products of all sizes. So what a `Blocking` says about sizes are
formulas of `IRValue`s, which the kernel emits. For known sizes the same formulas compute (`loop_ir/known.py`):
`Blocking.show` prints what a product of these sizes does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from graphwright.base.config import uses
from graphwright.base.frozen import frozen
from graphwright.runtime.native.kernels.gemm.micro_kernels import Tile
from graphwright.runtime.native.kernels.gemm.pack import BLOCK
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.known import known, number
from graphwright.runtime.native.loop_ir.typed import FALSE, I1, IROperand, IRValue

#: What products are computed in (`fusion/dtype_legalization.py` widens the others), and what memory may hold them in.
DTYPES: Final = ("float32", "float64", "int32", "int64", "float16", "bfloat16")

# --- passes: rows of the inner dimension

#: Rows in one pass, at most. Panels of B of this height stay in the second-level cache, and the sums of each pass are
#: added to those before: a product rounds as much less as its passes are shorter.
_DEPTH: Final = 256
_DEPTH_UNIT: Final = 16
#: More rows than there are.
_ALL: Final = 1 << 40

# --- blocks

#: Rows of A that go by the columns of B together, packed if A is; then what follows the product is done to them.
_HEIGHT: Final = 128
#: Columns of B packed at a time: they stay in the second-level cache while A goes by, and so few that A, where it is
#: packed, would be packed too often for them.
_BREADTH: Final = 192
_BREADTH_PACKING_A: Final = 1536

# --- packing

#: Rows of A from which on it pays to pack a B whose columns are contiguous: its vectors then lie in one line of the
#: cache each, and one behind the other.
OFTEN: Final = 24
#: Bytes between the first and the last element of a row of A from which on it is packed, if they are not contiguous.
SCATTERED: Final = 1 << 17
#: Rows that panels in scratch are longer than what is packed: without, all of them begin in the same set of the nearest
#: cache, whose ways are fewer than the panels that a row is spread over.
APART: Final = 2
#: Rows of A for which panels that stay from call to call are worth their memory: more hide the time of packing.
MOST_ROWS_KEPT: Final = 256

# --- threads

#: Multiplications times the bytes of an element that are worth a chunk: some 10 us.
_CHUNK_WORK: Final = 5 << 20
_MOST_CHUNKS: Final = 32
#: A product of fewer rows takes as long as one of so many, for B to come, and so do fewer columns, for A.
_FEW: Final = 8
#: Columns and rows of a chunk, at least, so that packing an operand again for each is little of its work.
_COLUMNS, _COLUMNS_PACKING_A, _ROWS_PACKING_B = 48, 256, 96
#: Rows of a chunk, at least, where all chunks share panels: these go by for each.
_ROWS_SHARING: Final = 64
#: Bytes of shared panels that are worth writing to memory and reading again.
_MOST_SHARED: Final = 8 << 20

# --- products of constant size

#: The inner size up to which all rows of some columns of B are held in registers.
HELD_DEPTH: Final = 16
#: Vectors of B held at once: of 32 registers; where there are 16, what does not fit is read again from the stack.
_HELD: Final = 24
#: Rows of C held at once, which hide how long an addition takes.
_HELD_ROWS: Final = 12
#: The inner size up to which a few columns of B, which may have to be copied, find room on the stack.
_COPIED_DEPTH: Final = 1024
#: Rows up to which one column is quicker without vectors.
_SCALAR_ROWS: Final = 64


class Registers(Protocol):
    """What a blocking follows from of a machine; `jit.Host` has it."""

    @property
    def vector_bits(self) -> int:
        """The bits of a vector register."""

    def lanes(self, size: int) -> int:
        """How many elements of so many bytes one has."""


@frozen
class Cut:
    """How a product is cut into chunks: by rows or by columns, so many in each, with shared panels of B or not."""

    by_rows: IRValue
    step: IRValue
    chunks: IRValue
    shared: IRValue


@frozen
class Blocking:
    """The blocking of all products of a dtype: tiles of `rows` by `vectors` registers of `lanes` elements.

    Without `masked` the machine has no masked loads. A plain blocking computes every product, but has nothing for
    single rows and columns, for a few rows, for flags: half of the code, for programs all of whose products are known
    not to need it (see `serves_plain`).
    """

    element: ElementType
    lanes: int
    rows: int
    vectors: int
    masked: bool
    plain: bool = False

    @classmethod
    def of(cls, element: ElementType, machine: Registers, *, plain: bool = False) -> Blocking:
        """The tile that fills the registers: 32 of 512 bits, 16 of 256, or what every processor has."""
        lanes = machine.lanes(4 if element.rounds else element.size)
        rows, vectors = {512: (8, 3), 256: (6, 2)}.get(machine.vector_bits, (4, 2))
        return cls(element, lanes, rows, vectors, machine.vector_bits in (256, 512), plain)

    # the tiles

    @property
    def columns(self) -> int:
        """Columns of a tile, and of a panel of B."""
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
        """The tile without masks, for machines that have no masked loads."""
        return Tile(self.rows, self.vectors, self.lanes, masked=False)

    def low(self) -> Tile:
        """The tile for a few rows."""
        return Tile(4, self.vectors, self.lanes, loose=True, prefetches=True)

    def single(self) -> Tile:
        """The tile for one row: wide, because its chains of additions are few."""
        return Tile(1, 8, self.lanes, loose=True, prefetches=True)

    def serves_plain(self, m: int | None, n: int | None) -> bool:
        """Whether the plain kernel is as quick for a product of this size, None if it is not known."""
        if m is None or n is None:
            return False
        last = m % self.rows
        return n > 1 and m >= OFTEN and (last == 0 or last > self.low().rows)

    # packing and blocks

    def packs_a(self, f: Mapping[str, IRValue], depth: IROperand) -> IRValue:
        """A is packed where elements of a row are far apart, each in a line of the cache for itself, and used again."""
        apart = f["a_col"].ne(1)
        span = f["a_col"] * f["k"].min(depth)
        far = span >= (SCATTERED // self.element.size)
        reused = f["n"] > self.columns
        far = far & reused
        return apart & far

    def step(self, f: Mapping[str, IRValue], packs_b: IRValue) -> IROperand:
        """Columns that go by at a time: a tile's. A single row goes by wide tiles, which panels are too narrow for."""
        if self.plain:
            return self.columns
        one = f["m"].eq(1)
        in_place = ~packs_b
        wide = one & in_place
        return wide.select(self.single().columns, self.columns)

    def block(
        self, f: Mapping[str, IRValue], packs_a: IRValue, packs_b: IRValue, step: IROperand
    ) -> tuple[IRValue, IRValue]:
        """Columns and rows of a block. What is not packed goes by a tile's columns: read once, then from the cache."""
        few, many = (columns // self.columns * self.columns for columns in (_BREADTH, _BREADTH_PACKING_A))
        packed = packs_a.select(many, few)
        breadth = packs_b.select(packed, step)
        return breadth, f["m"].min(_HEIGHT // self.rows * self.rows)

    def panel_bytes(
        self,
        f: Mapping[str, IRValue],
        packs: tuple[IRValue, IRValue, IRValue],
        depth: IROperand,
        block: tuple[IROperand, IRValue],
    ) -> tuple[IRValue, IRValue]:
        """The bytes of the panels of B in scratch, and of those of A and B.

        `packs` says whether A is packed, whether B is, and whether B's panels stay from call to call, elsewhere.
        """
        (packs_a, packs_b, stays), (breadth, height) = packs, block
        depth = f["k"].min(depth)
        # A transposing copy writes whole blocks of columns, of a panel that is not so wide too.
        rows = depth + (BLOCK + APART)
        b_bytes = rows * rounded_up(f["n"].min(breadth), self.columns) * self.element.size
        own = stays.select(FALSE, packs_b)
        b_bytes = own.select(b_bytes, 0)
        a_rows = rounded_up(height, self.rows)
        a_bytes = packs_a.select(a_rows * (depth + APART) * self.element.size, 0)
        return b_bytes, a_bytes + b_bytes

    # threads

    def cut(self, f: Mapping[str, IRValue], wanted: IRValue, kept: IRValue) -> Cut:
        """The cut into about so many chunks; `kept` is not null where panels stay from call to call.

        Rows are cut where B is read in place. A packed B is cut by columns, so that each column is packed once, or is
        packed before, if the columns are too few to be cut or A is tall.
        """
        wanted = _power_of_two(wanted)
        packs_b, packs_a = does_pack_b(f), f["a_col"].ne(1)
        least = packs_a.select(_COLUMNS_PACKING_A, _COLUMNS)
        narrow = f["n"] < least * 2
        tall = f["m"] >= f["n"] * 4
        in_place = ~packs_b
        free = in_place | (narrow | tall)
        by_rows = (f["m"] >= (2 * self.rows)) & free
        packed_often = packs_b & by_rows
        shared = packed_often & self._shares_panels(f)
        least_rows = packs_b.select(_ROWS_PACKING_B, self.rows)
        least_rows = shared.select(_ROWS_SHARING, least_rows)
        rows = _chunk(f["m"], wanted, least_rows, self.rows)
        # Wide chunks are few: that they are equal is worth more than that they are whole tiles.
        whole = f["m"].eq(1).select(self.columns if self.plain else self.single().columns, self.columns)
        unit = packs_a.select(self.lanes, whole)
        # panels that stay begin where tiles do
        unit = kept.is_not_null().select(self.columns, unit)
        columns = _chunk(f["n"], wanted, least, unit)
        length = by_rows.select(f["m"], f["n"])
        step = by_rows.select(rows, columns)
        return Cut(by_rows, step, (length + step - 1).sdiv(step), shared)

    def _shares_panels(self, f: Mapping[str, IRValue]) -> IRValue:
        """Whether a product whose rows may be cut has rows enough, and a B that is small enough, for shared panels."""
        enough = f["m"] >= (2 * _ROWS_SHARING)
        few = f["k"] * f["n"] * self.element.size <= _MOST_SHARED
        alone = f["held"].eq(0)
        return enough & few & alone

    # for people

    def show(self, m: int, n: int, k: int, *, a_transposed: bool = False, b_transposed: bool = False) -> str:
        """What the kernel does for a product of m by k and k by n elements, matrices in memory or their transposes."""
        a_col, b_col = (m if a_transposed else 1), (k if b_transposed else 1)
        sizes = {"m": m, "n": n, "k": k, "a_col": a_col, "b_col": b_col, "held": 0}
        f: dict[str, IRValue] = {name: known(size) for name, size in sizes.items()}
        head = f"{self.element.name} [{m}, {k}] @ [{k}, {n}], {self.lanes} lanes"
        if n == 1 and not (a_transposed or self.plain):
            return f"{head}\nsums along the rows of A"
        chunks = "one"
        shared: IRValue = known(0, I1)
        wanted = chunks_wanted(f["m"], f["n"], f["k"], self.element.size)
        if number(wanted) > 1:
            cut = self.cut(f, wanted, known(0))
            along, axis = ("rows", "m") if number(cut.by_rows) else ("columns", "n")
            chunks, shared = f"{cut.chunks} of {cut.step} {along}", cut.shared
            f[axis] = cut.step
        depths, depth = passes(self.element, k), pass_depth(self.element, f["k"])
        packs_a, packs_b = self.packs_a(f, depth), shared | does_pack_b(f)
        step = self.step(f, packs_b)
        breadth, height = self.block(f, packs_a, packs_b, step)
        _, scratch = self.panel_bytes(f, (packs_a, packs_b, shared), depth, (breadth, height))
        of_b = f"panels of {self.columns} columns" + (", packed before for all chunks" if number(shared) else "")
        rows = {
            "tiles": ", ".join(tile.name.removeprefix("gw_tile_") for tile in self.tiles()),
            "chunks": chunks,
            "passes": f"{len(depths)} of {depths[0]}",
            "blocks": f"{height} rows by {breadth} columns, {step} at a time",
            "A": f"panels of {self.rows} rows" if number(packs_a) else "in place",
            "B": of_b if number(packs_b) else "in place",
            "scratch": f"{scratch} bytes",
        }
        return "\n".join([head, *(f"{name:8}{text}" for name, text in rows.items())])


def does_pack_b(f: Mapping[str, IRValue]) -> IRValue:
    """B is packed where its columns are not contiguous, and where that pays, for it is used often."""
    scattered = f["b_col"].ne(1)
    often = f["m"] >= OFTEN
    return scattered | often


def pass_depth(element: ElementType, k: IRValue) -> IROperand:
    """Rows of the inner dimension in each pass: passes are about equal."""
    if element.rounds:  # sums kept in 16 bits between two passes would be rounded: these go through in one
        return _ALL
    k = k.max(1)
    passes = (k + (_DEPTH - 1)) // _DEPTH
    return rounded_up((k + passes - 1) // passes, _DEPTH_UNIT)


def passes(element: ElementType, k: int) -> list[int]:
    """Rows of the inner dimension in each pass, where it is known."""
    each = number(pass_depth(element, known(k)))
    return [min(each, k - start) for start in range(0, k, each)]


def rounded_up(value: IRValue, unit: int) -> IRValue:
    """A number rounded up to a multiple of a unit."""
    quotient = (value + (unit - 1)) // unit
    return quotient * unit


def _power_of_two(number: IRValue) -> IRValue:
    """A number rounded up to a power of two: of three chunks one of two threads would get two."""
    return 1 << (64 - (number - 1).leading_zeros())


def _chunk(length: IRValue, chunks: IRValue, least: IROperand, unit: IROperand) -> IRValue:
    """The length of a chunk: whole units."""
    even = (length + chunks - 1).sdiv(chunks)
    units = (even.max(least) + unit - 1).sdiv(unit)
    return units * unit


def chunks_wanted(m: IRValue, n: IRValue, k: IRValue, size: int) -> IRValue:
    """How many chunks a product of elements of so many bytes is worth; fewer than two: it is not cut."""
    work = m.max(_FEW) * n.max(_FEW) * (k * size)
    return work.sdiv(_CHUNK_WORK).min(_MOST_CHUNKS)


def splits(m: int, n: int, k: int, size: int) -> bool:
    """Whether a product is worth two chunks: what `chunks_wanted` says, without its time."""
    return max(m, _FEW) * max(n, _FEW) * k * size >= 2 * _CHUNK_WORK


def keeps_panels(rows: int | None) -> bool:
    """Whether panels that stay from call to call pay for a product of so many rows; a call looks if it is None."""
    return rows is None or OFTEN <= rows <= MOST_ROWS_KEPT


@frozen
class SmallBlocking:
    """The blocking of a product of constant size that a program does without a kernel (`small`).

    Where the inner dimension is short, `columns` of B are held in registers, all of it in height, while the rows of A
    go by. Where the columns are few, `rows` of C are, while the inner dimension goes by.
    """

    lanes: int
    rows: int
    columns: int

    @property
    def holds_b(self) -> bool:
        return self.rows == 0

    @classmethod
    def of(cls, dtype: str, m: int, n: int, k: int, machine: Registers) -> SmallBlocking | None:
        """The blocking; None where the product is too large, or a kernel is quicker."""
        if not uses("small_matmul") or dtype not in DTYPES or min(m, n, k) <= 0 or (n == 1 and m > _SCALAR_ROWS):
            return None
        element = ELEMENTS[dtype]
        # No wider than the columns need: a power of two, so that registers are whole.
        lanes = min(1 << (n - 1).bit_length(), machine.lanes(4 if element.rounds else element.size))
        if k <= HELD_DEPTH:
            return cls(lanes, 0, lanes * _side_by_side(-(-n // lanes), max(1, _HELD // k)))
        # The kernel's vectors would be half empty.
        few = 1 < n <= machine.lanes(element.size) // 2
        return cls(lanes, _HELD_ROWS, lanes) if few and m >= _HELD_ROWS and k <= _COPIED_DEPTH else None

    @classmethod
    def serves_column(cls, dtype: str, m: IRValue, k: IRValue) -> IRValue | None:
        """Whether there is a blocking for a single column; None where there never is."""
        if not uses("small_matmul") or dtype not in DTYPES:
            return None
        return (m <= _SCALAR_ROWS) & (k <= HELD_DEPTH)

    def show(self) -> str:
        """What is held in registers."""
        held = f"{self.columns} columns of B" if self.holds_b else f"{self.rows} rows of C"
        return f"{self.lanes} lanes, {held} held"


def _side_by_side(parts: int, most: int) -> int:
    """How many of so many parts go together: all of them, or as many as need one form of code, or the most."""
    if parts <= most:
        return parts
    return next((count for count in range(most, most // 2, -1) if parts % count == 0), most)
