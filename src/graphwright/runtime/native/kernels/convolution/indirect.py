"""Indirect convolution: products over the images in place, with a table of the pixels that each tap reads.

``void gw_convolve_indirect_<dtype>(ptr call)`` and ``gw_convolve_indirect_into_input``, for the images' gradient
(`indirect_phases`); `call` points to the fields of `call_block.CALL`. Nothing is copied but the filter, whose panels
are kept where that is possible (`_fill_text`): places outside of the images are those of a row of zeros. The
window goes by in passes (`blocking.passes`), so that what a pass reads of the panels stays in the second-level cache
while the pixels of a block go by. The work is cut by pixels and by columns into chunks for several threads: the one
first whose operand is the smaller, since the chunks read that again. Where the cuts are changes no result.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.convolution import indirect_phases, indirect_table
from graphwright.runtime.native.kernels.convolution.blocking import INDIRECT_SLOTS, SLACK
from graphwright.runtime.native.kernels.convolution.call_block import CALL, load_fields
from graphwright.runtime.native.kernels.convolution.common import (
    Sizes,
    clear_text,
    divided,
    even_number,
    quotient_up,
    share_between,
)
from graphwright.runtime.native.kernels.convolution.forms import has_tiles
from graphwright.runtime.native.kernels.convolution.indirect_tiles import PASS, IndirectTiles
from graphwright.runtime.native.kernels.gemm import packed_weights
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.kernels.gemm.pack import pack_text
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import NULL, IRValue
from graphwright.runtime.native.runtime import thread_pool

SYMBOLS: Final = ("gw_convolve_indirect", "gw_convolve_indirect_into_input")

# Multiplications that are worth a chunk: some 20 us.
_SLOT_WORK: Final = 1 << 21
#: What a chunk has at least of tiles down the pixels, and of vectors of columns.
_FEWEST_TILES: Final = 4
_FEWEST_VECTORS: Final = 6

#: Panels that a thread fills together: lines of memory next to each other.
_TOGETHER: Final = 4

_EXTENTS: Final = (("deep", "out_depth", "depth"), ("down", "out_height", "height"), ("right", "out_width", "width"))


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernel for a dtype; raises `Unsupported` for those without vectors of their own."""
    element = ELEMENTS[dtype]
    if not has_tiles(element, host):
        raise Unsupported(f"no native convolution of {dtype} in this form")
    module, blocking = ModuleText(fma=host.fma), Blocking.of(element, host)
    module.add(IndirectTiles(module, element, blocking.rows, blocking.vectors, blocking.lanes).text())
    module.add(indirect_table.table_text(module, element))
    module.add(_fill_text(module, element, blocking.lanes))
    module.add(clear_text(module, element, blocking.lanes))
    module.add(_Part(module, element, blocking).text())
    module.add(_whole_text(module, element, blocking))
    module.add(indirect_phases.phases_text(module, element, blocking.lanes))
    module.add(indirect_phases.clear_text(module, element, INDIRECT_SLOTS))
    module.add(indirect_phases.fill_text(module, element, blocking.lanes, _TOGETHER))
    module.add(_into_input_text(module, element, blocking))
    return module.text()


class _Part:
    """Writes the function ``(ptr call, i64 chunk)``: some tiles down the pixels by some vectors of columns."""

    def __init__(self, module: ModuleText, element: ElementType, blocking: Blocking) -> None:
        self.element, self.blocking = element, blocking
        self.flow = flow = Flow(module)
        self.block = PASS.allocate(flow)
        self.f = load_fields(flow)
        self.sizes = Sizes(flow, self.f)
        self.apart = self.f["block"] + SLACK

    def text(self) -> str:
        flow, f = self.flow, self.f
        # a thread does neighbouring chunks: it keeps what is larger
        first = f["columns_first"].ne(0)
        major, minor = divided(flow.i64("%chunk"), first.select(f["chunks"], f["across"]))
        across, down = (first.select(*pair) for pair in ((major, minor), (minor, major)))
        tiles, vectors = quotient_up(flow, self.sizes.pixels, f["tile_rows"]), self._vectors(f["out_channels"])
        begin, end = share_between(tiles, down, f["chunks"])
        self.begin, self.end = share_between(vectors, across, f["across"])
        first, last = begin * f["tile_rows"], end * f["tile_rows"]
        last = last.min(self.sizes.pixels)
        self.table = f["tables"].at(flow.i64("%chunk") * f["entries"], "i64")
        fixed = {name: f[name] for name in ("tile_rows", "residual")}
        fixed |= {"apart": self.apart, "c_row": f["out_channels"], "panel": self._panel(flow.i64(1))}
        self.results = indirect_table.results(flow, self.table, self.apart)
        PASS.store(flow, self.block, fixed)
        with flow.loop(first, last, f["block"]) as blocks, unless_cancelled(flow):
            self.first = blocks.index
            count = (last - self.first).min(f["block"])
            flow.call("void", "@gw_indirect_table", flow.ptr("%call"), self.first, count, self.table)
            PASS.store(flow, self.block, {"m": count})
            self._columns()
        flow.ret()
        return flow.function("define internal void @gw_indirect_part(ptr %call, i64 %chunk) noinline optnone nounwind")

    def _vectors(self, columns: IRValue) -> IRValue:
        return quotient_up(self.flow, columns, self.blocking.lanes)

    def _panel(self, number: IRValue) -> IRValue:
        """Elements of so many panels."""
        return self.f["panel_rows"] * self.blocking.lanes * number

    def _columns(self) -> None:
        """The columns of the chunk in equal parts of at most a tile's width."""
        flow, f, most = self.flow, self.f, self.blocking.vectors
        vectors = self.end - self.begin
        parts = quotient_up(flow, vectors, most)
        with flow.loop(0, parts, carried=[("i64", self.begin)]) as each:
            (vector,) = each.carried
            left, to_do = self.end - vector, parts - each.index
            width = quotient_up(flow, left, to_do)
            column = vector * self.blocking.lanes
            cols = (f["out_channels"] - column).min(width * self.blocking.lanes)
            ty = self.element.storage
            PASS.store(flow, self.block, {"n": cols, "c": f["y"].at(column, ty), "bias": f["bias"].at(column, ty)})
            following = vector + width
            self._passes(f["parts"].at(self._panel(vector), ty), f["parts"].at(self._panel(following), ty))
            each.next_values = [following]

    def _passes(self, panels: IRValue, following: IRValue) -> None:
        """All passes over the panels of a part; `following` are those of the next."""
        flow, f, ty = self.flow, self.f, self.element.storage
        taps = self.sizes.row // f["channels"]
        places = indirect_table.first_tap(flow, self.table, self.apart)
        with flow.loop(0, taps, f["pass_taps"]) as tap, flow.loop(0, f["channels"], f["pass_channels"]) as channel:
            some = (taps - tap.index).min(f["pass_taps"])
            run = (f["channels"] - channel.index).min(f["pass_channels"])
            row = tap.index * f["channels"] + channel.index
            behind = row + some * run
            last = behind.eq(self.sizes.row)
            flags = row.eq(0).select(0, Flag.ACCUMULATE)
            epilogue = last.select(f["flags"] & (Flag.EPILOGUE | Flag.SUBTRACT), 0)
            after = panels.at(behind * self.blocking.lanes, ty)
            here = places.at(tap.index * self.apart, "i64")
            first, second = (table.address() for table in (self.results, here))
            PASS.store(
                flow,
                self.block,
                {
                    "a": f["x"].at(channel.index, ty),
                    "places": here,
                    "results": (first - second).ashr(3),
                    "b": panels.at(row * self.blocking.lanes, ty),
                    "next": last.select(following, after),
                    "epilogue": last.select(f["epilogue"], NULL),
                    "taps": some,
                    "channels": run,
                    "flags": flags | epilogue,
                },
            )
            flow.call("void", "@gw_indirect", self.block)


def _set(flow: Flow, values: Mapping[str, IRValue]) -> None:
    """Set fields of the call."""
    for field, value in values.items():
        flow.ptr("%call").at(CALL.index(field), "i64").store(value, align=8)


def _cut(
    flow: Flow, f: Mapping[str, IRValue], blocking: Blocking, pixels: IRValue, weights: IRValue, work: IRValue
) -> tuple[dict[str, IRValue], str]:
    """How the work is cut: by so many pixels and columns of results, elements of a filter, multiplications."""
    tiles = [quotient_up(flow, pixels, rows) for rows in (blocking.rows, blocking.rows - 1)]
    lower = tiles[1] * (blocking.rows - 1) < tiles[0] * blocking.rows
    tile_rows = lower.select(blocking.rows - 1, blocking.rows)
    down = lower.select(tiles[1], tiles[0]) // _FEWEST_TILES
    across = f["out_channels"] // (_FEWEST_VECTORS * blocking.lanes)
    slots = (work // _SLOT_WORK).min(INDIRECT_SLOTS).max(1)
    images = f["batch"] * f["depth"] * (f["height"] * f["width"] * f["channels"])
    columns_first = weights > images
    most, other = (even_number(columns_first.select(*pair).min(slots)) for pair in ((across, down), (down, across)))
    other = other.min(even_number(slots // most))
    fields = {
        "tile_rows": tile_rows,
        "across": columns_first.select(most, other),
        "chunks": columns_first.select(other, most),
        "columns_first": columns_first.zext(),
    }
    return fields, most * other


def _whole_text(module: ModuleText, element: ElementType, blocking: Blocking) -> str:
    """The function of the kernel: sets how the work is cut, has the filter packed, and hands the chunks out."""
    flow = Flow(module)
    f = load_fields(flow)
    sizes = Sizes(flow, f)
    flow.leave_if(sizes.pixels.eq(0))
    fields, chunks = _cut(flow, f, blocking, sizes.pixels, sizes.filter, sizes.work)
    _set(flow, fields)
    flow.call("void", "@gw_clear", f["rows"], f["channels"])
    flow.call("void", "@gw_fill_panels", flow.ptr("%call"))
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    flow.call("void", f"@{thread_pool.SPLIT}", "@gw_indirect_part", flow.ptr("%call"), chunks)
    flow.ret()
    return flow.function(f"define void @{SYMBOLS[0]}_{element.name}(ptr %call) noinline optnone nounwind")


def _into_input_text(module: ModuleText, element: ElementType, blocking: Blocking) -> str:
    """The function for the images' gradient: all phases are cut alike."""
    flow = Flow(module)
    f = load_fields(flow)
    sizes = Sizes(flow, f)
    flow.leave_if(sizes.pixels.eq(0))
    pixels = seen = f["batch"]
    for step, size, extent in _EXTENTS:
        pixels = pixels * quotient_up(flow, f[size], f[step])
        seen = seen * f[extent]
    work = seen * sizes.row * f["out_channels"]
    fields, chunks = _cut(flow, f, blocking, pixels, sizes.filter, work)
    _set(flow, fields)
    split = f"@{thread_pool.SPLIT}"
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    shorter = [
        f[extent] < f[step]
        for step, extent in (("deep", "window_depth"), ("down", "window_height"), ("right", "window_width"))
    ]
    some = shorter[0] | (shorter[1] | shorter[2])
    with flow.when(some):  # some pixels are seen by no tap
        flow.call("void", split, "@gw_clear_part", flow.ptr("%call"), INDIRECT_SLOTS)
    flow.call("void", "@gw_clear", f["rows"], f["channels"])
    pieces = quotient_up(flow, f["out_channels"], blocking.lanes * _TOGETHER)
    flow.call("void", split, f"@{indirect_phases.FILL}", flow.ptr("%call"), pieces)
    flow.call("void", split, "@gw_indirect_phases", flow.ptr("%call"), chunks)
    flow.ret()
    return flow.function(f"define void @{SYMBOLS[1]}_{element.name}(ptr %call) noinline optnone nounwind")


def _fill_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``gw_fill_panels(call)``: sees to it that the panels of the filter, if there is one, are at `parts`.

    One vector of columns each, all rows of it contiguous. Panels of constants, and of variables between two updates,
    stay from call to call at `packed` (`gemm.packed_weights`): then `parts` is set to these.
    """
    pack, part = pack_text(module, element, lanes, (lanes,)), _fill_part_text(module, element, lanes)
    return "\n".join([pack, part, _fill_panels_text(module, lanes)])


def _fill_part_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    flow = Flow(module)
    f = load_fields(flow)
    k, n, width = Sizes(flow, f).row, f["out_channels"], lanes * _TOGETHER
    first = flow.i64("%chunk") * width
    source, target = (f[name].at(place, element.storage) for name, place in (("filter", first), ("parts", first * k)))
    columns = (n - first).min(width)
    flow.call("void", "@gw_pack", source, n, 1, k, columns, lanes, target, k)
    flow.ret()
    return flow.function("define internal void @gw_fill_part(ptr %call, i64 %chunk) noinline nounwind")


def _fill_panels_text(module: ModuleText, lanes: int) -> str:
    flow = Flow(module)
    f = load_fields(flow)
    flow.leave_if(f["filter"].is_null())
    found = packed_weights.claim(flow, f["packed"])
    serves = packed_weights.serve(found)
    panels = serves.select(f["packed"].at(packed_weights.HEADER, "i8"), f["parts"])
    flow.ptr("%call").at(CALL.index("parts"), "i64").store(panels, align=8)
    with flow.when(packed_weights.lack(found)):
        module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
        pieces = quotient_up(flow, f["out_channels"], lanes * _TOGETHER)
        flow.call("void", f"@{thread_pool.SPLIT}", "@gw_fill_part", flow.ptr("%call"), pieces)
        packed_weights.publish(flow, f["packed"], found)
    flow.ret()
    return flow.function("define internal void @gw_fill_panels(ptr %call) noinline nounwind")
