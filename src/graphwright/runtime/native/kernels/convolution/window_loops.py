"""Loops over images, the positions of a window on them, and channels in vectors: what pools and depthwise
convolutions have in common.

Images have their channels last, and three axes besides: an image proper is a volume of depth 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import ClassVar, Final

from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import TRUE, IRValue
from graphwright.runtime.native.machine.limits import WINDOWS_WORK
from graphwright.runtime.native.runtime import thread_pool

#: The fields of each axis: stride, padding before, window, size, distance of the window's elements.
_AXES: Final = (
    ("deep", "front", "window_depth", "depth", "apart_deep"),
    ("down", "above", "window_height", "height", "apart_down"),
    ("right", "left", "window_width", "width", "apart_right"),
)


def clear(flow: Flow, element: ElementType, lanes: int, pointer: IRValue, count: IRValue) -> None:
    """Set so many elements to zero."""
    b = flow.builder(lanes, "z")
    with flow.loop(0, count, lanes) as along:
        mask = memory_access.tail_mask(b, count - along.index)
        place = pointer.at(along.index, element.storage)
        memory_access.store(b, element, b.const(element.compute, 0), place, mask)


class Seen:
    """The part of an axis that the window sees at a position: places in the window, and where they lie."""

    def __init__(self, start: IRValue, first: IRValue, last: IRValue, apart: IRValue) -> None:
        self.start, self.first, self.last, self.apart = start, first, last, apart


class WindowLoops:
    """Writes the loops; what is done at the channels of a position is up to the kinds."""

    #: Whether `to` is set to zero before an image is gone through.
    clears: ClassVar[bool] = False
    #: Whether images write to places of their own, so that several threads may share them.
    apart_by_image: ClassVar[bool] = True
    #: Whether the elements of the window may lie apart.
    dilated: ClassVar[bool] = False

    def __init__(self, module: ModuleText, element: ElementType, lanes: int) -> None:
        self.flow = flow = Flow(module)
        self.element, self.lanes, self.ty = element, lanes, element.storage
        self.f = load_fields(flow)
        self.b: IRBuilder = flow.builder(lanes, "v")

    def text(self, name: str) -> str:
        """The function ``void name(ptr call)``."""
        return "\n".join([self._image_text(f"{name}_image"), self._whole_text(name)])

    def _whole_text(self, name: str) -> str:
        """All images, in several threads where that pays."""
        flow = Flow(self.flow.module)
        f = load_fields(flow)
        self._prepare_all(flow, f)
        work = f["channels"]
        for axis in ("depth", "height", "width"):
            work = work * (f[f"out_{axis}"] * f[f"window_{axis}"])
        work = work * f["batch"]
        image = f"@{name}_image"

        def alone() -> None:
            with flow.loop(0, f["batch"]) as images:
                flow.call("void", image, flow.ptr("%call"), images.index)

        def shared() -> None:
            flow.module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
            flow.call("void", f"@{thread_pool.SPLIT}", image, flow.ptr("%call"), f["batch"])

        if self.apart_by_image:
            flow.first_of((work < WINDOWS_WORK, alone), (TRUE, shared))
        else:
            alone()
        flow.ret()
        return flow.function(f"define void @{name}(ptr %call) noinline optnone nounwind")

    def _prepare_all(self, flow: Flow, f: Mapping[str, IRValue]) -> None:
        """What is done before the first image."""

    def _image_text(self, name: str) -> str:
        flow, f = self.flow, self.f
        self.line = f["width"] * f["channels"]
        self.plane = f["height"] * self.line
        volume = f["depth"] * self.plane
        self.image = flow.i64("%image") * volume
        if self.clears:
            clear(flow, self.element, self.lanes, f["to"].at(self.image, self.ty), volume)
        with flow.loop(0, f["out_depth"]) as slices:
            deep = self._seen(slices.index, 0)
            slice_ = flow.i64("%image") * f["out_depth"] + slices.index
            with flow.loop(0, f["out_height"]) as rows:
                down = self._seen(rows.index, 1)
                row = slice_ * f["out_height"] + rows.index
                with flow.loop(0, f["out_width"]) as columns:
                    self.seen = deep, down, self._seen(columns.index, 2)
                    #: the number of the position in all results
                    self.position = row * f["out_width"] + columns.index
                    self._prepare()
                    with flow.loop(0, f["channels"], self.lanes) as along:
                        self.channel = along.index
                        self.mask = memory_access.tail_mask(self.b, f["channels"] - along.index)
                        self._position()
        flow.ret()
        return flow.function(f"define internal void @{name}(ptr %call, i64 %image) noinline nounwind")

    def _seen(self, at: IRValue, axis: int) -> Seen:
        """What the window sees of an axis at a position, without the padding."""
        stride, before, window, size, apart = (self.f[name] for name in _AXES[axis])
        start = at * stride - before
        lacking, left = (0 - start).max(0), (size - start).max(0)
        if self.dilated:
            further = apart - 1
            lacking = (lacking + further) // apart
            left = (left + further) // apart
        return Seen(start, lacking, left.min(window), apart)

    def _prepare(self) -> None:
        """What is the same for all channels of a position."""

    def _position(self) -> None:
        """The vectors of one position."""
        raise NotImplementedError

    @contextmanager
    def _over_window(self, carried: Sequence[tuple[str, str]] = ()) -> Iterator[Taps]:
        """Rounds for all that the window sees at the current position."""
        flow = self.flow
        taps = Taps()
        deep, down, right = self.seen
        kinds = [kind for kind, _ in carried]

        def on(values: Sequence[IRValue]) -> list[tuple[str, IRValue]]:
            return list(zip(kinds, values, strict=True))

        f = self.f
        start = self.image + self.channel
        with flow.loop(deep.first, deep.last, carried=carried) as z:
            sheet = self._further(start, deep, z.index, self.plane)
            sheet_tap = z.index * f["window_height"]
            with flow.loop(down.first, down.last, carried=on(z.carried)) as y:
                line = self._further(sheet, down, y.index, self.line)
                line_tap = (sheet_tap + y.index) * f["window_width"]
                with flow.loop(right.first, right.last, carried=on(y.carried)) as x:
                    taps.carried = x.carried
                    taps.number = line_tap + x.index
                    taps.offset = self._further(line, right, x.index, f["channels"])
                    yield taps
                    x.next_values = taps.next_values
                y.next_values = x.results
            z.next_values = y.results
        taps.results = z.results

    def _further(self, offset: IRValue, seen: Seen, tap: IRValue, step: IRValue) -> IRValue:
        """An offset moved along an axis to a place in the window."""
        place = tap * seen.apart if self.dilated else tap
        return offset + (seen.start + place) * step

    def _first_seen(self) -> IRValue:
        """The offset of the first place in the window that is no padding."""
        offset = self.image + self.channel
        for seen, step in zip(self.seen, (self.plane, self.line, self.f["channels"]), strict=True):
            offset = self._further(offset, seen, seen.first, step)
        return offset

    def _load(self, field: str, offset: IRValue) -> TypedValue:
        return memory_access.load(self.b, self.element, self.f[field].at(offset, self.ty), self.mask)

    def _store(self, value: TypedValue, field: str, offset: IRValue) -> None:
        memory_access.store(self.b, self.element, value, self.f[field].at(offset, self.ty), self.mask)


class Taps:
    """One place in the window: its number, its offset in the images, and values handed from round to round."""

    __slots__ = ("carried", "next_values", "number", "offset", "results")

    def __init__(self) -> None:
        self.number: IRValue
        self.offset: IRValue
        self.carried: Sequence[IRValue] = []
        self.next_values: Sequence[str] = []
        self.results: Sequence[IRValue] = []
