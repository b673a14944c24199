"""The filter's gradient by indirect convolution.

``void gw_convolve_indirect_into_filter_<dtype>(ptr call)``; `call` points to the fields of `call_block.CALL`. The
pixels of the results go by in pieces: for each, a table says what the taps see (`indirect_table`), and the results'
gradient is copied into panels, which stay in the nearest cache while all taps and channels go by. The work is cut by
pixels into chunks, each with a filter of its own, which are added up in their order; where filters are too large for
that, by taps and channels. Where the cuts are depends on the sizes alone. Rows of a tile are contiguous channels,
found by one place, so it may have many; its columns are those of panels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from graphwright.base.frozen import frozen
from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.convolution import indirect_table
from graphwright.runtime.native.kernels.convolution.blocking import FILTER_SLOTS, SLACK
from graphwright.runtime.native.kernels.convolution.call_block import CALL, load_fields
from graphwright.runtime.native.kernels.convolution.common import (
    Sizes,
    add_parts,
    add_parts_text,
    clear_text,
    divided,
    even_number,
    quotient_up,
    share_between,
)
from graphwright.runtime.native.kernels.convolution.forms import has_tiles
from graphwright.runtime.native.kernels.convolution.tile_cells import Cells, Fields
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.kernels.gemm.micro_kernels import Tile, multiply_add
from graphwright.runtime.native.kernels.gemm.pack import pack_text
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.runtime import thread_pool

SYMBOLS: Final = ("gw_convolve_indirect_into_filter",)

#: Multiplications that are worth a chunk, pixels that one has at least.
_SLOT_WORK: Final = 1 << 20
_LEAST_PIXELS: Final = 64


#: What all tiles of some pixels have in common: how many pixels, how far two panels and two rows of C are apart, flags.
_SHARED: Final = Fields((), ("k", "panel", "c_row", "flags"))
#: What a tile is called with: places of the pixels, what they count from, moved to the first channel, panels, C.
_PARAMETERS: Final = "ptr %places, ptr %a, ptr %b, ptr %c, i64 %sizes, ptr %product"


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernel for a dtype; raises `Unsupported` for those without vectors of their own."""
    element = ELEMENTS[dtype]
    if not has_tiles(element, host):
        raise Unsupported(f"no native convolution of {dtype} in this form")
    module, blocking = ModuleText(fma=host.fma), Blocking.of(element, host)
    for text in _tile_texts(module, element, blocking):
        module.add(text)
    module.add(indirect_table.table_text(module, element))
    module.add(pack_text(module, element, blocking.lanes, (blocking.lanes,)))
    module.add(clear_text(module, element, blocking.lanes))
    module.add(add_parts_text(module, element, blocking.lanes))
    module.add(_Part(module, element, blocking).text())
    module.add(_whole_text(module, element, blocking))
    return module.text()


class _Part:
    """Writes the function ``(ptr call, i64 chunk)``: some pixels, or some taps and channels of all of them."""

    def __init__(self, module: ModuleText, element: ElementType, blocking: Blocking) -> None:
        self.element, self.blocking, self.step = element, blocking, _step(blocking)
        self.flow = flow = Flow(module)
        self.block = _SHARED.allocate(flow)
        self.f = f = load_fields(flow)
        self.sizes = Sizes(flow, f)
        self.apart = f["block"] + SLACK
        self.table = f["tables"].at(flow.i64("%chunk") * f["entries"], "i64")
        zeros = quotient_up(flow, f["channels"], blocking.lanes) * blocking.lanes
        self.panels = f["rows"].at(zeros + flow.i64("%chunk") * f["room"], element.storage)

    def text(self) -> str:
        flow, f, ty = self.flow, self.f, self.element.storage
        share, across = divided(flow.i64("%chunk"), f["across"])
        begin, end = share_between(self.sizes.pixels, share, f["chunks"])
        #: of each tap so many steps of channels
        self.steps = quotient_up(flow, f["channels"], self.step)
        taps = self.sizes.row // f["channels"]
        self.first, self.last = share_between(taps * self.steps, across, f["across"])
        own = f["parts"].at(share * self.sizes.filter, ty)
        self.target = (f["chunks"] > 1).select(own, f["filter"])
        with flow.loop(begin, end, f["block"]) as pieces, unless_cancelled(flow):
            count = (end - pieces.index).min(f["block"])
            self.panel = count * self.blocking.lanes
            again = pieces.index > begin
            fields = {"k": count, "panel": self.panel, "c_row": f["out_channels"]}
            _SHARED.store(flow, self.block, {**fields, "flags": again.select(Flag.ACCUMULATE, 0)})
            flow.call("void", "@gw_indirect_table", flow.ptr("%call"), pieces.index, count, self.table)
            source = f["y"].at(pieces.index * f["out_channels"], ty)
            sizes = f"i64 {count}, i64 {f['out_channels']}, i64 {self.blocking.lanes}, ptr {self.panels}, i64 {count}"
            flow.call("void", "@gw_pack", source, f["out_channels"], 1, sizes)
            self._columns()
        flow.ret()
        return flow.function("define internal void @gw_filter_part(ptr %call, i64 %chunk) noinline optnone nounwind")

    def _columns(self) -> None:
        """The columns in equal parts of at most a tile's width."""
        flow, lanes = self.flow, self.blocking.lanes
        vectors = quotient_up(flow, self.f["out_channels"], lanes)
        parts = quotient_up(flow, vectors, self.blocking.vectors)
        with flow.loop(0, parts, carried=[("i64", flow.i64(0))]) as each:
            (vector,) = each.carried
            width = quotient_up(flow, vectors - vector, parts - each.index)
            self.column = vector * lanes
            self.cols = (self.f["out_channels"] - self.column).min(width * lanes)
            self.b = self.panels.at(vector * self.panel, self.element.storage)
            flow.first_of(
                *((width.eq(shape.vectors), lambda shape=shape: self._rows(shape)) for shape in _shapes(self.blocking))
            )
            each.next_values = [vector + width]

    @contextmanager
    def _taps(self) -> Iterator[tuple[IRValue, IRValue, IRValue]]:
        """Rounds over the chunk's taps: the number of each, the first of its channels and the last."""
        flow, steps = self.flow, self.steps
        first = self.first // steps
        with flow.loop(first, quotient_up(flow, self.last, steps)) as taps:
            before = taps.index * steps
            begin = (self.first - before).max(0) * self.step
            end = (self.last - before) * self.step
            yield taps.index, begin, end.min(self.f["channels"])

    def _rows(self, shape: _Shape) -> None:
        """All rows of the chunk for the columns of a tile: as many high tiles as there are, then lower ones."""
        flow = self.flow
        with self._taps() as (tap, channel, end):
            places = indirect_table.first_tap(flow, self.table, self.apart)
            places = places.at(tap * self.apart, "i64")
            corner = tap * self.f["channels"]
            for rows in shape.heights:
                whole = (end - channel) // rows * rows
                behind = channel + whole
                with flow.loop(channel, behind, rows) as down:
                    self._tile(shape.name(rows, whole=True), places, corner, down.index, self.flow.i64(rows))
                channel = behind
            with flow.when(channel < end):
                name = shape.name(self.step, whole=False)
                self._tile(name, places, corner, channel, end - channel)

    def _tile(self, name: str, places: IRValue, corner: IRValue, channel: IRValue, rows: IRValue) -> None:
        flow, ty = self.flow, self.element.storage
        row = (corner + channel) * self.f["out_channels"]
        c = self.target.at(row + self.column, ty)
        sizes = self.cols | rows << 32
        a = self.f["x"].at(channel, ty)
        flow.call("void", name, places, a, self.b, c, sizes, self.block)


def _whole_text(module: ModuleText, element: ElementType, blocking: Blocking) -> str:
    """The function of the kernel: sets how the work is cut, and hands the chunks out; without pixels it clears."""
    flow = Flow(module)
    f = load_fields(flow)
    sizes = Sizes(flow, f)
    none = sizes.pixels.eq(0)
    with flow.when(none):
        flow.call("void", "@gw_clear", f["filter"], sizes.filter)
    flow.leave_if(none)
    total = even_number((sizes.work // _SLOT_WORK).min(FILTER_SLOTS))
    fit = even_number(sizes.pixels // _LEAST_PIXELS)
    chunks = total.min(fit).min(f["slots"])
    steps = quotient_up(flow, sizes.row, _step(blocking))
    across = (total // chunks).min(even_number(steps))
    for field, value in (("chunks", chunks), ("across", across)):
        flow.ptr("%call").at(CALL.index(field), "i64").store(value, align=8)
    flow.call("void", "@gw_clear", f["rows"], f["channels"])
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    flow.call("void", f"@{thread_pool.SPLIT}", "@gw_filter_part", flow.ptr("%call"), chunks * across)
    add_parts(flow, f, sizes, chunks)
    flow.ret()
    return flow.function(f"define void @{SYMBOLS[0]}_{element.name}(ptr %call) noinline optnone nounwind")


@frozen
class _Shape:
    """The tiles for so many vectors of columns: their heights, the greatest first, and one for fewer rows."""

    vectors: int
    heights: tuple[int, ...]
    lanes: int

    def name(self, rows: int, *, whole: bool) -> str:
        return f"@gw_filter_{rows}x{self.vectors * self.lanes}{'' if whole else '_rest'}"


def _step(blocking: Blocking) -> int:
    """The least height of a whole tile, a power of two, as numbers of channels mostly are multiples of one."""
    return 1 << blocking.rows.bit_length() - 1


def _shapes(blocking: Blocking) -> list[_Shape]:
    """The widest first. Narrow tiles are higher, as far as there are registers: a vector is used by as many rows."""
    least, most = _step(blocking), blocking.rows * blocking.vectors
    return [
        _Shape(wide, tuple(least * n for n in (3, 2, 1) if least * n * wide <= most), blocking.lanes)
        for wide in range(blocking.vectors, 0, -1)
    ]


def _tile_texts(module: ModuleText, element: ElementType, blocking: Blocking) -> list[str]:
    """The functions."""
    texts = []
    for shape in _shapes(blocking):
        texts += [_tile_text(module, element, shape, rows, whole=True) for rows in shape.heights]
        texts.append(_tile_text(module, element, shape, _step(blocking), whole=False))
    return texts


def _tile_text(module: ModuleText, element: ElementType, shape: _Shape, rows: int, *, whole: bool) -> str:
    """One that is not whole has its rows beyond those there are go by copies of the last."""
    flow, storage, ty = Flow(module), element.storage, element.compute
    b = flow.builder(shape.lanes, "v")
    cells, kind = Cells(flow, b, element, Tile(rows, shape.vectors, shape.lanes), _SHARED), b.type(ty)
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

    for (cell, mask), text in zip(cells.cells, cells.accumulated(pixels.results[1:]), strict=True):
        memory_access.store(b, element, TypedValue(text, ty), cell, mask)
    flow.ret()
    return flow.function(f"define internal void {shape.name(rows, whole=whole)}({_PARAMETERS}) noinline nounwind")
