"""What the bodies of all programs call: a module of its own, compiled once in a process.

Here are the functions that have nothing of a program in them: a function costs a millisecond to compile, however
short it is. All but those for scratch blocks take it that the interpreter is held, and `gw_hold` sees to it (`gil.py`).
They are compiled the quick way: their time is that of what they call.
"""

from __future__ import annotations

import ctypes
import threading
import time
from typing import Final

import numpy as np

from graphwright.base.forks import renewed_after_fork
from graphwright.core.variable import VariableState
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import capi

LONG: Final = 1 << 20
"""Work, in elements that are computed, from which on a piece of code lets go of the interpreter: some 100 us.

Who lets go may wait a whole switch interval of Python's to get it back.
"""

KEPT: Final = 5_000_000  # ns; a loop that needs the interpreter lets others have it this often, as Python does
LET_GO: Final = 45_000_000  # ns more; a loop that does not need it takes it this often, to look for signals

RUN: Final = "gw_run"
LOOK: Final = "gw_look"
_FUNCTIONS: Final[dict[str, str]] = {
    "gw_clear": "void (ptr)",
    "gw_release": "void (ptr, i64)",
    "gw_new_array": "ptr (i32, ptr, i32)",
    "gw_call_site": "i1 (ptr, ptr, i64, i64)",
    "gw_explain": "void (ptr)",
    "gw_hold": "void (ptr)",
    "gw_poll": "i32 (ptr)",
    "gw_begin": "i32 (ptr, i64)",
    LOOK: "i1 ()",
    "gw_time": "i64 ()",
    "gw_make_scratch": "ptr (i64)",
    "gw_take_scratch": "ptr (ptr, i64)",
    "gw_leave_scratch": "void (ptr, ptr)",
    "gw_read_state": "ptr (ptr, ptr)",
    "gw_assign_state": "i1 (ptr, ptr, ptr)",
    "gw_sole_array": "ptr (ptr, ptr, ptr, i64)",
    RUN: "ptr (ptr, ptr, i64)",
}

_READABLE = capi.C_CONTIGUOUS | capi.ALIGNED
_WRITEABLE = _READABLE | capi.WRITEABLE | capi.OWNDATA


def declaration(name: str) -> str:
    """The line that declares a function."""
    result, _, arguments = _FUNCTIONS[name].partition(" ")
    return f"declare {result} @{name}{arguments}"


def _objects() -> dict[str, int]:
    return {"gw_ndarray": id(np.ndarray), "gw_none": id(None), "gw_variable_state": id(VariableState)}


def _text() -> str:
    layout = capi.layout()
    numbers = {
        "PREFIX": capi.PREFIX,
        "TYPE": layout.ob_type,
        "ITEMS": layout.tuple_items,
        "DATA": layout.data,
        "FLAGS": layout.flags,
        "BASE": layout.base,
        "STATE_ARRAY": capi.slot_offset(VariableState, "array"),
        "STATE_TYPE": capi.slot_offset(VariableState, "type"),
        "READABLE": _READABLE,
        "WRITEABLE": _WRITEABLE,
        "CLOCK": time.CLOCK_MONOTONIC,
        "LONG": LONG,
        "KEPT": KEPT,
        "LET_GO": LET_GO,
    }
    text = _TEMPLATE.replace("$NEW", _NEW).replace("$FIND", _FIND)
    for flags in ("READABLE", "WRITEABLE"):
        text = text.replace(f"$HAVE_{flags}", _HAVE.replace("$WANTED", f"${flags}"))
    for name in sorted(numbers, key=len, reverse=True):
        text = text.replace(f"${name}", str(numbers[name]))
    return text


class _MainThread:
    """Tells the code which thread signals are handled in; in a forked child that is the one that has forked."""

    def __init__(self, code: jit.Code) -> None:
        self._thread, self._away = (code.variable(name) for name in ("gw_main_thread", "gw_main_gil"))
        self._note()
        renewed_after_fork(self)

    def _note(self) -> None:
        ctypes.c_uint64.from_address(self._thread).value = threading.main_thread().ident or 0

    def _at_fork_reinit(self) -> None:
        self._note()
        # what the parent's main thread was in the midst of is not here
        ctypes.c_uint64.from_address(self._away).value = 0


CODE: Final[SharedCode[_MainThread]] = SharedCode(_text, tuple(_FUNCTIONS), opt=0, objects=_objects, set_up=_MainThread)

_NEW = "ptr @gw_ndarray, i32 %rank, ptr %dims, i32 %number, ptr null, ptr null, i32 0, i32 0, ptr null"

# the array of a variable's state of this very type, and the place that holds it
_FIND = """%kind.place = getelementptr i8, ptr %state, i64 $TYPE
  %kind = load ptr, ptr %kind.place
  %is.state = icmp eq ptr %kind, @gw_variable_state
  br i1 %is.state, label %typed, label %refuse
typed:
  %declared.place = getelementptr i8, ptr %state, i64 $STATE_TYPE
  %declared = load ptr, ptr %declared.place
  %is.typed = icmp eq ptr %declared, %type
  br i1 %is.typed, label %found, label %refuse
found:
  %place = getelementptr i8, ptr %state, i64 $STATE_ARRAY
  %array = load ptr, ptr %place"""

# whether the array has all of these flags
_HAVE = """%flags.place = getelementptr i8, ptr %array, i64 $FLAGS
  %flags = load i32, ptr %flags.place
  %have = and i32 %flags, $WANTED
  %usable = icmp eq i32 %have, $WANTED"""

_TEMPLATE = """
@gw_ndarray = external global i8
@gw_none = external global i8
@gw_variable_state = external global i8
declare void @$PREFIXPy_IncRef(ptr)
declare void @$PREFIXPy_DecRef(ptr)
declare ptr @$PREFIXPyTuple_New(i64)
declare ptr @$PREFIXPyErr_NoMemory()
declare void @$PREFIXPyErr_Fetch(ptr, ptr, ptr)
declare i32 @$PREFIXPyErr_CheckSignals()
declare ptr @$PREFIXPyEval_SaveThread()
declare void @$PREFIXPyEval_RestoreThread(ptr)
declare i64 @$PREFIXPyThread_get_thread_ident()
declare ptr @$PREFIXPyObject_VectorcallDict(ptr, ptr, i64, ptr)
declare ptr @$PREFIXPyArray_New(ptr, i32, ptr, i32, ptr, ptr, i32, i32, ptr)
declare i32 @$PREFIXclock_gettime(i32, ptr)
declare ptr @$PREFIXaligned_alloc(i64, i64)
declare void @$PREFIXfree(ptr)

; releases what a slot holds; it holds null then
define void @gw_clear(ptr %slot) {
  %object = load ptr, ptr %slot
  store ptr null, ptr %slot
  call void @$PREFIXPy_DecRef(ptr %object)
  ret void
}

; releases what the slots of a frame hold
define void @gw_release(ptr %frame, i64 %count) {
start:
  br label %next
next:
  %i = phi i64 [0, %start], [%following, %next]
  %place = getelementptr ptr, ptr %frame, i64 %i
  %object = load ptr, ptr %place
  call void @$PREFIXPy_DecRef(ptr %object)
  %following = add i64 %i, 1
  %more = icmp slt i64 %following, %count
  br i1 %more, label %next, label %done
done:
  ret void
}

; a new ndarray, not yet filled; null with an error set where there is no memory
define ptr @gw_new_array(i32 %rank, ptr %dims, i32 %number) {
  %made = call ptr @$PREFIXPyArray_New($NEW)
  ret ptr %made
}

; calls a Python function; true when an error is set. The results replace the arguments
define i1 @gw_call_site(ptr %site, ptr %words, i64 %count, i64 %outputs) {
start:
  %result = call ptr @$PREFIXPyObject_VectorcallDict(ptr %site, ptr %words, i64 %count, ptr null)
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %leave, label %unpack
unpack:
  %items = getelementptr i8, ptr %result, i64 $ITEMS
  br label %next
next:
  %i = phi i64 [0, %unpack], [%following, %take]
  %more = icmp slt i64 %i, %outputs
  br i1 %more, label %take, label %done
take:
  %from = getelementptr ptr, ptr %items, i64 %i
  %item = load ptr, ptr %from
  call void @$PREFIXPy_IncRef(ptr %item)
  %to = getelementptr ptr, ptr %words, i64 %i
  store ptr %item, ptr %to
  %following = add i64 %i, 1
  br label %next
done:
  call void @$PREFIXPy_DecRef(ptr %result)
  br label %leave
leave:
  %status = phi i1 [true, %start], [false, %done]
  ret i1 %status
}

; the thread that handles signals; its note while it has let go of the interpreter, or after it was interrupted so
@gw_main_thread = global i64 0
@gw_main_gil = global ptr null

define internal i1 @gw_is_main_thread() {
  %here = call i64 @$PREFIXPyThread_get_thread_ident()
  %main = load i64, ptr @gw_main_thread
  %same = icmp eq i64 %here, %main
  ret i1 %same
}

define internal void @gw_let_go(ptr %gil) {
start:
  %saved = call ptr @$PREFIXPyEval_SaveThread()
  store ptr %saved, ptr %gil
  %is.main = call i1 @gw_is_main_thread()
  br i1 %is.main, label %note, label %done
note:
  store atomic ptr %gil, ptr @gw_main_gil monotonic, align 8
  br label %done
done:
  ret void
}

; between pieces of long work, in any thread: true when this one was interrupted, with the error set and the interpreter
; held, until the body that let go of it asks for it. Only the main thread ever is
define zeroext i1 @gw_look() {
start:
  %gil = load atomic ptr, ptr @gw_main_gil monotonic, align 8
  %nobody = icmp eq ptr %gil, null
  br i1 %nobody, label %no, label %who
who:
  %is.main = call i1 @gw_is_main_thread()
  br i1 %is.main, label %mine, label %no
mine:
  %state = load ptr, ptr %gil
  %over = icmp eq ptr %state, null
  br i1 %over, label %yes, label %poll
poll:
  %status = call i32 @gw_poll(ptr %gil)
  %raised = icmp ne i32 %status, 0
  br i1 %raised, label %tell, label %no
tell:
  store atomic ptr %gil, ptr @gw_main_gil monotonic, align 8
  %told.place = getelementptr i8, ptr %gil, i64 16
  store i64 1, ptr %told.place
  br label %yes
yes:
  ret i1 true
no:
  ret i1 false
}

; calls a Python function, which raises, on the class and the value, or None, of the error that is set
define void @gw_explain(ptr %site) {
  %words = alloca [3 x ptr], align 16
  %value.place = getelementptr i8, ptr %words, i64 8
  %trace.place = getelementptr i8, ptr %words, i64 16
  call void @$PREFIXPyErr_Fetch(ptr %words, ptr %value.place, ptr %trace.place)
  %kind = load ptr, ptr %words
  %value = load ptr, ptr %value.place
  %trace = load ptr, ptr %trace.place
  %nothing = icmp eq ptr %value, null
  %told = select i1 %nothing, ptr @gw_none, ptr %value
  store ptr %told, ptr %value.place
  %result = call ptr @$PREFIXPyObject_VectorcallDict(ptr %site, ptr %words, i64 2, ptr null)
  call void @$PREFIXPy_DecRef(ptr %result)
  call void @$PREFIXPy_DecRef(ptr %kind)
  call void @$PREFIXPy_DecRef(ptr %value)
  call void @$PREFIXPy_DecRef(ptr %trace)
  ret void
}

; makes sure that the interpreter is held
define void @gw_hold(ptr %gil) {
start:
  %noted = load atomic ptr, ptr @gw_main_gil monotonic, align 8
  %own = icmp eq ptr %noted, %gil
  br i1 %own, label %forget, label %ask
forget:
  store atomic ptr null, ptr @gw_main_gil monotonic, align 8
  br label %ask
ask:
  %state = load ptr, ptr %gil
  %held = icmp eq ptr %state, null
  br i1 %held, label %done, label %take
take:
  store ptr null, ptr %gil
  call void @$PREFIXPyEval_RestoreThread(ptr %state)
  br label %done
done:
  ret void
}

; before work that may be long: -1 with the error set and the interpreter held when a signal's handler raised
define i32 @gw_begin(ptr %gil, i64 %work) {
start:
  %short = icmp slt i64 %work, $LONG
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
  call void @gw_let_go(ptr %gil)
  br label %done
done:
  ret i32 0
failed:
  ret i32 -1
}

; in nanoseconds
define i64 @gw_time() {
  %place = alloca [2 x i64], align 8
  %status = call i32 @$PREFIXclock_gettime(i32 $CLOCK, ptr %place)
  %seconds = load i64, ptr %place
  %rest.place = getelementptr i8, ptr %place, i64 8
  %rest = load i64, ptr %rest.place
  %whole = mul i64 %seconds, 1000000000
  %time = add i64 %whole, %rest
  ret i64 %time
}

; now and then in a loop: as gw_begin
define i32 @gw_poll(ptr %gil) {
start:
  %now = call i64 @gw_time()
  %until.place = getelementptr i8, ptr %gil, i64 8
  %until = load i64, ptr %until.place
  %state = load ptr, ptr %gil
  %held = icmp eq ptr %state, null
  br i1 %held, label %keep, label %away
away:
  %late = add i64 %until, $LET_GO
  %early = icmp slt i64 %now, %late
  br i1 %early, label %done, label %take
take:
  call void @gw_hold(ptr %gil)
  %seen = call i32 @$PREFIXPyErr_CheckSignals()
  %interrupted = icmp ne i32 %seen, 0
  br i1 %interrupted, label %failed, label %let.go
keep:
  %status = call i32 @$PREFIXPyErr_CheckSignals()
  %raised = icmp ne i32 %status, 0
  br i1 %raised, label %failed, label %turn
turn:
  %soon = icmp slt i64 %now, %until
  br i1 %soon, label %done, label %let.go
let.go:
  %next = add i64 %now, $KEPT
  store i64 %next, ptr %until.place
  call void @gw_let_go(ptr %gil)
  br label %done
done:
  ret i32 0
failed:
  ret i32 -1
}

; a scratch block of its own; null with an error set where there is no memory
define ptr @gw_make_scratch(i64 %size) {
start:
  %made = call ptr @$PREFIXaligned_alloc(i64 64, i64 %size)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %report, label %done
report:
  %nothing = call ptr @$PREFIXPyErr_NoMemory()
  br label %done
done:
  ret ptr %made
}

; the scratch block that is kept at a place, or one of its own
define ptr @gw_take_scratch(ptr %place, i64 %size) {
start:
  %kept = atomicrmw xchg ptr %place, ptr null acq_rel
  %none = icmp eq ptr %kept, null
  br i1 %none, label %make, label %done
make:
  %made = call ptr @gw_make_scratch(i64 %size)
  ret ptr %made
done:
  ret ptr %kept
}

; keeps a scratch block at a place for the next call
define void @gw_leave_scratch(ptr %place, ptr %block) {
  %other = atomicrmw xchg ptr %place, ptr %block acq_rel
  call void @$PREFIXfree(ptr %other)
  ret void
}

; a new reference to the array in a variable's state of this very type, if it can be read in place; null for all else
define ptr @gw_read_state(ptr %state, ptr %type) {
start:
  $FIND
  %none = icmp eq ptr %array, @gw_none
  br i1 %none, label %refuse, label %there
there:
  $HAVE_READABLE
  br i1 %usable, label %take, label %refuse
take:
  call void @$PREFIXPy_IncRef(ptr %array)
  ret ptr %array
refuse:
  ret ptr null
}

; puts another array into a variable's state of this very type; false for what is no such state
define i1 @gw_assign_state(ptr %state, ptr %type, ptr %following) {
start:
  $FIND
  call void @$PREFIXPy_IncRef(ptr %following)
  store ptr %following, ptr %place
  call void @$PREFIXPy_DecRef(ptr %array)
  ret i1 true
refuse:
  ret i1 false
}

; a new reference to the array in a variable's state of this very type, if it is the expected one or none is expected,
; there are just so many references, and its memory is its own
define ptr @gw_sole_array(ptr %state, ptr %type, ptr %expected, i64 %references) {
start:
  $FIND
  %any = icmp eq ptr %expected, null
  %same = icmp eq ptr %expected, %array
  %meant = or i1 %any, %same
  br i1 %meant, label %compare, label %refuse
compare:
  %count = load i64, ptr %array
  %alone = icmp eq i64 %count, %references
  br i1 %alone, label %there, label %refuse
there:
  $HAVE_WRITEABLE
  br i1 %usable, label %own, label %refuse
own:
  %base.place = getelementptr i8, ptr %array, i64 $BASE
  %base = load ptr, ptr %base.place
  %is.own = icmp eq ptr %base, null
  br i1 %is.own, label %take, label %refuse
take:
  call void @$PREFIXPy_IncRef(ptr %array)
  ret ptr %array
refuse:
  ret ptr null
}

; a body as a builtin that takes the payloads as its arguments and gives a tuple of payloads: `self` holds an array of
; the body's address and the number of its results
define ptr @gw_run(ptr %self, ptr %inputs, i64 %count) {
start:
  %holder.place = getelementptr i8, ptr %self, i64 $ITEMS
  %holder = load ptr, ptr %holder.place
  %words.place = getelementptr i8, ptr %holder, i64 $DATA
  %words = load ptr, ptr %words.place
  %body = load ptr, ptr %words
  %outputs.place = getelementptr i8, ptr %words, i64 8
  %outputs = load i64, ptr %outputs.place
  %result = call ptr @$PREFIXPyTuple_New(i64 %outputs)
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %none, label %run
run:
  %items = getelementptr i8, ptr %result, i64 $ITEMS
  %status = call i32 %body(ptr %inputs, ptr %items)
  %ran = icmp eq i32 %status, 0
  br i1 %ran, label %done, label %raise
raise:
  call void @$PREFIXPy_DecRef(ptr %result)
  br label %none
done:
  ret ptr %result
none:
  ret ptr null
}
"""
