# Made from the module's table by `python -m graphwright._stubs`: do not edit by hand.
"""`tf.data.experimental`: older names from `tf.data`, and a few functions on datasets."""

from graphwright.data import service as service
from graphwright.data.batched_files import make_batched_features_dataset as make_batched_features_dataset
from graphwright.data.batched_files import make_csv_dataset as make_csv_dataset
from graphwright.data.dataset import AUTOTUNE as AUTOTUNE
from graphwright.data.dataset import DatasetSpec as DatasetStructure
from graphwright.data.dataset import INFINITE as INFINITE_CARDINALITY
from graphwright.data.dataset import UNKNOWN as UNKNOWN_CARDINALITY
from graphwright.data.debug_mode import enable_debug_mode as enable_debug_mode
from graphwright.data.experimental_functions import Counter as Counter
from graphwright.data.experimental_functions import TFRecordWriter as TFRecordWriter
from graphwright.data.experimental_functions import assert_cardinality as assert_cardinality
from graphwright.data.experimental_functions import at as at
from graphwright.data.experimental_functions import bucket_by_sequence_length as bucket_by_sequence_length
from graphwright.data.experimental_functions import cardinality as cardinality
from graphwright.data.experimental_functions import choose_from_datasets as choose_from_datasets
from graphwright.data.experimental_functions import copy_to_device as copy_to_device
from graphwright.data.experimental_functions import dense_to_ragged_batch as dense_to_ragged_batch
from graphwright.data.experimental_functions import dense_to_sparse_batch as dense_to_sparse_batch
from graphwright.data.experimental_functions import enumerate_dataset as enumerate_dataset
from graphwright.data.experimental_functions import from_list as from_list
from graphwright.data.experimental_functions import from_variant as from_variant
from graphwright.data.experimental_functions import get_model_proto as get_model_proto
from graphwright.data.experimental_functions import get_next_as_optional as get_next_as_optional
from graphwright.data.experimental_functions import get_single_element as get_single_element
from graphwright.data.experimental_functions import get_structure as get_structure
from graphwright.data.experimental_functions import group_by_window as group_by_window
from graphwright.data.experimental_functions import ignore_errors as ignore_errors
from graphwright.data.experimental_functions import load as load
from graphwright.data.experimental_functions import map_and_batch as map_and_batch
from graphwright.data.experimental_functions import parallel_interleave as parallel_interleave
from graphwright.data.experimental_functions import parse_example_dataset as parse_example_dataset
from graphwright.data.experimental_functions import prefetch_to_device as prefetch_to_device
from graphwright.data.experimental_functions import rejection_resample as rejection_resample
from graphwright.data.experimental_functions import sample_from_datasets as sample_from_datasets
from graphwright.data.experimental_functions import save as save
from graphwright.data.experimental_functions import scan as scan
from graphwright.data.experimental_functions import shuffle_and_repeat as shuffle_and_repeat
from graphwright.data.experimental_functions import snapshot as snapshot
from graphwright.data.experimental_functions import take_while as take_while
from graphwright.data.experimental_functions import to_variant as to_variant
from graphwright.data.experimental_functions import unbatch as unbatch
from graphwright.data.experimental_functions import unique as unique
from graphwright.data.keyed_reduction import RandomDataset as RandomDataset
from graphwright.data.keyed_reduction import Reducer as Reducer
from graphwright.data.keyed_reduction import group_by_reducer as group_by_reducer
from graphwright.data.keyed_reduction import pad_to_cardinality as pad_to_cardinality
from graphwright.data.optional import Optional as Optional
from graphwright.data.optional import OptionalSpec as OptionalStructure
from graphwright.data.options import AutoShardPolicy as AutoShardPolicy
from graphwright.data.options import AutotuneAlgorithm as AutotuneAlgorithm
from graphwright.data.options import AutotuneOptions as AutotuneOptions
from graphwright.data.options import DistributeOptions as DistributeOptions
from graphwright.data.options import ExternalStatePolicy as ExternalStatePolicy
from graphwright.data.options import OptimizationOptions as OptimizationOptions
from graphwright.data.options import SHARD_HINT as SHARD_HINT
from graphwright.data.options import ServiceOptions as ServiceOptions
from graphwright.data.options import ThreadingOptions as ThreadingOptions
from graphwright.data.table_datasets import CsvDatasetV2 as CsvDataset
from graphwright.data.table_datasets import SqlDatasetV2 as SqlDataset
from graphwright.lookup.dataset_tables import DatasetInitializer as DatasetInitializer
from graphwright.lookup.dataset_tables import index_table_from_dataset as index_table_from_dataset
from graphwright.lookup.dataset_tables import table_from_dataset as table_from_dataset

__all__ = [
    "AUTOTUNE",
    "AutoShardPolicy",
    "AutotuneAlgorithm",
    "AutotuneOptions",
    "Counter",
    "CsvDataset",
    "DatasetInitializer",
    "DatasetStructure",
    "DistributeOptions",
    "ExternalStatePolicy",
    "INFINITE_CARDINALITY",
    "OptimizationOptions",
    "Optional",
    "OptionalStructure",
    "RandomDataset",
    "Reducer",
    "SHARD_HINT",
    "ServiceOptions",
    "SqlDataset",
    "TFRecordWriter",
    "ThreadingOptions",
    "UNKNOWN_CARDINALITY",
    "assert_cardinality",
    "at",
    "bucket_by_sequence_length",
    "cardinality",
    "choose_from_datasets",
    "copy_to_device",
    "dense_to_ragged_batch",
    "dense_to_sparse_batch",
    "enable_debug_mode",
    "enumerate_dataset",
    "from_list",
    "from_variant",
    "get_model_proto",
    "get_next_as_optional",
    "get_single_element",
    "get_structure",
    "group_by_reducer",
    "group_by_window",
    "ignore_errors",
    "index_table_from_dataset",
    "load",
    "make_batched_features_dataset",
    "make_csv_dataset",
    "map_and_batch",
    "pad_to_cardinality",
    "parallel_interleave",
    "parse_example_dataset",
    "prefetch_to_device",
    "rejection_resample",
    "sample_from_datasets",
    "save",
    "scan",
    "service",
    "shuffle_and_repeat",
    "snapshot",
    "table_from_dataset",
    "take_while",
    "to_variant",
    "unbatch",
    "unique",
]
