"""Divides reductions along reduced axes: each chunk has its own accumulators, combined in order.

They come to one number, or to a row of them: the columns of a table. How many chunks there are, and so the order of
additions, depends on the sizes alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from graphwright.runtime.native.fusion.symbolic_sizes import ONE
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests import parallel_for
from graphwright.runtime.native.machine.limits import LINE_BYTES
from graphwright.runtime.native.schedule.loop_nest import Cut

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.nests.accumulation import Accumulators
    from graphwright.runtime.native.lower.nests.reductions import ReductionWriter

MOST_ROW_CHUNKS: Final = 16
"""Chunks at most where each has a row of accumulators."""


def reduce_in_parts(nest: ReductionWriter, cut: Cut) -> None:
    """A nest whose every axis is reduced, cut along one of them: its results are stored."""
    w, width = nest.w, nest.width
    dtypes, places, size = _laid_out(nest, width)
    room = w.scratch.take(cut.most * size)
    start = w.in_scratch(room)
    count = nest.count
    with parallel_for.shared(nest, cut) as arguments:
        inner, e = nest.w, nest.w.emitter.of_width(width)
        stored = nest.reduce_all()
        here = _part(inner, arguments("ptr", start), "%chunk", size)
        for operand, place in zip(stored, places, strict=True):
            e.store(operand, inner.at(here, place))
    nest.count = count  # as it is called outside of the chunk

    def join(chunk: str, total: Accumulators) -> Accumulators:
        e = w.emitter.of_width(width)
        there = _part(w, start, chunk, size)
        part = [e.load(dtype, w.at(there, place)) for dtype, place in zip(dtypes, places, strict=True)]
        return nest.joined(total, part)

    with w.nest():
        nest.store_folded(nest.carried(str(cut.chunks), 1, nest.initial(width), join), {})
    w.scratch.give_back(room)


def columns_in_parts(nest: ReductionWriter, cut: Cut, reduced: Sequence[int]) -> None:
    """A nest that is reduced but for its innermost axis, cut along one of the others: its results are stored."""
    w = nest.w
    extent = nest.row.static
    assert extent is not None
    dtypes, places, size = _laid_out(nest, extent + nest.width)
    room = w.scratch.take(cut.most * size)
    start = w.in_scratch(room)

    def rows(inner: Writer, start: str, chunk: str) -> list[Array]:
        there = _part(inner, start, chunk, size)
        return [
            Array(dtype, inner.at(there, place), (extent,), (ONE,)) for dtype, place in zip(dtypes, places, strict=True)
        ]

    count = nest.count
    with parallel_for.shared(nest, cut) as arguments:
        nest.reduce_columns(rows(nest.w, arguments("ptr", start), "%chunk"), reduced)
    nest.count = count

    def total(index: str) -> Accumulators:
        def join(chunk: str, total: Accumulators) -> Accumulators:
            return nest.joined(total, nest.load_columns(rows(w, start, chunk), index))

        return nest.carried(str(cut.chunks), 1, nest.initial(nest.width), join)

    with w.nest():
        nest.store_columns(total, {})
    w.scratch.give_back(room)


def _laid_out(nest: ReductionWriter, count: int) -> tuple[list[str], list[int], int]:
    """The dtypes of a nest's accumulators, where so many of each lie in a chunk's part, and the size of a part."""
    dtypes = [dtype for a in nest.accumulations for dtype in a.dtypes]
    sizes = [-(-ELEMENTS[dtype].size * count // LINE_BYTES) * LINE_BYTES for dtype in dtypes]
    return dtypes, [sum(sizes[:i]) for i in range(len(sizes))], sum(sizes)


def _part(w: Writer, start: str, chunk: str, size: int) -> str:
    """Where the accumulators of a chunk lie."""
    return w.ptr(start).at(w.multiply(chunk, str(size)))
