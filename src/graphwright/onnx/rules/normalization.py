"""ONNX's normalizations and dropout."""

from __future__ import annotations

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, constant, rule, static
from graphwright.onnx.rules.layout import elementwise, per_channel, prepared


@rule("BatchNormalization")
def batch_normalization(
    node: Node, x: Tensor, scale: Tensor, offset: Tensor, mean: Tensor, variance: Tensor
) -> Tensor | tuple[Tensor, ...]:
    """With statistics that are given, or those of the batch in training."""
    rank = node.rank(x)
    epsilon = node.number("epsilon", 1e-5)
    if not node.integer("training_mode"):
        factor = prepared(lambda s, v: s * tf.math.rsqrt(v + constant(epsilon, v)), scale, variance)
        shift = prepared(lambda o, m, f: o - m * f, offset, mean, factor)
        by, to = (per_channel(tf.cast(t, x.dtype), rank) for t in (factor, shift))
        return elementwise(lambda x, by, to: x * by + to, x, by, to)
    own_mean, own_variance = tf.nn.moments(x, [0, *range(2, rank)])
    momentum = constant(node.number("momentum", 0.9), mean)
    normal = (x - per_channel(own_mean, rank)) * tf.math.rsqrt(per_channel(own_variance, rank) + constant(epsilon, x))
    keep = constant(1, mean) - momentum
    return (
        normal * per_channel(scale, rank) + per_channel(offset, rank),
        mean * momentum + tf.cast(own_mean, mean.dtype) * keep,
        variance * momentum + tf.cast(own_variance, variance.dtype) * keep,
    )


@rule("InstanceNormalization")
def instance_normalization(node: Node, x: Tensor, scale: Tensor, offset: Tensor) -> Tensor:
    """Each channel of each example by its own statistics."""
    rank = node.rank(x)
    mean, variance = tf.nn.moments(x, list(range(2, rank)), keepdims=True)
    normal = (x - mean) * tf.math.rsqrt(variance + constant(node.number("epsilon", 1e-5), x))
    return normal * per_channel(scale, rank) + per_channel(offset, rank)


@rule("LayerNormalization")
def layer_normalization(node: Node, x: Tensor, scale: Tensor, offset: Tensor | None = None) -> tuple[Tensor, ...]:
    """Over the axes from one on, computed in single precision at least; with mean and reciprocal deviation."""
    axis = node.axis(x, "axis", -1)
    wide = tf.cast(x, tf.float32) if x.dtype in (tf.float16, tf.bfloat16) and node.integer("stash_type", 1) == 1 else x
    axes = list(range(axis, node.rank(x)))
    mean = tf.reduce_mean(wide, axes, True)
    centred = wide - mean
    variance = tf.reduce_mean(tf.square(centred), axes, True)
    inverse = tf.math.rsqrt(variance + constant(node.number("epsilon", 1e-5), wide))
    result = tf.cast(centred * inverse, x.dtype) * scale
    return (result if offset is None else result + offset, mean, inverse)


@rule("MeanVarianceNormalization")
def mean_variance_normalization(node: Node, x: Tensor) -> Tensor:
    """With mean 0 and deviation 1 over some axes."""
    mean, variance = tf.nn.moments(x, node.integers("axes", [0, 2, 3]), keepdims=True)
    return (x - mean) / (tf.sqrt(variance) + constant(1e-9, x))


@rule("LRN")
def local_response_normalization(node: Node, x: Tensor) -> Tensor:
    """Divided by a power of the sum of squares over neighbouring channels."""
    size, rank = node.integer("size"), node.rank(x)
    if size < 1:
        raise node.error(f"the attribute 'size' is {size}.")
    before = (size - 1) // 2
    squares = tf.pad(tf.square(x), [[0, 0], [before, size - 1 - before], *[[0, 0]] * (rank - 2)])
    channels = tf.shape(x)[1]
    total = tf.add_n([squares[:, i : i + channels] for i in range(size)])
    scale = constant(node.number("bias", 1.0), x) + constant(node.number("alpha", 1e-4) / size, x) * total
    return x / tf.pow(scale, constant(node.number("beta", 0.75), x))


@rule("LpNormalization")
def lp_normalization(node: Node, x: Tensor) -> Tensor:
    """Divided by the norm along an axis; zeros where that is 0."""
    axis = node.axis(x, "axis", -1)
    if node.integer("p", 2) == 1:
        norm = tf.reduce_sum(tf.abs(x), axis, True)
    else:
        norm = tf.sqrt(tf.reduce_sum(tf.square(x), axis, True))
    return tf.math.divide_no_nan(x, norm)


@rule("Dropout")
def dropout(
    node: Node, x: Tensor, ratio: Tensor | None = None, training: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """The input itself, unless `training_mode` is true: then random elements become 0 and others are scaled."""
    every = tf.ones_like(x, tf.bool)
    mode = False if training is None else static(training)
    if mode is None:
        raise node.unsupported("a training_mode that is computed while the model runs")
    if not mode or node.version < 12:
        return x, every
    rate = 0.5 if ratio is None else float(node.known(ratio, "a ratio").reshape(()))
    if rate == 0.0:
        return x, every
    if not 0.0 <= rate < 1.0:
        raise node.error(f"the ratio is {rate}; it must be at least 0 and less than 1.")
    seed = node.integer("seed") if node.has("seed") else None
    kept = tf.random.uniform(tf.shape(x), seed=seed) >= rate
    return tf.where(kept, x / constant(1 - rate, x), tf.zeros_like(x)), kept
