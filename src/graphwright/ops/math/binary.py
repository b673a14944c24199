"""Arithmetic on two operands: sums, products, quotients, remainders, powers, extremes."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphwright.base import size_arithmetic as sizes
from graphwright.base.dtypes import string
from graphwright.core.convert import convert_to_tensor, to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply
from graphwright.core.tape import wants
from graphwright.ir.prelude import Gradient, OpRecord
from graphwright.ops.math import _known_elements as known
from graphwright.ops.math._binary import binary
from graphwright.ops.math._broadcast import unbroadcast
from graphwright.ops.math._unary import conjugate

# sums and products -----


def _add_gradient(op: Application, grad: Tensor) -> Gradients:
    x, y = op.inputs
    return unbroadcast(x, y, grad if wants(op, 0) else None, grad if wants(op, 1) else None)


def _sub_gradient(op: Application, grad: Tensor) -> Gradients:
    x, y = op.inputs
    return unbroadcast(x, y, grad if wants(op, 0) else None, apply("Neg", (grad,)) if wants(op, 1) else None)


def _join_text(x: Array, y: Array) -> Array:
    shape = np.broadcast_shapes(x.shape, y.shape)
    joined = np.empty(shape, object)
    joined[...] = np.add(x, y)
    return joined


ADD = binary("AddV2", "number", np.add, lambda e, x, y: e.add(x, y), _add_gradient, commutative=True, partial=sizes.add)

ADD_TEXT = binary(
    "Add",
    "{bfloat16, half, float, double, uint8, int8, int16, int32, int64, complex64, complex128, string}",
    lambda x, y: _join_text(x, y) if x.dtype.kind == "O" else np.add(x, y),
    lambda e, x, y: e.add(x, y),
    _add_gradient,
    partial=sizes.add,
)

SUB: OpRecord = binary("Sub", "number", np.subtract, lambda e, x, y: e.sub(x, y), _sub_gradient, partial=sizes.subtract)


def _mul_gradient(op: Application, grad: Tensor) -> Gradients:
    x, y = op.inputs
    gx = apply(MUL, (grad, conjugate(y))) if wants(op, 0) else None
    return unbroadcast(x, y, gx, apply(MUL, (conjugate(x), grad)) if wants(op, 1) else None)


MUL: OpRecord = binary(
    "Mul", "number", np.multiply, lambda e, x, y: e.mul(x, y), _mul_gradient, commutative=True, partial=sizes.multiply
)


def _zero_where(chosen: Array, values: Array) -> Array:
    """`values` with zeros where `chosen` holds."""
    result: Array = np.array(values)
    result[np.broadcast_to(chosen, result.shape)] = 0
    return result


def _mul_no_nan_gradient(op: Application, grad: Tensor) -> Gradients:
    x, y = op.inputs
    return unbroadcast(x, y, apply(MUL_NO_NAN, (grad, conjugate(y))), apply(MUL_NO_NAN, (conjugate(x), grad)))


MUL_NO_NAN: OpRecord = binary(
    "MulNoNan",
    "inexact",
    lambda x, y: _zero_where(y == 0, x * y),
    lambda e, x, y: e.select(e.compare("eq", y, e.const(0, y)), e.const(0, y), e.mul(x, y)),
    _mul_no_nan_gradient,
)


def _squared_difference(x: Array, y: Array) -> Array:
    difference = np.subtract(x, y)
    if difference.dtype.kind != "c":
        return difference * difference
    real, imag = difference.real, difference.imag
    square = np.empty_like(difference)
    square.real, square.imag = real * real + imag * imag, imag * real - real * imag  # 0, or NaN
    return square


def _emit_squared_difference(e: Any, x: Any, y: Any) -> Any:
    difference = e.sub(x, y)
    return e.mul(difference, e.conj(difference)) if x.is_complex else e.square(difference)


def _squared_difference_gradient(op: Application, grad: Tensor) -> Gradients:
    x, y = op.inputs
    gx = apply(MUL, (apply(MUL, (convert_to_tensor(2, grad.dtype), grad)), apply(SUB, (x, y))))
    return unbroadcast(x, y, gx if wants(op, 0) else None, apply("Neg", (gx,)) if wants(op, 1) else None)


SQUARED_DIFFERENCE = binary(
    "SquaredDifference",
    "{bfloat16, half, float, double, int32, int64, complex64, complex128}",
    _squared_difference,
    _emit_squared_difference,
    _squared_difference_gradient,
    commutative=True,
)

# extremes -----


def _extreme_gradient(comparison: str) -> Gradient:
    def rule(op: Application, grad: Tensor) -> Gradients:
        x, y = op.inputs
        taken = apply(comparison, (x, y))
        zero = apply("ZerosLike", (grad,))
        gx = apply("SelectV2", (taken, grad, zero)) if wants(op, 0) else None
        return unbroadcast(x, y, gx, apply("SelectV2", (taken, zero, grad)) if wants(op, 1) else None)

    return rule


MAXIMUM = binary(
    "Maximum",
    "real",
    np.maximum,
    lambda e, x, y: e.max(x, y),
    _extreme_gradient("GreaterEqual"),
    partial=known.maximum,
)

MINIMUM = binary(
    "Minimum", "real", np.minimum, lambda e, x, y: e.min(x, y), _extreme_gradient("LessEqual"), partial=known.minimum
)

# public functions -----


def _is_text(x: object) -> bool:
    return isinstance(x, (str, bytes)) or getattr(x, "dtype", None) is string


_OF_NUMPY = (np.ndarray, np.generic)


def add(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Add element by element, with broadcasting; strings are joined.

    Both operands have one dtype, the result has it too. Raises InvalidArgumentError (also a ValueError) when the
    shapes do not fit together.

    >>> tf.add([1, 2], 10).numpy()
    array([11, 12], dtype=int32)
    """
    if isinstance(x, _OF_NUMPY):
        x = to_tensor(x)  # its dtype counts, as it does in no other function
    return apply(ADD_TEXT if _is_text(x) or _is_text(y) else ADD, (x, y), None, name or "Add")


def subtract(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Subtract element by element, with broadcasting.

    >>> tf.subtract([5, 7], [1, 2]).numpy()
    array([4, 5], dtype=int32)
    """
    return apply(SUB, (x, y), None, name)


def multiply(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Multiply element by element, with broadcasting.

    >>> tf.multiply([1., 2.], [3., 4.]).numpy()
    array([3., 8.], dtype=float32)
    """
    return apply(MUL, (x, y), None, name)


def scalar_mul(scalar: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """Multiply a tensor by a scalar; ValueError when `scalar` has dimensions.

    >>> tf.scalar_mul(2., tf.constant([1., 2.])).numpy()
    array([2., 4.], dtype=float32)
    """
    tensor = convert_to_tensor(x)
    shape = getattr(scalar, "shape", None)
    if shape is not None and tuple(shape) != ():
        raise ValueError(f"Only scalar multiply works, got shape {shape}")
    return apply(MUL, (scalar, tensor), None, name or "scalar_mul")


def multiply_no_nan(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The product, and 0 wherever `y` is 0 even if `x` is infinite or NaN.

    >>> tf.math.multiply_no_nan([float("nan"), 2.], [0., 3.]).numpy()
    array([0., 6.], dtype=float32)
    """
    x = convert_to_tensor(x, name="x")
    return apply(MUL_NO_NAN, (x, convert_to_tensor(y, x.dtype, name="y")), None, name or "multiply_no_nan")


def squared_difference(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """`(x - y)(x - y)` element by element, the second factor conjugated when complex.

    >>> tf.math.squared_difference([1., 5.], 3.).numpy()
    array([4., 4.], dtype=float32)
    """
    return apply(SQUARED_DIFFERENCE, (x, y), None, name)


def maximum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The larger of two elements, NaN where either is NaN.

    >>> tf.maximum([1., -2.], 0.).numpy()
    array([1., 0.], dtype=float32)
    """
    return apply(MAXIMUM, (x, y), None, name)


def minimum(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """The smaller of two elements, NaN where either is NaN.

    >>> tf.minimum([1., -2.], 0.).numpy()
    array([ 0., -2.], dtype=float32)
    """
    return apply(MINIMUM, (x, y), None, name)
