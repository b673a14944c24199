"""Trains a model whose weights are spread over a mesh of devices, so that none of them has all of it.

    python examples/distributed/sharded.py --devices 8

The function is one of this package; jax partitions it after the weights' shardings and puts in what the devices
exchange.
"""

from __future__ import annotations

import argparse

import jax
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

import graphwright as tf
from graphwright.interop.jax import to_jax

WIDTH = 256


@tf.function
def loss(weights: dict[str, tf.Tensor], x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
    """The loss of two layers, the first split by columns and the second by rows."""
    logits = tf.nn.relu(x @ weights["up"]) @ weights["down"]
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits))


def train(devices: list[jax.Device], steps: int) -> tuple[list[float], list[int]]:
    """The losses, and the bytes of weights that each device has."""
    mesh = Mesh(np.array(devices), ("model",))
    layout = {"up": PartitionSpec(None, "model"), "down": PartitionSpec("model", None)}
    rng = np.random.default_rng(0)
    start = {"up": rng.normal(size=(32, WIDTH)) / 6, "down": rng.normal(size=(WIDTH, 8)) / 16}
    weights = {k: jax.device_put(v.astype(np.float32), NamedSharding(mesh, layout[k])) for k, v in start.items()}
    x = rng.normal(size=(64, 32)).astype(np.float32)
    y = rng.integers(0, 8, size=64)

    @jax.jit
    def step(weights: dict[str, jax.Array]) -> tuple[dict[str, jax.Array], jax.Array]:
        value, gradients = jax.value_and_grad(to_jax(loss))(weights, x, y)
        return jax.tree.map(lambda w, g: w - 0.5 * g, weights, gradients), value

    losses = []
    for _ in range(steps):
        weights, value = step(weights)
        losses.append(float(value))
    held = [sum(s.data.nbytes for w in weights.values() for s in w.addressable_shards if s.device == d)
            for d in mesh.devices.flat]  # fmt: skip
    return losses, held


def main() -> None:
    """Train on one device and on several."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--devices", type=int, default=8)
    parser.add_argument("--steps", type=int, default=50)
    arguments = parser.parse_args()
    if jax.config.jax_num_cpu_devices < arguments.devices:
        jax.config.update("jax_num_cpu_devices", arguments.devices)  # virtual processors, where there are no others
    enough = len(jax.devices()) >= arguments.devices
    devices = (jax.devices() if enough else jax.devices("cpu"))[: arguments.devices]
    alone, whole = train(devices[:1], arguments.steps)
    losses, held = train(devices, arguments.steps)
    print(f"one device:  loss {alone[-1]:.6f}, {whole[0]:,} bytes of weights")
    print(f"{arguments.devices} devices:   loss {losses[-1]:.6f}, {max(held):,} bytes of weights on each")
    if abs(losses[-1] - alone[-1]) > 1e-4 or max(held) * arguments.devices != whole[0]:
        raise SystemExit("not the same")


if __name__ == "__main__":
    main()
