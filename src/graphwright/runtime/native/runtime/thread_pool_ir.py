"""The text of the pool of threads (`thread_pool.py`): sharing the chunks of a call, and the threads' life."""

from __future__ import annotations

import signal

from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import capi, contention_backoff, thread_affinity

MOST: int = 64
"""Threads beside the one that calls."""

_SPINS = 2000  # looks for the next call before a thread sleeps
_PATIENCE = 1000  # looks at threads that are still at work before the caller lets others run
_ALL = 1 << 62  # more chunks than there ever are
_OPEN = 1 << 32  # in the gate: threads may come in; below it: how many are in

# Where the fields lie, in bytes; what different threads write to at the same time lies in different cache lines.
_BUSY, LIMIT, _STARTED, _STOP, APART, _LEFT, UNTIL, _TIMES = 0, 8, 16, 24, 32, 40, 48, 56
_GENERATION, _RUN, _ARGUMENT, _CHUNKS, _OWNER, _OVER, _CHANGING = 64, 72, 80, 88, 96, 104, 112
_NEXT, _GATE, _SLEEPERS, _SEMAPHORE, _THREADS = 128, 192, 256, 320, 384
_SIZE = _THREADS + 8 * MOST


def text() -> str:
    """The functions, for this host."""
    pause, declared = "", ""
    host = jit.host()
    if host.triple.startswith(("x86_64", "i686")):
        pause, declared = "call void @llvm.x86.sse2.pause()", "declare void @llvm.x86.sse2.pause()"
    elif host.triple.startswith(("aarch64", "arm64")):
        pause, declared = "call void @llvm.aarch64.hint(i32 1)", "declare void @llvm.aarch64.hint(i32)"
    fields = {
        "busy": _BUSY, "limit": LIMIT, "started": _STARTED, "stop": _STOP, "apart": APART, "left": _LEFT,
        "until": UNTIL, "times": _TIMES, "generation": _GENERATION, "run": _RUN, "argument": _ARGUMENT,
        "chunks": _CHUNKS, "owner": _OWNER, "over": _OVER, "changing": _CHANGING, "next": _NEXT, "gate": _GATE,
        "sleepers": _SLEEPERS, "semaphore": _SEMAPHORE, "threads": _THREADS,
    }  # fmt: skip
    places = {name: f"getelementptr (i8, ptr @gw_pool, i64 {offset})" for name, offset in fields.items()}
    made = declared + _TEMPLATE + thread_affinity.text() + contention_backoff.text()
    for name, place in places.items():
        made = made.replace(f"ptr ${name}", f"ptr {place}")
    numbers = {
        "SIZE": _SIZE, "SPINS": _SPINS, "PATIENCE": _PATIENCE, "OPEN": _OPEN, "BELOW": _OPEN - 1,
        "SETMASK": int(getattr(signal, "SIG_SETMASK", 2)), "PREFIX": capi.PREFIX, "PAUSE": pause, "ALL": _ALL,
    }  # fmt: skip
    for word, number in numbers.items():
        made = made.replace(f"${word}", str(number))
    return made


_TEMPLATE = """
@gw_pool = global [$SIZE x i8] zeroinitializer, align 64
declare i32 @$PREFIXsem_init(ptr, i32, i32)
declare i32 @$PREFIXsem_wait(ptr)
declare i32 @$PREFIXsem_post(ptr)
declare i32 @$PREFIXsched_yield()
declare i32 @$PREFIXpthread_create(ptr, ptr, ptr, ptr)
declare i32 @$PREFIXpthread_join(ptr, ptr)
declare i32 @$PREFIXpthread_sigmask(i32, ptr, ptr)
declare ptr @$PREFIXmemset(ptr, i32, i64)
declare i64 @$PREFIXPyThread_get_thread_ident()
declare i1 @gw_look()

define void @gw_split(ptr %run, ptr %argument, i64 %chunks) noinline optnone nounwind {
start:
  %limit = load atomic i64, ptr $limit monotonic, align 8
  %helped = icmp sgt i64 %limit, 0
  %several = icmp sgt i64 %chunks, 1
  %worth = and i1 %helped, %several
  br i1 %worth, label %ask, label %alone
ask:
  %crowded = call i1 @gw_is_crowded()
  br i1 %crowded, label %alone, label %take
take:
  %taken = cmpxchg ptr $busy, i64 0, i64 1 acq_rel monotonic, align 8
  %free = extractvalue { i64, i1 } %taken, 1
  br i1 %free, label %post, label %alone
post:
  %here = call i64 @$PREFIXPyThread_get_thread_ident()
  store atomic i64 %here, ptr $owner monotonic, align 8
  %changed = cmpxchg ptr $changing, i64 0, i64 1 acq_rel monotonic, align 8
  %unchanged = extractvalue { i64, i1 } %changed, 1
  br i1 %unchanged, label %begin, label %tell
begin:
  call void @gw_begin_threads(i64 %limit)
  %wanted = load atomic i64, ptr $apart monotonic, align 8
  %apart = icmp ne i64 %wanted, 0
  br i1 %apart, label %part, label %ready
part:
  %begun = load i64, ptr $started, align 8
  call void @gw_keep_apart(i64 %begun)
  %clock = call i64 @gw_time()
  br label %ready
ready:
  %timed = phi i64 [0, %begin], [%clock, %part]
  store atomic i64 0, ptr $changing release, align 8
  br label %tell
tell:
  %began = phi i64 [0, %post], [%timed, %ready]
  store ptr %run, ptr $run, align 8
  store ptr %argument, ptr $argument, align 8
  store i64 %chunks, ptr $chunks, align 8
  store atomic i64 0, ptr $next monotonic, align 8
  %opened = atomicrmw add ptr $gate, i64 $OPEN seq_cst, align 8
  %told = atomicrmw add ptr $generation, i64 1 seq_cst, align 8
  %others = sub i64 %chunks, 1
  %fewer = icmp slt i64 %others, %limit
  %most = select i1 %fewer, i64 %others, i64 %limit
  br label %wake
wake:
  %woken = phi i64 [0, %tell], [%woken.next, %call]
  %more = icmp slt i64 %woken, %most
  br i1 %more, label %find, label %work
find:
  %asleep = call i1 @gw_take_sleeper()
  br i1 %asleep, label %call, label %work
call:
  %called = call i32 @$PREFIXsem_post(ptr $semaphore)
  %woken.next = add i64 %woken, 1
  br label %wake
work:
  call void @gw_take_chunks(ptr %run, ptr %argument, i64 %chunks, i1 true)
  %closed = atomicrmw sub ptr $gate, i64 $OPEN seq_cst, align 8
  br label %wait
wait:
  %looks = phi i64 [0, %work], [%looks.next, %pause], [%looks.next, %yield]
  %since = phi i64 [0, %work], [%since, %pause], [%since.yield, %yield]
  %inside = load atomic i64, ptr $gate acquire, align 8
  %empty = icmp eq i64 %inside, 0
  %looks.next = add i64 %looks, 1
  br i1 %empty, label %done, label %longer
longer:
  %patient = icmp slt i64 %looks, $PATIENCE
  br i1 %patient, label %pause, label %yield
pause:
  $PAUSE
  br label %wait
yield:
  %since.yield = call i64 @gw_first_time(i64 %since)
  call void @gw_end_if_interrupted()
  %yielded = call i32 @$PREFIXsched_yield()
  br label %wait
done:
  call void @gw_judge(i64 %began, i64 %since)
  store atomic i64 0, ptr $over monotonic, align 8
  store atomic i64 0, ptr $owner monotonic, align 8
  store atomic i64 0, ptr $busy release, align 8
  ret void
alone:
  %some = icmp sgt i64 %chunks, 0
  br i1 %some, label %each, label %end
each:
  %i = phi i64 [0, %alone], [%i.next, %do]
  %wanted.still = call i1 @gw_goes_on()
  br i1 %wanted.still, label %do, label %end
do:
  call void %run(ptr %argument, i64 %i)
  %i.next = add i64 %i, 1
  %left = icmp slt i64 %i.next, %chunks
  br i1 %left, label %each, label %end
end:
  ret void
}

; takes chunks until none is left; who has the threads looks for interrupts before each
define internal void @gw_take_chunks(ptr %run, ptr %argument, i64 %chunks, i1 %own) noinline optnone nounwind {
start:
  br label %next
next:
  br i1 %own, label %look, label %take
look:
  call void @gw_end_if_interrupted()
  br label %take
take:
  %i = atomicrmw add ptr $next, i64 1 acq_rel, align 8
  %mine = icmp slt i64 %i, %chunks
  br i1 %mine, label %do, label %end
do:
  call void %run(ptr %argument, i64 %i)
  br label %next
end:
  ret void
}

; asked by who has the threads: lets nobody take another chunk, and those in the middle of one know
define internal void @gw_end_if_interrupted() noinline optnone nounwind {
start:
  %interrupted = call i1 @gw_look()
  br i1 %interrupted, label %end, label %go.on
end:
  store atomic i64 $ALL, ptr $next monotonic, align 8
  store atomic i64 1, ptr $over monotonic, align 8
  br label %go.on
go.on:
  ret void
}

define i1 @gw_goes_on() noinline optnone nounwind {
start:
  %interrupted = call i1 @gw_look()
  br i1 %interrupted, label %no, label %ask
ask:
  %over = load atomic i64, ptr $over monotonic, align 8
  %useful = icmp eq i64 %over, 0
  br i1 %useful, label %yes, label %who
who:
  %here = call i64 @$PREFIXPyThread_get_thread_ident()
  %count = load i64, ptr $started, align 8
  br label %next
next:
  %k = phi i64 [0, %who], [%k.next, %compare]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %compare, label %yes
compare:
  %place = getelementptr i64, ptr $threads, i64 %k
  %helper = load i64, ptr %place, align 8
  %helps = icmp eq i64 %helper, %here
  %k.next = add i64 %k, 1
  br i1 %helps, label %no, label %next
yes:
  ret i1 true
no:
  ret i1 false
}

; whether there is a thread that sleeps, or is about to: it is awake then, or gets a post
define internal i1 @gw_take_sleeper() noinline optnone nounwind {
start:
  %first = load atomic i64, ptr $sleepers seq_cst, align 8
  br label %look
look:
  %seen = phi i64 [%first, %start], [%found, %try]
  %some = icmp sgt i64 %seen, 0
  br i1 %some, label %try, label %none
try:
  %less = sub i64 %seen, 1
  %swapped = cmpxchg ptr $sleepers, i64 %seen, i64 %less seq_cst seq_cst, align 8
  %found = extractvalue { i64, i1 } %swapped, 0
  %done = extractvalue { i64, i1 } %swapped, 1
  br i1 %done, label %taken, label %look
taken:
  ret i1 true
none:
  ret i1 false
}

define internal ptr @gw_thread(ptr %nothing) noinline optnone nounwind {
start:
  br label %look
look:
  %seen = phi i64 [-1, %start], [%seen, %again], [%now, %leave], [%seen, %cancel], [%seen, %sleep]
  %spins = phi i64 [0, %start], [%spins.next, %again], [0, %leave], [0, %cancel], [0, %sleep]
  %stopped = load atomic i64, ptr $stop acquire, align 8
  %stop = icmp ne i64 %stopped, 0
  br i1 %stop, label %end, label %compare
compare:
  %now = load atomic i64, ptr $generation acquire, align 8
  %same = icmp eq i64 %now, %seen
  br i1 %same, label %spin, label %enter
enter:
  %before = atomicrmw add ptr $gate, i64 1 seq_cst, align 8
  %open = icmp uge i64 %before, $OPEN
  %inside = and i64 %before, $BELOW
  %limit = load atomic i64, ptr $limit monotonic, align 8
  %room = icmp slt i64 %inside, %limit
  %admitted = and i1 %open, %room
  br i1 %admitted, label %work, label %leave
work:
  %run = load ptr, ptr $run, align 8
  %argument = load ptr, ptr $argument, align 8
  %chunks = load i64, ptr $chunks, align 8
  call void @gw_take_chunks(ptr %run, ptr %argument, i64 %chunks, i1 false)
  br label %leave
leave:
  %left = atomicrmw sub ptr $gate, i64 1 seq_cst, align 8
  br label %look
spin:
  %spins.next = add i64 %spins, 1
  %tired = icmp sgt i64 %spins, $SPINS
  br i1 %tired, label %lie.down, label %again
again:
  $PAUSE
  br label %look
lie.down:
  %sleepers = atomicrmw add ptr $sleepers, i64 1 seq_cst, align 8
  %late = load atomic i64, ptr $generation seq_cst, align 8
  %quiet = icmp eq i64 %late, %seen
  br i1 %quiet, label %sleep, label %cancel
cancel:
  %cancelled = call i1 @gw_take_sleeper()
  br i1 %cancelled, label %look, label %sleep
sleep:
  %slept = call i32 @$PREFIXsem_wait(ptr $semaphore)
  br label %look
end:
  ret ptr null
}

; as many threads as may help; they take no signals
define internal void @gw_begin_threads(i64 %limit) noinline optnone nounwind {
start:
  %blocked = alloca [128 x i8], align 16
  %before = alloca [128 x i8], align 16
  %first = load i64, ptr $started, align 8
  %missing = icmp slt i64 %first, %limit
  br i1 %missing, label %block, label %end
block:
  %filled = call ptr @$PREFIXmemset(ptr %blocked, i32 255, i64 128)
  %masked = call i32 @$PREFIXpthread_sigmask(i32 $SETMASK, ptr %blocked, ptr %before)
  br label %next
next:
  %count = phi i64 [%first, %block], [%count.next, %made]
  %more = icmp slt i64 %count, %limit
  br i1 %more, label %make, label %unblock
make:
  %place = getelementptr ptr, ptr $threads, i64 %count
  %failed = call i32 @$PREFIXpthread_create(ptr %place, ptr null, ptr @gw_thread, ptr null)
  %fine = icmp eq i32 %failed, 0
  br i1 %fine, label %made, label %fewer
made:
  %count.next = add i64 %count, 1
  store i64 %count.next, ptr $started, align 8
  store i64 0, ptr $left, align 8
  br label %next
fewer:
  store atomic i64 %count, ptr $limit monotonic, align 8
  br label %unblock
unblock:
  %restored = call i32 @$PREFIXpthread_sigmask(i32 $SETMASK, ptr %before, ptr null)
  br label %end
end:
  ret void
}

; ends the threads, which do the rest of the work first if a call has them; none begins until `gw_begin_again`
define void @gw_end() noinline optnone nounwind {
start:
  br label %take
take:
  %taken = cmpxchg ptr $changing, i64 0, i64 1 acq_rel monotonic, align 8
  %free = extractvalue { i64, i1 } %taken, 1
  br i1 %free, label %stop, label %wait
wait:
  %yielded = call i32 @$PREFIXsched_yield()
  br label %take
stop:
  %count = load i64, ptr $started, align 8
  store atomic i64 1, ptr $stop seq_cst, align 8
  br label %call
call:
  %k = phi i64 [0, %stop], [%k.next, %post]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %post, label %join
post:
  %posted = call i32 @$PREFIXsem_post(ptr $semaphore)
  %k.next = add i64 %k, 1
  br label %call
join:
  %j = phi i64 [0, %call], [%j.next, %one]
  %left = icmp slt i64 %j, %count
  br i1 %left, label %one, label %end
one:
  %place = getelementptr ptr, ptr $threads, i64 %j
  %thread = load ptr, ptr %place, align 8
  %joined = call i32 @$PREFIXpthread_join(ptr %thread, ptr null)
  %j.next = add i64 %j, 1
  br label %join
end:
  store i64 0, ptr $started, align 8
  ret void
}

; makes what the threads share as it is at first; other than 0 where there are no semaphores. In a forked child nobody
; is at work but, in the midst of a signal's handler, the thread that has forked
define i32 @gw_begin_again(i1 zeroext %forked) noinline optnone nounwind {
start:
  store i64 0, ptr $sleepers, align 8
  store i64 0, ptr $stop, align 8
  %status = call i32 @$PREFIXsem_init(ptr $semaphore, i32 0, i32 0)
  %own = call i1 @gw_is_owner()
  %others = xor i1 %own, true
  %gone = and i1 %forked, %others
  br i1 %gone, label %free, label %end
free:
  store atomic i64 0, ptr $gate monotonic, align 8
  store atomic i64 0, ptr $over monotonic, align 8
  store atomic i64 0, ptr $owner monotonic, align 8
  store atomic i64 0, ptr $busy release, align 8
  br label %end
end:
  store atomic i64 0, ptr $changing release, align 8
  ret i32 %status
}

define internal i1 @gw_is_owner() noinline optnone nounwind {
  %here = call i64 @$PREFIXPyThread_get_thread_ident()
  %owner = load atomic i64, ptr $owner monotonic, align 8
  %own = icmp eq i64 %here, %owner
  ret i1 %own
}
"""
