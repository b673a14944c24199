"""Elementwise functions and their gradients where numbers end: infinities, NaN, zeros, huge parts, in four dtypes."""

from __future__ import annotations

_REAL = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e",
    "ceil", "cos", "cosh", "digamma", "erf", "erfc", "erfcinv", "erfinv", "exp", "expm1", "floor", "lgamma", "log",
    "log1p", "log_sigmoid", "ndtri", "negative", "reciprocal", "reciprocal_no_nan", "rint", "round", "rsqrt", "sigmoid",
    "sign", "sin", "sinh", "softplus", "softsign", "sqrt", "square", "tan", "tanh",
]  # fmt: skip
_NN = ["crelu", "elu", "gelu", "leaky_relu", "relu", "relu6", "selu", "silu"]
_SPECIAL = [
    "bessel_j0", "bessel_j1", "bessel_k0", "bessel_k0e", "bessel_k1", "bessel_k1e", "bessel_y0", "bessel_y1", "dawsn",
    "expint", "fresnel_cos", "fresnel_sin", "spence",
]  # fmt: skip
_COMPLEX = [
    "abs", "acos", "acosh", "angle", "asin", "asinh", "atan", "atanh", "conj", "cos", "cosh", "exp", "expm1", "imag",
    "log", "log1p", "negative", "real", "reciprocal", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt", "square",
    "tan", "tanh",
]  # fmt: skip
_PAIRS = [
    "tf.add", "tf.subtract", "tf.multiply", "tf.divide", "tf.pow", "tf.math.divide_no_nan", "tf.math.multiply_no_nan",
    "tf.math.xlogy", "tf.math.xdivy", "tf.math.xlog1py", "tf.math.squared_difference",
]  # fmt: skip
_REAL_PAIRS = [
    *_PAIRS, "tf.maximum", "tf.minimum", "tf.atan2", "tf.math.floormod", "tf.math.floordiv", "tf.truncatediv",
    "tf.truncatemod", "tf.math.nextafter", "tf.math.igamma", "tf.math.igammac", "tf.math.polygamma", "tf.math.zeta",
]  # fmt: skip

_ORDINARY = "[0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0, 20.0, -20.0]"
_ENDS = "[np.inf, -np.inf, np.nan]"
_OSCILLATING = ("bessel_j", "bessel_y")  # of huge arguments each library has other digits
_HUGE = {"float32": "[1e30, -1e30]", "float64": "[1e200, -1e200]"}

_FUNCTIONS = [f"tf.math.{f}" for f in _REAL] + [f"tf.nn.{f}" for f in _NN] + [f"tf.math.special.{f}" for f in _SPECIAL]
_REAL_ROWS = [
    row
    for dtype in ("float32", "float64")
    for f in _FUNCTIONS
    for values in (_ORDINARY, _ENDS, _HUGE[dtype])
    if values not in _HUGE.values() or not any(name in f for name in _OSCILLATING)
    for x in (f"t({values}, tf.{dtype})",)
    for row in (f"{f}({x})", f"grad({f}, {x})", *(f"grad_with({f}, {g}, {x})" for g in ("np.inf", "np.nan")))
]

_FLAT = "[0j, complex(-0.0, 0.0), complex(0.0, -0.0), complex(-0.0, -0.0), 1, -1, 2, -2, 1j, -1j, 0.5 - 0.25j, -3 + 2j]"
_INFINITE = (
    "[complex(np.inf, 0), complex(-np.inf, 0), complex(0, np.inf), complex(0, -np.inf), complex(np.inf, 1.5), "
    "complex(-1.5, -np.inf), complex(np.inf, np.inf), complex(-np.inf, np.inf)]"
)
_UNKNOWN = "[complex(np.nan, 0), complex(0, np.nan), complex(np.inf, np.nan), complex(1, np.nan)]"
# even numbers of them: TensorFlow computes the last one of odd ones otherwise
_BIG = "[complex({0}, 0), complex(-{0}, 0), complex(0, {0}), complex(0, -{0})]"
_WIDE = "[95 + 1j, -95 + 1j, 1 + 95j, 3 - 30j]"
_POINTS = {
    dtype: (_FLAT, _INFINITE, _UNKNOWN, _BIG.format(large), _WIDE)
    for dtype, large in (("complex64", "1e30"), ("complex128", "1e200"))
}
_COMPLEX_ROWS = [
    row
    for dtype, points in _POINTS.items()
    for f in _COMPLEX
    for values in points
    for x in (f"t({values}, tf.{dtype})",)
    for row in (f"tf.math.{f}({x})", f"grad(tf.math.{f}, {x})")
]

_EACH = {
    "ordinary": ("[0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, -2.0]", "[0.0, -0.0, 0.5, -0.5, 1.0, -1.0, 2.0, 3.0]"),
    "infinite": ("[np.inf, -np.inf, 0.0, 1.0, -2.0, 2.0]", "[np.inf, -np.inf]"),
    "infinite left": ("[np.inf, -np.inf]", "[0.0, 1.0, -2.0, 2.0, 0.5, 3.0]"),
    "unknown": ("[np.nan]", "[0.0, 1.0, np.inf, np.nan]"),
    "unknown right": ("[0.0, 1.0, np.inf, -2.0]", "[np.nan]"),
}
_PAIR_ROWS = [
    row
    for dtype in ("float32", "float64")
    for f in _REAL_PAIRS
    for left, right in _EACH.values()
    for x, y in ((f"t({left}, tf.{dtype})[:, None]", f"t({right}, tf.{dtype})[None, :]"),)
    for row in (f"{f}({x}, {y})", f"grad({f}, {x}, {y})")
    if not row.startswith("grad(tf.truncatemod")  # it has no gradient in TensorFlow
] + [
    row
    for dtype in ("complex64", "complex128")
    for f in _PAIRS
    for left, right in (
        ("[0, 1, -1, 2j, 0.5 - 1j, 3 + 2j, -2, -1j]", "[0, 1, -1, 2, 0.5, 1j, 1 - 0.5j, -0.5 + 2j]"),
        ("[complex(np.inf, 0), complex(0, -np.inf)]", "[0, 1, -1, 2, 0.5, 1j, 1 - 0.5j, -0.5 + 2j]"),
        ("[0, 1, -1, 2j]", "[complex(np.inf, 0), complex(0, -np.inf)]"),
        ("[complex(np.nan, 0), complex(1, np.nan)]", "[0, 1, 2, 0.5 + 1j]"),
        ("[0, 1, 2j, 0.5 + 1j]", "[complex(np.nan, 0), complex(1, np.nan)]"),
    )
    for x, y in ((f"t(np.array({left}), tf.{dtype})[:, None]", f"t(np.array({right}), tf.{dtype})[None, :]"),)
    for row in (f"{f}({x}, {y})", f"grad({f}, {x}, {y})")
]

_BEYOND = [
    "tf.math.erfinv(t([1.0000001, -1.0000001]))",
    "tf.math.erfinv(t([1.5, -1.5, 1.0, -1.0]))",
    "tf.math.special.expint(t([3e38]))",
    "tf.math.special.expint(t([1e308], tf.float64))",
    "tf.math.polygamma(t([88.0, 88.0, 20.0]), t([3.0, 100.0, 100.0]))",
    "tf.math.floordiv(t([-0.5, 0.5]), t([3e38, -3e38]))",
    "grad(tf.math.igamma, t([1.0, 2.0, 2.5]), t([-1.5, -2.0, -0.5]))",
    "grad(tf.math.igammac, t([1.0, 2.0, 2.5], tf.float64), t([-1.5, -2.0, -0.5], tf.float64))",
    "tf.math.cumprod(t([complex(2, np.inf), 2, 3]))",
    "tf.math.cumsum(t([complex(2, np.inf), complex(-0.0, 2), 3]))",
    "tf.reduce_prod(t([complex(2, np.inf)]))",
]

ROWS = [*_REAL_ROWS, *_COMPLEX_ROWS, *_PAIR_ROWS, *_BEYOND]

_REASONS: list[tuple[str, tuple[str, ...]]] = [
    ("I1 has the derivative 1/2 at 0, where TensorFlow gives 1.", ("grad(tf.math.bessel_i1, t([0.0",)),
    (
        "Y1 is minus infinity at 0, as for float64; TensorFlow gives NaN for float32.",
        tuple(
            f"{program}({between}t({_ORDINARY}, tf.float32"
            for program, between in (
                ("tf.math.special.bessel_y1", ""),
                ("grad", "tf.math.special.bessel_y0, "),
                ("grad", "tf.math.special.bessel_y1, "),
                ("grad_with", "tf.math.special.bessel_y0, np.inf, "),
                ("grad_with", "tf.math.special.bessel_y1, np.inf, "),
            )
        ),
    ),
    (
        "The slope is a difference of nearly equal numbers: which digits are left differs, and so does an infinity "
        "times it.",
        (
            "grad_with(tf.math.bessel_i0e, np.inf, t([1e200",
            "grad_with(tf.math.bessel_i1e, np.inf, t([1e200",
            "grad_with(tf.math.special.bessel_k0e, np.inf, t([1e30",
            "grad_with(tf.math.special.bessel_k1e, np.inf, t([1e30",
        ),
    ),
    (
        "The slope of a huge number is small, not 0 or NaN as in TensorFlow.",
        (
            "grad_with(tf.math.digamma, np.inf, t([1e",
            "grad_with(tf.math.softsign, np.inf, t([1e",
        ),
    ),
    (
        "The slope vanishes for huge numbers of both signs; TensorFlow gives 2 for negative ones.",
        ("grad(tf.math.special.dawsn, t([1e", "grad_with(tf.math.special.dawsn, np.inf, t([1e"),
    ),
    (
        "An infinite gradient times the slope is here the sum of two infinite parts, which is NaN where they differ in "
        "sign.",
        ("grad_with(tf.nn.silu, np.inf, t([0.0", "grad_with(tf.nn.silu, np.inf, t([1e"),
    ),
    ("The limit at infinity is minus infinity, where TensorFlow gives NaN.", ("tf.math.special.spence(t([np.inf",)),
    (
        "The limits are 1 and -1, as for float32; TensorFlow gives NaN for float64.",
        ("tf.math.erf(t([np.inf, -np.inf, np.nan], tf.float64", "tf.math.erf(t([1e200"),
    ),
    (
        "TensorFlow rounds the constants of gelu to float32, also for float64.",
        (f"tf.nn.gelu(t({_ORDINARY}, tf.float64", f"grad(tf.nn.gelu, t({_ORDINARY}, tf.float64"),
    ),
    (
        "The slope vanishes towards infinity in all directions; TensorFlow's square overflows to NaN.",
        tuple(
            f"grad(tf.math.{f}, t([{x}"
            for f in ("acos", "asin")
            for x in ("complex(np.inf, 0), complex(-np.inf", "complex(1e")
        ),
    ),
    (
        "As its exponential here and there: TensorFlow's expm1 of complex numbers is NaN where the exponential is "
        "infinite, or 0.",
        (
            "tf.math.expm1(t([complex(np.inf, 0), complex(-np.inf",
            "tf.math.expm1(t([95 + 1j",
            "tf.math.expm1(t([complex(1e",
        ),
    ),
    (
        "The size is a number; TensorFlow's square of it overflows to NaN.",
        ("tf.math.log(t([complex(1e",),
    ),
    (
        "As the logarithm of `1 + x` here and there: TensorFlow's log1p of complex numbers is NaN at -1 and infinity.",
        (
            "tf.math.log1p(t([0j",
            "tf.math.log1p(t([complex(np.inf, 0), complex(-np.inf",
        ),
    ),
    (
        "Anything to the power 0 is 1, as of real numbers; TensorFlow gives NaN for the complex 0, infinities and NaN.",
        (
            "tf.pow(t(np.array([0, 1, -1, 2j, 0.5",
            "grad(tf.pow, t(np.array([0, 1, -1, 2j, 0.5",
            "tf.pow(t(np.array([complex(np.inf, 0), complex(0, -np.inf)]), ",
            "tf.pow(t(np.array([complex(np.nan",
        ),
    ),
    (
        "The gradient of a complex function is conjugated, as that of a product is; TensorFlow's rule omits it.",
        (
            "grad(tf.math.multiply_no_nan, t(np.array([",
            "grad(tf.math.xlogy, t(np.array([0, 1, -1, 2j, 0.5",
            "grad(tf.math.xdivy, t(np.array([0, 1, -1, 2j, 0.5",
            "grad(tf.math.xlog1py, t(np.array([0, 1, -1, 2j, 0.5",
            "grad(tf.math.xlog1py, t(np.array([complex(np.nan",
        ),
    ),
    (
        "Only -1 and 1 have infinite values; TensorFlow rounds numbers beside them to these.",
        ("tf.math.erfinv(t([1.0000001",),
    ),
    (
        "The integral of a huge number is infinite, where TensorFlow gives NaN.",
        ("tf.math.special.expint(t([3e38", "tf.math.special.expint(t([1e308"),
    ),
    (
        "The factorial of the order overflows in TensorFlow before it is multiplied by a small sum.",
        ("tf.math.polygamma(t([88.0",),
    ),
    (
        "The quotient is below 0, however small, so that its floor is -1, as in Python; TensorFlow rounds it to 0.",
        ("tf.math.floordiv(t([-0.5, 0.5]), t([3e38",),
    ),
    (
        "A product of infinite complex numbers: of which its parts are NaN, each library decides otherwise.",
        ("tf.math.cumprod(t([complex(2", "tf.reduce_prod(t([complex(2"),
    ),
]
_EXPONENTIALS_END = "tf.math.expm1(t([95 + 1j, -95 + 1j, 1 + 95j, 3 - 30j], tf.complex128"

ON_PURPOSE: dict[str, str] = {
    row: reason
    for reason, beginnings in _REASONS
    for row in ROWS
    if row.startswith(beginnings) and not row.startswith(_EXPONENTIALS_END)
}
