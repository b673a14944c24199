"""Gradients of element-wise functions of two arguments: equal operands, zeros, negative bases, infinities."""

from __future__ import annotations

FUNCTIONS = [
    "tf.add", "tf.subtract", "tf.multiply", "tf.divide", "tf.maximum", "tf.minimum", "tf.pow", "tf.atan2",
    "tf.math.divide_no_nan", "tf.math.multiply_no_nan", "tf.math.xlogy", "tf.math.xdivy", "tf.math.xlog1py",
    "tf.math.squared_difference", "tf.math.floormod", "tf.math.floordiv", "tf.truncatediv",
    "tf.math.igamma", "tf.math.igammac", "tf.math.polygamma", "tf.math.zeta",
]  # fmt: skip

_LEFT = "t([0.0, 0.0, 1.0, -2.0, 3.0, 0.0, 2.5, -1.5])"
_RIGHT = "t([0.0, 1.0, 1.0, -2.0, 0.0, -1.0, -0.5, 2.0])"

_PAIRS = [
    ("t([0.0, 0.0, 0.0])", "t([0.0, 1.0, 2.0])"),
    ("t([0.0, 0.0])", "t([-1.0, 0.5])"),
    ("t([1.0, 2.0, 3.0])", "t([0.0, 0.0, 1.0])"),
    ("t([-1.0, -2.0, -2.5])", "t([2.0, 3.0, 0.5])"),
    ("t([2.0, -3.0, 0.5])", "t([2.0, -3.0, 0.5])"),
    ("t([1.5, 2.5])", "t([[0.5], [1.25]])"),
    ("t([np.inf, -np.inf, 1.0, 0.0])", "t([1.0, 2.0, np.inf, np.inf])"),
    ("t([np.nan, 1.0, np.nan, 0.0])", "t([0.0, np.nan, np.nan, np.nan])"),
]

_COMPLEX = [
    "tf.add", "tf.subtract", "tf.multiply", "tf.divide", "tf.pow", "tf.math.divide_no_nan", "tf.math.multiply_no_nan",
    "tf.math.xlogy", "tf.math.xdivy", "tf.math.xlog1py", "tf.math.squared_difference",
]  # fmt: skip

_SMOOTH = [f for f in FUNCTIONS if "gamma" not in f and "zeta" not in f]

ROWS = [
    *(f"grad({f}, {x}, {y})" for f in FUNCTIONS for x, y in _PAIRS if "polygamma" not in f or "inf" not in x),
    f"grad(tf.truncatemod, {_PAIRS[3][0]}, {_PAIRS[3][1]})",
    *(f"grad2({f}, {x}, {y})" for f in _SMOOTH for x, y in _PAIRS),
    *(f"grad_with({f}, [0., 0., 0., 0., 1., 0., 1., 1.], {_LEFT}, {_RIGHT})" for f in FUNCTIONS),
    *(f"traced(lambda x, y: grad({f}, x, y), {_LEFT}, {_RIGHT})" for f in FUNCTIONS),
    *(f"traced(lambda x, y: grad_with({f}, 0.0, x, y), {_LEFT}, {_RIGHT})" for f in _SMOOTH),
    *(f"jvp(lambda x: {f}(x, {_RIGHT}), {_LEFT}, t([1.0, 0.0, 0.0, 2.0, 1.0, 1.0, 0.0, 1.0]))" for f in _SMOOTH),
    *(f"jvp(lambda y: {f}({_LEFT}, y), {_RIGHT}, t([1.0, 0.0, 0.0, 2.0, 1.0, 1.0, 0.0, 1.0]))" for f in _SMOOTH),
    *(
        f"grad({f}, t([0.0, 1.0, -2.0, 1.5], tf.{d}), t([1.0, 1.0, 3.0, 0.5], tf.{d}))"
        for f in _SMOOTH
        for d in ("float16", "bfloat16", "float64")
    ),
    *(f"grad({f}, t([0j, 1 + 1j, 2 - 1j]), t([1 + 0j, 1 + 1j, 0.5 + 2j]))" for f in _COMPLEX),
    *(f"grad({f}, t([0j, 1 + 1j, 0j]), t([0j, 0j, 2 + 0j]))" for f in _COMPLEX),
    # a number takes part as it does in programs
    *(f"grad(lambda x: x ** {p}, t([0.0, -1.5, 2.0, np.inf]))" for p in (0, 1, 2, 3, 0.5, -1, -0.5)),
    *(f"grad2(lambda x: x ** {p}, t([0.0, -1.5, 2.0, np.inf]))" for p in (0, 1, 2, 3, 0.5, -1, -0.5)),
    *(f"grad(lambda y: {b} ** y, t([0.0, -1.5, 2.0, np.inf]))" for b in ("0.0", "1.0", "2.0", "(-2.0)")),
    "grad(tf.math.betainc, t([0.5, 2.0]), t([1.5, 1.0]), t([0.0, 1.0]))",
    "grad(tf.math.betainc, t([0.5, 2.0]), t([1.5, 1.0]), t([0.25, 0.75]))",
    "grad(tf.math.nextafter, t([1.0]), t([2.0]))",
    "grad(lambda x: tf.math.cumulative_logsumexp(x), t([-np.inf, 0.0, 1.0]))",
    "grad(lambda x: tf.math.cumulative_logsumexp(x), t([-np.inf, -np.inf, 1.0]))",
    *(f"grad(lambda x, y: tf.where({c}, x, y), t([0.0, 1.0]), t([0.0, np.inf]))" for c in ("x >= y", "x < y", "True")),
    *(f"grad(lambda x, y: tf.where(x > 0, x / y, 0.0), t([0.0, 1.0]), t([{y}, 2.0]))" for y in (0.0, 1.0, "np.inf")),
    *(
        f"grad(lambda x: tf.clip_by_value(x, {a}, {w}), t([-1.0, 0.0, 0.5, 1.0, 2.0, np.nan]))"
        for a in (-1.0, 0.0)
        for w in (0.5, 1.0)
    ),
    "grad(tf.clip_by_value, t([-1.0, 0.0, 0.5, 1.0, 2.0]), t(0.0), t(1.0))",
    "grad(tf.clip_by_value, t([[-1.0, 0.0], [0.5, 1.0]]), t([0.0, 0.0]), t([[1.0], [1.0]]))",
    "grad(tf.clip_by_value, t([0.0, 1.0]), t([0.0, 1.0]), t([0.0, 1.0]))",
    "grad2(tf.clip_by_value, t([-1.0, 0.0, 0.5, 1.0, 2.0]), t(0.0), t(1.0))",
    "grad(lambda x: tf.clip_by_value(x, tf.zeros([3]), 1.0), t([-1.0, 0.0, 1.0], tf.float32))",
    "grad(lambda x: tf.raw_ops.ClipByValue(t=x, clip_value_min=0.0, clip_value_max=1.0), t([-1.0, 0.0, 1.0, 2.0]))",
]

_TANGENTS = "t([1.0, 0.0, 0.0, 2.0, 1.0, 1.0, 0.0, 1.0])"
_TANGENT = (
    "Forward mode follows the operand that moves; TensorFlow adds the tangent 0 of the other one times its derivative, "
    "which is NaN where that is infinite."
)
_FINITE = "x ** (a - 1) * exp(-x) / gamma(a) has a limit where TensorFlow multiplies 0 by an infinite logarithm."
_CONJUGATE = "The gradient of a complex function is conjugated, as that of a product is; TensorFlow's rule omits it."
_POWER = "0 to the power 0 is 1, as of real numbers; TensorFlow gives NaN for complex ones."
_REMAINDER = "TensorFlow has no gradient of truncatemod; here there is one."
_COMPLEX_PAIRS = (
    "t([0j, 1 + 1j, 2 - 1j]), t([1 + 0j, 1 + 1j, 0.5 + 2j])",
    "t([0j, 1 + 1j, 0j]), t([0j, 0j, 2 + 0j])",
)

ON_PURPOSE: dict[str, str] = {
    **{
        f"jvp(lambda x: {f}(x, {_RIGHT}), {_LEFT}, {_TANGENTS})": _TANGENT
        for f in ("tf.divide", "tf.pow", "tf.math.xlogy", "tf.math.xdivy", "tf.math.floormod")
    },
    **{
        f"jvp(lambda y: {f}({_LEFT}, y), {_RIGHT}, {_TANGENTS})": _TANGENT
        for f in ("tf.divide", "tf.pow", "tf.math.xlogy", "tf.math.xdivy", "tf.math.xlog1py")
    },
    **{f"grad(tf.math.{f}, {x}, {y})": _FINITE for f in ("igamma", "igammac") for x, y in (_PAIRS[2], _PAIRS[6])},
    **{
        f"grad({f}, {_COMPLEX_PAIRS[0]})": _CONJUGATE
        for f in ("tf.math.multiply_no_nan", "tf.math.xlogy", "tf.math.xdivy", "tf.math.xlog1py")
    },
    **{f"grad({f}, {_COMPLEX_PAIRS[1]})": _CONJUGATE for f in ("tf.math.multiply_no_nan", "tf.math.xlog1py")},
    **{f"grad(tf.pow, {pair})": _POWER for pair in _COMPLEX_PAIRS},
    f"grad(tf.truncatemod, {_PAIRS[3][0]}, {_PAIRS[3][1]})": _REMAINDER,
}
