"""ONNX's elementwise ops: arithmetic, comparison, logic, bits, casts."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import numpy as np

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, constant, rule, static, table
from graphwright.onnx.rules.layout import elementwise
from graphwright.onnx.tensors import dtype_of

_NARROW = {tf.uint8: tf.int32, tf.int8: tf.int32, tf.uint16: tf.int32, tf.int16: tf.int32, tf.uint32: tf.int64}
"""Integers for which few ops have kernels, and the dtype in which these are computed."""


def widened(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    """The function, computed in a wider dtype for short integers; results wrap around as theirs would."""

    def compute(*tensors: Tensor) -> Tensor:
        dtype = tensors[0].dtype
        if dtype not in _NARROW:
            return function(*tensors)
        result = function(*(tf.cast(t, _NARROW[dtype]) for t in tensors))
        return tf.cast(result, dtype) if result.dtype is _NARROW[dtype] else result

    return compute


def _kept(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda *tensors: elementwise(function, *tensors)


_FUNCTIONS: dict[str, Callable[..., Tensor]] = {
    "Abs": tf.abs,
    "Acos": tf.acos,
    "Acosh": tf.acosh,
    "Asin": tf.asin,
    "Asinh": tf.asinh,
    "Atan": tf.atan,
    "Atanh": tf.atanh,
    "Ceil": tf.math.ceil,
    "Cos": tf.cos,
    "Cosh": tf.cosh,
    "Erf": tf.math.erf,
    "Exp": tf.exp,
    "Floor": tf.floor,
    "Identity": lambda x: x,
    "IsNaN": tf.math.is_nan,
    "Log": tf.math.log,
    "Neg": widened(tf.negative),
    "Not": tf.logical_not,
    "Reciprocal": lambda x: constant(1, x) / x,
    "Round": tf.round,
    "Sign": widened(tf.sign),
    "Sin": tf.sin,
    "Sinh": tf.sinh,
    "Sqrt": tf.sqrt,
    "Tan": tf.tan,
    "Tanh": tf.tanh,
    "BitwiseAnd": tf.bitwise.bitwise_and,
    "BitwiseNot": tf.bitwise.invert,
    "BitwiseOr": tf.bitwise.bitwise_or,
    "BitwiseXor": tf.bitwise.bitwise_xor,
    "Add": widened(tf.add),
    "Sub": widened(tf.subtract),
    "Mul": widened(tf.multiply),
    "And": tf.logical_and,
    "Or": tf.logical_or,
    "Xor": tf.math.logical_xor,
    "Equal": tf.equal,
    "Greater": tf.greater,
    "GreaterOrEqual": tf.greater_equal,
    "Less": tf.less,
    "LessOrEqual": tf.less_equal,
    "Where": tf.where,
}
table({name: _kept(function) for name, function in _FUNCTIONS.items()})


@rule("Div")
def div(node: Node, x: Tensor, y: Tensor) -> Tensor:
    """Integers are divided towards zero."""
    return widened(tf.truncatediv)(x, y) if x.dtype.is_integer else elementwise(tf.realdiv, x, y)


@rule("Mod")
def mod(node: Node, x: Tensor, y: Tensor) -> Tensor:
    """`fmod` has the sign of the dividend, the other that of the divisor."""
    if node.integer("fmod"):
        return widened(tf.truncatemod)(x, y)
    if not x.dtype.is_integer:
        rest = tf.truncatemod(x, y)
        zero = constant(0, x)
        other = (rest != zero) & ((rest < zero) != (y < zero))
        return tf.where(other, rest + y, rest)
    return widened(tf.math.floormod)(x, y)


@rule("Pow")
def power(node: Node, x: Tensor, y: Tensor) -> Tensor:
    """The dtype is that of the base; an exponent of a floating dtype is not rounded."""
    if x.dtype.is_floating:
        return tf.pow(x, tf.cast(y, x.dtype))
    if y.dtype.is_floating:
        return tf.cast(tf.pow(tf.cast(x, tf.float64), tf.cast(y, tf.float64)), x.dtype)
    return tf.pow(x, tf.cast(y, x.dtype))


@rule("Max", "Min", "Sum", "Mean")
def variadic(node: Node, *tensors: Tensor) -> Tensor:
    """Ops of any number of inputs, which are broadcast."""
    step = {"Max": tf.maximum, "Min": tf.minimum}.get(node.op, tf.add)
    total: Tensor = reduce(lambda x, y: elementwise(widened(step), x, y), tensors)
    return total / constant(len(tensors), total) if node.op == "Mean" else total


@rule("BitShift")
def bit_shift(node: Node, x: Tensor, y: Tensor) -> Tensor:
    """Shifts to the left or right; a shift by all bits or more is 0."""
    direction = node.one_of("direction", "", ("LEFT", "RIGHT"))
    shift = tf.bitwise.left_shift if direction == "LEFT" else tf.bitwise.right_shift
    beyond = y >= constant(8 * x.dtype.size, y)
    if x.dtype in _SIGNED:
        beyond = beyond | (y < constant(0, y))
    rest = (
        tf.where(x < constant(0, x), constant(-1, x), constant(0, x))
        if _is_arithmetic(x, direction)
        else tf.zeros_like(x)
    )
    return tf.where(beyond, rest, shift(x, tf.where(beyond, tf.zeros_like(y), y)))


_SIGNED = (tf.int8, tf.int16, tf.int32, tf.int64)


def _is_arithmetic(x: Tensor, direction: str) -> bool:
    return direction == "RIGHT" and x.dtype in _SIGNED


def bits_as(x: Tensor, dtype: tf.DType) -> Tensor:
    """The same bits as a dtype."""
    if x.dtype is dtype:
        return x
    if tf.bool in (x.dtype, dtype):
        return tf.cast(x, dtype)
    result: Tensor = tf.raw_ops.Bitcast(input=x, type=dtype)
    return result


@rule("BitCast")
def bit_cast(node: Node, x: Tensor) -> Tensor:
    """The same bits as another dtype."""
    return bits_as(x, dtype_of(node.integer("to"), str(node)))


@rule("IsInf")
def is_infinite(node: Node, x: Tensor) -> Tensor:
    """Infinities of the signs that are asked for."""
    infinite = tf.math.is_inf(x)
    if not node.integer("detect_negative", 1):
        infinite = infinite & (x > constant(0, x))
    if not node.integer("detect_positive", 1):
        infinite = infinite & (x < constant(0, x))
    return infinite


@rule("Clip")
def clip(node: Node, x: Tensor, low: Tensor | None = None, high: Tensor | None = None) -> Tensor:
    """Values below `low` become it, then values above `high`."""
    if node.version < 11:
        low = constant(node.number("min"), x) if node.has("min") else None
        high = constant(node.number("max"), x) if node.has("max") else None
    if x.dtype is tf.float32 and _is(low, 0.0) and _is(high, 6.0):
        return elementwise(tf.nn.relu6, x)
    if low is not None:
        x = elementwise(widened(tf.maximum), x, low)
    return x if high is None else elementwise(widened(tf.minimum), x, high)


def _is(bound: Tensor | None, number: float) -> bool:
    known = static(bound)
    return known is not None and known.size == 1 and float(known.reshape(-1)[0]) == number


@rule("Cast", "CastLike")
def cast(node: Node, x: Tensor, like: Tensor | None = None) -> Tensor:
    """Strings are numbers in decimal notation; floats become true where they are not 0."""
    dtype = like.dtype if like is not None else dtype_of(node.integer("to"), str(node))
    if dtype is x.dtype:
        return x
    if x.dtype is tf.string:
        wide = dtype if dtype in (tf.float32, tf.float64, tf.int32, tf.int64) else tf.float64
        return tf.cast(tf.strings.to_number(x, wide), dtype)
    if dtype is tf.string:
        return tf.strings.as_string(x) if not x.dtype.is_floating else _as_text(x)
    if dtype.size == 1 and dtype.is_floating:
        return to_float8(tf.cast(x, tf.float32), dtype, bool(node.integer("saturate", 1)))
    if dtype.name in ("int4", "uint4"):
        return to_nibble(x, dtype)
    return tf.cast(tf.cast(x, tf.float32), dtype) if x.dtype.size == 1 and x.dtype.is_floating else tf.cast(x, dtype)


def to_float8(x: Tensor, dtype: tf.DType, saturate: bool) -> Tensor:
    """Numbers that are too large become the largest one, if they are to."""
    if saturate:
        x = tf.where(tf.math.is_nan(x), x, tf.clip_by_value(x, float(dtype.min), float(dtype.max)))
    return tf.cast(x, dtype)


def to_nibble(x: Tensor, dtype: tf.DType) -> Tensor:
    """The lowest four bits."""
    low = tf.bitwise.bitwise_and(tf.cast(x, tf.int32), 15)
    return tf.cast(low if dtype.name == "uint4" else tf.bitwise.bitwise_xor(low, 8) - 8, dtype)


def _as_text(x: Tensor) -> Tensor:
    """Numbers as the shortest decimals that give them."""

    def write(values: np.ndarray) -> np.ndarray:
        written = [_decimal(v) for v in values.reshape(-1)]
        return np.array(written, object).reshape(values.shape)

    result: Tensor = tf.numpy_function(write, [x], tf.string, stateful=False)
    return tf.ensure_shape(result, x.shape)


def _decimal(value: np.generic) -> bytes:
    special = {"nan": "NaN", "inf": "INF", "-inf": "-INF"}
    text = str(value)
    return special.get(text, text).encode()
