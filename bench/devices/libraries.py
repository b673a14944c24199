"""What the models are written with: the functions of the two libraries, and how a step is made of a model."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from bench.devices.models import RATE, Model

Step = Callable[[], Any]


def ours(model: Model, device: str) -> tuple[Step, dict[str, Any]]:
    """A step of this package, and its variables."""
    import graphwright as tf

    def pool(x: Any) -> Any:
        return tf.nn.max_pool2d(x, 2, 2, "VALID")

    lib = SimpleNamespace(
        matmul=tf.matmul, relu=tf.nn.relu, conv=lambda x, k: tf.nn.conv2d(x, k, 1, "SAME"), max_pool=pool,
        reshape=tf.reshape, softmax=tf.nn.softmax, gelu=lambda x: tf.nn.gelu(x, approximate=True), take=tf.gather,
        split=lambda x, n: tf.split(x, n, 2), einsum=tf.einsum, where=tf.where, equal=tf.equal, rsqrt=tf.math.rsqrt,
        mean=lambda x: tf.reduce_mean(x, -1, keepdims=True),
        argmax=lambda x: tf.argmax(x, -1, tf.int32),
        cross_entropy=lambda logits, labels: tf.reduce_mean(
            tf.nn.sparse_softmax_cross_entropy_with_logits(labels, logits)
        ),
    )  # fmt: skip
    with tf.device(device):
        weights = {name: tf.Variable(value) for name, value in model.weights.items()}
        data = [tf.constant(value) for value in model.data.values()]

    @tf.function
    def train(*data: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = model.loss(lib, weights, *data)  # type: ignore[misc]
        for variable, gradient in zip(weights.values(), tape.gradient(loss, [*weights.values()]), strict=True):
            variable.assign_sub(RATE * tf.convert_to_tensor(gradient))
        return loss

    @tf.function
    def decode(*data: Any) -> Any:
        result, state = model.decode(lib, {name: v.read_value() for name, v in weights.items()}, *data)  # type: ignore[misc]
        for name, value in state.items():
            weights[name].assign(value)
        return result

    function = decode if model.loss is None else train
    step = lambda: function(*data)  # noqa: E731
    step.function = function  # type: ignore[attr-defined]
    return step, weights


def jaxs(model: Model, jax_device: Any) -> tuple[Step, dict[str, Any]]:
    """The same step by hand for jax, its weights donated, and what holds them."""
    import jax
    import jax.numpy as jnp
    from jax import lax

    def cross_entropy(logits: Any, labels: Any) -> Any:
        scores = jax.nn.log_softmax(logits)
        return -jnp.mean(jnp.take_along_axis(scores, labels[:, None], 1))

    def conv(x: Any, k: Any) -> Any:
        return lax.conv_general_dilated(x, k, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def pool(x: Any) -> Any:
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")

    lib = SimpleNamespace(
        matmul=jnp.matmul, relu=jax.nn.relu, conv=conv, max_pool=pool, reshape=jnp.reshape, softmax=jax.nn.softmax,
        gelu=jax.nn.gelu, take=lambda table, rows: table[rows], split=lambda x, n: jnp.split(x, n, 2),
        einsum=jnp.einsum, where=jnp.where, equal=jnp.equal, rsqrt=lax.rsqrt,
        mean=lambda x: jnp.mean(x, -1, keepdims=True), argmax=lambda x: jnp.argmax(x, -1).astype(np.int32),
        cross_entropy=cross_entropy,
    )  # fmt: skip
    held = {"weights": {n: jax.device_put(v.copy(), jax_device) for n, v in model.weights.items()}}
    data = [jax.device_put(v, jax_device) for v in model.data.values()]

    def train(weights: Any, *data: Any) -> Any:
        loss, gradients = jax.value_and_grad(lambda w: model.loss(lib, w, *data))(weights)  # type: ignore[misc]
        return loss, {name: weights[name] - RATE * gradients[name] for name in weights}

    def decode(weights: Any, *data: Any) -> Any:
        result, state = model.decode(lib, weights, *data)  # type: ignore[misc]
        return result, {**weights, **state}

    compiled = jax.jit(decode if model.loss is None else train, donate_argnums=0)

    def step() -> Any:
        result, held["weights"] = compiled(held["weights"], *data)
        return result

    return step, held
