"""Tiles of the filter's gradient in its indirect form: C[m, n] (+)= the sum over pixels of A[pixel, m] * B[pixel, n].

A table says where the pixel of the images lies that a tap of the window sees from each pixel of the results. The rows
of a tile are channels that lie there side by side, so it may have many; its columns are those of panels of the results'
gradient, each one vector wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.base.frozen import frozen
from graphwright.runtime.native.kernels.convolution.tile_cells import Cells, Fields
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.kernels.gemm.micro_kernels import ACCUMULATE, Tile, multiply_add
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType

#: What all tiles of some pixels have in common: how many pixels, how far two panels and two rows of C are apart, flags.
SHARED: Final = Fields((), ("k", "panel", "c_row", "flags"))
#: What a tile is called with: places of the pixels, what they count from, moved to the first channel, panels, C.
PARAMETERS: Final = "ptr %places, ptr %a, ptr %b, ptr %c, i64 %sizes, ptr %product"


@frozen
class Shape:
    """The tiles for so many vectors of columns: their heights, the greatest first, and one for fewer rows."""

    vectors: int
    heights: tuple[int, ...]
    lanes: int

    def name(self, rows: int, *, whole: bool) -> str:
        return f"@gw_filter_{rows}x{self.vectors * self.lanes}{'' if whole else '_rest'}"


def step(blocking: Blocking) -> int:
    """The least height of a whole tile, a power of two, as numbers of channels mostly are multiples of one."""
    return 1 << blocking.rows.bit_length() - 1


def shapes(blocking: Blocking) -> list[Shape]:
    """The widest first. Narrow tiles are higher, as far as there are registers: a vector is used by as many rows."""
    least, most = step(blocking), blocking.rows * blocking.vectors
    return [
        Shape(wide, tuple(least * n for n in (3, 2, 1) if least * n * wide <= most), blocking.lanes)
        for wide in range(blocking.vectors, 0, -1)
    ]


def tile_texts(module: ModuleText, element: ElementType, blocking: Blocking) -> list[str]:
    """The functions."""
    texts = []
    for shape in shapes(blocking):
        texts += [_tile_text(module, element, shape, rows, whole=True) for rows in shape.heights]
        texts.append(_tile_text(module, element, shape, step(blocking), whole=False))
    return texts


def _tile_text(module: ModuleText, element: ElementType, shape: Shape, rows: int, *, whole: bool) -> str:
    """One that is not whole has its rows beyond those there are go by copies of the last."""
    flow, storage, ty = Flow(module), element.storage, element.compute
    b = flow.builder(shape.lanes, "v")
    cells, kind = Cells(flow, b, element, Tile(rows, shape.vectors, shape.lanes), SHARED), b.type(ty)
    channels: Sequence[str | int] = range(rows) if whole else [cells.last_row.min(i) for i in range(rows)]
    k, panel = cells.field("k"), cells.field("panel")
    flow.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
    below = cells.c_step * rows  # the tile that most likely comes next
    for place, _ in cells.cells:
        flow.call("void", "@llvm.prefetch.p0", place.at(below, storage), "i32 1", "i32 3", "i32 1")
    zeros = [b.const(ty, 0).text] * len(cells.cells)
    with flow.loop(0, k, carried=[("ptr", flow.ptr("%b")), *((kind, text) for text in zeros)], entered=True) as pixels:
        b_row, *totals = pixels.carried
        place = flow.ptr("%places").at(pixels.index, "i64").load("i64", align=8)
        pixel = flow.ptr("%a").at(place, storage)
        pixels.next_values = [b_row.at(shape.lanes, storage)]
        values, start = [], b_row
        for _ in range(shape.vectors):
            values.append(memory_access.load(b, element, start, None))
            start = start.at(panel, storage)
        for i, channel in enumerate(channels):
            spread = memory_access.load_splat(b, element, pixel.at(channel, storage))
            for j, value in enumerate(values):
                total = TypedValue(totals[i * shape.vectors + j], ty)
                pixels.next_values.append(multiply_add(b, spread, value, total).text)

    def added() -> list[str]:
        pairs = zip(cells.load(), pixels.results[1:], strict=True)
        return [b.add(old, TypedValue(text, ty)).text for old, text in pairs]

    results = flow.either(cells.wants(ACCUMULATE), [kind] * len(zeros), added, pixels.results[1:])
    for (cell, mask), text in zip(cells.cells, results, strict=True):
        memory_access.store(b, element, TypedValue(text, ty), cell, mask)
    flow.ret()
    return flow.function(f"define internal void {shape.name(rows, whole=whole)}({PARAMETERS}) noinline nounwind")
