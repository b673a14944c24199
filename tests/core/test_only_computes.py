"""Ops that take a shorter way where nobody asks for a gradient: it gives what the other way gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.core.dispatch import only_computes

SPECIAL = [3.0, -np.inf, 0.5, 7.0, np.inf, 0.5, -2.0, 1e-40]
ZEROS = [0.0, -0.0, 1.0, -0.0, 0.0, -1.0]
NANS = [2.0, np.nan, -np.inf, np.nan, 1.0]


def bits(x: Any) -> bytes:
    return np.ascontiguousarray(x.numpy()).tobytes()


def recorded(function: Callable[[Any], Any], x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        assert not only_computes(x)
        return function(x)


@pytest.mark.parametrize("values", [SPECIAL, ZEROS, NANS], ids=["numbers", "zeros", "NaN"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("direction", ["ASCENDING", "DESCENDING"])
def test_sorted_values(values: list[float], dtype: str, direction: str) -> None:
    x = tf.constant(np.array([values, values[::-1]]).astype(dtype))
    assert only_computes(x)
    for axis in (0, 1, -1):
        found = tf.sort(x, axis, direction)
        assert found.shape == x.shape and found.dtype == x.dtype
        assert bits(found) == bits(recorded(lambda x, axis=axis: tf.sort(x, axis, direction), x))


def test_sorted_integers() -> None:
    x = tf.constant([[3, -(2**31), 2**31 - 1, 3], [0, 5, -5, 1]])
    assert tf.sort(x).numpy().tolist() == [[-(2**31), 3, 3, 2**31 - 1], [-5, 0, 1, 5]]
    assert tf.sort(x, 0, "DESCENDING").numpy()[0].tolist() == [3, 5, 2**31 - 1, 3]


@pytest.mark.parametrize(("low", "high"), [(-1, 1.0), (1.0, -1.0), (float("nan"), 1.0), (0.0, float("inf"))])
def test_clipped_values(low: float, high: float) -> None:
    for dtype in ("float16", "float32", "float64"):
        x = tf.constant(np.array([*SPECIAL, *ZEROS, *NANS]).astype(dtype))
        found = tf.clip_by_value(x, low, high)
        np.testing.assert_array_equal(found, recorded(lambda x: tf.clip_by_value(x, low, high), x))


def test_clipping_still_refuses_what_it_refused() -> None:
    with pytest.raises((TypeError, ValueError)):
        tf.clip_by_value(tf.constant([1, 2]), 0.5, 1.5)
    assert tf.clip_by_value(tf.constant([1, 5]), 2, 4).numpy().tolist() == [2, 4]


def test_descending_ranges_begin_with_zero_itself() -> None:
    for dtype in (tf.float16, tf.float32, tf.float64):
        found = tf.range(0.0, -3.0, -1.0, dtype=dtype).numpy()
        assert found.tolist() == [0, -1, -2] and not np.signbit(found[0])
    large = tf.range(float(2**24 + 3)).numpy()
    assert (large[-3:] == np.arange(len(large))[-3:].astype(np.float32)).all()
