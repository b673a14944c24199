"""Parallelisation: which axis of a nest threads share, and in what chunks.

The cuts depend on the sizes alone, so that results do not depend on the number of threads. `parallel_for.py` writes
the chunks, and cuts what is of a size known only when the nest runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from graphwright.base.frozen import replace
from graphwright.runtime.native.schedule.loop_nest import Cut, LoopNest
from graphwright.runtime.native.schedule.tile import TILE

MIN_PARALLEL_WORK: Final = 1 << 17
"""Work, in elements that are computed, from which on it is shared: some 10 us."""
CHUNK: Final = 1 << 16
"""Work of a chunk."""
LONGEST: Final = 1 << 25
"""Work of the longest chunk where there are enough for all threads: a call is interrupted between two."""
MOST_CHUNKS: Final = 64
"""Chunks that are enough for any number of threads."""


def parallelize(
    nest: LoopNest, axes: Sequence[int], work: int | None, *, once: bool, most: int = MOST_CHUNKS
) -> LoopNest:
    """The nest cut along that of the axes which gives most chunks, if its `work` is worth it.

    With `once` no element may be computed twice, so that the last chunk may be shorter instead of moved back.
    """
    if work is None or work < MIN_PARALLEL_WORK:
        return nest
    most = max(most, work // LONGEST)
    best: Cut | None = None
    for axis in axes:
        extent, is_row = nest.extents[axis].static or 0, axis == len(nest.extents) - 1
        step = _even(extent, max(-(-extent * CHUNK // work), -(-extent // most), 1))
        if is_row:
            step = -(-step // TILE) * TILE
        chunks = -(-extent // step)
        if chunks > (1 if best is None else best.most):
            best = Cut(axis, extent, step, chunks, chunks, overlapping=is_row and not once)
    return nest if best is None else replace(nest, cut=best)


def _even(extent: int, step: int) -> int:
    """As long a step, or longer, so that the chunks are a power of two: two or four threads do equally many."""
    chunks = max(extent // step, 1)
    return -(-extent // (1 << chunks.bit_length() - 1))
