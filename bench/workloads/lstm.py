"""An LSTM over 100 steps, and its gradient: one product and a few gates in each iteration of a loop."""

import numpy as np

from bench.differentiated import function_and_gradient

STEPS, BATCH, UNITS = 100, 32, 64


def _values():
    rng = np.random.default_rng(0)
    weights = rng.standard_normal((2, UNITS, 4 * UNITS), np.float32) * np.float32(0.1)
    return [rng.standard_normal((STEPS, BATCH, UNITS), np.float32), *weights, np.zeros(4 * UNITS, np.float32)]


def _lstm(tf):
    def lstm(x, w, u, b):
        states = tf.TensorArray(tf.float32, size=STEPS, element_shape=[BATCH, UNITS])
        h = c = tf.zeros([BATCH, UNITS])
        for t in tf.range(STEPS):
            enter, forget, new, leave = tf.split(tf.matmul(x[t], w) + tf.matmul(h, u) + b, 4, axis=1)
            c = tf.sigmoid(forget) * c + tf.sigmoid(enter) * tf.tanh(new)
            h = tf.sigmoid(leave) * tf.tanh(c)
            states = states.write(t, h)
        return states.stack()

    return lstm


def _lstm_in_jax():
    import jax
    import jax.numpy as jnp

    def lstm(x, w, u, b):
        def advance(state, row):
            h, c = state
            enter, forget, new, leave = jnp.split(row @ w + h @ u + b, 4, axis=1)
            c = jax.nn.sigmoid(forget) * c + jax.nn.sigmoid(enter) * jnp.tanh(new)
            h = jax.nn.sigmoid(leave) * jnp.tanh(c)
            return (h, c), h

        zeros = jnp.zeros((BATCH, UNITS))
        return jax.lax.scan(advance, (zeros, zeros), x)[1]

    return lstm


WORKLOADS = function_and_gradient(
    "lstm", f"LSTM over {STEPS} steps, batch {BATCH}, {UNITS} units", _lstm, _lstm_in_jax, _values, data=1
)
