"""Special functions: the error function, the logarithm of the gamma function, and related functions."""

from __future__ import annotations

import math
from collections.abc import Callable

from graphwright.core.prelude import Application, Gradients, Tensor, TensorLike, apply, convert_to_tensor
from graphwright.ir.prelude import Gradient, Operand, OpRecord
from graphwright.ops.math._binary import binary
from graphwright.ops.math._broadcast import unbroadcast
from graphwright.ops.math._unary import unary
from graphwright.ops.math.formulas import _bessel, _erf, _erfinv, _lgamma, _zeta
from graphwright.ops.math.formulas._formula import Formula, as_rule, on_arrays


def _gaussian(x: Tensor, factor: float) -> Tensor:
    """`factor * exp(-x * x)`."""
    bell = apply("Exp", (apply("Neg", (apply("Square", (x,)),)),))
    return apply("Mul", (convert_to_tensor(factor, x.dtype), bell))


def _erf_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply("Mul", (grad, _gaussian(op.inputs[0], 2 / math.sqrt(math.pi))))]


def _erfc_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply("Mul", (grad, _gaussian(op.inputs[0], -2 / math.sqrt(math.pi))))]


def _inverse_slope(y: Tensor, half: float, factor: float) -> Tensor:
    """`factor * exp(half * y * y)`."""
    rise = apply("Exp", (apply("Mul", (apply("Square", (y,)), convert_to_tensor(half, y.dtype))),))
    return apply("Mul", (convert_to_tensor(factor, y.dtype), rise))


def _erfinv_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply("Mul", (grad, _inverse_slope(op.outputs[0], 1.0, math.sqrt(math.pi) / 2)))]


def _ndtri_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply("Mul", (grad, _inverse_slope(op.outputs[0], 0.5, math.sqrt(2 * math.pi))))]


def _of_formula(
    name: str, formula: Formula, gradient: Gradient, narrow: Callable[..., Operand] | None = None
) -> OpRecord:
    """An op that is computed by a formula; `narrow` is the rule for fewer bits than float64 has, if that is another."""
    wide = as_rule(name.lower(), formula)
    rule = wide if narrow is None else lambda e, x: wide(e, x) if x.bits == 64 else narrow(e, x)
    return unary(name, "floating", on_arrays(formula), rule, gradient)


ERF = _of_formula("Erf", _erf.erf, _erf_gradient, lambda e, x: e.erf(x))
ERFC = _of_formula("Erfc", _erf.erfc, _erfc_gradient, lambda e, x: e.erfc(x))
ERFINV = _of_formula("Erfinv", _erfinv.erfinv, _erfinv_gradient)
NDTRI = _of_formula("Ndtri", _erfinv.ndtri, _ndtri_gradient)
LGAMMA = _of_formula(
    "Lgamma", _lgamma.log_gamma, lambda op, grad: [apply("Mul", (grad, apply(DIGAMMA, (op.inputs[0],))))]
)
DIGAMMA: OpRecord = _of_formula(
    "Digamma",
    _lgamma.digamma,
    lambda op, grad: [apply("Mul", (grad, apply(POLYGAMMA, (convert_to_tensor(1, grad.dtype), op.inputs[0]))))],
)


def _polygamma_gradient(op: Application, grad: Tensor) -> Gradients:
    order, x = op.inputs
    higher = apply("AddV2", (order, convert_to_tensor(1, order.dtype)))
    return unbroadcast(order, x, None, apply("Mul", (grad, apply(POLYGAMMA, (higher, x)))))


def _zeta_gradient(op: Application, grad: Tensor) -> Gradients:
    s, q = op.inputs
    higher = apply(ZETA, (apply("AddV2", (s, convert_to_tensor(1, s.dtype))), q))
    return unbroadcast(s, q, None, apply("Mul", (grad, apply("Mul", (apply("Neg", (s,)), higher)))))


POLYGAMMA: OpRecord = binary(
    "Polygamma",
    "{float, double}",
    on_arrays(_zeta.polygamma),
    as_rule("polygamma", _zeta.polygamma),
    _polygamma_gradient,
    args="a: T, x: T -> z: T",
)

ZETA: OpRecord = binary(
    "Zeta",
    "{float, double}",
    on_arrays(_zeta.zeta),
    as_rule("zeta", _zeta.zeta),
    _zeta_gradient,
    args="x: T, q: T -> z: T",
)


def _i0e_gradient(op: Application, grad: Tensor) -> Gradients:
    x = op.inputs[0]
    slope = apply("Sub", (apply(I1E, (x,)), apply("Mul", (apply("Sign", (x,)), op.outputs[0]))))
    return [apply("Mul", (grad, slope))]


def _i1e_gradient(op: Application, grad: Tensor) -> Gradients:
    x, y = op.inputs[0], op.outputs[0]
    zero = apply("ZerosLike", (x,))
    at_zero = apply("Equal", (x, zero))
    safe = apply("SelectV2", (at_zero, apply("OnesLike", (x,)), x))
    fall = apply("Mul", (y, apply("AddV2", (apply("Sign", (safe,)), apply("Reciprocal", (safe,))))))
    slope = apply("Sub", (apply(I0E, (safe,)), fall))
    half = convert_to_tensor(0.5, x.dtype)
    return [apply("Mul", (grad, apply("SelectV2", (at_zero, half, slope))))]


def _i1_gradient(op: Application, grad: Tensor) -> Gradients:
    """I0(x) - I1(x) / x, the limit of which at 0 is 1/2."""
    x = op.inputs[0]
    zero = apply("ZerosLike", (x,))
    at_zero = apply("Equal", (x, zero))
    safe = apply("SelectV2", (at_zero, apply("OnesLike", (x,)), x))
    slope = apply("Sub", (apply(I0, (safe,)), apply("RealDiv", (op.outputs[0], safe))))
    return [apply("Mul", (grad, apply("SelectV2", (at_zero, convert_to_tensor(0.5, x.dtype), slope))))]


I0: OpRecord = _of_formula("BesselI0", _bessel.i0, lambda op, grad: [apply("Mul", (grad, apply(I1, (op.inputs[0],))))])
I1: OpRecord = _of_formula("BesselI1", _bessel.i1, _i1_gradient)
I0E: OpRecord = _of_formula("BesselI0e", _bessel.i0e, _i0e_gradient)
I1E: OpRecord = _of_formula("BesselI1e", _bessel.i1e, _i1e_gradient)


def erf(x: TensorLike, name: str | None = None) -> Tensor:
    """The Gauss error function of each element.

    >>> round(float(tf.math.erf(1.)), 4)
    0.8427
    """
    return apply(ERF, (x,), None, name)


def erfc(x: TensorLike, name: str | None = None) -> Tensor:
    """`1 - erf(x)`, precise where that is near 0.

    >>> round(float(tf.math.erfc(1.)), 4)
    0.1573
    """
    return apply(ERFC, (x,), None, name)


def erfinv(x: TensorLike, name: str | None = None) -> Tensor:
    """The number whose `erf` is the element; NaN outside [-1, 1].

    >>> round(float(tf.math.erfinv(0.8427008)), 3)
    1.0
    """
    return apply(ERFINV, (x,), None, name)


def ndtri(x: TensorLike, name: str | None = None) -> Tensor:
    """The quantile function of the standard normal distribution.

    >>> round(float(tf.math.ndtri(0.975)), 2)
    1.96
    """
    return apply(NDTRI, (x,), None, name)


def erfcinv(x: TensorLike, name: str | None = None) -> Tensor:
    """The number whose `erfc` is the element; NaN outside [0, 2].

    >>> round(float(tf.math.erfcinv(0.1572992)), 3)
    1.0
    """
    x = convert_to_tensor(x, name="start")
    half = apply("Mul", (x, convert_to_tensor(0.5, x.dtype)))
    return apply("Mul", (apply(NDTRI, (half,)), convert_to_tensor(-math.sqrt(0.5), x.dtype)), None, name or "erfcinv")


def lgamma(x: TensorLike, name: str | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function of each element.

    >>> round(float(tf.math.lgamma(5.)), 4)   # log(4!)
    3.1781
    """
    return apply(LGAMMA, (x,), None, name)


def digamma(x: TensorLike, name: str | None = None) -> Tensor:
    """The derivative of `lgamma` at each element.

    >>> round(float(tf.math.digamma(1.)), 4)
    -0.5772
    """
    return apply(DIGAMMA, (x,), None, name)


def polygamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The derivative of order `a`, a whole number, of `digamma` at each element.

    >>> round(float(tf.math.polygamma(1., 1.)), 4)
    1.6449
    """
    return apply(POLYGAMMA, (a, x), None, name)


def zeta(x: TensorLike, q: TensorLike, name: str | None = None) -> Tensor:
    """The Hurwitz zeta function: the sum of `(q + n) ** -x` over n = 0, 1, 2, ...

    >>> round(float(tf.math.zeta(2., 1.)), 4)
    1.6449
    """
    return apply(ZETA, (x, q), None, name)


def bessel_i0e(x: TensorLike, name: str | None = None) -> Tensor:
    """`exp(-|x|)` times the modified Bessel function of order 0.

    >>> round(float(tf.math.bessel_i0e(1.)), 4)
    0.4658
    """
    return apply(I0E, (x,), None, name)


def bessel_i1e(x: TensorLike, name: str | None = None) -> Tensor:
    """`exp(-|x|)` times the modified Bessel function of order 1.

    >>> round(float(tf.math.bessel_i1e(1.)), 4)
    0.2079
    """
    return apply(I1E, (x,), None, name)


def bessel_i0(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of order 0.

    >>> round(float(tf.math.bessel_i0(1.)), 4)
    1.2661
    """
    return apply(I0, (x,), None, name)


def bessel_i1(x: TensorLike, name: str | None = None) -> Tensor:
    """The modified Bessel function of order 1.

    >>> round(float(tf.math.bessel_i1(1.)), 4)
    0.5652
    """
    return apply(I1, (x,), None, name)
