"""What `tf.experimental.dtensor` answers, by this package or by TensorFlow.

`python -m tests.distribute.dtensor_program`, with TensorFlow's interpreter, records its answers for `test_dtensor.py`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

RECORDED = Path(__file__).parents[1] / "golden" / "data" / "dtensor.json"


class World:
    """A mesh of 2 x 4 processors, another one of 8, and tensors on them.

    Args:
      tf: the library.
    """

    def __init__(self, tf: Any) -> None:
        self.tf, self.d = tf, tf.experimental.dtensor
        d = self.d
        self.mesh = d.create_mesh([("x", 2), ("y", 4)], device_type="CPU")
        self.line = d.create_mesh([("a", 8)], device_type="CPU")
        self.whole = tf.reshape(tf.range(32, dtype=tf.float32), [4, 8])
        self.rows, self.columns = self.layout("x", "unsharded"), self.layout("unsharded", "y")
        self.both, self.none = self.layout("x", "y"), self.layout("unsharded", "unsharded")
        self.replicated = d.copy_to_mesh(self.whole, self.none)
        self.sharded = d.relayout(self.replicated, self.both)
        self.elsewhere = d.copy_to_mesh(self.whole, d.Layout.replicated(self.line, 2))

    def layout(self, *specs: str) -> Any:
        """A layout over the mesh of 2 x 4."""
        return self.d.Layout(list(specs), self.mesh)

    def variable(self) -> Any:
        """A variable that is sharded over both dimensions."""
        return self.d.DVariable(self.sharded, name="v")

    def dataset(self, **arguments: Any) -> Any:
        """Pairs of two numbers and one, four at a time."""
        tf, d = self.tf, self.d
        data = tf.data.Dataset.from_tensor_slices((np.arange(32, dtype=np.float32).reshape(16, 2), np.arange(16)))
        batched = arguments.pop("batched", 0)
        data = data.batch(batched, drop_remainder=True) if batched else data
        layouts = d.Layout.batch_sharded(self.mesh, "x", 2), d.Layout.batch_sharded(self.mesh, "x", 1)
        given = {"mesh": self.mesh, "layouts": layouts, "global_batch_size": 4, "batch_dim": "x"}
        return d.DTensorDataset(data, **(given | arguments))


def specs(w: World, tensor: Any) -> list[str]:
    """What the dimensions of a tensor are sharded over."""
    found: list[str] = w.d.fetch_layout(tensor).sharding_specs
    return found


def parts(w: World, tensor: Any) -> Any:
    """The elements that each device has."""
    return [part.numpy().tolist() for part in w.d.unpack(tensor)]


CASES: dict[str, Callable[[World], Any]] = {
    # meshes
    "names": lambda w: (w.mesh.dim_names, w.mesh.name, w.mesh.size, w.mesh.strides, w.mesh.shape()),
    "text of a mesh": lambda w: w.mesh.to_string(),
    "devices": lambda w: (w.mesh.device_type(), w.mesh.local_device_ids(), w.mesh.num_local_devices()),
    "device names": lambda w: w.mesh.local_devices(),
    "device numbers": lambda w: (w.mesh.global_device_ids().tolist(), w.mesh.min_global_device_id()),
    "locations": lambda w: (w.mesh.local_device_locations(), w.mesh.device_location(5)),
    "coordinates": lambda w: w.mesh.coords(5).numpy().tolist(),
    "dimensions": lambda w: (w.mesh.dim_size("y"), w.mesh.contains_dim("z"), w.mesh["x"].size),
    "no such dimension": lambda w: w.mesh.dim_size("z"),
    "mesh from text": lambda w: w.d.Mesh.from_string(w.mesh.to_string()) == w.mesh,
    "one device": lambda w: w.d.Mesh.from_device("/job:localhost/replica:0/task:0/device:CPU:0").to_string(),
    "mesh of all": lambda w: w.d.create_mesh(device_type="CPU").to_string(),
    "mesh of a dict": lambda w: w.d.create_mesh({"x": 8}, device_type="CPU").to_string(),
    "mesh of some": lambda w: w.d.create_mesh([("x", 2)], devices=["CPU:2", "CPU:3"]).to_string(),
    "too few devices": lambda w: w.d.create_mesh([("x", 16)], device_type="CPU"),
    "too many devices": lambda w: w.d.create_mesh([("x", 3)], device_type="CPU"),
    "two types": lambda w: w.d.create_mesh([("x", 2)], devices=["CPU:0", "GPU:0"]),
    "distributed mesh": lambda w: w.d.create_distributed_mesh([("x", 8)], device_type="CPU").to_string(),
    "distributed, too few": lambda w: w.d.create_distributed_mesh([("x", 16)], device_type="CPU"),
    "clients": lambda w: (w.d.client_id(), w.d.num_clients(), w.d.job_name(), w.d.full_job_name(), w.d.jobs()),
    "counts": lambda w: (w.d.num_local_devices("CPU"), w.d.num_global_devices("CPU"), w.d.num_local_devices("XPU")),
    "local devices": lambda w: [spec.to_string() for spec in w.d.local_devices("CPU")],
    "preferred": lambda w: (w.d.preferred_device_type(), w.d.device_name(), w.d.heartbeat_enabled()),
    # layouts
    "text of a layout": lambda w: w.both.to_string(),
    "text of a scalar's layout": lambda w: w.layout().to_string(),
    "replicated": lambda w: w.d.Layout.replicated(w.mesh, 3).sharding_specs,
    "batch sharded": lambda w: w.d.Layout.batch_sharded(w.mesh, "x", 3, axis=1).sharding_specs,
    "inner sharded": lambda w: w.d.Layout.inner_sharded(w.mesh, "y", 3).sharding_specs,
    "looks": lambda w: (w.both.rank, list(w.both.shape), w.both.is_fully_replicated(), w.none.is_fully_replicated()),
    "batch parallel": lambda w: (w.both.is_batch_parallel(), w.layout("x").is_batch_parallel()),
    "shards": lambda w: (w.both.num_shards(0), w.both.num_shards(1), w.rows.num_shards(1)),
    "shapes": lambda w: (
        list(w.both.local_shape_from_global_shape([4, 8])), list(w.both.global_shape_from_local_shape([2, 3])),
    ),
    "offsets": lambda w: ([list(o) for o in w.both.offset_to_shard()], w.both.offset_tuple_to_global_index((1, 2))),
    "deleted": lambda w: w.both.delete([0]).sharding_specs,
    "parted": lambda w: w.both.to_parted().to_string(),
    "layout of a device": lambda w: w.d.Layout.from_device("/job:localhost/replica:0/task:0/device:CPU:0").to_string(),
    "equal": lambda w: (w.both == w.layout("x", "y"), w.both == w.rows, hash(w.both) == hash(w.layout("x", "y"))),
    "layout from text": lambda w: w.d.Layout.from_string(w.both.to_string()) == w.both,
    "no such mesh dimension": lambda w: w.layout("z", "y"),
    "a mesh dimension twice": lambda w: w.layout("x", "x"),
    # tensors
    "device of a tensor": lambda w: (w.sharded.device, w.sharded.shape.as_list(), w.replicated.numpy().tolist()),
    "layout of a tensor": lambda w: w.d.fetch_layout(w.sharded).to_string(),
    "parts": lambda w: parts(w, w.sharded),
    "devices of parts": lambda w: [part.device for part in w.d.unpack(w.sharded)],
    "copied": lambda w: specs(w, w.d.copy_to_mesh(w.whole, w.both)),
    "copied list": lambda w: specs(w, w.d.copy_to_mesh([[1.0, 2.0]], w.none)),
    "copied twice": lambda w: specs(w, w.d.copy_to_mesh(w.replicated, w.both)),
    "matched": lambda w: specs(w, w.d.relayout(w.sharded, w.layout("match", "unsharded"))),
    "alike": lambda w: specs(w, w.d.relayout_like(w.replicated, w.sharded)),
    "rank of a replicated layout": lambda w: specs(w, w.d.relayout(w.replicated, w.layout("unsharded"))),
    "does not divide": lambda w: w.d.relayout(w.d.copy_to_mesh(w.tf.ones([3, 8]), w.none), w.both),
    "another mesh": lambda w: w.replicated + w.elsewhere,
    "a tensor of the host": lambda w: w.replicated + w.whole,
    "an array of the host": lambda w: w.whole.numpy() + w.replicated,
    "a scalar of the host": lambda w: specs(w, w.sharded + w.tf.constant(1.0)),
    "layout of none": lambda w: w.d.fetch_layout(w.whole),
    "parts of none": lambda w: w.d.unpack(w.whole),
    "on a mesh": lambda w: (w.d.is_dtensor(w.whole), w.d.is_dtensor(w.sharded), w.d.is_dtensor(3)),
    "layout as expected": lambda w: w.d.check_layout(w.sharded, w.both),
    "layout not as expected": lambda w: w.d.check_layout(w.sharded, w.rows),
    "sum": lambda w: (float(w.tf.reduce_sum(w.sharded)), specs(w, w.tf.reduce_sum(w.sharded))),
    "sums": lambda w: (specs(w, w.tf.reduce_sum(w.sharded, 0)), specs(w, w.tf.reduce_sum(w.sharded, 1))),
    "elementwise": lambda w: specs(w, w.sharded + w.replicated),
    "transposed": lambda w: specs(w, w.tf.transpose(w.sharded)),
    "softmax": lambda w: specs(w, w.tf.nn.softmax(w.sharded)),
    "product": lambda w: specs(w, w.tf.matmul(w.d.relayout(w.replicated, w.rows), w.replicated, transpose_b=True)),
    "packed": lambda w: parts(w, w.d.pack([np.full([2, 2], i, np.float32) for i in range(8)], w.both)),
    "packed scalars": lambda w: float(w.d.pack([w.tf.constant(1.0)] * 8, w.layout())),
    "packed, too few": lambda w: w.d.pack([w.tf.ones([2, 2])], w.both),
    "packed, other shapes": lambda w: w.d.pack([w.tf.ones([2, i + 1]) for i in range(8)], w.both),
    "packed, other dtypes": lambda w: w.d.pack([w.tf.ones([2, 1], d) for d in ["int32"] * 7 + ["int64"]], w.both),
    "packed, other rank": lambda w: w.d.pack([w.tf.ones([2])] * 8, w.both),
    "packed on a mesh": lambda w: w.d.pack([w.replicated] * 8, w.both),
    "made with a layout": lambda w: specs(w, w.d.call_with_layout(w.tf.ones, w.both, shape=(4, 8))),
    "made without one": lambda w: w.d.call_with_layout(w.tf.ones, None, shape=(3,)).numpy().tolist(),
    "made, does not divide": lambda w: w.d.call_with_layout(w.tf.ones, w.both, shape=(3, 8)),
    "made, other rank": lambda w: w.d.call_with_layout(w.tf.ones, w.both, shape=(3,)),
    # variables
    "variable": lambda w: (w.variable().layout.sharding_specs, w.variable().shape.as_list(), w.variable().device),
    "variable of a callable": lambda w: w.d.DVariable(
        lambda: w.d.call_with_layout(w.tf.ones, w.rows, shape=(4, 8))
    ).layout.sharding_specs,
    "assigned": lambda w: (lambda v: (parts(w, v.assign(w.sharded * 2.0).read_value()), specs(w, v)))(w.variable()),
    "assigned another layout": lambda w: (lambda v: (v.assign(w.replicated), specs(w, v))[1])(w.variable()),
    "added": lambda w: parts(w, w.variable().assign_add(w.sharded).read_value()),
    "assigned from the host": lambda w: w.variable().assign(w.whole),
    "assigned another shape": lambda w: w.variable().assign(1.0),
    "variable of the host": lambda w: w.d.DVariable(w.whole),
    "variable of another dtype": lambda w: w.d.DVariable(w.sharded, dtype=w.tf.int32),
    # functions and blocks
    "function": lambda w: specs(w, w.tf.function(lambda x: w.d.relayout(x * 2.0, w.rows))(w.sharded)),
    "function of a variable": lambda w: (lambda v: float(w.tf.function(lambda x: w.tf.reduce_sum(x * v))(w.sharded)))(
        w.variable()
    ),
    "block": lambda w: _in_block(w, lambda: specs(w, w.tf.ones([2]))),
    "arithmetic in a block": lambda w: _in_block(w, lambda: specs(w, w.tf.constant(1.0) + 2.0)),
    # datasets
    "batches": lambda w: [parts(w, y) for _, (_, y) in zip(range(2), w.dataset(), strict=False)],
    "layouts of batches": lambda w: [specs(w, x) for x in next(iter(w.dataset()))],
    "specs of batches": lambda w: [(s.shape.as_list(), s.dtype.name) for s in w.dataset().element_spec],
    "batches of another size": lambda w: w.dataset(batched=4, dataset_already_batched=True),
    "no such batch dimension": lambda w: w.dataset(batch_dim="q"),
    "a layout without it": lambda w: w.dataset(layouts=(w.none, w.layout("x"))),
    "layouts of another structure": lambda w: w.dataset(layouts=w.rows),
}  # fmt: skip


def _in_block(w: World, function: Callable[[], Any]) -> Any:
    with w.d.default_mesh(w.mesh):
        return function()


def outcome(w: World, case: Callable[[World], Any]) -> Any:
    """What a case gives, as JSON has it; of an error its class."""
    try:
        return json.loads(json.dumps(case(w)))
    except Exception as error:
        return {"error": type(error).__name__}


def main() -> None:
    """Record TensorFlow's answers."""
    import tensorflow as tf

    processor = tf.config.list_physical_devices("CPU")[0]
    tf.config.set_logical_device_configuration(processor, [tf.config.LogicalDeviceConfiguration()] * 8)
    tf.experimental.dtensor.initialize_accelerator_system("CPU")
    found = {name: outcome(World(tf), case) for name, case in CASES.items()}
    RECORDED.write_text(json.dumps(found, indent=0) + "\n")
    print(f"{len(found)} answers", file=sys.stderr)


if __name__ == "__main__":
    main()
