"""tf.cond, case, switch_case and while_loop: eagerly and in functions, nested structures, what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base import nest

each = pytest.mark.parametrize
BOTH = each("run", [lambda f: f, tf.function], ids=["eager", "traced"])


def shown(value: Any) -> Any:
    return nest.map_structure(lambda t: np.asarray(t).tolist(), value)


def numbered(i: Any) -> Any:
    return tf.switch_case(i, {0: lambda: i * 10, 1: lambda: i + 5, 2: lambda: -i})


def with_default(i: Any) -> Any:
    return tf.switch_case(i, [lambda: i * 10, lambda: i + 5], default=lambda: i * 0 - 1)


def first_true(x: Any) -> Any:
    return tf.case([(x > 10, lambda: x), (x > 3, lambda: x * 2)], default=lambda: -x)


def without_default(x: Any) -> Any:
    return tf.case([(x > 10, lambda: x), (x > 3, lambda: x * 2)])


def structured(x: Any) -> Any:
    return tf.cond(x > 3, lambda: {"a": (x, x + 1), "b": [x * 2]}, lambda: {"a": (-x, x), "b": [x * 3]})


def powers(x: Any) -> Any:
    def body(i: Any, state: Any) -> Any:
        return i + 1, {"p": state["p"] * 2, "q": (state["q"][0] + i,)}

    return tf.while_loop(lambda i, state: i < x, body, (tf.constant(0), {"p": tf.constant(1), "q": (tf.constant(0),)}))


def bounded(x: Any) -> Any:
    return tf.while_loop(lambda i: i < 100, lambda i: (i + x,), [tf.constant(0)], maximum_iterations=3)[0]


def growing(x: Any) -> Any:
    loop = tf.while_loop(
        lambda i, y: i < x,
        lambda i, y: (i + 1, tf.concat([y, [i]], 0)),
        [tf.constant(0), tf.constant([7])],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
    )
    return loop[1]


@BOTH
@each(
    "function, argument, expected",
    [
        *((numbered, i, v) for i, v in ((0, 0), (1, 6), (2, -2), (7, -7), (-1, 1))),
        *((with_default, i, v) for i, v in ((0, 0), (1, 6), (2, -1), (-3, -1))),
        *((first_true, x, v) for x, v in ((11, 11), (5, 10), (1, -1))),
        *((without_default, x, v) for x, v in ((11, 11), (5, 10))),
        (structured, 4, {"a": (4, 5), "b": [8]}),
        (structured, 1, {"a": (-1, 1), "b": [3]}),
        (powers, 4, (4, {"p": 16, "q": (6,)})),
        (powers, 0, (0, {"p": 1, "q": (0,)})),
        (bounded, 2, 6),
        (growing, 3, [7, 0, 1, 2]),
        (growing, 0, [7]),
    ],
)
def test_functional_forms(run: Callable[..., Any], function: Any, argument: int, expected: Any) -> None:
    assert shown(run(function)(tf.constant(argument))) == expected


@BOTH
def test_a_case_that_nothing_fits(run: Callable[..., Any]) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError):
        run(without_default)(tf.constant(1))


@each(
    "function, error",
    [
        (lambda x: tf.cond(x > 0, lambda: x, lambda: (x, x)), TypeError),
        (lambda x: tf.cond(x > 0, lambda: x, lambda: 1.5), TypeError),
        (lambda x: tf.cond(x > 0, x, lambda: x), TypeError),
        (lambda x: tf.switch_case(x, []), ValueError),
        (lambda x: tf.switch_case(x, {0: lambda: x, 2: lambda: x}), ValueError),
        (lambda x: tf.switch_case(tf.cast(x, tf.float32), [lambda: x]), TypeError),
        (lambda x: tf.switch_case(x, [lambda: x, 3]), TypeError),
        (lambda x: tf.case([]), ValueError),
        (lambda x: tf.while_loop(lambda i: i < x, lambda i: (i + 1, i), [tf.constant(0)]), ValueError),
        (lambda x: tf.while_loop(3, lambda i: i, [tf.constant(0)]), TypeError),
        (lambda x: tf.while_loop(lambda i: i < x, lambda i: i + 1, []), ValueError),
    ],
)
def test_what_is_refused(function: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        tf.function(function)(tf.constant(1))


def test_gradients_go_through_the_branch_that_ran() -> None:
    @tf.function
    def slope(x: Any, i: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.switch_case(i, [lambda: x * x, lambda: tf.sin(x), lambda: 3.0 * x])
        return tape.gradient(y, x)

    found = [float(slope(tf.constant(2.0), tf.constant(i))) for i in range(3)]
    np.testing.assert_allclose(found, [4.0, np.cos(2.0), 3.0], rtol=1e-6)
