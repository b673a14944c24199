"""`tf.control_dependencies` with functions among its inputs."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf


@pytest.mark.parametrize("traced", [False, True])
def test_functions_are_called_at_once(traced: bool) -> None:
    variable, called = tf.Variable(1), []

    def program() -> Any:
        block = tf.control_dependencies([lambda: called.append(1), lambda: variable.assign_add(2), tf.constant(5)])
        assert called == [1]
        with block:
            return variable.read_value()

    assert int((tf.function(program, autograph=False) if traced else program)()) == 3
    assert called == [1]


@pytest.mark.parametrize("inputs", [None, [], tf.constant([1, 2]), [3, None, "x"], [[print]]])
def test_eagerly_nothing_else_matters(inputs: Any) -> None:
    with tf.control_dependencies(inputs):
        pass


def test_what_a_function_raises_is_raised() -> None:
    with pytest.raises(ZeroDivisionError):
        tf.control_dependencies([lambda: 1 / 0])


def test_wrong_inputs_are_refused() -> None:
    with pytest.raises(TypeError, match="not iterable"):
        tf.control_dependencies(print)  # type: ignore[arg-type]
    with tf.Graph().as_default(), pytest.raises(TypeError, match="Can not convert a function"):
        tf.compat.v1.get_default_graph().control_dependencies([print])
