# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.ragged`: ragged tensors, and what sessions give and take for them."""

from graphwright.compat._older import ragged_placeholder as placeholder
from graphwright.compat._ragged import constant_value as constant_value
from graphwright.ragged import boolean_mask as boolean_mask
from graphwright.ragged import constant as constant
from graphwright.ragged import cross as cross
from graphwright.ragged import cross_hashed as cross_hashed
from graphwright.ragged import map_flat_values as map_flat_values
from graphwright.ragged import range as range
from graphwright.ragged import row_splits_to_segment_ids as row_splits_to_segment_ids
from graphwright.ragged import segment_ids_to_row_splits as segment_ids_to_row_splits
from graphwright.ragged import stack as stack
from graphwright.ragged import stack_dynamic_partitions as stack_dynamic_partitions
from graphwright.sessions.fetches import RaggedTensorValue as RaggedTensorValue

__all__ = [
    "RaggedTensorValue",
    "boolean_mask",
    "constant",
    "constant_value",
    "cross",
    "cross_hashed",
    "map_flat_values",
    "placeholder",
    "range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
    "stack",
    "stack_dynamic_partitions",
]
