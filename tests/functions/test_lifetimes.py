"""What Functions keep and for how long: traces, arguments, models, memory."""

from __future__ import annotations

import gc
import itertools
import logging
import os
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import graphwright as tf
from graphwright.functions.calls.concrete_function import ConcreteFunction
from graphwright.functions.function import Function
from graphwright.ir.funcgraph import FuncGraph
from tests.support.memory import LEAKS, grows

pytestmark = pytest.mark.thorough  # collects garbage over and over


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def alive(kind: type) -> int:
    gc.collect()
    return sum(issubclass(type(o), kind) for o in gc.get_objects())


# the number of traces ---------------------------------------------------------------------------------------


def test_the_number_of_traces_is_bounded(caplog: pytest.LogCaptureFixture) -> None:
    f = tf.function(lambda x, n: x * n, max_traces=3)
    x = tf.constant(2)
    with caplog.at_level(logging.WARNING, logger="graphwright"):
        for n in range(10):
            assert int(f(x, n)) == 2 * n
            assert len(f._list_all_concrete_functions()) == min(n + 1, 3)
    assert sum("max_traces" in r.getMessage() for r in caplog.records) == 1
    assert [int(f(x, n)) for n in range(10)] == [2 * n for n in range(10)]


def test_what_is_used_stays() -> None:
    f = tf.function(lambda x, n: x * n, max_traces=3)
    x = tf.constant(2)
    for n in range(12):
        f(x, 100)
        f(x, n)
    result = f.experimental_get_tracing_count()
    f(x, 100)
    assert f.experimental_get_tracing_count() == result == 13


@pytest.mark.parametrize("count", [0, -1, 1.5, True, "many"])
def test_bounds_that_are_none(count: Any) -> None:
    with pytest.raises(TypeError, match="max_traces"):
        tf.function(lambda x: x, max_traces=count)


def test_clear_cache() -> None:
    f = tf.function(lambda x: x + 1)
    assert int(f(tf.constant(1))) == 2
    trace = weakref.ref(f.get_concrete_function(tf.constant(1)))
    f.clear_cache()
    gc.collect()
    assert trace() is None and not f._list_all_concrete_functions()
    assert int(f(tf.constant(2))) == 3


class Scale:
    def __init__(self, by: int) -> None:
        self.by = by


@pytest.mark.parametrize("wrap", [lambda s: s, lambda s: [s], lambda s: {"s": (s,)}], ids=["bare", "list", "dict"])
def test_a_trace_for_an_object_goes_with_it(wrap: Callable[[Any], Any]) -> None:
    f = tf.function(lambda x, s: x * tf.nest.flatten(s)[0].by, autograph=False)
    kept, lost = Scale(2), Scale(3)
    assert [int(f(tf.constant(5), wrap(s))) for s in (kept, lost)] == [10, 15]
    gone = weakref.ref(lost)
    del lost
    gc.collect()
    # the last pass of the comprehension above may keep it, not the trace
    assert gone() is None
    assert len(f._list_all_concrete_functions()) == 1
    for by in range(20):
        assert int(f(tf.constant(5), wrap(Scale(by)))) == 5 * by
    gc.collect()
    assert len(f._list_all_concrete_functions()) == 1
    assert int(f(tf.constant(5), wrap(kept))) == 10


# by reference counts alone ----------------------------------------------------------------------------------


class Model(tf.Module):
    def __init__(self) -> None:
        super().__init__()
        self.w = tf.Variable([1.0, 2.0])
        self.scaled = tf.function(lambda x: x * 2.0)

    @tf.function
    def __call__(self, x: Any) -> Any:
        return self.scaled(x) * self.w

    @tf.function(output_signature=tf.TensorSpec([], tf.int32))
    def count(self, n: Any) -> Any:
        return self.count(n - 1) + 1 if n > 0 else 0


def use(model: Model) -> None:
    x = tf.constant([1.0, 1.0])
    for _ in range(3):
        model(x)
        model.count(tf.constant(3))
    with tf.GradientTape() as tape:
        y = model(x)
    tape.gradient(y, model.w)


@pytest.mark.usefixtures("no_collector")
def test_a_model_dies_at_once() -> None:
    model = Model()
    use(model)
    gone = [weakref.ref(model), weakref.ref(model.scaled)]
    del model
    assert [g() for g in gone] == [None, None]


@pytest.mark.usefixtures("no_collector")
def test_a_function_and_its_traces_die_at_once() -> None:
    f = tf.function(lambda x: tf.reduce_sum(x * x))
    x = tf.constant([1.0, 2.0])
    for _ in range(3):
        f(x)
    concrete = f.get_concrete_function(x)
    for _ in range(3):
        concrete(x)
    gone = [weakref.ref(f), weakref.ref(concrete)]
    del f, concrete
    assert [g() for g in gone] == [None, None]


def test_an_entry_outlives_its_function() -> None:
    f = tf.function(lambda x: x + 1)
    for _ in range(3):
        f(tf.constant(1))
    call = f.__call__
    del f
    gc.collect()
    assert int(call(tf.constant(2))) == 3
    assert call(tf.constant([2.0])).numpy().tolist() == [3.0]


@pytest.mark.parametrize("calls_before", [0, 3])
def test_an_entry_outlives_its_trace(calls_before: int) -> None:
    concrete = tf.function(lambda x, n=2: [x * n]).get_concrete_function(tf.TensorSpec(None, tf.int32))
    for _ in range(calls_before):
        concrete(tf.constant(1))
    call = concrete.__call__
    del concrete
    gc.collect()
    assert int(call(tf.constant(2))[0]) == 4
    assert call(x=tf.constant([2]))[0].numpy().tolist() == [4]
    with pytest.raises(TypeError, match="int value 2 in n"):
        call(tf.constant(2), 3)


# nothing is left --------------------------------------------------------------------------------------------


def made_and_dropped() -> None:
    f = tf.function(lambda x: tf.reduce_sum(x * 2.0) + 1.0)
    f(tf.constant([1.0]))


def failed() -> None:
    def body(x: Any) -> Any:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        tf.function(body)(tf.constant([1.0]))


def refused() -> None:
    f = tf.function(lambda x: x + tf.constant([1.0, 2.0, 3.0]))
    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        f(tf.constant([1.0, 2.0]))


def differentiated() -> None:
    f, x = tf.function(lambda x: x * x), tf.constant(2.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = f(x)
    tape.gradient(y, x)


def method() -> None:
    use(Model())


@pytest.mark.parametrize("work", [made_and_dropped, failed, refused, differentiated, method])
def test_no_objects_are_left(work: Callable[[], None]) -> None:
    kinds = (Function, ConcreteFunction, FuncGraph)
    for _ in range(3):
        work()
    before = [alive(kind) for kind in kinds]
    for _ in range(4):
        work()
    assert [alive(kind) for kind in kinds] == before


def test_an_error_that_is_dropped_keeps_no_graph() -> None:
    f = tf.function(lambda x: tf.matmul(x, x))
    graphs = alive(FuncGraph)
    for _ in range(3):
        try:
            f(tf.ones([2, 3]))
        except Exception as error:
            kept: Any = error
        assert kept.__traceback__ is not None
        kept = None
    assert alive(FuncGraph) == graphs


def test_calls_leave_nothing() -> None:
    f, x = tf.function(lambda x: x + 1.0), tf.constant([1.0, 2.0])

    def call() -> None:
        for _ in range(20):
            f(x)

    for _ in range(100):
        call()
    assert grows(call, 1000, 5, before=1) < LEAKS  # 100,000 calls


def test_traces_that_are_dropped_leave_little() -> None:
    f, x = tf.function(lambda x, n: x + n, max_traces=4), tf.constant([1.0])
    numbers = itertools.count()

    def call() -> None:
        f(x, next(numbers))

    def trace() -> None:
        f.get_concrete_function(x, next(numbers))

    for _ in range(10):
        call()
    assert grows(call, 10, 4, before=1, limit=2048) < 2048
    assert grows(trace, 240, 4, before=1, limit=1024) < 1024  # 1,000 traces
    assert len(f._list_all_concrete_functions()) == 4


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.executors
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="the platform does not tell a process's memory")
def test_machine_code_goes_with_its_function() -> None:
    """Python's own count does not see the memory that LLVM takes."""
    pytest.importorskip("llvmlite")
    sizes = []
    for _ in range(6):
        for _ in range(20):
            made_and_dropped()
        gc.collect()
        sizes.append(resident())
    assert min(later - earlier for earlier, later in itertools.pairwise(sizes)) < 20 * 4096


def test_a_temporary_object_lives_until_its_method_is_traced() -> None:
    class Scale:
        def __init__(self, factor: float) -> None:
            self.factor = tf.Variable(factor)

        @tf.function
        def scaled(self, x: Any) -> Any:
            return self.factor * x

    concrete = Scale(3.0).scaled.get_concrete_function(tf.TensorSpec([], tf.float32))
    gc.collect()
    assert float(concrete(tf.constant(2.0))) == 6.0
    assert alive(Scale) == 0
