# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.ragged`: tensors with rows of different lengths."""

from graphwright.ops.ragged.construct import map_flat_values as map_flat_values
from graphwright.ops.ragged.construct import ragged_constant as constant
from graphwright.ops.ragged.construct import ragged_stack as stack

__all__ = [
    "constant",
    "map_flat_values",
    "stack",
]
