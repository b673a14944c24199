"""Tile: computes rows with several expensive functions in passes over tiles that stay in cache.

A chain of such functions held in registers waits for each of them; in a loop of its own a function's steps overlap.
"""

from __future__ import annotations

from graphwright.base.config import uses
from graphwright.base.frozen import replace
from graphwright.runtime.native.machine.budgets import TILE_PASSES
from graphwright.runtime.native.machine.limits import TILE_ELEMENTS
from graphwright.runtime.native.schedule.loop_nest import LoopNest


def tile(nest: LoopNest, passes: int) -> LoopNest:
    """The nest with its row in tiles, if it is long enough for so many passes, and they are not too many."""
    extent = nest.row.static
    if not uses("tiled_rows") or not 1 < passes <= TILE_PASSES or (extent is not None and extent < 4 * nest.lanes):
        return nest
    return replace(nest, tile=TILE_ELEMENTS, passes=passes)
