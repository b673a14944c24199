"""Loops over datasets: 10,000 rows of 64 floats, 32 at a time."""

import numpy as np

from bench.workload import Program, Workload

# whole numbers, so that the order of a sum does not matter
X = np.random.default_rng(0).integers(-8, 9, (10_000, 64)).astype(np.float32)
BATCH = 32


def tensorflow_shuffled(tf, stage):
    dataset = tf.data.Dataset.from_tensor_slices(X).shuffle(len(X), seed=1).batch(BATCH)

    def count(batches):
        rows = 0
        for batch in batches:
            rows += batch.shape[0]
        return rows

    return Program("count(dataset)", {"count": count, "dataset": dataset})


def numpy_shuffled():
    random = np.random.default_rng(1)

    def count():
        rows, order = 0, random.permutation(len(X))
        for start in range(0, len(X), BATCH):
            rows += X[order[start : start + BATCH]].shape[0]
        return rows

    return Program("count()", {"count": count})


def tensorflow_summed(tf, stage):
    dataset = tf.data.Dataset.from_tensor_slices(X).batch(BATCH)

    def total(batches):
        sums = tf.zeros([64])
        for batch in batches:
            sums += tf.reduce_sum(batch, 0)
        return sums

    return Program("total(dataset)", {"total": stage(total), "dataset": dataset})


def numpy_summed():
    def total():
        sums = np.zeros(64, np.float32)
        for start in range(0, len(X), BATCH):
            sums = sums + X[start : start + BATCH].sum(0)
        return sums

    return Program("total()", {"total": total})


WORKLOADS = [
    Workload(
        "dataset_eager",
        "an eager loop over 313 shuffled batches of 32x64",
        tensorflow_shuffled,
        numpy_shuffled,
        unfit=frozenset({"graphwright traced", "tf.function", "TF jit_compile"}),
        tolerance=0,
    ),
    Workload(
        "dataset_staged",
        "the sum of 313 batches of 32x64, a loop in a function",
        tensorflow_summed,
        numpy_summed,
        unfit=frozenset({"TF jit_compile"}),  # XLA runs no datasets
        tolerance=0,
    ),
]
