"""How ops of one operand are declared."""

from __future__ import annotations

from collections.abc import Callable

from graphwright.core.prelude import Tensor, apply
from graphwright.ir.prelude import Dim, Elementwise, Gradient, Kernel, Operand, OpRecord, op
from graphwright.ops.math._broadcast import merged_shape, of_one_shape, same_shape
from graphwright.ops.math._known_elements import by_elements

SIGNED = "{bfloat16, half, float, double, int8, int16, int32, int64, complex64, complex128}"
"""The dtypes of ops on signed numbers, real or complex."""


def conjugate(x: Tensor) -> Tensor:
    """The conjugate of a complex tensor, any other as it is."""
    return apply("Conj", (x,)) if x.dtype.is_complex else x


def unary(
    name: str,
    types: str,
    kernel: Kernel,
    emit: Callable[..., Operand] | None,
    gradient: Gradient | None = None,
    *,
    args: str = "x: T -> y: T",
    no_gradient: bool = False,
    partial: Callable[[Dim], Dim] | None = None,
) -> OpRecord:
    """Declare an elementwise op of one operand; `emit` is its native rule, `partial` computes a known element."""
    return op(
        name,
        args,
        f"T: {types}",
        shape=same_shape,
        kernel=kernel,
        gradient=gradient,
        no_gradient=no_gradient,
        native=None if emit is None else Elementwise(emit),
        partial=None if partial is None else by_elements(partial),
    )


def unary_grad(
    name: str, kernel: Kernel, emit: Callable[..., Operand], gradient: Gradient, *, conjugates: bool = True
) -> OpRecord:
    """Declare the gradient of an op in terms of its output `y` and the incoming gradient `dy`.

    Args:
      conjugates: whether the op takes the conjugate of `y` itself; TensorFlow's TanhGrad and SigmoidGrad do not.
    """
    return op(
        name,
        "y: T, dy: T -> z: T",
        "T: inexact",
        shape=merged_shape,
        kernel=of_one_shape(name, kernel),
        gradient=gradient,
        # the slope at the conjugate is the conjugate of the slope
        native=Elementwise(lambda e, y, dy: emit(e, e.conj(y) if conjugates and y.is_complex else y, dy)),
    )
