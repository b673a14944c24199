"""Direct convolution: products over the images in place, or over a copy with zeros around it.

Functions ``void gw_convolve_direct...(ptr call)`` for each dtype; `call` points to the fields of `call_block.CALL`.
Two tables say where the windows lie (see `direct_tiles`): that of the pixels has where each one's window begins, that
of the window where its places and channels lie in it. So the results are the product of windows and filter, and the
filter's gradient that of the windows, transposed, and the results' gradient. With strides of one the images' gradient
is a convolution itself: of the results' gradient, with the filter rotated by half a turn by ``gw_rotate_filter``.

The work goes by blocks: some whole sheets (an image has one, a volume one for each position in depth), or some lines of
one. Where the window sees padding, the block's part of the images is copied to where it stays in the cache. The blocks
are cut into chunks for several threads by the sizes alone, and what chunks share is added up in their order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.cancellation import unless_cancelled
from graphwright.runtime.native.kernels.convolution import tail_columns
from graphwright.runtime.native.kernels.convolution.blocking import SLACK
from graphwright.runtime.native.kernels.convolution.call_block import CALL, load_fields
from graphwright.runtime.native.kernels.convolution.common import (
    Sizes,
    add_parts,
    add_parts_text,
    clear_text,
    quotient_up,
)
from graphwright.runtime.native.kernels.convolution.direct_tables import copied, table_texts
from graphwright.runtime.native.kernels.convolution.direct_tiles import PRODUCT, Tiles
from graphwright.runtime.native.kernels.epilogue import call_epilogue
from graphwright.runtime.native.kernels.gemm.blocking import Blocking
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import IROperand, IRValue
from graphwright.runtime.native.runtime import thread_pool

SYMBOLS: Final = ("gw_convolve_direct", "gw_convolve_direct_into_filter", "gw_rotate_filter")

_DTYPES: Final = ("float32", "float64")

# Multiplications that are worth a chunk: some 20 us.
_SLOT_WORK: Final = 1 << 21


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in _DTYPES:
        raise Unsupported(f"no native convolution of {dtype}")
    element, module = ELEMENTS[dtype], ModuleText(fma=host.fma)
    blocking = Blocking.of(element, host)
    halves = host.vector_bits == 512
    dots = (tail_columns.NAME, tail_columns.TILE) if halves else None
    module.add(Tiles(module, element, blocking.rows, blocking.vectors, blocking.lanes, halves=halves, dots=dots).text())
    if halves:
        module.add(tail_columns.dots_text(module, element, blocking.lanes))
        module.add(tail_columns.pack_text(module, element, blocking.lanes))
    for text in table_texts(module, element):
        module.add(text)
    module.add(clear_text(module, element, blocking.lanes))
    module.add(add_parts_text(module, element, blocking.lanes))
    module.add(_forward_text(module, element, dots=halves))
    module.add(_into_filter_text(module, element))
    module.add(_rotate_text(module, element, blocking.lanes))
    return module.text()


class _Part:
    """Writes the function ``(ptr call, i64 chunk)`` that does the blocks of one chunk."""

    def __init__(self, module: ModuleText, element: ElementType, name: str) -> None:
        self.element, self.name = element, name
        self.flow = flow = Flow(module)
        self.product = PRODUCT.allocate(flow)
        self.f = f = load_fields(flow)
        self.sizes = Sizes(flow, f)
        self.room = f["rows"].at(flow.i64("%chunk") * f["room"], element.storage)
        #: the tables: of a window, and of a block's pixels
        self.window = f["tables"].at(flow.i64("%chunk") * f["entries"], "i64")
        self.pixels = self.window.at(self.sizes.row + SLACK, "i64")
        flow.call("void", "@gw_window_table", flow.ptr("%call"), self.window)
        # for the zeros to the left and right of the images, which no block writes
        flow.call("void", "@gw_clear", self.room, f["room"])

    @contextmanager
    def blocks(self) -> Iterator[None]:
        """Rounds over the blocks of the chunk and, inside, the groups.

        A chunk has lines one behind the other in all sheets, about as many as any other; a block does not go from the
        midst of a sheet into the next.
        """
        flow, f = self.flow, self.f
        height = f["out_height"]
        step, steps = _steps(flow, f)
        begin, end = (steps * chunk // f["chunks"] * step for chunk in (flow.i64("%chunk"), flow.i64("%chunk") + 1))
        first, last = begin // height, quotient_up(flow, end, height)
        with flow.loop(first, last, f["sheets"]) as sheets:
            top = (sheets.index * height).max(begin)
            bottom = ((sheets.index + f["sheets"]) * height).min(end)
            with flow.loop(top, bottom, f["sheets"] * f["lines"]) as each, unless_cancelled(flow):
                behind = (each.index + f["sheets"] * f["lines"]).min(bottom)
                self._open(each.index, behind)
                self.again = each.index > begin
                with flow.loop(0, f["groups"]) as groups:
                    self.group = groups.index
                    yield

    def _open(self, line: IRValue, behind: IRValue) -> None:
        """Begin with a block of lines."""
        flow = self.flow
        arguments = f"ptr %call, i64 {line}, i64 {behind}, ptr {self.room}, ptr {self.pixels}"
        flow.call("void", "@gw_open_block", arguments)
        width = self.f["out_width"]
        self.first, self.count = line * width, (behind - line) * width

    def images(self) -> IRValue:
        """What the tables' places count from."""
        f = self.f
        start = f["room"].ne(0).select(self.room, f["x"])
        return start.at(self.group * self.sizes.taken, self.element.storage)

    def of_group(self, pointer: IRValue, row: IROperand = 0) -> IRValue:
        """A row of what has the out channels last, from the first channel of the group."""
        offset = row * self.f["out_channels"] + self.group * self.sizes.made
        return pointer.at(offset, self.element.storage)

    def multiply(self, **fields: str) -> None:
        """A product of the windows' elements."""
        flow, step = self.flow, self.f["out_channels"]
        usual = {
            "a": self.images(),
            "n": self.sizes.made,
            "b_row": step,
            "c_row": step,
            "dots": "null",
            "run": flow.i64(0),
        }
        PRODUCT.store(flow, self.product, {**usual, **fields})
        flow.call("void", "@gw_direct", self.product)

    def text(self) -> str:
        """The function."""
        self.flow.ret()
        return self.flow.function(
            f"define internal void @{self.name}_part(ptr %call, i64 %chunk) noinline optnone nounwind"
        )


def _steps(flow: Flow, f: Mapping[str, IRValue]) -> tuple[IRValue, IRValue]:
    """The least that chunks are made of, a line or a whole sheet where blocks have such, and how many there are."""
    step = f["lines"].eq(f["out_height"]).select(f["out_height"], 1)
    lines = f["batch"] * f["out_depth"] * f["out_height"]
    return step, lines // step


def _forward_text(module: ModuleText, element: ElementType, *, dots: bool) -> str:
    d = _Part(module, element, SYMBOLS[0])
    f = d.f
    with d.blocks():
        d.multiply(
            down=d.pixels, along=d.window, b=d.of_group(f["filter"]), c=d.of_group(f["y"], d.first),
            bias=d.of_group(f["bias"]), m=d.count, k=d.sizes.row, residual=f["residual"], flags=f["flags"],
            dots=f["parts"], run=f["run"],
        )  # fmt: skip
        call_epilogue(d.flow, f["epilogue"], d.of_group(f["y"], d.first), f["out_channels"], d.count, d.sizes.made)
    return "\n".join([d.text(), _whole_text(module, element, SYMBOLS[0], dots=dots)])


def _into_filter_text(module: ModuleText, element: ElementType) -> str:
    """Each chunk adds up its blocks, in a filter of its own where there are several."""
    d = _Part(module, element, SYMBOLS[1])
    flow, f = d.flow, d.f
    own = f["parts"].at(flow.i64("%chunk") * d.sizes.filter, element.storage)
    own = (f["chunks"] > 1).select(own, f["filter"])
    with d.blocks():
        d.multiply(
            down=d.window, along=d.pixels, b=d.of_group(f["y"], d.first), c=d.of_group(own), bias="null",
            m=d.sizes.row, k=d.count, residual=flow.i64(0), flags=d.again.select(Flag.ACCUMULATE, 0),
        )  # fmt: skip
    return "\n".join([d.text(), _whole_text(module, element, SYMBOLS[1], into_filter=True)])


def _whole_text(
    module: ModuleText, element: ElementType, name: str, *, into_filter: bool = False, dots: bool = False
) -> str:
    """The function of a kernel: sets how the work is cut, and hands it out."""
    flow = Flow(module)
    f = load_fields(flow)
    sizes = Sizes(flow, f)
    slots = (sizes.work // _SLOT_WORK).min(f["slots"]).max(1)
    sheets = f["batch"] * f["out_depth"]
    together = (sheets // slots).min(f["sheets"]).max(1)
    even = quotient_up(flow, sheets * f["out_height"], slots)
    # few sheets are cut into lines, so that there is a block for each chunk
    few = sheets < slots
    lines = few.select(even.min(f["lines"]).max(1), f["lines"])
    _, steps = _steps(flow, {**f, "lines": lines})
    chunks = slots.min(steps)
    # what is no more than needed: the zeros around the images are written in each call
    room = copied(flow, {**f, "sheets": together, "lines": lines})
    for field, value in (("sheets", together), ("lines", lines), ("chunks", chunks), ("room", room)):
        flow.ptr("%call").at(CALL.index(field), "i64").store(value, align=8)
    if dots:
        with flow.when(f["run"].ne(0)):
            flow.call("void", "@gw_pack_dots", flow.ptr("%call"))
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    flow.call("void", f"@{thread_pool.SPLIT}", f"ptr @{name}_part", flow.ptr("%call"), chunks)
    if into_filter:
        with flow.when(chunks.eq(0)):
            flow.call("void", "@gw_clear", f["filter"], sizes.filter)
        add_parts(flow, f, sizes, chunks)
    flow.ret()
    return flow.function(f"define void @{name}_{element.name}(ptr %call) noinline optnone nounwind")


def _rotate_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """The filter to `to`: its window rotated by half a turn, its channels in and out exchanged in each group."""
    flow = Flow(module)
    f = load_fields(flow)
    sizes = Sizes(flow, f)
    b, ty = flow.builder(lanes, "v"), element.storage
    spread = b.binary("mul", memory_access.iota(b), memory_access.splat(b, TypedValue(f["out_channels"], "i64"))).text
    taps = sizes.row // sizes.taken
    tap_size = sizes.taken * f["out_channels"]
    with flow.loop(0, taps) as tap, flow.loop(0, f["groups"]) as group, flow.loop(0, sizes.made) as result:
        behind = taps - 1 - tap.index
        channel = group.index * sizes.made + result.index
        source = f["filter"].at(behind * tap_size + channel, ty)
        row = (tap.index * sizes.made + result.index) * f["channels"]
        target = f["to"].at(row + group.index * sizes.taken, ty)
        with flow.loop(0, sizes.taken, lanes) as along:
            mask = memory_access.tail_mask(b, sizes.taken - along.index)
            place = source.at(along.index * f["out_channels"], ty)
            value = memory_access.gather(b, element, place, spread, mask)
            memory_access.store(b, element, value, target.at(along.index, ty), mask)
    flow.ret()
    return flow.function(f"define void @{SYMBOLS[2]}_{element.name}(ptr %call) noinline nounwind")
