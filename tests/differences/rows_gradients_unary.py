"""Gradients of element-wise functions of one argument: at 0, at the ends of the domain, saturated, of no number."""

from __future__ import annotations

_MATH = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e",
    "ceil", "cos", "cosh", "digamma", "erf", "erfc", "erfcinv", "erfinv", "exp", "expm1", "floor", "lgamma", "log",
    "log1p", "log_sigmoid", "ndtri", "negative", "reciprocal", "reciprocal_no_nan", "rint", "round", "rsqrt", "sigmoid",
    "sign", "sin", "sinh", "softplus", "softsign", "sqrt", "square", "tan", "tanh",
]  # fmt: skip

_NN = ["crelu", "elu", "gelu", "leaky_relu", "relu", "relu6", "selu", "silu"]

FUNCTIONS = [f"tf.math.{f}" for f in _MATH] + [f"tf.nn.{f}" for f in _NN]

_VALUES = [
    "[0.0, -0.0]",
    "[1.0, -1.0, 2.0, 6.0]",
    "[0.3, -0.7, 1.7, -2.6]",
    "[30.0, -30.0, 90.0, -90.0]",
    "[np.inf, -np.inf, np.nan]",
]

_COMPLEX = [
    "abs", "acos", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "log", "log1p", "reciprocal", "rsqrt",
    "sigmoid", "sin", "sinh", "sqrt", "square", "tan", "tanh", "angle", "real", "imag", "conj", "sign",
]  # fmt: skip

_GRADS = ["Inv", "Reciprocal", "Rsqrt", "Sigmoid", "Sqrt", "Tanh"]
_Y_DY = "t([0.3 + 0.4j]), t([1 + 2j])"

ROWS = [
    *(f"grad({f}, t({v}))" for f in FUNCTIONS for v in _VALUES),
    *(f"grad2({f}, t({v}))" for f in FUNCTIONS for v in _VALUES if f != "tf.math.bessel_i1" or "1.7" not in v),
    # an upstream of 0 beside one that is not
    *(f"grad_with({f}, [0.0, 1.0, 0.0, 0.0], t([0.0, 0.5, 1.0, np.inf]))" for f in FUNCTIONS),
    *(f"grad(lambda x: tf.where(x > 0, {f}(x), 0), t([0.0, 0.5, -1.0]))" for f in FUNCTIONS if "crelu" not in f),
    *(f"grad2(lambda x: tf.where(x > 0, {f}(x), 0), t([0.0, 0.5, -1.0]))" for f in FUNCTIONS if "crelu" not in f),
    *(f"jvp({f}, t([0.0, 0.5, 1.0, -0.5]), t([1.0, 0.0, 0.0, 2.0]))" for f in FUNCTIONS if "crelu" not in f),
    *(f"grad({f}, t([0.0, 0.5, -0.75, 1.0], tf.{d}))" for f in FUNCTIONS for d in ("float16", "bfloat16", "float64")),
    *(f"traced(lambda x: grad({f}, x), t([0.0, 0.5, 1.0, -1.0, 40.0, np.inf]))" for f in FUNCTIONS),
    *(f"grad(tf.math.{f}, t([0j, 1 + 0j, 0.5 - 0.25j, -1 + 2j]))" for f in _COMPLEX),
    *(f"grad(tf.math.{f}, t([0.5 - 0.25j, -1 + 2j], tf.complex128))" for f in _COMPLEX),
    # which of the ops conjugate their output themselves
    *(f"traced(lambda y, dy: tf.raw_ops.{f}Grad(y=y, dy=dy), {_Y_DY})" for f in _GRADS),
    *(f"grad_with(lambda y, dy: tf.raw_ops.{f}Grad(y=y, dy=dy), 2 - 1j, {_Y_DY})" for f in _GRADS),
]

_BESSEL = "The derivative of I1 at 0 is 1/2 and its second derivative 0; TensorFlow's rules give 1 and NaN."
_LARGE = "I0 and I1 of 90 are float32 numbers; TensorFlow's overflow on the way."
_SOFTSIGN = "TensorFlow has no second gradient of softsign; here there is one."
_GELU = "TensorFlow rounds the constants of gelu to float32, also for float64."
_TANGENT = "TensorFlow multiplies an infinity by the tangent 0 of a constant factor, which gives NaN."

ON_PURPOSE: dict[str, str] = {
    "grad(tf.math.bessel_i1, t([0.0, -0.0]))": _BESSEL,
    "grad2(tf.math.bessel_i0, t([0.0, -0.0]))": _BESSEL,
    "grad2(tf.math.bessel_i1, t([0.0, -0.0]))": _BESSEL,
    "grad2(tf.math.bessel_i1e, t([0.0, -0.0]))": _BESSEL,
    "grad2(lambda x: tf.where(x > 0, tf.math.bessel_i1(x), 0), t([0.0, 0.5, -1.0]))": _BESSEL,
    "grad2(lambda x: tf.where(x > 0, tf.math.bessel_i1e(x), 0), t([0.0, 0.5, -1.0]))": _BESSEL,
    "jvp(tf.math.bessel_i1, t([0.0, 0.5, 1.0, -0.5]), t([1.0, 0.0, 0.0, 2.0]))": _BESSEL,
    **{f"grad(tf.math.bessel_i1, t([0.0, 0.5, -0.75, 1.0], tf.{d}))": _BESSEL for d in ("float16", "float64")},
    "traced(lambda x: grad(tf.math.bessel_i1, x), t([0.0, 0.5, 1.0, -1.0, 40.0, np.inf]))": _BESSEL,
    **{f"{g}(tf.math.{f}, t({_VALUES[3]}))": _LARGE for g in ("grad", "grad2") for f in ("bessel_i0", "bessel_i1")},
    **{f"grad2(tf.math.softsign, t({v}))": _SOFTSIGN for v in _VALUES},
    "grad2(lambda x: tf.where(x > 0, tf.math.softsign(x), 0), t([0.0, 0.5, -1.0]))": _SOFTSIGN,
    "jvp(tf.math.softsign, t([0.0, 0.5, 1.0, -0.5]), t([1.0, 0.0, 0.0, 2.0]))": _SOFTSIGN,
    "grad(tf.nn.gelu, t([0.0, 0.5, -0.75, 1.0], tf.float64))": _GELU,
    "jvp(tf.math.erfcinv, t([0.0, 0.5, 1.0, -0.5]), t([1.0, 0.0, 0.0, 2.0]))": _TANGENT,
}
