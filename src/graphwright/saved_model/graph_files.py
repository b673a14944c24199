"""Graphs in files of their own, as text or bytes of GraphDef."""

from __future__ import annotations

import os
from typing import Any

from google.protobuf import text_format


def write_graph(graph_or_graph_def: Any, logdir: Any, name: str, as_text: bool = True) -> str:
    """Write a graph to the file `name` in the folder `logdir`, which is made; the result is the path.

    Args:
      graph_or_graph_def: a `tf.Graph`, or the message GraphDef.
      as_text: whether to write the text form of the message, and not its bytes.

    >>> import tempfile
    >>> graph = tf.function(lambda x: x + 1).get_concrete_function(1.0).graph
    >>> tf.io.write_graph(graph, tempfile.mkdtemp(), "graph.pbtxt").endswith("graph.pbtxt")
    True
    """
    message = graph_or_graph_def if hasattr(graph_or_graph_def, "node") else graph_or_graph_def.as_graph_def()
    folder = os.fspath(logdir)
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, name)
    data = text_format.MessageToString(message).encode() if as_text else message.SerializeToString()
    with open(path, "wb") as file:
        file.write(data)
    return path
