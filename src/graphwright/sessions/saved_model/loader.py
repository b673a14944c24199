"""`tf.compat.v1.saved_model.load`: a SavedModel in the graph of a session."""

from __future__ import annotations

import os
from typing import Any

from graphwright.checkpoint.bundle_reader import BundleReader, index_path
from graphwright.core.context import as_default_graph
from graphwright.saved_model.messages import Message
from graphwright.saved_model.model_reader import (
    ASSETS,
    VARIABLES,
    asset_path,
    asset_tensors,
    initializer_names,
    meta_graph_of,
    read_saved_model,
)
from graphwright.saved_model.restored_variables import read_restored, restored_variables
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
        add_meta_graph(meta, import_scope, os.path.join(path, ASSETS))
    prefix = f"{import_scope}/" if import_scope else ""
    if os.path.exists(index_path(os.path.join(path, VARIABLES))):
        _restore(sess, prefix, os.path.join(path, VARIABLES))
    paths = {f"{prefix}{name}:0": asset_path(path, file) for name, file in asset_tensors(meta)}
    for name in initializer_names(meta):
        sess.run(sess.graph.get_operation_by_name(prefix + name), paths)
    return meta


def _restore(sess: Any, prefix: str, path: str) -> None:
    """Give variables the values that the graph's own operation would restore, without running it."""
    reader = BundleReader(path)
    own = [op for op in sess.graph.get_operations() if op.name.startswith(prefix)]
    for handle, key, part in restored_variables(own):
        with as_default_graph(None):
            sess.handle(handle)._array.write(read_restored(reader, key, part))


__all__ = ["load"]
