"""Products of a scattered matrix: C[m, n] (+)= A[m, k] @ B[k, n] with A[i, j] at down[i] + along[j].

So the windows of a convolution need no copy: one table has where each pixel's window begins, the other where each place
and channel of a window lies in it. A tile of C is held in registers, like those of `gemm.micro_kernels`, and the
epilogue is done there (`kernels.epilogue`).
"""

from __future__ import annotations

from typing import Final

from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.kernels.convolution.tile_cells import ROWS_SHIFT, Cells, Fields
from graphwright.runtime.native.kernels.gemm.micro_kernels import Tile, multiply_add
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import TRUE, IRValue

#: The fields of a product in order: pointers, sizes and strides counted in elements, flags.
#: `dots` and `run` are for the last columns (see `direct_dots`); a run of 0 is none.
PRODUCT: Final = Fields(
    ("a", "down", "along", "b", "c", "bias", "dots"), ("m", "n", "k", "b_row", "c_row", "residual", "flags", "run")
)

#: What a tile is called with: tables and places moved to its corner; `product` has what is the same for all tiles.
PARAMETERS: Final = "ptr %down, ptr %b, ptr %c, ptr %bias, i64 %sizes, ptr %product"


class Tiles:
    """Writes ``gw_direct(ptr product)`` and the tiles it is made of: `rows` by 1 to `vectors` vectors of `lanes`.

    Hosts with the widest vectors do those of half the width in less time. With `halves` there is a tile of such ones,
    for the last columns where they do not fill more. `dots` is the name of another, with its size, for fewer still.
    """

    def __init__(
        self, module: ModuleText, element: ElementType, rows: int, vectors: int, lanes: int,
        *, halves: bool, dots: tuple[str, Tile] | None,
    ) -> None:  # fmt: skip
        self.module, self.element, self.dots = module, element, dots
        self.rows, self.vectors, self.lanes = rows, vectors, lanes
        self.tiles = [Tile(rows, count, lanes) for count in range(vectors, 0, -1)]
        self.half = Tile(rows, 1, lanes // 2) if halves else None

    def text(self) -> str:
        tiles = self.tiles if self.half is None else [*self.tiles, self.half]
        return "\n".join([*(_tile_text(self.module, self.element, tile) for tile in tiles), self._driver_text()])

    def _driver_text(self) -> str:
        """Panels of as many columns as are left, in equal parts of at most a tile's width; tiles down each of them."""
        self.flow = flow = Flow(self.module)
        self.f = f = PRODUCT.load(flow, flow.ptr("%product"), "down", "b", "c", "bias", "m", "n", "c_row")
        least = self.half.columns if self.half is not None else 0  # what is no more than this goes by half vectors
        vectors = (f["n"] + (self.lanes - 1 - least)) // self.lanes
        parts = (vectors + (self.vectors - 1)) // self.vectors
        with flow.loop(0, parts, carried=[("i64", flow.i64(0))]) as panels:
            j = panels.carried[0]
            left = vectors - j // self.lanes
            to_do = parts - panels.index
            width = (left + (to_do - 1)) // to_do
            cols = (f["n"] - j).min(width * self.lanes)

            def by(tile: Tile, j: IRValue = j, cols: IRValue = cols) -> None:
                self._panel(tile, j, cols)

            flow.first_of(*((width.eq(tile.vectors), lambda tile=tile: by(tile)) for tile in self.tiles))
            panels.next_values = [j + cols]
        j = panels.results[0]
        if self.half is not None:
            with flow.when(j < f["n"]):
                self._last(j, self.half)
        flow.ret()
        return flow.function("define internal void @gw_direct(ptr %product) noinline optnone nounwind")

    def _last(self, j: IRValue, half: Tile) -> None:
        """The columns that are left."""
        flow, cols = self.flow, self.f["n"] - j
        cases = [(TRUE, lambda: self._panel(half, j, cols))]
        if self.dots is not None:
            name, tile = self.dots
            f = PRODUCT.load(flow, flow.ptr("%product"), "run", "dots")
            cases.insert(0, (f["run"].ne(0), lambda: self._panel(tile, j, cols, name, f["dots"])))
        flow.first_of(*cases)

    def _panel(self, tile: Tile, j: IRValue, cols: IRValue, name: str = "", given: str = "") -> None:
        """The columns from `j` on, no more than the tile has; they are those of B, or lie at `given`."""
        flow, f, ty = self.flow, self.f, self.element.storage
        b, bias, c = (f[name].at(j, ty) for name in ("b", "bias", "c"))
        with flow.loop(0, f["m"], tile.rows) as rows:
            down = f["down"].at(rows.index, "i64")
            place = c.at(rows.index * f["c_row"], ty)
            here = (f["m"] - rows.index).min(tile.rows)
            sizes = cols | here << ROWS_SHIFT
            passed = f"ptr {down}, ptr {given or b}, ptr {place}, ptr {bias}, i64 {sizes}, ptr %product"
            flow.call("void", name or _name(tile), passed)


def _name(tile: Tile) -> str:
    return f"@gw_direct_{tile.rows}x{tile.columns}"


class Corner(Cells):
    """What a tile begins with: its cells, and where its rows are.

    Rows beyond those there are go by copies of the last entry of `down`.
    """

    def __init__(self, flow: Flow, b: IRBuilder, element: ElementType, tile: Tile) -> None:
        super().__init__(flow, b, element, tile, PRODUCT)
        a, self.along = self.field("a"), self.field("along")
        self.rows = []
        for i in range(tile.rows):
            start = flow.ptr("%down").at(i, "i64").load("i64", align=8)
            self.rows.append(a.at(start, element.storage))


def _tile_text(module: ModuleText, element: ElementType, tile: Tile) -> str:
    flow, storage, ty = Flow(module), element.storage, element.compute
    b, one = flow.builder(tile.lanes, "v"), flow.builder(1, "s")
    corner, kind = Corner(flow, b, element, tile), b.type(ty)
    k, b_step = corner.field("k"), corner.field("b_row")

    def begun() -> list[str]:
        return [value.text for value in corner.load()]

    # not by masks without lanes: loads of no lanes wait for memory too
    zeros = [b.const(ty, 0).text] * len(corner.cells)
    started = flow.either(corner.wants(Flag.ACCUMULATE), [kind] * len(zeros), begun, zeros)
    carried = [("ptr", flow.ptr("%b")), *((kind, text) for text in started)]
    with flow.loop(0, k, carried=carried) as loop:
        b_row, *totals = loop.carried
        values = [
            memory_access.load(b, element, b_row.at(j * tile.lanes, storage), m) for j, m in enumerate(corner.masks)
        ]
        offset = corner.along.at(loop.index, "i64").load("i64", align=8)
        following: list[str] = [b_row.at(b_step, storage)]
        for i, row in enumerate(corner.rows):
            spread = memory_access.splat(b, memory_access.load(one, element, row.at(offset, storage), None))
            for j, value in enumerate(values):
                total = TypedValue(totals[i * tile.vectors + j], ty)
                following.append(multiply_add(b, spread, value, total).text)
        loop.next_values = following
    corner.finish(loop.results[1:], flow.ptr("%bias"))
    return flow.function(f"define internal void {_name(tile)}({PARAMETERS}) noinline nounwind")
