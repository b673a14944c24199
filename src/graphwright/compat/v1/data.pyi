# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.compat.v1.data`: datasets, and iterators that sessions run."""

from graphwright.data import AUTOTUNE as AUTOTUNE
from graphwright.data import Dataset as Dataset
from graphwright.data import DatasetSpec as DatasetSpec
from graphwright.data import FixedLengthRecordDataset as FixedLengthRecordDataset
from graphwright.data import INFINITE_CARDINALITY as INFINITE_CARDINALITY
from graphwright.data import Iterator as Iterator
from graphwright.data import NumpyIterator as NumpyIterator
from graphwright.data import Options as Options
from graphwright.data import TFRecordDataset as TFRecordDataset
from graphwright.data import TextLineDataset as TextLineDataset
from graphwright.data import ThreadingOptions as ThreadingOptions
from graphwright.data import UNKNOWN_CARDINALITY as UNKNOWN_CARDINALITY
from graphwright.data import experimental as experimental
from graphwright.sessions.iterators import get_output_classes as get_output_classes
from graphwright.sessions.iterators import get_output_shapes as get_output_shapes
from graphwright.sessions.iterators import get_output_types as get_output_types
from graphwright.sessions.iterators import make_initializable_iterator as make_initializable_iterator
from graphwright.sessions.iterators import make_one_shot_iterator as make_one_shot_iterator

__all__ = [
    "AUTOTUNE",
    "Dataset",
    "DatasetSpec",
    "FixedLengthRecordDataset",
    "INFINITE_CARDINALITY",
    "Iterator",
    "NumpyIterator",
    "Options",
    "TFRecordDataset",
    "TextLineDataset",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "experimental",
    "get_output_classes",
    "get_output_shapes",
    "get_output_types",
    "make_initializable_iterator",
    "make_one_shot_iterator",
]
