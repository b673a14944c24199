"""What both forms of convolution have in common: sizes that follow from a call, memory cleared, filters added up."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.runtime.native.kernels.convolution.window_loops import added, clear
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType


class Sizes:
    """What follows from the fields of a call."""

    def __init__(self, flow: Flow, f: Mapping[str, str]) -> None:
        #: the channels of the results, and of the images, of one group; the elements of a window of one group
        self.made = flow.value(f"udiv i64 {f['out_channels']}, {f['groups']}")
        self.taken = flow.value(f"udiv i64 {f['channels']}, {f['groups']}")
        self.row = self.taken
        for size in ("window_depth", "window_height", "window_width"):
            self.row = flow.mul(self.row, f[size])
        self.image = flow.mul(flow.mul(f["out_depth"], f["out_height"]), f["out_width"])
        self.pixels = flow.mul(f["batch"], self.image)
        self.filter = flow.mul(self.row, f["out_channels"])
        self.work = flow.mul(flow.mul(self.pixels, self.row), f["out_channels"])


def quotient_up(flow: Flow, number: str, size: str) -> str:
    """How many pieces of a size it takes."""
    return flow.value(f"udiv i64 {flow.add(number, flow.sub(size, 1))}, {size}")


def even_number(flow: Flow, most: str) -> str:
    """The greatest power of two that is no more, at least 1: of as many chunks two or four threads do equally many."""
    flow.module.declare("declare i64 @llvm.ctlz.i64(i64, i1)")
    zeros = flow.value(f"call i64 @llvm.ctlz.i64(i64 {flow.smax(most, 1)}, i1 false)")
    return flow.value(f"lshr i64 {1 << 63}, {zeros}")


def share_of(flow: Flow, whole: str, unit: str, chunks: str) -> tuple[str, str]:
    """Where the chunk of the number ``%chunk`` begins and ends: it has as many units as any other, or one more."""
    units = quotient_up(flow, whole, unit)
    begin, end = (
        flow.mul(flow.value(f"udiv i64 {flow.mul(units, number)}, {chunks}"), unit)
        for number in ("%chunk", flow.add("%chunk", 1))
    )
    return begin, flow.smin(end, whole)


def share_between(flow: Flow, count: str, number: str, parts: str) -> tuple[str, str]:
    """From where to where one of some parts goes that are about equal."""
    begin, end = (flow.value(f"udiv i64 {flow.mul(count, each)}, {parts}") for each in (number, flow.add(number, 1)))
    return begin, end


def divided(flow: Flow, number: str, size: str) -> tuple[str, str]:
    """Quotient and rest of a place in all and the size of an axis."""
    quotient = flow.value(f"udiv i64 {number}, {size}")
    return quotient, flow.sub(number, flow.mul(quotient, size))


def is_inside(flow: Flow, at: str, size: str) -> str:
    """Whether a place lies on its axis: below the size as an unsigned number."""
    return flow.compare("ult", at, size)


def clear_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_clear(ptr target, i64 count)``: elements set to zero."""
    flow = Flow(module)
    clear(flow, element, lanes, "%target", "%count")
    flow.do("ret void")
    return flow.function("define internal void @gw_clear(ptr %target, i64 %count) noinline nounwind")


def add_parts_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_add_parts(parts, target, count, chunks)``: what the chunks have made, added up in their order."""
    flow = Flow(module)
    b, ty = flow.builder(lanes, "v"), element.compute
    with flow.loop(0, "%count", lanes) as along:
        mask = memory_access.tail_mask(b, flow.sub("%count", along.index))
        start = flow.at("%parts", along.index, element.storage)
        carried = [("ptr", start), (b.type(ty), b.const(ty, 0).text)]
        with flow.loop(0, "%chunks", carried=carried) as parts:
            place, total = parts.carried
            value = added(b, TypedValue(total, ty), memory_access.load(b, element, place, mask))
            parts.following = [flow.at(place, "%count", element.storage), value.text]
        target = flow.at("%target", along.index, element.storage)
        memory_access.store(b, element, TypedValue(parts.results[1], ty), target, mask)
    flow.do("ret void")
    return flow.function(
        "define internal void @gw_add_parts(ptr %parts, ptr %target, i64 %count, i64 %chunks) noinline nounwind"
    )


def add_parts(flow: Flow, f: Mapping[str, str], sizes: Sizes, chunks: str) -> None:
    """Make the filter of those of the chunks, where there are several."""
    with flow.when(flow.compare("sgt", chunks, 1)):
        flow.do(f"call void @gw_add_parts(ptr {f['parts']}, ptr {f['filter']}, i64 {sizes.filter}, i64 {chunks})")
