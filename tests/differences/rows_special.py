"""The functions of `tf.math.special`: ordinary values, large and small ones, singular points, gradients."""
# ruff: noqa: E501

from itertools import product

_NAMES = (
    "bessel_j0",
    "bessel_j1",
    "bessel_k0",
    "bessel_k0e",
    "bessel_k1",
    "bessel_k1e",
    "bessel_y0",
    "bessel_y1",
    "dawsn",
    "expint",
    "fresnel_cos",
    "fresnel_sin",
    "spence",
)
_VALUES = (
    "t([0.01, 0.25, 0.5, 0.9, 1.3, 1.6, 2.1], {d})",
    "t([2.4, 2.7, 3.3, 3.9, 4.2, 5.0], {d})",
    "t([6.2, 7.3, 8.1, 9.7, 12.0, 19.0, 21.5, 40.0], {d})",
)
# where the exponential of a complex number is infinite, or 0, for all the angle says
_EXPM1 = [
    asked.format(
        f"tf.math.{f}(t([complex({x}, 0.0), complex({x}, np.inf), complex({x}, np.nan), complex({x}, 1.0)], tf.complex128))"
    )
    for f in ("exp", "expm1")
    for x in ("np.inf", "-np.inf", "np.nan", "800.0")
    for asked in ("{}", "traced(lambda: {})")
]
ROWS = [
    *_EXPM1,
    *(f"tf.math.special.{n}({v.format(d=d)})" for n, v, d in product(_NAMES, _VALUES, ("tf.float64", "tf.float32"))),
    *(f"grad(tf.math.special.{n}, {v.format(d='tf.float64')})" for n, v in product(_NAMES, _VALUES[:2])),
    *(f"tf.math.special.{n}(t([-2.5, -0.7, 0.0, np.nan], tf.float64))" for n in ("bessel_j0", "bessel_j1", "bessel_k0", "bessel_k1", "bessel_y0", "dawsn", "expint", "fresnel_cos", "fresnel_sin", "spence")),
    *(f"tf.math.special.{n}(t([np.inf], tf.float64))" for n in ("dawsn", "fresnel_cos", "fresnel_sin", "bessel_k0", "bessel_k1e")),
    *(f"traced(tf.math.special.{n}, t([0.5, 3.0, 11.0], tf.float64))" for n in _NAMES),
    *(f"tf.math.special.{n}(1)" for n in _NAMES[:2]),
    "grad(tf.math.special.spence, t([1.0]))",
    "grad(tf.math.special.bessel_j1, t([0.0]))",
]  # fmt: skip

ON_PURPOSE: dict[str, str] = {
    row: "as its exponential here and there: TensorFlow's expm1 of complex numbers is NaN where the exponential is infinite, or 0."
    for row in _EXPM1
    if ".expm1(" in row and "complex(np.nan, 0.0)" not in row
}
