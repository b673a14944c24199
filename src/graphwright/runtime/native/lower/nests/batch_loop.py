"""A loop over the matrices or rows of several stacks, divided among threads if that pays."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from graphwright.base.shape import Symbol
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, Size, size_of, times
from graphwright.runtime.native.lower.frame.function_writer import Writer, loops_over
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests import parallel_for
from graphwright.runtime.native.lower.nests.fused_nest import element_at
from graphwright.runtime.native.schedule.loop_nest import Cut, LoopNest
from graphwright.runtime.native.schedule.parallelize import parallelize

#: Writes the work on one item of each stack, from pointers to these.
Work = Callable[..., None]


class BatchLoop:
    """Loops over the leading axes of arrays, by the strides of each array along them."""

    def __init__(
        self,
        w: Writer,
        arrays: Sequence[Array],
        extents: Sequence[Size],
        strides_along: Sequence[Sequence[Size]],
        cut: Cut | None,
    ) -> None:
        self.w, self.arrays, self.cut = w, arrays, cut
        self.extents = [w.size(e) for e in extents]
        self.steps = [[w.size(s) for s in own] for own in strides_along]

    def write(self, begin: Callable[[Writer, parallel_for.Given], Work]) -> None:
        """Write the loops; `begin` writes what comes first, in each thread, and returns what writes the work."""
        if self.cut is None:
            with self.w.nest():
                self._write(self.w, lambda _, text: text, begin, ["0"] * len(self.extents), self.extents)
            return
        function, cut = parallel_for.ChunkFunction(self.w), self.cut
        starts, extents = ["0"] * len(self.extents), [function.given("i64", extent) for extent in self.extents]
        starts[cut.axis], extents[cut.axis] = parallel_for.bounds(function, cut)
        self._write(function.w, function.given, begin, starts, extents)
        function.run(cut.chunks)

    def _write(
        self,
        w: Writer,
        given: parallel_for.Given,
        begin: Callable[[Writer, parallel_for.Given], Work],
        starts: Sequence[str],
        extents: Sequence[str],
    ) -> None:
        work = begin(w, given)
        with loops_over(w, extents) as places:
            indices = [w.sum(start, place) for start, place in zip(starts, places, strict=True)]
            pointers = []
            for array, own in zip(self.arrays, self.steps, strict=True):
                offset = "0"
                for index, step in zip(indices, own, strict=True):
                    offset = w.sum(offset, w.multiply(index, given("i64", step)))
                pointers.append(element_at(w, array.dtype, given("ptr", array.pointer), offset))
            work(*pointers)


def cut_of(w: Writer, extents: Sequence[Size], work: Size, eighths: int) -> Cut | None:
    """How threads share the items of a stack, each of which takes `work` times so many eighths of an addition."""
    axes, whole = range(len(extents)), work
    for extent in extents:
        whole = times(whole, extent)
    # An item is the innermost axis, which is not cut.
    if whole.static is None and extents:
        item = Symbol()
        w.bind_symbol(item, w.i64(w.size(work)) * eighths // 8)
        nest = LoopNest((*extents, size_of(item)), (False,) * (len(extents) + 1))
        return parallel_for.parallelize_when_run(w, nest, axes, 1, once=True).cut
    elements = None if whole.static is None else whole.static * eighths // 8
    nest = LoopNest((*extents, ONE), (False,) * (len(extents) + 1))
    return parallelize(nest, axes, elements, once=True).cut
