"""Softmax and layer normalisation of a million floats, and their gradients: how often memory is gone through."""

import numpy as np

from bench.differentiated import function_and_gradient

EPSILON = 1e-5


def _softmax_values():
    return [np.random.default_rng(0).standard_normal((8, 8, 128, 128), np.float32)]


def _layer_norm_values():
    rng = np.random.default_rng(0)
    return [rng.standard_normal((2048, 512), np.float32), *rng.standard_normal((2, 512), np.float32)]


def _softmax(tf):
    return lambda x: tf.nn.softmax(x)


def _softmax_in_jax():
    import jax

    return jax.nn.softmax


def _layer_norm(tf):
    def layer_norm(x, scale, offset):
        mean, variance = tf.nn.moments(x, [-1], keepdims=True)
        return (x - mean) * tf.math.rsqrt(variance + EPSILON) * scale + offset

    return layer_norm


def _layer_norm_in_jax():
    import jax

    def layer_norm(x, scale, offset):
        mean, variance = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(variance + EPSILON) * scale + offset

    return layer_norm


WORKLOADS = [
    *function_and_gradient("softmax", "softmax of 8x8x128x128", _softmax, _softmax_in_jax, _softmax_values),
    *function_and_gradient(
        "layer_norm",
        "layer normalisation of 2048x512",
        _layer_norm,
        _layer_norm_in_jax,
        _layer_norm_values,
    ),
]
