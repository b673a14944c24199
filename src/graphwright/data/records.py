"""Records of the ops that make datasets of tensors and of other datasets. Each kernel makes a plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphwright.base.dtypes import resource, variant
from graphwright.data import background, plan_groups, plan_order, plan_steps
from graphwright.data.plan_order import MemoryCache, SeedGenerator
from graphwright.data.plans import Plan, Range, Single, Slices
from graphwright.ir.record import op

ELEMENTS = "output_types: list(type) >= 1; output_shapes: list(shape) >= 1"
NOTED = f'{ELEMENTS}; metadata: string = ""'
SPLIT = "replicate_on_split: bool = false"


def scalar(ctx: Any) -> Any:
    """Datasets, iterators and the like are scalars."""
    return ()


def typed(make: Callable[..., Plan], components: int | None = None) -> Callable[..., Plan]:
    """A kernel that makes a plan, and notes in it what its elements are: of the dtypes of the input `components`."""

    def kernel(*inputs: Any, **attrs: Any) -> Plan:
        plan = make(*inputs, **attrs)
        if components is None:
            dtypes = [None if t in (resource, variant) else t.numpy for t in attrs["output_types"]]
        else:
            dtypes = [getattr(c, "dtype", None) for c in inputs[components]]
        plan.types = dtypes, attrs["output_shapes"]
        return plan

    return kernel


def _range(start: Any, stop: Any, step: Any, *, output_types: Sequence[Any], **_: Any) -> Plan:
    return Range(int(start), int(stop), int(step), output_types[0].numpy)


RANGE = op(
    "RangeDataset", "start: int64, stop: int64, step: int64 -> handle: variant", f"{NOTED}; {SPLIT}",
    shape=scalar, kernel=typed(_range), no_gradient=True, stateful=True,
)  # fmt: skip

_COMPONENTS = "components: [Toutput_types] -> handle: variant"
_TYPED = "Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1"

TENSORS = op(
    "TensorDataset", _COMPONENTS, f'{_TYPED}; metadata: string = ""',
    shape=scalar, kernel=typed(lambda components, **_: Single(components), 0), no_gradient=True, stateful=True,
)  # fmt: skip
TENSOR_SLICES = op(
    "TensorSliceDataset", _COMPONENTS, f'{_TYPED}; is_files: bool = false; metadata: string = ""; {SPLIT}',
    shape=scalar, kernel=typed(lambda components, **_: Slices(components), 0), no_gradient=True, stateful=True,
)  # fmt: skip


def _step(name: str, inputs: str, kernel: Any, attrs: str = "", noted: bool = True, stateful: bool = False) -> Any:
    """The record of an op that makes a dataset of another one.

    Nothing has a gradient here, and whoever asks for one that would go through a dataset is told.
    """
    declared = "; ".join(part for part in (attrs, NOTED if noted else ELEMENTS) if part)
    return op(name, f"{inputs} -> handle: variant", declared, shape=scalar, kernel=typed(kernel), stateful=stateful)


TAKE = _step("TakeDataset", "input_dataset: variant, count: int64",
             lambda source, count, **_: plan_steps.take(source, int(count)))  # fmt: skip
SKIP = _step("SkipDataset", "input_dataset: variant, count: int64",
             lambda source, count, **_: plan_steps.skip(source, int(count)))  # fmt: skip
REPEAT = _step("RepeatDataset", "input_dataset: variant, count: int64",
               lambda source, count, **_: plan_steps.repeat(source, int(count)))  # fmt: skip
SHARD = _step("ShardDataset", "input_dataset: variant, num_shards: int64, index: int64",
              lambda source, shards, index, **_: plan_steps.Shard(source, int(shards), int(index)),
              "require_non_empty: bool = false")  # fmt: skip
CONCATENATE = _step("ConcatenateDataset", "input_dataset: variant, another_dataset: variant",
                    lambda first, second, **_: plan_steps.Concatenated(first, second))  # fmt: skip
ZIP = _step("ZipDataset", "input_datasets: N*variant",
            lambda sources, **_: plan_steps.zipped(sources), "N: int >= 1")  # fmt: skip
DIRECTED = _step(
    "DirectedInterleaveDataset",
    "selector_input_dataset: variant, data_input_datasets: N*variant",
    lambda selector, sources, *, stop_on_empty_dataset, **_: plan_steps.Directed(
        selector, sources, stop_on_empty_dataset
    ),
    "N: int >= 1; stop_on_empty_dataset: bool = false",
    noted=False,
)
BATCH = _step(
    "BatchDatasetV2",
    "input_dataset: variant, batch_size: int64, drop_remainder: bool",
    lambda source, size, drop, **_: plan_groups.Batched(source, int(size), bool(drop)),
    "parallel_copy: bool = false",
)
PADDED_BATCH = op(
    "PaddedBatchDatasetV2",
    "input_dataset: variant, batch_size: int64, padded_shapes: N*int64, padding_values: [Toutput_types], "
    "drop_remainder: bool -> handle: variant",
    f'parallel_copy: bool = false; {_TYPED}; N: int >= 1; metadata: string = ""',
    shape=scalar,
    kernel=typed(
        lambda source, size, shapes, values, drop, **_: plan_groups.PaddedBatched(
            source, int(size), bool(drop), shapes, values
        ),
        3,
    ),
    no_gradient=True,
)
UNBATCH = _step("UnbatchDataset", "input_dataset: variant", lambda source, **_: plan_groups.Unbatched(source))
UNIQUE = _step("UniqueDataset", "input_dataset: variant", lambda source, **_: plan_order.Unique(source))
WINDOW = _step(
    "WindowDataset",
    "input_dataset: variant, size: int64, shift: int64, stride: int64, drop_remainder: bool",
    lambda source, size, shift, stride, drop, **_: plan_groups.Windowed(
        source, int(size), int(shift), int(stride), bool(drop)
    ),
)
ASSERT_CARDINALITY = _step(
    "AssertCardinalityDataset", "input_dataset: variant, cardinality: int64",
    lambda source, cardinality, **_: plan_order.Counted(source, int(cardinality)), noted=False,
)  # fmt: skip
PREFETCH = _step(
    "PrefetchDataset",
    "input_dataset: variant, buffer_size: int64",
    lambda source, size, **_: background.Prefetched(source, int(size)),
    "slack_period: int = 0; legacy_autotune: bool = true; buffer_size_min: int = 0",
)
OPTIONS = _step("OptionsDataset", "input_dataset: variant", lambda source, **_: source, "serialized_options: string")

# datasets with memory ---------------------------------------------------------------------------------------

SEED_GENERATOR = op(
    "AnonymousSeedGenerator",
    "seed: int64, seed2: int64, reshuffle: bool -> handle: resource, deleter: variant",
    shape=lambda ctx: [(), ()],
    kernel=lambda seed, seed2, reshuffle: [SeedGenerator(int(seed), int(seed2), bool(reshuffle)), None],
    no_gradient=True,
    effect="random",
)
RANDOM = op(
    "RandomDatasetV2",
    "seed: int64, seed2: int64, seed_generator: resource -> handle: variant",
    f"rerandomize_each_iteration: bool = false; {NOTED}",
    shape=scalar,
    kernel=typed(lambda seed, seed2, seeds, **_: plan_order.RandomNumbers(seeds)),
    no_gradient=True,
    stateful=True,
)
SHUFFLE = _step(
    "ShuffleDatasetV3",
    "input_dataset: variant, buffer_size: int64, seed: int64, seed2: int64, seed_generator: resource",
    lambda source, size, seed, seed2, seeds, **_: plan_order.shuffle(source, int(size), seeds),
    "reshuffle_each_iteration: bool = true",
    stateful=True,
)
MEMORY_CACHE = op(
    "AnonymousMemoryCache",
    "-> handle: resource, deleter: variant",
    shape=lambda ctx: [(), ()],
    kernel=lambda: [MemoryCache(), None],
    no_gradient=True,
    effect="random",
)
CACHE = _step(
    "CacheDatasetV2",
    "input_dataset: variant, filename: string, cache: resource",
    lambda source, filename, cache, **_: plan_order.Cached(source, cache),
    stateful=True,
)


def _cardinality(source: Plan, *, cardinality_options: str) -> Any:
    import numpy as np

    return np.array(source.count(), np.int64)


CARDINALITY = op(
    "DatasetCardinality", "input_dataset: variant -> cardinality: int64", 'cardinality_options: string = ""',
    shape=scalar, kernel=_cardinality, no_gradient=True,
)  # fmt: skip
