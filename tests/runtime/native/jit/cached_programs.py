"""A process of `test_native_cache`: runs programs of every kind, compiled or only loaded, and prints the results."""

from __future__ import annotations

import sys
import time
from typing import Any

import graphwright as tf
from graphwright.functions.calls import specializations
from graphwright.runtime.native.jit import jit


def refuse(*args: Any, **kwargs: Any) -> bytes:
    raise AssertionError("compiled, although it is in the cache")


weights = tf.Variable(tf.ones([3, 4]))


@tf.function
def mixed(x: Any, rounds: Any) -> Any:
    with tf.GradientTape() as tape:
        y = tf.nn.softmax(tf.matmul(x, weights, transpose_b=True))
        loss = tf.reduce_mean(tf.math.log(y + 0.5) * tf.sin(y))
    weights.assign_sub(tape.gradient(loss, weights))
    rows = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    for i in tf.range(rounds):
        if loss > 1.0:
            x = x * 0.5
        else:
            x = x + tf.cast(i, tf.float32)
        rows = rows.write(i, tf.reduce_sum(x, 0))
    tf.debugging.assert_less(x, 1e6)
    image, kernel = x[None, :, :, None], tf.reshape(weights[:2, :3], [2, 3, 1, 1])
    return loss, rows.stack(), tf.sort(x), tf.gather(x, [1, 0]), tf.nn.conv2d(image, kernel, 1, "SAME")


@tf.function(input_signature=[tf.TensorSpec([], tf.int32)])
def factorial(n: Any) -> Any:
    return tf.constant(1) if n <= 1 else n * product_below(n)


@tf.function(input_signature=[tf.TensorSpec([], tf.int32)], output_signature=tf.TensorSpec([], tf.int32))
def product_below(n: Any) -> Any:
    if n <= 2:
        return tf.constant(1)
    return (n - 1) * product_below(n - 1)


@tf.function(input_signature=[tf.TensorSpec([None, None], tf.float64)])
def of_any_size(x: Any) -> Any:
    return tf.cumsum(x - tf.reduce_max(x, axis=1, keepdims=True), axis=1)


def call_with_sizes_that_return() -> None:
    """Until these sizes have a program of their own, which a background thread compiles."""
    specializations._SHARE = 1e9
    sizes = specializations.specializations(of_any_size.get_concrete_function().graph)
    for _ in range(20):
        of_any_size(tf.ones([4, 5], tf.float64))
    end = time.monotonic() + 60
    while not list(sizes.programs()):
        assert sizes._compiling and time.monotonic() < end
        time.sleep(0.001)


def main(mode: str) -> None:
    if mode == "warm":
        jit.emit_object = refuse
    call_with_sizes_that_return()
    for _ in range(2):
        results = [*mixed(tf.reshape(tf.range(20.0), [5, 4]), tf.constant(3))]
        results += [factorial(tf.constant(6)), *(of_any_size(tf.ones([n, n + 1], tf.float64)) for n in (2, 4))]
        for result in results:
            print(result.numpy().tobytes().hex())


if __name__ == "__main__":
    main(sys.argv[1])
