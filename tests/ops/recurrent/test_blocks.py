"""Blocks of LSTM steps against the cell, shorter sequences, and the gradient against finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

_RANDOM = np.random.default_rng(3)
_STEPS, _BATCH, _INPUTS, _CELLS = 4, 2, 3, 2


def _inputs() -> dict[str, Any]:
    sizes = {
        "x": (_STEPS, _BATCH, _INPUTS), "cs_prev": (_BATCH, _CELLS), "h_prev": (_BATCH, _CELLS),
        "w": (_INPUTS + _CELLS, 4 * _CELLS), "wci": (_CELLS,), "wcf": (_CELLS,), "wco": (_CELLS,), "b": (4 * _CELLS,),
    }  # fmt: skip
    return {n: tf.constant(_RANDOM.normal(size=dims), tf.float32) for n, dims in sizes.items()}


def test_a_block_is_its_cell_step_by_step() -> None:
    inputs = _inputs()
    block = tf.raw_ops.BlockLSTM(seq_len_max=_STEPS, use_peephole=True, **inputs)
    cell = dict(inputs)
    for t in range(_STEPS):
        step = tf.raw_ops.LSTMBlockCell(**{**cell, "x": inputs["x"][t]}, use_peephole=True)
        for whole, part in zip(block, step, strict=True):
            np.testing.assert_array_equal(whole[t], part)
        cell |= {"cs_prev": step.cs, "h_prev": step.h}


@pytest.mark.parametrize("op", [tf.raw_ops.BlockLSTM, tf.raw_ops.BlockLSTMV2])
def test_steps_after_the_length_are_zero(op: Any) -> None:
    inputs = _inputs()
    short = op(seq_len_max=2, **{**inputs, "x": inputs["x"][:2]})
    for whole, part in zip(op(seq_len_max=2, **inputs), short, strict=True):
        np.testing.assert_array_equal(whole[:2], part)
        assert not np.any(whole[2:])


@pytest.mark.parametrize("op", [tf.raw_ops.BlockLSTM, tf.raw_ops.BlockLSTMV2])
def test_gradient(op: Any) -> None:
    """Along a direction, against the difference of two values (single precision is all that the op takes)."""
    inputs, along = _inputs(), _inputs()

    def value(moved: dict[str, Any]) -> Any:
        return tf.reduce_sum(op(seq_len_max=_STEPS, use_peephole=True, cell_clip=0.0, **moved).h ** 2)

    with tf.GradientTape() as tape:
        tape.watch(inputs)
        result = value(inputs)
    found = sum(float(tf.reduce_sum(g * along[n])) for n, g in tape.gradient(result, inputs).items())
    ends = [float(value({n: v + s * along[n] for n, v in inputs.items()})) for s in (0.005, -0.005)]
    assert found == pytest.approx((ends[0] - ends[1]) / 0.01, rel=2e-2)
