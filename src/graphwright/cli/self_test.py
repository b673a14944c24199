"""The self-test of `graphwright doctor`: programs whose results are compared with the reference executor's."""

from __future__ import annotations

import os
import tempfile
import timeit
from collections.abc import Callable
from typing import Any, Final

import numpy as np

import graphwright as tf
from graphwright.base.config import options

_SIZE: Final = 512  # of the product that is timed


def _agree(python_function: Callable[..., Any], *arguments: Any, tolerance: float = 1e-5) -> None:
    """Raise ValueError unless all executors and plain Python give the same results to a relative `tolerance`."""
    expected = [np.asarray(value) for value in tf.nest.flatten(python_function(*arguments))]
    for executor in ("native", "numpy"):
        with options.overridden(executor=executor):
            found = tf.nest.flatten(tf.function(python_function)(*arguments))
        for value, reference in zip(found, expected, strict=True):
            error = np.max(np.abs(value - reference) / (1.0 + np.abs(reference)), initial=0.0)
            if not error <= tolerance:
                raise ValueError(f"{executor} differs from plain Python by {error:.3g}")


def _numbers(*shape: int) -> Any:
    return tf.constant(np.random.default_rng(0).standard_normal(shape).astype(np.float32))


def _elementwise() -> str:
    _agree(lambda x: tf.tanh(x) * tf.exp(-x * x) + tf.math.erf(x), _numbers(1000, 17))
    _agree(lambda x: tf.nn.softmax(x) + tf.reduce_mean(x, axis=0), _numbers(33, 65))
    return "loops and reductions agree"


def _products() -> str:
    x = _numbers(_SIZE, _SIZE)
    _agree(lambda a: tf.matmul(a, a, transpose_b=True), _numbers(130, 70), tolerance=1e-4)
    _agree(lambda a, f: tf.nn.conv2d(a, f, 1, "SAME"), _numbers(2, 17, 17, 8), _numbers(3, 3, 8, 16), tolerance=1e-4)
    product = tf.function(lambda a: tf.matmul(a, a))
    product(x)
    seconds = min(timeit.repeat(lambda: product(x), number=5, repeat=5)) / 5
    return f"products and convolutions agree; a product of {_SIZE} runs at {2 * _SIZE**3 / seconds / 1e9:.0f} GFLOP/s"


def _collatz(start: Any) -> Any:
    """How many steps lead from `start` to 1; by `tf.while_loop`: AutoGraph does not convert this package's code."""

    def step(n: Any, steps: Any) -> Any:
        return tf.cond(n % 2 == 0, lambda: n // 2, lambda: 3 * n + 1), steps + 1

    return tf.while_loop(lambda n, steps: n > 1, step, (start, tf.constant(0)))[1]


def _control_flow() -> str:
    _agree(_collatz, tf.constant(27))
    return "loops and branches agree"


def _gradients() -> str:
    def slope(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.sin(x) * x**2)
        return tape.gradient(y, x)

    _agree(slope, _numbers(40))
    return "gradients agree"


def _state() -> str:
    count = tf.Variable(0.0)
    step = tf.function(lambda by: count.assign_add(by))
    for _ in range(10):
        step(tf.constant(0.5))
    if float(count.numpy()) != 5.0:
        raise ValueError(f"ten additions of 0.5 gave {count.numpy()}")
    with tempfile.TemporaryDirectory() as folder:
        path = tf.train.Checkpoint(count=count).save(os.path.join(folder, "state"))
        count.assign(0.0)
        tf.train.Checkpoint(count=count).restore(path)
    if float(count.numpy()) != 5.0:
        raise ValueError(f"a checkpoint of 5.0 restored {count.numpy()}")
    return "variables and checkpoints agree"


def _calls() -> str:
    add = tf.function(lambda a, b: a + b)
    a = b = tf.ones([2, 2])
    add(a, b)
    seconds = min(timeit.repeat(lambda: add(a, b), number=2000, repeat=5)) / 2000
    return f"a call of `a + b` takes {seconds * 1e9:.0f} ns"


#: Each check returns what to report, and raises where a result is wrong.
CHECKS: Final[dict[str, Callable[[], str]]] = {
    "elementwise": _elementwise,
    "products": _products,
    "control flow": _control_flow,
    "gradients": _gradients,
    "state": _state,
    "calls": _calls,
}
