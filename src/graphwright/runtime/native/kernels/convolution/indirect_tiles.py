"""Tiles of an indirect convolution: C[m, n] (+)= the sum over taps of A_tap[m, k] @ B_tap[k, n].

A table says, for each tap of the window, where the pixel lies that a row sees there. B lies in panels of one vector of
columns each (`filter_panels`), so that any number of them go together. A tile of C is held in registers for a *pass*:
some taps with all of their channels, or some of the channels of one tap. The epilogue is done there too, in the
last pass (`kernels.epilogue`).
"""

from __future__ import annotations

from typing import Final

from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.kernels.convolution.tile_cells import ROWS_SHIFT, Cells, Fields
from graphwright.runtime.native.kernels.epilogue import call_epilogue
from graphwright.runtime.native.kernels.gemm.micro_kernels import Tile, multiply_add
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType

#: The fields of a pass: what the table's places count from; where the first row of C lies in the table, the panels, C
#: and the numbers that follow the product; the rows, those of a tile, and the columns; taps and channels of the pass,
#: how far the entries of two taps are apart, and two panels; and as in `direct_tiles`. `results` is how far from
#: `places` the table is of where the rows of C lie, counted from `c`. `next` is the panel of the pass behind, to be
#: brought into the cache; `epilogue` is null in all passes but the last.
PASS: Final = Fields(
    ("a", "places", "b", "c", "bias", "next", "epilogue"),
    ("m", "tile_rows", "n", "taps", "channels", "apart", "panel", "c_row", "residual", "flags", "results"),
)


class IndirectTiles:
    """Writes ``gw_indirect(ptr pass)``, for no more columns than a tile has, and the tiles that it goes down by.

    Tiles have `rows` rows or one less, whichever wastes less, and 1 to `vectors` vectors of `lanes` columns.
    """

    def __init__(self, module: ModuleText, element: ElementType, rows: int, vectors: int, lanes: int) -> None:
        self.module, self.element = module, element
        self.tiles = [Tile(high, wide, lanes) for high in (rows, rows - 1) for wide in range(vectors, 0, -1)]

    def text(self) -> str:
        tiles = [_tile_text(self.module, self.element, tile) for tile in self.tiles]
        return "\n".join([*tiles, self._driver_text()])

    def _driver_text(self) -> str:
        self.flow = flow = Flow(self.module)
        names = ("places", "b", "c", "next", "epilogue", "m", "tile_rows", "n", "panel", "c_row", "results")
        self.f = f = PASS.load(flow, flow.ptr("%pass"), *names)

        def by(tile: Tile) -> None:
            self._down(tile)

        wide = [f["n"] > (tile.columns - tile.lanes) for tile in self.tiles]
        high = [f["tile_rows"].eq(tile.rows) for tile in self.tiles]
        fits = [a & b for a, b in zip(wide, high, strict=True)]
        flow.first_of(*((fit, lambda tile=tile: by(tile)) for fit, tile in zip(fits, self.tiles, strict=True)))
        flow.ret()
        return flow.function("define internal void @gw_indirect(ptr %pass) noinline nounwind")

    def _down(self, tile: Tile) -> None:
        """Tiles down the rows; each of the first has one of the next panels fetched, the others what is there."""
        flow, f, ty = self.flow, self.f, self.element.storage
        with flow.loop(0, f["m"], tile.rows, carried=[("ptr", f["next"]), ("i64", flow.i64(0))]) as rows:
            prefetch, number = rows.carried
            here = (f["m"] - rows.index).min(tile.rows)
            sizes = f["n"] | here << ROWS_SHIFT
            down = f["places"].at(rows.index, "i64")
            fetched = (number < tile.vectors).select(prefetch, f["b"])
            passed = f"ptr {down}, ptr {f['b']}, ptr {f['c']}, ptr {fetched}, i64 {sizes}, ptr %pass"
            flow.call("void", _name(tile), passed)
            first = down.at(f["results"], "i64").load("i64", align=8)
            call_epilogue(flow, f["epilogue"], f["c"].at(first, ty), f["c_row"], here, f["n"])
            rows.next_values = [prefetch.at(f["panel"], ty), number + 1]


def _name(tile: Tile) -> str:
    return f"@gw_indirect_{tile.rows}x{tile.columns}"


def _tile_text(module: ModuleText, element: ElementType, tile: Tile) -> str:
    """The tile; in the place of the numbers that follow the product it is given what is to be fetched."""
    flow, storage, ty = Flow(module), element.storage, element.compute
    b = flow.builder(tile.lanes, "v")
    f = PASS.load(flow, flow.ptr("%product"), "a", "taps", "channels", "apart", "panel", "bias", "results")
    cells = Cells(flow, b, element, tile, PASS, flow.ptr("%down").at(f["results"], "i64"))
    kind = b.type(ty)
    flow.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    for place, _ in cells.cells:
        flow.call("void", "@llvm.prefetch.p0", place, "i32 1", "i32 3", "i32 1")
    with flow.when(cells.wants(Flag.RESIDUAL)):
        distance = cells.field("residual")
        for place, _ in cells.cells:
            flow.call("void", "@llvm.prefetch.p0", place.at(distance, "i8"), "i32 0", "i32 3", "i32 1")
    zeros = [b.const(ty, 0).text] * len(cells.cells)
    carried = [
        ("ptr", flow.ptr("%down")),
        ("ptr", flow.ptr("%b")),
        ("ptr", flow.ptr("%next")),
        *((kind, text) for text in zeros),
    ]
    with flow.loop(0, f["taps"], carried=carried, entered=True) as taps:
        places, panel, prefetch, *totals = taps.carried
        rows = [f["a"].at(places.at(i, "i64").load("i64", align=8), storage) for i in range(tile.rows)]
        carried = [("ptr", panel), ("ptr", prefetch), *((kind, text) for text in totals)]
        with flow.loop(0, f["channels"], carried=carried, entered=True) as along:
            b_row, line, *totals = along.carried
            along.next_values = [b_row.at(tile.lanes, storage), line.at(tile.lanes, storage)]
            values, start = [], b_row
            for _ in range(tile.vectors):
                values.append(memory_access.load(b, element, start, None))
                start = start.at(f["panel"], storage)
            if tile.vectors > 1:  # else there are no more columns, and loads are what a tile waits for
                flow.call("void", "@llvm.prefetch.p0", line, "i32 0", "i32 2", "i32 1")
            for i, row in enumerate(rows):
                spread = memory_access.load_splat(b, element, row.at(along.index, storage))
                for j, value in enumerate(values):
                    total = TypedValue(totals[i * tile.vectors + j], ty)
                    along.next_values.append(multiply_add(b, spread, value, total).text)
        taps.next_values = [places.at(f["apart"], "i64"), *along.results]
    cells.finish(cells.accumulated(taps.results[3:]), f["bias"])
    parameters = "ptr %down, ptr %b, ptr %c, ptr %next, i64 %sizes, ptr %product"
    return flow.function(f"define internal void {_name(tile)}({parameters}) noinline nounwind")
