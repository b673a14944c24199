"""Weights that a program finds packed: never those of another array, and never at the cost of an update in place."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.runtime.native.jit import jit
from graphwright.runtime.native.runtime import capi

pytestmark = pytest.mark.executors
Array = np.ndarray[Any, Any]


def _random(*shape: int, seed: int = 0, dtype: str = "float32") -> Array:
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def _dense(w: tf.Variable) -> Callable[[Any], Any]:
    return lambda x: tf.matmul(x, w)


def _stacked(w: tf.Variable) -> Callable[[Any], Any]:
    return lambda x: tf.nn.relu(tf.matmul(tf.reshape(x, [4, -1, w.shape[0]]), w) + 1.0)


def _loop(w: tf.Variable) -> Callable[[Any], Any]:
    def f(x: Any) -> Any:
        total = tf.zeros([x.shape[0], w.shape[1]])
        for _ in tf.range(3):
            total = total + tf.matmul(x, w)
        return total

    return f


@pytest.mark.parametrize("program", [_dense, _stacked, _loop])
@pytest.mark.parametrize("unknown", [False, True])
def test_results_follow_the_variable(program: Callable[[tf.Variable], Any], unknown: bool) -> None:
    w = tf.Variable(_random(200, 300))
    x = tf.constant(_random(96, 200, seed=1))
    rows = None if unknown and program is not _loop else 96
    f = tf.function(program(w), input_signature=[tf.TensorSpec([rows, 200])])
    for update in range(3):
        expected = program(w)(x).numpy()
        for _ in range(4):
            np.testing.assert_allclose(f(x), expected, rtol=1e-4, atol=1e-3)
        if update == 0:
            w.assign(_random(200, 300, seed=2))
        else:
            w.assign_add(tf.ones([200, 300]))


_WAYS_TO_READ = {
    "transposed": lambda x, w: tf.matmul(x[:, : w.shape[1]], w, transpose_b=True),
    "both ways": lambda x, w: tf.matmul(tf.nn.relu(tf.matmul(x[:, : w.shape[0]], w)), w, transpose_b=True),
    "by a view": lambda x, w: tf.matmul(tf.matmul(x[:, : w.shape[0]], w), tf.transpose(w)),
    "a part of the columns": lambda x, w: (
        tf.matmul(x[:, : w.shape[0]], w) + tf.reduce_sum(tf.matmul(x[:, : w.shape[0]], w[:, :144]))
    ),
    "a part of the rows": lambda x, w: tf.matmul(x[:, : w.shape[0]], w) + tf.matmul(x[:, :150], w[:150]),
    "reshaped": lambda x, w: tf.matmul(tf.matmul(x[:, : w.shape[0]], w), tf.reshape(w, w.shape[::-1])),
}


@pytest.mark.parametrize("way", list(_WAYS_TO_READ))
@pytest.mark.parametrize("shape", [(500, 528), (512, 257), (300, 520)])
def test_weights_that_products_read_in_several_ways(way: str, shape: tuple[int, int]) -> None:
    w = tf.Variable(_random(*shape) / 20)
    x = tf.constant(_random(64, 528, seed=1))
    expected = _WAYS_TO_READ[way](x, w).numpy()
    f = tf.function(lambda x: _WAYS_TO_READ[way](x, w))
    for _ in range(5):
        np.testing.assert_allclose(f(x), expected, rtol=1e-4, atol=1e-3)


def test_filters_are_packed_too() -> None:
    for size in (1, 3):
        filters = tf.Variable(_random(size, size, 128, 200))
        x = tf.constant(_random(1, 7, 7, 128, seed=1))
        f = tf.function(lambda x, filters=filters: tf.nn.conv2d(x, filters, 1, "SAME"))
        for seed in range(2):
            expected = tf.nn.conv2d(x, filters, 1, "SAME").numpy()
            for _ in range(4):
                np.testing.assert_allclose(f(x), expected, rtol=1e-4, atol=2e-3)
            filters.assign(_random(size, size, 128, 200, seed=seed))


def test_few_and_many_rows_in_turn() -> None:
    w = tf.Variable(_random(200, 300))
    f = tf.function(lambda x: tf.matmul(x, w), input_signature=[tf.TensorSpec([None, 200])])
    for rows in (1, 49, 49, 1000, 49, 3, 256, 257, 24, 23):
        x = _random(rows, 200, seed=rows)
        np.testing.assert_allclose(f(x), x @ w.numpy(), rtol=1e-4, atol=1e-3)


def test_a_program_that_trains_updates_in_place() -> None:
    w = tf.Variable(_random(200, 300))
    x = tf.constant(_random(64, 200, seed=1))

    @tf.function
    def step(x: tf.Tensor) -> tf.Tensor:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, w)))
        w.assign_sub(0.1 * tape.gradient(loss, w))
        return loss

    step(x)
    place = w._state.array.ctypes.data
    losses = [float(step(x)) for _ in range(5)]
    assert losses == sorted(losses, reverse=True)
    if options.executor == "native" and jit.available() and capi.layout_ok():  # the others replace the arrays
        assert w._state.array.ctypes.data == place


def test_arrays_end_with_the_program() -> None:
    w = tf.Variable(_random(200, 300))
    f = tf.function(_dense(w))
    for _ in range(4):
        f(tf.ones([64, 200]))
    array = weakref.ref(w._state.array)
    w.assign(tf.zeros([200, 300]))
    assert float(tf.reduce_max(f(tf.ones([64, 200])))) == 0.0
    gc.collect()
    assert array() is None, "the array of before is held after a call that found another"
    array = weakref.ref(w._state.array)
    del f, w
    gc.collect()
    assert array() is None


def test_calls_in_several_threads_while_the_variable_changes() -> None:
    values = [_random(128, 256, seed=seed) for seed in range(3)]
    w = tf.Variable(values[0])
    x = _random(64, 128, seed=9)
    f = tf.function(lambda x: tf.matmul(x, w))
    expected = [x @ value for value in values]
    wrong: list[float] = []
    f(x)

    def call() -> None:
        for _ in range(150):
            found = f(x).numpy()
            wrong.append(min(float(np.abs(found - each).max()) for each in expected))

    threads = [threading.Thread(target=call) for _ in range(3)]
    for thread in threads:
        thread.start()
    for turn in range(60):
        w.assign(values[turn % 3])
    for thread in threads:
        thread.join()
    assert len(wrong) == 450 and max(wrong) < 1e-3
