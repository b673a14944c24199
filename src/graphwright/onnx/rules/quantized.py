"""ONNX's ops on quantized numbers."""

from __future__ import annotations

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, constant, rule
from graphwright.onnx.rules.convolution import convolve, grouped, padding_of, spatial, window_of
from graphwright.onnx.rules.elementwise import to_float8
from graphwright.onnx.rules.layout import per_channel
from graphwright.onnx.tensors import dtype_of


def _blocks(node: Node, parameter: Tensor | None, x: Tensor) -> Tensor | None:
    """A scale or zero point, broadcast against the input: one number, one an index of an axis, or one a block of it."""
    if parameter is None or node.rank(parameter) == 0:
        return parameter
    rank = node.rank(x)
    axis = node.axis(x, "axis", 1) if rank > 1 else 0
    block = node.integer("block_size")
    if block:
        repeated = tf.repeat(parameter, block, axis)
        return repeated[tuple(slice(None) if i != axis else slice(tf.shape(x)[axis]) for i in range(rank))]
    if node.rank(parameter) == 1:
        return (
            tf.reshape(parameter, [-1 if i == axis else 1 for i in range(rank)])
            if parameter.shape != (1,)
            else parameter
        )
    return parameter


def _quantized(x: Tensor, scale: Tensor, zero: Tensor, dtype: tf.DType) -> Tensor:
    """Rounded half to even, shifted, and cut at the ends of the dtype."""
    wide = tf.round(x / scale) + tf.cast(zero, x.dtype)
    low, high = (
        float(d)
        for d in ((-8, 7) if dtype.name == "int4" else (0, 15) if dtype.name == "uint4" else (dtype.min, dtype.max))
    )
    return tf.cast(tf.clip_by_value(wide, constant(low, x), constant(high, x)), dtype)


@rule("QuantizeLinear")
def quantize_linear(node: Node, x: Tensor, scale: Tensor, zero: Tensor | None = None) -> Tensor:
    """`round(x / scale) + zero`, saturated."""
    number = node.integer("output_dtype")
    dtype = zero.dtype if zero is not None else dtype_of(number, str(node)) if number else tf.uint8
    if dtype.is_floating:
        by = _blocks(node, tf.cast(scale, tf.float32), x)
        return to_float8(tf.cast(x, tf.float32) / by, dtype, bool(node.integer("saturate", 1)))
    point = tf.zeros([], dtype) if zero is None else zero
    wide, by, shift = tf.cast(x, tf.float32), _blocks(node, scale, x), _blocks(node, point, x)
    assert by is not None and shift is not None
    return _quantized(wide, tf.cast(by, tf.float32), shift, dtype)


@rule("DequantizeLinear")
def dequantize_linear(node: Node, x: Tensor, scale: Tensor, zero: Tensor | None = None) -> Tensor:
    """`(x - zero) * scale`."""
    dtype = dtype_of(node.integer("output_dtype"), str(node)) if node.integer("output_dtype") else scale.dtype
    wide, by, shift = tf.cast(x, tf.float32), _blocks(node, scale, x), _blocks(node, zero, x)
    assert by is not None
    if shift is not None:
        wide = wide - tf.cast(shift, tf.float32)
    return tf.cast(wide * tf.cast(by, tf.float32), dtype)


@rule("DynamicQuantizeLinear")
def dynamic_quantize_linear(node: Node, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Quantized to the range of the values, which includes 0."""
    low, high = tf.minimum(tf.reduce_min(x), 0.0), tf.maximum(tf.reduce_max(x), 0.0)
    scale = (high - low) / 255.0
    safe = tf.where(scale == 0.0, 1.0, scale)
    zero = tf.cast(tf.clip_by_value(tf.round(-low / safe), 0.0, 255.0), tf.uint8)
    return _quantized(x, safe, zero, tf.uint8), scale, zero


def _shifted(x: Tensor, zero: Tensor | None) -> Tensor:
    wide = tf.cast(x, tf.int32)
    return wide if zero is None else wide - tf.cast(zero, tf.int32)


def _rows(zero: Tensor | None, x: Tensor) -> Tensor | None:
    """A zero point for each row of a matrix, or one for all."""
    return tf.expand_dims(zero, -1) if zero is not None and zero.shape.rank == 1 and zero.shape != (1,) else zero


@rule("MatMulInteger")
def matmul_integer(
    node: Node, a: Tensor, b: Tensor, a_zero: Tensor | None = None, b_zero: Tensor | None = None
) -> Tensor:
    """A product of shifted integers."""
    return tf.matmul(_shifted(a, _rows(a_zero, a)), _shifted(b, b_zero))


@rule("QLinearMatMul")
def quantized_matmul(
    node: Node,
    a: Tensor,
    a_scale: Tensor,
    a_zero: Tensor,
    b: Tensor,
    b_scale: Tensor,
    b_zero: Tensor,
    scale: Tensor,
    zero: Tensor,
) -> Tensor:
    """A product of quantized numbers, quantized again."""
    product = tf.cast(tf.matmul(_shifted(a, _rows(a_zero, a)), _shifted(b, b_zero)), tf.float32)
    left = _rows(a_scale, a)
    assert left is not None
    factor = tf.cast(left, tf.float32) * tf.cast(b_scale, tf.float32) / tf.cast(scale, tf.float32)
    return _quantized(product * factor, tf.constant(1.0), zero, zero.dtype)


def _convolved(node: Node, x: Tensor, w: Tensor) -> Tensor:
    """A convolution of small integers, exact in double precision."""
    grouped(x, w, node.integer("group", 1), node)
    strides, dilations = spatial(node, x, "strides"), spatial(node, x, "dilations")
    pads = padding_of(node, x, window_of(node, w), strides, dilations)
    return convolve(tf.cast(x, tf.float64), tf.cast(w, tf.float64), pads, strides, dilations)


@rule("ConvInteger")
def conv_integer(
    node: Node, x: Tensor, w: Tensor, x_zero: Tensor | None = None, w_zero: Tensor | None = None
) -> Tensor:
    """A convolution of shifted integers."""
    return tf.cast(_convolved(node, _shifted(x, x_zero), _shifted(w, _filters(w_zero, w))), tf.int32)


def _filters(zero: Tensor | None, w: Tensor) -> Tensor | None:
    return (
        tf.reshape(zero, [-1, *[1] * ((w.shape.rank or 1) - 1)]) if zero is not None and zero.shape.rank == 1 else zero
    )


@rule("QLinearConv")
def quantized_conv(
    node: Node,
    x: Tensor,
    x_scale: Tensor,
    x_zero: Tensor,
    w: Tensor,
    w_scale: Tensor,
    w_zero: Tensor,
    scale: Tensor,
    zero: Tensor,
    bias: Tensor | None = None,
) -> Tensor:
    """A convolution of quantized numbers, quantized again."""
    total = tf.cast(_convolved(node, _shifted(x, x_zero), _shifted(w, _filters(w_zero, w))), tf.float32)
    rank = node.rank(x)
    if bias is not None:
        total = total + tf.cast(per_channel(bias, rank), tf.float32)
    factor = per_channel(tf.reshape(x_scale * w_scale / scale, [-1]), rank)
    return _quantized(total * factor, tf.constant(1.0), zero, zero.dtype)
