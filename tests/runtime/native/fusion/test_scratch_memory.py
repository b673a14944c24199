"""Temporaries lie in little more than what lives at the fullest moment."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize
from tests.support.scratch_peak import live_minimum

pytest.importorskip("llvmlite")

from graphwright.runtime.native.lower.body import write_body

LAYERS, WIDTH = 12, 64
MOST = 1.3


class Network:
    """A perceptron of 12 layers."""

    def __init__(self) -> None:
        rng = np.random.default_rng(0)
        self.weights = [tf.Variable(rng.standard_normal((WIDTH, WIDTH)).astype(np.float32)) for _ in range(LAYERS)]
        self.biases = [tf.Variable(tf.zeros([WIDTH])) for _ in range(LAYERS)]

    def forward(self, x: Any) -> Any:
        for w, b in zip(self.weights, self.biases, strict=True):
            x = tf.nn.relu(x @ w + b)
        return x

    def gradients(self, x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.forward(x)))
        return loss, tape.gradient(loss, self.weights + self.biases)

    def training_step(self, x: Any) -> Any:
        loss, changes = self.gradients(x)
        for variable, change in zip(self.weights + self.biases, changes, strict=True):
            variable.assign_sub(0.1 * change)
        return loss

    def normalised(self, x: Any) -> Any:
        for w in self.weights:
            x = tf.tanh(tf.reverse(x @ w, [1])) * tf.nn.softmax(x)
        return x


@pytest.mark.parametrize("batch", [8, 32, 256])
@pytest.mark.parametrize("name", ["forward", "gradients", "training_step", "normalised"])
def test_the_scratch_block_is_near_the_least(name: str, batch: int) -> None:
    function = tf.function(getattr(Network(), name))
    graph = function.get_concrete_function(tf.TensorSpec([batch, WIDTH])).graph
    least = live_minimum(graph)
    taken = write_body(optimize(graph)).w.scratch.size
    assert taken <= MOST * least, (least, taken)


def test_the_least_is_what_lives_at_once() -> None:
    def f(x: Any) -> Any:
        a = tf.matmul(x, x)  # one matrix lives while it is made
        b = tf.matmul(a, a)  # two
        c = tf.matmul(b, b)  # two: `a` is dead
        return tf.reduce_sum(c)

    graph = tf.function(f).get_concrete_function(tf.TensorSpec([16, 16])).graph
    assert live_minimum(graph) == 2 * 16 * 16 * 4
