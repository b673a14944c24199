"""`tf.compat.v1.saved_model.Builder` and `simple_save`: a session's graph and variables as a SavedModel."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.checkpoint.bundle_writer import BundleWriter
from graphwright.checkpoint.messages import printed
from graphwright.saved_model import constants
from graphwright.saved_model.messages import CLASSES, Message
from graphwright.saved_model.model_reader import FILE, TEXT_FILE, VARIABLES
from graphwright.sessions.graph import get_default_graph
from graphwright.sessions.meta_graph import meta_graph_of
from graphwright.sessions.saved_model.signature_defs import predict_signature_def


class Builder:
    """Writes a SavedModel of one or more graphs, which share the values of variables.

    Args:
      export_dir: a folder that does not exist, or is empty.

    Raises AssertionError where there is something in the folder.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> builder = tf.compat.v1.saved_model.Builder(folder)
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(1.0); session.run(v.initializer)
    ...     builder.add_meta_graph_and_variables(session, ["serve"])
    >>> _ = builder.save(); tf.saved_model.contains_saved_model(folder)
    True
    """

    def __init__(self, export_dir: Any) -> None:
        self._folder = os.fspath(export_dir)
        if os.path.isdir(self._folder) and os.listdir(self._folder):
            raise AssertionError(
                f"Export directory {self._folder} already exists, and isn't empty. Please choose a different export "
                "directory, or delete all the contents of the specified directory."
            )
        self._model = CLASSES["SavedModel"](saved_model_schema_version=1)
        self._has_variables = False

    def add_meta_graph_and_variables(
        self, sess: Any, tags: Iterable[str], signature_def_map: Mapping[str, Message] | None = None,
        assets_collection: Any = None, legacy_init_op: Any = None, clear_devices: bool = False, main_op: Any = None,
        strip_default_attrs: bool = False, saver: Any = None,
    ) -> None:  # fmt: skip
        """Add the graph of a session, and write the values that its variables have there.

        Args:
          sess: the session.
          tags: what the graph is found by when the model is loaded.
          signature_def_map: signatures by their keys.
          main_op, legacy_init_op: an operation that is run when the model is loaded.
          saver: the saver of the variables; all of the graph are saved by default.
          assets_collection: not supported.
          clear_devices, strip_default_attrs: of no effect.

        Raises AssertionError where variables were added before, UnimplementedError for files.
        """
        if self._has_variables:
            raise AssertionError("Graph state including variables and assets has already been saved.")
        _refuse_files(assets_collection)
        variables = sess.graph.get_collection("variables") if saver is None else list(saver._variables.values())
        self._add(sess.graph, tags, signature_def_map, main_op or legacy_init_op, variables)
        with BundleWriter(os.path.join(self._folder, VARIABLES)) as writer:
            for variable in sorted(variables, key=lambda v: str(v.name)):
                writer.add(variable._name, np.asarray(sess.run(variable)), variable.dtype)
        self._has_variables = True

    def add_meta_graph(
        self, tags: Iterable[str], signature_def_map: Mapping[str, Message] | None = None,
        assets_collection: Any = None, legacy_init_op: Any = None, clear_devices: bool = False, main_op: Any = None,
        strip_default_attrs: bool = False, saver: Any = None,
    ) -> None:  # fmt: skip
        """Add the default graph, whose variables are among those added before.

        Raises AssertionError where none were added, UnimplementedError for files.
        """
        if not self._has_variables:
            raise AssertionError("Graph state including variables and assets has not been saved yet.")
        _refuse_files(assets_collection)
        graph = get_default_graph()
        self._add(graph, tags, signature_def_map, main_op or legacy_init_op, graph.get_collection("variables"))

    def _add(self, graph: Any, tags: Iterable[str], signatures: Any, init_op: Any, variables: list[Any]) -> None:
        meta = meta_graph_of(graph, variables)
        meta.meta_info_def.tags.extend(tags)
        for key, signature in (signatures or {}).items():
            if not isinstance(signature, type(meta.signature_def[key])):
                raise TypeError(f"signature_def_map['{key}'] must be a SignatureDef, got {type(signature).__name__}.")
            meta.signature_def[key].CopyFrom(signature)
        if init_op is not None:
            meta.collection_def[constants.MAIN_OP_KEY].node_list.value.append(init_op.name)
        self._model.meta_graphs.append(meta)

    def save(
        self,
        as_text: bool = False,
        experimental_image_format: bool = False,
        experimental_image_writer_options: Any = None,
    ) -> bytes:
        """Write the file of the model; returns its path. UnimplementedError for the experimental format."""
        if experimental_image_format:
            raise errors.UnimplementedError("Builder.save: experimental_image_format is not supported.")
        os.makedirs(self._folder, exist_ok=True)
        path = os.path.join(self._folder, TEXT_FILE if as_text else FILE)
        data = printed(self._model).encode() if as_text else self._model.SerializeToString()
        with open(path, "wb") as file:
            file.write(data)
        return os.fsencode(path)


def _refuse_files(assets: Any) -> None:
    if assets:
        raise errors.UnimplementedError("Builder: assets_collection is not supported; feed what the files hold.")


def simple_save(
    session: Any, export_dir: Any, inputs: Mapping[str, Any], outputs: Mapping[str, Any], legacy_init_op: Any = None
) -> None:
    """Write a session's graph and variables with one signature of predictions.

    Args:
      session: the session.
      export_dir: a folder that does not exist, or is empty.
      inputs, outputs: tensors by name.
      legacy_init_op: an operation that is run when the model is loaded.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     x = tf.compat.v1.placeholder(tf.float32, name="x")
    ...     tf.compat.v1.saved_model.simple_save(session, folder, {"x": x}, {"y": x * 2.0})
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     meta = tf.compat.v1.saved_model.load(session, ["serve"], folder)
    ...     print(session.run(meta.signature_def["serving_default"].outputs["y"].name, {"x:0": 3.0}))
    6.0
    """
    builder = Builder(export_dir)
    builder.add_meta_graph_and_variables(
        session, [constants.SERVING],
        {constants.DEFAULT_SERVING_SIGNATURE_DEF_KEY: predict_signature_def(inputs, outputs)}, main_op=legacy_init_op,
    )  # fmt: skip
    builder.save()


__all__ = ["Builder", "simple_save"]
