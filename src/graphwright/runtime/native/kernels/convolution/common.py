"""Code that all forms of convolution share: derived sizes, clearing memory, adding filters up."""

from __future__ import annotations

from collections.abc import Mapping

from graphwright.runtime.native.kernels.convolution.window_loops import clear
from graphwright.runtime.native.kernels.gemm.micro_kernels import added
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IROperand, IRValue


class Sizes:
    """What follows from the fields of a call."""

    def __init__(self, flow: Flow, f: Mapping[str, IRValue]) -> None:
        #: the channels of the results, and of the images, of one group; the elements of a window of one group
        self.made = f["out_channels"] // f["groups"]
        self.taken = f["channels"] // f["groups"]
        self.row = self.taken
        for size in ("window_depth", "window_height", "window_width"):
            self.row = self.row * f[size]
        self.image = f["out_depth"] * f["out_height"] * f["out_width"]
        self.pixels = f["batch"] * self.image
        self.filter = self.row * f["out_channels"]
        self.work = self.pixels * self.row * f["out_channels"]


def quotient_up(flow: Flow, number: IRValue, size: IROperand) -> IRValue:
    """How many pieces of a size it takes."""
    return (number + (flow.i64(size) - 1)) // size


def even_number(most: IRValue) -> IRValue:
    """The greatest power of two that is no more, at least 1: of as many chunks two or four threads do equally many."""
    return (1 << 63) >> most.max(1).leading_zeros()


def share_of(flow: Flow, whole: IRValue, unit: IRValue, chunks: IRValue) -> tuple[IRValue, IRValue]:
    """Where the chunk of the number ``%chunk`` begins and ends: it has as many units as any other, or one more."""
    units = quotient_up(flow, whole, unit)
    begin, end = (units * number // chunks * unit for number in (flow.i64("%chunk"), flow.i64("%chunk") + 1))
    return begin, end.min(whole)


def share_between(count: IRValue, number: IRValue, parts: IRValue) -> tuple[IRValue, IRValue]:
    """From where to where one of some parts goes that are about equal."""
    begin, end = (count * each // parts for each in (number, number + 1))
    return begin, end


def divided(number: IRValue, size: IRValue) -> tuple[IRValue, IRValue]:
    """Quotient and rest of a place in all and the size of an axis."""
    quotient = number // size
    return quotient, number - quotient * size


def is_inside(at: IRValue, size: IRValue) -> IRValue:
    """Whether a place lies on its axis: below the size as an unsigned number."""
    return at.ult(size)


def clear_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_clear(ptr target, i64 count)``: elements set to zero."""
    flow = Flow(module)
    clear(flow, element, lanes, flow.ptr("%target"), flow.i64("%count"))
    flow.ret()
    return flow.function("define internal void @gw_clear(ptr %target, i64 %count) noinline nounwind")


def add_parts_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``void gw_add_parts(parts, target, count, chunks)``: what the chunks have made, added up in their order."""
    flow = Flow(module)
    b, ty = flow.builder(lanes, "v"), element.compute
    with flow.loop(0, flow.i64("%count"), lanes) as along:
        mask = memory_access.tail_mask(b, flow.i64("%count") - along.index)
        start = flow.ptr("%parts").at(along.index, element.storage)
        carried = [("ptr", start), (b.type(ty), b.const(ty, 0).text)]
        with flow.loop(0, flow.i64("%chunks"), carried=carried) as parts:
            place, total = parts.carried
            value = added(b, TypedValue(total, ty), memory_access.load(b, element, place, mask))
            parts.next_values = [place.at(flow.i64("%count"), element.storage), value.text]
        target = flow.ptr("%target").at(along.index, element.storage)
        memory_access.store(b, element, TypedValue(parts.results[1], ty), target, mask)
    flow.ret()
    return flow.function(
        "define internal void @gw_add_parts(ptr %parts, ptr %target, i64 %count, i64 %chunks) noinline nounwind"
    )


def add_parts(flow: Flow, f: Mapping[str, IRValue], sizes: Sizes, chunks: IRValue) -> None:
    """Make the filter of those of the chunks, where there are several."""
    with flow.when(chunks > 1):
        flow.call("void", "@gw_add_parts", f["parts"], f["filter"], sizes.filter, chunks)
