"""When compiled code releases the GIL, and when it takes it back.

A body is entered with the interpreter held. Work that is long enough lets go of it first; whatever touches Python's
objects takes it back (`Writer.hold`). `%gil` is the body's note: the thread's state while the interpreter is let go of,
null while it is held, the time until which it is kept, and whether the work at hand was interrupted: work that threads
share, and kernels, come back undone then
(`runtime/thread_pool.py`). A body without long work has none of this in its text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphwright.runtime.native.lower.frame.function_writer import Writer


def begin(w: Writer, work: str) -> None:
    """A piece of code without Python follows: where its work is long it runs with the interpreter let go of.

    Signals are looked at first, so that a long row of such pieces can be interrupted.
    """
    if not w.embedding.polls:
        return
    _need(w)
    _fail_unless_zero(w, w.call("i32", w.support("gw_begin"), "ptr %gil", f"i64 {work}"))


def poll(w: Writer) -> None:
    """A loop has done some work: look for signals, and give other threads their turn, where it is time."""
    if not w.embedding.polls:
        return
    _need(w)
    _fail_unless_zero(w, w.call("i32", w.support("gw_poll"), "ptr %gil"))


def fail_if_interrupted(w: Writer) -> None:
    """What was just done may have come back undone, the error set."""
    if not w.embedding.polls:
        return
    w.is_interruptible = True
    _fail_unless_zero(w, w.at("%gil", 16).load("i64"), "i64")


def start(w: Writer) -> list[str]:
    """Text for the entry of a body."""
    if not (w.lets_go or w.is_interruptible):
        return []
    return ["  %gil = alloca [3 x i64], align 16", "  store [3 x i64] zeroinitializer, ptr %gil"]


def _fail_unless_zero(w: Writer, status: str, kind: str = "i32") -> None:
    w.fail_if(w.typed(status, kind).ne(0))


def _need(w: Writer) -> None:
    w.lets_go = True
    w.support("gw_hold")
