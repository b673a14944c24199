"""`fftshift` and `ifftshift`: axes of every form, and what is known of the shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf

AXES = [None, -1, [0], np.int64(0), np.array([0, -1]), tf.constant([-1]), tf.constant(0)]


@pytest.mark.parametrize("name", ["fftshift", "ifftshift"])
@pytest.mark.parametrize("dims", [[5], [2, 3, 4]], ids=str)
def test_shifts(name: str, dims: list[int]) -> None:
    shift = getattr(tf.signal, name)
    x = tf.reshape(tf.range(float(np.prod(dims))), dims)

    def all_of(x: Any) -> list[Any]:
        return [shift(x, axes) for axes in AXES]

    expected = [
        getattr(np.fft, name)(x.numpy(), None if axes is None else np.atleast_1d(axes).tolist()) for axes in AXES
    ]
    for shape in (dims, [None] * len(dims), None):
        staged = tf.function(all_of, input_signature=[tf.TensorSpec(shape)])
        for found in (all_of(x), staged(x)):
            for have, want in zip(found, expected, strict=True):
                np.testing.assert_array_equal(have, want)
