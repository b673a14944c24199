"""Depthwise convolution and both gradients: the channels of the images in vectors, a loop over the window.

Functions ``void gw_depthwise...(ptr call)`` for each dtype; `call` points to the fields of `call_block.CALL`. Each
channel has as many results as there are out channels to one channel. Those of a channel are neighbours in memory: for
more than one there are functions, ``..._apart``, that pick every so-and-so-many-th element.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.window_loops import WindowLoops, clear
from graphwright.runtime.native.kernels.gemm.micro_kernels import multiply_add
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue

_NAMES: Final = ("gw_depthwise", "gw_depthwise_into_input", "gw_depthwise_into_filter")
APART: Final = "_apart"

SYMBOLS: Final = (*_NAMES, *(name + APART for name in _NAMES))


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those without vectors of their own."""
    if dtype not in ("float32", "float64"):
        raise Unsupported(f"no native convolution of {dtype}")
    element = ELEMENTS[dtype]
    module = ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    for apart in (False, True):
        for name, writer in zip(_NAMES, (_Forward, _IntoInput, _IntoFilter), strict=True):
            result = writer(module, element, lanes, apart)
            module.add(result.text(f"{name}{APART if apart else ''}_{dtype}"))
    return module.text()


class _Depthwise(WindowLoops):
    dilated = True

    def __init__(self, module: ModuleText, element: ElementType, lanes: int, apart: bool) -> None:
        super().__init__(module, element, lanes)
        self.apart = apart
        flow, f = self.flow, self.f
        self.many = f["out_channels"] // f["channels"] if apart else flow.i64(1)
        spread = self.b.binary(
            "mul", memory_access.iota(self.b), memory_access.splat(self.b, TypedValue(self.many, "i64"))
        )
        self.spread = spread.text

    def _position(self) -> None:
        flow = self.flow
        with flow.loop(0, self.many) as which:
            #: the first of the results that belong to the current channels
            self.result = self.channel * self.many + which.index
            self._of_results()

    def _of_results(self) -> None:
        """The vectors of one position, for one of the results of each channel."""
        raise NotImplementedError

    def _at_result(self, row: IRValue) -> IRValue:
        """The offset of the current results in a row of the results or of the filter."""
        return row * self.f["out_channels"] + self.result

    def _pick(self, field: str, row: IRValue) -> TypedValue:
        offset = self._at_result(row)
        if not self.apart:
            return self._load(field, offset)
        place = self.f[field].at(offset, self.ty)
        return memory_access.gather(self.b, self.element, place, self.spread, self.mask)

    def _put(self, value: TypedValue, field: str, row: IRValue) -> None:
        offset = self._at_result(row)
        if not self.apart:
            self._store(value, field, offset)
            return
        place = self.f[field].at(offset, self.ty)
        memory_access.scatter(self.b, self.element, value, place, self.spread, self.mask)


class _Forward(_Depthwise):
    def _of_results(self) -> None:
        b, ty = self.b, self.element.compute
        with self._over_window([(b.type(ty), b.const(ty, 0).text)]) as taps:
            seen, weight = self._load("x", taps.offset), self._pick("filter", taps.number)
            taps.next_values = [multiply_add(b, seen, weight, TypedValue(taps.carried[0], ty)).text]
        self._put(TypedValue(taps.results[0], ty), "y", self.position)


class _IntoInput(_Depthwise):
    clears = True

    def _of_results(self) -> None:
        grad = self._pick("y", self.position)
        with self._over_window() as taps:
            there = self._load("to", taps.offset)
            self._store(multiply_add(self.b, grad, self._pick("filter", taps.number), there), "to", taps.offset)


class _IntoFilter(_Depthwise):
    apart_by_image = False

    def _prepare_all(self, flow: Flow, f: Mapping[str, IRValue]) -> None:
        count = f["out_channels"]
        for size in ("window_depth", "window_height", "window_width"):
            count = count * f[size]
        clear(flow, self.element, self.lanes, f["filter"], count)

    def _of_results(self) -> None:
        grad = self._pick("y", self.position)
        with self._over_window() as taps:
            seen, there = self._load("x", taps.offset), self._pick("filter", taps.number)
            self._put(multiply_add(self.b, seen, grad, there), "filter", taps.number)
