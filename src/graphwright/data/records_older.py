"""Older and further names of the ops that build datasets, as graphs of early versions of TensorFlow hold.

Among them are those that tune how TensorFlow runs a pipeline: here they pass it on as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphwright.data.pipeline import batching, caching, selection, shuffling
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.records import DESCRIBED, ELEMENTS, cached, scalar, typed
from graphwright.ir.reach import Reach, Reaches
from graphwright.ir.record import OpRecord, lookup, op


def _again(name: str, newer: str, args: str, attrs: str, **fixed: Any) -> OpRecord:
    """An op with the kernel of another one, some of whose attributes do not vary."""

    def kernel(*inputs: Any, **attrs: Any) -> Any:
        record = lookup(newer)
        assert record is not None and record.kernel is not None
        defaults = {n: a.default for n, a in record.attrs.items() if not a.required}
        whole = {**defaults, **attrs, **fixed}
        return record.kernel(*inputs, **{n: whole[n] for n in record.kernel_attrs})

    return op(name, args, attrs, shape=scalar, kernel=kernel, no_gradient=True)


_SOURCE = "input_dataset: variant"
_ARGUMENTS = "other_arguments: [Targuments]"
_FUNCTION = "f: func; Targuments: list(type) >= 0"

_again("ExperimentalDatasetCardinality", "DatasetCardinality", f"{_SOURCE} -> cardinality: int64", "")
_again("ExperimentalUnbatchDataset", "UnbatchDataset", f"{_SOURCE} -> handle: variant", ELEMENTS)
_again("ExperimentalUniqueDataset", "UniqueDataset", f"{_SOURCE} -> handle: variant", ELEMENTS)
_again(
    "ExperimentalDirectedInterleaveDataset",
    "DirectedInterleaveDataset",
    "selector_input_dataset: variant, data_input_datasets: N*variant -> handle: variant",
    f"{ELEMENTS}; N: int >= 1",
)
_again(
    "ExperimentalMapDataset",
    "MapDataset",
    f"{_SOURCE}, {_ARGUMENTS} -> handle: variant",
    f"{_FUNCTION}; {ELEMENTS}; use_inter_op_parallelism: bool = true; preserve_cardinality: bool = false; "
    "force_synchronous: bool = false",
)
_again(
    "ExperimentalTakeWhileDataset",
    "TakeWhileDataset",
    f"{_SOURCE}, {_ARGUMENTS} -> handle: variant",
    f"predicate: func; Targuments: list(type) >= 0; {ELEMENTS}",
)
_again(
    "ExperimentalScanDataset",
    "ScanDataset",
    f"{_SOURCE}, initial_state: [Tstate], {_ARGUMENTS} -> handle: variant",
    f"f: func; Tstate: list(type) >= 1; Targuments: list(type) >= 0; {ELEMENTS}; preserve_cardinality: bool = false",
)

# what only tunes how a pipeline runs -------------------------------------------------------------------------


def _as_it_is(name: str, more: str = "", attrs: str = "", stateful: bool = False) -> OpRecord:
    """An op that passes the pipeline on."""
    args = f"{_SOURCE}{', ' * bool(more)}{more} -> handle: variant"
    declared = f"{attrs}{'; ' * bool(attrs)}{ELEMENTS}"
    return op(
        name,
        args,
        declared,
        shape=scalar,
        kernel=typed(lambda source, *_, **__: source),
        no_gradient=True,
        stateful=stateful,
    )


for _prefix in ("", "Experimental"):
    _as_it_is(f"{_prefix}MaxIntraOpParallelismDataset", "max_intra_op_parallelism: int64")
    _as_it_is(f"{_prefix}PrivateThreadPoolDataset", "num_threads: int64")
    _as_it_is(f"{_prefix}NonSerializableDataset")
    _as_it_is(f"{_prefix}LatencyStatsDataset", "tag: string")
    _as_it_is(f"{_prefix}BytesProducedStatsDataset", "tag: string")
_as_it_is("ModelDataset", attrs="algorithm: int = 0; cpu_budget: int = 0; ram_budget: int = 0")
_as_it_is("OptimizeDataset", "optimizations: string", "optimization_configs: list(string) = []")
_as_it_is(
    "OptimizeDatasetV2",
    "optimizations_enabled: string, optimizations_disabled: string, optimizations_default: string",
    "optimization_configs: list(string) = []",
)
_as_it_is("FinalizeDataset", attrs="has_captured_ref: bool = false")

# older forms -------------------------------------------------------------------------------------------------


def _built(
    name: str,
    args: str,
    build: Callable[..., Pipeline],
    attrs: str = "",
    metadata: bool = True,
    reaches: Reaches | None = None,
) -> OpRecord:
    declared = f"{attrs}{'; ' * bool(attrs)}{DESCRIBED if metadata else ELEMENTS}"
    return op(
        name,
        f"{args} -> handle: variant",
        declared,
        shape=scalar,
        kernel=typed(build),
        no_gradient=True,
        reaches=reaches,
    )


def _shuffled(source: Pipeline, size: Any, seed: Any, seed2: Any, *, reshuffle: bool) -> Pipeline:
    return shuffling.Shuffle(source, int(size), shuffling.SeedGenerator(int(seed), int(seed2), reshuffle))


_SHUFFLED = f"{_SOURCE}, buffer_size: int64, seed: int64, seed2: int64"
_RESHUFFLE = "reshuffle_each_iteration: bool = true"
_built(
    "ShuffleDataset",
    _SHUFFLED,
    lambda *inputs, reshuffle_each_iteration, **_: _shuffled(*inputs, reshuffle=reshuffle_each_iteration),
    _RESHUFFLE,
)
_built(
    "ShuffleAndRepeatDataset",
    f"{_SHUFFLED}, count: int64",
    lambda source, size, seed, seed2, count, *, reshuffle_each_iteration, **_: selection.Repeat(
        _shuffled(source, size, seed, seed2, reshuffle=reshuffle_each_iteration), int(count)
    ),
    _RESHUFFLE,
)
_built(
    "BatchDataset",
    f"{_SOURCE}, batch_size: int64",
    lambda source, size, **_: batching.Batch(source, int(size), False),
)
_built(
    "CacheDataset",
    f"{_SOURCE}, filename: string",
    lambda source, filename, **_: cached(source, filename, caching.MemoryCache()),
    reaches={"filename": Reach.CACHES},
)
