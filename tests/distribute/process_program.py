"""What `test_processes.py` runs in several processes. Arguments: the fault of the last process, the time to wait."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import graphwright as tf

FAULT_AT = 2


def trained(strategy: Any, first: bool, fault: str = "", last: bool = False) -> dict[str, Any]:
    """What a program of many parts gives: the same for any processes with as many replicas."""
    rng = np.random.default_rng(0)
    data = rng.normal(size=(22, 5)).astype(np.float32)
    on_read, total = tf.VariableSynchronization.ON_READ, tf.VariableAggregation.SUM
    with strategy.scope():
        # processes that begin with different values get the first one's
        w = tf.Variable(rng.normal(size=(5, 3)).astype(np.float32) + (0 if first else 7))
        seen = tf.Variable(0.0, synchronization=on_read, aggregation=total)
        noise = tf.random.Generator.from_seed(3)

    def step(x: Any) -> Any:
        context = tf.distribute.get_replica_context()
        assert context is not None
        with tf.GradientTape() as tape:
            logits = x @ w + 0.01 * noise.normal([3])
            loss = -tf.reduce_sum(tf.math.log(tf.nn.softmax(logits)[:, 0])) / 22.0
            if fault == "other" and last:
                loss = loss * 2.0
        seen.assign_add(tf.cast(tf.shape(x)[0], tf.float32))
        gradient = context.all_reduce("SUM", tape.gradient(loss, w))
        strategy.extended.update(w, lambda v, g: v.assign_sub(g), args=(gradient,))
        return loss

    @tf.function
    def whole(x: Any) -> Any:
        return strategy.reduce("SUM", strategy.run(step, args=(x,)), axis=None)

    losses = []
    batches = tf.data.Dataset.from_tensor_slices(data).batch(8).repeat(2)  # the last of 6 does not divide by 4
    for number, x in enumerate(strategy.experimental_distribute_dataset(batches)):
        if number == FAULT_AT and last and fault == "die":
            os._exit(9)
        if number == FAULT_AT and last and fault == "hang":
            time.sleep(600)
        losses.append(float(whole(x)))
    numbers = strategy.run(lambda: tf.distribute.get_replica_context().replica_id_in_sync_group)
    python = strategy.run(
        lambda: tf.distribute.get_replica_context().all_reduce(
            "SUM", tf.py_function(lambda: 1.5, [], tf.float32, name="outside")
        )
    )
    own = strategy.distribute_datasets_from_function(lambda c: tf.data.Dataset.range(1 + c.input_pipeline_id).batch(1))
    return {
        "losses": losses,
        "w": w.numpy().tolist(),
        "seen": float(seen),
        "ids": strategy.gather(tf.nest.map_structure(lambda v: v, _rows(strategy, numbers)), axis=0).numpy().tolist(),
        "python": float(strategy.experimental_local_results(python)[0]),
        "steps": sum(1 for _ in own),
    }


def _rows(strategy: Any, value: Any) -> Any:
    return strategy.run(lambda v: tf.reshape(v, [1]), args=(value,))


def main() -> None:
    """Train, and print what came out as JSON."""
    fault, seconds = sys.argv[1], float(sys.argv[2])
    options = tf.distribute.experimental.CommunicationOptions(timeout_seconds=seconds)
    strategy = tf.distribute.MultiWorkerMirroredStrategy(communication_options=options)
    index, count = strategy.cluster_resolver.task_id or 0, strategy.num_replicas_in_sync
    found = trained(strategy, index == 0, fault, last=index == count - 1)
    if len(sys.argv) > 3:  # a file each: lines that processes print may run into each other
        Path(sys.argv[3], f"{index}.json").write_text(json.dumps(found), encoding="utf-8")
    print("RESULT", flush=True)


if __name__ == "__main__":
    main()
