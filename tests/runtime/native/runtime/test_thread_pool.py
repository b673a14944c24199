"""The threads that share the work of compiled code: when they begin and end, and what they cost."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import graphwright as tf
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import c_modules, capi, support, thread_pool
from tests.core.test_threads import LONG, in_child, in_threads, needs_fork
from tests.support.native_graphs import floats

pytest.importorskip("llvmlite")
threading_options = tf.config.threading


@pytest.fixture(autouse=True)
def as_many_as_before() -> Iterator[None]:
    yield
    threading_options.set_intra_op_parallelism_threads(0)


def _chain(x: Any) -> Any:
    for _ in range(4):
        x = tf.tanh(x) * 1.1 + 0.1
    return x


# the pool itself --------------------------------------------------------------------------------------------

_TOGETHER = f"""
declare void @{thread_pool.SPLIT}(ptr, ptr, i64)
declare i32 @gw_c_sched_yield()

; counts itself, notes which it is, and waits a while for all others
define void @meet(ptr %count, i64 %i) {{
start:
  %before = atomicrmw add ptr %count, i64 1 seq_cst
  %own = getelementptr i64, ptr %count, i64 %before
  %number = getelementptr i64, ptr %own, i64 3
  store i64 %i, ptr %number
  %all = getelementptr i64, ptr %count, i64 1
  %wanted = load i64, ptr %all
  br label %look
look:
  %k = phi i64 [0, %start], [%next, %wait]
  %there = load atomic i64, ptr %count seq_cst, align 8
  %met = icmp sge i64 %there, %wanted
  br i1 %met, label %note, label %wait
wait:
  %yielded = call i32 @gw_c_sched_yield()
  %next = add i64 %k, 1
  %patient = icmp slt i64 %next, 10000000
  br i1 %patient, label %look, label %end
note:
  %place = getelementptr i64, ptr %count, i64 2
  %noted = atomicrmw add ptr %place, i64 1 seq_cst
  br label %end
end:
  ret void
}}

define void @add(ptr %counts, i64 %i) {{
  %place = getelementptr i64, ptr %counts, i64 %i
  %old = load i64, ptr %place
  %new = add i64 %old, 1
  store i64 %new, ptr %place
  ret void
}}

define void @go(ptr %function, ptr %argument, i64 %chunks) {{
  call void @{thread_pool.SPLIT}(ptr %function, ptr %argument, i64 %chunks)
  ret void
}}
"""


@pytest.fixture(scope="module")
def go() -> Callable[[str, Any, int], None]:
    """Calls a function of `_TOGETHER` for each chunk."""
    code = jit.compile_ir(_TOGETHER, symbols={**capi.symbols(), **thread_pool.CODE.symbols})
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)(code.address("go"))

    def run(function: str, words: Any, chunks: int) -> None:
        call(code.address(function), ctypes.addressof(words), chunks)

    run.code = code  # type: ignore[attr-defined]
    return run


@pytest.mark.parametrize("count", [2, 4])
def test_threads_work_side_by_side(go: Callable[[str, Any, int], None], count: int) -> None:
    for _ in range(20):
        threading_options.set_intra_op_parallelism_threads(count)
        words = (ctypes.c_int64 * (3 + count))(0, count, 0)
        go("meet", words, count)
        assert words[:3] == [count, count, count]


@pytest.mark.parametrize(("count", "first"), [(2, [0, 5]), (3, [0, 3, 6])])
def test_each_thread_begins_with_a_share_of_its_own(
    go: Callable[[str, Any, int], None], count: int, first: list[int]
) -> None:
    threading_options.set_intra_op_parallelism_threads(count)
    thread_pool.CODE.state.stop()  # there may be more from before
    thread_pool.CODE.state.start()
    words = (ctypes.c_int64 * (3 + 10))(0, count, 0)
    go("meet", words, 10)
    # no thread takes a second chunk before all have one
    assert sorted(words[3 : 3 + count]) == first
    assert sorted(words[3:]) == list(range(10))


@pytest.mark.parametrize("chunks", [0, 1, 2, 3, 64, 1000])
def test_each_chunk_is_done_once(go: Callable[[str, Any, int], None], chunks: int) -> None:
    words = (ctypes.c_int64 * 1000)()
    for count in (1, 2, 7):
        threading_options.set_intra_op_parallelism_threads(count)
        for _ in range(200):
            go("add", words, chunks)
    assert list(words) == [600] * chunks + [0] * (1000 - chunks)


def test_callers_in_many_threads(go: Callable[[str, Any, int], None]) -> None:
    threading_options.set_intra_op_parallelism_threads(3)

    def work(i: int) -> None:
        words = (ctypes.c_int64 * 50)()
        for _ in range(500):
            go("add", words, 50)
        assert list(words) == [500] * 50

    in_threads(8, work)


# where the threads run --------------------------------------------------------------------------------------

_KEPT_APART = """
import os
import numpy as np
import graphwright as tf
f = tf.function(lambda x: tf.tanh(x) * 2.0)
x = np.ones(1 << 20, np.float32)
allowed = os.sched_getaffinity(0)
known = {int(t) for t in os.listdir("/proc/self/task")}
for own in allowed:
    for _ in range(100):
        tf.config.threading.set_intra_op_parallelism_threads(0)  # forgets that they were no help
        os.sched_setaffinity(0, {own})  # the caller goes there
        os.sched_setaffinity(0, allowed)
        f(x)
        with open("/proc/self/task/%d/stat" % os.getpid()) as file:  # it may have been moved before the call, or after
            stayed = int(file.read().rsplit(")", 1)[1].split()[36]) == own
        others = [os.sched_getaffinity(int(t)) for t in os.listdir("/proc/self/task") if int(t) not in known]
        if stayed and any(a == allowed - {own} for a in others):
            break
    else:
        raise AssertionError((own, others))
assert os.sched_getaffinity(0) == allowed  # the caller's own is left alone
"""
_needs_processors = pytest.mark.skipif(
    not (hasattr(os, "sched_getaffinity") and 2 <= len(os.sched_getaffinity(0)) <= 8),
    reason="threads are kept apart where there are two processors, and few",
)


@_needs_processors
def test_threads_keep_off_the_processor_of_the_caller() -> None:
    command = [sys.executable, "-W", "ignore", "-c", _KEPT_APART]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


@pytest.mark.parametrize(
    ("threads", "there", "pays"), [(1, 1, False), (1, 2, True), (2, 2, False), (8, 64, True), (9, 64, False)]
)
def test_few_threads_are_kept_off_the_callers_processor(monkeypatch: Any, threads: int, there: int, pays: bool) -> None:
    monkeypatch.setattr(thread_pool, "processors", lambda: there)
    monkeypatch.setattr(capi, "has", lambda *names: True)
    assert thread_pool.pinning_pays(threads) is pays


def test_a_system_that_cannot_bind_threads(monkeypatch: Any) -> None:
    assert capi.has("malloc") and not capi.has("malloc", "no_such_function")
    monkeypatch.setattr(thread_pool, "processors", lambda: 4)
    monkeypatch.setattr(capi, "has", lambda *names: False)
    assert not thread_pool.pinning_pays(1)


def test_a_caller_that_waited_longer_than_it_worked_does_without_threads() -> None:
    symbols = {**capi.symbols(), **support.CODE.symbols}
    code = jit.compile_ir(c_modules.text("thread_pool"), opt=0, symbols=symbols)  # with a state of its own
    judge = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64)(code.address("gw_judge_threads"))
    contended = ctypes.CFUNCTYPE(ctypes.c_bool)(code.address("gw_threads_are_contended"))
    until, factor = (ctypes.c_int64.from_address(code.variable("gw_backoff") + at) for at in (0, 8))
    hour = 3600 * 10**9
    now = time.clock_gettime_ns(time.CLOCK_MONOTONIC)

    def waited(worked: int, how_long: int) -> tuple[bool, int]:
        judge(now - worked - how_long, now - how_long)
        return contended(), factor.value

    assert waited(2 * hour, hour) == (False, 0)  # less than it worked
    judge(0, now - hour)  # nobody looked at the time, or there was no long wait
    judge(now - hour, 0)
    assert (contended(), factor.value) == (False, 0)
    assert [waited(hour, 2 * hour) for _ in range(5)] == [(True, 4), (True, 16), (True, 64), (True, 256), (True, 256)]
    until.value = 1  # that time is over
    assert (contended(), until.value) == (False, 0)
    judge(0, 0)
    assert factor.value == 128


# options ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("which", ["intra", "inter"])
@pytest.mark.parametrize(
    ("value", "error"), [(0, None), (3, None), (-1, None), (2.5, TypeError), ("2", TypeError), (1 << 40, ValueError)]
)
def test_options(which: str, value: Any, error: type[Exception] | None) -> None:
    put = getattr(threading_options, f"set_{which}_op_parallelism_threads")
    get = getattr(threading_options, f"get_{which}_op_parallelism_threads")
    before = get()
    try:
        if error is None:
            put(value)
            assert get() == value
        else:
            with pytest.raises(error):
                put(value)
            assert get() == before
    finally:
        put(before)


# the process ------------------------------------------------------------------------------------------------


@needs_fork
@pytest.mark.filterwarnings("error:This process .* is multi-threaded:DeprecationWarning")
def test_a_child_has_threads_of_its_own(go: Callable[[str, Any, int], None]) -> None:
    """The pool's threads are ended before the fork, so nothing warns of them; both sides begin new ones."""
    threading_options.set_intra_op_parallelism_threads(2)

    def meet() -> bool:
        words = (ctypes.c_int64 * (3 + 2))(0, 2, 0)  # and a word for each chunk
        go("meet", words, 2)
        return words[:3] == [2, 2, 2]

    assert meet()
    in_child(meet)
    assert meet()


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_a_fork_while_another_thread_shares_work() -> None:
    threading_options.set_intra_op_parallelism_threads(3)
    x, stop = floats(1 << 18), threading.Event()
    f = tf.function(_chain)
    expected = f(x).numpy()

    def busy() -> None:
        while not stop.is_set():
            f(x)

    other = threading.Thread(target=busy, daemon=True)
    other.start()
    try:
        for _ in range(5):
            in_child(lambda: bool((f(x).numpy() == expected).all()))
    finally:
        stop.set()
        other.join(LONG)
    assert (f(x).numpy() == expected).all()


@needs_fork
@pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")
def test_forks_of_several_threads() -> None:
    threading_options.set_intra_op_parallelism_threads(3)
    x = floats(1 << 18)
    f = tf.function(_chain)
    expected = f(x).numpy()

    def work(i: int) -> None:
        for _ in range(3):
            in_child(lambda: True)
            assert (f(x).numpy() == expected).all()

    in_threads(4, work)


_MADE_MEANWHILE = """
import os, threading, time
import numpy as np
import graphwright as tf
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import thread_pool
jit.available()
tf.config.threading.set_intra_op_parallelism_threads(4)
f = tf.function(lambda x: tf.tanh(x) * 2.0, autograph=False)
f(np.ones(8, np.float32))
begun = threading.Event()

def make():
    with jit.at_work:
        begun.set()
        time.sleep(0.2)  # the other thread has to wait
        thread_pool.CODE.symbols
        f(np.ones(1 << 20, np.float32))  # begins threads

other = threading.Thread(target=make)
other.start()
begun.wait()
child = os.fork()
assert f(np.ones(1 << 20, np.float32)).numpy()[-1] == np.float32(np.tanh(1.0) * 2)
if child:
    other.join()
    assert os.waitpid(child, 0)[1] == 0
"""


@needs_fork
def test_a_pool_that_is_made_while_another_thread_waits_to_fork() -> None:
    command = [sys.executable, "-W", "ignore", "-c", _MADE_MEANWHILE]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=LONG, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


_LIFE = """
import atexit, os, sys, time
import numpy as np
import graphwright as tf
if hasattr(os, "fork") and sys.version_info[:2] != (3, 12):  # which refuses to fork so late
    # it runs behind the pool's own end
    atexit.register(lambda: os.waitpid(os.fork() or os._exit(0), 0))
tf.config.threading.set_intra_op_parallelism_threads(4)
x = np.ones(1 << 20, np.float32)
f = tf.function(lambda x: tf.tanh(x) * 2.0, autograph=False)
f(x), f(x)

def others():  # of each other thread: whether it sleeps, and how often it has gone to sleep
    for id in os.listdir("/proc/self/task"):
        if int(id) != os.getpid():
            with open(f"/proc/self/task/{id}/status") as file:
                about = dict(line.rstrip().split(":", 1) for line in file)
            yield id, about["State"].split()[0] == "S", int(about["voluntary_ctxt_switches"])

if os.path.isdir("/proc/self/task"):
    time.sleep(0.1)
    while True:
        before = list(others())
        time.sleep(0.3)
        if list(others()) == before and all(sleeps for _, sleeps, _ in before):
            break
    print(len(before))
"""


def test_a_process_whose_threads_sleep() -> None:
    """They sleep until there is work, and it ends as any other."""
    ended = subprocess.run([sys.executable, "-c", _LIFE], capture_output=True, text=True, timeout=LONG, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    if os.path.isdir("/proc/self/task"):
        assert int(ended.stdout) >= 3


_LEAVING = """
import threading, time
import numpy as np
import graphwright as tf
tf.config.threading.set_intra_op_parallelism_threads(4)
x = np.ones([1 << 20], np.float32)
f = tf.function(lambda x: tf.while_loop(lambda i, x: i >= 0, lambda i, x: (i * 1, tf.tanh(x) + 1.0), [0, x])[1])
threading.Thread(target=lambda: f(x), daemon=True).start()
time.sleep(0.5)
print("leaving")
"""


def test_a_process_ends_while_threads_work() -> None:
    ended = subprocess.run([sys.executable, "-c", _LEAVING], capture_output=True, text=True, timeout=LONG, check=False)
    assert (ended.returncode, ended.stdout) == (0, "leaving\n"), ended.stderr


def test_an_interrupt_of_shared_work() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    threading_options.set_intra_op_parallelism_threads(3)
    x = floats(1 << 18)
    f = tf.function(lambda n, x: tf.while_loop(lambda i, x: i >= n, lambda i, x: (i * 1, tf.tanh(x) + 1.0), [0, x])[1])
    f(tf.constant(1), x)
    interrupt = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupt.start()
            f(tf.constant(0), x)
    finally:
        interrupt.join(LONG)
        signal.signal(signal.SIGINT, before)
    assert (f(tf.constant(1), x).numpy() == x).all()
