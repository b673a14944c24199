"""Ops that compare open sizes when the program runs: they compute what they do with known sizes, or raise the error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import Array, floats
from tests.support.open_programs import Inputs, check

pytest.importorskip("llvmlite")


def ints(*rows: Any, dtype: str = "int32") -> Array:
    return np.array(rows, dtype)


Case = tuple[Callable[..., Any], list[Inputs], list[Inputs]]
SCATTERS: dict[str, Case] = {
    "update": (
        lambda x, at, u: tf.tensor_scatter_nd_update(x, at, u),
        [(floats(4, 3), ints([1], [3]), floats(2, 3)), (floats(1, 1), ints([0]), floats(1, 1)),
         (floats(4, 3), np.zeros((0, 1), np.int32), floats(0, 3)), (floats(4, 0), ints([1]), floats(1, 0)),
         (floats(4, 70), ints([1], [3]), floats(2, 70))],
        [(floats(4, 3), ints([1], [3]), floats(2, 4)), (floats(4, 3), ints([1], [3]), floats(3, 3)),
         (floats(4, 3), ints([1, 1]), floats(1, 3)), (floats(4, 3), ints([1], [4]), floats(2, 3)),
         (floats(4, 3), ints([1], [3]), floats(1, 3)), (floats(4, 3), ints([1], [3]), floats(2, 1))],
    ),
    "add elements": (
        lambda x, at, u: tf.tensor_scatter_nd_add(x, at, u),
        [(floats(4, 3), ints([1, 0], [1, 0], [3, 2]), floats(3))],
        [(floats(4, 3), ints([1, 0], [3, 3]), floats(2)), (floats(4, 3), ints([1, 0]), floats(2)),
         (floats(4, 3), ints([1]), floats(1))],
    ),
    "scatter_nd": (
        lambda at, u: tf.scatter_nd(at, u, [5, 2]),
        [(ints([1], [3], [1]), floats(3, 2)), (np.zeros((0, 1), np.int32), floats(0, 2))],
        [(ints([1], [3]), floats(3, 2)), (ints([1], [3]), floats(2, 3)), (ints([5]), floats(1, 2))],
    ),
    "scatter_nd of computed sizes": (
        lambda at, u, n: tf.scatter_nd(at, u, [n[0], n[1]]),
        [(ints([1], [3], [1]), floats(3, 2), ints(5, 2)), (ints([0]), floats(1, 0), ints(1, 0))],
        [(ints([1], [3]), floats(2, 3), ints(5, 2)), (ints([1], [3]), floats(2, 3), ints(-5, 3))],
    ),
    "segments": (
        lambda x, at: [tf.math.unsorted_segment_sum(x, at, 4), tf.math.unsorted_segment_max(x * 2.0, at, 4),
                       tf.math.unsorted_segment_mean(x, at, 4)],
        [(floats(3, 5), ints(1, 3, 1)), (floats(3, 5), ints(-1, 0, 0)), (floats(0, 5), np.zeros(0, np.int32)),
         (floats(2, 0), ints(1, 1)), (floats(1, 1), ints(2))],
        [(floats(3, 5), ints(1, 3)), (floats(1, 5), ints(1, 3)), (floats(2, 5), ints(1, 4))],
    ),
    "several segments of a row": (
        lambda x, at: tf.math.unsorted_segment_prod(x, at, 3),
        [(floats(2, 3), ints([0, 1, 2], [2, 2, -1]))],
        [(floats(2, 3), ints([0, 1], [2, 2])), (floats(2, 3), ints([0, 1, 2]))],
    ),
}  # fmt: skip
"""Functions, and inputs that they take and refuse."""


@pytest.mark.parametrize("name", SCATTERS)
def test_scatters(name: str) -> None:
    check(*SCATTERS[name])


def test_rows_of_variables() -> None:
    table = tf.Variable(floats(6, 3))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([None, None])])
    def add(at: Any, rows: Any) -> None:
        tf.raw_ops.ResourceScatterAdd(resource=table.handle, indices=at, updates=rows)

    before = table.numpy().copy()
    add(ints(1, 4, 1), np.ones((3, 3), np.float32))
    np.testing.assert_array_equal(table.numpy()[:, 0] - before[:, 0], [0, 2, 0, 0, 1, 0])
    assert add.explain().traces[0].host_calls == ()
    kept = table.numpy().copy()
    with pytest.raises(tf.errors.InvalidArgumentError) as eager:
        tf.raw_ops.ResourceScatterAdd(resource=table.handle, indices=ints(1, 4), updates=floats(3, 3))
    with pytest.raises(tf.errors.InvalidArgumentError) as found:
        add(ints(1, 4), floats(3, 3))
    assert str(found.value).splitlines()[0] == str(eager.value).splitlines()[0].split(" [Op:")[0]
    assert "test_ops_of_open_sizes.py" in str(found.value)
    np.testing.assert_array_equal(table, kept)
