"""Programs and files that would reach beyond their model, and what lies there for them to find."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import graphwright as tf
from graphwright.queues.queues import FIFOQueue


class Bait:
    """A secret file, a pipe, a folder and an address, and values to give to ops that take handles.

    Args:
      folder: where all of it lies.

    Attributes:
      texts: what is given to ops as a path or an address.
      model: the folder of the model, the only one that may be read.
    """

    def __init__(self, folder: str) -> None:
        root = Path(folder)
        self.model, self.outside = str(root / "model"), root / "outside"
        self.outside.mkdir()
        os.makedirs(os.path.join(self.model, "assets"))
        self.secret = self.outside / "secret"
        self.secret.write_text("apple,1\npear,2\n")
        (self.outside / "secret.index").write_text("no checkpoint")
        self.pipe = self.outside / "pipe"
        os.mkfifo(self.pipe)
        self._listener = socket.create_server(("127.0.0.1", 0))
        address = f"127.0.0.1:{self._listener.getsockname()[1]}"
        names = [str(self.secret), str(self.outside / "s*"), str(self.pipe), str(self.outside / "new")]
        self.texts = [*names, f"file://{self.secret}", address]
        self.dataset = tf.data.Dataset.from_tensors(tf.constant("x"))._variant_tensor
        self.identity = (
            tf.function(lambda *_: tf.constant("x")).get_concrete_function(tf.TensorSpec([], tf.string)).graph
        )
        self.handles = _handles(str(self.secret))

    def left(self) -> list[str]:
        """What is in the folder outside of the model."""
        return sorted(str(p.relative_to(self.outside)) for p in self.outside.rglob("*"))

    def visited(self) -> bool:
        """Whether something has connected to the address."""
        self._listener.setblocking(False)
        try:
            self._listener.accept()[0].close()
        except BlockingIOError:
            return False
        return True


def _handles(path: str) -> list[Any]:
    """A handle of each kind of resource; the queue has names of files."""
    queue = FIFOQueue(100, [tf.string], [[]])
    queue.enqueue_many([[path] * 50])
    raw = tf.raw_ops
    return [
        tf.Variable("x").handle,
        queue.queue_ref,
        raw.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64),
        raw.SummaryWriter(),
        raw.AnonymousIteratorV3(output_types=[tf.string], output_shapes=[[]]),
    ]


# programs ---------------------------------------------------------------------------------------------------------


def _counted(dataset: Any) -> Any:
    return dataset.reduce(tf.constant(0, tf.int64), lambda count, *_: count + 1)


def _table(path: Any) -> Any:
    table = tf.raw_ops.HashTableV2(key_dtype=tf.string, value_dtype=tf.int64)
    tf.raw_ops.InitializeTableFromTextFileV2(table_handle=table, filename=path, key_index=-2, value_index=-1)
    return tf.raw_ops.LookupTableFindV2(table_handle=table, keys="apple", default_value=tf.constant(7, tf.int64))


def _reader(path: Any) -> Any:
    queue = tf.raw_ops.FIFOQueueV2(component_types=[tf.string])
    tf.raw_ops.QueueEnqueueV2(handle=queue, components=[path])
    reader = tf.raw_ops.TextLineReaderV2()
    return tf.raw_ops.ReaderReadV2(reader_handle=reader, queue_handle=queue).value


def _summary(path: Any) -> Any:
    writer = tf.raw_ops.SummaryWriter()
    tf.raw_ops.CreateSummaryFileWriter(
        writer=writer, logdir=path, max_queue=10, flush_millis=10, filename_suffix=tf.constant("")
    )
    tf.raw_ops.FlushSummaryWriter(writer=writer)
    return tf.constant(0)


def _service(path: Any) -> Any:
    spec = {"output_types": [tf.int64], "output_shapes": [[]]}
    read = tf.raw_ops.DataServiceDatasetV4(
        dataset_id="d", processing_mode="", address=path, protocol="grpc", job_name="", consumer_index=-1,
        num_consumers=-1, max_outstanding_requests=1, iteration_counter=tf.raw_ops.DummyIterationCounter(),
        uncompress_fn=tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([], tf.int64)).graph, **spec,
    )  # fmt: skip
    return tf.raw_ops.DatasetCardinality(input_dataset=read)


def _then(result: Any, *effects: Any) -> Any:
    return result


HOSTILE_PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "cache": lambda path: _counted(tf.data.Dataset.range(3).cache(path)),
    "read": lambda path: tf.io.read_file(path),
    "write": lambda path: _then(tf.constant(0), tf.io.write_file(path, "harm")),
    "find": lambda path: tf.io.matching_files(path),
    "lines": lambda path: _counted(tf.data.TextLineDataset(path)),
    "records": lambda path: _counted(tf.data.TFRecordDataset(path)),
    "pieces": lambda path: _counted(tf.data.FixedLengthRecordDataset(path, 1)),
    "rows": lambda path: _counted(tf.data.experimental.CsvDataset(path, [""])),
    "database": lambda path: _counted(tf.data.experimental.SqlDataset("sqlite", path, "SELECT 1", (tf.int32,))),
    "listed": lambda path: _counted(tf.data.Dataset.list_files(path)),
    "snapshot": lambda path: _counted(tf.data.Dataset.range(3).snapshot("/nowhere/snapshot")),
    "table": _table,
    "reader": _reader,
    "summary": _summary,
    "service": _service,
    "register": lambda path: tf.raw_ops.RegisterDatasetV2(
        dataset=tf.data.Dataset.range(3)._variant_tensor, address=path, protocol="grpc", external_state_policy=0
    ),
    "restore": lambda path: tf.raw_ops.RestoreV2(
        prefix=path, tensor_names=["v"], shape_and_slices=[""], dtypes=[tf.float32]
    )[0],
    "save": lambda path: _then(
        tf.constant(0), tf.raw_ops.SaveV2(prefix=path, tensor_names=["v"], shape_and_slices=[""], tensors=[1.0])
    ),
    "python": lambda path: tf.numpy_function(lambda p: p, [path], tf.string),
    "eager_python": lambda path: tf.py_function(lambda p: p, [path], tf.string),
}
"""Functions of a path or an address that reach beyond their graph."""
UNSEEN = ("service", "register", "python", "eager_python")
"""Those that a hook of Python does not see: gRPC connects by itself."""

# files ------------------------------------------------------------------------------------------------------------


def _checkpoint(bait: Bait, harm: Callable[[str], None]) -> Callable[[], Any]:
    """A checkpoint in the folder of the model, with a harm done to its files."""
    prefix = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).write(os.path.join(bait.model, "checkpoint"))
    harm(prefix)
    return lambda: tf.train.load_checkpoint(prefix).get_tensor("v/.ATTRIBUTES/VARIABLE_VALUE")


def _replaced_by_pipe(path: str) -> None:
    os.remove(path)
    os.mkfifo(path)


def _dataset(bait: Bait, name: str) -> Callable[[], Any]:
    """A saved dataset with a pipe in the place of one of its files."""
    folder = os.path.join(bait.model, f"dataset-{name.replace('*', '')}")
    tf.data.Dataset.range(3).save(folder)
    for path in Path(folder).rglob(name):
        _replaced_by_pipe(str(path))
    return lambda: list(tf.data.Dataset.load(folder))


def _linked_dataset(bait: Bait, link: str) -> Callable[[], Any]:
    """A saved dataset in which a file, or the folder of a shard, is a link that leads out."""
    folder, other = (os.path.join(bait.model, *parts, f"linked-{len(link)}") for parts in ((), ("..",)))
    for path in (folder, other):
        tf.data.Dataset.range(3).save(path)
    (found,), (target,) = Path(folder).rglob(link), Path(other).rglob(link)
    if found.is_dir():
        found.rename(Path(bait.model, "moved"))
    else:
        found.unlink()
    found.symlink_to(target)
    return lambda: list(tf.data.Dataset.load(folder))


def _dataset_of_run(bait: Bait, run: str) -> Callable[[], Any]:
    """A saved dataset whose metadata say that its elements are elsewhere."""
    folder = Path(bait.model, f"run-{len(run)}", "data")
    tf.data.Dataset.range(3).save(str(folder))
    metadata = folder / "snapshot.metadata"
    (name,) = [p.name for p in folder.iterdir() if p.is_dir()]
    for shard in (folder / name).iterdir():
        shard.rename(folder.parent / shard.name)
    old, new = name.encode(), run.encode()
    metadata.write_bytes(metadata.read_bytes().replace(bytes([len(old)]) + old, bytes([len(new)]) + new))
    return lambda: list(tf.data.Dataset.load(str(folder)))


def _graph_file(bait: Bait) -> Callable[[], Any]:
    path = os.path.join(bait.model, "graph.pb")
    os.mkfifo(path)
    from graphwright.graphdef.parsing import read_graph_def

    return lambda: read_graph_def(path)


def _model(bait: Bait, name: str) -> Callable[[], Any]:
    """A SavedModel with a pipe in the place of one of its files."""
    folder = os.path.join(bait.model, f"model-{os.path.basename(name)}")
    module = tf.Module()
    module.v = tf.Variable(1.0)
    tf.saved_model.save(module, folder)
    _replaced_by_pipe(os.path.join(folder, name))
    return lambda: tf.saved_model.load(folder)


HOSTILE_FILES: dict[str, Callable[[Bait], Callable[[], Any]]] = {
    "a checkpoint whose data is a pipe": lambda b: _checkpoint(
        b, lambda prefix: _replaced_by_pipe(f"{prefix}.data-00000-of-00001")
    ),
    "a checkpoint whose index is a pipe": lambda b: _checkpoint(b, lambda prefix: _replaced_by_pipe(f"{prefix}.index")),
    "a dataset whose metadata is a pipe": lambda b: _dataset(b, "snapshot.metadata"),
    "a dataset whose elements are a pipe": lambda b: _dataset(b, "*.snapshot"),
    "a dataset whose types are a pipe": lambda b: _dataset(b, "dataset_spec.pb"),
    "a dataset with elements of another one": lambda b: _linked_dataset(b, "*.snapshot"),
    "a dataset with a shard of another one": lambda b: _linked_dataset(b, "*.shard"),
    "a dataset of the folder above": lambda b: _dataset_of_run(b, ".."),
    "a dataset of no folder": lambda b: _dataset_of_run(b, ""),
    "a graph that is a pipe": _graph_file,
    "a SavedModel that is a pipe": lambda b: _model(b, "saved_model.pb"),
    "a SavedModel whose variables are a pipe": lambda b: _model(b, "variables/variables.data-00000-of-00001"),
    "a SavedModel whose index is a pipe": lambda b: _model(b, "variables/variables.index"),
}
"""Files in the folder of the model that must be refused, and not wait."""
