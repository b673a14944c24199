"""What follows a convolution, done to the results in a tile's registers: see the flags of `gemm.micro_kernels`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphwright.runtime.native.kernels.gemm.micro_kernels import (
    AFFINE,
    BIAS,
    RESIDUAL,
    SUBTRACT,
    affine,
    affine_rows,
    clamp_bounds,
    clamped,
)
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IRValue


class Epilogue:
    """Writes it; `bias` points to the first of AFFINE's rows at the tile's columns; rows are `apart` elements apart."""

    def __init__(self, flow: Flow, b: IRBuilder, element: ElementType, bias: IRValue, apart: IRValue) -> None:
        self.flow, self.b, self.element, self.bias, self.apart = flow, b, element, bias, apart

    def after(
        self,
        results: Sequence[str],
        cells: Sequence[tuple[IRValue, str | None]],
        masks: Sequence[str | None],
        wants: Callable[[int], IRValue],
        residual: Callable[[], IRValue],
    ) -> list[str]:
        """The results, vector by vector, after all that the flags ask for.

        `cells` are the places and masks of the vectors, row by row with as many in a row as there are `masks`; `wants`
        tells whether a flag is set, and `residual` how many bytes the matrix that RESIDUAL adds is away.
        """
        flow, b, element = self.flow, self.b, self.element
        ty = element.compute
        kinds = [b.type(ty)] * len(results)
        biased = flow.either(wants(BIAS), kinds, lambda: self._biased(results, masks), results)
        changed = flow.either(wants(AFFINE), kinds, lambda: self._affine(biased, masks, wants(SUBTRACT)), biased)

        def added() -> list[str]:
            distance = residual()
            parts = [memory_access.load(b, element, place.at(distance, "i8"), mask) for place, mask in cells]
            pairs = zip(changed, parts, strict=True)
            return [b.binary("fadd", TypedValue(text, ty), part).text for text, part in pairs]

        sums = flow.either(wants(RESIDUAL), kinds, added, changed)
        bounds = clamp_bounds(b, element, flow, wants)
        return [clamped(b, TypedValue(text, ty), bounds).text for text in sums]

    def _biased(self, results: Sequence[str], masks: Sequence[str | None]) -> list[str]:
        b, ty = self.b, self.element.compute
        rows = [memory_access.load(b, self.element, self._row(j), mask) for j, mask in enumerate(masks)]
        return [b.binary("fadd", TypedValue(text, ty), rows[at % len(rows)]).text for at, text in enumerate(results)]

    def _affine(self, results: Sequence[str], masks: Sequence[str | None], subtracts: IRValue) -> list[str]:
        b, ty, changed = self.b, self.element.compute, list(results)
        for j, mask in enumerate(masks):
            rows = affine_rows(b, self.element, self.flow, self._row(j), self.apart, mask, subtracts)
            for at in range(j, len(results), len(masks)):
                changed[at] = affine(b, TypedValue(results[at], ty), rows).text
        return changed

    def _row(self, j: int) -> IRValue:
        return self.bias.at(j * self.b.width, self.element.storage)
