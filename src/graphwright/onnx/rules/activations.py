"""ONNX's activation functions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, constant, rule, table
from graphwright.onnx.rules.layout import elementwise

_FUNCTIONS: dict[str, Callable[..., Tensor]] = {
    "HardSwish": lambda x: x * tf.clip_by_value(x / constant(6, x) + constant(0.5, x), constant(0, x), constant(1, x)),
    "Mish": lambda x: x * tf.tanh(tf.math.softplus(x)),
    "Relu": lambda x: tf.nn.relu(x) if x.dtype is not tf.uint64 else x,
    "Sigmoid": tf.sigmoid,
    "Softplus": tf.math.softplus,
    "Softsign": tf.nn.softsign,
}
table({name: partial(elementwise, function) for name, function in _FUNCTIONS.items()})


@rule("Elu", "Celu")
def elu(node: Node, x: Tensor) -> Tensor:
    """`alpha * (exp(x) - 1)` below 0; Celu's exponent is divided by `alpha`."""
    alpha = node.number("alpha", 1.0)
    if alpha == 1.0:
        return tf.nn.elu(x)
    scale = constant(alpha, x)
    below = tf.minimum(x, constant(0, x))
    return tf.nn.relu(x) + scale * tf.math.expm1(below / scale if node.op == "Celu" else below)


@rule("Selu")
def selu(node: Node, x: Tensor) -> Tensor:
    """Elu, scaled by `gamma`."""
    alpha, gamma = node.number("alpha", 1.67326319217681884765625), node.number("gamma", 1.05070102214813232421875)
    below = tf.math.expm1(tf.minimum(x, constant(0, x)))
    return constant(gamma, x) * (tf.nn.relu(x) + constant(alpha, x) * below)


@rule("LeakyRelu")
def leaky_relu(node: Node, x: Tensor) -> Tensor:
    """Values below 0 are multiplied by `alpha`."""
    return elementwise(partial(tf.nn.leaky_relu, alpha=node.number("alpha", 0.01)), x)


@rule("PRelu")
def parametric_relu(node: Node, x: Tensor, slope: Tensor) -> Tensor:
    """Values below 0 are multiplied by `slope`, which is broadcast."""
    return tf.where(x < constant(0, x), slope * x, x)


@rule("ThresholdedRelu")
def thresholded_relu(node: Node, x: Tensor) -> Tensor:
    """Values up to `alpha` become 0."""
    return tf.where(x > constant(node.number("alpha", 1.0), x), x, constant(0, x))


@rule("HardSigmoid")
def hard_sigmoid(node: Node, x: Tensor) -> Tensor:
    """A line, cut at 0 and 1."""
    alpha, beta = constant(node.number("alpha", 0.2), x), constant(node.number("beta", 0.5), x)
    return elementwise(lambda x: tf.clip_by_value(alpha * x + beta, constant(0, x), constant(1, x)), x)


@rule("Gelu")
def gelu(node: Node, x: Tensor) -> Tensor:
    """Exact, or by tanh."""
    return tf.nn.gelu(x, node.one_of("approximate", "none", ("none", "tanh")) == "tanh")


@rule("Swish")
def swish(node: Node, x: Tensor) -> Tensor:
    """`x * sigmoid(alpha * x)`."""
    alpha = node.number("alpha", 1.0)
    return x * tf.sigmoid(x if alpha == 1.0 else constant(alpha, x) * x)


@rule("Shrink")
def shrink(node: Node, x: Tensor) -> Tensor:
    """Values nearer to 0 than `lambd` become 0, others are moved towards 0 by `bias`."""
    bound, bias = constant(node.number("lambd", 0.5), x), constant(node.number("bias"), x)
    above = tf.where(x > bound, x - bias, constant(0, x))
    return tf.where(x < -bound, x + bias, above)


@rule("Softmax", "LogSoftmax", "Hardmax")
def softmax(node: Node, x: Tensor) -> Tensor:
    """Along an axis; before opset 13, along all axes from that one on together."""
    functions: dict[str, Callable[..., Tensor]] = {
        "Softmax": tf.nn.softmax,
        "LogSoftmax": tf.nn.log_softmax,
        "Hardmax": _hardmax,
    }
    function = functions[node.op]
    if node.version >= 13:
        return function(x, node.axis(x, "axis", -1))
    axis = node.axis(x, "axis", 1)
    shape = tf.shape(x)
    rows = tf.reshape(x, tf.stack([tf.reduce_prod(shape[:axis]), tf.reduce_prod(shape[axis:])]))
    result = tf.reshape(function(rows, 1), shape)
    return tf.ensure_shape(result, x.shape)


def _hardmax(x: Tensor, axis: int) -> Tensor:
    """1 at the first largest value along an axis, 0 elsewhere."""
    return tf.cast(tf.one_hot(tf.argmax(x, axis), tf.shape(x)[axis], axis=axis), x.dtype)
