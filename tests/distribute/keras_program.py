"""Keras under a strategy: what `test_keras.py` runs, in one process or several. Arguments: see `main`."""

from __future__ import annotations

import argparse
import importlib
import json
import os
from pathlib import Path
from typing import Any

os.environ["KERAS_BACKEND"] = "tensorflow"

import numpy as np

import graphwright as tf

tf.install_as_tensorflow()

keras: Any = importlib.import_module("keras")


def model() -> Any:
    """A small network, always with the same weights."""
    keras.utils.set_random_seed(1)
    layers = [keras.Input((20,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(10)]
    result = keras.Sequential(layers)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    result.compile(optimizer=keras.optimizers.Adam(0.01), loss=loss, metrics=["accuracy"])
    return result


def data() -> tuple[Any, Any]:
    """Ten batches of 64."""
    rng = np.random.default_rng(0)
    return rng.normal(size=(640, 20)).astype(np.float32), rng.integers(0, 10, 640)


def fitted(strategy: Any, epochs: int = 5, callbacks: Any = None) -> dict[str, Any]:
    """The history of 10 steps an epoch, and what the model then says."""
    x, y = data()
    if strategy is None:
        network = model()
    else:
        with strategy.scope():
            network = model()
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).batch(64)
    history = network.fit(dataset, epochs=epochs, verbose=0, callbacks=callbacks).history
    found = {
        **{name: [float(v) for v in values] for name, values in history.items()},
        "evaluated": [float(v) for v in network.evaluate(dataset, verbose=0)],
        "weights": [float(np.abs(w).sum()) for w in network.get_weights()],
    }
    if callbacks is None:  # Keras has no `predict` for several processes
        found["predicted"] = np.asarray(network.predict(x[:7], verbose=0)).tolist()
    return found


class Dies(keras.callbacks.Callback):  # type: ignore[misc]
    """Ends the process at the begin of an epoch."""

    def __init__(self, epoch: int) -> None:
        super().__init__()
        self.epoch = epoch

    def on_epoch_begin(self, epoch: int, logs: Any = None) -> None:
        if epoch == self.epoch:
            os._exit(9)


def main() -> None:
    """Fit in the processes of TF_CONFIG, with a backup beside which what came out is written as JSON."""
    parser = argparse.ArgumentParser()
    parser.add_argument("backup")
    parser.add_argument("--die", type=int, default=-1)
    arguments = parser.parse_args()
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    index = strategy.cluster_resolver.task_id or 0
    callbacks = [keras.callbacks.BackupAndRestore(os.path.join(arguments.backup, str(index)))]
    if index == strategy.num_replicas_in_sync - 1 and os.environ.get("ATTEMPT") == "0":
        callbacks.append(Dies(arguments.die))
    found = fitted(strategy, callbacks=callbacks)
    # a file each: lines that processes print may run into each other
    Path(arguments.backup, f"{index}.json").write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    main()
