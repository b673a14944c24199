"""Tiling: rows with several expensive functions one behind the other are computed in passes over tiles in the cache.

A chain of such functions held in registers waits for each of them; in a loop of its own a function's steps overlap.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.base.config import uses
from graphwright.base.frozen import replace
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.machine.budgets import TILE_PASSES
from graphwright.runtime.native.machine.limits import TILE_ELEMENTS
from graphwright.runtime.native.schedule.loop_nest import LoopNest

if TYPE_CHECKING:
    from graphwright.runtime.native.fusion.steps import Fused


def tile(nest: LoopNest, passes: int) -> LoopNest:
    """The nest with its row in tiles, if it is long enough for so many passes, and they are not too many."""
    extent = nest.row.static
    if not uses("tiled_rows") or not 1 < passes <= TILE_PASSES or (extent is not None and extent < 4 * nest.lanes):
        return nest
    return replace(nest, tile=TILE_ELEMENTS, passes=passes)


def passes_of(step: Fused) -> list[list[Operation]]:
    """The members of a step, cut behind the expensive ones: no pass has two that depend on each other."""
    if not any(probe.expensive for probe in step.members.values()):
        return [list(step.members)]
    depth: dict[Value, int] = {}
    passes: list[list[Operation]] = [[]]
    for op, probe in step.members.items():
        at = max((depth.get(v, 0) for v in op.inputs), default=0) + probe.expensive
        depth[op.outputs[0]] = at
        at = max(at, 1)
        while len(passes) < at:
            passes.append([])
        passes[at - 1].append(op)
    return passes
