"""Pooling over images and volumes, and its gradients: the channels in vectors, the window in loops.

Four functions ``void gw_..._pool...(ptr call)`` for each dtype; `call` points to the fields of `sliding_call.CALL`.
The greatest element of a window is the first that is greater than all before it, so NaN is never chosen.
"""

from __future__ import annotations

from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.kernels.convolution.window_loops import WindowLoops
from graphwright.runtime.native.machine import jit
from graphwright.runtime.native.text import access
from graphwright.runtime.native.text.irtext import ModuleText, Value
from graphwright.runtime.native.text.storage import ELEMENTS

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


class _Pool(WindowLoops):
    def _prepare(self) -> None:
        self.results = self.flow.mul(self.position, self.f["channels"])

    def _result_offset(self) -> str:
        return self.flow.add(self.results, self.channel)

    def _number(self) -> Value:
        """How many elements the window sees, in every lane."""
        flow, b = self.flow, self.b
        count = "1"
        for seen in self.seen:
            count = flow.mul(count, flow.sub(seen.last, seen.first))
        scalar = b.of_width(1).emit(f"sitofp i64 {count} to {self.element.compute}", self.element.compute)
        return access.splat(b, scalar)

    def _splat_index(self, index: str) -> Value:
        return access.splat(self.b, Value(index, "i64"))

    def _lowest(self) -> Value:
        return access.splat(self.b, self.b.of_width(1).const(self.element.compute, float("-inf")))


class _Max(_Pool):
    """The greatest element."""

    def _position(self) -> None:
        b, ty = self.b, self.element.compute
        with self._over_window([(b.type(ty), self._lowest().text)]) as taps:
            best, value = Value(taps.carried[0], ty), self._load("x", taps.offset)
            taps.following = [b.select(b.compare("fcmp ogt", value, best), value, best).text]
        self._store(Value(taps.results[0], ty), "y", self._result_offset())


class _MaxIntoInput(_Pool):
    """The gradient goes where the greatest element is."""

    clears = True

    def _position(self) -> None:
        b = self.b
        where = self._greatest()
        grad = self._load("y", self._result_offset())
        zero = b.const(self.element.compute, 0)
        with self._over_window() as taps:
            chosen = b.compare("icmp eq", where, self._splat_index(taps.offset))
            self._store(b.add(self._load("to", taps.offset), b.select(chosen, grad, zero)), "to", taps.offset)

    def _greatest(self) -> Value:
        """Where the greatest element of the window is."""
        b, ty = self.b, self.element.compute
        start = self._splat_index(self._first_seen())
        with self._over_window([(b.type(ty), self._lowest().text), (b.type("i64"), start.text)]) as taps:
            best, where = Value(taps.carried[0], ty), Value(taps.carried[1], "i64")
            value = self._load("x", taps.offset)
            better = b.compare("fcmp ogt", value, best)
            taps.following = [
                b.select(better, value, best).text,
                b.select(better, self._splat_index(taps.offset), where).text,
            ]
        return Value(taps.results[1], "i64")


class _Average(_Pool):
    """The mean."""

    def _prepare(self) -> None:
        super()._prepare()
        self.count = self._number()

    def _position(self) -> None:
        b, ty = self.b, self.element.compute
        with self._over_window([(b.type(ty), b.const(ty, 0).text)]) as taps:
            taps.following = [b.add(Value(taps.carried[0], ty), self._load("x", taps.offset)).text]
        self._store(b.div(Value(taps.results[0], ty), self.count), "y", self._result_offset())


class _AverageIntoInput(_Pool):
    """Every element that the window sees gets an equal share of the gradient."""

    clears = True

    def _prepare(self) -> None:
        super()._prepare()
        self.count = self._number()

    def _position(self) -> None:
        share = self.b.div(self._load("y", self._result_offset()), self.count)
        with self._over_window() as taps:
            self._store(self.b.add(self._load("to", taps.offset), share), "to", taps.offset)
