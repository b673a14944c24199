"""Concurrent calls that run as one."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import graphwright as tf


def in_threads(function: Any, arguments: list[Any]) -> list[Any]:
    """The results of calls that are made at the same time."""
    results: list[Any] = [None] * len(arguments)
    ready = threading.Barrier(len(arguments))

    def call(i: int) -> None:
        ready.wait()
        try:
            results[i] = function(arguments[i])
        except Exception as error:
            results[i] = error

    threads = [threading.Thread(target=call, args=(i,)) for i in range(len(arguments))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_calls_run_together() -> None:
    sizes: list[int] = []

    @tf.nondifferentiable_batch_function(1, max_batch_size=4, batch_timeout_micros=20_000_000)
    def doubled(x: Any) -> Any:
        tf.numpy_function(lambda n: sizes.append(int(n)), [tf.shape(x)[0]], [])
        return x * 2

    found = in_threads(doubled, [tf.constant([float(i)]) for i in range(4)])
    assert [float(x[0]) for x in found] == [0.0, 2.0, 4.0, 6.0]
    assert sizes == [4]


def test_batches_are_filled_up() -> None:
    shapes: list[Any] = []

    @tf.nondifferentiable_batch_function(1, 8, 1000, allowed_batch_sizes=[4, 8])
    def rows(x: Any) -> Any:
        shapes.append(x.shape.as_list())
        return x, tf.reduce_sum(x, 1)

    whole, sums = rows(tf.ones([3, 2]))
    assert whole.shape == [3, 2] and sums.numpy().tolist() == [2, 2, 2]
    assert shapes == [[4, 2]]


def test_large_calls_run_in_parts() -> None:
    plain = tf.nondifferentiable_batch_function(1, 2, 1000)(lambda x: x + 1)
    assert plain(tf.range(5)).numpy().tolist() == [1, 2, 3, 4, 5]
    whole = tf.nondifferentiable_batch_function(1, 2, 1000, enable_large_batch_splitting=False)(lambda x: x + 1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Task size 5 is larger than maximum"):
        whole(tf.range(5))


def test_errors_reach_every_call() -> None:
    @tf.nondifferentiable_batch_function(1, max_batch_size=2, batch_timeout_micros=20_000_000)
    def checked(x: Any) -> Any:
        return tf.debugging.check_numerics(x, "in a batch")

    found = in_threads(checked, [tf.constant([1.0]), tf.constant([float("nan")])])
    assert all(isinstance(error, tf.errors.InvalidArgumentError) for error in found)


def test_wrong_arguments() -> None:
    with pytest.raises(ValueError, match=r"must grow up to max_batch_size=8"):
        tf.nondifferentiable_batch_function(1, 8, 1, allowed_batch_sizes=[2, 4])
    add = tf.nondifferentiable_batch_function(1, 8, 1)(lambda x, y: x + y)
    with pytest.raises(tf.errors.InvalidArgumentError, match="same first dimension"):
        add(tf.ones([2]), tf.ones([3]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="same first dimension"):
        add(1.0, 2.0)
