"""Conditions of one element: scalars, or tensors of one element of any shape, also where the size is not known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf


def statement(x: Any) -> Any:
    if x < 5:
        x = x + 1
    return x


def expression(x: Any) -> Any:
    return x + 1 if x < 5 else x


def cond(x: Any) -> Any:
    return tf.cond(x < 5, lambda: x + 1, lambda: x)


def case(x: Any) -> Any:
    return tf.case([(x < 5, lambda: x + 1)], default=lambda: x)


def loop(x: Any) -> Any:
    while x < 2:
        x = x + 1
    return x


def while_loop(x: Any) -> Any:
    return tf.while_loop(lambda v: v < 2, lambda v: (v + 1,), [x])[0]


CONDITIONS = (statement, expression, cond, case, loop, while_loop)
SHAPES: list[list[int | None] | None] = [[], [1], [1, 1], [None], [1, None], None]


@pytest.mark.parametrize("function", CONDITIONS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_one_element_decides(function: Callable[[Any], Any], shape: Any) -> None:
    value = np.ones([1] * len(shape or ()), np.int32)
    staged = tf.function(function, input_signature=[tf.TensorSpec(shape, tf.int32)])
    np.testing.assert_array_equal(staged(value), np.full_like(value, 2), strict=True)


@pytest.mark.parametrize("function", CONDITIONS, ids=lambda f: f.__name__)
def test_more_elements_are_refused_while_tracing(function: Callable[[Any], Any]) -> None:
    with pytest.raises(ValueError, match="scalar"):
        tf.function(function).get_concrete_function(tf.TensorSpec([2], tf.int32))


@pytest.mark.parametrize("function", CONDITIONS, ids=lambda f: f.__name__)
def test_more_elements_are_refused_when_the_program_runs(function: Callable[[Any], Any]) -> None:
    staged = tf.function(function, input_signature=[tf.TensorSpec([None], tf.int32)])
    with pytest.raises(tf.errors.InvalidArgumentError, match="2 values"):
        staged(np.ones(2, np.int32))


def test_a_condition_that_is_no_bool_is_refused() -> None:
    staged = tf.function(lambda x: tf.cond(x, lambda: 1, lambda: 2))
    with pytest.raises(TypeError, match="bool"):
        staged.get_concrete_function(tf.TensorSpec([1], tf.int32))
