"""Copies windows of images into rows for a matrix product, and adds rows back into images.

Rows are written in one of two orders. Pixel after pixel, a row being the window's places with their channels: there
neighbouring elements are copied together. Or, where these are few, as columns: for each place and channel all pixels
one after the other, `block` elements apart.
"""

from __future__ import annotations

from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.kernels.convolution.common import divided, is_inside
from graphwright.runtime.native.kernels.gemm.micro_kernels import added
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue

#: Of the pixels from `first`, what the window sees of a group of channels.
_PARAMETERS = "(ptr %call, i64 %first, i64 %count, i64 %group) noinline nounwind"


class PatchRows:
    """Writes ``gw_unfold``, or with `folding` ``gw_fold``, which adds rows to the images: pixel after pixel."""

    def __init__(self, module: ModuleText, element: ElementType, lanes: int, *, folding: bool) -> None:
        self.flow, self.element, self.lanes, self.folding = Flow(module), element, lanes, folding
        self.ty = element.storage

    def text(self) -> str:
        flow = self.flow
        self.f = f = load_fields(flow)
        taken = f["channels"] // f["groups"]
        dense = f["apart_right"].eq(1)
        whole = f["groups"].eq(1)
        # places that are neighbours in the image go by one copy
        self.together = (dense & whole).select(f["window_width"], 1)
        self.taken, self.run = taken, self.together * taken
        line = f["width"] * f["channels"]
        plane = f["height"] * line
        images = f["to" if self.folding else "x"].at(flow.i64("%group") * taken, self.ty)
        row, column = divided(flow.i64("%first"), f["out_width"])
        slice_, row = divided(row, f["out_height"])
        number, slice_ = divided(slice_, f["out_depth"])
        start = [("i64", number), ("i64", slice_), ("i64", row), ("i64", column)]
        with flow.loop(0, flow.i64("%count"), carried=[("ptr", f["rows"]), *start]) as pixels:
            place, number, slice_, row, column = pixels.carried
            front = slice_ * f["deep"] - f["front"]
            top = row * f["down"] - f["above"]
            self.start = column * f["right"] - f["left"]
            picture = images.at(number * (f["depth"] * plane), self.ty)
            with flow.loop(0, f["window_depth"], carried=[("ptr", place)]) as deep:
                z = front + deep.index * f["apart_deep"]
                behind = is_inside(z, f["depth"])
                sheet = picture.at(z * plane, self.ty)
                with flow.loop(0, f["window_height"], carried=[("ptr", deep.carried[0])]) as down:
                    y = top + down.index * f["apart_down"]
                    inside = behind & is_inside(y, f["height"])
                    self.line = sheet.at(y * line, self.ty)
                    down.next_values = [self._line(down.carried[0], inside)]
                deep.next_values = down.results
            pixels.next_values = [deep.results[0], *self._next(number, slice_, row, column)]
        flow.ret()
        return flow.function(f"define internal void @gw_{'fold' if self.folding else 'unfold'}{_PARAMETERS}")

    def _next(self, number: IRValue, slice_: IRValue, row: IRValue, column: IRValue) -> list[IRValue]:
        """The pixel behind one."""
        flow, f = self.flow, self.f
        places, carry = [], flow.i1("true")
        for place, size in ((column, "out_width"), (row, "out_height"), (slice_, "out_depth")):
            moved = place + carry.zext()
            carry = moved.eq(f[size])
            places.append(carry.select(0, moved))
        return [number + carry.zext(), *reversed(places)]

    def _line(self, rows: IRValue, inside: IRValue) -> IRValue:
        """One line of the window; gives the place behind it."""
        flow, f = self.flow, self.f
        with flow.loop(0, f["window_width"], self.together, carried=[("ptr", rows)]) as across:
            x = self.start + across.index * f["apart_right"]
            low = (0 - x).max(0).min(self.together)
            high = (f["width"] - x).min(self.together).max(low)
            low, high = (inside.select(v, 0) for v in (low, high))
            begin, end = low * self.taken, high * self.taken
            source = self.line.at(x * f["channels"], self.ty)
            target = across.carried[0]
            if not self.folding:
                self._fill(target, flow.i64(0), begin)
                self._fill(target, end, self.run)
            self._copy(source, target, begin, end)
            across.next_values = [target.at(self.run, self.ty)]
        return across.results[0]

    def _fill(self, target: IRValue, begin: IRValue, end: IRValue) -> None:
        flow = self.flow
        b = flow.builder(self.lanes, f"z{flow.fresh()[1:]}_")
        with flow.loop(begin, end, self.lanes) as along:
            mask = memory_access.tail_mask(b, end - along.index)
            zero = b.const(self.element.compute, 0)
            memory_access.store(b, self.element, zero, target.at(along.index, self.ty), mask)

    def _copy(self, image: IRValue, row: IRValue, begin: IRValue, end: IRValue) -> None:
        """From the image to the row; folding, the row is added to the image."""
        flow = self.flow
        b = flow.builder(self.lanes, f"c{flow.fresh()[1:]}_")
        with flow.loop(begin, end, self.lanes) as along:
            mask = memory_access.tail_mask(b, end - along.index)
            there, here = (p.at(along.index, self.ty) for p in (image, row))
            value = memory_access.load(b, self.element, here if self.folding else there, mask)
            if self.folding:
                value = added(b, memory_access.load(b, self.element, there, mask), value)
            memory_access.store(b, self.element, value, there if self.folding else here, mask)


class Columns:
    """Writes ``gw_unfold_columns``: one line of pixels at a time, for each place and channel."""

    def __init__(self, module: ModuleText, element: ElementType, lanes: int) -> None:
        self.flow, self.element, self.lanes, self.ty = Flow(module), element, lanes, element.storage
        self.b = self.flow.builder(lanes, "v")

    def text(self) -> str:
        flow = self.flow
        self.f = f = load_fields(flow)
        taken = f["channels"] // f["groups"]
        step = f["right"] * f["channels"]
        self.dense = step.eq(1)
        lanes, splat = memory_access.iota, memory_access.splat
        self.spread = self.b.binary("mul", lanes(self.b), splat(self.b, TypedValue(step, "i64"))).text
        self.across = self.b.binary("mul", lanes(self.b), splat(self.b, TypedValue(f["right"], "i64")))
        line_size = f["width"] * f["channels"]
        plane = f["height"] * line_size
        images = f["x"].at(flow.i64("%group") * taken, self.ty)
        end = flow.i64("%first") + flow.i64("%count")
        first_line, _ = divided(flow.i64("%first"), f["out_width"])
        last_line, _ = divided(end + (f["out_width"] - 1), f["out_width"])
        with flow.loop(first_line, last_line) as lines:
            slice_, row = divided(lines.index, f["out_height"])
            number, slice_ = divided(slice_, f["out_depth"])
            line_start = lines.index * f["out_width"]
            low = (flow.i64("%first") - line_start).max(0)
            high = (end - line_start).min(f["out_width"])
            self.length = high - low
            self.start = low * f["right"] - f["left"]
            picture = images.at(number * (f["depth"] * plane), self.ty)
            place = f["rows"].at(line_start + low - flow.i64("%first"), self.ty)
            front = slice_ * f["deep"] - f["front"]
            top = row * f["down"] - f["above"]
            with flow.loop(0, f["window_depth"], carried=[("ptr", place)]) as deep:
                z = front + deep.index * f["apart_deep"]
                with flow.loop(0, f["window_height"], carried=[("ptr", deep.carried[0])]) as down:
                    y = top + down.index * f["apart_down"]
                    inside = is_inside(z, f["depth"]) & is_inside(y, f["height"])
                    line = picture.at(z * plane + y * line_size, self.ty)
                    with flow.loop(0, f["window_width"], carried=[("ptr", down.carried[0])]) as right:
                        x = self.start + right.index * f["apart_right"]
                        source = line.at(x * f["channels"], self.ty)
                        with flow.loop(0, taken, carried=[("ptr", right.carried[0])]) as channels:
                            target = channels.carried[0]
                            self._pixels(source.at(channels.index, self.ty), target, x, inside)
                            channels.next_values = [target.at(f["block"], self.ty)]
                        right.next_values = channels.results
                    down.next_values = right.results
                deep.next_values = down.results
        flow.ret()
        return flow.function(f"define internal void @gw_unfold_columns{_PARAMETERS}")

    def _pixels(self, source: IRValue, target: IRValue, x: IRValue, inside: IRValue) -> None:
        """One channel at one place of the window, for the pixels of a line."""
        flow, f, b = self.flow, self.f, self.b
        width, none = (memory_access.splat(b, TypedValue(text, "i64")) for text in (f["width"], flow.i64(0)))
        seen = memory_access.splat(b, TypedValue(inside, "i1"))
        with flow.loop(0, self.length, self.lanes) as along:
            tail = memory_access.tail_mask(b, self.length - along.index)
            first = memory_access.splat(b, TypedValue(x + along.index * f["right"], "i64"))
            where = b.binary("add", first, self.across)
            mask = b.binary("and", seen, TypedValue(tail, "i1"))
            mask = b.binary("and", mask, b.compare("icmp sge", where, none))
            mask = b.binary("and", mask, b.compare("icmp slt", where, width))
            begin = source.at(along.index * (f["right"] * f["channels"]), self.ty)

            def neighbours(begin: IRValue = begin, mask: str = mask.text) -> list[str]:
                return [memory_access.load(b, self.element, begin, mask).text]

            def apart(begin: IRValue = begin, mask: str = mask.text) -> list[str]:
                return [memory_access.gather(b, self.element, begin, self.spread, mask).text]

            kind = b.type(self.element.compute)
            [value] = flow.either(self.dense, [kind], neighbours, ["zeroinitializer"])
            scattered = ~self.dense
            [value] = flow.either(scattered, [kind], apart, [value])
            place = target.at(along.index, self.ty)
            memory_access.store(b, self.element, TypedValue(value, self.element.compute), place, tail)
