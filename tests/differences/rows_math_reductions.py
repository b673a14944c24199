"""Reductions and scans: axes of all kinds, nothing to reduce, dtypes and their ends, NaN and infinities."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_NUMERIC = ["sum", "mean", "prod", "max", "min", "euclidean_norm"]
_FLOATING = ["logsumexp", "std", "variance"]
_BOOL = ["any", "all"]
_AXES = [
    "0",
    "1",
    "-1",
    "[0, 1]",
    "[]",
    "None",
    "[-1, 0]",
    "t(1)",
    "t([0])",
    "2",
    "-3",
    "[0, 0]",
    "[0, -2]",
    "1.0",
    "'a'",
]
_X = "t([[1.0, -2.0, 3.5], [0.25, 4.0, -1.0]])"
_TYPES = [
    "tf.float16", "tf.bfloat16", "tf.float64", "tf.int8", "tf.int16", "tf.int32", "tf.int64", "tf.uint8", "tf.uint16",
    "tf.uint32", "tf.uint64", "tf.complex64", "tf.complex128",
]  # fmt: skip
_EMPTY = ["[0]", "[2, 0]", "[0, 3]", "[0, 0]"]
_SCANS = ["cumsum", "cumprod", "cumulative_logsumexp"]
_FLAGS = ["", ", exclusive=True", ", reverse=True", ", exclusive=True, reverse=True"]

ROWS = [
    *(f"tf.math.reduce_{f}({_X}, axis={a}, keepdims={k})" for f in (*_NUMERIC, *_FLOATING) for a in _AXES for k in (True, False)),
    *(f"tf.reduce_{f}(t([[True, False], [True, True]]), axis={a})" for f in _BOOL for a in _AXES),
    *(f"tf.math.reduce_{f}(t([[3, 1, 2], [7, 5, 6]], {kind}), 1)" for f in (*_NUMERIC, *_FLOATING) for kind in _TYPES),
    *(f"tf.math.reduce_{f}(tf.zeros({s}, {kind}), {a})" for f in (*_NUMERIC, *_FLOATING) for s in _EMPTY
      for kind in ("tf.float32", "tf.int32", "tf.bfloat16") for a in ("0", "-1", "None")),
    *(f"tf.reduce_{f}(tf.zeros({s}, tf.bool), {a})" for f in _BOOL for s in _EMPTY for a in ("0", "-1", "None")),
    *(f"tf.math.reduce_{f}(t({v}))" for f in (*_NUMERIC, *_FLOATING) for v in (
        "[np.nan, 1.0]", "[np.inf, 1.0]", "[-np.inf, 1.0]", "[np.inf, -np.inf]", "[-np.inf, -np.inf]", "[np.inf, np.inf]",
        "[1e38, 1e38, 1e38]", "[-0.0, -0.0]", "5.0", "5", "[1, 2]", "[0.0, -0.0]", "[-0.0, 0.0]", "[1e20, 1.0, -1e20]")),
    *(f"signs(tf.math.reduce_{f}(t({v}), 0))" for f in _NUMERIC for v in ("[-0.0, -0.0]", "[0.0, -0.0]", "[-0.0, 0.0]")),
    *(f"tf.math.reduce_{f}(t([{kind}.max, {kind}.max, 2], {kind}))" for f in _NUMERIC
      for kind in ("tf.int8", "tf.int16", "tf.int32", "tf.int64", "tf.uint8", "tf.uint16", "tf.uint32", "tf.uint64")),
    *(f"tf.math.reduce_{f}(t([{kind}.min, {kind}.min, 2], {kind}))" for f in _NUMERIC
      for kind in ("tf.int8", "tf.int16", "tf.int32", "tf.int64")),
    *(f"tf.math.reduce_{f}(t({v}))" for f in (*_NUMERIC, *_FLOATING, *_BOOL) for v in ("[True, False]", "['a', 'b']")),
    *(f"tf.math.reduce_{f}(t([1+2j, 3-4j, np.inf+0j]))" for f in (*_NUMERIC, *_FLOATING)),
    *(f"unknown(lambda x: tf.math.reduce_{f}(x, {a}), {_X})" for f in (*_NUMERIC, *_FLOATING) for a in ("0", "-1", "None", "[0, 1]")),
    *(f"static(lambda x: tf.math.reduce_{f}(x, {a}, keepdims={k}), spec({s}))" for f in ("sum", "max", "std", "logsumexp")
      for a in ("0", "-1", "None", "[]", "[0, 1]", "5") for s in ("None", "[None, 3]", "[2, 3, None]", "[]") for k in (True, False)),
    *(f"tf.math.{f}({_X}, {a}{flag})" for f in _SCANS for a in ("0", "-1", "2", "-3", "t(1)", "None", "[0]") for flag in _FLAGS),
    *(f"tf.math.{f}(t([3, 1, 2], {kind}){flag})" for f in _SCANS for kind in _TYPES for flag in _FLAGS),
    *(f"tf.math.{f}(tf.zeros({s}), {a}{flag})" for f in _SCANS for s in ("[0]", "[2, 0]", "[0, 2]", "[]") for a in ("0", "-1")
      for flag in _FLAGS[:2]),
    *(f"tf.math.{f}(t({v}){flag})" for f in _SCANS for flag in _FLAGS for v in (
        "[1.0, np.nan, 2.0]", "[1.0, np.inf, -np.inf]", "[-np.inf, -np.inf, 1.0]", "[0.0, np.inf, 2.0]", "[1000.0, 1000.0]")),
    *(f"tf.math.{f}(t([{kind}.max, 2, 2], {kind}))" for f in ("cumsum", "cumprod") for kind in _TYPES[3:11]),
    *(f"tf.math.{f}({x})" for f in ("count_nonzero", "zero_fraction") for x in (
        "t([0.0, -0.0, np.nan, 1.0])", "t([0, 1, 2])", "t(['', 'a'])", "t([True, False])", "tf.zeros([0])", "t(0.0)",
        "t([0j, 1j])", "t([0, 1], tf.uint8)", "t([0, 1], tf.bfloat16)", "t([[1, 0], [0, 0]])")),
    *(f"tf.math.count_nonzero(t([[1, 0], [0, 0]]), axis={a}, keepdims={k}, dtype={d})" for a in ("0", "1", "None", "[0, 1]", "2")
      for k in (True, False) for d in ("tf.int32", "tf.float32", "tf.int64")),
    *(f"tf.math.is_non_decreasing({x})" for x in ("t([1, 1, 2])", "t([2, 1])", "tf.zeros([0])", "t([1.0, np.nan])", "t(1)", "t([[1, 2], [2, 3]])")),
    *(f"tf.math.is_strictly_increasing({x})" for x in ("t([1, 1, 2])", "t([1, 2])", "tf.zeros([0])", "t([1.0, np.nan])", "t(1)", "t([[1, 2], [3, 3]])")),
    *(f"tf.math.{f}({x}, axis={a}, output_type={o})" for f in ("argmax", "argmin") for x in (
        _X, "t([[3, 1, 3], [7, 7, 6]])", "t([[1.0, np.nan, 2.0]])", "t([[np.nan, np.nan]])", "t([[True, False], [True, True]])",
        "t([[1, 2]], tf.uint8)", "t([[1, 2]], tf.bfloat16)", "t([[np.inf, -np.inf, np.inf]])", "t([[0.0, -0.0]])")
      for a in ("0", "-1", "None") for o in ("tf.int64", "tf.int32")),
    *(f"tf.{f}(tf.zeros({s}), {a})" for f in ("argmax", "argmin") for s in ("[0]", "[0, 2]", "[2, 0]", "[]") for a in ("0", "1", "-1", "-2", "2")),
    *(f"tf.math.bincount({args})" for args in (
        "[1, 2, 2]", "[]", "[0, 5], minlength=8", "[0, 5], maxlength=3", "[1, 2], weights=[0.5, 2.0]", "[-1, 2]",
        "[[1, 2], [2, 2]]", "[[1, 2], [2, 2]], axis=-1", "[[1, 2], [2, 2]], axis=0", "[[1, 2], [2, 2]], axis=-1, binary_output=True",
        "[1, 1], binary_output=True", "[1, 2], dtype=tf.float32", "[1, 2], weights=[1, 2]", "[1, 2], weights=[1]",
        "[1.5, 2.0]", "t([1, 2], tf.int64)", "[1, 2], minlength=-1", "[1], maxlength=0", "[[[1]]], axis=-1", "[1, 2], axis=5",
        "3", "[3], minlength=2, maxlength=2", "[1, 2], weights=[0.5, 2.0], binary_output=True")),
    *(f"tf.math.{f}({x}, 2)" for f in ("top_k",) for x in (
        _X, "t([1, 3, 3, 2])", "t([np.nan, 1.0, 2.0])", "t([1.0])", "t(1.0)", "t([[2, 1]], tf.uint8)", "t([0.5, 1.5, 2.5], tf.bfloat16)",
        "t([0.0, -0.0, 0.0])", "t([np.inf, -np.inf, np.nan, 1.0])", "tf.zeros([0, 3])", "t([1, 2, 3]), 0", "t([True, False])")),
    *(f"tf.math.top_k(t([3, 1, 2]), {k})" for k in ("0", "1", "3", "4", "-1", "2, sorted=False", "2, index_type=tf.int64", "2, index_type=tf.int16")),
    *(f"tf.math.in_top_k({args})" for args in (
        "[1, 2], [[0.1, 0.9, 0.5], [0.2, 0.3, 0.1]], 1", "[1, 2], [[0.1, 0.9, 0.5], [0.2, 0.3, 0.1]], 2", "[3], [[0.1, 0.2]], 1",
        "[-1], [[0.1, 0.2]], 1", "[0], [[np.nan, 0.2]], 1", "[0], [[np.inf, 0.2]], 1", "[0], [[0.2, np.inf]], 2", "[0], [[0.2, np.nan]], 2",
        "[0, 1], [[0.5, 0.5], [0.5, 0.5]], 1", "[0], [[0.1, 0.2]], 0", "[0], [[0.1, 0.2]], -1", "[0, 1], [[0.1, 0.2]], 1",
        "t([0], tf.int64), [[0.1, 0.2]], 2", "[0], [0.1, 0.2], 1")),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "NaN spreads as through any sum; TensorFlow loses it in a maximum.": [
        "tf.math.cumulative_logsumexp(t([1.0, np.nan, 2.0]))",
        "tf.math.cumulative_logsumexp(t([1.0, np.nan, 2.0]), exclusive=True)",
        "tf.math.cumulative_logsumexp(t([1.0, np.nan, 2.0]), reverse=True)",
        "tf.math.cumulative_logsumexp(t([1.0, np.nan, 2.0]), exclusive=True, reverse=True)",
    ],
    "NaN counts as larger than every number; in TensorFlow the order of numbers around a NaN is not defined.": [
        "tf.math.top_k(t([np.inf, -np.inf, np.nan, 1.0]), 2)",
    ],
    "The order is free without `sorted`; here it is the sorted one.": [
        "tf.math.top_k(t([3, 1, 2]), 2, sorted=False)",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
