"""Assignments anywhere in a function, as its first operation too, to variables of every dtype."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import graphwright as tf

_NUMBERS = [
    *("float16", "bfloat16", "float32", "float64", "complex64", "complex128"),
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
]
_Program = Callable[[tf.Variable, tf.Tensor], Any]


def _sum(a: Any, b: Any) -> Any:
    if a.dtype == tf.bool:
        return tf.math.logical_xor(a, b)
    return tf.strings.join([a, b]) if a.dtype == tf.string else a + b


def _first(v: tf.Variable, a: tf.Tensor) -> Any:
    return v.assign(_sum(a, a))


def _without_value(v: tf.Variable, a: tf.Tensor) -> Any:
    v.assign(_sum(a, a), read_value=False)
    return a


def _as_it_is(v: tf.Variable, a: tf.Tensor) -> Any:
    return v.assign(a)


def _twice(v: tf.Variable, a: tf.Tensor) -> Any:
    v.assign(_sum(a, a))
    v.assign(_sum(v, a))
    return v.read_value()


def _in_a_branch(v: tf.Variable, a: tf.Tensor) -> Any:
    if tf.size(a) > 1:
        v.assign(_sum(a, a))
    return v.read_value()


def _in_a_loop(v: tf.Variable, a: tf.Tensor) -> Any:
    for _ in tf.range(2):
        v.assign(_sum(a, v))
    return v.read_value()


def _added(v: tf.Variable, a: tf.Tensor) -> Any:
    return v.assign_add(a * a)


def _subtracted(v: tf.Variable, a: tf.Tensor) -> Any:
    return v.assign_sub(a + a)


def _cases() -> Iterator[tuple[_Program, str, list[int]]]:
    for dtype in [*_NUMBERS, "bool", "string"]:
        yield _first, dtype, [3]
    for dtype in ["float32", "bfloat16", "complex128", "bool", "string"]:
        for program in [_without_value, _as_it_is, _twice, _in_a_branch, _in_a_loop]:
            yield program, dtype, [3]
    for dtype in ["float32", "uint8", "complex128"]:
        for program in [_added, _subtracted]:
            yield program, dtype, [3]
        for shape in [[], [0], [2, 3], [200_000]]:
            yield _first, dtype, shape


@pytest.mark.parametrize(("program", "dtype", "shape"), list(_cases()))
def test_assignments(program: _Program, dtype: str, shape: list[int]) -> None:
    if dtype == "string":
        a = tf.fill(shape, "ab")
    else:
        a = tf.cast(tf.fill(shape, 2), dtype)
    found = []
    for run in (program, tf.function(program)):
        v = tf.Variable(a)
        result = run(v, a)
        found.append((result.numpy().tolist(), v.numpy().tolist()))
    assert found[0] == found[1]
