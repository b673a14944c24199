"""No tensor shares memory with anything that a user can write to, nor with what a variable is updated in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

pytestmark = [pytest.mark.executors, pytest.mark.filterwarnings("ignore:.*tf.function retracing.*:UserWarning")]

SHAPE = (6, 8)


def numbers(seed: int) -> Any:
    return np.random.default_rng(seed).standard_normal(SHAPE).astype(np.float32)


class Sources:
    """What a function gives parts of: an argument, a constant, a variable, and an array that its user still has."""

    def __init__(self) -> None:
        self.argument, self.given = numbers(0), numbers(1)
        self.constant = tf.constant(self.given)
        self.variable = tf.Variable(numbers(2))
        self.kept: list[Any] = []  # arrays that a user's function was given, and gave

    def keep(self, array: Any) -> Any:
        self.kept.append(array)
        return array

    def changed(self, array: Any) -> Any:
        array = np.asarray(array)
        if array.flags.writeable:
            array += 1.0
        return self.keep(array)

    def write(self) -> None:
        """All that a user can write to becomes other."""
        for array in (self.argument, self.given, *self.kept):
            if array.flags.writeable:
                array[...] = -99.0
        self.variable.assign_add(tf.fill(self.variable.shape, 1000.0))
        update = tf.function(lambda: self.variable.assign_add(self.variable * 0.5))
        for _ in range(3):
            update()


def zero_rounds(x: Any) -> Any:
    return tf.while_loop(lambda i, y: i < 0, lambda i, y: (i + 1, y * 2.0), [0, x])[1]


def listed(x: Any) -> Any:
    items = tf.TensorArray(tf.float32, size=2).write(0, x).write(1, x)
    return items.read(0), items.read(1), items.stack()


def by_row(x: Any) -> Any:
    return tf.TensorArray(tf.float32, size=x.shape[0]).unstack(x).read(1)


@tf.function
def inner(x: Any) -> Any:
    return x, x[1:]


ANY: dict[str, Callable[[Sources, Any], Any]] = {
    "itself": lambda s, x: x,
    "the same twice": lambda s, x: (x, x),
    "identity": lambda s, x: tf.identity(x),
    "stop_gradient": lambda s, x: tf.stop_gradient(x),
    "reshape": lambda s, x: tf.reshape(x, [-1]),
    "expand and squeeze": lambda s, x: tf.squeeze(tf.expand_dims(x, 0), 0),
    "rows": lambda s, x: x[1:],
    "every other column": lambda s, x: x[:, ::2],
    "a row": lambda s, x: x[2],
    "transpose": lambda s, x: tf.transpose(x),
    "broadcast": lambda s, x: tf.broadcast_to(x[:1], SHAPE),
    "parts": lambda s, x: tf.split(x, 2),
    "unstack": lambda s, x: tf.unstack(x),
    "the whole box": lambda s, x: tf.pad(x, [[0, 0], [0, 0]]),
    "concat of one": lambda s, x: tf.concat([x], 0),
    "tile once": lambda s, x: tf.tile(x, [1, 1]),
    "cast to itself": lambda s, x: tf.cast(x, tf.float32),
    "bits": lambda s, x: tf.bitcast(x, tf.int32),
    "branch": lambda s, x: tf.cond(tf.reduce_sum(x) < 1e9, lambda: x, lambda: x * 2.0),
    "no rounds": lambda s, x: zero_rounds(x),
    "called": lambda s, x: inner(x),
    "list": lambda s, x: listed(x),
    "list of rows": lambda s, x: by_row(x),
    "identity_n": lambda s, x: tf.identity_n([x, x]),
    "a user's function": lambda s, x: tf.numpy_function(s.keep, [x], tf.float32),
    "a user's function that writes": lambda s, x: (tf.numpy_function(s.changed, [x], tf.float32), x),
    "a user's function of tensors": lambda s, x: tf.py_function(lambda t: s.keep(t.numpy()), [x], tf.float32),
}

FROM: dict[str, Callable[[Sources, Any], Any]] = {
    "argument": lambda s, x: x,
    "constant": lambda s, x: s.constant,
    "variable": lambda s, x: s.variable.read_value(),
    "converted variable": lambda s, x: tf.convert_to_tensor(s.variable),
    "before an update": lambda s, x: _before_update(s.variable),
}


def _before_update(variable: Any) -> Any:
    before = variable.read_value()
    variable.assign_add(tf.ones_like(before))
    return before


def views(tensor: Any) -> list[Any]:
    """What a user gets of a tensor that may be its memory."""
    return [tensor.numpy(), np.asarray(tensor), np.from_dlpack(tensor)]


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize("source", FROM)
@pytest.mark.parametrize("way", ANY)
def test_results_keep_their_values(way: str, source: str, staged: bool) -> None:
    sources = Sources()
    function = lambda x: ANY[way](sources, FROM[source](sources, x))  # noqa: E731
    called = tf.function(function, autograph=False) if staged else lambda x: function(tf.convert_to_tensor(x))
    results = tf.nest.flatten(called(sources.argument))
    before = [r.numpy().copy() for r in results]
    sources.write()
    if staged:
        called(numbers(7))
    for result, wanted in zip(results, before, strict=True):
        np.testing.assert_array_equal(result.numpy(), wanted)
    for result in results:  # what one of them shows is not another's, and not its own
        for seen in views(result):
            if seen.flags.writeable:
                seen[...] = 77
    for result, wanted in zip(results, before, strict=True):
        np.testing.assert_array_equal(result.numpy(), wanted)
    np.testing.assert_array_equal(sources.constant.numpy(), numbers(1))


GIVEN: dict[str, Callable[[Any], Any]] = {
    "made of an array": lambda array: tf.Variable(array),
    "assigned an array": lambda array: _assigned(array),
    "assigned a tensor": lambda array: _assigned(tf.constant(array)),
    "assigned in a function": lambda array: _assigned_in_function(array),
    "assigned another's value": lambda array: _assigned(tf.Variable(array)),
}


def _assigned(value: Any) -> Any:
    variable = tf.Variable(tf.zeros(SHAPE))
    variable.assign(value)
    return variable


def _assigned_in_function(value: Any) -> Any:
    variable = tf.Variable(tf.zeros(SHAPE))
    tf.function(lambda x: variable.assign(x))(value)
    return variable


@pytest.mark.parametrize("way", GIVEN)
def test_a_variable_has_its_value_for_itself(way: str) -> None:
    array = numbers(3)
    variable = GIVEN[way](array)
    array[...] = -1.0
    for seen in views(tf.convert_to_tensor(variable)):
        if seen.flags.writeable:
            seen[...] = 77
    variable.numpy()[...] = 78.0
    np.testing.assert_array_equal(variable.numpy(), numbers(3))


def test_what_is_assigned_is_not_written_to() -> None:
    tensor = tf.constant(numbers(3))
    first, second = tf.Variable(tf.zeros(SHAPE)), tf.Variable(tf.zeros(SHAPE))

    @tf.function
    def share(x: Any) -> None:
        first.assign(x)
        second.assign(first)

    @tf.function
    def update() -> None:
        first.assign_add(tf.ones(SHAPE))

    share(tensor)
    for _ in range(3):
        update()
    np.testing.assert_array_equal(tensor.numpy(), numbers(3))
    np.testing.assert_array_equal(second.numpy(), numbers(3))
    np.testing.assert_array_equal(first.numpy(), numbers(3) + 1.0 + 1.0 + 1.0)
