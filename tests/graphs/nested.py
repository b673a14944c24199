"""What random programs call: functions of their own, gradients of them, recursions, arrays that grow in a loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import graphwright as tf


def called(function: Callable[..., Any], *arguments: Any) -> Any:
    """A function inside the program's."""
    return tf.function(function)(*arguments)


def gradient(function: Callable[..., Any], *arguments: Any) -> Any:
    """By each argument, of all results together."""
    with tf.GradientTape() as tape:
        tape.watch(arguments)
        results = function(*arguments)
    found = tape.gradient(results, arguments, unconnected_gradients="zero")
    return [tf.convert_to_tensor(one) for one in found]  # those of rows that are picked are IndexedSlices


def repeated(step: Callable[[Any], Any], x: Any, count: Any) -> Any:
    """A step done so often, by a function that calls itself."""
    x = tf.convert_to_tensor(x)

    @tf.function(output_signature=tf.TensorSpec(x.shape, x.dtype))
    def descend(x: Any, left: Any) -> Any:
        if left < 1:
            return x
        return step(descend(x, left - 1))

    return descend(x, count)


def repeated_at_once(step: Callable[[Any], Any], x: Any, count: Any) -> Any:
    """The same in Python."""
    for _ in range(int(count)):
        x = step(x)
    return x


def grown(x: Any, count: Any, how: str) -> Any:
    """So many rows of `x`, put in a TensorArray of no size, and what it makes of them."""
    rows = tf.maximum(tf.shape(x)[0], 1)

    def write(i: Any, written: Any) -> Any:
        return i + 1, written.write(i, x[tf.math.floormod(i * 3, rows)])

    empty = tf.TensorArray(x.dtype, 0, dynamic_size=True, infer_shape=False, element_shape=x.shape[1:])
    _, written = tf.while_loop(lambda i, _: i < count, write, (0, empty))
    if how == "gather":
        return written.gather(tf.range(count)[::-1])
    if how == "read":
        return written.read(tf.maximum(count, 1) - 1)
    if how == "size":
        return written.size()
    return written.concat() if how == "concat" else written.stack()
