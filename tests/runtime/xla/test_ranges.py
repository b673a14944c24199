"""Results at the ends of a dtype's range, where identities that XLA applies do not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.executors import executor_in_force

pytest.importorskip("jax", reason="the xla executor needs jax: pip install graphwright[xla]")

_LARGE, _SMALL = [1e30, 1e30, 1e-30, 3.0], [1e25, 1e30, 1e-25, 2.0]
_EXPONENTS, _OTHERS = [100.0, -200.0, 88.0, 0.5], [-80.0, 200.0, 88.0, 2.0]

_FUNCTIONS: dict[str, tuple[Callable[..., Any], list[list[float]]]] = {
    "a quotient divided": (lambda x, y: x / y / y, [_LARGE, _SMALL]),
    "a quotient as a divisor": (lambda x, y: x / (y / (x * 2.0)), [_SMALL, _LARGE]),
    "a gradient that divides twice": (
        lambda g, x: tf.raw_ops.SoftsignGrad(gradients=g, features=x),
        [[1e30, 1e38, np.inf, 2.0], [1e20, -1e25, 3e38, 1.0]],
    ),
    "a power as a divisor": (lambda x, y: x / tf.exp(y), [[1e38, 1.0, 3e38, 2.0], _OTHERS]),
    "powers divided": (lambda x, y: tf.exp(x) / tf.exp(y), [_EXPONENTS, [90.0, -200.0, 88.0, 1.0]]),
    "the logarithm of a power": (lambda x: tf.math.log(tf.exp(x)), [_EXPONENTS]),
    "the inverse of a hyperbolic sine": (lambda x: tf.math.asinh(tf.exp(x)), [_EXPONENTS]),
    "the logarithm of a square": (lambda x, y: tf.math.log(x**y), [_LARGE, [2.0, 2.0, 2.0, 3.0]]),
    "the root of a power": (lambda x, y: tf.exp(x) ** y, [_EXPONENTS, [0.1, 0.1, 0.5, 2.0]]),
    "a product of powers": (lambda x, y: tf.exp(x) * tf.exp(y), [_EXPONENTS, _OTHERS]),
}  # fmt: skip


@pytest.mark.parametrize("name", _FUNCTIONS)
def test_what_overflows_on_the_way(name: str) -> None:
    function, arguments = _FUNCTIONS[name]
    arrays = [np.array(a, np.float32) for a in arguments]
    expected, found = (_run(which, function, arrays) for which in ("numpy", "xla"))
    np.testing.assert_allclose(found, expected, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64"])
def test_the_size_of_the_least_integer_is_negative(dtype: str) -> None:
    least = np.iinfo(dtype).min
    x = np.array([least, least + 1, -5, 5], dtype)
    assert _run("xla", lambda x: tf.abs(x) < 0, [x]).tolist() == [True, False, False, False]
    assert _run("xla", tf.abs, [x]).tolist() == [least, -(least + 1), 5, 5]


def _run(which: str, function: Callable[..., Any], arrays: list[Any]) -> Any:
    with executor_in_force(which), np.errstate(all="ignore"):
        return np.asarray(tf.function(function)(*map(tf.constant, arrays)))
