"""Trains a small network in several processes, from the last checkpoint on.

    python examples/distributed/launch.py --processes 4 examples/distributed/processes.py --steps 40

Without a launcher it trains in one process, to the same loss.
"""

from __future__ import annotations

import argparse
import os

import numpy as np

import graphwright as tf

BATCH = 32


def dataset(steps: int) -> tf.data.Dataset:
    """Batches of points in five classes, the same ones in each process."""
    rng = np.random.default_rng(0)
    centres = rng.normal(size=(5, 8)).astype(np.float32)
    labels = rng.integers(0, 5, size=BATCH * steps)
    points = centres[labels] + rng.normal(size=(len(labels), 8)).astype(np.float32)
    return tf.data.Dataset.from_tensor_slices((points, labels.astype(np.int64))).batch(BATCH)


class Network(tf.Module):
    """Two dense layers."""

    def __init__(self) -> None:
        rng = np.random.default_rng(1)
        self.w = tf.Variable(0.3 * rng.normal(size=(8, 32)).astype(np.float32))
        self.b = tf.Variable(tf.zeros([32]))
        self.v = tf.Variable(0.3 * rng.normal(size=(32, 5)).astype(np.float32))

    def __call__(self, x: tf.Tensor) -> tf.Tensor:
        """The logits of five classes."""
        return tf.nn.relu(x @ self.w + self.b) @ self.v


def main() -> None:
    """Train, and print the loss of each step in the first process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--checkpoints", help="a folder; None saves nothing")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds that a step waits for the others")
    parser.add_argument("--die", type=int, default=-1, help="the last process ends before this step, the first time")
    arguments = parser.parse_args()

    options = tf.distribute.experimental.CommunicationOptions(timeout_seconds=arguments.timeout)
    strategy = tf.distribute.MultiWorkerMirroredStrategy(communication_options=options)
    with strategy.scope():
        network, done = Network(), tf.Variable(0, dtype=tf.int64)
    first, last = strategy.extended.should_checkpoint, (strategy.cluster_resolver.task_id or 0) > 0
    saved = tf.train.Checkpoint(network=network, done=done)
    manager = tf.train.CheckpointManager(saved, arguments.checkpoints, 2) if arguments.checkpoints else None
    if manager is not None and manager.latest_checkpoint:
        saved.restore(manager.latest_checkpoint).assert_consumed()

    def step(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        context = tf.distribute.get_replica_context()
        with tf.GradientTape() as tape:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(y, network(x))
            loss = tf.reduce_sum(losses) / BATCH
        variables = network.trainable_variables
        gradients = context.all_reduce("SUM", tape.gradient(loss, variables))
        for variable, gradient in zip(variables, gradients, strict=True):
            strategy.extended.update(variable, lambda v, g: v.assign_sub(0.1 * g), args=(gradient,))
        return loss

    @tf.function
    def train(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        return strategy.reduce("SUM", strategy.run(step, args=(x, y)), axis=None)

    batches = dataset(arguments.steps).skip(int(done))
    for x, y in strategy.experimental_distribute_dataset(batches):
        number = int(done)
        if last and number == arguments.die and os.environ.get("ATTEMPT", "0") == "0":
            os._exit(9)
        loss = float(train(x, y))
        done.assign_add(1)
        if first:
            print(f"step {number}: loss {loss:.6f}", flush=True)
            if manager is not None and (number + 1) % 5 == 0:
                manager.save()


if __name__ == "__main__":
    main()
