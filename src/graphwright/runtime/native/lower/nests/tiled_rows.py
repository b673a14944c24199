"""Lowers rows in tiles that stay in cache, each computed in several passes (`schedule/tile.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.rule_probe import apply_rule
from graphwright.runtime.native.fusion.symbolic_sizes import ONE
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.values import Array, Buffer
from graphwright.runtime.native.machine.limits import TILE_ELEMENTS

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.nests.fused_nest import FusedWriter


class TiledRow:
    """Writes one row of a nest tile by tile, each tile pass by pass."""

    def __init__(self, nest: FusedWriter, passes: list[list[Operation]]) -> None:
        self.nest = nest
        self.w = nest.w
        self.passes = passes
        made_in = {op.outputs[0]: k for k, ops in enumerate(passes) for op in ops}
        # the last pass that reads a value made in an earlier one
        self.last: dict[Value, int] = {}
        for k, ops in enumerate(passes):
            for op in ops:
                self.last.update({v: k for v in op.inputs if made_in.get(v, k) < k})
        self.tiles: dict[Value, Array] = {}

    def run(self) -> None:
        """Write the row."""
        w, nest = self.w, self.nest
        extent, text = nest.row.static, nest.extents[-1]
        nest.hold_repeated()
        outer = w.count_to(text, TILE_ELEMENTS)
        length = str(TILE_ELEMENTS)
        if extent is None or extent % TILE_ELEMENTS:
            w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
            left = w.i64(text) - outer.index
            length = left.umin(TILE_ELEMENTS)
        with w.module.inlining_math():
            for number, ops in enumerate(self.passes):
                loop = w.count_to(length, nest.width)
                self._step(ops, loop.index, w.sum(outer.index, loop.index))
                loop.close()
                self._forget(number)
        outer.close()

    def _step(self, ops: list[Operation], within: str, index: str) -> None:
        nest = self.nest
        e = self.w.emitter.of_width(nest.width)
        mask = nest.mask_for(index, nest.extents[-1])
        values: dict[Value, TextOperand] = dict(nest.wide_scalars)
        nest.read_constants(values, ops)
        for op in ops:
            for value in op.inputs:
                if value not in values:
                    values[value] = self._read(value, within, index, mask)
            operands = [values[v] for v in op.inputs]
            if nest.step.members[op].checked:
                nest.code.check_elements(e, op, operands, mask)
            result = op.outputs[0]
            values[result] = apply_rule(e, op, operands)
            if result in nest.writes:
                nest.write(nest.writes[result], values[result], index, mask)
            if result in self.last:
                e.store(values[result], self._place(self._tile(result), within))

    def _read(self, value: Value, within: str, index: str, mask: str | None) -> TextOperand:
        tile = self.tiles.get(value)
        if tile is None:
            return self.nest.read(self.nest.reads[value], index, mask)
        # a tile has room for a whole last step: what lies behind the row's end is computed and thrown away
        return self.w.emitter.of_width(self.nest.width).load(tile.dtype, self._place(tile, within))

    def _place(self, tile: Array, within: str) -> str:
        return self.w.ptr(tile.pointer).at(within, ELEMENTS[tile.dtype].storage)

    def _tile(self, value: Value) -> Array:
        """Room for one tile of a value."""
        dtype = value.type.dtype.name
        buffer: Buffer = self.w.scratch.take(ELEMENTS[dtype].size * (TILE_ELEMENTS + self.nest.width))
        # made on entry, since the loop of a later pass is not inside the loop of this one
        pointer = self.w.in_scratch(buffer, on_entry=True)
        self.tiles[value] = Array(dtype, pointer, (TILE_ELEMENTS,), (ONE,), buffer)
        return self.tiles[value]

    def _forget(self, number: int) -> None:
        """Tiles that no later pass reads are free again."""
        for value in [v for v in self.tiles if self.last[v] <= number]:
            buffer = self.tiles.pop(value).buffer
            assert buffer is not None
            self.w.scratch.give_back(buffer)
