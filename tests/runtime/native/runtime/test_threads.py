"""Compiled code among threads: who runs beside it, how it is interrupted, and variables that it changes in place."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.control import while_loop
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import capi
from tests.core.test_threads import LONG, in_child, in_threads, needs_fork
from tests.support.native_graphs import both, compiled, floats, open_type, type_of

pytest.importorskip("llvmlite")
pytestmark = [
    pytest.mark.executors,
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]

BIG = 1 << 20  # elements; work on so many lets go of the interpreter


@pytest.fixture
def interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def until(done: Any, body: Callable[[Any], Any], x: Any) -> Callable[[], Any]:
    """A compiled function that goes round `body` from `x` until a variable is set."""

    def function() -> Any:
        return while_loop(lambda i, x: done.read_value() < 1, lambda i, x: (i + 1, body(x)), [0, tf.constant(x)])[1]

    return ready(tf.function(function), done)


def ready(function: Any, done: Any) -> Any:
    """A function that has run once, with the variable set that ends it."""
    done.assign(1)
    function()
    done.assign(0)
    return function


# who runs beside it -----------------------------------------------------------------------------------------


BODIES: dict[str, Callable[[Any], Any]] = {
    "numbers": lambda x: x,
    "arrays": lambda x: tf.tanh(x) + 0.5,
    "products": lambda x: tf.matmul(tf.matmul(x, x), x) * 0.0,
    "calls of Python": lambda x: tf.numpy_function(lambda a: a, [x], tf.float32),
}


@pytest.mark.parametrize("body", BODIES.values(), ids=list(BODIES))
def test_a_loop_ends_when_another_thread_says_so(body: Callable[[Any], Any]) -> None:
    done = tf.Variable(0)

    def same_shape(x: Any) -> Any:
        y = body(x)
        y.set_shape(x.shape)
        return y

    run = until(done, same_shape, floats(8, 8))
    other = threading.Timer(0.05, lambda: done.assign(1))
    other.start()
    run()
    other.join(LONG)
    assert int(done) == 1


def test_loops_of_two_threads_run_side_by_side() -> None:
    """Each ends only when the main thread, which needs the interpreter, has seen both begin."""
    done, begun = tf.Variable(0), [threading.Event(), threading.Event()]
    loop = until(done, lambda x: x + 1.0, floats(3))

    def run(i: int) -> None:
        begun[i].set()
        loop()

    threads = [threading.Thread(target=run, args=(i,), daemon=True) for i in range(2)]
    for thread in threads:
        thread.start()
    assert all(b.wait(LONG) for b in begun)
    assert all(t.is_alive() for t in threads)
    done.assign(1)
    for thread in threads:
        thread.join(LONG)
    assert not any(t.is_alive() for t in threads)


@pytest.mark.parametrize("known", [True, False], ids=["known size", "unknown size"])
def test_threads_in_one_program_do_not_disturb_each_other(known: bool) -> None:
    def f(x: Any) -> Any:
        rows = tf.reshape(x, [-1, 64])
        folded = tf.matmul(rows, rows, transpose_a=True)  # temporaries in the scratch block
        return tf.reduce_sum(tf.exp(-x) * 2.0), tf.reduce_max(folded), tf.cumsum(x)[-1]

    arguments = [floats(BIG) / (i + 1) for i in range(4)]
    program = compiled(f, type_of(arguments[0]) if known else open_type(arguments[0], None))
    expected = [[r.copy() for r in program.run([x])] for x in arguments]

    def work(i: int) -> None:
        for _ in range(5):
            for found, wanted in zip(program.run([arguments[i]]), expected[i], strict=True):
                np.testing.assert_array_equal(found, wanted)

    in_threads(4, work)


def test_an_error_of_long_work() -> None:
    program = compiled(lambda x, y: x // y + 1, type_of(np.ones(BIG, np.int32)), type_of(np.ones(BIG, np.int32)))
    x, zero = np.full(BIG, 7, np.int32), np.ones(BIG, np.int32)
    zero[-1] = 0

    def work(i: int) -> None:
        for _ in range(3):
            with pytest.raises(tf.errors.InvalidArgumentError, match="zero"):
                program.run([x, zero])
            assert program.run([x, x])[0][-1] == 2

    in_threads(3, work)


def test_calls_of_python_between_long_work() -> None:
    seen = []

    def look(a: Any) -> Any:
        seen.append(threading.get_ident())
        return a * 2

    def f(x: Any) -> Any:
        y = tf.numpy_function(look, [tf.tanh(x) * 3.0], tf.float32)
        y.set_shape([BIG])
        return tf.reduce_max(tf.exp(y) + x)

    assert both(f, floats(BIG), tolerance=1e-5).host_calls == 1
    assert set(seen) == {threading.get_ident()}


def test_short_programs_keep_the_interpreter() -> None:
    short = compiled(lambda a, b: (tf.matmul(a, b), tf.reduce_sum(a + b)), *[type_of(floats(4, 4))] * 2)
    assert not any(name in short.ir for name in ("gw_begin", "gw_poll", "gw_hold"))
    assert "@gw_begin(ptr %gil" in compiled(lambda a: a + 1.0, type_of(floats(BIG))).ir


# interrupts -------------------------------------------------------------------------------------------------


def fibonacci() -> Any:
    @tf.function(output_signature=tf.TensorSpec([], tf.int32))
    def fib(n: Any) -> Any:
        return tf.cond(n < 2, lambda: n, lambda: fib(n - 1) + fib(n - 2))

    return fib


def endless(body: Callable[[Any], Any]) -> Callable[[], Any]:
    """A loop in which nothing is read that another thread can write."""
    f = tf.function(lambda n, x: while_loop(lambda i, x: i >= n, lambda i, x: (i * 1, body(x)), [0, x])[1])
    f(tf.constant(1), tf.zeros([5]))
    return lambda: f(tf.constant(0), tf.zeros([5]))


def endless_recursion() -> Callable[[], Any]:
    fib = fibonacci()
    assert int(fib(tf.constant(10))) == 55
    return lambda: fib(tf.constant(60))


def long_row() -> Callable[[], Any]:
    """Products one behind the other, for several seconds."""

    @tf.function(autograph=False)
    def f(x: Any, n: Any) -> Any:
        def row() -> Any:
            y = x
            for _ in range(600):
                y = tf.matmul(y, y)
            return y

        return tf.cond(n > 0, row, lambda: x)

    x = tf.zeros([768, 768])
    f(x, tf.constant(0))
    return lambda: f(x, tf.constant(1))


LONG_RUNS: dict[str, Callable[[], Callable[[], Any]]] = {
    "a loop": lambda: endless(lambda x: x + 1.0),
    "a loop that calls Python": lambda: endless(
        lambda x: tf.ensure_shape(tf.numpy_function(lambda a: a, [x], tf.float32), [5])
    ),
    "a recursion": endless_recursion,
    "a row of products": long_row,
}


@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("make", LONG_RUNS.values(), ids=list(LONG_RUNS))
def test_an_interrupt_from_another_thread(make: Callable[[], Callable[[], Any]]) -> None:
    run = make()
    # only a thread that gets the interpreter sends it
    interrupt = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        interrupt.start()
        run()
    interrupt.join(LONG)
    assert int(tf.function(lambda x: x + 1)(tf.constant(1))) == 2


@pytest.mark.usefixtures("interrupts")
def test_an_interrupted_update_is_done_or_not() -> None:
    v, done = tf.Variable(tf.zeros([BIG])), tf.Variable(0)

    def update(x: Any) -> Any:
        v.assign_add(tf.ones([BIG]))
        return x

    f = until(done, update, floats(3))
    interrupt = threading.Timer(0.1, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        interrupt.start()
        f()
    interrupt.join(LONG)
    values = v.numpy()
    assert values[0] >= 0 and (values == values[0]).all()


@pytest.mark.usefixtures("interrupts")
def test_an_interrupt_is_the_main_threads() -> None:
    done = tf.Variable(0)
    loop, ended = until(done, lambda x: x + 1.0, floats(3)), threading.Event()

    def run() -> None:
        loop()
        ended.set()

    other = threading.Thread(target=run, daemon=True)
    other.start()
    interrupt = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT))
    with pytest.raises(KeyboardInterrupt):
        interrupt.start()
        ended.wait(LONG)
    interrupt.join(LONG)
    assert not ended.is_set()
    done.assign(1)
    assert ended.wait(LONG)


LEAVING = """
import threading, time
import graphwright as tf
f = tf.function(lambda x: tf.while_loop(lambda i, x: i >= 0, lambda i, x: (i * 1, {body}), [0, x])[1])
threading.Thread(target=lambda: f(tf.zeros([5])), daemon=True).start()
time.sleep(0.2)
print("leaving")
"""


@pytest.mark.parametrize("body", ["x + 1.0", "tf.ensure_shape(tf.numpy_function(lambda a: a, [x], tf.float32), [5])"])
def test_a_process_ends_while_a_daemon_is_in_a_loop(body: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LEAVING.format(body=body)], capture_output=True, text=True, timeout=LONG, check=False
    )
    assert (ended.returncode, ended.stdout) == (0, "leaving\n"), ended.stderr


@needs_fork
def test_a_fork_while_another_thread_is_in_a_loop() -> None:
    done, v = tf.Variable(0), tf.Variable(tf.zeros([BIG]))
    loop = until(done, lambda x: x + 1.0, floats(BIG))
    other = threading.Thread(target=loop, daemon=True)
    other.start()
    time.sleep(0.05)

    def child() -> bool:
        done.assign(1)
        v.assign_add(tf.ones([BIG]))
        return bool((loop().numpy() == floats(BIG)).all()) and float(v[3]) == 1.0

    try:
        in_child(child)
    finally:
        done.assign(1)
        other.join(LONG)


# variables in place -----------------------------------------------------------------------------------------


def place(v: Any) -> int:
    """Where a variable's elements are."""
    return int(v._state.array.__array_interface__["data"][0])


def add_one(v: Any) -> Callable[..., Any]:
    @tf.function
    def f() -> None:
        v.assign_add(tf.ones(v.shape))

    return f


@pytest.mark.parametrize("shape", [(3,), (64,), (67,), (1000003,), (5, 7), (300, 41)])
def test_updates_are_in_place(shape: tuple[int, ...]) -> None:
    v, slot = tf.Variable(tf.zeros(shape)), tf.Variable(tf.zeros(shape))

    @tf.function
    def step(g: Any) -> None:
        slot.assign(slot * 0.5 + g)
        v.assign_sub(slot * 2.0 + v * 0.0)

    expected, moving = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    g = floats(*shape)
    step(g)
    where = place(v), place(slot)
    for i in range(4):
        if i:
            step(g)
        moving = moving * np.float32(0.5) + g
        expected = expected - moving * 2
        np.testing.assert_allclose(v.numpy(), expected, rtol=1e-6, atol=1e-6)
        np.testing.assert_allclose(slot.numpy(), moving, rtol=1e-6, atol=1e-6)
    if jit.available() and capi.layout_ok():  # the others replace the arrays
        assert (place(v), place(slot)) == where


HOLDERS: dict[str, Callable[[Any], Any]] = {
    "a tensor": lambda v: v.read_value(),
    "a reshaped tensor": lambda v: tf.reshape(v, [-1, 1]),
    "a slice": lambda v: v[2:],
    "a NumPy array": lambda v: v.numpy(),
    "an array made by NumPy": lambda v: np.asarray(v),
    "another variable": lambda v: tf.Variable(v),
    "a variable it was assigned to": lambda v: tf.Variable(tf.zeros(v.shape)).assign(v),
    "a capsule's array": lambda v: np.from_dlpack(v.read_value()),
    "what a function gave": lambda v: tf.function(lambda: v.read_value())(),
    "what a view in a function gave": lambda v: tf.function(lambda: tf.reshape(v, [-1, 2]))(),
    "an element of a dataset": lambda v: next(iter(tf.data.Dataset.from_tensors(v.read_value()))),
    "a copy": lambda v: __import__("copy").deepcopy(v),
}


@pytest.mark.parametrize("hold", HOLDERS.values(), ids=list(HOLDERS))
def test_what_was_seen_of_a_variable_stays(hold: Callable[[Any], Any]) -> None:
    v = tf.Variable(tf.range(6.0))
    f = add_one(v)
    f()
    f()
    stored = hold(v)
    before = np.array(stored).copy()
    for _ in range(3):
        f()
    np.testing.assert_array_equal(np.array(stored), before)
    np.testing.assert_array_equal(v.numpy(), np.arange(6.0) + 5)


def test_variables_given_each_others_value() -> None:
    a, b = tf.Variable(tf.zeros([9])), tf.Variable(tf.ones([9]))

    @tf.function
    def swap_and_change() -> None:
        x, y = a.read_value(), b.read_value()
        a.assign(y)
        b.assign(x)
        a.assign_add(10.0 * tf.ones([9]))

    for _ in range(4):
        swap_and_change()
    # 0 1 -> 11 0 -> 10 11 -> 21 10 -> 20 21
    assert a.numpy().tolist() == [20.0] * 9 and b.numpy().tolist() == [21.0] * 9


def test_one_value_for_two_variables() -> None:
    a, b = tf.Variable(tf.zeros([9])), tf.Variable(tf.ones([9]))

    @tf.function
    def same() -> None:
        y = a * 2.0 + 1.0
        a.assign(y)
        b.assign(y)
        b.assign_add(tf.ones([9]))

    same()
    same()
    assert a.numpy().tolist() == [3.0] * 9 and b.numpy().tolist() == [4.0] * 9


def test_one_variable_given_twice() -> None:
    v = tf.Variable(tf.ones([9]))

    @tf.function
    def f(a: Any, b: Any) -> Any:
        x = b.read_value()
        a.assign(b * 2.0 + a)
        return x

    f(v, v)
    seen = f(v, v)
    assert seen.numpy().tolist() == [3.0] * 9 and v.numpy().tolist() == [9.0] * 9


READS: dict[str, Callable[[Any], Any]] = {
    "read again": lambda v: (v.assign(v * 2.0 + 1.0), v.read_value())[1],
    "read before": lambda v: (v.read_value(), v.assign_add(tf.ones([4, 4])))[0],
    "read before and computed with behind": lambda v: (lambda old: (v.assign(v * 3.0), v.assign(v + 1.0), old + v)[2])(
        v.read_value()
    ),
    "transposed": lambda v: (v.assign(v + tf.transpose(v)), tf.transpose(v))[1],
    "row by row": lambda v: (v.assign(v - v[0]), v.read_value())[1],
    "reversed": lambda v: (v.assign(v + tf.reverse(v, [0])), v.read_value())[1],
    "reduced": lambda v: (v.assign(v / tf.reduce_sum(v)), v.read_value())[1],
    "assigned twice": lambda v: (v.assign(v + 1.0), v.assign(v * 2.0), v.read_value())[2],
    "old and new": lambda v: (lambda old: (v.assign(old * 2.0), v - old)[1])(v.read_value()),
    "in a loop": lambda v: while_loop(lambda i: i < 5, lambda i: (v.assign_add(v * 0.5), [i + 1])[1], [0]),
    "in a branch": lambda v: tf.cond(v[0, 0] >= 0.0, lambda: v.assign(v * 2.0) * 1.0, lambda: v * 1.0),
    "shown between": lambda v: (
        v.assign(v * 2.0),
        tf.numpy_function(lambda: v._state.array.copy(), [], tf.float32),
        v.assign(v + 1.0),
    )[1],
}


@pytest.mark.parametrize("use", READS.values(), ids=list(READS))
def test_reads_and_updates_in_one_function(use: Callable[[Any], Any]) -> None:
    start = np.abs(floats(4, 4)) + 1
    variables = [tf.Variable(start), tf.Variable(start)]
    traced = tf.function(lambda: use(variables[0]))
    for _ in range(3):
        found, wanted = tf.nest.flatten(traced()), tf.nest.flatten(use(variables[1]))
        np.testing.assert_allclose(found[0].numpy(), wanted[0].numpy(), rtol=1e-6)
        np.testing.assert_allclose(variables[0].numpy(), variables[1].numpy(), rtol=1e-6)


def test_a_failed_update_changes_nothing() -> None:
    v = tf.Variable(np.full(BIG, 6, np.int32))

    @tf.function
    def f(d: Any) -> None:
        v.assign(v // d)

    f(np.full(BIG, 2, np.int32))
    d = np.ones(BIG, np.int32)
    d[-1] = 0
    with pytest.raises(tf.errors.InvalidArgumentError):
        f(d)
    assert (v.numpy() == 3).all()


def test_what_comes_after_a_failed_assignment_is_not_done() -> None:
    v, other = tf.Variable(tf.zeros([4])), tf.Variable(tf.zeros([2]))

    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([4])])
    def f(x: Any, y: Any) -> None:
        updated = y + v + 2.0
        other.assign(x + 1.0)
        v.assign(updated)

    for _ in range(2):
        with pytest.raises((ValueError, tf.errors.InvalidArgumentError), match="shape"):
            f(tf.ones([3]), tf.ones([4]))
    assert v.numpy().tolist() == [0.0] * 4 and other.numpy().tolist() == [0.0, 0.0]
    f(tf.ones([2]), tf.ones([4]))
    assert v.numpy().tolist() == [3.0] * 4 and other.numpy().tolist() == [2.0, 2.0]


@pytest.mark.parametrize("size", [5, BIG])
def test_no_reader_sees_half_an_update(size: int) -> None:
    v, done = tf.Variable(np.zeros(size, np.float32)), threading.Event()
    add = add_one(v)

    @tf.function
    def total() -> Any:
        x = v.read_value()
        return tf.reduce_min(x), tf.reduce_max(x)

    rounds = 30

    def work(i: int) -> None:
        if i < 2:
            for _ in range(rounds):
                add()
            done.set()
            return
        while not done.is_set():
            if i == 2:
                low, high = total()
                assert float(low) == float(high)
            else:
                seen = v.numpy()
                assert (seen == seen[0]).all()

    in_threads(4, work)
    assert (v.numpy() == 2 * rounds).all()
