"""What converters of graphs ask of TensorFlow's internal tools."""

from __future__ import annotations

from typing import Any

from graphwright.base import errors
from graphwright.graphdef.messages import Message


def optimize_graph(
    config_proto: Any, metagraph: Message, verbose: bool = True, graph_id: bytes = b"", cluster: Any = None,
    strip_default_attributes: bool = False,
) -> Message:  # fmt: skip
    """A copy of the graph in a MetaGraphDef, as it is: graphs are made smaller here when they are compiled."""
    result = type(metagraph.graph_def)()
    result.CopyFrom(metagraph.graph_def)
    return result


class ApiDefMap:
    """Descriptions of the arguments of ops; those of TensorFlow are not here."""

    def get_api_def(self, op_name: str) -> Any:
        """NotFoundError: there are no descriptions; `tf.raw_ops` has the ops with their arguments."""
        raise errors.NotFoundError(None, None, f"There is no ApiDef of {op_name}: tf.raw_ops has the arguments of ops.")
