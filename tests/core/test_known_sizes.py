"""Shapes of results whose sizes are computed: what tracing knows of them is at least what TensorFlow does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

ANY = tf.TensorSpec(None, tf.float32)
X = tf.TensorSpec([None, 3, 4], tf.float32)
N = tf.TensorSpec([], tf.int32)
TWO = tf.TensorSpec([2], tf.int32)

SHAPES = {
    "concat": (lambda x: tf.reshape(x, tf.concat([[-1], tf.shape(x)[1:]], 0)), [X], [None, 3, 4]),
    "concat given": (lambda x, v: tf.reshape(x, tf.concat([v, [4]], 0)), [X, TWO], [None, None, 4]),
    "rank unknown": (lambda x, y: tf.reshape(x, tf.concat([tf.shape(y)[:2], [2, 2]], 0)), [ANY, X], [None, 3, 2, 2]),
    "unstack": (lambda x: tf.reshape(x, tf.stack(tf.unstack(tf.shape(x))[::-1])), [X], [4, 3, None]),
    "shape_n": (lambda x: tf.zeros(tf.raw_ops.ShapeN(input=[x, x])[1]), [X], [None, 3, 4]),
    "repeat": (lambda n: tf.zeros(tf.repeat(n, 3)), [N], [None, None, None]),
    "transpose": (lambda x: tf.transpose(x, tf.range(tf.rank(x) - 1, -1, -1)), [X], [4, 3, None]),
    "roll": (lambda x: tf.transpose(x, tf.roll(tf.range(3), 1, 0)), [X], [4, None, 3]),
    "invert": (lambda x: tf.transpose(x, tf.math.invert_permutation([2, 0, 1])), [X], [3, 4, None]),
    "axis": (lambda x: tf.reduce_sum(x, axis=tf.rank(x) - 1), [X], [None, 3]),
    "join": (lambda x: tf.concat([x, x], tf.rank(x) - 1), [X], [None, 3, 8]),
    "split": (lambda x: tf.split(x, tf.stack([tf.shape(x)[1] - 1, 1]), axis=1)[0], [X], [None, 2, 4]),
    "pad": (lambda x, n: tf.pad(x, [[0, 0], [n, 1], [1, 1]]), [X, N], [None, None, 6]),
    "pad by row": (lambda x, v: tf.pad(x, tf.stack([v, [1, 1], [2, 2]])), [X, TWO], [None, 5, 8]),
}


@pytest.mark.parametrize("name", SHAPES)
def test_static_shape(name: str) -> None:
    f, specs, wanted = SHAPES[name]
    concrete = tf.function(f).get_concrete_function(*specs)
    assert concrete.output_shapes.as_list() == wanted
    arguments: list[Any] = [
        {X: tf.reshape(tf.range(24.0), [2, 3, 4]), ANY: tf.range(24.0), N: tf.constant(2), TWO: tf.constant([2, 3])}[s]
        for s in specs
    ]
    if name == "repeat":
        arguments = [tf.constant(2)]
    np.testing.assert_array_equal(concrete(*arguments), f(*arguments))


def test_what_fails_while_it_is_looked_up_fails_when_it_runs() -> None:
    @tf.function
    def f(x: Any) -> Any:
        return tf.reduce_sum(x, axis=tf.math.floordiv(tf.constant(1), tf.rank(x) - 3))

    concrete = f.get_concrete_function(X)
    with pytest.raises(tf.errors.InvalidArgumentError):
        concrete(tf.ones([1, 3, 4]))


def test_a_long_chain_of_numbers_is_not_followed_for_ever() -> None:
    @tf.function
    def f(x: Any) -> Any:
        n = tf.rank(x) - 3
        for _ in range(3000):
            n = n + n
        return tf.reduce_sum(x, axis=n)

    assert f(tf.ones([2, 3, 4])).shape.as_list() == [3, 4]


MISFITS = {
    "sum": lambda n, x: tf.reduce_sum(tf.broadcast_to(x, tf.stack([n + 3]))),
    "as it is": lambda n, x: tf.broadcast_to(x, tf.stack([n + 3])),
    "in a loop": lambda n, x: tf.while_loop(lambda y: y[0] < 1.0, lambda y: tf.broadcast_to(y, [n]) + 1.0, [x])[0],
    "reshaped": lambda n, x: tf.reshape(x, tf.stack([n + 3])),
    "common": lambda n, x: tf.broadcast_dynamic_shape(tf.shape(x), tf.stack([n + 3])),
}


@pytest.mark.parametrize("options", [{}, {"jit_compile": True}, {"jit_compile": False}], ids=str)
@pytest.mark.parametrize("name", MISFITS)
def test_a_size_that_does_not_fit_when_it_runs(name: str, options: Any) -> None:
    """That the result can only have one shape does not mean that there is a result."""
    f = tf.function(MISFITS[name], input_signature=[N, tf.TensorSpec([4], tf.float32)], **options)
    for size in (0, 5):
        with pytest.raises(tf.errors.InvalidArgumentError):
            f(tf.constant(size), tf.zeros([4]))
