"""Gradients of broadcasts with open sizes: right for every pair of sizes, and without a host call."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.passes import build, floats, optimized

pytest.importorskip("llvmlite")

SHAPES: dict[str, Any] = {
    "equal ranks": ([None, 4], [None, 4], [((3, 4), (3, 4)), ((1, 4), (3, 4)), ((3, 4), (1, 4)), ((0, 4), (1, 4))]),
    "one rank less": ([None, None], [None], [((3, 4), (4,)), ((3, 1), (4,)), ((3, 4), (1,)), ((1, 1), (0,))]),
    "two axes": ([None, 2, None], [None, 1, None], [((3, 2, 4), (1, 1, 4)), ((1, 2, 1), (3, 1, 4))]),
    "a known size": ([3, None], [None, 1], [((3, 4), (3, 1)), ((3, 4), (1, 1)), ((3, 1), (3, 1))]),
}


@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.parametrize("function", [tf.multiply, tf.atan2, tf.math.squared_difference], ids=lambda f: f.__name__)
def test_gradient_of_broadcast_with_open_sizes(name: str, function: Any) -> None:
    def gradients(x: tf.Tensor, y: tf.Tensor) -> list[tf.Tensor]:
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = tf.sin(function(x, y))
        return tape.gradient(z, [x, y])  # type: ignore[no-any-return]

    *specs, sizes = SHAPES[name]
    traced = tf.function(gradients, input_signature=[tf.TensorSpec(spec) for spec in specs])
    for shapes in sizes:
        x, y = (tf.constant(np.random.default_rng(0).uniform(1, 2, shape), tf.float32) for shape in shapes)
        for found, expected in zip(traced(x, y), gradients(x, y), strict=True):
            assert found.shape == expected.shape
            np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert " 0 host calls" in str(traced.explain())


def test_gradient_of_a_recurrence_with_an_open_batch() -> None:
    kernel = tf.Variable(np.random.default_rng(1).normal(0, 0.3, (7, 4)), dtype=tf.float32)

    def gradient(x: tf.Tensor) -> Any:
        with tf.GradientTape() as tape:
            rows = tf.TensorArray(tf.float32, 5, element_shape=[None, 3]).unstack(tf.transpose(x, [1, 0, 2]))
            states = tf.TensorArray(tf.float32, 5)

            def body(i: Any, state: Any, states: Any) -> Any:
                gate = tf.sigmoid(tf.concat([rows.read(i), state], 1) @ kernel)
                state = gate * state + (1.0 - gate) * tf.tanh(gate)
                return i + 1, state, states.write(i, state)

            start = tf.zeros([tf.shape(x)[0], 4])
            *_, states = tf.while_loop(lambda i, *_: i < 5, body, (0, start, states))
            loss = tf.reduce_mean(tf.square(states.stack()))
        return tape.gradient(loss, kernel)

    traced = tf.function(gradient, input_signature=[tf.TensorSpec([None, 5, 3])])
    for batch in (4, 1, 3):
        x = tf.constant(np.random.default_rng(batch).normal(size=(batch, 5, 3)), tf.float32)
        np.testing.assert_allclose(traced(x), gradient(x), rtol=1e-4, atol=1e-6)
    assert " 0 host calls" in str(traced.explain())


EINSUMS: dict[str, Any] = {
    "rows repeated": (
        "...ij,...jk->...ik",
        [None, 2, 3],
        [None, 3, 2],
        [((4, 2, 3), (1, 3, 2)), ((1, 2, 3), (4, 3, 2))],
    ),
    "a rank less": ("...ij,...jk->...ik", [None, None, None], [None, None], [((4, 2, 3), (3, 2))]),
}


@pytest.mark.parametrize("name", EINSUMS)
def test_gradient_of_an_einsum_with_open_sizes(name: str) -> None:
    equation, *specs, sizes = EINSUMS[name]

    def gradients(x: tf.Tensor, y: tf.Tensor) -> list[tf.Tensor]:
        with tf.GradientTape() as tape:
            tape.watch([x, y])
            z = tf.sin(tf.einsum(equation, x, y))
        return tape.gradient(z, [x, y])  # type: ignore[no-any-return]

    traced = tf.function(gradients, input_signature=[tf.TensorSpec(spec) for spec in specs])
    for shapes in sizes:
        x, y = (tf.constant(np.random.default_rng(0).uniform(1, 2, shape), tf.float32) for shape in shapes)
        for found, expected in zip(traced(x, y), gradients(x, y), strict=True):
            np.testing.assert_allclose(found, expected, rtol=1e-5)
    graph = optimized(build(gradients, *(floats(*spec) for spec in specs)))
    assert "BroadcastGradientArgs" not in {op.record.name for op in graph.operations}
