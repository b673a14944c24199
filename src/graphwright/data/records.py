"""Records of the ops that build datasets from tensors and from other datasets. Each kernel returns a pipeline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base.dtypes import resource, variant
from graphwright.base.files import local_path
from graphwright.data.pipeline import batching, caching, combination, parallel, regrouping, selection, shuffling
from graphwright.data.pipeline.auto_shard import sharded
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.sources import Range, Tensors, TensorSlices
from graphwright.ir.reach import Reach, Reaches
from graphwright.ir.record import op

ELEMENTS = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1"
DESCRIBED = f'{ELEMENTS}; metadata: string = ""'
SPLIT = "replicate_on_split: bool = false"


def cached(source: Pipeline, filename: Any, memory: Any) -> Pipeline:
    """A pipeline whose elements are kept: in memory where there is no name of a file."""
    if not filename.item():
        return caching.Cache(source, memory)
    from graphwright.data.pipeline.file_cache import FileCache

    return FileCache(source, local_path(filename.item()))


def scalar(ctx: Any) -> Any:
    """Shape rule of datasets, iterators and optionals: scalars."""
    return ()


def typed(build: Callable[..., Pipeline], components: int | None = None) -> Callable[..., Pipeline]:
    """A kernel that builds a pipeline and sets its types: those in the attributes, or of the input `components`."""

    def kernel(*inputs: Any, **attrs: Any) -> Pipeline:
        pipeline = build(*inputs, **attrs)
        if components is None:
            dtypes = [None if t in (resource, variant) else t.numpy for t in attrs["output_types"]]
        else:
            dtypes = [getattr(c, "dtype", None) for c in inputs[components]]
        pipeline.types = dtypes, attrs["output_shapes"]
        return pipeline

    return kernel


def _range(start: Any, stop: Any, step: Any, *, output_types: Sequence[Any], **_: Any) -> Pipeline:
    return Range(int(start), int(stop), int(step), output_types[0].numpy)


RANGE = op(
    "RangeDataset", "start: int64, stop: int64, step: int64 -> handle: variant", f"{DESCRIBED}; {SPLIT}",
    shape=scalar, kernel=typed(_range), no_gradient=True, stateful=True,
)  # fmt: skip

_COMPONENTS = "components: [Toutput_types] -> handle: variant"
_TYPED = "Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1"

TENSORS = op(
    "TensorDataset", _COMPONENTS, f'{_TYPED}; metadata: string = ""',
    shape=scalar, kernel=typed(lambda components, **_: Tensors(components), 0), no_gradient=True, stateful=True,
)  # fmt: skip
TENSOR_SLICES = op(
    "TensorSliceDataset", _COMPONENTS, f'{_TYPED}; is_files: bool = false; metadata: string = ""; {SPLIT}',
    shape=scalar, kernel=typed(lambda components, **_: TensorSlices(components), 0), no_gradient=True, stateful=True,
)  # fmt: skip


def _transformation(
    name: str,
    inputs: str,
    kernel: Any,
    attrs: str = "",
    metadata: bool = True,
    stateful: bool = False,
    reaches: Reaches | None = None,
) -> Any:
    """The record of an op that builds a dataset from another one. Gradients through it are errors that name it."""
    declared = "; ".join(part for part in (attrs, DESCRIBED if metadata else ELEMENTS) if part)
    return op(
        name, f"{inputs} -> handle: variant", declared, shape=scalar, kernel=typed(kernel), stateful=stateful,
        reaches=reaches,
    )  # fmt: skip


TAKE = _transformation("TakeDataset", "input_dataset: variant, count: int64",
             lambda source, count, **_: selection.take(source, int(count)))  # fmt: skip
SKIP = _transformation("SkipDataset", "input_dataset: variant, count: int64",
             lambda source, count, **_: selection.skip(source, int(count)))  # fmt: skip
REPEAT = _transformation("RepeatDataset", "input_dataset: variant, count: int64",
               lambda source, count, **_: selection.Repeat(source, int(count)))  # fmt: skip
SHARD = _transformation("ShardDataset", "input_dataset: variant, num_shards: int64, index: int64",
              lambda source, shards, index, **_: sharded(source, int(shards), int(index)),
              "require_non_empty: bool = false")  # fmt: skip
CONCATENATE = _transformation("ConcatenateDataset", "input_dataset: variant, another_dataset: variant",
                    lambda first, second, **_: combination.Concatenate(first, second))  # fmt: skip
ZIP = _transformation("ZipDataset", "input_datasets: N*variant",
            lambda sources, **_: combination.zipped(sources), "N: int >= 1")  # fmt: skip
DIRECTED = _transformation(
    "DirectedInterleaveDataset",
    "selector_input_dataset: variant, data_input_datasets: N*variant",
    lambda selector, sources, *, stop_on_empty_dataset, **_: combination.DirectedInterleave(
        selector, sources, stop_on_empty_dataset
    ),
    "N: int >= 1; stop_on_empty_dataset: bool = false",
    metadata=False,
)
BATCH = _transformation(
    "BatchDatasetV2",
    "input_dataset: variant, batch_size: int64, drop_remainder: bool",
    lambda source, size, drop, **_: batching.Batch(source, int(size), bool(drop)),
    "parallel_copy: bool = false",
)
PADDED_BATCH = op(
    "PaddedBatchDatasetV2",
    "input_dataset: variant, batch_size: int64, padded_shapes: N*int64, padding_values: [Toutput_types], "
    "drop_remainder: bool -> handle: variant",
    f'parallel_copy: bool = false; {_TYPED}; N: int >= 1; metadata: string = ""',
    shape=scalar,
    kernel=typed(
        lambda source, size, shapes, values, drop, **_: batching.PaddedBatch(
            source, int(size), bool(drop), shapes, values
        ),
        3,
    ),
    no_gradient=True,
)
UNBATCH = _transformation("UnbatchDataset", "input_dataset: variant", lambda source, **_: batching.Unbatch(source))
UNIQUE = _transformation("UniqueDataset", "input_dataset: variant", lambda source, **_: caching.UniqueElements(source))
WINDOW = _transformation(
    "WindowDataset",
    "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool",
    lambda source, size, shift, stride, drop, **_: batching.WindowPipeline(
        source, int(size), int(shift), int(stride), bool(drop)
    ),
)
REBATCH = _transformation(
    "RebatchDatasetV2",
    "input_dataset: variant, batch_sizes: int64, drop_remainder: bool",
    lambda source, sizes, drop, **_: regrouping.Rebatch(source, sizes.tolist(), bool(drop)),
    metadata=False,
)
ASSERT_CARDINALITY = _transformation(
    "AssertCardinalityDataset", "input_dataset: variant, cardinality: int64",
    lambda source, cardinality, **_: caching.AssertCardinality(source, int(cardinality)), metadata=False,
)  # fmt: skip
PREFETCH = _transformation(
    "PrefetchDataset",
    "input_dataset: variant, buffer_size: int64",
    lambda source, size, **_: parallel.Prefetch(source, int(size)),
    "slack_period: int = 0; legacy_autotune: bool = true; buffer_size_min: int = 0",
)
OPTIONS = _transformation(
    "OptionsDataset", "input_dataset: variant", lambda source, **_: source, "serialized_options: string"
)

# datasets with state ---------------------------------------------------------------------------------------

SEED_GENERATOR = op(
    "AnonymousSeedGenerator",
    "seed: int64, seed2: int64, reshuffle: bool -> handle: resource, deleter: variant",
    shape=lambda ctx: [(), ()],
    kernel=lambda seed, seed2, reshuffle: [shuffling.SeedGenerator(int(seed), int(seed2), bool(reshuffle)), None],
    no_gradient=True,
    effect="random",
)
RANDOM = op(
    "RandomDatasetV2",
    "seed: int64, seed2: int64, seed_generator: resource -> handle: variant",
    f"rerandomize_each_iteration: bool = false; {DESCRIBED}",
    shape=scalar,
    kernel=typed(lambda seed, seed2, seeds, **_: shuffling.RandomNumbers(seeds)),
    no_gradient=True,
    stateful=True,
)
SHUFFLE = _transformation(
    "ShuffleDatasetV3",
    "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, seed_generator: resource",
    lambda source, size, seed, seed2, seeds, **_: shuffling.Shuffle(source, int(size), seeds),
    "reshuffle_each_iteration: bool = true",
    stateful=True,
)
MEMORY_CACHE = op(
    "AnonymousMemoryCache",
    "-> handle: resource, deleter: variant",
    shape=lambda ctx: [(), ()],
    kernel=lambda: [caching.MemoryCache(), None],
    no_gradient=True,
    effect="random",
)
CACHE = _transformation(
    "CacheDatasetV2",
    "input_dataset: variant, filename: string, cache: resource",
    lambda source, filename, cache, **_: cached(source, filename, cache),
    stateful=True,
    reaches={"filename": Reach.CACHES},
)


def _cardinality(source: Pipeline, *, cardinality_options: str) -> Any:
    import numpy as np

    return np.array(source.count(), np.int64)


CARDINALITY = op(
    "DatasetCardinality", "input_dataset: variant -> cardinality: int64", 'cardinality_options: string = ""',
    shape=scalar, kernel=_cardinality, no_gradient=True,
)  # fmt: skip


def _compute_batch_size(source: Pipeline) -> Any:
    import numpy as np

    return np.array(source.batch_size(), np.int64)


COMPUTE_BATCH_SIZE = op(
    "ComputeBatchSize", "input_dataset: variant -> batch_size: int64",
    shape=scalar, kernel=_compute_batch_size, no_gradient=True,
)  # fmt: skip
