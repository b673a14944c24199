"""Functions called, traced and forked by many threads at once."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.forks import BarredFromForks, renewed_after_fork
from graphwright.core.context import as_default_graph, slow_path_flags, state
from graphwright.functions.tracing import trace_lock

THREADS = 64
LONG = 60.0  # seconds; what is waited for comes at once unless it never comes


def in_threads(count: int, work: Callable[[int], Any]) -> list[Any]:
    """What `work(i)` gives in each of some threads that begin together."""
    together = threading.Barrier(count)
    results: list[Any] = [None] * count

    def run(i: int) -> None:
        together.wait(LONG)
        try:
            results[i] = work(i)
        except BaseException as error:
            results[i] = error

    threads = [threading.Thread(target=run, args=(i,), daemon=True) for i in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG)
    assert not any(t.is_alive() for t in threads), "a thread hangs"
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


@pytest.fixture
def quick_switches() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trace_lock, "TIMEOUT", 0.2)


@pytest.mark.usefixtures("quick_switches")
def test_one_trace_for_all() -> None:
    traces = []

    @tf.function
    def f(x: Any) -> Any:
        traces.append(x.shape)
        return tf.reduce_sum(x * x) + 1.0

    found = in_threads(THREADS, lambda i: [float(f(tf.fill([3], float(i + k)))) for k in range(5)])
    assert found == [[3.0 * (i + k) ** 2 + 1.0 for k in range(5)] for i in range(THREADS)]
    assert len(traces) == f.experimental_get_tracing_count() == 1


@pytest.mark.usefixtures("quick_switches")
def test_one_trace_for_each_signature() -> None:
    @tf.function
    def f(x: Any, n: int) -> Any:
        return tf.reduce_sum(x) * n

    found = in_threads(THREADS, lambda i: int(f(tf.ones([i % 4 + 1], tf.int32), i % 2)))
    assert found == [(i % 4 + 1) * (i % 2) for i in range(THREADS)]
    assert f.experimental_get_tracing_count() == 4


def test_traces_are_made_side_by_side() -> None:
    both = threading.Barrier(2)

    @tf.function
    def f(x: Any) -> Any:
        if x.shape.rank:  # the first of all is alone
            both.wait(LONG)
        return x + 1

    f(tf.constant(0))
    found = in_threads(2, lambda i: f(tf.zeros([i + 1], tf.int32)).numpy().tolist())
    assert found == [[1], [1, 1]]


def test_functions_are_traced_side_by_side() -> None:
    both = threading.Barrier(2)

    def body(x: Any) -> Any:
        both.wait(LONG)
        return x + 1

    functions = [tf.function(body, autograph=False) for _ in range(2)]
    assert in_threads(2, lambda i: int(functions[i](tf.constant(i)))) == [1, 2]


def test_compilation_side_by_side() -> None:
    functions = [tf.function(lambda x, n=n: tf.reduce_sum(tf.sin(x * n)) + n) for n in range(16)]
    found = in_threads(16, lambda i: float(functions[i](tf.ones([5]))))
    assert found == pytest.approx([5 * np.sin(i) + i for i in range(16)], rel=1e-5)


def test_variables_are_made_once() -> None:
    result: list[Any] = []

    @tf.function
    def f(x: Any) -> Any:
        if not result:
            result.append(tf.Variable(10))
        return x + result[0]

    found = in_threads(THREADS, lambda i: int(f(tf.constant(i)) if i % 2 else f(tf.constant([i]))[0]))
    assert found == [i + 10 for i in range(THREADS)]
    assert len(result) == 1


def test_each_waits_for_the_other() -> None:
    """Two functions whose first traces call each other's function."""
    begun = threading.Barrier(2)
    once = threading.local()

    def wait() -> None:
        if not getattr(once, "past", False):
            once.past = True
            begun.wait(LONG)

    @tf.function
    def f(x: Any, deep: bool) -> Any:
        wait()
        return g(x, False) + 1 if deep else x

    @tf.function
    def g(x: Any, deep: bool) -> Any:
        wait()
        return f(x, False) + 2 if deep else x

    assert in_threads(2, lambda i: int((f, g)[i](tf.constant(5), True))) == [6, 7]


@pytest.mark.usefixtures("no_patience")
def test_a_thread_of_a_trace_that_calls_it() -> None:
    answers: list[int] = []
    inside = threading.local()

    @tf.function
    def f(x: Any) -> Any:
        if threading.current_thread() is threading.main_thread() and not getattr(inside, "begun", False):
            inside.begun = True
            helper = threading.Thread(target=lambda: answers.append(int(f(tf.constant(4)))), daemon=True)
            helper.start()
            helper.join(LONG)
        return x * 2

    assert int(f(tf.constant(3))) == 6
    assert answers == [8]
    assert len(f._list_all_concrete_functions()) == 1


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_a_trace_that_fails_lets_the_others_trace(error: type[BaseException]) -> None:
    begun, failed = threading.Event(), []

    @tf.function(autograph=False)
    def f(x: Any) -> Any:
        if not failed:
            failed.append(True)
            begun.set()
            raise error("stop")
        return x + 1

    def work(i: int) -> Any:
        if i:
            begun.wait(LONG)
        try:
            return int(f(tf.constant(i)))
        except error:
            return "failed"

    found = in_threads(8, work)
    assert found == ["failed", *range(2, 9)]
    assert f.experimental_get_tracing_count() >= 1
    assert int(f(tf.constant(1))) == 2 and tf.executing_eagerly()


@pytest.fixture
def interrupts() -> Iterator[None]:
    """Ctrl-C is heard, also where the tests were started in the background, by a shell that has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_while_waiting() -> None:
    """Ctrl-C reaches the main thread while it waits for another thread's trace."""
    begun, release = threading.Event(), threading.Event()

    @tf.function(autograph=False)
    def f(x: Any) -> Any:
        begun.set()
        release.wait(LONG)
        return x + 1

    other = threading.Thread(target=lambda: f(tf.constant(1)), daemon=True)
    other.start()
    begun.wait(LONG)
    interrupt = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            interrupt.start()
            f(tf.constant(1))
    finally:
        release.set()
        other.join(LONG)
        interrupt.join(LONG)
    assert int(f(tf.constant(1))) == 2
    assert f.experimental_get_tracing_count() == 1


# state ------------------------------------------------------------------------------------------------------


def eager_update(v: Any, one: Any) -> None:
    v.assign_add(one)


@pytest.mark.usefixtures("quick_switches")
@pytest.mark.parametrize("size", [1, 5000])
@pytest.mark.parametrize("staged", ["eager", "traced", "both"])
def test_no_update_is_lost(staged: str, size: int) -> None:
    v, one, rounds = tf.Variable(np.zeros(size)), tf.constant(np.ones(size)), 20
    traced = tf.function(eager_update)
    ways = {"eager": [eager_update], "traced": [traced], "both": [eager_update, traced]}[staged]

    def work(i: int) -> None:
        for _ in range(rounds):
            ways[i % len(ways)](v, one)

    in_threads(THREADS, work)
    assert v.numpy().tolist() == [THREADS * rounds] * size


def test_tapes_are_each_threads_own() -> None:
    v = tf.Variable(3.0)

    @tf.function
    def f(x: Any) -> Any:
        return v * x * x

    def work(i: int) -> tuple[float, float]:
        x = tf.constant(float(i))
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        a, b = tape.gradient(y, [x, v])
        return float(a), float(b)

    assert in_threads(THREADS, work) == [(6.0 * i, float(i * i)) for i in range(THREADS)]


def test_a_thread_begins_outside_of_what_its_parent_does() -> None:
    seen = []

    @tf.function(autograph=False)
    def f(x: Any) -> Any:
        thread = threading.Thread(target=lambda: seen.append((tf.executing_eagerly(), int(tf.constant(2) + 1))))
        thread.start()
        thread.join(LONG)
        return x

    f(tf.constant(1))
    assert seen == [(True, 3)]


# forks ------------------------------------------------------------------------------------------------------


def in_child(work: Callable[[], bool]) -> None:
    """Run `work` in a forked child, which must say yes."""
    child = os.fork()
    if not child:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(LONG))
        try:
            os._exit(0 if work() else 3)
        except BaseException:
            os._exit(4)
    assert os.waitpid(child, 0)[1] == 0


needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="the platform has no fork")
pytestmark = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


@needs_fork
def test_a_child_of_a_process_that_traces() -> None:
    begun, release = threading.Event(), threading.Event()

    @tf.function(autograph=False)
    def f(x: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            begun.set()
            release.wait(LONG)
        return x + 1

    parent = threading.Thread(target=lambda: f(tf.constant(1)), daemon=True)
    parent.start()
    begun.wait(LONG)
    try:
        in_child(lambda: int(f(tf.constant(5))) == 6 and int(tf.function(lambda x: x * 2)(tf.constant(4))) == 8)
    finally:
        release.set()
        parent.join(LONG)
    assert int(f(tf.constant(1))) == 2


@needs_fork
def test_children_of_a_busy_process() -> None:
    """Forked at any moment of other threads' tracing, compiling and running."""
    stop, v = threading.Event(), tf.Variable(0)

    def busy() -> None:
        n = 0
        while not (n and stop.is_set()):
            n += 1
            tf.function(lambda x, n=n: tf.reduce_sum(x * n))(tf.ones([3]))
            v.assign_add(1)
            tf.random.normal([2])

    def work() -> bool:
        v.assign(7)
        v.assign_add(1)
        tf.random.normal([2])
        with tf.GradientTape() as tape:
            y = tf.function(lambda x: x * x * tf.cast(v, tf.float32))(w := tf.Variable(3.0))
        return float(tape.gradient(y, w)) == 48.0

    assert work()
    stop.set()
    busy()
    stop.clear()
    threads = [threading.Thread(target=busy, daemon=True) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(10):
            in_child(work)
    finally:
        stop.set()
        for thread in threads:
            thread.join(LONG)


class _Slow(importlib.abc.Loader, importlib.abc.MetaPathFinder):
    """Finds a module of the package that takes its time."""

    name = "graphwright.slow"

    def __init__(self) -> None:
        self.begun = threading.Event()

    def find_spec(self, name: str, path: Any, target: Any = None) -> Any:
        return importlib.machinery.ModuleSpec(name, self) if name == self.name else None

    def exec_module(self, module: Any) -> None:
        self.begun.set()
        time.sleep(0.3)
        module.done = True


@needs_fork
def test_a_fork_while_another_thread_imports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Left to itself, Python leaves a child with the locks of modules that were half loaded."""
    slow = _Slow()
    monkeypatch.setattr(sys, "meta_path", [slow, *sys.meta_path])
    thread = threading.Thread(target=importlib.import_module, args=(slow.name,))
    thread.start()
    slow.begun.wait(LONG)
    try:
        in_child(lambda: importlib.import_module(slow.name).done)
    finally:
        thread.join(LONG)
        monkeypatch.delitem(sys.modules, slow.name)


@needs_fork
def test_locks_of_a_child() -> None:
    own, others = renewed_after_fork(threading.RLock()), renewed_after_fork(threading.RLock())
    taken, release = threading.Event(), threading.Event()

    def hold() -> None:
        with others:
            taken.set()
            release.wait(LONG)

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait(LONG)

    def work() -> bool:
        own.release()
        own.acquire()
        return others.acquire(blocking=False)

    with own:
        in_child(work)
    release.set()
    thread.join(LONG)


def _enters(work: BarredFromForks) -> None:
    with work:
        pass


def test_what_comes_in_the_middle_of_a_fork_is_not_undone() -> None:
    work, called = BarredFromForks(), []
    work.around(lambda: called.append("before"), lambda: called.append("after"))
    work._wait()
    work.around(lambda: called.append("too late"), lambda: called.append("not begun"))
    work._go_on()
    assert called == ["before", "after"]
    in_threads(1, lambda i: _enters(work))


def test_an_interrupt_before_a_fork_leaves_nothing_barred() -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    work, called = BarredFromForks(), []
    work.around(lambda: None, lambda: called.append("after"))
    work.around(interrupted, lambda: called.append("not begun"))
    with pytest.raises(KeyboardInterrupt):
        work._wait()
    assert called == ["after"]
    in_threads(1, lambda i: _enters(work))


@needs_fork
def test_a_child_made_inside_a_trace() -> None:
    @tf.function(autograph=False)
    def f(x: Any) -> Any:
        in_child(lambda: tf.function(lambda y: y + x)(tf.constant(1)).dtype == tf.int32)
        return x + 1

    assert int(f(tf.constant(1))) == 2


@needs_fork
def test_compiled_entries_serve_the_child() -> None:
    """Another thread's tape sends calls the long way; in the child that thread is not there."""
    f = tf.function(lambda x: x + 1)
    f(tf.constant(1))
    recording, release = threading.Event(), threading.Event()

    def record() -> None:
        with tf.GradientTape():
            recording.set()
            release.wait(LONG)

    other = threading.Thread(target=record, daemon=True)
    other.start()
    recording.wait(LONG)
    try:
        assert slow_path_flags[0] == 1
        in_child(lambda: slow_path_flags[0] == 0 and int(f(tf.constant(2))) == 3)
    finally:
        release.set()
        other.join(LONG)
    tf.config.run_functions_eagerly(True)
    try:
        in_child(lambda: slow_path_flags[0] == 1)
    finally:
        tf.config.run_functions_eagerly(False)


@pytest.mark.parametrize("make", [lambda: as_default_graph(None), tf.init_scope], ids=["a graph", "init_scope"])
def test_an_interrupt_at_any_call_leaves_no_reason_counted(make: Callable[[], Any]) -> None:
    """Signals are looked for where functions begin: so an interrupt at each of them in turn."""

    def interrupted_at(number: int) -> bool:
        left = number

        def trace(frame: Any, event: str, argument: Any) -> None:
            nonlocal left
            if sys.version_info < (3, 11) and frame.f_lasti >= 0:
                return  # here 3.10 drops the generator that is resumed; a signal it looks for later, inside
            if frame.f_code.co_filename.endswith(("context.py", "contextlib.py")):
                left -= 1
                if not left:
                    raise KeyboardInterrupt

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            with make():
                pass
        except KeyboardInterrupt:
            return True
        finally:
            sys.settrace(before)
        return False

    number = 1
    while interrupted_at(number):
        assert (state.graph, state.slow_path.reasons, slow_path_flags[0]) == (None, 0, 0)
        number += 1
    assert number > 5
