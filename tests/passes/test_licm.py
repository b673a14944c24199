"""Loop-invariant code motion: what leaves a loop, what has to stay in it, and that results keep their bits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ir.funcgraph import FuncGraph
from tests.support.passes import build, floats, kinds, optimized, same

MATRIX = (floats(3, 3), np.linspace(-1, 1, 9, dtype=np.float32).reshape(3, 3))
COLUMN = (floats(3, 1), np.ones((3, 1), np.float32))


def loop(step: Callable[..., Any], start: Any, iterations: int = 5) -> Any:
    """`step(i, value)` a number of times."""
    result = tf.while_loop(lambda i, _: i < iterations, lambda i, v: (i + 1, step(i, v)), (0, start))
    return result[1]


def body_of(graph: FuncGraph) -> FuncGraph:
    (found,) = [op.attrs["body"] for op in graph.operations if op.type in ("While", "StatelessWhile")]
    assert isinstance(found, FuncGraph)
    return found


MOVED: dict[str, tuple[Callable[[Any, Any], Any], set[str]]] = {
    "a product": (lambda x, w: loop(lambda i, v: v + tf.matmul(w, w), x), {"MatMul"}),
    "a chain": (lambda x, w: loop(lambda i, v: v + tf.sqrt(tf.abs(w)) * 2.0, x), {"Sqrt", "Abs", "Mul"}),
    "a reduction": (lambda x, w: loop(lambda i, v: v + tf.reduce_sum(w), x), {"Sum"}),
    "a result of the loop": (lambda x, w: loop(lambda i, v: tf.tanh(w), x), {"Tanh"}),
    "what two operations read": (
        lambda x, w: loop(lambda i, v: (v + tf.exp(w)) * tf.exp(w), x),
        {"Exp"},
    ),
}


@pytest.mark.parametrize("name", MOVED)
def test_what_is_the_same_in_each_iteration_is_computed_before_the_loop(name: str) -> None:
    function, moved = MOVED[name]
    graph = same(function, MATRIX, MATRIX)
    assert moved <= set(kinds(graph))
    assert not moved & set(kinds(body_of(graph)))


STAYS: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    "it depends on a loop variable": (lambda x, w: loop(lambda i, v: tf.tanh(v) + w, x), "Tanh"),
    "it depends on the counter": (
        lambda x, w: loop(lambda i, v: v + tf.cast(i, tf.float32) * w, x),
        "Mul",
    ),
    "it can fail": (
        lambda x, w: loop(lambda i, v: v + tf.cast(tf.constant(4) // tf.cast(w, tf.int32), tf.float32), x, 0),
        "FloorDiv",
    ),
}


@pytest.mark.parametrize("name", STAYS)
def test_an_operation_stays_in_the_loop_where(name: str) -> None:
    function, op = STAYS[name]
    assert op in kinds(body_of(same(function, MATRIX, MATRIX)))


def test_a_broadcast_stays_in_the_loop_and_its_operands_leave() -> None:
    graph = same(lambda x, w: loop(lambda i, v: v + tf.exp(w) * tf.ones([3, 8]), x), (floats(3, 8), np.ones((3, 8), np.float32)), COLUMN)  # fmt: skip  # noqa: E501
    assert "Exp" in kinds(graph) and "Exp" not in kinds(body_of(graph))


def test_unknown_sizes_stay() -> None:
    graph = build(lambda x, w: loop(lambda i, v: v + tf.exp(w), x), floats(None), floats(None))
    assert "Exp" in kinds(body_of(optimized(graph)))


def test_an_operation_leaves_all_loops_that_it_does_not_depend_on() -> None:
    def f(x: Any, w: Any) -> Any:
        return loop(lambda i, v: loop(lambda j, u: u + tf.matmul(w, w), tf.tanh(v)), x)

    graph = same(f, MATRIX, MATRIX)
    assert kinds(graph)["MatMul"] == 1
    assert "MatMul" not in kinds(body_of(graph)) and "MatMul" not in kinds(body_of(body_of(graph)))


def test_effects_stay_in_their_order() -> None:
    v = tf.Variable(0.0)

    @tf.function
    def f(w: Any) -> Any:
        for _ in tf.range(3):
            v.assign_add(tf.reduce_sum(tf.exp(w)))
        return v.read_value()

    assert abs(float(f(tf.zeros([4]))) - 12.0) < 1e-5


def test_gradients_through_such_loops_are_those_of_the_unrolled_program() -> None:
    def f(x: Any, w: Any) -> Any:
        for _ in tf.range(4):
            x = tf.tanh(x @ w + tf.sqrt(tf.abs(w) + 1.0))
        return tf.reduce_sum(x)

    def unrolled(x: Any, w: Any) -> Any:
        for _ in range(4):
            x = tf.tanh(x @ w + tf.sqrt(tf.abs(w) + 1.0))
        return tf.reduce_sum(x)

    x, w = tf.constant(MATRIX[1]), tf.constant(MATRIX[1] * 0.5)
    results = []
    for function in (tf.function(f), tf.function(unrolled), unrolled):
        with tf.GradientTape() as tape:
            tape.watch((x, w))
            y = function(x, w)
        results.append([np.asarray(g) for g in tape.gradient(y, (x, w))])
    for other in results[1:]:
        for a, b in zip(results[0], other, strict=True):
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


def test_a_recursive_call_in_a_loop_calls_the_optimised_function() -> None:
    @tf.function(input_signature=[tf.TensorSpec([], tf.int32)], output_signature=tf.TensorSpec([], tf.int32))
    def orders(n: Any) -> Any:
        if n == 0:
            return 1
        total = tf.constant(0)
        for _ in tf.range(n):
            total += orders(n - 1)  # n - 1 leaves the loop, the call stays
        return total

    assert int(orders(tf.constant(5))) == 120
