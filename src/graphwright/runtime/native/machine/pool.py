"""The threads that share the work of compiled code.

``void gw_split(ptr run, ptr argument, i64 chunks)`` calls ``run(argument, i)`` for every `i` below `chunks`, in any
order and in several threads at once. Who calls it works too and needs nobody's help: where the threads are busy with
another call, or there are none, it does all chunks itself. What the chunks are must depend on sizes alone, so that
results do not depend on how many threads there are.

The threads begin with the first call that has use for them. They look for the next call for some 20 us, then sleep.
They never touch Python, let all signals go to others, and are ended before the process forks or ends. Where they are
few they keep off the caller's processor (`machine/apart.py`), and who waited long for them does without for a while
(`machine/crowds.py`).
"""

from __future__ import annotations

import atexit
import ctypes
import signal
import threading
from typing import Final

from graphwright.runtime.native.machine import apart, capi, crowds, jit
from graphwright.runtime.native.machine.ahead import processors
from graphwright.runtime.native.machine.shared_code import SharedCode

SPLIT = "gw_split"
SIGNATURE = "void (ptr, ptr, i64)"
MOST: int = 64
"""Threads beside the one that calls."""

_SPINS = 2000  # looks for the next call before a thread sleeps
_PATIENCE = 1000  # looks at threads that are still at work before the caller lets others run
_OPEN = 1 << 32  # in the gate: threads may come in; below it: how many are in

# Where the fields lie, in bytes; what different threads write to at the same time lies in different cache lines.
_BUSY, _LIMIT, _STARTED, _STOP, _APART, _LEFT, _UNTIL, _TIMES = 0, 8, 16, 24, 32, 40, 48, 56
_GENERATION, _RUN, _ARGUMENT, _CHUNKS = 64, 72, 80, 88
_NEXT, _GATE, _SLEEPERS, _SEMAPHORE, _THREADS = 128, 192, 256, 320, 384
_SIZE = _THREADS + 8 * MOST

_wanted = 0  # threads in all, the caller's too; 0: as many as there are processors


def set_threads(count: int) -> None:
    """How many threads may work on one thing, the caller's own too; 0: as many as this process has processors."""
    global _wanted
    _wanted = count
    if CODE.is_made:
        CODE.state.set_limit(_limit())


def _limit() -> int:
    """How many threads may help the caller."""
    if _wanted:
        return min(max(_wanted - 1, 0), MOST)
    return min(processors() - 1, MOST)


class _Pool:
    """The state that the compiled functions share."""

    def __init__(self, code: jit.Code) -> None:
        self._state = code.variable("gw_pool")
        # with Python's lock held: whoever has the threads does not need it, and nobody else waits for them
        self._end = ctypes.PYFUNCTYPE(None)(code.address("gw_end"))
        self._begin = ctypes.PYFUNCTYPE(ctypes.c_int)(code.address("gw_begin_again"))
        self._ended = threading.Lock()  # held while a thread forks
        self._works = self._begin() == 0
        self.set_limit(_limit())
        atexit.register(self._stop_for_good)

    def set_limit(self, count: int) -> None:
        """How many threads may help from the next call on, however little help they were before."""
        self._put(_LIMIT, count if self._works else 0)
        self._put(_APART, apart.pays(count))
        self._put(_UNTIL, 0)

    def _put(self, field: int, value: int) -> None:
        ctypes.c_int64.from_address(self._state + field).value = value

    def stop(self) -> None:
        """End the threads; none begins until `start`."""
        self._ended.acquire()
        self.set_limit(0)
        self._end()

    def start(self) -> None:
        """Threads may begin again."""
        self._works = self._begin() == 0 and self._works
        self.set_limit(_limit())
        self._ended.release()

    def _stop_for_good(self) -> None:
        self.stop()
        self._works = False
        self.start()


_paused: list[_Pool | None] = []


def _pause() -> None:
    made = CODE.state if CODE.is_made else None
    if made is not None:
        made.stop()
    _paused.append(made)


def _resume() -> None:
    made = _paused.pop()
    if made is not None:
        made.start()


# Here, not where a pool is made, and when nobody makes one any more: who forks would find its threads then.
jit.at_work.around(_pause, _resume)


def _text() -> str:
    pause, declared = "", ""
    host = jit.host()
    if host.triple.startswith(("x86_64", "i686")):
        pause, declared = "call void @llvm.x86.sse2.pause()", "declare void @llvm.x86.sse2.pause()"
    elif host.triple.startswith(("aarch64", "arm64")):
        pause, declared = "call void @llvm.aarch64.hint(i32 1)", "declare void @llvm.aarch64.hint(i32)"
    fields = {
        "busy": _BUSY, "limit": _LIMIT, "started": _STARTED, "stop": _STOP, "apart": _APART, "left": _LEFT,
        "until": _UNTIL, "times": _TIMES, "generation": _GENERATION, "run": _RUN, "argument": _ARGUMENT,
        "chunks": _CHUNKS, "next": _NEXT, "gate": _GATE, "sleepers": _SLEEPERS, "semaphore": _SEMAPHORE,
        "threads": _THREADS,
    }  # fmt: skip
    places = {name: f"getelementptr (i8, ptr @gw_pool, i64 {offset})" for name, offset in fields.items()}
    text = declared + _TEMPLATE + apart.text() + crowds.text()
    for name, place in places.items():
        text = text.replace(f"ptr ${name}", f"ptr {place}")
    numbers = {
        "SIZE": _SIZE, "SPINS": _SPINS, "PATIENCE": _PATIENCE, "OPEN": _OPEN, "BELOW": _OPEN - 1,
        "SETMASK": int(getattr(signal, "SIG_SETMASK", 2)), "PREFIX": capi.PREFIX, "PAUSE": pause,
    }  # fmt: skip
    for word, number in numbers.items():
        text = text.replace(f"${word}", str(number))
    return text


# compiled the quick way: its time is that of the processors' talk
CODE: Final[SharedCode[_Pool]] = SharedCode(_text, (SPLIT,), opt=0, set_up=_Pool)

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
  call void @gw_begin_threads(i64 %limit)
  %wanted = load atomic i64, ptr $apart monotonic, align 8
  %apart = icmp ne i64 %wanted, 0
  br i1 %apart, label %part, label %tell
part:
  %begun = load i64, ptr $started, align 8
  call void @gw_keep_apart(i64 %begun)
  %clock = call i64 @gw_time()
  br label %tell
tell:
  %began = phi i64 [0, %post], [%clock, %part]
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
  call void @gw_take_chunks(ptr %run, ptr %argument, i64 %chunks)
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
  %yielded = call i32 @$PREFIXsched_yield()
  br label %wait
done:
  call void @gw_judge(i64 %began, i64 %since)
  store atomic i64 0, ptr $busy release, align 8
  ret void
alone:
  %some = icmp sgt i64 %chunks, 0
  br i1 %some, label %each, label %end
each:
  %i = phi i64 [0, %alone], [%i.next, %each]
  call void %run(ptr %argument, i64 %i)
  %i.next = add i64 %i, 1
  %left = icmp slt i64 %i.next, %chunks
  br i1 %left, label %each, label %end
end:
  ret void
}

define internal void @gw_take_chunks(ptr %run, ptr %argument, i64 %chunks) noinline optnone nounwind {
start:
  br label %next
next:
  %i = atomicrmw add ptr $next, i64 1 acq_rel, align 8
  %mine = icmp slt i64 %i, %chunks
  br i1 %mine, label %do, label %end
do:
  call void %run(ptr %argument, i64 %i)
  br label %next
end:
  ret void
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
  call void @gw_take_chunks(ptr %run, ptr %argument, i64 %chunks)
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

; ends the threads; no call has use for them until `gw_begin_again`
define void @gw_end() noinline optnone nounwind {
start:
  br label %take
take:
  %taken = cmpxchg ptr $busy, i64 0, i64 1 acq_rel monotonic, align 8
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

; makes what the threads share as it is at first; other than 0 where there are no semaphores
define i32 @gw_begin_again() noinline optnone nounwind {
start:
  store i64 0, ptr $sleepers, align 8
  store i64 0, ptr $stop, align 8
  %status = call i32 @$PREFIXsem_init(ptr $semaphore, i32 0, i32 0)
  store atomic i64 0, ptr $busy release, align 8
  ret i32 %status
}
"""
