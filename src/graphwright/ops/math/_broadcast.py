"""Broadcasting: result shapes of elementwise ops, and the reduction of gradients to the operands' shapes."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from graphwright.core.prelude import Array, EagerTensor, Gradients, Tensor, apply, apply_multi, errors, state
from graphwright.core.tensor import eager
from graphwright.ir.prelude import Dim, Dims, Emitter, Operand, ShapeContext, Symbol, describe_dims


def same_shape(ctx: ShapeContext) -> Dims:
    """Shape rule: the output has the shape of the first input."""
    return ctx.dims(0)


def merged_shape(ctx: ShapeContext) -> Dims:
    """Shape rule: all inputs have one shape, the output too."""
    merged: Dims = ctx.dims(0)
    for i in range(1, len(ctx.types)):
        dims = ctx.dims(i)
        if merged is None or dims is None:
            merged = dims if merged is None else merged
            continue
        if merged is not dims and not _may_agree(merged, dims):
            raise unequal(ctx.record.name, merged, i, dims)
        merged = tuple(a if isinstance(a, int) else b for a, b in zip(merged, dims, strict=True))
    return merged


def _may_agree(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> bool:
    return len(a) == len(b) and all(
        not isinstance(x, int) or not isinstance(y, int) or x == y for x, y in zip(a, b, strict=True)
    )


def unequal(name: str, first: Dims, i: int, other: Dims) -> errors.ShapeMismatchError:
    """The error for inputs that must have one shape."""
    return errors.ShapeMismatchError(
        f"Inputs to operation {name} of type {name} must have the same size and shape.  "
        f"Input 0: {describe_dims(first)} != input {i}: {describe_dims(other)}"
    )


def of_one_shape(name: str, function: Callable[..., Array]) -> Callable[..., Array]:
    """A kernel from a NumPy function of two arrays of one shape; nothing is broadcast."""

    def kernel(x: Array, y: Array, **attrs: object) -> Array:
        if x.shape != y.shape:
            raise unequal(name, x.shape, 1, y.shape)
        return function(x, y, **attrs)

    return kernel


def quotient(x: Array, y: Array) -> Array:
    """`x / y`; of complex numbers NaN where the divisor is 0 or not finite."""
    result = np.divide(x, y)
    if y.dtype.kind == "c":
        of_use = np.isfinite(y) & (y != 0)
        if not of_use.all():
            result = np.where(of_use, result, np.asarray(complex(np.nan, np.nan), result.dtype))
    return result


def in_float32(function: Callable[..., Array]) -> Callable[..., Array]:
    """A kernel that computes 16 bit floats in float32 and rounds once."""

    def kernel(*arrays: Array, **attrs: object) -> Array:
        dtype = arrays[0].dtype
        if dtype.itemsize != 2 or dtype.kind in "iu":
            return function(*arrays, **attrs)
        return np.asarray(function(*[a.astype(np.float32) for a in arrays], **attrs)).astype(dtype)

    return kernel


def rule_in_float32(rule: Callable[..., Operand]) -> Callable[..., Operand]:
    """The same for an elementwise rule: its parts are not rounded to 16 bits."""

    def widened(e: Emitter, *operands: Operand) -> Operand:
        if not (operands[0].is_float and operands[0].bits == 16):
            return rule(e, *operands)
        return e.convert(rule(e, *(e.convert(x, "float32") for x in operands)), operands[0].dtype)

    return widened


def broadcast_pair(a: tuple[Dim, ...], b: tuple[Dim, ...]) -> tuple[tuple[Dim, ...], tuple[Dim, Dim] | None, bool]:
    """The broadcast dims of two shapes, the first pair that cannot fit (or None), and whether the fit is certain."""
    if len(a) < len(b):
        a = (1,) * (len(b) - len(a)) + a
    elif len(b) < len(a):
        b = (1,) * (len(a) - len(b)) + b
    dims: list[Dim] = []
    certain = True
    for x, y in zip(a, b, strict=True):
        if x is y or x == y or y == 1:
            dims.append(x)
        elif x == 1:
            dims.append(y)
        elif isinstance(x, int) and isinstance(y, int):
            return (), (x, y), True
        else:
            # one side is not known: a size other than 1 on the other side decides, or both may be anything
            certain = False
            dims.append(x if isinstance(x, int) else y if isinstance(y, int) else _joint(x, y))
    return tuple(dims), None, certain


# The sizes that symbols broadcast to: one symbol for each set, and the set of each.
_joints: WeakValueDictionary[frozenset[Symbol], Symbol] = WeakValueDictionary()
_parts: WeakKeyDictionary[Symbol, frozenset[Symbol]] = WeakKeyDictionary()


def _joint(x: Symbol, y: Symbol) -> Symbol:
    """The size that two unknown ones broadcast to, the same symbol each time: `(x + y) * x` has the size of `x + y`."""
    parts = _parts.get(x, frozenset((x,))) | _parts.get(y, frozenset((y,)))
    for one in (x, y):
        if _parts.get(one) == parts:
            return one
    found = _joints.get(parts)
    if found is None:
        found = _joints[parts] = Symbol()
        _parts[found] = parts
    return found


def incompatible(a: Dims, b: Dims) -> errors.ShapeMismatchError:
    """The error for shapes that do not broadcast, as it reads when the op runs."""
    return errors.ShapeMismatchError(f"Incompatible shapes: {describe_dims(a)} vs. {describe_dims(b)}")


def broadcast_dims(ctx: ShapeContext, a: Dims, b: Dims) -> Dims:
    """The dims two shapes broadcast to; raises what TensorFlow raises where they cannot."""
    if a == b:
        return a
    if a is None or b is None:
        return None
    dims, clash, _ = broadcast_pair(a, b)
    if clash is None:
        return dims
    if state.graph is None:
        raise incompatible(a, b)
    raise ctx.fail(f"Dimensions must be equal, but are {clash[0]} and {clash[1]}")


def broadcast_rule(ctx: ShapeContext) -> Dims:
    """Shape rule: all inputs broadcast together."""
    dims = ctx.dims(0)
    for i in range(1, len(ctx.types)):
        dims = broadcast_dims(ctx, dims, ctx.dims(i))
    return dims


def elementwise(function: Callable[..., Array]) -> Callable[..., Array]:
    """A kernel from a NumPy function of two arrays that broadcasts them.

    Shapes that were not known while tracing may turn out not to fit; that reads the same as when it is seen early.
    Dispatch calls the function itself, `unchecked`, where the shape rule has checked the shapes.
    """

    def kernel(x: Array, y: Array) -> Array:
        try:
            return function(x, y)
        except ValueError:
            check_broadcast(x, y)
            raise

    kernel.unchecked = function  # type: ignore[attr-defined]
    return kernel


def check_broadcast(x: Array, y: Array) -> None:
    """Raise the documented error when two arrays do not broadcast."""
    if broadcast_pair(x.shape, y.shape)[1] is not None:
        raise incompatible(x.shape, y.shape)


# gradients -----


def unbroadcast(x: Tensor, y: Tensor, gx: Tensor | None, gy: Tensor | None, inner: int = 0) -> Gradients:
    """Gradients in the shapes of the operands: summed over the axes along which an operand was repeated.

    `gx` and `gy` have the shape that `x` and `y` broadcast to, or are None. The last `inner` axes take no part.
    """
    a, b = _outer_dims(x, inner), _outer_dims(y, inner)
    if a is not None and a == b:
        return [gx, gy]
    x_axes, y_axes = repeated_axes(a, b), repeated_axes(b, a)
    if x_axes is None or y_axes is None:
        return _unbroadcast_later(x, y, gx, gy, inner)
    return [
        None if gx is None else sum_repeated(gx, x_axes, len(b or ()) - len(a or ())),
        None if gy is None else sum_repeated(gy, y_axes, len(a or ()) - len(b or ())),
    ]


def _outer_dims(x: Tensor, inner: int) -> Dims:
    dims: Dims = x._type.dims
    return dims[:-inner] if inner and dims is not None else dims


def _unbroadcast_later(x: Tensor, y: Tensor, gx: Tensor | None, gy: Tensor | None, inner: int) -> Gradients:
    """The same where the repeated axes are known only at run time."""
    shapes = apply("Shape", (x,)), apply("Shape", (y,))
    outer = [s[:-inner] for s in shapes] if inner else shapes
    reduced = apply_multi("BroadcastGradientArgs", outer)
    return [
        None if g is None else apply("Reshape", (apply("Sum", (g, axes)), shape))
        for g, axes, shape in zip((gx, gy), reduced, shapes, strict=True)
    ]


def repeated_axes(own: Dims, other: Dims) -> tuple[int, ...] | None:
    """Axes of the common shape along which an operand is (or may only be) repeated; None when it is not known."""
    if own is None or other is None:
        return None
    missing = len(other) - len(own)
    axes = list(range(missing))
    for i, size in enumerate(own):
        theirs = other[i + missing] if i + missing >= 0 else 1
        if theirs is size or theirs == 1 or (isinstance(size, int) and size != 1):
            continue
        if size != 1:
            return None
        axes.append(max(missing, 0) + i)
    return tuple(axes)


def sum_repeated(grad: Tensor, axes: tuple[int, ...], missing: int) -> Tensor:
    """Sum over `axes`, of which the first `missing` do not exist in the operand."""
    if not axes:
        return grad
    missing = max(missing, 0)
    if len(axes) == missing:
        return apply("Sum", (grad, index_vector(axes)))
    summed = apply("Sum", (grad, index_vector(axes)), {"keep_dims": True})
    return apply("Squeeze", (summed,), {"squeeze_dims": list(range(missing))}) if missing else summed


_indices: dict[int | tuple[int, ...], EagerTensor] = {}


def _kept(values: int | tuple[int, ...]) -> EagerTensor:
    found = _indices.get(values)
    if found is None:
        found = eager(np.array(values, np.int32))
        if len(_indices) < 4096:
            _indices[values] = found
    return found


def index_vector(values: tuple[int, ...]) -> Tensor | Array:
    """A short int32 vector as an op's input: kept when eager, left to the op to name in a graph."""
    return _kept(values) if state.graph is None else np.array(values, np.int32)


def index_scalar(value: int) -> Tensor | int:
    """The same for one number."""
    return _kept(value) if state.graph is None else value
