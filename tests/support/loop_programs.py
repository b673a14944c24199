"""Loops with products in many forms, on small whole numbers: their sums are the same in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

import graphwright as tf

#: Rows, inner dimension, columns, iterations.
B, K, N, T = 20, 24, 56, 41
Program = Callable[..., Any]


def values(*shape: int, seed: int = 0) -> Any:
    """Small whole numbers: their sums are the same in any order."""
    return np.random.default_rng(seed).integers(-3, 4, shape).astype(np.float32)


def operands() -> list[Any]:
    return [tf.constant(values(*shape, seed=i)) for i, shape in enumerate([(T, B, K), (K, N), (T, B, N)])]


def _read(x: Any, w: Any, y: Any, rounds: Any, read: Program = lambda x, t: x[t]) -> Any:
    h = tf.zeros([B, N])
    for t in rounds:
        h = tf.matmul(read(x, t), w) - h
    return h


def _turned(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h, v = tf.zeros([B, N]), tf.transpose(w) + 0.0
    for t in rounds:
        h = tf.matmul(x[t], v, transpose_b=True) - h
    return h


def _listed(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    rows = tf.TensorArray(tf.float32, T).unstack(x)
    return _read(rows, w, y, rounds, lambda rows, t: rows.read(t))


def _kept(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    result = tf.TensorArray(tf.float32, T, element_shape=[B, N])
    for t in rounds:
        result = result.write(t, tf.matmul(x[t], w))
    return result.stack()


def _leaving(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    last, h = tf.zeros([B, N]), tf.zeros([B, N])
    for t in rounds:
        last = tf.matmul(x[t], w)
        h = h - last
    return last, h


def _other_matrix_each_round(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([B, N])
    for t in rounds:
        h = tf.matmul(x[t], w) - h
        w = 2.0 - w
    return h


def _other_rows_each_round(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([B, N])
    for t in rounds:
        h = tf.matmul(x[t], w) - h
        x = 2.0 - x
    return h


def _added(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    for t in rounds:
        w += tf.matmul(x[t], y[t], transpose_a=True)
    return w


def _added_twice(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    v = tf.zeros([N, N])
    for t in rounds:
        z = y[t] * 2.0
        w = w + tf.matmul(x[t], z, transpose_a=True) + tf.matmul(x[t] + 1.0, y[t], transpose_a=True)
        v += tf.matmul(z, z, transpose_a=True)
    return w, v


def _carried_and_added(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([B, N])
    for t in rounds:
        w += tf.matmul(x[t], h, transpose_a=True)
        h = 1.0 - y[t] + h
    return w, h


def _read_in_between(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([B, N])
    for t in rounds:
        h = tf.minimum(tf.matmul(x[t], w), 2.0) - h
        w += tf.matmul(x[t], tf.minimum(h, 1.0), transpose_a=True)
        w = tf.math.floormod(w, 5.0)
    return w, h


def _inside_another(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    total = tf.zeros([K, N])
    for _ in tf.range(3):
        inner = tf.zeros([K, N])
        for t in rounds:
            inner += tf.matmul(x[t], y[t], transpose_a=True)
        total = total - inner + _read(x, w, y, rounds)[0]
    return total


def _ended_early(x: Any, w: Any, y: Any, rounds: Any) -> Any:
    h = tf.zeros([B, N])
    for t in rounds:
        h = tf.matmul(x[t], w) - h
        w += tf.matmul(x[t], y[t], transpose_a=True) * 0.0 + 0.0
        if t > 12:
            break
    return h, w


PROGRAMS: dict[str, Program] = {
    f.__name__.lstrip("_"): f
    for f in (
        _read, _turned, _listed, _kept, _leaving, _other_matrix_each_round, _other_rows_each_round, _added,
        _added_twice, _carried_and_added, _read_in_between, _inside_another, _ended_early,
    )
}  # fmt: skip
PROGRAMS |= {
    "T-1-t": lambda *given: _read(*given, read=lambda x, t: x[T - 1 - t]),
    "-t": lambda *given: _read(*given, read=lambda x, t: x[-t]),
    "t//2": lambda *given: _read(*given, read=lambda x, t: x[t // 2]),
    "reversed": lambda *given: _read(*given, read=lambda x, t: x[t, ::-1]),
    "other axis": lambda *given: _read(*given, read=lambda x, t: tf.transpose(x, [1, 0, 2])[:, t]),
    "gaps": lambda x, *given: _read(tf.repeat(x, 2, 0)[::2], *given),
}


def outcome(program: Program, rounds: Callable[[], Iterable[Any]], *more: Any) -> Any:
    """Results, or the error's class."""
    given = operands()
    staged = tf.function(lambda *args: program(*args[:3], rounds(*args[3:])))
    try:
        return [np.asarray(value) for value in tf.nest.flatten(staged(*given, *more))]
    except tf.errors.OpError as error:
        return type(error)


def same(first: Any, second: Any) -> bool:
    if isinstance(first, type) or isinstance(second, type):
        return first is second
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


ROUNDS = [(0, 0, 1), (0, 1, 1), (0, 2, 1), (0, T, 1), (3, 20, 1), (-2, 9, 1), (0, 40, 2), (0, T + 2, 1)]


def text_of(program: Program) -> str:
    staged = tf.function(lambda *given: program(*given, tf.range(T)))
    return str(staged.experimental_get_compiler_ir(*operands())(stage="llvm"))
