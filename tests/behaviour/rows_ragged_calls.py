"""Slices of ragged tensors, and public functions that repeat, divide and drop their rows, eager and in a function."""

from __future__ import annotations

from tests.behaviour.table import product

_CALLS = [
    "r[:, ::-1]", "r[:, ::2]", "r[:, -1::-1]", "r[:, 1::-2]", "r[:, -2:]", "r[:, :-1]", "r[:, 5:0:-1]", "r[:, -9:9]", "r[:, :-5:-1]", "r[:, 2:1]",
    "r[..., 0:1]", "r[tf.newaxis]", "r[tf.newaxis, 1:]", "r[:, tf.newaxis]", "r[:, tf.newaxis, :]", "rr[..., :1]", "rr[:, ::2]", "rr[:, :, ::-1]",
    "rr[:, ..., ::-1]", "rr[:, :, tf.newaxis]", "rm[..., 1]", "rm[:, ::-1, 0]", "rm[..., tf.newaxis]", "rm[:, :, ::-1]",
    "tf.tile(r, [2, 1])", "tf.tile(r, [1, 3])", "tf.tile(r, [2, 2])", "tf.tile(rr, [2, 1, 2])", "tf.tile(rr, [1, 2, 1])", "tf.tile(rm, [1, 2, 2])",
    "tf.tile(r, [1, 0])", "tf.tile(r, [0, 1])", "tf.tile(r, tf.constant([2, 1], tf.int64))", "tf.tile(r, [2])",
    "tf.split(r, 3)", "tf.split(r, [1, 2])", "tf.split(r, 1, axis=1)", "tf.split(r, 2)", "tf.split(r, [1, 1])", "tf.split(rm, 3)",
    "tf.squeeze(rr[:1], 0)", "tf.squeeze(tf.expand_dims(r, 1), [1])", "tf.squeeze(tf.expand_dims(r, 0), [0])",
    "tf.squeeze(tf.expand_dims(tf.expand_dims(r, 0), 0), [0, 1])", "tf.squeeze(tf.expand_dims(rm, 1), 1)", "tf.squeeze(rm[:, :, 1:], -1)",
    "tf.squeeze(r, 0)", "tf.squeeze(r, 1)", "tf.squeeze(r, 5)", "tf.squeeze(r)",
    "tf.math.unsorted_segment_sum(r, i, 3)", "tf.math.unsorted_segment_max(r, i, 2)", "tf.math.unsorted_segment_min(r, i, 2)",
    "tf.math.unsorted_segment_mean(r, i, 2)", "tf.math.unsorted_segment_prod(r, i, 2)", "tf.math.unsorted_segment_sqrt_n(r, i, 2)",
    "tf.math.unsorted_segment_sum(r, i[:2], 2)", "tf.debugging.assert_type(r, tf.float32)", "tf.debugging.assert_type(r, tf.int32)",
    "tf.gather(r[::2], [1, 0], axis=1)", "tf.gather(r[::2], [[1], [0]], batch_dims=1)", "tf.gather(r, tf.ragged.constant([[2, 2], [], [0]]), batch_dims=1)",
    "tf.gather(r, [0], axis=1)", "tf.gather(rr[::2], 0, axis=1)", "tf.gather(rr[::2], [0, 1], axis=1)", "tf.gather(rr[::2], [[0, 1], [2, 0]], batch_dims=1)",
    "tf.gather(rm[:1], [1, 0], axis=1)", "tf.gather(r[::2], [2], axis=1)", "tf.gather(r[::2], [[-1], [0]], batch_dims=1)",
]  # fmt: skip
ROWS = product(
    "<call>",
    """
    r, i = tf.ragged.constant([[1.0, 2.0, 3.0], [], [4.0, 5.0]]), tf.ragged.constant([[0, 1, 0], [], [1, 0]])
    rr, rm = tf.ragged.constant([[[1, 2], [3]], [], [[4], [], [5, 6, 7]]]), tf.ragged.constant([[[1, 2], [3, 4]], [], [[5, 6]]], ragged_rank=1)
    <call>
    tf.function(lambda r, i, rr, rm: <call>)(r, i, rr, rm)
    """,
    call=_CALLS,
)
ON_PURPOSE = {
    "tf.tile(r, [2])": "A ValueError says how many numbers are needed; in TensorFlow an index is out of range.",
    "tf.gather(r, [0], axis=1)": "An index outside of its row is an error; TensorFlow takes the value of another row.",
}
