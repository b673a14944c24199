"""A block of attention, and its gradient: small products in stacks, transposes, softmax, layer normalisation."""

import numpy as np

from bench.differentiated import function_and_gradient

BATCH, LENGTH, HEADS = 8, 128, 8
EPSILON = 1e-5


def _values(width):
    """The input, the projections to queries, keys, values and back, and the normalisation's scale and offset."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((BATCH, LENGTH, width), np.float32)
    projections = rng.standard_normal((4, width, width), np.float32) / np.float32(np.sqrt(width))
    return [x, *projections, np.ones(width, np.float32), np.zeros(width, np.float32)]


def _attention(width):
    depth = width // HEADS

    def written(tf):
        def split(x, weights):
            heads = tf.reshape(tf.matmul(tf.reshape(x, [-1, width]), weights), [BATCH, LENGTH, HEADS, depth])
            return tf.transpose(heads, [0, 2, 1, 3])

        def attention(x, to_query, to_key, to_value, to_output, scale, offset):
            query, key, value = split(x, to_query), split(x, to_key), split(x, to_value)
            weights = tf.nn.softmax(tf.matmul(query, key, transpose_b=True) * depth**-0.5)
            heads = tf.transpose(tf.matmul(weights, value), [0, 2, 1, 3])
            y = x + tf.reshape(tf.matmul(tf.reshape(heads, [-1, width]), to_output), [BATCH, LENGTH, width])
            mean, variance = tf.nn.moments(y, [-1], keepdims=True)
            return (y - mean) * tf.math.rsqrt(variance + EPSILON) * scale + offset

        return attention

    return written


def _attention_in_jax(width):
    depth = width // HEADS

    def written():
        import jax

        def split(x, weights):
            return (x @ weights).reshape(BATCH, LENGTH, HEADS, depth).transpose(0, 2, 1, 3)

        def attention(x, to_query, to_key, to_value, to_output, scale, offset):
            query, key, value = split(x, to_query), split(x, to_key), split(x, to_value)
            weights = jax.nn.softmax(query @ key.transpose(0, 1, 3, 2) * depth**-0.5)
            heads = (weights @ value).transpose(0, 2, 1, 3).reshape(BATCH, LENGTH, width)
            y = x + heads @ to_output
            mean, variance = y.mean(-1, keepdims=True), y.var(-1, keepdims=True)
            return (y - mean) * jax.lax.rsqrt(variance + EPSILON) * scale + offset

        return attention

    return written


def _of_width(name, width):
    title = f"attention block, {BATCH} x {LENGTH} x {width}, {HEADS} heads"
    return function_and_gradient(name, title, _attention(width), _attention_in_jax(width), lambda: _values(width))


WORKLOADS = [*_of_width("attention", 64), *_of_width("attention_wide", 512)]
