"""Rows of ragged and sparse tensors: made of dense ones, mapped over, looked up, with their shapes."""
# ruff: noqa: E501

from itertools import product

_A = "tf.ragged.constant([[1, 2], [3], []])"
_F = "tf.ragged.constant([[1.0, -2.0], [0.5], []])"
_D = "tf.ragged.constant([[[1], [2, 3]], [], [[4]]])"
_T = "tf.ragged.constant([['a', 'x'], ['bc'], []])"
_U = "tf.RaggedTensor.from_uniform_row_length(tf.constant([1, 2, 3, 4]), 2)"
_N = "tf.RaggedTensor.from_row_splits(tf.zeros([0], tf.int32), [0])"
_I = "tf.RaggedTensor.from_row_splits(tf.constant([[1, 2], [3, 4], [5, 6]]), [0, 2, 2, 3])"
_S = "tf.SparseTensor([[0, 1], [1, 0]], ['a', 'bc'], [2, 2])"
_SI = "tf.SparseTensor([[0, 1], [1, 0]], [1, 2], [2, 2])"

_SHAPES = ([0, 2], [2, 0], [2, 2], [2, 2, 0, 2], [2, 0, 2], [0, 2, 2], [2, 2, 2], [2, 2, 2, 0], [0, 0, 0])
_PARTS = (
    "tf.RaggedTensor.from_tensor({x}, ragged_rank={r})",
    "tf.RaggedTensor.from_tensor({x}, ragged_rank={r}).shape",
)
_NUMBERS = ("[[0, 0], [1, 0]]", "[[1, 2], [3, 0]]", "[[[1, 2], [0, 0]], [[3, 4], [5, 6]]]")
_MADE = [
    *(p.format(x=f"tf.zeros({s})", r=r) for p, s, r in product(_PARTS, _SHAPES, (-1, 0, 1, 2, 3, 4))),
    *(f"unknown(lambda x: tf.RaggedTensor.from_tensor(x, ragged_rank={r}), tf.zeros({s}))" for s, r in product(_SHAPES, (1, 2, 3)) if r < len(s)),
    *(f"unsized(lambda x: tf.RaggedTensor.from_tensor(x, ragged_rank={r}), tf.zeros({s}))" for s, r in product(_SHAPES, (1, 2, 3))),
    *(
        f"tf.RaggedTensor.from_tensor({x}, {k})"
        for x, k in product(
            _NUMBERS,
            ("lengths=[1, 2]", "lengths=[0, 0]", "lengths=[3, 9]", "padding=0", "padding=2", "padding=[0, 0]", "padding=[5, 6]", "lengths=([1, 2], [1, 0, 2])",
             "lengths=[1, 2, 1, 0], ragged_rank=2", "padding=0, ragged_rank=2", "lengths=[1, 2], padding=0", "row_splits_dtype=tf.int32"),
        )
    ),
    *(f"unknown(lambda x: tf.RaggedTensor.from_tensor(x, padding=0), tf.constant({x}))" for x in _NUMBERS),
    *(f"tf.strings.bytes_split(tf.fill({s}, 'ab'))" for s in _SHAPES if len(s) != 1),
    *(f"tf.strings.{f}(tf.fill({s}, 'ab c'))" for f, s in product(("split", "bytes_split"), ([2, 2, 0, 2], [0, 2], [2, 0, 2], [1, 2], [0]))),
]  # fmt: skip

_ROW = "fn_output_signature=tf.RaggedTensorSpec([None], tf.int32)"
_MAPPED = [
    *(f"tf.map_fn(tf.reduce_sum, {x}, fn_output_signature=tf.int32)" for x in (_A, _U, _N, _I)),
    *(f"traced(lambda x: tf.map_fn(tf.reduce_sum, x, fn_output_signature=tf.int32), {x})" for x in (_A, _U, _I)),
    *(f"tf.map_fn({f}, {x})" for f, x in product(("lambda r: r + 1", "lambda r: -r", "tf.identity", "lambda r: r[:1]"), (_A, _U, _D, _F) )),
    *(f"traced(lambda x: tf.map_fn(lambda r: r + r, x), {x})" for x in (_A, _D, _F, _I)),
    *(f"tf.map_fn({f}, {_A}, {_ROW})" for f in ("lambda r: r * r", "tf.range(3).__add__", "lambda r: tf.range(tf.size(r))", "lambda r: r[::-1]", "tf.sort")),
    *(f"tf.map_fn(tf.range, tf.constant({n}), {_ROW})" for n in ("[1, 0, 3]", "[0]", "[5]")),
    f"tf.map_fn(lambda r: tf.reduce_sum(r, -1), {_D}, {_ROW})",
    f"tf.map_fn(lambda r: tf.reduce_sum(r), {_D}, fn_output_signature=tf.int32)",
    f"tf.map_fn(lambda r: r.nrows(), {_D}, fn_output_signature=tf.int64)",
    f"tf.map_fn(lambda x: x[0] * x[1], ({_A}, tf.constant([1, 2, 3])), {_ROW})",
    f"tf.map_fn(lambda x: x[0] + x[1], ({_A}, {_A}), {_ROW})",
    f"tf.map_fn(lambda x: (x[0], tf.size(x[0])), ({_A}, {_A}), fn_output_signature=(tf.RaggedTensorSpec([None], tf.int32), tf.int32))",
    f"tf.map_fn(lambda x: x[0], ({_A}, tf.constant([1, 2])), {_ROW})",
    f"tf.map_fn(tf.strings.reduce_join, {_T}, fn_output_signature=tf.string)",
    f"traced(lambda x: tf.map_fn(tf.strings.reduce_join, x, fn_output_signature=tf.string), {_T})",
    f"tf.map_fn(tf.sparse.reduce_sum, {_SI}, fn_output_signature=tf.int32)",
    "grad(lambda v: tf.map_fn(tf.reduce_sum, tf.RaggedTensor.from_row_splits(v, [0, 1, 3]), fn_output_signature=tf.float32), [1.0, 2.0, 3.0])",
    "grad(lambda v: tf.map_fn(lambda r: tf.reduce_sum(r * r), tf.RaggedTensor.from_row_splits(v, [0, 1, 3]), fn_output_signature=tf.float32), [1.0, 2.0, 3.0])",
    "traced(lambda: grad(lambda v: tf.map_fn(lambda r: tf.reduce_sum(r * r), tf.RaggedTensor.from_row_splits(v, [0, 1, 3]), fn_output_signature=tf.float32), [1.0, 2.0, 3.0]))",
]  # fmt: skip

_TABLE = (
    "tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(['a', 'bc'], tf.constant([1, 2], tf.int64)), -1)"
)
_WORDS = "tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(['a', 'bc'], tf.constant([0, 1], tf.int64)), 1)"
_LOOKED_UP = [
    *(f"{t}{call.format(k=k)}" for t, call, k in product((_TABLE, _WORDS), (".lookup({k})", "[{k}]"), (_T, _S, "tf.constant([['a'], ['?']])"))),
    *(f"(lambda table: traced(lambda k: table.lookup(k), {k}))({t})" for t, k in product((_TABLE, _WORDS), (_T, _S))),
    *(f"{t}.lookup({k})" for t, k in product((_TABLE, _WORDS), (_A, _SI))),
]  # fmt: skip

_ALONE = [
    f"tf.{f}({x}, {a})" for f, x, a in product(("concat", "stack"), (_A, f"[{_A}]", f"[{_D}]", f"({_F},)"), (0, 1, -1))
]
_SUMS = [
    *(f"tf.cumsum({x}, {a})" for x, a in product((_A, _F, _D, _I, _U), (0, 1, -1))),
    *(f"tf.cumsum({x}, 1, {k})" for x, k in product((_A, _F), ("exclusive=True", "reverse=True", "exclusive=True, reverse=True"))),
    *(f"traced(lambda x: tf.cumsum(x, {a}), {x})" for x, a in product((_A, _F, _D), (0, 1))),
    f"tf.cumsum({_T})", f"tf.math.cumprod({_A})",
]  # fmt: skip

_PLACES = [
    *(f"tf.gather_nd({_T}, {i})" for i in ("[[0, 0]]", "[[0], [0]]", "[[0, 9]]", "tf.zeros([0, 2], tf.int64)")),
    *(f"tf.gather_nd(tf.ragged.constant([[[1, 2], [3]], [[4]]]), {i})" for i in ("[[0, 1, 0], [1, 0, 0]]", "[[0, 1]]", "[[[1]], [[0]]]")),
    f"traced(lambda x: tf.gather_nd(x, tf.where(tf.not_equal(x, 'a'))), {_T})",
    *(f"tf.ragged.constant([[1, 2, 3], [4]]).to_tensor(shape={s})" for s in ("tf.constant([-1, 2])", "tf.cast([3, -1], 'int64')", "[None, 2]")),
]  # fmt: skip

ROWS = list(dict.fromkeys([*_MADE, *_MAPPED, *_LOOKED_UP, *_ALONE, *_SUMS, *_PLACES]))
