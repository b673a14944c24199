"""A loop of ten thousand iterations over one number: the cost of an iteration."""

import numpy as np

from bench.workload import Program, Workload

ITERATIONS = 10_000


def tensorflow(tf, stage):
    def total(s):
        for i in tf.range(ITERATIONS):
            s += tf.cast(i, tf.float32) * 0.5
        return s

    return Program("total(s)", {"total": stage(total), "s": tf.constant(0.0)})


def numpy():
    def total(s):
        for i in np.arange(ITERATIONS, dtype=np.int32):
            s += np.float32(i) * np.float32(0.5)
        return s

    return Program("total(s)", {"total": total, "s": np.float32(0)})


def jax():
    import jax
    import jax.numpy as jnp

    def total(s):
        return jax.lax.fori_loop(0, ITERATIONS, lambda i, s: s + i.astype(jnp.float32) * 0.5, s)

    return Program("total(s).block_until_ready()", {"total": jax.jit(total), "s": jnp.float32(0)})


WORKLOAD = Workload("scalar_loop", "`for i in range(10000): s += i * 0.5`", tensorflow, numpy, jax)
