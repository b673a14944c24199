"""`tf.compat.v1.saved_model.load`: a SavedModel in the graph of a session."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from graphwright.base import errors
from graphwright.checkpoint.bundle_reader import BundleReader, index_path
from graphwright.core.context import as_default_graph
from graphwright.ir.graph import Operation
from graphwright.saved_model import constants
from graphwright.saved_model.messages import Message
from graphwright.saved_model.model_reader import VARIABLES, meta_graph_of, read_saved_model
from graphwright.sessions.meta_graph import add_meta_graph


def load(sess: Any, tags: Any, export_dir: Any, import_scope: str | None = None, **saver_kwargs: Any) -> Message:
    """Add the graph of a SavedModel to that of a session, restore its variables and run its initializer.

    Args:
      sess: the session.
      tags: those of the graph wanted.
      export_dir: the folder.
      import_scope: what is put before the names.

    Returns: the MetaGraphDef, whose `signature_def` names the tensors of signatures.

    Raises:
      OSError: there is no SavedModel in the folder.
      RuntimeError: there is no graph with these tags.

    >>> import tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     v = tf.Variable(5.0, name="v"); session.run(v.initializer)
    ...     tf.compat.v1.saved_model.simple_save(session, folder, {"v": v.read_value()}, {"w": v * 2.0})
    >>> with tf.Graph().as_default(), tf.compat.v1.Session() as session:
    ...     _ = tf.compat.v1.saved_model.load(session, ["serve"], folder)
    ...     print(session.run(tf.compat.v1.global_variables()))
    [np.float32(5.0)]
    """
    path = os.fspath(export_dir)
    try:
        meta = meta_graph_of(read_saved_model(path), tags, path)
    except ValueError as error:
        raise RuntimeError(f"MetaGraphDef associated with tags {tags} could not be found. {error}") from None
    with sess.graph.as_default():
        add_meta_graph(meta, import_scope)
    prefix = f"{import_scope}/" if import_scope else ""
    if os.path.exists(index_path(os.path.join(path, VARIABLES))):
        _restore(sess, meta, prefix, os.path.join(path, VARIABLES))
    for key in (constants.MAIN_OP_KEY, constants.LEGACY_INIT_OP_KEY):
        for name in meta.collection_def[key].node_list.value if key in meta.collection_def else ():
            sess.run(sess.graph.get_operation_by_name(prefix + name))
    return meta


def _restore(sess: Any, meta: Message, prefix: str, path: str) -> None:
    """Give variables the values that the graph's own operation would restore, without running it."""
    reader = BundleReader(path)
    graph = sess.graph
    for op in graph.get_operations():
        if op.type == "RestoreV2" and op.name.startswith(prefix):
            for value, key in zip(op.outputs, op.inputs[1].op.attrs["value"].ravel(), strict=True):
                for handle in _assigned(graph, value):
                    _assign(sess, handle, reader, key.decode())


def _assigned(graph: Any, value: Any) -> Iterator[Operation]:
    """The variables' handles that a restored value is assigned to, perhaps through an Identity."""
    for op in graph.get_operations():
        if any(v is value for v in op.inputs):
            if op.type == "AssignVariableOp" and op.inputs[0].op.type == "VarHandleOp":
                yield op.inputs[0].op
            elif op.type == "Identity":
                yield from _assigned(graph, op.outputs[0])


def _assign(sess: Any, handle: Operation, reader: BundleReader, key: str) -> None:
    if key not in reader:
        raise errors.NotFoundError(f"Key {key} not found in checkpoint {reader.prefix}")
    with as_default_graph(None):
        sess.handle(handle)._array.write(reader.read(key))


__all__ = ["load"]
