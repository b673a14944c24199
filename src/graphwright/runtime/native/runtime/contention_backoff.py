"""When a pool's threads are no help: other work has their processors, and who calls them waits in the end.

A thread that was put aside in the middle of a chunk comes back after some milliseconds, however little was left to do.
So who waited longer than it worked does without the threads for several times as long as it waited; for ever longer if
that was not the only time of late. It is looked at where threads are few, of which each
counts (`runtime/thread_affinity.py`).
"""

from __future__ import annotations

_LEAST, _MOST = 4, 256  # times as long as it waited


def text() -> str:
    """What `gw_split` asks, and tells.

    ``i1 gw_is_crowded()``; ``i64 gw_first_time(i64 time)``, which is `time`, or now instead of 0; ``void
    gw_judge(i64 began, i64 since)``, by who has the pool: when it began to work and, if it had to wait for long, to
    wait; else 0. The time is that of `gw_time` in `runtime/support.py`.
    """
    return _TEMPLATE.replace("$LEAST", str(_LEAST)).replace("$MOST", str(_MOST))


_TEMPLATE = """
declare i64 @gw_time()
declare i64 @llvm.umax.i64(i64, i64)
declare i64 @llvm.umin.i64(i64, i64)

define internal i64 @gw_first_time(i64 %time) noinline optnone nounwind {
start:
  %none = icmp eq i64 %time, 0
  br i1 %none, label %now, label %known
now:
  %present = call i64 @gw_time()
  ret i64 %present
known:
  ret i64 %time
}

define internal i1 @gw_is_crowded() noinline optnone nounwind {
start:
  %until = load atomic i64, ptr $until monotonic, align 8
  %told = icmp ne i64 %until, 0
  br i1 %told, label %ask, label %no
ask:
  %now = call i64 @gw_time()
  %early = icmp slt i64 %now, %until
  br i1 %early, label %yes, label %over
over:
  store atomic i64 0, ptr $until monotonic, align 8
  br label %no
yes:
  ret i1 1
no:
  ret i1 0
}

define internal void @gw_judge(i64 %began, i64 %since) noinline optnone nounwind {
start:
  %times = load i64, ptr $times, align 8
  %timed = icmp ne i64 %began, 0
  %late = icmp ne i64 %since, 0
  %both = and i1 %timed, %late
  br i1 %both, label %compare, label %good
compare:
  %now = call i64 @gw_time()
  %waited = sub i64 %now, %since
  %worked = sub i64 %since, %began
  %longer = icmp sgt i64 %waited, %worked
  br i1 %longer, label %bad, label %good
good:
  %half = lshr i64 %times, 1
  store i64 %half, ptr $times, align 8
  ret void
bad:
  %more = shl i64 %times, 2
  %enough = call i64 @llvm.umax.i64(i64 %more, i64 $LEAST)
  %next = call i64 @llvm.umin.i64(i64 %enough, i64 $MOST)
  store i64 %next, ptr $times, align 8
  %while = mul i64 %waited, %next
  %until = add i64 %now, %while
  store atomic i64 %until, ptr $until monotonic, align 8
  ret void
}
"""
