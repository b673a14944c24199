"""How deep each thread is in calls of functions of machine code, which may call themselves.

Python's own count does not serve: from 3.12 on it has one apart for what is not Python, with a bound of its own that
`sys.setrecursionlimit` does not change. A thread's count is that of all programs that call each other through Python.
"""

from __future__ import annotations

import ctypes
from typing import Final

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.jit.shared_modules import SharedCode
from graphwright.runtime.native.runtime import capi

FIND: Final = "gw_depth"
LEVEL: Final = 0  # of calls that this thread is in
LIMIT: Final = 8  # from which level on there is none
STACK_END: Final = 16  # how far down the stack they may go
_BYTES: Final = 24

_STACK: Final = 4 << 20
"""Bytes of the machine's stack that the calls of a thread may use for their recursion."""


def _text() -> str:
    text = _TEMPLATE
    numbers = {"LEVEL": LEVEL, "LIMIT": LIMIT, "STACK_END": STACK_END, "BYTES": _BYTES, "STACK": _STACK}
    for name, value in {**numbers, "PREFIX": capi.PREFIX, "FIND": FIND}.items():
        text = text.replace(f"${name}$", str(value))
    return text


def _make_key(code: jit.Code) -> None:
    """Has each thread's count freed when the thread ends."""
    make = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(capi.address("pthread_key_create"))
    if make(code.variable("gw_depth_key"), capi.address("free")):
        raise MemoryError("there are too many keys of threads (pthread_key_create)")


_TEMPLATE = """
declare ptr @$PREFIX$pthread_getspecific(i64)
declare i32 @$PREFIX$pthread_setspecific(i64, ptr)
declare ptr @$PREFIX$calloc(i64, i64)
declare void @$PREFIX$free(ptr)
declare i32 @$PREFIX$Py_GetRecursionLimit()
declare ptr @llvm.frameaddress.p0(i32)
@gw_depth_key = global i64 0

; the count of this thread, as it is or, outside of all calls, as it begins; null where there is no memory for it
define ptr @$FIND$() {
start:
  %key = load i64, ptr @gw_depth_key
  %known = call ptr @$PREFIX$pthread_getspecific(i64 %key)
  %unknown = icmp eq ptr %known, null
  br i1 %unknown, label %make, label %look
make:
  %made = call ptr @$PREFIX$calloc(i64 1, i64 $BYTES$)
  %none = icmp eq ptr %made, null
  br i1 %none, label %done, label %keep
keep:
  %refused = call i32 @$PREFIX$pthread_setspecific(i64 %key, ptr %made)
  %kept = icmp eq i32 %refused, 0
  br i1 %kept, label %look, label %lose
lose:
  call void @$PREFIX$free(ptr %made)
  br label %done
look:
  %found = phi ptr [%known, %start], [%made, %keep]
  %level.place = getelementptr i8, ptr %found, i64 $LEVEL$
  %level = load i64, ptr %level.place
  %inside = icmp ne i64 %level, 0
  br i1 %inside, label %done, label %begin
begin:
  %limit.place = getelementptr i8, ptr %found, i64 $LIMIT$
  %limit = call i32 @$PREFIX$Py_GetRecursionLimit()
  %limit.wide = sext i32 %limit to i64
  store i64 %limit.wide, ptr %limit.place
  %end.place = getelementptr i8, ptr %found, i64 $STACK_END$
  %here = call ptr @llvm.frameaddress.p0(i32 0)
  %end = getelementptr i8, ptr %here, i64 -$STACK$
  store ptr %end, ptr %end.place
  br label %done
done:
  %count = phi ptr [null, %make], [null, %lose], [%found, %look], [%found, %begin]
  ret ptr %count
}
"""

CODE: Final[SharedCode[None]] = SharedCode(_text, (FIND,), opt=0, set_up=_make_key)
