"""Pipelines divided among workers: by the files that they read, or where a `shard` leaves its numbers open."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator

from graphwright.base import errors
from graphwright.base.words import with_article
from graphwright.data.options import SHARD_HINT
from graphwright.data.pipeline.base import Pipeline, UnaryPipeline
from graphwright.data.pipeline.files import FileElements
from graphwright.data.pipeline.iterator_state import IteratorState
from graphwright.data.pipeline.selection import Shard
from graphwright.data.structure import Flat

_READERS = frozenset(
    {"FixedLengthRecordDataset", "FixedLengthRecordDatasetV2", "TFRecordDataset", "TFRecordDatasetV2",
     "TextLineDataset"}
)  # fmt: skip


class HintedShard(UnaryPipeline, saved_as="HintedShard"):
    """A `shard` whose numbers are open."""

    def elements(self, state: IteratorState) -> Iterator[Flat]:
        raise errors.FailedPreconditionError(
            "`dataset.shard(SHARD_HINT, SHARD_HINT)` leaves its numbers to a strategy: distribute the dataset by "
            "`experimental_distribute_dataset` with AutoShardPolicy.HINT, or pass the number of shards and an index."
        )


def sharded(source: Pipeline, shards: int, index: int) -> Pipeline:
    """Every n-th element; one that is open where both numbers are `SHARD_HINT`."""
    return HintedShard(source) if shards == index == SHARD_HINT else Shard(source, shards, index)


def reads_files(pipeline: Pipeline) -> bool:
    """Whether every source of a pipeline is files, so that they can be divided."""
    if isinstance(pipeline, FileElements) or _opens_files(pipeline):
        return True
    below = sources_of(pipeline)
    return bool(below) and all(map(reads_files, below))


def by_files(pipeline: Pipeline, workers: int, index: int) -> Pipeline:
    """The part of a pipeline that reads every `workers`-th file, from number `index` on.

    Raises:
      NotFoundError: a source that is not a file.
      InvalidArgumentError: fewer files than workers.
    """

    def part(source: Pipeline) -> Pipeline:
        if isinstance(source, FileElements):
            return _some_files(source, workers, index)
        if _opens_files(source):
            return with_sources(source, lambda names: _names(names, workers, index))
        if not sources_of(source):
            raise errors.NotFoundError(
                f"Found an unshardable source dataset: {with_article(type(source).__name__)} reads no files. Set "
                "the policy to AutoShardPolicy.DATA, or AUTO."
            )
        return with_sources(source, part)

    return part(pipeline)


def by_hints(pipeline: Pipeline, workers: int, index: int) -> Pipeline:
    """A pipeline with the numbers of its open shards filled in."""
    if isinstance(pipeline, HintedShard):
        return Shard(pipeline._source, workers, index)
    return with_sources(pipeline, lambda source: by_hints(source, workers, index)) if sources_of(pipeline) else pipeline


def sources_of(pipeline: Pipeline) -> list[Pipeline]:
    """The pipelines that a pipeline draws from."""
    values = vars(pipeline)
    found = [values.get("_source"), *values.get("_sources", ())]
    return [source for source in found if isinstance(source, Pipeline)]


def with_sources(pipeline: Pipeline, new: Callable[[Pipeline], Pipeline]) -> Pipeline:
    """A copy of a pipeline over other sources."""
    result = copy.copy(pipeline)
    values = vars(result)
    if isinstance(values.get("_source"), Pipeline):
        values["_source"] = new(values["_source"])
    if "_sources" in values:
        values["_sources"] = tuple(new(source) for source in values["_sources"])
    return result


def _opens_files(pipeline: Pipeline) -> bool:
    """Whether it is an `interleave` or a `flat_map` whose function reads the file that an element names."""
    graph = getattr(vars(pipeline).get("_function"), "graph", None)
    if graph is None:
        return False
    return any(op.type in _READERS for one in (graph, *graph.functions()) for op in one.operations)


def _some_files(source: FileElements, workers: int, index: int) -> Pipeline:
    _check_count(len(source._names), workers)
    result = copy.copy(source)
    result._names, result._offsets = source._names[index::workers], source._offsets[index::workers]
    return result


def _names(source: Pipeline, workers: int, index: int) -> Pipeline:
    """The elements that name a worker's files: divided before they are shuffled or repeated."""
    if isinstance(source, UnaryPipeline) and source.keeps_elements and not isinstance(source, Shard):
        return with_sources(source, lambda below: _names(below, workers, index))
    if source.count() >= 0:
        _check_count(source.count(), workers)
    return Shard(source, workers, index)


def _check_count(files: int, workers: int) -> None:
    if files < workers:
        raise errors.InvalidArgumentError(
            f"Could not apply FILE based sharding: the dataset reads {files} file(s), which {workers} workers cannot "
            "divide. Set `options.experimental_distribute.auto_shard_policy` to DATA or OFF."
        )
