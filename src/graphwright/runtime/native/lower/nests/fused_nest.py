"""Lowers fused elementwise steps into loop nests."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING

from graphwright.base.shape import Dim
from graphwright.ir.graph import Operation, Value
from graphwright.runtime.native.fusion.member_passes import passes_of
from graphwright.runtime.native.fusion.rule_probe import apply_rule
from graphwright.runtime.native.fusion.symbolic_sizes import ONE, ZERO, Size, product
from graphwright.runtime.native.llvm.emitter import TextOperand, as_text
from graphwright.runtime.native.llvm.lanes import lanes_mask, steps, widened
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.frame.function_writer import Writer, loops_over
from graphwright.runtime.native.lower.frame.kinds import scalar_of
from graphwright.runtime.native.lower.frame.strides import broadcast_strides
from graphwright.runtime.native.lower.frame.values import Array
from graphwright.runtime.native.lower.nests import inplace_assign, nest_dedup, parallel_for
from graphwright.runtime.native.lower.nests.tiled_rows import TiledRow
from graphwright.runtime.native.machine.budgets import HELD_CONSTANTS
from graphwright.runtime.native.machine.limits import MOST_CHUNKS
from graphwright.runtime.native.schedule import listing
from graphwright.runtime.native.schedule.collapse import collapse
from graphwright.runtime.native.schedule.loop_nest import LoopNest, show
from graphwright.runtime.native.schedule.parallelize import parallelize
from graphwright.runtime.native.schedule.tile import tile
from graphwright.runtime.native.schedule.vectorize import registers_for, vectorize

if TYPE_CHECKING:
    from graphwright.runtime.native.fusion.steps import Fused
    from graphwright.runtime.native.lower.codegen import Code


class Stream:
    """One array as a loop nest reads or writes it: its place at the start of the current row, its innermost stride."""

    __slots__ = ("array", "pointer", "splat", "strides", "texts")

    def __init__(self, array: Array, strides: Sequence[Size]) -> None:
        self.array = array
        self.strides = list(strides)
        self.texts: list[str] = []
        self.pointer = array.pointer
        self.splat: TextOperand | None = None

    @property
    def inner(self) -> Size:
        """The stride along the innermost axis."""
        return self.strides[-1] if self.strides else ZERO


class NestWriter:
    """What the writers of loop nests share: streams, rows, steps of a row."""

    def __init__(self, w: Writer) -> None:
        self.w = w
        self.loops: LoopNest
        self.streams: list[Stream] = []
        self.extents: list[str] = []
        self.start = "0"  # in a chunk: its first index along the axis that is cut
        self.scalars: dict[Value, TextOperand] = {}

    def lay_out(self, dims: Sequence[Dim], streams: list[Stream], reduced: Sequence[bool]) -> None:
        """Join axes and make every size a number before the first loop opens."""
        self.streams = streams
        self.loops, collapsed = collapse(dims, [s.strides for s in streams], reduced)
        for stream, strides in zip(streams, collapsed, strict=True):
            stream.strides = strides
            stream.texts = [self.w.size(s) for s in strides]
        self.extents = [self.w.size(e) for e in self.loops.extents]

    def all_streams(self) -> list[Stream]:
        """Every array that the nest reads or writes."""
        return self.streams

    def take_scalars(self, take: Callable[[TextOperand], TextOperand]) -> None:
        """Go on with what `take` gives for each number that the nest reads."""

    @property
    def row(self) -> Size:
        """The extent of the innermost axis."""
        return self.loops.row

    @property
    def width(self) -> int:
        """The lanes of a step."""
        return self.loops.lanes

    def write_in_place(self) -> None:
        """Write the nest, laid out, into the text of `w`."""
        self._nest()

    def _nest(self) -> None:
        """Loops over all axes but the last, and the row in them."""
        outer = range(len(self.extents) - 1)
        with loops_over(self.w, [self.extents[axis] for axis in outer]) as indices:
            if indices:
                self.enter_row(outer, indices)
            self._row()

    def _row(self) -> None:
        """The innermost axis."""
        raise NotImplementedError

    def enter_row(self, axes: Sequence[int], indices: Sequence[str]) -> None:
        """Move every stream to where the row at these indices of the outer axes starts."""
        w = self.w
        for stream in self.streams:
            offset = "0"
            for axis, index in zip(axes, indices, strict=True):
                offset = w.sum(offset, w.multiply(index, stream.texts[axis]))
            stream.pointer = element_at(w, stream.array.dtype, stream.array.pointer, offset)
            stream.splat = None

    def read(self, stream: Stream, index: str, mask: str | None) -> TextOperand:
        """The elements of a step."""
        e = self.w.emitter.of_width(self.width)
        dtype = stream.array.dtype
        if stream.inner == ZERO:
            if stream.splat is None:
                return e.load_splat(dtype, stream.pointer)
            return stream.splat
        if stream.inner == ONE:
            return e.load(dtype, element_at(self.w, dtype, stream.pointer, index), mask=mask)
        step = stream.texts[-1]
        pointer = element_at(self.w, dtype, stream.pointer, self.w.multiply(index, step))
        if self.width == 1:
            return e.load(dtype, pointer)
        return e.gather(dtype, pointer, steps(e, step), mask=mask)

    def write(self, stream: Stream, value: TextOperand, index: str, mask: str | None) -> None:
        """Store the elements of a step."""
        e = self.w.emitter.of_width(self.width)
        pointer = element_at(self.w, stream.array.dtype, stream.pointer, index)
        e.store(value, pointer, mask=mask)

    def hold_repeated(self) -> None:
        """Read what is the same for the whole row once, before the row's loop."""
        e = self.w.emitter.of_width(self.width)
        for stream in self.streams:
            if stream.inner == ZERO and stream.splat is None:
                stream.splat = e.load_splat(stream.array.dtype, stream.pointer)

    def mask_for(self, index: str, extent: str) -> str | None:
        """The lanes of the step at `index` that are inside the row; None where all are."""
        static = self.row.static
        if self.width == 1 or (static is not None and static % self.width == 0):
            return None
        if static is not None and static < self.width:
            return lanes_mask(self.width, static)
        return self.w.emitter.of_width(self.width).tail_mask(self.w.i64(extent) - index)


def element_at(w: Writer, dtype: str, pointer: str, index: str) -> IRValue:
    """The place of an element behind a pointer."""
    if index == "0":
        return w.ptr(pointer)
    return w.ptr(pointer).at(index, ELEMENTS[dtype].storage)


class FusedWriter(NestWriter):
    """Writes a fused step that has no reductions."""

    def __init__(self, code: Code, step: Fused, key: Hashable | None = None) -> None:
        super().__init__(code.w)
        self.code = code
        self.step = step
        self.key = key  # under which steps alike find the function of this nest
        self.reads: dict[Value, Stream] = {}
        self.writes: dict[Value, Stream] = {}
        self.wide_scalars: dict[Value, TextOperand] = {}
        self.from_memory: dict[Value, tuple[str, str]] = {}
        self.overwrites = False  # whether what is written may lie where is read: then each element once
        for value in step.inputs:
            bound = code.value(value)
            if isinstance(bound, Array):
                self.reads[value] = Stream(bound, broadcast_strides(bound.dims, bound.strides, step.dims))
            else:
                self.scalars[value] = scalar_of(bound).operand

    def run(self) -> None:
        """Write the whole nest."""
        for value in self.step.outputs:
            self.writes[value] = Stream(*self._target(value))
        self.lay_out(self.step.dims, [*self.reads.values(), *self.writes.values()], [False] * len(self.step.dims))
        if self.loops.is_empty:
            return
        self._begin()
        self.loops = self._vectorized()
        self.loops = tile(self._parallelized(range(len(self.extents))), len(passes_of(self.step)))
        self.list_schedule()
        self._write()

    def list_schedule(self) -> None:
        """Add the nest to the schedule listing, if one is collected."""
        listing.add(self.step.summary, lambda: show(self.loops))

    def _write(self) -> None:
        cut = self.loops.cut
        if cut is None and self.key is not None:
            function = self.code.nests[self.key] = nest_dedup.function(self)
            nest_dedup.call(self.code, self.step, function)
            return
        with parallel_for.shared(self, cut):
            self.write_in_place()

    def write_in_place(self) -> None:
        self._widen_scalars()
        self._nest()

    def _begin(self) -> None:
        """Count the nest, and the work in it."""
        self.code.begin_nest(self.step)

    def _parallelized(self, axes: Sequence[int], once: bool = False, most: int = MOST_CHUNKS) -> LoopNest:
        """The nest shared between threads along one of the axes, where that pays; a failure is of one thread."""
        if any(probe.checked for probe in self.step.members.values()):
            return self.loops
        elements, weight = product(self.step.dims).static, self.step.weight
        if elements is None:
            return parallel_for.parallelize_when_run(self.w, self.loops, axes, weight, once=once, most=most)
        return parallelize(self.loops, axes, elements * weight, once=once or self.overwrites, most=most)

    def take_scalars(self, take: Callable[[TextOperand], TextOperand]) -> None:
        self.scalars = {value: take(operand) for value, operand in self.scalars.items()}

    def _target(self, value: Value) -> tuple[Array, Sequence[Size]]:
        array = None
        assigned, assign = self.code.in_place or (None, None)
        if assign is not None and value is assigned and value not in self.code.env.wanted:
            array = inplace_assign.take_place(self.code, self.step, value, assign)
        if array is None:
            array = self.code.make(value)
        else:
            self.code.bind(value, array)
            self.overwrites = True
        return array, array.strides

    def _widen_scalars(self) -> None:
        e = self.w.emitter.of_width(self.width)
        wide: dict[tuple[str, str], TextOperand] = {}
        constants = {(o.dtype, o.text) for o in self.scalars.values() if o.is_constant and _is_plain(o.dtype)}
        crowded = len(constants) > HELD_CONSTANTS and (self.row.static is None or self.row.static > self.width)
        for value, operand in self.scalars.items():
            key = (operand.dtype, operand.text)
            if crowded and key in constants:
                self.from_memory[value] = key
                continue
            if key not in wide:
                wide[key] = widened(e, operand)
            self.wide_scalars[value] = wide[key]

    def read_constants(self, values: dict[Value, TextOperand], ops: Iterable[Operation]) -> None:
        """Read many constants where they are used: held in registers across the loop they would push out all else."""
        e = self.w.emitter.of_width(self.width)
        if not self.from_memory:
            return
        for value in dict.fromkeys(v for op in ops for v in op.inputs if v in self.from_memory):
            dtype, text = self.from_memory[value]
            stored = ELEMENTS[dtype]
            # a variable of the module, although nobody writes to it: what is constant LLVM takes out of the loop
            place = self.w.number_in_memory(stored.storage, text)
            values[value] = e.load_splat(dtype, place)

    def _vectorized(self) -> LoopNest:
        """The nest in steps of several registers of the widest dtype in play, fewer in long chains."""
        dtypes = {s.array.dtype for s in self.streams} | {op.outputs[0].type.dtype.name for op in self.step.members}
        return vectorize(self.loops, max(ELEMENTS[d].size for d in dtypes), registers_for(len(self.step.members)))

    def _row(self) -> None:
        """The innermost axis, in steps; the last one overlaps the one before where the row ends between two."""
        width, extent = self.width, self.row.static
        if extent is not None and extent <= width:
            self.compute("0", self.mask_for("0", str(extent)))
            return
        if self.loops.tile:
            TiledRow(self, passes_of(self.step)).run()
            return
        self.hold_repeated()
        text = self.extents[-1]
        loop = self.w.count_to(text, width)
        if extent is not None and extent % width and not self.overwrites:
            self.w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
            index = loop.index.umin(extent - width)
            self.compute(index, None)
        else:
            self.compute(loop.index, self.mask_for(loop.index, text))
        loop.close()

    def compute(self, index: str, mask: str | None) -> dict[Value, TextOperand]:
        """One step: read, compute every member, store what is kept. Gives the members' values."""
        e = self.w.emitter.of_width(self.width)
        values: dict[Value, TextOperand] = dict(self.wide_scalars)
        self.read_constants(values, self.step.members)
        for value, stream in self.reads.items():
            values[value] = self.read(stream, index, mask)
        for op, probe in self.step.members.items():
            operands = [values[v] for v in op.inputs]
            if probe.checked:
                self.code.check_elements(e, op, operands, mask)
            values[op.outputs[0]] = apply_rule(e, op, operands)
        for value, stream in self.writes.items():
            self.write(stream, values[value], index, mask)
        return values


def _is_plain(dtype: str) -> bool:
    """Whether numbers are stored as they are computed."""
    return ELEMENTS[dtype].storage == ELEMENTS[dtype].compute


class _CopyWriter(NestWriter):
    """Copies elements between two arrays of the same dimensions."""

    def run(self, source: Array, target: Array) -> None:
        """Write the copy, or call the function of the same copy where a body may have many."""
        w, key = self.w, self._key(source, target)
        if key is None:
            if self._laid_out(source, target):
                with w.nest():
                    self.write_in_place()
            return
        if key not in w.functions:
            w.functions[key] = nest_dedup.function(self).name if self._laid_out(source, target) else ""
        if w.functions[key]:
            w.call("void", f"@{w.functions[key]}", f"ptr {source.pointer}", f"ptr {target.pointer}")

    def _key(self, source: Array, target: Array) -> Hashable | None:
        """All that the text of the copy follows from, but for where the arrays are."""
        sizes = (product(target.dims), *source.strides, *target.strides)
        if not self.w.is_long or any(size.symbols for size in sizes):
            return None
        return type(self), target.dtype, target.dims, source.dims, source.strides, target.strides

    def _laid_out(self, source: Array, target: Array) -> bool:
        """Settle the order of the axes; False where there is nothing to copy."""
        streams = [
            Stream(source, broadcast_strides(source.dims, source.strides, target.dims)),
            Stream(target, target.strides),
        ]
        self.lay_out(target.dims, streams, [False] * len(target.dims))
        if streams[1].inner == ONE or not self.loops.extents:
            self.loops = vectorize(self.loops, ELEMENTS[target.dtype].size, 2)
        return not self.loops.is_empty

    def _row(self) -> None:
        text = self.extents[-1] if self.extents else "1"
        if self.row.static is not None and self.row.static <= self.width:
            self.move("0", self.mask_for("0", text))
        else:
            self.hold_repeated()
            loop = self.w.count_to(text, self.width)
            self.move(loop.index, self.mask_for(loop.index, text))
            loop.close()

    def move(self, index: str, mask: str | None) -> None:
        """One step of the copy."""
        target, value = self.streams[1], self.given(index, mask)
        if self.width == 1:
            offset = self.w.multiply(index, target.texts[-1]) if target.texts else "0"
            place = element_at(self.w, target.array.dtype, target.pointer, offset)
            self.w.emitter.store(value, place)
        else:
            self.write(target, value, index, mask)

    def given(self, index: str, mask: str | None) -> TextOperand:
        """What a step stores."""
        return self.read(self.streams[0], index, mask)


class _AddWriter(_CopyWriter):
    """Adds the elements of an array to those of another of the same dimensions."""

    def given(self, index: str, mask: str | None) -> TextOperand:
        """The sums."""
        source, target = self.streams
        e = self.w.emitter.of_width(self.width)
        return as_text(e.add(self.read(target, index, mask), self.read(source, index, mask)))


def copy_strided(w: Writer, source: Array, target: Array) -> None:
    """Copy elements between arrays of the same dimensions, however they lie; the source may be repeated."""
    from graphwright.runtime.native.lower.nests.transposing import transposes

    if not transposes(w, source, target):
        _CopyWriter(w).run(source, target)


def add_strided(w: Writer, source: Array, target: Array) -> None:
    """Add elements to those of an array of the same dimensions, however they lie; the source may be repeated."""
    _AddWriter(w).run(source, target)
