"""Gradients of lists that loops read: added to single elements, and compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options


class _Rows:
    """The rows of a tensor as elements of a list, or as slices."""

    def __init__(self, x: Any, is_list: bool) -> None:
        self.x = x
        self.elements = tf.TensorArray(tf.float32, tf.shape(x)[0]).unstack(x) if is_list else None

    def read(self, i: Any) -> Any:
        return self.x[i] if self.elements is None else self.elements.read(i)


def recurrence(x: Any, rows: _Rows) -> Any:
    h = tf.zeros_like(x[0])
    for i in tf.range(tf.shape(x)[0]):
        h = tf.tanh(rows.read(i) * 0.5 + h)
    return h


def neighbours(x: Any, rows: _Rows) -> Any:
    total = rows.read(0) * 3.0
    for i in tf.range(1, tf.shape(x)[0]):
        total += rows.read(i) * rows.read(i - 1)
    return total


def some(x: Any, rows: _Rows) -> Any:
    total = tf.zeros_like(x[0])
    for i in tf.range(tf.shape(x)[0]):
        if i != 1:
            total += rows.read(i) ** 2
    return total


def nested(x: Any, rows: _Rows) -> Any:
    total = tf.zeros_like(x[0])
    for i in tf.range(tf.shape(x)[0]):
        for j in tf.range(i + 1):
            total += rows.read(j) * tf.sin(rows.read(i))
    return total


PROGRAMS: dict[str, Callable[..., Any]] = {f.__name__: f for f in (recurrence, neighbours, some, nested)}
NATIVE = ("recurrence", "neighbours")


@pytest.mark.executors
@pytest.mark.parametrize(("name", "shape"), [("neighbours", (3, 4)), *((name, (None, None)) for name in PROGRAMS)])
def test_gradients_of_lists_are_those_of_slices(name: str, shape: tuple[int | None, ...]) -> None:
    x = tf.constant(np.linspace(-1, 1.2, 12, dtype=np.float32).reshape(3, 4))
    found = []
    for is_list in (True, False):

        @tf.function(input_signature=[tf.TensorSpec(shape)])
        def gradients(x: Any, is_list: bool = is_list) -> Any:
            with tf.GradientTape() as outer:
                outer.watch(x)
                with tf.GradientTape() as inner:
                    inner.watch(x)
                    y = PROGRAMS[name](x, _Rows(x, is_list))
                dx = inner.gradient(y, x)
            return dx, outer.gradient(dx, x)

        found.append(gradients(x))
    for have, want in zip(*found, strict=True):
        np.testing.assert_allclose(have, want, rtol=1e-5, atol=1e-6)


@pytest.mark.skipif(options.executor != "native", reason="the numpy executor calls kernels")
@pytest.mark.parametrize("shape", [(3, 4), (None, None)])
@pytest.mark.parametrize("name", NATIVE)
def test_gradients_of_lists_are_compiled(name: str, shape: tuple[int | None, ...]) -> None:
    pytest.importorskip("llvmlite")

    @tf.function(input_signature=[tf.TensorSpec(shape)])
    def gradient(x: Any) -> Any:
        return tf.gradients(PROGRAMS[name](x, _Rows(x, True)), x)

    gradient(tf.ones([3, 4]))
    assert [call.op for trace in gradient.explain().traces for call in trace.host_calls] == []
