"""Sparse tensors: operators, functions that take them, functions of `tf.sparse`."""
# ruff: noqa: E501

from itertools import product

_S = "tf.SparseTensor([[0, 1], [1, 0]], [1, 2], [2, 2])"
_SF = "tf.SparseTensor([[0, 1], [1, 0]], [0.5, -2.0], [2, 2])"
_E = "tf.SparseTensor(tf.zeros([0, 2], tf.int64), tf.zeros([0]), [2, 3])"
_UNORDERED = "tf.SparseTensor([[0, 1], [0, 0]], [1, 2], [3, 2])"

_OPEN, _ROW = (f"tf.SparseTensorSpec([{size}], tf.float32)" for size in ("None", "2"))
_MAPPED = [
    *(
        f"tf.map_fn(lambda s: s * 2.0, {x}, fn_output_signature={spec})"
        for x, spec in product((_SF, _E), (_OPEN, _ROW))
    ),
    f"tf.map_fn(lambda s: s * 2.0, {_SF})",
    f"tf.map_fn(tf.sparse.from_dense, t([[1.0, 0.0], [0.0, 5.0]]), fn_output_signature={_OPEN})",
    f"tf.map_fn(tf.sparse.to_dense, {_SF}, fn_output_signature=tf.float32)",
    f"tf.map_fn(lambda s: (s, tf.sparse.reduce_sum(s)), {_SF}, fn_output_signature=({_OPEN}, tf.float32))",
    f"traced(lambda x: tf.map_fn(lambda s: s * 2.0, x, fn_output_signature={_OPEN}), {_SF})",
    f"traced(lambda x: tf.map_fn(tf.sparse.from_dense, x, fn_output_signature={_OPEN}), t([[1.0, 0.0], [0.0, 5.0]]))",
]

ROWS = [
    *_MAPPED,
    *(f"{x} / {y}" for x, y in ((_S, "2"), (_S, "tf.constant([2, 4])"), (_SF, "2.0"), (_SF, "tf.constant([[2.0], [4.0]])"))),
    *(f"{_S} * {y}" for y in ("2", "tf.constant([2, 4])")), f"{_S} + 1",
    *(
        f"tf.{f}({x})"
        for f, x in product(
            ["abs", "negative", "sign", "square", "sqrt", "tanh", "sin", "tan", "asin", "atan", "asinh", "atanh", "math.erf", "cos", "exp", "floor"], (_SF, _E)
        )
    ),
    *(f"tf.divide({x}, {y})" for x, y in ((_S, "2"), (_SF, "2.0"))),
    *(f"tf.sparse.{f}({x}, {a})" for f, x, a in product(("reduce_sum", "reduce_max"), (_S, _SF), ("None", "0", "1", "-1", "-2", "[0, 1]", "-3", "2"))),
    *(f"tf.sparse.retain({_S}, {m})" for m in ("[True, False]", "[False, False]", "[True]", "[True, True, False]", "[]")),
    *(f"tf.sparse.fill_empty_rows({x}, {v})" for x, v in ((_UNORDERED, "9"), (_E, "1.5"), (_S, "7"))),
    *(f"tf.RaggedTensor.from_sparse({x})" for x in (_S, _E, "tf.SparseTensor([[0, 0], [0, 1], [2, 0]], [1, 2, 3], [3, 2])", "tf.SparseTensor([[0, 1], [0, 0]], [1, 2], [3, 2])")),
    *(
        f"tf.sparse.sparse_dense_matmul(tf.SparseTensor([[0, i] for i in range(64)], tf.cast(tf.range(64) / 7, tf.{d}), [1, 64]), tf.cast(tf.reshape(tf.range(64) / 3, [64, 1]), tf.{d}))"
        for d in ("float16", "bfloat16", "float32", "float64")
    ),
]  # fmt: skip
