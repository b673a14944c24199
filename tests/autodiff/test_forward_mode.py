"""tf.autodiff.ForwardAccumulator: eagerly, in and through functions, nested with itself and with tapes; its errors."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.gradients import by_tape, staged

pytestmark = pytest.mark.thorough

each = pytest.mark.parametrize
Accumulator = tf.autodiff.ForwardAccumulator

X, V = [1.2, 0.4, -0.7], [0.5, -1.0, 2.0]


def vector(values: Any = X) -> Any:
    return tf.constant(np.array(values, np.float64))


def loop(x: Any, rounds: Any = 3) -> Any:
    return tf.while_loop(lambda i, a: i < rounds, lambda i, a: (i + 1, tf.sin(a) * x), (tf.constant(0), x))[1]


@tf.custom_gradient
def square(x: Any) -> Any:
    return x * x, lambda upstream: upstream * 2.0 * x


def rows(x: Any) -> Any:
    found = tf.TensorArray(tf.float64, 2).write(0, x * x).write(1, tf.sin(x))
    return found.stack()


FORMS: dict[str, Callable[[Any], Any]] = {
    "ops": lambda x: tf.sin(x) * tf.reduce_sum(x),
    "stopped in part": lambda x: tf.stop_gradient(x) * x,
    "gathered": lambda x: tf.gather(x, [0, 0, 2]) * x,
    "matrix product": lambda x: tf.linalg.matvec(tf.ones([2, 3], tf.float64), x * x),
    "branches": lambda x: tf.cond(tf.reduce_sum(x) > 0, lambda: x * x, lambda: x),
    "switch": lambda x: tf.switch_case(tf.constant(1), [lambda: x, lambda: tf.exp(x)]),
    "loop": loop,
    "loop of no rounds": lambda x: loop(x, tf.constant(0)) * x,
    "call": lambda x: staged(lambda a: a * tf.exp(a))(x),
    "custom gradient": square,
    "recomputed": tf.recompute_grad(lambda x: tf.sin(x) * x),
    "rows in a list": rows,
    "map": lambda x: tf.map_fn(lambda a: a * a, x),
}


def pushed(f: Callable[[Any], Any], x: Any, v: Any) -> Any:
    with Accumulator(x, v) as accumulator:
        y = f(x)
    return accumulator.jvp(y)


def difference(f: Callable[[Any], Any], x: Any, v: Any, step: float = 1e-6) -> Any:
    return (f(x + step * v).numpy() - f(x - step * v).numpy()) / (2 * step)


@each("way", ["eager", "through a function", "in a function"])
@each("name", [n for n in FORMS if n != "stopped in part"])
def test_products_are_those_of_differences(name: str, way: str) -> None:
    f, x, v = FORMS[name], vector(), vector(V)
    found = {
        "eager": lambda: pushed(f, x, v),
        "through a function": lambda: pushed(staged(f), x, v),
        "in a function": lambda: staged(lambda a, b: pushed(f, a, b))(x, v),
    }[way]()
    np.testing.assert_allclose(found.numpy(), difference(f, x, v), rtol=1e-6, atol=1e-8)


def test_host_calls_are_pushed_through_eagerly_and_say_so_elsewhere() -> None:
    def f(x: Any) -> Any:
        return tf.py_function(lambda a: a * a, [x], tf.float64)

    assert pushed(f, vector([1.0, 2.0]), vector([1.0, 0.5])).numpy().tolist() == [2.0, 2.0]
    with pytest.raises(LookupError, match="py_function is not recorded here: it has no second derivative"):
        pushed(staged(f), vector(), vector(V))


@each("way", [lambda f: f, staged], ids=["eager", "traced"])
def test_what_is_stopped_does_not_move(way: Any) -> None:
    x, v = vector(), vector(V)
    assert pushed(way(FORMS["stopped in part"]), x, v).numpy().tolist() == (x * v).numpy().tolist()
    assert pushed(way(lambda a: tf.stop_gradient(a * a)), x, v) is None


@each("name", ["ops", "branches", "loop", "call", "custom gradient", "map"])
def test_products_with_second_derivatives(name: str) -> None:
    """Forward over reverse, reverse over forward and forward over forward agree with differences of the gradient."""
    f, x, v = staged(FORMS[name]), vector(), vector(V)

    def slope(a: Any) -> Any:
        return by_tape(f, [a])[0]

    def reverse_over_forward(a: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(a)
            moved = pushed(f, a, v)
        return tape.gradient(moved, a)

    wanted = difference(slope, x, v)
    for way in (lambda a: pushed(slope, a, v), reverse_over_forward, staged(lambda a: pushed(slope, a, v))):
        np.testing.assert_allclose(way(x).numpy(), wanted, rtol=1e-6, atol=1e-8)
    twice = pushed(lambda a: pushed(f, a, v), x, v).numpy()
    np.testing.assert_allclose(np.sum(twice), np.sum(wanted * V), rtol=1e-6)


def test_third_derivatives() -> None:
    def move(f: Any) -> Any:
        return lambda x: pushed(f, x, tf.constant(1.0))

    def power(x: Any) -> Any:
        return tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a * x), (0, 1.0))[1]

    x = tf.constant(2.0)
    for f in (lambda x: x**4, staged(power)):
        assert float(move(move(move(f)))(x)) == 48.0
        with Accumulator(x, tf.constant(1.0)) as outer:
            slope = by_tape(move(f), [x])[0]
        assert float(outer.jvp(slope)) == 48.0


@each("way", [lambda f: f, staged], ids=["eager", "traced"])
def test_variables_move(way: Any) -> None:
    v = tf.Variable(2.0)
    f = way(lambda x: v * v * x)
    with Accumulator(v, tf.constant(3.0)) as accumulator:
        y = f(tf.constant(1.0))
        v.assign(v * 2.0)
        z = f(tf.constant(1.0))
    assert [float(m) for m in accumulator.jvp([y, z, v])] == [12.0, 24.0, 3.0]


@each("size", [1, 1000])
def test_a_tensor_that_a_function_captured_moves(size: int) -> None:
    x = tf.constant(np.ones(size, np.float32))
    f = staged(lambda y: tf.reduce_sum(x) * y)
    with Accumulator(x, tf.ones([size])) as accumulator:
        y = f(tf.constant(3.0))
    assert float(accumulator.jvp(y)) == 3.0 * size


def test_structures_and_unconnected_results() -> None:
    x, y, z = tf.constant(2.0), tf.constant(3.0), tf.constant([1.0, 1.0])
    with Accumulator([x, {"a": y}], [tf.constant(1.0), {"a": tf.constant(2.0)}]) as accumulator:
        results = {"p": x * y, "q": (x, z * 2.0, tf.cast(x, tf.int32))}
    moved = accumulator.jvp(results)
    assert (float(moved["p"]), float(moved["q"][0]), moved["q"][1:]) == (7.0, 1.0, (None, None))
    for choice in ("zero", tf.UnconnectedGradients.ZERO):
        zeros = accumulator.jvp(results, unconnected_gradients=choice)["q"]
        assert zeros[1].numpy().tolist() == [0.0, 0.0]
        assert (zeros[2].dtype, int(zeros[2])) == (tf.int32, 0)


def test_recording_begins_and_ends_with_the_block() -> None:
    x = tf.constant(1.0)
    accumulator = Accumulator(x, tf.constant(1.0))
    accumulator.__exit__(None, None, None)  # nothing to end
    assert float(accumulator.jvp(x)) == 1.0
    with accumulator:
        y = x * x
        assert float(accumulator.jvp(y)) == 2.0
        with pytest.raises(ValueError, match="already recording"), accumulator:
            pass
    assert accumulator.jvp(y * x) is None
    with accumulator:
        z = y * x
    assert float(accumulator.jvp(z)) == 3.0
    with pytest.raises(ZeroDivisionError), accumulator:
        raise ZeroDivisionError
    assert accumulator.jvp(x * y) is None


def test_in_a_loop_of_a_function() -> None:
    @tf.function
    def f(x: Any, v: Any) -> Any:
        total = tf.zeros_like(x)
        for i in tf.range(3):
            with tf.autodiff.ForwardAccumulator(x, v) as accumulator:
                y = x * x * tf.cast(i, tf.float32)
            total += accumulator.jvp(y)
        return total

    assert float(f(tf.constant(2.0), tf.constant(1.0))) == 12.0


def test_a_tangent_takes_dtype_and_shape_of_its_primal() -> None:
    x = tf.constant([1.0, 2.0])
    assert pushed(lambda a: a * a, x, 1.0).numpy().tolist() == [2.0, 4.0]
    assert pushed(lambda a: tf.linalg.matvec(tf.ones([1, 2]), a), x, tf.constant([1.0])).numpy().tolist() == [2.0]


def test_integer_primals_have_no_tangent_and_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    x = tf.constant([1, 2])
    with caplog.at_level(logging.WARNING, "graphwright"), Accumulator(x, x) as accumulator:
        y = x * x
    assert [r.getMessage() for r in caplog.records] == [
        "The dtype of the watched primal must be floating (e.g. tf.float32), got tf.int32"
    ]
    assert accumulator.jvp(y) is None
    assert accumulator.jvp(y, unconnected_gradients="zero").numpy().tolist() == [0, 0]


ONE, TWO, DOUBLE = tf.constant(1.0), tf.constant([1.0, 2.0]), tf.constant([1.0, 2.0], tf.float64)


@each(
    ("primals", "tangents", "error", "message"),
    [
        ([ONE, TWO], [ONE], ValueError, "structure"),
        (TWO, [1.0, 2.0], ValueError, "structure"),
        (TWO, DOUBLE, ValueError, "requested dtype float32 for Tensor with dtype float64"),
        (TWO, tf.zeros([3]), ValueError, r"A tangent of shape \(3,\) does not fit a primal of shape \(2,\)"),
        (TWO, tf.zeros([2, 2]), ValueError, r"A tangent of shape \(2, 2\) does not fit"),
        ([ONE, ONE], [ONE, ONE], ValueError, "a primal multiple times"),
        (2.0, 1.0, TypeError, "A primal of ForwardAccumulator must be a tensor or a variable, not 2.0 of type float"),
        (None, None, TypeError, "not None of type NoneType"),
    ],
)
def test_wrong_primals_and_tangents(primals: Any, tangents: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Accumulator(primals, tangents)


@each(
    ("ask", "error", "message"),
    [
        (lambda a: a.jvp(3.0), TypeError, "A target of ForwardAccumulator must be a tensor or a variable, not 3.0"),
        (lambda a: a.jvp([ONE, None]), TypeError, "not None of type NoneType"),
        (lambda a: a.jvp(ONE, unconnected_gradients="no"), ValueError, "unconnected_gradients: 'no'"),
    ],
)
def test_wrong_questions(ask: Any, error: type[Exception], message: str) -> None:
    with Accumulator(ONE, ONE) as accumulator:
        pass
    with pytest.raises(error, match=message):
        ask(accumulator)
