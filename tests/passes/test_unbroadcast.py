"""Gradients of broadcasts with open sizes: right for every pair of sizes, and without a host call."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

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
