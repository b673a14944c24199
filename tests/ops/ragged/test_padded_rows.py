"""Ragged tensors of open sizes to dense ones, in compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import Array, floats
from tests.support.open_programs import check

pytest.importorskip("llvmlite")


def ends(*lengths: int, dtype: Any = np.int64) -> Array:
    return np.cumsum([0, *lengths]).astype(dtype)


def padded(shape: Any = None, default: Any = None) -> Any:
    def dense(values: Any, *splits: Any) -> Any:
        ragged = tf.RaggedTensor.from_nested_row_splits(values, splits, validate=False)
        return ragged.to_tensor(default, shape=shape)

    return dense


ROWS = [(floats(5), ends(2, 0, 3)), (floats(0), ends(0, 0)), (floats(0), ends()), (floats(70), ends(64, 1, 5))]
LEVELS = [
    (floats(5, 2), ends(2, 0, 1), ends(2, 0, 3)), (floats(0, 2), ends(0, 0), ends()), (floats(1, 0), ends(1), ends(1)),
]  # fmt: skip
BAD = [(floats(5), ends(2, 0, 2)), (floats(5), ends(2, 4, -1)), (floats(5), ends(2, 0, 3) + 1)]


@pytest.mark.parametrize("dtype", ["float32", "bool", "complex128", "int8"])
def test_rows(dtype: str) -> None:
    taken = [(values.astype(dtype), splits) for values, splits in ROWS]
    check(padded(), taken, [(values.astype(dtype), splits) for values, splits in BAD])


@pytest.mark.parametrize(("shape", "default"), [([None, 2], 7.0), ([2, 9], None), ([None, 0], None)])
def test_rows_of_a_size_that_is_asked_for(shape: Any, default: Any) -> None:
    check(padded(shape, default), [(values, splits.astype(np.int32)) for values, splits in ROWS], [])


def test_levels_and_rows_of_rows() -> None:
    check(padded(default=-1.0), LEVELS, [])
    check(lambda values, *splits: padded(default=values[0] * 2)(values, *splits), LEVELS[::2], [])


def test_gradients() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None]), tf.TensorSpec([])])
    def gradients(values: Any, default: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch([values, default])
            rows = tf.RaggedTensor.from_row_lengths(values, [2, 0, 3]).to_tensor(default, shape=[None, 2])
            loss = tf.reduce_sum(rows * [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
        return tape.gradient(loss, [values, default])

    of_values, of_default = gradients(tf.zeros([5]), 0.0)
    assert of_values.numpy().tolist() == [1, 2, 5, 6, 0]
    assert float(of_default) == 7
