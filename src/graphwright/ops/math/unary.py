"""Arithmetic on one operand: signs, roots, powers, rounding, bit inversion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, name_scope
from graphwright.ir.prelude import Elementwise, Operand, OpRecord, op
from graphwright.ops.math import _known_elements as known
from graphwright.ops.math._broadcast import quotient, same_shape
from graphwright.ops.math._unary import SIGNED, conjugate, unary, unary_grad
from graphwright.ops.math.binary import MUL

# signs -----

NEG: OpRecord = unary(
    "Neg", SIGNED, np.negative, lambda e, x: e.neg(x), lambda op, grad: [apply(NEG, (grad,))], partial=known.negative
)

ABS = unary(
    "Abs",
    "{bfloat16, half, float, double, int8, int16, int32, int64}",
    np.abs,
    lambda e, x: e.abs(x),
    lambda op, grad: [apply(MUL, (grad, apply(SIGN, op.inputs)))],
    partial=known.absolute,
)


def _sign(x: Array) -> Array:
    if x.dtype.kind != "c":
        return np.sign(x)
    large = np.maximum(np.abs(x.real), np.abs(x.imag)) > np.finfo(x.dtype).max / 4
    near = x.copy()
    near.real[large] *= 0.25  # so that the size is a number
    near.imag[large] *= 0.25
    return np.where(np.isinf(x), np.asarray(complex(np.nan, np.nan), x.dtype), np.sign(near))


SIGN: OpRecord = unary("Sign", SIGNED, _sign, lambda e, x: e.sign(x), lambda op, grad: _sign_gradient(op, grad))


def _sign_gradient(op: Application, grad: Tensor) -> Gradients:
    """0 for real numbers; `x / |x|` of complex ones changes only across the direction of x, and not at 0."""
    x, y = op.inputs[0], op.outputs[0]
    if not x.dtype.is_complex:
        return [apply("ZerosLike", (x,))]
    size = apply("Cast", (apply("ComplexAbs", (x,), {"Tout": x.dtype.real_dtype}),), {"DstT": x.dtype})
    across = apply("Sub", (grad, apply(MUL, (conjugate(grad), apply(SQUARE, (y,))))))
    return [apply("DivNoNan", (_scaled(0.5, across), size))]


# squares, roots, reciprocals -----


def _square_gradient(op: Application, grad: Tensor) -> Gradients:
    twice = apply(MUL, (conjugate(op.inputs[0]), convert_to_tensor(2, grad.dtype)))
    return [apply(MUL, (grad, twice))]


SQUARE = unary("Square", "number", np.square, lambda e, x: e.square(x), _square_gradient, partial=known.square)

SQRT = unary(
    "Sqrt", "inexact", np.sqrt, lambda e, x: e.sqrt(x), lambda op, grad: [apply(SQRT_GRAD, (op.outputs[0], grad))]
)


def _rsqrt(x: Array) -> Array:
    if x.dtype.kind != "c":
        return np.reciprocal(np.sqrt(x))
    root = np.sqrt(x.astype(np.complex128))
    found = quotient(np.ones((), root.dtype), root)
    found = np.where(root == 0, complex(np.inf, np.nan), found)
    return np.where(np.isinf(root), 0, found).astype(x.dtype)


RSQRT = unary(
    "Rsqrt", "inexact", _rsqrt, lambda e, x: e.rsqrt(x), lambda op, grad: [apply(RSQRT_GRAD, (op.outputs[0], grad))]
)


def _reciprocal(x: Array) -> Array:
    if x.dtype.kind in "iu":
        return np.reciprocal(np.where(x == 0, x.dtype.type(2), x))  # that of 0 is 0: NumPy's depends on the processor
    return quotient(np.ones((), x.dtype), x)


def _reciprocal_gradient(op: Application, grad: Tensor) -> Gradients:
    return [apply(RECIPROCAL_GRAD, (op.outputs[0], grad))]


RECIPROCAL = unary("Reciprocal", SIGNED, _reciprocal, lambda e, x: e.reciprocal(x), _reciprocal_gradient)
INV = unary("Inv", SIGNED, _reciprocal, lambda e, x: e.reciprocal(x), _reciprocal_gradient)

# Gradients of the above, in terms of their outputs, and 0 wherever `dy` is 0, even where the slope is infinite: so
# `where(x > 0, sqrt(x), 0)` has a gradient at 0. Each gives its own gradient too; it depends on the conjugate of y,
# and so on that of what comes in.


def _or_zero(kernel: Callable[..., Array]) -> Callable[..., Array]:
    """The kernel, with 0 wherever `dy` is 0."""

    def without_slope(y: Array, dy: Array) -> Array:
        found = kernel(y, dy)
        still = dy == 0
        return np.where(still, np.zeros((), found.dtype), found) if np.count_nonzero(still) else found

    return without_slope


def _or_native_zero(rule: Callable[..., Operand]) -> Callable[..., Operand]:
    """The native rule, with 0 wherever `dy` is 0."""
    return lambda e, y, dy: e.select(e.compare("eq", dy, e.const(0, dy)), e.const(0, dy), rule(e, y, dy))


def _scaled(factor: float, *tensors: Tensor) -> Tensor:
    product = tensors[0]
    for t in tensors[1:]:
        product = apply(MUL, (product, t))
    return apply(MUL, (product, convert_to_tensor(factor, product.dtype)))


def _sqrt_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    y, dy = conjugate(op.inputs[0]), op.inputs[1]
    by_y = _scaled(-0.5, apply("RealDiv", (conjugate(grad), y)), apply("RealDiv", (dy, y)))
    return [by_y, apply("RealDiv", (_scaled(0.5, grad), op.inputs[0]))]


SQRT_GRAD: OpRecord = unary_grad(
    "SqrtGrad",
    _or_zero(lambda y, dy: quotient(dy * np.asarray(0.5, y.dtype), np.conj(y))),
    _or_native_zero(lambda e, y, dy: e.div(e.mul(dy, e.const(0.5, dy)), y)),
    _sqrt_grad_gradient,
)


def _rsqrt_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    y, dy = conjugate(op.inputs[0]), op.inputs[1]
    return [_scaled(-1.5, conjugate(grad), dy, apply(SQUARE, (y,))), apply(RSQRT_GRAD, (y, grad))]


RSQRT_GRAD: OpRecord = unary_grad(
    "RsqrtGrad",
    _or_zero(lambda y, dy: dy * np.asarray(-0.5, y.dtype) * (np.conj(y) * (np.conj(y) * np.conj(y)))),
    _or_native_zero(lambda e, y, dy: e.mul(e.mul(dy, e.const(-0.5, dy)), e.mul(y, e.mul(y, y)))),
    _rsqrt_grad_gradient,
)


def _reciprocal_grad_gradient(op: Application, grad: Tensor) -> Gradients:
    y, dy = conjugate(op.inputs[0]), op.inputs[1]
    return [_scaled(-2.0, conjugate(grad), dy, y), apply(RECIPROCAL_GRAD, (y, grad))]


_reciprocal_grad = _or_zero(lambda y, dy: -dy * np.conj(y * y))
_native_reciprocal_grad = _or_native_zero(lambda e, y, dy: e.mul(e.neg(dy), e.mul(y, y)))

RECIPROCAL_GRAD: OpRecord = unary_grad(
    "ReciprocalGrad", _reciprocal_grad, _native_reciprocal_grad, _reciprocal_grad_gradient
)
INV_GRAD = unary_grad("InvGrad", _reciprocal_grad, _native_reciprocal_grad, _reciprocal_grad_gradient)

# rounding -----


def _flat(op: Application, grad: Tensor) -> Gradients:
    """The gradient of step functions: none."""
    return [None]


FLOOR = unary("Floor", "floating", np.floor, lambda e, x: e.floor(x), _flat)
CEIL = unary("Ceil", "floating", np.ceil, lambda e, x: e.ceil(x), _flat)
RINT = unary("Rint", "floating", np.rint, lambda e, x: e.rint(x), _flat)
ROUND = unary(
    "Round",
    SIGNED,
    lambda x: x if x.dtype.kind in "iu" else np.rint(x),
    lambda e, x: x if x.is_integer else e.rint(x),
    _flat,
)

# classes of numbers, bits -----


def _test(name: str, kernel: Callable[..., Array], emit: Callable[..., Operand]) -> OpRecord:
    return op(
        name,
        "x: T -> y: bool",
        "T: floating",
        shape=same_shape,
        kernel=kernel,
        no_gradient=True,
        native=Elementwise(emit),
    )


IS_NAN = _test("IsNan", np.isnan, lambda e, x: e.isnan(x))
IS_INF = _test("IsInf", np.isinf, lambda e, x: e.isinf(x))
IS_FINITE = _test("IsFinite", np.isfinite, lambda e, x: e.isfinite(x))
INVERT = unary("Invert", "integer", np.invert, lambda e, x: e.invert(x), no_gradient=True)

# public functions -----


def negative(x: TensorLike, name: str | None = None) -> Tensor:
    """The negative of each element.

    >>> tf.negative([1, -2]).numpy()
    array([-1,  2], dtype=int32)
    """
    return apply(NEG, (x,), None, name)


def abs(x: TensorLike, name: str | None = None) -> Tensor:
    """The absolute value of each element; the magnitude, a real number, of complex ones.

    >>> tf.abs([1, -2]).numpy()
    array([1, 2], dtype=int32)
    """
    x = convert_to_tensor(x, name="x")
    if x.dtype.is_complex:
        return apply("ComplexAbs", (x,), {"Tout": x.dtype.real_dtype}, name or "Abs")
    return apply(ABS, (x,), None, name)


def sign(x: TensorLike, name: str | None = None) -> Tensor:
    """-1, 0 or 1 by the sign of each element; `x / |x|` for complex ones.

    >>> tf.sign([-3., 0., 2.]).numpy()
    array([-1.,  0.,  1.], dtype=float32)
    """
    return apply(SIGN, (x,), None, name)


def square(x: TensorLike, name: str | None = None) -> Tensor:
    """The square of each element.

    >>> tf.square([1., 3.]).numpy()
    array([1., 9.], dtype=float32)
    """
    return apply(SQUARE, (x,), None, name)


def sqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """The square root of each element; NaN for negative ones.

    >>> tf.sqrt([4., 9.]).numpy()
    array([2., 3.], dtype=float32)
    """
    return apply(SQRT, (x,), None, name)


def rsqrt(x: TensorLike, name: str | None = None) -> Tensor:
    """The reciprocal of the square root of each element.

    >>> tf.math.rsqrt([4., 16.]).numpy()
    array([0.5 , 0.25], dtype=float32)
    """
    return apply(RSQRT, (x,), None, name)


def reciprocal(x: TensorLike, name: str | None = None) -> Tensor:
    """`1 / x` element by element.

    >>> tf.math.reciprocal([2., 4.]).numpy()
    array([0.5 , 0.25], dtype=float32)
    """
    return apply(RECIPROCAL, (x,), None, name)


def reciprocal_no_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """`1 / x` element by element, and 0 wherever `x` is 0.

    >>> tf.math.reciprocal_no_nan([2., 0.]).numpy()
    array([0.5, 0. ], dtype=float32)
    """
    with name_scope(name or "reciprocal_no_nan") as scope:
        x = convert_to_tensor(x, name="x")
        one = convert_to_tensor(1, x.dtype, name="one")
        return apply("DivNoNan", (one, x), None, scope)


def floor(x: TensorLike, name: str | None = None) -> Tensor:
    """The largest whole number that is not above each element.

    >>> tf.floor([1.5, -1.5]).numpy()
    array([ 1., -2.], dtype=float32)
    """
    return apply(FLOOR, (x,), None, name)


def ceil(x: TensorLike, name: str | None = None) -> Tensor:
    """The smallest whole number that is not below each element.

    >>> tf.math.ceil([1.5, -1.5]).numpy()
    array([ 2., -1.], dtype=float32)
    """
    return apply(CEIL, (x,), None, name)


def rint(x: TensorLike, name: str | None = None) -> Tensor:
    """The nearest whole number, the even one where two are as near.

    >>> tf.math.rint([0.5, 1.5, 1.7]).numpy()
    array([0., 2., 2.], dtype=float32)
    """
    return apply(RINT, (x,), None, name)


def round(x: TensorLike, name: str | None = None) -> Tensor:
    """The nearest whole number, the even one where two are as near; integers as they are.

    >>> tf.round([0.5, 1.5, 1.7]).numpy()
    array([0., 2., 2.], dtype=float32)
    """
    tensor = convert_to_tensor(x, name="x")
    if tensor.dtype.is_integer:
        return tensor
    return apply(ROUND, (tensor,), None, name)


def is_nan(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether each element is NaN.

    >>> tf.math.is_nan([1., float("nan")]).numpy()
    array([False,  True])
    """
    return apply(IS_NAN, (x,), None, name)


def is_inf(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether each element is infinite.

    >>> tf.math.is_inf([1., float("-inf")]).numpy()
    array([False,  True])
    """
    return apply(IS_INF, (x,), None, name)


def is_finite(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether each element is a number that is not infinite.

    >>> tf.math.is_finite([1., float("inf")]).numpy()
    array([ True, False])
    """
    return apply(IS_FINITE, (x,), None, name)


def invert(x: TensorLike, name: str | None = None) -> Tensor:
    """All bits of each integer flipped.

    >>> tf.bitwise.invert([0, 5]).numpy()
    array([-1, -6], dtype=int32)
    """
    return apply(INVERT, (x,), None, name)
