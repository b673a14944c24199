"""A loop that a tensor decides: about thirty iterations over five floats."""

import numpy as np

from bench.workload import Program, Workload

X = np.array([0.9, 0.7, 0.5, 0.3, 0.8], np.float32)


def tensorflow(tf, stage):
    def shrink(x):
        while tf.reduce_sum(x) > 1:
            x = tf.tanh(x)
        return x

    return Program("shrink(x)", {"shrink": stage(shrink), "x": tf.constant(X)})


def numpy():
    def shrink(x):
        while x.sum() > 1:
            x = np.tanh(x)
        return x

    return Program("shrink(x)", {"shrink": shrink, "x": X})


def jax():
    import jax
    import jax.numpy as jnp

    def shrink(x):
        return jax.lax.while_loop(lambda x: jnp.sum(x) > 1, jnp.tanh, x)

    return Program("shrink(x).block_until_ready()", {"shrink": jax.jit(shrink), "x": jnp.array(X)})


WORKLOAD = Workload("while_loop", "`while reduce_sum(x) > 1: x = tanh(x)`, 5 floats", tensorflow, numpy, jax)
