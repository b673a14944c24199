"""What a window sees of images, as rows for a matrix product: copied there, and added back.

Rows are written in one of two orders. Pixel after pixel, a row being the window's places with their channels: there
neighbouring elements are copied together. Or, where these are few, as columns: for each place and channel all pixels
one after the other, `block` elements apart.
"""

from __future__ import annotations

from graphwright.runtime.native.kernels.convolution.call_block import load_fields
from graphwright.runtime.native.kernels.convolution.common import divided, is_inside
from graphwright.runtime.native.kernels.convolution.window_loops import added
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType

#: Of the pixels from `first`, what the window sees of a group of channels.
_PARAMETERS = "(ptr %call, i64 %first, i64 %count, i64 %group) noinline nounwind"

#: Rows of the window with fewer elements than this are unfolded as columns.
FEW = 24


class PatchRows:
    """Writes ``gw_unfold``, or with `folding` ``gw_fold``, which adds rows to the images: pixel after pixel."""

    def __init__(self, module: ModuleText, element: ElementType, lanes: int, *, folding: bool) -> None:
        self.flow, self.element, self.lanes, self.folding = Flow(module), element, lanes, folding
        self.ty = element.storage

    def text(self) -> str:
        flow = self.flow
        self.f = f = load_fields(flow)
        taken = flow.value(f"udiv i64 {f['channels']}, {f['groups']}")
        dense = flow.compare("eq", f["apart_right"], 1)
        whole = flow.compare("eq", f["groups"], 1)
        # places that are neighbours in the image go by one copy
        self.together = flow.select(flow.value(f"and i1 {dense}, {whole}"), "i64", f["window_width"], 1)
        self.taken, self.run = taken, flow.mul(self.together, taken)
        line = flow.mul(f["width"], f["channels"])
        plane = flow.mul(f["height"], line)
        images = flow.at(f["to" if self.folding else "x"], flow.mul("%group", taken), self.ty)
        row, column = divided(flow, "%first", f["out_width"])
        slice_, row = divided(flow, row, f["out_height"])
        number, slice_ = divided(flow, slice_, f["out_depth"])
        start = [("i64", number), ("i64", slice_), ("i64", row), ("i64", column)]
        with flow.loop(0, "%count", carried=[("ptr", f["rows"]), *start]) as pixels:
            place, number, slice_, row, column = pixels.carried
            front = flow.sub(flow.mul(slice_, f["deep"]), f["front"])
            top = flow.sub(flow.mul(row, f["down"]), f["above"])
            self.start = flow.sub(flow.mul(column, f["right"]), f["left"])
            picture = flow.at(images, flow.mul(number, flow.mul(f["depth"], plane)), self.ty)
            with flow.loop(0, f["window_depth"], carried=[("ptr", place)]) as deep:
                z = flow.add(front, flow.mul(deep.index, f["apart_deep"]))
                behind = is_inside(flow, z, f["depth"])
                sheet = flow.at(picture, flow.mul(z, plane), self.ty)
                with flow.loop(0, f["window_height"], carried=[("ptr", deep.carried[0])]) as down:
                    y = flow.add(top, flow.mul(down.index, f["apart_down"]))
                    inside = flow.value(f"and i1 {behind}, {is_inside(flow, y, f['height'])}")
                    self.line = flow.at(sheet, flow.mul(y, line), self.ty)
                    down.following = [self._line(down.carried[0], inside)]
                deep.following = down.results
            pixels.following = [deep.results[0], *self._next(number, slice_, row, column)]
        flow.do("ret void")
        return flow.function(f"define internal void @gw_{'fold' if self.folding else 'unfold'}{_PARAMETERS}")

    def _next(self, number: str, slice_: str, row: str, column: str) -> list[str]:
        """The pixel behind one."""
        flow, f = self.flow, self.f
        places, carry = [], "true"
        for place, size in ((column, "out_width"), (row, "out_height"), (slice_, "out_depth")):
            moved = flow.add(place, flow.value(f"zext i1 {carry} to i64"))
            carry = flow.compare("eq", moved, f[size])
            places.append(flow.select(carry, "i64", 0, moved))
        return [flow.add(number, flow.value(f"zext i1 {carry} to i64")), *reversed(places)]

    def _line(self, rows: str, inside: str) -> str:
        """One line of the window; gives the place behind it."""
        flow, f = self.flow, self.f
        with flow.loop(0, f["window_width"], self.together, carried=[("ptr", rows)]) as across:
            x = flow.add(self.start, flow.mul(across.index, f["apart_right"]))
            low = flow.smin(flow.smax(flow.sub("0", x), 0), self.together)
            high = flow.smax(flow.smin(flow.sub(f["width"], x), self.together), low)
            low, high = (flow.select(inside, "i64", v, 0) for v in (low, high))
            begin, end = flow.mul(low, self.taken), flow.mul(high, self.taken)
            source = flow.at(self.line, flow.mul(x, f["channels"]), self.ty)
            target = across.carried[0]
            if not self.folding:
                self._fill(target, "0", begin)
                self._fill(target, end, self.run)
            self._copy(source, target, begin, end)
            across.following = [flow.at(target, self.run, self.ty)]
        return across.results[0]

    def _fill(self, target: str, begin: str, end: str) -> None:
        flow = self.flow
        b = flow.builder(self.lanes, f"z{flow.fresh()[1:]}_")
        with flow.loop(begin, end, self.lanes) as along:
            mask = memory_access.tail_mask(b, flow.sub(end, along.index))
            zero = b.const(self.element.compute, 0)
            memory_access.store(b, self.element, zero, flow.at(target, along.index, self.ty), mask)

    def _copy(self, image: str, row: str, begin: str, end: str) -> None:
        """From the image to the row; folding, the row is added to the image."""
        flow = self.flow
        b = flow.builder(self.lanes, f"c{flow.fresh()[1:]}_")
        with flow.loop(begin, end, self.lanes) as along:
            mask = memory_access.tail_mask(b, flow.sub(end, along.index))
            there, here = (flow.at(p, along.index, self.ty) for p in (image, row))
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
        taken = flow.value(f"udiv i64 {f['channels']}, {f['groups']}")
        step = flow.mul(f["right"], f["channels"])
        self.dense = flow.compare("eq", step, 1)
        lanes, splat = memory_access.iota, memory_access.splat
        self.spread = self.b.binary("mul", lanes(self.b), splat(self.b, TypedValue(step, "i64"))).text
        self.across = self.b.binary("mul", lanes(self.b), splat(self.b, TypedValue(f["right"], "i64")))
        line_size = flow.mul(f["width"], f["channels"])
        plane = flow.mul(f["height"], line_size)
        images = flow.at(f["x"], flow.mul("%group", taken), self.ty)
        end = flow.add("%first", "%count")
        first_line, _ = divided(flow, "%first", f["out_width"])
        last_line, _ = divided(flow, flow.add(end, flow.sub(f["out_width"], 1)), f["out_width"])
        with flow.loop(first_line, last_line) as lines:
            slice_, row = divided(flow, lines.index, f["out_height"])
            number, slice_ = divided(flow, slice_, f["out_depth"])
            line_start = flow.mul(lines.index, f["out_width"])
            low = flow.smax(flow.sub("%first", line_start), 0)
            high = flow.smin(flow.sub(end, line_start), f["out_width"])
            self.length = flow.sub(high, low)
            self.start = flow.sub(flow.mul(low, f["right"]), f["left"])
            picture = flow.at(images, flow.mul(number, flow.mul(f["depth"], plane)), self.ty)
            place = flow.at(f["rows"], flow.sub(flow.add(line_start, low), "%first"), self.ty)
            front = flow.sub(flow.mul(slice_, f["deep"]), f["front"])
            top = flow.sub(flow.mul(row, f["down"]), f["above"])
            with flow.loop(0, f["window_depth"], carried=[("ptr", place)]) as deep:
                z = flow.add(front, flow.mul(deep.index, f["apart_deep"]))
                with flow.loop(0, f["window_height"], carried=[("ptr", deep.carried[0])]) as down:
                    y = flow.add(top, flow.mul(down.index, f["apart_down"]))
                    inside = flow.value(f"and i1 {is_inside(flow, z, f['depth'])}, {is_inside(flow, y, f['height'])}")
                    line = flow.at(picture, flow.add(flow.mul(z, plane), flow.mul(y, line_size)), self.ty)
                    with flow.loop(0, f["window_width"], carried=[("ptr", down.carried[0])]) as right:
                        x = flow.add(self.start, flow.mul(right.index, f["apart_right"]))
                        source = flow.at(line, flow.mul(x, f["channels"]), self.ty)
                        with flow.loop(0, taken, carried=[("ptr", right.carried[0])]) as channels:
                            target = channels.carried[0]
                            self._pixels(flow.at(source, channels.index, self.ty), target, x, inside)
                            channels.following = [flow.at(target, f["block"], self.ty)]
                        right.following = channels.results
                    down.following = right.results
                deep.following = down.results
        flow.do("ret void")
        return flow.function(f"define internal void @gw_unfold_columns{_PARAMETERS}")

    def _pixels(self, source: str, target: str, x: str, inside: str) -> None:
        """One channel at one place of the window, for the pixels of a line."""
        flow, f, b = self.flow, self.f, self.b
        width, none = (memory_access.splat(b, TypedValue(text, "i64")) for text in (f["width"], "0"))
        seen = memory_access.splat(b, TypedValue(inside, "i1"))
        with flow.loop(0, self.length, self.lanes) as along:
            tail = memory_access.tail_mask(b, flow.sub(self.length, along.index))
            first = memory_access.splat(b, TypedValue(flow.add(x, flow.mul(along.index, f["right"])), "i64"))
            where = b.binary("add", first, self.across)
            mask = b.binary("and", seen, TypedValue(tail, "i1"))
            mask = b.binary("and", mask, b.compare("icmp sge", where, none))
            mask = b.binary("and", mask, b.compare("icmp slt", where, width))
            begin = flow.at(source, flow.mul(along.index, flow.mul(f["right"], f["channels"])), self.ty)

            def neighbours(begin: str = begin, mask: str = mask.text) -> list[str]:
                return [memory_access.load(b, self.element, begin, mask).text]

            def apart(begin: str = begin, mask: str = mask.text) -> list[str]:
                return [memory_access.gather(b, self.element, begin, self.spread, mask).text]

            kind = b.type(self.element.compute)
            [value] = flow.either(self.dense, [kind], neighbours, ["zeroinitializer"])
            scattered = flow.value(f"xor i1 {self.dense}, true")
            [value] = flow.either(scattered, [kind], apart, [value])
            place = flow.at(target, along.index, self.ty)
            memory_access.store(b, self.element, TypedValue(value, self.element.compute), place, tail)
