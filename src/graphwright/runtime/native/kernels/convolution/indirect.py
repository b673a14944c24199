"""Convolution in its indirect form: products over the images as they lie, each row of a tap found by a table.

``void gw_convolve_indirect_<dtype>(ptr call)`` and ``gw_convolve_indirect_into_input``, for the images' gradient
(`indirect_phases`); `call` points to the fields of `call_block.CALL`. Nothing is copied but the filter, whose panels
are kept where that is possible (`filter_panels`): places outside of the images are those of a row of zeros. The
window goes by in passes (`Passes`), so that what a pass reads of the panels stays in the second-level cache while the
pixels of a block go by. The work is cut by pixels and by columns into chunks for several threads: the one first whose
operand is the smaller, since the chunks read that again. Where the cuts are changes no result.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm, prod
from typing import Final

from graphwright.base.config import uses
from graphwright.base.frozen import frozen, replace
from graphwright.ir.emit import Unsupported
from graphwright.ir.lowering import Window
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.convolution import direct, indirect_phases, indirect_table
from graphwright.runtime.native.kernels.convolution.call_block import CALL, load_fields
from graphwright.runtime.native.kernels.convolution.common import (
    Sizes,
    clear_text,
    divided,
    even_number,
    quotient_up,
    share_between,
)
from graphwright.runtime.native.kernels.convolution.filter_panels import TOGETHER, fill_text
from graphwright.runtime.native.kernels.convolution.indirect_tiles import PASS, IndirectTiles
from graphwright.runtime.native.kernels.gemm import kernel as gemm
from graphwright.runtime.native.kernels.gemm.micro_kernels import ACCUMULATE, EPILOGUE, SUBTRACT
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.runtime import thread_pool

SYMBOLS: Final = ("gw_convolve_indirect", "gw_convolve_indirect_into_input")

#: Chunks that the work is cut into at most, and multiplications that are worth one: some 20 us.
SLOTS: Final = 32
_SLOT_WORK: Final = 1 << 21
#: What a chunk has at least of tiles down the pixels, and of vectors of columns.
_FEWEST_TILES: Final = 4
_FEWEST_VECTORS: Final = 6

#: Rows of the panels that a pass reads at most, and bytes of images and pixels that go by it together.
_PASS_ROWS: Final = 768
_BLOCK_BYTES: Final = 384 << 10
_BLOCK_PIXELS: Final = 512

#: Fewer channels in a run are better read with those of the next pixels, and fewer pixels fill no tile.
_FEWEST_CHANNELS: Final = 16
_MOST_PHASES: Final = 16

_EXTENTS: Final = (("deep", "out_depth", "depth"), ("down", "out_height", "height"), ("right", "out_width", "width"))
_FEWEST_PIXELS: Final = 8


def chosen(window: Window, element: ElementType, host: jit.Host) -> bool:
    """Whether a convolution may have this form: enough channels on both sides, enough pixels, and no groups."""
    return (
        uses("indirect_convolution")
        and direct.serves(element, host)
        and window.groups == 1
        and window.result_channels >= host.lanes(element.size)
        and (window.channels >= _FEWEST_CHANNELS or prod(window.window) == 1)
        and prod(window.result) >= _FEWEST_PIXELS
    )


def phase(window: Window) -> Window | None:
    """How the window slides over the results' gradient in a phase with most taps and pixels: see `indirect_phases`.

    None where there are too many phases, or where taps lie apart and strides are more than one.
    """
    strides = window.strides
    spread = any(stride > 1 < apart for stride, apart in zip(strides, window.dilations, strict=True))
    if spread or min(window.before) < 0 or prod(strides) > _MOST_PHASES:
        return None

    def parts(sizes: tuple[int, int, int]) -> tuple[int, int, int]:
        deep, down, right = (-(-size // stride) for size, stride in zip(sizes, strides, strict=True))
        return deep, down, right

    return replace(
        window, size=window.result, channels=window.result_channels, result=parts(window.size),
        result_channels=window.channels, window=parts(window.window), strides=(1, 1, 1),
    )  # fmt: skip


@frozen
class Passes:
    """How the window goes by: so many taps with all channels in each pass, or so many channels of a tap."""

    taps: int
    channels: int

    @classmethod
    def of(cls, window: Window) -> Passes:
        """Passes of about the same length."""
        taps, channels = prod(window.window), window.channels
        if channels > _PASS_ROWS:
            return cls(1, -(-channels // -(-channels // _PASS_ROWS) // 16) * 16)
        together = max(1, _PASS_ROWS // channels)
        return cls(-(-taps // -(-taps // together)), channels)


def block_of(window: Window, element: ElementType, host: jit.Host) -> int:
    """How many pixels go together: whole tiles of both heights."""
    rows = gemm.plan(element, host).rows
    unit = lcm(rows, rows - 1)
    seen = window.channels * element.size * min(prod(window.strides), prod(window.window))
    return max(1, min(_BLOCK_BYTES // seen, _BLOCK_PIXELS) // unit) * unit


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernel for a dtype; raises `Unsupported` for those without vectors of their own."""
    element = ELEMENTS[dtype]
    if not direct.serves(element, host):
        raise Unsupported(f"no native convolution of {dtype} in this form")
    module, plan = ModuleText(fma=host.fma), gemm.plan(element, host)
    module.add(IndirectTiles(module, element, plan.rows, plan.vectors, plan.lanes).text())
    module.add(indirect_table.table_text(module, element))
    module.add(fill_text(module, element, plan.lanes))
    module.add(clear_text(module, element, plan.lanes))
    module.add(_Part(module, element, plan).text())
    module.add(_whole_text(module, element, plan))
    module.add(indirect_phases.phases_text(module, element, plan.lanes))
    module.add(indirect_phases.clear_text(module, element, SLOTS))
    module.add(indirect_phases.fill_text(module, element, plan.lanes, TOGETHER))
    module.add(_into_input_text(module, element, plan))
    return module.text()


class _Part:
    """Writes the function ``(ptr call, i64 chunk)``: some tiles down the pixels by some vectors of columns."""

    def __init__(self, module: ModuleText, element: ElementType, plan: gemm.GemmPlan) -> None:
        self.element, self.plan = element, plan
        self.flow = flow = Flow(module)
        self.block = PASS.allocate(flow)
        self.f = load_fields(flow)
        self.sizes = Sizes(flow, self.f)
        self.apart = flow.add(self.f["block"], indirect_table.SLACK)

    def text(self) -> str:
        flow, f = self.flow, self.f
        # a thread does neighbouring chunks: it keeps what is larger
        first = flow.compare("ne", f["columns_first"], 0)
        major, minor = divided(flow, "%chunk", flow.select(first, "i64", f["chunks"], f["across"]))
        across, down = (flow.select(first, "i64", *pair) for pair in ((major, minor), (minor, major)))
        tiles, vectors = quotient_up(flow, self.sizes.pixels, f["tile_rows"]), self._vectors(f["out_channels"])
        begin, end = share_between(flow, tiles, down, f["chunks"])
        self.begin, self.end = share_between(flow, vectors, across, f["across"])
        first, last = flow.mul(begin, f["tile_rows"]), flow.mul(end, f["tile_rows"])
        last = flow.smin(last, self.sizes.pixels)
        self.table = flow.at(f["tables"], flow.mul("%chunk", f["entries"]), "i64")
        fixed = {name: f[name] for name in ("tile_rows", "beside")}
        fixed |= {"apart": self.apart, "c_row": f["out_channels"], "panel": self._panel("1")}
        self.results = indirect_table.results(flow, self.table, self.apart)
        PASS.store(flow, self.block, fixed)
        with flow.loop(first, last, f["block"]) as blocks, unless_cancelled(flow):
            self.first = blocks.index
            count = flow.smin(flow.sub(last, self.first), f["block"])
            flow.do(f"call void @gw_indirect_table(ptr %call, i64 {self.first}, i64 {count}, ptr {self.table})")
            PASS.store(flow, self.block, {"m": count})
            self._columns()
        flow.do("ret void")
        return flow.function("define internal void @gw_indirect_part(ptr %call, i64 %chunk) noinline optnone nounwind")

    def _vectors(self, columns: str) -> str:
        return quotient_up(self.flow, columns, str(self.plan.lanes))

    def _panel(self, number: str) -> str:
        """Elements of so many panels."""
        return self.flow.mul(self.flow.mul(self.f["panel_rows"], self.plan.lanes), number)

    def _columns(self) -> None:
        """The columns of the chunk in equal parts of at most a tile's width."""
        flow, f, most = self.flow, self.f, self.plan.vectors
        vectors = flow.sub(self.end, self.begin)
        parts = quotient_up(flow, vectors, str(most))
        with flow.loop(0, parts, carried=[("i64", self.begin)]) as each:
            (vector,) = each.carried
            left, to_do = flow.sub(self.end, vector), flow.sub(parts, each.index)
            width = quotient_up(flow, left, to_do)
            column = flow.mul(vector, self.plan.lanes)
            cols = flow.smin(flow.sub(f["out_channels"], column), flow.mul(width, self.plan.lanes))
            ty = self.element.storage
            PASS.store(
                flow,
                self.block,
                {"n": cols, "c": flow.at(f["y"], column, ty), "bias": flow.at(f["bias"], column, ty)},
            )
            following = flow.add(vector, width)
            self._passes(flow.at(f["parts"], self._panel(vector), ty), flow.at(f["parts"], self._panel(following), ty))
            each.following = [following]

    def _passes(self, panels: str, following: str) -> None:
        """All passes over the panels of a part; `following` are those of the next."""
        flow, f, ty = self.flow, self.f, self.element.storage
        taps = flow.value(f"udiv i64 {self.sizes.row}, {f['channels']}")
        places = indirect_table.first_tap(flow, self.table, self.apart)
        with flow.loop(0, taps, f["pass_taps"]) as tap, flow.loop(0, f["channels"], f["pass_channels"]) as channel:
            some = flow.smin(flow.sub(taps, tap.index), f["pass_taps"])
            run = flow.smin(flow.sub(f["channels"], channel.index), f["pass_channels"])
            row = flow.add(flow.mul(tap.index, f["channels"]), channel.index)
            behind = flow.add(row, flow.mul(some, run))
            last = flow.compare("eq", behind, self.sizes.row)
            flags = flow.select(flow.compare("eq", row, 0), "i64", 0, ACCUMULATE)
            epilogue = flow.select(last, "i64", flow.value(f"and i64 {f['flags']}, {EPILOGUE | SUBTRACT}"), 0)
            after = flow.at(panels, flow.mul(behind, self.plan.lanes), ty)
            here = flow.at(places, flow.mul(tap.index, self.apart), "i64")
            first, second = (flow.value(f"ptrtoint ptr {table} to i64") for table in (self.results, here))
            PASS.store(
                flow,
                self.block,
                {
                    "a": flow.at(f["x"], channel.index, ty),
                    "places": here,
                    "results": flow.value(f"ashr i64 {flow.sub(first, second)}, 3"),
                    "b": flow.at(panels, flow.mul(row, self.plan.lanes), ty),
                    "next": flow.select(last, "ptr", following, after),
                    "follow": flow.select(last, "ptr", f["follow"], "null"),
                    "taps": some,
                    "channels": run,
                    "flags": flow.value(f"or i64 {flags}, {epilogue}"),
                },
            )
            flow.do(f"call void @gw_indirect(ptr {self.block})")


def _set(flow: Flow, values: Mapping[str, str]) -> None:
    """Set fields of the call."""
    for field, value in values.items():
        flow.do(f"store i64 {value}, ptr {flow.at('%call', CALL.index(field), 'i64')}, align 8")


def _cut(
    flow: Flow, f: Mapping[str, str], plan: gemm.GemmPlan, pixels: str, weights: str, work: str
) -> tuple[dict[str, str], str]:
    """How the work is cut: by so many pixels and columns of results, elements of a filter, multiplications."""
    tiles = [quotient_up(flow, pixels, str(rows)) for rows in (plan.rows, plan.rows - 1)]
    lower = flow.compare("slt", flow.mul(tiles[1], plan.rows - 1), flow.mul(tiles[0], plan.rows))
    tile_rows = flow.select(lower, "i64", plan.rows - 1, plan.rows)
    down = flow.value(f"udiv i64 {flow.select(lower, 'i64', tiles[1], tiles[0])}, {_FEWEST_TILES}")
    across = flow.value(f"udiv i64 {f['out_channels']}, {_FEWEST_VECTORS * plan.lanes}")
    slots = flow.smax(flow.smin(flow.value(f"udiv i64 {work}, {_SLOT_WORK}"), SLOTS), 1)
    images = flow.mul(flow.mul(f["batch"], f["depth"]), flow.mul(flow.mul(f["height"], f["width"]), f["channels"]))
    columns_first = flow.compare("sgt", weights, images)
    most, other = (
        even_number(flow, flow.smin(flow.select(columns_first, "i64", *pair), slots))
        for pair in ((across, down), (down, across))
    )
    other = flow.smin(other, even_number(flow, flow.value(f"udiv i64 {slots}, {most}")))
    fields = {
        "tile_rows": tile_rows,
        "across": flow.select(columns_first, "i64", most, other),
        "chunks": flow.select(columns_first, "i64", other, most),
        "columns_first": flow.value(f"zext i1 {columns_first} to i64"),
    }
    return fields, flow.mul(most, other)


def _whole_text(module: ModuleText, element: ElementType, plan: gemm.GemmPlan) -> str:
    """The function of the kernel: sets how the work is cut, has the filter packed, and hands the chunks out."""
    flow = Flow(module)
    f = load_fields(flow)
    sizes = Sizes(flow, f)
    flow.leave_if(flow.compare("eq", sizes.pixels, 0))
    fields, chunks = _cut(flow, f, plan, sizes.pixels, sizes.filter, sizes.work)
    _set(flow, fields)
    flow.do(f"call void @gw_clear(ptr {f['rows']}, i64 {f['channels']})")
    flow.do("call void @gw_fill_panels(ptr %call)")
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    flow.do(f"call void @{thread_pool.SPLIT}(ptr @gw_indirect_part, ptr %call, i64 {chunks})")
    flow.do("ret void")
    return flow.function(f"define void @{SYMBOLS[0]}_{element.name}(ptr %call) noinline optnone nounwind")


def _into_input_text(module: ModuleText, element: ElementType, plan: gemm.GemmPlan) -> str:
    """The function for the images' gradient: all phases are cut alike."""
    flow = Flow(module)
    f = load_fields(flow)
    sizes = Sizes(flow, f)
    flow.leave_if(flow.compare("eq", sizes.pixels, 0))
    pixels = seen = f["batch"]
    for step, size, extent in _EXTENTS:
        pixels = flow.mul(pixels, quotient_up(flow, f[size], f[step]))
        seen = flow.mul(seen, f[extent])
    work = flow.mul(flow.mul(seen, sizes.row), f["out_channels"])
    fields, chunks = _cut(flow, f, plan, pixels, sizes.filter, work)
    _set(flow, fields)
    split = f"call void @{thread_pool.SPLIT}"
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    shorter = [
        flow.compare("slt", f[extent], f[step])
        for step, extent in (("deep", "window_depth"), ("down", "window_height"), ("right", "window_width"))
    ]
    some = flow.value(f"or i1 {shorter[0]}, {flow.value(f'or i1 {shorter[1]}, {shorter[2]}')}")
    with flow.when(some):  # some pixels are seen by no tap
        flow.do(f"{split}(ptr @gw_clear_part, ptr %call, i64 {SLOTS})")
    flow.do(f"call void @gw_clear(ptr {f['rows']}, i64 {f['channels']})")
    pieces = quotient_up(flow, f["out_channels"], str(plan.lanes * TOGETHER))
    flow.do(f"{split}(ptr @{indirect_phases.FILL}, ptr %call, i64 {pieces})")
    flow.do(f"{split}(ptr @gw_indirect_phases, ptr %call, i64 {chunks})")
    flow.do("ret void")
    return flow.function(f"define void @{SYMBOLS[1]}_{element.name}(ptr %call) noinline optnone nounwind")
