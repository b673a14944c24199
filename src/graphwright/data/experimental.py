"""`tf.data.experimental`: older names from `tf.data`, and a few functions on datasets."""

from __future__ import annotations

from graphwright._public import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    {
        "data.dataset": (
            "AUTOTUNE DatasetStructure=DatasetSpec INFINITE_CARDINALITY=INFINITE UNKNOWN_CARDINALITY=UNKNOWN"
        ),
        "data.experimental_functions": (
            "Counter TFRecordWriter assert_cardinality at bucket_by_sequence_length cardinality choose_from_datasets "
            "copy_to_device dense_to_ragged_batch dense_to_sparse_batch enumerate_dataset from_list from_variant "
            "get_model_proto get_next_as_optional get_single_element get_structure group_by_window ignore_errors load "
            "map_and_batch parallel_interleave parse_example_dataset prefetch_to_device rejection_resample "
            "sample_from_datasets save scan shuffle_and_repeat snapshot take_while to_variant unbatch unique"
        ),
        "data.keyed_reduction": "RandomDataset Reducer group_by_reducer pad_to_cardinality",
        "lookup.dataset_tables": "DatasetInitializer index_table_from_dataset table_from_dataset",
        "data.batched_files": "make_batched_features_dataset make_csv_dataset",
        "data.table_datasets": "CsvDataset=CsvDatasetV2 SqlDataset=SqlDatasetV2",
        "data.optional": "Optional OptionalStructure=OptionalSpec",
        "data.debug_mode": "enable_debug_mode",
        "data.service": "service=",
        "data.options": (
            "AutoShardPolicy AutotuneAlgorithm AutotuneOptions DistributeOptions ExternalStatePolicy "
            "OptimizationOptions SHARD_HINT ServiceOptions ThreadingOptions"
        ),
    },
)
