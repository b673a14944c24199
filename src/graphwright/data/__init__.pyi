# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.data`: datasets, which are sequences of lazily produced elements."""

from graphwright.data import experimental as experimental
from graphwright.data.dataset import AUTOTUNE as AUTOTUNE
from graphwright.data.dataset import Dataset as Dataset
from graphwright.data.dataset import DatasetSpec as DatasetSpec
from graphwright.data.dataset import INFINITE as INFINITE_CARDINALITY
from graphwright.data.dataset import UNKNOWN as UNKNOWN_CARDINALITY
from graphwright.data.file_datasets import FixedLengthRecordDatasetV2 as FixedLengthRecordDataset
from graphwright.data.file_datasets import TFRecordDatasetV2 as TFRecordDataset
from graphwright.data.file_datasets import TextLineDatasetV2 as TextLineDataset
from graphwright.data.iterators import Iterator as Iterator
from graphwright.data.iterators import IteratorSpec as IteratorSpec
from graphwright.data.iterators import NumpyIterator as NumpyIterator
from graphwright.data.options import Options as Options
from graphwright.data.options import ThreadingOptions as ThreadingOptions

__all__ = [
    "AUTOTUNE",
    "Dataset",
    "DatasetSpec",
    "FixedLengthRecordDataset",
    "INFINITE_CARDINALITY",
    "Iterator",
    "IteratorSpec",
    "NumpyIterator",
    "Options",
    "TFRecordDataset",
    "TextLineDataset",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "experimental",
]
