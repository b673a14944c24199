"""The loop over lines of results that depthwise convolution and its filter's gradient share.

Lines of all images are cut into chunks for several threads, by the sizes alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.runtime.native.kernels.convolution.call_block import CALL, load_fields
from graphwright.runtime.native.kernels.convolution.common import even_number, is_inside, share_of
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.machine.limits import limits
from graphwright.runtime.native.runtime import thread_pool

#: The widths of windows, and the strides along a line, that there are tiles for.
WIDTHS: Final = (3, 5, 7)
STEPS: Final = (1, 2)

# Multiplications that are worth a chunk: some 4 us.
_LINES_WORK: Final = 1 << 17


class Lines:
    """Writes the function for one width of the window and one stride, and that of a chunk."""

    def __init__(self, name: str, module: ModuleText, element: ElementType, lanes: int, width: int, step: int) -> None:
        self.module, self.element, self.lanes = module, element, lanes
        self.width, self.step = width, step
        self.name = f"{name}_{width}_{step}_{element.name}"

    def text(self) -> str:
        """Both functions."""
        return "\n".join([self._chunk_text(), self._whole_text()])

    def _whole_text(self) -> str:
        raise NotImplementedError

    def share(self, flow: Flow, lines: IRValue, work: IRValue, most: int) -> IRValue:
        """Have threads go through the lines, in so many chunks at most; returns how many there are."""
        worth = work // _LINES_WORK
        chunks = even_number(worth.min(lines).min(most))
        flow.ptr("%call").at(CALL.index("chunks"), "i64").store(chunks, align=8)
        self.module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
        flow.call("void", f"@{thread_pool.SPLIT}", f"ptr @{self.name}_chunk", flow.ptr("%call"), chunks)
        return chunks

    def _chunk_text(self) -> str:
        self.flow = flow = Flow(self.module)
        self.b = flow.builder(self.lanes, "v")
        self.f = f = load_fields(flow)
        self.line = f["width"] * f["channels"]
        self.begin()
        lines = f["batch"] * f["out_height"]
        images = f["batch"] * f["height"] * self.line
        # the processor does not foresee elements of several lines
        self.far = images > (limits().from_memory_bytes // self.element.size)
        with flow.loop(*share_of(flow, lines, flow.i64(1), f["chunks"])) as each:
            self._line(each.index)
        flow.ret()
        return flow.function(f"define internal void @{self.name}_chunk(ptr %call, i64 %chunk) noinline nounwind")

    def begin(self) -> None:
        """In front of a chunk's lines."""

    def _line(self, number: IRValue) -> None:
        f, ty = self.f, self.element.storage
        image = number // f["out_height"]
        down = number - image * f["out_height"]
        top = down * f["down"] - f["above"]
        #: the lines of the window that are on the image
        self.seen = (0 - top).max(0), (f["height"] - top).min(f["window_height"])
        first = image * f["height"] + (top + self.seen[0])
        self.source = f["x"].at(first * self.line, ty)
        self.results = f["y"].at(number * f["out_width"] * f["channels"], ty)
        self.below = self.source.at((f["window_height"] - self.seen[0]) * self.line, ty)
        self.positions()

    def positions(self) -> None:
        """Go along a line: those of the image begin at `source` and `below`, that of results at `results`."""
        raise NotImplementedError

    def columns(self, position: IRValue, count: int) -> tuple[list[IRValue], list[IRValue]]:
        """Of the columns that so many positions see: whether they are on the image, and where."""
        f = self.f
        left = position * self.step - f["left"]
        columns = [left + at for at in range((count - 1) * self.step + self.width)]
        inside = [is_inside(column, f["width"]) for column in columns]
        return inside, [column * f["channels"] for column in columns]

    def fetch(self, start: IRValue, lines: Sequence[IRValue], places: Sequence[IRValue]) -> None:
        """Has elements at these places of some lines brought into the cache; the next line lies so far behind each."""
        flow, storage = self.flow, self.element.storage
        self.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        for length in lines:
            for offset in places:
                flow.call("void", "@llvm.prefetch.p0", start.at(offset, storage), "i32 0", "i32 3", "i32 1")
            start = start.at(length, storage)
