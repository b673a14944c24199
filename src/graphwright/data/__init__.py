"""`tf.data`: datasets, which are sequences of lazily produced elements.

>>> dataset = tf.data.Dataset.range(10).filter(lambda x: x % 2 == 0).batch(2)
>>> [batch.numpy().tolist() for batch in dataset]
[[0, 2], [4, 6], [8]]
"""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "data.dataset": "AUTOTUNE Dataset DatasetSpec INFINITE_CARDINALITY=INFINITE UNKNOWN_CARDINALITY=UNKNOWN",
        "data.file_datasets": (
            "FixedLengthRecordDataset=FixedLengthRecordDatasetV2 TFRecordDataset=TFRecordDatasetV2 "
            "TextLineDataset=TextLineDatasetV2"
        ),
        "data.iterators": "Iterator IteratorSpec NumpyIterator",
        "data.options": "Options ThreadingOptions",
        "data.experimental": "experimental=",
    },
)
