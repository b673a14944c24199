"""Checkpoints of tensors on a mesh: `tf.train.Checkpoint` saves and restores `DVariable`s; this is the older form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphwright.checkpoint.checkpoint import Checkpoint
from graphwright.checkpoint.records import RESTORE, SAVE
from graphwright.core.convert import to_tensor
from graphwright.core.dispatch import apply_any, apply_effect
from graphwright.distribute.dtensor.mesh import Mesh
from graphwright.distribute.dtensor.tensors import copy_to_mesh, fetch_layout, is_dtensor


class DTensorCheckpoint(Checkpoint):
    """The older form of `tf.train.Checkpoint`, which saves and restores variables on a mesh as well.

    Args:
      mesh: the mesh.
      root, **kwargs: as for `tf.train.Checkpoint`.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)], devices=["CPU:0"])
    >>> v = dtensor.DVariable(dtensor.copy_to_mesh([1.0, 2.0], dtensor.Layout(["x"], mesh)))
    >>> import tempfile
    >>> path = dtensor.DTensorCheckpoint(mesh, v=v).save(tempfile.mkdtemp() + "/saved")
    >>> _ = v.assign(v * 0.0)
    >>> _ = dtensor.DTensorCheckpoint(mesh, v=v).restore(path)
    >>> v.numpy().tolist()
    [1.0, 2.0]
    """

    def __init__(self, mesh: Mesh, root: Any = None, **kwargs: Any) -> None:
        self.__dict__["_mesh"] = mesh
        super().__init__(root, **kwargs)


def sharded_save(
    mesh: Mesh, file_prefix: Any, tensor_names: Any, shape_and_slices: Any, tensors: Sequence[Any]
) -> None:
    """Write tensors, whole, to a checkpoint.

    Args:
      mesh: the mesh.
      file_prefix: the path.
      tensor_names: the key of each tensor.
      shape_and_slices: an empty text for each: slices are not supported.
      tensors: tensors, or variables.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> x = dtensor.copy_to_mesh([1.0, 2.0], layout)
    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/saved"
    >>> dtensor.sharded_save(layout.mesh, path, ["x"], [""], [x])
    >>> tf.train.load_variable(path, "x").tolist()
    [1.0, 2.0]
    """
    values = [to_tensor(t) for t in tensors]
    attrs = {"dtypes": [value.dtype for value in values]}
    apply_effect(SAVE, (file_prefix, tensor_names, shape_and_slices, values), attrs)


def name_based_save(mesh: Mesh, checkpoint_prefix: Any, name_tensor_dict: Mapping[str, Any]) -> None:
    """Write tensors to a checkpoint under their names.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> x = dtensor.copy_to_mesh([1.0, 2.0], layout)
    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/saved"
    >>> dtensor.name_based_save(layout.mesh, path, {"x": x})
    >>> tf.train.list_variables(path)
    [('x', [2])]
    """
    names = list(name_tensor_dict)
    sharded_save(mesh, checkpoint_prefix, names, [""] * len(names), list(name_tensor_dict.values()))


def name_based_restore(mesh: Mesh, checkpoint_prefix: Any, name_tensor_dict: Mapping[str, Any]) -> dict[str, Any]:
    """The tensors of a checkpoint by name, with the layouts of those that are passed.

    Args:
      mesh: the mesh.
      checkpoint_prefix: the path.
      name_tensor_dict: tensors, or variables, of the wanted dtypes and layouts.

    Raises ValueError for no names, and for a tensor that is on no mesh.

    >>> dtensor = tf.experimental.dtensor
    >>> layout = dtensor.Layout(["x"], dtensor.create_mesh([("x", 1)], devices=["CPU:0"]))
    >>> x = dtensor.copy_to_mesh([1.0, 2.0], layout)
    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/saved"
    >>> dtensor.name_based_save(layout.mesh, path, {"x": x})
    >>> dtensor.name_based_restore(layout.mesh, path, {"x": x})["x"].numpy().tolist()
    [1.0, 2.0]
    """
    if not name_tensor_dict:
        raise ValueError("name_based_restore needs the names of tensors: `name_tensor_dict` is empty.")
    for name, tensor in name_tensor_dict.items():
        if not is_dtensor(tensor):
            raise ValueError(f"Restoring {name!r}: a tensor on a mesh is needed for the layout, got {tensor!r}.")
    names = list(name_tensor_dict)
    attrs = {"dtypes": [tensor.dtype for tensor in name_tensor_dict.values()]}
    found = apply_any(RESTORE, (checkpoint_prefix, names, [""] * len(names)), attrs)
    return {
        name: copy_to_mesh(value, fetch_layout(tensor))
        for (name, tensor), value in zip(name_tensor_dict.items(), found, strict=True)
    }
