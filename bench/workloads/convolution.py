"""Convolution: one large layer, and a training step of a small network of two convolutions with pools between."""

import numpy as np

from bench.workload import Program, Workload

RATE = 0.01
BATCH, SIDE, CLASSES = 32, 28, 10


def layer():
    """The image and the filters of the large layer."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((1, 200, 200, 100), np.float32)
    return x, rng.standard_normal((3, 3, 100, 100), np.float32) * 0.05


def conv2d_tensorflow(tf, stage):
    x, filters = layer()

    def conv(x, filters):
        return tf.nn.conv2d(x, filters, strides=1, padding="SAME")

    return Program("conv(x, filters)", {"conv": stage(conv), "x": tf.constant(x), "filters": tf.constant(filters)})


def conv2d_jax():
    import jax
    import jax.numpy as jnp

    @jax.jit
    def convolved(x, filters):
        return jax.lax.conv_general_dilated(x, filters, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    x, filters = (jnp.array(value) for value in layer())
    names = {"conv": lambda x, filters: convolved(x, filters).block_until_ready(), "x": x, "filters": filters}
    return Program("conv(x, filters)", names)


def problem():
    """The batch (x, y), and the weights to start from: two filters and a matrix, each with its bias."""
    rng = np.random.default_rng(0)
    x = rng.random((BATCH, SIDE, SIDE, 1), np.float32)
    y = rng.integers(0, CLASSES, BATCH, np.int32)
    shapes = [(3, 3, 1, 32), (3, 3, 32, 64), (7 * 7 * 64, CLASSES)]
    weights = []
    for shape in shapes:
        scale = np.float32(1 / np.sqrt(np.prod(shape[:-1])))
        weights += [rng.standard_normal(shape, np.float32) * scale, np.zeros(shape[-1], np.float32)]
    return x, y, weights


def cnn_tensorflow(tf, stage):
    x, y, start = problem()
    weights = [tf.Variable(value) for value in start]
    f1, b1, f2, b2, w, b = weights

    def step(x, y):
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.nn.conv2d(x, f1, 1, "SAME") + b1)
            hidden = tf.nn.max_pool2d(hidden, 2, 2, "VALID")
            hidden = tf.nn.relu(tf.nn.conv2d(hidden, f2, 1, "SAME") + b2)
            hidden = tf.nn.max_pool2d(hidden, 2, 2, "VALID")
            logits = tf.matmul(tf.reshape(hidden, [BATCH, 7 * 7 * 64]), w) + b
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y, logits=logits))
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(RATE * gradient)
        return loss

    names = {"step": stage(step), "x": tf.constant(x), "y": tf.constant(y)}
    return Program("step(x, y)", names, lambda: [names["step"](names["x"], names["y"]) for _ in range(3)])


def cnn_jax():
    from functools import partial

    import jax
    import jax.numpy as jnp

    def conv(x, filters):
        return jax.lax.conv_general_dilated(x, filters, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def pool(x):
        return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    def loss_of(weights, x, y):
        f1, b1, f2, b2, w, b = weights
        hidden = pool(jax.nn.relu(conv(x, f1) + b1))
        hidden = pool(jax.nn.relu(conv(hidden, f2) + b2))
        logits = hidden.reshape(BATCH, -1) @ w + b
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


WORKLOADS = [
    Workload(
        "conv2d",
        "convolution of 1x200x200x100 by 3x3x100x100",
        conv2d_tensorflow,
        jax=conv2d_jax,
        tolerance=1e-3,
        in_quick=False,
    ),
    Workload(
        "cnn",
        "training step of a CNN, two convolutions, batch 32",
        cnn_tensorflow,
        jax=cnn_jax,
        tolerance=1e-3,
        in_quick=False,
    ),
]
