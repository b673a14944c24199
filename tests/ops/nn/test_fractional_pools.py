"""Fractional pools: the windows that are drawn, and the pool of them."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import graphwright as tf

_IMAGE = np.random.default_rng(5).normal(size=(2, 11, 9, 3))
_RATIO = [1.0, 1.6, 2.3, 1.0]


def _by_hand(rows: Any, columns: Any, overlapping: bool, reduce: Any) -> Any:
    more = int(overlapping)
    return np.array(
        [
            [reduce(_IMAGE[:, a : b + more, c : d + more], (1, 2)) for c, d in itertools.pairwise(columns)]
            for a, b in itertools.pairwise(rows)
        ]
    ).transpose(2, 0, 1, 3)


@pytest.mark.parametrize("overlapping", [True, False])
@pytest.mark.parametrize("pseudo_random", [True, False])
@pytest.mark.parametrize(("op", "reduce"), [("FractionalMaxPool", np.max), ("FractionalAvgPool", np.mean)])
def test_a_pool_is_that_of_its_windows(op: str, reduce: Any, pseudo_random: bool, overlapping: bool) -> None:
    output, rows, columns = getattr(tf.raw_ops, op)(
        value=_IMAGE, pooling_ratio=_RATIO, pseudo_random=pseudo_random, overlapping=overlapping, seed=1, seed2=2
    )
    assert output.shape == [2, int(11 / 1.6), int(9 / 2.3), 3]
    for borders, size in ((rows.numpy(), 11), (columns.numpy(), 9)):
        steps = np.diff(borders)
        assert borders[0] == 0 and borders[-1] == size
        assert set(steps) <= {size // len(steps), size // len(steps) + 1}
    np.testing.assert_allclose(output, _by_hand(rows.numpy(), columns.numpy(), overlapping, reduce), rtol=1e-12)


def test_deterministic_windows_repeat() -> None:
    def drawn() -> Any:
        return tf.raw_ops.FractionalMaxPool(
            value=_IMAGE, pooling_ratio=_RATIO, deterministic=True, seed=3, seed2=4
        ).row_pooling_sequence.numpy()

    np.testing.assert_array_equal(drawn(), drawn())


@pytest.mark.parametrize("op", ["FractionalMaxPool", "FractionalAvgPool"])
def test_gradient(op: str) -> None:
    along = np.random.default_rng(6).normal(size=_IMAGE.shape)

    def value(x: Any) -> Any:
        pool = getattr(tf.raw_ops, op)(value=x, pooling_ratio=_RATIO, deterministic=True, seed=3, seed2=4)
        return tf.reduce_sum(pool.output**2)

    x = tf.constant(_IMAGE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        result = value(x)
    found = float(tf.reduce_sum(tape.gradient(result, x) * along))
    ends = [float(value(x + s * along)) for s in (1e-5, -1e-5)]
    assert found == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-5)


def test_ratios_below_one_are_refused() -> None:
    with pytest.raises(tf.errors.UnimplementedError, match=r"pooling_ratio must be \[1, rows, columns, 1\]"):
        tf.raw_ops.FractionalMaxPool(value=_IMAGE, pooling_ratio=[1.0, 0.5, 2.0, 1.0])
