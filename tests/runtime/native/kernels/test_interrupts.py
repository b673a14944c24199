"""A signal in the midst of one long kernel: the call ends there, and nothing else is any different."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.runtime.native.program import NativeProgram
from graphwright.runtime.selection import executor
from tests.core.test_threads import LONG, in_child, needs_fork
from tests.support.native_graphs import compiled, floats, integers, open_type, type_of

pytestmark = [
    pytest.mark.executors,
    pytest.mark.thorough,  # each waits for a signal in long work; the stages of the executors run them
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
    pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning"),
]

# A program that has let go of the interpreter looks for signals every 0.05 s.
SOON = 0.02  # s
LENGTH = 0.2  # s; so long is what is interrupted, at least


@pytest.fixture(params=[1, 0], ids=["one thread", "all threads"])
def threads(request: Any) -> Iterator[None]:
    tf.config.threading.set_intra_op_parallelism_threads(request.param)
    yield
    tf.config.threading.set_intra_op_parallelism_threads(0)


@contextmanager
def signalled(handler: Callable[[], Any]) -> Iterator[None]:
    """A signal comes in the block, soon; it is handled in the main thread."""
    before = signal.signal(signal.SIGALRM, lambda *_: handler())
    signal.setitimer(signal.ITIMER_REAL, SOON)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def interrupt() -> None:
    raise KeyboardInterrupt


def is_cut_short(function: Any, *args: Any) -> bool:
    """Whether an interrupt ends a call of the builtin in its midst, and not when it is done."""
    done: list[Any] = []
    with signalled(interrupt), pytest.raises(KeyboardInterrupt):
        # a call that ends is noted before Python itself looks for signals
        done.extend(map(function, *[[arg] * 50 for arg in args]))
    return not done


def time_of(function: Any, *args: Any) -> float:
    """Seconds of the second call of two; the first gets its memory from the system, which takes long."""
    function(*args)
    start = time.perf_counter()
    function(*args)
    return time.perf_counter() - start


def as_long(call: Callable[[int], float], size: int = 16) -> int:
    """The size from which on a call takes `LENGTH`, where `call` tells how long one takes."""
    while (taken := call(size)) < LENGTH:
        size = math.ceil(size * min(1.2 * LENGTH / taken, 20))
    return size


def can_be_cut_short(program: Any, args: tuple[Any, ...]) -> bool:
    """Whether an interrupt ends a program in its midst; the system may hold a signal back, so there are some trials."""
    return any(is_cut_short(program._run, *args) for _ in range(5))


def long_chain() -> Any:
    """So many elements that `chain` is long."""
    f = tf.function(chain, input_signature=[tf.TensorSpec([None])])
    return tf.constant(floats(as_long(lambda size: time_of(f, tf.constant(floats(size))), 1 << 17)))


def chain(x: Any) -> Any:
    for _ in range(80):
        x = tf.tanh(x) * 1.1 + 0.1
    return x


def divided(x: Any) -> Any:
    for _ in range(20):
        x = (x // 3 + 1) * 2
    return x


def images(*dims: int) -> Any:
    return floats(*dims), floats(3, 3, dims[-1], 64)


def repeated(args: tuple[Any, ...], times: int) -> tuple[Any, ...]:
    """The same arguments but that the first one has so many times what it has along its first axis."""
    first, *others = args
    return np.tile(first, (times, *[1] * (first.ndim - 1))), *others


def convolved(x: Any, f: Any) -> Any:
    return tf.nn.conv2d(x, f, 1, "SAME")


#: What computes, and small arguments; the first one is repeated to make a call long.
PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "a product": (lambda x, y: x @ y, (floats(30, 2000), floats(2000, 3000))),
    "a product of long rows": (lambda x: tf.matmul(x, x, transpose_a=True), (floats(1000, 400),)),
    "products": (lambda x: x @ x, (floats(5, 100, 100),)),
    "a convolution": (convolved, images(1, 64, 64, 64)),
    "a convolution of integers": (convolved, (integers(1, 32, 32, 32), integers(3, 3, 32, 32))),
    "a convolution's filter": (lambda x, f: tf.gradients(convolved(x, f), f)[0], images(1, 64, 64, 64)),
    "elements": (chain, (floats(1000),)),
    "elements and a number": (lambda x: tf.reduce_sum(chain(x)), (floats(1000),)),
    "elements and columns": (lambda x: tf.reduce_sum(chain(x), 0), (floats(20, 50),)),
    "rows": (lambda x: tf.nn.softmax(chain(x)), (floats(8, 128),)),
}
#: The same of what is not cut into chunks.
IN_ONE_PIECE: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "elements that may fail": (divided, (integers(1000),)),
    "rows that may fail": (lambda x, y: divided(x * y), (integers(100, 7, 3), integers(3))),
    "a running sum": (tf.math.cumulative_logsumexp, (floats(1000),)),
    "a transposed copy": (  # of bytes: a long one of larger elements fills the memory
        lambda x: tf.concat([tf.transpose(x), tf.ones([8, 1], tf.int8)], 1),
        (integers(1000, 8).astype(np.int8),),
    ),
}


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize(("function", "args"), PROGRAMS.values(), ids=list(PROGRAMS))
def test_a_long_kernel_is_interrupted(function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    program = compiled(function, open_type(args[0], None, *args[0].shape[1:]), *map(type_of, args[1:]))
    (expected,) = program.run(args)
    times = as_long(lambda times: time_of(program.run, repeated(args, times)))
    assert can_be_cut_short(program, repeated(args, times))
    np.testing.assert_array_equal(program.run(args)[0], expected)
    assert not program.host_calls


@pytest.mark.usefixtures("threads")
@pytest.mark.parametrize(
    ("function", "args"),
    [PROGRAMS["a product"], *IN_ONE_PIECE.values()],
    ids=["a product", *IN_ONE_PIECE],
)
def test_a_long_kernel_of_known_size_is_interrupted(function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    def program_for(times: int) -> Any:
        return compiled(function, *map(type_of, repeated(args, times)))

    times = as_long(lambda times: time_of(program_for(times).run, repeated(args, times)))
    program, arguments = program_for(times), repeated(args, times)
    (expected,) = program.run(arguments)
    assert can_be_cut_short(program, arguments)
    np.testing.assert_array_equal(program.run(arguments)[0], expected)


@pytest.mark.usefixtures("threads")
def test_a_handler_that_returns_changes_nothing() -> None:
    f, x, seen = tf.function(chain), long_chain(), []
    small = tf.function(lambda x: chain(x) @ tf.transpose(x))
    y = tf.constant(floats(700, 800))
    expected, of_small = f(x).numpy(), small(y).numpy()
    with signalled(lambda: seen.append(small(y).numpy())):
        found = f(x).numpy()
    np.testing.assert_array_equal(found, expected)
    assert len(seen) == 1
    np.testing.assert_array_equal(seen[0], of_small)


@needs_fork
@pytest.mark.usefixtures("threads")
def test_a_handler_that_forks() -> None:
    f, x, children = tf.function(chain), long_chain(), []
    expected = f(x).numpy()
    y = tf.zeros([8])

    def fork() -> None:
        in_child(lambda: bool(np.isfinite(f(y).numpy()).all()))
        children.append(True)

    with signalled(fork):
        found = f(x).numpy()
    np.testing.assert_array_equal(found, expected)
    assert children == [True]
    np.testing.assert_array_equal(f(x).numpy(), expected)


@needs_fork
def test_another_thread_forks() -> None:
    """It ends the threads that a kernel has, which needs the interpreter to look for signals."""
    f = tf.function(chain, input_signature=[tf.TensorSpec([None])])
    x, y, over, children = long_chain(), tf.constant(floats(1 << 16)), threading.Event(), []
    f(x)
    expected = f(y).numpy()

    def fork() -> None:
        while not over.is_set():
            in_child(lambda: bool((f(y).numpy() == expected).all()))
            children.append(True)

    def work() -> bool:
        other = threading.Thread(target=fork)
        other.start()
        for _ in range(4):
            f(x)
        over.set()
        other.join()
        return bool(children)

    in_child(work)  # which is ended if it never comes to an end


@pytest.mark.usefixtures("threads")
def test_calls_of_other_threads_go_on() -> None:
    f = tf.function(chain, input_signature=[tf.TensorSpec([None])])
    x, y = long_chain(), tf.constant(floats(1 << 16))
    expected, found, enough = f(y).numpy(), [], threading.Event()

    def run() -> None:
        while not enough.is_set():
            found.append(f(y).numpy())

    others = [threading.Thread(target=run) for _ in range(2)]
    for other in others:
        other.start()
    try:
        for _ in range(4):
            assert is_cut_short(f, x)
    finally:
        enough.set()
        for other in others:
            other.join(LONG)
    assert found
    for each in found:
        np.testing.assert_array_equal(each, expected)


@pytest.mark.usefixtures("threads")
def test_variables_and_lists_are_as_before_or_after() -> None:
    """What is assigned to in place is done, what comes after the interrupted kernel is not."""
    v, w, count = tf.Variable(tf.zeros([1 << 20])), tf.Variable(tf.zeros([4])), tf.Variable(0)

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def f(x: Any) -> Any:
        v.assign_add(tf.ones_like(v) * 2.0)
        count.assign_add(1)
        rows = tf.TensorArray(tf.float32, 2, element_shape=[None]).write(0, x).write(1, chain(x))
        w.assign(rows.stack()[:, :2][1, 0] * tf.ones([4]))
        return rows.stack()

    small = tf.constant(floats(4))
    expected = f(small).numpy()
    assert is_cut_short(f, long_chain())
    assert int(count) == 2
    assert (v.numpy() == 4.0).all()
    np.testing.assert_array_equal(w.numpy(), np.full(4, expected[1, 0]))
    np.testing.assert_array_equal(f(small).numpy(), expected)


def test_memory_of_interrupted_calls_is_given_back() -> None:
    f = tf.function(lambda x: chain(tf.exp(-x)) + tf.reverse(x, [0]), input_signature=[tf.TensorSpec([None])])
    f(tf.constant(floats(4)))
    x = long_chain()
    sizes = []
    for _ in range(6):
        assert is_cut_short(f, x)
        with open("/proc/self/statm") as file:
            sizes.append(int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
    assert sizes[-1] - sizes[1] < 2 * x.numpy().nbytes


def test_a_large_eager_product_is_cut_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Products of so much work run as compiled code, which looks for signals; BLAS does not."""
    n = 4000  # a tenth of a second and more, also on fast machines
    x = tf.ones([n, n])
    assert tf.matmul(x, x)[0, 0] == n  # compiled here
    begun: list[list[Any]] = []

    def run(self: NativeProgram, inputs: Sequence[Any]) -> list[Any]:
        done: list[Any] = []
        begun.append(done)
        done.extend(map(self._run, *[[one] for one in inputs]))  # as in `is_cut_short`
        return list(done[0])

    monkeypatch.setattr(NativeProgram, "run", run)
    # matmul is a Python function: it is interrupted in any case, but only after the product where that goes on
    with signalled(interrupt), pytest.raises(KeyboardInterrupt):
        tf.matmul(x, x)
    assert begun == [[]]
    monkeypatch.undo()
    assert tf.matmul(x, x)[-1, -1] == n


def test_large_transposed_products_are_those_of_numpy() -> None:
    x = np.random.default_rng(0).random([1100, 2900], np.float32)
    arguments = tf.constant(x)
    np.testing.assert_allclose(tf.matmul(arguments, arguments, transpose_a=True), x.T @ x, rtol=2e-5)
