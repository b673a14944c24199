"""Convolution over images, forwards and both gradients: blocks of pixels unfolded into rows, and matrix products.

Three functions ``void gw_convolve_...(ptr call)`` for each dtype; `call` points to the fields of `CALL`, 8 bytes
each. Images have their channels last. A block of output pixels is as long as its rows (the part of the image that the
window sees there, padding as zeros) fit in the second-level cache; the product of the rows and the filter runs in the
packed kernel of `gemm`, the sums in one fixed order. Unfolding costs a few hundredths of the product, for each
element is used as often as there are output channels, and needs no case for strides, dilations or edges.
"""

from __future__ import annotations

from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native import access, gemm, jit
from graphwright.runtime.native.flow import Flow
from graphwright.runtime.native.irtext import ModuleText
from graphwright.runtime.native.storage import ELEMENTS, Element

#: The fields of a call in order: the images, the filter, the results, room for `block` rows, then sizes.
CALL: Final = (
    "x", "filter", "y", "rows", "batch", "height", "width", "channels", "out_height", "out_width", "out_channels",
    "window_height", "window_width", "down", "right", "apart_down", "apart_right", "above", "left", "block",
)  # fmt: skip
_POINTERS: Final = frozenset({"x", "filter", "y", "rows"})

SYMBOLS: Final = ("gw_convolve", "gw_convolve_into_input", "gw_convolve_into_filter")

#: Bytes of unfolded rows that go by one product.
BLOCK_BYTES: Final = 1 << 20


def block_rows(row: int, size: int) -> int:
    """How many pixels go together, for rows of `row` elements of `size` bytes."""
    return max(16, min(1024, BLOCK_BYTES // max(row * size, 1) // 16 * 16))


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in ("float32", "float64"):
        raise Unsupported(f"no native convolution of {dtype}")
    element = ELEMENTS[dtype]
    module = ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    module.add(_Rows(module, element, lanes, folding=False).text())
    module.add(_Rows(module, element, lanes, folding=True).text())
    module.add(_clear_text(module, element, lanes))
    for write in (_forward_text, _into_input_text, _into_filter_text):
        module.add(write(module, element))
    return module.text()


def _fields(flow: Flow) -> dict[str, str]:
    types = {name: "ptr" if name in _POINTERS else "i64" for name in CALL}
    return {
        name: flow.value(f"load {ty}, ptr {flow.at('%call', at, 'i64')}, align 8")
        for at, (name, ty) in enumerate(types.items())
    }


class _Rows:
    """Writes the function that copies what the window sees at some pixels into rows, or adds such rows back."""

    def __init__(self, module: ModuleText, element: Element, lanes: int, *, folding: bool) -> None:
        self.flow, self.element, self.lanes, self.folding = Flow(module), element, lanes, folding
        self.ty = element.storage

    def text(self) -> str:
        flow = self.flow
        self.f = f = _fields(flow)
        dense = flow.compare("eq", f["apart_right"], 1)
        # taps that are neighbours in the image go by one copy
        self.together = flow.select(dense, "i64", f["window_width"], 1)
        self.run = flow.mul(self.together, f["channels"])
        image = flow.mul(f["out_height"], f["out_width"])
        line = flow.mul(f["width"], f["channels"])
        with flow.loop(0, "%count", carried=[("ptr", f["rows"])]) as pixels:
            pixel = flow.add("%first", pixels.index)
            number = flow.value(f"udiv i64 {pixel}, {image}")
            place = flow.sub(pixel, flow.mul(number, image))
            row = flow.value(f"udiv i64 {place}, {f['out_width']}")
            column = flow.sub(place, flow.mul(row, f["out_width"]))
            top = flow.sub(flow.mul(row, f["down"]), f["above"])
            self.start = flow.sub(flow.mul(column, f["right"]), f["left"])
            picture = flow.at(f["x"], flow.mul(number, flow.mul(f["height"], line)), self.ty)
            with flow.loop(0, f["window_height"], carried=[("ptr", pixels.carried[0])]) as down:
                y = flow.add(top, flow.mul(down.index, f["apart_down"]))
                above = flow.compare("sge", y, 0)
                inside = flow.value(f"and i1 {above}, {flow.compare('slt', y, f['height'])}")
                self.line = flow.at(picture, flow.mul(y, line), self.ty)
                down.following = [self._line(down.carried[0], inside)]
            pixels.following = [down.results[0]]
        flow.do("ret void")
        name = "gw_fold" if self.folding else "gw_unfold"
        return flow.function(f"define internal void @{name}(ptr %call, i64 %first, i64 %count) noinline nounwind")

    def _line(self, rows: str, inside: str) -> str:
        """One line of the window; gives the place behind it."""
        flow, f = self.flow, self.f
        with flow.loop(0, f["window_width"], self.together, carried=[("ptr", rows)]) as across:
            x = flow.add(self.start, flow.mul(across.index, f["apart_right"]))
            low = flow.smin(flow.smax(flow.sub("0", x), 0), self.together)
            high = flow.smax(flow.smin(flow.sub(f["width"], x), self.together), low)
            low, high = (flow.select(inside, "i64", v, 0) for v in (low, high))
            begin, end = flow.mul(low, f["channels"]), flow.mul(high, f["channels"])
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
            mask = access.tail_mask(b, flow.sub(end, along.index))
            zero = b.const(self.element.compute, 0)
            access.store(b, self.element, zero, flow.at(target, along.index, self.ty), mask)

    def _copy(self, image: str, row: str, begin: str, end: str) -> None:
        """From the image to the row; folding, the row is added to the image."""
        flow = self.flow
        b = flow.builder(self.lanes, f"c{flow.fresh()[1:]}_")
        with flow.loop(begin, end, self.lanes) as along:
            mask = access.tail_mask(b, flow.sub(end, along.index))
            there, here = (flow.at(p, along.index, self.ty) for p in (image, row))
            value = access.load(b, self.element, here if self.folding else there, mask)
            if self.folding:
                value = b.add(access.load(b, self.element, there, mask), value)
            access.store(b, self.element, value, there if self.folding else here, mask)


def _clear_text(module: ModuleText, element: Element, lanes: int) -> str:
    flow = Flow(module)
    b = flow.builder(lanes, "v")
    with flow.loop(0, "%count", lanes) as along:
        mask = access.tail_mask(b, flow.sub("%count", along.index))
        access.store(b, element, b.const(element.compute, 0), flow.at("%target", along.index, element.storage), mask)
    flow.do("ret void")
    return flow.function("define internal void @gw_clear(ptr %target, i64 %count) noinline nounwind")


class _Blocks:
    """What the three drivers share: the sizes, and calls of the product."""

    def __init__(self, module: ModuleText, element: Element) -> None:
        self.module, self.element = module, element
        self.flow = flow = Flow(module)
        # in the entry block: an allocation inside a loop would take room in every round
        self.product = flow.value(f"alloca [{len(gemm.CALL)} x i64], align 16")
        self.f = f = _fields(flow)
        self.row = flow.mul(flow.mul(f["window_height"], f["window_width"]), f["channels"])
        self.pixels = flow.mul(flow.mul(f["out_height"], f["out_width"]), f["batch"])

    def call(self, name: str, first: str, count: str) -> None:
        """Unfold or fold the rows of some pixels."""
        self.flow.do(f"call void @{name}(ptr %call, i64 {first}, i64 {count})")

    def multiply(self, **fields: str) -> None:
        """A product by the shared kernel."""
        flow, symbol = self.flow, gemm.symbol(self.element.name)
        self.module.declare(f"declare void @{symbol}(ptr)")
        for at, name in enumerate(gemm.CALL):
            kind = "ptr" if name in ("a", "b", "c") else "i64"
            value = fields.get(name, "0")
            flow.do(f"store {kind} {value}, ptr {flow.at(self.product, at, 'i64')}, align 8")
        flow.do(f"call void @{symbol}(ptr {self.product})")

    def result_at(self, first: str) -> str:
        """The results of a pixel."""
        return self.flow.at(self.f["y"], self.flow.mul(first, self.f["out_channels"]), self.element.storage)

    def function(self, name: str) -> str:
        """The text of the driver."""
        self.flow.do("ret void")
        return self.flow.function(f"define void @{name}_{self.element.name}(ptr %call) noinline optnone nounwind")


def _forward_text(module: ModuleText, element: Element) -> str:
    d = _Blocks(module, element)
    flow, f = d.flow, d.f
    with flow.loop(0, d.pixels, f["block"]) as blocks:
        first = blocks.index
        count = flow.smin(flow.sub(d.pixels, first), f["block"])
        d.call("gw_unfold", first, count)
        d.multiply(
            a=f["rows"], b=f["filter"], c=d.result_at(first), m=count, n=f["out_channels"], k=d.row,
            a_row=d.row, a_col="1", b_row=f["out_channels"], b_col="1", c_row=f["out_channels"],
        )  # fmt: skip
    return d.function(SYMBOLS[0])


def _into_input_text(module: ModuleText, element: Element) -> str:
    """Rows of the gradient by the filter transposed, added where the rows come from."""
    d = _Blocks(module, element)
    flow, f = d.flow, d.f
    image = flow.mul(flow.mul(f["height"], f["width"]), f["channels"])
    flow.do(f"call void @gw_clear(ptr {f['x']}, i64 {flow.mul(image, f['batch'])})")
    with flow.loop(0, d.pixels, f["block"]) as blocks:
        first = blocks.index
        count = flow.smin(flow.sub(d.pixels, first), f["block"])
        d.multiply(
            a=d.result_at(first), b=f["filter"], c=f["rows"], m=count, n=d.row, k=f["out_channels"],
            a_row=f["out_channels"], a_col="1", b_row="1", b_col=f["out_channels"], c_row=d.row,
        )  # fmt: skip
        d.call("gw_fold", first, count)
    return d.function(SYMBOLS[1])


def _into_filter_text(module: ModuleText, element: Element) -> str:
    """Rows transposed by the gradient, added up over the blocks; without pixels it is zero."""
    d = _Blocks(module, element)
    flow, f = d.flow, d.f
    with flow.loop(0, flow.smax(d.pixels, 1), f["block"]) as blocks:
        first = blocks.index
        count = flow.smin(flow.sub(d.pixels, first), f["block"])
        d.call("gw_unfold", first, count)
        again = flow.compare("sgt", first, 0)
        d.multiply(
            a=f["rows"], b=d.result_at(first), c=f["filter"], m=d.row, n=f["out_channels"], k=count,
            a_row="1", a_col=d.row, b_row=f["out_channels"], b_col="1", c_row=f["out_channels"],
            flags=flow.select(again, "i64", gemm.ACCUMULATE, 0),
        )  # fmt: skip
    return d.function(SYMBOLS[2])
