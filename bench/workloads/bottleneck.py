"""A bottleneck block of a residual network, inference: three convolutions, each with batch normalisation and ReLU."""

from functools import partial

import numpy as np

from bench.workload import Program, Workload

EPSILON = 1e-3


def problem(batch, side, narrow, wide):
    """The images, and for each convolution the filter and the scale, offset, mean and variance of its channels."""
    rng = np.random.default_rng(0)
    layers = []
    for shape in [(1, 1, wide, narrow), (3, 3, narrow, narrow), (1, 1, narrow, wide)]:
        filters = rng.standard_normal(shape, np.float32) / np.float32(np.sqrt(np.prod(shape[:-1])))
        layers.append((filters, *(rng.uniform(0.5, 1.5, shape[-1]).astype(np.float32) for _ in range(4))))
    return rng.standard_normal((batch, side, side, wide), np.float32), layers


def bottleneck_tensorflow(sizes, tf, stage):
    x, layers = problem(*sizes)
    layers = [[tf.Variable(value, trainable=False) for value in layer] for layer in layers]

    def block(x):
        hidden = x
        for i, (filters, scale, offset, mean, variance) in enumerate(layers):
            hidden = tf.nn.conv2d(hidden, filters, 1, "SAME")
            hidden = tf.nn.batch_normalization(hidden, mean, variance, offset, scale, EPSILON)
            hidden = tf.nn.relu(hidden if i < len(layers) - 1 else hidden + x)
        return hidden

    return Program("block(x)", {"block": stage(block), "x": tf.constant(x)})


def bottleneck_jax(sizes):
    import jax
    import jax.numpy as jnp

    x, layers = problem(*sizes)
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


def _workload(name, *sizes):
    batch, side, _, wide = sizes
    return Workload(
        name,
        f"a residual block's inference, {batch}x{side}x{side}x{wide}, three convolutions",
        partial(bottleneck_tensorflow, sizes),
        jax=partial(bottleneck_jax, sizes),
        tolerance=1e-3,
        in_quick=False,
    )


WORKLOADS = [_workload("bottleneck", 8, 56, 64, 256), _workload("bottleneck_one", 1, 28, 128, 512)]
