"""`tf.repeat` with numbers that no memory has room for."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf


@pytest.mark.parametrize("repeats", [1 << 40, tf.constant(1 << 40, tf.int64)], ids=["number", "tensor"])
def test_numbers_of_repeats_take_64_bits(repeats: Any) -> None:
    traced = tf.function(lambda x: tf.repeat(x, repeats, axis=0))
    assert traced.get_concrete_function(tf.TensorSpec([2, 3])).output_shapes == (2 << 40, 3)
    assert traced.get_concrete_function(tf.TensorSpec([None, 3])).output_shapes.as_list() == [None, 3]


def test_a_result_without_room_is_refused() -> None:
    with pytest.raises(tf.errors.ResourceExhaustedError):
        tf.repeat([1.0, 2.0], [1 << 40, 1])
    with pytest.raises(tf.errors.ResourceExhaustedError):
        tf.function(lambda x: tf.repeat(x, 1 << 40, axis=0))(tf.zeros([2, 3]))
