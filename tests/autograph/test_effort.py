"""How much is done: code is converted once, conversion and tracing grow with the program, marks copy nothing."""

from __future__ import annotations

import functools
import gc
import linecache
import tracemalloc
from collections.abc import Callable
from types import FunctionType
from typing import Any

import pytest

import graphwright as tf
from graphwright.autograph import conversion, convert
from graphwright.core.context import as_default_graph
from graphwright.core.tracing import TracingGraph
from tests.autograph.support import define
from tests.support.effort import calls_made


def function_of(text: str) -> FunctionType:
    """The function `f` of a source text that `linecache` knows."""
    file = f"<effort {len(linecache.cache)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    names: dict[str, Any] = {"tf": tf}
    exec(compile(text, file, "exec"), names)
    made: FunctionType = names["f"]
    return made


# conversion --------------------------------------------------------------------------------------------------


def test_a_code_object_is_converted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    converted: list[str] = []
    convert = conversion._convert

    def counted(function: FunctionType, recursive: bool) -> Any:
        converted.append(function.__name__)
        return convert(function, recursive)

    def made(by: float) -> Callable[[Any], Any]:
        def scaled(x: Any) -> Any:
            return x * by if tf.reduce_sum(x) > 0 else x

        return scaled

    def twice(x: Any) -> Any:
        return made(3.0)(made(2.0)(x))

    class Model:
        def method(self, x: Any) -> Any:
            return twice(x) if tf.reduce_sum(x) > 1 else x

    monkeypatch.setattr(conversion, "_convert", counted)
    for model in (Model(), Model()):
        f = tf.function(model.method)
        assert [float(f(tf.constant(v))) for v in (2.0, -1.0)] == [12.0, -1.0]
        assert f(tf.constant([1.0, 2.0])).numpy().tolist() == [6.0, 12.0]
    assert float(tf.function(twice)(tf.constant(1.0))) == 6.0
    assert sorted(set(converted)) == sorted(converted)
    assert {"made", "method", "scaled", "twice"} <= set(converted)


ONE_AFTER_ANOTHER = """\
    if tf.reduce_sum(x) > {n}:
        x = x + y
    else:
        y = [v for v in (x, y)][0]
    while x > y and y > 0:
        x = x / 2.0
        if x < {n}:
            break
"""


def flat(count: int) -> str:
    return "def f(x, y):\n" + "".join(ONE_AFTER_ANOTHER.format(n=n) for n in range(count)) + "    return x\n"


def leaving(count: int) -> str:
    """Each `return` puts what follows it in a branch of its own."""
    parts = (f"    if x > {n}:\n        return y\n    y = y + x\n" for n in range(count))
    return "def f(x, y):\n" + "".join(parts) + "    return x\n"


def nested(depth: int) -> str:
    lines = [f"{' ' * 4 * (n + 1)}for i{n} in tf.range(x):" for n in range(depth)]
    return "def f(x):\n    y = 0\n" + "\n".join(lines) + "\n" + " " * 4 * (depth + 1) + "y += 1\n    return y\n"


@pytest.mark.parametrize(
    ("source", "small", "large", "most"),
    [(flat, 8, 16, 2.1), (leaving, 6, 12, 2.6), (nested, 5, 10, 2.6)],
    ids=["one after another", "returns", "nested loops"],
)
def test_conversion_grows_with_the_source(source: Callable[[int], str], small: int, large: int, most: float) -> None:
    conversion.converted(function_of(source(2)))  # what is loaded on first use is no part of it
    functions = [function_of(source(n)) for n in (small, large)]
    first, second = [calls_made(functools.partial(conversion.converted, f)) for f in functions]
    assert second / first < most


# trials ------------------------------------------------------------------------------------------------------


def graph_of(operations: int) -> TracingGraph:
    graph = TracingGraph("g")
    with as_default_graph(graph):
        for _ in range(operations):
            tf.constant(1.0) + tf.constant(2.0)
    return graph


def test_a_mark_costs_the_same_in_every_graph() -> None:
    sizes = []
    for count in (5, 2000):
        graph = graph_of(count)
        graph.mark()
        tracemalloc.start()
        mark = graph.mark()
        sizes.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert mark.operations == len(graph.operations)
    assert sizes[1] < sizes[0] + 1000


def test_a_graph_rolls_back_to_a_mark_repeatedly() -> None:
    outer, graph = tf.constant([1.0] * 200), TracingGraph("g")
    with as_default_graph(graph):
        x = graph.placeholder(tf.constant(1.0)._type, "x")
        tf.add(x, 1.0, name="same")
        mark = graph.mark()
        before = [op.name for op in graph.operations]
        for _ in range(3):
            with tf.name_scope("inner"):
                tf.add(x, outer, name="same")
            tf.add(x, 2.0, name="same")
            graph.placeholder(x._type, "later")
            made = [op.name for op in graph.operations]
            assert "same_1" in made
            assert [len(graph.inputs), len(graph.captures)] == [3, 1]
            graph.roll_back(mark)
            assert [op.name for op in graph.operations] == before
            assert sorted(graph._by_name) == sorted(before)
            assert (graph.inputs, graph.captures, graph.stands_for) == ([x], [], {})
        assert tf.add(x, 3.0, name="same").op.name == "same_1"


def test_no_trace_of_attempts_is_left() -> None:
    def grow(x: Any, n: Any) -> Any:
        a, b = x, x
        for _ in tf.range(n):
            a = tf.concat([a, x], 0)
            b = tf.concat([b, a], 0)
        return a, b

    graph = tf.function(grow).get_concrete_function(tf.TensorSpec([2]), tf.TensorSpec([], tf.int32)).graph
    names = [op.name for op in graph.get_operations()]
    assert "while" in names
    assert not [n for n in names if n.startswith("while_1")]


def test_the_gradient_of_a_loop_in_the_test_of_another() -> None:
    @tf.function
    def descend(x: Any) -> Any:
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = x
            for _ in tf.range(3):
                y = y * x
        steps = 0
        while tape.gradient(y, x) > tf.cast(steps, tf.float32) * 10.0:
            steps += 1
        return steps, tape.gradient(y, x)

    steps, gradient = descend(tf.constant(2.0))
    assert (int(steps), float(gradient)) == (4, 32.0)


def staged_ifs(x: Any, count: int) -> Any:
    for k in range(count):
        if x > k:
            x = x + 1.0
        else:
            x = x - 1.0
    return x


def test_tracing_grows_with_the_program() -> None:
    made = tf.function(staged_ifs).get_concrete_function
    made(tf.TensorSpec([]), 2)
    small, large = (calls_made(functools.partial(made, tf.TensorSpec([]), n)) for n in (20, 80))
    assert large < 4.2 * small


@pytest.mark.parametrize("on", [True, False])
def test_conversion_leaves_the_collector_as_it_was(on: bool) -> None:
    was_on, thresholds = gc.isenabled(), gc.get_threshold()
    seen = []
    try:
        (gc.enable if on else gc.disable)()
        f = define("def f(x):\n    if x > 0:\n        x = x + 1\n    return x\n")
        assert int(convert(f)(1)) == 2
        seen.append(gc.isenabled())
        refused = define(
            "def f(x):\n    for i in x:\n        try:\n            pass\n        finally:\n"
            "            if i:\n                break\n"
        )
        with pytest.warns(UserWarning, match="could not transform"):
            convert(refused)
        seen.append(gc.isenabled())
    finally:
        (gc.enable if was_on else gc.disable)()
    assert seen == [on] * 2
    assert gc.get_threshold() == thresholds
