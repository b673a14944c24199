"""Accumulators of gradients, by reference and by handle, and barriers."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

raw = tf.raw_ops
INVALID = tf.errors.InvalidArgumentError


def test_a_mean_of_the_gradients_of_this_step() -> None:
    handle = raw.ResourceConditionalAccumulator(dtype=tf.float32, shape=[2])
    for step, gradient in ((0, [1.0, 2.0]), (0, [3.0, 6.0])):
        raw.ResourceAccumulatorApplyGradient(handle=handle, local_step=step, gradient=gradient)
    assert int(raw.ResourceAccumulatorNumAccumulated(handle=handle)) == 2
    found = raw.ResourceAccumulatorTakeGradient(handle=handle, num_required=2, dtype=tf.float32)
    assert found.numpy().tolist() == [2.0, 4.0]
    raw.ResourceAccumulatorApplyGradient(handle=handle, local_step=0, gradient=[1.0, 1.0])  # of an earlier step
    assert int(raw.ResourceAccumulatorNumAccumulated(handle=handle)) == 0
    with pytest.raises(INVALID, match=r"expected \(2,\), got \[3\]"):
        raw.ResourceAccumulatorApplyGradient(handle=handle, local_step=1, gradient=[1.0, 1.0, 1.0])
    with pytest.raises(INVALID, match="gradients of float32, not int32"):
        raw.ResourceAccumulatorApplyGradient(handle=handle, local_step=1, gradient=[1, 1])
    with pytest.raises(INVALID, match="num_required must be positive"):
        raw.ResourceAccumulatorTakeGradient(handle=handle, num_required=0, dtype=tf.float32)


def test_a_sum_and_steps_that_are_set() -> None:
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        handle = raw.ConditionalAccumulator(dtype=tf.float32, shape=[2], reduction_type="SUM")

        def apply(step: int) -> None:
            session.run(raw.AccumulatorApplyGradient(handle=handle, local_step=step, gradient=[1.0, 2.0]))

        apply(0)
        session.run(raw.AccumulatorSetGlobalStep(handle=handle, new_global_step=5))
        apply(4)  # dropped
        session.run(raw.AccumulatorSetGlobalStep(handle=handle, new_global_step=3))
        apply(4)
        assert session.run(raw.AccumulatorNumAccumulated(handle=handle)) == 2
        taken = raw.AccumulatorTakeGradient(handle=handle, num_required=1, dtype=tf.float32)
        assert session.run(taken).tolist() == [2.0, 4.0]


def test_rows_are_divided_by_how_many_gradients_have_them() -> None:
    handle = raw.SparseConditionalAccumulator(dtype=tf.float32, shape=[None, 1])

    def apply(rows: Any, values: Any, shape: Any = (4, 1), step: int = 0) -> None:
        raw.SparseAccumulatorApplyGradient(
            handle=handle, local_step=step, gradient_indices=np.array(rows), gradient_values=values,
            gradient_shape=np.array(shape), has_known_shape=True,
        )  # fmt: skip

    apply([0, 2], [[1.0], [3.0]])
    apply([2, 3], [[5.0], [7.0]])
    apply([2], [[5.0]])
    found = raw.SparseAccumulatorTakeGradient(handle=handle, num_required=3, dtype=tf.float32)
    assert found.indices.numpy().tolist() == [0, 2, 3] and found.shape.numpy().tolist() == [-1, 1]
    np.testing.assert_allclose(found.values, [[1], [13 / 3], [7]], rtol=1e-6)
    apply([0], [[1.0]])  # of an earlier step
    assert handle._array.count == 0
    with pytest.raises(INVALID, match=r"expected \(None, 1\)"):
        apply([2], [[5.0, 6.0]], (4, 2), 1)
    with pytest.raises(INVALID, match="one entry per row"):
        apply([2, 3], [[5.0]], (4, 1), 1)


class Bar:
    """The ops on one barrier of a number and a text."""

    def __init__(self) -> None:
        self.handle = raw.Barrier(component_types=[tf.float32, tf.string], shapes=[[], []])

    def insert(self, component: int, keys: Any, values: Any) -> None:
        raw.BarrierInsertMany(handle=self.handle, keys=keys, values=values, component_index=component)

    def take(self, count: int, **arguments: Any) -> Any:
        return raw.BarrierTakeMany(
            handle=self.handle, num_elements=count, component_types=[tf.float32, tf.string], **arguments
        )

    def sizes(self) -> tuple[int, int]:
        ready, incomplete = raw.BarrierReadySize(handle=self.handle), raw.BarrierIncompleteSize(handle=self.handle)
        return int(ready), int(incomplete)


def test_elements_of_a_barrier_are_given_once_they_are_whole() -> None:
    bar = Bar()
    bar.insert(0, ["a", "b"], [1.0, 2.0])
    bar.insert(1, ["b", "c"], ["x", "y"])
    assert bar.sizes() == (1, 2)
    found = bar.take(1)
    assert found.indices.numpy().tolist() == [-(2**63)] and found.keys.numpy().tolist() == [b"b"]
    assert [v.numpy().tolist() for v in found.values] == [[2.0], [b"x"]]
    bar.insert(1, ["a"], ["z"])
    raw.BarrierClose(handle=bar.handle)
    with pytest.raises(tf.errors.CancelledError, match="takes no new keys"):
        bar.insert(1, ["q"], ["z"])
    bar.insert(0, ["c"], [9.0])
    with pytest.raises(tf.errors.OutOfRangeError, match=r"requested 5, total size 2"):
        bar.take(5)
    found = bar.take(5, allow_small_batch=True)
    assert found.indices.numpy().tolist() == [-(2**63), 1 - 2**63] and found.keys.numpy().tolist() == [b"a", b"c"]
    with pytest.raises(tf.errors.OutOfRangeError):
        bar.take(5, allow_small_batch=True)


def test_what_a_barrier_refuses() -> None:
    bar = Bar()
    bar.insert(0, ["a"], [1.0])
    with pytest.raises(INVALID, match="already has a value for component 0"):
        bar.insert(0, ["a"], [1.0])
    with pytest.raises(INVALID, match=r"out of range 2 > num_components \(= 2\)"):
        bar.insert(2, ["a"], [1.0])
    with pytest.raises(INVALID, match="Expected float32"):
        bar.insert(0, ["b"], [1])
    with pytest.raises(INVALID, match="one value for each of 2 keys"):
        bar.insert(0, ["b", "c"], [1.0])
    with pytest.raises(INVALID, match="Shape mismatch in tuple component 0"):
        bar.insert(0, ["b"], [[1.0]])
    with pytest.raises(INVALID, match="that of a barrier"):
        raw.BarrierReadySize(handle=raw.FIFOQueueV2(component_types=[tf.int32]))
    assert bar.sizes() == (0, 1)
