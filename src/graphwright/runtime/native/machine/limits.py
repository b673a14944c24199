"""Limits derived from the machine: bytes that fit into a cache, work that is worth a thread.

Those of `Limits` differ from machine to machine; each says how it is derived, and for the reference machine is what was
found best by measurement there. The others are the same everywhere, because results depend on them: they decide where a
sum is cut, and so in which order numbers are added. They are derived from the reference machine.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from graphwright.base.frozen import frozen
from graphwright.runtime.native.machine.machine import REFERENCE, Machine, machine


def _work(nanoseconds: float, cost: float) -> int:
    """How often something has to be done to take so long, as a power of two: costs are known no better than that."""
    return 1 << max(0, int(nanoseconds / cost) - 1).bit_length()


# the same on every machine: the order of additions -----------------------------------------------------------

#: Work, in elements that are computed, from which on threads share it: twice as long as waking one, some 10 us.
PARALLEL_WORK: Final = _work(2 * REFERENCE.costs.wake, REFERENCE.costs.byte)
#: Work of a chunk, in elements: two chunks at least are made of what is shared.
CHUNK_WORK: Final = PARALLEL_WORK // 2
#: Work of the longest chunk, in elements, where there are enough for all threads: some 3 ms, as a call can be
#: interrupted between two.
LONGEST_CHUNK_WORK: Final = _work(3e6, REFERENCE.costs.byte)
#: Chunks that are enough for any number of threads.
MOST_CHUNKS: Final = 64
#: Work of a pool, in elements that windows are compared with, from which on threads share its images.
WINDOWS_WORK: Final = 4 * PARALLEL_WORK
#: Elements of a tile of a row: of eight arrays of floats, all stay in the first-level cache.
TILE_ELEMENTS: Final = REFERENCE.l1_bytes // (8 * 4)
#: Elements of a row whose steps become one loop, at most: of four arrays of floats, all stay in the second-level cache.
LONGEST_ROW: Final = REFERENCE.l2_bytes // (4 * 4)
#: The same where rows are fewer than threads may want, which share longer ones in pieces: an array takes half of the
#: first-level cache.
LONGEST_OF_FEW_ROWS: Final = REFERENCE.l1_bytes // 2 // 4
#: Elements of a product that is worth being added to a sum in place, without a step of its own, or of weights that are
#: worth being read once for several rows: what is smaller than an eighth of the first-level cache takes no time.
SMALL_ELEMENTS: Final = REFERENCE.l1_bytes // 8 // 4
#: Elements of a matrix that leaves the first-level cache, as it is twice as large: of weights that are packed once, of
#: a product that is added to a variable in place.
LARGE_ELEMENTS: Final = 2 * REFERENCE.l1_bytes // 4
#: Bytes of the rows of several iterations of a loop whose products are added as one: half of the second-level cache.
LOOP_BLOCK_BYTES: Final = REFERENCE.l2_bytes // 2
#: Nanoseconds for which it pays to release the GIL: taking it back may need a whole switch interval of Python's.
RELEASING_NS: Final = 1e5
#: Multiplications of a product that may run while the GIL is kept: from the read of a variable to its assignment.
KEPT_MULTIPLICATIONS: Final = _work(RELEASING_NS, REFERENCE.costs.multiply_add)
#: Bytes that come into a cache together. Some processors have lines of 128: data of two threads is kept apart by both.
LINE_BYTES: Final = 64

# by machine ------------------------------------------------------------------------------------------------


@frozen
class Limits:
    """What a machine's caches and costs come to, for decisions that leave each sum as it is."""

    #: Bytes that no cache of one core holds: its part of the last, or of a small one twice its own second level.
    leaves_cache_bytes: int
    #: Bytes that come from memory, not from a cache: twice what leaves it. So much between the layers of a batch is
    #: worth tiles, and images that are so large are worth prefetching.
    from_memory_bytes: int
    #: Bytes of all layers of a tile of a batch: three quarters of the second level, as filters need some of it.
    batch_tile_bytes: int
    #: Bytes of a filter that each tile of a batch reads again, at most: the second level.
    filter_of_tile_bytes: int
    #: Bytes of a filter that costs nothing to read again: about a tenth of the second level.
    free_filter_bytes: int
    #: Work, in elements, from which on code releases the GIL: what takes `RELEASING_NS`.
    releasing_work: int


@lru_cache(maxsize=4)  # there is rarely more than one machine
def derive(of: Machine) -> Limits:
    """The limits of a machine."""
    leaves_cache = max(of.l3_part, 2 * of.l2_bytes)
    return Limits(
        leaves_cache_bytes=leaves_cache,
        from_memory_bytes=2 * leaves_cache,
        batch_tile_bytes=of.l2_bytes * 3 // 4,
        filter_of_tile_bytes=of.l2_bytes,
        free_filter_bytes=of.l2_bytes * 3 // 32,
        releasing_work=_work(RELEASING_NS, of.costs.byte),
    )


def limits() -> Limits:
    """The limits of the machine that code is written for."""
    return derive(machine())
