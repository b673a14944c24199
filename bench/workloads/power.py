"""A hundred small matrix products in a row, as in TensorFlow's introduction to graphs."""

import numpy as np

from bench.workload import Program, Workload

X = np.random.default_rng(0).integers(-1, 2, (10, 10), np.int32)
TIMES = 100


def tensorflow(tf, stage):
    def power(x, y):
        result = tf.eye(10, dtype=tf.int32)
        for _ in range(y):
            result = tf.matmul(x, result)
        return result

    return Program("power(x, y)", {"power": stage(power), "x": tf.constant(X), "y": TIMES})


def numpy():
    def power(x, y):
        result = np.eye(10, dtype=np.int32)
        for _ in range(y):
            result = np.matmul(x, result)
        return result

    return Program("power(x, y)", {"power": power, "x": X, "y": TIMES})


def jax():
    import jax
    import jax.numpy as jnp

    def power(x, y):
        result = jnp.eye(10, dtype=jnp.int32)
        for _ in range(y):
            result = jnp.matmul(x, result)
        return result

    names = {"power": jax.jit(power, static_argnums=1), "x": jnp.array(X), "y": TIMES}
    return Program("power(x, y).block_until_ready()", names)


WORKLOAD = Workload("power", "`power(x, 100)`: 10x10 int32 products", tensorflow, numpy, jax, tolerance=0)
