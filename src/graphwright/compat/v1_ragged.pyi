# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.ragged`: ragged tensors, and what sessions give and take for them."""

from graphwright.compat._older import ragged_placeholder as placeholder
from graphwright.ragged import constant as constant
from graphwright.ragged import map_flat_values as map_flat_values
from graphwright.ragged import stack as stack
from graphwright.sessions.fetches import RaggedTensorValue as RaggedTensorValue

__all__ = [
    "RaggedTensorValue",
    "constant",
    "map_flat_values",
    "placeholder",
    "stack",
]
