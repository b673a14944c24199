"""Average pooling over images and volumes, and its gradient: channels in vectors, a loop over the window.

Two functions ``void gw_average_pool...(ptr call)`` for each dtype; `call` points to fields (`call_block.CALL`).
Those of the greatest elements are in `max_pool`.
"""

from __future__ import annotations

from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.window_loops import WindowLoops
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue

SYMBOLS: Final = ("gw_average_pool", "gw_average_pool_into_input")


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in ("float32", "float64"):
        raise Unsupported(f"no native averages of {dtype}")
    element = ELEMENTS[dtype]
    module = ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    for name, writer in zip(SYMBOLS, (_Average, _AverageIntoInput), strict=True):
        module.add(writer(module, element, lanes).text(f"{name}_{dtype}"))
    return module.text()


class Pool(WindowLoops):
    """What pools have in common: one result for each position and channel."""

    def _prepare(self) -> None:
        self.results = self.position * self.f["channels"]

    def _result_offset(self) -> IRValue:
        return self.results + self.channel


class _OfCount(Pool):
    def _prepare(self) -> None:
        super()._prepare()
        flow, b = self.flow, self.b
        count = flow.i64(1)
        for seen in self.seen:
            count = count * (seen.last - seen.first)
        scalar = b.of_width(1).emit(f"sitofp i64 {count} to {self.element.compute}", self.element.compute)
        #: how many elements the window sees, in every lane
        self.count = memory_access.splat(b, scalar)


class _Average(_OfCount):
    """The mean."""

    def _position(self) -> None:
        b, ty = self.b, self.element.compute
        with self._over_window([(b.type(ty), b.const(ty, 0).text)]) as taps:
            taps.next_values = [b.add(TypedValue(taps.carried[0], ty), self._load("x", taps.offset)).text]
        self._store(b.div(TypedValue(taps.results[0], ty), self.count), "y", self._result_offset())


class _AverageIntoInput(_OfCount):
    """Every element that the window sees gets an equal share of the gradient."""

    clears = True

    def _position(self) -> None:
        share = self.b.div(self._load("y", self._result_offset()), self.count)
        with self._over_window() as taps:
            self._store(self.b.add(self._load("to", taps.offset), share), "to", taps.offset)
