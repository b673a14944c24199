"""Functions of two numbers: dtypes and their ends, NaN and infinities, zeros of both signs, shapes that broadcast."""

# ruff: noqa: E501 - rows are data

from __future__ import annotations

_ARITHMETIC = [
    "tf.add", "tf.subtract", "tf.multiply", "tf.maximum", "tf.minimum", "tf.math.squared_difference", "tf.truediv",
    "tf.math.floordiv", "tf.math.floormod", "tf.truncatediv", "tf.truncatemod", "tf.pow", "tf.math.divide_no_nan",
    "tf.math.multiply_no_nan", "tf.divide",
]  # fmt: skip
_FLOATING = [
    "tf.atan2", "tf.math.nextafter", "tf.math.xdivy", "tf.math.xlogy", "tf.math.xlog1py", "tf.math.igamma",
    "tf.math.igammac", "tf.math.zeta", "tf.math.polygamma",
]  # fmt: skip
_COMPARED = [
    "tf.equal", "tf.not_equal", "tf.less", "tf.less_equal", "tf.greater", "tf.greater_equal",
]  # fmt: skip
_BITS = [
    "tf.bitwise.bitwise_and", "tf.bitwise.bitwise_or", "tf.bitwise.bitwise_xor", "tf.bitwise.left_shift",
    "tf.bitwise.right_shift",
]  # fmt: skip

_FLOATS = "[0.0, -0.0, 1.0, -1.5, 2.5, np.inf, -np.inf, np.nan]"
_SIGNED = "t([0, 1, -1, 3, -7, {0}.min, {0}.max], {0})"
_UNSIGNED = "t([0, 1, 3, 7, {0}.max], {0})"
_COMPLEX = "t([0j, 1+1j, -2.5+0.5j, 3j], {0})"


def _table(function: str, values: str) -> str:
    """Each of the values with each."""
    return f"{function}({values}[:, None], {values}[None, :])"


_SIGNED_TYPES = ["tf.int8", "tf.int16", "tf.int32", "tf.int64"]
_UNSIGNED_TYPES = ["tf.uint8", "tf.uint16", "tf.uint32", "tf.uint64"]
_NARROW = ["tf.float16", "tf.bfloat16", "tf.float64"]
# a quotient by zero and the power by a negative number are errors: the divisor has neither
_DIVISORS = {
    "tf.math.floordiv",
    "tf.math.floormod",
    "tf.truncatediv",
    "tf.truncatemod",
    "tf.pow",
    "tf.truediv",
    "tf.divide",
}


def _integers(function: str) -> list[str]:
    made = []
    for kind in (*_SIGNED_TYPES, *_UNSIGNED_TYPES):
        values = (_SIGNED if kind in _SIGNED_TYPES else _UNSIGNED).format(kind)
        other = f"t([1, 2, 3, 7], {kind})" if function in _DIVISORS else values
        made.append(f"{function}({values}[:, None], {other}[None, :])")
    return made


ROWS = [
    *(_table(f, f"t({_FLOATS})") for f in (*_ARITHMETIC, *_FLOATING, *_COMPARED)),
    *(_table(f, f"t({_FLOATS}, {kind})") for f in (*_ARITHMETIC, *_FLOATING, *_COMPARED) for kind in _NARROW),
    *(row for f in (*_ARITHMETIC, *_COMPARED, *_BITS) for row in _integers(f)),
    *(_table(f, _COMPLEX.format(kind)) for f in (*_ARITHMETIC, "tf.equal", "tf.not_equal", "tf.math.xdivy", "tf.math.xlogy")
      for kind in ("tf.complex64", "tf.complex128")),
    *(f"{f}({x}, t(0, {kind}))" for f in ("tf.math.floordiv", "tf.math.floormod", "tf.truncatediv", "tf.truncatemod", "tf.truediv")
      for kind in (*_SIGNED_TYPES, *_UNSIGNED_TYPES) for x in (f"t([1, 2], {kind})", f"tf.zeros([0], {kind})")),
    *(f"{f}(t([[1.0], [2.0]]), t([[3.0, 4.0, 5.0]]))" for f in (*_ARITHMETIC, *_COMPARED)),
    *(f"{f}(tf.zeros([0, 3]), tf.ones([1, 3]))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING)),
    *(f"{f}(tf.zeros([2, 3]), tf.ones([2]))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING)),
    *(f"{f}(tf.zeros([2]), tf.ones([2], tf.int32))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING)),
    *(f"{f}(t([True]), t([False]))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING, *_BITS)),
    *(f"{f}(t(['a', 'b']), t(['b', 'b']))" for f in (*_ARITHMETIC, *_COMPARED, *_BITS)),
    *(f"{f}(3, 2)" for f in (*_ARITHMETIC, *_COMPARED, *_BITS, *_FLOATING)),
    *(f"{f}(3.0, 2)" for f in (*_ARITHMETIC, *_COMPARED, *_BITS, *_FLOATING)),
    *(f"{f}(3, 2.0)" for f in (*_ARITHMETIC, *_COMPARED, *_BITS, *_FLOATING)),
    *(f"{f}(None, 2.0)" for f in (*_ARITHMETIC, *_COMPARED, *_BITS, *_FLOATING)),
    *(f"{f}(t([1.0]), t([2.0]), t([1.0]), t(2.0))" for f in ("tf.add", "tf.math.floormod")),
    *(f"{f}(t([True, True, False, False]), t([True, False, True, False]))"
      for f in ("tf.logical_and", "tf.logical_or", "tf.math.logical_xor")),
    *(f"{f}(t([1]), t([0]))" for f in ("tf.logical_and", "tf.logical_or", "tf.math.logical_xor")),
    *(f"unknown({f}, t([[1.0], [2.0]]), t([3.0, 4.0]))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING)),
    *(f"static({f}, spec([None, 3]), spec([2, 1]))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING)),
    *(f"static({f}, spec([None]), spec([2, 1]))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING)),
    *(f"static({f}, spec(None), spec([2, 1]))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING)),
    *(f"static({f}, spec([3]), spec([2]))" for f in (*_ARITHMETIC, *_COMPARED, *_FLOATING)),
    *(f"tf.math.betainc(t({a}), t({b}), t({x}))" for a, b, x in (
        ("[1.0, 2.0, 0.5]", "[3.0, 0.5, 0.5]", "[0.25, 0.5, 0.75]"), ("0.0", "1.0", "0.5"), ("1.0", "0.0", "0.5"),
        ("1.0", "1.0", "1.5"), ("1.0", "1.0", "-0.5"), ("np.nan", "1.0", "0.5"), ("np.inf", "1.0", "0.5"),
        ("2.0", "3.0", "[0.0, 1.0]"), ("[1.0, 2.0]", "[1.0, 2.0, 3.0]", "0.5"))),
]  # fmt: skip

_REASONS: dict[str, list[str]] = {
    "0 ** 0 is 1 for complex numbers as for real ones; TensorFlow takes logarithms and gives NaN.": [
        "tf.pow(t([0j, 1+1j, -2.5+0.5j, 3j], tf.complex64)[:, None], t([0j, 1+1j, -2.5+0.5j, 3j], tf.complex64)[None, :])",
        "tf.pow(t([0j, 1+1j, -2.5+0.5j, 3j], tf.complex128)[:, None], t([0j, 1+1j, -2.5+0.5j, 3j], tf.complex128)[None, :])",
    ],
    "TensorFlow's kernel reports an internal error for a division by zero; here it is the InvalidArgumentError of the other integer divisions.": [
        "tf.truncatediv(t([1, 2], tf.int8), t(0, tf.int8))",
        "tf.truncatediv(t([1, 2], tf.int16), t(0, tf.int16))",
        "tf.truncatediv(t([1, 2], tf.int32), t(0, tf.int32))",
        "tf.truncatediv(t([1, 2], tf.int64), t(0, tf.int64))",
        "tf.truncatediv(t([1, 2], tf.uint8), t(0, tf.uint8))",
        "tf.truncatediv(t([1, 2], tf.uint16), t(0, tf.uint16))",
        "tf.truncatediv(t([1, 2], tf.uint32), t(0, tf.uint32))",
        "tf.truncatediv(t([1, 2], tf.uint64), t(0, tf.uint64))",
        "tf.truncatemod(t([1, 2], tf.int32), t(0, tf.int32))",
        "tf.truncatemod(t([1, 2], tf.int64), t(0, tf.int64))",
    ],
}

ON_PURPOSE: dict[str, str] = {row: reason for reason, rows in _REASONS.items() for row in rows}
