"""Why a function is traced again: reasons, explain(), assert_max_traces, the warning, compiler IR."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options

one = tf.constant(1)


class Point(NamedTuple):
    x: Any
    y: Any


class Config:
    """An object that is equal to itself alone."""


kept = [Config(), Config()]
v, w = tf.Variable(1.0), tf.Variable(2.0)


def last_reason(*calls: Any) -> Any:
    """Why the last of these calls made a trace; each is the tuple of its arguments."""
    f = tf.function(lambda *a: tf.constant(0))
    for call in calls:
        f(*call)
    assert len(f.explain().traces) == len(calls)
    return f.explain().traces[-1]


# reasons ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calls", "argument", "kind", "words"),
    [
        pytest.param([(3,), (4,)], "a_0", "value", r"was 3, is 4: Python values.*pass tf\.constant\(4\)", id="int"),
        pytest.param([("s",), ("t",)], "a_0", "value", r"was 's', is 't': Python values are part", id="text"),
        pytest.param([(1,), (1.0,)], "a_0", "type", r"was 1, is 1\.0: int and float", id="int and float"),
        pytest.param([(0.0,), (-0.0,)], "a_0", "value", r"was 0\.0, is -0\.0", id="signed zeros"),
        pytest.param([(1,), (one,)], "a_0", "type", r"is an int32 tensor of shape \(\): pass a tensor", id="tensor"),
        pytest.param(
            [(tf.zeros([2]),), (tf.zeros([3]),)],
            "a_0",
            "shape",
            r"\(2,\), is .*\(3,\).*reduce_retracing=True or input_signature=\[tf\.TensorSpec\(\[None\], tf\.float32",
            id="size",
        ),
        pytest.param(
            [(tf.zeros([2]),), (tf.zeros([2, 3]),)], "a_0", "shape", r"tf\.TensorSpec\(None, tf\.float32\)", id="rank"
        ),
        pytest.param([(one,), (tf.constant(1.0),)], "a_0", "dtype", r"pass tf\.cast\(a_0, tf\.float32\)", id="dtype"),
        pytest.param([(one,), (one, 2)], "a_1", "given", r"was not given, is 2: another number", id="one more"),
        pytest.param([(one, 2), (one,)], "a_1", "given", r"was 2, is not given", id="one less"),
        pytest.param([([one],), ([one, one],)], "a_0", "structure", r"another length.*tf\.stack", id="longer list"),
        pytest.param([([one],), ((one,),)], "a_0", "structure", r"list and tuple are different", id="list and tuple"),
        pytest.param([({"a": 1},), ({"b": 1},)], "a_0", "structure", r"the same keys", id="keys"),
        pytest.param([({"a": [1]},), ({"a": [2]},)], "a_0['a'][0]", "value", r"was 1, is 2", id="inside a dict"),
        pytest.param([(Point(1, 2),), (Point(1, 3),)], "a_0.y", "value", r"was 2, is 3", id="inside a namedtuple"),
        pytest.param([(kept[0],), (kept[1],)], "a_0", "object", r"define __eq__.*in Config", id="objects"),
        pytest.param([(v, w), (v, v)], "a_1", "variable", r"which arguments are the same variable", id="same variable"),
        pytest.param([(v,), (tf.Variable([1.0]),)], "a_0", "variable", r"dtype, shape and trainable", id="variables"),
        pytest.param([(1,), (2,), (3,)], "a_0", "value", r"was 2, is 3", id="the nearest earlier call"),
        pytest.param(
            [(1, 1), (2, 5), (1, 6)], "a_1", "value", r"was 1, is 6", id="the earlier call that differs least"
        ),
    ],
)
def test_the_argument_is_named_with_what_it_was_and_is(calls: Any, argument: str, kind: str, words: str) -> None:
    trace = last_reason(*calls)
    assert [(d.argument, d.kind) for d in trace.differences] == [(argument, kind)]
    assert trace.reason == str(trace.differences[0])
    with pytest.raises(AssertionError, match=words):
        raise AssertionError(trace.reason)


def test_a_dead_object_is_reported() -> None:
    f = tf.function(lambda config: tf.constant(0))
    f(Config())
    gc.collect()
    f(kept[0])
    assert "an object of Config that is gone" in f.explain().traces[-1].reason
    assert "keep the object" in f.explain().traces[-1].reason


def test_several_differences_are_all_named() -> None:
    trace = last_reason((1, one), (2, tf.constant([1])))
    assert [(d.argument, d.old, d.new) for d in trace.differences] == [
        ("a_0", "1", "2"),
        ("a_1", "an int32 tensor of shape ()", "an int32 tensor of shape (1,)"),
    ]


def test_generalised_shapes_are_reported() -> None:
    f = tf.function(lambda x: x, reduce_retracing=True)
    for n in range(1, 5):
        f(tf.zeros([n]))
    assert ["reduce_retracing)" in t.reason for t in f.explain().traces] == [False, True]


def test_a_function_over_outer_values_is_traced_within_each_trace() -> None:
    @tf.function
    def outer(x: Any, n: int) -> Any:
        return inner(x) + n

    y = tf.constant(3)
    inner = tf.function(lambda x: x + y)
    outer(one, 1)
    outer(one, 2)
    reasons = [t.reason for t in inner.explain().traces]
    assert reasons[0] == "the first call"
    assert "the function around it" in reasons[1]


def test_a_dropped_trace_is_reported() -> None:
    f = tf.function(lambda n: tf.constant(0), max_traces=2)
    for n in (1, 2, 3):
        f(n)
    f(1)
    reported = f.explain()
    assert reported.traces[-1].reason.startswith("the trace for these arguments was dropped")
    assert (reported.made, len(reported.traces)) == (4, 2)
    assert "(2 more made and dropped)" in str(reported)


def test_changed_python_state_is_the_reason() -> None:
    class Model:
        scale = 2

    model = Model()
    f = tf.function(lambda x: x * model.scale, python_state="retrace")
    f(one)
    model.scale = 3
    assert int(f(one)) == 3
    first, second = f.explain().traces
    assert first.frozen
    assert "model.scale" in first.frozen[0]
    assert "was 2, is 3" in second.reason


# explain ----------------------------------------------------------------------------------------------------


@pytest.fixture
def power() -> Any:
    @tf.function
    def power(x: Any, n: int) -> Any:
        y = tf.constant(1.0)
        for _ in range(n):
            y = y * x
        return y

    return power


def test_each_trace_is_described(power: Any) -> None:
    for n in (2, 3, 2, 2):
        power(tf.constant(2.0), n)
    reported = power.explain()
    assert (reported.name, reported.made, reported.calls, reported.tracing_count) == ("power", 2, 4, 2)
    first, second = reported.traces
    assert (first.signature, second.signature) == ("power(x, n=2)", "power(x, n=3)")
    assert (first.calls, second.calls) == (3, 1)
    assert (first.reason, first.differences) == ("the first call", ())
    assert first.concrete is power.get_concrete_function(tf.constant(2.0), 2)
    assert first.name == first.concrete.name
    assert first.trace_seconds > 0
    assert first.compile_seconds > 0
    assert first.seconds > 0
    assert first.optimized_nodes is not None
    assert 0 < first.optimized_nodes < first.nodes
    assert repr(reported) == "<Explanation of power: 2 traces, 4 calls>"


def test_the_text_says_it_all(power: Any) -> None:
    power(tf.constant(2.0), 2)
    power(tf.constant(2.0), 3)
    text = str(power.explain())
    for words in ("power: 2 traces, 2 calls", "1. power(x, n=2)", "2. power(x, n=3)", "argument 'n' was 2, is 3"):
        assert words in text
    for heading in ("why:", "calls:", "made in:", "nodes:", "runs as:"):
        assert text.count(heading) == 2


def test_how_native_code_is_entered(power: Any) -> None:
    jit = pytest.importorskip("graphwright.runtime.native.jit.jit")
    if not jit.available() or options.executor != "native":
        pytest.skip("there is no native code")
    power(tf.constant(2.0), 2)
    for chosen, said in (("builtin", ""), ("ctypes", "entered by ctypes: the option native_entry asks for it")):
        with options.overridden(native_entry=chosen):
            (trace,) = power.explain().traces
            assert trace.entry == chosen
            assert ("entered by" in str(trace)) == bool(said) and said in str(trace)


def test_nothing_is_compiled_for_it(power: Any) -> None:
    power.get_concrete_function(tf.TensorSpec([]), 2)
    (trace,) = power.explain().traces
    assert (trace.optimized_nodes, trace.executor, trace.entry, trace.regions) == (None, None, None, None)
    assert trace.host_calls == ()
    assert (trace.calls, trace.seconds, trace.compile_seconds) == (0, 0.0, 0.0)
    assert "not compiled yet" in str(trace)


def test_a_notebook_gets_a_table() -> None:
    f = tf.function(lambda s: s)
    f("<b>")
    shown = f.explain()._repr_html_()
    assert shown.startswith("<table>")
    assert "</table><iframe" in shown
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown


def test_without_any_trace() -> None:
    reported = tf.function(lambda x: x).explain()
    assert (reported.traces, reported.made, str(reported)) == ([], 0, "<lambda>: 0 traces, 0 calls")


def test_why_there_is_no_native_code(monkeypatch: pytest.MonkeyPatch) -> None:
    f = tf.function(lambda x: x + 1)
    monkeypatch.setattr(options, "hide_llvm", True)
    monkeypatch.setattr(options, "executor", "native")
    f(tf.constant(0.0))
    assert f.explain().traces[0]._program() == "numpy: each op by its kernel (no native code: llvmlite is hidden)"
    monkeypatch.setattr(options, "executor", "numpy")
    assert f.explain().traces[0]._program() == "numpy: each op by its kernel"


@pytest.mark.executors
def test_what_is_left_to_python_is_named_with_the_reason() -> None:
    @tf.function
    def f(x: Any, text: Any) -> Any:
        tf.print(x)
        y = tf.numpy_function(np.sin, [x], tf.float32)
        return y + 1.0, tf.strings.length(text)

    f(tf.constant(0.0), tf.constant("abc"))
    (trace,) = f.explain().traces
    if options.executor == "numpy" or trace.executor == "numpy":
        assert (trace.regions, trace.host_calls) == (None, ())
        assert "each op by its kernel" in str(trace)
        return
    assert trace.executor == "native"
    reasons = {call.op: call.reason for call in trace.host_calls}
    assert reasons["StringLength"] == "compiled code does not compute with string"
    outside = "what it does is done outside of the program: Python code, printing, asserting"
    assert [reasons[op] for op in reasons if op == "PrintV2" or "PyFunc" in op] == [outside, outside]
    assert trace.regions is not None
    assert __file__ in str(trace)


def test_methods_report_their_instances() -> None:
    class Model:
        @tf.function
        def run(self, x: Any) -> Any:
            return x

    models = [Model(), Model()]
    for model in models:
        model.run(one)
    assert "2 instances with traces of their own" in str(Model.run.explain())
    assert len(models[0].run.explain().traces) == 1


# assert_max_traces ------------------------------------------------------------------------------------------


def test_too_many_traces_are_named_with_their_reasons(power: Any) -> None:
    power.assert_max_traces(0)
    for n in (1, 2):
        power(tf.constant(1.0), n)
    power.assert_max_traces(2)
    with pytest.raises(AssertionError) as caught:
        power.assert_max_traces(1)
    assert str(caught.value).splitlines() == [
        "power has been traced 2 times, at most 1 allowed:",
        "  power(x, n=1): the first call",
        "  power(x, n=2): argument 'n' was 1, is 2: Python values are part of the program; pass tf.constant(2) for one "
        "trace",
    ]


def test_a_block_with_too_many_traces(power: Any) -> None:
    with power.assert_max_traces(1):
        power(tf.constant(1.0), 1)
        power(tf.constant(2.0), 1)
    with pytest.raises(AssertionError, match="traced 2 times"), power.assert_max_traces(1):
        power(tf.constant(2.0), 2)
    with pytest.raises(KeyError), power.assert_max_traces(2):
        power(tf.constant(2.0), 3)
        raise KeyError  # what is raised in the block matters more


# the warning ------------------------------------------------------------------------------------------------


@pytest.fixture
def warned(caplog: pytest.LogCaptureFixture) -> Iterator[list[str]]:
    with caplog.at_level(logging.WARNING, logger="graphwright"):
        yield caplog.messages


def test_repeated_retracing_names_the_argument_and_the_mend(warned: list[str], caplog: Any) -> None:
    f = tf.function(lambda n: tf.constant(0))
    for n in range(4):
        f(n)
    assert caplog.messages == []
    for n in range(4, 12):
        f(n)
    (message,) = caplog.messages
    assert message.startswith("5 out of the last 5 calls to <function ")
    for words in ("triggered tf.function retracing. Tracing is expensive", "'n' was 3, is 4", "tf.constant(4)"):
        assert words in message


def test_a_method_is_named_as_its_class_has_it(warned: list[str], caplog: Any) -> None:
    class Model:
        @tf.function
        def run(self, n: int) -> Any:
            return tf.constant(n)

    model = Model()
    for n in range(6):
        model.run(n)
    (message,) = caplog.messages
    assert "Model.run at 0x" in message
    assert "'n' was 3, is 4" in message


def test_another_cause_is_reported_too(warned: list[str], caplog: Any) -> None:
    f = tf.function(lambda x: x)
    for n in range(7):
        f(n)
    for n in range(1, 7):
        f(tf.zeros([n]))
    assert len(caplog.messages) == 2
    assert "reduce_retracing=True" in caplog.messages[1]


@pytest.mark.parametrize(
    "calls",
    [
        pytest.param(lambda f: [f(i % 3) for i in range(50)], id="few values"),
        pytest.param(lambda f: [f(i // 30) for i in range(240)], id="many calls for each"),
        pytest.param(lambda f: [f.get_concrete_function(i) for i in range(20)], id="asked for"),
        pytest.param(lambda f: tf.function(lambda: [f(i) for i in range(9)])(), id="within one trace"),
    ],
)
def test_no_warning_without_need(calls: Any, warned: list[str], caplog: Any) -> None:
    calls(tf.function(lambda n: tf.constant(0)))
    assert caplog.messages == []


def test_functions_created_in_a_loop_are_reported(warned: list[str], caplog: Any) -> None:
    for _ in range(9):
        tf.function(lambda x: x + 1)(one)
    (message,) = caplog.messages
    assert "creating @tf.function repeatedly in a loop" in message
    assert f'"{__file__}", line' in message


def test_equal_functions_from_several_places_are_not(warned: list[str], caplog: Any) -> None:
    codes = [compile("lambda x: x + 1", f"<cell {i}>", "eval") for i in range(9)]
    result = [eval(code) for code in codes]
    assert len({f.__code__ for f in result}) == 1, "code objects are equal whatever their files"
    for f in result:
        tf.function(f, autograph=False)(one)
    assert caplog.messages == []


@pytest.mark.parametrize("calls", [2, 30])
def test_functions_that_are_reused_are_not(calls: int, warned: list[str], caplog: Any) -> None:
    functions = [tf.function(lambda x: x + 1) for _ in range(9)]
    for f in functions:
        for _ in range(calls):
            f(one)
    assert caplog.messages == []


def test_methods_of_many_instances_are_not(warned: list[str], caplog: Any) -> None:
    class Model:
        @tf.function
        def run(self, x: Any) -> Any:
            return x

    for _ in range(9):
        Model().run(one)
    assert caplog.messages == []


# compiler IR ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stage", "words"),
    [("ir", "Tanh"), ("hlo", "Tanh"), ("optimized_ir", "Tanh"), ("optimized_hlo", "Tanh")],
)
def test_graphs_as_compiler_ir(stage: str, words: str) -> None:
    f = tf.function(lambda x: tf.tanh(x) + 0.0)
    assert words in f.experimental_get_compiler_ir(tf.TensorSpec([3]))(stage=stage)
    assert words in f.experimental_get_compiler_ir(tf.constant([1.0, 2.0, 3.0]))(stage=stage, device_name="/CPU:0")


@pytest.mark.executors
def test_code_as_compiler_ir() -> None:
    stages = tf.function(lambda x: x + 1.0).experimental_get_compiler_ir(tf.TensorSpec([3]))
    f = tf.function(lambda x: x + 1.0)
    f(tf.zeros([3]))
    if f.explain().traces[0].executor == "numpy":
        with pytest.raises(ValueError, match="no machine code"):
            stages(stage="llvm")
        return
    assert "define" in stages(stage="llvm")
    assert "ret" in stages(stage="assembly")


def test_unknown_stages_and_devices_are_refused() -> None:
    stages = tf.function(lambda x: x).experimental_get_compiler_ir(one)
    with pytest.raises(ValueError, match=r"Invalid stage selected: 'bad'\. Valid values are: 'ir', 'optimized_ir'"):
        stages(stage="bad")
    with pytest.raises(ValueError, match="for the CPU alone"):
        stages(device_name="/GPU:0")
