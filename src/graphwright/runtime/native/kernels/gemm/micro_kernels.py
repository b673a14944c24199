"""Micro-kernels of the matrix product: a tile of C stays in registers over the inner dimension.

Every element of C is one chain of multiply-adds in the order of the inner dimension, whatever the tile, the
packing or the split over threads: so results repeat bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphwright.base.frozen import frozen
from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.llvm import memory_access, storage
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue


@frozen
class Tile:
    """`rows` by `vectors` registers of `lanes` elements.

    A loose tile masks each of its vectors, a tight one the last only: it serves just the widths that need
    all of them. An unmasked tile serves only the full width. One that prefetches has rows of B further down brought
    into the cache: for a B that comes from memory and is used by few rows.
    """

    rows: int
    vectors: int
    lanes: int
    loose: bool = False
    masked: bool = True
    prefetches: bool = False

    @property
    def columns(self) -> int:
        return self.vectors * self.lanes

    @property
    def name(self) -> str:
        kind = ("" if self.masked else "_full") + ("_prefetch" if self.prefetches else "")
        return f"gw_tile_{self.rows}x{self.columns}{kind}"


#: What a tile is called with: `shared` points to the fields of `SHARED`, which all tiles of a block have in
#: common. (Calls with more arguments than fit into registers take long to compile.)
PARAMETERS = "ptr %a, ptr %b, ptr %c, i64 %rows, i64 %cols, ptr %shared"

#: Strides in elements, the inner size, whether to add to C (a flag), the bits of what SCALED multiplies by, and whether
#: C is to be in the cache before it is needed: an i64 each.
SHARED = ("a_row", "a_col", "b_row", "c_row", "k", "accumulate", "scale", "ahead")

_LINE = 64  # bytes that come into the cache together
_ROWS_AHEAD = 32


def tile_text(module: ModuleText, element: ElementType, tile: Tile) -> str:
    """``void tile(PARAMETERS)``: C[rows, cols] (+)= A[rows, k] @ B[k, cols], strides in elements.

    Rows beyond `rows` are computed as copies of the last: that costs less than a kernel for each number of
    rows.
    """
    return _TileWriter(module, element, tile).text()


def multiply_add(b: IRBuilder, x: TypedValue, y: TypedValue, total: TypedValue) -> TypedValue:
    """``x * y + total`` in the way of the whole library: fused where the host can."""
    if x.ty not in ("float", "double"):
        return b.binary("add", b.binary("mul", x, y), total)
    return b.fma(x, y, total) if b.module.fma else b.add(b.mul(x, y), total)


def added(b: IRBuilder, x: TypedValue, y: TypedValue) -> TypedValue:
    """``x + y`` of one type."""
    return b.binary("fadd" if x.ty in ("float", "double") else "add", x, y)


class _TileWriter:
    def __init__(self, module: ModuleText, element: ElementType, tile: Tile) -> None:
        self.element, self.tile = element, tile
        self.flow = Flow(module)
        self.vector = self.flow.builder(tile.lanes, "v")
        self.scalar = self.flow.builder(1, "s")
        self.type = self.vector.type(element.compute)
        self.cells = [(i, j) for i in range(tile.rows) for j in range(tile.vectors)]

    def text(self) -> str:
        flow = self.flow
        for at, name in enumerate(SHARED):
            flow.ptr("%shared").at(at, "i64").load("i64", align=8, name=name)
        a_rows, c_rows = self._row_pointers()
        self.masks = [self._mask(j) for j in range(self.tile.vectors)]
        self.has_next = self.tile.vectors > 1 and not self.tile.loose
        if self.has_next:
            self._fetch_next_c(c_rows)
        self.c_cells = [c_rows[i].at(j * self.tile.lanes, self.element.storage) for i, j in self.cells]
        totals = self._accumulated(self._products(a_rows, ["zeroinitializer"] * len(self.cells)))
        for (_, j), place, total in zip(self.cells, self.c_cells, totals, strict=True):
            value = storage.rounded(self.vector, self.element, TypedValue(total, self.element.compute))
            memory_access.store(self.vector, self.element, value, place, self.masks[j])
        flow.ret()
        return flow.function(f"define internal void @{self.tile.name}({PARAMETERS}) noinline nounwind")

    def _row_pointers(self) -> tuple[list[IRValue], list[IRValue]]:
        """Where each row of A and of C starts."""
        flow, ty = self.flow, self.element.storage
        last = flow.i64("%rows") - 1
        a_rows, c_rows = [flow.ptr("%a")], [flow.ptr("%c")]
        for i in range(1, self.tile.rows):
            row = last.min(i)
            a_rows.append(flow.ptr("%a").at(row * flow.i64("%a_row"), ty))
            c_rows.append(flow.ptr("%c").at(row * flow.i64("%c_row"), ty))
        return a_rows, c_rows

    def _fetch_next_c(self, c_rows: list[IRValue]) -> None:
        """Has the tile of C below brought into the cache while this one is computed."""
        flow = self.flow
        with flow.when(flow.i64("%ahead").ne(0)):
            below = flow.i64("%c_row") * self.tile.rows
            for row in c_rows:
                for j in range(self.tile.vectors):
                    self._fetch(row, below + (j * self.tile.lanes), to_write=True)

    def _fetch_b(self, b_row: IRValue) -> None:
        """Has a row of B further down brought into the cache: of rows far apart the processor foresees nothing."""
        below = self.flow.i64("%b_row") * _ROWS_AHEAD
        lines = [j * self.tile.lanes for j in range(self.tile.vectors)]
        if self.has_next:
            lines.append(self.tile.columns - 1)  # rows need not begin where a line does
        for line in lines:
            self._fetch(b_row, below + line, to_write=False)

    def _fetch(self, start: IRValue, offset: IRValue, *, to_write: bool) -> None:
        """Has an element's line brought into the cache; what lies beyond an array may be named."""
        place = start.at(offset, self.element.storage)
        self.flow.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        self.flow.call("void", "@llvm.prefetch.p0", place, f"i32 {int(to_write)}", "i32 2", "i32 1")

    def _mask(self, j: int) -> str | None:
        if not self.tile.masked or not (self.tile.loose or j == self.tile.vectors - 1):
            return None
        remaining = (self.flow.i64("%cols") - (j * self.tile.lanes)).max(0)
        return memory_access.tail_mask(self.vector, remaining)

    def _accumulated(self, totals: Sequence[str]) -> Sequence[str]:
        """The totals; or C and the totals or so many times these, rounded as two steps of their own would be.

        Added at the end, not begun with: of the sums over parts of a long inner dimension each is rounded as a short
        one is.
        """
        flow, b, ty = self.flow, self.vector, self.element.compute
        totals = self._added(Flag.ACCUMULATE, totals, lambda total: total)
        if self.element.kind != "float":
            return totals
        bits = flow.i64("%scale") if ty == "double" else flow.i64("%scale").trunc("i32")
        scale = memory_access.splat(b, TypedValue(bits.bitcast(ty), ty))
        return self._added(Flag.SCALED, totals, lambda total: b.mul(scale, total))

    def _added(self, flag: int, totals: Sequence[str], change: Callable[[TypedValue], TypedValue]) -> Sequence[str]:
        """C and what `change` makes of the totals, if that is asked for."""
        b, element = self.vector, self.element

        def add() -> list[str]:
            places = zip(self.cells, self.c_cells, strict=True)
            before = [memory_access.load(b, element, place, self.masks[j]) for (_, j), place in places]
            after = (change(TypedValue(total, element.compute)) for total in totals)
            return [added(b, old, new).text for old, new in zip(before, after, strict=True)]

        wanted = self.flow.i64("%accumulate").eq(flag)
        return self.flow.either(wanted, [self.type] * len(totals), add, totals)

    def _products(self, a_rows: list[IRValue], start: Sequence[str]) -> Sequence[str]:
        """The loop over the inner dimension."""
        flow, element, ty = self.flow, self.element, self.element.compute
        carried = [("i64", flow.i64(0)), ("ptr", flow.ptr("%b")), *((self.type, text) for text in start)]
        with flow.loop(0, flow.i64("%k"), carried=carried) as loop:
            offset, b_row, *totals = loop.carried
            b_values = [
                memory_access.load(self.vector, element, b_row.at(j * self.tile.lanes, element.storage), mask)
                for j, mask in enumerate(self.masks)
            ]
            following = []
            if self.tile.prefetches:
                self._fetch_b(b_row)
            for i, a_row in enumerate(a_rows):
                a_value = memory_access.load(self.scalar, element, a_row.at(offset, element.storage), None)
                spread = memory_access.splat(self.vector, a_value)
                for j, b_value in enumerate(b_values):
                    total = TypedValue(totals[i * self.tile.vectors + j], ty)
                    following.append(multiply_add(self.vector, spread, b_value, total).text)
            next_offset = offset + flow.i64("%a_col")
            loop.next_values = [next_offset, b_row.at(flow.i64("%b_row"), element.storage), *following]
        return loop.results[2:]
