"""Checkpoints of TensorFlow 1 beyond savers: initial values from them, their times, their removal."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from typing import Any

import numpy as np

from graphwright.checkpoint import messages
from graphwright.checkpoint.bundle_reader import index_path
from graphwright.checkpoint.bundle_writer import remove_bundle
from graphwright.checkpoint.reader import CheckpointReader, load_checkpoint
from graphwright.core.context import name_scope
from graphwright.core.dispatch import apply_effect
from graphwright.core.scopes import control_dependencies
from graphwright.ops.array.constants import constant
from graphwright.sessions.collections import global_variables
from graphwright.sessions.partitioned import PartitionedVariable, joined_parts


def init_from_checkpoint(ckpt_dir_or_file: Any, assignment_map: Any) -> None:
    """Let the initializers of variables assign values of a checkpoint.

    Args:
      ckpt_dir_or_file: a checkpoint, or a folder whose latest is taken.
      assignment_map: from names in the checkpoint to variables, or to names of them; from a scope "a/" to a scope "b/";
        or a list of pairs.

    Raises ValueError: a value is not in the checkpoint, has another shape, or a variable is unknown.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.compat.v1.get_variable("v", initializer=3.0); session.run(v.initializer)
    ...     saved = tf.compat.v1.train.Saver().save(session, path)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     w = tf.compat.v1.get_variable("w", initializer=0.0)
    ...     tf.compat.v1.train.init_from_checkpoint(saved, {"v": w})
    ...     session.run(tf.compat.v1.global_variables_initializer()); print(session.run(w))
    3.0
    """
    reader = load_checkpoint(ckpt_dir_or_file)
    shapes = reader.get_variable_to_shape_map()
    known = {_name(v): v for v in joined_parts(global_variables())}
    pairs = assignment_map.items() if hasattr(assignment_map, "items") else assignment_map
    for saved, target in pairs:
        for name, variable in _matched(saved, target, shapes, known, ckpt_dir_or_file):
            if name not in shapes:
                raise ValueError(f"Tensor {name} is not found in {ckpt_dir_or_file} checkpoint {shapes}")
            _initialize(variable, reader.get_tensor(name), name, ckpt_dir_or_file)


def _name(variable: Any) -> str:
    return str(variable.name.partition(":")[0])


def _matched(
    saved: str, target: Any, shapes: dict[str, Any], known: dict[str, Any], checkpoint: Any
) -> list[tuple[str, Any]]:
    """The names in the checkpoint and the variables that an entry pairs."""
    if not isinstance(target, str):
        if isinstance(target, (list, tuple)):
            target = joined_parts(list(target))[0]
        return [(saved, target)]
    if target in known:
        return [(saved, known[target])]
    if not target.endswith("/"):
        raise ValueError(f"Assignment map with scope only name {target} should map to scope only {saved}.")
    prefix = "" if saved == "/" else saved
    if prefix and not prefix.endswith("/"):
        raise ValueError(
            f"Assignment map with scope only name {target} should map to scope only {saved}. Should be 'scope/': "
            "'other_scope/'."
        )
    scope = "" if target == "/" else target
    found = [(prefix + name.removeprefix(scope), v) for name, v in known.items() if name.startswith(scope)]
    present = [(name, v) for name, v in found if name in shapes]
    if not present and not found:
        raise ValueError(f"There are no variables whose names begin with {target}.")
    missing = [name for name, _ in found if name not in shapes]
    if missing:
        raise ValueError(f"Tensor {missing[0]} ({missing[0]} in {checkpoint}) is not found in {checkpoint} checkpoint")
    return present


def _initialize(variable: Any, value: Any, name: str, checkpoint: Any) -> None:
    array = np.asarray(value)
    if not variable.shape.is_compatible_with(array.shape):
        raise ValueError(
            f"Shape of variable {variable.name} ({variable.shape}) doesn't match with shape of tensor {name} "
            f"({list(array.shape)}) from checkpoint reader."
        )
    parts = variable if isinstance(variable, PartitionedVariable) else [variable]
    arrays = variable.split(array) if isinstance(variable, PartitionedVariable) else [array]
    for part, each in zip(parts, arrays, strict=True):
        _start_from(part, each)


def _start_from(variable: Any, array: Any) -> None:
    """Let the initializer of a variable assign an array; an eager variable takes it now."""
    if not hasattr(variable, "_initializer"):
        variable.assign(array)
        return
    with variable.graph.as_default(), control_dependencies(None), name_scope(_name(variable) + "/from_checkpoint"):
        value = constant(array, variable.dtype)
        attrs = {"dtype": variable.dtype, "validate_shape": True}
        variable._initializer = apply_effect("AssignVariableOp", (variable.handle, value), attrs, "Assign")
        variable._initial_value = value


def new_checkpoint_reader(filepattern: Any) -> Any:
    """`tf.train.load_checkpoint` of a checkpoint's prefix, which may have the name of a folder.

    Raises NotFoundError where there is none.

    >>> tf.compat.v1.train.NewCheckpointReader
    <function ... at ...>
    """
    return CheckpointReader(os.fsdecode(filepattern))


def get_checkpoint_mtimes(checkpoint_prefixes: Iterable[Any]) -> list[float]:
    """When checkpoints were written; those that there are not are left out.

    >>> tf.compat.v1.train.get_checkpoint_mtimes(["/nowhere/model"])
    []
    """
    found = []
    for prefix in checkpoint_prefixes:
        with contextlib.suppress(OSError):
            found.append(os.path.getmtime(index_path(os.fspath(prefix))))
    return found


def remove_checkpoint(
    checkpoint_prefix: Any, checkpoint_format_version: int = 2, meta_graph_suffix: str = "meta"
) -> None:
    """Remove the files of a checkpoint, its graph included.

    >>> tf.compat.v1.train.remove_checkpoint("/nowhere/model")
    """
    path = os.fspath(checkpoint_prefix)
    with contextlib.suppress(FileNotFoundError):
        os.remove(f"{path}.{meta_graph_suffix}")
    if os.path.exists(index_path(path)):
        remove_bundle(path)


def generate_checkpoint_state_proto(
    save_dir: Any, model_checkpoint_path: Any, all_model_checkpoint_paths: Any = None,
    all_model_checkpoint_timestamps: Any = None, last_preserved_timestamp: float | None = None,
) -> Any:  # fmt: skip
    """The contents of the file that names the latest checkpoint of a folder, as a message.

    Paths within the folder are relative in it, if the folder is.

    >>> state = tf.compat.v1.train.generate_checkpoint_state_proto("/models", "/models/m-1")
    >>> state.model_checkpoint_path, list(state.all_model_checkpoint_paths)
    ('/models/m-1', ['/models/m-1'])
    """
    folder, latest = os.fspath(save_dir), os.fspath(model_checkpoint_path)
    paths = [os.fspath(p) for p in all_model_checkpoint_paths or ()]
    times = list(all_model_checkpoint_timestamps or ())
    if times and len(times) != len(paths):
        raise ValueError("Checkpoint timestamps, if provided, must match checkpoint paths.")
    if latest not in paths:
        paths.append(latest)
    if not os.path.isabs(folder):
        paths = [p if os.path.isabs(p) else os.path.relpath(p, folder) for p in paths]
        latest = latest if os.path.isabs(latest) else os.path.relpath(latest, folder)
    state = messages.CheckpointState(model_checkpoint_path=latest)
    state.all_model_checkpoint_paths.extend(paths)
    state.all_model_checkpoint_timestamps.extend(times)
    if last_preserved_timestamp is not None:
        state.last_preserved_timestamp = last_preserved_timestamp
    return state


__all__ = [
    "generate_checkpoint_state_proto", "get_checkpoint_mtimes", "init_from_checkpoint", "new_checkpoint_reader",
    "remove_checkpoint",
]  # fmt: skip
