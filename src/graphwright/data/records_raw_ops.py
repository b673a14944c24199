"""Dataset ops that programs apply by name alone: parallel, experimental and older forms of others, and some more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from graphwright.base import errors
from graphwright.base.gfile import glob
from graphwright.data.pipeline import auto_shard, batching, parallel, raw_ops, selection, shuffling
from graphwright.data.pipeline import functions as pipelines
from graphwright.data.pipeline.base import Pipeline
from graphwright.data.pipeline.functions import CapturedFunction
from graphwright.data.pipeline.regrouping import GroupByWindow
from graphwright.data.records import DESCRIBED, ELEMENTS, scalar, typed
from graphwright.data.records_functions import output_shapes
from graphwright.ir.reach import OWN_RESOURCE, Reach
from graphwright.ir.record import lookup, op

_SOURCE = "input_dataset: variant"
_CALLED = f"{_SOURCE}, other_arguments: [Targuments]"
_F = "f: func; Targuments: list(type) >= 0"
_DETERMINISTIC = 'deterministic: string = "default"'
_SLOPPY = "sloppy: bool = false"


def _dataset(
    name: str, args: str, attrs: str, build: Callable[..., Pipeline], elements: str = ELEMENTS, stateful: bool = False
) -> None:
    """Declare an op that builds a dataset of `args`."""
    declared = f"{attrs}{'; ' * bool(attrs)}{elements}"
    op(
        name, f"{args} -> handle: variant", declared, shape=scalar, kernel=typed(build), no_gradient=True,
        stateful=stateful,
    )  # fmt: skip


def _and_experimental(
    name: str, args: str, attrs: str, build: Callable[..., Pipeline], more: str = "", stateful: bool = False
) -> None:
    """Declare an op and its experimental form, which has no attributes `more`."""
    _dataset(name, args, "; ".join(filter(None, (attrs, more))), build, stateful=stateful)
    _dataset(f"Experimental{name}", args, attrs, build, stateful=stateful)


# functions of elements --------------------------------------------------------------------------------------------


def _mapped(source: Pipeline, captured: Any, calls: Any, *, f: Any, **_: Any) -> Pipeline:
    return parallel.ParallelMap(source, CapturedFunction(f, captured), int(calls))


def _filtered(source: Pipeline, captured: Any, calls: Any, *, predicate: Any, **_: Any) -> Pipeline:
    return pipelines.Filter(source, CapturedFunction(predicate, captured))


def _interleaved(source: Pipeline, captured: Any, cycle: Any, block: Any, *_: Any, f: Any, **__: Any) -> Pipeline:
    return pipelines.Interleave(source, CapturedFunction(f, captured), int(cycle), int(block))


def _map_and_batch(source: Pipeline, captured: Any, size: Any, calls: Any, drop: Any, *, f: Any, **_: Any) -> Pipeline:
    mapped = parallel.ParallelMap(source, CapturedFunction(f, captured), int(calls))
    return batching.Batch(mapped, int(size), bool(drop))


_dataset(
    "ParallelMapDataset", f"{_CALLED}, num_parallel_calls: int32",
    f"{_F}; use_inter_op_parallelism: bool = true; {_SLOPPY}; preserve_cardinality: bool = false", _mapped, DESCRIBED,
)  # fmt: skip
_dataset(
    "ParallelFilterDataset", f"{_CALLED}, num_parallel_calls: int64",
    f"predicate: func; {_DETERMINISTIC}; Targuments: list(type) >= 0", _filtered, DESCRIBED,
)  # fmt: skip
_BATCHED = f"{_CALLED}, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool"
_KEPT = "preserve_cardinality: bool = false"
_dataset("MapAndBatchDataset", _BATCHED, f"{_F}; {_KEPT}", _map_and_batch, DESCRIBED)
_dataset("ExperimentalMapAndBatchDataset", _BATCHED, f"{_F}; {_KEPT}", _map_and_batch)

_CYCLE = f"{_CALLED}, cycle_length: int64, block_length: int64"
_BUFFERS = "buffer_output_elements: int64, prefetch_input_elements: int64"
for _name, _more, _attrs, _elements in (
    ("ParallelInterleaveDataset", f"sloppy: bool, {_BUFFERS}", "", DESCRIBED),
    ("ExperimentalParallelInterleaveDataset", f"sloppy: bool, {_BUFFERS}", "", ELEMENTS),
    ("LegacyParallelInterleaveDatasetV2", _BUFFERS, f"; {_DETERMINISTIC}", DESCRIBED),
    ("ParallelInterleaveDatasetV2", "num_parallel_calls: int64", f"; {_SLOPPY}", DESCRIBED),
    ("ParallelInterleaveDatasetV3", "num_parallel_calls: int64", f"; {_DETERMINISTIC}", DESCRIBED),
    ("ParallelInterleaveDatasetV4", f"{_BUFFERS}, num_parallel_calls: int64", f"; {_DETERMINISTIC}", DESCRIBED),
):
    _dataset(_name, f"{_CYCLE}, {_more}", f"{_F}{_attrs}", _interleaved, _elements)


def _functions(*names: str) -> tuple[str, str]:
    """The inputs and the attributes of an op with several functions."""
    inputs = ", ".join(f"{n}_func_other_arguments: [T{n}_func_other_arguments]" for n in names)
    attrs = "; ".join(
        [*(f"{n}_func: func" for n in names), *(f"T{n}_func_other_arguments: list(type) >= 0" for n in names)]
    )
    return f"{_SOURCE}, {inputs}", attrs


def _with_functions(pipeline: Callable[..., Pipeline], *names: str) -> Callable[..., Pipeline]:
    def build(source: Pipeline, *captured: Any, **attrs: Any) -> Pipeline:
        functions = [CapturedFunction(attrs[f"{n}_func"], c) for n, c in zip(names, captured, strict=True)]
        return pipeline(source, *functions)

    return build


_REDUCER = ("key", "init", "reduce", "finalize")
_and_experimental(
    "GroupByReducerDataset", *_functions(*_REDUCER), _with_functions(raw_ops.GroupByReducer, *_REDUCER), stateful=True
)
_WINDOW = ("key", "reduce", "window_size")
_dataset("ExperimentalGroupByWindowDataset", *_functions(*_WINDOW), _with_functions(GroupByWindow, *_WINDOW))

# batches ----------------------------------------------------------------------------------------------------------

_dataset(
    "ParallelBatchDataset", f"{_SOURCE}, batch_size: int64, num_parallel_calls: int64, drop_remainder: bool",
    f"parallel_copy: bool = false; {_DETERMINISTIC}",
    lambda source, size, calls, drop, **_: batching.Batch(source, int(size), bool(drop)), DESCRIBED,
)  # fmt: skip
op(
    "PaddedBatchDataset",
    f"{_SOURCE}, batch_size: int64, padded_shapes: N*int64, padding_values: [Toutput_types] -> handle: variant",
    'Toutput_types: list(type) >= 1; output_shapes: list(shape) >= 1; N: int >= 1; metadata: string = ""',
    shape=scalar,
    kernel=typed(
        lambda source, size, shapes, values, **_: batching.PaddedBatch(source, int(size), False, shapes, values), 3
    ),
    no_gradient=True,
)
_and_experimental(
    "RebatchDataset", f"{_SOURCE}, num_replicas: int64", "use_fallback: bool = true",
    lambda source, replicas, **_: raw_ops.split_batches(source, int(replicas)),
)  # fmt: skip


def _slid(source: Pipeline, size: Any, shift: Any, stride: Any, *, drop_remainder: bool = True, **_: Any) -> Pipeline:
    return raw_ops.SlidingWindow(source, int(size), int(shift), int(stride), drop_remainder)


_and_experimental(
    "SlidingWindowDataset", f"{_SOURCE}, window_size: int64, window_shift: int64, window_stride: int64", "", _slid,
    "drop_remainder: bool = true",
)  # fmt: skip


def _encoded(indices: Any, values: Any, shape: Any) -> Any:
    from graphwright.base.dtypes import variant

    record = lookup("SerializeSparse")
    assert record is not None and record.kernel is not None
    return record.kernel(indices, values, shape, out_type=variant)


_and_experimental(
    "DenseToSparseBatchDataset", f"{_SOURCE}, batch_size: int64, row_shape: int64", "",
    lambda source, size, shape, **_: raw_ops.SparseBatch(source, int(size), shape.tolist(), _encoded),
)  # fmt: skip

# choices and random numbers ------------------------------------------------------------------------------------------


_OFF, _AUTO, _FILE, _DATA, _HINT = -1, 0, 1, 2, 3


def _sharded(source: Pipeline, workers: Any, index: Any, *, auto_shard_policy: int, **_: Any) -> Pipeline:
    if auto_shard_policy == _OFF or (int(workers) == 1 and auto_shard_policy != _HINT):
        return source
    if auto_shard_policy == _HINT:
        return auto_shard.by_hints(source, int(workers), int(index))
    if auto_shard_policy == _FILE or (auto_shard_policy == _AUTO and auto_shard.reads_files(source)):
        return auto_shard.by_files(source, int(workers), int(index))
    return selection.Shard(source, int(workers), int(index))


_and_experimental(
    "AutoShardDataset", f"{_SOURCE}, num_workers: int64, index: int64", "auto_shard_policy: int = 0", _sharded,
    "num_replicas: int = 0",
)  # fmt: skip
_and_experimental(
    "ChooseFastestDataset", "input_datasets: N*variant", "N: int >= 2; num_experiments: int",
    lambda sources, **_: sources[0],  # they have the same elements
)  # fmt: skip
_and_experimental(
    "SleepDataset", f"{_SOURCE}, sleep_microseconds: int64", "",
    lambda source, microseconds, **_: raw_ops.Sleep(source, int(microseconds)),
)  # fmt: skip
_dataset("RewriteDataset", f"{_SOURCE}, rewrite_name: string", "", lambda source, *_, **__: source)
_and_experimental(
    "ThreadPoolDataset", f"{_SOURCE}, thread_pool: resource", "", lambda source, *_, **__: source, stateful=True
)
for _name in ("ThreadPoolHandle", "ExperimentalThreadPoolHandle"):
    op(
        _name, "-> handle: resource",
        "num_threads: int; max_intra_op_parallelism: int = 1; display_name: string; "
        'container: string = ""; shared_name: string = ""',
        shape=scalar, kernel=lambda **attrs: ("threads", attrs["num_threads"]), no_gradient=True, effect="random",
        reaches=OWN_RESOURCE,
    )  # fmt: skip
_dataset(
    "SamplingDataset", f"{_SOURCE}, rate: float32, seed: int64, seed2: int64", "",
    lambda source, rate, seed, seed2, **_: raw_ops.Sampling(source, float(rate), int(seed), int(seed2)),
)  # fmt: skip


def _numbers(seed: Any, seed2: Any, **_: Any) -> Pipeline:
    return shuffling.RandomNumbers(shuffling.SeedGenerator(int(seed), int(seed2), False))


_SEEDS = "seed: int64, seed2: int64"
_dataset("RandomDataset", _SEEDS, "", _numbers, DESCRIBED, stateful=True)
_dataset("ExperimentalRandomDataset", _SEEDS, "", _numbers, stateful=True)
_dataset(
    "ShuffleDatasetV2", f"{_SOURCE}, buffer_size: int64, seed_generator: resource", "",
    lambda source, size, seeds, **_: shuffling.Shuffle(source, int(size), seeds), DESCRIBED, stateful=True,
)  # fmt: skip
_dataset(
    "ShuffleAndRepeatDatasetV2", f"{_SOURCE}, buffer_size: int64, {_SEEDS}, count: int64, seed_generator: resource",
    "reshuffle_each_iteration: bool = true",
    lambda source, size, seed, seed2, count, seeds, **_: selection.Repeat(
        shuffling.Shuffle(source, int(size), seeds), int(count)
    ),
    DESCRIBED, stateful=True,
)  # fmt: skip

# tensors and files ------------------------------------------------------------------------------------------------


def _listed(tensors: Sequence[Any], *, output_types: Sequence[Any], **_: Any) -> Pipeline:
    width = len(output_types)
    for i, tensor in enumerate(tensors):
        if tensor.dtype != output_types[i % width].numpy:
            raise errors.InvalidArgumentError(
                f"Data type mismatch at component {i % width}: expected {output_types[i % width].name} but got "
                f"{tensor.dtype}."
            )
    return raw_ops.ListElements([list(tensors[i : i + width]) for i in range(0, len(tensors), width)])


_dataset("ListDataset", "tensors: [Tinput_types]", "Tinput_types: list(type) >= 1", _listed, DESCRIBED, stateful=True)
op(
    "SparseTensorSliceDataset", "indices: int64, values: Tvalues, dense_shape: int64 -> handle: variant",
    "Tvalues: type", shape=scalar, kernel=lambda *parts: raw_ops.SparseSlices(*parts), no_gradient=True, stateful=True,
)  # fmt: skip


def _matching(patterns: Any) -> Pipeline:
    found = glob(patterns.reshape(-1).tolist())
    return raw_ops.ListElements([[np.array(path.encode("utf-8", "surrogateescape"), object)] for path in found])


for _name in ("MatchingFilesDataset", "ExperimentalMatchingFilesDataset"):
    op(
        _name,
        "patterns: string -> handle: variant",
        shape=scalar,
        kernel=_matching,
        no_gradient=True,
        stateful=True,
        reaches={"patterns": Reach.FINDS},
    )


_KEYS = "sparse_keys: list(string) >= 0; dense_keys: list(string) >= 0"
_TYPES = "sparse_types: list(feature) >= 0; Tdense: list(feature) >= 0; dense_shapes: list(shape) >= 0"
_RAGGED = (
    "ragged_keys: list(string) >= 0 = []; ragged_value_types: list(feature) >= 0 = []; "
    "ragged_split_types: list(index) >= 0 = []"
)


def _parsed(
    source: Pipeline, calls: Any, defaults: Sequence[Any], *, sparse_keys: Any, dense_keys: Any, sparse_types: Any,
    dense_shapes: Any, ragged_keys: Any = (), ragged_value_types: Any = (), ragged_split_types: Any = (), **_: Any,
) -> Pipeline:  # fmt: skip
    record, ragged = lookup("ParseExampleV2"), lookup("RaggedTensorToVariant")
    assert record is not None and record.kernel is not None and ragged is not None and ragged.kernel is not None
    parse, to_variant = record.kernel, ragged.kernel
    sparse, dense, rows = len(sparse_keys), len(dense_keys), len(ragged_keys)
    attrs = {
        "num_sparse": sparse, "sparse_types": sparse_types, "ragged_value_types": ragged_value_types,
        "ragged_split_types": ragged_split_types, "dense_shapes": dense_shapes,
    }  # fmt: skip
    keys = [_texts(k) for k in (sparse_keys, dense_keys, ragged_keys)]

    def features(element: Sequence[Any]) -> list[Any]:
        found = parse(element[0], _texts(()), *keys, list(defaults), **attrs)
        parts = [found[i : i + sparse] for i in range(0, 3 * sparse, sparse)] if sparse else [[], [], []]
        at = 3 * sparse + dense
        by_key = dict(zip(dense_keys, found[3 * sparse : at], strict=True))
        by_key.update(zip(sparse_keys, map(_encoded_rows, *parts), strict=True))
        for key, values, splits in zip(ragged_keys, found[at : at + rows], found[at + rows :], strict=True):
            by_key[key] = np.asarray(to_variant([splits], values, batched_input=True), object)
        return [by_key[key] for key in sorted(by_key)]

    return raw_ops.Computed(source, features)


def _texts(keys: Iterable[Any]) -> Any:
    listed = [k.encode() if isinstance(k, str) else k for k in keys]
    found = np.empty(len(listed), object)
    found[:] = listed
    return found


def _encoded_rows(indices: Any, values: Any, shape: Any) -> Any:
    return _encoded(indices, values, shape)


_PARSED = f"{_SOURCE}, num_parallel_calls: int64, dense_defaults: [Tdense]"
for _name, _attrs in (
    ("ParseExampleDataset", f"{_SLOPPY}; {_RAGGED}"),
    ("ParseExampleDatasetV2", f"{_DETERMINISTIC}; {_RAGGED}"),
    ("ExperimentalParseExampleDataset", _SLOPPY),
):
    _dataset(_name, _PARSED, f"{_KEYS}; {_TYPES}; {_attrs}", _parsed)

# consuming a dataset ----------------------------------------------------------------------------------------------


def _element_at(source: Pipeline, index: Any, **_: Any) -> Sequence[Any]:
    if isinstance(source, (pipelines.Filter, pipelines.FlatMap, pipelines.Interleave, batching.Unbatch)):
        raise errors.UnimplementedError(
            f"Random access is not implemented for a dataset of this kind ({type(source).__name__})."
        )
    from graphwright.data.pipeline.iterator_state import IteratorState

    count = source.count()
    if index < 0 or 0 <= count <= index:
        raise errors.OutOfRangeError(f"Index out of range [0, {count}):{int(index)}")
    for number, element in enumerate(source.run(IteratorState())):
        if number == index:
            return element
    raise errors.OutOfRangeError(f"Index out of range: {int(index)}")


op(
    "GetElementAtIndex", "dataset: variant, index: int64 -> components: [output_types]", ELEMENTS, shape=output_shapes,
    kernel=_element_at, no_gradient=True, effect="host", stateful=False,
)  # fmt: skip
for _name in ("WrapDatasetVariant", "UnwrapDatasetVariant"):
    op(
        _name, "input_handle: variant -> output_handle: variant", shape=scalar, kernel=lambda handle: handle,
        no_gradient=True,
    )  # fmt: skip
