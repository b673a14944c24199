"""Functions that the tests of the page and its pictures show."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import graphwright as tf

EXAMPLES = Path(__file__).parents[2] / "examples"


def digits_step() -> Any:
    """The training step of the digits example, called once."""
    sys.path.insert(0, str(EXAMPLES))
    try:
        import digits
    finally:
        sys.path.remove(str(EXAMPLES))
    model = digits.Classifier(64, 128, 10)
    step = digits.make_step(model, digits.Adam(model.variables))
    step(tf.zeros([32, 64]), tf.zeros([32], tf.int32))
    return step


def long_function(blocks: int = 250) -> Any:
    """A function of `20 * blocks` operations, in two scopes for each block; not yet called."""

    @tf.function
    def network(x):
        for i in range(blocks):
            with tf.name_scope(f"stage_{i // 25}"), tf.name_scope(f"block_{i % 25}"):
                y = tf.tanh(x @ tf.eye(8) + float(i))
                z = tf.nn.relu(y * 0.5) - tf.sigmoid(y)
                y = tf.exp(-tf.square(z)) + tf.cos(z) * tf.sin(y)
                x = x + tf.reduce_mean(y * z + tf.abs(y), axis=-1, keepdims=True)
        return x

    return network


def collatz() -> Any:
    """A function with a loop and a branch in it, traced three times."""

    @tf.function
    def steps(n, most):
        count = tf.constant(0)
        while n != 1 and count < most:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            count += 1
        return count

    steps(tf.constant(27), 1000)
    steps(tf.constant(27), 2000)
    steps(tf.constant(27, tf.int64), 2000)
    return steps
