"""Blocks of pixels share the filter that the first of them has packed."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from graphwright.runtime.native.runtime import thread_pool
from graphwright.runtime.selection import executor
from tests.support.executors import on_numpy

pytestmark = [
    pytest.mark.executors,
    pytest.mark.skipif(executor("native").name != "native", reason="LLVM is not there"),
]

_SIZES = {
    "small blocks": ((3, 11, 6, 64), (5, 5, 64, 128)),
    "a last block of one pixel, divided": ((1, 1, 1281, 64), (5, 5, 64, 256)),
    "rows as columns": ((70, 9, 9, 3), (5, 5, 3, 24)),
    "many blocks": ((40, 13, 13, 20), (3, 3, 20, 24)),
}


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32"])
@pytest.mark.parametrize("name", _SIZES)
def test_results_are_those_of_the_kernels(name: str, dtype: str) -> None:
    images, filters = _SIZES[name]
    rng = np.random.default_rng(5)
    results = images[0], -(-images[1] // 2), -(-images[2] // 2), filters[3]
    # small whole numbers: their sums are the same in any order
    given = [tf.constant(rng.integers(-3, 4, shape).astype(dtype)) for shape in (images, filters, results)]

    def run(x: Any, f: Any, y: Any) -> list[Any]:
        how: dict[str, Any] = {"strides": [1, 2, 2, 1], "padding": "SAME"}
        into_input = tf.raw_ops.Conv2DBackpropInput(input_sizes=images, filter=f, out_backprop=y, **how)
        return [tf.raw_ops.Conv2D(input=x, filter=f, **how), into_input]

    wanted = on_numpy(tf.function(run))(*given)
    try:
        for threads in (1, 2, 4):
            thread_pool.set_threads(threads)
            with options.overridden(without="direct_convolution"):
                staged = tf.function(run)
                for _ in range(2):
                    assert all(np.array_equal(a, b) for a, b in zip(staged(*given), wanted, strict=True))
    finally:
        thread_pool.set_threads(0)
