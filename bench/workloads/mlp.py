"""One training step of a small network: 784-128-10, ReLU, softmax cross entropy, a batch of 32, SGD."""

import numpy as np

from bench.workload import Program, Workload

RATE = 0.01
BATCH, INPUTS, HIDDEN, OUTPUTS = 32, 784, 128, 10


def problem():
    """The batch (x, y), and the weights to start from (w1, b1, w2, b2)."""
    rng = np.random.default_rng(0)
    x = rng.random((BATCH, INPUTS), np.float32)
    y = rng.integers(0, OUTPUTS, BATCH, np.int32)
    w1 = rng.standard_normal((INPUTS, HIDDEN), np.float32) * 0.05
    w2 = rng.standard_normal((HIDDEN, OUTPUTS), np.float32) * 0.1
    return x, y, [w1, np.zeros(HIDDEN, np.float32), w2, np.zeros(OUTPUTS, np.float32)]


def tensorflow(tf, stage):
    x, y, start = problem()
    weights = [tf.Variable(value) for value in start]
    w1, b1, w2, b2 = weights

    def step(x, y):
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.matmul(x, w1) + b1)
            logits = tf.matmul(hidden, w2) + b2
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(RATE * gradient)
        return loss

    names = {"step": stage(step), "x": tf.constant(x), "y": tf.constant(y)}
    return Program("step(x, y)", names, lambda: [names["step"](names["x"], names["y"]) for _ in range(3)])


def numpy():
    x, y, (w1, b1, w2, b2) = problem()
    rows = np.arange(BATCH)

    def step(x, y):
        nonlocal w1, b1, w2, b2
        before = x @ w1 + b1
        hidden = np.maximum(before, 0)
        logits = hidden @ w2 + b2
        logits -= logits.max(axis=1, keepdims=True)
        powers = np.exp(logits)
        sums = powers.sum(axis=1, keepdims=True)
        loss = (np.log(sums[:, 0]) - logits[rows, y]).mean()
        to_logits = powers / sums
        to_logits[rows, y] -= 1
        to_logits /= BATCH
        to_hidden = (to_logits @ w2.T) * (before > 0)
        w2 -= RATE * (hidden.T @ to_logits)
        b2 -= RATE * to_logits.sum(axis=0)
        w1 -= RATE * (x.T @ to_hidden)
        b1 -= RATE * to_hidden.sum(axis=0)
        return loss

    return Program("step(x, y)", {"step": step, "x": x, "y": y}, lambda: [step(x, y) for _ in range(3)])


def jax():
    from functools import partial

    import jax
    import jax.numpy as jnp

    def loss_of(weights, x, y):
        w1, b1, w2, b2 = weights
        logits = jax.nn.relu(x @ w1 + b1) @ w2 + b2
        return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), y[:, None], axis=1))

    @partial(jax.jit, donate_argnums=0)
    def update(weights, x, y):
        loss, gradients = jax.value_and_grad(loss_of)(weights, x, y)
        return [weight - RATE * gradient for weight, gradient in zip(weights, gradients)], loss

    x, y, start = problem()
    x, y, weights = jnp.array(x), jnp.array(y), [jnp.array(value) for value in start]

    def step(x, y):
        nonlocal weights
        weights, loss = update(weights, x, y)
        return loss.block_until_ready()

    return Program("step(x, y)", {"step": step, "x": x, "y": y}, lambda: [step(x, y) for _ in range(3)])


WORKLOAD = Workload("mlp", "training step 784-128-10, batch 32, SGD", tensorflow, numpy, jax, tolerance=1e-4)
