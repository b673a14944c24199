"""ONNX's random ops. Their numbers are this package's own, not those of another runtime."""

from __future__ import annotations

import graphwright as tf
from graphwright.core.tensor import Tensor
from graphwright.onnx.node import Node, rule
from graphwright.onnx.tensors import dtype_of


def _dtype(node: Node, default: tf.DType) -> tf.DType:
    return dtype_of(node.integer("dtype"), str(node)) if node.has("dtype") else default


def _seed(node: Node) -> int | None:
    return int(node.number("seed")) if node.has("seed") else None


@rule("RandomUniform", "RandomNormal", "RandomUniformLike", "RandomNormalLike")
def random(node: Node, like: Tensor | None = None) -> Tensor:
    """Numbers between `low` and `high`, or around `mean`."""
    shape = node.integers("shape") if like is None else tf.shape(like)
    dtype = _dtype(node, tf.float32 if like is None else like.dtype)
    if node.op.startswith("RandomUniform"):
        return tf.random.uniform(shape, node.number("low"), node.number("high", 1.0), dtype, _seed(node))
    return tf.random.normal(shape, node.number("mean"), node.number("scale", 1.0), dtype, _seed(node))


@rule("Bernoulli")
def bernoulli(node: Node, x: Tensor) -> Tensor:
    """1 with the probability of each element, else 0."""
    return tf.cast(tf.random.uniform(tf.shape(x), seed=_seed(node)) < tf.cast(x, tf.float32), _dtype(node, x.dtype))


@rule("Multinomial")
def multinomial(node: Node, x: Tensor) -> Tensor:
    """Classes, drawn with the logarithms of probabilities."""
    dtype = _dtype(node, tf.int32)
    return tf.random.categorical(x, node.integer("sample_size", 1), dtype, _seed(node))
