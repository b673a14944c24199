"""Comparisons and logic: results are bool."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from graphwright.core.prelude import Array, Tensor, TensorLike, apply, errors
from graphwright.ir.emit import Predicate
from graphwright.ir.prelude import Dim, Dims, Elementwise, Operand, OpRecord, ShapeContext, describe_dims, op
from graphwright.ops.math import _known_elements as known
from graphwright.ops.math._binary import binary
from graphwright.ops.math._broadcast import broadcast_dims, broadcast_pair, check_broadcast, same_shape

# order -----


def _order(name: str, kernel: Callable[..., Array], comparison: Predicate, partial: Callable[..., Dim]) -> OpRecord:
    return binary(
        name,
        "real",
        kernel,
        lambda e, x, y: e.compare(comparison, x, y),
        args="x: T, y: T -> z: bool",
        no_gradient=True,
        partial=partial,
    )


LESS = _order("Less", np.less, "lt", known.less)
LESS_EQUAL = _order("LessEqual", np.less_equal, "le", known.less_equal)
GREATER = _order("Greater", np.greater, "gt", known.greater)
GREATER_EQUAL = _order("GreaterEqual", np.greater_equal, "ge", known.greater_equal)

# equality -----


def _equality_rule(ctx: ShapeContext) -> Dims:
    a, b = ctx.dims(0), ctx.dims(1)
    if ctx.attrs["incompatible_shape_error"]:
        return broadcast_dims(ctx, a, b)
    if a is None or b is None:
        return a if b == () else b if a == () else None
    # shapes that do not fit make one scalar, so the rank is known only when the fit is
    dims, clash, certain = broadcast_pair(a, b)
    if clash is not None:
        return ()
    return dims if certain else None


def _equality(function: Callable[..., Array], when_incompatible: bool) -> Callable[..., Array]:
    def kernel(x: Array, y: Array, incompatible_shape_error: bool = True) -> Array:
        try:
            result = function(x, y)
        except ValueError:
            if incompatible_shape_error:
                check_broadcast(x, y)
            return np.array(when_incompatible)
        # arrays of objects (strings) compare to objects
        return np.asarray(result, np.bool_) if x.dtype.kind == "O" else result

    return kernel


def _equality_op(name: str, function: Callable[..., Array], comparison: Predicate, when_incompatible: bool) -> OpRecord:
    return op(
        name,
        "x: T, y: T -> z: bool",
        "T: type; incompatible_shape_error: bool = true",
        shape=_equality_rule,
        kernel=_equality(function, when_incompatible),
        no_gradient=True,
        native=Elementwise(lambda e, x, y, incompatible_shape_error: e.compare(comparison, x, y)),
        commutative=True,
        partial=known.by_elements(known.not_equal if when_incompatible else known.equal),
    )


EQUAL = _equality_op("Equal", np.equal, "eq", when_incompatible=False)
NOT_EQUAL = _equality_op("NotEqual", np.not_equal, "ne", when_incompatible=True)


def _different_shapes(x: Dims, y: Dims) -> errors.ShapeMismatchError:
    return errors.ShapeMismatchError(
        f"x and y must be of the same shape. x shape: {describe_dims(x)}. y shape: {describe_dims(y)}"
    )


def _same_shape_rule(ctx: ShapeContext) -> Dims:
    x, y = ctx.dims(0), ctx.dims(1)
    if x is None or y is None:
        return y if x is None else x
    if len(x) != len(y) or any(isinstance(a, int) and isinstance(b, int) and a != b for a, b in zip(x, y, strict=True)):
        raise _different_shapes(x, y)
    return tuple(a if isinstance(a, int) else b for a, b in zip(x, y, strict=True))


def _approximate_equal(x: Array, y: Array, tolerance: float) -> Array:
    if x.shape != y.shape:
        raise _different_shapes(x.shape, y.shape)
    difference = np.abs(x - y)
    return difference < np.asarray(tolerance).astype(difference.dtype)  # type: ignore[no-any-return]


APPROXIMATE_EQUAL = op(
    "ApproximateEqual",
    "x: T, y: T -> z: bool",
    "T: quantized_number; tolerance: float = 1e-5",
    shape=_same_shape_rule,
    kernel=_approximate_equal,
    no_gradient=True,
    native=Elementwise(lambda e, x, y, tolerance: e.compare("lt", e.abs(e.sub(x, y)), e.const(tolerance, x))),
    commutative=True,
)

# logic -----


def _logic(
    name: str, kernel: Callable[..., Array], emit: Callable[..., Operand], partial: Callable[..., Dim]
) -> OpRecord:
    args = "x: bool, y: bool -> z: bool"
    return binary(name, "", kernel, emit, args=args, commutative=True, no_gradient=True, partial=partial)


LOGICAL_AND = _logic("LogicalAnd", np.logical_and, lambda e, x, y: e.logical_and(x, y), known.logical_and)
LOGICAL_OR = _logic("LogicalOr", np.logical_or, lambda e, x, y: e.logical_or(x, y), known.logical_or)
LOGICAL_NOT = op(
    "LogicalNot",
    "x: bool -> y: bool",
    shape=same_shape,
    kernel=np.logical_not,
    no_gradient=True,
    native=Elementwise(lambda e, x: e.logical_not(x)),
    partial=known.by_elements(known.logical_not),
)

# public functions -----


def less(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether `x < y`, element by element, with broadcasting; False where either is NaN.

    >>> tf.less([1, 5], 3).numpy()
    array([ True, False])
    """
    return apply(LESS, (x, y), None, name)


def less_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether `x <= y`, element by element, with broadcasting; False where either is NaN.

    >>> tf.less_equal([1, 3], 3).numpy()
    array([ True,  True])
    """
    return apply(LESS_EQUAL, (x, y), None, name)


def greater(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether `x > y`, element by element, with broadcasting; False where either is NaN.

    >>> tf.greater([1, 5], 3).numpy()
    array([False,  True])
    """
    return apply(GREATER, (x, y), None, name)


def greater_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether `x >= y`, element by element, with broadcasting; False where either is NaN.

    >>> tf.greater_equal([1, 3], 3).numpy()
    array([False,  True])
    """
    return apply(GREATER_EQUAL, (x, y), None, name)


def equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether elements are equal, with broadcasting; NaN equals nothing.

    Raises InvalidArgumentError (also a ValueError) when the shapes do not fit together; `x == y` gives False then.

    >>> tf.equal([1, 2], [1, 3]).numpy()
    array([ True, False])
    """
    return apply(EQUAL, (x, y), None, name)


def not_equal(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether elements differ, with broadcasting; NaN differs from everything.

    >>> tf.not_equal([1, 2], [1, 3]).numpy()
    array([False,  True])
    """
    return apply(NOT_EQUAL, (x, y), None, name)


def approximate_equal(x: TensorLike, y: TensorLike, tolerance: float = 1e-5, name: str | None = None) -> Tensor:
    """Whether elements differ by less than `tolerance`; both operands have one shape.

    >>> tf.raw_ops.ApproximateEqual(x=[1., 2.], y=[1.000001, 2.1]).numpy()
    array([ True, False])
    """
    return apply(APPROXIMATE_EQUAL, (x, y), {"tolerance": tolerance}, name)


def logical_and(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether both hold, element by element, with broadcasting.

    >>> tf.logical_and([True, False], True).numpy()
    array([ True, False])
    """
    return apply(LOGICAL_AND, (x, y), None, name)


def logical_or(x: TensorLike, y: TensorLike, name: str | None = None) -> Tensor:
    """Whether at least one holds, element by element, with broadcasting.

    >>> tf.logical_or([True, False], False).numpy()
    array([ True, False])
    """
    return apply(LOGICAL_OR, (x, y), None, name)


def logical_not(x: TensorLike, name: str | None = None) -> Tensor:
    """Whether it does not hold, element by element.

    >>> tf.logical_not([True, False]).numpy()
    array([False,  True])
    """
    return apply(LOGICAL_NOT, (x,), None, name)


def logical_xor(x: TensorLike, y: TensorLike, name: str | None = "LogicalXor") -> Tensor:
    """Whether exactly one holds, element by element, with broadcasting.

    >>> tf.math.logical_xor([True, False], True).numpy()
    array([False,  True])
    """
    return logical_and(logical_or(x, y), logical_not(logical_and(x, y)), name=name)
