"""Crosses by raw ops: TensorFlow gave these hashes."""

from typing import Any

import pytest

import graphwright as tf

_MATRIX = {
    "indices": [tf.constant([[0, 0], [1, 0], [1, 1]], tf.int64)],
    "values": [tf.constant(["a", "b", "c"])],
    "shapes": [tf.constant([2, 2], tf.int64)],
}
_NONE: dict[str, Any] = {"indices": [], "values": [], "shapes": []}
_TEXTS = tf.constant([["d"], ["e"]])


def hashed(dense: Any, buckets: int, strong: bool, salt: Any, sparse: dict[str, Any] = _NONE) -> Any:
    return tf.raw_ops.SparseCrossHashed(
        dense_inputs=dense,
        num_buckets=tf.constant(buckets, tf.int64),
        strong_hash=strong,
        salt=tf.constant(salt, tf.int64),
        **sparse,
    )


@pytest.mark.parametrize(
    ("buckets", "strong", "expected"),
    [
        (100, False, [7, 33, 94]),
        (100, True, [97, 37, 77]),
        (0, True, [1577398072502919097, 8281243990716547330, 927795765700801270]),
    ],
)
def test_salted_hashes(buckets: int, strong: bool, expected: list[int]) -> None:
    found = hashed([_TEXTS], buckets, strong, [1, 2], _MATRIX)
    assert found.output_indices.numpy().tolist() == [[0, 0], [1, 0], [1, 1]]
    assert found.output_values.numpy().tolist() == expected
    assert found.output_shape.numpy().tolist() == [2, 2]


def test_numbers_and_texts() -> None:
    dense = [tf.constant([["d", "x"], ["e", "y"]]), tf.constant([[1], [2]], tf.int64)]
    assert hashed(dense, 1000, False, [0, 0]).output_values.numpy().tolist() == [112, 438, 504, 913]
    # TensorFlow's process dies
    with pytest.raises(tf.errors.InvalidArgumentError, match="texts"):
        hashed(dense, 1000, True, [0, 0])
