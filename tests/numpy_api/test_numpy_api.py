"""`tf.experimental.numpy` beyond single values: names, unknown shapes, gradients."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.numpy_api import binary, elementwise

tnp = tf.experimental.numpy


@pytest.mark.parametrize("name", [*elementwise.UNARY, *binary.BINARY])
def test_functions_of_the_tables_have_their_names(name: str) -> None:
    function = getattr(tnp, name)
    assert function.__name__ == name
    assert function.__doc__


def test_names_are_those_that_are_public() -> None:
    assert {"sum", "random", "pi", "float32"} <= set(dir(tnp))
    assert tnp.random.__name__.startswith("graphwright")


@pytest.mark.parametrize(
    "compute",
    [
        lambda x: tnp.tril(x, 1),
        lambda x: tnp.kron(x, x),
        lambda x: tnp.take_along_axis(x, tnp.argsort(x, 1), 1),
        lambda x: tnp.var(x, axis=0),
        lambda x: tnp.average(x, axis=1, returned=True)[1],
        lambda x: tnp.vander(x[0]),
        lambda x: tnp.polyval(x[:, 0], x),
        lambda x: tnp.array_equal(x, x + 1),
        lambda x: tnp.roll(x, 2),
        lambda x: tnp.gcd(tnp.array(x, tf.int32), 4),
        lambda x: tnp.pad(x, 1, "constant"),
        lambda x: tnp.split(x, [1], axis=1)[1],
        lambda x: tnp.diagonal(x, 1),
    ],
)
def test_unknown_sizes(compute: Any) -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3) - 2
    traced = tf.function(compute, input_signature=[tf.TensorSpec([None, None])])
    np.testing.assert_allclose(traced(x), compute(tf.constant(x)), rtol=1e-6)


@pytest.mark.parametrize(
    ("compute", "expected"),
    [
        (tnp.sinc, lambda x: (np.cos(np.pi * x) - np.sinc(x)) / x),
        (lambda x: tnp.hypot(x, 2.0), lambda x: x / np.hypot(x, 2)),
        (lambda x: tnp.logaddexp(x, 0.5), lambda x: np.exp(x) / (np.exp(x) + np.exp(0.5))),
        (tnp.cbrt, lambda x: 1 / (3 * np.cbrt(x) ** 2)),
        (lambda x: tnp.var(x, ddof=1), lambda x: 2 * (x - x.mean()) / (len(x) - 1)),
        (tnp.nansum, np.ones_like),
    ],
)
def test_gradients(compute: Any, expected: Any) -> None:
    x = np.array([0.3, 1.2, 2.5])
    variable = tf.constant(x)
    with tf.GradientTape() as tape:
        tape.watch(variable)
        y = compute(variable)
    np.testing.assert_allclose(tape.gradient(y, variable), expected(x), rtol=1e-10)


def test_the_gradient_of_sinc_at_zero_is_a_number() -> None:
    x = tf.constant([0.0, 0.5])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tnp.sinc(x)
    assert tape.gradient(y, x)[0] == 0


def test_random_numbers_repeat_after_a_seed() -> None:
    drawn = []
    for _ in range(2):
        tnp.random.seed(7)
        drawn.append([tnp.random.rand(3).numpy(), tnp.random.randint(5, size=[3]).numpy(), tnp.random.randn(2).numpy()])
    for first, second in zip(*drawn, strict=True):
        np.testing.assert_array_equal(first, second)
    assert all(0 <= number < 5 for number in drawn[0][1])
