"""Names of TensorFlow 1."""

import numpy as np

import graphwright as tf


def test_stateless_multinomial() -> None:
    logits = tf.math.log([[0.5, 0.5], [0.1, 0.9]])
    older = tf.compat.v1.random.stateless_multinomial
    found = older(logits, 6, seed=[1, 2])
    assert found.dtype == tf.int64
    # TensorFlow's
    assert found.numpy().tolist() == [[1, 1, 0, 1, 1, 1], [1, 1, 1, 1, 1, 1]]
    narrow = older(logits, 6, [1, 2], tf.int32, name="drawn")
    assert narrow.dtype == tf.int32
    np.testing.assert_array_equal(narrow, found)
