"""`tf.compat.v1.data`: datasets, and iterators that sessions run."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "data": (
            "AUTOTUNE Dataset DatasetSpec FixedLengthRecordDataset INFINITE_CARDINALITY Iterator NumpyIterator Options "
            "TFRecordDataset TextLineDataset ThreadingOptions UNKNOWN_CARDINALITY experimental"
        ),
        "sessions.iterators": (
            "get_output_classes get_output_shapes get_output_types make_initializable_iterator make_one_shot_iterator"
        ),
    },
)
