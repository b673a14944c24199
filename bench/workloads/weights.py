"""Inference with large weights and few rows at a time: a recurrent layer, where each step is a product of 32 rows."""

import numpy as np

from bench.workload import Program, Workload

STEPS, BATCH, UNITS = 50, 32, 512


def problem():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((STEPS, BATCH, UNITS), np.float32)
    return x, rng.standard_normal((UNITS, UNITS), np.float32) / np.float32(np.sqrt(UNITS))


def recurrent_tensorflow(tf, stage):
    x, weights = problem()
    weights = tf.Variable(weights)

    def recurrent(x):
        state = tf.zeros([BATCH, UNITS])
        for i in tf.range(STEPS):
            state = tf.tanh(x[i] + tf.matmul(state, weights))
        return state

    return Program("recurrent(x)", {"recurrent": stage(recurrent), "x": tf.constant(x)})


def recurrent_jax():
    import jax
    import jax.numpy as jnp

    x, weights = map(jnp.array, problem())

    @jax.jit
    def recurrent(x, weights):
        start = jnp.zeros([BATCH, UNITS])
        return jax.lax.scan(lambda state, row: (jnp.tanh(row + state @ weights), None), start, x)[0]

    return Program("recurrent(x).block_until_ready()", {"recurrent": lambda x: recurrent(x, weights), "x": x})


WORKLOAD = Workload(
    "recurrent_inference",
    f"recurrent layer of {UNITS} units, inference, {STEPS} steps of {BATCH} rows",
    recurrent_tensorflow,
    jax=recurrent_jax,
    tolerance=1e-3,
    in_quick=False,
)
