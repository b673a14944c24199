"""Rows for what random programs of families (`tests/compare/catalogue`) found: one for each mistake that was fixed."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_DEEP = "tf.ragged.constant([[[1], [2, 3]], [], [[4]]])"
_DEEPER = "tf.ragged.constant([[[[1, 2], [3]], [[2], [3]]], [], [[[4]], [[5, 6, 7]]]])"
_EMBEDDINGS = "t([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0], [8.0, 9.0]])"
_IDS = "tf.ragged.constant([[1, 2], [], [3]])"

ROWS = [
    # axes of ragged tensors whose values are ragged
    *[f"tf.reduce_{f}({_DEEP}, {axis}, keepdims={k})" for f in ("sum", "max", "mean") for axis in (0, 1, 2, -3, "[0, 1]", "[0, 2]") for k in (False, True)],
    *[f"tf.reduce_prod({_DEEPER}, {axis})" for axis in (0, 1, 2, 3, "[0, 2]")],
    *[f"tf.reduce_any({_DEEP} > 2, {axis})" for axis in (0, 1)],
    *[f"tf.reduce_sum(tf.RaggedTensor.from_row_splits(tf.RaggedTensor.from_uniform_row_length(tf.ones([4, 2]), 2), [0, 0, 2]), {axis})" for axis in (0, 1, 2)],
    f"traced(lambda x: tf.reduce_sum(x, 0), {_DEEP})",
    "unknown(lambda x: tf.reduce_max(tf.RaggedTensor.from_row_splits(x, [0, 1, 1, 4])), t([1, 5, 3, 4]))",
    "unknown(lambda x: tf.reduce_max(tf.reduce_max(tf.RaggedTensor.from_row_splits(x, [0, 1])), 0), t([1]))",
    # ragged ids of embeddings
    *[f"tf.nn.embedding_lookup_sparse({_EMBEDDINGS}, {_IDS}, None, combiner={c!r})" for c in ("mean", "sum", "sqrtn")],
    f"tf.nn.embedding_lookup_sparse({_EMBEDDINGS}, {_IDS}, tf.ragged.constant([[0.5, 2.0], [], [3.0]]), combiner='sqrtn')",
    f"tf.nn.embedding_lookup_sparse({_EMBEDDINGS}, {_IDS}, tf.ones([3]))",
    f"tf.nn.safe_embedding_lookup_sparse({_EMBEDDINGS}, {_IDS})",
    f"unknown(lambda x: tf.nn.embedding_lookup_sparse(x, {_IDS}, None), {_EMBEDDINGS})",
    # counts have the dtype of the numbers
    *[f"tf.sparse.bincount(t([[1, 1, 3]], {d}), axis={axis}, binary_output={b})" for d in ("tf.int32", "tf.int64") for axis in (0, -1, None) for b in (False, True)],
    "tf.sparse.bincount([1, 1, 3], weights=[0.5, 1.5, 2.0], axis=-1)",
    "tf.sparse.bincount(tf.sparse.from_dense([[1, 1, 3]]), axis=-1)",
    "tf.sparse.bincount(tf.ragged.constant([[1, 1], [3]]), axis=-1)",
    # the norm that a tensor is divided by has its dtype
    *[f"tf.linalg.normalize(t([[3.0 + 0j, 4.0j], [1.0 + 1.0j, 2.0 + 0j]], tf.complex64), {ord!r}, 0)" for ord in (1, 2, 3)],
    # a threshold of sums is for sums alone
    "tf.sparse.add(tf.sparse.from_dense([[1.0, 2.0, 3.0]]), tf.sparse.from_dense([[1.0, 0.0, -2.5]]), threshold=2.1)",
    "tf.sparse.add(tf.sparse.from_dense([[1, 2]]), tf.sparse.from_dense([[1, 0]]), threshold=3)",
    "tf.sparse.add(tf.sparse.from_dense([[1.0, 2.0]]), tf.sparse.from_dense([[-1.0, 0.0]]), threshold=0.5)",
    # initializers with a seed give the same numbers at each call
    *[f"(lambda i: [i([2, 3]), i([2, 3])])(tf.{f})" for f in ("random_normal_initializer(seed=20)", "random_uniform_initializer(seed=20)", "random_normal_initializer(1.0, 2.0, seed=-3)")],
    *[f"(lambda i: [i([4, 3]), i([4, 3])])(tf.initializers.{f}(seed=20))" for f in ("TruncatedNormal", "RandomNormal", "GlorotUniform", "GlorotNormal", "HeNormal", "HeUniform", "LecunNormal", "VarianceScaling", "Orthogonal")],
    "tf.random_uniform_initializer(0, 9, seed=20)([3], tf.int32)",
    "tf.random_normal_initializer(seed=20)([2], tf.float64)",
    *[f"tf.compat.v1.{f}(seed=20)([3])" for f in ("random_normal_initializer", "truncated_normal_initializer", "random_uniform_initializer")],
    # what is unknown while tracing
    "unknown(lambda x: tf.boolean_mask(tf.repeat(x, 2, 0), t([True, False])), t(1.5))",
    "unknown(lambda x: tf.reverse_sequence(x, [1], seq_axis=0, batch_axis=1), t([1.0]))",
    "unknown(lambda x: tf.tensordot(tf.reduce_sum(x), x, 2), t([1.0]))",
    "unsized(lambda x, y: tf.image.ssim(x, y, 1.0, filter_size=3), tf.ones([2, 5, 5, 1], tf.uint8), tf.ones([2, 5, 5, 1], tf.uint8))",
    # gaps of text are empty text
    "tf.dynamic_stitch([[2]], [['a']])",
    "tf.strings.split(tf.dynamic_stitch([[2]], [['a b']]))",
    "traced(lambda x: tf.strings.length(tf.dynamic_stitch([[2]], [x])), ['a b'])",
    # tables that are made in a trace
    "traced(lambda x: tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(tf.constant(['a', 'b']), tf.constant([1, 2])), -1).lookup(x), t(['b', 'c']))",
    "traced(lambda x: tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(['a', 'b'], tf.constant([0, 1], tf.int64)), 2).lookup(x), t(['b', 'a']))",
    # the blank of frames whose classes are not known yet
    *[f"{f}(lambda x: tf.nn.ctc_loss([[1, 1]], x, [2], [4], blank_index={b}), tf.reshape(tf.range(16.0), [4, 1, 4]) % 3)" for f in ("unsized", "unknown") for b in (-1, -2, 0)],
    # gradients through ragged results of functions of rows
    "grad(lambda x: tf.map_fn(lambda r: r * 2, tf.RaggedTensor.from_row_splits(x, [0, 2, 2, 3]), fn_output_signature=tf.RaggedTensorSpec([None], tf.float32)).values ** 2, t([1.0, 2.0, 3.0]))",
    "grad(lambda x: tf.map_fn(lambda r: tf.reduce_sum(r * r), tf.RaggedTensor.from_row_splits(x, [0, 2, 2, 3]), fn_output_signature=tf.float32), t([1.0, 2.0, 3.0]))",
    "grad(lambda x: tf.map_fn(lambda n: x[:n] * x[0], t([1, 3, 0]), fn_output_signature=tf.RaggedTensorSpec([None], tf.float32)).values, t([1.0, 2.0, 3.0]))",
    # rows of ragged tensors by dense ids, and columns of rows that are all as long
    *[f"tf.math.unsorted_segment_{f}(tf.ragged.constant([[1, 5], [], [3, 2, 4]]), [1, 0, 1], 3)" for f in ("sum", "max", "min", "prod")],
    "tf.math.unsorted_segment_mean(tf.ragged.constant([[1.0, 5.0], [], [3.0, 2.0, 4.0]]), [1, 0, 1], 2)",
    "tf.math.unsorted_segment_sum(tf.ragged.constant([[[1], [2, 3]], [], [[4, 5]]]), [0, 0, 0], 1)",
    *[f"tf.RaggedTensor.from_row_splits(tf.RaggedTensor.from_uniform_row_length(tf.range(6), 2), [0, 0, 1, 3])[:, :, {i}]" for i in (0, 1, -1)],
    "tf.RaggedTensor.from_uniform_row_length(tf.range(6), 3)[:, 1]",
    "traced(lambda x: tf.expand_dims(tf.RaggedTensor.from_row_splits(x, [0, 2, 3]), 0), t([1, 2, 3]))",
    # values that do not fit their rows
    "tf.RaggedTensor.from_row_splits(t([1, 2, 3]), [0, 2, 3]).with_values(t([1, 2]))",
    "tf.RaggedTensor.from_row_splits(t([1, 2, 3]), [0, 2, 3]).with_flat_values(t([1, 2]))",
    "tf.RaggedTensor.from_tensor(tf.ones([2, 3, 2]), lengths=[1, 3], ragged_rank=2)",
    "tf.RaggedTensor.from_tensor(tf.ones([2, 3]), lengths=[1, 3, 2])",
    # axes that do not exist
    *[f"tf.repeat(t([[1.0, 2.0]]), {n}, {axis})" for n in (0, 2, "[1, 2]") for axis in (-3, 2)],
    # integers that are far apart
    "tf.histogram_fixed_width(t([-2**31, 2**31 - 1, 5, -7, 2**30]), [-2**31, 2**31 - 1], 4)",
    "tf.histogram_fixed_width(t([1, 5, 9], tf.int64), [0, 10], 5)",
    # frames of a signal of unknown rank
    "unknown(lambda x: tf.signal.frame(x, 2, 3), tf.range(7.0))",
    "unknown(lambda x: tf.signal.frame(x, 2, 1, axis=0), tf.ones([4, 2]))",
    "traced(lambda x: tf.zeros_like(tf.sparse.from_dense(x)), tf.ones([2, 3]))",
    *[f"tf.experimental.numpy.finfo({d}).bits" for d in ("float", "complex", "np.float32", "'float16'")],
    "tf.experimental.numpy.finfo(int)",
    # classes of errors
    *[f"tf.histogram_fixed_width([1.0, 2.0], {r})" for r in ("[0.0, 1.0, 2.0]", "[1.0]", "1.0", "[[1.0, 2.0], [2.0, 3.0]]")],
    "traced(lambda x: tf.histogram_fixed_width(x, x), t([0.0, 1.0, 2.0]))",
    "tf.bitcast(t([1]), tf.bool)",
    "traced(lambda x: tf.bitcast(x, tf.bool), t([1]))",
    "tf.strings.ngrams(t(['a', 'b']), 2, separator=None)",
    "traced(lambda: tf.random.experimental.index_shuffle(tf.range(7), [45, 5, 3], 6))",
    "tf.random.Generator.from_seed(1, alg='threefry').binomial([4], 3.0, 0.3, tf.int32)",
    # ranks that are not known while tracing
    *[f"unknown(lambda x: tf.linspace({a}), {v})" for a, v in (("x, x + 1, 4", "t([1.0, 2.0])"), ("x, 2.0, 4, axis=-1", "t([[1.0, 2.0]])"), ("x, 2.0, 4", "t(1.0)"), ("x, 2.0, 4, axis=1", "t(1.0)"), ("0.0, x, 0", "t([1.0, 3.0])"), ("0.0, x, 3, axis=-2", "t([1.0, 3.0])"), ("0.0, x, 3, axis=-3", "t([1.0, 3.0])"))],
    *[f"unknown(lambda x: tf.signal.frame(x, 3, 2, True, {a}), {v})" for a, v in (("9.0", "t([1.0, 2.0, 3.0, 4.0])"), ("axis=0", "t([[1.0, 2.0], [3.0, 4.0]])"), ("axis=-2", "t([[1.0, 2.0], [3.0, 4.0]])"), ("axis=1", "t([1, 2, 3])"))],
    *[f"unknown(lambda x: tf.sparse.reduce_{f}(tf.sparse.from_dense(x), {a}), t([[3, 4], [0, 1]]))" for f in ("sum", "max") for a in ("None", "0", "-1, keepdims=True", "[0, 1]", "5")],
    *[f"unknown(tf.strings.split, t({v}))" for v in ("['a b', '']", "'a b'", "[['a b']]")],
    *[f"unknown(lambda x: tf.reverse_sequence(x, [1, 2], seq_axis={a}), t([[1, 2], [3, 4]]))" for a in ("1, batch_axis=0", "1, batch_axis=1", "3")],
    "unknown(lambda x: tf.RaggedTensor.from_uniform_row_length(x, 2).to_sparse(), t([1, 2, 3, 4]))",
    *[f"{f}(tf.experimental.numpy.cross, tf.ones([2, {n}]), tf.reshape(tf.range({2 * m}.0), [2, {m}]))" for f in ("unsized", "unknown") for n in (2, 3) for m in (2, 3)],
    "unsized(lambda x, y: tf.experimental.numpy.cross(x, y, axisc=0), tf.ones([2, 3]), t([1.0, 2.0, 4.0]))",
    # a scalar is in order
    "tf.experimental.numpy.argsort(True)",
    *[f"tf.experimental.numpy.linspace(0.0, 1.0, {n}, dtype=tf.float64, endpoint={e})" for n in (0, 1, 3) for e in (True, False)],
    # no separator
    *[f"{f}(lambda x: tf.strings.join([x, 'b'], None), t(['a']))" for f in ("traced", "unknown")],
    "tf.strings.join([['a', 'c'], 'b'], None)",
    # None for an attribute is its default
    "tf.strings.unsorted_segment_join(['a', 'b'], [0, 0], 1, None)",
    "tf.strings.lower('A', encoding=None)",
    "tf.strings.length('abc', unit=None)",
    *[f"{f}(lambda: tf.raw_ops.{c})" for f in ("traced", "(lambda f: f())") for c in ("Sum(input=[[1.0]], axis=0, keep_dims=None)", "LeakyRelu(features=[-1.0], alpha=None)", "ArgMax(input=[1.0], dimension=0, output_type=None)", "Squeeze(input=[[1.0]], axis=None)", "AsString(input=[1.5], precision=None, fill=None)", "StringNGrams(data=['a'], data_splits=[0, 1], separator=None, ngram_widths=[1], left_pad='', right_pad='', pad_width=0, preserve_short_sequences=False)")],
    *[f"unknown(tf.experimental.numpy.atleast_{n}d, {v})" for n in (1, 2) for v in ("t(1.0)", "t([1.0, 2.0])", "tf.ones([2, 1, 3])")],
    # narrow images have no gradient of bicubic resizing
    *[f"grad(lambda x: tf.image.resize(x, [3, 3], '{m}'), tf.ones([1, 2, 2, 1], tf.{d}))" for m in ("bicubic", "bilinear") for d in ("float16", "bfloat16", "float32")],
    # what a function of rows returns has the shape of its spec
    *[f"{f}(lambda x: tf.map_fn(lambda r: {r}, x, fn_output_signature=tf.RaggedTensorSpec([None], tf.float32)), tf.ones([3, 2, 2]))" for f in ("traced", "unsized") for r in ("r[0]", "r", "r[0, 0]")],
    "tf.map_fn(lambda r: r * 2, tf.RaggedTensor.from_row_splits(tf.ones([4, 2]), [0, 1, 1, 4]), fn_output_signature=tf.RaggedTensorSpec([None], tf.float32))",
]  # fmt: skip

ON_PURPOSE: dict[str, str] = {}
