"""Tensors that families start from, made of a seed in the same way on both sides.

Floats are few bits wide, so that they are the same numbers in every dtype: the reference in double precision starts
from what the narrow ones started from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

_WORDS = [
    "",
    "a",
    "abc",
    "B c",
    "1.5",
    "-2",
    "häß",
    "x y  z",
    "日本語",
    "a,b;c",
    "Graph",
    "aab aab",
    " pad ",
    "0x1F",
    "é",
]


def _integers(seed: int, shape: Sequence[int], low: int, high: int) -> Any:
    return np.random.RandomState(seed).randint(low, high, size=tuple(shape))


def _noise(seed: int, shape: Sequence[int]) -> Any:
    return _integers(seed, shape, -127, 128) / 64


def _square(seed: int, shape: Sequence[int]) -> Any:
    size = shape[-1]
    return _integers(seed, [*shape[:-1], size, size], -16, 17) / 16 + (size + 1) * np.eye(size)


def _numbers(tf: Any, values: Any, dtype: Any) -> Any:
    return tf.cast(tf.constant(values), dtype)


def functions(tf: Any) -> dict[str, Callable[..., Any]]:
    """The makers of leaves over either library. Matrices have their size once: `square(7, [2, 3])` is two 3x3."""

    def noise(seed: int, shape: Sequence[int], dtype: Any) -> Any:
        """Numbers about zero; complex ones have an imaginary part."""
        values = _noise(seed, shape)
        if dtype.is_complex:
            return tf.complex(*(tf.constant(v, dtype.real_dtype) for v in (values, _noise(seed + 1, shape))))
        if dtype.is_integer or dtype == tf.bool:
            values = abs(_integers(seed, shape, -9, 10)) if dtype.is_unsigned else _integers(seed, shape, -9, 10)
        return _numbers(tf, values > 0 if dtype == tf.bool else values, dtype)

    def unit(seed: int, shape: Sequence[int], dtype: Any) -> Any:
        """Numbers from 0 to 1, both among them; integers from 0 to 127."""
        values = _integers(seed, shape, 0, 129)
        return _numbers(tf, values.clip(0, 127) if dtype.is_integer else values / 128, dtype)

    def positive(seed: int, shape: Sequence[int], dtype: Any) -> Any:
        """Numbers above 0."""
        return _numbers(tf, _integers(seed, shape, 1, 200) / 64, dtype)

    def square(seed: int, shape: Sequence[int], dtype: Any) -> Any:
        """Well-conditioned square matrices."""
        values = _square(seed, shape)
        return _numbers(tf, values + 1j * _square(seed + 1, shape) / 8 if dtype.is_complex else values, dtype)

    def spd(seed: int, shape: Sequence[int], dtype: Any) -> Any:
        """Positive definite matrices, symmetric or Hermitian."""
        values = _square(seed, shape)
        values = (values + np.swapaxes(values, -1, -2)) / 2
        if dtype.is_complex:
            other = _square(seed + 1, shape) / 8
            values = values + 1j * (other - np.swapaxes(other, -1, -2))
        return _numbers(tf, values, dtype)

    def lower(seed: int, shape: Sequence[int], dtype: Any) -> Any:
        """Lower triangular matrices."""
        return _numbers(tf, np.tril(_square(seed, shape)), dtype)

    def ints(seed: int, shape: Sequence[int], low: int, high: int, dtype: Any = None) -> Any:
        """Integers from `low` to below `high`, int32 unless another dtype is given."""
        return _numbers(tf, _integers(seed, shape, low, high), dtype or tf.int32)

    def flags(seed: int, shape: Sequence[int]) -> Any:
        """Booleans."""
        return tf.constant(_integers(seed, shape, 0, 2) > 0)

    def words(seed: int, shape: Sequence[int]) -> Any:
        """Strings."""
        found = [_WORDS[i] for i in _integers(seed, shape, 0, len(_WORDS)).reshape(-1)]
        return tf.reshape(tf.constant(found, tf.string), shape)

    made = (noise, unit, positive, square, spd, lower, ints, flags, words)
    return {maker.__name__: maker for maker in made}


OF_ANY_DTYPE = {"noise", "unit", "positive", "square", "spd", "lower"}
MAKERS = OF_ANY_DTYPE | {"ints", "flags", "words"}
