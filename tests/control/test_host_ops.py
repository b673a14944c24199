"""Calls of Python functions from graphs, and the other ops that only the host can do."""

from __future__ import annotations

import gc
import time
import weakref
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import errors

each = pytest.mark.parametrize
BOTH = each("run", [lambda f: f, tf.function(autograph=False)], ids=["eager", "traced"])


# tf.py_function -------------------------------------------------------------------------------------------------


@BOTH
@each(
    "function, expected",
    [
        (lambda x: tf.py_function(lambda v: v + 1, [x], tf.float32), 4.0),
        (lambda x: tf.py_function(lambda v: float(v) * 2, [x], tf.float32), 6.0),
        (lambda x: tf.py_function(lambda v, w: (v, int(w)), [x, 2], [tf.float32, tf.int32]), [3.0, 2]),
        (lambda x: tf.py_function(lambda v: [v], [x], [tf.float32]), [3.0]),
        (lambda x: tf.py_function(lambda: "text", [], tf.string), b"text"),
        (lambda x: tf.py_function(Tout=tf.float32)(lambda v: v * v)(x), 9.0),
        (lambda x: tf.numpy_function(lambda v: v + np.float32(1), [x], tf.float32), 4.0),
        (lambda x: tf.numpy_function(lambda v: 3, [x], tf.int64), 3),
        (lambda x: tf.numpy_function(lambda v: (v, v > 0), [x], [tf.float32, tf.bool]), [3.0, True]),
        (lambda x: tf.numpy_function(lambda v: v * 2, [x], tf.float32, stateful=False), 6.0),
        (lambda x: tf.compat.v1.py_func(lambda v: v, [x], tf.float32), 3.0),
    ],
)
def test_calls(run: Any, function: Any, expected: Any) -> None:
    found = run(function)(tf.constant(3.0))
    values = [v.numpy() for v in found] if isinstance(found, list) else found.numpy()
    assert values == expected


@BOTH
def test_functions_get_what_is_documented(run: Any) -> None:
    seen: list[Any] = []

    def f(x: Any, y: Any) -> Any:
        tf.py_function(lambda *v: seen.append([type(t).__name__ for t in v]), [x, y], [])
        tf.numpy_function(lambda *v: seen.append([type(t).__name__ for t in v]), [x, y], [])
        return x

    run(f)(tf.constant([1.0]), tf.constant(2.0))
    assert seen == [["EagerTensor", "EagerTensor"], ["ndarray", "float32"]]


@BOTH
def test_functions_may_write_to_their_arrays(run: Any) -> None:
    def change(v: Any) -> Any:
        v[0] = 9.0
        return v

    x = tf.constant([1.0, 2.0])
    assert run(lambda x: tf.numpy_function(change, [x], tf.float32))(x).numpy().tolist() == [9.0, 2.0]
    assert x.numpy().tolist() == [1.0, 2.0]


RAISED = [
    (ValueError, errors.InvalidArgumentError),
    (TypeError, errors.InvalidArgumentError),
    (StopIteration, errors.OutOfRangeError),
    (MemoryError, errors.ResourceExhaustedError),
    (NotImplementedError, errors.UnimplementedError),
    (RuntimeError, errors.UnknownError),
    (KeyError, errors.UnknownError),
    (ZeroDivisionError, errors.UnknownError),
    (AssertionError, errors.UnknownError),
    (UnicodeError, errors.InvalidArgumentError),
]


@BOTH
@each("raised, reported", RAISED)
def test_errors_of_the_function(run: Any, raised: Any, reported: Any) -> None:
    def fail(v: Any) -> Any:
        raise raised("boom")

    with pytest.raises(reported) as caught:
        run(lambda: tf.py_function(fail, [1.0], tf.float32))()
    assert type(caught.value) is reported and type(caught.value.__cause__) is raised
    text = str(caught.value)
    assert text.startswith(f"{raised.__name__}: ") and "in fail" in text and "graphwright/control" not in text


def test_errors_of_numpy_functions() -> None:
    def fail(v: Any) -> Any:
        raise ValueError("boom")

    with pytest.raises(ValueError, match=r"^boom$"):
        tf.numpy_function(fail, [1.0], tf.float32)
    with pytest.raises(errors.InvalidArgumentError, match="ValueError: boom") as caught:
        tf.function(lambda: tf.numpy_function(fail, [1.0], tf.float32))()
    assert isinstance(caught.value.__cause__, ValueError)


def test_interrupts_pass() -> None:
    def interrupt(v: Any) -> Any:
        raise KeyboardInterrupt

    for run in (lambda f: f, tf.function):
        with pytest.raises(KeyboardInterrupt):
            run(lambda: tf.py_function(interrupt, [1.0], tf.float32))()


@each(
    "call, message",
    [
        (
            lambda: tf.py_function(lambda v: (v, v), [1.0], [tf.float32]),
            "returns 2 values, but expects to see 1 values",
        ),
        (lambda: tf.py_function(lambda v: None, [1.0], tf.float32), "returns 0 values, but expects to see 1 values"),
        (lambda: tf.py_function(lambda v: 1.5, [1.0], tf.int32), "TypeError: Cannot convert 1.5"),
        (
            lambda: tf.numpy_function(lambda v: v.astype(np.float64), [tf.constant([1.0])], tf.float32),
            "is float64, but expects float32",
        ),
        (
            lambda: tf.numpy_function(lambda v: (v, v), [1.0], tf.float32),
            "returns 2 values, but expects to see 1 values",
        ),
    ],
)
def test_results_that_do_not_fit(call: Any, message: str) -> None:
    with pytest.raises(errors.InvalidArgumentError) as caught:
        tf.function(call)()
    assert message in str(caught.value)


@each(
    "call, message",
    [
        (lambda: tf.py_function(lambda: 1, [], None), "Missing required argument: 'Tout'"),
        (lambda: tf.py_function(lambda: 1, None, tf.float32), "Missing argument `inp`"),
        (lambda: tf.numpy_function(lambda: 1, []), "Missing required argument: 'Tout'"),
        (lambda: tf.numpy_function(lambda: 1, None, tf.float32), "Missing argument `inp`"),
    ],
)
def test_missing_arguments(call: Any, message: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert message in str(caught.value)


def test_calls_happen_in_order_and_every_time() -> None:
    seen: list[int] = []

    @tf.function
    def f(n: Any) -> Any:
        for i in tf.range(n):
            tf.py_function(lambda v: seen.append(int(v)), [i], [])
        return n

    f(tf.constant(3))
    f(tf.constant(2))
    assert seen == [0, 1, 2, 0, 1]


def test_a_call_is_no_longer_in_the_graph_being_built() -> None:
    inner: list[bool] = []

    @tf.function
    def f(x: Any) -> Any:
        return tf.py_function(lambda v: inner.append(tf.executing_eagerly()) or v * 2.0, [x], tf.float32)

    @tf.function
    def g() -> Any:
        with tf.init_scope():
            inner.append(float(f(tf.constant(2.0))) == 4.0)
        return tf.constant(0)

    g()
    assert inner == [True, True]


def test_functions_live_as_long_as_their_graphs() -> None:
    class Called:
        def __call__(self, v: Any) -> Any:
            return v

    def make() -> tuple[Any, Any]:
        called = Called()
        f = tf.function(lambda x: tf.py_function(called, [x], tf.float32))
        f(tf.constant(1.0))
        return f, weakref.ref(called)

    f, alive = make()
    gc.collect()
    assert float(f(tf.constant(2.0))) == 2.0 and alive() is not None
    del f
    gc.collect()
    assert alive() is None


# gradients of calls -----------------------------------------------------------------------------------------------


def cube(x: Any) -> Any:
    return tf.py_function(lambda v: v * v * v, [x], tf.float32)


def two_results(x: Any) -> Any:
    a, b, _ = tf.py_function(lambda v, w, n: (v * w, v + w, n), [x, x * 2, 5], [tf.float32, tf.float32, tf.int32])
    return a * b


def one_result_unused(x: Any) -> Any:
    return tf.py_function(lambda v: (v * v, v * 100.0), [x], [tf.float32, tf.float32])[0]


@each(
    "function, value, gradient",
    [(cube, 27.0, 27.0), (two_results, 162.0, 162.0), (one_result_unused, 9.0, 6.0)],
)
def test_gradients(function: Any, value: float, gradient: float) -> None:
    x = tf.constant(3.0)

    def both(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return y, tape.gradient(y, x)

    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.function(function)(x)
    for found in (both(x), tf.function(both)(x), (y, tape.gradient(y, x))):
        assert [float(v) for v in found] == [value, gradient]


def test_the_function_is_called_once_for_value_and_gradient() -> None:
    calls: list[int] = []
    x = tf.constant(3.0)
    f = tf.function(lambda x: tf.py_function(lambda v: calls.append(1) or v * v, [x], tf.float32))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert float(tape.gradient(y, x)) == 6.0 and calls == [1]


def test_numpy_functions_have_no_gradient() -> None:
    x = tf.constant(3.0)
    for run in (lambda f: f, tf.function):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = run(lambda x: tf.numpy_function(lambda v: v * v, [x], tf.float32))(x)
        assert tape.gradient(y, x) is None


def test_check_numerics_checks_the_gradient_too() -> None:
    x = tf.constant(0.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.sqrt(tf.debugging.check_numerics(x, "values"))
    with pytest.raises(errors.InvalidArgumentError, match="Gradient of: values : Tensor had Inf values"):
        tape.gradient(y, x)


def test_the_clock() -> None:
    f = tf.function(lambda: (tf.timestamp(), tf.timestamp()))
    before = time.time()
    first, second = (float(t) for t in f())
    assert before - 1 <= first <= second <= time.time() + 1
    assert float(f()[0]) > first
