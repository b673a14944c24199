"""Sizes that the values of a call determine, in both executors: no kernel is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.passes import optimize
from graphwright.runtime.native.executor import NativeExecutor
from graphwright.runtime.reference import NumpyExecutor
from tests.support.native_graphs import both, floats, open_type, traced, type_of

pytest.importorskip("llvmlite")

_WIDE = 2**62
_ROWS = np.arange(30, dtype=np.float32).reshape(6, 5)


def _turns(x: Any) -> Any:
    return tf.range(tf.shape(x)[0]) % 2


def _widths(n: Any, other: int) -> Any:
    return tf.stack([tf.stack([n, other]), [0, 2 * other]])


def _gradient(f: Callable[[Any], Any], x: Any) -> Any:
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x) ** 2
    return tape.gradient(y, x)


def _eye(x: Any, n: Any) -> Any:
    return tf.eye(n)


CASES: dict[str, tuple[Callable[[Any, Any], Any], list[int]]] = {
    "fill": (lambda x, n: tf.fill([n, 3], x[0, 1]), [0, 4]),
    "fill of a product": (lambda x, n: tf.zeros([tf.reduce_prod(tf.shape(x)), n]) + 1.0, [2]),
    "tile": (lambda x, n: tf.tile(x, tf.stack([n, 1])), [0, 1, 3]),
    "reshape": (lambda x, n: tf.reshape(x, tf.stack([n, tf.size(x) // n])), [1, 5, 10]),
    "open": (lambda x, n: tf.reshape(x, tf.stack([n, 5, -1])), [2, 3, 6]),
    "open and known": (lambda x, n: tf.reshape(x, tf.stack([-1, n])), [30, 5]),
    "open without elements": (lambda x, n: tf.reshape(x[:0], tf.stack([n, -1])), [0, 2]),
    "minus one": (lambda x, n: tf.reshape(x, tf.stack([n, 10])), [-1, 3]),
    "shapes": (lambda x, n: tf.broadcast_dynamic_shape(tf.stack([5, n, 4]), tf.stack([1, n + 3])), [1, -2]),
    "shape of a number": (lambda x, n: tf.broadcast_dynamic_shape(tf.stack([n, 2]), tf.zeros([0], tf.int32)), [1, 3]),
    "pad": (lambda x, n: tf.pad(x, _widths(n, 1)), [0, 2]),
    "pad with a value": (lambda x, n: tf.pad(x + 1.0, _widths(1, n), constant_values=x[0, 1]), [0, 3]),
    "gradient of pad": (lambda x, n: _gradient(lambda y: tf.pad(y, _widths(n, 2)), x), [0, 2]),
    "range": (lambda x, n: tf.range(n, 17, 3), [17, 2, -40]),
    "range down": (lambda x, n: tf.range(n, -5, -2), [-5, -4, 9]),
    "range of float32": (lambda x, n: tf.range(0.0, tf.cast(n, tf.float32), 0.1), [0, 1, 3]),
    "range of float64": (lambda x, n: tf.range(tf.cast(n, tf.float64), 5.0, 0.3), [5, 1, -1]),
    "range of int64": (lambda x, n: tf.range(tf.cast(n, tf.int64), 17, 3), [17, 2, -40]),
    "range down of int64": (lambda x, n: tf.range(tf.cast(n, tf.int64), -5, -2), [-5, -4, 9]),
    "range of wide int64": (
        lambda x, n: tf.range(tf.cast(n, tf.int64) - _WIDE, _WIDE, _WIDE - tf.cast(n, tf.int64)),
        [0, 7],
    ),
    "range of uint64": (lambda x, n: tf.range(0, _WIDE + tf.cast(n, tf.uint64), _WIDE, tf.uint64), [0, 3]),
    "range of uint16": (lambda x, n: tf.range(0, tf.cast(n, tf.uint16), 7, tf.uint16), [0, 255]),
    "one hot": (lambda x, n: tf.one_hot([1, 0, 7], n), [0, 1, 9]),
    "one hot in front": (lambda x, n: tf.one_hot([[1, 0]], n, axis=0), [3]),
    "eye": (_eye, [0, 3]),
    "linspace": (lambda x, n: tf.linspace(x[0, 1], x[5, 4], n), [1, 2, 7]),
    "repeat": (lambda x, n: tf.repeat(x, n, 1), [0, 2]),
    "mask": (lambda x, n: tf.sequence_mask([1, 3], n), [0, 4]),
    "numbers": (lambda x, n: tf.random.stateless_normal([n, 3], [1, 2]), [0, 5]),
    "scatter": (lambda x, n: tf.scatter_nd([[1], [0], [1]], tf.stack([x[0], x[1], x[2]]), tf.stack([n, 5])), [2, 4]),
    "segments": (lambda x, n: tf.math.unsorted_segment_sum(x, _turns(x), n), [2, 3]),
    "largest": (lambda x, n: tf.math.unsorted_segment_max(x, _turns(x), n), [2]),
}
"""A function of some rows and a number, and numbers."""


@pytest.mark.parametrize("name", CASES)
def test_values_determine_sizes(name: str) -> None:
    function, numbers = CASES[name]
    for n in numbers:
        assert both(function, _ROWS, np.int32(n), types=_open()).host_calls == 0


def _open() -> Any:
    return [open_type(_ROWS, None, 5), type_of(np.array(0, np.int32))]


REFUSED: dict[str, tuple[Callable[[Any, Any], Any], list[int]]] = {
    "fill": (lambda x, n: tf.fill([n, 3], 1.0), [-1, -(2**31)]),
    "too much": (lambda x, n: tf.zeros([n, n, n, 3]), [2**30]),
    "tile": (lambda x, n: tf.tile(x, tf.stack([n, 1])), [-1]),
    "reshape": (lambda x, n: tf.reshape(x, tf.stack([n, 5])), [5, -2, 0]),
    "open": (lambda x, n: tf.reshape(x, tf.stack([n, -1])), [4, 0, -1, -5]),
    "product beyond all numbers": (lambda x, n: tf.reshape(x[:0], tf.stack([n, n, n, 4])), [2**30]),
    "shapes": (lambda x, n: tf.broadcast_dynamic_shape(tf.stack([5, n, 4]), tf.stack([2, 1])), [3]),
    "pad": (lambda x, n: tf.pad(x, _widths(n, 1)), [-1, -(2**31)]),
    "pad behind": (lambda x, n: tf.pad(x, _widths(1 - n, n)), [-1]),
    "pad with a value": (lambda x, n: tf.pad(x, _widths(n, 1), constant_values=1.0), [-1]),
    "range": (lambda x, n: tf.range(n, 17, 3), [18]),
    "range of int64": (lambda x, n: tf.range(tf.cast(n, tf.int64), 17, 3), [18]),
    "no step": (lambda x, n: tf.range(0, 17, n), [0, -1]),
    "no step of int64": (lambda x, n: tf.range(0, 17, tf.cast(n, tf.int64)), [0, -1]),
    "range without an end": (lambda x, n: tf.range(0.0, 1.0, tf.cast(n, tf.float32)), [0, -1]),
    "one hot": (lambda x, n: tf.one_hot([1, 0, 7], n), [-1]),
    "linspace": (lambda x, n: tf.linspace(0.0, 1.0, n), [0, -3]),
    "numbers": (lambda x, n: tf.random.stateless_normal([n, 3], [1, 2]), [-1]),
    "scatter": (lambda x, n: tf.scatter_nd([[1], [0], [1]], tf.stack([x[0], x[1], x[2]]), tf.stack([n, 5])), [1, -1]),
    "segments": (lambda x, n: tf.math.unsorted_segment_sum(x, _turns(x), n), [1, -1]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_kernels_refuse_is_refused(name: str) -> None:
    function, numbers = REFUSED[name]
    graph = optimize(traced(function, _open()))
    for n in numbers:
        errors = []
        for executor in (NumpyExecutor(), NativeExecutor()):
            with pytest.raises((tf.errors.OpError, MemoryError)) as found:
                executor.compile(graph).run([_ROWS, np.array(n, np.int32)])
            errors.append((type(found.value), str(found.value)))
        assert errors[0] == errors[1]


def test_sizes_in_a_loop() -> None:
    def triangle(x: Any, n: Any) -> Any:
        def step(i: Any, total: Any) -> Any:
            return i + 1, total + tf.reduce_sum(tf.fill([i, 2], x[0, 0] + 1.0))

        return tf.while_loop(lambda i, total: i < n, step, (tf.constant(0), tf.constant(0.0)))

    assert both(triangle, floats(2, 5), np.int32(6), types=_open()).host_calls == 0
