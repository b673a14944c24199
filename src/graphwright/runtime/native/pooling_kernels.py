"""Pooling over images and its gradients: the channels in vectors, the window in loops.

Four functions ``void gw_..._pool...(ptr call)`` for each dtype; `call` points to the fields of `CALL`, 8 bytes each.
Images have their channels last. The greatest element of a window is the first that is greater than all before it,
so NaN is never chosen.
"""

from __future__ import annotations

from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native import access, jit
from graphwright.runtime.native.flow import Flow
from graphwright.runtime.native.irtext import Builder, ModuleText, Value
from graphwright.runtime.native.storage import ELEMENTS, Element

#: The fields of a call in order: the images, the results (or their gradient), the gradient to write, then sizes.
CALL: Final = (
    "x", "y", "to", "batch", "height", "width", "channels", "out_height", "out_width", "window_height",
    "window_width", "down", "right", "above", "left",
)  # fmt: skip

SYMBOLS: Final = ("gw_max_pool", "gw_max_pool_into_input", "gw_average_pool", "gw_average_pool_into_input")


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in ("float32", "float64"):
        raise Unsupported(f"no native pooling of {dtype}")
    element = ELEMENTS[dtype]
    module = ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    writers = (_Max, _MaxIntoInput, _Average, _AverageIntoInput)
    for name, writer in zip(SYMBOLS, writers, strict=True):
        module.add(writer(module, element, lanes).text(f"{name}_{dtype}"))
    return module.text()


class _Pool:
    """Writes the loops over images, positions and channels; what is done there is up to the kinds below."""

    clears = False

    def __init__(self, module: ModuleText, element: Element, lanes: int) -> None:
        self.flow = flow = Flow(module)
        self.element, self.lanes, self.ty = element, lanes, element.storage
        pointers = ("x", "y", "to")
        self.f = {
            name: flow.value(f"load {'ptr' if name in pointers else 'i64'}, ptr {flow.at('%call', at, 'i64')}, align 8")
            for at, name in enumerate(CALL)
        }
        self.b: Builder = flow.builder(lanes, "v")

    def text(self, name: str) -> str:
        flow, f = self.flow, self.f
        self.line = flow.mul(f["width"], f["channels"])
        image = flow.mul(f["height"], self.line)
        if self.clears:
            self._clear(flow.mul(image, f["batch"]))
        pointed = flow.mul(f["out_height"], flow.mul(f["out_width"], f["channels"]))
        with flow.loop(0, f["batch"]) as images:
            self.image = flow.mul(images.index, image)
            results = flow.mul(images.index, pointed)
            with flow.loop(0, f["out_height"]) as rows, flow.loop(0, f["out_width"]) as columns:
                self.top, self.bottom = self._seen(rows.index, "down", "above", "window_height", "height")
                self.first, self.last = self._seen(columns.index, "right", "left", "window_width", "width")
                place = flow.add(flow.mul(rows.index, f["out_width"]), columns.index)
                self.result = flow.add(results, flow.mul(place, f["channels"]))
                self._prepare()
                with flow.loop(0, f["channels"], self.lanes) as along:
                    self.channel = along.index
                    self.mask = access.tail_mask(self.b, flow.sub(f["channels"], along.index))
                    self._position()
        flow.do("ret void")
        return flow.function(f"define void @{name}(ptr %call) noinline nounwind")

    def _clear(self, count: str) -> None:
        flow, b = self.flow, self.b
        with flow.loop(0, count, self.lanes) as along:
            mask = access.tail_mask(b, flow.sub(count, along.index))
            place = flow.at(self.f["to"], along.index, self.ty)
            access.store(b, self.element, b.const(self.element.compute, 0), place, mask)

    def _seen(self, at: str, step: str, before: str, window: str, size: str) -> tuple[str, str]:
        """The part of an axis that the window sees at a position, without the padding."""
        flow, f = self.flow, self.f
        start = flow.sub(flow.mul(at, f[step]), f[before])
        end = flow.smin(flow.add(start, f[window]), f[size])
        return flow.smax(start, 0), end

    def _prepare(self) -> None:
        """What is the same for all channels of a position."""

    def _position(self) -> None:
        """The vectors of one position."""
        raise NotImplementedError

    def _at(self, y: str, x: str) -> str:
        """The offset of the current channels at a pixel of the current image."""
        flow = self.flow
        pixel = flow.add(flow.mul(y, self.line), flow.mul(x, self.f["channels"]))
        return flow.add(flow.add(self.image, pixel), self.channel)

    def _load(self, field: str, offset: str) -> Value:
        return access.load(self.b, self.element, self.flow.at(self.f[field], offset, self.ty), self.mask)

    def _store(self, value: Value, field: str, offset: str) -> None:
        access.store(self.b, self.element, value, self.flow.at(self.f[field], offset, self.ty), self.mask)

    def _result_offset(self) -> str:
        return self.flow.add(self.result, self.channel)

    def _number(self) -> Value:
        """How many elements the window sees, in every lane."""
        flow, b = self.flow, self.b
        count = flow.mul(flow.sub(self.bottom, self.top), flow.sub(self.last, self.first))
        scalar = b.of_width(1).emit(f"sitofp i64 {count} to {self.element.compute}", self.element.compute)
        return access.splat(b, scalar)

    def _splat_index(self, index: str) -> Value:
        return access.splat(self.b, Value(index, "i64"))

    def _greatest(self) -> tuple[Value, Value]:
        """The greatest element so far, and where it is, over the window."""
        flow, b, ty = self.flow, self.b, self.element.compute
        lowest = access.splat(b, b.of_width(1).const(ty, float("-inf")))
        start = self._splat_index(self._at(self.top, self.first))
        carried = [(b.type(ty), lowest.text), (b.type("i64"), start.text)]
        with flow.loop(self.top, self.bottom, carried=carried) as down:
            inner = [(kind, value) for (kind, _), value in zip(carried, down.carried, strict=True)]
            with flow.loop(self.first, self.last, carried=inner) as across:
                best, where = Value(across.carried[0], ty), Value(across.carried[1], "i64")
                offset = self._at(down.index, across.index)
                value = self._load("x", offset)
                better = b.compare("fcmp ogt", value, best)
                across.following = [
                    b.select(better, value, best).text,
                    b.select(better, self._splat_index(offset), where).text,
                ]
            down.following = across.results
        return Value(down.results[0], ty), Value(down.results[1], "i64")


class _Max(_Pool):
    """The greatest element."""

    def _position(self) -> None:
        flow, b, ty = self.flow, self.b, self.element.compute
        lowest = access.splat(b, b.of_width(1).const(ty, float("-inf")))
        with flow.loop(self.top, self.bottom, carried=[(b.type(ty), lowest.text)]) as down:
            inner = [(b.type(ty), down.carried[0])]
            with flow.loop(self.first, self.last, carried=inner) as across:
                best = Value(across.carried[0], ty)
                value = self._load("x", self._at(down.index, across.index))
                across.following = [b.select(b.compare("fcmp ogt", value, best), value, best).text]
            down.following = across.results
        self._store(Value(down.results[0], ty), "y", self._result_offset())


class _MaxIntoInput(_Pool):
    """The gradient goes where the greatest element is."""

    clears = True

    def _position(self) -> None:
        flow, b = self.flow, self.b
        _, where = self._greatest()
        grad = self._load("y", self._result_offset())
        zero = b.const(self.element.compute, 0)
        with flow.loop(self.top, self.bottom) as down, flow.loop(self.first, self.last) as across:
            offset = self._at(down.index, across.index)
            chosen = b.compare("icmp eq", where, self._splat_index(offset))
            self._store(b.add(self._load("to", offset), b.select(chosen, grad, zero)), "to", offset)


class _Average(_Pool):
    """The mean."""

    def _position(self) -> None:
        flow, b, ty = self.flow, self.b, self.element.compute
        with flow.loop(self.top, self.bottom, carried=[(b.type(ty), b.const(ty, 0).text)]) as down:
            inner = [(b.type(ty), down.carried[0])]
            with flow.loop(self.first, self.last, carried=inner) as across:
                value = self._load("x", self._at(down.index, across.index))
                across.following = [b.add(Value(across.carried[0], ty), value).text]
            down.following = across.results
        self._store(b.div(Value(down.results[0], ty), self.count), "y", self._result_offset())

    def _prepare(self) -> None:
        self.count = self._number()


class _AverageIntoInput(_Pool):
    """Every element that the window sees gets an equal share of the gradient."""

    clears = True

    def _prepare(self) -> None:
        self.count = self._number()

    def _position(self) -> None:
        flow, b = self.flow, self.b
        share = b.div(self._load("y", self._result_offset()), self.count)
        with flow.loop(self.top, self.bottom) as down, flow.loop(self.first, self.last) as across:
            offset = self._at(down.index, across.index)
            self._store(b.add(self._load("to", offset), share), "to", offset)
