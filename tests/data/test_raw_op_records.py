"""Dataset ops by name: parallel, experimental and older forms, and ops on iterators. Values are TensorFlow's."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import graphwright as tf

raw = tf.raw_ops
INVALID, OUT_OF_RANGE = tf.errors.InvalidArgumentError, tf.errors.OutOfRangeError
UNIMPLEMENTED = tf.errors.UnimplementedError
ONE: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[]]}
ROWS: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[None]]}
SCALAR, DATASET = tf.TensorSpec([], tf.int64), tf.TensorSpec([], tf.variant)
BOTH = ("", "Experimental")


def source(count: int = 7) -> Any:
    return tf.data.Dataset.range(count)._variant_tensor


def batches(count: int, size: int) -> Any:
    return tf.data.Dataset.range(count).batch(size)._variant_tensor


def ragged_rows() -> Any:
    return tf.data.Dataset.range(1, 4).map(tf.range)._variant_tensor


def vector(*values: int) -> Any:
    return tf.constant(values, tf.int64)


def graph(function: Callable[..., Any], *specs: Any) -> Any:
    return tf.function(function, input_signature=list(specs or (SCALAR,))).get_concrete_function().graph


DOUBLED, SMALL, KEY = graph(lambda x: 2 * x), graph(lambda x: x < 3), graph(lambda x: x % 3)
UP_TO = graph(lambda x: tf.data.Dataset.range(10 * x, 11 * x)._variant_tensor)
PAIR_SUM = graph(lambda s, x: s + x, SCALAR, SCALAR)


def elements(dataset: Any, types: dict[str, Any] = ONE) -> list[Any]:
    iterator = raw.AnonymousIteratorV3(**types)
    raw.MakeIterator(dataset=dataset, iterator=iterator)
    found = []
    while True:
        try:
            parts = raw.IteratorGetNext(iterator=iterator, **types)
        except OUT_OF_RANGE:
            return found
        values = [p.numpy().tolist() if hasattr(p.numpy(), "tolist") else p.numpy() for p in parts]
        found.append(values if len(values) > 1 else values[0])


INTERLEAVED = [10, 20, 21, 30, 31, 32, 40, 41, 42, 43]
BUFFERS = {"buffer_output_elements": 2, "prefetch_input_elements": 1}
CYCLE: dict[str, Any] = {"f": UP_TO, "cycle_length": 2, "block_length": 2, "other_arguments": []}
BATCHING = {"f": DOUBLED, "other_arguments": [], "batch_size": 3, "num_parallel_calls": 2, "drop_remainder": False}
CASES: dict[str, tuple[dict[str, Any], dict[str, Any], Any]] = {
    **{
        f"{p}{name}": case
        for p in BOTH
        for name, case in {
            "SleepDataset": ({"sleep_microseconds": 10}, ONE, list(range(7))),
            "MapAndBatchDataset": (BATCHING, ROWS, [[0, 2, 4], [6, 8, 10], [12]]),
            "ParallelInterleaveDataset": ({**CYCLE, **BUFFERS, "sloppy": False}, ONE, None),
            "SlidingWindowDataset": (
                {"window_size": 3, "window_shift": 2, "window_stride": 2}, ROWS, [[0, 2, 4], [2, 4, 6]],
            ),
        }.items()
    },
    "LegacyParallelInterleaveDatasetV2": ({**CYCLE, **BUFFERS}, ONE, None),
    "ParallelInterleaveDatasetV2": ({**CYCLE, "num_parallel_calls": 2}, ONE, None),
    "ParallelInterleaveDatasetV3": ({**CYCLE, "num_parallel_calls": 2}, ONE, None),
    "ParallelInterleaveDatasetV4": ({**CYCLE, **BUFFERS, "num_parallel_calls": 2}, ONE, None),
    "ParallelMapDataset": (
        {"f": DOUBLED, "other_arguments": [], "num_parallel_calls": 2}, ONE, [2 * i for i in range(7)],
    ),
    "ParallelFilterDataset": (
        {"predicate": SMALL, "other_arguments": [], "num_parallel_calls": 2}, ONE, [0, 1, 2],
    ),
    "ParallelBatchDataset": (
        {"batch_size": 3, "num_parallel_calls": 2, "drop_remainder": False}, ROWS, [[0, 1, 2], [3, 4, 5], [6]],
    ),
    "RewriteDataset": ({"rewrite_name": "none"}, ONE, list(range(7))),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_elements(name: str) -> None:
    arguments, types, expected = CASES[name]
    count = 5 if expected is None else 7
    found = getattr(raw, name)(input_dataset=source(count), **arguments, **types)
    assert elements(found, types) == (INTERLEAVED if expected is None else expected)


@pytest.mark.parametrize("prefix", BOTH)
def test_division_among_workers(prefix: str) -> None:
    def shard(policy: int, dataset: Any = None) -> Any:
        op = getattr(raw, f"{prefix}AutoShardDataset")
        given = source() if dataset is None else dataset
        return elements(op(input_dataset=given, num_workers=2, index=1, auto_shard_policy=policy, **ONE))

    assert shard(2) == shard(0) == [1, 3, 5]
    assert shard(-1) == list(range(7))
    with pytest.raises(tf.errors.InvalidArgumentError, match="FILE based sharding"):
        shard(0, tf.data.TextLineDataset("/nowhere").map(tf.strings.to_number)._variant_tensor)
    with pytest.raises(tf.errors.NotFoundError, match="unshardable"):
        shard(1)


@pytest.mark.parametrize("prefix", BOTH)
def test_choices_and_thread_pools(prefix: str) -> None:
    choose = getattr(raw, f"{prefix}ChooseFastestDataset")
    assert elements(choose(input_datasets=[source(2), source(2)], num_experiments=2, **ONE)) == [0, 1]
    pool = getattr(raw, f"{prefix}ThreadPoolHandle")(num_threads=2, display_name="x")
    assert elements(getattr(raw, f"{prefix}ThreadPoolDataset")(input_dataset=source(2), thread_pool=pool, **ONE)) == [
        0, 1,
    ]  # fmt: skip


@pytest.mark.parametrize("prefix", BOTH)
def test_random_numbers_are_the_same_in_each_run(prefix: str) -> None:
    numbers = getattr(raw, f"{prefix}RandomDataset")(seed=3, seed2=4, **ONE)
    three = raw.TakeDataset(input_dataset=numbers, count=3, **ONE)
    assert elements(three) == elements(three) == [1995848961, 2377083460, 192503441]


def test_sampling_and_shuffling() -> None:
    def sample(rate: float, seed2: int) -> Any:
        return elements(raw.SamplingDataset(input_dataset=source(20), rate=rate, seed=3, seed2=seed2, **ONE))

    assert sample(0.5, 4) == [1, 6, 8, 9, 10, 13, 15, 16, 17] and sample(0.2, 9) == [1, 7, 15, 18]
    seeds = [raw.AnonymousSeedGenerator(seed=3, seed2=4, reshuffle=True).handle for _ in range(2)]
    once = raw.ShuffleDatasetV2(input_dataset=source(), buffer_size=3, seed_generator=seeds[0], **ONE)
    assert elements(once) == [2, 1, 0, 4, 6, 5, 3]
    twice = raw.ShuffleAndRepeatDatasetV2(
        input_dataset=source(), buffer_size=3, seed=3, seed2=4, count=2, seed_generator=seeds[1], **ONE
    )
    assert elements(twice) == [2, 1, 0, 4, 6, 5, 3, 1, 3, 0, 2, 5, 4, 6]


@pytest.mark.parametrize("prefix", BOTH)
def test_groups(prefix: str) -> None:
    functions = {"key": KEY, "init": graph(lambda k: tf.constant(0, tf.int64)), "reduce": PAIR_SUM}
    functions["finalize"] = graph(lambda s: s * 100)
    arguments = {f"{n}_func": f for n, f in functions.items()}
    arguments |= {f"{n}_func_other_arguments": [] for n in functions}
    found = getattr(raw, f"{prefix}GroupByReducerDataset")(input_dataset=source(), **arguments, **ONE)
    assert elements(found) == [900, 500, 700]
    windows = {"key": KEY, "window_size": graph(lambda k: tf.constant(2, tf.int64))}
    windows["reduce"] = graph(lambda k, w: raw.BatchDataset(input_dataset=w, batch_size=5, **ROWS), SCALAR, DATASET)
    arguments = {f"{n}_func": f for n, f in windows.items()} | {f"{n}_func_other_arguments": [] for n in windows}
    found = getattr(raw, f"{prefix}GroupByWindowDataset")(input_dataset=source(), **arguments, **ROWS)
    assert elements(found, ROWS) == [[0, 3], [1, 4], [2, 5], [6]]


@pytest.mark.parametrize("prefix", BOTH)
def test_batches_of_other_kinds(prefix: str) -> None:
    rebatch = getattr(raw, f"{prefix}RebatchDataset")
    found = elements(rebatch(input_dataset=batches(10, 4), num_replicas=2, **ROWS), ROWS)
    assert found == [[0, 1], [2, 3], [4, 5], [6, 7], [8], [9]]
    with pytest.raises(INVALID, match="All components must have at least one dimension"):
        elements(rebatch(input_dataset=source(), num_replicas=2, **ROWS), ROWS)
    with pytest.raises(INVALID, match="Window size must be greater than zero"):
        getattr(raw, f"{prefix}SlidingWindowDataset")(
            input_dataset=source(), window_size=0, window_shift=1, window_stride=1, **ROWS
        )
    types: dict[str, Any] = {"output_types": [tf.variant], "output_shapes": [[3]]}
    sparse = getattr(raw, f"{prefix}DenseToSparseBatchDataset")
    iterator = raw.AnonymousIteratorV3(**types)
    dataset = sparse(input_dataset=ragged_rows(), batch_size=2, row_shape=vector(3), **types)
    raw.MakeIterator(dataset=dataset, iterator=iterator)
    (batch,) = raw.IteratorGetNext(iterator=iterator, **types)
    parts = raw.DeserializeSparse(serialized_sparse=batch, dtype=tf.int64)
    assert [p.numpy().tolist() for p in parts] == [[[0, 0], [1, 0], [1, 1]], [0, 0, 1], [2, 3]]
    small = sparse(input_dataset=ragged_rows(), batch_size=3, row_shape=vector(2), **types)
    with pytest.raises(tf.errors.DataLossError, match="larger than the row shape"):
        elements(small, types)


def test_padding() -> None:
    found = raw.PaddedBatchDataset(
        input_dataset=ragged_rows(), batch_size=2, padded_shapes=[vector(-1)],
        padding_values=[tf.constant(9, tf.int64)], output_shapes=[[None, None]],
    )  # fmt: skip
    types: dict[str, Any] = {"output_types": [tf.int64], "output_shapes": [[None, None]]}
    assert elements(found, types) == [[[0, 9], [0, 1]], [[0, 1, 2]]]


def test_elements_in_memory() -> None:
    found = raw.ListDataset(tensors=[tf.constant(3, tf.int64), tf.constant(4, tf.int64)], **ONE)
    assert elements(found) == [3, 4]
    with pytest.raises(INVALID, match="mismatch at component 0: expected int64 but got float32"):
        raw.ListDataset(tensors=[tf.constant(3, tf.int64), tf.constant(4.0)], **ONE)
    assert elements(raw.UnwrapDatasetVariant(input_handle=raw.WrapDatasetVariant(input_handle=source(2)))) == [0, 1]
    compressed = raw.CompressElement(components=[tf.constant(3), tf.constant(["a"])])
    types: dict[str, Any] = {"output_types": [tf.int32, tf.string], "output_shapes": [[], [1]]}
    found = raw.UncompressElement(compressed=compressed, **types)
    assert [f.numpy().tolist() for f in found] == [3, [b"a"]]
    with pytest.raises(tf.errors.FailedPreconditionError, match="Expected 1 outputs from uncompress, but got 2"):
        raw.UncompressElement(compressed=compressed, **ONE)


def test_slices_of_sparse_tensors() -> None:
    types: dict[str, Any] = {
        "output_types": [tf.int64, tf.float32, tf.int64],
        "output_shapes": [[None, 1], [None], [1]],
    }
    shape = vector(3, 4)

    def slices(*indices: list[int]) -> Any:
        rows = tf.constant(indices, tf.int64)
        return raw.SparseTensorSliceDataset(indices=rows, values=[1.0, 2.0, 3.0], dense_shape=shape)

    found = elements(slices([0, 1], [0, 3], [2, 0]), types)
    assert found == [[[[1], [3]], [1.0, 2.0], [4]], [[], [], [4]], [[[0]], [3.0], [4]]]
    with pytest.raises(UNIMPLEMENTED, match="must be ordered in the batch dimension"):
        slices([1, 1], [0, 3], [2, 0])
    with pytest.raises(INVALID, match="do not agree"):
        slices([1, 1])


@pytest.mark.parametrize("prefix", BOTH)
def test_files_that_match(prefix: str, tmp_path: Path) -> None:
    for name in "bac":
        (tmp_path / name).touch()
    types: dict[str, Any] = {"output_types": [tf.string], "output_shapes": [[]]}
    found = elements(getattr(raw, f"{prefix}MatchingFilesDataset")(patterns=[f"{tmp_path}/*"]), types)
    assert [Path(f.decode()).name for f in found] == ["a", "b", "c"]


@pytest.mark.parametrize("name", ["ParseExampleDataset", "ParseExampleDatasetV2", "ExperimentalParseExampleDataset"])
def test_parsed_examples(name: str) -> None:
    def example(k: int) -> bytes:
        def feature(values: list[int]) -> Any:
            return tf.train.Feature(int64_list=tf.train.Int64List(value=values))

        features = tf.train.Features(feature={"a": feature([k]), "s": feature([k] * k)})
        return bytes(tf.train.Example(features=features).SerializeToString())

    dataset = tf.data.Dataset.from_tensor_slices([example(k) for k in (1, 2)]).batch(2)._variant_tensor
    types: dict[str, Any] = {"output_types": [tf.int64, tf.variant], "output_shapes": [[None], [None]]}
    found = getattr(raw, name)(
        input_dataset=dataset, num_parallel_calls=2, dense_defaults=[vector()], sparse_keys=["s"], dense_keys=["a"],
        sparse_types=[tf.int64], dense_shapes=[[]], **types,
    )  # fmt: skip
    iterator = raw.AnonymousIteratorV3(**types)
    raw.MakeIterator(dataset=found, iterator=iterator)
    dense, sparse = raw.IteratorGetNext(iterator=iterator, **types)
    assert dense.numpy().tolist() == [1, 2]
    parts = raw.DeserializeSparse(serialized_sparse=sparse, dtype=tf.int64)
    assert [p.numpy().tolist() for p in parts] == [[[0, 0], [1, 0], [1, 1]], [1, 2, 2], [2, 2]]


def test_an_element_by_its_index() -> None:
    assert int(raw.GetElementAtIndex(dataset=source(), index=3, **ONE)[0]) == 3
    with pytest.raises(OUT_OF_RANGE, match=r"Index out of range \[0, 7\):9"):
        raw.GetElementAtIndex(dataset=source(), index=9, **ONE)
    filtered = raw.FilterDataset(input_dataset=source(), predicate=SMALL, other_arguments=[], **ONE)
    with pytest.raises(UNIMPLEMENTED, match="Random access is not implemented"):
        raw.GetElementAtIndex(dataset=filtered, index=1, **ONE)


def test_a_function_of_rows() -> None:
    both = graph(lambda x, c: (x * 2, x + c), SCALAR, SCALAR)
    types: dict[str, Any] = {"output_types": [tf.int64] * 2, "output_shapes": [[], []]}
    found = raw.MapDefun(arguments=[vector(1, 2, 3)], captured_inputs=[tf.constant(10, tf.int64)], f=both, **types)
    assert [f.numpy().tolist() for f in found] == [[2, 4, 6], [11, 12, 13]]
    arguments = [vector(1, 2, 3), vector(4, 5, 6)]
    assert raw.MapDefun(arguments=arguments, captured_inputs=[], f=PAIR_SUM, **ONE)[0].numpy().tolist() == [5, 7, 9]
    with pytest.raises(INVALID, match=r"Input 1 has leading dimension 1, while all previous inputs have .* 3"):
        raw.MapDefun(arguments=[vector(1, 2, 3), vector(1)], captured_inputs=[], f=PAIR_SUM, **ONE)


def test_a_table_of_pairs() -> None:
    table = raw.AnonymousHashTable(key_dtype=tf.int64, value_dtype=tf.int64)
    pairs = tf.data.Dataset.range(3).map(lambda x: (x, x * x))._variant_tensor
    raw.InitializeTableFromDataset(table_handle=table, dataset=pairs)
    missing = tf.constant(-1, tf.int64)
    found = raw.LookupTableFindV2(table_handle=table, keys=vector(2, 5), default_value=missing)
    assert found.numpy().tolist() == [4, -1]
    with pytest.raises(INVALID, match="pairs of a key and a value"):
        raw.InitializeTableFromDataset(table_handle=table, dataset=source())


def following(iterator: Any) -> int:
    return int(raw.IteratorGetNextSync(iterator=iterator, **ONE)[0])


@pytest.mark.parametrize(
    "make",
    [
        lambda: raw.AnonymousIterator(**ONE),
        lambda: raw.AnonymousIteratorV2(**ONE).handle,
        lambda: raw.Iterator(shared_name="it", container="", **ONE),
    ],
)
def test_older_iterators(make: Callable[[], Any]) -> None:
    iterator = make()
    raw.MakeIterator(dataset=source(3), iterator=iterator)
    assert [following(iterator) for _ in range(2)] == [0, 1]
    name = raw.IteratorToStringHandle(resource_handle=iterator)
    assert following(raw.IteratorFromStringHandle(string_handle=name)) == 2
    with pytest.raises(OUT_OF_RANGE):
        following(raw.IteratorFromStringHandleV2(string_handle=name))
    for get in (raw.IteratorGetDevice, raw.ExperimentalIteratorGetDevice):
        assert get(resource=iterator).numpy().endswith(b"/device:CPU:0")


def test_an_iterator_of_a_function() -> None:
    factory = tf.function(lambda: source(3), input_signature=[]).get_concrete_function().graph
    iterator = raw.OneShotIterator(dataset_factory=factory, **ONE)
    assert [following(iterator) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(INVALID, match="names no iterator that exists"):
        raw.IteratorFromStringHandle(string_handle="nope")


def test_a_saved_iterator_goes_on_where_it_was() -> None:
    first, second = (raw.AnonymousIteratorV3(**ONE) for _ in range(2))
    for iterator in (first, second):
        raw.MakeIterator(dataset=source(5), iterator=iterator)
    assert [following(first) for _ in range(2)] == [0, 1]
    saved = raw.SerializeIterator(resource_handle=first)
    raw.DeserializeIterator(resource_handle=second, serialized=saved)
    assert following(first) == following(second) == 2


@pytest.mark.parametrize(
    "make",
    [
        lambda devices: raw.MultiDeviceIterator(devices=devices, shared_name="m", container="", **ONE),
        lambda devices: raw.AnonymousMultiDeviceIterator(devices=devices, **ONE).handle,
        lambda devices: raw.AnonymousMultiDeviceIteratorV3(devices=devices, **ONE),
    ],
)
def test_elements_for_devices_in_turn(make: Callable[[Any], Any]) -> None:
    iterator = make(["/cpu:0", "/cpu:0"])
    run = raw.MultiDeviceIteratorInit(dataset=source(5), multi_device_iterator=iterator, max_buffer_size=2)
    named = raw.MultiDeviceIteratorToStringHandle(multi_device_iterator=iterator)
    same = raw.MultiDeviceIteratorFromStringHandle(string_handle=named)

    def take(shard: int, incarnation: Any = run) -> int:
        return int(raw.MultiDeviceIteratorGetNextFromShard(
            multi_device_iterator=same, shard_num=shard, incarnation_id=incarnation, **ONE
        )[0])  # fmt: skip

    assert [int(run), take(1), take(0), take(0), take(0)] == [1, 1, 0, 2, 4]
    with pytest.raises(OUT_OF_RANGE):
        take(0)
    assert take(1) == 3
    with pytest.raises(INVALID, match=r"Invalid incarnation id\. Provided: 7; Expected: 1"):
        take(0, 7)
    with pytest.raises(INVALID, match="There are 2 shards, got number 2"):
        take(2)


def test_a_sampled_iterator_goes_on() -> None:
    dataset = raw.SamplingDataset(input_dataset=source(20), rate=0.5, seed=3, seed2=4, **ONE)
    first, second = (raw.AnonymousIteratorV3(**ONE) for _ in range(2))
    for iterator in (first, second):
        raw.MakeIterator(dataset=dataset, iterator=iterator)
    assert [following(first) for _ in range(3)] == [1, 6, 8]
    raw.DeserializeIterator(resource_handle=second, serialized=raw.SerializeIterator(resource_handle=first))
    assert [following(second) for _ in range(6)] == [9, 10, 13, 15, 16, 17]


def test_handles_are_freed_with_their_last_reference() -> None:
    for name in ("AnonymousSeedGenerator", "AnonymousRandomSeedGenerator"):
        attrs = {"reshuffle": True} if name == "AnonymousSeedGenerator" else {}
        made = getattr(raw, name)(seed=1, seed2=2, **attrs)
        assert getattr(raw, name.replace("Anonymous", "Delete"))(**made._asdict()) is None
    assert raw.DeleteIterator(**raw.AnonymousIteratorV2(**ONE)._asdict()) is None
    assert raw.DeleteMemoryCache(**raw.AnonymousMemoryCache()._asdict()) is None
    for name in ("DummyMemoryCache", "DummySeedGenerator", "DummyIterationCounter"):
        assert getattr(raw, name)().dtype is tf.resource
