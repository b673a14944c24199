"""Datasets that work in threads, and what datasets leave behind when they are no longer used."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.data.pipelines import elements
from tests.support.memory import LEAKS, grows

D = tf.data.Dataset
each = pytest.mark.parametrize


def workers() -> list[threading.Thread]:
    """The threads of datasets; a summary writer, for example, keeps one of its own."""
    names = ("graphwright-prefetch", "graphwright-map")
    return [t for t in threading.enumerate() if t.name.startswith(names)]


def wait_until(held: Callable[[], bool]) -> bool:
    """Whether something comes true before long; a loaded machine may take its time."""
    for _ in range(1000):
        if held():
            return True
        time.sleep(0.01)
    return False


# prefetching ------------------------------------------------------------------------------------------------


def counted(dataset: Any, met: list[int]) -> Any:
    """The dataset, which notes what was asked of it."""

    def note(x: Any) -> Any:
        met.append(int(x))
        return x

    return dataset.map(lambda x: tf.numpy_function(note, [x], tf.int64))


def test_elements_are_produced_ahead_as_many_as_the_buffer_holds() -> None:
    met: list[int] = []
    iterator = iter(counted(D.range(100), met).prefetch(3))
    assert int(next(iterator)) == 0
    assert wait_until(lambda: len(met) >= 4)
    time.sleep(0.05)
    assert len(met) <= 4, "one taken, three in the buffer"


@each("end", ["used up", "dropped", "error"])
def test_the_thread_ends_with_the_iterator(end: str) -> None:
    assert wait_until(lambda: not workers())

    def fail(x: Any) -> Any:
        return tf.debugging.check_numerics(1.0 / tf.cast(x - 5, tf.float32), "x")

    source = D.range(1000).map(fail) if end == "error" else D.range(5 if end == "used up" else 10**9)
    iterator = iter(source.prefetch(2).map(lambda x: x).prefetch(2))
    next(iterator)
    if end == "used up":
        assert len(list(iterator)) == 4
    elif end == "error":
        with pytest.raises(tf.errors.InvalidArgumentError):
            list(iterator)
    del iterator
    gc.collect()
    assert wait_until(lambda: not workers())


def test_a_loop_that_is_left_ends_the_thread() -> None:
    for x in D.range(10**9).prefetch(2):
        if x > 3:
            break
    assert wait_until(lambda: not workers())


def test_a_staged_loop_that_is_left_ends_the_thread() -> None:
    @tf.function
    def first_above(xs, limit):  # type: ignore[no-untyped-def]
        for x in xs:
            if x > limit:
                return x
        return tf.constant(-1, tf.int64)

    assert int(first_above(D.range(10**9).prefetch(2), tf.constant(7, tf.int64))) == 8
    assert wait_until(lambda: not workers())


def test_a_program_ends_though_elements_are_left() -> None:
    program = (
        "import graphwright as tf\n"
        "it = iter(tf.data.Dataset.range(10**9).map(lambda x: x + 1).prefetch(4))\n"
        "print(int(next(it)), flush=True)\n"
    )
    options = {"capture_output": True, "text": True, "timeout": 120}
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program], check=False, **options)  # type: ignore[call-overload]
    assert (done.returncode, done.stdout, done.stderr) == (0, "1\n", "")


def test_a_generator_is_closed_when_its_iterator_is_dropped() -> None:
    closed = threading.Event()

    def numbers() -> Any:
        try:
            while True:
                yield 1
        finally:
            closed.set()

    for dataset in (D.from_generator(numbers, tf.int32), D.from_generator(numbers, tf.int32).prefetch(2)):
        closed.clear()
        iterator = iter(dataset)
        next(iterator)
        del iterator
        gc.collect()
        assert closed.wait(10)


# several at a time ------------------------------------------------------------------------------------------


def test_a_map_works_on_several_elements_at_a_time() -> None:
    meeting = threading.Barrier(3)

    def meet(x: Any) -> Any:
        meeting.wait(30)
        return x

    dataset = D.range(6).map(lambda x: tf.numpy_function(meet, [x], tf.int64), num_parallel_calls=3)
    assert elements(dataset) == list(range(6))
    assert wait_until(lambda: not workers())


def test_slow_functions_get_threads_by_themselves() -> None:
    names = set()

    def slow(x: Any) -> Any:
        names.add(threading.current_thread().name)
        time.sleep(0.005)
        return x

    dataset = D.range(12).map(lambda x: tf.numpy_function(slow, [x], tf.int64), num_parallel_calls=tf.data.AUTOTUNE)
    assert elements(dataset) == list(range(12))
    assert any(name.startswith("graphwright-map") for name in names) and "MainThread" in names


def test_threads_share_an_iterator() -> None:
    iterator = iter(D.range(2000).map(lambda x: x))
    met: list[int] = []

    def take() -> None:
        met.extend(int(x) for x in iterator)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(met) == list(range(2000))


# memory -----------------------------------------------------------------------------------------------------


def test_a_dataset_and_its_functions_are_let_go() -> None:
    class Owner:
        pass

    def used() -> weakref.ref[Owner]:
        owner = Owner()
        dataset = D.range(3).map(lambda x: x + int(owner is not None)).batch(2).prefetch(1)
        assert elements(dataset) == [[1, 2], [3]]
        return weakref.ref(owner)

    gone = used()
    assert wait_until(lambda: gc.collect() >= 0 and gone() is None)


def shared(dataset: Any) -> Callable[[], Any]:
    return lambda: [None for _ in dataset]


X = np.zeros([64, 8], np.float32)
DATASET = D.range(8).map(lambda x: x)


def first_element() -> Any:
    return next(iter(DATASET))


@tf.function
def take(iterator: Any) -> Any:
    return next(iterator)


@tf.function
def summed(dataset: Any) -> Any:
    return dataset.reduce(np.int64(0), lambda s, x: s + x)


LEAKY: dict[str, Callable[[], Callable[[], Any]]] = {
    "rows": lambda: shared(D.from_tensor_slices(X).shuffle(64).batch(32)),
    "functions": lambda: shared(D.range(8).map(lambda x: x + 1).filter(lambda x: x > 2).batch(2)),
    "nested": lambda: shared(D.range(4).flat_map(lambda x: D.range(x)).window(2)),
    "generator": lambda: shared(D.from_generator(lambda: range(4), tf.int32)),
    "made anew": lambda: lambda: list(D.range(3).shuffle(3).repeat(2).batch(2)),
    "first elements": lambda: first_element,
    "iterators as arguments": lambda: lambda: take(iter(DATASET)),
    "datasets as arguments": lambda: lambda: summed(D.range(3)),
}


@each("name", LEAKY)
def test_nothing_is_left_behind(name: str) -> None:
    assert grows(LEAKY[name](), rounds=20) < LEAKS


def test_functions_made_anew_leave_nothing_behind() -> None:
    assert grows(lambda: list(D.range(2).map(lambda x: x + 1)), rounds=10, limit=2000) < 2000
