"""Functions of `tf.compat.v1` that have successors."""

from __future__ import annotations

from tests.behaviour.table import product

ROWS = product(
    "of tf.compat.v1: <call>",
    "v1 = tf.compat.v1\nv1.<call>\n",
    call=[
        "div([7, -7], 2)", "div([7.0, -7.0], 2.0)", "div(7, 2.0)", "div(tf.constant(7), tf.constant(2.0))", "div(5, 0)", "div(5.0, 0.0)", "floor_div([7, -7], 2)",
        "arg_max([1.0, 3.0], 0)", "arg_max([[1, 3], [4, 2]], 1, tf.int32)", "arg_min([1.0, 3.0], 0)", "arg_max([1.0], 1)",
        "batch_gather([[1, 2], [3, 4]], [[1], [0]])", "batch_gather([1, 2, 3], [2, 0])", "batch_gather([[1, 2]], [5])",
        "clip_by_average_norm([3.0, 4.0], 1.0)", "clip_by_average_norm([0.3, 0.4], 1.0)", "clip_by_average_norm([0.0], 1.0)", "clip_by_average_norm([[3.0], [4.0]], 0.5)",
        "confusion_matrix([0, 1, 1], [0, 1, 0])", "confusion_matrix([0, 1], [1, 1], 3, tf.float32)", "confusion_matrix([0, 1], [1, 1], weights=[2, 3])", "confusion_matrix([0, 5], [1, 1], 3)",
        "bincount([1, 1, 3])", "bincount([1, 1, 3], [0.5, 1.0, 2.0])", "bincount([1, 1, 3], minlength=6)", "bincount([1, 1, 3], maxlength=2)", "bincount([], dtype=tf.int64)",
        "dimension_at_index(tf.TensorShape([2, None]), 0)", "dimension_at_index(tf.TensorShape([2, None]), 1)", "dimension_at_index(tf.TensorShape(None), 1)", "dimension_at_index(tf.TensorShape([2]), 1)",
        "dimension_value(v1.Dimension(3))", "dimension_value(3)", "no_regularizer(tf.constant(1.0))", "convert_to_tensor_or_indexed_slices([1.0])",
        "convert_to_tensor_or_indexed_slices([1], tf.float32)", "convert_to_tensor_or_indexed_slices(tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])))",
    ],
)  # fmt: skip
