"""Crosses, segments, masks and other parts of ragged and sparse tensors; fingerprints, distances, flat indices."""
# ruff: noqa: E501

from itertools import product

_A = "tf.ragged.constant([['a'], ['b', 'c'], []])"
_B = "tf.ragged.constant([['d', 'x'], ['e'], ['f']])"
_N = "tf.ragged.constant([[1], [2, -3], [4]])"
_D = "tf.constant([['g'], ['h'], ['i']])"
_S = "tf.SparseTensor([[0, 0], [1, 0], [1, 1]], ['a', 'b', 'c'], [3, 2])"
_SN = "tf.SparseTensor([[0, 0], [1, 0], [1, 1]], [1, 2, 0], [3, 2])"
_INPUTS = (
    f"[{_A}]",
    f"[{_A}, {_B}]",
    f"[{_N}, {_A}]",
    f"[{_A}, {_D}, {_N}]",
    f"[{_D}, {_S}, {_A}]",
    f"[{_N}]",
    f"[{_S}]",
    "[]",
    f"[{_A}, tf.constant([['x']])]",
    f"[{_D}]",
)
_SPARSE = (f"[{_S}]", f"[{_S}, {_D}]", f"[{_D}, {_S}]", f"[{_SN}, {_S}]", f"[{_SN}]", f"[{_D}]", f"({_S},)", "[[1]]")
_CROSSES = [
    *(f"tf.ragged.cross({i})" for i in _INPUTS),
    *(f"tf.ragged.cross_hashed({i}{k})" for i, k in product(_INPUTS, ("", ", num_buckets=100", ", hash_key=5", ", num_buckets=7, hash_key=0"))),
    *(f"tf.sparse.cross({i}{k})" for i, k in product(_SPARSE, ("", ", separator='-'", ", separator=''"))),
    *(f"tf.sparse.cross_hashed({i}{k})" for i, k in product(_SPARSE, ("", ", num_buckets=100", ", hash_key=5"))),
    f"traced(lambda: tf.ragged.cross([{_A}, {_B}]))",
    f"traced(lambda: tf.sparse.cross_hashed([{_S}, {_D}]))",
    "tf.ragged.cross([tf.ragged.constant([[1.5]])])",
    "tf.ragged.cross([tf.ragged.constant([[[1]]])])",
]  # fmt: skip

_DATA = "t([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])"
_CHOSEN = (
    "[0, 2, 1], [0, 0, 2]",
    "[0, 0], [1, 1]",
    "[2], [3]",
    "[0, 3], [0, 0]",
    "[0, -1], [0, 0]",
    "[0, 1], [1, 0]",
    "[0, 1], [0]",
    "t([], tf.int32), t([], tf.int32)",
    "t([0, 2], tf.int64), t([0, 2], tf.int64)",
    "[[0]], [[0]]",
    "[0], [-1]",
)
_KINDS = ("sum", "mean", "sqrt_n")
_SEGMENTS = [
    *(f"tf.sparse.segment_{k}({_DATA}, {c}{n})" for k, c, n in product(_KINDS, _CHOSEN, ("", ", num_segments=4", ", num_segments=2"))),
    *(f"grad(lambda x: tf.sparse.segment_{k}(x, {c}){p}, {_DATA})" for k, c, p in product(_KINDS, _CHOSEN[:2], ("", " ** 2"))),
    *(f"grad2(lambda x: tf.sparse.segment_{k}(x, {c}) ** 2, {_DATA})" for k, c in product(_KINDS, _CHOSEN[:2])),
    *(f"{how}(lambda x: tf.sparse.segment_{k}(x, [0, 2], [0, 1]{n}), {_DATA})" for how, k, n in product(("traced", "unknown", "unsized"), _KINDS, ("", ", num_segments=3"))),
    "tf.sparse.segment_sum(t([[1, 2], [3, 4]]), [0, 1], [0, 0])",
    "tf.sparse.segment_mean(t([[1, 2], [3, 4]]), [0, 1], [0, 0])",
    "tf.sparse.segment_sum(t(1.0), [0], [0])",
    f"tf.raw_ops.SparseSegmentMeanGrad(grad={_DATA}, indices=[0, 2, 1], segment_ids=[0, 0, 2], output_dim0=4)",
]  # fmt: skip

_X = "tf.SparseTensor([[0, 2], [0, 4], [0, 5], [1, 0], [1, 1]], [1, 2, 3, 4, 5], [2, 7])"
_PARTS = [
    *(f"tf.sparse.split({_X}, {n}, {a})" for n, a in product((1, 2, 3, 7), (0, 1, -1))),
    f"tf.sparse.split({_X}, 2, 2)",
    f"tf.sparse.split({_X}, 0, 0)",
    f"tf.sparse.split(sp_input={_X}, num_split=2)",
    f"traced(lambda: tf.sparse.split({_X}, 3, 1))",
    *(f"tf.sparse.to_indicator({_SN}, {n})" for n in (3, 4)),
    f"tf.sparse.to_indicator({_S}, 3)",
    *(f"tf.sparse.reset_shape({_X}{s})" for s in ("", ", [2, 7]", ", [3, 9]", ", [2, 6]", ", [2, 7, 1]", ", [[2, 7]]")),
    f"traced(lambda: tf.sparse.reset_shape({_X}))",
    *(f"tf.sparse.mask(tf.IndexedSlices(t([[1, 2], [3, 4], [5, 6]]), t([3, 7, 9])), {m})" for m in ("[7, 4]", "[3, 7, 9]", "[1]")),
    *(f"tf.sparse.sampled_addmm([[0, 1], [1, 0]], [1.0, 2.0], [2, 2], t([[1.0, 2.0], [3.0, 4.0]]), t([[1.0, 2.0], [3.0, 4.0]]){k}){i}"
      for k, i in product(("", ", alpha=0.5", ", beta=2.0", ", output_type=tf.float64"), ("[1]",))),
    "tf.sparse.sampled_addmm([[0, 0, 1], [1, 1, 0]], [1.0, 2.0], [2, 2, 2], tf.ones([2, 2, 3]), tf.ones([2, 3, 2]))",
]  # fmt: skip

_MASKS = [
    *(f"tf.ragged.boolean_mask({x}, {m})" for x, m in (
        ("[[1, 2, 3], [4, 5, 6]]", "[[True, False, True], [False, False, False]]"), ("[[1, 2], [3, 4]]", "[True, False]"), (_N, "[True, False, True]"),
        (_N, "tf.ragged.constant([[True], [False, True], [False]])"), ("[1, 2]", "[True, False]"), (_N, "True"), ("[[[1, 2], [3, 4]]]", "[[True, False]]"),
        ("tf.ragged.constant([[[1, 2]], [[3], []]])", "tf.ragged.constant([[True], [False, True]])"),
        ("tf.ragged.constant([[[1, 2]], [[3], []]])", "tf.ragged.constant([[[True, False]], [[True], []]])"), (_N, "tf.ragged.constant([[1], [0, 1], [0]])"),
    )),
    *(f"tf.ragged.range({a})" for a in ("[3, 5, 2]", "[0, 5, 8], [3, 3, 12]", "[0, 5, 8], [3, 3, 12], 2", "3, [5, 8]", "[5, 3], [1, 0], -2", "[0.0, 0.5], [1.0, 2.0], 0.3", "[0], [3], 0", "[0, 1], [1, 2, 3]", "5", "[]", "[3, 5], dtype=tf.int64", "[3], row_splits_dtype=tf.int32", "[[1]]")),
    *(f"tf.ragged.row_splits_to_segment_ids({s})" for s in ("[0, 3, 3, 5]", "[0]", "[]", "t([0, 2], tf.int64)", "[0, 2], out_type=tf.int32")),
    *(f"tf.ragged.segment_ids_to_row_splits({s})" for s in ("[0, 0, 2, 2]", "[0, 0, 2, 2], 5", "[]", "[], 3", "[1], out_type=tf.int32", "[0.5]")),
    *(f"tf.ragged.stack_dynamic_partitions({s})" for s in ("['a', 'b', 'c'], [2, 0, 2], 3", "[[1, 2], [3, 4]], [1, 0], 2", "[[1, 2], [3, 4]], [[1, 0], [0, 1]], 2", f"{_N}, [1, 0, 1], 3", f"{_N}, tf.ragged.constant([[0], [1, 0], [1]]), 2", "[1, 2], [0, 5], 3", "5, 1, 2")),
    *(f"tf.ragged_fill_empty_rows({a})" for a in ("[0, 0, 2], [1, 2, 3], 4, 9", "[], t([], tf.float32), 2, 1.0", "[0, 5], [1, 2], 3, 9", "[0], [1, 2], 3, 9", "[2, 0], [1, 2], 3, 9", "[0], ['a'], 2, 'z'", "[0], [1], 2, [9]")),
    "tf.ragged_fill_empty_rows_grad([0, 2], [1.0, 2.0, 3.0])",
    "tf.ragged_fill_empty_rows_grad([0, 5], [1.0, 2.0, 3.0])",
    "grad(lambda v: tf.ragged_fill_empty_rows([0, 2], v, 4, 9.0).output_values ** 2, [1.0, 2.0])",
]  # fmt: skip

_WORDS = ("[['a', 'b'], ['c', '']]", "[['a', ''], ['c', 'd']]", "[['', ''], ['', '']]", "[['b', 'a'], ['d', 'c']]")
_REST = [
    *(f"tf.edit_distance(tf.sparse.from_dense({a}), tf.sparse.from_dense({b}), normalize={n})" for a, b, n in product(_WORDS, _WORDS, (True, False))),
    "tf.edit_distance(tf.sparse.from_dense([[1, 2, 3]]), tf.sparse.from_dense([[1, 3]]))",
    "tf.edit_distance(tf.sparse.from_dense([[1]]), tf.sparse.from_dense([[1], [2]]))",
    "tf.edit_distance([1], tf.sparse.from_dense([[1]]))",
    "traced(lambda: tf.edit_distance(tf.sparse.from_dense([[1, 2, 3]]), tf.sparse.from_dense([[1, 3]])))",
    *(f"tf.fingerprint({x})" for x in ("['a', 'bc']", "[['a', 'b'], ['c', 'd']]", "[1.0, 2.0]", "[[1, 2], [3, 4]]", "t([1, 2], tf.uint8)", "1.0", "tf.zeros([0, 3])", "['a'], 'md5'", "[[['a'], ['b']]]", "[['a'], ['b']]", "[True]")),
    *(f"tf.unravel_index({a})" for a in ("[22, 41, 37], [7, 6]", "22, [7, 6]", "[[1, 2]], [7, 6]", "[50], [7, 6]", "[-1], [7, 6]", "[0, 1], [2]", "t([], tf.int32), [2, 3]", "t([5], tf.int64), t([2, 2, 3], tf.int64)", "[0], [0, 2]")),
    "unknown(lambda x: tf.unravel_index(x, [7, 6]), t([22, 41]))",
    "tf.parallel_stack([[1], [2]])",
    "traced(lambda: tf.parallel_stack([[1], [2]]))",
    "tf.guarantee_const([1.0])",
    "grad(tf.guarantee_const, 1.0)",
    "tf.realdiv(3.0, 2.0)",
    *(f"tf.required_space_to_batch_paddings({a})" for a in ("[7, 8], [2, 3]", "[7, 8], [2, 3], [[1, 0], [0, 2]]", "[4], [2]", "[4], 2")),
    *(f"tf.extract_volume_patches(tf.reshape(tf.range(48.0), [1, 2, 3, 4, 2]), {k}, {s}, '{p}')" for k, s, p in product(("[1, 2, 1, 2, 1]", "[1, 1, 3, 3, 1]", "[1, 3, 1, 1, 1]"), ("[1, 1, 1, 1, 1]", "[1, 2, 2, 2, 1]"), ("SAME", "VALID"))),
    "grad(lambda x: tf.extract_volume_patches(x, [1, 2, 1, 2, 1], [1, 1, 1, 1, 1], 'SAME') ** 2, tf.reshape(tf.range(16.0), [1, 2, 2, 4, 1]))",
    "unsized(lambda x: tf.extract_volume_patches(x, [1, 2, 1, 2, 1], [1, 1, 1, 1, 1], 'SAME'), tf.ones([1, 2, 2, 4, 1]))",
    "tf.eig(t([[2.0, 0.0], [0.0, 3.0]]))[0]",
    "tf.eigvals(t([[2.0, 0.0], [0.0, 3.0]]))",
]  # fmt: skip

ON_PURPOSE = {
    **dict.fromkeys((r for r in _SEGMENTS if r.startswith("grad2")), "The gradient has a gradient here."),
    f"tf.sparse.to_indicator({_S}, 3)": "TypeError says what is wrong with the values.",
    "tf.sparse.sampled_addmm([[0, 1], [1, 0]], [1.0, 2.0], [2, 2], t([[1.0, 2.0], [3.0, 4.0]]), t([[1.0, 2.0], [3.0, 4.0]]), output_type=tf.float64)[1]": "The matrices are cast to `output_type`.",
    "tf.sparse.sampled_addmm([[0, 0, 1], [1, 1, 0]], [1.0, 2.0], [2, 2, 2], tf.ones([2, 2, 3]), tf.ones([2, 3, 2]))": "Batches of matrices are multiplied too.",
}

ROWS = [*_CROSSES, *_SEGMENTS, *_PARTS, *_MASKS, *_REST]
