"""The exponential of matrices, against closed forms and identities."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.executors import on_numpy

RANDOM = np.random.default_rng(5)


def _rotation(angle: float) -> np.ndarray[Any, Any]:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


@pytest.mark.parametrize("dtype", ["float32", "float64", "complex64", "complex128"])
@pytest.mark.parametrize("angle", [0.0, 1e-3, 1.0, 30.0])
def test_a_rotation(dtype: str, angle: float) -> None:
    result = tf.linalg.expm(np.array([[0, -angle], [angle, 0]], dtype))
    assert result.dtype == dtype
    np.testing.assert_allclose(result, _rotation(angle), atol=2e-5 if dtype in ("float32", "complex64") else 1e-13)


@pytest.mark.parametrize("shape", [[None, None, None], None, [2, 3, 3]])
def test_matrices_of_one_batch_are_scaled_apart(shape: list[int | None] | None) -> None:
    values = np.array([[0.1, 0.2, 0.3], [50.0, -60.0, 20.0]])
    basis = np.linalg.qr(RANDOM.normal(size=(2, 3, 3)))[0]
    matrices = basis * values[:, None, :] @ basis.swapaxes(-1, -2)
    expected = basis * np.exp(values)[:, None, :] @ basis.swapaxes(-1, -2)
    traced = tf.function(tf.linalg.expm, input_signature=[tf.TensorSpec(shape, tf.float64)])
    for run in (tf.linalg.expm, traced, on_numpy(tf.linalg.expm)):
        np.testing.assert_allclose(run(tf.constant(matrices))[0], expected[0], rtol=1e-12)
        np.testing.assert_allclose(run(tf.constant(matrices))[1] / expected[1].max(), expected[1] / expected[1].max())


def test_the_gradient_is_that_of_the_block_matrix() -> None:
    x, direction = RANDOM.normal(size=(2, 3, 3)) * 3
    blocks = np.block([[x.T, direction], [np.zeros((3, 3)), x.T]])

    def gradient(x: tf.Tensor) -> Any:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.linalg.expm(x) * direction)
        return tape.gradient(y, x)

    expected = tf.linalg.expm(blocks)[:3, 3:]
    np.testing.assert_allclose(gradient(tf.constant(x)), expected, rtol=1e-9)
    np.testing.assert_allclose(tf.function(gradient)(tf.constant(x)), expected, rtol=1e-9)


@pytest.mark.parametrize("shape", [(0, 3, 3), (3, 0, 0), (0, 0)])
def test_empty_matrices(shape: tuple[int, ...]) -> None:
    assert tf.linalg.expm(tf.zeros(shape)).shape == shape


def test_infinities_spoil_their_own_matrix_alone() -> None:
    result = tf.linalg.expm([[[np.inf, 1.0], [1.0, 2.0]], [[0.0, 0.0], [0.0, 0.0]]]).numpy()
    assert np.isnan(result[0]).all()
    np.testing.assert_array_equal(result[1], np.eye(2))


def test_integers_are_refused() -> None:
    with pytest.raises(ValueError, match="does not support matrices of type"):
        tf.linalg.expm([[1, 2], [3, 4]])
