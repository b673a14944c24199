"""The store of large blocks: used again, bounded, let go of; results in it are ordinary arrays."""

from __future__ import annotations

import contextvars
import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import check_call_in_itself, compiled, floats, type_of

pytest.importorskip("llvmlite")

from graphwright.runtime.native.program import NativeProgram
from graphwright.runtime.native.runtime import block_allocator, capi

MB = 1 << 20
WIDE = MB // 4  # floats of a megabyte


@pytest.fixture(autouse=True)
def _empty() -> Iterator[None]:
    """A store with nothing in it, and as it was at the end."""
    before = block_allocator.limit()
    block_allocator.limit(0)
    block_allocator.limit(64 * MB)
    yield
    block_allocator.limit(0)
    block_allocator.limit(before)


def adding(megabytes: int) -> tuple[NativeProgram, Any]:
    """A program with a result of this size, and an operand."""
    x = np.zeros(megabytes * WIDE, np.float32)
    return compiled(lambda x: x + 1.0, type_of(x)), x


def handler_of(array: Any) -> str:
    core = getattr(np, "_core", None) or np.core  # type: ignore[attr-defined]
    return str(core.multiarray.get_handler_name(array))


def test_a_result_owns_its_block_and_the_next_gets_it() -> None:
    program, x = adding(2)
    (result,) = program.run([x])
    where = result.__array_interface__["data"][0]
    assert (handler_of(result), result.flags.owndata, result.base, where % 64) == ("graphwright", True, None, 0)
    (other,) = program.run([x])
    assert other.__array_interface__["data"][0] != where
    before = block_allocator.counts()
    del result
    assert block_allocator.waiting() == 2 * MB
    (third,) = program.run([x])
    assert third.__array_interface__["data"][0] == where and (third == 1.0).all()
    assert np.subtract(block_allocator.counts(), before).tolist() == [1, 1]
    assert block_allocator.waiting() == 0


def test_small_results_are_numpys_own() -> None:
    program = compiled(lambda x: x + 1.0, type_of(floats(100)))
    assert handler_of(program.run([floats(100)])[0]) == "default_allocator"


def test_what_users_do_is_done_with_numpys_own_allocator() -> None:
    program, x = adding(2)
    program.run([x])
    assert handler_of(np.empty(WIDE * 2, np.float32)) == "default_allocator"
    assert handler_of(tf.constant(x).numpy()) == "default_allocator"


def in_numpys_context(make: Callable[[], Any]) -> Any:
    """What NumPy makes where it allocates from the store."""
    block_allocator.CODE.state  # noqa: B018 (is made ready)
    allocate = block_allocator.for_numpy()
    assert allocate is not None
    context = contextvars.copy_context()
    context.run(allocate)
    return context.run(make)


def test_zeros_are_cleared_blocks_and_counted() -> None:
    program, x = adding(2)
    program.run([x])  # leaves a block of ones
    before, in_use = block_allocator.counts(), block_allocator.in_use()
    zeros = in_numpys_context(lambda: np.zeros((2, WIDE), np.float32))
    assert handler_of(zeros) == "graphwright" and not zeros.any()
    assert np.subtract(block_allocator.counts(), before).tolist() == [1, 1]
    assert block_allocator.in_use() - in_use == 2 * MB
    others = in_numpys_context(lambda: np.zeros((2, WIDE), np.float32))  # no block is free
    assert not others.any() and block_allocator.in_use() - in_use == 4 * MB
    del zeros, others
    assert block_allocator.in_use() == in_use
    small = in_numpys_context(lambda: np.zeros(100, np.float32))
    assert not small.any() and block_allocator.in_use() == in_use


def test_large_eager_results_take_blocks() -> None:
    block_allocator.CODE.state  # noqa: B018 (is made ready)
    x = tf.ones([2 * WIDE])
    for _ in range(3):
        before = block_allocator.counts()
        y = x / 2.0
        assert handler_of(y._array) == "graphwright" and y[-1] == 0.5
        del y
    assert np.subtract(block_allocator.counts(), before).tolist() == [1, 1]
    assert handler_of((tf.ones([100]) / 2.0)._array) == "default_allocator"


KINDS: dict[str, Callable[[Any], Any]] = {
    "results": lambda x: (x + 1.0, x * 2.0),
    "temporaries": lambda x: tf.reduce_sum(tf.reverse(x + 1.0, [0]) * x),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("known", [True, False])
def test_no_more_waits_than_may(kind: str, known: bool) -> None:
    signature = [tf.TensorSpec([3 * WIDE if known else None])]
    called = tf.function(KINDS[kind], input_signature=signature)
    used = block_allocator.in_use()
    block_allocator.limit(7 * MB)
    for _ in range(4):
        called(tf.zeros([3 * WIDE]))
        assert block_allocator.waiting() <= 7 * MB
    assert block_allocator.waiting() > 0
    gc.collect()
    assert block_allocator.in_use() == used
    asked, found = block_allocator.counts()
    called(tf.zeros([3 * WIDE]))
    now_asked, now_found = block_allocator.counts()
    assert now_asked - asked == now_found - found > 0
    block_allocator.limit(0)
    assert block_allocator.waiting() == 0


_MAX_AGE = 256  # of block_allocator.c


def test_a_block_that_nobody_takes_is_freed_in_the_end() -> None:
    large, x = adding(8)
    large.run([x])
    assert block_allocator.waiting() == 8 * MB
    small, y = adding(1)
    for _ in range(_MAX_AGE + 2):
        small.run([y])
    assert block_allocator.waiting() == MB


def test_more_blocks_than_there_is_room_for() -> None:
    program, x = adding(1)
    kept = [program.run([x])[0] for _ in range(40)]
    for i, array in enumerate(kept):
        array[:] = i
    assert [float(array[-1]) for array in kept] == list(range(40))
    kept.clear()
    assert 0 < block_allocator.waiting() <= 32 * MB


def resized(array: Any) -> Any:
    array.resize(3 * WIDE, refcheck=False)
    array[:] = 5.0
    return array


def exported(array: Any) -> Any:
    return np.from_dlpack(array)


KEPT: dict[str, tuple[Callable[[Any], Any], Any]] = {
    "pickled": (lambda array: pickle.loads(pickle.dumps(array)), None),
    "copied": (copy.deepcopy, None),
    "a view": (lambda array: array[WIDE:], None),
    "bytes": (lambda array: memoryview(array), None),
    "DLPack": (exported, None),
    "resized": (resized, 5.0),
}


@pytest.mark.parametrize("name", KEPT)
def test_an_array_is_as_any_other(name: str) -> None:
    keep, number = KEPT[name]
    program, x = adding(2)
    array = program.run([x])[0]
    kept = keep(array)
    del array
    gc.collect()
    others = [program.run([x - 7.0])[0] for _ in range(3)]
    assert (np.asarray(kept) == (1.0 if number is None else number)).all()
    del kept
    gc.collect()
    others += [program.run([x - 7.0])[0] for _ in range(3)]
    assert all((other == -6.0).all() for other in others)


def test_tracemalloc_sees_results_come_and_go() -> None:
    program, x = adding(4)
    program.run([x])
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        array = program.run([x])[0]
        assert tracemalloc.get_traced_memory()[0] - before >= 4 * MB
        del array
        assert tracemalloc.get_traced_memory()[0] - before < MB
    finally:
        tracemalloc.stop()


def test_threads_take_and_give_at_once() -> None:
    programs = [adding(n) for n in (1, 2, 3)]
    f = tf.function(lambda x: tf.reverse(x * 2.0, [0]) + tf.reduce_sum(x), input_signature=[tf.TensorSpec([None])])
    wrong: list[Any] = []
    handed: list[Any] = []

    def work(seed: int) -> None:
        for i in range(30):
            program, x = programs[(seed + i) % 3]
            array = program.run([x + float(seed)])[0]
            n = WIDE * (1 + (seed + i) % 2)
            other = f(tf.ones([n])).numpy()
            if not (array == seed + 1.0).all() or not (other == 2.0 + n).all():
                wrong.append((seed, i))
            handed.append(array)  # freed by whichever thread comes along
            if len(handed) > 6:
                handed.pop(0)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    handed.clear()
    assert not wrong
    assert 0 < block_allocator.waiting() <= 64 * MB


def test_a_large_call_inside_a_large_call() -> None:
    check_call_in_itself(2 * WIDE)


def test_levels_of_a_recursion_have_blocks_of_their_own() -> None:
    spec = tf.TensorSpec([WIDE])

    @tf.function(input_signature=[spec, tf.TensorSpec([], tf.int32)], output_signature=spec)
    def f(x: Any, n: Any) -> Any:
        if n == 0:
            return x
        y = tf.reverse(x + 1.0, [0])
        return f(x * 2.0, n - 1) + tf.reverse(y, [0]) * 1.0

    # f(x, n) = f(2x, n - 1) + x + 1
    assert (f(tf.ones([WIDE]), 5).numpy() == 32.0 + 31.0 + 5.0).all()


@pytest.mark.skipif(not capi.layout_ok(), reason="entered by ctypes a program cannot tell who has a reference")
def test_variables_are_updated_in_place_in_a_block() -> None:
    v = tf.Variable(np.zeros(2 * WIDE, np.float32))
    f = tf.function(lambda: v.assign_add(tf.ones([2 * WIDE])))
    f()
    where = v._state.array.__array_interface__["data"][0]
    before = block_allocator.counts()
    f()
    assert v._state.array.__array_interface__["data"][0] == where and block_allocator.counts() == before
    assert (v.numpy() == 2.0).all()


def test_no_garbage_is_collected_while_an_array_is_made() -> None:
    """What that runs would come between a variable's read and its assignment."""
    program, x = adding(1)
    core = getattr(np, "_core", None) or np.core  # type: ignore[attr-defined]
    seen: list[str] = []  # while an array is made the handler is the store's
    threshold = gc.get_threshold()
    gc.callbacks.append(lambda phase, info: seen.append(core.multiarray.get_handler_name()))
    try:
        for often in range(1, 60):
            gc.set_threshold(1 + often % 6)
            program.run([x])
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.pop()
    assert gc.isenabled() and set(seen) == {"default_allocator"}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_forked_child_and_the_end_of_a_process() -> None:
    program = """
import os, numpy as np, graphwright as tf
f = tf.function(lambda x: tf.reverse(x * 2.0, [0]) + tf.reduce_sum(x), autograph=False)
x = tf.ones([1 << 20])
kept = f(x)
f(x)
child = os.fork()
ok = bool((f(x).numpy() == 2.0 + (1 << 20)).all()) and bool((kept.numpy() == 2.0 + (1 << 20)).all())
if not child:
    os._exit(0 if ok else 3)
assert os.waitpid(child, 0)[1] == 0 and ok
class Late:
    def __del__(self, kept=kept.numpy, f=f):
        kept()
late = Late()
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stderr) == (0, "")
