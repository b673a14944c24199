# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.autograph`: Python control flow as graphs."""

from graphwright.autograph import experimental as experimental
from graphwright.autograph import set_verbosity as set_verbosity
from graphwright.autograph import trace as trace
from graphwright.compat._adapters import to_code as to_code
from graphwright.compat._adapters import to_graph as to_graph

__all__ = [
    "experimental",
    "set_verbosity",
    "to_code",
    "to_graph",
    "trace",
]
