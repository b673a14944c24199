"""Loops whose values change their sizes run without a host call, and compute what they do eagerly."""

from __future__ import annotations

import numpy as np
import pytest

import graphwright as tf
from bench.workloads.growing_loops import FUNCTIONS

pytest.importorskip("llvmlite")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_loops_of_changing_sizes(name: str) -> None:
    make, arguments = FUNCTIONS[name]
    function = make(tf)
    calls = [[tf.constant(value) for value in arguments(size)] for size in (5, 2, 9, 0)]
    signature = [tf.TensorSpec([None] * value.shape.rank, value.dtype) for value in calls[0]]
    staged = tf.function(function, input_signature=signature)
    for given in calls:
        result, expected = staged(*given).numpy(), function(*given).numpy()
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-5)
    (trace,) = staged.explain().traces
    assert trace.executor == "native" and trace.host_calls == ()
