"""Trains a transformer block that is sharded over a mesh, so that no device has all of it.

    python examples/distributed/dtensor.py --batch 2 --model 4

Batches are sharded over the first dimension of the mesh, attention heads and hidden units over the second. The loss is
that of one device.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numpy as np

import graphwright as tf

dtensor = tf.experimental.dtensor
WORDS, LENGTH, WIDTH, HEADS, HIDDEN = 64, 16, 32, 4, 128
SHAPES = {
    "words": (WORDS, WIDTH), "query": (WIDTH, HEADS, WIDTH // HEADS), "key": (WIDTH, HEADS, WIDTH // HEADS),
    "value": (WIDTH, HEADS, WIDTH // HEADS), "output": (HEADS, WIDTH // HEADS, WIDTH), "up": (WIDTH, HIDDEN),
    "down": (HIDDEN, WIDTH),
}  # fmt: skip
LAYOUTS = {
    "words": ["model", ""], "query": ["", "model", ""], "key": ["", "model", ""], "value": ["", "model", ""],
    "output": ["model", "", ""], "up": ["", "model"], "down": ["model", ""],
}  # fmt: skip


def weights(mesh: Any) -> dict[str, Any]:
    """The weights, each made on the devices that have a part of it."""
    found = {}
    for number, (name, shape) in enumerate(SHAPES.items()):
        layout = dtensor.Layout([part or dtensor.UNSHARDED for part in LAYOUTS[name]], mesh)
        scale = float(np.prod(shape[:-1]) if name == "output" else shape[0]) ** -0.5

        def initial(shape: tuple[int, ...] = shape, number: int = number, scale: float = scale) -> Any:
            return scale * tf.random.stateless_normal(shape, seed=[0, number])

        found[name] = dtensor.DVariable(dtensor.call_with_layout(initial, layout), name=name)
    return found


def loss_of(w: dict[str, Any], tokens: Any, following: Any) -> Any:
    """The loss of predicting each following word."""
    x = tf.gather(w["words"], tokens)
    query, key, value = (tf.einsum("btw,whd->bhtd", x, w[name]) for name in ("query", "key", "value"))
    scores = tf.matmul(query, key, transpose_b=True) / float(WIDTH // HEADS) ** 0.5
    ahead = 1.0 - tf.linalg.band_part(tf.ones([LENGTH, LENGTH]), -1, 0)
    mixed = tf.matmul(tf.nn.softmax(scores - 1e9 * ahead), value)
    x += tf.einsum("bhtd,hdw->btw", mixed, w["output"])
    x += tf.matmul(tf.nn.gelu(tf.matmul(x, w["up"])), w["down"])
    logits = tf.einsum("btw,vw->btv", x, w["words"])
    return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(following, logits))


def training_step(w: dict[str, Any]) -> Callable[[Any, Any], Any]:
    """A function that improves the weights by one batch, and gives the loss."""

    @tf.function
    def step(tokens: Any, following: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = loss_of(w, tokens, following)
        for variable, gradient in zip(w.values(), tape.gradient(loss, list(w.values())), strict=True):
            variable.assign_sub(0.5 * tf.convert_to_tensor(gradient))
        return loss

    return step


def train(batch: int, model: int, steps: int) -> tuple[list[float], int]:
    """The losses, and the largest number of bytes of weights that a device has."""
    names = [f"CPU:{i}" for i in range(batch * model)]
    mesh = dtensor.create_mesh([("batch", batch), ("model", model)], devices=names)
    w = weights(mesh)
    step = training_step(w)
    rng = np.random.default_rng(0)
    texts = (rng.integers(0, WORDS, (64, 1)) + 3 * np.arange(LENGTH + 1)) % WORDS
    data = tf.data.Dataset.from_tensor_slices((texts[:, :-1], texts[:, 1:])).repeat()
    layout = dtensor.Layout.batch_sharded(mesh, "batch", rank=2)
    batches = dtensor.DTensorDataset(data, mesh=mesh, layouts=(layout, layout), global_batch_size=16, batch_dim="batch")
    losses = [float(step(tokens, following)) for _, (tokens, following) in zip(range(steps), batches)]
    held = [0] * mesh.size
    for variable in w.values():
        for i, part in enumerate(dtensor.unpack(variable)):
            held[i] += part.numpy().nbytes
    return losses, max(held)


def main() -> None:
    """Train on one device and on a mesh."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--batch", type=int, default=2, help="devices that batches are sharded over")
    parser.add_argument("--model", type=int, default=4, help="devices that the model is sharded over")
    parser.add_argument("--steps", type=int, default=40)
    arguments = parser.parse_args()
    dtensor.initialize_accelerator_system("CPU", num_logical_cpu_devices=arguments.batch * arguments.model)
    alone, whole = train(1, 1, arguments.steps)
    losses, held = train(arguments.batch, arguments.model, arguments.steps)
    print(f"one device: loss {alone[0]:.4f} to {alone[-1]:.6f}, {whole:,} bytes of weights")
    print(f"{arguments.batch} x {arguments.model} mesh: loss {losses[0]:.4f} to {losses[-1]:.6f}, {held:,} bytes each")
    if max(abs(a - b) for a, b in zip(alone, losses, strict=True)) > 1e-4 or held * arguments.model != whole:
        raise SystemExit("not the same")


if __name__ == "__main__":
    main()
