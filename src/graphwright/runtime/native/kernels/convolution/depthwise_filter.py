"""The filter's gradient of a depthwise convolution by tiles: several positions of a line, channels in lanes.

Functions ``void gw_depthwise_filter_<width>_<step>_<dtype>(ptr call)`` for the windows of `depthwise_tiles`; `call`
points to the fields of `call_block.CALL`. A tile's gradients of results are loaded once for all lines of the window,
and each element that it sees once for a line. Lines of all images are cut into chunks for several threads, by the sizes
alone; each has a filter of its own, and these are added up in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.blocking import DEPTHWISE_FILTER_SLOTS
from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.kernels.convolution.common import add_parts_text
from graphwright.runtime.native.kernels.convolution.depthwise_lines import STEPS, WIDTHS, Lines
from graphwright.runtime.native.kernels.convolution.window_loops import clear
from graphwright.runtime.native.kernels.gemm.micro_kernels import multiply_add
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue

_NAME: Final = "gw_depthwise_filter"
SYMBOLS: Final = tuple(f"{_NAME}_{width}_{step}" for width in WIDTHS for step in STEPS)

_POSITIONS: Final = 6  # of a tile: they divide lines of 6, 12, ... 96


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in ("float32", "float64"):
        raise Unsupported(f"no native convolution of {dtype}")
    element, module = ELEMENTS[dtype], ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    module.add(add_parts_text(module, element, lanes))
    for width in WIDTHS:
        for step in STEPS:
            module.add(_FilterGradient(_NAME, module, element, lanes, width, step).text())
    return module.text()


class _FilterGradient(Lines):
    def _whole_text(self) -> str:
        self.flow = flow = Flow(self.module)
        self.f = f = load_fields(flow)
        lines, count = f["batch"] * f["out_height"], self._filter_size()
        chunks = self.share(flow, lines, f["out_width"] * count * lines, DEPTHWISE_FILTER_SLOTS)
        with flow.when(chunks > 1):
            flow.call("void", "@gw_add_parts", f["parts"], f["filter"], count, chunks)
        flow.ret()
        return flow.function(f"define void @{self.name}(ptr %call) noinline optnone nounwind")

    def _filter_size(self) -> IRValue:
        return self.f["window_height"] * self.width * self.f["channels"]

    def begin(self) -> None:
        """Each chunk has a filter of its own, unless there is one."""
        flow, f, count = self.flow, self.f, self._filter_size()
        own = f["parts"].at(flow.i64("%chunk") * count, self.element.storage)
        self.filter = (f["chunks"] > 1).select(own, f["filter"])
        clear(flow, self.element, self.lanes, self.filter, count)

    def positions(self) -> None:
        """By whole tiles, and the positions that are left one by one."""
        flow, f = self.flow, self.f
        self.results_below = self.results.at(f["out_width"] * f["channels"], self.element.storage)
        whole = f["out_width"] // _POSITIONS * _POSITIONS
        with flow.loop(0, whole, _POSITIONS) as tiles:
            self._tile(tiles.index, _POSITIONS)
        with flow.loop(whole, f["out_width"]) as positions:
            self._tile(positions.index, 1)

    def _tile(self, position: IRValue, count: int) -> None:
        """So many positions, for all channels."""
        flow, f = self.flow, self.f
        inside, places = self.columns(position, count)
        cells = [(position + at) * f["channels"] for at in range(count)]
        with flow.loop(0, f["channels"], self.lanes) as along:
            self._channels(along.index, inside, places, cells)

    def _channels(
        self, channel: IRValue, inside: Sequence[IRValue], places: Sequence[IRValue], cells: Sequence[IRValue]
    ) -> None:
        """One vector of channels; `inside` and `places` are about the columns that the tile sees."""
        flow, b, f, element = self.flow, self.b, self.f, self.element
        ty, storage = element.compute, element.storage
        mask = memory_access.tail_mask(b, f["channels"] - channel)
        results = self.results.at(channel, storage)
        with flow.when(self.far):
            new = places[-len(cells) * self.step :]
            self.fetch(self.below.at(channel, storage), [self.line] * self.step, new)
            self.fetch(self.results_below.at(channel, storage), [flow.i64(0)], cells)
        gradients = [memory_access.load(b, element, results.at(cell, storage), mask) for cell in cells]
        row = self.seen[0] * (f["channels"] * self.width)
        start = self.source.at(channel, storage), self.filter.at(row + channel, storage)
        with flow.loop(*self.seen, carried=[("ptr", place) for place in start]) as lines:
            source, place = lines.carried
            taps = []
            for _ in range(self.width):
                taps.append(place)
                place = place.at(f["channels"], storage)
            totals: list[str] = [memory_access.load(b, element, tap, mask).text for tap in taps]
            for at, (is_there, offset) in enumerate(zip(inside, places, strict=True)):
                users = [(p, at - p * self.step) for p in range(len(cells)) if 0 <= at - p * self.step < self.width]

                def multiplied(
                    offset: IRValue = offset, users: list[tuple[int, int]] = users, totals: Sequence[str] = totals
                ) -> list[str]:
                    seen = memory_access.load(b, element, source.at(offset, storage), mask)
                    return [
                        multiply_add(b, seen, gradients[position], TypedValue(totals[tap], ty)).text
                        for position, tap in users
                    ]

                before = [totals[tap] for _, tap in users]
                after = flow.either(is_there, [b.type(ty)] * len(users), multiplied, before)
                totals = list(totals)
                for (_, number), result in zip(users, after, strict=True):
                    totals[number] = result
            for tap, total in zip(taps, totals, strict=True):
                memory_access.store(b, element, TypedValue(total, ty), tap, mask)
            lines.next_values = [source.at(self.line, storage), place]
