"""Parallelize: chooses the axis of a nest that threads share, and the chunks.

The cuts depend on the sizes alone, so that results do not depend on the number of threads. `parallel_for.py` writes
the chunks, and cuts what is of a size known only when the nest runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from graphwright.base.frozen import replace
from graphwright.runtime.native.machine.decisions import note
from graphwright.runtime.native.machine.limits import (
    CHUNK_WORK,
    LONGEST_CHUNK_WORK,
    MOST_CHUNKS,
    PARALLEL_WORK,
    TILE_ELEMENTS,
)
from graphwright.runtime.native.schedule.loop_nest import Cut, LoopNest


def parallelize(
    nest: LoopNest, axes: Sequence[int], work: int | None, *, once: bool, most: int = MOST_CHUNKS
) -> LoopNest:
    """The nest cut along that of the axes which gives most chunks, if its `work` is worth it.

    With `once` no element may be computed twice, so that the last chunk may be shorter instead of moved back.
    """
    if work is None or work < PARALLEL_WORK:
        return nest
    most = max(most, work // LONGEST_CHUNK_WORK)
    best: Cut | None = None
    for axis in axes:
        extent, is_row = nest.extents[axis].static or 0, axis == len(nest.extents) - 1
        step = _even(extent, max(-(-extent * CHUNK_WORK // work), -(-extent // most), 1))
        if is_row:
            step = -(-step // TILE_ELEMENTS) * TILE_ELEMENTS
        chunks = -(-extent // step)
        if chunks > (1 if best is None else best.most):
            best = Cut(axis, extent, step, chunks, chunks, overlapping=is_row and not once)
    if best is None:
        return nest
    note(f"loop shared by threads, from PARALLEL_WORK = {PARALLEL_WORK} elements on")
    return replace(nest, cut=best)


def _even(extent: int, step: int) -> int:
    """As long a step, or longer, so that the chunks are a power of two: two or four threads do equally many."""
    chunks = max(extent // step, 1)
    return -(-extent // (1 << chunks.bit_length() - 1))
