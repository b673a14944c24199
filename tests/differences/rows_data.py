"""Datasets: what they give in which order, how many there are, their specs, shuffles and choices by seeds, errors."""

from __future__ import annotations

_D = "tf.data.Dataset"
_R = f"{_D}.range"


def _list(dataset: str) -> str:
    return f"list({dataset})"


_SHUFFLED = [
    f"{_R}({n}).shuffle({size}, seed=5, reshuffle_each_iteration={again})"
    for n in (0, 1, 7, 30)
    for size in (1, 3, 30)
    for again in (None, False)
]
_SOURCES = [
    "range(5)", "range(0)", "range(2, 9, 3)", "range(9, 2, -3)", "range(5, output_type=tf.int32)",
    "from_tensors([1, 2, 3])", "from_tensors((1, {'a': 2.0}))", "from_tensors('text')",
    "from_tensor_slices([1, 2, 3])", "from_tensor_slices(([1, 2], [[3.0], [4.0]]))",
    "from_tensor_slices({'a': [1, 2], 'b': ['x', 'y']})", "from_tensor_slices(np.zeros([0, 3], np.float32))",
    "from_tensor_slices(np.arange(6).reshape(2, 3))", "from_tensor_slices(([1, 2, 3], [4, 5]))",
    "from_tensor_slices(5)", "from_tensor_slices([])", "from_tensors([])",
    "from_tensor_slices(tf.ragged.constant([[1, 2], [], [3]]))", "from_tensors(tf.ragged.constant([[1, 2], [], [3]]))",
    "from_tensor_slices(tf.sparse.from_dense([[1, 0], [0, 2]]))",
    "from_tensors(tf.sparse.from_dense([[1, 0], [0, 2]]))",
    "from_tensor_slices(np.array([1, 2], np.uint8))",
    "from_tensor_slices((np.float16(1.0) * np.ones([2, 1]), [True, False]))",
    "zip((tf.data.Dataset.range(3), tf.data.Dataset.range(5, 7)))", "zip(tf.data.Dataset.range(3))",
    "zip({'a': tf.data.Dataset.range(3), 'b': tf.data.Dataset.range(4)})", "zip()", "zip(3)",
    "zip([tf.data.Dataset.range(2)])",
    "from_generator(lambda: iter([1, 2, 3]), output_signature=tf.TensorSpec([], tf.int32))",
    "from_generator(lambda: iter([[1], [2, 3]]), output_signature=tf.TensorSpec([None], tf.int32))",
    "from_generator(lambda: iter([[1], [2, 3]]), output_signature=tf.TensorSpec([2], tf.int32))",
    "from_generator(lambda: iter([(1, 'a')]), output_types=(tf.int64, tf.string))",
    "from_generator(lambda a: iter([a, a]), args=(3,), output_types=tf.int64)",
    "from_generator(lambda: iter([]), output_types=tf.int64)", "from_generator(3, output_types=tf.int64)",
    "counter().take(3)", "counter(start=5, step=-2).take(3)", "counter(start=5, dtype=tf.int32).take(2)",
    "counter()", "random(seed=1)", "range(3).repeat()", "range(0).repeat()", "list_files('/no/such/file*')",
]  # fmt: skip
_STEPS = [
    *(f"{s}({n})" for s in ("take", "skip") for n in (0, 2, -1, 100)),
    *(f"repeat({n})" for n in ("0", "1", "3")), "repeat(2).take(9)", "repeat().take(12)",
    *(f"batch({n}, drop_remainder={d})" for n in (1, 2, 3, 100) for d in (False, True)), "batch(0)", "batch(-1)",
    "batch(2).unbatch()", "batch(2).batch(2)", "batch(2, num_parallel_calls=2)", "unbatch()",
    "rebatch(3)", "batch(3).rebatch(2)", "batch(3).rebatch(2, drop_remainder=True)", "batch(4).rebatch([1, 3])",
    *(f"shard({n}, {i})" for n, i in ((1, 0), (2, 1), (3, 2), (100, 99))), "shard(2, 2)", "shard(0, 0)",
    "map(lambda x: x * 2)", "map(lambda x: (x, x + 1))", "map(lambda x: {'a': x})",
    "map(lambda x: x, num_parallel_calls=2)",
    "map(lambda x: None)", "map(lambda x: tf.data.Dataset.range(x)).flat_map(lambda d: d)", "map(lambda x: [x, x])",
    "map(lambda x: tf.range(x)).padded_batch(3)", "map(lambda x: tf.range(x)).batch(3)",
    "map(lambda x: tf.range(x)).ragged_batch(3)", "map(lambda x: tf.range(x)).ragged_batch(2, drop_remainder=True)",
    "map(lambda x: tf.range(x)).padded_batch(3, padded_shapes=[6], padding_values=tf.constant(-1, tf.int64))",
    "map(lambda x: tf.range(x)).padded_batch(3, padded_shapes=[2])",
    "map(lambda x: tf.range(x)).padded_batch(2, drop_remainder=True)",
    "map(lambda x: (tf.range(x), x)).padded_batch(3, ([None], []))",
    "map(lambda x: tf.fill([x, 2], tf.as_string(x))).padded_batch(3, padding_values='-')",
    "filter(lambda x: x % 2 == 0)", "filter(lambda x: x)", "filter(lambda x: False)", "take_while(lambda x: x < 3)",
    "take_while(lambda x: x < 0)", "flat_map(lambda x: tf.data.Dataset.from_tensors(x).repeat(x))",
    "flat_map(lambda x: tf.data.Dataset.range(0))", "flat_map(lambda x: x)", "enumerate()", "enumerate(start=7)",
    "concatenate(tf.data.Dataset.range(2))", "concatenate(tf.data.Dataset.range(0))",
    "concatenate(tf.data.Dataset.from_tensors('a'))", "prefetch(2)", "prefetch(0)", "prefetch(-1)", "cache()",
    "cache().repeat(2)",
    "apply(lambda d: d.take(2))", "apply(lambda d: 3)", "unique()", "map(lambda x: x % 2).unique()",
    "map(lambda x: x // 4).unique()", "scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s))",
    "scan(0, lambda s, x: (s + 1, (x, s)))", "scan(tf.constant(0, tf.int64), lambda s, x: (s, x, x))",
    "scan(0, lambda s, x: s)",
    "interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(3), cycle_length=2, block_length=2)",
    "interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(x), cycle_length=3, block_length=1)",
    "interleave(lambda x: tf.data.Dataset.range(x), cycle_length=1)",
    "interleave(lambda x: tf.data.Dataset.range(x), cycle_length=4, block_length=3, num_parallel_calls=2)",
    "interleave(lambda x: tf.data.Dataset.range(x), cycle_length=0)",
    "interleave(lambda x: tf.data.Dataset.range(x), cycle_length=2, block_length=0)",
    *(
        f"window({arguments}).flat_map(lambda w: w.batch(10))"
        for arguments in ("2", "2, shift=1", "3, shift=1, drop_remainder=True", "2, stride=2",
        "3, shift=2, stride=2", "10",
                          "10, drop_remainder=True", "1", "2, shift=3")
    ),
    "window(0)", "window(2, shift=0)", "window(2, stride=0)",
    "group_by_window(lambda x: x % 2, lambda k, d: d.batch(2), window_size=2)",
    "group_by_window(lambda x: x % 2, lambda k, d: d.batch(3), window_size=3)",
    "group_by_window(lambda x: x % 2, lambda k, d: d.batch(5), window_size_func=lambda k: k + 1)",
    "group_by_window(lambda x: x % 2, lambda k, d: d.batch(2))",
    "group_by_window(lambda x: x % 2, lambda k, d: d, window_size=0)",
    "map(lambda x: tf.range(x)).bucket_by_sequence_length(lambda e: tf.shape(e)[0], [2, 4], [2, 2, 2])",
    "map(lambda x: tf.range(x)).bucket_by_sequence_length("
    "lambda e: tf.shape(e)[0], [2, 9], [2, 2, 2], pad_to_bucket_boundary=True)",
    "map(lambda x: tf.range(x)).bucket_by_sequence_length(lambda e: tf.shape(e)[0], [3], [2, 3], drop_remainder=True)",
    "map(lambda x: tf.range(x)).bucket_by_sequence_length(lambda e: tf.shape(e)[0], [3], [2])",
    "map(lambda x: tf.debugging.check_numerics(1.0 / tf.cast(x, tf.float32), '')).ignore_errors()",
    "map(lambda x: tf.debugging.check_numerics(1.0 / tf.cast(x, tf.float32), ''))",
    *(f"apply(tf.data.experimental.assert_cardinality({n}))" for n in (0, 3, 5, 6, 100, -1, -2)),
    "sparse_batch(2, [5])", "shuffle(0)", "shuffle(-3)", "shuffle(3, seed=1).take(3).repeat(2)",
    "options()", "with_options(tf.data.Options())", "snapshot", "as_numpy_iterator()", "get_single_element()",
    "batch(10).get_single_element()", "take(1).get_single_element()",
    "reduce(tf.constant(0, tf.int64), lambda s, x: s + x)",
    "reduce((tf.constant(0, tf.int64), 1), lambda s, x: (s[0] + x, s[1] * 2))", "reduce(0, lambda s, x: s + 1)",
    "reduce(0, lambda s, x: 1.5)", "cardinality()", "__len__()", "element_spec",
    "rejection_resample(lambda x: tf.cast(x % 2, tf.int32), [0.5, 0.5], [0.5, 0.5], seed=1)",
    "rejection_resample(lambda x: tf.cast(x % 2, tf.int32), [0.5, 0.5], seed=1).take(3)",
    "rejection_resample(lambda x: tf.cast(x % 2, tf.int32), [0.2, 0.8], [0.5, 0.5], seed=1)",
]  # fmt: skip
_COUNTED = [
    "take(2)", "take(-1)", "skip(2)", "skip(-1)", "repeat()", "repeat(2)", "repeat(0)", "batch(2)",
    "batch(2, drop_remainder=True)",
    "filter(lambda x: True)", "map(lambda x: x)", "flat_map(lambda x: tf.data.Dataset.range(2))", "shuffle(2)",
    "prefetch(1)",
    "cache()", "enumerate()", "window(2)", "window(3, shift=1)", "window(3, shift=1, drop_remainder=True)",
    "shard(2, 0)", "unique()",
    "take_while(lambda x: True)", "scan(0, lambda s, x: (s, x))", "unbatch()", "batch(2).unbatch()", "padded_batch(2)",
    "concatenate(tf.data.Dataset.range(3))", "concatenate(tf.data.Dataset.counter())", "rebatch(2)", "ragged_batch(2)",
    "ignore_errors()", "apply(tf.data.experimental.assert_cardinality(7))",
    "group_by_window(lambda x: x, lambda k, d: d, 2)",
    "interleave(lambda x: tf.data.Dataset.range(2))", "snapshot('/tmp/never')",
]  # fmt: skip
_BASES = ["range(5)", "range(0)", "counter()", "range(5).filter(lambda x: True)", "range(3).repeat()"]
_THREE = f"[{_R}(3), {_R}(10, 14), {_R}(100, 102)]"
_ENDLESS = f"[{_R}(3).repeat(), {_D}.from_tensors(tf.constant(7, tf.int64)).repeat()]"

_ABSENT = (
    "list_files", "ignore_errors", "snapshot", "rejection_resample",
)  # fmt: skip
"""Methods that there are none of here yet: an AttributeError says so."""

_ALL = [
    *(f"{_D}.{s}.{q}" for s in _SOURCES for q in ("element_spec", "cardinality()")),
    *(_list(f"{_D}.{s}.take(6)") for s in _SOURCES),
    *(_list(f"{_R}(5).{s}") for s in _STEPS),
    *(_list(f"{_R}(0).{s}") for s in _STEPS if "rejection" not in s and "repeat()" not in s),
    *(f"{_R}(5).{s}.element_spec" for s in _STEPS),
    *(f"{_D}.{b}.{s}.cardinality()" for b in _BASES for s in _COUNTED),
    *(f"[{_list('d')} for d in [{s}] for _ in range(3)]" for s in _SHUFFLED),
    *(_list(f"{s}.repeat(3)") for s in _SHUFFLED),
    *(_list(f"{s}.batch(4)") for s in _SHUFFLED),
    *(f"[{_list(f'{_R}(7).map(lambda x: x * 2).shuffle({n}, seed=2)')} for _ in range(2)]" for n in (2, 7, 20)),
    *(f"[{_list(f'{_D}.random(seed=4, rerandomize_each_iteration={r}).take(5)')} for _ in range(2)]"
      for r in (None, True)),
    *(f"[{_list('d')} for d in [{_D}.random(seed=4, rerandomize_each_iteration={r}).take(5)] for _ in range(2)]"
      for r in (None, False, True)),
    *(
        f"[{_list('d')} for d in [{_D}.sample_from_datasets({sets}, weights={w}, seed=4, stop_on_empty_dataset={stop}, "
        f"rerandomize_each_iteration={again}).take(12)] for _ in range(2)]"
        for sets, weights in ((_THREE, ("None", "[0.2, 0.3, 0.5]", "[1.0, 0.0, 3.0]", "np.array([0.0, 0.0, 2.0])")),
                              (_ENDLESS, ("None", "[0.2, 0.8]")))
        for w in weights
        for stop in (False, True)
        for again in (None, True)
    ),
    f"{_D}.sample_from_datasets({_THREE}, weights=[1, 2, 3])",
    f"{_D}.sample_from_datasets({_THREE}, weights=[1.0, 2.0])",
    f"{_D}.sample_from_datasets([])", f"{_D}.sample_from_datasets({_ENDLESS}).cardinality()",
    f"{_D}.sample_from_datasets({_THREE}).cardinality()",
    f"{_D}.sample_from_datasets({_ENDLESS}, stop_on_empty_dataset=True).cardinality()",
    f"{_D}.sample_from_datasets([{_R}(2), {_R}(3).repeat()]).cardinality()",
    f"{_D}.sample_from_datasets([{_R}(2), {_R}(3).repeat()], stop_on_empty_dataset=True).cardinality()",
    f"{_D}.sample_from_datasets([{_R}(2)], seed=1).cardinality()",
    _list(f"{_D}.sample_from_datasets([{_R}(2)], seed=1)"),
    _list(f"{_D}.sample_from_datasets({_ENDLESS}, {_D}.from_tensors([0.3, 0.7]).repeat(), seed=4).take(9)"),
    *(
        _list(f"{_D}.choose_from_datasets({_THREE}, {_D}.from_tensor_slices(tf.constant({c}, tf.int64)), {stop})")
        for c in ([0, 1, 2, 0, 1, 2], [2, 2, 2, 2, 0, 0], [], [1], [3], [-1])
        for stop in (True, False)
    ),
    f"{_D}.choose_from_datasets({_THREE}, {_D}.from_tensor_slices([0, 1]))", f"{_D}.choose_from_datasets([], {_R}(2))",
    f"{_D}.choose_from_datasets({_THREE}, {_R}(2)).cardinality()",
    *(f"[x.flags.writeable for x in {_D}.{s}.as_numpy_iterator()]" for s in (
        "from_tensor_slices(np.eye(2))", "from_tensors(np.eye(2))",
        "from_tensor_slices(np.eye(2)).map(lambda x: x + 1.0)",
        "range(4).batch(2)", "range(4).shuffle(4).batch(2)",
    )),
    *(f"list({_D}.{s}.as_numpy_iterator())" for s in (
        "range(3)", "from_tensors(([1], {'a': 'x'}))", "from_tensors(tf.ragged.constant([[1], []]))",
        "from_tensors(tf.sparse.from_dense([1, 0]))", "range(2).map(lambda x: tf.data.Dataset.range(x))",
        "from_tensors('text')",
    )),
    f"next(iter({_R}(0)))", f"next({_R}(0).as_numpy_iterator())", f"iter({_R}(2)).get_next()",
    f"iter({_R}(0)).get_next()",
    f"iter({_R}(0)).get_next_as_optional().has_value()", f"iter({_R}(2)).get_next_as_optional().get_value()",
    f"iter({_R}(2)).element_spec", f"bool({_R}(2))", f"bool({_R}(0))", f"len({_R}(3))", f"len({_D}.counter())",
    f"len({_R}(3).filter(lambda x: True))", f"{_R}('a')", f"{_R}()", f"{_R}(1, 2, 0)", f"{_R}(3) == {_R}(3)",
]  # fmt: skip

ROWS = [row for row in _ALL if not any(name in row for name in _ABSENT)]
_FAILING = f"{_R}(7).map(lambda x: tf.debugging.check_numerics(1.0 / tf.cast(x - 3, tf.float32), ''))"
_OVER_FAILING = [
    *(f"batch({n}, drop_remainder={d}, num_parallel_calls=2)" for n in (2, 4) for d in (False, True)),
    "take(4)", "skip(2)", "skip(5)", "shard(2, 0)", "shard(3, 1)", "repeat(2)", "enumerate()", "prefetch(2)", "cache()",
    "shuffle(3, seed=1)", "shuffle(30, seed=1)", "map(lambda x: x * 2.0)", "map(lambda x: x * 2.0, 2)",
    "filter(lambda x: x > 0.0)", "take_while(lambda x: x < 1.0)", "scan(0.0, lambda s, x: (s + x, s + x))",
    "window(2).flat_map(lambda w: w.batch(2))", "window(2, 3).flat_map(lambda w: w.batch(2))",
    "flat_map(lambda x: tf.data.Dataset.from_tensors(x))", "concatenate(tf.data.Dataset.from_tensors(5.0))",
    "interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(2), 2)",
    "group_by_window(lambda x: tf.cast(x > 0.0, tf.int64), lambda k, w: w.batch(2), 2)", "unique()",
]  # fmt: skip
ROWS += [_list(f"{_FAILING}.{s}.ignore_errors()") for s in _OVER_FAILING]

_FUNCTIONS = {"map(lambda x: None)", "flat_map(lambda x: x)"}
ON_PURPOSE: dict[str, str] = {
    row: "What a function of a dataset must return is said by a TypeError that names what it returned."
    for row in ROWS
    if any(function in row for function in _FUNCTIONS)
}
ON_PURPOSE |= {
    _list(f"{_FAILING}.{s}.ignore_errors()"): (
        "An element that fails costs itself. TensorFlow also drops the elements that the transformation took before it."
    )
    for s in _OVER_FAILING
    if s.startswith(("batch", "skip(5)", "shard"))
}
