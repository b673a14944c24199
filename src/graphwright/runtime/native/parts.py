"""Reductions to one number that several threads share: each chunk has accumulators of its own, joined in order.

How many chunks there are, and so the order of additions, depends on the sizes alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.runtime.native import split
from graphwright.runtime.native.storage import ELEMENTS

if TYPE_CHECKING:
    from graphwright.runtime.native.accumulation import Accumulators
    from graphwright.runtime.native.reductions import ReductionWriter

_LINE = 64  # bytes; accumulators of two chunks are in different cache lines


def reduce_in_parts(nest: ReductionWriter, cut: split.Cut) -> Accumulators:
    """The accumulators of a nest whose every axis is reduced, cut along one of them."""
    w, width = nest.w, nest.width
    dtypes = [dtype for a in nest.accumulations for dtype in a.dtypes]
    sizes = [-(-ELEMENTS[dtype].size * width // _LINE) * _LINE for dtype in dtypes]
    places = [sum(sizes[:i]) for i in range(len(sizes))]
    room = w.scratch.take(cut.chunks * sum(sizes))
    start = w.in_scratch(room.offset)
    with split.shared(nest, cut) as given:
        inner, e = nest.w, nest.w.emitter.of_width(width)
        held = nest.reduce_all()
        here = inner.let(f"mul i64 %chunk, {sum(sizes)}")
        here = inner.let(f"getelementptr i8, ptr {given('ptr', start)}, i64 {here}")
        for operand, place in zip(held, places, strict=True):
            e.store(operand, inner.at(here, place))

    def join(chunk: str, total: Accumulators) -> Accumulators:
        e = w.emitter.of_width(width)
        there = w.let(f"getelementptr i8, ptr {start}, i64 {w.multiply(chunk, str(sum(sizes)))}")
        part = [e.load(dtype, w.at(there, place)) for dtype, place in zip(dtypes, places, strict=True)]
        return nest.joined(total, part)

    result = nest.carried(str(cut.chunks), 1, nest.initial(width), join)
    w.scratch.give_back(room)
    return result
