"""Lanes beyond the end of a row: what is computed in them, such as 0 / 0, reaches no result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from tests.support.native_graphs import both, floats, open_type, type_of

REDUCED: dict[str, Callable[[Any, Any], Any]] = {
    "sum": lambda x, y: tf.reduce_sum(x / y, 1),
    "maximum": lambda x, y: tf.reduce_max(x / y, 1),
    "remainder": lambda x, y: tf.reduce_sum(tf.math.floormod(x, y), 1),
    "logarithm": lambda x, y: tf.reduce_sum(tf.math.log(x) * y, 1),
    "root": lambda x, y: tf.reduce_sum(tf.math.rsqrt(x) / y, 1),
    "product": lambda x, y: tf.reduce_prod(x / y, 1),
}


@pytest.mark.executors
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("columns", [1, 3, 5, 7, 17])
@pytest.mark.parametrize("name", REDUCED)
def test_rows_that_fill_no_vector(name: str, columns: int, dtype: Any) -> None:
    x, y = np.abs(floats(4, columns, dtype=dtype)) + 0.5, np.abs(floats(1, columns, dtype=dtype, seed=1)) + 0.5
    for types in ([type_of(x), type_of(y)], [open_type(x, None, columns), type_of(y)]):
        both(REDUCED[name], x, y, types=types, tolerance=1e-5)
