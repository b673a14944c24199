"""Complex numbers: parts, conjugates, magnitudes, angles."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.base.dtypes import DType, complex64, complex128, float32, float64
from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, name_scope
from graphwright.ir.prelude import Elementwise, Gradient, Operand, OpRecord, op
from graphwright.ops.math._broadcast import broadcast_rule, elementwise, same_shape, unbroadcast
from graphwright.ops.math._unary import conjugate

_PART_ATTRS = "T: {complex64, complex128} = complex64; Tout: {float, double} = float"


def _part(
    name: str, args: str, kernel: Callable[..., Array], gradient: Gradient, emit: Callable[..., Operand]
) -> OpRecord:
    """A real function of a complex number; `Tout` must match the width of `T`."""

    def cast_kernel(x: Array, Tout: DType) -> Array:
        return np.asarray(kernel(x), Tout.numpy)

    native = Elementwise(lambda e, x, Tout: emit(e, x))
    return op(name, args, _PART_ATTRS, shape=same_shape, kernel=cast_kernel, gradient=gradient, native=native)


def _complex_of(real: Tensor, imag: Tensor, like: Tensor) -> Tensor:
    return apply(COMPLEX, (real, imag), {"Tout": like.dtype})


def _real_gradient(op: Application, grad: Tensor) -> Gradients:
    return [_complex_of(grad, apply("ZerosLike", (grad,)), op.inputs[0])]


def _imag_gradient(op: Application, grad: Tensor) -> Gradients:
    return [_complex_of(apply("ZerosLike", (grad,)), grad, op.inputs[0])]


def _magnitude_gradient(op: Application, grad: Tensor) -> Gradients:
    x, size = op.inputs[0], op.outputs[0]
    zero = apply("ZerosLike", (grad,))
    return [_complex_of(apply("DivNoNan", (grad, size)), zero, x) * x]


def _angle_gradient(op: Application, grad: Tensor) -> Gradients:
    """For x + iy: (-y + ix) / (x^2 + y^2) per unit of angle."""
    x = op.inputs[0]
    real, imag = apply("Real", (x,), {"Tout": grad.dtype}), apply("Imag", (x,), {"Tout": grad.dtype})
    turn = _complex_of(imag, real, x)
    return [apply("Neg", (_complex_of(grad, apply("ZerosLike", (grad,)), x),)) / turn]


REAL: OpRecord = _part("Real", "input: T -> output: Tout", np.real, _real_gradient, lambda e, x: e.real(x))
IMAG = _part("Imag", "input: T -> output: Tout", np.imag, _imag_gradient, lambda e, x: e.imag(x))
COMPLEX_ABS = _part("ComplexAbs", "x: T -> y: Tout", np.abs, _magnitude_gradient, lambda e, x: e.magnitude(x))
ANGLE = _part("Angle", "input: T -> output: Tout", np.angle, _angle_gradient, lambda e, x: e.angle(x))


def _complex_gradient(op: Application, grad: Tensor) -> Gradients:
    real, imag = op.inputs
    parts = apply(REAL, (grad,), {"Tout": real.dtype}), apply(IMAG, (grad,), {"Tout": real.dtype})
    return unbroadcast(real, imag, *parts)


def _join_parts(real: Array, imag: Array) -> Array:
    joined = np.empty(np.broadcast_shapes(real.shape, imag.shape), np.result_type(real, np.complex64))
    joined.real, joined.imag = real, imag
    return joined


_join = elementwise(_join_parts)

COMPLEX: OpRecord = op(
    "Complex",
    "real: T, imag: T -> out: Tout",
    "T: {float, double} = float; Tout: {complex64, complex128} = complex64",
    shape=broadcast_rule,
    kernel=lambda real, imag, Tout: _join(real, imag).astype(Tout.numpy),
    gradient=_complex_gradient,
    native=Elementwise(lambda e, real, imag, Tout: e.complex_of(real, imag)),
)

CONJ = op(
    "Conj",
    "input: T -> output: T",
    "T: {complex64, complex128, variant} = complex64",
    shape=same_shape,
    kernel=np.conj,
    gradient=lambda op, grad: [conjugate(grad)],
    native=Elementwise(lambda e, x: e.conj(x)),
)

# public functions -----


def complex(real: TensorLike, imag: TensorLike, name: str | None = None) -> Tensor:
    """A complex tensor of two real ones: float32 gives complex64, float64 complex128; TypeError for others.

    >>> tf.complex([1.], [2.]).numpy()
    array([1.+2.j], dtype=complex64)
    """
    real = convert_to_tensor(real, name="real")
    imag = convert_to_tensor(imag, name="imag")
    if real.dtype is not imag.dtype or real.dtype not in (float32, float64):
        from graphwright.core.dtype_advice import how_to_cast

        advice = how_to_cast([("real", real.dtype), ("imag", imag.dtype)], (float32,), (float32, float64))
        text = f"The `real` and `imag` components have incorrect types: {real.dtype.name} {imag.dtype.name}."
        raise TypeError(f"{text}\n{advice}" if advice else text)
    dtype = complex64 if real.dtype is float32 else complex128
    return apply(COMPLEX, (real, imag), {"Tout": dtype}, name)


def real(input: TensorLike, name: str | None = None) -> Tensor:
    """The real part of each element; a real tensor as it is.

    >>> tf.math.real([1 + 2j]).numpy()
    array([1.])
    """
    x = convert_to_tensor(input, name="input")
    if x.dtype.is_floating or x.dtype.is_integer:
        return x
    if not x.dtype.is_complex:
        raise TypeError(f"input must be a numeric tensor, but got tensor with dtype {x.dtype!r}")
    return apply(REAL, (x,), {"Tout": x.dtype.real_dtype}, name)


def imag(input: TensorLike, name: str | None = None) -> Tensor:
    """The imaginary part of each element; zeros for a real tensor.

    >>> tf.math.imag([1 + 2j]).numpy()
    array([2.])
    """
    x = convert_to_tensor(input, name="input")
    if not x.dtype.is_complex:
        return apply("ZerosLike", (x,), None, name)
    return apply(IMAG, (x,), {"Tout": x.dtype.real_dtype}, name)


def conj(x: TensorLike, name: str | None = None) -> Tensor:
    """The complex conjugate of each element; a real tensor as it is. TypeError unless it is numeric.

    >>> tf.math.conj([1 + 2j]).numpy()
    array([1.-2.j])
    """
    tensor = convert_to_tensor(x, name="x")
    if tensor.dtype.is_complex:
        return apply(CONJ, (tensor,), None, name)
    if tensor.dtype.is_floating or tensor.dtype.is_integer:
        return tensor
    raise TypeError(f"Expected numeric or variant tensor, got dtype {tensor.dtype!r}.")


def angle(input: TensorLike, name: str | None = None) -> Tensor:
    """The angle (argument) of each element in radians; of a real one 0, or pi where it is negative.

    >>> [round(float(v), 4) for v in tf.math.angle([1j, -1])]
    [1.5708, 3.1416]
    """
    with name_scope(name or "Angle") as scope:
        x = convert_to_tensor(input, name="input")
        if x.dtype.is_complex:
            return apply(ANGLE, (x,), {"Tout": x.dtype.real_dtype}, scope)
        zero = apply("ZerosLike", (x,))
        pi = convert_to_tensor(np.pi, x.dtype)  # TypeError for integers, which cannot hold it
        return apply("SelectV2", (apply("Less", (x, zero)), pi, zero), None, scope)
