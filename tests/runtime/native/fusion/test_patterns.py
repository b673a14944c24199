"""The table of fusions: each pattern has a program that it is for, and leaves others alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native.fusion import plan
from graphwright.runtime.native.fusion.patterns import PATTERNS

X = tf.ones([512, 512])


def _softmax(x: Any) -> Any:
    e = tf.exp(x - tf.reduce_max(x, axis=1, keepdims=True))
    return e / tf.reduce_sum(e, axis=1, keepdims=True)


def _relu_gradient(x: Any) -> Any:
    images = tf.reshape(x, [64, 16, 16, 16])
    y = tf.nn.max_pool2d(tf.nn.relu(images), 2, 2, "VALID")
    return tf.gradients(y, images)


def _update(x: Any) -> Any:
    w = x[:128, :128]
    return w - tf.reduce_sum(x) * tf.matmul(w, w)


def _padded_convolution(x: Any) -> Any:
    images = tf.pad(tf.reshape(x, [64, 16, 16, 16]), [[0, 0], [1, 2], [3, 0], [0, 0]])
    return tf.nn.conv2d(images, tf.ones([3, 3, 16, 2]), 2, "VALID")


PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "row_fusion": _softmax,
    "pad_fusion": _padded_convolution,
    "epilogue_fusion": lambda x: tf.nn.relu(tf.matmul(x, x) + tf.reduce_sum(x, axis=0)),
    "accumulate_fusion": lambda x: x[:128, :128] + tf.matmul(x[:128], x[:, :128]),
    "axpy_fusion": _update,
    "relu_pool_fusion": _relu_gradient,
}


def _steps(function: Callable[[Any], Any], monkeypatch: pytest.MonkeyPatch, left_out: str = "") -> list[str]:
    """The kinds of the steps of a program's plan, without one of the patterns."""
    from graphwright.runtime.native.fusion import patterns

    monkeypatch.setattr(patterns, "PATTERNS", tuple(p for p in PATTERNS if p.name != left_out))
    trace = tf.function(function).get_concrete_function(tf.TensorSpec(X.shape))
    return [type(step).__name__ for step in plan.plan_graph(optimize(trace.graph)).steps]


def test_each_pattern_has_a_program() -> None:
    assert [pattern.name for pattern in PATTERNS] == list(PROGRAMS)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_pattern_changes_the_plan_of_its_program(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _steps(PROGRAMS[name], monkeypatch) != _steps(PROGRAMS[name], monkeypatch, name)


def test_no_pattern_is_for_elementwise_steps_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr("graphwright.runtime.native.fusion.row_fusion.fuse_rows", refuse)
    assert _steps(lambda x: tf.tanh(x) + 1.0, monkeypatch)[-1:] == ["Fused"]
