"""The algebraic rules: what they remove, and what they must keep because the bits differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import graphwright as tf
from graphwright.ir.printer import print_graph
from graphwright.ir.types import TensorType
from tests.support.passes import BOOLS, INTS, LOOSE, MATRIX, VECTOR, build, floats, kinds, op, optimized, same, values

each = pytest.mark.parametrize

# simplify -----------------------------------------------------------------------------------------------------

GONE: dict[str, tuple[Callable[..., Any], tuple[TensorType, Any]]] = {
    "identity": (lambda x: tf.identity(tf.identity(x)), VECTOR),
    "stop_gradient": (lambda x: tf.stop_gradient(x), VECTOR),
    "x * 1": (lambda x: x * 1.0, VECTOR),
    "1 * x": (lambda x: 1.0 * x, VECTOR),
    "x / 1": (lambda x: x / 1.0, VECTOR),
    "x - 0": (lambda x: x - 0.0, VECTOR),
    "x + -0": (lambda x: x + (-0.0), VECTOR),
    "int x + 0": (lambda x: x + 0, INTS),
    "int x - 0": (lambda x: x - 0, INTS),
    "x ** 1": (lambda x: x**1.0, VECTOR),
    "--x": (lambda x: tf.negative(-x), VECTOR),
    "not not x": (lambda x: tf.logical_not(tf.logical_not(x)), BOOLS),
    "x and True": (lambda x: tf.logical_and(x, True), BOOLS),
    "x or False": (lambda x: tf.logical_or(x, False), BOOLS),
    "cast to the same": (lambda x: op("Cast", x, DstT=tf.float32), VECTOR),
    "cast there and back": (lambda x: tf.cast(tf.cast(x, tf.float64), tf.float32), VECTOR),
    "reshape to the same": (lambda x: op("Reshape", x, [2, 3]), MATRIX),
    "reshape there and back": (lambda x: op("Reshape", op("Reshape", x, [3, 2]), [2, 3]), MATRIX),
    "expand and squeeze": (lambda x: tf.squeeze(tf.expand_dims(x, 1), [1]), LOOSE),
    "reshape to its own shape": (lambda x: op("Reshape", x, op("Shape", x)), LOOSE),
    "transpose to the same": (lambda x: tf.transpose(x, [0, 1]), MATRIX),
    "transpose twice": (lambda x: tf.transpose(tf.transpose(x, [1, 0]), [1, 0]), LOOSE),
    "tile once": (lambda x: tf.tile(x, [1, 1]), MATRIX),
    "pad by nothing": (lambda x: tf.pad(x, [[0, 0], [0, 0]]), MATRIX),
    "reverse nothing": (lambda x: op("ReverseV2", x, np.zeros(0, np.int32)), MATRIX),
    "sum over nothing": (lambda x: op("Sum", x, np.zeros(0, np.int32)), MATRIX),
    "slice of all": (lambda x: tf.slice(x, [0, 0], [2, 3]), MATRIX),
    "broadcast to the same": (lambda x: tf.broadcast_to(x, [2, 3]), MATRIX),
    "concat of one": (lambda x: op("ConcatV2", [x], 0), MATRIX),
    "sum of one": (lambda x: op("AddN", [x]), MATRIX),
    "split in one": (lambda x: op("Split", 0, x, num_split=1)[0], MATRIX),
    "a shape that is known": (lambda x: tf.ensure_shape(x, [None, 3]), MATRIX),
    "the side of a select": (lambda x: tf.where(True, x, 2.0 * x), MATRIX),
    "a condition that is known": (lambda x: tf.cond(tf.constant(True), lambda: x, lambda: -x), MATRIX),
}


@each("name", GONE)
def test_simplified_away(name: str) -> None:
    function, argument = GONE[name]
    result = same(function, argument)
    assert result.outputs[0] is result.inputs[0] and kinds(result) == {}, print_graph(result)


STAYS: dict[str, tuple[Callable[..., Any], tuple[TensorType, Any], str]] = {
    "x + 0 turns -0 into 0": (lambda x: x + 0.0, VECTOR, "AddV2"),
    "x - -0 too": (lambda x: x - (-0.0), VECTOR, "Sub"),
    "x * 0 is not 0 for all x": (lambda x: x * 0.0, VECTOR, "Mul"),
    "x - x is not 0 for all x": (lambda x: x - x, VECTOR, "Sub"),
    "0 + x broadcasts": (lambda x: x * tf.ones([3, 1]), VECTOR, "Mul"),
    "cast through a narrower dtype rounds": (lambda x: tf.cast(tf.cast(x, tf.bfloat16), tf.float32), VECTOR, "Cast"),
    "cast through integers cuts": (lambda x: tf.cast(tf.cast(x, tf.int32), tf.float32), MATRIX, "Cast"),
    "division by 3": (lambda x: x / 3.0, VECTOR, "RealDiv"),
    "division by a power of two without a reciprocal": (
        lambda x: x / np.float32(2.0**127) / 2.0**-127,
        VECTOR,
        "RealDiv",
    ),
    "a reshape that may fail": (
        lambda x: op("Reshape", op("Reshape", x, [2, 3]), [-1]),
        (floats(None), np.zeros(6, np.float32)),
        "Reshape",
    ),
    "a shape that may be wrong": (lambda x: tf.ensure_shape(x, [2, 3]), LOOSE, "EnsureShape"),
    "x ** 2 of integers": (lambda x: x**2, INTS, "Pow"),
}


@each("name", STAYS)
def test_kept_because_the_bits_differ(name: str) -> None:
    function, argument, kind = STAYS[name]
    assert kind in kinds(same(function, argument))


def test_a_failure_is_not_simplified_away() -> None:
    graph = build(lambda x: op("Reshape", op("Reshape", x, [2, 3]), [-1]), floats(None))
    result = optimized(graph)
    for g in (graph, result):
        with pytest.raises(tf.errors.InvalidArgumentError):
            values(g, np.zeros(5, np.float32))


REPLACED: dict[str, tuple[Callable[..., Any], tuple[TensorType, Any], dict[str, int]]] = {
    "x + -y": (lambda x: x + -(x * 2.0), VECTOR, {"Mul": 1, "Const": 1, "Sub": 1}),
    "-y + x": (lambda x: -(x * 2.0) + x, VECTOR, {"Mul": 1, "Const": 1, "Sub": 1}),
    "x - -y": (lambda x: x - -(x * 2.0), VECTOR, {"Mul": 1, "Const": 1, "AddV2": 1}),
    "x / 8": (lambda x: x / 8.0, VECTOR, {"Mul": 1, "Const": 1}),
    "x ** 2": (lambda x: x**2.0, VECTOR, {"Square": 1}),
    "reshapes": (lambda x: op("Reshape", op("Reshape", x, [3, 2]), [6]), MATRIX, {"Reshape": 1, "Const": 1}),
    "casts": (lambda x: tf.cast(tf.cast(x, tf.int64), tf.float64), INTS, {"Cast": 1}),
    "transposes": (
        lambda x: tf.transpose(tf.transpose(x, [1, 2, 0]), [1, 2, 0]),
        (floats(2, 3, 4), np.arange(24, dtype=np.float32).reshape(2, 3, 4)),
        {"Transpose": 1, "Const": 1},
    ),
    "product of transposed": (lambda x: tf.matmul(x, tf.transpose(x, [1, 0])), MATRIX, {"MatMul": 1}),
    "batched product of transposed": (
        lambda x: tf.matmul(tf.transpose(x, [0, 2, 1]), x),
        (floats(2, 3, 4), np.arange(24, dtype=np.float32).reshape(2, 3, 4)),
        {"BatchMatMulV2": 1},
    ),
}


@each("name", REPLACED)
def test_simplified(name: str) -> None:
    function, argument, expected = REPLACED[name]
    assert kinds(same(function, argument)) == expected


def test_both_operands_of_a_product_transposed() -> None:
    def product(x: Any) -> Any:
        y = tf.transpose(x, [1, 0])
        return tf.matmul(y, y, transpose_a=True, transpose_b=True)

    result = same(product, (floats(3, 3), np.arange(9, dtype=np.float32).reshape(3, 3)))
    found = next(o for o in result.operations if o.type == "MatMul")
    assert (found.attrs["transpose_a"], found.attrs["transpose_b"]) == (False, False)
