# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.version`: the version of Graphwright."""

from graphwright import __version__ as VERSION
from graphwright.graphdef.export import PRODUCER as GRAPH_DEF_VERSION

__all__ = [
    "GRAPH_DEF_VERSION",
    "VERSION",
]
