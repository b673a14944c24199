"""Max pooling over images and volumes, and its gradient, for floats and integers.

Two functions ``void gw_max_pool...(ptr call)`` for each dtype; `call` points to fields (`call_block.CALL`). The
greatest element is the first that is greater than all before it, so NaN is never chosen.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from graphwright.ir.emit import Unsupported
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.kernels.convolution.average_pool import Pool
from graphwright.runtime.native.kernels.gemm.micro_kernels import added
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, ModuleText, TypedValue
from graphwright.runtime.native.llvm.storage import ELEMENTS, ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue

SYMBOLS: Final = ("gw_max_pool", "gw_max_pool_into_input")

_GREATER: Final = {"float": "fcmp ogt", "int": "icmp sgt", "uint": "icmp ugt"}


def kernel_text(dtype: str, host: jit.Host) -> str:
    """The module of the kernels for a dtype; raises `Unsupported` for those that are rounded."""
    element = ELEMENTS[dtype]
    if element.rounds or element.kind not in _GREATER:
        raise Unsupported(f"no native pooling of {dtype}")
    module = ModuleText(fma=host.fma)
    lanes = host.lanes(element.size)
    for name, writer in zip(SYMBOLS, (_Max, _MaxIntoInput), strict=True):
        module.add(writer(module, element, lanes).text(f"{name}_{dtype}"))
    return module.text()


def is_greater(b: IRBuilder, element: ElementType, one: TypedValue, other: TypedValue) -> TypedValue:
    """Whether elements are greater than others; NaN never is."""
    return b.compare(_GREATER[element.kind], one, other)


def lowest(b: IRBuilder, element: ElementType) -> TypedValue:
    """What no element is below."""
    if element.kind == "float":
        return b.const(element.compute, float("-inf"))
    return b.const(element.compute, int(np.iinfo(element.name).min))


class _Max(Pool):
    """The greatest element."""

    def _position(self) -> None:
        b, ty = self.b, self.element.compute
        with self._over_window([(b.type(ty), lowest(b, self.element).text)]) as taps:
            best, value = TypedValue(taps.carried[0], ty), self._load("x", taps.offset)
            taps.next_values = [b.select(is_greater(b, self.element, value, best), value, best).text]
        self._store(TypedValue(taps.results[0], ty), "y", self._result_offset())


class _MaxIntoInput(Pool):
    """The gradient goes where the greatest element is."""

    clears = True

    def _position(self) -> None:
        b = self.b
        where = self._greatest()
        grad = self._load("y", self._result_offset())
        zero = b.const(self.element.compute, 0)
        with self._over_window() as taps:
            chosen = b.compare("icmp eq", where, self._splat_index(taps.offset))
            total = added(b, self._load("to", taps.offset), b.select(chosen, grad, zero))
            self._store(total, "to", taps.offset)

    def _greatest(self) -> TypedValue:
        """Where the greatest element of the window is."""
        b, ty = self.b, self.element.compute
        start = self._splat_index(self._first_seen())
        carried = [(b.type(ty), lowest(b, self.element).text), (b.type("i64"), start.text)]
        with self._over_window(carried) as taps:
            best, where = TypedValue(taps.carried[0], ty), TypedValue(taps.carried[1], "i64")
            value = self._load("x", taps.offset)
            better = is_greater(b, self.element, value, best)
            taps.next_values = [
                b.select(better, value, best).text,
                b.select(better, self._splat_index(taps.offset), where).text,
            ]
        return TypedValue(taps.results[1], "i64")

    def _splat_index(self, index: IRValue) -> TypedValue:
        return memory_access.splat(self.b, TypedValue(index, "i64"))
