"""Large copies that swap axes, which are made in blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import compiled, type_of

pytest.importorskip("llvmlite")

DTYPES = ["bool", "float16", "float32", "float64", "complex128", "int8"]
SHAPES: list[tuple[tuple[int, ...], tuple[int, ...]]] = [
    ((130, 131), (1, 0)),
    ((128, 256), (1, 0)),
    ((3, 70, 33, 5), (0, 3, 1, 2)),
    ((3, 70, 33, 5), (0, 2, 3, 1)),
    ((7, 9, 33, 11), (3, 2, 1, 0)),
    ((7, 9, 33, 11), (1, 3, 0, 2)),
]


@pytest.mark.parametrize(("shape", "order"), SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_every_dtype_and_order(dtype: str, shape: tuple[int, ...], order: tuple[int, ...]) -> None:
    x = np.random.default_rng(0).integers(0, 100, shape).astype(dtype)
    (found,) = compiled(lambda x: tf.transpose(x, order), type_of(x)).run([x])
    np.testing.assert_array_equal(found, x.transpose(order))


def test_parts_of_arrays() -> None:
    def swapped(x: Any) -> Any:
        return tf.transpose(x[1:-1, ::2, 3:], [0, 2, 1]), tf.transpose(x[::-1, :, 1:140], [2, 1, 0])

    x = np.random.default_rng(0).random((5, 90, 150)).astype(np.float32)
    parts = compiled(swapped, type_of(x)).run([x])
    wanted = x[1:-1, ::2, 3:].transpose(0, 2, 1), x[::-1, :, 1:140].transpose(2, 1, 0)
    for part, want in zip(parts, wanted, strict=True):
        np.testing.assert_array_equal(part, want)
