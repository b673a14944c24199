"""The incomplete gamma and beta functions."""

from __future__ import annotations

import math

from graphwright.core.convert import convert_to_tensor
from graphwright.core.prelude import Application, Array, Gradients, Tensor, TensorLike, apply, errors, state
from graphwright.core.tape import wants
from graphwright.ir.prelude import Dim, Dims, Elementwise, Gradient, OpRecord, ShapeContext, describe_dims, op
from graphwright.ops.math._binary import binary
from graphwright.ops.math._broadcast import unbroadcast
from graphwright.ops.math.formulas import _igamma, _incomplete_beta
from graphwright.ops.math.formulas._formula import Formula, as_rule, on_arrays

# gamma -----


def _density(a: Tensor, x: Tensor) -> Tensor:
    """The derivative of the lower function by x: x^(a - 1) exp(-x) / gamma(a); none for negative x."""
    one, zero, nothing = (convert_to_tensor(number, a.dtype) for number in (1.0, 0.0, math.nan))
    power = apply("Xlogy", (apply("Sub", (a, one)), x))
    density = apply("Exp", (apply("Sub", (apply("Sub", (power, x)), apply("Lgamma", (a,)))),))
    return apply("SelectV2", (apply("Less", (x, zero)), nothing, density))


def _gamma_gradient(sign: str | None) -> Gradient:
    def gradient(op: Application, grad: TensorLike) -> Gradients:
        a, x = op.inputs
        grad = grad if sign is None else apply(sign, (grad,))
        by_a = apply("Mul", (grad, apply(IGAMMA_GRAD_A, (a, x)))) if wants(op, 0) else None
        by_x = apply("Mul", (grad, _density(a, x))) if wants(op, 1) else None
        return unbroadcast(a, x, by_a, by_x)

    return gradient


def _gamma(name: str, formula: Formula, gradient: Gradient | None, types: str) -> OpRecord:
    return binary(name, types, on_arrays(formula), as_rule(name.lower(), formula), gradient, args="a: T, x: T -> z: T")


IGAMMA = _gamma("Igamma", _igamma.igamma, _gamma_gradient(None), "floating")
IGAMMAC = _gamma("Igammac", _igamma.igammac, _gamma_gradient("Neg"), "floating")
IGAMMA_GRAD_A: OpRecord = _gamma("IgammaGradA", _igamma.igamma_grad_a, None, "{float, double}")

# beta -----


def _one_shape(ctx: ShapeContext) -> Dims:
    """All inputs that are no scalars have one shape."""
    found: Dims = ()
    for i in range(3):
        dims = ctx.dims(i)
        if dims is None:
            return None
        if dims and found and (len(dims) != len(found) or any(_differ(m, n) for m, n in zip(dims, found, strict=True))):
            if state.graph is None:
                raise _unequal(found, dims)
            raise ctx.fail(str(_unequal(found, dims)))
        found = dims or found
    return found


def _differ(m: Dim, n: Dim) -> bool:
    return isinstance(m, int) and isinstance(n, int) and m != n


def _unequal(a: Dims, b: Dims) -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError(f"Shapes of inputs are not compatible: {describe_dims(a)} and {describe_dims(b)}")


_betainc = on_arrays(_incomplete_beta.betainc)


def _of_one_shape(*inputs: Array) -> Array:
    shapes = [v.shape for v in inputs if v.ndim]
    for shape in shapes[1:]:
        if shape != shapes[0]:
            raise _unequal(shapes[0], shape)
    return _betainc(*inputs)


def _betainc_gradient(op: Application, grad: Tensor) -> Gradients:
    """By x alone, as in TensorFlow."""
    a, b, x = op.inputs
    one = convert_to_tensor(1, x.dtype)
    whole = apply("Sub", (apply("AddV2", (_lgamma(a), _lgamma(b))), _lgamma(apply("AddV2", (a, b)))))
    powers = apply(
        "AddV2", (apply("Xlog1py", (apply("Sub", (b, one)), -x)), apply("Xlogy", (apply("Sub", (a, one)), x)))
    )
    slope = apply("Mul", (grad, apply("Exp", (apply("Sub", (powers, whole)),))))
    return [None, None, unbroadcast(x, slope, slope, None)[0]]


def _lgamma(x: Tensor) -> Tensor:
    return apply("Lgamma", (x,))


BETAINC: OpRecord = op(
    "Betainc",
    "a: T, b: T, x: T -> z: T",
    "T: {float, double}",
    shape=_one_shape,
    kernel=_of_one_shape,
    gradient=_betainc_gradient,
    native=Elementwise(as_rule("betainc", _incomplete_beta.betainc)),
)

# public functions -----


def igamma(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The lower regularized incomplete gamma function P(a, x): how likely a gamma variable of shape `a` is below `x`.

    Args:
      a, x: tensors of one floating-point dtype that broadcast; NaN where `a` is not positive or `x` negative.

    >>> round(float(tf.math.igamma(2.0, 3.0)), 4)
    0.8009
    """
    return apply(IGAMMA, (a, x), None, name)


def igammac(a: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The upper regularized incomplete gamma function, `1 - igamma(a, x)`, precise where that is near 0.

    >>> round(float(tf.math.igammac(2.0, 3.0)), 4)
    0.1991
    """
    return apply(IGAMMAC, (a, x), None, name)


def betainc(a: TensorLike, b: TensorLike, x: TensorLike, name: str | None = None) -> Tensor:
    """The regularized incomplete beta function: how likely a beta variable of shapes `a` and `b` is below `x`.

    Args:
      a, b, x: tensors of float32 or float64, of one shape where they are no scalars; NaN for `a` or `b` that are not
        positive and `x` outside of [0, 1].

    It has a gradient by `x` alone. Raises InvalidArgumentError (ValueError in a graph) for shapes that differ.

    >>> round(float(tf.math.betainc(1.0, 2.0, 0.3)), 4)
    0.51
    """
    return apply(BETAINC, (a, b, x), None, name)
