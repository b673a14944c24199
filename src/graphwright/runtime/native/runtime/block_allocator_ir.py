"""The block allocator (`block_allocator.py`) as LLVM IR: taking and releasing blocks, and NumPy's hooks."""

from __future__ import annotations

import mmap
from typing import Final

from graphwright.runtime.native.runtime import capi

LARGE: Final = 1 << 20
"""Bytes from which on memory comes from the store."""

AGE = 256  # blocks that come back while another waits, before that one goes
_FADING = 10  # with each block that comes back the highest use fades by one part in so many powers of two
_HUGE = 4 << 20  # bytes from which on pages of 2 MB are asked for, as NumPy does
_LOOSE = 32 << 20  # bytes from which on the system may take a waiting block's pages
_SLOTS = 32

# Where the fields lie, in bytes: whether somebody is in the store, blocks that came back so far, bytes that wait and
# that may, that are in use and were at most of late, blocks asked for and found, the type and the handler of arrays.
_BUSY, _CLOCK, TOTAL, LIMIT, LIVE, _PEAK, ASKED, FOUND, TYPE, HANDLER, _FIRST = range(0, 88, 8)
_SLOT = 24  # of each slot: the block, its bytes (0: the slot is free), when it came


def text() -> str:
    """The module's text."""
    fields = {
        "busy": _BUSY, "clock": _CLOCK, "total": TOTAL, "limit": LIMIT, "live": LIVE, "peak": _PEAK,
        "asked": ASKED, "found": FOUND, "type": TYPE, "handler": HANDLER, "first": _FIRST,
    }  # fmt: skip
    made = _TEMPLATE.replace("$LOOK", _LOOK)
    for name, place in fields.items():
        made = made.replace(f"ptr ${name}", f"ptr getelementptr (i8, ptr @gw_store, i64 {place})")
    advice = {"HUGEPAGE": getattr(mmap, "MADV_HUGEPAGE", -1), "LATER": getattr(mmap, "MADV_FREE", -1)}
    numbers = {
        "SIZE": _FIRST + _SLOT * _SLOTS, "SLOTS": _SLOTS, "SLOT": _SLOT, "AGE": AGE, "LARGE": LARGE, "HUGE": _HUGE,
        "LOOSE": _LOOSE, "FADING": _FADING, "PREFIX": capi.PREFIX, **advice,
    }  # fmt: skip
    for word in sorted(numbers, key=len, reverse=True):
        made = made.replace(f"${word}", str(numbers[word]))
    return made


# at slot %i
_LOOK = """%offset = mul i64 %i, $SLOT
  %slot = getelementptr i8, ptr $first, i64 %offset
  %size.place = getelementptr i8, ptr %slot, i64 8
  %held = load i64, ptr %size.place
  %time.place = getelementptr i8, ptr %slot, i64 16
  %time = load i64, ptr %time.place"""

_TEMPLATE = """
@gw_store = global [$SIZE x i8] zeroinitializer, align 64
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare i64 @llvm.smin.i64(i64, i64)
declare ptr @$PREFIXmalloc(i64)
declare ptr @$PREFIXcalloc(i64, i64)
declare ptr @$PREFIXrealloc(ptr, i64)
declare ptr @$PREFIXaligned_alloc(i64, i64)
declare void @$PREFIXfree(ptr)
declare i32 @$PREFIXmadvise(ptr, i64, i32)
declare ptr @$PREFIXPyArray_New(ptr, i32, ptr, i32, ptr, ptr, i32, i32, ptr)
declare ptr @$PREFIXPyDataMem_SetHandler(ptr)
declare void @$PREFIXPy_DecRef(ptr)
declare i32 @$PREFIXPyGC_Disable()
declare i32 @$PREFIXPyGC_Enable()

; the bytes of a block for so many: eight sizes between a power of two and the next
define internal i64 @gw_block_size(i64 %asked) noinline nounwind {
  %below = sub i64 %asked, 1
  %zeros = call i64 @llvm.ctlz.i64(i64 %below, i1 false)
  %bits = sub i64 60, %zeros
  %step = shl i64 1, %bits
  %last = sub i64 %step, 1
  %beyond = add i64 %asked, %last
  %mask = sub i64 0, %step
  %size = and i64 %beyond, %mask
  ret i64 %size
}

; the whole pages of a block are told what to expect
define internal void @gw_block_advise(ptr %block, i64 %size, i32 %advice) noinline nounwind {
start:
  %known = icmp sge i32 %advice, 0
  br i1 %known, label %tell, label %done
tell:
  %address = ptrtoint ptr %block to i64
  %end = add i64 %address, %size
  %up = add i64 %address, 4095
  %from = and i64 %up, -4096
  %to = and i64 %end, -4096
  %length = sub i64 %to, %from
  %where = inttoptr i64 %from to ptr
  %status = call i32 @$PREFIXmadvise(ptr %where, i64 %length, i32 %advice)
  br label %done
done:
  ret void
}

; a block of at least so many bytes, at a multiple of 64; null where there is no memory
define ptr @gw_block_take(i64 %asked) noinline nounwind {
start:
  %size = call i64 @gw_block_size(i64 %asked)
  %live.before = atomicrmw add ptr $live, i64 %size monotonic
  %live = add i64 %live.before, %size
  %was = atomicrmw xchg ptr $busy, i64 1 acquire
  %free = icmp eq i64 %was, 0
  br i1 %free, label %enter, label %make
enter:
  %peak.before = load i64, ptr $peak
  %peak = call i64 @llvm.smax.i64(i64 %peak.before, i64 %live)
  store i64 %peak, ptr $peak
  br label %look
look:
  %i = phi i64 [0, %enter], [%i.next, %looked]
  %best = phi ptr [null, %enter], [%best.next, %looked]
  %latest = phi i64 [-1, %enter], [%latest.next, %looked]
  $LOOK
  %fits = icmp eq i64 %held, %size
  %later = icmp sgt i64 %time, %latest
  %better = and i1 %fits, %later
  br label %looked
looked:
  %best.next = select i1 %better, ptr %slot, ptr %best
  %latest.next = select i1 %better, i64 %time, i64 %latest
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, $SLOTS
  br i1 %more, label %look, label %chosen
chosen:
  %asked.before = load i64, ptr $asked
  %asked.after = add i64 %asked.before, 1
  store i64 %asked.after, ptr $asked
  %none = icmp eq ptr %best.next, null
  br i1 %none, label %missing, label %found
found:
  %block = load ptr, ptr %best.next
  %best.size = getelementptr i8, ptr %best.next, i64 8
  store i64 0, ptr %best.size
  %total = load i64, ptr $total
  %left = sub i64 %total, %size
  store i64 %left, ptr $total
  %found.before = load i64, ptr $found
  %found.after = add i64 %found.before, 1
  store i64 %found.after, ptr $found
  store atomic i64 0, ptr $busy release, align 8
  ret ptr %block
missing:
  %some = lshr i64 %peak, 2
  %allowed = add i64 %peak, %some
  %room = sub i64 %allowed, %live
  %slot.free = call ptr @gw_store_make_room(i64 %room, i64 $SLOTS)
  store atomic i64 0, ptr $busy release, align 8
  br label %make
make:
  %made = call ptr @$PREFIXaligned_alloc(i64 64, i64 %size)
  %failed = icmp eq ptr %made, null
  br i1 %failed, label %again, label %fresh
again:
  call void @gw_store_empty()
  %second = call ptr @$PREFIXaligned_alloc(i64 64, i64 %size)
  %lost = icmp eq ptr %second, null
  %not.live = select i1 %lost, i64 %size, i64 0
  %live.now = atomicrmw sub ptr $live, i64 %not.live monotonic
  ret ptr %second
fresh:
  %huge = icmp sge i64 %size, $HUGE
  br i1 %huge, label %advise, label %done
advise:
  call void @gw_block_advise(ptr %made, i64 %size, i32 $HUGEPAGE)
  br label %done
done:
  ret ptr %made
}

; a block of so many bytes is not needed any more
define void @gw_block_give(ptr %block, i64 %asked) noinline nounwind {
start:
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %some
some:
  %size = call i64 @gw_block_size(i64 %asked)
  %less = sub i64 0, %size
  %live.before = atomicrmw add ptr $live, i64 %less monotonic
  %limit = load i64, ptr $limit
  %address = ptrtoint ptr %block to i64
  %odd = and i64 %address, 63
  %even = icmp eq i64 %odd, 0
  %small = icmp sle i64 %size, %limit
  %fits = and i1 %even, %small
  br i1 %fits, label %enter, label %refuse
refuse:
  call void @$PREFIXfree(ptr %block)
  br label %done
enter:
  %was = atomicrmw xchg ptr $busy, i64 1 acquire
  %free = icmp eq i64 %was, 0
  br i1 %free, label %keep, label %refuse
keep:
  %clock = load i64, ptr $clock
  %now = add i64 %clock, 1
  store i64 %now, ptr $clock
  %peak.before = load i64, ptr $peak
  %faded = lshr i64 %peak.before, $FADING
  %lower = sub i64 %peak.before, %faded
  %peak = call i64 @llvm.smax.i64(i64 %lower, i64 %live.before)
  store i64 %peak, ptr $peak
  %quarter = lshr i64 %peak, 2
  %most.held = add i64 %peak, %quarter
  %unused = sub i64 %most.held, %live.before
  %allowed = sub i64 %limit, %size
  %room = call i64 @llvm.smin.i64(i64 %unused, i64 %allowed)
  %most = sub i64 $SLOTS, 1
  %slot = call ptr @gw_store_make_room(i64 %room, i64 %most)
  store ptr %block, ptr %slot
  %size.place = getelementptr i8, ptr %slot, i64 8
  store i64 %size, ptr %size.place
  %time.place = getelementptr i8, ptr %slot, i64 16
  store i64 %now, ptr %time.place
  %total = load i64, ptr $total
  %more = add i64 %total, %size
  store i64 %more, ptr $total
  %loose = icmp sge i64 %size, $LOOSE
  br i1 %loose, label %advise, label %leave
advise:
  call void @gw_block_advise(ptr %block, i64 %size, i32 $LATER)
  br label %leave
leave:
  store atomic i64 0, ptr $busy release, align 8
  br label %done
done:
  ret void
}

; lets the oldest blocks go until no more than so many bytes and blocks wait, none of them for too long; a free slot
define internal ptr @gw_store_make_room(i64 %bytes, i64 %blocks) noinline nounwind {
start:
  %now = load i64, ptr $clock
  br label %round
round:
  br label %look
look:
  %i = phi i64 [0, %round], [%i.next, %look]
  %waiting = phi i64 [0, %round], [%waiting.next, %look]
  %empty = phi ptr [null, %round], [%empty.next, %look]
  %oldest = phi ptr [null, %round], [%oldest.next, %look]
  %earliest = phi i64 [9223372036854775807, %round], [%earliest.next, %look]
  $LOOK
  %free = icmp eq i64 %held, 0
  %one = select i1 %free, i64 0, i64 1
  %waiting.next = add i64 %waiting, %one
  %empty.next = select i1 %free, ptr %slot, ptr %empty
  %earlier = icmp slt i64 %time, %earliest
  %taken = xor i1 %free, true
  %older = and i1 %earlier, %taken
  %oldest.next = select i1 %older, ptr %slot, ptr %oldest
  %earliest.next = select i1 %older, i64 %time, i64 %earliest
  %i.next = add i64 %i, 1
  %more = icmp slt i64 %i.next, $SLOTS
  br i1 %more, label %look, label %decide
decide:
  %nothing = icmp eq ptr %oldest.next, null
  br i1 %nothing, label %done, label %judge
judge:
  %total = load i64, ptr $total
  %much = icmp sgt i64 %total, %bytes
  %many = icmp sgt i64 %waiting.next, %blocks
  %age = sub i64 %now, %earliest.next
  %old = icmp sgt i64 %age, $AGE
  %large.or.many = or i1 %much, %many
  %go = or i1 %large.or.many, %old
  br i1 %go, label %drop, label %done
drop:
  %block = load ptr, ptr %oldest.next
  %oldest.size = getelementptr i8, ptr %oldest.next, i64 8
  %dropped = load i64, ptr %oldest.size
  store i64 0, ptr %oldest.size
  %left = sub i64 %total, %dropped
  store i64 %left, ptr $total
  call void @$PREFIXfree(ptr %block)
  br label %round
done:
  ret ptr %empty.next
}

; keeps what the limit allows
define void @gw_store_trim() noinline nounwind {
  %limit = load i64, ptr $limit
  call void @gw_store_keep(i64 %limit)
  ret void
}

define internal void @gw_store_empty() noinline nounwind {
  call void @gw_store_keep(i64 0)
  ret void
}

define internal void @gw_store_keep(i64 %bytes) noinline nounwind {
start:
  %was = atomicrmw xchg ptr $busy, i64 1 acquire
  %free = icmp eq i64 %was, 0
  br i1 %free, label %work, label %done
work:
  %slot = call ptr @gw_store_make_room(i64 %bytes, i64 $SLOTS)
  store atomic i64 0, ptr $busy release, align 8
  br label %done
done:
  ret void
}

; what NumPy calls
define ptr @gw_data_malloc(ptr %self, i64 %size) noinline nounwind {
start:
  %large = icmp uge i64 %size, $LARGE
  br i1 %large, label %take, label %ask
take:
  %block = call ptr @gw_block_take(i64 %size)
  ret ptr %block
ask:
  %some = call i64 @llvm.umax.i64(i64 %size, i64 1)
  %made = call ptr @$PREFIXmalloc(i64 %some)
  ret ptr %made
}

define ptr @gw_data_calloc(ptr %self, i64 %count, i64 %each) noinline nounwind {
  %size = mul i64 %count, %each
  %bytes = call i64 @gw_data_size(i64 %size)
  %made = call ptr @$PREFIXcalloc(i64 1, i64 %bytes)
  ret ptr %made
}

define ptr @gw_data_realloc(ptr %self, ptr %block, i64 %size) noinline nounwind {
  %bytes = call i64 @gw_data_size(i64 %size)
  %made = call ptr @$PREFIXrealloc(ptr %block, i64 %bytes)
  ret ptr %made
}

define internal i64 @gw_data_size(i64 %size) noinline nounwind {
start:
  %large = icmp uge i64 %size, $LARGE
  br i1 %large, label %whole, label %bare
whole:
  %bytes = call i64 @gw_block_size(i64 %size)
  ret i64 %bytes
bare:
  %some = call i64 @llvm.umax.i64(i64 %size, i64 1)
  ret i64 %some
}

define void @gw_data_free(ptr %self, ptr %block, i64 %size) noinline nounwind {
start:
  %none = icmp eq ptr %block, null
  br i1 %none, label %done, label %some
some:
  %large = icmp uge i64 %size, $LARGE
  br i1 %large, label %give, label %free
give:
  call void @gw_block_give(ptr %block, i64 %size)
  br label %done
free:
  call void @$PREFIXfree(ptr %block)
  br label %done
done:
  ret void
}

define internal ptr @gw_new_ndarray(i32 %rank, ptr %dims, i32 %number) noinline {
  %type = load ptr, ptr $type
  %made = call ptr @$PREFIXPyArray_New(
    ptr %type, i32 %rank, ptr %dims, i32 %number, ptr null, ptr null, i32 0, i32 0, ptr null)
  ret ptr %made
}

; a new ndarray of so many bytes, in a block of the store where that is worth it; no garbage is collected meanwhile,
; though to set the handler makes objects: what that runs could let other threads come between a read and an assignment
define ptr @gw_new_block_array(i32 %rank, ptr %dims, i32 %number, i64 %bytes) noinline {
start:
  %large = icmp uge i64 %bytes, $LARGE
  br i1 %large, label %ours, label %plain
plain:
  %small = call ptr @gw_new_ndarray(i32 %rank, ptr %dims, i32 %number)
  ret ptr %small
ours:
  %handler = load ptr, ptr $handler
  %collecting = call i32 @$PREFIXPyGC_Disable()
  %before = call ptr @$PREFIXPyDataMem_SetHandler(ptr %handler)
  %refused = icmp eq ptr %before, null
  br i1 %refused, label %leave, label %new
new:
  %made = call ptr @gw_new_ndarray(i32 %rank, ptr %dims, i32 %number)
  %own = call ptr @$PREFIXPyDataMem_SetHandler(ptr %before)
  call void @$PREFIXPy_DecRef(ptr %before)
  call void @$PREFIXPy_DecRef(ptr %own)
  br label %leave
leave:
  %found = phi ptr [null, %ours], [%made, %new]
  %enable = icmp ne i32 %collecting, 0
  br i1 %enable, label %again, label %done
again:
  %enabled = call i32 @$PREFIXPyGC_Enable()
  br label %done
done:
  ret ptr %found
}
"""
