"""tf.custom_gradient, tf.grad_pass_through, tf.recompute_grad and registered gradients, eagerly and in graphs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.gradients import by_tape, check_gradients, staged


@tf.custom_gradient
def ten(x: Any) -> Any:
    """A square whose gradient claims to be ten."""
    return x * x, lambda upstream: upstream * 10.0


@tf.custom_gradient
def sine_squared(a: Any) -> Any:
    """A true gradient that uses what was computed on the way."""
    b = tf.sin(a)
    return b * b, lambda upstream: upstream * 2.0 * b * tf.cos(a)


def gradient(f: Any, *args: Any) -> list[Any]:
    return [None if g is None else float(g) for g in by_tape(f, args)]


@pytest.mark.parametrize("way", [lambda f: f, staged, lambda f: staged(staged(f))], ids=["eager", "traced", "nested"])
@pytest.mark.parametrize(
    ("f", "args", "wanted"),
    [
        (ten, [3.0], [10.0]),
        (lambda x: ten(x) * 2.0 + x, [3.0], [21.0]),
        (lambda x: ten(ten(x)), [3.0], [100.0]),
        (lambda x: ten(x * x), [3.0], [60.0]),
        (tf.custom_gradient(lambda x, y: (x * y, lambda g: (g * 2.0, g * 3.0))), [3.0, 5.0], [2.0, 3.0]),
        (tf.custom_gradient(lambda x, y: (x * y, lambda g: (None, g * 3.0))), [3.0, 5.0], [0.0, 3.0]),
        (tf.custom_gradient(lambda x: ([x, x * 2.0], lambda g, h: g * 5.0 + h * 7.0)), [3.0], [12.0]),
        (lambda x: tf.custom_gradient(lambda a: ((a, a * 2.0), lambda g, h: g * 5.0 + h * 7.0))(x)[1], [3.0], [7.0]),
        (tf.custom_gradient(lambda x: (x, lambda g: g * 4.0)), [3.0], [4.0]),
        (lambda x: tf.custom_gradient(lambda a, k=1.0: (a * 2.0, lambda g: g * k))(x, k=5.0), [3.0], [5.0]),
        (tf.grad_pass_through(lambda x: tf.round(x) * 100.0), [2.4], [1.0]),
        (tf.recompute_grad(lambda x, y: tf.reduce_sum(x * x * y)), [3.0, 5.0], [30.0, 9.0]),
    ],
)
def test_user_defined_gradients(way: Any, f: Any, args: list[float], wanted: list[float]) -> None:
    assert gradient(way(f), *map(tf.constant, args)) == wanted


BY_KEYWORD: dict[str, tuple[Any, list[Any]]] = {
    "the only one": (lambda x, y: ten(x=x), [10.0, 0.0]),
    "the second": (lambda x, y: tf.custom_gradient(lambda a, b: (a * b, lambda g: (2.0, 3.0)))(x, b=y), [2.0, 3.0]),
    "in another order": (
        lambda x, y: tf.custom_gradient(lambda a, b: (a * b, lambda g: (2.0, 3.0)))(b=y, a=x),
        [2.0, 3.0],
    ),
    "keyword-only": (
        lambda x, y: tf.custom_gradient(lambda *, a, b: (a * b, lambda g: (2.0, 3.0)))(b=y, a=x),
        [2.0, 3.0],
    ),
    "any keywords": (
        lambda x, y: tf.custom_gradient(lambda a, **k: (a * k["b"], lambda g: (2.0, 3.0)))(x, b=y),
        [2.0, 3.0],
    ),
    "past a default": (
        lambda x, y: tf.custom_gradient(lambda a, k=1.0, b=None: (a * b, lambda g: (2.0, 3.0)))(x, b=y),
        [2.0, 3.0],
    ),
    "with one for the default": (
        lambda x, y: tf.custom_gradient(lambda a, k=1.0, b=None: (a * b, lambda g: (2.0, None, 3.0)))(x, b=y),
        [2.0, 3.0],
    ),
    "a setting": (lambda x, y: tf.custom_gradient(lambda a, k: (a * k, lambda g: 2.0))(a=x, k=True), [2.0, 0.0]),
    "a tensor left out": (lambda x, y: tf.custom_gradient(lambda a, k: (a * k, lambda g: 2.0))(x, k=y), [2.0, 0.0]),
    "a structure": (
        lambda x, y: tf.custom_gradient(lambda a: (a[0] * a[1], lambda g: [2.0, 3.0]))(a=[x, y]),
        [2.0, 3.0],
    ),
    "passed through": (lambda x, y: tf.grad_pass_through(lambda a, k: tf.round(a) * k)(a=x, k=2.0), [1.0, 0.0]),
    "recomputed": (lambda x, y: tf.recompute_grad(lambda a, b, k: a * a * b)(b=y, a=x, k=True), [30.0, 9.0]),
}


@pytest.mark.parametrize("way", [lambda f: f, staged, lambda f: staged(staged(f))], ids=["eager", "traced", "nested"])
@pytest.mark.parametrize("name", BY_KEYWORD)
def test_arguments_by_keyword_have_gradients(way: Any, name: str) -> None:
    f, wanted = BY_KEYWORD[name]
    assert gradient(way(f), tf.constant(3.0), tf.constant(5.0)) == wanted


@pytest.mark.parametrize("takes", [True, False])
@pytest.mark.parametrize("way", [lambda f: f, staged], ids=["eager", "traced"])
def test_a_variable_by_keyword_has_a_gradient(way: Any, takes: bool) -> None:
    @tf.custom_gradient
    def f(x: Any, v: Any) -> Any:
        if takes:
            return x * v, lambda g, variables: (g * 2.0, [g * 3.0])
        return x * v, lambda g: (g * 2.0, g * 3.0)

    variable = tf.Variable(4.0)
    with tf.GradientTape() as tape:
        y = way(lambda: f(tf.constant(5.0), v=variable))()
    assert float(tape.gradient(y, variable)) == 3.0


@pytest.mark.parametrize("f", [sine_squared, tf.recompute_grad(lambda a: tf.sin(a) ** 2)], ids=["custom", "recompute"])
@pytest.mark.parametrize("place", ["plain", "branch", "loop", "loop in a call"])
def test_higher_orders_and_bodies(f: Any, place: str) -> None:
    def in_loop(x: Any, y: Any) -> Any:
        return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, f(a * y) + x), (0, x))[1]

    inner = staged(in_loop)
    check_gradients(
        {
            "plain": lambda x, y: f(x * y) * x,
            "branch": lambda x, y: tf.cond(tf.reduce_sum(x) > 0, lambda: f(x * y), lambda: x),
            "loop": in_loop,
            "loop in a call": lambda x, y: inner(x, y) * y,
        }[place],
        [1.0, 2.0],
        [0.5, 0.3],
    )


def test_a_gradient_may_use_outer_values() -> None:
    scale = tf.constant(np.full(200, 2.0, np.float32))  # too large to become a constant in a graph

    @staged
    def f(x: Any) -> Any:
        outer = x * 3.0
        inner = tf.custom_gradient(lambda a: (a * a, lambda g: g * outer * tf.reduce_sum(scale)))
        return tf.cond(x > 0, lambda: inner(x), lambda: x)

    assert gradient(f, tf.constant(2.0)) == [6.0 * 400]


def test_variables_get_their_own_gradients() -> None:
    v = tf.Variable(2.0)

    @tf.custom_gradient
    def f(x: Any) -> Any:
        def slope(upstream: Any, variables: Any = None) -> Any:
            assert [id(u) for u in variables] == [id(v)]
            return upstream * 10.0, [upstream * 7.0]

        return x * v, slope

    for way in (lambda g: g, staged):
        with tf.GradientTape() as tape:
            x = tf.constant(3.0)
            tape.watch(x)
            y = way(f)(x) * 2.0
        assert [float(g) for g in tape.gradient(y, [x, v])] == [20.0, 14.0]


def test_recomputing_finds_gradients_of_variables() -> None:
    v = tf.Variable(2.0)
    x = tf.constant(3.0)
    for way in (lambda g: g, staged):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = way(tf.recompute_grad(lambda a: a * a * v * v))(x)
        assert [float(g) for g in tape.gradient(y, [x, v])] == [24.0, 36.0]


def test_recomputing_with_nothing_but_variables_followed() -> None:
    v, w = tf.Variable(2.0), tf.Variable(5.0)
    for way in (lambda g: g, staged, lambda g: staged(staged(g))):
        with tf.GradientTape() as tape:
            y = way(tf.recompute_grad(lambda a: a * a * v * v))(tf.constant(3.0))
        assert [None if g is None else float(g) for g in tape.gradient(y, [v, w])] == [36.0, None]
        assert [u is v for u in tape.watched_variables()] == [True]
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(w)
            y = way(tf.recompute_grad(lambda a: a * v * w))(tf.constant(3.0))
        assert [None if g is None else float(g) for g in tape.gradient(y, [v, w])] == [None, 6.0]


@pytest.mark.parametrize("kind", ["custom", "recompute"])
@pytest.mark.parametrize("place", ["branch", "loop"])
def test_variables_in_bodies(kind: str, place: str) -> None:
    v = tf.Variable(2.0)

    def scaled(a: Any) -> Any:
        return a * v, lambda upstream, variables: (upstream * v, [upstream * a])

    f = tf.custom_gradient(scaled) if kind == "custom" else tf.recompute_grad(lambda a: a * v)

    def body(x: Any) -> Any:
        if place == "branch":
            return tf.cond(x > 0, lambda: f(f(x)), lambda: x)
        return tf.while_loop(lambda i, a: i < 2, lambda i, a: (i + 1, f(a)), (0, x))[1]

    def inside(x: Any) -> Any:
        with tf.GradientTape() as tape:
            y = body(x)
        return tape.gradient(y, v)

    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        y = staged(body)(x)
    assert [float(tape.gradient(y, v)), float(staged(inside)(x))] == [12.0, 12.0]


def test_recomputing_runs_the_function_again_and_only_for_the_gradient() -> None:
    runs: list[int] = []
    f = tf.recompute_grad(lambda a: (runs.append(1), tf.sin(a))[1])
    f(tf.constant(1.0))
    assert len(runs) == 1
    by_tape(f, [tf.constant(1.0)])
    assert len(runs) == 3


def test_methods_and_arguments_that_are_no_tensors() -> None:
    class Scaled:
        @tf.custom_gradient
        def __call__(self, x: Any, mode: str) -> Any:
            return x * 2.0, lambda g: g * len(mode)

    for way in (lambda g: g, staged):
        assert gradient(way(lambda x: Scaled()(x, "abc")), tf.constant(1.0)) == [3.0]


@pytest.mark.parametrize(
    ("f", "error", "message"),
    [
        (lambda x, y: (x * y, lambda g: g), ValueError, "expected to return 2 gradients, but returned 1 instead"),
        (lambda x, y: x * y, TypeError, r"must return \(result, grad_fn\)"),
    ],
)
def test_wrong_functions_are_refused(f: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        gradient(tf.custom_gradient(f), tf.constant(1.0), tf.constant(2.0))


def test_a_gradient_that_takes_no_variables_is_refused() -> None:
    v = tf.Variable(2.0)
    with pytest.raises(TypeError, match="grad_fn must accept keyword argument 'variables', since function uses variab"):
        gradient(tf.custom_gradient(lambda x: (x * v, lambda g: g)), tf.constant(1.0))


def test_registered_gradients() -> None:
    name = "RegisteredInTheTests"

    @tf.RegisterGradient(name)
    def tripled(op: Any, upstream: Any) -> Any:
        assert op.inputs
        return upstream * 3.0

    with pytest.raises(KeyError, match=f"Registering two gradient with name '{name}'"):
        tf.RegisterGradient(name)(tripled)
    with pytest.raises(TypeError, match="op_type must be a string"):
        tf.RegisterGradient(3)  # type: ignore[arg-type]

    @staged
    def f(x: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.identity(x)
            y.op.attrs["_gradient_op_type"] = name
        return tape.gradient(y, x)

    assert float(f(tf.constant(1.0))) == 3.0
