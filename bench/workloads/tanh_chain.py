"""A chain of elementwise steps over an array that does not fit the cache: what fusing is worth."""

import numpy as np

from bench.workload import Program, Workload

X = np.random.default_rng(0).standard_normal(1_000_000, np.float32)
STEPS = 10


def tensorflow(tf, stage):
    def chain(x):
        for _ in range(STEPS):
            x = tf.tanh(x) * 1.1 + 0.1
        return x

    return Program("chain(x)", {"chain": stage(chain), "x": tf.constant(X)})


def numpy():
    def chain(x):
        for _ in range(STEPS):
            x = np.tanh(x) * 1.1 + 0.1
        return x

    return Program("chain(x)", {"chain": chain, "x": X})


def jax():
    import jax
    import jax.numpy as jnp

    def chain(x):
        for _ in range(STEPS):
            x = jnp.tanh(x) * 1.1 + 0.1
        return x

    return Program("chain(x).block_until_ready()", {"chain": jax.jit(chain), "x": jnp.array(X)})


WORKLOAD = Workload("tanh_chain", "10 x `tanh(x) * 1.1 + 0.1`, 1M floats", tensorflow, numpy, jax)
