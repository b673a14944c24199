"""What goes through the lines of results of a depthwise convolution by tiles: the convolution, its filter's gradient.

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
from graphwright.runtime.native.runtime import thread_pool

#: The widths of windows, and the strides along a line, that there are tiles for.
WIDTHS: Final = (3, 5, 7)
STEPS: Final = (1, 2)

# Multiplications that are worth a chunk: some 4 us.
_CHUNK_WORK: Final = 1 << 17

# Bytes of images from which on they come from memory: the processor does not foresee elements of several lines.
_FAR: Final = 8 << 20


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

    def share(self, flow: Flow, lines: str, work: str, most: int) -> str:
        """Have threads go through the lines, in so many chunks at most; returns how many there are."""
        worth = flow.value(f"udiv i64 {work}, {_CHUNK_WORK}")
        chunks = even_number(flow, flow.smin(flow.smin(worth, lines), most))
        flow.do(f"store i64 {chunks}, ptr {flow.at('%call', CALL.index('chunks'), 'i64')}, align 8")
        self.module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
        flow.do(f"call void @{thread_pool.SPLIT}(ptr @{self.name}_chunk, ptr %call, i64 {chunks})")
        return chunks

    def _chunk_text(self) -> str:
        self.flow = flow = Flow(self.module)
        self.b = flow.builder(self.lanes, "v")
        self.f = f = load_fields(flow)
        self.line = flow.mul(f["width"], f["channels"])
        self.begin()
        lines = flow.mul(f["batch"], f["out_height"])
        images = flow.mul(flow.mul(f["batch"], f["height"]), self.line)
        self.far = flow.compare("sgt", images, _FAR // self.element.size)
        with flow.loop(*share_of(flow, lines, "1", f["chunks"])) as each:
            self._line(each.index)
        flow.do("ret void")
        return flow.function(f"define internal void @{self.name}_chunk(ptr %call, i64 %chunk) noinline nounwind")

    def begin(self) -> None:
        """In front of a chunk's lines."""

    def _line(self, number: str) -> None:
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
        self.positions()

    def positions(self) -> None:
        """Go along a line: those of the image begin at `source` and `below`, that of results at `results`."""
        raise NotImplementedError

    def columns(self, position: str, count: int) -> tuple[list[str], list[str]]:
        """Of the columns that so many positions see: whether they are on the image, and where."""
        flow, f = self.flow, self.f
        left = flow.sub(flow.mul(position, self.step), f["left"])
        columns = [flow.add(left, at) for at in range((count - 1) * self.step + self.width)]
        inside = [is_inside(flow, column, f["width"]) for column in columns]
        return inside, [flow.mul(column, f["channels"]) for column in columns]

    def fetch(self, start: str, lines: Sequence[str], places: Sequence[str]) -> None:
        """Has elements at these places of some lines brought into the cache; the next line lies so far behind each."""
        flow, storage = self.flow, self.element.storage
        self.module.declare("declare void @llvm.prefetch.p0(ptr, i32, i32, i32)")
        for length in lines:
            for offset in places:
                flow.do(f"call void @llvm.prefetch.p0(ptr {flow.at(start, offset, storage)}, i32 0, i32 3, i32 1)")
            start = flow.at(start, length, storage)
