"""Loops of AutoGraph over the rows of ragged tensors."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf


def _rows() -> Any:
    return tf.ragged.constant([[1, 2], [3], []])


def test_for_runs_over_rows_in_the_graph() -> None:
    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
    def squares_of_sums(rows: Any) -> Any:
        total = tf.constant(0)
        for row in rows:
            total += tf.reduce_sum(row) ** 2
        return total

    assert int(squares_of_sums(_rows())) == 18
    assert int(squares_of_sums(tf.ragged.constant([[5]]))) == 25


def test_for_over_rows_can_be_left() -> None:
    @tf.function
    def before_the_first_single(rows: Any) -> Any:
        total = tf.constant(0)
        for row in rows:
            if tf.size(row) == 1:
                break
            total += tf.reduce_sum(row)
        return total

    assert int(before_the_first_single(_rows())) == 3


def test_rows_may_be_ragged_and_numbered() -> None:
    @tf.function
    def weighted(rows: Any) -> Any:
        total = tf.constant(0)
        for i, row in enumerate(rows):
            total += i * tf.reduce_sum(row.flat_values)
        return total

    assert int(weighted(tf.ragged.constant([[[1], [2, 3]], [], [[4]]]))) == 8


def test_gradients_go_through_the_rows() -> None:
    values = tf.constant([1.0, 2.0, 3.0])

    @tf.function
    def sum_of_squares(values: Any) -> Any:
        total = 0.0
        for row in tf.RaggedTensor.from_row_splits(values, [0, 1, 3]):
            total += tf.reduce_sum(row) ** 2
        return total

    with tf.GradientTape() as tape:
        tape.watch(values)
        total = sum_of_squares(values)
    assert tape.gradient(total, values).numpy().tolist() == pytest.approx([2.0, 10.0, 10.0])


def test_gradients_go_through_ragged_results() -> None:
    values = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        squares = tf.map_fn(lambda row: row * row, tf.RaggedTensor.from_row_splits(values, [0, 1, 3])).flat_values
    assert tape.gradient(squares, values).numpy().tolist() == [2.0, 4.0, 6.0]


def test_a_shape_is_an_invariant_of_a_ragged_variable() -> None:
    def grown(rows: Any) -> Any:
        invariants = (tf.TensorShape([]), tf.TensorShape([None, None]))
        step = lambda i, rows: (i + 1, tf.concat([rows, rows], 0))  # noqa: E731
        return tf.while_loop(lambda i, rows: i < 2, step, (0, rows), shape_invariants=invariants)[1]

    found = tf.function(grown, autograph=False)(tf.ragged.constant([[1.0], [2.0, 3.0]]))
    assert found.to_list() == [[1.0], [2.0, 3.0]] * 4
