"""Code that the tiles of all convolutions share: their fields, and how they store results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from graphwright.runtime.native.epilogue import Flag
from graphwright.runtime.native.kernels.epilogue import in_registers
from graphwright.runtime.native.kernels.gemm.micro_kernels import Tile
from graphwright.runtime.native.llvm import memory_access
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.ir_builder import IRBuilder, TypedValue
from graphwright.runtime.native.llvm.storage import ElementType
from graphwright.runtime.native.loop_ir.typed import IROperand, IRValue

#: Where the rows of a tile begin in its `sizes`, which have the columns in their lower bits.
ROWS_SHIFT: Final = 32


class Fields:
    """The layout of a block of fields, 8 bytes each: pointers, then numbers."""

    def __init__(self, pointers: Sequence[str], numbers: Sequence[str]) -> None:
        self.names: Final = (*pointers, *numbers)
        self._pointers: Final = frozenset(pointers)

    def load(self, flow: Flow, block: IRValue, *names: str) -> dict[str, IRValue]:
        """Some of the fields."""
        return {name: self._place(flow, block, name).load(self._kind(name), align=8) for name in names}

    def store(self, flow: Flow, block: IRValue, values: Mapping[str, IROperand]) -> None:
        """Set some of the fields."""
        for name, value in values.items():
            self._place(flow, block, name).store(value, self._kind(name), align=8)

    def allocate(self, flow: Flow) -> IRValue:
        """A block on the stack."""
        return flow.alloca(f"[{len(self.names)} x i64]", align=16)

    def _kind(self, name: str) -> str:
        return "ptr" if name in self._pointers else "i64"

    def _place(self, flow: Flow, block: IRValue, name: str) -> IRValue:
        return block.at(self.names.index(name), "i64")


def _entry(flow: Flow, table: IRValue, at: int) -> IRValue:
    return table.at(at, "i64").load("i64", align=8)


class Cells:
    """The places of a tile's cells, row by row, and their masks.

    The tile has parameters ``%c``, ``%sizes`` and ``%product``, whose `fields` include those read here. Rows beyond
    those there are are written over the last row. Where there is a table of `places`, rows lie there, counted from
    ``%c``; behind the last come copies of it.
    """

    def __init__(
        self, flow: Flow, b: IRBuilder, element: ElementType, tile: Tile, fields: Fields, places: IRValue | None = None
    ) -> None:
        self.flow, self.b, self.element, self.tile, self._fields = flow, b, element, tile, fields
        self.c_step, self.flags = self.field("c_row"), self.field("flags")
        self.last_row = last_row = (flow.i64("%sizes") >> ROWS_SHIFT) - 1
        cols = flow.i64("%sizes") & ((1 << ROWS_SHIFT) - 1)
        last = memory_access.tail_mask(b, cols - ((tile.vectors - 1) * tile.lanes))
        self.masks = [None] * (tile.vectors - 1) + [last]
        self.cells: list[tuple[IRValue, str | None]] = []
        for i in range(tile.rows):
            if places is not None:
                row = flow.ptr("%c").at(_entry(flow, places, i), element.storage)
            else:
                row = flow.ptr("%c").at(last_row.min(i) * self.c_step, element.storage) if i else flow.ptr("%c")
            self.cells += [(row.at(j * tile.lanes, element.storage), mask) for j, mask in enumerate(self.masks)]

    def field(self, name: str) -> IRValue:
        """A field of what the tile is a part of."""
        return self._fields.load(self.flow, self.flow.ptr("%product"), name)[name]

    def wants(self, flag: int) -> IRValue:
        """Whether the product has one of these flags."""
        return (self.flags & flag).ne(0)

    def load(self) -> list[TypedValue]:
        """What the cells hold."""
        return [memory_access.load(self.b, self.element, place, mask) for place, mask in self.cells]

    def accumulated(self, results: Sequence[str]) -> Sequence[str]:
        """The results, added to what the cells hold if the product accumulates."""
        b, ty = self.b, self.element.compute

        def added() -> list[str]:
            return [b.add(old, TypedValue(text, ty)).text for old, text in zip(self.load(), results, strict=True)]

        return self.flow.either(self.wants(Flag.ACCUMULATE), [b.type(ty)] * len(results), added, results)

    def finish(self, results: Sequence[str], bias: IRValue) -> None:
        """Store the cells after the epilogue, and return."""
        flow, b, element = self.flow, self.b, self.element
        asked = self.flags, bias, self.c_step, lambda: self.field("residual")
        texts = in_registers(flow, b, element, results, self.cells, self.masks, *asked)
        for (place, mask), text in zip(self.cells, texts, strict=True):
            memory_access.store(b, element, TypedValue(text, element.compute), place, mask)
        flow.ret()
