"""`tf.vectorized_map` of functions with lists: without a loop over the rows, each gives what its row gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf

X = tf.constant(np.arange(12.0, dtype=np.float32).reshape(4, 3))
SCALAR = np.zeros(0, np.int32)
ops = tf.raw_ops


def _stack(handle: Any, shape: Any = -1) -> Any:
    return ops.TensorListStack(input_handle=handle, element_shape=shape, element_dtype=tf.float32)


def pushed(row: Any) -> Any:
    handle = ops.EmptyTensorList(element_shape=-1, max_num_elements=-1, element_dtype=tf.float32)
    handle = ops.TensorListPushBack(input_handle=handle, tensor=row)
    return _stack(ops.TensorListPushBack(input_handle=handle, tensor=row * 2.0))


def reserved(row: Any) -> Any:
    handle = ops.TensorListReserve(element_shape=-1, num_elements=2, element_dtype=tf.float32)
    handle = ops.TensorListSetItem(input_handle=handle, index=0, item=row)
    return _stack(ops.TensorListSetItem(input_handle=handle, index=1, item=row * 2.0))


def scattered_into(row: Any) -> Any:
    handle = ops.TensorListReserve(element_shape=SCALAR, num_elements=4, element_dtype=tf.float32)
    handle = ops.TensorListScatterIntoExistingList(input_handle=handle, tensor=row, indices=[2, 0, 1])
    return _stack(ops.TensorListSetItem(input_handle=handle, index=3, item=7.0), SCALAR)


def scattered_the_same(row: Any) -> Any:
    handle = ops.TensorListReserve(element_shape=-1, num_elements=3, element_dtype=tf.float32)
    handle = ops.TensorListScatterIntoExistingList(input_handle=handle, tensor=[5.0, 6.0], indices=[2, 0])
    return _stack(ops.TensorListSetItem(input_handle=handle, index=1, item=row[0])), _stack(handle, SCALAR)


def scattered(row: Any) -> Any:
    made = ops.TensorListScatterV2(tensor=row, indices=[2, 0, 1], element_shape=SCALAR, num_elements=-1)
    return _stack(made)


def joined(row: Any) -> Any:
    handle = ops.TensorListFromTensor(tensor=row, element_shape=-1)
    return _stack(ops.TensorListConcatLists(input_a=handle, input_b=handle, element_dtype=tf.float32))


def array_of_unknown_shapes(row: Any) -> Any:
    array = tf.TensorArray(tf.float32, 0, dynamic_size=True, infer_shape=False)
    for i in range(3):
        array = array.write(i, row[i] * row)
    return array.stack()


def array_scattered(row: Any) -> Any:
    return tf.TensorArray(tf.float32, 4).write(0, row[0]).scatter([1, 2, 3], row).stack()


def grown(row: Any) -> Any:
    found = []
    for v in row:
        found.append((v * v, v * row))
    found.append((row[0], row))
    return tf.add_n([v for v, _ in found]), tf.stack([r for _, r in found], 1)


PROGRAMS: list[Callable[..., Any]] = [
    pushed, reserved, scattered_into, scattered_the_same, scattered, joined, array_of_unknown_shapes, array_scattered,
    grown,
]  # fmt: skip


@pytest.mark.parametrize("open_", [False, True])
@pytest.mark.parametrize("fn", PROGRAMS)
def test_a_list_has_the_elements_of_each_row(fn: Any, open_: bool) -> None:
    signature = [tf.TensorSpec([None, 3])] if open_ else None
    whole = tf.function(lambda x: tf.vectorized_map(fn, x, fallback_to_while_loop=False), input_signature=signature)
    rows = [tf.nest.flatten(fn(X[i])) for i in range(4)]
    for found, expected in zip(tf.nest.flatten(whole(X)), zip(*rows, strict=True), strict=True):
        np.testing.assert_array_equal(found.numpy(), np.stack(expected))


def test_positions_that_differ_from_row_to_row_take_a_loop() -> None:
    def fn(row: Any) -> Any:
        handle = ops.TensorListFromTensor(tensor=tf.zeros([12]), element_shape=SCALAR)
        indices = tf.cast(row, tf.int32)
        return _stack(ops.TensorListScatterIntoExistingList(input_handle=handle, tensor=row, indices=indices), SCALAR)

    with pytest.raises(ValueError, match="'indices' differs"):
        tf.vectorized_map(fn, X, fallback_to_while_loop=False)
    np.testing.assert_array_equal(tf.vectorized_map(fn, X, warn=False), [fn(row) for row in X])


def test_a_check_that_is_the_same_for_every_row_in_a_function() -> None:
    @tf.function
    def f(x: Any, limit: Any) -> Any:
        def fn(row: Any) -> Any:
            tf.debugging.assert_greater(limit, 0)
            return row * 2.0

        return tf.vectorized_map(fn, x)

    np.testing.assert_array_equal(f(X, tf.constant(1)), X * 2.0)
    with pytest.raises(tf.errors.InvalidArgumentError):
        f(X, tf.constant(0))
