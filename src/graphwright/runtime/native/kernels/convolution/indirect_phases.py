"""The images' gradient by indirect convolution: one convolution for each phase of the strides.

Pixels whose positions have the same remainder modulo the strides form a *phase*: the same taps see them, and these
step over the results' gradient one by one. So a phase is a convolution with some taps of the filter, transposed and
rotated by half a turn, whose results lie apart. The panels hold the taps of the first phase, then those of the next.
Each chunk does its share of all phases, so chunks are about equal. The call has the fields of a convolution from the
results' gradient to the images, except the window and what follows from it, which `gw_indirect_phases` sets.
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
from graphwright.runtime.native.loop_ir.typed import IRValue

FILL: Final = "gw_fill_phases"
_AXES: Final = ("deep", "down", "right")
_WINDOW: Final = {"deep": "window_depth", "down": "window_height", "right": "window_width"}
_COUNT: Final = {"deep": "out_depth", "down": "out_height", "right": "out_width"}
_BEFORE: Final = {"deep": "front", "down": "above", "right": "left"}


@frozen
class _Axis:
    """A phase along an axis: its number, the first tap, how many taps and pixels, and what the first tap sees first."""

    number: IRValue
    tap: IRValue
    taps: IRValue
    count: IRValue
    ahead: IRValue


@contextmanager
def _phases(flow: Flow, f: Mapping[str, IRValue]) -> Iterator[dict[str, _Axis]]:
    """Rounds over all phases."""
    with flow.loop(0, f["deep"]) as deep, flow.loop(0, f["down"]) as down, flow.loop(0, f["right"]) as right:
        loops = {"deep": deep, "down": down, "right": right}
        yield {name: _axis(flow, f, name, loop.index) for name, loop in loops.items()}


def _axis(flow: Flow, f: Mapping[str, IRValue], name: str, number: IRValue) -> _Axis:
    step = f[name]
    place = number + f[_BEFORE[name]]
    ahead = place // step
    tap = place - ahead * step
    # steps of one have the first tap first, for which the pixels are ahead by all of the padding
    taps, count = (
        quotient_up(flow, (f[whole[name]] - first).max(0), step) for whole, first in ((_WINDOW, tap), (_COUNT, number))
    )
    return _Axis(number, tap, taps, count, ahead)


def phases_text(module: ModuleText, element: ElementType, lanes: int) -> str:
    """``gw_indirect_phases(call, chunk)``: the chunk's share of each phase."""
    flow = Flow(module)
    f = load_fields(flow)
    own = flow.alloca(f"[{len(CALL)} x i64]", align=16)
    taps_done = flow.alloca("i64", align=8)
    taps_done.store(0, align=8)
    flow.memcpy(own, flow.ptr("%call"), 8 * len(CALL))
    with _phases(flow, f) as axes:
        before = taps_done.load("i64", align=8)
        taps, first = flow.i64(1), flow.i64(0)
        values: dict[str, str] = {}
        for name, axis in axes.items():
            taps = taps * axis.taps
            step = f[f"to_{name}"] // f[name]
            first = first + axis.number * step
            values |= {name: flow.i64(1), _WINDOW[name]: axis.taps, _COUNT[name]: axis.count}
            values[_BEFORE[name]] = 0 - axis.ahead
            values[f"apart_{name}"] = 0 - f[f"apart_{name}"]
        panel = before * f["channels"] * lanes
        values |= {"y": f["y"].at(first, element.storage), "parts": f["parts"].at(panel, element.storage)}
        for name, value in values.items():
            kind = "ptr" if name in POINTERS else "i64"
            own.at(CALL.index(name), "i64").store(value, kind, align=8)
        taps_done.store(before + taps, align=8)
        with flow.when(taps.ne(0)):
            flow.call("void", "@gw_indirect_part", own, flow.i64("%chunk"))
    flow.ret()
    return flow.function("define internal void @gw_indirect_phases(ptr %call, i64 %chunk) noinline optnone nounwind")


def clear_text(module: ModuleText, element: ElementType, pieces: int) -> str:
    """``gw_clear_part(call, chunk)``: a piece of the images' gradient set to zero, for pixels that no window sees."""
    flow = Flow(module)
    f = load_fields(flow)
    begin, end = share_between(f["batch"] * f["to_image"], flow.i64("%chunk"), flow.i64(pieces))
    flow.call("void", "@gw_clear", f["y"].at(begin, element.storage), end - begin)
    flow.ret()
    return flow.function("define internal void @gw_clear_part(ptr %call, i64 %chunk) noinline optnone nounwind")


def fill_text(module: ModuleText, element: ElementType, lanes: int, together: int) -> str:
    """``gw_fill_phases(call, chunk)``: so many panels of the filter: its taps phase by phase, each transposed."""
    flow, ty = Flow(module), element.storage
    f = load_fields(flow)
    k, n, width = f["channels"], f["out_channels"], lanes * together
    first = flow.i64("%chunk") * width
    columns = (n - first).min(width)
    whole = k // BLOCK * BLOCK
    rest = k - whole
    place = flow.alloca("ptr", align=8)
    place.store(f["parts"].at(first * f["panel_rows"], ty), align=8)
    with _phases(flow, f) as axes:
        deep, down, right = (axes[name] for name in _AXES)
        with flow.loop(0, deep.taps) as z, flow.loop(0, down.taps) as y, flow.loop(0, right.taps) as x:
            tap = flow.i64(0)
            for axis, loop, name in zip((deep, down, right), (z, y, x), _AXES, strict=True):
                at = axis.tap + loop.index * f[name]
                tap = tap * f[_WINDOW[name]] + at
            source = f["filter"].at((tap * n + first) * k, ty)
            target = place.load("ptr", align=8)
            sizes = f"i64 {whole}, i64 {columns}, i64 {lanes}, ptr {target}, i64 {f['panel_rows']}"
            flow.call("void", "@gw_pack", source, 1, k, sizes)
            # those behind the last whole block would be written beyond the tap
            with flow.when(rest.ne(0)), flow.loop(0, columns, lanes) as panels:
                wide = (columns - panels.index).min(lanes)
                last = source.at(panels.index * k + whole, ty)
                there = panels.index * f["panel_rows"] + whole * lanes
                copy_elements(flow, raw_element(element), last, target.at(there, ty), rest, wide, (1, k), lanes)
            place.store(target.at(k * lanes, ty), align=8)
    flow.ret()
    return flow.function(f"define internal void @{FILL}(ptr %call, i64 %chunk) noinline optnone nounwind")
