# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.ragged`: tensors with rows of different lengths."""

from graphwright.ops.ragged.construct import map_flat_values as map_flat_values
from graphwright.ops.ragged.construct import ragged_constant as constant
from graphwright.ops.ragged.construct import ragged_stack as stack
from graphwright.ops.ragged.crosses import cross as cross
from graphwright.ops.ragged.crosses import cross_hashed as cross_hashed
from graphwright.ops.ragged.rows import boolean_mask as boolean_mask
from graphwright.ops.ragged.rows import ragged_range as range
from graphwright.ops.ragged.rows import row_splits_to_segment_ids as row_splits_to_segment_ids
from graphwright.ops.ragged.rows import segment_ids_to_row_splits as segment_ids_to_row_splits
from graphwright.ops.ragged.rows import stack_dynamic_partitions as stack_dynamic_partitions

__all__ = [
    "boolean_mask",
    "constant",
    "cross",
    "cross_hashed",
    "map_flat_values",
    "range",
    "row_splits_to_segment_ids",
    "segment_ids_to_row_splits",
    "stack",
    "stack_dynamic_partitions",
]
