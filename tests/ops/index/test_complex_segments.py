"""Segments of complex numbers, compiled: means keep their imaginary parts."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

_ROWS = np.array([[1 + 2j, -3j], [0.5 - 1j, 4 + 0j], [2 - 2j, 1 + 1j]])


@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
@pytest.mark.parametrize(
    ("function", "combine"), [("segment_mean", np.mean), ("segment_sum", np.sum), ("segment_prod", np.prod)]
)
def test_parts(function: str, combine: Any, dtype: str) -> None:
    rows = _ROWS.astype(dtype)
    compiled = tf.function(lambda x: getattr(tf.math, function)(x, tf.constant([1, 1, 2])), jit_compile=True)
    nothing = np.full(2, 1 if function == "segment_prod" else 0, dtype)
    expected = [nothing, combine(rows[:2], axis=0), combine(rows[2:], axis=0)]
    np.testing.assert_allclose(compiled(rows), expected, rtol=1e-6)
    column = tf.function(lambda x: getattr(tf.math, function)(x, tf.constant([0, 0, 1])), jit_compile=True)
    np.testing.assert_allclose(column(rows[:, 0]), [combine(rows[:2, 0]), rows[2, 0]], rtol=1e-6)
