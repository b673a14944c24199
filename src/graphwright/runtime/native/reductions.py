"""Fused loop nests that end in reductions.

The kept axes are outside, the reduced ones inside. Where the innermost axis is reduced, the lanes are accumulators of
their own and are folded pairwise at the end; where it is kept, each lane is a result. Long sums of floats are added
up in blocks. The order never depends on anything but the sizes, so results repeat bit for bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from graphwright.ir.emit import Operand
from graphwright.ir.graph import Value
from graphwright.runtime.native import host
from graphwright.runtime.native.emitter import TextEmitter, TextOperand
from graphwright.runtime.native.lanes import lanes_for, widened
from graphwright.runtime.native.loops import FusedWriter, Stream, element_at
from graphwright.runtime.native.plan import Fused, Reduction
from graphwright.runtime.native.sizes import product
from graphwright.runtime.native.space import reduced_strides
from graphwright.runtime.native.storage import ELEMENTS
from graphwright.runtime.native.values import Scalar
from graphwright.runtime.native.writer import Loop

if TYPE_CHECKING:
    from graphwright.runtime.native.codegen import Code

_BLOCK = 64  # steps whose results are added up by themselves before they join the total

Accumulators = list[TextOperand]


class Accumulation:
    """How one reduction accumulates: one value per lane, or for argmax and argmin a value and its index."""

    def __init__(self, reduction: Reduction) -> None:
        op = reduction.op
        self.kind = reduction.kind
        self.dtype = op.inputs[0].type.dtype.name
        self.result = op.outputs[0].type.dtype.name
        self.source: Value = op.inputs[0]
        self.output: Value = op.outputs[0]
        self.held = _held_as(self.kind, self.dtype)
        self.tracks_index = self.kind in ("argmax", "argmin")

    @property
    def dtypes(self) -> list[str]:
        """The dtypes of the accumulators."""
        return [self.held, "int64"] if self.tracks_index else [self.held]

    def initial(self, e: TextEmitter) -> Accumulators:
        """The accumulators before the first element."""
        start = e.const(_identity(self.kind, self.held), self.held)
        return [start, e.const(-1, "int64")] if self.tracks_index else [start]

    def combine(self, e: TextEmitter, a: Operand, b: Operand) -> Operand:
        """Two accumulated values as one."""
        method: dict[str, Callable[[Operand, Operand], Operand]] = {
            "sum": e.add,
            "mean": e.add,
            "prod": e.mul,
            "max": e.max,
            "min": e.min,
            "any": e.logical_or,
            "all": e.logical_and,
        }
        return method[self.kind](a, b)

    def add(
        self,
        e: TextEmitter,
        held: Accumulators,
        value: TextOperand,
        index: TextOperand | None,
        mask: str | None,
    ) -> Accumulators:
        """The accumulators with one more element per lane."""
        if self.tracks_index:
            assert index is not None
            if ELEMENTS[self.dtype].kind == "float":
                # NaN is worse than every number
                worst = e.const(_identity(self.kind, self.dtype), self.dtype)
                value = _text(e.select(e.isnan(value), worst, value))
            return self._better(e, held, [value, index], mask)
        wide = e.convert(value, self.held) if value.dtype != self.held else value
        if mask is not None:
            wide = e.select(e.operand("bool", mask), wide, self.initial(e)[0])
        return [_text(self.combine(e, held[0], wide))]

    def _better(self, e: TextEmitter, held: Accumulators, new: Accumulators, mask: str | None) -> Accumulators:
        """The better of two candidates per lane, the first of equal ones."""
        wins = e.compare("gt" if self.kind == "argmax" else "lt", new[0], held[0])
        none_yet = e.compare("lt", held[1], e.const(0, "int64"))
        same = e.compare("eq", new[0], held[0])
        earlier = e.logical_and(same, e.compare("lt", new[1], held[1]))
        there = e.compare("ge", new[1], e.const(0, "int64"))
        wins = e.logical_and(there, e.logical_or(none_yet, e.logical_or(wins, earlier)))
        if mask is not None:
            wins = e.logical_and(wins, e.operand("bool", mask))
        return [_text(e.select(wins, n, h)) for n, h in zip(new, held, strict=True)]

    def join(self, e: TextEmitter, a: Accumulators, b: Accumulators) -> Accumulators:
        """The accumulators of two runs of elements as one."""
        if self.tracks_index:
            return self._better(e, a, b, None)
        return [_text(self.combine(e, a[0], b[0]))]

    def fold(self, e: TextEmitter, held: Accumulators) -> Accumulators:
        """The lanes as one."""
        if not self.tracks_index:
            return [e.fold(lambda narrow, a, b: self.combine(narrow, a, b), held[0])]  # type: ignore[arg-type]
        narrow, current = e, held
        while narrow.width > 1:
            halves = [[narrow.half(a, upper) for a in current] for upper in (False, True)]
            narrow = narrow.of_width(narrow.width // 2)
            current = self._better(narrow, halves[0], halves[1], None)
        return current

    def finish(self, e: TextEmitter, held: Accumulators, count: TextOperand) -> TextOperand:
        """The result from the final accumulators; `count` (int64) elements went into each."""
        value = held[-1] if self.tracks_index else held[0]
        if self.kind == "mean":
            value = _text(e.div(value, widened(e, e.of_width(1).convert(count, self.held))))
        return e.convert(value, self.result) if value.dtype != self.result else value


def _held_as(kind: str, dtype: str) -> str:
    """The dtype of an accumulator.

    16-bit floats are added up in single precision and rounded once; the mean of integers is that of their true sum.
    """
    element = ELEMENTS[dtype]
    if element.rounds and kind in ("sum", "mean", "prod"):
        return "float32"
    if kind == "mean" and element.kind in ("int", "uint"):
        return "int64" if element.kind == "int" else "uint64"
    return dtype


def _text(operand: Operand) -> TextOperand:
    assert isinstance(operand, TextOperand)
    return operand


def _identity(kind: str, dtype: str) -> bool | int | float:
    """What changes nothing when it is combined."""
    element = ELEMENTS[dtype]
    if kind in ("sum", "mean"):
        return 0
    if kind == "prod":
        return 1
    if kind in ("any", "all"):
        return kind == "all"
    lowest = kind in ("max", "argmax")
    if element.kind == "float":
        return float("-inf") if lowest else float("inf")
    if element.kind == "bool":
        return not lowest
    bits = 8 * element.size
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if element.kind == "int" else (0, (1 << bits) - 1)
    return low if lowest else high


class ReductionWriter(FusedWriter):
    """Writes a fused step that ends in reductions over one set of axes."""

    def __init__(self, code: Code, step: Fused) -> None:
        super().__init__(code, step)
        self.accumulations = [Accumulation(r) for r in step.reductions]
        self.results: list[Stream] = []
        axes = step.axes or ()
        self.count = self.w.emitter.operand("int64", self.w.size(product(step.dims[a] for a in axes)))
        self.in_blocks = any(a.kind in ("sum", "mean") and ELEMENTS[a.held].kind == "float" for a in self.accumulations)

    def run(self) -> None:
        step = self.step
        axes = step.axes or ()
        kept_values = [v for v in step.outputs if v.op in step.members]
        self.writes = {value: Stream(*self._target(value)) for value in kept_values}
        strides = reduced_strides(step.dims, axes)
        for accumulation in self.accumulations:
            value = accumulation.output
            if value.type.dims:
                self.results.append(Stream(self.code.make(value), strides))
        self._need_elements()
        moving = [*self.reads.values(), *self.writes.values()]
        self.lay_out(step.dims, [*moving, *self.results], [axis in axes for axis in range(len(step.dims))])
        self.streams = moving
        self.w.regions += 1
        self.code.add_work(product(step.dims), 8 * (len(step.members) + len(step.reductions)))
        self.width = self._width()
        self._widen_scalars()
        self._nest()

    def _need_elements(self) -> None:
        """There is no largest of no elements: the kernel says so."""
        w, count = self.w, self.count.text
        for reduction in self.step.reductions:
            op = reduction.op
            if reduction.kind in ("argmax", "argmin") and not count.isdigit():
                some = w.let(f"icmp ne i64 {count}, 0")
                w.unless(some, lambda op=op: host.fail_at(self.code, host.refusing_site(op), op.inputs))  # type: ignore[misc]

    def _width(self) -> int:
        if any(a.tracks_index for a in self.accumulations):
            return lanes_for(8, self.row.static, 2)
        if any(a.kind == "mean" and a.held != a.dtype for a in self.accumulations):
            return lanes_for(8, self.row.static, 4)
        return super()._width()

    # the nest ----------------------------------------------------------------------------------------------

    def _nest(self) -> None:
        """Kept axes outside, then the accumulation, then the results."""
        space = self.space
        inner = len(space.extents) - 1
        along = not space.extents or space.reduced[inner]
        kept = [a for a in range(inner) if not space.reduced[a]]
        reduced = [a for a in range(inner) if space.reduced[a]]
        loops = [Loop(self.w, self.extents[a]) for a in kept]
        indices = dict(zip(kept, [loop.index for loop in loops], strict=True))
        if along:
            held = self._over(reduced, indices, self._initial(self.width), self._along)
            self._store_folded(held, indices)
        else:
            self._across(reduced, indices)
        for loop in reversed(loops):
            loop.close()

    def _across(self, reduced: list[int], indices: dict[int, str]) -> None:
        """The innermost axis is kept: every lane of a step is a result."""
        extent, text, width = self.row.static, self.extents[-1], self.width
        loop = None if extent is not None and 0 < extent <= width else Loop(self.w, text, width)
        at, mask = "0", None
        if loop is None:
            mask = self.mask_for(at, text)
        elif extent is not None and extent % width:
            self.w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
            at = self.w.let(f"call i64 @llvm.umin.i64(i64 {loop.index}, i64 {extent - width})")
        else:
            at = loop.index
            mask = self.mask_for(at, text)

        def step(inside: dict[int, str], held: Accumulators) -> Accumulators:
            self.enter_row(list(inside), list(inside.values()))
            values = self.compute(at, mask)
            return self._accumulate(held, values, self._position(inside), None)

        held = self._over(reduced, indices, self._initial(width), step, blocks=True)
        self._store_lanes(held, indices, at, mask)
        if loop is not None:
            loop.close()

    def _along(self, indices: dict[int, str], held: Accumulators) -> Accumulators:
        """One row of a reduced innermost axis."""
        self.enter_row(list(indices), list(indices.values()))
        extent, width = self.row.static, self.width
        text = self.extents[-1] if self.extents else "1"
        if extent is not None and 0 < extent <= width:
            return self._step_along(held, "0", self.mask_for("0", text))
        self.hold_repeated()
        return self._blocked(
            text,
            extent,
            width,
            held,
            lambda index, inside: self._step_along(inside, index, self.mask_for(index, text)),
        )

    def _step_along(self, held: Accumulators, index: str, mask: str | None) -> Accumulators:
        e = self.w.emitter.of_width(self.width)
        position = None
        if any(a.tracks_index for a in self.accumulations):
            position = e.add(widened(e, e.operand("int64", index)), e.iota("int64"))
        return self._accumulate(held, self.compute(index, mask), position, mask)

    def _position(self, indices: dict[int, str]) -> TextOperand | None:
        """The index along the one axis of argmax, for all lanes."""
        if not any(a.tracks_index for a in self.accumulations):
            return None
        e = self.w.emitter.of_width(self.width)
        reduced = [index for axis, index in indices.items() if self.space.reduced[axis]]
        return widened(e, e.operand("int64", reduced[0] if reduced else "0"))

    # loops that carry accumulators ---------------------------------------------------------------------------

    def _over(
        self,
        axes: Sequence[int],
        indices: dict[int, str],
        held: Accumulators,
        body: Body,
        blocks: bool = False,
    ) -> Accumulators:
        """Run `body` over the outer reduced axes; `blocks` where the last of them is the innermost loop."""
        if not axes:
            return body(indices, held)
        axis, rest = axes[0], axes[1:]
        text, extent = self.extents[axis], self.space.extents[axis].static

        def inner(index: str, inside: Accumulators) -> Accumulators:
            return self._over(rest, {**indices, axis: index}, inside, body, blocks)

        if blocks and not rest:
            return self._blocked(text, extent, 1, held, inner)
        return self._carried(text, 1, held, inner)

    def _carried(self, limit: str, step: int, held: Accumulators, body: Round) -> Accumulators:
        e = self.w.emitter.of_width(self.width)
        loop = Loop(self.w, limit, step, [(e.type_of(a.dtype), a.text) for a in held])
        inside = [e.operand(a.dtype, text) for a, text in zip(held, loop.values, strict=True)]
        after = loop.close(*[a.text for a in body(loop.index, inside)])
        return [e.operand(a.dtype, text) for a, text in zip(held, after, strict=True)]

    def _blocked(self, limit: str, extent: int | None, step: int, held: Accumulators, body: Round) -> Accumulators:
        """A loop; in long sums each block of steps is added up by itself, so that errors grow with the blocks only."""
        span = _BLOCK * step
        if not self.in_blocks or (extent is not None and extent <= span):
            return self._carried(limit, step, held, body)
        w = self.w

        def block(start: str, total: Accumulators) -> Accumulators:
            within = str(span)
            if extent is None or extent % span:
                w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
                within = w.let(f"call i64 @llvm.umin.i64(i64 {w.let(f'sub i64 {limit}, {start}')}, i64 {span})")
            part = self._carried(
                within, step, self._initial(self.width), lambda i, inside: body(w.sum(start, i), inside)
            )
            return self._joined(total, part)

        return self._carried(limit, span, held, block)

    # accumulators ----------------------------------------------------------------------------------------------

    def _initial(self, width: int) -> Accumulators:
        e = self.w.emitter.of_width(width)
        return [a for accumulation in self.accumulations for a in accumulation.initial(e)]

    def _each(self, held: Accumulators) -> list[tuple[Accumulation, Accumulators]]:
        """The accumulators of each reduction."""
        pairs, at = [], 0
        for accumulation in self.accumulations:
            count = len(accumulation.dtypes)
            pairs.append((accumulation, held[at : at + count]))
            at += count
        return pairs

    def _accumulate(
        self,
        held: Accumulators,
        values: dict[Value, TextOperand],
        position: TextOperand | None,
        mask: str | None,
    ) -> Accumulators:
        e = self.w.emitter.of_width(self.width)
        return [n for a, own in self._each(held) for n in a.add(e, own, values[a.source], position, mask)]

    def _joined(self, total: Accumulators, part: Accumulators) -> Accumulators:
        e = self.w.emitter.of_width(self.width)
        rows = zip(self._each(total), self._each(part), strict=True)
        return [n for (a, own), (_, new) in rows for n in a.join(e, own, new)]

    # results ---------------------------------------------------------------------------------------------------

    def _store_folded(self, held: Accumulators, indices: dict[int, str]) -> None:
        e, narrow = self.w.emitter.of_width(self.width), self.w.emitter
        streams = iter(self.results)
        for accumulation, own in self._each(held):
            result = accumulation.finish(narrow, accumulation.fold(e, own), self.count)
            if not accumulation.output.type.dims:
                self.code.bind(accumulation.output, Scalar(result))
                continue
            narrow.store(result, self._place(next(streams), indices, "0"))

    def _store_lanes(self, held: Accumulators, indices: dict[int, str], at: str, mask: str | None) -> None:
        e = self.w.emitter.of_width(self.width)
        streams = iter(self.results)
        for accumulation, own in self._each(held):
            e.store(accumulation.finish(e, own, self.count), self._place(next(streams), indices, at), mask=mask)

    def _place(self, stream: Stream, indices: dict[int, str], at: str) -> str:
        """Where a result goes."""
        offset = at
        for axis, index in indices.items():
            offset = self.w.sum(offset, self.w.multiply(index, stream.texts[axis]))
        return element_at(self.w, stream.array.dtype, stream.array.pointer, offset)


Round = Callable[[str, Accumulators], Accumulators]
Body = Callable[[dict[int, str], Accumulators], Accumulators]
