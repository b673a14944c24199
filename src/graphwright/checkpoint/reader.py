"""`tf.train.load_checkpoint` and related functions: the tensors of a checkpoint by key."""

from __future__ import annotations

import os
from typing import Any

from graphwright.base.dtypes import DType
from graphwright.base.tracebacks import shortened
from graphwright.checkpoint.bundle_reader import BundleReader
from graphwright.checkpoint.state_file import latest_checkpoint


class CheckpointReader:
    """The tensors of one checkpoint by key; returned by `tf.train.load_checkpoint`."""

    def __init__(self, filename: Any) -> None:
        self._reader = BundleReader(os.fsdecode(filename))

    def get_variable_to_shape_map(self) -> dict[str, list[int]]:
        """The shape of each tensor, by key."""
        return {key: list(entry.shape) for key, entry in self._reader.entries.items()}

    def get_variable_to_dtype_map(self) -> dict[str, DType]:
        """The dtype of each tensor, by key."""
        return {key: entry.dtype for key, entry in self._reader.entries.items()}

    def has_tensor(self, tensor_str: str) -> bool:
        """Whether there is a tensor of that key."""
        return tensor_str in self._reader

    @shortened
    def get_tensor(self, tensor_str: str) -> Any:
        """The tensor of that key, as a NumPy array, or as a scalar; strings are bytes.

        NotFoundError if there is none, DataLossError if it is damaged.
        """
        array = self._reader.read(tensor_str)
        return array if array.ndim else array[()]

    def debug_string(self) -> bytes:
        """A line for each tensor: its key, dtype and shape."""
        from graphwright.graphdef.messages import DATA_TYPE_NAMES

        entries = sorted(self._reader.entries.items())
        lines = (f"{key} ({DATA_TYPE_NAMES[e.dtype.as_datatype_enum]}) {_commas(e.shape)}\n" for key, e in entries)
        return "".join(lines).encode("utf-8", "surrogateescape")


def _commas(shape: tuple[int, ...]) -> str:
    return "[" + ",".join(map(str, shape)) + "]"


@shortened
def load_checkpoint(ckpt_dir_or_file: Any) -> CheckpointReader:
    """Open a checkpoint to read its tensors.

    Args:
      ckpt_dir_or_file: the path of a checkpoint, or a folder, whose latest checkpoint is meant.

    ValueError for a folder without checkpoints, NotFoundError for a path without one, DataLossError for damaged files.

    >>> import tempfile
    >>> path = tf.train.Checkpoint(v=tf.Variable([1.0, 2.0])).write(tempfile.mkdtemp() + "/saved")
    >>> reader = tf.train.load_checkpoint(path)
    >>> reader.get_variable_to_shape_map()["v/.ATTRIBUTES/VARIABLE_VALUE"]
    [2]
    >>> reader.get_tensor("v/.ATTRIBUTES/VARIABLE_VALUE")
    array([1., 2.], dtype=float32)
    """
    path = os.fsdecode(ckpt_dir_or_file)
    if os.path.isdir(path):
        latest = latest_checkpoint(path)
        if latest is None:
            raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}")
        path = latest
    return CheckpointReader(path)


@shortened
def load_variable(ckpt_dir_or_file: Any, name: str) -> Any:
    """One tensor of a checkpoint, as a NumPy array or scalar.

    Args:
      ckpt_dir_or_file: as in `load_checkpoint`.
      name: the tensor's key; `:0` behind it is left out. NotFoundError if there is none.

    >>> import tempfile
    >>> path = tf.train.Checkpoint(v=tf.Variable(1.5)).write(tempfile.mkdtemp() + "/saved")
    >>> float(tf.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE"))
    1.5
    """
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


@shortened
def list_variables(ckpt_dir_or_file: Any) -> list[tuple[str, list[int]]]:
    """The keys of a checkpoint's tensors with their shapes, by key.

    Args:
      ckpt_dir_or_file: as in `load_checkpoint`.

    >>> import tempfile
    >>> path = tf.train.Checkpoint(v=tf.Variable([[1.0, 2.0]])).write(tempfile.mkdtemp() + "/saved")
    >>> tf.train.list_variables(path)
    [('_CHECKPOINTABLE_OBJECT_GRAPH', []), ('v/.ATTRIBUTES/VARIABLE_VALUE', [1, 2])]
    """
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())
