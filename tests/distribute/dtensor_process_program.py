"""What `test_dtensor_processes.py` runs in two processes. Arguments: a folder, and a fault of the last one or none."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import graphwright as tf

dtensor = tf.experimental.dtensor


def trained(mesh: Any, fault: str = "") -> dict[str, Any]:
    """A layer that is sharded over a mesh of 2 x 2, trained for some steps: losses, and the layer at the end."""
    rows = dtensor.Layout(["batch", dtensor.UNSHARDED], mesh)
    columns = dtensor.Layout([dtensor.UNSHARDED, "model"], mesh)
    w = dtensor.DVariable(dtensor.copy_to_mesh(np.linspace(-1, 1, 24, dtype=np.float32).reshape(4, 6), columns))
    x = dtensor.copy_to_mesh(np.linspace(0, 2, 32, dtype=np.float32).reshape(8, 4), rows)

    @tf.function
    def step(x: Any) -> Any:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.tanh(tf.matmul(x, w)) ** 2)
        w.assign_sub(0.5 * tape.gradient(loss, w))
        return loss

    losses = [float(step(x))]
    if fault and dtensor.client_id() == dtensor.num_clients() - 1:
        if fault == "die":
            os._exit(3)
        time.sleep(60)
    losses += [float(step(x)) for _ in range(2)]
    whole = dtensor.relayout(w.read_value(), dtensor.Layout.replicated(mesh, 2))
    ones = dtensor.call_with_layout(tf.ones, columns, shape=(4, 6))
    return {
        "losses": losses, "w": whole.numpy().tolist(), "layout": w.layout.sharding_specs,
        "product": dtensor.fetch_layout(tf.matmul(x, w)).sharding_specs,
        "sum": float(tf.reduce_sum(ones + w)), "parts": [p.numpy().tolist() for p in dtensor.unpack(w.read_value())],
    }  # fmt: skip


def main(folder: Path, fault: str) -> None:
    """Connect, train, write what was found."""
    dtensor.initialize_accelerator_system("CPU", num_logical_cpu_devices=2)
    mesh = dtensor.create_distributed_mesh([("batch", 2), ("model", 2)], device_type="CPU")
    found = trained(mesh, fault)
    rows = dtensor.Layout(["batch", dtensor.UNSHARDED], mesh)
    mine = tf.fill([2, 3], float(dtensor.client_id()))
    packed = dtensor.pack([mine, mine], rows)
    try:
        packed.numpy()
    except tf.errors.UnimplementedError as error:
        found["unread"] = str(error)
    dtensor.barrier(mesh, "first")
    found |= {
        "packed": dtensor.relayout(packed, dtensor.Layout.replicated(mesh, 2)).numpy().tolist(),
        "devices": mesh.local_devices(), "everywhere": mesh.global_devices(), "ids": mesh.local_device_ids(),
        "places": mesh.local_device_locations(), "name": dtensor.device_name(),
        "counts": [dtensor.num_local_devices("CPU"), dtensor.num_global_devices("CPU")],
    }  # fmt: skip
    (folder / f"{dtensor.client_id()}.json").write_text(json.dumps(found), encoding="utf-8")


if __name__ == "__main__":
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    main(Path(sys.argv[1]), sys.argv[2].replace("none", ""))
