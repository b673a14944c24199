"""Ops that pick, count and mirror, in both executors: no kernel is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright import raw_ops
from tests.support.native import NUMPY
from tests.support.native_graphs import both, floats, integers, open_type

pytest.importorskip("llvmlite")

_AWKWARD = np.array([0.0, -0.0, 1.0, 2.0, np.nan, np.inf, -np.inf], np.float32)
_ROWS = np.random.default_rng(1).choice(_AWKWARD, (40, 9))


def top(k: int, **options: Any) -> Callable[[Any], tuple[Any, Any]]:
    return lambda x: tuple(tf.math.top_k(x, k, **options))


@pytest.mark.parametrize("k", [1, 4])
@pytest.mark.parametrize("rows", [_ROWS, np.zeros((0, 9), np.float32)])
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
def test_largest_with_ties_infinities_and_nan(dtype: str, rows: Any, k: int) -> None:
    def largest(x: Any) -> tuple[Any, Any]:
        values, positions = top(k)(tf.cast(x, dtype))
        return tf.cast(values, tf.float32), positions

    assert both(largest, rows).host_calls == 0


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64, np.int64])
@pytest.mark.parametrize("index", [tf.int16, tf.int32, tf.int64])
def test_largest_integers(dtype: Any, index: Any) -> None:
    rows = np.concatenate([integers(3, 4, 5, low=0, high=4, dtype=dtype), np.full((3, 4, 1), np.iinfo(dtype).min)], -1)
    assert both(top(6, index_type=index), rows.astype(dtype)).host_calls == 0


def test_largest_of_an_unknown_number_of_rows() -> None:
    program = both(top(3), floats(7, 33), types=[open_type(floats(1, 33), None, 33)])
    assert program.host_calls == 0


def test_many_are_sorted_by_the_library() -> None:
    assert both(top(50), floats(2, 60)).host_calls == 0


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_targets_among_the_largest(dtype: Any) -> None:
    predictions = np.array([[1, 2, 3], [1, 2, 3], [2, 2, 1], [np.nan, 1, 2], [1, 2, 3], [3, np.inf, 1]], np.float32)
    targets = np.array([0, 1, 1, 2, -1, 0], dtype)
    for k in (0, 1, 2, 5):
        assert both(lambda p, t, k=k: tf.math.in_top_k(t, p, k), predictions, targets).host_calls == 0


@pytest.mark.parametrize("mode", ["REFLECT", "SYMMETRIC"])
@pytest.mark.parametrize("paddings", [[[1, 2], [0, 3]], [[0, 0], [2, 0]], [[0, 0], [0, 0]], [[2, 2], [3, 3]]])
def test_gradient_of_mirrors(paddings: Any, mode: str) -> None:
    shape = [n + sum(p) for n, p in zip((3, 4), paddings, strict=True)]
    program = both(lambda x: raw_ops.MirrorPadGrad(input=x, paddings=paddings, mode=mode), -np.zeros(shape, np.float32))
    assert program.host_calls == 0
    assert both(lambda x: raw_ops.MirrorPadGrad(input=x, paddings=paddings, mode=mode), floats(*shape)).host_calls == 0


@pytest.mark.parametrize("centers", [True, False])
def test_gradient_of_blocks_of_pixels(centers: bool) -> None:
    grads = integers(2, 6, 12, 5).astype(np.float32)
    for size in ((3, 4), (6, 12), (4, 4)):
        program = both(
            lambda g, size=size: raw_ops.ResizeNearestNeighborGrad(
                grads=g, size=size, half_pixel_centers=centers, align_corners=False
            ),
            grads,
        )
        assert program.host_calls == 0


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("num", [1, 2, 7, 100])
def test_numbers_at_equal_distances(num: int, dtype: str) -> None:
    ends = [np.array(v).astype(NUMPY.get(dtype) or dtype) for v in (-0.7, 3.3)]
    program = both(lambda a, b: raw_ops.LinSpace(start=a, stop=b, num=num), *ends)
    assert program.host_calls == 0


@pytest.mark.parametrize(("seq", "batch"), [(1, 0), (0, 2), (2, 1)])
def test_parts_of_rows_reversed(seq: int, batch: int) -> None:
    x = floats(4, 7, 3)
    lengths = np.resize([0, x.shape[seq], 1, 2], x.shape[batch])
    program = both(lambda x, n: tf.reverse_sequence(x, n, seq_axis=seq, batch_axis=batch), x, lengths)
    assert program.host_calls == 0


def test_lengths_beyond_a_row_are_refused_by_the_kernel() -> None:
    reverse = tf.function(lambda x, n: tf.reverse_sequence(x, n, seq_axis=1, batch_axis=0))
    for lengths in ([1, 4], [-1, 2]):
        with pytest.raises(tf.errors.InvalidArgumentError, match="seq_lens"):
            reverse(tf.ones([2, 3]), tf.constant(lengths))


@pytest.mark.parametrize("x", [_AWKWARD, _AWKWARD.astype(np.float64), integers(50), integers(50, dtype=np.int64)])
def test_buckets(x: Any) -> None:
    edges = [-1.0, -0.0, 0.5, 2.0, 2.0]
    assert both(lambda x: raw_ops.Bucketize(input=x, boundaries=edges), x).host_calls == 0
    many = [float(v) for v in range(100)]
    assert both(lambda x: raw_ops.Bucketize(input=x, boundaries=many), x).host_calls == 1
