"""Older and further names of the ops that build datasets: what they give, by the elements."""

from __future__ import annotations

from typing import Any

import pytest

import graphwright as tf

TYPED = {"output_types": [tf.int64], "output_shapes": [[]]}
BATCHED = {"output_types": [tf.int64], "output_shapes": [[None]]}


def source() -> Any:
    return tf.data.Dataset.range(7)._variant_tensor


def elements(variant: Any, shape: Any = ()) -> list[Any]:
    spec = tf.TensorSpec(shape, tf.int64)
    return [e.numpy().tolist() for e in tf.data.experimental.from_variant(variant, spec)]


AS_THEY_ARE: dict[str, dict[str, Any]] = {
    **{f"{p}MaxIntraOpParallelismDataset": {"max_intra_op_parallelism": 2} for p in ("", "Experimental")},
    **{f"{p}PrivateThreadPoolDataset": {"num_threads": 2} for p in ("", "Experimental")},
    **{f"{p}NonSerializableDataset": {} for p in ("", "Experimental")},
    **{f"{p}LatencyStatsDataset": {"tag": "t"} for p in ("", "Experimental")},
    **{f"{p}BytesProducedStatsDataset": {"tag": "t"} for p in ("", "Experimental")},
    "ModelDataset": {},
    "FinalizeDataset": {},
    "OptimizeDataset": {"optimizations": tf.constant([], tf.string)},
    "OptimizeDatasetV2": {
        f"optimizations_{kind}": tf.constant([], tf.string) for kind in ("enabled", "disabled", "default")
    },
    "CacheDataset": {"filename": ""},
    "ExperimentalUniqueDataset": {},
}


@pytest.mark.parametrize("name", AS_THEY_ARE)
def test_elements_as_they_are(name: str) -> None:
    found = getattr(tf.raw_ops, name)(input_dataset=source(), **AS_THEY_ARE[name], **TYPED)
    assert elements(found) == list(range(7))


def test_batches_keep_the_last_one() -> None:
    found = tf.raw_ops.BatchDataset(input_dataset=source(), batch_size=3, **BATCHED)
    assert elements(found, [None]) == [[0, 1, 2], [3, 4, 5], [6]]
    assert elements(tf.raw_ops.ExperimentalUnbatchDataset(input_dataset=found, **TYPED)) == list(range(7))
    assert int(tf.raw_ops.ExperimentalDatasetCardinality(input_dataset=found)) == 3


def test_shuffles_are_those_of_the_newer_op() -> None:
    arguments = {"buffer_size": 4, "seed": 3, "seed2": 5}
    found = elements(tf.raw_ops.ShuffleDataset(input_dataset=source(), **arguments, **TYPED))
    assert sorted(found) == list(range(7)) and found != list(range(7))
    twice = elements(tf.raw_ops.ShuffleAndRepeatDataset(input_dataset=source(), count=2, **arguments, **TYPED))
    assert sorted(twice[:7]) == sorted(twice[7:]) == list(range(7))
    assert twice[:7] == found


def test_interleaving_by_numbers() -> None:
    first, second = tf.data.Dataset.range(2)._variant_tensor, tf.data.Dataset.range(10, 12)._variant_tensor
    numbers = tf.data.Dataset.from_tensor_slices(tf.constant([1, 0, 0, 1], tf.int64))._variant_tensor
    found = tf.raw_ops.ExperimentalDirectedInterleaveDataset(
        selector_input_dataset=numbers, data_input_datasets=[first, second], **TYPED
    )
    assert elements(found) == [10, 0, 1, 11]


def test_functions() -> None:
    @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
    def doubled(x: Any) -> Any:
        return 2 * x

    @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
    def is_small(x: Any) -> Any:
        return x < 3

    graphs = [f.get_concrete_function() for f in (doubled, is_small)]
    arguments = {"input_dataset": source(), "other_arguments": [], **TYPED}
    assert elements(tf.raw_ops.ExperimentalMapDataset(f=graphs[0].graph, **arguments)) == [2 * i for i in range(7)]
    assert elements(tf.raw_ops.ExperimentalTakeWhileDataset(predicate=graphs[1].graph, **arguments)) == [0, 1, 2]
