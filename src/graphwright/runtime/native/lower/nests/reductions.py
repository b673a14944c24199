"""Lowers fused steps that end in reductions into loop nests.

The kept axes are outside, the reduced ones inside. Where the innermost axis is reduced, the lanes are accumulators of
their own and are folded pairwise at the end; where it is kept, each lane is a result. Long sums of floats are added
up in blocks. The order never depends on anything but the sizes, so results repeat bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING

from graphwright.base.config import uses
from graphwright.ir.graph import Value
from graphwright.runtime.native.fusion.steps import Fused
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, product
from graphwright.runtime.native.llvm.emitter import TextOperand, as_text
from graphwright.runtime.native.llvm.lanes import widened
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.lower.frame.function_writer import loops_over
from graphwright.runtime.native.lower.frame.strides import reduced_strides
from graphwright.runtime.native.lower.frame.values import Array, Scalar
from graphwright.runtime.native.lower.nests import parallel_reduce
from graphwright.runtime.native.lower.nests.accumulation import Accumulation, Accumulators
from graphwright.runtime.native.lower.nests.fused_nest import FusedWriter, Stream, element_at
from graphwright.runtime.native.lower.steps import host_callback
from graphwright.runtime.native.schedule.loop_nest import LoopNest
from graphwright.runtime.native.schedule.vectorize import vectorize

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code

_BLOCK = 64  # steps whose results are added up by themselves before they join the total

# Columns that are added up row by row: of so many elements at most, and of more than a few rows.
_WIDEST, _FEW_ROWS_SUMMED = 4096, 8


class ReductionWriter(FusedWriter):
    """Writes a fused step that ends in reductions over one set of axes."""

    def __init__(self, code: Code, step: Fused, key: Hashable | None = None) -> None:
        super().__init__(code, step, key)
        self.accumulations = [Accumulation(r) for r in step.reductions]
        self.results: list[Stream] = []
        self.first = "0"  # of the indices of a row, which argmax is to give
        axes = step.axes or ()
        self.count = self.w.emitter.operand("int64", self.w.size(product(step.dims[a] for a in axes)))
        self.in_blocks = any(a.kind in ("sum", "mean") and ELEMENTS[a.held].kind == "float" for a in self.accumulations)

    def run(self) -> None:
        step = self.step
        axes = step.axes or ()
        kept_values = [v for v in step.outputs if v.op in step.members]
        self.writes = {value: Stream(*self._target(value)) for value in kept_values}
        self._make_results()
        self._need_elements()
        moving = [*self.reads.values(), *self.writes.values()]
        self.lay_out(step.dims, [*moving, *self.results], [axis in axes for axis in range(len(step.dims))])
        self.streams = moving
        self._begin()
        self.loops = self._vectorized()
        kept = [axis for axis, is_reduced in enumerate(self.loops.reduced) if not is_reduced]
        if kept:
            self.loops = self._parallelized(kept)
        reduced = [axis for axis, is_reduced in enumerate(self.loops.reduced) if is_reduced]
        if self.loops.cut is None and uses("parallel_reduce"):
            self.loops = self._parallelized_along(kept, reduced)
        self.list_schedule()
        cut = self.loops.cut
        if cut is None or cut.axis in kept:
            self._write()
        elif kept:
            parallel_reduce.columns_in_parts(self, cut, reduced)
        else:
            parallel_reduce.reduce_in_parts(self, cut)

    def _parallelized_along(self, kept: Sequence[int], reduced: Sequence[int]) -> LoopNest:
        """The nest shared along what is reduced: to one number, or to the columns of a narrow table."""
        if not kept:
            return self._parallelized(reduced, once=True)
        columns = kept == [len(self.extents) - 1] and self._is_tall(reduced)
        return self._parallelized(reduced, once=True, most=parallel_reduce.MOST_ROW_CHUNKS) if columns else self.loops

    def reduce_all(self) -> Accumulators:
        """The accumulators of a chunk of a nest whose every axis is reduced."""
        self._widen_scalars()
        self.first = self.start
        return self._over(list(range(len(self.extents) - 1)), {}, self.initial(self.width), self._along)

    def reduce_columns(self, totals: list[Array], reduced: Sequence[int]) -> None:
        """Add up the rows of a chunk in a row of accumulators."""
        self._widen_scalars()
        self._add_rows(totals, reduced, {})

    def all_streams(self) -> list[Stream]:
        return [*self.streams, *self.results]

    def take_scalars(self, take: Callable[[TextOperand], TextOperand]) -> None:
        super().take_scalars(take)
        self.count = take(self.count)

    def _make_results(self) -> None:
        """Memory for those results that are no numbers."""
        strides = reduced_strides(self.step.dims, self.step.axes or ())
        for accumulation in self.accumulations:
            value = accumulation.output
            if value.type.dims:
                self.results.append(Stream(self.code.make(value), strides))

    def _need_elements(self) -> None:
        """There is no largest of no elements: the kernel says so."""
        w, count = self.w, self.count.text
        for reduction in self.step.reductions:
            op = reduction.op
            if reduction.kind in ("argmax", "argmin") and not count.isdigit():
                some = w.i64(count).ne(0)
                site = host_callback.refusing_site(op)
                w.unless(some, lambda op=op, site=site: host_callback.fail_at(self.code, site, op.inputs))  # type: ignore[misc]

    def _vectorized(self) -> LoopNest:
        if any(a.tracks_index for a in self.accumulations):
            return vectorize(self.loops, 8, 2)
        if any(a.kind == "mean" and a.held != a.dtype for a in self.accumulations):
            return vectorize(self.loops, 8)
        return super()._vectorized()

    # the nest ----------------------------------------------------------------------------------------------

    def _nest(self) -> None:
        """Kept axes outside, then the accumulation, then the results."""
        space = self.loops
        inner = len(space.extents) - 1
        along = not space.extents or space.reduced[inner]
        kept = [a for a in range(inner) if not space.reduced[a]]
        reduced = [a for a in range(inner) if space.reduced[a]]
        with loops_over(self.w, [self.extents[a] for a in kept]) as places:
            indices = dict(zip(kept, places, strict=True))
            if along:
                stored = self._over(reduced, indices, self.initial(self.width), self._along)
                self.store_folded(stored, indices)
            elif self._is_tall(reduced):
                self._row_by_row(reduced, indices)
            else:
                self._across(reduced, indices)

    def _across(self, reduced: list[int], indices: dict[int, str]) -> None:
        """The innermost axis is kept: every lane of a step is a result."""
        extent, text, width = self.row.static, self.extents[-1], self.width
        loop = None if extent is not None and 0 < extent <= width else self.w.count_to(text, width)
        at, mask = "0", None
        if loop is None:
            mask = self.mask_for(at, text)
        elif extent is not None and extent % width:
            self.w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
            at = loop.index.umin(extent - width)
        else:
            at = loop.index
            mask = self.mask_for(at, text)

        def step(inside: dict[int, str], stored: Accumulators) -> Accumulators:
            self.enter_row(list(inside), list(inside.values()))
            values = self.compute(at, mask)
            return self._accumulate(stored, values, self._position(inside), None)

        stored = self._over(reduced, indices, self.initial(width), step, blocks=True)
        self._store_lanes(stored, indices, at, mask)
        if loop is not None:
            loop.close()

    def _is_tall(self, reduced: Sequence[int]) -> bool:
        """Whether columns are better added up row by row, with the accumulators in memory that stays in the cache.

        Down a few columns at a time, as `_across` goes, each step is a cache line or two of another page.
        """
        extent = self.row.static
        count = product(self.step.dims[a] for a in self.step.axes or ()).static
        fits = extent is not None and self.width < extent <= _WIDEST
        tracks = any(a.tracks_index for a in self.accumulations)
        return fits and bool(reduced) and (count is None or count > _FEW_ROWS_SUMMED) and not tracks

    def _row_by_row(self, reduced: list[int], indices: dict[int, str]) -> None:
        """The innermost axis is kept, and short enough for a row of accumulators."""
        totals = self._rows_of_accumulators()
        self._add_rows(totals, reduced, indices)
        self.store_columns(lambda index: self.load_columns(totals, index), indices)
        self._give_back(totals)

    def load_columns(self, rows: Sequence[Array], index: str) -> Accumulators:
        """The accumulators of a step in rows of them."""
        e = self.w.emitter.of_width(self.width)
        return [as_text(e.load(row.dtype, element_at(self.w, row.dtype, row.pointer, index))) for row in rows]

    def store_columns(self, totals: Callable[[str], Accumulators], indices: dict[int, str]) -> None:
        """Store the results of a row, of which a step at an index has these totals."""
        loop = self.w.count_to(self.extents[-1], self.width)
        stored = totals(loop.index)
        self._store_lanes(stored, indices, loop.index, self.mask_for(loop.index, self.extents[-1]))
        loop.close()

    def _add_rows(self, totals: list[Array], reduced: Sequence[int], indices: dict[int, str]) -> None:
        """Let rows of accumulators become the totals of the columns."""
        w, e, width = self.w, self.w.emitter.of_width(self.width), self.width
        parts, load = self._rows_of_accumulators(), self.load_columns
        extent, last = self.extents[-1], reduced[-1]

        def store(rows: list[Array], stored: Accumulators, index: str) -> None:
            for row, operand in zip(rows, stored, strict=True):
                e.store(operand, element_at(w, row.dtype, row.pointer, index))

        def across(body: Callable[[str], Accumulators], rows: list[Array]) -> None:
            loop = w.count_to(extent, width)
            store(rows, body(loop.index), loop.index)
            loop.close()

        across(lambda index: self.initial(width), totals)
        outer = [w.count_to(self.extents[axis]) for axis in reduced[:-1]]
        where = {**indices, **dict(zip(reduced[:-1], [loop.index for loop in outer], strict=True))}
        blocks = w.count_to(self.extents[last], _BLOCK)
        across(lambda index: self.initial(width), parts)
        w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
        left = w.i64(self.extents[last]) - blocks.index
        down = w.count_to(left.umin(_BLOCK))
        inside = {**where, last: w.sum(blocks.index, down.index)}
        self.enter_row(list(inside), list(inside.values()))
        self.hold_repeated()

        def add(index: str) -> Accumulators:
            values = self.compute(index, self.mask_for(index, extent))
            return self._accumulate(load(parts, index), values, None, None)

        across(add, parts)
        down.close()
        across(lambda index: self.joined(load(totals, index), load(parts, index)), totals)
        for loop in reversed([*outer, blocks]):
            loop.close()
        self._give_back(parts)

    def _give_back(self, rows: Sequence[Array]) -> None:
        for row in rows:
            assert row.buffer is not None
            self.w.scratch.give_back(row.buffer)

    def _rows_of_accumulators(self) -> list[Array]:
        """Room for the accumulators of a row, and of a whole last step."""
        extent = self.row.static
        assert extent is not None
        result = []
        for dtype in [dtype for a in self.accumulations for dtype in a.dtypes]:
            buffer = self.w.scratch.take(ELEMENTS[dtype].size * (extent + self.width))
            pointer = self.w.in_scratch(buffer, on_entry=True)
            result.append(Array(dtype, pointer, (extent,), (ONE,), buffer))
        return result

    def _along(self, indices: dict[int, str], stored: Accumulators) -> Accumulators:
        """One row of a reduced innermost axis."""
        self.enter_row(list(indices), list(indices.values()))
        extent, width = self.row.static, self.width
        text = self.extents[-1] if self.extents else "1"
        if extent is not None and 0 < extent <= width:
            return self._step_along(stored, "0", self.mask_for("0", text))
        self.hold_repeated()
        return self._blocked(
            text,
            extent,
            width,
            stored,
            lambda index, inside: self._step_along(inside, index, self.mask_for(index, text)),
        )

    def _step_along(self, stored: Accumulators, index: str, mask: str | None) -> Accumulators:
        e = self.w.emitter.of_width(self.width)
        position = None
        if any(a.tracks_index for a in self.accumulations):
            position = e.add(widened(e, e.operand("int64", self.w.sum(self.first, index))), e.iota("int64"))
        return self._accumulate(stored, self.compute(index, mask), position, mask)

    def _position(self, indices: dict[int, str]) -> TextOperand | None:
        """The index along the one axis of argmax, for all lanes."""
        if not any(a.tracks_index for a in self.accumulations):
            return None
        e = self.w.emitter.of_width(self.width)
        reduced = [index for axis, index in indices.items() if self.loops.reduced[axis]]
        return widened(e, e.operand("int64", reduced[0] if reduced else "0"))

    # loops that carry accumulators ---------------------------------------------------------------------------

    def _over(
        self,
        axes: Sequence[int],
        indices: dict[int, str],
        stored: Accumulators,
        body: Body,
        blocks: bool = False,
    ) -> Accumulators:
        """Run `body` over the outer reduced axes; `blocks` where the last of them is the innermost loop."""
        if not axes:
            return body(indices, stored)
        axis, rest = axes[0], axes[1:]
        text, extent = self.extents[axis], self.loops.extents[axis].static

        def inner(index: str, inside: Accumulators) -> Accumulators:
            return self._over(rest, {**indices, axis: index}, inside, body, blocks)

        if blocks and not rest:
            return self._blocked(text, extent, 1, stored, inner)
        return self.carried(text, 1, stored, inner)

    def carried(self, limit: str, step: int, stored: Accumulators, body: Round) -> Accumulators:
        """A loop that carries accumulators."""
        e = self.w.emitter.of_width(self.width)
        loop = self.w.count_to(limit, step, [(e.type_of(a.dtype), a.text) for a in stored])
        inside = [e.operand(a.dtype, text) for a, text in zip(stored, loop.carried, strict=True)]
        after = loop.close(*[a.text for a in body(loop.index, inside)])
        return [e.operand(a.dtype, text) for a, text in zip(stored, after, strict=True)]

    def _blocked(self, limit: str, extent: int | None, step: int, stored: Accumulators, body: Round) -> Accumulators:
        """A loop; in long sums each block of steps is added up by itself, so that errors grow with the blocks only."""
        span = _BLOCK * step
        if not self.in_blocks or (extent is not None and extent <= span):
            return self.carried(limit, step, stored, body)
        w = self.w

        def block(start: str, total: Accumulators) -> Accumulators:
            within = str(span)
            if extent is None or extent % span:
                w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
                within = (w.i64(limit) - start).umin(span)
            part = self.carried(within, step, self.initial(self.width), lambda i, inside: body(w.sum(start, i), inside))
            return self.joined(total, part)

        return self.carried(limit, span, stored, block)

    # accumulators ----------------------------------------------------------------------------------------------

    def initial(self, width: int) -> Accumulators:
        """The accumulators before the first element."""
        e = self.w.emitter.of_width(width)
        return [a for accumulation in self.accumulations for a in accumulation.initial(e)]

    def _each(self, stored: Accumulators) -> list[tuple[Accumulation, Accumulators]]:
        """The accumulators of each reduction."""
        pairs, at = [], 0
        for accumulation in self.accumulations:
            count = len(accumulation.dtypes)
            pairs.append((accumulation, stored[at : at + count]))
            at += count
        return pairs

    def _accumulate(
        self,
        stored: Accumulators,
        values: dict[Value, TextOperand],
        position: TextOperand | None,
        mask: str | None,
    ) -> Accumulators:
        e = self.w.emitter.of_width(self.width)
        return [n for a, own in self._each(stored) for n in a.add(e, own, values[a.source], position, mask)]

    def joined(self, total: Accumulators, part: Accumulators) -> Accumulators:
        """The accumulators of two runs of elements as one."""
        e = self.w.emitter.of_width(self.width)
        rows = zip(self._each(total), self._each(part), strict=True)
        return [n for (a, own), (_, new) in rows for n in a.join(e, own, new)]

    # results ---------------------------------------------------------------------------------------------------

    def store_folded(self, stored: Accumulators, indices: dict[int, str]) -> None:
        """Store the one number that each reduction comes to, or let it be one of the body's."""
        streams = iter(self.results)
        for accumulation, result in self._folded(stored):
            if not accumulation.output.type.dims:
                self.code.bind(accumulation.output, Scalar(result))
                continue
            self.w.emitter.store(result, self._place(next(streams), indices, "0"))

    def _folded(self, stored: Accumulators) -> list[tuple[Accumulation, TextOperand]]:
        """The one number that each reduction comes to."""
        e, narrow = self.w.emitter.of_width(self.width), self.w.emitter
        return [(a, a.finish(narrow, a.fold(e, own), self.count)) for a, own in self._each(stored)]

    def _store_lanes(self, stored: Accumulators, indices: dict[int, str], at: str, mask: str | None) -> None:
        e = self.w.emitter.of_width(self.width)
        streams = iter(self.results)
        for accumulation, own in self._each(stored):
            e.store(accumulation.finish(e, own, self.count), self._place(next(streams), indices, at), mask=mask)

    def _place(self, stream: Stream, indices: dict[int, str], at: str) -> str:
        """Where a result goes."""
        offset = at
        for axis, index in indices.items():
            offset = self.w.sum(offset, self.w.multiply(index, stream.texts[axis]))
        return element_at(self.w, stream.array.dtype, stream.array.pointer, offset)


Round = Callable[[str, Accumulators], Accumulators]
Body = Callable[[dict[int, str], Accumulators], Accumulators]
