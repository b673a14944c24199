"""Jacobians of many elements: all passes at once, and one after the other, give the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

X = tf.constant(np.linspace(-1, 1, 18).reshape(6, 3), tf.float32)
W = tf.Variable(np.linspace(-0.5, 0.5, 12).reshape(3, 4), dtype=tf.float32)
UNUSED = tf.Variable([1.0, 2.0])


def looped(x: Any) -> Any:
    for _ in tf.range(2):
        x = tf.tanh(x @ W @ tf.transpose(W)) + x
    return x


def branched(x: Any) -> Any:
    return tf.cond(tf.reduce_sum(x) > -1.0, lambda: tf.sin(x) * x, lambda: x)


@tf.function
def compiled(x: Any) -> Any:
    return tf.nn.softmax(x @ W)


@tf.custom_gradient
def doubled(x: Any) -> Any:
    return x * x, lambda upstream: upstream * x * 4.0


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "product": lambda x: tf.tanh(x @ W),
    "loop": looped,
    "branch": branched,
    "function": compiled,
    "gather": lambda x: tf.gather(x, [5, 0, 5]) * tf.gather(W, [0, 1, 0])[:, :3],
    "custom gradient": lambda x: doubled(x) + tf.reduce_sum(x, 0),
    "host": lambda x: tf.py_function(lambda y: y * y, [x], tf.float32),
    "reduction": lambda x: tf.concat([tf.cumsum(x, 1), tf.reduce_logsumexp(x, 1, keepdims=True)], 1),
}


def _jacobians(fn: Callable[[Any], Any], vectorize: bool) -> list[Any]:
    with tf.GradientTape() as tape:
        tape.watch(X)
        y = fn(X)
    return tape.jacobian(y, [X, W, UNUSED], experimental_use_pfor=vectorize)  # type: ignore[no-any-return]


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_vectorized_and_looped_passes_agree(name: str, staged: bool) -> None:
    run = tf.function(_jacobians) if staged else _jacobians
    expected = _jacobians(PROGRAMS[name], vectorize=False)
    assert expected[0] is not None and expected[2] is None
    for found in (run(PROGRAMS[name], True), run(PROGRAMS[name], False)):
        for one, other in zip(found, expected, strict=True):
            assert (one is None) == (other is None)
            if one is not None:
                np.testing.assert_allclose(one.numpy(), other.numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize("name", ["product", "loop", "branch", "function", "reduction"])
def test_batch_jacobians_agree(name: str, staged: bool) -> None:
    fn, wide = PROGRAMS[name], tf.tile(X, [1, 1])

    def batch(vectorize: bool) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(wide)
            y = tf.tile(fn(wide), [1, 6])  # more than are taken one by one
        return tape.batch_jacobian(y, wide, experimental_use_pfor=vectorize)

    run = tf.function(batch) if staged else batch
    np.testing.assert_allclose(run(True).numpy(), batch(False).numpy(), rtol=1e-5, atol=1e-6)


def test_jacobians_of_jacobians() -> None:
    x = tf.constant(np.linspace(0.1, 2.0, 20), tf.float64)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
        first = inner.jacobian(y, x)
        diagonal = tf.linalg.diag_part(first)
    second = outer.jacobian(diagonal, x)
    np.testing.assert_allclose(first.numpy(), np.diag(3 * x.numpy() ** 2))
    np.testing.assert_allclose(second.numpy(), np.diag(6 * x.numpy()))


def test_an_unknown_number_of_elements() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
    def jacobian(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.sin(x) * tf.reduce_sum(x)
        return tape.jacobian(y, x)

    for size in (0, 1, 5, 40):
        x = np.linspace(-1, 1, size).astype(np.float32)
        expected = np.diag(np.cos(x) * x.sum()) + np.sin(x)[:, None]
        np.testing.assert_allclose(jacobian(x).numpy(), expected, rtol=1e-5, atol=1e-5)
