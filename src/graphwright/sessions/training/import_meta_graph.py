"""`tf.compat.v1.train.import_meta_graph`: a saved graph, and the saver of its variables."""

from __future__ import annotations

from typing import Any

from graphwright.sessions.collections import global_variables
from graphwright.sessions.meta_graph import add_meta_graph, read_meta_graph
from graphwright.sessions.training.saver import Saver


def import_meta_graph(
    meta_graph_or_file: Any, clear_devices: bool = False, import_scope: str | None = None, **kwargs: Any
) -> Any:
    """Add the graph of a MetaGraph to the default graph, with its collections and variables.

    Args:
      meta_graph_or_file: a MetaGraphDef or the path of a file.
      clear_devices: of no effect.
      import_scope: what is put before the names.

    Returns: a `tf.compat.v1.train.Saver` of its variables; None where there are none.

    Raises OSError where there is no such file, DataLossError for one that is no MetaGraph.

    >>> with tf.Graph().as_default():
    ...     v = tf.Variable(1.0, name="v"); meta = tf.compat.v1.train.export_meta_graph()
    >>> with tf.Graph().as_default():
    ...     _ = tf.compat.v1.train.import_meta_graph(meta); tf.compat.v1.global_variables()
    [<tf.Variable 'v:0' shape=() dtype=float32>]
    """
    meta = read_meta_graph(meta_graph_or_file)
    add_meta_graph(meta, import_scope)
    own = [v for v in global_variables() if not import_scope or v.name.startswith(import_scope + "/")]
    if not own:
        return None
    cut = len(import_scope) + 1 if import_scope else 0
    return Saver({v._name[cut:]: v for v in own})


__all__ = ["import_meta_graph"]
