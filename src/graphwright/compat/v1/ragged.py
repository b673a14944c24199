"""`tf.compat.v1.ragged`: ragged tensors, and what sessions give and take for them."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "compat._older": "placeholder=ragged_placeholder",
        "compat._ragged": "constant_value",
        "ragged": (
            "constant map_flat_values stack boolean_mask cross cross_hashed range row_splits_to_segment_ids "
            "segment_ids_to_row_splits stack_dynamic_partitions"
        ),
        "sessions.fetches": "RaggedTensorValue",
    },
)
