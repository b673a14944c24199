"""The offset tables of direct convolution, and the padded copy of what a block reads.

``gw_window_table(call, table)`` writes where the places and channels of a window lie in it, and
``gw_open_block(call, first, last, room, table)`` where the windows of a block's pixels begin: lines of one sheet, or
some whole sheets, the lines counted over all sheets. Both count in elements: from the copy in the room where there is
padding, else from the images.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.kernels.convolution.common import divided, is_inside, quotient_up
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import TRUE, IRValue

_LANES: Final = 8


class _Layout:
    """Distances in the images, or in the copy: of lines, of planes, and of the planes that a window sees."""

    def __init__(self, flow: Flow, f: Mapping[str, IRValue]) -> None:
        self.copies = f["room"].ne(0)
        self.width = _span(flow, f["out_width"], f["right"], f["window_width"], f["apart_right"])
        self.height = _span(flow, f["lines"], f["down"], f["window_height"], f["apart_down"])

        def chosen(copied: IRValue, given: IRValue) -> IRValue:
            return self.copies.select(copied, given)

        self.line = chosen(self.width, f["width"]) * f["channels"]
        self.plane = chosen(self.height, f["height"]) * self.line
        self.deep = chosen(flow.i64(1), f["apart_deep"]) * self.plane


def _span(flow: Flow, count: IRValue, stride: IRValue, window: IRValue, apart: IRValue) -> IRValue:
    first = (count - 1) * stride
    return first + (window - 1) * apart + 1


def copied(flow: Flow, f: Mapping[str, IRValue]) -> IRValue:
    """Elements of a block's copy, which has so many sheets and lines."""
    layout = _Layout(flow, f)
    line = layout.width * f["channels"]
    sheet = f["window_depth"] * (layout.height * line)
    return layout.copies.select(f["sheets"] * sheet, 0)


def table_texts(module: ModuleText, element: ElementType) -> list[str]:
    """The functions."""
    return [_window_text(module), _open_text(module, element)]


def _row_of_places(flow: Flow, table: IRValue, first: IRValue, step: IRValue, count: IRValue) -> IRValue:
    """Places at regular distances; gives the end of the table. Whole vectors are written."""
    b = flow.builder(_LANES, f"p{flow.fresh()[1:]}_")
    steps = b.binary("mul", memory_access.iota(b), memory_access.splat(b, TypedValue(step, "i64")))
    with flow.loop(0, count, _LANES) as along:
        start = memory_access.splat(b, TypedValue(first + along.index * step, "i64"))
        places = b.binary("add", start, steps)
        table.at(along.index, "i64").store(places.text, b.type("i64"), align=8)
    return table.at(count, "i64")


def _repeat_last(flow: Flow, end: IRValue) -> None:
    """Copies of the last entry behind the end of a table."""
    b = flow.builder(_LANES, f"l{flow.fresh()[1:]}_")
    last = end.at(-1, "i64").load("i64", align=8)
    end.store(memory_access.splat(b, TypedValue(last, "i64")).text, b.type("i64"), align=8)


def _window_text(module: ModuleText) -> str:
    flow = Flow(module)
    f = load_fields(flow)
    layout = _Layout(flow, f)
    taken = f["channels"] // f["groups"]
    with flow.loop(0, f["window_depth"], carried=[("ptr", flow.ptr("%table"))]) as deep:
        sheet = deep.index * layout.deep
        with flow.loop(0, f["window_height"], carried=[("ptr", deep.carried[0])]) as down:
            line = sheet + down.index * f["apart_down"] * layout.line
            with flow.loop(0, f["window_width"], carried=[("ptr", down.carried[0])]) as right:
                across = right.index * f["apart_right"] * f["channels"]
                right.next_values = [_row_of_places(flow, right.carried[0], line + across, flow.i64(1), taken)]
            down.next_values = right.results
        deep.next_values = down.results
    _repeat_last(flow, deep.results[0])
    flow.ret()
    return flow.function("define internal void @gw_window_table(ptr %call, ptr %table) noinline nounwind")


def _open_text(module: ModuleText, element: ElementType) -> str:
    flow = Flow(module)
    f = load_fields(flow)
    layout = _Layout(flow, f)
    sheet, first_line = divided(flow.i64("%first"), f["out_height"])
    last_sheet = quotient_up(flow, flow.i64("%last"), f["out_height"])
    last_line = flow.i64("%last") - (last_sheet - 1) * f["out_height"]
    across = f["right"] * f["channels"]
    copied = f["window_depth"] * layout.plane * layout.copies.zext()
    top = first_line * f["down"] - f["above"]
    with flow.loop(sheet, last_sheet, carried=[("i64", flow.i64(0)), ("ptr", flow.ptr("%table"))]) as sheets:
        begin, table = sheets.carried
        number, slice_ = divided(sheets.index, f["out_depth"])
        front = slice_ * f["deep"] - f["front"]
        image = number * f["depth"]
        with flow.when(layout.copies):
            _Copy(flow, element, f, layout).write(flow.ptr("%room").at(begin, element.storage), image, front, top)
        there = (image + front) * layout.plane + top * layout.line
        start = layout.copies.select(begin, there)
        carried = [("i64", start), ("ptr", table)]
        with flow.loop(first_line, last_line, carried=carried) as lines:
            place, table = lines.carried
            end = _row_of_places(flow, table, place, across, f["out_width"])
            lines.next_values = [place + f["down"] * layout.line, end]
        sheets.next_values = [begin + copied, lines.results[1]]
    _repeat_last(flow, sheets.results[1])
    flow.ret()
    head = "define internal void @gw_open_block(ptr %call, i64 %first, i64 %last, ptr %room, ptr %table)"
    return flow.function(f"{head} noinline nounwind")


class _Copy:
    """Writes the copy of what a block sees for one sheet: a plane for each position of the window in depth.

    Zeros to the left and right of the images are there already: they are the same for all blocks of a chunk.
    """

    def __init__(self, flow: Flow, element: ElementType, f: Mapping[str, IRValue], layout: _Layout) -> None:
        self.flow, self.element, self.f, self.layout = flow, element, f, layout

    def write(self, room: IRValue, image: IRValue, front: IRValue, top: IRValue) -> None:
        flow, f, ty = self.flow, self.f, self.element.storage
        line = f["width"] * f["channels"]
        low = f["left"].max(0).min(self.layout.width)
        high = (f["width"] + f["left"]).min(self.layout.width).max(low)
        size = (high - low) * f["channels"] * self.element.size
        start = low * f["channels"]
        shift = (low - f["left"]) * f["channels"]
        with flow.loop(0, f["window_depth"], carried=[("ptr", room.at(start, ty))]) as deep:
            z = front + deep.index * f["apart_deep"]
            plane = (image + z) * f["height"]
            with flow.loop(0, self.layout.height, carried=[("ptr", deep.carried[0])]) as rows:
                target = rows.carried[0]
                y = top + rows.index
                seen = is_inside(z, f["depth"]) & is_inside(y, f["height"])
                source = f["x"].at((plane + y) * line + shift, ty)
                flow.first_of(
                    (seen, lambda: flow.memcpy(target, source, size)), (TRUE, lambda: flow.clear(target, size))
                )
                rows.next_values = [target.at(self.layout.line, ty)]
            deep.next_values = rows.results
