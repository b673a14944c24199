"""Calls and what is around them: instances, counting, tapes, threads, memory."""

from __future__ import annotations

import gc
import random
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.calls import Pair, long_calls, ones, total

pytest.importorskip("llvmlite")

from tests.support.memory import LEAKS, grows

__all__ = ["long_calls"]
pytestmark = [pytest.mark.executors, pytest.mark.filterwarnings("ignore:.*tf.function retracing.*:UserWarning")]


# methods ----------------------------------------------------------------------------------------------------------


class Ordinary:
    def __init__(self, weight: float) -> None:
        self.weight = weight

    @tf.function
    def scaled(self, x: Any) -> Any:
        return x * self.weight


class Slotted:
    __slots__ = ("weight",)
    __init__ = Ordinary.__init__
    scaled = tf.function(lambda self, x: x * self.weight, autograph=False)


class AllEqual(Ordinary):
    scaled = tf.function(lambda self, x: x * self.weight, autograph=False)

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Unhashable(Ordinary):
    scaled = tf.function(lambda self, x: x * self.weight, autograph=False)
    __hash__ = None  # type: ignore[assignment]


@pytest.mark.parametrize("cls", [Ordinary, Slotted, AllEqual, Unhashable])
def test_methods(cls: Any) -> None:
    x = ones(2)
    objects = [cls(float(i)) for i in range(5)]
    for _ in range(4):
        assert [float(o.scaled(x)[0]) for o in objects] == [0.0, 1.0, 2.0, 3.0, 4.0]
        assert [float(o.scaled(x=x)[0]) for o in objects] == [0.0, 1.0, 2.0, 3.0, 4.0]
    assert [o.scaled.experimental_get_tracing_count() for o in objects] == [1] * 5
    for i in range(40):  # instances that come and go, at addresses used again
        assert float(cls(float(i)).scaled(x)[0]) == float(i)
    function = vars(cls)["scaled"]
    del objects
    gc.collect()
    assert len(function._methods) <= 16


def test_a_method_that_is_looked_up_keeps_its_instance() -> None:
    method = Ordinary(3.0).scaled
    gc.collect()
    for _ in range(4):
        assert float(method(ones(1))[0]) == 3.0
    assert Ordinary.scaled is vars(Ordinary)["scaled"]


def test_an_instance_is_not_kept_alive() -> None:
    thing = Ordinary(2.0)
    for _ in range(5):
        thing.scaled(ones(1))
    gone = weakref.ref(thing)
    gc.disable()
    try:
        del thing
        assert gone() is None
    finally:
        gc.enable()


# counting and looking ---------------------------------------------------------------------------------------------


def test_every_call_is_counted_and_checks_run_on_schedule() -> None:
    f = tf.function(lambda x, k=1: x + k, autograph=False)
    x = ones(2)
    f(x)
    (concrete,) = f._list_all_concrete_functions()
    looks: list[int] = []
    concrete.usage.checks.append(lambda: looks.append(concrete.usage.calls))
    for i in range(2, 71):
        f(x) if i % 3 else f(x=x)
        assert concrete.usage.calls == i
    assert looks == [2, 4, 8, 16, 32, 64]
    concrete(x)
    with tf.GradientTape():
        f(x)
    assert concrete.usage.calls == 72
    assert concrete.usage.seconds > 0.0


def test_a_stale_trace_is_replaced() -> None:
    rate = [1.0]
    f = tf.function(lambda x: x * rate[0], autograph=False, python_state="ignore")
    x = ones(1)
    f(x)
    (concrete,) = f._list_all_concrete_functions()
    concrete.usage.max_gap = 1
    concrete.usage.checks.append(lambda: rate[0] != 1.0)
    assert [float(f(x)[0]) for _ in range(3)] == [1.0] * 3
    rate[0] = 5.0
    assert [float(f(x)[0]) for _ in range(3)] == [5.0] * 3
    assert f._list_all_concrete_functions() != [concrete] and f.experimental_get_tracing_count() == 2


def test_what_a_check_raises_comes_out_of_the_call_and_breaks_nothing() -> None:
    f = tf.function(lambda x: x + 1.0, autograph=False)
    x = ones(1)
    f(x)
    (concrete,) = f._list_all_concrete_functions()

    def refuse() -> None:
        raise RuntimeError("stop here")

    concrete.usage.checks.append(refuse)
    with pytest.raises(RuntimeError, match="stop here"):
        f(x)
    concrete.usage.checks.clear()
    assert float(f(x)[0]) == 2.0 and concrete.usage.calls == 3


# who else is there ------------------------------------------------------------------------------------------------


def test_a_tape_of_another_thread_changes_nothing_here(long_calls: list[Any]) -> None:
    f, x = tf.function(lambda x: x * x, autograph=False), ones(2)
    f(x)
    begun, end = threading.Event(), threading.Event()

    def record() -> None:
        with tf.GradientTape():
            begun.set()
            end.wait(60)

    thread = threading.Thread(target=record)
    thread.start()
    begun.wait(60)
    long_calls.clear()
    try:
        for _ in range(10):
            f(x)
        assert not long_calls
    finally:
        end.set()
        thread.join()


def test_a_tape_of_this_thread_is_heard(long_calls: list[Any]) -> None:
    v = tf.Variable([3.0])
    f = tf.function(lambda x, w, k: x * w * v * k["k"], autograph=False)
    x, w, k = tf.constant([2.0]), tf.Variable([5.0]), np.array([7.0], np.float32)
    for i in range(6):
        long_calls.clear()
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, w=w, k={"k": k})
        assert [g.numpy().tolist() for g in tape.gradient(y, [x, w, v])] == [[105.0], [42.0], [70.0]]
        assert i == 0 or not long_calls
    assert float(f(x, w=w, k={"k": k})[0]) == 210.0 and f.experimental_get_tracing_count() == 1


LEAKY: dict[str, Callable[[], Callable[[], Any]]] = {}


def leaky(make: Callable[[], Callable[[], Any]]) -> Callable[[], Callable[[], Any]]:
    LEAKY[make.__name__] = make
    return make


@leaky
def every_kind() -> Callable[[], Any]:
    f = tf.function(total, autograph=False)
    v, x, k = tf.Variable([1.0]), ones(2), np.ones(2, np.float32)
    return lambda: f(x, [v, {"a": x}], k, k[::2], b=Pair(x, 1.5), a=int("12345"))


@leaky
def methods() -> Callable[[], Any]:
    thing, slotted, x = Ordinary(1.0), Slotted(2.0), ones(2)
    return lambda: (thing.scaled(x), slotted.scaled(x=x), Ordinary.scaled)


@leaky
def recorded() -> Callable[[], Any]:
    f, x = tf.function(lambda x, k: {"y": x * k}, autograph=False), ones(2)

    def call() -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x, 2.0)["y"]
        return tape.gradient(y, x)

    return call


@leaky
def every_call_looked_at() -> Callable[[], Any]:
    f, x = tf.function(lambda x: x + 1.0, autograph=False), ones(2)
    f(x)
    f._list_all_concrete_functions()[0].usage.max_gap = 1
    return lambda: f(x=x)


@leaky
def what_fails() -> Callable[[], Any]:
    f = tf.function(lambda x, i: tf.gather(x, i[0]), autograph=False)
    x, far = ones(2), tf.constant(5)

    def call() -> None:
        with pytest.raises(tf.errors.InvalidArgumentError):
            f(x, i=[far])

    return call


@pytest.mark.parametrize("name", LEAKY)
def test_nothing_leaks(name: str) -> None:
    assert grows(LEAKY[name](), 60) < LEAKS


def test_run_eagerly_is_heard() -> None:
    seen: list[int] = []

    def body(x: Any) -> Any:
        seen.append(1)
        return x + 1.0

    f, x = tf.function(body, autograph=False), ones(1)
    for _ in range(3):
        f(x)
    tf.config.run_functions_eagerly(True)
    try:
        f(x)
        f(x)
    finally:
        tf.config.run_functions_eagerly(False)
    f(x)
    assert len(seen) == 3


def test_a_function_calls_itself_while_it_runs() -> None:
    def inner(n: Any) -> Any:
        return f(n - 1.0) if float(n) > 0.0 else tf.constant(0.0)

    f = tf.function(lambda n: n + tf.py_function(inner, [n], tf.float32), autograph=False)
    for _ in range(3):
        assert float(f(tf.constant(4.0))) == 10.0


def test_the_cache_is_cleared_while_a_call_runs() -> None:
    def forget(x: Any) -> Any:
        f.clear_cache()
        gc.collect()
        return x

    f = tf.function(lambda x: (x * 2.0, tf.py_function(forget, [x], tf.float32)), autograph=False)
    for _ in range(5):
        assert [float(t[0]) for t in f(ones(1))] == [2.0, 1.0]


def test_a_call_outlives_its_function() -> None:
    call = tf.function(lambda x, k: x + k, autograph=False).__call__
    gc.collect()
    assert [float(call(ones(1), k)[0]) for k in (1, 2, 1)] == [2.0, 3.0, 2.0]
    f = tf.function(lambda x, k: x + k, autograph=False)
    f(ones(1), 1)
    call = f.__call__
    del f
    gc.collect()
    assert [float(call(ones(1), k)[0]) for k in (1, 2, 1)] == [2.0, 3.0, 2.0]


def test_a_function_is_collectable_at_once() -> None:
    def body(x: Any) -> Any:
        return {"x": x + 1.0}

    f = tf.function(body, autograph=False)
    for _ in range(5):
        f(ones(1))
        f(x=[ones(2)][0])
    gone = weakref.ref(f)
    gc.collect()
    gc.disable()
    try:
        del f
        assert gone() is None
    finally:
        gc.enable()


def test_threads_share_a_table() -> None:
    f = tf.function(lambda x, k: x + k, autograph=False)
    wrong: list[Any] = []

    def work(seed: int) -> None:
        rng = random.Random(seed)
        for _ in range(60):
            n, k = rng.randrange(1, 5), rng.choice([1, 2.5, 700])
            found = f(ones(n), k).numpy().tolist()
            if found != [1.0 + k] * n:
                wrong.append((n, k, found))

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
