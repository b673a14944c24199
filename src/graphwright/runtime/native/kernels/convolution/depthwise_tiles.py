"""Depthwise convolution by tiles: the sums of several positions in registers, channels in lanes.

Functions ``void gw_depthwise_tiles_<width>_<step>_<dtype>(ptr call)`` for windows of these widths and strides along a
line; `call` points to the fields of `call_block.CALL`. For each line of the window its weights are loaded once for a
vector of channels, and each element that the tile sees once, instead of both for each position. What follows the
convolution is done in registers (see `epilogue`). Lines of all images are cut into chunks for several threads, by the
sizes alone. Windows of another form are those of `depthwise`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.kernels.convolution.depthwise_lines import STEPS, WIDTHS, Lines
from graphwright.runtime.native.kernels.epilogue import call_epilogue, in_registers
from graphwright.runtime.native.kernels.gemm.micro_kernels import multiply_add
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue

_POSITIONS: Final = 7  # of a tile: they divide lines of 7, 14, ... 112, and leave registers for 7 weights

_NAME: Final = "gw_depthwise_tiles"
SYMBOLS: Final = tuple(f"{_NAME}_{width}_{step}" for width in WIDTHS for step in STEPS)

# Chunks at most.
_MOST_CHUNKS: Final = 32


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in ("float32", "float64"):
        raise Unsupported(f"no native convolution of {dtype}")
    element, module = ELEMENTS[dtype], ModuleText(fma=host.fma)
    for width in WIDTHS:
        for step in STEPS:
            module.add(_Tiles(_NAME, module, element, host.lanes(element.size), width, step).text())
    return module.text()


class _Tiles(Lines):
    def _whole_text(self) -> str:
        flow = Flow(self.module)
        f = load_fields(flow)
        lines = f["batch"] * f["out_height"]
        work = f["out_width"] * f["channels"] * (f["window_height"] * self.width)
        self.share(flow, lines, work * lines, _MOST_CHUNKS)
        flow.ret()
        return flow.function(f"define void @{self.name}(ptr %call) noinline optnone nounwind")

    def positions(self) -> None:
        """Tile by tile, and in each the channels."""
        flow, f = self.flow, self.f
        with flow.loop(0, f["out_width"], _POSITIONS) as tiles:
            inside, places = self.columns(tiles.index, _POSITIONS)
            last = f["out_width"] - 1
            cells = [(tiles.index + at).min(last) * f["channels"] for at in range(_POSITIONS)]
            with flow.loop(0, f["channels"], self.lanes) as along:
                self._tile(along.index, inside, places, cells)
        call_epilogue(flow, f["epilogue"], self.results, flow.i64(0), flow.i64(1), f["out_width"] * f["channels"])

    def _tile(
        self, channel: IRValue, inside: Sequence[IRValue], places: Sequence[IRValue], cells: Sequence[IRValue]
    ) -> None:
        """One vector of channels at the positions of a tile; `inside` and `places` are about the columns it sees."""
        flow, b, f, element = self.flow, self.b, self.f, self.element
        ty, storage = element.compute, element.storage
        mask = memory_access.tail_mask(b, f["channels"] - channel)
        kinds = [b.type(ty)] * _POSITIONS
        with flow.when(self.far):
            new = places[-_POSITIONS * self.step :]
            self.fetch(self.below.at(channel, storage), [self.line] * self.step, new)
        row = self.seen[0] * (f["channels"] * self.width)
        start = [("ptr", self.source.at(channel, storage)), ("ptr", f["filter"].at(row + channel, storage))]
        zeros = [(kind, b.const(ty, 0).text) for kind in kinds]
        with flow.loop(*self.seen, carried=[*start, *zeros]) as lines:
            source, filter_, *totals = lines.carried
            weights = []
            place = filter_
            for _ in range(self.width):
                weights.append(memory_access.load(b, element, place, mask))
                place = place.at(f["channels"], storage)
            for at, (is_there, offset) in enumerate(zip(inside, places, strict=True)):
                users = [(p, at - p * self.step) for p in range(_POSITIONS) if 0 <= at - p * self.step < self.width]

                def multiplied(
                    offset: IRValue = offset, users: list[tuple[int, int]] = users, totals: Sequence[str] = totals
                ) -> list[str]:
                    seen = memory_access.load(b, element, source.at(offset, storage), mask)
                    return [
                        multiply_add(b, seen, weights[tap], TypedValue(totals[position], ty)).text
                        for position, tap in users
                    ]

                before = [totals[position] for position, _ in users]
                after = flow.either(is_there, kinds[: len(users)], multiplied, before)
                totals = list(totals)
                for (position, _), total in zip(users, after, strict=True):
                    totals[position] = total
            lines.next_values = [source.at(self.line, storage), place, *totals]
        target = self.results.at(channel, storage)
        places_ = [(target.at(cell, storage), mask) for cell in cells]
        self._store(lines.results[2:], places_, channel, mask)

    def _store(
        self, totals: Sequence[str], cells: Sequence[tuple[IRValue, str | None]], channel: IRValue, mask: str | None
    ) -> None:
        """The results; positions beyond the line are those of its last, which is written after them."""
        flow, b, f, element = self.flow, self.b, self.f, self.element
        bias = f["bias"].at(channel, element.storage)
        asked = f["flags"], bias, f["channels"], lambda: f["residual"]
        results = in_registers(flow, b, element, totals, cells, [mask], *asked)
        for (place, mask_), text in reversed(list(zip(cells, results, strict=True))):
            memory_access.store(b, element, TypedValue(text, element.compute), place, mask_)
