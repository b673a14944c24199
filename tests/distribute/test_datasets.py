"""Datasets of strategies: global batches in parts, datasets of each process, loops and iterators over them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import graphwright as tf
from tests.distribute.support import arrays, mirrored

# what TensorFlow gives for the same: range(n).batch(b) over r replicas
PARTS: list[tuple[int, int, int, list[list[list[int]]]]] = [
    (4, 2, 2, [[[0], [1]], [[2], [3]]]),
    (5, 5, 3, [[[0, 1], [2, 3], [4]]]),
    (9, 5, 3, [[[0, 1], [2, 3], [4]], [[5, 6], [7, 8], []]]),
    (7, 4, 3, [[[0, 1], [2, 3], []], [[4], [5], [6]]]),
]


@pytest.mark.parametrize(("count", "batch", "replicas", "expected"), PARTS)
def test_batches_are_cut_for_the_replicas(count: int, batch: int, replicas: int, expected: Any) -> None:
    strategy = mirrored(replicas)
    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(count).batch(batch))
    assert isinstance(dataset, tf.distribute.DistributedDataset)
    assert [arrays(strategy, x) for x in dataset] == expected


def test_specs_of_parts() -> None:
    strategy = mirrored(2)
    whole = strategy.experimental_distribute_dataset(tf.data.Dataset.range(6).batch(6, drop_remainder=True))
    assert [s.shape.as_list() for s in whole.element_spec._component_specs] == [[3], [3]]
    open_ = strategy.experimental_distribute_dataset(tf.data.Dataset.range(6).batch(6))
    assert [s.shape.as_list() for s in open_.element_spec._component_specs] == [[None], [None]]


def test_parts_of_structures() -> None:
    strategy = mirrored(2)
    ragged = tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1], [], [2, 3]])).batch(3)
    sparse = tf.data.Dataset.from_tensor_slices(tf.sparse.from_dense([[1, 0], [0, 2], [3, 0]])).batch(3)
    both = tf.data.Dataset.zip({"ragged": ragged, "sparse": sparse})
    (element,) = list(strategy.experimental_distribute_dataset(both))
    assert [v.to_list() for v in element["ragged"].values] == [[[1], []], [[2, 3]]]
    assert [tf.sparse.to_dense(v).numpy().tolist() for v in element["sparse"].values] == [[[1, 0], [0, 2]], [[3, 0]]]


def test_each_process_makes_batches_for_its_replicas() -> None:
    strategy = mirrored(2)
    contexts = []

    def make(context: Any) -> Any:
        contexts.append(context)
        size = context.get_per_replica_batch_size(4)
        return tf.data.Dataset.range(7).shard(context.num_input_pipelines, context.input_pipeline_id).batch(size)

    dataset = strategy.distribute_datasets_from_function(make)
    assert [arrays(strategy, x) for x in dataset] == [[[0, 1], [2, 3]], [[4, 5], [6]]]
    odd = strategy.distribute_datasets_from_function(lambda _: tf.data.Dataset.range(3).batch(1))
    assert [arrays(strategy, x) for x in odd] == [[[0], [1]], [[2], []]]
    assert [c.num_replicas_in_sync for c in contexts] == [2]


def test_loops_and_iterators_in_functions() -> None:
    strategy = mirrored(2)
    dataset = strategy.experimental_distribute_dataset(tf.data.Dataset.range(7).batch(4))

    def total(x: Any) -> Any:
        return tf.reduce_sum(x)

    @tf.function
    def over(data: Any) -> Any:
        found = tf.constant(0, tf.int64)
        for x in data:
            found += strategy.reduce("SUM", strategy.run(total, args=(x,)), axis=None)
        return found

    @tf.function
    def step(iterator: Any) -> Any:
        return strategy.reduce("SUM", strategy.run(total, args=(next(iterator),)), axis=None)

    assert int(over(dataset)) == 21
    iterator = iter(dataset)
    assert isinstance(iterator, tf.distribute.DistributedIterator)
    assert [int(step(iterator)), int(step(iterator))] == [6, 15]
    with pytest.raises(tf.errors.OutOfRangeError):
        step(iterator)
    again = iter(dataset).get_next_as_optional()
    assert arrays(strategy, again.get_value()) == [[0, 1], [2, 3]]


def test_what_is_refused() -> None:
    strategy = mirrored(2)
    with pytest.raises(ValueError, match="no batch dimension"):
        strategy.experimental_distribute_dataset(tf.data.Dataset.range(3))
    options = tf.distribute.InputOptions(experimental_replication_mode=tf.distribute.InputReplicationMode.PER_REPLICA)
    with pytest.raises(NotImplementedError, match="PER_REPLICA"):
        strategy.experimental_distribute_dataset(tf.data.Dataset.range(3).batch(2), options)


class Processes:
    """Stands for the processes of a cluster, of which this is one."""

    def __init__(self, count: int, index: int) -> None:
        self.count, self.index = count, index

    def meeting(self) -> Processes:
        return self

    def any(self, more: bool) -> bool:
        return more


def batches_of(dataset: Any, policy: Any, index: int) -> list[Any]:
    """The batches of one of two processes with two replicas each."""
    options = tf.data.Options()
    options.experimental_distribute.auto_shard_policy = policy
    strategy = mirrored(2)
    strategy._group.processes = Processes(2, index)  # type: ignore[attr-defined]
    found = strategy.experimental_distribute_dataset(dataset.with_options(options))
    return [[v.numpy().tolist() for v in x.values] for x in found]


def test_processes_read_files_of_their_own(tmp_path: Path) -> None:
    for i in range(2):
        (tmp_path / str(i)).write_text("".join(f"{i}{j}\n" for j in range(4)))
    lines = tf.data.TextLineDataset([str(tmp_path / "0"), str(tmp_path / "1")])
    numbers = lines.map(lambda x: tf.strings.to_number(x, tf.int32)).batch(4)
    policies = tf.data.experimental.AutoShardPolicy
    for policy in (policies.FILE, policies.AUTO):
        assert batches_of(numbers, policy, 0) == [[[0], [1]], [[2], [3]]]
        assert batches_of(numbers, policy, 1) == [[[10], [11]], [[12], [13]]]
    assert batches_of(numbers, policies.DATA, 1) == [[[2], [3]], [[12], [13]]]
    assert batches_of(numbers, policies.OFF, 1) == [[[0], [1]], [[2], [3]], [[10], [11]], [[12], [13]]]


def test_processes_fill_in_hints() -> None:
    shard = tf.data.experimental.SHARD_HINT
    hinted = tf.data.Dataset.range(8).shard(shard, shard).batch(4)
    assert batches_of(hinted, tf.data.experimental.AutoShardPolicy.HINT, 1) == [[[1], [3]], [[5], [7]]]


def test_files_need_batches_of_a_known_size(tmp_path: Path) -> None:
    (tmp_path / "0").write_text("1\n")
    lines = tf.data.TextLineDataset([str(tmp_path / "0")] * 2).batch(2).map(lambda x: x)
    with pytest.raises(ValueError, match="size of batches"):
        batches_of(lines, tf.data.experimental.AutoShardPolicy.FILE, 0)
