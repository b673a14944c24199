"""Divides loop nests into chunks for several threads, along an axis over which no result is shared.

The nest is written into a function of its own, which is given the numbers and pointers of the code around it in a
block of words, and moves its streams to where its chunk starts. Where the cuts are depends on the sizes alone, so that
results do not depend on the number of threads. Sizes that are not known while compiling are cut when the nest runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from graphwright.base.frozen import replace
from graphwright.base.shape import Symbol
from graphwright.runtime.native.fusion.symbolic_sizes import Size, size_of, times
from graphwright.runtime.native.llvm.control_flow import Flow
from graphwright.runtime.native.llvm.emitter import TextOperand
from graphwright.runtime.native.llvm.ir_builder import ModuleText, bits_of
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.function import program_text
from graphwright.runtime.native.loop_ir.nodes import Exit, Function, Landing, Region
from graphwright.runtime.native.lower.frame.function_writer import Writer
from graphwright.runtime.native.machine.budgets import MANY_ROWS, STACK_SCRATCH_BYTES
from graphwright.runtime.native.machine.decisions import note
from graphwright.runtime.native.machine.limits import (
    CHUNK_WORK,
    LONGEST_CHUNK_WORK,
    MOST_CHUNKS,
    PARALLEL_WORK,
    TILE_ELEMENTS,
)
from graphwright.runtime.native.runtime import block_allocator, thread_pool
from graphwright.runtime.native.schedule.loop_nest import Cut, LoopNest

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.nests.fused_nest import NestWriter, Stream

Given = Callable[[str, str], str]


def parallelize_when_run(
    w: Writer, nest: LoopNest, axes: Sequence[int], weight: int, *, once: bool, most: int = MOST_CHUNKS
) -> LoopNest:
    """As `parallelize` for extents that are not all known, `weight` for each element: along the outermost unknown axis.

    With `once` there may be something for each chunk: there are never more than `most`.
    """
    extents = nest.extents
    axis = next((axis for axis in axes if extents[axis].static is None), None)
    if axis is None:
        axis = max(axes, key=lambda axis: extents[axis].factor, default=None)
    unit = TILE_ELEMENTS if axis == len(extents) - 1 else 1
    if axis is None or (extents[axis].static or 2 * unit) <= unit:
        return nest
    work = Size(weight)
    for other, extent in enumerate(extents):
        work = work if other == axis else times(work, extent)
    is_table = len(extents) > 1 or extents[axis].factor > 1
    if is_table and work.static is not None and work.static * extents[axis].factor * MANY_ROWS < PARALLEL_WORK:
        return nest
    text = w.size(extents[axis])
    w.module.helper("gw_step", lambda: _step_text(w.module))
    limit = str(most)
    if not once:
        w.module.declare("declare i64 @llvm.umax.i64(i64, i64)")
        long = w.let_once(f"udiv i64 {w.size(times(work, extents[axis]))}, {LONGEST_CHUNK_WORK}")
        limit = w.let_once(f"call i64 @llvm.umax.i64(i64 {long}, i64 {most})")
    step = w.let_once(f"call i64 @gw_step(i64 {text}, i64 {w.size(work)}, i64 {unit}, i64 {limit})")
    note(f"loop that threads may share when it runs, from PARALLEL_WORK = {PARALLEL_WORK} elements on")
    last = w.let_once(f"sub i64 {w.let_once(f'add i64 {text}, {step}')}, 1")
    return replace(nest, cut=Cut(axis, text, step, w.let_once(f"udiv i64 {last}, {step}"), most))


def _step_text(module: ModuleText) -> str:
    """`i64 gw_step(extent, work, unit, most)`: the length of the chunks of an axis with so much work for each index."""
    flow = Flow(module)
    little = (flow.i64("%extent") * flow.i64("%work")).ult(PARALLEL_WORK)
    with flow.leaving(little) as whole:
        whole.end = f"ret i64 {flow.i64('%extent').umax(1)}"
    enough = (CHUNK_WORK - 1) // flow.i64("%work") + 1
    even = (flow.i64("%extent") - 1) // flow.i64("%most") + 1
    chunks = (flow.i64("%extent") // enough.umax(even)).umax(1)
    power = 1 << (63 - chunks.leading_zeros())  # as for known sizes: two or four threads do equally many
    length = (flow.i64("%extent") - 1) // power + 1
    units = (length - 1) // flow.i64("%unit") + 1
    flow.ret(units * flow.i64("%unit"))
    parameters = "i64 %extent, i64 %work, i64 %unit, i64 %most"
    return flow.function(f"define internal i64 @gw_step({parameters}) noinline optnone nounwind")


@contextmanager
def shared(nest: NestWriter, cut: Cut | None) -> Iterator[Given]:
    """What is written in the block is done chunk by chunk, in several threads; None: it is written in place.

    In the block `nest.w` writes the chunk's function, where `%chunk` is its number. The block is given a function that
    tells what a number or pointer of the code around it, with its type, is called there.
    """
    if cut is None:
        with nest.w.nest():
            yield lambda kind, text: text
        return
    outer = nest.w
    function = ChunkFunction(outer)
    extents, loops = list(nest.extents), nest.loops
    streams = [(s, s.array, s.texts) for s in nest.all_streams()]
    nest.w = function.w
    nest.start = _move(nest, function, cut)
    yield function.given
    nest.w, nest.extents, nest.loops, nest.start = outer, extents, loops, "0"
    for stream, array, texts in streams:
        stream.array, stream.texts, stream.pointer, stream.splat = array, texts, array.pointer, None
    function.run(cut.chunks)


def _move(nest: NestWriter, function: ChunkFunction, cut: Cut) -> str:
    """Let everything start where the chunk does; gives its first index."""
    axis = cut.axis
    nest.extents = [function.given("i64", text) for text in nest.extents]
    start, nest.extents[axis] = bounds(function, cut)
    length = Size(1, (Symbol(),)) if cut.length is None else size_of(cut.length)
    sizes = nest.loops.extents
    nest.loops = replace(nest.loops, extents=(*sizes[:axis], length, *sizes[axis + 1 :]))
    for stream in nest.all_streams():
        _move_stream(stream, function, axis, start)
    nest.take_scalars(function.operand)
    return start


def bounds(function: ChunkFunction, cut: Cut) -> tuple[str, str]:
    """Where a chunk starts, and its length: i64, in the chunk's function."""
    w, extent, step = function.w, cut.extent, cut.step
    w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
    extent_text, step_text = (function.given("i64", str(number)) for number in (extent, step))
    start = w.i64("%chunk") * step_text
    if cut.overlapping and isinstance(extent, int) and isinstance(step, int):
        start = start.umin(extent - step)
    if cut.length is not None:
        return start, str(cut.length)
    left = w.i64(extent_text) - start
    return start, left.umin(step_text)


def _move_stream(stream: Stream, function: ChunkFunction, axis: int, start: str) -> None:
    w = function.w
    stream.texts = [function.given("i64", text) for text in stream.texts]
    pointer = function.given("ptr", stream.array.pointer)
    offset = w.multiply(start, stream.texts[axis])
    if offset != "0":
        pointer = w.ptr(pointer).at(offset, ELEMENTS[stream.array.dtype].storage)
    stream.array = replace(stream.array, pointer=pointer)
    stream.pointer = pointer


class ChunkFunction:
    """A function `(ptr argument, i64 chunk)` beside the one that is being written."""

    def __init__(self, outer: Writer, w: Writer | None = None) -> None:
        self.outer, self.w = outer, w or Writer(outer)
        self._given: dict[tuple[str, str], str] = {}
        self._words: dict[tuple[str, str], int] = {}  # where each of them lies in the argument
        self._length = 0  # of the argument, in words

    def given(self, kind: str, text: str) -> str:
        """What a number or a pointer of the code around is called inside."""
        if not text.startswith("%"):
            return text
        if (kind, text) not in self._given:
            self._words[kind, text] = self._length
            with self.w.on_entry():
                place = self.w.ptr("%argument").at(self._length, "i64")
                self._given[kind, text] = place.load(kind, align=_alignment(kind))
            self._length += -(-_bits_of(kind) // 64)
        return self._given[kind, text]

    def operand(self, operand: TextOperand) -> TextOperand:
        """What an operand of the code around is inside."""
        e = self.w.emitter
        if operand.is_constant:
            return operand
        return e.operand(operand.dtype, self.given(e.type_of(operand.dtype), operand.text))

    def run_evenly(self, chunks: str, lost: Sequence[str]) -> None:
        """As `run`, for chunks that share their own work in turn: the last few are done one by one, by all threads.

        Args:
          lost: what a chunk does that finds no memory; it ends then.
        """
        w = self.outer
        w.need_kernel("pool", "")
        text = chunk_text(self.w, "ptr %argument, i64 %chunk", lost)
        w.module.helper("gw_split_evenly", lambda: _split_evenly_text(w.module))
        name = w.module.function("gw_chunk", text)
        w.call("void", "@gw_split_evenly", f"ptr @{name}", f"ptr {self._block()}", f"i64 {chunks}")

    def place_of(self, kind: str, text: str) -> str:
        """Where in the argument the chunk's function finds what `given` gives."""
        self.given(kind, text)
        return f"getelementptr i64, ptr %argument, i64 {self._words[kind, text]}"

    def run(self, chunks: int | str) -> None:
        """The function is written: put it into the module, and call it for every chunk."""
        if not may_lack_memory(self.w):
            self._run(chunks, ())
            return
        with self.outer.noting_lack() as lacks:
            self._run(chunks, self.noting(lacks))

    def _run(self, chunks: int | str, lost: Sequence[str]) -> None:
        w = self.outer
        text = chunk_text(self.w, "ptr %argument, i64 %chunk", lost)
        again = w.module.has(text)
        name = w.module.function("gw_chunk", text)
        w.need_kernel("pool", "")
        w.module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
        if again:  # there may be many of them
            share = w.module.function("gw_share", self._share_text(name))
            w.call("void", f"@{share}", *(f"{kind} {text}" for kind, text in self._given), f"i64 {chunks}")
        else:
            w.call("void", f"@{thread_pool.SPLIT}", f"ptr @{name}", f"ptr {self._block()}", f"i64 {chunks}")

    def noting(self, lacks: str) -> list[str]:
        """What a chunk does that finds no memory: it says so and ends."""
        place = self.place_of("ptr", lacks)
        return [f"  %lost.place = {place}", "  %lost.note = load ptr, ptr %lost.place", "  store i64 1, ptr %lost.note"]

    def _block(self) -> str:
        """What is given, as the function reads it."""
        w = self.outer
        with w.on_entry():
            block = w.alloca(f"[{max(1, self._length)} x i64]", align=16)
        for (kind, item), word in self._words.items():
            w.at(block, 8 * word).store(item, kind, align=_alignment(kind))
        return block

    def _share_text(self, name: str) -> str:
        """A function that fills the block of what is given and has every chunk done, from its parameters on."""
        kinds = [kind for kind, _ in self._given]
        lines = [f"  %block = alloca [{max(1, self._length)} x i64], align 16"]
        for i, (kind, word) in enumerate(zip(kinds, self._words.values(), strict=True)):
            lines += [
                f"  %at{i} = getelementptr i64, ptr %block, i64 {word}",
                f"  store {kind} %given{i}, ptr %at{i}{_aligned(kind)}",
            ]
        parameters = ", ".join([*[f"{kind} %given{i}" for i, kind in enumerate(kinds)], "i64 %chunks"])
        head = f"({parameters}) noinline optnone nounwind {{"
        call = f"  call void @{thread_pool.SPLIT}(ptr @{name}, ptr %block, i64 %chunks)"
        return "\n".join([head, *lines, call, "  ret void", "}"])


def _bits_of(kind: str) -> int:
    """The bits of a number or a pointer."""
    return 64 if kind == "ptr" else bits_of(kind)


def _alignment(kind: str) -> int:
    """The alignment of a word in bytes, for numbers of several words; 0: what the type implies."""
    return 8 if _bits_of(kind) > 64 else 0


def _aligned(kind: str) -> str:
    return f", align {_alignment(kind)}" if _alignment(kind) else ""


def _split_evenly_text(module: ModuleText) -> str:
    """`void gw_split_evenly(function, argument, chunks)`: see `ChunkFunction.run_evenly`."""
    module.declare(f"declare void @{thread_pool.SPLIT}(ptr, ptr, i64)")
    module.declare(f"declare i64 @{thread_pool.SHARERS}()")
    flow = Flow(module)
    threads = flow.call("i64", f"@{thread_pool.SHARERS}")
    left = flow.i64("%chunks") % threads
    few = (left * 2).ule(threads)  # all threads do more than half of them in the time of one
    whole = flow.i64("%chunks") - few.select(left, 0)
    flow.call("void", f"@{thread_pool.SPLIT}", flow.ptr("%function"), flow.ptr("%argument"), whole)
    with flow.loop(whole, "%chunks") as chunk:
        flow.call("void", "%function", flow.ptr("%argument"), chunk.index)
    flow.ret()
    parameters = "ptr %function, ptr %argument, i64 %chunks"
    return flow.function(f"define internal void @gw_split_evenly({parameters}) noinline optnone nounwind")


def _scratch_calls(w: Writer, size: int) -> tuple[str, str]:
    """What takes a chunk's scratch memory, and what gives it back."""
    if size >= block_allocator.LARGE_BLOCK:
        w.need_blocks()
        take, give = (
            f"ptr @{block_allocator.TAKE}(i64 {size})",
            f"void @{block_allocator.GIVE}(ptr %scratch, i64 {size})",
        )
        return f"call {take}", f"call {give}"
    make, free = w.c_function("aligned_alloc", "ptr", "i64", "i64"), w.c_function("free", "void", "ptr")
    return f"call ptr {make}(i64 64, i64 {size})", f"call void {free}(ptr %scratch)"


def may_lack_memory(w: Writer) -> bool:
    """Whether a function of its own that a writer has written takes its scratch memory from the heap."""
    return w.scratch.size > STACK_SCRATCH_BYTES


def chunk_text(w: Writer, parameters: str, lost: Sequence[str]) -> str:
    """A function of its own that a writer has written, from its parameters on.

    Args:
      lost: what it does where there is no memory; only one that `may_lack_memory` needs any.
    """
    size = w.scratch.size
    scratch: Region = [f"  %scratch = alloca [{max(1, size)} x i8], align 64"]
    landings, leave = [], ["  ret void"]
    if may_lack_memory(w):
        assert lost, "a function that may lack memory says so"
        make, free = _scratch_calls(w, size)
        missing = Exit("%no_scratch", "lost", "enter")
        scratch = [f"  %scratch = {make}", "  %no_scratch = icmp eq ptr %scratch, null", missing]
        landings = [Landing("lost", list(lost), end="ret void")]
        leave.insert(0, f"  {free}")
    head = f"({parameters}) noinline nounwind"
    function = Function(head, [*scratch, *w.head, *w.lines], landings, leave, entry="start")
    return program_text(function, offset=w.scratch.offset, disguised=True)
