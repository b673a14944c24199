# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.nn.experimental`: dropout from a seed."""

from graphwright.ops.nn.layers import general_dropout as general_dropout
from graphwright.ops.nn.layers import stateless_dropout as stateless_dropout

__all__ = [
    "general_dropout",
    "stateless_dropout",
]
