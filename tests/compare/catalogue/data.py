"""Datasets: sources and steps, as the list of their elements."""

# ruff: noqa: E501 - templates are data

from __future__ import annotations

from tests.compare.grammar import Family, each

_STEPS = (
    "take({k}) skip({k}) repeat({k}).take(12) batch({b}) batch({b},drop_remainder={flag}) prefetch(2) cache() enumerate() "
    "shard(2,{z}) shuffle(5,seed={k}) shuffle(3,seed={k},reshuffle_each_iteration=False).repeat(2)"
)
_CALLS = [
    *each("list({anything}.NAME)", _STEPS),
    "list({numbers})",
    "list({rows})",
    "list({batches})",
    "list({pairs})",
    "list({batches}.unbatch())",
    "list({batches}.rebatch({b}, drop_remainder={flag}))",
    "list(tf.data.Dataset.zip({numbers}, {rows}))",
    "list(tf.data.Dataset.zip(({pairs}, {numbers})))",
    "list({ragged}.padded_batch({b}))",
    "list({ragged}.padded_batch({b}, padded_shapes=[7], padding_values={pad}, drop_remainder={flag}))",
    "list({ragged}.ragged_batch({b}))",
    "list({ragged}.apply(tf.data.experimental.dense_to_ragged_batch({b})))",
    "list({ragged}.bucket_by_sequence_length(lambda r: tf.shape(r)[0], [2, 4], [2, 2, 1]))",
    "[[v for v in w] for w in {numbers}.window({b}, {shift}, {b}, drop_remainder={flag})]",
    "list({numbers}.window({b}, 1, drop_remainder=True).flat_map(lambda w: w.batch({b})))",
    "{numbers}.reduce(tf.constant(0, tf.int64), lambda s, x: s + x)",
    "{rows}.reduce(tf.zeros([2], {dtype}), lambda s, x: s * 2 + x)",
    "{anything}.cardinality()",
    "{anything}.element_spec",
    "len({anything})",
    "list({numbers}.as_numpy_iterator())",
    "{numbers}.batch(50).get_single_element()",
    "list({numbers}.group_by_window(lambda x: x % 2, lambda key, w: w.batch({b}), window_size={b}))",
    "list({numbers}.scan(tf.constant(0, tf.int64), lambda s, x: (s + x, s * x)))",
    "list({numbers}.take_while(lambda x: x < 4))",
    "list({numbers}.map(lambda x: x % 3).unique())",
    "list(tf.data.Dataset.choose_from_datasets([{numbers}, {numbers}], tf.data.Dataset.from_tensor_slices({ints:6;0,2,tf.int64}), {flag}))",
    "list(tf.data.Dataset.sample_from_datasets([{numbers}, {numbers}], [0.4, 0.6], seed={k}, stop_on_empty_dataset={flag}))",
    "list(tf.data.Dataset.random(seed={k}).take(3))",
    "list(tf.data.Dataset.from_tensor_slices({words:5}))",
    "list(tf.data.Dataset.from_tensor_slices({words:5}).map(tf.strings.upper).batch({b}))",
    "list(tf.data.Dataset.from_tensor_slices(tf.RaggedTensor.from_row_splits({noise:5}, [0, 2, 2, 5])))",
    "list(tf.data.Dataset.from_tensor_slices(tf.sparse.from_dense({noise:3,4})).batch({b}))",
    "list(tf.data.Dataset.from_tensor_slices(dict(a={noise:4}, b={ints:4;0,9})).batch({b}))",
    "list(tf.data.Dataset.from_tensor_slices(dict(a={noise:4}, b={ints:4;0,9})).map(lambda d: d['a'] + tf.cast(d['b'], {dtype})))",
    "list(tf.data.Dataset.counter({k}, {b}).take(4))",
    "list({numbers}.ragged_batch({b}).take(1))",
    "list({numbers}.map(lambda x: 6 // (x - 2)).ignore_errors())",
    "list({numbers}.map(lambda x: 6 // (x - 2)))",
    "tf.function(lambda: {numbers}.reduce(tf.constant(0, tf.int64), lambda s, x: s + x * x), autograph=False)()",
    "list({numbers}.apply(tf.data.experimental.unique()))",
    "list(tf.data.experimental.from_list([1, 2, {k}]))",
    "list(tf.data.experimental.index_table_from_dataset({numbers}.map(tf.strings.as_string)).lookup(tf.constant(['1', '9']))[None])",
]  # fmt: skip
_PARTS = {
    "anything": ["{numbers}", "{rows}", "{batches}", "{pairs}"],
    "numbers": [
        "tf.data.Dataset.range({n})",
        "tf.data.Dataset.range({z}, {n}, {b})",
        "tf.data.Dataset.from_tensor_slices({ints:6;0,9,tf.int64})",
        "{numbers}.map(lambda x: x * 2 + 1)",
        "{numbers}.filter(lambda x: x % 2 == 0)",
        "{numbers}.take({k})",
        "{numbers}.skip({k})",
        "{numbers}.concatenate({numbers})",
        "{numbers}.repeat({k}).take(12)",
        "{numbers}.shuffle({b}, seed={k})",
        "{numbers}.shard(2, {z})",
        "{numbers}.flat_map(lambda x: tf.data.Dataset.range(x % 4))",
        "{numbers}.interleave(lambda x: tf.data.Dataset.range(x % 3, x % 3 + 2), cycle_length={b}, block_length={b})",
        "{numbers}.enumerate().map(lambda i, x: i + x)",
        "{batches_of_numbers}.unbatch()",
        "{numbers}.cache()",
        "{numbers}.prefetch(1)",
        "{numbers}.map(lambda x: x + 1, num_parallel_calls=tf.data.AUTOTUNE)",
    ],
    "batches_of_numbers": ["{numbers}.batch({b})", "{numbers}.batch({b}, drop_remainder=True)"],
    "rows": [
        "tf.data.Dataset.from_tensor_slices({noise:5,2})",
        "tf.data.Dataset.from_tensors({noise:2})",
        "{rows}.map(lambda r: r * 2)",
        "{rows}.filter(lambda r: tf.reduce_sum(tf.abs(r)) > 1)",
        "{rows}.concatenate({rows})",
        "{rows}.take({k})",
        "{rows}.batch({b}).unbatch()",
    ],
    "batches": ["{rows}.batch({b})", "{rows}.batch({b}, drop_remainder=True)", "{batches_of_numbers}", "{rows}.batch({b}).map(lambda b: b[::-1])"],
    "pairs": [
        "tf.data.Dataset.from_tensor_slices(({noise:4,2}, {ints:4;0,9}))",
        "tf.data.Dataset.zip(({rows}, {numbers}))",
        "{pairs}.map(lambda x, y: (x, y * 2))",
        "{pairs}.filter(lambda x, y: y > 1)",
        "{numbers}.enumerate()",
    ],
    "ragged": [
        "tf.data.Dataset.range({n}).map(lambda x: tf.range(x))",
        "tf.data.Dataset.from_tensor_slices({ints:5;0,5,tf.int64}).map(lambda x: tf.fill([x], x))",
    ],
    "pad": ["None", "tf.constant(-1, tf.int64)"],
    "n": ["5", "7", "3", "1", "0"],
    "k": ["2", "1", "3", "0", "5"],
    "b": ["2", "3", "1", "4"],
    "z": ["0", "1"],
    "shift": ["None", "1", "2", "3"],
}  # fmt: skip

FAMILY = Family(_CALLS, ["float32", "float64", "int32"], _PARTS, ["value"])
