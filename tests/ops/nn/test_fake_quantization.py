"""Simulated quantization, against values and gradients recorded from TensorFlow."""

from __future__ import annotations

import numpy as np
import pytest

import graphwright as tf

INPUTS = [-7.0, -6.1, -2.3, -0.01, 0.0, 1.5, 3.3333, 5.99, 6.0, 8.0]
RECORDED = [
    (
        (-6.0, 6.0, 8, False),
        [-6.02353, -6.02353, -2.305882, 0.0, 0.0, 1.505882, 3.341177, 5.97647, 5.97647, 5.97647],
        [0, 0, 1, 1, 1, 1, 1, 0, 0, 0],
    ),
    (
        (-6.0, 6.0, 8, True),
        [-6.0, -6.0, -2.314961, 0.0, 0.0, 1.511811, 3.354331, 6.0, 6.0, 6.0],
        [0, 0, 1, 1, 1, 1, 1, 1, 1, 0],
    ),
    ((-6.0, 6.0, 2, False), [-8.0, -8.0, -4.0, 0.0, 0.0, 0.0, 4.0, 4.0, 4.0, 4.0], [1, 1, 1, 1, 1, 1, 1, 0, 0, 0]),
    ((0.0, 6.0, 4, False), [0.0, 0.0, 0.0, 0.0, 0.0, 1.6, 3.2, 6.0, 6.0, 6.0], [0, 0, 0, 0, 1, 1, 1, 1, 1, 0]),
    (
        (1.0, 6.0, 8, False),
        [0.0, 0.0, 0.0, 0.0, 0.0, 1.509804, 3.333333, 5.0, 5.0, 5.0],
        [0, 0, 0, 0, 1, 1, 1, 0, 0, 0],
    ),
    (
        (-6.0, -1.0, 8, False),
        [-5.0, -5.0, -2.294118, -0.019608, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0, 0, 1, 1, 1, 0, 0, 0, 0, 0],
    ),
    ((0.0, 0.0, 8, False), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
    (
        (-0.1, 63.7, 16, False),
        [-0.100273, -0.100273, -0.100273, -0.009735, 0.0, 1.500203, 3.333352, 5.990103, 5.999838, 8.000433],
        [0, 0, 0, 1, 1, 1, 1, 1, 1, 1],
    ),
    (
        (3.0, -3.0, 8, False),
        [3.011765, 3.011765, 3.011765, 3.011765, 3.011765, 3.011765, 3.011765, 3.011765, 3.011765, 3.011765],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ),
]
"""Ranges, results, and which elements pass the gradient on."""


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(("how", "result", "passed"), RECORDED)
def test_recorded_values(
    how: tuple[float, float, int, bool], result: list[float], passed: list[int], traced: bool
) -> None:
    least, most, num_bits, narrow_range = how

    def both(x: tf.Tensor, low: tf.Tensor, high: tf.Tensor) -> tuple[tf.Tensor, list[tf.Tensor]]:
        with tf.GradientTape() as tape:
            tape.watch([x, low, high])
            y = tf.quantization.fake_quant_with_min_max_vars(x, low, high, num_bits, narrow_range)
        return y, tape.gradient(y, [x, low, high])

    y, (grad, to_low, to_high) = (tf.function(both) if traced else both)(
        tf.constant(INPUTS), tf.constant(least), tf.constant(most)
    )
    np.testing.assert_allclose(y, result, rtol=1e-5, atol=1e-6)
    assert grad.numpy().tolist() == passed
    outside = len(INPUTS) - sum(passed)
    assert least > most or to_low.numpy() + to_high.numpy() == outside


def test_ranges_of_channels() -> None:
    x, low, high = (
        tf.constant([[-7.0, 3.0], [5.0, 9.0], [8.0, -1.0]]),
        tf.constant([-6.0, 0.0]),
        tf.constant([6.0, 4.0]),
    )
    with tf.GradientTape() as tape:
        tape.watch([x, low, high])
        y = tf.quantization.fake_quant_with_min_max_vars_per_channel(x, low, high)
    one = [tf.quantization.fake_quant_with_min_max_vars(x[:, i], low[i], high[i]) for i in range(2)]
    assert y.numpy().tolist() == np.stack(one, 1).tolist()
    grad, to_low, to_high = tape.gradient(y, [x, low, high])
    assert grad.numpy().tolist() == [[0, 1], [1, 0], [0, 0]]
    assert (to_low.numpy().tolist(), to_high.numpy().tolist()) == ([1, 1], [1, 1])


def test_a_range_of_numbers() -> None:
    expected = [-6.0235295, -2.3058825, 5.9764705]
    np.testing.assert_allclose(tf.quantization.fake_quant_with_min_max_args([-7, -2.3, 6.0]), expected, rtol=1e-6)
    with pytest.raises(tf.errors.InvalidArgumentError, match="min has to be smaller than max, was: 3 >= -3"):
        tf.quantization.fake_quant_with_min_max_args([1.0], 3, -3)
