"""Cosine transforms, compared with their definitions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

X = np.array([[1.0, 2.0, 4.0, 3.0, -1.0], [0.5, 0.0, -2.0, 1.0, 6.0]])
CASES = [(kind, norm) for kind in (1, 2, 3, 4) for norm in (None, "ortho") if (kind, norm) != (1, "ortho")]


def _matrix(kind: int, size: int, norm: str | None) -> Any:
    """The transform by its definition: a matrix of cosines."""
    k, n = np.mgrid[:size, :size]
    if kind == 1:
        weights = np.where((n == 0) | (n == size - 1), 1, 2)
        return weights * np.cos(np.pi * k * n / (size - 1))
    if kind == 4:
        found = 2 * np.cos(np.pi * (2 * k + 1) * (2 * n + 1) / (4 * size))
        return found if norm is None else found / np.sqrt(2 * size)
    second = 2 * np.cos(np.pi * k * (2 * n + 1) / (2 * size))
    if norm == "ortho":
        second /= np.sqrt(2 * size) * np.where(k == 0, np.sqrt(2), 1)
        return second if kind == 2 else second.T
    return second if kind == 2 else second.T * np.where(n == 0, 0.5, 1)


@pytest.mark.parametrize(("kind", "norm"), CASES)
@pytest.mark.parametrize("size", [5, 3, 8])
def test_by_definition(kind: int, norm: str | None, size: int) -> None:
    resized = np.pad(X, [(0, 0), (0, 8)])[:, :size]
    expected = resized @ _matrix(kind, size, norm).T
    np.testing.assert_allclose(tf.signal.dct(X, kind, size, norm=norm), expected, atol=1e-12)
    inverse = resized @ _matrix({1: 1, 2: 3, 3: 2, 4: 4}[kind], size, norm).T
    np.testing.assert_allclose(tf.signal.idct(X, kind, size, norm=norm), inverse, atol=1e-12)


def test_unknown_sizes_and_gradients() -> None:
    @tf.function(input_signature=[tf.TensorSpec([None], tf.float64)])
    def transform(x: tf.Tensor) -> tf.Tensor:
        return tf.signal.dct(x, norm="ortho")

    np.testing.assert_allclose(transform(X[0]), _matrix(2, 5, "ortho") @ X[0], atol=1e-12)
    x = tf.Variable(X[0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(transform(x) ** 2)
    np.testing.assert_allclose(tape.gradient(y, x), 2 * X[0], atol=1e-12)  # an orthogonal transform


def test_errors() -> None:
    with pytest.raises(ValueError, match="Types I, II, III and IV"):
        tf.signal.dct([1.0], type=5)
    with pytest.raises(ValueError, match="Unknown normalization"):
        tf.signal.dct([1.0], norm="x")
    with pytest.raises(ValueError, match="not supported for the Type-I"):
        tf.signal.idct([1.0, 2.0], type=1, norm="ortho")
    with pytest.raises(ValueError, match="greater than one"):
        tf.signal.dct([1.0], type=1)
    with pytest.raises(NotImplementedError, match="axis must be -1"):
        tf.signal.dct([1.0], axis=0)
