"""Datasets whose elements have a part for each replica."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from graphwright.base import nest
from graphwright.core.dispatch import apply, require
from graphwright.core.sparse_tensor import SparseTensor
from graphwright.data.dataset import Dataset
from graphwright.data.iterators import OwnedIterator
from graphwright.data.options import AutoShardPolicy
from graphwright.data.pipeline.auto_shard import reads_files
from graphwright.distribute.input_contexts import InputContext
from graphwright.distribute.values import DistributedDataset, DistributedIterator, PerReplica

if TYPE_CHECKING:
    from graphwright.distribute.strategy import Strategy


class ReplicaIterator(OwnedIterator, DistributedIterator):
    """An iterator over the elements of a `ReplicaDataset`."""


class ReplicaDataset(Dataset, DistributedDataset):
    """A dataset of `PerReplica` elements."""

    @classmethod
    def over(cls, dataset: Dataset) -> ReplicaDataset:
        """The same elements under this class."""
        return cls._of(dataset._variant_tensor, dataset._spec, "DistributedDataset", dataset._options)  # type: ignore[return-value]

    def __staged_iter__(self) -> OwnedIterator:
        plain = super().__staged_iter__()
        return ReplicaIterator(plain._iterator_resource, self._spec, plain._policy)


def distributed(strategy: Strategy, dataset: Any, options: Any) -> Any:
    """A dataset of global batches as one of their parts."""
    if options is not None:
        check_replication_mode(options)
    if strategy._is_single:
        return dataset
    _check_batched(dataset)
    divided = _by_policy(strategy, dataset)
    if divided is not None:
        return ReplicaDataset.over(_together(divided, strategy, strategy._group.local_replicas))
    ids, size = list(strategy._group.local_ids), strategy.num_replicas_in_sync
    return ReplicaDataset.over(_mapped(dataset, lambda element: _cut(element, ids, size)))


def _by_policy(strategy: Strategy, dataset: Any) -> Any:
    """What this process reads, in batches for one replica; None where all read the same and take their parts.

    That is how elements are divided (`AutoShardPolicy.DATA`).
    """
    processes = strategy._group.processes
    policy = dataset.options().experimental_distribute.auto_shard_policy
    pipeline = dataset._variant_tensor._array
    if policy is AutoShardPolicy.AUTO:
        policy = AutoShardPolicy.FILE if reads_files(pipeline) else AutoShardPolicy.DATA
    if policy is AutoShardPolicy.DATA or (processes is None and policy is not AutoShardPolicy.HINT):
        return None
    size = pipeline.batch_size()
    if size < 1:
        raise ValueError(
            f"AutoShardPolicy.{policy.name} needs to know the size of batches, and {dataset!r} does not say it: batch "
            "last, or set `options.experimental_distribute.auto_shard_policy` to DATA."
        )
    count, index = (1, 0) if processes is None else (processes.count, processes.index)
    attrs = {"auto_shard_policy": int(policy), "num_replicas": strategy.num_replicas_in_sync}
    own = dataset._next(
        require("AutoShardDataset"), (dataset._variant_tensor, np.int64(count), np.int64(index)), **attrs
    )
    return own.rebatch(-(-size // strategy.num_replicas_in_sync))


def check_replication_mode(options: Any) -> None:
    """Raise NotImplementedError where each replica is to have a dataset of its own."""
    mode = options.experimental_replication_mode
    if getattr(mode, "name", "") == "PER_REPLICA":
        raise NotImplementedError(
            "InputReplicationMode.PER_REPLICA is only supported in `distribute_datasets_from_function`."
        )


def _check_batched(dataset: Any) -> None:
    for spec in nest.flatten(dataset.element_spec):
        shape = getattr(spec, "shape", None)
        if shape is not None and shape.rank == 0:
            raise ValueError(
                f"The elements of {dataset!r} have no batch dimension: batch the dataset by the global batch size "
                "before it is distributed."
            )


def _mapped(dataset: Dataset, function: Callable[[Any], Any]) -> Dataset:
    def on_element(*parts: Any) -> Any:
        return function(parts if isinstance(dataset.element_spec, tuple) else parts[0])

    result: Dataset = dataset.map(on_element)
    return result


def _cut(element: Any, mine: list[int], count: int) -> Any:
    """The parts of a global batch that the replicas of these numbers get, of `count` in all."""

    def one(batch: Any) -> PerReplica:
        return PerReplica([_rows(batch, number, count) for number in mine])

    return nest.map_structure(one, element)


def _rows(batch: Any, number: int, count: int) -> Any:
    """The part of one replica: as many rows as the others have, at the end less or none."""
    if isinstance(batch, SparseTensor):
        return _sparse_rows(batch, number, count)
    known = batch.shape[0] if batch.shape.rank is not None else None
    if known is not None:
        each = -(-known // count)
        return batch[min(number * each, known) : min((number + 1) * each, known)]
    size = apply("Shape", (batch,))[0] if not hasattr(batch, "nrows") else batch.nrows()
    each = (size + (count - 1)) // count
    return batch[number * each : (number + 1) * each]


def _sparse_rows(batch: Any, number: int, count: int) -> Any:
    from graphwright.ops.sparse.construct import sparse_slice

    each = (batch.dense_shape[0] + (count - 1)) // count
    start = apply("ConcatV2", ([[number * each], apply("ZerosLike", (batch.dense_shape[1:],))], 0))
    size = apply("ConcatV2", ([[each], batch.dense_shape[1:]], 0))
    return sparse_slice(batch, start, size)


def distributed_from_function(strategy: Strategy, dataset_fn: Callable[[Any], Any], options: Any) -> Any:
    """What a function makes for this process, of batches for one replica each."""
    group = strategy._group
    processes = group.processes
    pipelines, index = (1, 0) if processes is None else (processes.count, processes.index)
    dataset = dataset_fn(InputContext(pipelines, index, strategy.num_replicas_in_sync))
    if strategy._is_single:
        return dataset
    return ReplicaDataset.over(_together(dataset, strategy, group.local_replicas))


def _together(dataset: Dataset, strategy: Strategy, taken: int) -> Dataset:
    """Elements for all replicas of a process, `taken` at a time, until no process has any more.

    Where others have some, missing ones are empty batches.
    """
    spec = dataset.element_spec
    leaves = nest.flatten(spec, expand_composites=True)
    processes = strategy._group.processes

    def produce() -> Iterator[Any]:
        iterator = iter(dataset)
        last: Any = None
        meeting = None if processes is None else processes.meeting()
        while True:
            found = [x for _ in range(taken) if (x := next(iterator, None)) is not None]
            more = bool(found) if meeting is None else meeting.any(bool(found))
            if not more:
                return
            last = found[0] if found else last
            if last is None:
                raise ValueError(
                    "This process has no element at all, so that it cannot make empty ones: it got no file."
                )
            found += [nest.map_structure(lambda batch: batch[:0], last)] * (taken - len(found))
            yield tuple(t for element in found for t in nest.flatten(element, expand_composites=True))

    flat = Dataset.from_generator(produce, output_signature=tuple(_any_batch(s) for s in leaves * taken))

    def packed(*tensors: Any) -> Any:
        parts = [
            nest.pack_sequence_as(spec, list(tensors[i * len(leaves) : (i + 1) * len(leaves)]), expand_composites=True)
            for i in range(taken)
        ]
        return nest.map_structure(lambda *each: PerReplica(each), *parts)

    result: Dataset = flat.map(packed)
    return result


def _any_batch(spec: Any) -> Any:
    """The spec of batches of any size."""
    from graphwright.base.spec import TensorSpec

    shape = spec.shape
    return TensorSpec(shape if not shape.rank else [None, *shape.as_list()[1:]], spec.dtype)
