"""The images' gradient in the indirect form: a convolution of the results' gradient for each phase of the strides.

Pixels of the images whose places have the same rest by the strides, a *phase*, are seen by the same taps, which step
over the results' gradient one by one. So the phase is a convolution with some taps of the filter, transposed and turned
round, whose results lie apart. The panels have the taps of the first phase, then those of the next. A chunk does its
share of all phases, so all chunks do about the same. The fields of the call are those of a convolution from the
results' gradient to the images, but for the window and what follows from it, which `gw_indirect_phases` sets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from graphwright.base.frozen import frozen
from graphwright.runtime.native.kernels.convolution.call_block import CALL, POINTERS, load_fields
from graphwright.runtime.native.kernels.convolution.common import quotient_up, share_between
from graphwright.runtime.native.kernels.gemm.pack import BLOCK, copy_elements, raw_element
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText
from graphwright.runtime.native.llvm.storage import ElementType

FILL: Final = "gw_fill_phases"
_AXES: Final = ("deep", "down", "right")
_WINDOW: Final = {"deep": "window_depth", "down": "window_height", "right": "window_width"}
_COUNT: Final = {"deep": "out_depth", "down": "out_height", "right": "out_width"}
_BEFORE: Final = {"deep": "front", "down": "above", "right": "left"}


@frozen
class _Axis:
    """A phase along an axis: its number, the first tap, how many taps and pixels, and what the first tap sees first."""

    number: str
    tap: str
    taps: str
    count: str
    ahead: str


@contextmanager
def _phases(flow: Flow, f: Mapping[str, str]) -> Iterator[dict[str, _Axis]]:
    """Rounds over all phases."""
    with (
        flow.loop(0, f["deep"]) as deep,
        flow.loop(0, f["down"]) as down,
        flow.loop(0, f["right"]) as right,
    ):
        loops = {"deep": deep, "down": down, "right": right}
        yield {name: _axis(flow, f, name, loop.index) for name, loop in loops.items()}


def _axis(flow: Flow, f: Mapping[str, str], name: str, number: str) -> _Axis:
    step = f[name]
    place = flow.add(number, f[_BEFORE[name]])
    ahead = flow.value(f"udiv i64 {place}, {step}")
    tap = flow.sub(place, flow.mul(ahead, step))
    # steps of one have the first tap first, for which the pixels are ahead by all of the padding
    taps, count = (
        quotient_up(flow, flow.smax(flow.sub(f[whole[name]], first), 0), step)
        for whole, first in ((_WINDOW, tap), (_COUNT, number))
    )
    return _Axis(number, tap, taps, count, ahead)


def phases_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``gw_indirect_phases(call, chunk)``: the chunk's share of each phase."""
    flow = Flow(module)
    f = load_fields(flow)
    own = flow.value(f"alloca [{len(CALL)} x i64], align 16")
    taps_done = flow.value("alloca i64, align 8")
    flow.do(f"store i64 0, ptr {taps_done}, align 8")
    module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
    flow.do(f"call void @llvm.memcpy.p0.p0.i64(ptr {own}, ptr %call, i64 {8 * len(CALL)}, i1 false)")
    with _phases(flow, f) as axes:
        before = flow.value(f"load i64, ptr {taps_done}, align 8")
        taps, first = "1", "0"
        values: dict[str, str] = {}
        for name, axis in axes.items():
            taps = flow.mul(taps, axis.taps)
            step = flow.value(f"udiv i64 {f[f'to_{name}']}, {f[name]}")
            first = flow.add(first, flow.mul(axis.number, step))
            values |= {name: "1", _WINDOW[name]: axis.taps, _COUNT[name]: axis.count}
            values[_BEFORE[name]] = flow.sub("0", axis.ahead)
            values[f"apart_{name}"] = flow.sub("0", f[f"apart_{name}"])
        panel = flow.mul(flow.mul(before, f["channels"]), lanes)
        values |= {"y": flow.at(f["y"], first, element.storage), "parts": flow.at(f["parts"], panel, element.storage)}
        for name, value in values.items():
            kind = "ptr" if name in POINTERS else "i64"
            flow.do(f"store {kind} {value}, ptr {flow.at(own, CALL.index(name), 'i64')}, align 8")
        flow.do(f"store i64 {flow.add(before, taps)}, ptr {taps_done}, align 8")
        with flow.when(flow.compare("ne", taps, 0)):
            flow.do(f"call void @gw_indirect_part(ptr {own}, i64 %chunk)")
    flow.do("ret void")
    return flow.function("define internal void @gw_indirect_phases(ptr %call, i64 %chunk) noinline optnone nounwind")


def clear_text(module: ModuleText, element: ElementType, pieces: int) -> str:
    """``gw_clear_part(call, chunk)``: a piece of the images' gradient set to zero, for pixels that no window sees."""
    flow = Flow(module)
    f = load_fields(flow)
    begin, end = share_between(flow, flow.mul(f["batch"], f["to_image"]), "%chunk", str(pieces))
    flow.do(f"call void @gw_clear(ptr {flow.at(f['y'], begin, element.storage)}, i64 {flow.sub(end, begin)})")
    flow.do("ret void")
    return flow.function("define internal void @gw_clear_part(ptr %call, i64 %chunk) noinline optnone nounwind")


def fill_text(module: ModuleText, element: ElementType, lanes: int, together: int) -> str:
    """``gw_fill_phases(call, chunk)``: so many panels of the filter: its taps phase by phase, each transposed."""
    flow, ty = Flow(module), element.storage
    f = load_fields(flow)
    k, n, width = f["channels"], f["out_channels"], lanes * together
    first = flow.mul("%chunk", width)
    columns = flow.smin(flow.sub(n, first), width)
    whole = flow.mul(flow.value(f"udiv i64 {k}, {BLOCK}"), BLOCK)
    rest = flow.sub(k, whole)
    place = flow.value("alloca ptr, align 8")
    flow.do(f"store ptr {flow.at(f['parts'], flow.mul(first, f['panel_rows']), ty)}, ptr {place}, align 8")
    with _phases(flow, f) as axes:
        deep, down, right = (axes[name] for name in _AXES)
        with flow.loop(0, deep.taps) as z, flow.loop(0, down.taps) as y, flow.loop(0, right.taps) as x:
            tap = "0"
            for axis, loop, name in zip((deep, down, right), (z, y, x), _AXES, strict=True):
                at = flow.add(axis.tap, flow.mul(loop.index, f[name]))
                tap = flow.add(flow.mul(tap, f[_WINDOW[name]]), at)
            source = flow.at(f["filter"], flow.mul(flow.add(flow.mul(tap, n), first), k), ty)
            target = flow.value(f"load ptr, ptr {place}, align 8")
            sizes = f"i64 {whole}, i64 {columns}, i64 {lanes}, ptr {target}, i64 {f['panel_rows']}"
            flow.do(f"call void @gw_pack(ptr {source}, i64 1, i64 {k}, {sizes})")
            # those behind the last whole block would be written beyond the tap
            with flow.when(flow.compare("ne", rest, 0)), flow.loop(0, columns, lanes) as panels:
                wide = flow.smin(flow.sub(columns, panels.index), lanes)
                last = flow.at(source, flow.add(flow.mul(panels.index, k), whole), ty)
                there = flow.add(flow.mul(panels.index, f["panel_rows"]), flow.mul(whole, lanes))
                copy_elements(flow, raw_element(element), last, flow.at(target, there, ty), rest, wide, (1, k), lanes)
            flow.do(f"store ptr {flow.at(target, flow.mul(k, lanes), ty)}, ptr {place}, align 8")
    flow.do("ret void")
    return flow.function(f"define internal void @{FILL}(ptr %call, i64 %chunk) noinline optnone nounwind")
