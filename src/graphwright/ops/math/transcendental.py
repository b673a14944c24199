"""Exponentials, logarithms, trigonometric and hyperbolic functions."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, convert_to_tensor
from graphwright.ir.record import Gradient, OpRecord
from graphwright.ops.math._unary import conjugate, unary, unary_grad
from graphwright.ops.math.binary import MUL, SUB
from graphwright.ops.math.formulas._complex_exponentials import complex_sigmoid, expm1_kernel, log1p_kernel
from graphwright.ops.math.unary import NEG, RECIPROCAL, RSQRT, SQUARE


def _one(like: Tensor) -> Tensor:
    return convert_to_tensor(1, like.dtype)


def _one_minus_square(x: Tensor) -> Tensor:
    return apply(SUB, (_one(x), apply(SQUARE, (x,))))


def _one_plus_square(x: Tensor) -> Tensor:
    return apply("AddV2", (_one(x), apply(SQUARE, (x,))))


def _slope(of: Callable[[Tensor], Tensor], *, negative: bool = False) -> Gradient:
    """A gradient rule: the incoming gradient (or its negative) times a function of the conjugated input."""

    def rule(op: Application, grad: Tensor) -> Gradients:
        grad = apply(NEG, (grad,)) if negative else grad
        return [apply(MUL, (grad, of(conjugate(op.inputs[0]))))]

    return rule


# exponentials and logarithms -----

EXP: OpRecord = unary(
    "Exp", "inexact", np.exp, lambda e, x: e.exp(x), lambda op, grad: [apply(MUL, (grad, conjugate(op.outputs[0])))]
)


EXPM1 = unary("Expm1", "inexact", expm1_kernel, lambda e, x: e.expm1(x), _slope(lambda x: apply(EXP, (x,))))
LOG = unary("Log", "inexact", np.log, lambda e, x: e.log(x), _slope(lambda x: apply(RECIPROCAL, (x,))))
LOG1P = unary(
    "Log1p",
    "inexact",
    log1p_kernel,
    lambda e, x: e.log1p(x),
    _slope(lambda x: apply(RECIPROCAL, (apply("AddV2", (_one(x), x)),))),
)

# saturating functions -----

TANH = unary(
    "Tanh",
    "inexact",
    np.tanh,
    lambda e, x: e.tanh(x),
    lambda op, grad: [apply(TANH_GRAD, (conjugate(op.outputs[0]), grad))],
)


def _tanh_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    y, dy = (conjugate(x) for x in op.inputs)
    minus_two = convert_to_tensor(-2, grad.dtype)
    gy = apply(MUL, (apply(MUL, (grad, minus_two)), apply(MUL, (dy, y))))
    return [gy, apply(TANH_GRAD, (y, grad))]


TANH_GRAD: OpRecord = unary_grad(
    "TanhGrad",
    lambda y, dy: dy * (np.ones((), y.dtype) - y * y),
    lambda e, y, dy: e.mul(dy, e.sub(e.const(1, y), e.mul(y, y))),
    _tanh_grad_gradient,
    conjugates=False,
)


def _sigmoid(x: Array) -> Array:
    if x.dtype.kind == "c":
        return complex_sigmoid(x)
    # from exp of a negative number always, so that nothing overflows
    one = np.ones((), x.dtype)
    small = np.exp(-np.abs(x))
    return np.where(x >= 0, one, small) / (one + small)


SIGMOID = unary(
    "Sigmoid",
    "inexact",
    _sigmoid,
    lambda e, x: e.sigmoid(x),
    lambda op, grad: [apply(SIGMOID_GRAD, (conjugate(op.outputs[0]), grad))],
)


def _sigmoid_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    y, dy = (conjugate(x) for x in op.inputs)
    g_dy = apply(MUL, (grad, dy))
    gy = apply(SUB, (g_dy, apply(MUL, (apply(MUL, (g_dy, convert_to_tensor(2, y.dtype))), y))))
    return [gy, apply(SIGMOID_GRAD, (y, grad))]


SIGMOID_GRAD: OpRecord = unary_grad(
    "SigmoidGrad",
    lambda y, dy: dy * (y * (np.ones((), y.dtype) - y)),
    lambda e, y, dy: e.mul(dy, e.mul(y, e.sub(e.const(1, y), y))),
    _sigmoid_grad_gradient,
    conjugates=False,
)

# trigonometry -----

SIN: OpRecord = unary("Sin", "inexact", np.sin, lambda e, x: e.sin(x), _slope(lambda x: apply(COS, (x,))))
COS: OpRecord = unary(
    "Cos", "inexact", np.cos, lambda e, x: e.cos(x), _slope(lambda x: apply(SIN, (x,)), negative=True)
)


def _tan_gradient(op: Application, grad: Tensor) -> Gradients:
    secant = apply(RECIPROCAL, (apply(COS, (conjugate(op.inputs[0]),)),))
    return [apply(MUL, (apply(SQUARE, (secant,)), grad))]


TAN = unary("Tan", "inexact", np.tan, lambda e, x: e.tan(x), _tan_gradient)

_asin_slope = _slope(lambda x: apply(RSQRT, (_one_minus_square(x),)))
_acos_slope = _slope(lambda x: apply(RSQRT, (_one_minus_square(x),)), negative=True)
_atan_slope = _slope(lambda x: apply(RECIPROCAL, (_one_plus_square(x),)))
_atanh_slope = _slope(lambda x: apply(RECIPROCAL, (_one_minus_square(x),)))

ASIN = unary("Asin", "inexact", np.arcsin, lambda e, x: e.asin(x), _asin_slope)
ACOS = unary("Acos", "inexact", np.arccos, lambda e, x: e.acos(x), _acos_slope)
ATAN = unary("Atan", "inexact", np.arctan, lambda e, x: e.atan(x), _atan_slope)

# hyperbolic functions -----

SINH: OpRecord = unary("Sinh", "inexact", np.sinh, lambda e, x: e.sinh(x), _slope(lambda x: apply(COSH, (x,))))
COSH: OpRecord = unary("Cosh", "inexact", np.cosh, lambda e, x: e.cosh(x), _slope(lambda x: apply(SINH, (x,))))


def _asinh_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply("RealDiv", (grad, apply(COSH, (conjugate(op.outputs[0]),))))]


def _acosh_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply("RealDiv", (grad, apply(SINH, (conjugate(op.outputs[0]),))))]


ASINH = unary("Asinh", "inexact", np.arcsinh, lambda e, x: e.asinh(x), _asinh_gradient)
ACOSH = unary("Acosh", "inexact", np.arccosh, lambda e, x: e.acosh(x), _acosh_gradient)
ATANH = unary("Atanh", "inexact", np.arctanh, lambda e, x: e.atanh(x), _atanh_slope)

# public functions -----


def exp(x: TensorLike, name: str | None = None) -> Tensor:
    """`e` to the power of each element.

    >>> [round(float(v), 3) for v in tf.exp([0., 1.])]
    [1.0, 2.718]
    """
    return apply(EXP, (x,), None, name)


def expm1(x: TensorLike, name: str | None = None) -> Tensor:
    """`exp(x) - 1`, precise near 0.

    >>> [round(float(v), 3) for v in tf.math.expm1([0., 1.])]
    [0.0, 1.718]
    """
    return apply(EXPM1, (x,), None, name)


def log(x: TensorLike, name: str | None = None) -> Tensor:
    """The natural logarithm of each element; NaN for negative ones.

    >>> [round(float(v), 3) for v in tf.math.log([1., 2.])]
    [0.0, 0.693]
    """
    return apply(LOG, (x,), None, name)


def log1p(x: TensorLike, name: str | None = None) -> Tensor:
    """`log(1 + x)`, precise near 0.

    >>> [round(float(v), 3) for v in tf.math.log1p([0., 1.])]
    [0.0, 0.693]
    """
    return apply(LOG1P, (x,), None, name)


def tanh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic tangent of each element.

    >>> [round(float(v), 3) for v in tf.tanh([0., 1.])]
    [0.0, 0.762]
    """
    return apply(TANH, (x,), None, name)


def sigmoid(x: TensorLike, name: str | None = None) -> Tensor:
    """`1 / (1 + exp(-x))` element by element.

    >>> [round(float(v), 3) for v in tf.sigmoid([0., 1.])]
    [0.5, 0.731]
    """
    return apply(SIGMOID, (x,), None, name)


def sin(x: TensorLike, name: str | None = None) -> Tensor:
    """The sine of each element (radians).

    >>> [round(float(v), 3) for v in tf.sin([0., 1.])]
    [0.0, 0.841]
    """
    return apply(SIN, (x,), None, name)


def cos(x: TensorLike, name: str | None = None) -> Tensor:
    """The cosine of each element (radians).

    >>> [round(float(v), 3) for v in tf.cos([0., 1.])]
    [1.0, 0.54]
    """
    return apply(COS, (x,), None, name)


def tan(x: TensorLike, name: str | None = None) -> Tensor:
    """The tangent of each element (radians).

    >>> [round(float(v), 3) for v in tf.tan([0., 1.])]
    [0.0, 1.557]
    """
    return apply(TAN, (x,), None, name)


def asin(x: TensorLike, name: str | None = None) -> Tensor:
    """The arc sine of each element; NaN outside [-1, 1].

    >>> [round(float(v), 3) for v in tf.asin([0., 1.])]
    [0.0, 1.571]
    """
    return apply(ASIN, (x,), None, name)


def acos(x: TensorLike, name: str | None = None) -> Tensor:
    """The arc cosine of each element; NaN outside [-1, 1].

    >>> [round(float(v), 3) for v in tf.acos([0., 1.])]
    [1.571, 0.0]
    """
    return apply(ACOS, (x,), None, name)


def atan(x: TensorLike, name: str | None = None) -> Tensor:
    """The arc tangent of each element.

    >>> [round(float(v), 3) for v in tf.atan([0., 1.])]
    [0.0, 0.785]
    """
    return apply(ATAN, (x,), None, name)


def sinh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic sine of each element.

    >>> [round(float(v), 3) for v in tf.sinh([0., 1.])]
    [0.0, 1.175]
    """
    return apply(SINH, (x,), None, name)


def cosh(x: TensorLike, name: str | None = None) -> Tensor:
    """The hyperbolic cosine of each element.

    >>> [round(float(v), 3) for v in tf.cosh([0., 1.])]
    [1.0, 1.543]
    """
    return apply(COSH, (x,), None, name)


def asinh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse hyperbolic sine of each element.

    >>> [round(float(v), 3) for v in tf.asinh([0., 1.])]
    [0.0, 0.881]
    """
    return apply(ASINH, (x,), None, name)


def acosh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse hyperbolic cosine of each element; NaN below 1.

    >>> [round(float(v), 3) for v in tf.acosh([1., 2.])]
    [0.0, 1.317]
    """
    return apply(ACOSH, (x,), None, name)


def atanh(x: TensorLike, name: str | None = None) -> Tensor:
    """The inverse hyperbolic tangent of each element; NaN outside [-1, 1].

    >>> [round(float(v), 3) for v in tf.atanh([0., 0.5])]
    [0.0, 0.549]
    """
    return apply(ATANH, (x,), None, name)
