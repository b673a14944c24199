"""When compiled code lets go of the interpreter, and when it takes it back.

A body is entered with the interpreter held. Work that is long enough lets go of it first; whatever touches Python's
objects takes it back (`Writer.hold`). `%gil` is the body's note: the thread's state while the interpreter is let go of,
null while it is held, and the time until which it is kept. A body without long work has none of this in its text.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from graphwright.runtime.native.writer import Writer

LONG: Final = 1 << 20
"""Work, in elements that are computed, from which on a piece of code lets go of the interpreter: some 100 us.

Who lets go may wait a whole switch interval of Python's to get it back.
"""

HOLD: Final = "  call void @gw_hold(ptr %gil)"
"""The line that makes sure that the interpreter is held."""

_KEPT = 5_000_000  # ns; a loop that needs the interpreter lets others have it this often, as Python does
_LET_GO = 45_000_000  # ns more; a loop that does not need it takes it this often, to look for signals


def begin(w: Writer, work: str) -> None:
    """A piece of code without Python follows: where its work is long it runs with the interpreter let go of.

    Signals are looked at first, so that a long row of such pieces can be interrupted.
    """
    _need(w)
    w.module.helper("gw_begin", lambda: _begin_text(w))
    _fail_unless_zero(w, w.call("i32", "@gw_begin", "ptr %gil", f"i64 {work}"))


def poll(w: Writer) -> None:
    """A loop has done some work: look for signals, and give other threads their turn, where it is time."""
    _need(w)
    _fail_unless_zero(w, w.call("i32", "@gw_poll", "ptr %gil"))


def start(w: Writer) -> list[str]:
    """Text for the entry of a body."""
    return ["  %gil = alloca [2 x i64], align 16", "  store [2 x i64] zeroinitializer, ptr %gil"] if w.lets_go else []


def held(w: Writer, lines: list[str]) -> list[str]:
    """The lines of a body as they are to be: where it never lets go of the interpreter, none takes it back."""
    return lines if w.lets_go else [line for line in lines if line != HOLD]


def _fail_unless_zero(w: Writer, status: str) -> None:
    w.fail_if(w.let(f"icmp ne i32 {status}, 0"))


def _need(w: Writer) -> None:
    w.lets_go = True
    need_poll(w)


def need_poll(w: Writer) -> None:
    """Put `gw_poll` and `gw_hold` into the module."""
    w.module.helper("gw_hold", lambda: _hold_text(w))
    w.module.helper("gw_poll", lambda: _poll_text(w))


def _hold_text(w: Writer) -> str:
    restore = w.c_function("PyEval_RestoreThread", "void", "ptr")
    return f"""define internal void @gw_hold(ptr %gil) noinline {{
start:
  %state = load ptr, ptr %gil
  %held = icmp eq ptr %state, null
  br i1 %held, label %done, label %take
take:
  store ptr null, ptr %gil
  call void {restore}(ptr %state)
  br label %done
done:
  ret void
}}"""


def _begin_text(w: Writer) -> str:
    save = w.c_function("PyEval_SaveThread", "ptr")
    return f"""define internal i32 @gw_begin(ptr %gil, i64 %work) noinline {{
start:
  %short = icmp slt i64 %work, {LONG}
  br i1 %short, label %done, label %look
look:
  %status = call i32 @gw_poll(ptr %gil)
  %interrupted = icmp ne i32 %status, 0
  br i1 %interrupted, label %failed, label %note
note:
  %state = load ptr, ptr %gil
  %held = icmp eq ptr %state, null
  br i1 %held, label %let.go, label %done
let.go:
  %saved = call ptr {save}()
  store ptr %saved, ptr %gil
  br label %done
done:
  ret i32 0
failed:
  ret i32 -1
}}"""


def _poll_text(w: Writer) -> str:
    """`i32 gw_poll(gil)`: -1 with the error set and the interpreter held when a signal's handler raised."""
    check = w.c_function("PyErr_CheckSignals", "i32")
    save = w.c_function("PyEval_SaveThread", "ptr")
    clock = w.c_function("clock_gettime", "i32", "i32", "ptr")
    return f"""define internal i32 @gw_poll(ptr %gil) noinline {{
start:
  %now.place = alloca [2 x i64], align 8
  %clocked = call i32 {clock}(i32 {time.CLOCK_MONOTONIC}, ptr %now.place)
  %seconds = load i64, ptr %now.place
  %rest.place = getelementptr i8, ptr %now.place, i64 8
  %rest = load i64, ptr %rest.place
  %whole = mul i64 %seconds, 1000000000
  %now = add i64 %whole, %rest
  %until.place = getelementptr i8, ptr %gil, i64 8
  %until = load i64, ptr %until.place
  %state = load ptr, ptr %gil
  %held = icmp eq ptr %state, null
  br i1 %held, label %keep, label %away
away:
  %late = add i64 %until, {_LET_GO}
  %early = icmp slt i64 %now, %late
  br i1 %early, label %done, label %take
take:
  call void @gw_hold(ptr %gil)
  %seen = call i32 {check}()
  %interrupted = icmp ne i32 %seen, 0
  br i1 %interrupted, label %failed, label %let.go
keep:
  %status = call i32 {check}()
  %raised = icmp ne i32 %status, 0
  br i1 %raised, label %failed, label %turn
turn:
  %soon = icmp slt i64 %now, %until
  br i1 %soon, label %done, label %let.go
let.go:
  %next = add i64 %now, {_KEPT}
  store i64 %next, ptr %until.place
  %saved = call ptr {save}()
  store ptr %saved, ptr %gil
  br label %done
done:
  ret i32 0
failed:
  ret i32 -1
}}"""
