"""Element-wise functions of one argument: ordinary values, ends, NaN and infinities, narrow floats, no elements."""

from __future__ import annotations

_FUNCTIONS = [
    "abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "ceil", "cos", "cosh", "digamma", "erf", "erfc", "erfinv",
    "exp", "expm1", "floor", "lgamma", "log", "log1p", "log_sigmoid", "ndtri", "negative", "reciprocal",
    "reciprocal_no_nan", "rint", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "softplus", "sqrt", "square",
    "tan", "tanh",
]  # fmt: skip

_VALUES = [
    "t([0.5, -0.5, 0.0, 1.0, -1.0, 2.5, -2.5])",
    "t([np.nan, np.inf, -np.inf])",
    "t([0.25, -0.75, 0.0], tf.float16)",
    "t([0.25, -0.75, 0.0], tf.bfloat16)",
    "t([0.3, -0.7, 1e-300], tf.float64)",
    "tf.zeros([0, 2])",
    "t(3)",
]

ROWS = [f"tf.math.{function}({value})" for function in _FUNCTIONS for value in _VALUES]

ON_PURPOSE: dict[str, str] = {}
