"""An inverted bottleneck of a mobile network, inference: 1x1, padding and depthwise 3x3 with a stride, 1x1, ReLU6."""

import numpy as np

from bench.workload import Program, Workload

SIDE, NARROW, WIDE, EPSILON = 56, 24, 144, 1e-3
SHAPES = [(1, 1, NARROW, WIDE), (3, 3, WIDE, 1), (1, 1, WIDE, NARROW)]


def problem():
    """One image, and for each convolution the filter and the scale, offset, mean and variance of its channels."""
    rng = np.random.default_rng(0)
    layers = []
    for shape, channels in zip(SHAPES, (WIDE, WIDE, NARROW), strict=True):
        filters = rng.standard_normal(shape, np.float32) / np.float32(np.sqrt(np.prod(shape[:-1])))
        layers.append((filters, *(rng.uniform(0.5, 1.5, channels).astype(np.float32) for _ in range(4))))
    return rng.standard_normal((1, SIDE, SIDE, NARROW), np.float32), layers


def inverted_bottleneck_tensorflow(tf, stage):
    x, layers = problem()
    layers = [[tf.Variable(value, trainable=False) for value in layer] for layer in layers]

    def normalised(x, layer):
        _, scale, offset, mean, variance = layer
        return tf.nn.batch_normalization(x, mean, variance, offset, scale, EPSILON)

    def block(x):
        first, second, third = layers
        hidden = tf.nn.relu6(normalised(tf.nn.conv2d(x, first[0], 1, "SAME"), first))
        hidden = tf.pad(hidden, [[0, 0], [0, 1], [0, 1], [0, 0]])
        hidden = tf.nn.depthwise_conv2d(hidden, second[0], [1, 2, 2, 1], "VALID")
        hidden = tf.nn.relu6(normalised(hidden, second))
        return normalised(tf.nn.conv2d(hidden, third[0], 1, "SAME"), third)

    return Program("block(x)", {"block": stage(block), "x": tf.constant(x)})


def inverted_bottleneck_jax():
    import jax
    import jax.numpy as jnp

    x, layers = problem()
    layers = [[jnp.array(value) for value in layer] for layer in layers]

    def convolved(x, layer, stride=1, padding="SAME", groups=1):
        filters, scale, offset, mean, variance = layer
        y = jax.lax.conv_general_dilated(
            x, filters, (stride, stride), padding, dimension_numbers=("NHWC", "HWIO", "NHWC"),
            feature_group_count=groups,
        )  # fmt: skip
        return (y - mean) * (scale * jax.lax.rsqrt(variance + EPSILON)) + offset

    @jax.jit
    def block(x, layers):
        first, (filters, *rest), third = layers
        hidden = jnp.clip(convolved(x, first), 0, 6)
        turned = (filters.reshape(3, 3, 1, WIDE), *rest)
        hidden = jnp.clip(convolved(hidden, turned, 2, ((0, 1), (0, 1)), WIDE), 0, 6)
        return convolved(hidden, third)

    names = {"block": lambda x: block(x, layers).block_until_ready(), "x": jnp.array(x)}
    return Program("block(x)", names)


WORKLOAD = Workload(
    "inverted_bottleneck",
    f"a mobile network's block, inference, 1x{SIDE}x{SIDE}x{NARROW}, 1x1, depthwise 3x3, 1x1",
    inverted_bottleneck_tensorflow,
    jax=inverted_bottleneck_jax,
    tolerance=1e-3,
    in_quick=False,
)
