"""Computes how much room a list needs for the elements that a loop appends.

A loop may end long before its counter does, by an error or an interrupt. So a list begins with room for some rounds,
and its memory is doubled whenever a round would not find enough.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphwright.base.frozen import replace
from graphwright.base.shape import Dim, Symbol
from graphwright.runtime.native.fusion.symbolic_sizes import Size, product, times
from graphwright.runtime.native.llvm.storage import ELEMENTS
from graphwright.runtime.native.loop_ir.typed import IRValue
from graphwright.runtime.native.lower.frame.values import ListBuffer

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.codegen import Code
    from graphwright.runtime.native.lower.frame.function_writer import Writer

# Bytes that a list has at first at most: of a loop that ends with its counter unless it fails, of one that may end
# sooner, and of one for which only the run tells how long it may be. What is not written to costs addresses alone.
_MOST_AT_FIRST = 256 << 20
_MOST_UNSURE = 16 << 20
_MOST_UNKNOWN = 64 << 10
_MOST_ROUNDS = 1 << 48


def room_at_first(
    w: Writer, rounds: str | None, is_sure: bool, pushes: int, dtype: str, dims: tuple[Dim, ...]
) -> tuple[str, str]:
    """How many elements a list begins with room for, and for how many at most, where a round adds `pushes`.

    `rounds` says how many there are at most, None: nobody knows; `is_sure` that there are as many unless one fails.
    """
    bytes_ = _MOST_AT_FIRST if is_sure else _MOST_UNSURE if rounds is not None and rounds.isdigit() else _MOST_UNKNOWN
    size = bytes_of(w, dtype, dims)
    if size.isdigit():
        most = str(max(pushes, bytes_ // max(1, int(size))))
    else:
        most = extreme(w, "smax", w.i64(bytes_) // extreme(w, "smax", size, "1"), str(pushes))
    if rounds is None or rounds.isdigit():
        total = min(_MOST_ROUNDS if rounds is None else int(rounds), _MOST_ROUNDS) * pushes
        return str(min(total, int(most))) if most.isdigit() else extreme(w, "smin", str(total), most), str(total)
    needed = w.multiply(extreme(w, "smin", rounds, str(_MOST_ROUNDS)), str(pushes))
    return extreme(w, "smin", needed, most), needed


def with_room(code: Code, items: ListBuffer, needed: str, most: str | None = None) -> ListBuffer:
    """The list with room for so many elements: they move to memory twice as large where there is less.

    There never are more than `most`.
    """
    w, b, buffer = code.w, code.b, items.buffer
    assert buffer is not None
    short = w.i64(needed) > items.room
    growth = w.branch(short, "grow", None)
    with growth.arm(0, cold=True), w.nested():
        doubled = w.i64(items.room) << 1
        room = extreme(w, "smax", doubled if most is None else extreme(w, "smin", doubled, most), needed)
        elements = Symbol()
        w.bind_symbol(elements, room)
        result = b.new_object(items.dtype, (elements, *items.dims))
        data = b.data(result)
        stored = w.multiply(items.length, bytes_of(w, items.dtype, items.dims))
        w.module.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        w.call("void", "@llvm.memcpy.p0.p0.i64", w.ptr(data), w.ptr(items.pointer), stored, "i1 false")
        b.empty(buffer)
        w.ptr(b.slot(buffer)).store(result, "ptr")
    growth.close()
    return replace(
        items,
        pointer=growth.merge("ptr", [data, items.pointer]),
        room=growth.merge("i64", [room, items.room]),
        object=None,
    )


def bytes_of(w: Writer, dtype: str, dims: tuple[Dim, ...]) -> str:
    """The size of an element as an i64."""
    return w.size(times(product(dims), Size(ELEMENTS[dtype].size)))


def extreme(w: Writer, which: str, a: str, b: str) -> IRValue:
    """The smaller (smin) or the larger (smax) of two i64."""
    return w.i64(a).min(b) if which == "smin" else w.i64(a).max(b)
