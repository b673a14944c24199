"""`tf.ragged`: tensors with rows of different lengths."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "ops.ragged.construct": "constant=ragged_constant map_flat_values stack=ragged_stack",
        "ops.ragged.crosses": "cross cross_hashed",
        "ops.ragged.rows": (
            "boolean_mask range=ragged_range row_splits_to_segment_ids segment_ids_to_row_splits "
            "stack_dynamic_partitions"
        ),
    },
)
