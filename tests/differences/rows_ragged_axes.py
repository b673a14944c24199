"""Functions of ragged tensors along every axis: several ragged dimensions, uniform ones inside, empty rows, open sizes."""
# ruff: noqa: E501

from itertools import product

# what is tried, with its rank
_X = {
    "F": ("tf.ragged.constant([[1.0, -2.0], [0.5], []])", 2),
    "D": ("tf.ragged.constant([[[1.0], [2.0, -3.0]], [], [[], [4.0]]])", 3),
    "Q": ("tf.ragged.constant([[[[1.0], [2.0, 3.0]], []], [], [[[4.0, 1.0]], [[5.0]]]])", 4),
    "I": ("tf.RaggedTensor.from_row_splits(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, -6.0]]), [0, 2, 2, 3])", 3),
    "U": ("tf.RaggedTensor.from_uniform_row_length(tf.constant([1.0, 2.0, 3.0, 4.0]), 2)", 2),
    "UR": ("tf.RaggedTensor.from_uniform_row_length(tf.ragged.constant([[1.0], [2.0, 3.0], [], [4.0]]), 2)", 3),
    "RU": ("tf.RaggedTensor.from_row_splits(tf.RaggedTensor.from_uniform_row_length(tf.constant([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), 2), [0, 1, 1, 3])", 3),
    "E": ("tf.RaggedTensor.from_row_splits(tf.zeros([0]), tf.constant([0, 0, 0]))", 2),
    "A": ("tf.ragged.constant([[1, 2], [3], []])", 2),
    # at least two values in every row
    "G": ("tf.ragged.constant([[1.0, -2.0], [0.5, 3.0, 4.0], [5.0, 6.0]])", 2),
    "GG": ("tf.ragged.constant([[[1.0, 2.0], [3.0, 4.0, 5.0]], [[6.0, 7.0], [8.0, 9.0]], [[1.0, 0.0], [2.0, 3.0], [4.0, 4.0]]])", 3),
    "GI": ("tf.RaggedTensor.from_row_splits(tf.reshape(tf.range(14.0), [7, 2]), [0, 2, 5, 7])", 3),
    "GU": ("tf.RaggedTensor.from_row_splits(tf.RaggedTensor.from_uniform_row_length(tf.range(14.0), 2), [0, 2, 5, 7])", 3),
    "UG": ("tf.RaggedTensor.from_uniform_row_length(tf.ragged.constant([[1.0, 2.0], [2.0, 3.0], [5.0, 6.0, 7.0], [4.0, 8.0]]), 2)", 3),
}  # fmt: skip


def _on(call: str, *names: str) -> list[str]:
    """A call with `x` for each value: with `AXIS` for each of its axes, with `ANY` also for two that it does not have."""
    rows = []
    for name in names or ("F", "D", "I", "U", "RU", "E"):
        value, rank = _X[name]
        axes = range(-rank - 1, rank + 1) if "ANY" in call else range(rank) if "AXIS" in call else [0]
        filled = call.replace("(x", f"({value}").replace("[x", f"[{value}")
        rows += [filled.replace("ANY", str(axis)).replace("AXIS", str(axis)) for axis in axes]
    return rows


def _open(call: str, *names: str) -> list[str]:
    """A call with `x`, traced with open sizes."""
    return [f"unsized(lambda x: {call}, {_X[name][0]})" for name in names or ("F", "D", "RU")]


_SUMMARIES = [
    *(row for f, k in product(("reduce_logsumexp", "reduce_mean", "reduce_all", "math.reduce_variance"), ("", ", keepdims=True")) for row in _on(f"tf.{f}(x, ANY{k})", "F", "I", "E")),
    *(row for f in ("reduce_any", "reduce_all", "reduce_max") for row in _on(f"tf.{f}(x, ANY)", "D", "RU", "A")),
    *(row for f in ("reduce_any", "reduce_all", "reduce_sum", "reduce_mean") for a in ("None", "[0, 1]", "[1, 2]", "[-1, 0]") for row in _on(f"tf.{f}(x, {a})", "F", "D", "I")),
    *(row for k in ("", ", keepdims=True") for row in _on(f"tf.nn.moments(x, [ANY]{k})", "F", "D", "I", "UR", "E", "A")),
    *_on("tf.nn.moments(x, [0, 1])", "F", "D"), *_on("tf.nn.moments(tf.cast(x, tf.float16), [1])", "F"),
    *_on("tf.nn.softmax(x, ANY)", "F", "D", "I", "U", "UR", "RU"), *_on("tf.nn.softmax(x)"), *_on("tf.nn.softmax(tf.cast(x, tf.int32))"),
    *(row for f in ("is_non_decreasing", "is_strictly_increasing") for row in _on(f"tf.math.{f}(x)", *_X)),
    "tf.reduce_any(tf.ragged.constant([[0.5], [1.0, -1.0]]), 1)", "tf.reduce_all(tf.ragged.constant([['a']]), 1)", "tf.reduce_all(tf.ragged.constant([[1j]]), 1)",
    *_open("tf.reduce_logsumexp(x, -1, keepdims=True)", "F"), *_open("tf.nn.moments(x, [-1])"), *_open("tf.nn.softmax(x)"), *_open("tf.reduce_all(x, 1)", "F", "D"),
    *_open("tf.math.is_non_decreasing(x)", "F"),
]  # fmt: skip

_INDICES = (
    "0", "-1", "9", "[1, 0]", "[]", "[[0], [1]]", "[[0, 1], [1, 0], [0, 0]]", "tf.ragged.constant([[0], [1, 0], []])", "tf.ragged.constant([[0], [0], []])",
    "tf.ragged.constant([[[0]], [[0], []], []])",
)  # fmt: skip
_PARTS = [
    *(row for i, b in product(_INDICES, (0, 1, -1)) for row in _on(f"tf.gather(x, {i}, axis=AXIS, batch_dims={b})", "G", "U")),
    *(row for i in _INDICES[3:] for row in _on(f"tf.gather(x, {i}, axis=AXIS)", "GG", "GI", "GU", "UG")),
    *(row for i in (*_INDICES[6:], "tf.constant([1, 0, 1])") for row in _on(f"tf.gather(x, {i}, axis=AXIS, batch_dims=1)", "GG", "GI", "GU")),
    *(row for i in ("[[0, 1], [1, 0]]", "tf.ragged.constant([[0, 1], [1]])", "tf.constant([1, 0])") for row in _on(f"tf.gather(x, {i}, axis=AXIS, batch_dims=1)", "UG", "U")),
    *_on("tf.gather(x, tf.ragged.constant([[[1], [0, 1]], [[], [0]], [[1, 1], [], [0]]]), axis=2, batch_dims=2)", "GG"),
    *_on("tf.gather(x, tf.ragged.constant([[[1], [0, 1]], [[1, 1], [], [0]], [[], [0]]]), axis=2, batch_dims=2)", "GI", "GU"),
    *_on("tf.gather(x, tf.ragged.constant([[1, 0], [0, 1], [1, 1, 0]]), axis=2, batch_dims=2)", "GG"), *_on("tf.gather(x, [[1, 0], [0, 1]], axis=2, batch_dims=2)", "UG", "GG"),
    *_on("tf.gather(x, [1], axis=None, batch_dims=-1)", "F"), *_on("tf.gather(x, tf.constant([0, 0, 0]), batch_dims=1)", "GG"), *_on("tf.gather(x, [0], axis=-2)", "F", "GG"),
    *_on("tf.gather(x, [1], axis=AXIS)", "F"),
    *(f"tf.gather(tf.reshape(tf.range(6), [2, 3]), tf.ragged.constant([[0], [1, 0]]), axis={a}, batch_dims={b})" for a, b in product((0, 1, 2, -1), (0, 1))),
    *(row for n in ("1", "2", "3", "0", "[1, 2]", "[1, 1, 1]", "[0, 3]", "[2, -1]", "[4]", "tf.constant([1, 2])", "tf.constant(3)") for row in _on(f"tf.split(x, {n}, ANY)", "F", "I", "U", "UR", "RU")),
    *(row for n in ("0", "2", "[1, 2, 0]", "-1") for row in _on(f"tf.repeat(x, {n})", "F", "I", "E")), *_on("tf.repeat(x, 2, ANY)", "F", "D"), "tf.repeat([1, 2], tf.ragged.constant([[1], [2]]))",
    *(row for d in ("tf.int32", "tf.int64", "tf.uint8", "tf.float16") for row in _on(f"tf.bitcast(x, {d})", "F", "D", "I", "E")), *_on("tf.bitcast(tf.bitcast(x, tf.uint8), tf.float32)"),
    *_open("tf.gather(x, [0], axis=0)"), *_open("tf.gather(x, tf.ragged.constant([[0], [0], []]), axis=1, batch_dims=1)", "G", "GG", "GU"),
    *(f"unsized(lambda x, n: tf.split(x, n, num=2), {_X[v][0]}, [1, 2])" for v in ("F", "D", "RU")), f"unsized(lambda x, n: tf.split(x, n), {_X['F'][0]}, [1, 2])",
    f"unsized(lambda x, n: tf.split(x, n, num=2), {_X['F'][0]}, [1, 1])", *_open("tf.repeat(x, 2)", "F"), *_open("tf.bitcast(x, tf.uint8)", "F"),
]  # fmt: skip

_OTHERS = (
    "1.0",
    "[1.0]",
    "tf.ones([1, 2])",
    "[[1.0], [2.0], [3.0]]",
    "[[[1.0]], [[2.0]], [[3.0]]]",
    "tf.ones([3, 1, 2])",
    "tf.ones([1, 1, 1, 1])",
    "tf.ones([2])",
)
_KEYS = (
    "0", "-1", "9", "-4", ":1", "1:", "::-1", "::2", ":, :1", ":, -1:", ":, ::-1", ":, 0", "0, :1", "..., :1", "None", ":, None", ":, :, :1", "1:1", "True", "'a'", "1.0", "tf.constant(1):",
)  # fmt: skip
_SHAPES = [
    *(f"{_X[v][0]} + {o}" for v, o in product(("F", "D", "I", "U", "RU", "UR"), _OTHERS)), *(f"unsized(lambda x: x + {o}, {_X[v][0]})" for v, o in product(("F", "D"), (_OTHERS[4], _OTHERS[6]))),
    *(f"{_X[v][0]}[{k}]" for v, k in product(("F", "D", "U", "UR", "RU"), _KEYS)), *(f"{_X[v][0]}.numpy()" for v in ("F", "U", "E")),
    *(f"{_X[v][0]}.merge_dims({a}, {b})" for v in ("F", "D") for a, b in product(range(-4, 4), repeat=2)), *(f"{_X[v][0]}.to_sparse()" for v in ("F", "Q", "I", "RU")),
    *(f"{_X[v][0]}.consumers()" for v in ("F",)), *(f"unsized(lambda x: x.to_sparse(), {_X[v][0]})" for v in ("F", "I")),
]  # fmt: skip

_ACCIDENT = "TensorFlow fails in a line of its own, by accident, where the sums are ragged; the sums are meant."
_CANCELLED = "A value that is not zero counts; TensorFlow adds the numbers first, so that 1 and -1 make False."

ON_PURPOSE = {
    **{row: _ACCIDENT for k in ("", ", keepdims=True") for a in (-1, 2) for row in _on(f"tf.reduce_logsumexp(x, {a}{k})", "I")},
    **dict.fromkeys([*_on("tf.reduce_any(x, [0, 1])", "I"), *_on("tf.reduce_any(x, [1, 2])", "D"), "tf.reduce_any(tf.ragged.constant([[0.5], [1.0, -1.0]]), 1)"], _CANCELLED),
}  # fmt: skip

_FITTING = [
    *(f"tf.{f}([{_X[a][0]}, {_X[b][0]}], {n})" for f, (a, b), n in product(("concat", "stack"), (("I", "D"), ("U", "F"), ("E", "F"), ("D", "D")), (1, 2))),
    *_on("tf.reverse(x, [ANY])", "F"), *(f"{_X[v][0]}.row_lengths({a})" for v in ("F", "D", "I") for a in range(-_X[v][1] - 1, _X[v][1] + 1)),
    *(row for m in ("[True, False]", "[True, False, True]", "[[True, False], [True, True], [False, False]]", "[[[True]]]") for row in _on(f"tf.ragged.boolean_mask(x, {m})", "F", "D")),
    *(row for p in ("[0, 1]", "[0, 1, 0]") for row in _on(f"tf.ragged.stack_dynamic_partitions(x, {p}, 3)", "F", "D", "U")),
    *(row for v in ("1.0", "[1.0, 2.0]", "[[[1.0]], [[2.0]], [[3.0]]]") for row in _on(f"tf.broadcast_to({v}, tf.shape(x))", "I")),
    *(row for a in (0, 1, 2, 3, -1, -2) for row in _on(f"tf.one_hot(x, 3, axis={a})", "A")), *_on("tf.math.bincount(x, axis=1)", "A"), *_on("tf.math.bincount(x, axis=-1)", "A"),
]  # fmt: skip

ROWS = list(dict.fromkeys([*_SUMMARIES, *_PARTS, *_SHAPES, *_FITTING]))
