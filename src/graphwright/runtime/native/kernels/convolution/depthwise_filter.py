"""The gradient of a depthwise convolution's filter by tiles: several positions of a line, the channels in the lanes.

Functions ``void gw_depthwise_filter_<width>_<step>_<dtype>(ptr call)`` for the windows of `depthwise_tiles`; `call`
points to the fields of `call_block.CALL`. A tile's gradients of results are loaded once for all lines of the window,
and each element that it sees once for a line. Lines of all images are cut into chunks for several threads, by the sizes
alone; each has a filter of its own, and these are added up in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.ir.lowering import Window
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.call_block import CALL, load_fields
from graphwright.runtime.native.kernels.convolution.common import add_parts_text, even_number, is_inside, share_of
from graphwright.runtime.native.kernels.convolution.depthwise_tiles import (
    CHUNK_WORK,
    FAR,
    STEPS,
    WIDTHS,
    fetch_lines,
)
from graphwright.runtime.native.kernels.convolution.window_loops import clear
from graphwright.runtime.native.kernels.gemm.micro_kernels import multiply_add
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.runtime import thread_pool

_NAME: Final = "gw_depthwise_filter"
SYMBOLS: Final = tuple(f"{_NAME}_{width}_{step}" for width in WIDTHS for step in STEPS)

#: Chunks at most.
SLOTS: Final = 16

_POSITIONS: Final = 6  # of a tile: they divide lines of 6, 12, ... 96


def symbol(window: Window) -> str:
    """The name of the function for a window, but for the dtype."""
    return f"{_NAME}_{window.window[2]}_{window.strides[2]}"


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in ("float32", "float64"):
        raise Unsupported(f"no native convolution of {dtype}")
    element, module = ELEMENTS[dtype], ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    module.add(add_parts_text(module, element, lanes))
    for width in WIDTHS:
        for step in STEPS:
            module.add(_Lines(module, element, lanes, width, step).text())
    return module.text()


class _Lines:
    """Writes the function for one width of the window and one stride, and that of a chunk."""

    def __init__(self, module: ModuleText, element: ElementType, lanes: int, width: int, step: int) -> None:
        self.module, self.element, self.lanes = module, element, lanes
        self.width, self.step = width, step
        self.name = f"{_NAME}_{width}_{step}_{element.name}"

    def text(self) -> str:
        return "\n".join([self._chunk_text(), self._whole_text()])

    def _whole_text(self) -> str:
        self.flow = flow = Flow(self.module)
        self.f = f = load_fields(flow)
        lines, count = flow.mul(f["batch"], f["out_height"]), self._filter_size()
        work = flow.mul(flow.mul(f["out_width"], count), lines)
        worth = flow.value(f"udiv i64 {work}, {CHUNK_WORK}")
        chunks = even_number(flow, flow.smin(flow.smin(worth, lines), SLOTS))
        flow.do(f"store i64 {chunks}, ptr {flow.at('%call', CALL.index('chunks'), 'i64')}, align 8")
        self.module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
        flow.do(f"call void @{thread_pool.SPLIT}(ptr @{self.name}_chunk, ptr %call, i64 {chunks})")
        with flow.when(flow.compare("sgt", chunks, 1)):
            flow.do(f"call void @gw_add_parts(ptr {f['parts']}, ptr {f['filter']}, i64 {count}, i64 {chunks})")
        flow.do("ret void")
        return flow.function(f"define void @{self.name}(ptr %call) noinline optnone nounwind")

    def _filter_size(self) -> str:
        return self.flow.mul(self.flow.mul(self.f["window_height"], self.width), self.f["channels"])

    def _chunk_text(self) -> str:
        self.flow = flow = Flow(self.module)
        self.b = flow.builder(self.lanes, "v")
        self.f = f = load_fields(flow)
        self.line, count = flow.mul(f["width"], f["channels"]), self._filter_size()
        own = flow.at(f["parts"], flow.mul("%chunk", count), self.element.storage)
        self.filter = flow.select(flow.compare("sgt", f["chunks"], 1), "ptr", own, f["filter"])
        clear(flow, self.element, self.lanes, self.filter, count)
        lines = flow.mul(f["batch"], f["out_height"])
        images = flow.mul(flow.mul(f["batch"], f["height"]), self.line)
        self.far = flow.compare("sgt", images, FAR // self.element.size)
        with flow.loop(*share_of(flow, lines, "1", f["chunks"])) as each:
            self._line(each.index)
        flow.do("ret void")
        return flow.function(f"define internal void @{self.name}_chunk(ptr %call, i64 %chunk) noinline nounwind")

    def _line(self, number: str) -> None:
        """A line of results: by whole tiles, and the positions that are left one by one."""
        flow, f, ty = self.flow, self.f, self.element.storage
        image = flow.value(f"udiv i64 {number}, {f['out_height']}")
        down = flow.sub(number, flow.mul(image, f["out_height"]))
        top = flow.sub(flow.mul(down, f["down"]), f["above"])
        #: the lines of the window that are on the image
        self.seen = flow.smax(flow.sub("0", top), 0), flow.smin(flow.sub(f["height"], top), f["window_height"])
        first = flow.add(flow.mul(image, f["height"]), flow.add(top, self.seen[0]))
        self.source = flow.at(f["x"], flow.mul(first, self.line), ty)
        self.results = flow.at(f["y"], flow.mul(flow.mul(number, f["out_width"]), f["channels"]), ty)
        self.below = flow.at(self.source, flow.mul(flow.sub(f["window_height"], self.seen[0]), self.line), ty)
        self.results_below = flow.at(self.results, flow.mul(f["out_width"], f["channels"]), ty)
        whole = flow.mul(flow.value(f"udiv i64 {f['out_width']}, {_POSITIONS}"), _POSITIONS)
        with flow.loop(0, whole, _POSITIONS) as tiles:
            self._tile(tiles.index, _POSITIONS)
        with flow.loop(whole, f["out_width"]) as positions:
            self._tile(positions.index, 1)

    def _tile(self, position: str, count: int) -> None:
        """So many positions, for all channels."""
        flow, f = self.flow, self.f
        left = flow.sub(flow.mul(position, self.step), f["left"])
        columns = [flow.add(left, at) for at in range((count - 1) * self.step + self.width)]
        inside = [is_inside(flow, column, f["width"]) for column in columns]
        places = [flow.mul(column, f["channels"]) for column in columns]
        cells = [flow.mul(flow.add(position, at), f["channels"]) for at in range(count)]
        with flow.loop(0, f["channels"], self.lanes) as along:
            self._channels(along.index, inside, places, cells)

    def _channels(self, channel: str, inside: Sequence[str], places: Sequence[str], cells: Sequence[str]) -> None:
        """One vector of channels; `inside` and `places` are about the columns that the tile sees."""
        flow, b, f, element = self.flow, self.b, self.f, self.element
        ty, storage = element.compute, element.storage
        mask = memory_access.tail_mask(b, flow.sub(f["channels"], channel))
        results = flow.at(self.results, channel, storage)
        with flow.when(self.far):
            new = places[-len(cells) * self.step :]
            fetch_lines(flow, flow.at(self.below, channel, storage), [self.line] * self.step, new, storage)
            fetch_lines(flow, flow.at(self.results_below, channel, storage), ["0"], cells, storage)
        gradients = [memory_access.load(b, element, flow.at(results, cell, storage), mask) for cell in cells]
        row = flow.mul(self.seen[0], flow.mul(f["channels"], self.width))
        start = flow.at(self.source, channel, storage), flow.at(self.filter, flow.add(row, channel), storage)
        with flow.loop(*self.seen, carried=[("ptr", place) for place in start]) as lines:
            source, place = lines.carried
            taps = []
            for _ in range(self.width):
                taps.append(place)
                place = flow.at(place, f["channels"], storage)
            totals = [memory_access.load(b, element, tap, mask).text for tap in taps]
            for at, (is_there, offset) in enumerate(zip(inside, places, strict=True)):
                users = [(p, at - p * self.step) for p in range(len(cells)) if 0 <= at - p * self.step < self.width]

                def multiplied(
                    offset: str = offset, users: list[tuple[int, int]] = users, totals: list[str] = totals
                ) -> list[str]:
                    seen = memory_access.load(b, element, flow.at(source, offset, storage), mask)
                    return [
                        multiply_add(b, seen, gradients[position], TypedValue(totals[tap], ty)).text
                        for position, tap in users
                    ]

                before = [totals[tap] for _, tap in users]
                after = flow.either(is_there, [b.type(ty)] * len(users), multiplied, before)
                totals = list(totals)
                for (_, number), total in zip(users, after, strict=True):
                    totals[number] = total
            for tap, total in zip(taps, totals, strict=True):
                memory_access.store(b, element, TypedValue(total, ty), tap, mask)
            lines.following = [flow.at(source, self.line, storage), place]
