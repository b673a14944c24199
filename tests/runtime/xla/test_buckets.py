"""Rows padded to buckets: the same results from fewer programs, where rows have nothing to do with one another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.base.config import options
from tests.support.executors import executor_in_force

pytest.importorskip("jax", reason="the xla executor needs jax: pip install graphwright[xla]")

_RNG = np.random.default_rng(0)
_W = tf.constant(_RNG.normal(size=(3, 4)).astype("f4"))
_TABLE = tf.constant(_RNG.normal(size=(7, 3)).astype("f4"))


@pytest.fixture(autouse=True)
def _powers_of_two() -> Iterator[None]:
    with options.overridden(buckets="2"):
        yield


def _dense(x: Any) -> Any:
    h = tf.nn.softmax(tf.nn.relu(tf.matmul(x, _W) + 1.0))
    return h - tf.reduce_mean(h, -1, keepdims=True), tf.argmax(h, 1)


def _embedded(x: Any) -> Any:
    rows = tf.gather(_TABLE, tf.cast(tf.abs(x), tf.int32))
    return tf.transpose(tf.concat([rows, rows * 2.0], 2), [0, 2, 1]), tf.reduce_sum(_W)


@pytest.mark.parametrize("function", [_dense, _embedded])
@pytest.mark.parametrize("device", ["CPU:0", "CPU:1"])
def test_sizes_share_programs(function: Any, device: str) -> None:
    traced = tf.function(function, input_signature=[tf.TensorSpec([None, 3])])
    with executor_in_force("xla"):
        for n in (1, 3, 4, 5, 8, 6, 3):
            value = _RNG.normal(size=(n, 3)).astype("f4")
            with tf.device(device):
                found = traced(tf.constant(value))
            with executor_in_force("numpy"):
                expected = function(tf.constant(value))
            for a, b in zip(found, expected, strict=True):
                assert a.shape == b.shape and a.device.endswith(device)
                np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)
        (trace,) = traced.explain().traces
    assert trace.sizes == ("[1,3]", "[4,3]", "[8,3]") and not trace.unpadded


@pytest.mark.parametrize(
    ("function", "op"),
    [
        (lambda x: tf.reduce_mean(x), "Mean"),
        (lambda x: x / tf.cast(tf.shape(x)[0], tf.float32), "Shape"),
        (lambda x: tf.matmul(x, x, transpose_b=True), "MatMul"),
        (lambda x: tf.reverse(x, [0]), "ReverseV2"),
        (lambda x: tf.cumsum(x), "Cumsum"),
        (lambda x: tf.nn.softmax(x, 0), "may use more than one row"),
        (lambda x: x // 2.0 + tf.cast(7 // tf.cast(x, tf.int32), tf.float32), "FloorDiv"),
    ],
)
def test_what_mixes_rows_is_not_padded(function: Any, op: str) -> None:
    traced = tf.function(function, input_signature=[tf.TensorSpec([None, 3])])
    value = _RNG.normal(size=(3, 3)).astype("f4") + 2.0
    value[value == 0] = 1.0
    with executor_in_force("xla"):
        found = traced(tf.constant(np.abs(value) + 1))
        (trace,) = traced.explain().traces
    with executor_in_force("numpy"):
        np.testing.assert_allclose(found, function(tf.constant(np.abs(value) + 1)), rtol=1e-5)
    assert op in trace.unpadded and "not padded:" in str(trace)


def test_buckets_of_a_list() -> None:
    from graphwright.runtime.xla.buckets import bucket

    with options.overridden(buckets="8,32"):
        assert [bucket(n) for n in (1, 8, 9, 32, 33, 65)] == [8, 8, 32, 32, 64, 96]
    with options.overridden(buckets="many"), pytest.raises(ValueError, match="buckets='many' is not understood"):
        bucket(3)
