"""One trace with open sizes, several programs: which sizes get one, what they compute, and how they are bounded."""

from __future__ import annotations

import time

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.functions.calls import graph_program
from graphwright.functions.calls import specializations as module
from graphwright.functions.calls.specializations import specializations
from graphwright.runtime.native.program import NativeProgram

pytestmark = pytest.mark.skipif(options.executor != "native", reason="only native programs are specialized")


@pytest.fixture(autouse=True)
def compile_at_once(monkeypatch):
    monkeypatch.setattr(module, "_SHARE", 1e9)


OPEN = tf.TensorSpec([None, 3])


def settle(graph, calls=lambda: None):
    """Wait for the compiler's thread, then let the call table meet the new program."""
    sizes, end = specializations(graph), time.monotonic() + 60
    while sizes._compiling:
        assert time.monotonic() < end
        time.sleep(0.001)
    for _ in range(3):
        calls()
    return {str(s.types[0].shape): s for s in sizes.programs()}


def rows(count):
    return tf.reshape(tf.range(3.0 * count), [count, 3])


def traced(signature=(OPEN,)):
    @tf.function(input_signature=signature)
    def f(x):
        return tf.reduce_sum(tf.tanh(x), axis=0), tf.shape(x), tf.reshape(x, [-1])

    return f, f.get_concrete_function().graph


def test_sizes_that_return_get_a_program():
    f, graph = traced()
    expected = f(rows(4))
    for _ in range(20):
        f(rows(4))
    found = settle(graph, lambda: f(rows(4)))
    before = found["(4, 3)"].calls
    for a, b in zip(f(rows(4)), expected, strict=True):
        np.testing.assert_array_equal(a, b)
    assert found["(4, 3)"].calls == before + 1
    assert f.experimental_get_tracing_count() == 1
    assert all(v.type.is_static for v in found["(4, 3)"].graph.outputs)
    np.testing.assert_array_equal(f(rows(2))[2], np.arange(6.0))  # other sizes run the open program
    assert list(found) == ["(4, 3)"]


def test_explain_lists_sizes():
    f, graph = traced()
    for _ in range(20):
        f(rows(4))
    settle(graph, lambda: f(rows(4)))
    text = str(f.explain())
    assert "(4, 3): " in text and "own program" in text and "open program" in text
    assert f.explain().calls == 23


def test_explain_lists_what_runs_under_a_tape():
    f, graph = traced()
    x = rows(4)
    for _ in range(4):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)[0]
        tape.gradient(y, x)
    (gradient,) = (found for key, found in graph.derived.items() if key[0] == "gradient")
    assert [list(settle(g)) for g in (graph, gradient.forward)] == [[], ["(4, 3)"]]
    settle(gradient.backward)
    (trace,) = f.explain().traces
    assert [str(sizes) for sizes in trace.specializations] == ["(4, 3), taped", "gradient of (12,), (4, 3)"]
    assert "native" in str(trace) and trace.regions


def test_sizes_that_never_return_get_none():
    f, graph = traced()
    for count in range(1, 60):
        f(rows(count))
    assert settle(graph) == {}


def test_compiling_takes_a_tenth_of_the_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr(module, "_clock", lambda: now[0])
    monkeypatch.setattr(module, "_SHARE", 0.1)
    f, graph = traced()
    concrete = f.get_concrete_function()
    sizes = specializations(graph)
    concrete.run_flat([rows(4)])
    graph.derived["compile_seconds"] = 1.0
    for _ in range(9):
        concrete.run_flat([rows(4)])
    assert settle(graph) == {}
    now[0] = 10.0
    concrete.run_flat([rows(4)])
    assert list(settle(graph)) == ["(4, 3)"]
    sizes._spent = 1.0
    for _ in range(9):
        concrete.run_flat([rows(5)])
    assert list(settle(graph)) == ["(4, 3)"]
    now[0] = 20.0
    concrete.run_flat([rows(5)])
    assert list(settle(graph)) == ["(4, 3)", "(5, 3)"]


def test_programs_that_gain_nothing_are_the_last(monkeypatch):
    f, graph = traced()
    concrete = f.get_concrete_function()
    for _ in range(4):
        concrete.run_flat([rows(4)])
    found = settle(graph)
    found["(4, 3)"].open_seconds, found["(4, 3)"].usage.shortest = 1e-6, 1e-6
    for _ in range(9):
        concrete.run_flat([rows(5)])
    assert list(settle(graph)) == ["(4, 3)"]


@pytest.mark.parametrize("most", [0, 2])
def test_the_option_bounds_programs(most):
    with options.overridden(specializations=most):
        f, graph = traced()
        concrete = f.get_concrete_function()
        for count in (2, 3, 4, 5):
            for _ in range(4):
                concrete.run_flat([rows(count)])
            settle(graph)
        assert len(settle(graph)) == most


def test_an_open_rank_gets_its_program_at_once():
    f, graph = traced((tf.TensorSpec(None),))
    f(rows(2))
    np.testing.assert_array_equal(f(tf.range(4.0))[2], np.arange(4.0))
    assert list(settle(graph)) == ["(None, None)", "(None,)"]
    assert f.experimental_get_tracing_count() == 1
    assert not f.explain().traces[0].host_calls


def test_gradients_run_programs_for_sizes(monkeypatch):
    chosen = []
    choose = module.Specializations.choose

    def noted(sizes, inputs):
        chosen.append(choose(sizes, inputs))
        return chosen[-1]

    monkeypatch.setattr(module.Specializations, "choose", noted)
    v = tf.Variable(tf.ones([3, 2]))

    @tf.function(input_signature=[OPEN])
    def f(x):
        return tf.reduce_sum(tf.tanh(x @ v))

    def gradient():
        with tf.GradientTape() as tape:
            loss = f(rows(4))
        return tape.gradient(loss, v)

    expected = gradient()
    results = [gradient() for _ in range(12)]
    time.sleep(0.2)
    results += [gradient() for _ in range(12)]
    for result in results:
        np.testing.assert_allclose(result, expected, rtol=1e-6)
    forward, backward = chosen[-2:]
    for graph in (forward, backward):
        assert all(v.type.is_static for v in graph.inputs)


def test_a_new_trace_clears_the_entries_for_sizes():
    f, graph = traced()
    for _ in range(20):
        f(rows(4))
    settle(graph, lambda: f(rows(4)))
    assert len(f.table) == 2  # the open program's entry, and the one for (4, 3)
    f.table.clear_open()
    assert len(f.table) == 0
    np.testing.assert_array_equal(f(rows(4))[2], np.arange(12.0))


def test_a_dropped_trace_takes_its_programs_along():
    f, graph = traced()
    for _ in range(20):
        f(rows(4))
    settle(graph, lambda: f(rows(4)))
    f.forget(f.get_concrete_function())
    f(rows(4))
    assert f.experimental_get_tracing_count() == 2
    assert len(f.table) == 1


@pytest.mark.parametrize("make", [
    lambda t: np.asarray(t),
    lambda t: t,
], ids=["array", "tensor"])  # fmt: skip
def test_arrays_and_tensors_enter_programs(make):
    f, graph = traced()
    for _ in range(20):
        f(make(rows(4)))
    found = settle(graph, lambda: f(make(rows(4))))["(4, 3)"]
    before = found.usage.calls
    f(make(rows(4)))
    assert found.usage.calls == before + 1


def test_parts_of_arguments_have_sizes():
    @tf.function(input_signature=[{"a": OPEN, "b": [tf.TensorSpec([None])]}])
    def f(d):
        return d["a"] * d["b"][0][:, None]

    def call(count):
        return f({"a": rows(count), "b": [tf.ones([count])]})

    for _ in range(20):
        call(4)
    found = settle(f.get_concrete_function().graph, lambda: call(4))
    assert found["(4, 3)"].usage.calls
    np.testing.assert_array_equal(call(5), rows(5))
    np.testing.assert_array_equal(call(4), rows(4))


def test_concrete_functions_have_programs_for_sizes():
    f, graph = traced()
    concrete = f.get_concrete_function()
    for _ in range(20):
        concrete(rows(4))
    found = settle(graph, lambda: concrete(rows(4)))["(4, 3)"]
    before = found.usage.calls
    np.testing.assert_array_equal(concrete(rows(4))[2], np.arange(12.0))
    assert found.usage.calls == before + 1


def test_sizes_that_do_not_fit_raise_the_same_error():
    @tf.function(input_signature=[tf.TensorSpec([None, None]), tf.TensorSpec([None, None])])
    def f(x, y):
        return x @ y

    messages = set()
    for _ in range(12):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            f(rows(2), rows(2))
        messages.add(caught.value.message)
    settle(f.get_concrete_function().graph)
    for _ in range(3):
        with pytest.raises(tf.errors.InvalidArgumentError) as caught:
            f(rows(2), rows(2))
        messages.add(caught.value.message)
    assert len(messages) == 1, messages


def test_variables_are_updated_by_both_programs():
    v = tf.Variable(0.0)

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def f(x):
        return v.assign_add(tf.reduce_sum(x))

    for _ in range(20):
        f(tf.ones([2]))
    settle(f.get_concrete_function().graph, lambda: f(tf.ones([2])))
    f(tf.ones([3]))
    assert float(v) == 2 * 23 + 3


def test_loops_and_branches_are_specialized():
    @tf.function(input_signature=[OPEN])
    def f(x):
        total = tf.zeros_like(x)
        for i in tf.range(3):
            if tf.reduce_sum(x) > 0:
                total += x * tf.cast(i, tf.float32)
        return total

    concrete = f.get_concrete_function()
    for _ in range(5):
        concrete.run_flat([rows(4), *concrete.captured_inputs])
    found = settle(concrete.graph)["(4, 3)"]
    assert found.graph.outputs[0].shape == (4, 3)
    np.testing.assert_array_equal(f(rows(4)), 3 * rows(4))


def test_the_first_program_waits_for_nothing_if_the_open_one_calls_python(monkeypatch):
    monkeypatch.setattr(module, "_SHARE", 0.0)
    monkeypatch.setattr(module, "left_to_python", lambda program: [None])

    @tf.function(input_signature=[OPEN])
    def f(x):
        return x + 1.0

    concrete = f.get_concrete_function()
    for _ in range(5):
        concrete.run_flat([rows(4)])
    assert list(settle(concrete.graph)) == ["(4, 3)"]


def batches(size, count=25):
    return tf.data.Dataset.from_tensor_slices(np.arange(3.0 * count, dtype=np.float32).reshape(count, 3)).batch(size)


def train(w, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.tanh(x @ w))
    w.assign_sub(tape.gradient(loss, w))
    return loss


@pytest.fixture
def open_programs_call_python(monkeypatch):
    monkeypatch.setattr(graph_program, "_open_calls", lambda host_ops: [None])


@pytest.mark.parametrize("most", [0, 8])
def test_what_follows_a_batch_runs_with_its_sizes(most, open_programs_call_python):
    w = tf.Variable(tf.ones([3, 2]))

    @tf.function
    def step(iterator):
        return train(w, next(iterator))

    with options.overridden(specializations=most):
        losses = []
        for _ in range(3):
            iterator = iter(batches(4))
            losses += [float(step(iterator)) for _ in range(7)]
            time.sleep(0.1)
            with pytest.raises(tf.errors.OutOfRangeError):
                step(iterator)
        text = str(step.explain())
    assert step.experimental_get_tracing_count() == 1
    assert ("(4, 3): " in text) == (most > 0)
    assert text.count("left to Python") == 1  # fetching the batch

    w.assign(tf.ones([3, 2]))
    expected = [float(train(w, x)) for _ in range(3) for x in batches(4)]
    np.testing.assert_allclose(losses, expected, rtol=1e-5)


def test_batches_in_loops_run_with_their_sizes(open_programs_call_python):
    w = tf.Variable(tf.ones([3, 2]))

    @tf.function
    def steps(iterator):
        total = 0.0
        for _ in tf.range(6):
            total += train(w, next(iterator))
        return total

    totals = []
    for _ in range(4):
        totals.append(float(steps(iter(batches(4)))))
        time.sleep(0.1)
    w.assign(tf.ones([3, 2]))
    expected = [sum(float(train(w, x)) for x in batches(4).take(6)) for _ in range(4)]
    np.testing.assert_allclose(totals, expected, rtol=1e-5)
    assert "(4, 3): " in str(steps.explain())


def test_a_graph_that_is_split_is_compiled_once(open_programs_call_python, monkeypatch):
    w, results = tf.Variable(tf.ones([3, 2])), []

    class Program(NativeProgram):
        def __init__(self, w, inputs, outputs, *more):
            results.append(len(outputs))
            super().__init__(w, inputs, outputs, *more)

    monkeypatch.setattr("graphwright.runtime.native.program.NativeProgram", Program)

    @tf.function
    def step(iterator):
        loss = train(w, next(iterator))
        return loss, loss + 1.0, loss + 2.0

    step(iter(batches(4)))
    assert results.count(3) == 2  # the graph, and what follows the batch


def test_a_graph_that_stays_in_native_code_is_not_split():
    w = tf.Variable(tf.ones([3, 2]))

    @tf.function
    def step(iterator):
        return train(w, next(iterator))

    iterator = iter(batches(4))
    for _ in range(7):
        step(iterator)
    program = step.get_concrete_function(iterator).graph.derived[graph_program.executor_of_programs()]
    assert [op.type for op in program.host_ops] == ["IteratorGetNext"]


def test_concrete_functions_have_programs_for_ranks():
    f, graph = traced((tf.TensorSpec(None),))
    concrete = f.get_concrete_function()
    for x in (rows(2), tf.range(4.0), rows(2), tf.range(4.0)):
        np.testing.assert_array_equal(concrete(x)[2], tf.reshape(x, [-1]))
    found = settle(graph)
    assert list(found) == ["(None, None)", "(None,)"]
    assert all(special.usage.calls for special in found.values())
