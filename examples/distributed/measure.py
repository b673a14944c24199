"""Trains three models on one device and on several, and reports losses, times and what the devices exchange.

    python examples/distributed/measure.py --replicas 8
    python examples/distributed/launch.py --processes 4 examples/distributed/measure.py

The global batch is the same in all cases, so that the losses must be, too. Virtual processors share the cores of the
machine: their efficiency says what the partition costs, not what more devices gain.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import graphwright as tf


@dataclass
class Case:
    """A model with its data.

    Attributes:
      variables: its weights.
      logits: what it gives for a batch.
      x, y: the examples and their classes.
      batch: the global batch.
    """

    variables: list[tf.Variable]
    logits: Callable[[tf.Tensor], tf.Tensor]
    x: np.ndarray
    y: np.ndarray
    batch: int


def weights(rng: np.random.Generator, *shapes: tuple[int, ...]) -> list[tf.Variable]:
    """Variables with small random values, the same in each run."""
    return [tf.Variable((rng.normal(size=s) / np.sqrt(np.prod(s[:-1]))).astype(np.float32)) for s in shapes]


def digits() -> Case:
    """A network of two layers on handwritten digits of 8 by 8 pixels."""
    rng = np.random.default_rng(0)
    x, y = pictures(rng)
    w, v = weights(rng, (64, 256), (256, 10))
    return Case([w, v], lambda x: tf.nn.relu(x @ w) @ v, x, y, 64)


def cnn() -> Case:
    """Two convolutions and a dense layer on the same pictures."""
    rng = np.random.default_rng(0)
    x, y = pictures(rng)
    a, b, c = weights(rng, (3, 3, 1, 16), (3, 3, 16, 32), (2 * 2 * 32, 10))

    def logits(x: tf.Tensor) -> tf.Tensor:
        h = tf.reshape(x, [-1, 8, 8, 1])
        for kernel in (a, b):
            h = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(h, kernel, 1, "SAME")), 2, 2, "SAME")
        return tf.reshape(h, [-1, 2 * 2 * 32]) @ c

    return Case([a, b, c], logits, x, y, 64)


def transformer() -> Case:
    """A block of attention over sequences of 16 tokens: which token comes most often."""
    rng = np.random.default_rng(0)
    x = rng.integers(0, 12, size=(1024, 16))
    y = np.array([np.bincount(row, minlength=12).argmax() for row in x])
    size = 32
    table, q, k, v, up, down, out = weights(
        rng, (12, size), (size, size), (size, size), (size, size), (size, 64), (64, size), (size, 12)
    )

    def logits(tokens: tf.Tensor) -> tf.Tensor:
        h = tf.gather(table, tf.cast(tokens, tf.int32))
        scores = tf.einsum("bid,bjd->bij", h @ q, h @ k) / size**0.5
        h = h + tf.nn.softmax(scores) @ (h @ v)
        h = h + tf.nn.gelu(h @ up) @ down
        return tf.reduce_mean(h, axis=1) @ out

    return Case([table, q, k, v, up, down, out], logits, x.astype(np.float32), y, 64)


def pictures(rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Noisy pictures of ten patterns: flat, of 64 pixels."""
    patterns = rng.random((10, 64)).astype(np.float32)
    y = rng.integers(0, 10, size=1024)
    return (patterns[y] + 0.5 * rng.normal(size=(len(y), 64))).astype(np.float32), y


CASES: dict[str, Callable[[], Case]] = {"digits": digits, "cnn": cnn, "transformer": transformer}


def trained(strategy: tf.distribute.Strategy, make: Callable[[], Case], steps: int) -> tuple[float, float, int]:
    """The last loss, the seconds of a step, and the bytes of the gradients."""
    with strategy.scope():
        case = make()

    def step(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        context = tf.distribute.get_replica_context()
        with tf.GradientTape() as tape:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(y, case.logits(x))
            loss = tf.reduce_sum(losses) / case.batch
        gradients = context.all_reduce("SUM", [tf.convert_to_tensor(g) for g in tape.gradient(loss, case.variables)])
        for variable, gradient in zip(case.variables, gradients, strict=True):
            strategy.extended.update(variable, lambda v, g: v.assign_sub(0.1 * g), args=(gradient,))
        return loss

    @tf.function
    def train(x: tf.Tensor, y: tf.Tensor) -> tf.Tensor:
        return strategy.reduce("SUM", strategy.run(step, args=(x, y)), axis=None)

    dataset = tf.data.Dataset.from_tensor_slices((case.x, case.y)).batch(case.batch, drop_remainder=True).repeat()
    times, loss = [], 0.0
    for x, y in strategy.experimental_distribute_dataset(dataset.take(steps)):
        start = time.perf_counter()
        loss = float(train(x, y))
        times.append(time.perf_counter() - start)
    return loss, float(np.median(times[2:])), sum(4 * int(np.prod(v.shape)) for v in case.variables)


def strategies(replicas: int) -> tuple[tf.distribute.Strategy, tf.distribute.Strategy]:
    """One device, and several: of the cluster, or virtual ones."""
    if "TF_CONFIG" in os.environ:
        several: tf.distribute.Strategy = tf.distribute.MultiWorkerMirroredStrategy()
    else:
        several = tf.distribute.MirroredStrategy([f"CPU:{i}" for i in range(replicas)])
    return tf.distribute.MirroredStrategy(["CPU:0"]), several


def main() -> None:
    """Train all cases, and print a table in the first process."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replicas", type=int, default=8, help="virtual processors, outside of a cluster")
    parser.add_argument("--steps", type=int, default=50)
    arguments = parser.parse_args()
    one, several = strategies(arguments.replicas)
    count = several.num_replicas_in_sync
    first = several.extended.should_checkpoint
    if first:
        print(f"{count} replicas, {arguments.steps} steps, all-reduce in a ring: 2 (n - 1) / n of the gradients a step")
        print(
            f"{'model':<12} {'loss':>9} {'of one':>9} {'ms':>8} {'of one':>8} {'efficiency':>10} {'bytes a step':>12}"
        )
    for name, make in CASES.items():
        alone, seconds_alone, _ = trained(one, make, arguments.steps)
        loss, seconds, size = trained(several, make, arguments.steps)
        if abs(loss - alone) > 1e-4:
            raise SystemExit(f"{name}: the loss is {loss}, and {alone} on one device")
        if first:
            sent = int(2 * (count - 1) / count * size)
            print(
                f"{name:<12} {loss:9.5f} {alone:9.5f} {1e3 * seconds:8.2f} {1e3 * seconds_alone:8.2f} "
                f"{seconds_alone / seconds:10.2f} {sent:12,}",
                flush=True,
            )


if __name__ == "__main__":
    main()
