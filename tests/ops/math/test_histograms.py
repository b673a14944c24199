"""Confusion matrices and histograms, with TensorFlow's answers and errors."""

from __future__ import annotations

import pytest

import graphwright as tf

VALUES = [-1.0, 0.0, 1.5, 2.0, 5.0, 15.0]


def test_confusion_matrix() -> None:
    found = tf.math.confusion_matrix([1, 2, 4], [2, 2, 4], weights=[1.0, 2.0, 3.0], dtype=tf.float32)
    assert found.dtype is tf.float32
    assert found.numpy().tolist() == [[0] * 5, [0, 0, 1, 0, 0], [0, 0, 2, 0, 0], [0] * 5, [0, 0, 0, 0, 3]]
    assert tf.math.confusion_matrix([[1], [2]], [2, 2], num_classes=4).numpy().sum(0).tolist() == [0, 0, 2, 0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="`labels` out of bound"):
        tf.math.confusion_matrix([1, 2, 4], [2, 2, 4], num_classes=3)
    with pytest.raises(tf.errors.InvalidArgumentError, match="`labels` contains negative values"):
        tf.math.confusion_matrix([-1], [1])


def test_histograms() -> None:
    assert tf.histogram_fixed_width(VALUES, [0.0, 5.0], nbins=5).numpy().tolist() == [2, 1, 1, 0, 2]
    assert tf.histogram_fixed_width_bins(VALUES, [0.0, 5.0], nbins=5).numpy().tolist() == [0, 0, 1, 2, 4, 4]
    traced = tf.function(tf.histogram_fixed_width)
    assert traced(tf.constant(VALUES), tf.constant([0.0, 5.0]), 5, tf.int64).dtype is tf.int64
    with pytest.raises(tf.errors.InvalidArgumentError, match="nbins should be a positive number, but got '-1'"):
        tf.histogram_fixed_width(VALUES, [0.0, 5.0], nbins=-1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="value_range"):
        tf.histogram_fixed_width(VALUES, [5.0, 0.0])
