"""Loop nests cut into chunks for several threads, along an axis that the chunks do not share results over.

The nest is written into a function of its own, which is given the numbers and pointers of the code around it in a
block of words, and moves its streams to where its chunk starts. Where the cuts are depends on the sizes alone, so that
results do not depend on the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from graphwright.base.shape import Symbol
from graphwright.runtime.native import pool
from graphwright.runtime.native.emitter import TextOperand
from graphwright.runtime.native.sizes import Size, size_of
from graphwright.runtime.native.storage import ELEMENTS
from graphwright.runtime.native.tiles import TILE
from graphwright.runtime.native.writer import SMALL_SCRATCH, Writer

if TYPE_CHECKING:
    from graphwright.runtime.native.loops import NestWriter, Stream

WORTH: Final = 1 << 19
"""Work, in elements that are computed, from which on it is shared: some 50 us."""

Given = Callable[[str, str], str]

_CHUNK = 1 << 17  # work of a chunk
_MOST_CHUNKS = 64


@dataclass(frozen=True, slots=True)
class Cut:
    """How an axis is cut: chunks of `step`, the last one moved back to end with the axis, or shorter."""

    axis: int
    extent: int
    step: int
    overlapping: bool

    @property
    def chunks(self) -> int:
        return -(-self.extent // self.step)


def cut_of(extents: Sequence[Size], axes: Sequence[int], work: int | None, once: bool) -> Cut | None:
    """The cut into most chunks of a nest that computes `work` elements, along one of the axes; None: it does not pay.

    With `once` no element may be computed twice.
    """
    if work is None or work < WORTH:
        return None
    cuts = [_cut(axis, extents[axis].static or 0, axis == len(extents) - 1, work, once) for axis in axes]
    best = max(cuts, key=lambda cut: cut.chunks, default=None)
    return best if best is not None and best.chunks > 1 else None


def _cut(axis: int, extent: int, is_row: bool, work: int, once: bool) -> Cut:
    step = max(-(-extent * _CHUNK // work), -(-extent // _MOST_CHUNKS), 1)
    if is_row:
        step = -(-step // TILE) * TILE
    return Cut(axis, extent, step, overlapping=is_row and not once)


@contextmanager
def shared(nest: NestWriter, cut: Cut | None) -> Iterator[Given]:
    """What is written in the block is done chunk by chunk, in several threads; None: it is written in place.

    In the block `nest.w` writes the chunk's function, where `%chunk` is its number. The block is given a function that
    tells what a number or pointer of the code around it, with its type, is called there.
    """
    if cut is None:
        yield lambda kind, text: text
        return
    outer, name = nest.w, nest.w.module.unique("gw_chunk")
    function = _Function(outer, name)
    extents, sizes = list(nest.extents), list(nest.space.extents)
    streams = [(s, s.array, s.texts) for s in nest.all_streams()]
    nest.w = function.w
    _move(nest, function, cut)
    yield function.given
    nest.w, nest.extents, nest.space.extents = outer, extents, sizes
    for stream, array, texts in streams:
        stream.array, stream.texts, stream.pointer, stream.splat = array, texts, array.pointer, None
    function.end()
    outer.kernels.add(("pool", ""))
    outer.module.declare(f"declare void @{pool.SPLIT}(ptr, ptr, i64)")
    outer.call("void", f"@{pool.SPLIT}", f"ptr @{name}", f"ptr {function.block()}", f"i64 {cut.chunks}")


def _move(nest: NestWriter, function: _Function, cut: Cut) -> None:
    """Let everything start where the chunk does."""
    w, axis = nest.w, cut.axis
    w.module.declare("declare i64 @llvm.umin.i64(i64, i64)")
    start = w.let(f"mul i64 %chunk, {cut.step}")
    nest.extents = [function.given("i64", text) for text in nest.extents]
    if cut.overlapping:
        start = w.let(f"call i64 @llvm.umin.i64(i64 {start}, i64 {cut.extent - cut.step})")
    if cut.overlapping or cut.extent % cut.step == 0:
        nest.space.extents[axis], nest.extents[axis] = size_of(cut.step), str(cut.step)
    else:
        left = w.let(f"sub i64 {cut.extent}, {start}")
        nest.space.extents[axis] = Size(1, (Symbol(),))
        nest.extents[axis] = w.let(f"call i64 @llvm.umin.i64(i64 {left}, i64 {cut.step})")
    for stream in nest.all_streams():
        _move_stream(stream, function, axis, start)
    nest.take_scalars(function.operand)


def _move_stream(stream: Stream, function: _Function, axis: int, start: str) -> None:
    w = function.w
    stream.texts = [function.given("i64", text) for text in stream.texts]
    pointer = function.given("ptr", stream.array.pointer)
    offset = w.multiply(start, stream.texts[axis])
    if offset != "0":
        pointer = w.let(f"getelementptr {ELEMENTS[stream.array.dtype].storage}, ptr {pointer}, i64 {offset}")
    stream.array = replace(stream.array, pointer=pointer)
    stream.pointer = pointer


class _Function:
    """A function `(ptr argument, i64 chunk)` beside the one that is being written."""

    def __init__(self, outer: Writer, name: str) -> None:
        self.outer, self.name = outer, name
        self.w = Writer(outer)
        self._given: dict[tuple[str, str], str] = {}

    def given(self, kind: str, text: str) -> str:
        """What a number or a pointer of the code around is called inside."""
        if not text.startswith("%"):
            return text
        if (kind, text) not in self._given:
            place = self.w.in_head(f"getelementptr i64, ptr %argument, i64 {len(self._given)}")
            self._given[kind, text] = self.w.in_head(f"load {kind}, ptr {place}")
        return self._given[kind, text]

    def operand(self, operand: TextOperand) -> TextOperand:
        """What an operand of the code around is inside."""
        e = self.w.emitter
        return e.operand(operand.dtype, self.given(e.type_of(operand.dtype), operand.text))

    def block(self) -> str:
        """The block of what is given, filled."""
        w = self.outer
        block = w.in_head(f"alloca [{max(1, len(self._given))} x i64], align 16")
        for i, (kind, text) in enumerate(self._given):
            w.line(f"store {kind} {text}, ptr {w.at(block, 8 * i)}")
        return block

    def end(self) -> None:
        """Put the function into the module."""
        w = self.w
        size = w.scratch.size
        scratch, leave = [f"  %scratch = alloca [{max(1, size)} x i8], align 64"], []
        if size > SMALL_SCRATCH:
            w.module.declare("declare void @llvm.trap()")
            make, free = w.c_function("aligned_alloc", "ptr", "i64", "i64"), w.c_function("free", "void", "ptr")
            scratch = [
                f"  %scratch = call ptr {make}(i64 64, i64 {size})",
                "  %none = icmp eq ptr %scratch, null",
                "  br i1 %none, label %lost, label %enter",
                "lost:",  # a program that is short of some kilobytes is lost anyway
                "  call void @llvm.trap()",
                "  unreachable",
            ]
            leave = [f"  call void {free}(ptr %scratch)"]
        else:
            scratch.append("  br label %enter")
        w.module.add(
            "\n".join(
                [
                    f"define internal void @{self.name}(ptr %argument, i64 %chunk) noinline nounwind {{",
                    "start:",
                    *scratch,
                    "enter:",
                    *w.head,
                    *w.lines,
                    *leave,
                    "  ret void",
                    "}",
                ]
            )
        )
