"""Special functions of `tf.math.special`: Bessel functions of further kinds, and integrals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from graphwright.core.prelude import Application, Gradients, Tensor, TensorLike, apply
from graphwright.ir.prelude import OpRecord
from graphwright.ops.math._unary import unary
from graphwright.ops.math.formulas import _bessel_of_waves as _waves
from graphwright.ops.math.formulas import _integrals
from graphwright.ops.math.formulas._formula import Formula, as_rule, on_arrays


def _record(name: str, formula: Formula, slope: Any) -> OpRecord:
    """An op computed by a formula; `slope(x, y)` is its derivative."""

    def gradient(op: Application, grad: Tensor) -> Gradients:
        return [apply("Mul", (grad, slope(op.inputs[0], op.outputs[0])))]

    return unary(name, "floating", on_arrays(formula), as_rule(name.lower(), formula), gradient)


def _number(value: float, x: Tensor) -> Any:
    return np.asarray(value, x.dtype.numpy)


def _of(record: str, x: Tensor) -> Any:
    return apply(record, (x,))


def _over(a: Tensor, x: Tensor) -> Any:
    return apply("RealDiv", (a, x))


def _less(a: Tensor, b: Tensor) -> Any:
    return apply("Sub", (a, b))


def _j1_slope(x: Tensor, y: Tensor) -> Any:
    """J0(x) - J1(x) / x, the limit of which at 0 is 1/2."""
    at_zero = apply("Equal", (x, apply("ZerosLike", (x,))))
    safe = apply("SelectV2", (at_zero, apply("OnesLike", (x,)), x))
    return apply("SelectV2", (at_zero, _number(0.5, x), _less(_of("BesselJ0", safe), _over(y, safe))))


def _k1e_slope(x: Tensor, y: Tensor) -> Any:
    """K1e(x) (1 - 1 / x) - K0e(x), which is minus infinity at 0."""
    share = _less(_number(1.0, x), apply("Reciprocal", (x,)))
    return _less(apply("Mul", (y, share)), _of("BesselK0e", x))


def _spence_slope(x: Tensor, y: Tensor) -> Any:
    """-log(x) / (x - 1), the limit of which at 1 is -1."""
    one = apply("OnesLike", (x,))
    at_one = apply("Equal", (x, one))
    safe = apply("SelectV2", (at_one, apply("AddV2", (x, one)), x))
    slope = apply("Neg", (_over(_of("Log", safe), _less(safe, one)),))
    return apply("SelectV2", (at_one, _number(-1.0, x), slope))


def _quarter_turns(x: Tensor) -> Any:
    return apply("Mul", (apply("Square", (x,)), _number(math.pi / 2, x)))


J0 = _record("BesselJ0", _waves.j0, lambda x, y: apply("Neg", (_of("BesselJ1", x),)))
J1 = _record("BesselJ1", _waves.j1, _j1_slope)
K0 = _record("BesselK0", _waves.k0, lambda x, y: apply("Neg", (_of("BesselK1", x),)))
K0E = _record("BesselK0e", _waves.k0e, lambda x, y: _less(y, _of("BesselK1e", x)))
K1 = _record("BesselK1", _waves.k1, lambda x, y: _less(apply("Neg", (_of("BesselK0", x),)), _over(y, x)))
K1E = _record("BesselK1e", _waves.k1e, lambda x, y: _k1e_slope(x, y))
Y0 = _record("BesselY0", _waves.y0, lambda x, y: apply("Neg", (_of("BesselY1", x),)))
Y1 = _record("BesselY1", _waves.y1, lambda x, y: _less(_of("BesselY0", x), _over(y, x)))
DAWSN = _record(
    "Dawsn",
    _integrals.dawson,
    lambda x, y: _less(_number(1.0, x), apply("Mul", (_number(2.0, x), apply("Mul", (x, y))))),
)
EXPINT = _record("Expint", _integrals.exponential_integral, lambda x, y: _over(_of("Exp", x), x))
FRESNEL_COS = _record("FresnelCos", _integrals.fresnel_cos, lambda x, y: _of("Cos", _quarter_turns(x)))
FRESNEL_SIN = _record("FresnelSin", _integrals.fresnel_sin, lambda x, y: _of("Sin", _quarter_turns(x)))
SPENCE = _record("Spence", _integrals.spence, _spence_slope)


def bessel_j0(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the first kind of order 0.

    >>> round(float(tf.math.special.bessel_j0(0.5)), 4)
    0.9385
    """
    return apply(J0, (x,), None, name)


def bessel_j1(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the first kind of order 1.

    >>> round(float(tf.math.special.bessel_j1(0.5)), 4)
    0.2423
    """
    return apply(J1, (x,), None, name)


def bessel_k0(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 0.

    >>> round(float(tf.math.special.bessel_k0(0.5)), 4)
    0.9244
    """
    return apply(K0, (x,), None, name)


def bessel_k0e(x: TensorLike, name: str | None = None) -> Tensor:
    """`exp(x)` times the modified Bessel function of the second kind of order 0.

    >>> round(float(tf.math.special.bessel_k0e(0.5)), 4)
    1.5241
    """
    return apply(K0E, (x,), None, name)


def bessel_k1(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of the second kind of order 1.

    >>> round(float(tf.math.special.bessel_k1(0.5)), 4)
    1.6564
    """
    return apply(K1, (x,), None, name)


def bessel_k1e(x: TensorLike, name: str | None = None) -> Tensor:
    """`exp(x)` times the modified Bessel function of the second kind of order 1.

    >>> round(float(tf.math.special.bessel_k1e(0.5)), 4)
    2.731
    """
    return apply(K1E, (x,), None, name)


def bessel_y0(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the second kind of order 0.

    >>> round(float(tf.math.special.bessel_y0(0.5)), 4)
    -0.4445
    """
    return apply(Y0, (x,), None, name)


def bessel_y1(x: TensorLike, name: str | None = None) -> Tensor:
    """The Bessel function of the second kind of order 1.

    >>> round(float(tf.math.special.bessel_y1(0.5)), 4)
    -1.4715
    """
    return apply(Y1, (x,), None, name)


def dawsn(x: TensorLike, name: str | None = None) -> Tensor:
    """Dawson's integral: `exp(-x ** 2)` times that of `exp(t ** 2)` from 0 to x.

    >>> round(float(tf.math.special.dawsn(0.5)), 4)
    0.4244
    """
    return apply(DAWSN, (x,), None, name)


def expint(x: TensorLike, name: str | None = None) -> Tensor:
    """The exponential integral Ei, NaN for negative numbers.

    >>> round(float(tf.math.special.expint(0.5)), 4)
    0.4542
    """
    return apply(EXPINT, (x,), None, name)


def fresnel_cos(x: TensorLike, name: str | None = None) -> Tensor:
    """Fresnel's integral of `cos(pi * t ** 2 / 2)` from 0 to x.

    >>> round(float(tf.math.special.fresnel_cos(0.5)), 4)
    0.4923
    """
    return apply(FRESNEL_COS, (x,), None, name)


def fresnel_sin(x: TensorLike, name: str | None = None) -> Tensor:
    """Fresnel's integral of `sin(pi * t ** 2 / 2)` from 0 to x.

    >>> round(float(tf.math.special.fresnel_sin(0.5)), 4)
    0.0647
    """
    return apply(FRESNEL_SIN, (x,), None, name)


def spence(x: TensorLike, name: str | None = None) -> Tensor:
    """Spence's integral: minus that of `log(t) / (t - 1)` from 1 to x.

    >>> round(float(tf.math.special.spence(0.5)), 4)
    0.5822
    """
    return apply(SPENCE, (x,), None, name)
