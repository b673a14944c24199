"""A bottleneck block of a residual network, inference: three convolutions, each with batch normalisation and ReLU."""

import numpy as np

from bench.workload import Program, Workload

BATCH, SIDE, NARROW, WIDE, EPSILON = 8, 56, 64, 256, 1e-3
SHAPES = [(1, 1, WIDE, NARROW), (3, 3, NARROW, NARROW), (1, 1, NARROW, WIDE)]


def problem():
    """The images, and for each convolution the filter and the scale, offset, mean and variance of its channels."""
    rng = np.random.default_rng(0)
    layers = []
    for shape in SHAPES:
        filters = rng.standard_normal(shape, np.float32) / np.float32(np.sqrt(np.prod(shape[:-1])))
        layers.append((filters, *(rng.uniform(0.5, 1.5, shape[-1]).astype(np.float32) for _ in range(4))))
    return rng.standard_normal((BATCH, SIDE, SIDE, WIDE), np.float32), layers


def bottleneck_tensorflow(tf, stage):
    x, layers = problem()
    layers = [[tf.Variable(value, trainable=False) for value in layer] for layer in layers]

    def block(x):
        hidden = x
        for i, (filters, scale, offset, mean, variance) in enumerate(layers):
            hidden = tf.nn.conv2d(hidden, filters, 1, "SAME")
            hidden = tf.nn.batch_normalization(hidden, mean, variance, offset, scale, EPSILON)
            hidden = tf.nn.relu(hidden if i < len(layers) - 1 else hidden + x)
        return hidden

    return Program("block(x)", {"block": stage(block), "x": tf.constant(x)})


def bottleneck_jax():
    import jax
    import jax.numpy as jnp

    x, layers = problem()
    layers = [[jnp.array(value) for value in layer] for layer in layers]

    @jax.jit
    def block(x, layers):
        hidden = x
        for i, (filters, scale, offset, mean, variance) in enumerate(layers):
            hidden = jax.lax.conv_general_dilated(
                hidden, filters, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")
            )
            hidden = (hidden - mean) * (scale * jax.lax.rsqrt(variance + EPSILON)) + offset
            hidden = jax.nn.relu(hidden if i < len(layers) - 1 else hidden + x)
        return hidden

    names = {"block": lambda x: block(x, layers).block_until_ready(), "x": jnp.array(x)}
    return Program("block(x)", names)


WORKLOAD = Workload(
    "bottleneck",
    f"a residual block's inference, {BATCH}x{SIDE}x{SIDE}x{WIDE}, three convolutions",
    bottleneck_tensorflow,
    jax=bottleneck_jax,
    tolerance=1e-3,
    in_quick=False,
)
