"""Functions of TensorFlow 1 in functions of TensorFlow 2: what programs write that were moved from one to the other."""

from __future__ import annotations

from typing import Any

import numpy as np

import graphwright as tf

v1: Any = tf.compat.v1


def test_assignments_and_python_run_in_a_loop() -> None:
    variable, seen, traced = tf.Variable(0), [], []

    @tf.function
    def f(x: Any) -> None:
        for i in x:
            v1.assign(variable, i)
            v1.py_func(lambda i: seen.append(int(i)), [i], [])
            traced.append(i)

    f(tf.constant([1, 2, 3]))
    assert (variable.numpy(), seen, len(traced)) == (3, [1, 2, 3], 1)


def test_a_count_is_added_as_a_float() -> None:
    count = tf.Variable(0)

    @tf.function
    def f(x: Any) -> Any:
        count.assign_add(1)
        return x + v1.to_float(count)

    assert [float(f(1.0)) for _ in range(2)] == [2.0, 3.0]
    assert int(count) == 2


def test_initializers_are_functions_of_a_shape() -> None:
    weights = tf.Variable(v1.glorot_uniform_initializer()((10, 10)))
    assert weights.shape == (10, 10)
    assert np.abs(weights.numpy()).max() <= np.sqrt(6 / 20)


def test_a_graph_with_a_session_gives_what_the_function_gives() -> None:
    def outer(x: Any, y: Any, b: Any) -> Any:
        return tf.matmul(x, y) + b

    arrays = [np.array([[1.0, 2.0]], np.float32), np.array([[2.0], [3.0]], np.float32), np.float32(4.0)]
    with tf.Graph().as_default(), v1.Session() as session:
        inputs = [v1.placeholder(tf.float32, np.shape(a)) for a in arrays]
        result = session.run(outer(*inputs), dict(zip(inputs, arrays, strict=True)))
    np.testing.assert_array_equal(result, tf.function(outer)(*arrays))
    np.testing.assert_array_equal(result, [[12.0]])


def test_a_branch_of_a_graph_is_what_a_function_makes_of_an_if() -> None:
    @tf.function
    def converted(x: Any) -> Any:
        return x if x > 0 else tf.constant(0)

    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.int32, [])
        relu = v1.cond(tf.greater(x, 0), lambda: x, lambda: tf.constant(0))
        found = [session.run(relu, {x: value}) for value in (1, -1)]
    assert found == [int(converted(tf.constant(value))) for value in (1, -1)] == [1, 0]


def test_a_loop_of_a_graph_is_what_a_function_makes_of_a_while() -> None:
    @tf.function
    def converted(x: Any) -> Any:
        while tf.reduce_sum(x) > 1:
            x = tf.tanh(x)
        return x

    start = np.array([0.9, 0.8, 0.7], np.float32)
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.float32, [3])
        loop = v1.while_loop(lambda x: tf.reduce_sum(x) > 1, tf.tanh, [x])
        found = session.run(loop, {x: start})
    np.testing.assert_allclose(np.reshape(found, [3]), converted(tf.constant(start)), rtol=1e-6)
