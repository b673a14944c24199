"""The threads of a pool kept off the processor of the thread that calls them.

The kernel often wakes a thread on the processor of whoever wakes it, where the two take turns, and a piece of work
takes as long as without help. So before threads are woken they may run wherever the caller may, but for the processor
that it is on. That costs a look at the processor's number as long as the caller stays where it is, and a call of the
system for each thread after it was moved: so it is for a few threads, of which each counts. Of many, one that has to
wait is little loss.
"""

from __future__ import annotations

from graphwright.runtime.native.jit.background_compile import processors
from graphwright.runtime.native.runtime import capi

_FEW = 8
_BYTES = 1024  # of a set of processors: 8192 of them
_NEEDED = ("sched_getcpu", "sched_getaffinity", "pthread_setaffinity_np")


def pays(threads: int) -> bool:
    """Whether so many threads beside the caller's are to be kept apart: they are few, and have processors enough."""
    return threads <= _FEW and threads < processors()


def text() -> str:
    """``void gw_keep_apart(i64 threads)``, called by who has the pool; does nothing where the system cannot."""
    return _BINDING.replace("$BYTES", str(_BYTES)).replace("$BITS", str(8 * _BYTES)) if capi.has(*_NEEDED) else _NOTHING


_NOTHING = """
define internal void @gw_keep_apart(i64 %threads) noinline optnone nounwind {
start:
  ret void
}
"""

# `$left` holds the number of the processor that is left to the caller, more one
_BINDING = """
declare i32 @$PREFIXsched_getcpu()
declare i32 @$PREFIXsched_getaffinity(i32, i64, ptr)
declare i32 @$PREFIXpthread_setaffinity_np(ptr, i64, ptr)

define internal void @gw_keep_apart(i64 %threads) noinline optnone nounwind {
start:
  %set = alloca [$BYTES x i8], align 16
  %here = call i32 @$PREFIXsched_getcpu()
  %number = sext i32 %here to i64
  %mark = add i64 %number, 1
  %left = load i64, ptr $left, align 8
  %same = icmp eq i64 %mark, %left
  br i1 %same, label %end, label %look
look:
  store i64 %mark, ptr $left, align 8
  %cleared = call ptr @$PREFIXmemset(ptr %set, i32 0, i64 $BYTES)
  %status = call i32 @$PREFIXsched_getaffinity(i32 0, i64 $BYTES, ptr %set)
  %known = icmp sge i32 %status, 0
  %inside = icmp ult i64 %number, $BITS
  %fine = and i1 %known, %inside
  br i1 %fine, label %leave, label %end
leave:
  %word = lshr i64 %number, 6
  %place = getelementptr i64, ptr %set, i64 %word
  %allowed = load i64, ptr %place, align 8
  %bit = and i64 %number, 63
  %own = shl i64 1, %bit
  %others = xor i64 %own, -1
  %rest = and i64 %allowed, %others
  store i64 %rest, ptr %place, align 8
  br label %next
next:
  %count = phi i64 [0, %leave], [%count.next, %tell]
  %more = icmp slt i64 %count, %threads
  br i1 %more, label %tell, label %end
tell:
  %at = getelementptr ptr, ptr $threads, i64 %count
  %thread = load ptr, ptr %at, align 8
  ; refused if there is no other processor: then they stay where they may be
  %told = call i32 @$PREFIXpthread_setaffinity_np(ptr %thread, i64 $BYTES, ptr %set)
  %count.next = add i64 %count, 1
  br label %next
end:
  ret void
}
"""
