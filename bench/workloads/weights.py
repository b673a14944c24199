"""Inference with large weights and few rows at a time: recurrent layers whose steps are products of 32 rows or of 1."""

import numpy as np

from bench.workload import Program, Workload

STEPS, BATCH, UNITS = 50, 32, 512
ROW_STEPS, ROW_INPUTS, ROW_UNITS = 100, 512, 256


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


def row_problem():
    rng = np.random.default_rng(0)
    x = rng.standard_normal((ROW_STEPS, 1, ROW_INPUTS), np.float32)
    shapes = (ROW_INPUTS, ROW_UNITS), (ROW_UNITS, ROW_UNITS)
    return x, *(rng.standard_normal(shape, np.float32) / np.float32(np.sqrt(shape[0])) for shape in shapes)


def row_tensorflow(tf, stage):
    x, weights, recurrent_weights = row_problem()
    weights, recurrent_weights = tf.Variable(weights), tf.Variable(recurrent_weights)

    def recurrent(x):
        state = tf.zeros([1, ROW_UNITS])
        for i in tf.range(ROW_STEPS):
            state = tf.tanh(tf.matmul(x[i], weights) + tf.matmul(state, recurrent_weights))
        return state

    return Program("recurrent(x)", {"recurrent": stage(recurrent), "x": tf.constant(x)})


def row_jax():
    import jax
    import jax.numpy as jnp

    x, weights, recurrent_weights = map(jnp.array, row_problem())

    @jax.jit
    def recurrent(x, weights, recurrent_weights):
        def step(state, row):
            return jnp.tanh(row @ weights + state @ recurrent_weights), None

        return jax.lax.scan(step, jnp.zeros([1, ROW_UNITS]), x)[0]

    program = {"recurrent": lambda x: recurrent(x, weights, recurrent_weights), "x": x}
    return Program("recurrent(x).block_until_ready()", program)


WORKLOAD = Workload(
    "recurrent_inference",
    f"recurrent layer of {UNITS} units, inference, {STEPS} steps of {BATCH} rows",
    recurrent_tensorflow,
    jax=recurrent_jax,
    tolerance=1e-3,
    in_quick=False,
)
ROW_WORKLOAD = Workload(
    "recurrent_row",
    f"recurrent layer of {ROW_UNITS} units, inference, {ROW_STEPS} steps of one row of {ROW_INPUTS} numbers",
    row_tensorflow,
    jax=row_jax,
    tolerance=1e-3,
    in_quick=False,
)
