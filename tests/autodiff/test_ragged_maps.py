"""Gradients through `map_fn` with ragged results, which loops keep as variants."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

_ROWS = tf.RaggedTensorSpec([None], tf.float32)
_TABLES = tf.RaggedTensorSpec([None, None], tf.float32)
_TEXTS = tf.RaggedTensorSpec([None, None], tf.string)


def _table(v: tf.Tensor) -> tf.RaggedTensor:
    return tf.RaggedTensor.from_row_lengths(tf.repeat(v, 3) * v, [1, 2])


def _of_tables(x: tf.Tensor) -> tf.Tensor:
    return tf.reduce_sum(tf.map_fn(_table, x, fn_output_signature=_TABLES).flat_values)


def _of_rows(x: tf.Tensor) -> tf.Tensor:
    return tf.reduce_sum(tf.map_fn(lambda v: _table(v)[1], x, fn_output_signature=_ROWS).flat_values)


def _of_growing_rows(x: tf.Tensor) -> tf.Tensor:
    rows = tf.map_fn(lambda v: tf.fill([tf.cast(v, tf.int32)], v * v), x, fn_output_signature=_ROWS)
    return tf.reduce_sum(tf.cast(rows, tf.float32).flat_values)


def _used_twice(x: tf.Tensor) -> tf.Tensor:
    tables = tf.map_fn(_table, x, fn_output_signature=_TABLES)
    return tf.reduce_sum(tables.flat_values) + tf.reduce_sum((tables * 2.0).flat_values)


def _beside_texts(x: tf.Tensor) -> tf.Tensor:
    texts = tf.map_fn(
        lambda v: tf.RaggedTensor.from_row_lengths(tf.strings.as_string([v, v]), [2]), x, fn_output_signature=_TEXTS
    )
    return tf.reduce_sum(x * x) + tf.cast(tf.size(texts.flat_values), tf.float32)


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (_of_tables, [6.0, 12.0, 18.0]),
        (_of_rows, [4.0, 8.0, 12.0]),
        (_of_growing_rows, None),
        (_used_twice, [18.0, 36.0, 54.0]),
        (_beside_texts, [2.0, 4.0, 6.0]),
    ],
)
@pytest.mark.parametrize("signature", [None, [tf.TensorSpec([None])]], ids=["known", "open"])
def test_gradients_go_through_ragged_rows(
    function: Callable[[tf.Tensor], tf.Tensor], expected: Any, signature: Any
) -> None:
    def gradient(x: tf.Tensor) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        return tape.gradient(y, x)

    x = tf.constant([1.0, 2.0, 3.0])
    expected = gradient(x) if expected is None else expected
    np.testing.assert_allclose(gradient(x), expected)
    np.testing.assert_allclose(tf.function(gradient, input_signature=signature)(x), expected)
