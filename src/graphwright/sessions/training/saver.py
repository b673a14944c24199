"""`tf.compat.v1.train.Saver`: checkpoints of a session's variables, by name."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.checkpoint.bundle_reader import index_path
from graphwright.checkpoint.bundle_writer import BundleWriter, remove_bundle
from graphwright.checkpoint.reader import load_checkpoint
from graphwright.checkpoint.state_file import get_checkpoint_state, write_state
from graphwright.core.context import executing_eagerly
from graphwright.core.variable import Variable
from graphwright.sessions.collections import get_collection, global_variables
from graphwright.sessions.graph_keys import GraphKeys
from graphwright.sessions.meta_graph import export_meta_graph
from graphwright.sessions.partitioned import PartitionedVariable, joined_parts


class Saver:
    """Saves and restores variables by their names.

    Args:
      var_list: the variables, a list or a dict from names to variables; all that the graph has when it is first needed
        by default.
      reshape: let a saved value take the shape of its variable.
      max_to_keep: how many checkpoints are kept; None or 0 for all.
      keep_checkpoint_every_n_hours: one checkpoint in so many hours is kept in any case.
      name, sharded, restore_sequentially, saver_def, builder, write_version, pad_step_number: accepted.
      defer_build, filename: of no effect.
      allow_empty: whether there may be no variables.
      save_relative_paths: of no effect: paths within the folder are always relative.

    Raises ValueError where there are no variables, or two have one name.

    >>> import tempfile
    >>> path = tempfile.mkdtemp() + "/model"
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(1.0, name="v"); saver = tf.compat.v1.train.Saver()
    ...     session.run(v.initializer); saved = saver.save(session, path, global_step=3)
    ...     v.load(5.0, session); saver.restore(session, saved); print(saved[-7:], v.eval())
    model-3 1.0
    """

    def __init__(
        self, var_list: Any = None, reshape: bool = False, sharded: bool = False, max_to_keep: int | None = 5,
        keep_checkpoint_every_n_hours: float = 10000.0, name: str | None = None, restore_sequentially: bool = False,
        saver_def: Any = None, builder: Any = None, defer_build: bool = False, allow_empty: bool = False,
        write_version: int = 2, pad_step_number: bool = False, save_relative_paths: bool = False,
        filename: str | None = None,
    ) -> None:  # fmt: skip
        if executing_eagerly() and var_list is None:
            raise RuntimeError(
                "When eager execution is enabled, `var_list` must specify a list or dict of variables to save"
            )
        self._passed, self._reshape, self._allow_empty = var_list, reshape, allow_empty
        self._most, self._pad = max_to_keep or 0, pad_step_number
        self._hours = keep_checkpoint_every_n_hours
        self._kept: list[tuple[str, float]] = []
        self._next_preserved = time.time() + self._hours * 3600
        self._variables: dict[str, Any] = {}
        if not defer_build:
            self.build()

    def build(self) -> None:
        """Decide which variables are saved."""
        self._variables = named_variables(self._passed)
        if not self._variables and not self._allow_empty:
            raise ValueError("No variables to save")

    # saving --------------------------------------------------------------------------------------------------

    def save(
        self, sess: Any, save_path: Any, global_step: Any = None, latest_filename: str | None = None,
        meta_graph_suffix: str = "meta", write_meta_graph: bool = True, write_state: bool = True,
        strip_default_attrs: bool = False, save_debug_info: bool = False,
    ) -> str:  # fmt: skip
        """Write the values of a session; returns the path that `restore` takes.

        Args:
          sess: the session; of no effect eagerly.
          save_path: the prefix of the files' names.
          global_step: a number, or a variable of one, that is put after the prefix.
          latest_filename: the name of the file that names the latest checkpoint.
          write_meta_graph: whether the graph is written too.
          write_state: whether the file of the latest checkpoint is written.

        Raises ValueError where the parent folder does not exist.
        """
        if sess is not None and not hasattr(sess, "run"):
            raise TypeError(f"'sess' must be a Session; {sess}")
        path: str = os.fspath(save_path)
        if not self._variables:
            self.build()
        if global_step is not None:
            number = int(sess.run(global_step) if hasattr(global_step, "graph") and sess is not None else global_step)
            path = f"{path}-{number:08d}" if self._pad else f"{path}-{number}"
        folder = os.path.dirname(path)
        if folder and not os.path.isdir(folder):
            raise ValueError(f"Parent directory of {path} doesn't exist, can't save.")
        names = sorted(self._variables)
        values = _values(sess, [self._variables[n] for n in names])
        with BundleWriter(path) as writer:
            for name, value in zip(names, values, strict=True):
                writer.add(name, np.asarray(value), self._variables[name].dtype)
        if write_meta_graph and sess is not None:
            export_meta_graph(f"{path}.{meta_graph_suffix}", graph=sess.graph)
        self._keep(path, meta_graph_suffix)
        if write_state:
            _write_state(folder, path, self.last_checkpoints, latest_filename)
        return path

    def _keep(self, path: str, suffix: str) -> None:
        """Remember a checkpoint, and remove the oldest where there are too many."""
        self._kept = [entry for entry in self._kept if entry[0] != path] + [(path, time.time())]
        while self._most and len(self._kept) > self._most:
            old, written = self._kept.pop(0)
            if written > self._next_preserved:
                self._next_preserved += self._hours * 3600
                continue
            remove_bundle(old)
            if os.path.exists(f"{old}.{suffix}"):
                os.remove(f"{old}.{suffix}")

    def export_meta_graph(
        self, filename: str | None = None, collection_list: Any = None, as_text: bool = False,
        export_scope: str | None = None, clear_devices: bool = False, clear_extraneous_savers: bool = False,
        strip_default_attrs: bool = False, save_debug_info: bool = False,
    ) -> Any:  # fmt: skip
        """The default graph as a MetaGraphDef message: `tf.compat.v1.train.export_meta_graph`."""
        return export_meta_graph(filename, collection_list=collection_list, as_text=as_text, export_scope=export_scope)

    @property
    def last_checkpoints(self) -> list[str]:
        """The paths of the checkpoints that are kept, the oldest first."""
        return [path for path, _ in self._kept]

    def set_last_checkpoints(self, last_checkpoints: Iterable[str]) -> None:
        """Say which checkpoints there are, the oldest first."""
        self.set_last_checkpoints_with_time([(path, 0.0) for path in last_checkpoints])

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time: Iterable[tuple[str, float]]) -> None:
        """Say which checkpoints there are, and when they were written."""
        self._kept = list(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths: Iterable[str]) -> None:
        """Remember those of these checkpoints whose files exist."""
        self._kept = [(p, os.path.getmtime(index_path(p))) for p in checkpoint_paths if os.path.exists(index_path(p))]

    # restoring -----------------------------------------------------------------------------------------------

    def restore(self, sess: Any, save_path: Any) -> None:
        """Give the variables of a session the values of a checkpoint.

        Raises:
          ValueError: there is no such checkpoint.
          NotFoundError: a variable is not in it.
          InvalidArgumentError: a saved value has another shape or dtype than its variable.
        """
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = os.fspath(save_path)
        if not os.path.exists(index_path(path)):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {path}")
        if not self._variables:
            self.build()
        reader = load_checkpoint(path)
        for name, variable in self._variables.items():
            if not reader.has_tensor(name):
                raise errors.NotFoundError(
                    f"Key {name} not found in checkpoint {path}. The graph expects a variable of that name; those that "
                    "are in the checkpoint are listed by tf.train.list_variables."
                )
            _load(sess, variable, self._fitting(reader.get_tensor(name), variable, name))

    def _fitting(self, value: Any, variable: Any, name: str) -> Any:
        array = np.asarray(value)
        if self._reshape and variable.shape.is_fully_defined():
            return array.reshape(variable.shape.as_list())
        if not variable.shape.is_compatible_with(array.shape):
            raise errors.InvalidArgumentError(
                f"Restoring from checkpoint failed. Assign requires shapes of both tensors to match. Variable {name} "
                f"has shape {variable.shape}, the saved value {list(array.shape)}."
            )
        return value


def named_variables(var_list: Any) -> dict[str, Any]:
    """The variables by the names that checkpoints have for them."""
    if isinstance(var_list, Mapping):
        return {str(name): variable for name, variable in var_list.items()}
    if var_list is None:
        var_list = [*global_variables(), *get_collection(GraphKeys.SAVEABLE_OBJECTS)]
    named: dict[str, Any] = {}
    for variable in joined_parts(var_list):
        if not isinstance(variable, (Variable, PartitionedVariable)):
            raise TypeError(f"Variable to save is not a Variable: {variable}")
        name = variable.name.partition(":")[0]
        if named.setdefault(name, variable) is not variable:
            raise ValueError(f"At least two variables have the same name: {name}")
    return named


def _values(sess: Any, variables: list[Any]) -> list[Any]:
    parts = [list(v) if isinstance(v, PartitionedVariable) else [v] for v in variables]
    values = [[v.numpy() for v in each] for each in parts] if sess is None else sess.run(parts)
    return [
        v.join(each) if isinstance(v, PartitionedVariable) else each[0]
        for v, each in zip(variables, values, strict=True)
    ]


def _load(sess: Any, variable: Any, value: Any) -> None:
    if isinstance(variable, PartitionedVariable):
        for part, values in zip(variable, variable.split(value), strict=True):
            _load(sess, part, values)
    elif hasattr(variable, "load"):
        variable.load(value, sess)
    else:
        variable.assign(value)


def _write_state(folder: str, path: str, kept: list[str], latest_filename: str | None) -> None:
    write_state(folder, path, kept)
    if latest_filename and latest_filename != "checkpoint":
        os.replace(os.path.join(folder, "checkpoint"), os.path.join(folder, latest_filename))


def checkpoint_exists(checkpoint_prefix: Any) -> bool:
    """Whether there is a checkpoint of this prefix.

    >>> tf.compat.v1.train.checkpoint_exists("/nowhere/model")
    False
    """
    return os.path.exists(index_path(os.fspath(checkpoint_prefix)))


def update_checkpoint_state(
    save_dir: Any, model_checkpoint_path: Any, all_model_checkpoint_paths: Any = None,
    latest_filename: str | None = None, all_model_checkpoint_timestamps: Any = None,
    last_preserved_timestamp: float | None = None,
) -> None:  # fmt: skip
    """Write the file that names the latest checkpoint of a folder.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp(); tf.compat.v1.train.update_checkpoint_state(folder, folder + "/model-1")
    >>> tf.train.get_checkpoint_state(folder).model_checkpoint_path == folder + "/model-1"
    True
    """
    _write_state(
        os.fspath(save_dir), os.fspath(model_checkpoint_path), list(all_model_checkpoint_paths or ()), latest_filename
    )


__all__ = ["Saver", "checkpoint_exists", "get_checkpoint_state", "named_variables", "update_checkpoint_state"]
