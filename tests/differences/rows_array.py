"""Functions that move, pick and join elements: axes and indices of all kinds, nothing to move, unknown ranks."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_X = "t([[1, 2, 3], [4, 5, 6]])"
_AXES = ["0", "1", "-1", "-2", "2", "-3", "t(1)", "None", "[0]", "1.5"]
_TYPES = [
    "tf.float16",
    "tf.bfloat16",
    "tf.float64",
    "tf.int8",
    "tf.uint8",
    "tf.uint16",
    "tf.uint64",
    "tf.complex64",
    "tf.bool",
    "tf.string",
]


def _of(kind: str) -> str:
    """A vector of three of a dtype."""
    return {"tf.bool": "t([True, False, True])", "tf.string": "t(['c', 'a', 'b'])"}.get(kind, f"t([3, 1, 2], {kind})")


_VECTOR_FUNCTIONS = [
    "tf.reverse({x}, [0])", "tf.roll({x}, 1, 0)", "tf.concat([{x}, {x}], 0)", "tf.stack([{x}, {x}])", "tf.unstack({x})", "tf.tile({x}, [2])",
    "tf.gather({x}, [2, 0])", "tf.expand_dims({x}, 0)", "tf.reshape({x}, [3, 1])", "tf.zeros_like({x})", "tf.ones_like({x})", "tf.rank({x})",
    "tf.size({x})", "tf.shape({x})", "tf.boolean_mask({x}, [True, False, True])", "tf.where([True, False, True], {x}, {x}[::-1])", "tf.unique({x})",
    "tf.unique_with_counts({x})", "tf.sort({x})", "tf.argsort({x})", "tf.sort({x}, direction='DESCENDING')", "tf.repeat({x}, 2)",
    "tf.split({x}, 3)", "tf.pad({x}, [[1, 1]])", "tf.one_hot([0, 1], 2, {x}[0], {x}[1])", "tf.fill([2], {x}[0])", "tf.broadcast_to({x}, [2, 3])",
    "tf.identity({x})", "tf.scatter_nd([[0], [0]], {x}[:2], [2])", "tf.tensor_scatter_nd_update({x}, [[1]], {x}[:1])",
    "tf.dynamic_partition({x}, [0, 1, 0], 2)", "tf.dynamic_stitch([[0], [2, 1]], [{x}[:1], {x}[1:]])", "tf.gather_nd({x}, [[2]])",
    "tf.linalg.diag({x})", "tf.transpose({x})", "tf.squeeze({x}[None])", "tf.cast({x}, tf.int32)", "tf.cast({x}, tf.float32)", "tf.cast({x}, tf.bool)",
    "tf.searchsorted({x}, {x})", "tf.meshgrid({x}, {x}[:2])", "tf.as_string({x})", "tf.where({x})", "tf.reverse_sequence({x}[None], [2], 1, 0)",
    "tf.eye(2, dtype={x}.dtype)", "tf.zeros([2], {x}.dtype)", "tf.ones([2], {x}.dtype)", "tf.tensor_scatter_nd_add({x}, [[1]], {x}[:1])",
    "tf.tensor_scatter_nd_max({x}, [[1]], {x}[:1])", "tf.strided_slice({x}, [0], [3], [2])", "tf.slice({x}, [1], [-1])", "{x}[::-1]", "{x}[-2:]",
    "{x} == {x}[0]", "{x} != {x}[0]", "tf.bitcast({x}, tf.uint8)", "tf.clip_by_value({x}, {x}[1], {x}[1])", "tf.linspace({x}[0], {x}[1], 3)",
    "tf.space_to_batch_nd({x}[:2][None], [2], [[0, 0]])", "tf.math.add_n([{x}, {x}])", "tf.sequence_mask({x})",
    "tf.math.invert_permutation({x} - {x}[1])", "tf.linalg.band_part({x}[None], 0, 0)", "tf.linalg.tensor_diag({x})", "tf.linalg.trace({x}[None])",
]  # fmt: skip

ROWS = [
    *(f.format(x=_of(kind)) for f in _VECTOR_FUNCTIONS for kind in (*_TYPES, "tf.int32", "tf.float32")),
    *(f.format(x="tf.zeros([0])") for f in _VECTOR_FUNCTIONS),
    *(f.format(x="t([np.nan, -np.inf, np.inf])") for f in _VECTOR_FUNCTIONS),
    *(f"tf.{f}({_X}, axis={a})" for f in ("reverse", "sort", "argsort", "expand_dims", "unstack", "split") for a in _AXES),
    *(f"tf.{f}({_X}, axis={a})" for f in ("squeeze", "stack") for a in ("0", "1", "-1", "-2", "2", "-3")),
    *(f"tf.{f}({_X}, {n}, axis={a})" for f, n in (("split", 3), ("split", 2), ("repeat", 2), ("gather", "[0, 1]"), ("gather", "[[0], [1]]"), ("gather", 0),
      ("roll", 1), ("roll", -4), ("roll", "[1, 2]"), ("split", "[1, 2]"), ("split", "[1, -1]"), ("split", "[3]"), ("split", "[-1, -1]"),
      ("gather", "[2]"), ("gather", "[-1]"), ("gather", "[]"), ("gather", "[0.5]")) for a in _AXES),
    *(f"tf.concat({x}, {a})" for x in ("[[1], [2]]", "[[[1, 2]], [[3, 4]]]", "[[1], [[2]]]", "[1, 2]", "[[1], [2.0]]", "[[1, 2], [3]]", "t([[1, 2], [3, 4]])", "[tf.zeros([0, 2]), tf.ones([1, 2])]",
      "[tf.zeros([0]), tf.ones([1, 2])]", "[t([1])]", "[['a'], ['b']]") for a in ("0", "1", "-1", "2", "-2")),
    *(f"tf.stack({x}, {a})" for x in ("[1, 2]", "[[1], [2]]", "[[1], [2, 3]]", "[t(1), t(2.0)]", "[t(1), 2]", "t([[1, 2], [3, 4]])", "['a', 'b']", "[tf.zeros([0])]") for a in ("0", "1", "-1", "-2", "2")),
    *(f"tf.reshape({_X}, {s})" for s in ("[6]", "[-1]", "[3, -1]", "[-1, -1]", "[4, -1]", "[5]", "[]", "[2, 3, 1]", "-1", "t([3, 2], tf.int64)", "[0, -1]", "[-2]", "[1.5]", "['a']", "(3, t(2))", "[[6]]", "[None]")),
    *(f"tf.reshape(tf.zeros([0, 3]), {s})" for s in ("[-1]", "[0]", "[3, -1]", "[0, -1]", "[2, 0]", "[1]", "[-1, 3]")),
    *(f"tf.transpose({_X}, {p})" for p in ("None", "[1, 0]", "[0, 1]", "[-1, 0]", "[0]", "[0, 0]", "[0, 2]", "[0, 1, 2]", "t([1, 0])", "[1.0, 0.0]")),
    *(f"tf.transpose({x}{flag})" for x in ("t(1)", "t([1, 2])", "tf.zeros([0, 2])", "tf.ones([1, 2, 3])", "t([[1j, 2j]])") for flag in ("", ", conjugate=True", ", [0]", ", [2, 0, 1]")),
    *(f"tf.squeeze({x}{a})" for x in ("tf.ones([1, 2, 1])", "t(1)", "tf.zeros([0, 1])") for a in ("", ", 0", ", -1", ", [0, 2]", ", 1", ", 3", ", []", ", [0, 0]")),
    *(f"tf.pad({_X}, {p}, {m!r}, {v})" for p in ("[[1, 0], [0, 2]]", "[[0, 0], [0, 0]]", "[[1, 1]]", "[[-1, 0], [0, 0]]", "[[1, 1], [1, 1]]", "[[2, 0], [0, 3]]", "[1, 1]", "[[1], [1]]", "t([[1, 0], [0, 1]], tf.int64)")
      for m, v in (("CONSTANT", 0), ("CONSTANT", 9), ("REFLECT", 0), ("SYMMETRIC", 0), ("constant", 0), ("WRAP", 0), ("CONSTANT", 1.5))),
    *(f"tf.tile({_X}, {m})" for m in ("[2, 1]", "[0, 1]", "[1]", "[-1, 1]", "[1, 1, 1]", "2", "t([1, 2], tf.int64)", "[1.0, 2.0]")),
    *(f"tf.broadcast_to({x}, {s})" for x in (_X, "t(1)", "t([1, 2, 3])", "tf.zeros([0])", "tf.zeros([1, 0])") for s in ("[2, 3]", "[4, 2, 3]", "[3]", "[2, 2]", "[]", "[0, 3]", "[2, 0]", "[-1, 3]", "[2.0, 3.0]", "t([2, 3], tf.int64)", "3")),
    *(f"tf.one_hot({i}, {d})" for i in ("[0, 2, -1]", "[[0], [1]]", "1", "[]", "t([0, 1], tf.uint8)", "t([3], tf.int64)", "[0.5]") for d in ("3", "0", "-1", "t(2)", "3, axis=0", "3, axis=-1", "3, axis=1", "3, axis=2", "3, axis=-2", "3, 5, 1", "3, 5.0, 0.5", "3, True, False", "3, dtype=tf.int32", "3, 1, dtype=tf.float16", "3, 'a', 'b'", "3, 1, 0.5", "[3]")),
    *(f"tf.range({a})" for a in ("5", "0", "-1", "2, 5", "5, 2", "5, 2, -1", "2, 5, -1", "0, 5, 2", "0, 5, 0", "5.0", "0.0, 1.0, 0.25", "0, 1, 0.25", "1, 5, dtype=tf.int64", "1, 5, 2, dtype=tf.float16", "t(3, tf.int64)", "0, t(3, tf.int64)", "t(0.5), 3", "[3]", "0.0, 1.0, 0.0",
      "np.nan", "np.inf", "0.0, -np.inf", "2, 5, delta=-1", "3, dtype=tf.bfloat16", "3, dtype=tf.uint8", "5, dtype=tf.string", "-2**31, -2**31 + 3", "0.1, 0.5, 0.1", "0, 10, 3.5")),
    *(f"tf.linspace({a})" for a in ("0.0, 1.0, 5", "0.0, 1.0, 1", "0.0, 1.0, 0", "0.0, 1.0, -1", "0, 10, 3", "t([0.0, 1.0]), t([1.0, 3.0]), 3", "t([0.0, 1.0]), t([1.0, 3.0]), 3, axis=-1", "t([0.0, 1.0]), t([1.0, 3.0]), 3, axis=1", "t([0.0]), t([1.0]), 3, axis=2", "1.0, 1.0, 3", "np.nan, 1.0, 3", "-np.inf, 1.0, 3", "1.0, 0.0, 3",
      "t(0.0, tf.float16), t(1.0, tf.float16), 5", "t(0.0, tf.bfloat16), t(1.0, tf.bfloat16), 7", "t(0.0, tf.float64), 1.0, 4", "0.0, 1.0, 2.5", "0.0, t(1.0, tf.float64), 3", "0.0, 1.0, t(3, tf.int64)", "0j, 1j, 3")),
    *(f"tf.eye({a})" for a in ("2", "0", "-1", "2, 3", "3, 2", "2, batch_shape=[2]", "2, batch_shape=[0]", "2, dtype=tf.bfloat16", "2, dtype=tf.int32", "2, dtype=tf.bool", "t(2)", "2.0", "2, dtype=tf.complex64", "2, batch_shape=[2, 1]")),
    *(f"tf.fill({s}, {v})" for s in ("[2, 3]", "[0]", "[]", "[-1]", "t([2], tf.int64)", "2", "[2.0]") for v in ("1", "1.5", "'a'", "True", "1j", "[1]", "t(1, tf.uint8)", "np.nan")),
    *(f"tf.{f}({s}, {d})" for f in ("zeros", "ones") for s in ("[2]", "[]", "2", "t([2])", "[0, 2]", "[-1]", "(1, t(2))", "[2.0]", "tf.TensorShape([2])") for d in ("tf.float32", "tf.bool", "tf.string", "tf.complex64", "tf.bfloat16")),
    *(f"tf.slice({_X}, {b}, {s})" for b in ("[0, 0]", "[1, 1]", "[0, 3]", "[-1, 0]", "[2, 0]", "[0]", "t([0, 1], tf.int64)", "[3, 0]") for s in ("[1, 2]", "[-1, -1]", "[0, 0]", "[3, 1]", "[1]", "[-2, 1]")),
    *(f"{_X}[{k}]" for k in ("0", "-1", "2", "-3", "0, 1", "0, -1", "0, 3", "..., 0", "tf.newaxis", "..., tf.newaxis", "None, 0, None", "::-1", ":, ::-1", ":, ::2", "1:0", "5:", "-5:", ":-1, 1:", "0:2:0", "t(1)", "t(0), 1", "0, 0, 0", "..., ...", "1.0", "'a'", "t([0, 1])", "t([[True, False, True], [False, True, False]])", "t([True, False])", "[0, 1]", "np.int64(1)", "True", "t(1):", ":t(2, tf.int64)", "0, ..., 0", "slice(None, None, None)", "::t(-1)", "2**40:", "t(5)", "t(1.0)")),
    *(f"tf.gather({p}, {i}, batch_dims={b})" for p in ("t([[1, 2, 3], [4, 5, 6]])", "t([[[1], [2]], [[3], [4]]])") for i in ("[[0, 1], [1, 0]]", "[0, 1]", "[[0], [1]]", "[[2], [0]]") for b in ("0", "1", "-1", "2", "3", "1, axis=1", "1, axis=-1", "1, axis=0")),
    *(f"tf.gather_nd({_X}, {i})" for i in ("[[0, 1]]", "[[0], [1]]", "[0, 2]", "[]", "[[]]", "[[2, 0]]", "[[-1, 0]]", "[[0, 3]]", "[[0, 0, 0]]", "t([[1]], tf.int64)", "[[0.5]]", "[[[0, 0]], [[1, 1]]]", "tf.zeros([0, 2], tf.int32)", "[[0], [1]], batch_dims=1", "[[0, 1], [1, 0]], batch_dims=1", "[0], batch_dims=2")),
    *(f"tf.scatter_nd({a})" for a in ("[[0], [2]], [1, 2], [3]", "[[0], [0]], [1, 2], [3]", "[[3]], [1], [3]", "[[-1]], [1], [3]", "[[0]], [[1, 2]], [2, 2]", "[[0, 1]], [5], [2, 2]", "[[0]], [1, 2], [3]", "tf.zeros([0, 1], tf.int32), tf.zeros([0]), [3]", "[[0]], [1.5], [2]", "[[0]], ['a'], [2]", "[[0]], [True], [2]", "[[0], [0]], t([1, 2], tf.bfloat16), [1]", "[[0]], [1], [0]", "[[0]], [1], [-1]", "[[0]], [1], t([2], tf.int64)", "t([[0]], tf.int64), [1], t([2], tf.int64)", "[0], [1], [2]", "[[0]], t([1], tf.uint8), [2]")),
    *(f"tf.tensor_scatter_nd_{f}({a})" for f in ("update", "add", "sub", "min", "max") for a in ("[1, 2, 3], [[0], [2]], [7, 8]", "[1, 2, 3], [[0], [0]], [7, 8]", "[1, 2], [[2]], [5]", "[1, 2], [[-1]], [5]", "[[1, 2], [3, 4]], [[0]], [[9, 9]]", "[[1, 2], [3, 4]], [[0, 1]], [9]", "[1, 2], [[0]], [[5, 6]]", "[1, 2], tf.zeros([0, 1], tf.int32), tf.zeros([0], tf.int32)", "[1.0, 2.0], [[0]], [np.nan]", "[1.0, np.nan], [[1]], [3.0]", "t([1, 2], tf.bfloat16), [[0], [0]], t([3, 4], tf.bfloat16)", "t([1, 2], tf.uint8), [[0]], t([255], tf.uint8)", "[1, 2], [[0]], [1.5]", "1, [[0]], [1]", "tf.zeros([0]), [[0]], [1.0]")),
    *(f"tf.where({a})" for a in ("[True, False], [1, 2], [3, 4]", "[True, False], 1, 2", "True, [1, 2], [3, 4]", "[[True], [False]], [1, 2], [3, 4]", "[True, False, True], [1, 2], [3, 4]", "[1, 0], [1, 2], [3, 4]", "[True, False], [1, 2], [3.0, 4.0]", "[True, False], ['a', 'b'], ['c', 'd']", "[[True, False], [False, True]]", "[]", "True", "[0.0, np.nan, 1.0]", "['', 'a']", "[0, 2]", "[1j, 0j]", "tf.zeros([2, 0])", "[True], [1]", "t([True]), t([1]), t([1.0])", "[True, False], t([1, 2], tf.uint8), 3", "[True, False], t([1.0, 2.0], tf.bfloat16), 3.0", "tf.zeros([0], tf.bool), 1, 2", "[True, False], np.nan, [1.0, 2.0]")),
    *(f"tf.searchsorted({s}, {v}, side={side!r}, out_type={o})" for s, v in (("[1, 3, 5]", "[0, 1, 2, 3, 6]"), ("[1.0, 3.0]", "[np.nan, 1.0, np.inf]"), ("[[1, 3], [2, 4]]", "[[2], [4]]"), ("[]", "[1.0]"), ("[1, 2]", "[]"), ("[3, 1, 2]", "[2]"), ("[1, 1, 1]", "[1]"), ("[[1, 3]]", "[2]"), ("[1, 3]", "[[2]]"), ("[[1, 3]]", "[[2], [2]]"), ("[1, 3]", "[2.5]"), ("['a', 'c']", "['b']"), ("[1, 3]", "2"))
      for side in ("left", "right", "middle") for o in ("tf.int32", "tf.int64")),
    *(f"tf.{f}({_X}, direction={d!r})" for f in ("sort", "argsort") for d in ("ASCENDING", "DESCENDING", "up")),
    *(f"tf.{f}(t({v}), direction={d!r})" for f in ("sort", "argsort") for d in ("ASCENDING", "DESCENDING") for v in ("[3.0, np.nan, -1.0, np.inf, -np.inf]", "[1, 1, 0, 1]", "[0.0, -0.0]", "[-128, 127, 0], tf.int8", "[255, 0, 128], tf.uint8", "[2**63, 0, 1], tf.uint64", "1", "[1.5, -2.5], tf.bfloat16", "[-2**31, 5, 2**31 - 1]", "[True, False]", "[[2, 1], [0, 3]]")),
    *(f"tf.dynamic_partition({a})" for a in ("[1, 2, 3], [0, 1, 0], 2", "[1, 2, 3], [0, 1, 0], 3", "[1, 2, 3], [0, 2, 0], 2", "[1, 2, 3], [0, -1, 0], 2", "[[1, 2], [3, 4]], [1, 0], 2", "[[1, 2], [3, 4]], [[1, 0], [0, 1]], 2", "[1, 2], [0], 2", "[], [], 2", "[1, 2], [0, 1], 0", "[1, 2], 0, 1", "[1, 2], [0.0, 1.0], 2", "['a', 'b'], [1, 0], 2")),
    *(f"tf.dynamic_stitch({a})" for a in ("[[0, 2], [1]], [[1, 3], [2]]", "[[0, 0]], [[1, 2]]", "[[3]], [[1]]", "[0, [1, 2]], [[1, 2], [[3, 4], [5, 6]]]", "[[]], [tf.zeros([0])]", "[[0], [1]], [[1]]", "[[0]], [[1, 2]]", "[[-1]], [[1]]", "[[0], [1]], [[1], [2.0]]", "[[0], [0]], [[1], [2]]")),
    *(f"tf.reverse_sequence({a})" for a in ("[[1, 2, 3], [4, 5, 6]], [2, 3], seq_axis=1", "[[1, 2, 3], [4, 5, 6]], [2, 3], seq_axis=1, batch_axis=0", "[[1, 2, 3], [4, 5, 6]], [1, 2, 2], seq_axis=0, batch_axis=1", "[[1, 2]], [3], seq_axis=1", "[[1, 2]], [-1], seq_axis=1", "[[1, 2]], [0], seq_axis=1", "[[1, 2]], [1, 1], seq_axis=1", "[[1, 2]], [1], seq_axis=0", "[[1, 2]], [1], seq_axis=2", "[[1, 2]], [[1]], seq_axis=1", "[[1, 2]], [1], seq_axis=-1", "[[1, 2]], [2], 1, 0")),
    *(f"tf.sequence_mask({a})" for a in ("[1, 3]", "[1, 3], 5", "[1, 3], 2", "[]", "3", "[[1], [2]]", "[1, 3], dtype=tf.float32", "[0, -1]", "[1], 0", "[1], -1", "[1.5, 2.5]", "[1], [2]", "t([1, 2], tf.int64), 3", "[1], t(3, tf.int64)")),
    *(f"tf.meshgrid({a})" for a in ("[1, 2], [3, 4, 5]", "[1, 2], [3, 4, 5], indexing='ij'", "[1, 2]", "1, 2", "[1, 2], [3], [4, 5]", "[[1, 2]], [3]", "[], [1.0]", "[1], indexing='a'", "[1], [2.0]", "")),
    *(f"tf.{f}({a})" for f in ("space_to_batch", ) for a in ("tf.ones([1, 2, 2, 1]), 2, [[0, 0], [0, 0]]", "tf.ones([1, 4, 4, 1]), [2, 2], [[0, 0], [2, 0]]", "tf.ones([1, 3, 2, 1]), 2, [[0, 0], [0, 0]]", "tf.ones([1, 2, 2, 1]), 0, [[0, 0], [0, 0]]", "tf.ones([2, 2]), 2, [[0, 0], [0, 0]]", "tf.ones([1, 2, 2, 1]), 2, [[-1, 0], [0, 1]]")),
    *(f"tf.batch_to_space({a})" for a in ("tf.ones([4, 1, 1, 1]), [2, 2], [[0, 0], [0, 0]]", "tf.ones([4, 2, 2, 1]), [2, 2], [[1, 0], [0, 1]]", "tf.ones([3, 1, 1, 1]), [2, 2], [[0, 0], [0, 0]]", "tf.ones([4, 1, 1, 1]), [2, 2], [[2, 1], [0, 0]]", "tf.ones([4, 1, 1, 1]), [2], [[0, 0]]")),
    *(f"tf.bitcast({a})" for a in ("t([1.0, -2.0]), tf.int32", "t([1.0]), tf.uint8", "t([[1, 2, 3, 4]], tf.uint8), tf.float32", "t([1, 2, 3], tf.uint8), tf.float32", "t([1.0]), tf.int64", "t([1.0, 2.0]), tf.float64", "t(1), tf.float32", "t([True]), tf.uint8", "t(['a']), tf.uint8", "tf.zeros([0]), tf.int32", "t([1], tf.bfloat16), tf.int16", "t([1j], tf.complex64), tf.int64", "t([1.0]), tf.string")),
    *(f"tf.cast({x}, {d})" for x in ("t([1.9, -1.9, 0.5, -0.5])", "t([300, -1, 2**31 - 1])", "t([0.0, -0.0, np.nan])", "t([True, False])", "t([1+2j, 0j])", "t([3.7, 255.5], tf.bfloat16)", "t([65504.0, 1e-7], tf.float16)", "t([1e10, 70000.0])", "t([2**53 + 1, -1], tf.int64)", "t([255, 0], tf.uint8)", "t(['1'])", "tf.zeros([0])")
      for d in ("tf.float16", "tf.bfloat16", "tf.float32", "tf.float64", "tf.int64", "tf.bool", "tf.complex64", "tf.complex128", "tf.string")),
    *(f"tf.cast(t([1.9, -1.9, 100.4, 0.0]), {d})" for d in ("tf.int8", "tf.int16", "tf.int32", "tf.int64")),
    *(f"tf.cast(t([300, -1, 65537, 2**31 - 1]), {d})" for d in ("tf.int8", "tf.int16", "tf.uint8", "tf.uint16", "tf.uint32", "tf.uint64", "tf.int64")),
    *(f"tf.saturate_cast({x}, {d})" for x in ("t([1e10, -1e10, 100.0])", "t([300, -1, 2**31 - 1])", "t([1e300, -1e300], tf.float64)", "t([1e30+1e30j, 2j], tf.complex128)", "t([1e300+1e300j, 2j], tf.complex128)", "t([255, 0], tf.uint8)", "t([True])", "t([2**63 - 1], tf.int64)", "t([100000.0, -100000.0], tf.bfloat16)", "tf.zeros([0], tf.float64)", "t(['a'])")
      for d in ("tf.float16", "tf.bfloat16", "tf.float32", "tf.float64", "tf.int8", "tf.uint8", "tf.complex64", "tf.bool")),
    *(f"tf.{f}({a})" for f in ("unique", "unique_with_counts") for a in ("[3, 1, 3, 2, 1]", "[1.0, np.nan, np.nan]", "[]", "[[1, 2]]", "1", "['b', 'a', 'b']", "[0.0, -0.0]", "t([1.0, np.nan, np.nan], tf.float16)", "t([1.0, np.nan, np.nan], tf.float64)", "[True, False, True]", "[1, 1], tf.int64", "[1], tf.int16")),
    *(f"tf.raw_ops.{f}(x={x}, axis={a})" for f in ("UniqueV2", "UniqueWithCountsV2") for x in ("t([[1, 2], [1, 2], [3, 2]])", "t([[np.nan, 1.0], [np.nan, 1.0]])", "t([1.0, np.nan, np.nan])") for a in ("[0]", "[1]", "[-1]", "[2]", "[0, 1]")),
    *(f"unknown(lambda x: {f}, {_X})" for f in ("tf.reshape(x, [-1])", "tf.transpose(x)", "tf.reverse(x, [0])", "tf.roll(x, 1, 0)", "tf.expand_dims(x, 0)", "tf.squeeze(x[None])", "tf.tile(x, [2, 1])", "tf.pad(x, [[1, 0], [0, 1]])", "tf.gather(x, [0], axis=1)", "tf.gather_nd(x, [[0, 1]])", "x[0]", "x[..., 0]", "x[:, 1:]", "x[tf.newaxis]", "tf.concat([x, x], 0)", "tf.stack([x, x], 1)", "tf.repeat(x, 2, axis=0)", "tf.repeat(x, 2)", "tf.repeat(x, [1, 2], axis=0)",
      "tf.sort(x)", "tf.argsort(x, axis=0)", "tf.where(x > 2)", "tf.where(x > 2, x, 0)", "tf.boolean_mask(x, [True, False])", "tf.shape(x)", "tf.size(x)", "tf.rank(x)", "tf.zeros_like(x)", "tf.broadcast_to(x, [2, 2, 3])", "tf.slice(x, [0, 1], [2, -1])", "tf.split(x, 3, axis=1)", "tf.one_hot(x, 7)", "tf.unstack(x)", "tf.argmax(x, 0)", "tf.cumsum(x)", "tf.reverse_sequence(x, [1, 2], 1)", "tf.sequence_mask(x)", "tf.meshgrid(x, x)", "tf.searchsorted(x, x)", "tf.clip_by_value(x, 2, 4)", "tf.tensor_scatter_nd_update(x, [[0, 0]], [9])", "tf.dynamic_partition(x, [0, 1], 2)", "tf.linalg.diag(x)", "tf.squeeze(x)")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "TensorFlow has no kernel of this dtype.": [
        "tf.tile(t([3, 1, 2], tf.uint16), [2])",
        "tf.repeat(t([3, 1, 2], tf.uint16), 2)",
        "tf.where(t([3, 1, 2], tf.float16))",
    ],
    "Each grid keeps the dtype of its own vector, of any dtype; TensorFlow multiplies them by ones of one dtype.": [
        "tf.meshgrid(t(['c', 'a', 'b']), t(['c', 'a', 'b'])[:2])",
        "tf.meshgrid([1], [2.0])",
    ],
    "There is no identity matrix of strings: the error is the one for text that is not text.": [
        "tf.eye(2, dtype=t(['c', 'a', 'b']).dtype)",
    ],
    "TensorFlow subtracts before it converts, so that unsigned integers wrap; here they are converted first.": [
        "tf.linspace(t([3, 1, 2], tf.uint8)[0], t([3, 1, 2], tf.uint8)[1], 3)",
        "tf.linspace(t([3, 1, 2], tf.uint16)[0], t([3, 1, 2], tf.uint16)[1], 3)",
        "tf.linspace(t([3, 1, 2], tf.uint64)[0], t([3, 1, 2], tf.uint64)[1], 3)",
    ],
    "There are no numbers between strings: the error is the one for a dtype that does not fit.": [
        "tf.linspace(t(['c', 'a', 'b'])[0], t(['c', 'a', 'b'])[1], 3)",
    ],
    "NaN becomes 0 and numbers out of range become the nearest end; in TensorFlow the result depends on the processor.": [
        "tf.cast(t([np.nan, -np.inf, np.inf]), tf.int32)",
        "tf.cast(t([0.0, -0.0, np.nan]), tf.int64)",
    ],
    "A vector of one axis is taken for that axis.": [
        "tf.split(t([[1, 2, 3], [4, 5, 6]]), 2, axis=[0])",
        "tf.gather(t([[1, 2, 3], [4, 5, 6]]), [0, 1], axis=[0])",
        "tf.gather(t([[1, 2, 3], [4, 5, 6]]), [[0], [1]], axis=[0])",
        "tf.gather(t([[1, 2, 3], [4, 5, 6]]), 0, axis=[0])",
    ],
    "An axis before the batch dimensions is refused; TensorFlow ignores the batch dimensions then.": [
        "tf.gather(t([[1, 2, 3], [4, 5, 6]]), [[0, 1], [1, 0]], batch_dims=1, axis=0)",
        "tf.gather(t([[1, 2, 3], [4, 5, 6]]), [0, 1], batch_dims=1, axis=0)",
        "tf.gather(t([[1, 2, 3], [4, 5, 6]]), [[0], [1]], batch_dims=1, axis=0)",
        "tf.gather(t([[[1], [2]], [[3], [4]]]), [[0, 1], [1, 0]], batch_dims=1, axis=0)",
        "tf.gather(t([[[1], [2]], [[3], [4]]]), [0, 1], batch_dims=1, axis=0)",
        "tf.gather(t([[[1], [2]], [[3], [4]]]), [[0], [1]], batch_dims=1, axis=0)",
    ],
    "An empty list takes the dtype of the sorted values.": [
        "tf.searchsorted([1, 2], [], side='left', out_type=tf.int32)",
        "tf.searchsorted([1, 2], [], side='left', out_type=tf.int64)",
        "tf.searchsorted([1, 2], [], side='right', out_type=tf.int32)",
        "tf.searchsorted([1, 2], [], side='right', out_type=tf.int64)",
    ],
    "A wrong `side` is named in the error.": [
        "tf.searchsorted([1, 3], 2, side='middle', out_type=tf.int32)",
        "tf.searchsorted([1, 3], 2, side='middle', out_type=tf.int64)",
    ],
    "NaN counts as larger than every number; in TensorFlow the order of numbers around a NaN is not defined.": [
        "tf.sort(t([3.0, np.nan, -1.0, np.inf, -np.inf]), direction='ASCENDING')",
        "tf.sort(t([3.0, np.nan, -1.0, np.inf, -np.inf]), direction='DESCENDING')",
        "tf.argsort(t([3.0, np.nan, -1.0, np.inf, -np.inf]), direction='ASCENDING')",
        "tf.argsort(t([3.0, np.nan, -1.0, np.inf, -np.inf]), direction='DESCENDING')",
    ],
    "Axes count from the end where they are negative, as everywhere.": [
        "tf.reverse_sequence([[1, 2]], [1], seq_axis=-1)",
    ],
    "Large integers are kept within the ends of the new dtype; TensorFlow's comparison overflows and changes their sign, or stops short of the end.": [
        "tf.saturate_cast(t([2**63 - 1], tf.int64), tf.bfloat16)",
        "tf.saturate_cast(t([2**63 - 1], tf.int64), tf.float32)",
        "tf.saturate_cast(t([2**63 - 1], tf.int64), tf.float64)",
        "tf.saturate_cast(t([2**63 - 1], tf.int64), tf.complex64)",
    ],
    "A list of repeats works for a tensor of unknown rank too.": [
        "unknown(lambda x: tf.repeat(x, [1, 2], axis=0), t([[1, 2, 3], [4, 5, 6]]))",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
