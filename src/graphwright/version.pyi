# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.version`: the version of Graphwright."""

from graphwright import __version__ as VERSION
from graphwright.base.build import COMPILER_VERSION as COMPILER_VERSION
from graphwright.base.build import GIT_VERSION as GIT_VERSION
from graphwright.base.build import GRAPH_DEF_VERSION_MIN_CONSUMER as GRAPH_DEF_VERSION_MIN_CONSUMER
from graphwright.base.build import GRAPH_DEF_VERSION_MIN_PRODUCER as GRAPH_DEF_VERSION_MIN_PRODUCER
from graphwright.graphdef.export import PRODUCER as GRAPH_DEF_VERSION

__all__ = [
    "COMPILER_VERSION",
    "GIT_VERSION",
    "GRAPH_DEF_VERSION",
    "GRAPH_DEF_VERSION_MIN_CONSUMER",
    "GRAPH_DEF_VERSION_MIN_PRODUCER",
    "VERSION",
]
