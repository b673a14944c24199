"""A recurrent net over 100 steps, and its gradient: loops over tensors, lists of results, lists for the gradient."""

import numpy as np

from bench.workload import Program, Workload

STEPS, BATCH, UNITS = 100, 32, 64


def _values():
    rng = np.random.default_rng(0)
    weights = [rng.standard_normal((UNITS, UNITS)).astype(np.float32) * 0.1 for _ in range(2)]
    return [rng.standard_normal((STEPS, BATCH, UNITS)).astype(np.float32), *weights, np.zeros(UNITS, np.float32)]


def _size(result):
    """The number by which results are compared, since their elements are sums that libraries round differently."""
    return np.float32(np.mean(np.square(np.asarray(result))))


def _forward(tf):
    def rnn(x, w, u, b):
        states = tf.TensorArray(tf.float32, size=tf.shape(x)[0], element_shape=[BATCH, UNITS])
        h = tf.zeros([BATCH, UNITS])
        for t in tf.range(tf.shape(x)[0]):
            h = tf.tanh(tf.matmul(x[t], w) + tf.matmul(h, u) + b)
            states = states.write(t, h)
        return states.stack()

    return rnn


def forward(tf, stage):
    names = dict(zip("xwub", map(tf.constant, _values()), strict=True))
    rnn = stage(_forward(tf))
    return Program("rnn(x, w, u, b)", {"rnn": rnn, **names}, lambda: _size(rnn(**names)))


def gradient(tf, stage):
    rnn = _forward(tf)

    def step(x, w, u, b):
        with tf.GradientTape() as tape:
            tape.watch([w, u, b])
            loss = tf.reduce_mean(rnn(x, w, u, b) ** 2)
        return tape.gradient(loss, [w, u, b])

    names = dict(zip("xwub", map(tf.constant, _values()), strict=True))
    staged = stage(step)
    return Program("step(x, w, u, b)", {"step": staged, **names}, lambda: [_size(g) for g in staged(**names)])


def mixed(tf, stage):
    """In half precision, with weights in float32 that are rounded where they are used."""
    x, *weights = _values()
    w, u, b = (tf.Variable(value) for value in weights)

    def rnn(x):
        h = tf.zeros([BATCH, UNITS], tf.float16)
        for t in tf.range(STEPS):
            product = tf.matmul(x[t], tf.cast(w, tf.float16)) + tf.matmul(h, tf.cast(u, tf.float16))
            h = tf.tanh(product + tf.cast(b, tf.float16))
        return h

    names = {"rnn": stage(rnn), "x": tf.constant(x.astype(np.float16))}
    return Program("rnn(x)", names, lambda: _size(names["rnn"](names["x"])))


def _scan():
    import jax
    import jax.numpy as jnp

    def rnn(x, w, u, b):
        def advance(h, row):
            h = jnp.tanh(row @ w + h @ u + b)
            return h, h

        return jax.lax.scan(advance, jnp.zeros((BATCH, UNITS)), x)[1]

    return rnn


def forward_in_jax():
    import jax
    import jax.numpy as jnp

    names = dict(zip("xwub", map(jnp.asarray, _values()), strict=True))
    rnn = jax.jit(_scan())
    return Program("rnn(x, w, u, b).block_until_ready()", {"rnn": rnn, **names}, lambda: _size(rnn(**names)))


def gradient_in_jax():
    import jax
    import jax.numpy as jnp

    rnn = _scan()
    step = jax.jit(jax.grad(lambda w, u, b, x: jnp.mean(rnn(x, w, u, b) ** 2), argnums=(0, 1, 2)))
    names = dict(zip("xwub", map(jnp.asarray, _values()), strict=True))
    return Program(
        "jax.block_until_ready(step(w, u, b, x))",
        {"step": step, "jax": jax, **names},
        lambda: [_size(g) for g in step(names["w"], names["u"], names["b"], names["x"])],
    )


WORKLOADS = [
    Workload(
        "rnn",
        "RNN over 100 steps, batch 32, 64 units, TensorArray",
        forward,
        jax=forward_in_jax,
    ),
    Workload("rnn_gradient", "the same with its gradient", gradient, jax=gradient_in_jax),
    Workload(
        "rnn_mixed",
        "RNN over 100 steps in half precision, weights in float32 variables",
        mixed,
        tolerance=1e-2,
        in_quick=False,
    ),
]
